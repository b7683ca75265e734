"""OBID frames, both ways, short and long. Pure: it knows nothing of what they mean.

They have no start byte. What begins a frame must at least look like one: a length, an address that is
ours, a command that we ask. Everything else is passed over until something does.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from drivers import frames
from drivers.frames import Broken

SOFTWARE_VERSION, RF_RESET, ISO_COMMAND = 0x65, 0x69, 0xB0
_LONG = 0x02  # begins a frame whose length has two bytes
_SMALLEST_LONG = 8  # with status and check; a short one has at least 6 bytes
LARGEST_FRAME = 1_024  # inferred: an answer of a hundred tags, more than any is divided into


@dataclass(frozen=True, slots=True)
class Frame:
    """`data` can hold tags, so it stays out of `repr`."""

    address: int
    command: int
    status: int
    data: bytes = field(repr=False)


def crc(content: bytes) -> int:
    """CRC-16 with the reversed polynomial 8408, start FFFF."""
    register = 0xFFFF
    for byte in content:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ 0x8408 if register & 1 else register >> 1
    return register


def command(address: int, what: int, data: bytes = b"") -> bytes:
    content = bytes([5 + len(data), address, what]) + data
    return content + crc(content).to_bytes(2, "little")


class Codec(frames.Codec[Frame | Broken]):
    def __init__(self, addresses: Collection[int]) -> None:
        super().__init__()
        self._head = _head(addresses)

    def give_up(self) -> list[Frame | Broken]:
        """No more bytes will come for the unfinished frame."""
        if not self._buffer:
            return []
        said_already, self._in_noise = self._in_noise, False
        self._buffer.clear()
        return [] if said_already else [Broken("a frame stopped half-way")]

    def _first_piece(self) -> tuple[int, Frame | Broken | None] | None:
        if not self._head.match(self._buffer):
            return self._noise("bytes outside any frame")
        long = self._buffer[0] == _LONG
        head = 5 if long else 3  # to the command
        if len(self._buffer) < head:
            return None
        length = int.from_bytes(self._buffer[1:3], "big") if long else self._buffer[0]
        if long and not _SMALLEST_LONG <= length <= LARGEST_FRAME:
            return self._noise("bytes outside any frame")
        if len(self._buffer) < length:
            return None
        frame = bytes(self._buffer[:length])
        if crc(frame[:-2]) != int.from_bytes(frame[-2:], "little"):
            return self._noise("a frame whose check is wrong")
        self._in_noise = False
        return length, Frame(frame[head - 2], frame[head - 1], frame[head], frame[head + 1 : -2])

    def _noise(self, why: str) -> tuple[int, Broken | None]:
        """A good frame may begin in the very next byte; what is left of a bad one is not reported again."""
        piece = None if self._in_noise else Broken(why)
        self._in_noise = True
        following = self._head.search(self._buffer, 1)
        return following.start() if following else len(self._buffer), piece


def _head(addresses: Collection[int]) -> re.Pattern[bytes]:
    """Length, address, command of a frame, as far as they have come."""
    address = b"[" + b"".join(re.escape(bytes([each])) for each in addresses) + b"]"
    rest = b"(?:\\Z|" + address + b"(?:\\Z|[\x65\x69\xb0]))"
    return re.compile(b"(?s)[\x06-\xff]" + rest + b"|\x02(?:\\Z|.(?:\\Z|." + rest + b"))")
