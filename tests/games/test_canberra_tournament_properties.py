"""What holds at a Canberra Poker table in tournaments, whatever happens there."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from controller.language import LANGUAGES, Language
from games import events as e
from games.canberra_poker.antes_in_turn import next_to_ask
from games.canberra_poker.game import CanberraPoker
from games.outcomes import (
    OUTCOMES,
    ChipsCounted,
    EntrantExcluded,
    JackpotPools,
    Notice,
    OrderFollowed,
    Question,
    Refusal,
    RoundClosed,
    RoundCorrected,
    Ruling,
    TournamentRoundBegun,
    TournamentRoundPlayed,
)
from games.table.table import Setup, Table
from tests.games.canberra_tournament_walk import TournamentWalk, new_table
from tests.games.table_talk import all_of
from tests.games.test_properties import counts_the_chips, keeps_its_promise, says_what_is_next

CALM, STORMY, WILD = 0.0, 0.05, 0.3
SEEDS = range(6)
EVENTS = {CALM: 1_500, STORMY: 1_500, WILD: 1_000}
SPEAKERS = [Language(name) for name in LANGUAGES]


def walk(seed, trouble, check):
    walking = TournamentWalk(seed, trouble=trouble)
    story = []
    for _ in range(EVENTS[trouble]):
        event, offer = walking.next_event()
        story.append(event)
        try:
            outcomes = walking.game.take(event)
            check(walking, event, offer, outcomes)
        except Exception as error:
            told = "\n".join(f"  {event}" for event in story[-60:])
            raise AssertionError(f"{error!r}\nseed {seed}, trouble {trouble}, after\n{told}") from error
    return story


@pytest.mark.rule("NI2004-492", "17.13")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_tournaments_are_played_and_the_table_comes_on(seed, trouble):
    """Or the other tests would show nothing."""
    seen = set()

    def check(walking, event, offer, outcomes):
        says_what_is_next(walking, event, offer, outcomes)
        seen.update(type(outcome) for outcome in outcomes)

    walk(seed, trouble, check)
    assert {TournamentRoundBegun, TournamentRoundPlayed, OrderFollowed} <= seen


@pytest.mark.rule("NI2004-492", "17.16")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_accepted_and_what_is_ordered_followed(seed, trouble):
    def check(walking, event, offer, outcomes):
        keeps_its_promise(walking, event, offer, outcomes)
        if isinstance(event, e.ORDERS):
            assert not [outcome for outcome in outcomes if isinstance(outcome, Refusal)], outcomes

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "17.13")
@pytest.mark.rule("NI2004-492", "17.18")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_chips_change_by_orders_rounds_and_corrections_alone(seed, trouble):
    chips, since = {}, {}

    def check(walking, event, offer, outcomes):
        counts_the_chips(walking, event, offer, outcomes)
        holds = [one for one in outcomes if isinstance(one, Ruling) and one.choice == "count_holds"]
        for one in outcomes:
            match one:
                case OrderFollowed(what="seat_entrant"):
                    chips[one.moved.box] = one.moved.chips_cents
                    since[one.moved.box] = walking.game.state.round
                case OrderFollowed(what="unseat_entrant"):
                    assert chips.pop(one.moved.box) == one.moved.chips_cents
                case RoundClosed() if chips:
                    for result in one.boxes:
                        chips[result.box] += result.net_cents
                case RoundCorrected():
                    for box in one.boxes:
                        if box.box in chips and since[box.box] <= one.round:
                            chips[box.box] = max(0, chips[box.box] + box.cents)
                case ChipsCounted() if holds:
                    chips[one.box] = one.counted_cents
                case JackpotPools():
                    assert not walking.game.state.in_round or not chips
        here = walking.game.state.tournament
        entrants = here.entrants if here is not None else {}
        assert {box: entrant.chips_cents for box, entrant in entrants.items()} == chips
        assert min(chips.values(), default=0) >= 0
        for box in walking.game.state.boxes.values() if here is not None else ():
            assert box.ante_cents + box.second_cents <= chips.get(box.number, 0)
            assert not box.side_cents

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.rule("NI2004-492", "17.16")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_dealt_before_the_last_player_was_asked(seed, trouble):
    due = None

    def check(walking, event, offer, outcomes):
        nonlocal due
        begun = [one for one in outcomes if isinstance(one, TournamentRoundBegun)]
        assert not begun or due is None, f"box {due} was not asked"
        state = walking.game.state
        before = state.tournament is not None and state.phase == "antes"
        due = next_to_ask(state) if before else None

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_excluded_is_told_once_and_plays_no_more(seed):
    out = set()

    def check(walking, event, offer, outcomes):
        told = [one.entry for one in outcomes if isinstance(one, EntrantExcluded)]
        assert not out & {*told}
        out.update(told)
        here, state = walking.game.state.tournament, walking.game.state
        for box, entrant in here.entrants.items() if here is not None else ():
            if entrant.entry in out and not state.in_round:
                assert not state.boxes[box].ante_cents

    walk(seed, STORMY, check)


@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_told_can_be_said_and_shown_in_every_language(seed, trouble):
    def check(walking, event, offer, outcomes):
        prompt, offers = walking.game.prompt(), walking.game.offers()
        said = [prompt.say, *(one.say for one in offers), *(one.blocked for one in offers if one.blocked)]
        said += [one.say for one in outcomes if isinstance(one, Notice | Refusal)]
        for speaker in SPEAKERS:
            for sentence in said:
                assert speaker.say(sentence)
            assert len(speaker.say(prompt.say)) <= 40, speaker.say(prompt.say)
            assert prompt.explain is None or speaker.say(prompt.explain)
            for outcome in outcomes:
                if isinstance(outcome, Question | Ruling | Notice | EntrantExcluded | ChipsCounted):
                    assert speaker.told(outcome)
            for place in walking.game.seen("dealer").places:
                assert not place.standing or speaker.of("states", place.standing)
                assert all(speaker.seen(line) for line in place.lines)
            sign = walking.game.seen_by_sign()
            for row in sign.side.rows if sign.side is not None else ():
                assert speaker.sign(row.name)

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "4.4")
@pytest.mark.parametrize("trouble", [STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_command_changes_nothing(seed, trouble):
    walking = TournamentWalk(seed, trouble=trouble)
    for _ in range(800):
        event, _offer = walking.next_event()
        command = walking.junk()
        before = all_of(walking.game.state)
        outcomes = walking.game.take(command)
        if any(isinstance(outcome, Refusal) for outcome in outcomes):
            assert len(outcomes) == 1
            assert before == all_of(walking.game.state), f"changed by {command}"
            walking.game.take(event)


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_events_always_have_the_same_outcomes(seed, trouble):
    events = walk(seed, trouble, lambda *_: None)[:800]

    def told():
        game = new_table(seed)
        return [(OUTCOMES.dump_json(game.take(event)), repr(game.prompt())) for event in events]

    assert told() == told()


@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_that_starts_again_after_a_round_goes_on_alike(seed, trouble):
    """From what it has written, and not from what it had in its memory."""
    twin = None

    def check(walking, event, offer, outcomes):
        nonlocal twin
        game = walking.game
        if twin is not None:
            assert OUTCOMES.dump_json(twin.take(event)) == OUTCOMES.dump_json(outcomes)
            assert twin.prompt() == game.prompt()
            shown = [(offer.command, offer.say, offer.args, offer.blocked) for offer in game.offers()]
            assert shown == [(offer.command, offer.say, offer.args, offer.blocked) for offer in twin.offers()]
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            kept = TypeAdapter(CanberraPoker.carries)
            carry = kept.validate_json(kept.dump_json(game.state.carry()))
            twin = CanberraPoker(game.state.options, game.boxes, carry, shoe=game.shoe)

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "17.15")
@pytest.mark.rule("NI2004-492", "17.16")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_entry_that_is_taken_back_was_never_there(seed):
    walking = TournamentWalk(seed, trouble=STORMY)
    game = walking.game
    table = Table(Setup("T-01", game.name, game.boxes, game.state.options, game.shoe))
    taken_back = set()
    for _ in range(1_000):
        walking.game = table.game
        event, _offer = walking.next_event()
        before = all_of(table.game.state)
        table.take(event)
        if isinstance(event, e.Command) and table.undoable() is event and walking.rng.random() < 0.3:
            table.take(e.Undo(by=event.by, role=event.role))
            assert all_of(table.game.state) == before, f"left behind by {event}"
            taken_back.add(event.kind)
    assert {"ask_ante", "place_ante", "mark_seat"} <= taken_back
