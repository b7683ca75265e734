"""What a device can tell us: plain values, no bytes and no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")


class Hidden(Generic[T]):
    """A card's face, a card's tag, a badge. It does not print; only the felt opens it."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def open(self) -> T:
        return self._value

    def __repr__(self) -> str:
        return "<hidden>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`boot` and `sequence` are the device's own; None where its protocol has none."""

    boot: int | None = None
    sequence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified(Report):
    model: str
    serial: str = ""
    firmware: str = ""  # as reported by the device: shown, never taken as proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat(Report):
    """The device is alive and has nothing new to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsMissed(Report):
    """The device's numbering moved on without us: `count` reports were never heard."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged(Report):
    """Bytes that were not a whole, correct frame. `why` names the check, never the bytes."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Report):
    """A card left the shoe. `face` is rank and suit ("Td"), or None if the shoe did not read it."""

    face: Hidden[str] | None
    in_game: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRepeated(Report):
    """The shoe said its last card again. Never a new card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardSeen(Report):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckInserted(Report):
    """`colour` of the backs is a word of ours, or "unknown"; `count` is None if nobody counted."""

    colour: str
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleStarted(Report):
    colour: str
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleComplete(Report):
    colour: str
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PackDispensed(Report):
    """`count` cards left a shuffling shoe together. Nobody says which."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorChanged(Report):
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PoweredUp(Report):
    """Power came on. `cycles` are the shuffles of the device's whole life."""

    cycles: int


FaultyPart = Literal["", "address", "pin", "key"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulted(Report):
    """`code` is a word of ours ("cannot_read"), the same for every device that can fail this way.

    Where it is: `places` are the antennas or sensors that have it, as in the device's other reports; `part` and
    `numbers` are what to look for at the device. Said anew, it stands for what was said before.
    """

    code: str
    places: tuple[int, ...] = ()
    part: FaultyPart = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCleared(Report):
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Report):
    """Something the device said that changes nothing on the felt ("started", "settings_changed")."""

    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerPlaced(Report):
    """A marker lies at a sensor. `mark` is the number that it carries; None if it carries none."""

    sensor: int
    mark: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerTaken(Report):
    sensor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TagArrived(Report):
    antenna: int
    tag: Hidden[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class TagGone(Report):
    antenna: int
    tag: Hidden[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsPresent(Report):
    """Everything one antenna sees now. Sent on connection and on request."""

    antenna: int
    tags: tuple[Hidden[bytes], ...]
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeScanned(Report):
    """A badge or a barcode. It names a person as often as a thing, so it prints no more than a card does."""

    code: Hidden[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPressed(Report):
    button: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonReleased(Report):
    button: int


Paper = Literal["sheet", "receipt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPrinted(Report):
    """The printer says so: it was asked behind the last line of it, and nothing is wrong with it now."""

    paper: Paper
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipNotPrinted(Report):
    """Nothing of it, or a part; `why` is a fault's word."""

    paper: Paper
    number: int
    why: str
