"""What a message is, and the words that all of them share.

A message is named on the wire by its class, and its class says what the table must know of it before any rule
looks at it: of a fact whether it concerns the deal, of a command who says it and whether it can be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field

T = TypeVar("T")
Role = Literal["dealer", "supervisor"]
BoxNumber = Annotated[int, Field(ge=1, le=9)]
Place = Annotated[str, Field(pattern="^([1-9]|dealer|board|rack)$")]  # a box's number; the discard rack
Nth = Annotated[int, Field(ge=1, le=7)]
Cents = Annotated[int, Field(ge=0, le=10_000_000_000)]
Name = Annotated[str, Field(max_length=80)]
Minutes = Annotated[int, Field(ge=0, le=1_440)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]
Colour = Literal["blue", "red", "green", "black", "brown", "purple", "unknown"]  # of a deck's backs

DEALER, BOARD, RACK = "dealer", "board", "rack"
BURN = "burn"  # where burnt cards lie; nobody speaks of one by its place

# Beside the deal go limit markers and the deck not in play: they are news only if something is said of them.
# An entry may still be undone across whatever does not concern the deal.
Concern = Literal["the deal", "what is beside the deal", "nothing"]
# Either: the state says which of the two. The daemon: it knows who is there, and believes no screen. A
# tournament: it numbers what it orders.
Speaker = Literal["dealer", "supervisor", "either", "daemon", "tournament"]
PERSONS: frozenset[Speaker] = frozenset({"dealer", "supervisor", "either"})


@dataclass_transform(kw_only_default=True, frozen_default=True)
def message(cls: type[T]) -> type[T]:
    """A value that nobody changes, that takes no unknown field.

    That nobody changes it is checked before the program runs (mypy, by the line above): to forbid it at run
    time as well makes every one of them three times as dear, and a round has some two hundred.
    """
    cls.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]
    return dataclass(unsafe_hash=True, slots=True, kw_only=True)(cls)


@message
class Source:
    """Which device said it, and where in its own numbering."""

    device: Name
    boot: int | None = None
    sequence: int | None = None


@message
class Fact:
    if TYPE_CHECKING:
        kind: ClassVar[str]  # a field of each that is registered, behind its own
    concerns: ClassVar[Concern]

    at_ms: int = 0
    source: Source | None = None


@message
class Command:
    """`by` and `role` are filled by the daemon from the signed-in staff, never by a screen."""

    if TYPE_CHECKING:
        kind: ClassVar[str]
    said_by: ClassVar[Speaker]
    undoable: ClassVar[bool]  # never what is ruled
    while_asked: ClassVar[bool]  # it does not wait until the question that is open is answered

    at_ms: int = 0
    by: Name = ""
    role: Role = "dealer"

    @property
    def lacks_supervisor(self) -> bool:
        return self.said_by == "supervisor" and self.role != "supervisor"


KINDS: dict[str, type[Fact | Command]] = {}  # as they are named on the wire
COMMANDS: dict[str, type[Command]] = {}
F = TypeVar("F", bound=Fact)
C = TypeVar("C", bound=Command)


@dataclass_transform(kw_only_default=True, frozen_default=True)
def fact(*, concerns: Concern) -> Callable[[type[F]], type[F]]:
    def says(cls: type[F]) -> type[F]:
        cls.concerns = concerns
        KINDS[kind_of(cls)] = made = _with_kind(cls)
        return made

    return says


@dataclass_transform(kw_only_default=True, frozen_default=True)
def command(*, said_by: Speaker, undoable: bool, while_asked: bool = False) -> Callable[[type[C]], type[C]]:
    def says(cls: type[C]) -> type[C]:
        cls.said_by, cls.undoable, cls.while_asked = said_by, undoable, while_asked
        KINDS[kind_of(cls)] = COMMANDS[kind_of(cls)] = made = _with_kind(cls)
        return made

    return says


def kind_of(cls: type) -> str:
    """CardDrawn is written as card_drawn."""
    return re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _with_kind(cls: type[T]) -> type[T]:
    kind = kind_of(cls)
    assert kind not in KINDS, f"{kind} would mean two things"
    cls.__annotations__["kind"] = Literal[kind]
    cls.kind = kind  # type: ignore[attr-defined]
    return message(cls)
