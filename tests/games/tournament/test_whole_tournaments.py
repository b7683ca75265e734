"""Whole tournaments at three tables, played by chance, from the first fee to the last payment."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.outcomes import OrderFollowed, Refusal, TournamentRoundPlayed
from games.tournament import desk, ending
from games.tournament import events as t
from games.tournament.outcomes import OUTCOMES, CashMoved, OrderGiven, Outcome, PlacesAwarded
from games.tournament.state import State
from games.tournament.tournament import Setup, Tournament
from tests.games.tournament.playing import Hall, conditions_of, play_whole

GAMES = ("demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud")
TABLES = {"T1": 8, "T2": 8, "T3": 8}


def played(name: str, seed: int, wild: float) -> Hall:
    conditions = conditions_of(name)
    hall = Hall(conditions, TABLES, seed)
    players = hall.chance.randint(conditions.players_least, conditions.players_most)
    play_whole(hall, players, wild=wild)
    return hall


@pytest.mark.parametrize("wild", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("name", GAMES)
def test_money_in_is_money_out_to_the_cent(name, wild):
    for seed in range(12):
        hall = played(name, seed, wild)
        in_the_till = sum(row.cents for row in hall.state.cash)
        if hall.state.stage == "cancelled":
            assert in_the_till == 0, "the commission goes back, too"
        else:
            pool = desk.pool_of(hall.state)
            assert in_the_till == pool.commission_cents
            awarded = next(one for one in hall.outcomes if isinstance(one, PlacesAwarded))
            assert sum(one.prize_cents for one in awarded.placed) == pool.prize_pool_cents


@pytest.mark.parametrize("name", ["demo_omaha", "demo_faro", "demo_seven_card_stud"])
def test_chips_only_change_hands_in_a_pot_game(name):
    rounds = 0
    for seed in range(12):
        hall = played(name, seed, 0.2)
        has: dict[int, int] = {}
        for event in hall.events:
            what = getattr(event, "what", None)
            if isinstance(what, OrderFollowed) and what.moved is not None:
                has[what.moved.entry] = what.moved.chips_cents
            elif isinstance(what, TournamentRoundPlayed):
                rounds += 1
                now = {one.entry: one.chips_cents for one in what.entrants}
                assert sum(now.values()) == sum(has[entry] for entry in now), event
                has |= now
        assert not hall.notices("chips_do_not_add_up")  # what makes it: tests/scenarios/tournaments
    assert rounds > 10


@pytest.mark.parametrize("name", GAMES)
def test_everybody_who_entered_has_one_place_or_none(name):
    for seed in range(12):
        hall = played(name, seed, 0.3)
        if hall.state.stage == "cancelled":
            continue
        placed = [number for group in hall.state.placed for number in group]
        without = ending.without_place(hall.state)
        assert sorted([*placed, *without]) == sorted(hall.state.entries)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_events_give_the_same_outcomes(name):
    hall = played(name, 5, 0.3)
    again = Tournament(Setup("T", conditions_of(name), TABLES))
    told = [outcome for event in hall.events for outcome in again.take(event)]
    assert OUTCOMES.dump_json(told) == OUTCOMES.dump_json(hall.outcomes)


@pytest.mark.parametrize("name", GAMES)
def test_events_and_outcomes_can_be_written_and_read(name):
    hall = played(name, 3, 0.3)
    for event in hall.events:
        assert t.EVENT.validate_json(t.EVENT.dump_json(event)) == event
    assert OUTCOMES.validate_json(OUTCOMES.dump_json(hall.outcomes)) == hall.outcomes


class HallOfRubbish(Hall):
    """Before everything that is said, somebody says something that may be nonsense."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.other_chance = Random(1)
        self.refused = 0

    def say(self, event: t.Event) -> list[Outcome]:
        before, trial = deepcopy(self.state), deepcopy(self.tournament)
        told = trial.take(self.rubbish())
        if isinstance(told[0], Refusal):
            self.refused += 1
            assert len(told) == 1
            assert trial.state == before
        return super().say(event)

    def rubbish(self) -> t.Command:
        chance = self.other_chance
        kind = chance.choice(sorted(t.COMMANDS))
        cls = t.COMMANDS[kind]
        values: dict[str, Any] = {
            "entry": chance.randint(1, 14),
            "table": chance.choice(["T1", "T2", "T9"]),
            "seat": chance.randint(1, 9),
            "person": chance.choice(["P1", "P2", "X"]),
            "chance": tuple(chance.randrange(9) for _ in range(chance.randrange(5))),
            "draw": (t.Drawn(entry=1, table="T1", seat=1), t.Drawn(entry=1, table="T1", seat=1)),
            "ended": (t.Ended(table="T1", round=1), t.Ended(table="T2", round=1)),
            "what": "copy_sent_to_commission",
            "reference": "none",
            "number": "3001",
            "name": "Dora",
            "from_ms": chance.choice([0, self.now_ms + 1]),
            "forfeits": True,
            "minutes": chance.randint(0, 3),
            "hand_for_hand": True,
            "chips_cents": chance.choice([0, 100]),
            "reason": chance.choice([" ", "because"]),
        }
        wanted = {name: values[name] for name in cls.__dataclass_fields__ if name in values}
        return cls(at_ms=self.now_ms, by=chance.choice(["3001", "1"]), **wanted)


