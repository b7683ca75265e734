"""What holds in every round, however it is played and whatever the devices say.

The walks are seeded: a failure names its seed and shows the events of the round it happened in.
"""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games import events as e
from games.cards import Card, SealedCard
from games.outcomes import OUTCOMES, CardTurned, JackpotPools, Payment, Question, Refusal, RoundClosed
from tests.games.table_talk import all_of
from tests.games.walks import NEW_GAME, Walk

ROOT = Path(__file__).parents[2]
EVERY_GAME = pytest.mark.parametrize("game", NEW_GAME)
CALM, STORMY, WILD = 0.0, 0.05, 0.4
SEEDS = range(8)
ROUNDS = {CALM: 80, STORMY: 100, WILD: 60}
EVENTS_AT_MOST = 12_000
CARDS_EACH = {"canberra_poker": 5, "casino_holdem": 2}
CARDS_ON_BOARD = {"canberra_poker": 0, "casino_holdem": 5}


@cache
def chosen(game, seed, trouble):
    """The events of a walk and the offers that were taken: thought out once, looked at from all sides."""
    walking = Walk(game, seed, trouble=trouble)
    steps, closed = [], 0
    while len(steps) < EVENTS_AT_MOST and closed < ROUNDS[trouble]:
        steps.append(walking.next_event())
        outcomes = walking.game.take(steps[-1][0])
        closed += any(isinstance(outcome, RoundClosed) for outcome in outcomes)
    return steps


def walk(game, seed, trouble, check, *, rounds=None):
    """Plays rounds and calls `check(walk, event, offer, outcomes)` after each event."""
    walking = Walk(game, seed, trouble=trouble)
    story = []
    closed = 0
    for event, offer in chosen(game, seed, trouble):
        story.append(event)
        try:
            outcomes = walking.game.take(event)
            check(walking, event, offer, outcomes)
        except Exception as error:
            told = "\n".join(f"  {event}" for event in story[-60:])
            raise AssertionError(f"{error!r}\n{game}, seed {seed}, trouble {trouble}, after\n{told}") from error
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            story.clear()
            closed += 1
            if closed == (rounds or ROUNDS[trouble]):
                return


ON_SHEETS = {"report", "more", "closed"}  # made when one is opened


def says_what_is_next(walking, event, offer, outcomes):
    prompt = walking.game.prompt()
    assert prompt.rule is not None, "a prompt without a rule"
    in_sight, on_sheets = walking.game.offers_in_sight(), list(walking.game.offers_on_their_sheets())
    assert all(offer.command in e.KINDS for offer in (*in_sight, *on_sheets))
    assert not {offer.where for offer in in_sight} & {"report", "closed"}
    for offer in on_sheets:
        assert offer.where in ON_SHEETS
        assert not offer.proposed
        assert offer.box is None, "it would be in sight"


def keeps_its_promise(walking, event, offer, outcomes):
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    assert not (offer and refused), f"offered, and then refused: {refused}"


def counts_the_chips(walking, event, offer, outcomes):
    for payment in outcomes:
        if isinstance(payment, Payment):
            lay_cents = payment.returned_cents + payment.taken_cents
            assert lay_cents in (0, payment.wager_cents), "part of a wager was left on the layout"
            assert payment.paid_cents == 0 or payment.result == "win"
            assert lay_cents or payment.result in ("void", "returned"), "settled a second time"
    for closed in outcomes:
        if isinstance(closed, RoundClosed):
            for box in closed.boxes:
                lost_cents = box.wagered_cents - box.returned_cents
                assert lost_cents >= 0
                assert box.net_cents == box.paid_cents - lost_cents
                assert not closed.void or (lost_cents, box.paid_cents) == (0, 0), "a void that costs chips"


@pytest.mark.rule("NI2004-492", "16.5(c)")
@pytest.mark.rule("NI2007-208", "15.5(c)")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_always_says_what_is_next_and_by_which_rule(game, seed, trouble):
    walk(game, seed, trouble, says_what_is_next)


@pytest.mark.rule("NI2004-492", "16.5(c)")
@pytest.mark.rule("NI2007-208", "15.5(c)")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_accepted(game, seed, trouble):
    walk(game, seed, trouble, keeps_its_promise)


@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.rule("NI2007-208", "13.3")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_no_chip_appears_or_vanishes(game, seed, trouble):
    walk(game, seed, trouble, counts_the_chips)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_pools_are_told_of_whenever_they_change_and_lose_nothing(seed, trouble):
    moved_cents, before = 0, None

    def check(walking, event, offer, outcomes):
        nonlocal moved_cents, before
        told = [outcome for outcome in outcomes if isinstance(outcome, JackpotPools)]
        moved_cents += sum(one.fed_cents - one.paid_cents for one in told)
        moved_cents += sum(one.corrected_cents + one.changed_cents for one in told)
        pools = walking.game.state.pools
        assert pools.opening_cents + moved_cents == pools.prize_cents + pools.reserve_cents
        assert told or before in (None, pools), "changed, and nobody was told"
        before = pools

    walk("canberra_poker", seed, trouble, check)


