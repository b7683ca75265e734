"""Table-Link's frames: COBS between zero bytes, CRC-16 inside. Pure: it knows nothing of what they mean."""

from __future__ import annotations

import struct
from binascii import crc_hqx
from dataclasses import dataclass, field

from drivers.frames import Broken

DELIMITER = b"\0"
LARGEST_FRAME = 768  # before COBS: header, body and CRC
_HEADER = struct.Struct(">BII")
_CRC = struct.Struct(">H")
_SMALLEST_FRAME = _HEADER.size + _CRC.size
_COBS_BLOCK = 254
_LARGEST_ENCODED = LARGEST_FRAME + LARGEST_FRAME // _COBS_BLOCK + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """`body` can hold a card or a tag, so it stays out of `repr`."""

    kind: int
    boot: int = 0
    sequence: int = 0
    body: bytes = field(default=b"", repr=False)


def encode(frame: Frame) -> bytes:
    content = _HEADER.pack(frame.kind, frame.boot, frame.sequence) + frame.body
    if len(content) + _CRC.size > LARGEST_FRAME:
        raise ValueError(f"a frame holds at most {LARGEST_FRAME} bytes: split the message")
    return _stuff(content + _CRC.pack(crc(content))) + DELIMITER


def crc(content: bytes) -> int:
    """CRC-16/GENIBUS: polynomial 1021, start FFFF, inverted at the end; "123456789" gives D64E.

    Without the inversion, a frame that gained a zero byte behind its check would still pass.
    """
    return crc_hqx(content, 0xFFFF) ^ 0xFFFF


class Codec:
    """Takes bytes however they are split. What it holds back is at most one unfinished frame."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame | Broken]:
        *ended, rest = (bytes(self._buffer) + data).split(DELIMITER)
        pieces = [piece for encoded in ended for piece in self._ended(encoded)]
        return pieces + self._hold(rest)

    def give_up(self) -> list[Frame | Broken]:
        """The link went: what has begun will not be finished."""
        begun, self._overlong = bool(self._buffer), False
        self._buffer.clear()
        return [Broken("a frame stopped half-way")] if begun else []

    def _ended(self, encoded: bytes) -> list[Frame | Broken]:
        if self._overlong:
            self._overlong = False
            return []  # the end of what was reported when it grew too long
        return [_decode(encoded)] if encoded else []

    def _hold(self, rest: bytes) -> list[Frame | Broken]:
        self._buffer[:] = rest
        if len(rest) <= _LARGEST_ENCODED:
            return []
        self._buffer.clear()
        first_time, self._overlong = not self._overlong, True
        return [Broken("more bytes than any frame has, without an end")] if first_time else []


def _decode(encoded: bytes) -> Frame | Broken:
    content = _unstuff(encoded)
    if content is None or not _SMALLEST_FRAME <= len(content) <= LARGEST_FRAME:
        return Broken("a frame of impossible length")
    if crc(content[:-2]) != int.from_bytes(content[-2:], "big"):
        return Broken("a frame whose check is wrong")
    kind, boot, sequence = _HEADER.unpack_from(content)
    return Frame(kind, boot, sequence, content[_HEADER.size : -2])


def _stuff(content: bytes) -> bytes:
    """Consistent Overhead Byte Stuffing: each run of non-zero bytes gets its length plus one in front."""
    return b"".join(_stuffed_run(run) for run in content.split(DELIMITER))


def _stuffed_run(run: bytes) -> bytes:
    whole = len(run) - len(run) % _COBS_BLOCK
    blocks = [b"\xff" + run[at : at + _COBS_BLOCK] for at in range(0, whole, _COBS_BLOCK)]
    return b"".join(blocks) + bytes([len(run) - whole + 1]) + run[whole:]


def _unstuff(encoded: bytes) -> bytes | None:
    content = bytearray()
    at = 0
    while at < len(encoded):
        length = encoded[at]
        content += encoded[at + 1 : at + length]
        at += length
        if length <= _COBS_BLOCK and at < len(encoded):
            content.append(0)
    return bytes(content) if at == len(encoded) else None
