"""Betting for a pot, and the pot itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.events.messages import BoxNumber, Cents, Command, command


@command(said_by="dealer", undoable=True)
class Check(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class Wager(Command):
    """A bet, or a call and raise. `to_cents` is what the player then has in this betting round."""

    box: BoxNumber
    to_cents: Cents


@command(said_by="dealer", undoable=True)
class PutIn(Command):
    """Chips in an amount that says neither call nor raise (rules 17.7 and 17.8)."""

    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class ActOutOfTurn(Command):
    """Rules 17.5 and 17.6. `to_cents` is nothing for a check or a fold."""

    box: BoxNumber
    action: Literal["check", "fold", "wager"]
    to_cents: Cents = 0
    directed: bool = False  # by the dealer, in error


@command(said_by="supervisor", undoable=False)
class GiveTime(Command):
    """From now on the player has so many seconds to act (4.6; 4.8 of Omaha). Taken back: `off`."""

    off: bool = False


@command(said_by="dealer", undoable=True)
class Muck(Command):
    """The player does not show, and cannot win."""

    box: BoxNumber


@command(said_by="dealer", undoable=True)
class PayPot(Command):
    """The dealer has paid the pot as the screen said."""

    pot: Annotated[int, Field(ge=1, le=9)]
