"""A keeper, its thread and its driver on a real pty, with the simulated devices at the other end."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog

from config.schema import Device
from controller import inbox
from controller.inbox import Inbox, Incoming
from controller.lines import keeper as devices
from controller.lines.keeper import (
    FIRST_WAIT_S,
    LONGEST_WAIT_S,
    MOST_A_SECOND,
    MOST_AT_ONCE,
    STEADY_S,
    Backoff,
    Flow,
    Keeper,
)
from drivers.angel_eye.driver import AngelEye
from drivers.driver import Heard
from drivers.links import SerialSettings
from games import events as e
from games.outcomes import Outcome, Refusal, text
from simulators.specs import DEVICE_SPECS
from simulators.table import SimulatedTable
from simulators.wire import wire_path

SHOE = {"name": "shoe", "driver": "angel_eye"}
LINK_SHOE = {"name": "shoe", "driver": "table_link", "options": {"device": "shoe"}}
WAIT_S = 20.0


class Hands:
    """A simulated table with a thread that lets its time pass; its verbs are safe to use from a test."""

    def __init__(self, folder: Path, specs: list[Mapping[str, Any]]) -> None:
        boots = Random(1)
        self._table = SimulatedTable(folder, DEVICE_SPECS.validate_python(specs), boxes=3, seed=1, boots=boots)
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._pass_time, name="hands")
        self._thread.start()

    def _pass_time(self) -> None:
        while not self._over.wait(0.004):
            with self._lock:
                self._table.tick(time.monotonic_ns() // 1_000_000)

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        def do(*said: Any, **more: Any) -> Any:
            with self._lock:
                return getattr(self._table, verb)(*said, **more)

        return do

    def kept(self, name: str = "shoe") -> int:
        """Reports that a Table-Link device still holds, because nobody has acknowledged them."""
        with self._lock:
            return len(self._table._devices[name]._kept)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._table.close()


def running_loop() -> asyncio.AbstractEventLoop:
    """The lines are listened to in it; what arrives the test takes out of the inbox by itself."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="loop", daemon=True).start()
    return loop


LOOP = running_loop()


class Desk:
    """Where the events arrive. It commits them when it is told to, as the table's loop does."""

    def __init__(self, folder: Path, spec: Mapping[str, Any], *, commits: bool = True) -> None:
        self.folder = folder
        self.inbox = Inbox(LOOP)
        self.events: list[e.Event] = []
        self.disk: Heard | None = None
        self.commits = commits
        self.wanted = ""  # the serial number of the only device that may be used
        self.device = Device.model_validate(
            {**spec, "role": "shoe", "link": {"kind": "simulated"}, "options": spec.get("options", {})}
        )
        self.keeper = self.new_keeper()

    def new_keeper(self) -> Keeper:
        link = SerialSettings(path=str(wire_path(self.folder, "shoe")), baud=4800)
        return Keeper(self.device, link, self.inbox, lambda: self.disk, self.objects)

    def objects(self, said: e.DeviceReady) -> e.Held:
        return "other_device" if self.wanted and said.serial != self.wanted else ""

    def empty(self, outcomes: tuple[Outcome, ...] = ()) -> None:
        """Each entry is on disk, and its sender is told."""
        while self.inbox._waiting:
            entry = self.inbox._waiting.popleft()
            self.events.append(entry.event)
            source = getattr(entry.event, "source", None)
            if source and source.sequence is not None and not outcomes:
                self.disk = Heard(source.boot, source.sequence)
            entry.told(list(outcomes))

    def until(self, what: Callable[[], bool]) -> None:
        deadline = time.monotonic() + WAIT_S
        while True:
            if self.commits:
                self.empty()
            if what():
                return
            assert time.monotonic() < deadline, f"after {WAIT_S} s: {self.keeper.health}, {self.kinds()}"
            time.sleep(0.002)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def waiting(self) -> list[str]:
        return [entry.event.kind for entry in list(self.inbox._waiting)]

    def faces(self) -> list[str]:
        return [
            str(event.card.open()) for event in self.events if isinstance(event, e.CardDrawn) and event.card
        ]

    def ready(self) -> bool:
        return self.keeper.health.state == "ready"

    def lost(self) -> bool:
        return self.keeper.health.state == "lost"


