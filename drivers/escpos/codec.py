"""ESC/POS: what a printer answers (each byte says what it is), and the few commands that a slip is made of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from drivers.slip import Slip, SlipLine

ESC, GS, DLE = b"\x1b", b"\x1d", b"\x10"
STATUSES = (1, 2, 3, 4)  # printer, why offline, error, paper
ASK_BEHIND = GS + b"r\x01"  # answered when all that was sent before it has been dealt with
CLEAR = DLE + b"\x14\x08\x01\x03\x14\x01\x06\x02\x08"  # forget what was sent and is not printed
LETTERS = "cp858"
SET_UP = ESC + b"@" + ESC + b"t\x13"  # as after power came on; that code page
CUT = GS + b"VB\x03"  # behind the last line, not through it
MOST_IN_ONE_GO = 512  # bytes, between two questions: the smallest printers keep four thousand
QR_DOTS = b"\x06"

Kind = Literal["status", "behind"]
_XON_XOFF = b"\x11\x13"
_PLAIN = str.maketrans(
    {
        "–": "-",
        "—": "-",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "…": "...",
        "→": ">",
        "♠": "s",
        "♥": "h",
        "♦": "d",
        "♣": "c",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    kind: Kind  # of its own, or to a question that stood behind what was sent
    bits: int


@dataclass(frozen=True, slots=True)
class Broken:
    why: str


class Codec:
    """Takes bytes however they are split. Four bytes that a printer says by itself (ASB) are passed over: it is
    asked often enough."""

    def __init__(self) -> None:
        self._by_itself = 0  # bytes of such a message that are still to come
        self._in_noise = False

    def feed(self, data: bytes) -> list[Answer | Broken]:
        return [piece for byte in data for piece in self._meant(byte)]

    def _meant(self, byte: int) -> Iterator[Answer | Broken]:
        if byte in _XON_XOFF:
            return
        if self._by_itself and byte & 0x90 == 0:
            self._by_itself -= 1
            return
        self._by_itself = 0
        was_noise, self._in_noise = self._in_noise, False
        if byte & 0x93 == 0x12:
            yield Answer("status", byte)
        elif byte & 0x93 == 0x10:
            self._by_itself = 3
        elif byte & 0x90 == 0:
            yield Answer("behind", byte)
        else:
            self._in_noise = True
            if not was_noise:
                yield Broken("bytes that are no status")


def ask(status: int) -> bytes:
    """Answered at once, whatever the printer does."""
    return DLE + b"\x04" + bytes([status])


def trouble(bits: dict[int, int]) -> str:
    """What stands against printing, the most telling first; or what soon will."""
    why, error, paper = bits[2], bits[3], bits[4]
    if why & 0x04:
        return "cover_open"
    if why & 0x20 or paper & 0x60:
        return "paper_end"
    if error & 0x08:
        return "cutter_failed"
    if why & 0x40 or error & 0x64:
        return "printer_failed"
    if bits[1] & 0x08:
        return "printer_offline"
    return "paper_near_end" if paper & 0x0C else ""


def pieces(slip: Slip, columns: int, *, qr: bool) -> list[bytes]:
    """As much at a time as the smallest printer can hold, each a whole number of lines."""
    made, piece = [], SET_UP
    for line in _printed(slip, columns, qr=qr):
        if len(piece) + len(line) > MOST_IN_ONE_GO:
            made.append(piece)
            piece = b""
        piece += line
    return [*made, piece + CUT]


def _printed(slip: Slip, columns: int, *, qr: bool) -> Iterator[bytes]:
    for line in slip.lines:
        yield from _lines(line, columns)
    if slip.code and qr:
        yield ESC + b"a\x01" + _qr(slip.code.encode("ascii")) + b"\n" + ESC + b"a\x00"


def _lines(line: SlipLine, columns: int) -> Iterator[bytes]:
    if line.style == "rule":
        yield b"-" * columns + b"\n"
        return
    width = columns // 2 if line.style == "title" else columns
    how = {"plain": 0x00, "head": 0x08, "title": 0x38}[line.style]  # bold; bold and of double size
    for text in textwrap.wrap(_letters(line.text), width) or [""]:
        yield ESC + b"!" + bytes([how]) + text.encode(LETTERS, "replace") + b"\n"


def _letters(text: str) -> str:
    """No control character ever reaches the printer."""
    plain = text.translate(_PLAIN)
    return "".join(letter if letter.isprintable() else " " for letter in plain)


def _qr(code: bytes) -> bytes:
    store = b"1P0" + code
    commands = (b"1A2\x00", b"1C" + QR_DOTS, b"1E1", store, b"1Q0")
    return b"".join(GS + b"(k" + len(command).to_bytes(2, "little") + command for command in commands)
