"""Seats, stakes and posts of a pot game, and what the operator determines."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.cards import AnyCard
from games.events.messages import BoxNumber, Cents, Command, Minutes, Name, command, message


@command(said_by="either", undoable=True)
class TakeSeat(Command):
    """Whose predecessor was excluded, a supervisor confirms (rule 19.2(b))."""

    box: BoxNumber
    stake_cents: Cents


@command(said_by="dealer", undoable=False)
class DrawForSeat(Command):
    """Cards drawn by two or more who want the same seat (rule 8.2), in the order in which they drew."""

    box: BoxNumber
    cards: Annotated[tuple[AnyCard, ...], Field(min_length=2, max_length=9)]


@command(said_by="dealer", undoable=True)
class ChangeSeat(Command):
    box: BoxNumber
    to: BoxNumber


@command(said_by="dealer", undoable=True)
class AddToStake(Command):
    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class TakeFromStake(Command):
    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class SitOut(Command):
    """The player takes no part from the next round on, or takes part again."""

    box: BoxNumber
    out: bool


@command(said_by="dealer", undoable=True)
class ChooseEntry(Command):
    """How a player comes into a game with blinds: he waits for his turn to post, or posts now."""

    box: BoxNumber
    post: bool


@command(said_by="dealer", undoable=True)
class PostOverBlind(Command):
    box: BoxNumber
    take_back: bool = False


@command(said_by="dealer", undoable=True)
class CollectPosts(Command):
    """Blinds or antes are in the pot; the deal begins."""


@command(said_by="dealer", undoable=False)
class CollectTimeCharge(Command):
    """Every seated player has paid in advance (rule 15.3)."""


@message
class Determination:
    """One thing that the operator determines, by its name in the configuration."""

    name: Name
    value: bool | int | Name | tuple[int, ...] | None


@command(said_by="supervisor", undoable=False)
class ChangeDeterminations(Command):
    """The players have notice of other determinations (rules 4.1 and 4.2): never within a round."""

    changes: Annotated[tuple[Determination, ...], Field(min_length=1, max_length=20)]
    in_minutes: Minutes