@contextmanager
def at(folder: Path, spec: Mapping[str, Any], *, commits: bool = True) -> Iterator[tuple[Desk, Hands]]:
    hands = Hands(folder, [spec])
    desk = Desk(folder, spec, commits=commits)
    desk.keeper.start()
    try:
        yield desk, hands
    finally:
        desk.keeper.stop()
        hands.close()


@pytest.fixture(params=[SHOE, LINK_SHOE], ids=["angel_eye", "table_link"])
def spec(request: pytest.FixtureRequest) -> Mapping[str, Any]:
    return request.param  # type: ignore[no-any-return]


def heard(desk: Desk, hands: Hands) -> Callable[[], bool]:
    """The line is up at both ends: the device knows that somebody listens."""
    return lambda: desk.ready() and bool(hands.state()["devices"]["shoe"]["heard"])


# ---------------------------------------------------------------- edges


def test_a_device_is_ready_once_and_its_cards_come_in_order(tmp_path: Path, spec: Mapping[str, Any]) -> None:
    with at(tmp_path, spec) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.load_deck()
        for _ in range(10):
            hands.draw("box-1")
        desk.until(lambda: desk.kinds().count("card_drawn") == 10)
        cards = hands._table._places["box-1"]
        assert desk.faces() == [card.face for card in cards]
        assert desk.kinds().count("device_ready") == 1
        assert "device_lost" not in desk.kinds()


def test_a_device_that_is_not_there_is_lost_once_however_often_it_is_tried(tmp_path: Path) -> None:
    desk = Desk(tmp_path, SHOE)
    desk.keeper.start()
    desk.until(desk.lost)
    for _ in range(4):
        desk.keeper.try_now()
        time.sleep(0.02)
    desk.keeper.stop()
    desk.empty()
    assert desk.kinds() == ["device_lost"]
    assert "is not there: plug the device in" in desk.keeper.health.detail


def test_the_log_has_each_new_reason_why_a_device_is_lost(tmp_path: Path) -> None:
    desk = Desk(tmp_path, SHOE)
    with structlog.testing.capture_logs() as log:
        desk.keeper.start()
        desk.until(desk.lost)
        wire = wire_path(tmp_path, "shoe")
        wire.parent.mkdir()
        wire.write_text("a file stands in its place")
        desk.until(lambda: "not there" not in desk.keeper.health.detail)
        desk.keeper.try_now()
        time.sleep(0.05)
        desk.keeper.stop()
    reasons = [line["why"] for line in log if line["event"] == "device_lost"]
    assert "is not there: plug the device in" in reasons[0]
    assert reasons[1:] == [desk.keeper.health.detail]


def test_unplugged_and_put_back_is_one_loss_and_one_return(tmp_path: Path, spec: Mapping[str, Any]) -> None:
    with at(tmp_path, spec) as (desk, hands):
        for round_ in (1, 2):
            desk.until(heard(desk, hands))
            hands.unplug("shoe")
            desk.until(lambda: desk.kinds().count("device_lost") == round_)  # noqa: B023
            assert "unplugged" in desk.keeper.health.detail or "away" in desk.keeper.health.detail
            hands.replug("shoe")
            desk.keeper.try_now()
        desk.until(heard(desk, hands))
        edges = [kind for kind in desk.kinds() if kind in ("device_ready", "device_lost")]
        assert edges == ["device_ready", "device_lost"] * 2 + ["device_ready"]
        assert desk.keeper.health.connections == 3
        assert desk.keeper.health.detail == ""


def test_what_a_device_says_of_itself_is_on_the_devices_page(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE) as (desk, _hands):
        desk.until(desk.ready)
        health = desk.keeper.health
        assert (health.model, health.serial, health.firmware) == ("Simulated shoe", "SIM-01", "1.0")


