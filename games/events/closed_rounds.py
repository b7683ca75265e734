"""What is said of a round that is closed: a dispute, and what is put right afterwards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.events.messages import BoxNumber, Cents, Command, Count, command

Words = Annotated[str, Field(max_length=300)]


@command(said_by="dealer", undoable=True, while_asked=True)
class Dispute(Command):
    """A player does not agree with what happened in a round, this one or one before."""

    round: Count
    box: BoxNumber
    claim: Words


@command(said_by="supervisor", undoable=True, while_asked=True)
class DecideDispute(Command):
    """The operator's decision; and whether the player was told that he may ask for a review, and asked."""

    number: Count
    upheld: bool
    review_asked: bool
    reason: Words


@command(said_by="supervisor", undoable=True)
class CorrectMoney(Command):
    """A box or seat got too little or too much in a round that is closed. Where players win from each other it
    is said whose chips they are: the other's, commission in the drop, or the house's own."""

    round: Count
    box: BoxNumber
    other: BoxNumber | None = None
    holder: Literal["house", "drop"] = "house"  # where no other player gives or gets them
    direction: Literal["give", "take"]
    amount_cents: Cents
    reason: Words


@command(said_by="supervisor", undoable=True)
class CorrectPools(Command):
    """A closed round moved the wrong amount into a pool of the jackpot, or out of it."""

    round: Count
    pool: Literal["prize", "reserve"]
    direction: Literal["into", "out_of"]
    amount_cents: Cents
    reason: Words


@command(said_by="supervisor", undoable=True)
class VoidClosedRound(Command):
    """The last round is void although it is closed: as if it had never been played."""

    reason: Words


@command(said_by="supervisor", undoable=True)
class SignCorrection(Command):
    """A second supervisor answers for what the first has put right. Only now it holds."""
