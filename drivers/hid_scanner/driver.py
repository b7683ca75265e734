"""A scanner in HID POS mode: one code in one report, or in several that follow each other.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from drivers.codes import CodePattern, code_report
from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.hid_scanner.codec import Part, read, wake
from drivers.reports import Damaged, Report

LINE_ENDS = b"\r\n"  # many scanners are set to put one behind each code, as a keyboard would
CODE_STALLS_MS = 500  # the reports of one code come within milliseconds

Identifier = Annotated[str, Field(pattern=r"^\][A-Za-z][0-9A-Za-z]?$")]


class HidScannerOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    longest: Annotated[int, Field(ge=4, le=4_096)] = 256  # characters; a longer code is damage
    pattern: CodePattern = ""
    wake: bool = False  # scanners of Honeywell and Youjie say nothing before they are told to
    identifiers: tuple[Identifier, ...] = ()  # the kinds of barcode that are taken, as "]C1"; none given: all


class HidScanner(Driver):
    Options = HidScannerOptions
    reads = "reports"

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("scanner",)

    def __init__(self, options: HidScannerOptions, heard: Heard | None) -> None:
        self.options = options
        self._identifier = ""
        self._code = bytearray()
        self._was_cut = False  # it was longer than anything that is kept
        self._unfinished = False
        self._last_part_ms = 0
        self._complaints = Complaints()

    def connected(self, now_ms: int) -> Step:
        self._complaints.all_is_well()
        return Step(tuple(self._given_up()), wake() if self.options.wake else b"")

    def received(self, data: bytes, now_ms: int) -> Step:
        late = self._given_up_if_stalled(now_ms)
        self._last_part_ms = now_ms
        part = read(data)
        if isinstance(part, Part):
            self._complaints.all_is_well()
            return Step((*late, *self._took(part)))
        return Step((*late, *self._given_up(), *self._complaints.about(part.why)))

    def idle(self, now_ms: int) -> Step:
        return Step(tuple(self._given_up_if_stalled(now_ms)))

    def _given_up_if_stalled(self, now_ms: int) -> list[Report]:
        return self._given_up() if now_ms - self._last_part_ms >= CODE_STALLS_MS else []

    def _given_up(self) -> list[Report]:
        if not self._unfinished:
            return []
        self._unfinished = False
        return [Damaged(why="a code stopped half-way")]

    def _took(self, part: Part) -> list[Report]:
        """A report of another kind of barcode is another code: what came before it has no end."""
        cut_short = self._given_up() if part.identifier != self._identifier else []
        if not self._unfinished:
            self._identifier, self._code, self._was_cut = part.identifier, bytearray(), False
        room = self.options.longest + len(LINE_ENDS) - len(self._code)
        self._code += part.content[:room]
        self._was_cut = self._was_cut or len(part.content) > room
        self._unfinished = part.goes_on
        return cut_short if part.goes_on else [*cut_short, self._whole()]

    def _whole(self) -> Report:
        code = bytes(self._code).rstrip(LINE_ENDS)
        self._code.clear()
        if len(code) > self.options.longest or self._was_cut:
            return Damaged(why="a code that is too long")
        if self.options.identifiers and not self._identifier.startswith(self.options.identifiers):
            return Damaged(why="a code of a kind that is not taken")
        return code_report(code, self.options.pattern)
