"""An Angel Eye II-EX on a wire, written from the description of its messages.

How it numbers them is its own affair: the driver's options say what somebody believes of it, and may be wrong.
"""

from __future__ import annotations

from simulators.device import Cable, SimulatedDevice
from simulators.mishaps import Mishap

FAULT_NUMBERS = {
    "cannot_read": 1,
    "overdraw": 2,
    "button_mishandled": 3,
    "reversed_at_exit": 4,
    "reversed_midway": 5,
    "card_code_error": 6,
    "draw_timed_out": 7,
}
SUIT_NUMBERS = {"d": 1, "c": 2, "s": 3, "h": 4}
RANK_NUMBERS = {rank: number for number, rank in enumerate("A23456789TJQK", start=1)}
SMUDGED = 0x80  # neither a suit nor a rank

ACCEPTED = b"\x06"
REFUSED_FOR_CHECK = b"\x15\x02"
REFUSED_FOR_COMMAND = b"\x15\x13"
LONGEST_COMMAND = 16

DIGITS = b"0123456789"
HEX_DIGITS = b"0123456789ABCDEF"
ANY_BYTE = bytes(range(256))
NUMBERS = {"0-9": DIGITS, "0-F": HEX_DIGITS, "any byte": ANY_BYTE}
LOCKED, UNLOCKED = b"\x81", b"\x80"


def message(sequence: int, kind: str, data: bytes = b"") -> bytes:
    """05, number, kind, data, 03, and the exclusive-or of all but the 05 as two hex digits."""
    body = bytes([sequence]) + kind.encode() + data + b"\x03"
    check = 0
    for byte in body:
        check ^= byte
    return b"\x05" + body + f"{check:02X}".encode()


def nth_of_its_game(drawn: int) -> int:
    """To player and banker in turn, three each: whose card, and which of his."""
    return drawn % 2 << 4 | drawn % 6 // 2 + 1


def card_data(whose: int, face: str) -> bytes:
    if face[1] not in SUIT_NUMBERS:  # a joker: the shoe has no number for it
        return bytes([0x80 | whose, SMUDGED])
    code = 0x80 | SUIT_NUMBERS[face[1]] << 4 | RANK_NUMBERS[face[0]]
    return bytes([0x80 | whose, code])


class AngelEyeShoe(SimulatedDevice):
    numbers_reports = True
    jam_word = "draw_timed_out"  # the shoe knows no jam; a card that does not come out is a time-out
    troubles = ("counts_to_f", "counts_any_byte", "behind_converter", "tells_of_an_error")

    def __init__(
        self,
        wire: Cable,
        *,
        check_includes_start: bool = True,
        repeats: int = 3,
        numbers: bytes = DIGITS,
        greets: bool = True,
    ) -> None:
        """`greets`: it sees a PC open the port. Behind a serial server it does not."""
        self.wire = wire
        self.repeats = repeats
        self.locked = False
        self._check_includes_start = check_includes_start
        self._numbers = numbers
        self._greets = greets
        self._sequence = numbers[0]
        self._drawn = 0
        self._last_card = b""
        self._heard = bytearray()

    def tick(self, now_ms: int) -> None:
        traffic = self.wire.tick(now_ms)
        if traffic.raised and self._greets:
            self._say("P")
        self._heard += traffic.data
        self._obey()

    def card(self, face: str, in_game: bool = True, mishap: Mishap = "none") -> None:
        kind = "D" if in_game else "d"
        data = card_data(nth_of_its_game(self._drawn), face)
        self._drawn += 1
        if mishap == "unread":
            self.fault("cannot_read")
        elif mishap == "unheard":
            self.skip(1)
        elif mishap == "garbled":
            self._send_damaged(message(self._next(), kind, data))
        else:
            self._last_card = data[:1] + bytes([SMUDGED]) if mishap == "smudged" else data
            self._say(kind, self._last_card)
        if mishap == "said_again":
            self.say_again()

    def say_again(self) -> None:
        self._say("R", self._last_card)

    def cut_card(self) -> None:
        self._say("C")

    def fault(self, word: str) -> None:
        self._say("E", bytes([0x40 | FAULT_NUMBERS[word]]))

    def clear_fault(self, word: str) -> None:
        self._say("e", bytes([0x80 | FAULT_NUMBERS[word]]))

    def counts_to_f(self) -> None:
        self._numbers = HEX_DIGITS

    def counts_any_byte(self) -> None:
        self._numbers = ANY_BYTE

    def behind_converter(self) -> None:
        self._greets = False

    def tells_of_an_error(self) -> None:
        """Without stopping for it."""
        self._say("E", bytes([0x80 | FAULT_NUMBERS["button_mishandled"]]))

    def skip(self, count: int) -> None:
        """Messages that never reach the PC."""
        for _ in range(count):
            self._next()

    def _say(self, kind: str, data: bytes = b"") -> None:
        said = message(self._next(), kind, data)
        for _ in range(self.repeats):
            self.wire.send(said)

    def _send_damaged(self, said: bytes) -> None:
        wrong = said[:-1] + (b"0" if said[-1:] != b"0" else b"1")
        for _ in range(self.repeats):
            self.wire.send(wrong)

    def _next(self) -> int:
        number = self._sequence
        after = self._numbers.find(number) + 1  # one that it does not count with any more: at the beginning
        self._sequence = self._numbers[after % len(self._numbers)]
        return number

    def _obey(self) -> None:
        """Commands are 02 … 03 and two digits; anything else the PC says is passed over."""
        while (end := self._heard.find(b"\x03")) >= 0 and len(self._heard) >= end + 3:
            begin = self._heard.rfind(b"\x02", 0, end)
            if begin >= 0:
                self._answer(bytes(self._heard[begin : end + 3]))
            del self._heard[: end + 3]
        del self._heard[:-LONGEST_COMMAND]

    def _answer(self, command: bytes) -> None:
        checked = command[:-2] if self._check_includes_start else command[1:-2]
        check = 0
        for byte in checked:
            check ^= byte
        if command[-2:] != f"{check:02X}".encode():
            self.wire.send(REFUSED_FOR_CHECK)
        elif command[1:5] == b"OPLK":
            self.wire.send(ACCEPTED)
            self.locked = command[5:7] == b"02"
            self._say("L", LOCKED if self.locked else UNLOCKED)
        elif command[1:5] == b"OPEC":
            self.wire.send(ACCEPTED)
            self._say("e")
        else:
            self.wire.send(REFUSED_FOR_COMMAND)
