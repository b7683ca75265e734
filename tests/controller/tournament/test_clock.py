"""Somebody sets the computer's clock while a tournament is conducted."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from controller.inbox import Inbox
from controller.tournament.host import Host
from games.tournament import events as t
from tests.controller.room import Room, room
from tests.controller.test_clock import HOUR_MS, Computer
from tests.controller.tournament.conducting import Hosted
from tests.controller.tournament.test_page import entered, playing
from tests.games.tournament.playing import conditions_of


def time_of(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000):%H:%M}"


def hosted(running: Room, computer: Computer) -> Host:
    table = SimpleNamespace(table="T-01", boxes=4, tournament="tournaments/cup.toml")
    config: Any = SimpleNamespace(tournament=conditions_of("demo_omaha"), table=table, state=running.folder)
    return Host(config, running.table, computer.clock())


def clocks_told(running: Room, computer: Computer, *steps_ms: int) -> tuple[int, int]:
    """What the tournament knows of the clock, and how many records it has, after a start and these steps."""

    async def conducts() -> tuple[int, int]:
        host = hosted(running, computer)
        inbox = Inbox(asyncio.get_running_loop())
        host.start(running.loop, inbox, running.journal, running.seal)
        for step_ms in steps_ms:
            computer.wall += step_ms
            for _ in range(3):
                computer.passes(1_000)
                host.look()
        wrote = host.loop.wrote
        host.stop()
        assert wrote is not None
        return host.loop.tournament.state.clock_shift_ms, wrote.record

    return asyncio.run(conducts())


def test_a_step_is_noticed_and_written_down_once(tmp_path: Path) -> None:
    computer = Computer()
    with room(tmp_path / "table") as running:
        assert clocks_told(running, computer)[0] == 0
        shift_ms, records = clocks_told(running, computer, HOUR_MS, 1_000)
        assert shift_ms == HOUR_MS
        assert clocks_told(running, computer, -HOUR_MS, HOUR_MS) == (0, records + 3)


def test_the_page_tells_the_time_of_the_clock_on_the_wall(hall: Hosted) -> None:
    _, director, _ = playing(hall)
    level = hall.state.level_clock[1]
    hall.say(t.ClockStepped(shift_ms=HOUR_MS))
    assert director.opens("more").does("Take a break", minutes="10") == ""
    header = director.state["header"]
    assert header["clock"] == time_of(hall.now_ms + HOUR_MS)
    assert header["timers"][0]["until_ms"] == hall.now_ms + HOUR_MS + 600_000
    assert header["timers"][0]["until_ms"] - header["now_ms"] == 600_000
    hall.say(t.GoOn(by="3001"))
    assert director.state["header"]["timers"][0]["until_ms"] > level + HOUR_MS
    lines = director.opens("log").cells()
    assert lines[0][0] == time_of(hall.now_ms + HOUR_MS)
    assert lines[-1][0] == time_of(hall.state.specified_start_ms() - HOUR_MS)


def test_a_start_is_put_off_by_the_clock_on_the_wall(hall: Hosted) -> None:
    _, director, _ = entered(hall)
    hall.say(t.ClockStepped(shift_ms=2 * HOUR_MS))
    at = datetime.fromtimestamp((hall.now_ms + 3 * HOUR_MS) / 1000)
    assert director.opens("more").does("Set the starting time anew", from_ms=f"{at:%Y-%m-%dT%H:%M}") == ""
    starts = director.state["header"]["timers"][0]
    assert starts["at"] == f"{at:%H:%M}"
