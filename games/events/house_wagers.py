"""Wagers against the house and what is paid for them. To call, fold and leave is said at a pot game too."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.events.messages import BoxNumber, Cents, Command, Count, command


@command(said_by="dealer", undoable=True)
class PlaceAnte(Command):
    box: BoxNumber
    amount_cents: Cents
    instead_of_cents: Cents | None = None  # the player's own ante, which this one replaces (4.3)


@command(said_by="dealer", undoable=True)
class TakeBackAnte(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class PlaceJackpotWager(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class TakeBackJackpotWager(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class PlaceBonusWager(Command):
    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class TakeBackBonusWager(Command):
    box: BoxNumber


@command(said_by="supervisor", undoable=True)
class SetBoxMaximum(Command):
    """The marker of rule 3.2. None takes it away."""

    box: BoxNumber
    amount_cents: Cents | None = None


@command(said_by="dealer", undoable=True)
class PlayerLeft(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class CloseBetting(Command):
    pass


@command(said_by="dealer", undoable=True)
class Bet(Command):
    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class Call(Command):
    box: BoxNumber
    amount_cents: Cents


@command(said_by="dealer", undoable=True)
class Fold(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class ClaimJackpot(Command):
    box: BoxNumber


@command(said_by="dealer", undoable=True)
class ClaimBonus(Command):
    """The player declares a Super Aces Bonus hand. The dealer turns it up, and says what lies there."""

    box: BoxNumber


@command(said_by="dealer", undoable=True)
class PayBonus(Command):
    """The dealer has paid or taken the bonus wager as the screen said."""

    box: BoxNumber


@command(said_by="dealer", undoable=True)
class SettleBox(Command):
    """The dealer has paid or taken what the screen said."""

    box: BoxNumber


@command(said_by="dealer", undoable=True)
class CollectHand(Command):
    """A settled hand goes to the discard rack, so many cards counted. From here nothing is declared for it."""

    box: BoxNumber
    count: Count


@command(said_by="dealer", undoable=True)
class PayJackpot(Command):
    box: BoxNumber


@command(said_by="supervisor", undoable=True)
class SeedJackpot(Command):
    """Money of the reserve pool goes to the prize pool."""

    amount_cents: Cents
    reason: Annotated[str, Field(max_length=300)]


@command(said_by="supervisor", undoable=True)
class ChangePools(Command):
    """The casino puts money into a pool of the jackpot, or takes it out, for no round that was played. It holds
    when another supervisor has signed for it."""

    pool: Literal["prize", "reserve"]
    direction: Literal["into", "out_of"]
    amount_cents: Cents
    reason: Annotated[str, Field(max_length=300)]


@command(said_by="supervisor", undoable=True)
class AdjustSign(Command):
    """What a jackpot sign shows that this table does not set."""

    amount_cents: Cents