def test_noise_is_counted_and_is_no_event(tmp_path: Path) -> None:
    with at(tmp_path, SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.until(lambda: "device_noted" in desk.kinds())  # its first word
        before = desk.kinds()
        hands.garbage("shoe")
        desk.until(lambda: desk.keeper.health.damaged > 0)
        assert desk.keeper.health.last_damage
        assert desk.kinds() == before


# ---------------------------------------------------------------- another one than before, or one that floods


def test_a_device_that_nobody_has_approved_is_not_listened_to(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.wanted = "SIM-01"
        hands.trouble("shoe", "exchanged")
        desk.until(lambda: desk.keeper.health.state == "held")
        hands.load_deck()
        hands.draw("box-1")
        for _ in range(3):
            desk.keeper.try_now()
            time.sleep(0.05)
        desk.empty()
        edges = [event for event in desk.events if isinstance(event, e.DeviceReady | e.DeviceLost)]
        assert [event.kind for event in edges] == ["device_ready", "device_lost"], "it is told once"
        lost = edges[-1]
        assert isinstance(lost, e.DeviceLost)
        assert (lost.held, lost.serial) == ("other_device", "SIM-01-spare")
        assert desk.faces() == []
        desk.wanted = ""
        desk.keeper.try_now()
        desk.until(lambda: len(desk.faces()) == 1)  # it has kept its report until somebody took it


def test_the_device_that_belongs_here_is_taken_back_without_being_asked_about(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.wanted = "SIM-01"
        hands.trouble("shoe", "exchanged")
        desk.until(lambda: desk.keeper.health.state == "held")
        hands.trouble("shoe", "exchanged")
        desk.keeper.try_now()
        desk.until(desk.ready)


def test_a_device_with_other_firmware_says_so_when_it_is_back(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.trouble("shoe", "firmware_changed")
        desk.until(lambda: desk.keeper.health.firmware == "6.6")


def test_a_fault_shows_until_the_device_says_that_it_is_over(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.jam()
        desk.until(lambda: desk.keeper.health.state == "faulted")
        assert desk.keeper.health.detail == "jammed"
        hands.clear_jam()
        desk.until(desk.ready)


def test_a_flood_is_bounded_and_the_device_is_cut_off(tmp_path: Path) -> None:
    flow = Flow(0)
    assert flow.take(MOST_AT_ONCE, 0)
    assert not flow.take(1, 0)
    assert Flow(0).take(MOST_AT_ONCE, 0)
    slow = Flow(0)
    assert all(slow.take(1, 1000 * tick // MOST_A_SECOND) for tick in range(10 * MOST_AT_ONCE))
    with at(tmp_path, LINK_SHOE, commits=True) as (desk, hands):
        desk.until(heard(desk, hands))
        began = time.monotonic()
        while "device_lost" not in desk.kinds():
            for _ in range(200):
                hands.fault("overdraw")
            desk.until(lambda: True)
            assert time.monotonic() - began < WAIT_S
        lasted_s = time.monotonic() - began
        assert desk.kinds().count("device_faulted") <= MOST_AT_ONCE + MOST_A_SECOND * lasted_s
        lost = next(event for event in desk.events if isinstance(event, e.DeviceLost))
        assert f"more than {MOST_A_SECOND} reports a second" in lost.why


# ---------------------------------------------------------------- waiting to reconnect


def test_the_waits_double_up_to_a_cap_and_begin_anew_after_a_steady_line() -> None:
    backoff = Backoff()
    waits = [backoff.next_s() for _ in range(10)]
    assert waits[0] == FIRST_WAIT_S
    for one, next_one in itertools.pairwise(waits):
        assert next_one == min(one * 2, LONGEST_WAIT_S)
    backoff.held(STEADY_S - 0.1)
    assert backoff.next_s() == LONGEST_WAIT_S
    backoff.held(STEADY_S)
    assert backoff.next_s() == FIRST_WAIT_S


def test_trying_now_does_not_wait_for_the_next_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "FIRST_WAIT_S", 60.0)
    with at(tmp_path, SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.unplug("shoe")
        desk.until(desk.lost)
        hands.replug("shoe")
        desk.keeper.try_now()
        desk.until(heard(desk, hands))


def test_stopping_does_not_wait_for_the_next_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "FIRST_WAIT_S", 60.0)
    desk = Desk(tmp_path, SHOE)
    desk.keeper.start()
    desk.until(desk.lost)
    began = time.monotonic()
    desk.keeper.stop()
    assert time.monotonic() - began < 1
    assert not desk.keeper._thread.is_alive()


def test_stopping_on_purpose_is_not_a_loss(tmp_path: Path, spec: Mapping[str, Any]) -> None:
    with at(tmp_path, spec) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.keeper.stop()
        desk.empty()
        assert "device_lost" not in desk.kinds()
        assert not desk.keeper._thread.is_alive()


def test_a_keeper_that_was_never_started_can_be_stopped(tmp_path: Path) -> None:
    """When another part fails at the start, everything is taken down."""
    Desk(tmp_path, SHOE).keeper.stop()


# ---------------------------------------------------------------- on disk, then acknowledged


def test_a_report_is_acknowledged_only_when_it_is_on_disk(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE, commits=False) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.load_deck()
        hands.draw("box-1")
        desk.until(lambda: "card_drawn" in desk.waiting())
        time.sleep(0.1)
        assert hands.kept() == 1
        desk.empty()
        desk.until(lambda: hands.kept() == 0)


def test_what_a_stopped_table_did_not_write_stays_with_the_device(tmp_path: Path) -> None:
    with at(tmp_path, LINK_SHOE, commits=False) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.load_deck()
        hands.draw("box-1")
        desk.until(lambda: "card_drawn" in desk.waiting())
        desk.empty((Refusal(say=text("table_stopped")),))
        time.sleep(0.3)
        assert hands.kept() == 1


def test_killed_before_the_commit_the_card_comes_again_and_after_it_not(tmp_path: Path) -> None:
    hands = Hands(tmp_path, [LINK_SHOE])
    try:
        hands.load_deck()
        desk = Desk(tmp_path, LINK_SHOE, commits=False)
        desk.keeper.start()
        desk.until(heard(desk, hands))
        hands.draw("box-1")
        desk.until(lambda: "card_drawn" in desk.waiting())
        desk.keeper.stop()  # nothing was committed: the inbox goes with the process
        again = Desk(tmp_path, LINK_SHOE)
        again.keeper.start()
        again.until(lambda: "card_drawn" in again.kinds())
        again.keeper.stop()
        third = Desk(tmp_path, LINK_SHOE)
        third.disk = again.disk
        third.keeper.start()
        hands.draw("box-2")
        third.until(lambda: "card_drawn" in third.kinds())
        third.until(lambda: hands.kept() == 0)
        third.keeper.stop()
        assert again.faces() == [card.face for card in hands._table._places["box-1"]]
        assert third.faces() == [card.face for card in hands._table._places["box-2"]]
    finally:
        hands.close()


def test_a_line_that_breaks_while_the_table_is_busy_brings_no_card_twice(tmp_path: Path) -> None:
    """What waits in the inbox is not on disk yet, but it has been heard."""
    with at(tmp_path, LINK_SHOE, commits=False) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.empty()
        hands.load_deck()
        for _ in range(3):
            hands.draw("box-1")
        desk.until(lambda: desk.waiting().count("card_drawn") == 3)
        hands.unplug("shoe")
        desk.until(desk.lost)
        hands.replug("shoe")
        desk.keeper.try_now()
        time.sleep(0.2)
        assert not desk.ready()  # it is not believed again before the table has caught up
        desk.commits = True
        desk.until(heard(desk, hands))
        desk.until(lambda: hands.kept() == 0)
        desk.empty()
        assert desk.faces() == [card.face for card in hands._table._places["box-1"]]


def test_a_line_that_breaks_while_the_table_is_busy_misses_no_report_of_a_shoe(tmp_path: Path) -> None:
    with at(tmp_path, SHOE, commits=False) as (desk, hands):
        desk.until(heard(desk, hands))
        desk.until(lambda: "device_noted" in desk.waiting())
        desk.empty()
        hands.load_deck()
        for _ in range(3):
            hands.draw("box-1")
        desk.until(lambda: desk.waiting().count("card_drawn") == 3)
        hands.unplug("shoe")
        desk.until(desk.lost)
        hands.replug("shoe")
        desk.keeper.try_now()
        desk.commits = True
        desk.until(heard(desk, hands))
        hands.draw("box-1")
        desk.until(lambda: desk.kinds().count("card_drawn") == 4)
        assert "reports_missed" not in desk.kinds()
        assert desk.faces() == [card.face for card in hands._table._places["box-1"]]


# ---------------------------------------------------------------- a full inbox


def test_behind_a_full_inbox_a_device_is_held_back_and_nothing_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "LIMIT", 5)
    with at(tmp_path, LINK_SHOE, commits=False) as (desk, hands):
        desk.until(heard(desk, hands))
        hands.load_deck()
        for _ in range(12):
            hands.draw("box-1")
        desk.until(desk.lost)
        assert "held back" in desk.keeper.health.detail
        assert len(desk.inbox._waiting) == 5
        desk.commits = True
        desk.until(lambda: desk.ready() and hands.kept() == 0)
        desk.empty()
        assert desk.kinds().count("device_lost") >= 1
        assert desk.faces() == [card.face for card in hands._table._places["box-1"]]


def test_stopping_does_not_wait_for_a_full_inbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "LIMIT", 1)
    with at(tmp_path, SHOE, commits=False) as (desk, _hands):
        desk.until(desk.lost)
        began = time.monotonic()
        desk.keeper.stop()
        assert time.monotonic() - began < 1


# ---------------------------------------------------------------- a driver that fails


def test_a_driver_that_fails_is_a_lost_device_and_the_next_one_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    received = AngelEye.received
    failures = iter([True])

    def fails_once(self: AngelEye, data: bytes, now_ms: int) -> Any:
        if next(failures, False):
            raise ZeroDivisionError("a bug in a driver")
        return received(self, data, now_ms)

    monkeypatch.setattr(AngelEye, "received", fails_once)
    with at(tmp_path, SHOE) as (desk, hands):
        desk.until(lambda: "device_lost" in desk.kinds())
        lost = next(event for event in desk.events if isinstance(event, e.DeviceLost))
        assert "the driver failed (ZeroDivisionError)" in lost.why
        desk.until(heard(desk, hands))
        hands.load_deck()
        hands.draw("box-1")
        desk.until(lambda: "card_drawn" in desk.kinds())


def test_a_driver_that_fails_at_once_every_time_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: AngelEye, now_ms: int) -> Any:
        raise RuntimeError("always")

    monkeypatch.setattr(AngelEye, "connected", fails)
    with at(tmp_path, SHOE) as (desk, _hands):
        desk.until(lambda: desk.keeper.health.connections >= 3)
        assert desk.kinds().count("device_lost") <= desk.kinds().count("device_ready") + 1


def test_a_silent_device_is_lost_with_the_time_it_was_silent(tmp_path: Path) -> None:
    spec = {**LINK_SHOE, "options": {"device": "shoe", "silence_ms": 1_500}}
    with at(tmp_path, spec) as (desk, hands):
        desk.until(heard(desk, hands))
        with hands._lock:  # it hangs: the line is up, nothing comes
            desk.until(desk.lost)
            assert "no heartbeat for" in desk.keeper.health.detail
            assert "check its power and its cable" in desk.keeper.health.detail
            desk.until(lambda: desk.keeper.health.connections >= 2)  # the port opens, and still nothing comes
            desk.keeper.try_now()
            assert desk.lost(), "it has said nothing of who it is"
        desk.until(desk.ready)


# ---------------------------------------------------------------- nothing left behind


def test_many_reconnections_leave_no_descriptor_and_no_thread(tmp_path: Path) -> None:
    with at(tmp_path, SHOE) as (desk, hands):
        desk.until(heard(desk, hands))
        before = len(os.listdir("/proc/self/fd")), threading.active_count()
        for _ in range(15):
            hands.unplug("shoe")
            desk.until(desk.lost)
            hands.replug("shoe")
            desk.keeper.try_now()
            desk.until(heard(desk, hands))
        assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == before


def test_the_inbox_keeps_the_order_of_what_several_threads_put_in() -> None:
    box = Inbox(LOOP)

    def put(number: int) -> None:
        for nth in range(100):
            box.put(Incoming(e.ReportsMissed(device=str(number), role="shoe", count=nth)))

    threads = [threading.Thread(target=put, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4):
        counts = [entry.event.count for entry in box._waiting if entry.event.device == str(number)]  # type: ignore[union-attr]
        assert counts == list(range(100))


def test_the_limit_of_the_inbox_holds_for_every_thread() -> None:
    box = Inbox(LOOP)
    for _ in range(inbox.LIMIT):
        box.put(Incoming(e.OpenTable()))
    with pytest.raises(inbox.InboxFull, match="wait for the table loop"):
        box.put(Incoming(e.OpenTable()))
    assert len(box._waiting) == inbox.LIMIT
