"""The PN532's frames on a serial line, both ways. Pure: it knows nothing of what they mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers import frames
from drivers.frames import Broken

START = b"\x00\xff"  # one more 00 may stand before it, and one stands behind a frame
TO_CHIP, FROM_CHIP = 0xD4, 0xD5
WAKE = b"\x55\x55\x00\x00\x00"
_ACK, _NACK = b"\x00\xff", b"\xff\x00"  # where a frame has its length and the check of it
_HEAD = 4  # start, length, its check


@dataclass(frozen=True, slots=True)
class Frame:
    """`data` begins with its direction. It can hold a tag, so it stays out of `repr`."""

    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The chip has heard a command whole, or has not."""

    heard: bool


Piece = Frame | Answer | Broken


def command(data: bytes) -> bytes:
    body = bytes([TO_CHIP]) + data
    length = len(body)
    return b"\x00" + START + bytes([length, -length & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])


class Codec(frames.Codec[Piece]):
    def give_up(self) -> list[Piece]:
        """No more bytes will come for the unfinished frame."""
        begun = len(self._buffer) > 1
        self._buffer.clear()
        return [Broken("a frame stopped half-way")] if begun else []

    def _first_piece(self) -> tuple[int, Piece | None] | None:
        start = self._buffer.find(START)
        if start != 0:
            return self._before(start)
        if len(self._buffer) < _HEAD:
            return None
        length, check = self._buffer[2:_HEAD]
        if self._buffer[2:_HEAD] in (_ACK, _NACK):
            self._in_noise = False
            return _HEAD, Answer(heard=length == 0)
        if not length or (length + check) & 0xFF:
            return self._broken("a frame whose length is wrong")
        return self._frame(length)

    def _before(self, start: int) -> tuple[int, Piece | None] | None:
        """Zeros between frames mean nothing; anything else is noise, reported once."""
        length = start if start > 0 else len(self._buffer) - self._buffer.endswith(b"\0")
        if not length:
            return None
        if not any(self._buffer[:length]) or self._in_noise:
            return length, None
        self._in_noise = True
        return length, Broken("bytes outside any frame")

    def _frame(self, length: int) -> tuple[int, Piece | None] | None:
        whole = _HEAD + length + 2
        if len(self._buffer) < whole:
            return None
        if sum(self._buffer[_HEAD : whole - 1]) & 0xFF:
            return self._broken("a frame whose check is wrong")
        self._in_noise = False
        return whole - 1, Frame(bytes(self._buffer[_HEAD : whole - 2]))

    def _broken(self, why: str) -> tuple[int, Piece]:
        """A good frame may begin inside the bad one; what is left of it is not reported again."""
        self._in_noise = True
        return len(START), Broken(why)
