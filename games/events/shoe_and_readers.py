"""What the shoe draws, and what readers and sensors see on the table."""

from __future__ import annotations

from games.cards import SealedCard, SealedTag
from games.events.messages import BoxNumber, Cents, Colour, Fact, Place, fact, message


@fact(concerns="the deal")
class CardDrawn(Fact):
    card: SealedCard | None = None


@fact(concerns="nothing")
class CardRepeated(Fact):
    pass


@fact(concerns="nothing")
class CutCardSeen(Fact):
    pass


@message
class Enrolled:
    """What the enrolment file says of a tag: which card it is in, or that it is in none of the packs in use."""

    known: bool
    card: SealedCard | None = None
    colour: Colour | None = None


@fact(concerns="nothing")
class CardSeen(Fact):
    """A reader sees a card that it did not see before."""

    place: Place
    tag: SealedTag
    enrolled: Enrolled | None = None  # None: the table has no enrolment file


@fact(concerns="nothing")
class CardGone(Fact):
    place: Place
    tag: SealedTag


@fact(concerns="nothing")
class PlaceRead(Fact):
    """Everything that a reader sees at one place, after a connection."""

    place: Place
    tags: tuple[SealedTag, ...]
    enrolled: tuple[Enrolled, ...] = ()  # one for each tag, if the table has an enrolment file


@fact(concerns="what is beside the deal")
class MarkerPlaced(Fact):
    """The marker of rule 3.2 lies beside a box. `amount_cents` is the limit that it denotes, if it is known."""

    box: BoxNumber
    amount_cents: Cents | None = None


@fact(concerns="what is beside the deal")
class MarkerTaken(Fact):
    box: BoxNumber


@fact(concerns="what is beside the deal")
class ButtonPlaced(Fact):
    """A sensor sees the dealer button beside a seat."""

    box: BoxNumber


@fact(concerns="what is beside the deal")
class ButtonTaken(Fact):
    box: BoxNumber
