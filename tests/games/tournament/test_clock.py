"""Somebody sets the computer's clock: a tournament's own time goes on, its starting time is one of day."""

from __future__ import annotations

from typing import Any

import pytest

from games.outcomes import Notice
from games.tournament import events as t
from games.tournament.acts import acts
from games.tournament.seen import seen, seen_by_players
from tests.games.tournament.playing import Hall
from tests.games.tournament.test_awkward_turns import begun, come, drawn, hall_for, status
from tests.games.tournament.test_rules_of_conduct import refused, time_comes

HOUR_MS = 3_600_000
MINUTE_MS = 60_000


def clock_is_set(hall: Hall, shift_ms: int) -> None:
    hall.say(t.ClockStepped(at_ms=hall.now_ms, shift_ms=shift_ms))


def starts_again(hall: Hall, shift_ms: int) -> None:
    hall.say(t.Restarted(at_ms=hall.now_ms, shift_ms=shift_ms))
    hall.settle()


def begin_is_blocked(hall: Hall) -> bool:
    return next(act for act in acts(hall.tournament) if act.command == "begin_session").blocked is not None


@pytest.mark.rule("NI2017-583", "20.3(a)(i)")
@pytest.mark.rule("NI2004-492", "17.4(a)")
@pytest.mark.parametrize("name", ["demo_omaha", "demo_canberra_poker"])
@pytest.mark.parametrize("shift_ms", [20 * MINUTE_MS, -HOUR_MS])
def test_a_session_begins_at_the_starting_time_by_the_clock_on_the_wall(name: str, shift_ms: int) -> None:
    hall = drawn(hall_for(name, 4, there=1))
    come(hall)
    start_ms = hall.state.specified_start_ms()
    clock_is_set(hall, shift_ms)
    time_comes(hall, start_ms - shift_ms - 5_000)
    assert refused(hall.do("begin_session")).rule == hall.state.numbers.start
    assert begin_is_blocked(hall)
    assert hall.tournament.next_moment_ms == start_ms - shift_ms
    assert seen(hall.state).session.starts_ms == start_ms
    time_comes(hall, start_ms - shift_ms)
    assert not begin_is_blocked(hall)
    assert seen(hall.state).session.starts_ms is None
    hall.carry_out(hall.offered("begin_session")[0])


@pytest.mark.rule("NI2017-583", "20.10")
@pytest.mark.parametrize("shift_ms", [20 * MINUTE_MS, -HOUR_MS])
def test_who_is_not_there_forfeits_at_the_starting_time_by_the_clock_on_the_wall(shift_ms: int) -> None:
    hall = hall_for("demo_omaha", 4, there=1)
    come(drawn(hall), 4)
    clock_is_set(hall, shift_ms)
    time_comes(hall, hall.state.specified_start_ms() - shift_ms - 5_000)
    assert status(hall)[4] == "in"
    time_comes(hall, hall.state.specified_start_ms() - shift_ms)
    assert status(hall)[4] == "forfeited"


@pytest.mark.rule("NI2017-583", "20.10")
def test_a_ballot_is_drawn_and_a_start_is_put_off_by_the_clock_on_the_wall() -> None:
    hall = hall_for("demo_omaha", 4, there=1)
    start_ms = hall.state.specified_start_ms()
    hall.now_ms = start_ms - 30 * MINUTE_MS
    clock_is_set(hall, HOUR_MS)  # half past
    assert refused(hall.do("draw_ballot", chance=(0,) * 4)).say.code == "start_is_past"
    assert refused(hall.do("postpone_start", from_ms=start_ms + 15 * MINUTE_MS)).say.code == "start_is_past"
    hall.do("postpone_start", from_ms=start_ms + 45 * MINUTE_MS)
    assert seen_by_players(hall.state).session.starts_ms == start_ms + 45 * MINUTE_MS
    drawn(hall)


@pytest.mark.parametrize("shift_ms", [HOUR_MS, -HOUR_MS])
def test_levels_and_breaks_last_as_long_as_they_were_to_and_are_told_by_the_clock_on_the_wall(
    shift_ms: int,
) -> None:
    hall = begun("demo_omaha", 4, there=1)
    levels, was = list(hall.state.level_clock), seen(hall.state).clock
    clock_is_set(hall, shift_ms)
    now = seen(hall.state).clock
    assert was is not None
    assert now is not None
    assert was.next_ms is not None
    assert hall.state.level_clock == levels
    assert now.next_ms == was.next_ms + shift_ms
    told = hall.do("take_break", minutes=10)
    said = next(one for one in told if isinstance(one, Notice) and one.say.code == "break_offered")
    until_ms = hall.state.now_ms + shift_ms + 10 * MINUTE_MS
    assert said.say.words["until_ms"] == until_ms
    assert _break(hall) == until_ms
    time_comes(hall, hall.now_ms + 9 * MINUTE_MS)
    assert hall.state.is_stopped
    time_comes(hall, hall.now_ms + MINUTE_MS)
    assert not hall.state.is_stopped


def _break(hall: Hall) -> Any:
    clock = seen(hall.state).clock
    return clock.break_until_ms if clock is not None else None


@pytest.mark.parametrize(
    ("shift_ms", "shift_then_ms", "passed_ms"),
    [
        (HOUR_MS, 0, HOUR_MS + MINUTE_MS),  # times begin anew with the time of day, an hour later
        (-HOUR_MS, MINUTE_MS - HOUR_MS, 0),  # they wait for it
    ],
)
def test_a_start_after_the_clock_was_set_makes_no_break_and_no_level_longer_or_shorter(
    shift_ms: int, shift_then_ms: int, passed_ms: int
) -> None:
    """The daemon was down for a minute."""
    hall = begun("demo_omaha", 4, there=1)
    clock_is_set(hall, shift_ms)
    hall.do("take_break", minutes=10)
    until_ms, level = _break(hall), hall.state.level_clock[1] + shift_ms
    hall.now_ms += passed_ms
    starts_again(hall, shift_then_ms)
    assert hall.state.is_stopped
    assert _break(hall) == until_ms
    assert hall.state.level_clock[1] + shift_then_ms == level
    time_comes(hall, until_ms - shift_then_ms)
    assert not hall.state.is_stopped


def test_a_clock_that_was_put_back_while_the_daemon_was_down_makes_no_break_longer() -> None:
    hall = begun("demo_omaha", 4, there=1)
    hall.do("take_break", minutes=10)
    starts_again(hall, -HOUR_MS)
    time_comes(hall, hall.now_ms + 10 * MINUTE_MS)
    assert not hall.state.is_stopped


def test_what_is_taken_back_leaves_the_clock_as_it_was_set() -> None:
    hall = hall_for("demo_omaha", 4, there=1)
    hall.do("postpone_start", from_ms=hall.state.specified_start_ms() + HOUR_MS)
    clock_is_set(hall, HOUR_MS)
    hall.do("undo")
    assert hall.state.clock_shift_ms == HOUR_MS
