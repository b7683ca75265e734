"""What a tournament orders at a table, and what a dealer says at one of its tables.

Orders are numbered for each table, and are taken between two rounds of play. They say how things shall stand
from then on, so that whoever gives them can always give them again.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.events.messages import BoxNumber, Cents, Command, Count, Fact, Name, command, fact, message
from games.events.seats_and_stakes import Determination

EntryNumber = Annotated[int, Field(ge=1, le=100_000)]
# Why no further round begins: before the session and behind it, in a break, at the pace that was directed, or
# while others play on whose chips were equal.
Waiting = Literal["", "session", "break", "pace", "others"]
# The table has followed an order that its tournament never gave; it does not take one that was given; or nobody
# here conducts the tournament that it plays in.
Strayed = Literal["never_given", "not_taken", "not_conducted"]


@message
class Level:
    """What holds from a moment, or a round of the session, on.

    Limits against the house, or what an operator determines of a pot game.
    """

    number: Count
    from_ms: int = 0
    from_round: Count = 0
    minimum_cents: Cents = 0
    maximum_cents: Cents = 0
    multiple_cents: Cents = 0
    determined: tuple[Determination, ...] = ()


@command(said_by="tournament", undoable=False)
class JoinTournament(Command):
    """From now on the table plays by the rules for tournaments, and takes the orders of this one."""

    order: Count
    tournament: Name


@command(said_by="tournament", undoable=False)
class LeaveTournament(Command):
    order: Count


@command(said_by="tournament", undoable=False)
class SeatEntrant(Command):
    """Whoever comes from another table is expected with what he had there."""

    order: Count
    box: BoxNumber
    entry: EntryNumber
    chips_cents: Cents


@command(said_by="tournament", undoable=False)
class UnseatEntrant(Command):
    """He leaves with what he has: he is out, or plays elsewhere."""

    order: Count
    box: BoxNumber
    entry: EntryNumber


@command(said_by="tournament", undoable=False)
class GiveChips(Command):
    """For a re-buy."""

    order: Count
    box: BoxNumber
    entry: EntryNumber
    chips_cents: Cents


@command(said_by="tournament", undoable=False)
class FollowLevels(Command):
    """The levels of this session by the clock: the table knows the next ones even if nobody can reach it."""

    order: Count
    levels: Annotated[tuple[Level, ...], Field(min_length=1, max_length=60)]


@command(said_by="tournament", undoable=False)
class PlaySession(Command):
    """How far the table may play. Rounds are counted within the session; a void one does not count."""

    order: Count
    session: Count
    until_round: Count | None = None  # no further round begins once so many are played; None: nobody counts
    waiting: Waiting = ""
    until_ms: int | None = None  # a break ends then
    boxes: tuple[BoxNumber, ...] = ()  # only these play; none named: everybody
    marker: BoxNumber | None = None  # who has the starting marker first, where the game has one


@fact(concerns="what is beside the deal")
class LinkHeld(Fact):
    """Nothing of what is played here reaches the tournament any more, and none of its orders this table."""

    why: Strayed
    order: Count = 0
    record: Count = 0  # of the table's journal


@fact(concerns="what is beside the deal")
class LinkReleased(Fact):
    pass


# What a tournament says to a table, and nobody else.
ORDERS = (JoinTournament, LeaveTournament, SeatEntrant, UnseatEntrant, GiveChips, FollowLevels, PlaySession)


@command(said_by="dealer", undoable=True)
class MarkSeat(Command):
    """The entrant has taken the seat, or is not there."""

    box: BoxNumber
    taken: bool


@command(said_by="dealer", undoable=True)
class GiveStartingMarker(Command):
    """Who is the first to have it, where the tournament has not said so (TOURN-STARTER)."""

    box: BoxNumber


@command(said_by="dealer", undoable=True)
class AskAnte(Command):
    """The dealer asks this player for his ante, and with that the one before him can change his no more."""

    box: BoxNumber


@command(said_by="dealer", undoable=False)
class CountChips(Command):
    """What lies before a player when the session is over."""

    box: BoxNumber
    amount_cents: Cents
