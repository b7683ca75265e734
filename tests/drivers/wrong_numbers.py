"""A driver of a device that numbers its messages and waits for acknowledgements, and what may be wrong in it.

Not collected with the others: test_the_kit.py runs it. Chips lie on eight sensors, each with a lamp. A line
is a letter, the boot (2 hex digits), a number (4) and what it is about, then `*` and a check. `H` is hello
(the number used last), `P` a chip lies there (sensor, mark), `T` it was taken, `B` a beat; after FFFF comes
0000. What is not acknowledged (`A`) comes again. `L` lights the lamps of a row of bits.
"""

from __future__ import annotations

import threading
from binascii import crc_hqx
from typing import Any

from drivers.conformance import DriverConformance, Means, Numbers, Places
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.lines import Line, Lines
from drivers.reports import Beat, Damaged, Identified, MarkerPlaced, MarkerTaken, Report, ReportsMissed
from tests.drivers.wrong_drivers import NoOptions

TURN, HALF, SILENT_MS = 0x10000, 0x8000, 5_000


def line(kind: str, boot: int, number: int, body: bytes = b"") -> bytes:
    text = f"{kind}{boot:02X}{number:04X}{body.hex().upper()}".encode()
    return text + b"*%04X\n" % crc_hqx(text, 0xFFFF)


class RightTray(Driver):
    Options = NoOptions

    def __init__(self, options: NoOptions, heard: Heard | None) -> None:
        self._lines = Lines(64)
        self._boot = heard.boot if heard else None
        self._last = heard.sequence if heard else None
        self._told: tuple[int | None, int | None] = (None, None)
        self._alive_ms = 0

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("markers",)

    @classmethod
    def lamps(cls, options: Any) -> frozenset[int]:
        return frozenset(range(1, 9))

    def lights(self, on: frozenset[int]) -> bytes:
        return line("L", 0, sum(1 << lamp - 1 for lamp in on))

    def connected(self, now_ms: int) -> Step:
        self._alive_ms = now_ms
        return Step(tuple(Damaged(why=broken.why) for broken in self._lines.give_up() if _is_broken(broken)))

    def received(self, data: bytes, now_ms: int) -> Step:
        self._alive_ms = now_ms
        return Step(tuple(report for piece in self._lines.feed(data) for report in self._meant(piece)))

    def idle(self, now_ms: int) -> Step:
        silent_ms = now_ms - self._alive_ms
        return Step(silent=f"no line for {silent_ms} ms" if silent_ms >= SILENT_MS else "")

    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        if boot is None or sequence is None or (boot, sequence) == self._told:
            return b""
        self._told = (boot, sequence)
        return line("A", boot, sequence)

    def _meant(self, piece: Line | Broken) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        text, _, check = piece.content.partition(b"*")
        if check != b"%04X" % crc_hqx(text, 0xFFFF):
            return self._is_damaged(text)
        try:
            kind, said = text[:1].decode(), bytes.fromhex(text[1:].decode())
            boot, number, body = said[0], int.from_bytes(said[1:3], "big"), said[3:]
            return self._said(kind, boot, number, body)
        except (ValueError, IndexError):
            return [Damaged(why="a line of another shape")]

    def _is_damaged(self, text: bytes) -> list[Report]:
        return [Damaged(why="a line whose check is wrong")]

    def _said(self, kind: str, boot: int, number: int, body: bytes) -> list[Report]:
        if kind == "H":
            return [Identified(model="Chip tray")]
        if kind == "B":
            return [Beat()]
        missed = self._missed_before(boot, number)
        if missed is None:
            return []
        before = ReportsMissed(count=missed, boot=boot, sequence=(number - 1) % TURN)
        return [*([before] if missed else []), self._chip(kind, boot, number, body)]

    def _chip(self, kind: str, boot: int, number: int, body: bytes) -> Report:
        if kind == "P":
            return MarkerPlaced(sensor=body[0], mark=body[1], boot=boot, sequence=number)
        return MarkerTaken(sensor=body[0], boot=boot, sequence=number)

    def _missed_before(self, boot: int, number: int) -> int | None:
        """None: it was heard before."""
        if boot != self._boot or self._last is None:
            unknown, self._boot, self._last = self._last is None, boot, number
            return 0 if unknown else number - 1
        ahead = (number - self._last) % TURN
        if not 0 < ahead < HALF:
            return None
        self._last = number
        return ahead - 1


