"""A scanner on a serial port: one line of text is one code.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from drivers.codes import CodePattern, code_report
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.lines import Line, Lines
from drivers.reports import Damaged, Report

LINE_STALLS_MS = 1_000  # a scanner sends a whole line in one go


class LineScannerOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    longest: Annotated[int, Field(ge=4, le=1_024)] = 128  # characters; a longer line is damage
    pattern: CodePattern = ""


class LineScanner(Driver):
    Options = LineScannerOptions

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("scanner",)

    def __init__(self, options: LineScannerOptions, heard: Heard | None) -> None:
        self._lines = Lines(options.longest)
        self._pattern = options.pattern
        self._last_byte_ms = 0

    def connected(self, now_ms: int) -> Step:
        return self._step(self._lines.give_up())

    def received(self, data: bytes, now_ms: int) -> Step:
        self._last_byte_ms = now_ms
        return self._step(self._lines.feed(data))

    def idle(self, now_ms: int) -> Step:
        if self._lines.unfinished and now_ms - self._last_byte_ms >= LINE_STALLS_MS:
            return self._step(self._lines.give_up())
        return Step()

    def _step(self, pieces: Iterable[Line | Broken]) -> Step:
        return Step(tuple(self._report(piece) for piece in pieces))

    def _report(self, piece: Line | Broken) -> Report:
        if isinstance(piece, Broken):
            return Damaged(why=piece.why)
        return code_report(piece.content, self._pattern)
