"""A simulated table and the real drivers on real ptys, in one thread and in pretended time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from drivers.driver import Driver, Heard, Step
from drivers.links import Link, LinkLost, open_link
from drivers.registry import build_driver
from drivers.reports import Report
from simulators.specs import DEVICE_SPECS
from simulators.table import SimulatedTable
from simulators.usb_bus import settings_of
from simulators.wire import PERFECT, SETTLE_MS, Traffic

TICK_MS = 20
QUIET_MS = 60
NEVER_QUIET = ("pn532", "feig_obid", "pcsc", "escpos")  # they are asked again and again
LIMIT_MS = 120_000
SHOE = {"name": "shoe", "driver": "angel_eye"}
LINK_SHOE = {"name": "shoe", "driver": "table_link", "options": {"device": "shoe"}}
SHUFFLER = {"name": "shuffler", "driver": "table_link", "options": {"device": "shuffling_shoe"}}
READERS = {"name": "readers", "driver": "table_link", "options": {"device": "reader_set"}}

JSON_READERS = {
    "name": "readers",
    "role": "readers",
    "driver": "json_lines",
    "antennas": {"1": "box-1", "2": "box-2", "3": "rack"},
}
JSON_MARKERS = {
    "name": "markers",
    "role": "markers",
    "driver": "json_lines",
    "antennas": {"1": "box-1", "2": "box-2"},
    "button_mark": 9,
}
JSON_BUTTONS = {"name": "buttons", "role": "buttons", "driver": "json_lines"}
PN532 = {"name": "readers", "role": "readers", "driver": "pn532", "antennas": {"1": "box-1"}}
FEIG = {
    "name": "readers",
    "role": "readers",
    "driver": "feig_obid",
    "options": {"addresses": [0, 7]},
    "antennas": {"1": "box-1", "2": "rack"},
}
FIRMATA = {
    "name": "markers",
    "driver": "firmata",
    "options": {"markers": [2, 9], "buttons": [3], "lamps": [13]},
    "antennas": {"1": "box-1", "2": "box-2"},
}
SCANNER = {"name": "scanner", "driver": "line_scanner"}

AnyReport = TypeVar("AnyReport", bound=Report)


@dataclass
class Line:
    """One driver and its link, as the controller keeps them; `disk` is what the journal would know."""

    spec: Mapping[str, Any]
    folder: Path
    commits: bool = True
    reports: list[Report] = field(default_factory=list)
    silent: str = ""
    lost: str = ""
    disk: Heard | None = None
    driver: Driver = field(init=False)
    link: Link | None = None

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """As if the controller had been killed: only the disk is left."""
        self.close()
        self.driver = build_driver(self.spec["driver"], self.spec.get("options", {}), self.disk)

    def open(self, now_ms: int) -> None:
        self.link = open_link(settings_of(self.folder, self.spec["name"]), read_wait_ms=2)
        self.take(self.driver.connected(now_ms))

    def close(self) -> None:
        if self.link:
            self.link.close()
        self.link = None

    def reopen(self, running: "Rig") -> None:
        self.open(running.now_ms)
        running.wait(SETTLE_MS)
        running.settle()

    def pump(self, now_ms: int) -> bool:
        if not self.link:
            return False
        try:
            data = self.link.read()
            self.take(self.driver.received(data, now_ms) if data else self.driver.idle(now_ms))
        except LinkLost as reason:
            self.lost = str(reason)
            self.close()
            return False
        return bool(data) and self.spec["driver"] not in NEVER_QUIET

    def take(self, step: Step) -> None:
        assert self.link
        self.link.write(step.send)
        self.silent = step.silent
        for report in step.reports:
            self.reports.append(report)
            if self.commits and report.sequence is not None:
                self.disk = self._on_disk(report)
                self.link.write(self.driver.committed(report.boot, report.sequence))

    def _on_disk(self, last: Report) -> Heard:
        number = (last.boot, last.sequence)
        return Heard(*number, (*(self.disk.said if self.disk and self.disk[:2] == number else ()), last))

    def heard(self, kind: type[AnyReport]) -> list[AnyReport]:
        return [report for report in self.reports if isinstance(report, kind)]


class Rig:
    def __init__(self, folder: Path, specs: list[Mapping[str, Any]], seed: int) -> None:
        self.now_ms = 1_000
        self.table = SimulatedTable(
            folder, DEVICE_SPECS.validate_python(specs), boxes=3, seed=seed, boots=Random(seed)
        )
        self.lines = {spec["name"]: Line(spec, folder) for spec in specs}

    def open(self) -> None:
        for line in self.lines.values():
            line.open(self.now_ms)
        self.wait(SETTLE_MS)
        self.settle()

    def settle(self) -> None:
        """Until nobody has said anything for a while."""
        quiet_since = self.now_ms
        while self.now_ms - quiet_since < QUIET_MS:
            if self.step():
                quiet_since = self.now_ms
            assert self.now_ms < LIMIT_MS

    def wait(self, time_ms: int) -> None:
        until_ms = self.now_ms + time_ms
        while self.now_ms < until_ms:
            self.step()

    def run_until(self, done: Callable[[], bool]) -> None:
        while not done():
            self.step()
            assert self.now_ms < LIMIT_MS

    def step(self) -> bool:
        self.now_ms += TICK_MS
        self.table.tick(self.now_ms)
        return max([line.pump(self.now_ms) for line in self.lines.values()])

    def close(self) -> None:
        for line in self.lines.values():
            line.close()
        self.table.close()


@contextmanager
def rig(folder: Path, *specs: Mapping[str, Any], seed: int = 1) -> Iterator[Rig]:
    made = Rig(folder, list(specs), seed)
    try:
        made.open()
        yield made
    finally:
        made.close()


def is_in_order(part: Iterable[str], whole: Iterable[str]) -> bool:
    """Nothing in the part that is not in the whole, and nothing before its turn."""
    left = iter(whole)
    return all(face in left for face in part)


class Ends:
    """A wire in the test's own hands."""

    up = plugged = True
    damage = PERFECT

    def __init__(self) -> None:
        self.heard = b""
        self._said = b""

    def says(self, data: bytes) -> None:
        self._said += data

    def send(self, data: bytes) -> None:
        self.heard += data

    def tick(self, now_ms: int) -> Traffic:
        said, self._said = self._said, b""
        return Traffic(False, said)

    def plug(self) -> None: ...

    def unplug(self) -> None: ...
