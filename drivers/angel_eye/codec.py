"""The Angel Eye's bytes, both ways. Pure: it knows frames and checks, not what a message means."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import xor

from drivers import frames
from drivers.frames import Broken

START, END, ACCEPTED, REFUSED, COMMAND = 0x05, 0x03, 0x06, 0x15, 0x02
SMALLEST_FRAME = 6  # 05 seq kind 03 and two check digits
FIRST_DATA = 3  # any byte may be a number: a 03 before this place ends nothing
LARGEST_FRAME = 48  # inferred: the longest message described is far below it

REFUSALS = {
    0x01: "framing",
    0x02: "check",
    0x03: "no_end",
    0x11: "format",
    0x12: "address",
    0x13: "command",
    0x14: "type",
    0x21: "busy",
    0x22: "writing",
    0xFF: "other",
}
_HEX_DIGITS = frozenset(b"0123456789ABCDEF")


@dataclass(frozen=True, slots=True)
class Frame:
    """`data` can hold a card, so it stays out of `repr`."""

    sequence: int
    kind: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The shoe's answer to a command; `refusal` is empty when it was accepted."""

    refusal: str = ""


Piece = Frame | Answer | Broken


class Codec(frames.Codec[Piece]):
    @property
    def unfinished(self) -> bool:
        return bool(self._buffer)

    def give_up(self) -> list[Piece]:
        """No more bytes will come for the unfinished frame."""
        if not self._buffer:
            return []
        self._buffer.clear()
        return [Broken("a frame stopped half-way")]

    def _first_piece(self) -> tuple[int, Piece | None] | None:
        first = self._buffer[0]
        if first == START:
            self._in_noise = False
            return self._frame()
        if first == ACCEPTED and not self._in_noise:
            return 1, Answer()
        if first == REFUSED and not self._in_noise:
            return self._refusal()
        if first == COMMAND and not self._in_noise:
            return self._long_answer()
        return self._noise()

    def _refusal(self) -> tuple[int, Piece | None] | None:
        if len(self._buffer) == 1:
            return None
        reason = REFUSALS.get(self._buffer[1])
        return (2, Answer(reason)) if reason else self._noise()

    def _long_answer(self) -> tuple[int, Piece | None] | None:
        """Framed as a command is. What it says beyond "heard" is not described anywhere."""
        end = self._frame_end(1)
        if end is None and len(self._buffer) < LARGEST_FRAME and START not in self._buffer:
            return None
        if not end:
            return self._noise()
        told, check = bytes(self._buffer[: end - 2]), self._buffer[end - 2 : end]
        right = check in (check_digits(told), check_digits(told[1:]))
        return (end, Answer()) if right else self._noise()

    def _noise(self) -> tuple[int, Piece | None]:
        """Everything up to the next start byte, reported once however many reads it takes."""
        length = self._next_start(1, len(self._buffer))
        piece = None if self._in_noise else Broken("bytes outside any frame")
        self._in_noise = True
        return length, piece

    def _frame(self) -> tuple[int, Piece | None] | None:
        length = self._frame_end(FIRST_DATA)
        if length:
            frame = bytes(self._buffer[:length])
            if check_digits(frame[1:-2]) == frame[-2:] and length >= SMALLEST_FRAME:
                return length, Frame(frame[1], chr(frame[2]), frame[3:-3])
            return self._next_start(1, length), Broken("a frame whose check is wrong")
        if len(self._buffer) < LARGEST_FRAME:
            return None
        return self._next_start(1, LARGEST_FRAME), Broken("a frame without its end")

    def _frame_end(self, begin: int) -> int | None:
        """The end byte is the first 03 with two hex digits behind it; any other 03 is data."""
        end = self._buffer.find(END, begin, LARGEST_FRAME - 2)
        while end >= 0:
            digits = self._buffer[end + 1 : end + 3]
            if len(digits) < 2:
                return None
            if _HEX_DIGITS.issuperset(digits):
                return end + 3
            end = self._buffer.find(END, end + 1, LARGEST_FRAME - 2)
        return None

    def _next_start(self, begin: int, end: int) -> int:
        """A start byte inside a bad frame may be a good frame that the bad one ran into."""
        found = self._buffer.find(START, begin, end)
        return end if found < 0 else found


def check_digits(checked: bytes) -> bytes:
    return b"%02X" % reduce(xor, checked, 0)


def command(kind: bytes, data: bytes, *, check_includes_start: bool) -> bytes:
    body = b"OP" + kind + data + bytes([END])
    start = bytes([COMMAND])
    return start + body + check_digits(start + body if check_includes_start else body)


def lock(*, check_includes_start: bool) -> bytes:
    return command(b"LK", b"02", check_includes_start=check_includes_start)


def unlock(*, check_includes_start: bool) -> bytes:
    return command(b"LK", b"01", check_includes_start=check_includes_start)


def cancel_error(*, check_includes_start: bool) -> bytes:
    """No public source gives this command's data; 00 is inferred from the confirm command."""
    return command(b"EC", b"00", check_includes_start=check_includes_start)
