"""What those who conduct a tournament see of it, and what its players do."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from games.outcomes import Outcome
from games.tournament import events as t
from games.tournament.seen import seen, seen_by_players
from tests.games.tournament.playing import Hall, conditions_of, play_whole
from tests.games.tournament.test_whole_tournaments import GAMES, TABLES


class Looking(Hall):
    """Somebody looks at both after every event."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.left: list[int] = []

    def say(self, event: t.Event) -> list[Outcome]:
        told = super().say(event)
        whole, players = seen(self.state), seen_by_players(self.state)
        assert whole.pool.fees_cents == whole.pool.commission_cents + whole.pool.cents
        assert sum(whole.pool.prizes_cents) in (0, whole.pool.cents)
        assert sum(one.cents for one in whole.receipts) == sum(row.cents for row in self.state.cash)
        assert len(self.state.left()) <= players.players_left == whole.players_left <= len(self.state.entries)
        return told


def begun(name: str, players: int = 4) -> Looking:
    hall = Looking(conditions_of(name), TABLES, 1)
    hall.take_entries(players)
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()
    return hall


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_looked_at_at_any_moment(name):
    for seed in range(3):
        play_whole(Looking(conditions_of(name), TABLES, seed), 6, wild=0.3)


def test_players_see_no_person():
    hall = begun("demo_omaha")
    persons = {entry.persons[0] for entry in seen(hall.state).entries}
    assert persons == {"P1", "P2", "P3", "P4"}
    assert not [person for person in persons if person in str(asdict(seen_by_players(hall.state)))]


def test_levels_by_the_clock_come_as_points_in_time():
    hall = begun("demo_omaha")
    clock = seen_by_players(hall.state).clock
    assert clock is not None
    assert (clock.level, clock.next_ms) == (1, hall.state.level_clock[0] + 600_000)
    assert clock.next_sets is not None
    assert clock.next_sets.betting.blinds_cents == (5_000, 10_000)


def test_while_the_clock_stands_nobody_says_when_the_next_level_begins():
    hall = begun("demo_omaha")
    hall.do("stop_clock")
    clock = seen(hall.state).clock
    assert clock is not None
    assert (clock.stands, clock.next_ms, clock.break_until_ms) == (True, None, None)


def test_a_break_says_until_when():
    hall = begun("demo_omaha")
    hall.do("take_break", minutes=10)
    clock = seen(hall.state).clock
    assert clock is not None
    assert clock.break_until_ms == hall.state.stopped_ms + 600_000


def test_levels_by_rounds_and_the_rounds_left():
    hall = begun("demo_canberra_poker")
    clock = seen(hall.state).clock
    assert clock is not None
    assert (clock.rounds, clock.rounds_left, clock.next_after_rounds) == (4, 4, 2)
    while min(table.played for table in hall.state.in_play()) < 1:
        hall.play_round()
    clock = seen(hall.state).clock
    assert clock is not None
    assert (clock.rounds_left, clock.next_after_rounds) == (3, 1)


def test_who_waits_for_the_second_heat_is_left_too():
    one_heat_after_the_other = [
        {"name": name, "kind": "heat", "tables": 2, "ends": {"rounds": 2}, "advance": {"of_each_table": 2}}
        for name in ("First", "Second")
    ]
    final = {"name": "Final", "kind": "final", "tables": 1, "ends": {"rounds": 2}}
    sessions = [*one_heat_after_the_other, final]
    hall = Looking(conditions_of("demo_canberra_poker", sessions=sessions, players_least=8), TABLES, 1)
    hall.take_entries(8)
    hall.carry_out(hall.offered("draw_ballot")[0])
    assert (len(hall.state.left()), seen_by_players(hall.state).players_left) == (4, 8)


def test_the_starting_time_is_said_until_it_has_come():
    hall = begun("demo_omaha")
    assert seen(hall.state).session.starts_ms is None
    hall = Looking(conditions_of("demo_omaha"), TABLES, 1)
    assert seen(hall.state).session.starts_ms == hall.start_ms


def test_places_are_told_to_the_players_once_they_are_awarded():
    hall = Looking(conditions_of("demo_omaha"), TABLES, 4)
    told: dict[str, int] = {}
    hall_say = hall.say

    def say(event: t.Event) -> list[Outcome]:
        outcomes = hall_say(event)
        told[hall.state.stage] = len(seen_by_players(hall.state).placed)
        return outcomes

    hall.say = say  # type: ignore[method-assign]
    play_whole(hall, 5)
    assert told["placing"] == 0
    assert told["awarded"] == 5 - len(seen(hall.state).places.without_place) > 0
