"""Somebody sets the computer's clock while the table plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller import upkeep
from controller.clock import TableClock, steady_ms, time_of_day_ms, wall_ms
from controller.inbox import LIMIT, Inbox, Incoming
from controller.journal.records import played_again
from controller.loop import TableLoop
from controller.upkeep import Upkeep, clock_began_anew
from games import events as e
from games.outcomes import Notice
from tests.controller.room import Room, room, setup, talk, to_the_antes

NOON_MS = 1_800_000_000_000
HOUR_MS = 3_600_000


class Computer:
    """Its time of day can be set; how long it runs cannot."""

    def __init__(self) -> None:
        self.wall = NOON_MS
        self.runs = 5_000

    def passes(self, ms: int) -> None:
        self.wall += ms
        self.runs += ms

    def clock(self, not_before_ms: int = 0) -> TableClock:
        return TableClock(not_before_ms, lambda: self.wall, lambda: self.runs)


@pytest.mark.parametrize("step_ms", [HOUR_MS, -3 * HOUR_MS])
def test_the_tables_time_goes_on_as_if_nothing_was_done(step_ms: int) -> None:
    computer = Computer()
    clock = computer.clock()
    computer.passes(10_000)
    computer.wall += step_ms
    computer.passes(10_000)
    assert clock.now_ms() == NOON_MS + 20_000
    assert clock.stepped_ms(0) == step_ms
    assert clock.stepped_ms(step_ms) == 0
    assert time_of_day_ms(clock.now_ms(), clock.shift_ms) == computer.wall


@pytest.mark.parametrize("drift_ms", [0, 1_500, -2_000])
def test_a_clock_that_is_steered_is_no_step(drift_ms: int) -> None:
    computer = Computer()
    clock = computer.clock()
    computer.wall += drift_ms
    assert clock.stepped_ms(0) == 0


def test_no_record_is_earlier_than_the_one_before_the_start() -> None:
    computer = Computer()
    clock = computer.clock(not_before_ms=NOON_MS + HOUR_MS)
    assert clock.now_ms() == NOON_MS + HOUR_MS
    assert clock_began_anew(0, clock) == e.ClockStepped(by_ms=-HOUR_MS, shift_ms=-HOUR_MS)
    assert clock_began_anew(-HOUR_MS, clock) is None


def test_a_start_is_at_the_time_of_day_again() -> None:
    clock = Computer().clock(not_before_ms=NOON_MS - HOUR_MS)
    assert clock_began_anew(0, clock) is None
    assert clock_began_anew(HOUR_MS, clock) == e.ClockStepped(by_ms=0, shift_ms=0)


def test_the_real_clocks_go_together() -> None:
    assert abs(TableClock(0, wall_ms, steady_ms).shift_ms) < 100


# ---------------------------------------------------------------- at a table


def test_a_step_is_noticed_recorded_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "EVERY_S", 0.01)
    computer = Computer()

    async def play(running: Room) -> None:
        clock = computer.clock()
        inbox = Inbox(asyncio.get_running_loop())
        watching = asyncio.create_task(Upkeep([running.loop], clock, inbox).run())
        computer.wall += HOUR_MS
        incoming = await asyncio.wait_for(inbox.get(), 5)
        assert incoming.event == e.ClockStepped(by_ms=HOUR_MS, shift_ms=HOUR_MS)
        running.loop.handle(incoming)
        with pytest.raises(TimeoutError):  # once is enough
            await asyncio.wait_for(inbox.get(), 0.1)
        watching.cancel()

    with room(tmp_path / "table") as running:
        to_the_antes(talk(running))
        heard: list[str] = []
        running.loop.tell(
            lambda event, outcomes: heard.extend(one.say.code for one in outcomes if isinstance(one, Notice))
        )
        asyncio.run(play(running))
        assert heard == ["clock_put_forward"]
        assert [notice.say.code for notice in running.table.notices] == ["clock_put_forward"]
        *_, last = played_again(running.seal, running.journal.records())
        assert last.entry.event is not None
        assert last.entry.event.kind == "clock_stepped"
        assert last.table.clock_shift_ms == HOUR_MS


def test_a_step_that_finds_the_inbox_full_is_told_as_soon_as_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upkeep, "EVERY_S", 0.01)
    computer = Computer()

    async def look() -> e.Event:
        inbox = Inbox(asyncio.get_running_loop())
        watching = asyncio.create_task(Upkeep([], computer.clock(), inbox).run())
        for _ in range(LIMIT):
            inbox.put(Incoming(e.TimeCame()))
        computer.wall += HOUR_MS
        await asyncio.sleep(0.05)
        assert len(await inbox.some(LIMIT)) == LIMIT
        told = await asyncio.wait_for(inbox.get(), 5)
        watching.cancel()
        return told.event

    assert asyncio.run(look()) == e.ClockStepped(by_ms=HOUR_MS, shift_ms=HOUR_MS)


def test_a_year_later_the_time_of_day_of_any_record_can_be_told(tmp_path: Path) -> None:
    """From the checkpoint alone, too."""
    computer = Computer()
    said: dict[int, int] = {}
    with room(tmp_path / "table") as running:
        clock = computer.clock()
        running.loop._now_ms = clock.now_ms

        def happens(event: e.Event) -> None:
            computer.passes(60_000)
            running.handle(event)
            said[running.numbers()[-1]] = computer.wall

        happens(e.CallFloor(by="1182"))
        computer.wall -= 3 * HOUR_MS
        happens(e.ClockStepped(by_ms=-3 * HOUR_MS, shift_ms=-3 * HOUR_MS))
        happens(e.FloorCame(by="1182"))
    with room(tmp_path / "table", setup(boxes=3)) as running:  # set up anew: a checkpoint of its own
        assert running.table.clock_shift_ms == -3 * HOUR_MS
        running.loop._now_ms = clock.now_ms
        happens(e.CallFloor(by="1182"))
        assert isinstance(running.loop, TableLoop)
        for again in played_again(running.seal, running.journal.records()):
            if again.record.number in said:
                assert again.entry.event is not None
                told = time_of_day_ms(again.entry.event.at_ms, again.table.clock_shift_ms)
                assert told == said[again.record.number]