@pytest.mark.rule("NI2004-492", "9.7")
@pytest.mark.rule("NI2007-208", "9.5")
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_every_wager_of_a_closed_round_has_one_result(game, seed):
    def check(walking, event, offer, outcomes):
        boxes = walking.game.state.boxes.values()
        state = walking.game.state
        if state.phase == "collect" and (state.void or not state.to_collect()):
            for box in boxes:
                second, side = walking.game.second_wager, walking.game.side_wager
                placed = {"ante": box.ante_cents, second: box.second_cents, side: box.side_cents}
                settled = {(payment.wager, payment.wager_cents) for payment in box.payments}
                assert sorted(settled) == sorted((name, c) for name, c in placed.items() if c)

    walk(game, seed, STORMY, check)


@pytest.mark.rule("NI2004-492", "7.3")
@pytest.mark.rule("NI2007-208", "7.3")
@pytest.mark.rule("NI2007-208", "10.5")
@EVERY_GAME
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_payment_is_told_once(game, seed, trouble):
    """Whoever adds up what was heard comes to what the round ended with, a void among it (VOID-MONEY)."""
    heard = []

    def check(walking, event, offer, outcomes):
        if walking.game.state.in_round:  # before the deal an ante that goes back may be placed anew
            heard.extend(outcome for outcome in outcomes if isinstance(outcome, Payment))
        for closed in outcomes:
            if isinstance(closed, RoundClosed):
                for box in closed.boxes:
                    of_box = [payment for payment in heard if payment.box == box.box]
                    lay = [payment.wager for payment in of_box if payment.returned_cents + payment.taken_cents]
                    assert len({*lay}) == len(lay), "told twice"
                    assert sum(payment.net_cents for payment in of_box) == box.net_cents
                heard.clear()

    walk(game, seed, trouble, check)


@pytest.mark.rule("NI2007-208", "10.4")
@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_bonus_is_open_when_the_river_comes(seed, trouble):
    declared = set()

    def check(walking, event, offer, outcomes):
        state = walking.game.state
        if state.phase == "decide":
            declared.update(box.number for box in state.playing() if box.claim)
        if state.phase in ("river", "reveal", "settle"):
            for box in state.playing():
                bonus = [payment for payment in box.payments if payment.wager == "bonus"]
                assert len(bonus) == bool(box.side_cents)
                unheard = [payment for payment in bonus if payment.rule.number == "10.4"]
                assert not (unheard and box.number in declared), "declared, and taken unseen"
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            declared.clear()

    walk("casino_holdem", seed, trouble, check)


@pytest.mark.rule("NI2004-492", "2.1")
@pytest.mark.rule("NI2007-208", "2.1")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_in_two_places_is_always_asked_about(game, seed, trouble):
    asked = set()

    def check(walking, event, offer, outcomes):
        state = walking.game.state
        asked.update(state.round for o in outcomes if isinstance(o, Question) and o.about == "card_read_twice")
        faces = Counter(dealt.card for dealt in state.deal.dealt if dealt.card is not None)
        assert state.round in asked or max(faces.values(), default=1) == 1, f"{faces.most_common(1)} twice"

    walk(game, seed, trouble, check)


@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.rule("NI2007-208", "6.3")
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_lie_where_the_order_of_the_deal_puts_them(game, seed):
    def check(walking, event, offer, outcomes):
        state = walking.game.state
        boxes = [str(box.number) for box in state.boxes.values() if box.ante_cents]
        order = [(place, nth) for nth in range(1, CARDS_EACH[game] + 1) for place in (*boxes, "dealer")]
        order += [("board", nth) for nth in range(1, CARDS_ON_BOARD[game] + 1)]
        lie = [(dealt.due.place, dealt.due.nth) for dealt in state.deal.dealt]
        assert lie == order[: len(lie)]

    walk(game, seed, STORMY, check)


@pytest.mark.rule("NI2004-492", "4.4")
@pytest.mark.rule("NI2007-208", "4.4")
@pytest.mark.parametrize("trouble", [STORMY, WILD])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_command_changes_nothing(game, seed, trouble):
    walking = Walk(game, seed, trouble=trouble)
    for _ in range(1_500):
        event, _offer = walking.next_event()
        for _ in range(2):
            command = walking.junk()
            before = all_of(walking.game.state)
            outcomes = walking.game.take(command)
            if any(isinstance(outcome, Refusal) for outcome in outcomes):
                assert len(outcomes) == 1
                assert before == all_of(walking.game.state), f"changed by {command}"
                continue
            break
        else:
            walking.game.take(event)


