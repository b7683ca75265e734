"""What the Angel Eye's messages mean to a card table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from drivers.angel_eye import codec
from drivers.angel_eye.codec import Answer, Codec, Frame, Piece
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.reports import (
    CardDrawn,
    CardRepeated,
    CutCardSeen,
    Damaged,
    FaultCleared,
    Faulted,
    Hidden,
    Noted,
    Report,
    ReportsMissed,
)

FRAME_STALLS_MS = 400  # a whole frame takes 20 ms at 4800 baud; a USB chip holds bytes up to 16 ms more

FAULTS = {
    1: "cannot_read",
    2: "overdraw",
    3: "button_mishandled",
    4: "reversed_at_exit",
    5: "reversed_midway",
    6: "card_code_error",
    7: "draw_timed_out",
}

_SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
_RANKS = dict(enumerate("A23456789TJQK", start=1))
_IN_ERROR_MODE = 0x40


Run = tuple[Annotated[int, Field(ge=0, le=0xFF)], Annotated[int, Field(ge=0, le=0xFF)]]
_DIGITS: tuple[Run, ...] = ((0x30, 0x39),)
_HEX_DIGITS: tuple[Run, ...] = (*_DIGITS, (0x41, 0x46))
_ANY_BYTE: tuple[Run, ...] = ((0x00, 0xFF),)


def _in_turn(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    if any(last < first for first, last in runs) or any(a[1] >= b[0] for a, b in pairwise(runs)):
        raise ValueError("numbers are runs from a first to a last one, upwards: [[48, 57]] is 0 to 9")
    return runs


class AngelEyeOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    commands: bool = False  # False: not one byte is ever sent to the shoe
    check_includes_start: bool = True
    numbers: Annotated[tuple[Run, ...], Field(min_length=1), AfterValidator(_in_turn)] = _DIGITS


class AngelEye(Driver):
    Options = AngelEyeOptions

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("shoe",)

    def __init__(self, options: AngelEyeOptions, heard: Heard | None) -> None:
        self.options = options
        self._codec = Codec()
        self._last_byte_ms = self._connected_ms = 0
        self._numbers = _each(options.numbers)
        self._sequence = heard.sequence if heard else None
        self._frames: list[Frame] = []  # heard on this connection under `_sequence`
        self._on_disk = heard.said if heard else ()  # under `_sequence`
        self._last_card = Hidden(b"")
        if self._sequence is not None:
            self._count_as_it_does(self._sequence)

    def connected(self, now_ms: int) -> Step:
        self._connected_ms = now_ms
        return self._step(self._codec.give_up())

    def received(self, data: bytes, now_ms: int) -> Step:
        self._last_byte_ms = now_ms
        return self._step(self._codec.feed(data))

    def idle(self, now_ms: int) -> Step:
        if self._codec.unfinished and now_ms - self._last_byte_ms >= FRAME_STALLS_MS:
            return self._step(self._codec.give_up())
        return Step()

    def order(self, what: Literal["lock", "unlock", "cancel_error"]) -> bytes:
        """The bytes of a command; none at all while the link is read-only."""
        if not self.options.commands:
            return b""
        encode = {"lock": codec.lock, "unlock": codec.unlock, "cancel_error": codec.cancel_error}[what]
        return encode(check_includes_start=self.options.check_includes_start)

    def _step(self, pieces: list[Piece]) -> Step:
        return Step(tuple(report for piece in pieces for report in self._reports(piece)))

    def _reports(self, piece: Piece) -> list[Report]:
        if isinstance(piece, Frame):
            return self._in_sequence(piece)
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        return [self._answered(piece)]

    def _answered(self, answer: Answer) -> Report:
        if not self.options.commands:
            return Damaged(why="an answer to a command, but this link sends none")
        return Noted(what=f"command_refused_{answer.refusal}" if answer.refusal else "command_accepted")

    def _in_sequence(self, frame: Frame) -> list[Report]:
        if self._is_repeat(frame):
            return []
        reports = [*self._missed_before(frame), _report(frame)]
        self._remember(frame)
        return reports

    def _is_repeat(self, frame: Frame) -> bool:
        """The number alone says nothing: another card under the last number is another card."""
        if frame.sequence != self._sequence:
            return False
        return frame in self._frames or self._is_on_disk(_report(frame))

    def _is_on_disk(self, report: Report) -> bool:
        """The journal keeps no `in_game`. A card without a face is known for the same only where the line has
        just come up: the shoe says each three times, and the break fell between two of them."""
        if not isinstance(report, CardDrawn):
            return report in self._on_disk
        faces = {known.face for known in self._on_disk if isinstance(known, CardDrawn)}
        just_up = not self._frames and self._last_byte_ms - self._connected_ms < FRAME_STALLS_MS
        return report.face in faces and (report.face is not None or just_up)

    def _missed_before(self, frame: Frame) -> list[Report]:
        if self._count_as_it_does(frame.sequence):
            unnamed = Damaged(why="a number that the option numbers does not name")
            count = self._jump_to(frame)
            return [unnamed, *([self._missed(count, frame)] if count else [])]
        count = self._jump_to(frame) or self._repeats_an_unheard_card(frame)
        return [self._missed(count, frame)] if count else []

    def _missed(self, count: int, frame: Frame) -> Report:
        before = self._numbers[self._numbers.index(frame.sequence) - 1]
        return ReportsMissed(count=count, sequence=before)

    def _count_as_it_does(self, sequence: int) -> bool:
        """Whether it is news that the shoe uses this number. What it numbers is heard all the same."""
        if sequence in self._numbers:
            return False
        told = {*self._numbers, sequence}
        self._numbers = next(each for each in (_each(_HEX_DIGITS), _each(_ANY_BYTE)) if told.issubset(each))
        return True

    def _jump_to(self, frame: Frame) -> int:
        if self._sequence is None:
            return 0
        if self._sequence == frame.sequence:
            return len(self._numbers) - 1 if self._contradicts(frame) else 0
        here, there = self._numbers.index(self._sequence), self._numbers.index(frame.sequence)
        return (there - here - 1) % len(self._numbers)

    def _contradicts(self, frame: Frame) -> bool:
        """One number may carry two kinds, but of one kind two messages are a whole turn apart, or of two lives.
        After a connection nothing says that the last number goes on."""
        return (
            bool(self._on_disk) or not self._frames or any(frame.kind == known.kind for known in self._frames)
        )

    def _repeats_an_unheard_card(self, frame: Frame) -> int:
        """Nobody agrees whether `R` has a number of its own, so its card is compared with the last one."""
        return int(frame.kind == "R" and bool(frame.data) and Hidden(frame.data[1:]) != self._last_card)

    def _remember(self, frame: Frame) -> None:
        if frame.sequence != self._sequence:
            self._sequence, self._frames, self._on_disk = frame.sequence, [], ()
        elif self._contradicts(frame):
            self._frames = []
        self._frames.append(frame)
        if frame.kind in "DdR":
            self._last_card = Hidden(frame.data[1:])


def _each(runs: tuple[Run, ...]) -> list[int]:
    return [number for first, last in runs for number in range(first, last + 1)]


def _error(data: bytes, sequence: int) -> Report:
    """Bit 6 says whether it has stopped for it; without, nothing on the felt has changed."""
    code = _fault(data) or "unknown_fault"
    if data and not data[0] & _IN_ERROR_MODE:
        return Noted(what=f"told_of_{code}", sequence=sequence)
    return Faulted(code=code, sequence=sequence)


_MEANINGS: dict[str, Callable[[bytes, int], Report]] = {
    "D": lambda data, sequence: CardDrawn(face=_face(data), in_game=True, sequence=sequence),
    "d": lambda data, sequence: CardDrawn(face=_face(data), in_game=False, sequence=sequence),
    "R": lambda data, sequence: CardRepeated(sequence=sequence),
    "C": lambda data, sequence: CutCardSeen(sequence=sequence),
    "E": _error,
    "e": lambda data, sequence: FaultCleared(code=_fault(data), sequence=sequence),
    "S": lambda data, sequence: Noted(what="started", sequence=sequence),
    "P": lambda data, sequence: Noted(what="standby", sequence=sequence),
    "G": lambda data, sequence: Noted(what="game_result", sequence=sequence),
    "L": lambda data, sequence: Noted(what="lock_changed", sequence=sequence),
    "M": lambda data, sequence: Noted(what="settings_changed", sequence=sequence),
}


def _report(frame: Frame) -> Report:
    meaning = _MEANINGS.get(frame.kind)
    if meaning is None:
        return Noted(what="unknown_message", sequence=frame.sequence)
    return meaning(frame.data, frame.sequence)


def _face(data: bytes) -> Hidden[str] | None:
    """The first byte says player or banker and which card of theirs: baccarat's business, not ours."""
    if len(data) != 2 or not data[1] & 0x80:
        return None
    rank, suit = _RANKS.get(data[1] & 0x0F), _SUITS.get(data[1] >> 4 & 0x07)
    return Hidden(rank + suit) if rank and suit else None


def _fault(data: bytes) -> str:
    return FAULTS.get(data[0] & 0x3F, "") if data else ""
