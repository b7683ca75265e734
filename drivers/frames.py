"""What a codec makes of bytes, whatever the device: pieces, and what was no piece of anything."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Broken:
    """Bytes that no frame can be made of."""

    why: str


class Malformed(Exception):
    """The frame is whole, and what it holds makes no sense. The text never holds what it held."""


class Codec(ABC, Generic[P]):
    """Takes bytes however they are split. What it holds back is at most one unfinished frame."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._in_noise = False

    def feed(self, data: bytes) -> list[P]:
        self._buffer += data
        pieces: list[P] = []
        while self._buffer and (taken := self._first_piece()):
            length, piece = taken
            del self._buffer[:length]
            if piece is not None:
                pieces.append(piece)
        return pieces

    @abstractmethod
    def _first_piece(self) -> tuple[int, P | None] | None:
        """How many bytes are done with, and what they were; None while more bytes are needed."""