class TestARefusedCommandChangesNothing:
    """Whoever says whatever, in whatever state."""

    @pytest.mark.parametrize("name", GAMES)
    def test_in_every_state_that_is_reached(self, name):
        refused = 0
        for seed in range(6):
            hall = HallOfRubbish(conditions_of(name), TABLES, seed)
            play_whole(hall, 5, wild=0.1)
            refused += hall.refused
        assert refused > 200


class HallOfSecondThoughts(Hall):
    """Whatever the director can take back is taken back once, and then done after all."""

    taken_back = 0

    def say(self, event: t.Event) -> list[Outcome]:
        if isinstance(event, t.Command) and event.undoable and event.kind not in NOT_THE_DIRECTORS:
            before = deepcopy(self.state)
            told = super().say(event)
            if not isinstance(told[0], Refusal):
                super().say(t.Undo(at_ms=self.now_ms, by=self.state.director))
                self.taken_back += 1
                assert without_orders(self.state) == without_orders(before), f"left behind by {event}"
                self.settle()
        return super().say(event)


NOT_THE_DIRECTORS = ("record_conditions", "nominate_director")


def without_orders(state: State) -> State:
    """What was ordered stays ordered, and time goes on."""
    tables = {
        name: replace(table, orders=[], seated={}, levels=(), play=None, joined=False)
        for name, table in state.tables.items()
    }
    entries = {number: replace(entry, given_cents=0) for number, entry in state.entries.items()}
    return replace(state, tables=tables, entries=entries, now_ms=0)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_back_was_never_there(name):
    taken_back = 0
    for seed in range(4):
        hall = HallOfSecondThoughts(conditions_of(name), TABLES, seed)
        play_whole(hall, 5, wild=0.2)
        taken_back += hall.taken_back
        for table in hall.tables.values():
            assert not table.waiting
    assert taken_back > 10


def test_an_order_is_given_once_and_in_its_turn():
    hall = played("demo_omaha", 8, 0.4)
    for name in TABLES:
        numbers = [
            one.order.order for one in hall.outcomes if isinstance(one, OrderGiven) and one.table == name
        ]
        assert numbers == list(range(1, len(numbers) + 1))


def test_receipts_are_numbered_without_a_gap():
    hall = played("demo_omaha", 8, 0.2)
    numbers = [one.number for one in hall.outcomes if isinstance(one, CashMoved)]
    assert numbers == list(range(1, len(numbers) + 1))
