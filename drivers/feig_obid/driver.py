"""OBID readers as the controller lives them: one after the other, each antenna's tags anew in every round.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, field_validator

from drivers.damage import Complaints
from drivers.driver import Driver, Heard, Step
from drivers.feig_obid.codec import (
    ISO_COMMAND,
    RF_RESET,
    SOFTWARE_VERSION,
    Codec,
    Frame,
    command,
)
from drivers.frames import Broken, Malformed
from drivers.reports import Damaged, FaultCleared, Faulted, Identified, Report
from drivers.settling import MOST_TAGS, Patience, PolledOptions, Settling

ANSWER_WAIT_MS = 600  # an inventory of sixteen tags takes a few hundred
MISSES = 3  # questions in a row without an answer: this reader has failed
NOT_ANSWERING = "antenna_failed"
NOT_ALL_NAMED = "an inventory that does not add up, or names a label of a kind that is not known"

_INVENTORY, _NEW, _MORE = 0x01, 0x00, 0x80
_OK, _NO_TAG, _MORE_FOLLOWS = 0x00, 0x01, 0x94
_DISTURBED = (0x02, 0x83, 0x84, 0x95)  # something lies there and could not be read
# How long an entry of each type is behind the type, and how much of it, at its end, is the tag's number.
_ISO15693, _ISO14443A, _EPC, _ICODE_UID = 0x03, 0x04, 0x06, 0x07
_LENGTHS = {_ISO15693: (9, 8), _ISO14443A: (9, 7), _ICODE_UID: (19, 19)}
_EPC_BYTES, _LONG_EPC_BYTES = 8, 12
_SAY_THEIR_LENGTH = (0x09, 0x84)  # ISO 18000-3M3, EPC Gen 2: a byte about the number, its length, the number


class FeigObidOptions(PolledOptions):
    addresses: Annotated[
        tuple[Annotated[int, Field(ge=0, le=254)], ...], Field(min_length=1, max_length=16)
    ] = (0,)

    @field_validator("addresses")
    @classmethod
    def _differ(cls, addresses: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(addresses)) < len(addresses):
            raise ValueError("names an address twice: every reader on the line has its own")
        return addresses


@dataclass
class Reader:
    """One address on the line."""

    address: int
    number: int  # of the antenna that it is to the table
    antenna: Settling
    asked_who: bool = False
    model: str = ""
    firmware: str = ""
    unanswered: int = 0

    @property
    def failed(self) -> bool:
        return self.unanswered >= MISSES


class FeigObid(Driver):
    Options = FeigObidOptions
    introduces_itself = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("readers",)

    def __init__(self, options: FeigObidOptions, heard: Heard | None) -> None:
        self.options = options
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self._codec = Codec(self.options.addresses)
        self._complaints = Complaints()
        self._readers = [
            Reader(address, number, Settling(number, self.options))
            for number, address in enumerate(self.options.addresses, start=1)
        ]
        silence_ms = self.options.silence_ms + ANSWER_WAIT_MS * (len(self._readers) - 1)
        self._patience = Patience(ANSWER_WAIT_MS, silence_ms)
        self._patience.begins(now_ms)
        self._told: Identified | None = None  # what all of them together have said they are
        self._turn = 0  # whose turn it is to be asked
        self._asked = SOFTWARE_VERSION
        self._seen: list[bytes] = []  # in the answers to this inventory so far
        self._all_named = True
        self._send = b""

    @property
    def _now(self) -> Reader:
        return self._readers[self._turn]

    def connected(self, now_ms: int) -> Step:
        stopped = self._codec.give_up()
        self._begin(now_ms)
        self._ask(SOFTWARE_VERSION, now_ms)
        return self._step(stopped, now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        self._patience.hears(now_ms)
        return self._step(self._codec.feed(data), now_ms)

    def idle(self, now_ms: int) -> Step:
        return self._step(self._codec.give_up() if self._patience.is_overdue(now_ms) else [], now_ms)

    def _step(self, pieces: Iterable[Frame | Broken], now_ms: int) -> Step:
        reports = [report for piece in pieces for report in self._take(piece, now_ms)]
        if self._patience.is_overdue(now_ms):
            reports += self._no_answer(now_ms)
        send, self._send = self._send, b""
        return Step(tuple(reports), send, self._patience.silence(now_ms))

    def _ask(self, what: int, now_ms: int, mode: int = _NEW) -> None:
        self._asked = what
        self._patience.asks(now_ms)
        data = bytes([_INVENTORY, mode]) if what == ISO_COMMAND else b""
        self._send = command(self._now.address, what, data)

    def _take(self, piece: Frame | Broken, now_ms: int) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        try:
            return self._answered(piece, now_ms)
        except Malformed as malformed:
            return [Damaged(why=str(malformed))]

    def _answered(self, frame: Frame, now_ms: int) -> list[Report]:
        if (frame.address, frame.command) != (self._now.address, self._asked):
            raise Malformed("an answer to another question")
        self._patience.has_answer(now_ms)
        reports = self._is_back()
        if self._asked == SOFTWARE_VERSION:
            self._says_who(frame)
            reports += self._identified()
            if self._told is None:
                self._next(now_ms)  # nothing is read before all have said who they are
            else:
                self._ask(RF_RESET, now_ms)
        elif self._asked == RF_RESET:
            self._ask(ISO_COMMAND, now_ms)
        else:
            reports += self._inventoried(frame, now_ms)
        return reports

    def _is_back(self) -> list[Report]:
        was_away = self._now.failed
        self._now.unanswered = 0
        return [FaultCleared(code=NOT_ANSWERING), *self._failed()] if was_away else []

    def _failed(self) -> list[Report]:
        """Those that have, all in one: a fault of some of them is a fault of the device."""
        failed = [reader for reader in self._readers if reader.failed]
        addresses = tuple(reader.address for reader in failed)
        places = tuple(reader.number for reader in failed)
        return [Faulted(code=NOT_ANSWERING, places=places, part="address", numbers=addresses)] if failed else []

    def _no_answer(self, now_ms: int) -> list[Report]:
        """The others must not wait for it. It is asked again when its turn comes."""
        had_failed = self._now.failed
        self._now.unanswered += 1
        self._now.asked_who = False  # it may come back as another
        fails = self._now.failed and not had_failed
        self._next(now_ms)
        return [*self._identified(), *(self._failed() if fails else [])]

    def _next(self, now_ms: int) -> None:
        self._seen, self._all_named = [], True
        self._turn = (self._turn + 1) % len(self._readers)
        self._ask(RF_RESET if self._now.asked_who else SOFTWARE_VERSION, now_ms)

    def _says_who(self, frame: Frame) -> None:
        if frame.status != _OK or len(frame.data) < 5:
            raise Malformed("a software version that does not add up")
        self._now.asked_who = True
        self._now.firmware = f"{frame.data[0]}.{frame.data[1]}.{frame.data[2]}"
        self._now.model = f"OBID type {frame.data[4]:02X}"

    def _identified(self) -> list[Report]:
        """To the table they are one device: told once each has answered or missed its first turn, and anew if
        what they say changes. None of them has a number of its own that it could say."""
        known = [reader for reader in self._readers if reader.firmware]
        if not known or not all(reader.asked_who or reader.unanswered for reader in self._readers):
            return []
        models, versions = (
            ", ".join(sorted(set(said)))
            for said in zip(*((reader.model, reader.firmware) for reader in known), strict=True)
        )
        before, self._told = self._told, Identified(model=models, firmware=versions)
        return [self._told] if self._told != before else []

    def _inventoried(self, frame: Frame, now_ms: int) -> list[Report]:
        """Read tags stay quiet, so what comes after "more follows" are the others."""
        tags, adds_up = _tags(frame)
        self._seen += tags
        self._all_named = self._all_named and adds_up
        if frame.status == _MORE_FOLLOWS and len(self._seen) < MOST_TAGS:
            self._ask(ISO_COMMAND, now_ms, _MORE)
            return []
        antenna, seen, all_named = self._now.antenna, self._seen, self._all_named
        self._next(now_ms)
        if frame.status not in (_OK, _NO_TAG, _MORE_FOLLOWS, *_DISTURBED):
            return [Damaged(why="a reader that refuses the inventory")]
        failed = not all_named or frame.status not in (_OK, _NO_TAG)
        damage = [] if all_named else self._complaints.about(NOT_ALL_NAMED)
        if all_named:
            self._complaints.all_is_well()
        return [*damage, *antenna.scan(seen, failed=failed)]


def _tags(frame: Frame) -> tuple[list[bytes], bool]:
    """The tags that it names, and whether that was all.

    A foreign label must not hide the cards beside it. But where one begins whose length nobody knows, the list
    ends: whatever is read behind it would be made of pieces.
    """
    if frame.status not in (_OK, _MORE_FOLLOWS, *_DISTURBED) or not frame.data:
        return [], True
    count, rest = frame.data[0], frame.data[1:]
    tags: list[bytes] = []
    for _ in range(count):
        known = _entry(rest)
        if known is None or len(rest) <= known[0]:
            return tags, False
        length, number = known
        tags.append(rest[1 + length - number : 1 + length])
        rest = rest[1 + length :]
    return tags, not rest


def _entry(begins: bytes) -> tuple[int, int] | None:
    """How long it is behind its type, and how much of that is the number; None where nobody can say."""
    if len(begins) < 3:
        return None
    kind, first, second = begins[:3]
    if kind == _EPC:  # it says by its first two bits how long it is
        length = _EPC_BYTES if first > 0x3F else _LONG_EPC_BYTES
        return length, length
    if kind in _SAY_THEIR_LENGTH:
        return (2 + second, second) if second else None
    return _LENGTHS.get(kind)