def _is_broken(piece: Line | Broken) -> bool:
    return isinstance(piece, Broken)


class ForgetsWhatIsOnDisk(RightTray):
    def __init__(self, options: NoOptions, heard: Heard | None) -> None:
        super().__init__(options, None)


class KeepsTheNewestBack(RightTray):
    """Until it is idle: when the line breaks before that, it is gone."""

    _kept: tuple[Report, ...] = ()

    def received(self, data: bytes, now_ms: int) -> Step:
        reports = (*self._kept, *super().received(data, now_ms).reports)
        hold = len(reports) > 2
        self._kept = reports[-1:] if hold else ()
        return Step(reports[:-1] if hold else reports)

    def idle(self, now_ms: int) -> Step:
        kept, self._kept = self._kept, ()
        return Step(kept, silent=super().idle(now_ms).silent)

    def connected(self, now_ms: int) -> Step:
        self._kept = ()
        return super().connected(now_ms)


class CountsDamageAsHeard(RightTray):
    def _is_damaged(self, text: bytes) -> list[Report]:
        if text[:1] in (b"P", b"T") and len(text) > 7:
            self._last = int(text[3:7], 16) if text[3:7].isalnum() else self._last
        return super()._is_damaged(text)


class InventsATakenChip(RightTray):
    def connected(self, now_ms: int) -> Step:
        return Step((*super().connected(now_ms).reports, MarkerTaken(sensor=1)))


class Waits(RightTray):
    def received(self, data: bytes, now_ms: int) -> Step:
        threading.Event().wait(0.3)
        return super().received(data, now_ms)


class NeverWraps(RightTray):
    def _missed_before(self, boot: int, number: int) -> int | None:
        if boot != self._boot or self._last is None:
            return super()._missed_before(boot, number)
        if number <= self._last:
            return None
        missed, self._last = number - self._last - 1, number
        return missed


class IsOneSensorOff(RightTray):
    def _chip(self, kind: str, boot: int, number: int, body: bytes) -> Report:
        return super()._chip(kind, boot, number, bytes([body[0] + 1 & 0xFF]) + body[1:])


class SwapsTwoUnderLoad(RightTray):
    def received(self, data: bytes, now_ms: int) -> Step:
        reports = list(super().received(data, now_ms).reports)
        if len(reports) >= 6:
            reports[-1], reports[-2] = reports[-2], reports[-1]
        return Step(tuple(reports))


class TakesEightAtMost(RightTray):
    def received(self, data: bytes, now_ms: int) -> Step:
        return Step(super().received(data, now_ms).reports[:8])


class AcknowledgesAtOnce(RightTray):
    def received(self, data: bytes, now_ms: int) -> Step:
        step = super().received(data, now_ms)
        numbers = [(report.boot, report.sequence) for report in step.reports]
        return Step(step.reports, b"".join(line("A", boot, at) for boot, at in numbers if boot and at))

    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        return b""


class AcknowledgesTheNewest(RightTray):
    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        return super().committed(self._boot, self._last) if boot is not None else b""


class NeverAcknowledges(RightTray):
    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        return b""


class SaysNothingOfAJump(RightTray):
    def _missed_before(self, boot: int, number: int) -> int | None:
        return None if super()._missed_before(boot, number) is None else 0


class TakesANewLifeForRepeats(RightTray):
    def _missed_before(self, boot: int, number: int) -> int | None:
        if self._last is not None:
            self._boot = boot
        return super()._missed_before(boot, number)


class WorksLong(RightTray):
    def received(self, data: bytes, now_ms: int) -> Step:
        sum(number * number for number in range(1_500_000))
        return super().received(data, now_ms)


