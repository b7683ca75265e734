"""What holds at a table with an automated shuffling shoe, whatever the shoe and the people do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.language import LANGUAGES, Language
from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.offers import Offer
from games.outcomes import OUTCOMES, Notice, Payment, Question, Refusal, RoundClosed, Ruling
from tests.games.shuffling_talk import REPLACED, SHUFFLER
from tests.games.table_talk import all_of, house_options
from tests.games.test_properties import counts_the_chips, keeps_its_promise, says_what_is_next
from tests.games.walks import Walk

CALM, STORMY, WILD = 0.0, 0.05, 0.4
SEEDS = range(6)
ROUNDS = {CALM: 30, STORMY: 40, WILD: 15}
EVENTS_AT_MOST = 12_000
COLOURS = ("blue", "red")
FAULTS = ("jammed", "motor_failed", "restarted", "tells_cards", "")
SPEAKERS = [Language(name) for name in LANGUAGES]


class ShufflingWalk(Walk):
    def __init__(self, seed: int, *, trouble: float) -> None:
        super().__init__("canberra_poker", seed, trouble=trouble)
        self.game = new_game(self.rng)

    @property
    def shuffler(self) -> Any:
        return self.game.state.shuffler

    def choose(self) -> tuple[e.Event, Offer | None]:
        if self.rng.random() < self.trouble:
            unasked = (self.device, self.device, self.reader, self.shoe, self.report, self.junk)
            return self.rng.choice(unasked)(), None
        state = self.game.state
        if state.shuffling_shoe_in_use() and (mended := self.mended()):
            return mended, None
        if state.shuffling_shoe_in_use() and self.rng.random() < 0.5 and (moved := self.deck_moves()):
            return moved, None
        if state.dealing and not state.question and not state.by_hand:
            return self.shoe(), None
        return self.touch()

    def mended(self) -> e.Event | None:
        """People see to it that the shoe works again."""
        if self.shuffler.stopped:
            return e.DeviceReady(**SHUFFLER)
        return e.DoorChanged(**SHUFFLER, open=False) if self.shuffler.door_open else None

    def deck_moves(self) -> e.Event | None:
        """The deck that is not in play is put in, and shuffled."""
        if self.game.state.phase not in ("shuffle", "antes", "decide", "collect"):
            return None
        known = self.shuffler.colours or COLOURS
        for colour in known:
            said = {**SHUFFLER, "colour": colour, "count": 52}
            match self.shuffler.decks.get(colour):
                case None if colour != self.shuffler.in_play:
                    return e.DeckInserted(**said)
                case "inserted":
                    return e.ShuffleStarted(**said)
                case "shuffling":
                    return e.ShuffleComplete(**said)
        return None

    def shoe(self) -> e.Event:
        """A pack; in times of trouble of another count or colour, and sometimes a card that cannot be."""
        odd = self.rng.random() < self.trouble
        if odd and self.rng.random() < 0.2:
            return super().shoe()
        colour = self.rng.choice((*COLOURS, "green", "unknown")) if odd else self.shuffler.deals_from
        count = self.rng.choice((0, 1, 4, 6, 52)) if odd else 5
        return e.PackDispensed(**SHUFFLER, colour=colour or "unknown", count=count)

    def device(self) -> e.Event:
        deck = {
            **SHUFFLER,
            "colour": self.rng.choice((*COLOURS, *COLOURS, "green", "unknown")),
            "count": self.rng.choice((None, 52, 52, 51)),
        }
        return self.rng.choice(
            (
                super().device(),
                e.DeviceLost(**SHUFFLER),
                e.DeviceReady(**SHUFFLER),
                e.DeviceFaulted(**SHUFFLER, code=self.rng.choice(FAULTS)),
                e.DeviceRecovered(**SHUFFLER, code=self.rng.choice(FAULTS)),
                e.ReportsMissed(**SHUFFLER, count=self.rng.randrange(3)),
                e.DeviceNoted(**SHUFFLER, what="unknown_message"),
                e.PoweredUp(**SHUFFLER, cycles=3),
                e.DoorChanged(**SHUFFLER, open=self.rng.random() < 0.5),
                e.DeckInserted(**deck),
                e.ShuffleStarted(**deck),
                e.ShuffleComplete(**deck),
            )
        )


def new_game(rng: Random) -> CanberraPoker:
    options = house_options(supervisor_decides=frozenset())
    return CanberraPoker(options, rng.choice((1, 2, 3, 7)), shoe="shuffling")


def walk(seed, trouble, check, *, rounds=None):
    walking = ShufflingWalk(seed, trouble=trouble)
    story, closed = [], 0
    for _ in range(EVENTS_AT_MOST):
        event, offer = walking.next_event()
        story.append(event)
        try:
            outcomes = walking.game.take(event)
            check(walking, event, offer, outcomes)
        except Exception as error:
            told = "\n".join(f"  {event}" for event in story[-60:])
            raise AssertionError(f"{error!r}\nseed {seed}, trouble {trouble}, after\n{told}") from error
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            closed += 1
            if closed == (rounds or ROUNDS[trouble]):
                return
    told = "\n".join(f"  {event}" for event in story[-30:])
    raise AssertionError(f"seed {seed}: the table does not come on any more, after\n{told}")


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_always_says_what_is_next_and_comes_on(seed, trouble):
    walk(seed, trouble, says_what_is_next)


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.parametrize("trouble", [CALM, STORMY])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_accepted(seed, trouble):
    walk(seed, trouble, keeps_its_promise)


@pytest.mark.rule("NI2004-492", "12.6")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_chip_appears_or_vanishes_and_a_void_gives_everything_back(seed, trouble):
    walk(seed, trouble, counts_the_chips)


@pytest.mark.rule("NI2004-492", "12.6")
@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_malfunction_voids_the_round_while_cards_are_to_come_and_nothing_else_does(seed):
    """A lost line or missed messages are none until a person says so (MALFUNCTION)."""
    to_come = False

    def check(walking, event, offer, outcomes):
        nonlocal to_come
        state = walking.game.state
        malfunctions = (e.DeviceFaulted, e.PoweredUp)
        fails = isinstance(event, malfunctions) and event.role == "shuffler"
        if to_come and fails:
            assert state.void
            assert state.void_rule.number == "12.6"
            assert not state.pending
            back = {box.number for box in state.playing()}
            assert {outcome.box for outcome in outcomes if isinstance(outcome, Payment)} == back
        elif isinstance(event, e.Fact):
            assert not [outcome for outcome in outcomes if isinstance(outcome, Payment)]
        to_come = state.dealing and not state.void and state.shuffling_shoe_in_use()

    walk(seed, WILD, check)


@pytest.mark.rule("NI2004-492", "12.1")
@pytest.mark.parametrize("trouble", [STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_rule_that_is_replaced_is_not_cited_while_the_shoe_is_in_use(seed, trouble):
    def check(walking, event, offer, outcomes):
        in_use = walking.game.state.shuffling_shoe_in_use()
        if isinstance(event, e.ReplaceShoe) or not in_use:
            return
        said = [walking.game.prompt(), *outcomes]
        cited = {one.rule.number for one in said if getattr(one, "rule", None)}
        for question in outcomes:
            if isinstance(question, Question):
                cited |= {choice.rule.number for choice in question.choices}
        assert not cited & REPLACED, cited & REPLACED
        assert not {number for number in cited if number.startswith(("5.", "6."))}

    walk(seed, trouble, check)


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.parametrize("trouble", [CALM, STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_are_packs_of_five_or_nothing(seed, trouble):
    def check(walking, event, offer, outcomes):
        state = walking.game.state
        if state.shuffling_shoe_in_use():
            places = [*(str(box.number) for box in state.playing()), "dealer"]
            assert {len(state.deal.hand(place)) for place in places} <= {0, 5}
            assert state.cards_out >= 0

    walk(seed, trouble, check)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_told_can_be_said_in_every_language(seed):
    def check(walking, event, offer, outcomes):
        prompt = walking.game.prompt()
        said = [prompt.say, *(offer.say for offer in walking.game.offers())]
        said += [offer.blocked for offer in walking.game.offers() if offer.blocked]
        said += [one.say for one in outcomes if isinstance(one, Notice | Refusal)]
        for speaker in SPEAKERS:
            for sentence in said:
                assert speaker.say(sentence)
            assert len(speaker.say(prompt.say)) <= 40
            assert prompt.explain is None or speaker.say(prompt.explain)
            for outcome in outcomes:
                if isinstance(outcome, Question | Ruling | Notice):
                    assert speaker.told(outcome)

    walk(seed, STORMY, check)


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.parametrize("trouble", [STORMY, WILD])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_command_changes_nothing(seed, trouble):
    walking = ShufflingWalk(seed, trouble=trouble)
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
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_events_always_have_the_same_outcomes(seed):
    events = []
    walk(seed, STORMY, lambda walking, event, offer, outcomes: events.append(event), rounds=10)

    def told():
        game = new_game(ShufflingWalk(seed, trouble=STORMY).rng)
        return [(OUTCOMES.dump_json(game.take(event)), repr(game.prompt())) for event in events]

    assert told() == told()
