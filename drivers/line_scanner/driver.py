"""A scanner on a serial port: one line of text is one code.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from drivers.driver import Driver, Heard, Step
from drivers.lines import Broken, Line, Lines
from drivers.reports import CodeScanned, Damaged, Hidden, Report

LINE_STALLS_MS = 1_000  # a scanner sends a whole line in one go


class LineScannerOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    longest: Annotated[int, Field(ge=4, le=1_024)] = 128  # characters; a longer line is damage
    pattern: str = ""  # a regular expression that every whole code fits; empty: any printable text

    @field_validator("pattern")
    @classmethod
    def _can_be_read(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"is no regular expression ({error}): for six digits give '[0-9]{{6}}'") from None
        return pattern


class LineScanner(Driver):
    Options = LineScannerOptions

    def __init__(self, options: LineScannerOptions, heard: Heard | None) -> None:
        self._lines = Lines(options.longest)
        self._pattern = re.compile(options.pattern or r".*")
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
        if any(not 0x20 <= byte < 0x7F for byte in piece.content):
            return Damaged(why="a line with bytes that are no text")
        code = piece.content.decode("ascii").strip()
        if not code or not self._pattern.fullmatch(code):
            return Damaged(why="a code that does not fit the pattern")
        return CodeScanned(code=Hidden(code))
