"""What is said to pcscd, the program that owns card readers, on its socket, and what it answers.

It answers one question after the other and names neither the question nor a length: what an answer is, is known
from what was asked. Whole numbers are those of this machine, because both ends are on it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum

MAJOR, MINOR = 4, 4
MINORS = (3, 4, 5)  # in which all that is asked here looks the same; younger ones take 4, too

READER_NAME_BYTES = 128
READERS = 16
MOST_SENT_BACK = 258  # by a badge, to a short command: 256 bytes and how it went
SYSTEM, SHARED, EITHER_PROTOCOL, LEAVE_AS_IT_IS = 2, 2, 3, 0
PRESENT = 0x04
WELL = 0

_VERSION, _CONTEXT = struct.Struct("=iiI"), struct.Struct("=III")
_READER = struct.Struct("=128sIIi33s3xII")
_CONNECT = struct.Struct("=I128sIIiII")
_TRANSMIT = struct.Struct("=i7I")
_DISCONNECT = struct.Struct("=iII")


class Ask(IntEnum):
    CONTEXT = 0x01
    CONNECT = 0x04
    DISCONNECT = 0x06
    TRANSMIT = 0x09
    VERSION = 0x11
    READERS = 0x12


_ANSWERS = {
    Ask.VERSION: _VERSION.size,
    Ask.CONTEXT: _CONTEXT.size,
    Ask.READERS: _READER.size * READERS,
    Ask.CONNECT: _CONNECT.size,
    Ask.TRANSMIT: _TRANSMIT.size,
    Ask.DISCONNECT: _DISCONNECT.size,
}


@dataclass(frozen=True, slots=True)
class Reader:
    name: str
    changes: int  # how often a badge has come or gone
    holds_a_badge: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """`result` is 0 if all went well. What a badge said is in no `repr`."""

    result: int
    number: int = 0  # of the context, or of the connection to a badge; the version's minor
    major: int = 0
    protocol: int = 0  # of the connection to a badge
    readers: tuple[Reader, ...] = ()
    said: bytes = field(default=b"", repr=False)


class NoAnswer(Exception):
    """Bytes that are no answer to what was asked. The text never holds them."""


class Answers:
    """Takes bytes however they are split. `awaited` is what was asked last."""

    def __init__(self) -> None:
        self.awaited = Ask.VERSION
        self._buffer = bytearray()

    @property
    def is_cut_off(self) -> bool:
        return bool(self._buffer)

    def forget(self) -> None:
        self._buffer.clear()

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def take(self) -> Answer | None:
        """The whole answer to what is awaited; None while bytes are missing."""
        size = _ANSWERS[self.awaited]
        if len(self._buffer) < size:
            return None
        head = bytes(self._buffer[:size])
        answer, more = _READ[self.awaited](head)
        if more:
            if len(self._buffer) < size + more:
                return None
            answer = Answer(answer.result, said=bytes(self._buffer[size : size + more]))
        del self._buffer[: size + more]
        return answer


def _version(head: bytes) -> tuple[Answer, int]:
    major, minor, result = _VERSION.unpack(head)
    if not 0 < major < 100 or not 0 <= minor < 100:
        raise NoAnswer("a version that makes no sense")
    return Answer(result, minor, major), 0


def _context(head: bytes) -> tuple[Answer, int]:
    _, number, result = _CONTEXT.unpack(head)
    return Answer(result, number), 0


def _readers(head: bytes) -> tuple[Answer, int]:
    said = (_READER.unpack_from(head, at) for at in range(0, len(head), _READER.size))
    readers = (
        Reader(_name(name), changes, bool(state & PRESENT)) for name, changes, state, *_ in said if name[0]
    )
    return Answer(WELL, readers=tuple(readers)), 0


def _name(padded: bytes) -> str:
    name = padded.partition(b"\0")[0]
    if not all(0x20 <= byte < 0x7F for byte in name):
        raise NoAnswer("a list of readers that makes no sense")
    return name.decode("ascii")


def _connected(head: bytes) -> tuple[Answer, int]:
    *_, number, protocol, result = _CONNECT.unpack(head)
    return Answer(result, number, protocol=protocol), 0


def _transmitted(head: bytes) -> tuple[Answer, int]:
    *_, length, result = _TRANSMIT.unpack(head)
    if result == WELL and length > MOST_SENT_BACK:
        raise NoAnswer("an answer of a badge that is too long")
    return Answer(result), length if result == WELL else 0


def _disconnected(head: bytes) -> tuple[Answer, int]:
    *_, result = _DISCONNECT.unpack(head)
    return Answer(result), 0


_READ = {
    Ask.VERSION: _version,
    Ask.CONTEXT: _context,
    Ask.READERS: _readers,
    Ask.CONNECT: _connected,
    Ask.TRANSMIT: _transmitted,
    Ask.DISCONNECT: _disconnected,
}


def _message(ask: Ask, body: bytes = b"", more: bytes = b"") -> bytes:
    return struct.pack("=II", len(body), ask) + body + more


def version(minor: int) -> bytes:
    return _message(Ask.VERSION, _VERSION.pack(MAJOR, minor, 0))


def context() -> bytes:
    return _message(Ask.CONTEXT, _CONTEXT.pack(SYSTEM, 0, 0))


def readers() -> bytes:
    return _message(Ask.READERS)


def connect(context: int, reader: str) -> bytes:
    name = reader.encode("ascii").ljust(READER_NAME_BYTES, b"\0")
    return _message(Ask.CONNECT, _CONNECT.pack(context, name, SHARED, EITHER_PROTOCOL, 0, 0, 0))


def transmit(badge: int, protocol: int, command: bytes) -> bytes:
    body = _TRANSMIT.pack(badge, protocol, 16, len(command), protocol, 16, MOST_SENT_BACK, 0)
    return _message(Ask.TRANSMIT, body, command)


def disconnect(badge: int) -> bytes:
    return _message(Ask.DISCONNECT, _DISCONNECT.pack(badge, LEAVE_AS_IT_IS, 0))
