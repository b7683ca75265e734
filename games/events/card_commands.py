"""The deck before the deal, the cards in it, and the cards after it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.cards import AnyCard
from games.events.messages import BoxNumber, Command, Count, Nth, Place, command


@command(said_by="either", undoable=True)
class AllCardsRead(Command):
    pass


@command(said_by="dealer", undoable=True)
class ReadAgain(Command):
    pass


@command(said_by="supervisor", undoable=False)
class DeckCheckedByHand(Command):
    """By people, whatever a shoe has read. Of a deck that it has found fault with, they say why."""

    reason: Annotated[str, Field(max_length=300)] = ""


@command(said_by="either", undoable=False)
class Countersign(Command):
    """A second person answers for what another has signed."""


@command(said_by="supervisor", undoable=True)
class OrderDeckCheck(Command):
    pass


@command(said_by="dealer", undoable=True)
class Shuffled(Command):
    pass


@command(said_by="dealer", undoable=True)
class CutMade(Command):
    cards_above: Count | None = None  # if somebody counted


@command(said_by="supervisor", undoable=False)
class ReplaceShoe(Command):
    """Another shoe stands in the place of the automated shuffling shoe, with new cards (rule 12.7)."""

    automated: bool


@command(said_by="dealer", undoable=False)
class AnnounceBetOrFold(Command):
    """From now on the players may look at their cards (rule 12.5)."""


@command(said_by="dealer", undoable=True)
class CardDealtByHand(Command):
    """So many cards were dealt as they were due, and no shoe has told of them."""

    count: Annotated[int, Field(ge=1, le=60)] = 1


@command(said_by="dealer", undoable=True)
class EnterCard(Command):
    """The face of a turned card that the shoe did not read."""

    place: Place
    nth: Nth
    card: AnyCard


@command(said_by="dealer", undoable=True)
class EnterHand(Command):
    """The faces of all turned cards at a place that no device has read."""

    place: Place
    cards: Annotated[tuple[AnyCard, ...], Field(min_length=1, max_length=7)]


@command(said_by="either", undoable=True, while_asked=True)
class CorrectCard(Command):
    """Another card lies there than the table has in its record. The hand is what lies on the table."""

    place: Place
    nth: Nth
    card: AnyCard
    reason: Annotated[str, Field(max_length=300)] = ""


@command(said_by="dealer", undoable=False)
class ShowDealer(Command):
    pass


@command(said_by="dealer", undoable=True)
class ShowBox(Command):
    """Taken back until the next card or act: what was seen stays seen, but a wrong touch decides nothing."""

    box: BoxNumber


@command(said_by="dealer", undoable=False)
class Collected(Command):
    count: Count
