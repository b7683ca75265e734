"""Somebody sets the computer's clock while the table plays."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest

from controller import upkeep
from controller.clock import Beginning, TableClock, boot_id, steady_ms, table_clock, time_of_day_ms, wall_ms
from controller.inbox import LIMIT, Inbox, Incoming
from controller.journal.records import played_again
from controller.loop import TableLoop
from controller.upkeep import Upkeep, stepped_meanwhile
from games import events as e
from games.outcomes import Notice
from tests.browser.dealing import DEALER, Screen
from tests.controller.room import Room, room, setup, talk, to_the_antes
from tests.daemon import Daemon

NOON_MS = 1_800_000_000_000
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


class Computer:
    """Its time of day can be set; how long it runs cannot."""

    def __init__(self) -> None:
        self.wall = NOON_MS
        self.runs = 5_000
        self.boot = "first"

    def passes(self, ms: int) -> None:
        self.wall += ms
        self.runs += ms

    def is_switched_on_again(self, after_ms: int) -> None:
        self.boot, self.runs, self.wall = "second", 3_000, self.wall + after_ms

    def clock(self, not_before_ms: int = 0, former: TableClock | None = None) -> TableClock:
        began = former.began if former is not None else None
        return TableClock(
            not_before_ms, began, wall=lambda: self.wall, steady=lambda: self.runs, boot=self.boot
        )


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
    assert stepped_meanwhile(0, clock) == e.ClockStepped(by_ms=-HOUR_MS, shift_ms=-HOUR_MS)
    assert stepped_meanwhile(-HOUR_MS, clock) is None


def test_a_start_is_at_the_time_of_day_again() -> None:
    clock = Computer().clock(not_before_ms=NOON_MS - HOUR_MS)
    assert stepped_meanwhile(0, clock) is None
    assert stepped_meanwhile(HOUR_MS, clock) == e.ClockStepped(by_ms=0, shift_ms=0)


@pytest.mark.parametrize("step_ms", [HOUR_MS, -3 * HOUR_MS])
def test_a_daemon_started_again_goes_on_with_the_tables_time(step_ms: int) -> None:
    """What was announced for a quarter of an hour lasts that long, although the clock was set meanwhile."""
    computer = Computer()
    first = computer.clock()
    computer.passes(MINUTE_MS)
    written_ms = first.now_ms()
    computer.wall += step_ms
    computer.passes(MINUTE_MS)
    again = computer.clock(written_ms, first)
    assert again.now_ms() == NOON_MS + 2 * MINUTE_MS
    assert stepped_meanwhile(0, again) == e.ClockStepped(by_ms=step_ms, shift_ms=step_ms)
    assert stepped_meanwhile(step_ms, again) is None
    computer.passes(MINUTE_MS)
    third = computer.clock(again.now_ms(), again)
    assert time_of_day_ms(third.now_ms(), third.shift_ms) == computer.wall
    assert third.now_ms() == NOON_MS + 3 * MINUTE_MS


def test_once_the_machine_was_off_only_its_clock_knows_for_how_long() -> None:
    computer = Computer()
    first = computer.clock()
    computer.is_switched_on_again(after_ms=HOUR_MS)
    again = computer.clock(NOON_MS, first)
    assert not again.goes_on
    assert again.now_ms() == NOON_MS + HOUR_MS


@pytest.mark.parametrize("away_ms", [25 * HOUR_MS, -25 * HOUR_MS])
def test_a_tables_time_that_was_never_right_is_begun_anew(away_ms: int) -> None:
    """The battery of the computer's clock was empty."""
    computer = Computer()
    first = computer.clock()
    computer.wall += away_ms
    again = computer.clock(0, first)
    assert not again.goes_on
    assert again.now_ms() == computer.wall


def test_a_tables_time_behind_its_journal_is_begun_anew() -> None:
    """As after a journal was brought here from another machine."""
    computer = Computer()
    first = computer.clock()
    again = computer.clock(NOON_MS + HOUR_MS, first)
    assert not again.goes_on
    assert again.now_ms() == NOON_MS + HOUR_MS


def test_the_tables_time_is_kept_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "clock.json"
    first = table_clock(file, 0)
    assert not first.goes_on
    again = table_clock(file, first.now_ms())
    assert again.goes_on
    assert again.began == first.began
    assert file.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("BOOT_ID", "of another day")
    assert not table_clock(file, 0).goes_on
    assert table_clock(file, 0).goes_on, "and that one is kept now"


HARMED = {
    "empty": "",
    "half": "{",
    "other kinds": '{"boot": 1, "at_ms": "x", "steady_ms": 0}',
    "never": f'{{"boot": "{boot_id()}", "at_ms": {10**30}, "steady_ms": 0}}',
    "zeros": "\0" * 40,
}


@pytest.mark.parametrize("harm", HARMED.values(), ids=HARMED.keys())
def test_a_file_of_the_time_that_cannot_be_read_stops_no_table(tmp_path: Path, harm: str) -> None:
    file = tmp_path / "clock.json"
    file.write_text(harm)
    assert abs(table_clock(file, 0).shift_ms) < 1000
    assert table_clock(file, 0).goes_on, "it is written anew"


def test_where_nothing_can_be_written_the_time_of_day_is_begun_with(tmp_path: Path) -> None:
    assert abs(table_clock(tmp_path / "no folder" / "clock.json", 0).shift_ms) < 1000


def test_the_real_clocks_go_together() -> None:
    assert abs(TableClock(0, wall=wall_ms, steady=steady_ms).shift_ms) < 100


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


# ---------------------------------------------------------------- of a whole daemon


@pytest.mark.rule("NI2004-492", "15.2")
def test_notice_of_closing_stands_over_a_restart_although_the_clock_was_set_meanwhile() -> None:
    """The clock was put forward by an hour; half an hour's notice is not over when the table comes back."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder))
        daemon.state.mkdir(mode=0o700)
        before = Beginning(boot=boot_id(), at_ms=wall_ms() - HOUR_MS, steady_ms=steady_ms())
        (daemon.state / "clock.json").write_text(before.model_dump_json())
        daemon.start()
        try:
            with Screen(daemon) as dealer:
                dealer.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
                dealer.press("open_table")
                dealer.authorise()
                dealer.must("announce_closing", in_minutes=30)
            with Screen(daemon, "sign") as sign:
                announced = sign.state["status"]
            assert announced["name"] == "closing"
            daemon.kill()
            daemon.start()
            with Screen(daemon) as dealer, Screen(daemon, "sign") as sign:
                sign.until(lambda state: bool(state["status"] == announced))
                assert not dealer.do("close_table")["ok"], "its notice has not run out"
        finally:
            daemon.stop()
