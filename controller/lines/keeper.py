"""Keeps the drivers alive: a thread a device that opens its line, one way to reconnect, what screens show."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import structlog

from config import schema
from controller.inbox import Inbox, InboxFull, Incoming
from controller.lines.felt import Enrolment, Felt, TellsTooMuch, not_enrolled
from controller.lines.in_the_loop import InTheLoop
from drivers.driver import Driver, Heard, Step
from drivers.links import AnySettings, DescriptorLink, Link, LinkLost, open_link
from drivers.registry import build_driver
from drivers.reports import Damaged, FaultCleared, Faulted, Report, SlipNotPrinted, SlipPrinted
from drivers.slip import Slip
from games.events import DeviceReady, Fact, Held
from games.outcomes import Outcome
from games.table.known_devices import Identity
from games.table.table import is_refused

log = structlog.get_logger()

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 5.0
SOON_S = 0.01
STEADY_S = 10.0  # a connection that held this long starts the waits anew
# The fastest hand deals 3.4 cards a second, nine antennas that all look anew send some seventy reports, and the
# scripted dealer of the simulated table needs a hundred a second. The table rules on some 2,000.
MOST_AT_ONCE = 600
MOST_A_SECOND = 300

State = Literal["connecting", "identifying", "ready", "faulted", "lost", "held"]
Objection = Callable[[DeviceReady], Held]
Send = Callable[[bytes], None]


class NotListenedTo(Exception):
    """The device is there, but nobody has approved that this one is used here now."""

    def __init__(self, why: Held, said: DeviceReady) -> None:
        super().__init__(why)
        self.why = why
        self.said = said


class Backoff:
    """The one way to reconnect: at once, then after waits that double up to a cap."""

    def __init__(self) -> None:
        self._wait_s = FIRST_WAIT_S

    def next_s(self) -> float:
        wait_s, self._wait_s = self._wait_s, min(self._wait_s * 2, LONGEST_WAIT_S)
        return wait_s

    def held(self, seconds: float) -> None:
        if seconds >= STEADY_S:
            self._wait_s = FIRST_WAIT_S


class Flow:
    """How many reports may still come: a device that floods the table is cut off before it drowns others."""

    def __init__(self, now_ms: int) -> None:
        self._left = float(MOST_AT_ONCE)
        self._at_ms = now_ms

    def take(self, reports: int, now_ms: int) -> bool:
        gained = (now_ms - self._at_ms) * MOST_A_SECOND / 1000
        self._left, self._at_ms = min(MOST_AT_ONCE, self._left + gained) - reports, now_ms
        return self._left >= 0


@dataclass
class Health:
    """For the devices page. Written where the line is listened to, read by the screens."""

    state: State = "connecting"
    detail: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    reports: int = 0
    damaged: int = 0
    last_damage: str = ""
    connections: int = 0


class Keeper:
    """One device: its thread, its driver while the line is up, its health."""

    def __init__(  # noqa: PLR0917
        self,
        device: schema.Device,
        link: AnySettings,
        inbox: Inbox,
        heard: Callable[[], Heard | None],
        objection: Objection = lambda said: "",
        enrolment: Enrolment = not_enrolled,
    ) -> None:
        self.device = device
        self.health = Health()
        self._settings = link
        self._inbox = inbox
        self._heard = heard
        self._objection = objection
        self._told: tuple[str, object] = ("", None)  # the edge that the table has heard of last
        self._lost_why = ""  # as the log has it
        self._flow = Flow(_now_ms())
        self._felt = Felt(device, enrolment)
        self._stopping = threading.Event()
        self._hurry = threading.Event()
        self._wanted_light: frozenset[int] = frozenset()
        self._told_light: frozenset[int] = frozenset()
        self._link: Link | None = None
        self._in_loop: InTheLoop | None = None
        self._committed: deque[tuple[int | None, int | None]] = deque()
        self._slips: deque[Slip] = deque()  # that wait; the first is being printed if `_printing`
        self._printing = False
        self._put_in = 0  # counted by the reader thread
        self._answered = 0  # counted by the table's
        self._thread = threading.Thread(target=self._run, name=f"device-{device.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._hurry.set()
        if self._in_loop:
            self._in_loop.stop()
        elif self._link:
            self._link.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def light(self, lamps: frozenset[int]) -> None:
        """From any thread. A device that is away is told when it is back."""
        self._wanted_light = lamps

    @property
    def prints_now(self) -> bool:
        return bool(self._slips)

    def print(self, slip: Slip) -> None:
        """From the table's loop. Whatever becomes of it is reported: a printer that is away prints nothing."""
        self._slips.append(slip)

    def try_now(self) -> None:
        """Somebody says that the cable is back: do not wait for the next attempt."""
        self._hurry.set()

    # ------------------------------------------------------------ the thread, and the line while it is up

    def _run(self) -> None:
        backoff = Backoff()
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._serve(open_link(self._settings))
            except LinkLost as lost:
                self._is_lost(str(lost))
            except NotListenedTo as held:
                self._is_held(held)
            except InboxFull as full:
                self._is_lost(f"held back: {full}")
            except TellsTooMuch as refused_driver:
                self._is_lost(f"refused: {refused_driver}. Take the driver out, then start again")
                return  # not listened to again while this program runs
            except Exception as error:
                log.exception("driver_failed", device=self.device.name)
                self._is_lost(f"the driver failed ({type(error).__name__}): see the log")
            backoff.held(time.monotonic() - began)
            self._hurry.wait(backoff.next_s())
            self._hurry.clear()

    def _serve(self, link: Link) -> None:
        self._link = link
        try:
            self._wait_for_the_table()
            self._talk(link, self._new_driver())
        finally:
            self._link = self._in_loop = None
            link.close()

    def _wait_for_the_table(self) -> None:
        """What was put in before the line broke must be on disk before a new driver asks what is."""
        while self._answered < self._put_in and not self._stopping.is_set():
            time.sleep(SOON_S)

    def _new_driver(self) -> Driver:
        """A fresh one for every connection, seeded with what is safely on disk."""
        return build_driver(self.device.driver, self.device.options, self._heard())

    def _talk(self, link: Link, driver: Driver) -> None:
        if isinstance(link, DescriptorLink):
            self._talk_in_the_loop(link, driver)
            return
        self._begin(link.write, driver)
        while not self._stopping.is_set():
            self._hear(link.read(), link.write, driver)

    def _talk_in_the_loop(self, link: DescriptorLink, driver: Driver) -> None:
        def idle() -> None:
            link.send(b"")
            self._hear(b"", link.send, driver)

        self._in_loop = InTheLoop(
            self._inbox.loop,
            link.descriptor,
            begin=lambda: self._begin(link.send, driver),
            readable=lambda: self._hear(link.read_now(), link.send, driver),
            idle=idle,
        )
        if not self._stopping.is_set():
            self._in_loop.run()

    def _begin(self, send: Send, driver: Driver) -> None:
        self.health.connections += 1
        self._committed.clear()
        self._flow = Flow(_now_ms())
        if driver.introduces_itself:
            if self.health.state == "connecting":  # one that was lost is not there before it says something
                self._stands("identifying")
        else:
            ready = self._felt.ready()
            self._is_ready(ready)
            self._put(ready)
        self._take(driver.connected(_now_ms()), send)
        self._told_light = frozenset()

    def _hear(self, data: bytes, send: Send, driver: Driver) -> None:
        self._take(driver.received(data, _now_ms()) if data else driver.idle(_now_ms()), send)
        self._tell_committed(driver, send)
        self._tell_light(driver, send)
        if self._slips and not self._printing:
            self._printing = True
            self._take(driver.prints(self._slips[0], _now_ms()), send)

    def _tell_light(self, driver: Driver, send: Send) -> None:
        wanted = self._wanted_light
        if wanted == self._told_light:
            return
        self._told_light = wanted
        if data := driver.lights(wanted):
            send(data)

    def _take(self, step: Step, send: Send) -> None:
        if step.send:
            send(step.send)
        if not self._flow.take(len(step.reports), _now_ms()):
            raise LinkLost(
                f"it sends more than {MOST_A_SECOND} reports a second: switch it off and on; if it goes on, "
                "take it out"
            )
        for report in step.reports:
            self._report(report)
        if step.silent:
            raise LinkLost(f"{step.silent}: check its power and its cable, then switch it off and on")

    def _report(self, report: Report) -> None:
        if isinstance(report, Damaged):
            self._is_damaged(report)
        elif isinstance(report, Faulted):
            self._stands("faulted", report.code)
        elif isinstance(report, FaultCleared):
            self._stands("ready")
        elif isinstance(report, SlipPrinted | SlipNotPrinted):
            self._slips.popleft()
            self._printing = False
        event = self._felt.event(report)
        if isinstance(event, DeviceReady):
            if why := self._objection(event):
                raise NotListenedTo(why, event)
            self._is_ready(event)
        if event is not None:
            self.health.reports += 1
            self._put(event)

    def _put(self, event: Fact) -> None:
        source = event.source
        assert source is not None

        def told(outcomes: list[Outcome]) -> None:
            self._answered += 1
            if not is_refused(outcomes):  # a stopped table has written nothing: the device keeps its report
                self._committed.append((source.boot, source.sequence))

        self._inbox.put(Incoming(event, told))
        self._put_in += 1

    def _tell_committed(self, driver: Driver, send: Send) -> None:
        """Only now does the device hear that its report is safe; until then it keeps it."""
        while self._committed:
            answer = driver.committed(*self._committed.popleft())
            if answer:
                send(answer)

    # ------------------------------------------------------------ edges, each told once

    def _is_ready(self, said: DeviceReady) -> None:
        if self._told[0] != "ready":
            log.info("device_ready", device=self.device.name, model=said.model)
        self._told, self._lost_why = ("ready", None), ""
        self._stands("ready")
        self._said(said)

    def _said(self, said: DeviceReady) -> None:
        self.health.model, self.health.serial, self.health.firmware = said.model, said.serial, said.firmware

    def _is_lost(self, why: str) -> None:
        self._tell_lost(why)
        self._nothing_is_printed()

    def _tell_lost(self, why: str) -> None:
        if self._stopping.is_set():
            return
        self._stands("lost", why)
        if why != self._lost_why:  # what is wrong now, not what was wrong at first
            log.warning("device_lost", device=self.device.name, why=why)
        self._lost_why = why
        if self._told[0] == "lost":
            return
        self._told = ("lost", None)
        self._put_surely(self._felt.lost(why))

    def _nothing_is_printed(self) -> None:
        """Not to its end, as far as anybody can know: what the printer has confirmed is out of this list."""
        while self._slips:
            slip, self._printing = self._slips.popleft(), False
            report = SlipNotPrinted(paper=slip.paper, number=slip.number, why="not_answering")
            event = self._felt.event(report)
            assert event is not None
            self._put_surely(event)

    def _is_held(self, held: NotListenedTo) -> None:
        """It is asked again what it is, from time to time: the one that belongs here may be back."""
        said = held.said
        self._stands("held", held.why)
        self._said(said)
        if self._told == ("held", Identity.of(said)):
            return
        self._told = ("held", Identity.of(said))
        log.warning("device_held", device=self.device.name, why=held.why, firmware=said.firmware)
        self._put_surely(self._felt.held(held.why, said))

    def _put_surely(self, event: Fact) -> None:
        """The loss itself must not be lost."""
        while not self._stopping.is_set():
            try:
                self._put(event)
                return
            except InboxFull:
                time.sleep(FIRST_WAIT_S)

    def _stands(self, state: State, detail: str = "") -> None:
        self.health.state, self.health.detail = state, detail

    def _is_damaged(self, report: Damaged) -> None:
        self.health.damaged += 1
        if report.why != self.health.last_damage:
            log.warning("device_bytes_damaged", device=self.device.name, why=report.why)
        self.health.last_damage = report.why


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
