"""What can happen in a tournament.

A fact has happened: a table has told it, or a moment has come. A command comes from a person, can be refused
with the rule, and then changes nothing. Chance comes in as numbers that were drawn: they are in the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar, dataclass_transform

from pydantic import Field, GetPydanticSchema, TypeAdapter

from games.events import BoxNumber, Cents, Count, EntryNumber, Minutes, Name, Strayed, kind_of, message
from games.outcomes import (
    ChipsCounted,
    ChipsStand,
    EntrantExcluded,
    OrderFollowed,
    SeatMarked,
    TournamentRoundBegun,
    TournamentRoundPlayed,
    Undone,
)

T = TypeVar("T")
Speaker = Literal["director", "shift_manager", "cashier"]
Person = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,32}$")]  # a number, never a name
TableName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,16}$")]
Why = Annotated[str, Field(min_length=1, max_length=300)]
Moment = Annotated[int, Field(ge=0, le=10_000_000_000_000)]

KINDS: dict[str, type[Fact | Command]] = {}
COMMANDS: dict[str, type[Command]] = {}


@message
class Fact:
    if TYPE_CHECKING:
        kind: ClassVar[str]
    at_ms: int = 0


@message
class Command:
    """`by` is filled in by the daemon from whoever is signed in, never by a screen."""

    if TYPE_CHECKING:
        kind: ClassVar[str]
    said_by: ClassVar[Speaker]
    undoable: ClassVar[bool]

    at_ms: int = 0
    by: Name = ""


def _named(cls: type[T]) -> type[T]:
    kind = kind_of(cls)
    assert kind not in KINDS, f"{kind} would mean two things"
    cls.__annotations__["kind"] = Literal[kind]
    cls.kind = kind  # type: ignore[attr-defined]
    return message(cls)


@dataclass_transform(kw_only_default=True, frozen_default=True)
def fact(cls: type[T]) -> type[T]:
    made = _named(cls)
    KINDS[kind_of(cls)] = made  # type: ignore[assignment]
    return made


@dataclass_transform(kw_only_default=True, frozen_default=True)
def command(*, said_by: Speaker, undoable: bool = False) -> Callable[[type[T]], type[T]]:
    def says(cls: type[T]) -> type[T]:
        cls.said_by, cls.undoable = said_by, undoable  # type: ignore[attr-defined]
        KINDS[kind_of(cls)] = COMMANDS[kind_of(cls)] = made = _named(cls)  # type: ignore[assignment]
        return made

    return says


# ---------------------------------------------------------------- facts

OfATable = Annotated[
    OrderFollowed
    | SeatMarked
    | TournamentRoundBegun
    | TournamentRoundPlayed
    | ChipsStand
    | ChipsCounted
    | EntrantExcluded
    | Undone,
    Field(discriminator="kind"),
]


@fact
class TableTold(Fact):
    """What a table's journal says, with the number of the record and the part of it. Nothing is heard twice."""

    table: TableName
    record: Count
    part: Count = 0
    told_ms: Moment  # by the table's own clock
    what: OfATable


@fact
class TableStrayed(Fact):
    """A table's journal and what it was ordered have parted, at this record: nothing after it is believed."""

    table: TableName
    why: Strayed
    order: Count
    record: Count
    part: Count = 0


@fact
class TimeCame(Fact):
    pass


@fact
class Restarted(Fact):
    """The daemon had been down. Times begin anew with the time of day, unless that was put back behind them:
    `shift_ms` is what it is ahead of them now."""

    shift_ms: int = 0


@fact
class ClockStepped(Fact):
    """The computer's clock was set. Times do not follow it: `shift_ms` is what the time of day is ahead."""

    shift_ms: int


# ---------------------------------------------------------------- before entries are taken

Recorded = Literal[
    "available_to_patrons", "copy_sent_to_commission", "conditions_approved", "commission_approved"
]


@command(said_by="shift_manager", undoable=True)
class RecordConditions(Command):
    """What was done with the conditions, and where it is written down."""

    what: Recorded
    reference: Why


@command(said_by="shift_manager", undoable=True)
class NominateDirector(Command):
    number: Name
    name: Name


# ---------------------------------------------------------------- entries and money


