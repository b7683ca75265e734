"""Firmata's messages, both ways. Pure: it knows ports of eight pins, not what is wired to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers import frames
from drivers.frames import Broken

DIGITAL, REPORT_DIGITAL, ANALOG = 0x90, 0xD0, 0xE0
SET_MODE, SET_PIN, VERSION, RESET = 0xF4, 0xF5, 0xF9, 0xFF
SYSEX, END_SYSEX = 0xF0, 0xF7
FIRMWARE, TEXT, ASK_CAPABILITIES, CAPABILITIES, END_OF_PIN = 0x79, 0x71, 0x6B, 0x6C, 0x7F
INPUT, OUTPUT, PULLUP = 0x00, 0x01, 0x0B
PINS_A_PORT = 8
LONGEST_SYSEX = 4_096  # what each of 128 pins can do


@dataclass(frozen=True, slots=True)
class Ports:
    """How the eight pins of a port stand, the lowest in bit 0."""

    port: int
    pins: int


@dataclass(frozen=True, slots=True)
class Version:
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Sysex:
    kind: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Other:
    """Well formed, and nothing that was asked for."""


Piece = Ports | Version | Sysex | Other | Broken


class Codec(frames.Codec[Piece]):
    def give_up(self) -> list[Piece]:
        """No more bytes will come for the unfinished message."""
        begun = bool(self._buffer)
        self._buffer.clear()
        return [Broken("a message stopped half-way")] if begun else []

    def _first_piece(self) -> tuple[int, Piece | None] | None:
        first = self._buffer[0]
        if first == SYSEX:
            return self._sysex()
        if first == VERSION or first & 0xF0 in (DIGITAL, ANALOG):
            return self._short(first)
        return self._noise()

    def _short(self, first: int) -> tuple[int, Piece | None] | None:
        """Two data bytes, seven bits each. Only data bytes are below 80, so a lost one shows."""
        if any(byte & 0x80 for byte in self._buffer[1:3]):
            return self._broken("a message that another one ran into")
        if len(self._buffer) < 3:
            return None
        self._in_noise = False
        low, high = self._buffer[1:3]
        if first == VERSION:
            return 3, Version(low, high)
        if first & 0xF0 == ANALOG:
            return 3, Other()
        return 3, Ports(first & 0x0F, (low | high << 7) & 0xFF)

    def _sysex(self) -> tuple[int, Piece | None] | None:
        end = next((at for at, byte in enumerate(self._buffer[1:], 1) if byte & 0x80), 0)
        if not end and len(self._buffer) < LONGEST_SYSEX:
            return None
        if not end or self._buffer[end] != END_SYSEX or end == 1:
            return self._broken("a long message without its end")
        self._in_noise = False
        return end + 1, Sysex(self._buffer[1], bytes(self._buffer[2:end]))

    def _broken(self, why: str) -> tuple[int, Broken]:
        """Up to the next command; what else follows is not reported again."""
        self._in_noise = True
        return self._next_command(), Broken(why)

    def _noise(self) -> tuple[int, Broken | None]:
        piece = None if self._in_noise else Broken("bytes outside any message")
        self._in_noise = True
        return self._next_command(), piece

    def _next_command(self) -> int:
        following = (at for at, byte in enumerate(self._buffer[1:], 1) if _begins_a_message(byte))
        return next(following, len(self._buffer))


def _begins_a_message(byte: int) -> bool:
    return byte in (SYSEX, VERSION) or byte & 0xF0 in (DIGITAL, ANALOG)


def ask_version() -> bytes:
    return bytes([VERSION])


def ask_firmware() -> bytes:
    return bytes([SYSEX, FIRMWARE, END_SYSEX])


def ask_capabilities() -> bytes:
    return bytes([SYSEX, ASK_CAPABILITIES, END_SYSEX])


def modes_of_pins(data: bytes) -> list[frozenset[int]]:
    """Each pin's modes, and behind every mode how many bits it has."""
    return [frozenset(pin[::2]) for pin in data.split(bytes([END_OF_PIN]))[:-1]]


def set_mode(pin: int, mode: int) -> bytes:
    return bytes([SET_MODE, pin, mode])


def set_pin(pin: int, on: bool) -> bytes:
    return bytes([SET_PIN, pin, int(on)])


def report_port(port: int) -> bytes:
    return bytes([REPORT_DIGITAL | port, 1])


def text(data: bytes) -> str:
    """Each character in two bytes of seven bits."""
    pairs = zip(data[::2], data[1::2], strict=False)
    characters = (chr(low | high << 7) for low, high in pairs)
    return "".join(character for character in characters if character.isprintable() and character.isascii())