def played(game, seed, trouble, rounds=1):
    """The events of a walk."""
    events = []
    walk(game, seed, trouble, lambda walking, event, offer, outcomes: events.append(event), rounds=rounds)
    return events


def told(name, seed, events):
    """All that anybody sees: outcomes, the prompt and the offers after each event, as written."""
    game = NEW_GAME[name](Random(seed))
    written = []
    for event in events:
        outcomes = OUTCOMES.dump_json(game.take(event))
        offered = [(offer.command, offer.say, offer.args, offer.blocked) for offer in game.offers()]
        written.append((outcomes, repr(game.prompt()), repr(offered)))
    return written


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.rule("NI2007-208", "15.4")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_events_always_have_the_same_outcomes(game, seed, trouble):
    events = played(game, seed, trouble, rounds=10)
    assert told(game, seed, events) == told(game, seed, events)


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.rule("NI2007-208", "15.4")
@EVERY_GAME
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_playing_all_events_but_the_last_again_takes_the_last_one_back(game, seed, trouble):
    rng = Random(seed)
    events = played(game, seed, trouble, rounds=3)
    for _ in range(5):
        last = rng.randrange(len(events))
        table = NEW_GAME[game](Random(seed))
        for event in events[:last]:
            table.take(event)
        before = all_of(table.state)
        table.take(events[last])
        again = NEW_GAME[game](Random(seed))
        for event in events[:last]:
            again.take(event)
        assert all_of(again.state) == before


@pytest.mark.rule("NI2004-492", "6.2")
@pytest.mark.rule("NI2007-208", "6.2")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@EVERY_GAME
@pytest.mark.parametrize("seed", range(60))
def test_nobody_can_tell_which_cards_are_face_down(game, seed, trouble):
    """Other cards face down, and every screen shows the same until they are turned up."""
    rng = Random(seed)
    events = played(game, seed, trouble)
    events = events[: rng.randrange(len(events)) + 1]
    table = NEW_GAME[game](Random(seed))
    outcomes = [outcome for event in events for outcome in table.take(event)]
    named = {outcome.card for outcome in outcomes if isinstance(outcome, CardTurned)}
    named |= {event.card for event in events if isinstance(event, e.EnterCard)}
    if any(isinstance(event, e.Report) for event in events):
        return  # a report names a face, and what follows depends on whether it is the one on record
    down = {event.card.open() for event in events if isinstance(event, e.CardDrawn) and event.card} - named
    others = dict(zip(sorted(down), rng.sample(sorted(down), len(down)), strict=True))

    def exchanged(event):
        if not isinstance(event, e.CardDrawn) or event.card is None:
            return event
        face = event.card.open()
        return e.CardDrawn(card=SealedCard(Card(others.get(face, face))))

    assert told(game, seed, map(exchanged, events)) == told(game, seed, events)


@pytest.mark.rule("NI2004-492", "6.2")
@pytest.mark.rule("NI2007-208", "6.2")
@EVERY_GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_no_outcome_names_a_card_before_it_is_turned_up(game, seed):
    """Cards that a person named are left out: a report may name any card."""
    up, named = set(), set()

    def check(walking, event, offer, outcomes):
        state = walking.game.state
        if isinstance(event, e.Report | e.EnterCard):
            named.add(event.seen if isinstance(event, e.Report) else event.card)
        up.update(outcome.card for outcome in outcomes if isinstance(outcome, CardTurned))
        said = OUTCOMES.dump_json(outcomes).decode() + repr(walking.game.prompt()) + repr(walking.game.offers())
        for dealt in state.deal.dealt:
            face = dealt.card.open() if dealt.card else None
            if face and not dealt.up and face not in up | named:
                assert f"'{face}'" not in said
                assert f'"{face}"' not in said
                assert face.short not in said
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            up.clear()
            named.clear()

    walk(game, seed, STORMY, check)


def sums():
    """One for each game, of all that a walk has told."""
    for game in NEW_GAME:
        events = played(game, 1, STORMY, rounds=4)
        yield game, hashlib.sha256(repr(told(game, 1, events)).encode()).hexdigest()


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.rule("NI2007-208", "15.4")
def test_another_process_with_other_hashes_of_words_tells_the_same():
    """An order that depends on the hash of a word is the same twice in one process, and not after a restart."""
    ask = "from tests.games.test_properties import sums; print(*(': '.join(one) for one in sums()), sep='\\n')"
    said = {
        subprocess.run(
            [sys.executable, "-c", ask],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1, said
    assert said.pop().count(": ") == len(NEW_GAME)