@command(said_by="cashier")
class Enter(Command):
    """The fee is paid. `agreed`: in writing, with the rules and the conditions."""

    person: Person
    agreed: bool = False


@command(said_by="cashier")
class BuySeat(Command):
    """A reserved player pays the fee for the seat of one who did not come."""

    entry: EntryNumber
    person: Person
    agreed: bool = False


@command(said_by="cashier")
class BuyBack(Command):
    entry: EntryNumber


@command(said_by="director", undoable=True)
class Substitute(Command):
    """Somebody else plays on for this entry."""

    entry: EntryNumber
    person: Person


@command(said_by="cashier")
class PayOut(Command):
    """What is owed to this entry: a prize, a fee that goes back, or everything when it was cancelled."""

    entry: EntryNumber


# ---------------------------------------------------------------- ballot and seats


@message
class Drawn:
    entry: EntryNumber
    table: TableName
    seat: BoxNumber


@command(said_by="director", undoable=True)
class DrawBallot(Command):
    """`chance` is drawn by the daemon: one number for each entry."""

    chance: Annotated[tuple[Count, ...], Field(max_length=10_000)]


@command(said_by="director", undoable=True)
class EnterBallot(Command):
    """As it was drawn on paper."""

    draw: Annotated[tuple[Drawn, ...], Field(min_length=1, max_length=10_000)]


@command(said_by="director", undoable=True)
class PostponeStart(Command):
    """The specified starting time of the coming session."""

    from_ms: Moment


@command(said_by="director")
class BeginSession(Command):
    pass


@command(said_by="director", undoable=True)
class DecideNoShow(Command):
    entry: EntryNumber
    forfeits: bool


@command(said_by="director", undoable=True)
class OfferSeat(Command):
    """The seat of one who did not come is offered to a reserved player; or is not, after all."""

    entry: EntryNumber
    offered: bool = True


@command(said_by="director", undoable=True)
class MoveEntrant(Command):
    entry: EntryNumber
    table: TableName
    seat: BoxNumber


@command(said_by="director", undoable=True)
class BreakTable(Command):
    """Its players go where the free seats are."""

    table: TableName


# ---------------------------------------------------------------- course


@command(said_by="director")
class TakeBreak(Command):
    minutes: Minutes


@command(said_by="director")
class StopClock(Command):
    pass


@command(said_by="director")
class GoOn(Command):
    """The break is over, or the clock runs again."""


@command(said_by="director")
class DirectPace(Command):
    hand_for_hand: bool


@command(said_by="director")
class StartRounds(Command):
    """All tables begin their next round together."""


@command(said_by="director")
class HearTable(Command):
    """A table that had strayed was put right: what its journal says is heard again."""

    table: TableName


@command(said_by="director", undoable=True)
class ConfirmElimination(Command):
    entry: EntryNumber


@command(said_by="director", undoable=True)
class ConfirmExclusion(Command):
    entry: EntryNumber


@message
class Ended:
    """A round of a table in which somebody went out."""

    table: TableName
    round: Count


@command(said_by="director", undoable=True)
class DecideOrder(Command):
    """Rounds of two tables ended too nearly at once for their clocks to say which was first."""

    ended: Annotated[tuple[Ended, ...], Field(min_length=2, max_length=20)]


@command(said_by="director")
class PutBack(Command):
    """Somebody was out who was not: an entry of its own, which leaves what was recorded."""

    entry: EntryNumber
    table: TableName
    seat: BoxNumber
    chips_cents: Cents
    reason: Why


@command(said_by="director", undoable=True)
class EndSession(Command):
    """`chance` decides between equal chips where the conditions say that it is drawn."""

    chance: Annotated[tuple[Count, ...], Field(max_length=10_000)] = ()


@command(said_by="director", undoable=True)
class AwardPlaces(Command):
    pass


@command(said_by="shift_manager")
class Cancel(Command):
    reason: Why


@command(said_by="director")
class Undo(Command):
    """Takes back the last entry, until a round has begun after it."""


Event = Fact | Command
_EveryKind: Any = reduce(or_, KINDS.values())
AnyEvent = Annotated[
    Event,
    GetPydanticSchema(lambda _, schema: schema.generate_schema(_EveryKind)),
    Field(discriminator="kind"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(AnyEvent)
