"""Text lines on a serial wire, ended by CR, LF or both. Pure: it knows nothing of what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from drivers.frames import Broken

_END = re.compile(rb"[\r\n]")


@dataclass(frozen=True, slots=True)
class Line:
    """`content` can be a badge or a tag, so it stays out of `repr`."""

    content: bytes = field(repr=False)


class Lines:
    """Takes bytes however they are split. What it holds back is at most one unfinished line."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._buffer = bytearray()
        self._overlong = False

    @property
    def unfinished(self) -> bool:
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[Line | Broken]:
        *ended, rest = _END.split(bytes(self._buffer) + data)
        pieces = [piece for content in ended for piece in self._ended(content)]
        return pieces + self._hold(rest)

    def give_up(self) -> list[Line | Broken]:
        """The rest of the line will not come; what comes next begins a new one."""
        begun, self._overlong = bool(self._buffer), False
        self._buffer.clear()
        return [Broken("a line stopped half-way")] if begun else []

    def _ended(self, content: bytes) -> list[Line | Broken]:
        if self._overlong:
            self._overlong = False
            return []  # the end of what was reported when it grew too long
        if len(content) > self._longest:
            return [Broken("a line that is too long")]
        return [Line(content)] if content else []  # nothing stands between CR and LF

    def _hold(self, rest: bytes) -> list[Line | Broken]:
        self._buffer[:] = b"" if self._overlong else rest
        if len(self._buffer) <= self._longest:
            return []
        self._buffer.clear()
        self._overlong = True
        return [Broken("a line that is too long")]