class SearchesAllItHasHeard(RightTray):
    def __init__(self, options: NoOptions, heard: Heard | None) -> None:
        super().__init__(options, heard)
        self._all: list[bytes] = []

    def received(self, data: bytes, now_ms: int) -> Step:
        for known in self._all:
            [known.startswith(data[:length]) for length in range(len(data))]
        self._all.append(data)
        return super().received(data, now_ms)


class NeverLights(RightTray):
    def lights(self, on: frozenset[int]) -> bytes:
        return b""


class LightsTheNextLamp(RightTray):
    """And the last one is the first."""

    def lights(self, on: frozenset[int]) -> bytes:
        return line("L", 0, sum(1 << lamp // 2 for lamp in on))


class Kit(DriverConformance):
    speaks = "regularly"
    longest_s = 3

    def messages(self) -> list[Means]:
        return [
            Means(line("H", 5, 0), Identified(model="Chip tray")),
            Means(line("P", 5, 1, b"\1\x09"), MarkerPlaced(sensor=1, mark=9, boot=5, sequence=1)),
            Means(line("B", 5, 1), Beat()),
            Means(line("T", 5, 2, b"\1"), MarkerTaken(sensor=1, boot=5, sequence=2)),
            Means(line("P", 5, 3, b"\2\x07"), MarkerPlaced(sensor=2, mark=7, boot=5, sequence=3)),
        ]

    def secrets(self) -> list[str]:
        return []

    def resynchronise(self) -> bytes:
        return b"\n"

    def numbers(self) -> Numbers:
        def chip(boot: int | None, number: int) -> Means:
            report = MarkerPlaced(sensor=3, mark=4, boot=boot, sequence=number)
            return Means(line("P", boot or 0, number, b"\3\4"), report)

        return Numbers(
            message=chip,
            first=1,
            last=0xFFFF,
            after_last=0,
            boots=(5, 6),
            greeting=lambda boot, used: line("H", boot or 0, used or 0),
            acknowledgement=lambda boot, number: line("A", boot or 0, number),
        )

    def places(self) -> Places:
        def lies(sensor: int) -> Means:
            report = MarkerPlaced(sensor=sensor, mark=1, boot=5, sequence=1)
            return Means(line("P", 5, 1, bytes([sensor, 1])), report)

        return Places(range(1, 9), lies)


class TestSaysNothingOfItsNumbers(Kit):
    """Here the author is wrong, not the driver: what the kit is not told, it asks for."""

    tested = RightTray

    def numbers(self) -> None:
        return None

    def places(self) -> None:
        return None


class TestRightTray(Kit):
    tested = RightTray
    longest_s = 30


class TestForgetsWhatIsOnDisk(Kit):
    tested = ForgetsWhatIsOnDisk


class TestKeepsTheNewestBack(Kit):
    tested = KeepsTheNewestBack


class TestCountsDamageAsHeard(Kit):
    tested = CountsDamageAsHeard


class TestInventsATakenChip(Kit):
    tested = InventsATakenChip


class TestWaits(Kit):
    tested = Waits


class TestNeverWraps(Kit):
    tested = NeverWraps


class TestIsOneSensorOff(Kit):
    tested = IsOneSensorOff


class TestSwapsTwoUnderLoad(Kit):
    tested = SwapsTwoUnderLoad


class TestTakesEightAtMost(Kit):
    tested = TakesEightAtMost


class TestAcknowledgesAtOnce(Kit):
    tested = AcknowledgesAtOnce


class TestAcknowledgesTheNewest(Kit):
    tested = AcknowledgesTheNewest


class TestNeverAcknowledges(Kit):
    tested = NeverAcknowledges


class TestSaysNothingOfAJump(Kit):
    tested = SaysNothingOfAJump


class TestTakesANewLifeForRepeats(Kit):
    tested = TakesANewLifeForRepeats


class TestWorksLong(Kit):
    tested = WorksLong


class TestSearchesAllItHasHeard(Kit):
    tested = SearchesAllItHasHeard


class TestNeverLights(Kit):
    tested = NeverLights


class TestLightsTheNextLamp(Kit):
    tested = LightsTheNextLamp
