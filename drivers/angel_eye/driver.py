"""What the Angel Eye's messages mean to a card table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

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


class AngelEyeOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    commands: bool = False  # False: not one byte is ever sent to the shoe
    check_includes_start: bool = True
    sequence_first: Annotated[int, Field(ge=0x20, le=0xFF)] = 0x30
    sequence_last: Annotated[int, Field(ge=0x20, le=0xFF)] = 0x39

    @model_validator(mode="after")
    def _counts_upwards(self) -> Self:
        if self.sequence_last <= self.sequence_first:
            raise ValueError("sequence_last must be above sequence_first: 48 and 57 are the usual values")
        return self


class AngelEye(Driver):
    Options = AngelEyeOptions

    def __init__(self, options: AngelEyeOptions, heard: Heard | None) -> None:
        self.options = options
        self._codec = Codec()
        self._last_byte_ms = 0
        self._sequence = heard.sequence if heard else None
        self._kinds_heard: set[str] | None = None  # at `_sequence`; None: the journal does not say
        self._last_card = Hidden(b"")

    def connected(self, now_ms: int) -> Step:
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
        if not self.options.sequence_first <= frame.sequence <= self.options.sequence_last:
            return [Damaged(why="a sequence number outside sequence_first to sequence_last")]
        if self._is_repeat(frame):
            return []
        missed = self._missed_before(frame)
        self._remember(frame)
        return [*missed, _report(frame)]

    def _is_repeat(self, frame: Frame) -> bool:
        if frame.sequence != self._sequence:
            return False
        return self._kinds_heard is None or frame.kind in self._kinds_heard

    def _missed_before(self, frame: Frame) -> list[Report]:
        count = self._jump_to(frame.sequence) or self._repeats_an_unheard_card(frame)
        return [ReportsMissed(count=count, sequence=self._before(frame.sequence))] if count else []

    def _jump_to(self, sequence: int) -> int:
        if self._sequence is None or self._sequence == sequence:
            return 0
        return (sequence - self._sequence - 1) % self._cycle

    def _repeats_an_unheard_card(self, frame: Frame) -> int:
        """Nobody agrees whether `R` has a number of its own, so its card is compared with the last one."""
        return int(frame.kind == "R" and bool(frame.data) and Hidden(frame.data[1:]) != self._last_card)

    @property
    def _cycle(self) -> int:
        return self.options.sequence_last - self.options.sequence_first + 1

    def _before(self, sequence: int) -> int:
        return self.options.sequence_last if sequence == self.options.sequence_first else sequence - 1

    def _remember(self, frame: Frame) -> None:
        if frame.sequence != self._sequence or self._kinds_heard is None:
            self._sequence, self._kinds_heard = frame.sequence, set()
        self._kinds_heard.add(frame.kind)
        if frame.kind in "DdR":
            self._last_card = Hidden(frame.data[1:])


_MEANINGS: dict[str, Callable[[bytes, int], Report]] = {
    "D": lambda data, sequence: CardDrawn(face=_face(data), in_game=True, sequence=sequence),
    "d": lambda data, sequence: CardDrawn(face=_face(data), in_game=False, sequence=sequence),
    "R": lambda data, sequence: CardRepeated(sequence=sequence),
    "C": lambda data, sequence: CutCardSeen(sequence=sequence),
    "E": lambda data, sequence: Faulted(code=_fault(data) or "unknown_fault", sequence=sequence),
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
