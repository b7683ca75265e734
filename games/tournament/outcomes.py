"""What a tournament answers: what was paid, who sits where, who is out, and what is ordered at the tables."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter

from games.events import (
    Cents,
    FollowLevels,
    GiveChips,
    JoinTournament,
    LeaveTournament,
    PlaySession,
    SeatEntrant,
    UnseatEntrant,
    message,
)
from games.outcomes import Notice, Refusal
from games.rulebook.book import Rule
from games.tournament.events import Drawn

AnyOrder = Annotated[
    JoinTournament | LeaveTournament | SeatEntrant | UnseatEntrant | GiveChips | FollowLevels | PlaySession,
    Field(discriminator="kind"),
]
CashWhat = Literal["fee", "rebuy", "fee_returned", "prize", "refund"]


@message
class OrderGiven:
    """It is on disk before the table hears of it, and is sent until the table has followed it."""

    table: str
    order: AnyOrder
    kind: Literal["order_given"] = "order_given"


@message
class EntryTaken:
    entry: int
    person: str
    rule: Rule
    kind: Literal["entry_taken"] = "entry_taken"


@message
class CashMoved:
    """Money over the counter: positive from a person, negative to one. The number is that of the receipt."""

    number: int
    entry: int
    person: str
    what: CashWhat
    cents: int
    by: str
    rule: Rule
    kind: Literal["cash_moved"] = "cash_moved"


@message
class PoolStands:
    """Fees that stay are the commission and the prizes, to the cent."""

    fees_cents: Cents
    commission_cents: Cents
    prizes_cents: tuple[int, ...]
    rule: Rule
    kind: Literal["pool_stands"] = "pool_stands"


@message
class BallotHeld:
    session: int
    draw: tuple[Drawn, ...]
    on_paper: bool
    by: str
    rule: Rule
    kind: Literal["ballot_held"] = "ballot_held"


@message
class SessionBegun:
    session: int
    rule: Rule
    kind: Literal["session_begun"] = "session_begun"


@message
class SessionEnded:
    """`order`: groups of entries, the first place first; who stands in one group stands equal."""

    session: int
    order: tuple[tuple[int, ...], ...]
    advanced: tuple[int, ...]
    rule: Rule
    kind: Literal["session_ended"] = "session_ended"


EntryState = Literal["in", "out", "eliminated", "excluded", "forfeited", "behind"]


@message
class EntryChanged:
    """What has become of an entry, by which rule, and by whom."""

    entry: int
    status: EntryState
    by: str
    rule: Rule
    reason: str = ""
    kind: Literal["entry_changed"] = "entry_changed"


@message
class Placed:
    entry: int
    first_place: int
    last_place: int  # behind the first where equals share
    prize_cents: Cents


@message
class PlacesAwarded:
    placed: tuple[Placed, ...]
    without_place: tuple[int, ...]
    by: str
    rule: Rule
    kind: Literal["places_awarded"] = "places_awarded"


@message
class Cancelled:
    """Everybody gets back what he has paid, the commission too."""

    refunds_cents: dict[int, int]
    by: str
    reason: str
    rule: Rule
    kind: Literal["cancelled"] = "cancelled"


@message
class Undone:
    what: str
    by: str
    kind: Literal["undone"] = "undone"


Outcome = (
    Notice
    | Refusal
    | OrderGiven
    | EntryTaken
    | CashMoved
    | PoolStands
    | BallotHeld
    | SessionBegun
    | SessionEnded
    | EntryChanged
    | PlacesAwarded
    | Cancelled
    | Undone
)
AnyOutcome = Annotated[Outcome, Field(discriminator="kind")]
BY_KIND: dict[str, type[Any]] = {
    str(field.default): cls for cls in get_args(Outcome) for field in fields(cls) if field.name == "kind"
}
OUTCOMES: TypeAdapter[list[Any]] = TypeAdapter(list[AnyOutcome])
