"""Irregularities: what a person reports, and what a person decides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.cards import AnyCard
from games.events.messages import BoxNumber, Command, Name, Nth, Place, command

ReportKind = Literal[
    "card_exposed",
    "wrong_box",
    "too_many_cards",
    "too_few_cards",
    "hand_in_discards",
    "exposed_in_cut",
    "not_cut",
    "face_up_in_shoe",
    "shoe_empty",
    "told_of_a_hand",
    "shown_to_one",
    "collusion",
    "other",
]


@command(said_by="dealer", undoable=False, while_asked=True)
class Report(Command):
    """What only a person sees."""

    what: ReportKind
    place: Place | None = None
    nth: Nth | None = None
    seen: AnyCard | None = None


@command(said_by="dealer", undoable=True, while_asked=True)
class WithdrawReport(Command):
    pass


@command(said_by="either", undoable=True, while_asked=True)
class Answer(Command):
    """A person's decision on the question that is open."""

    choice: Name
    reason: Annotated[str, Field(max_length=300)] = ""


@command(said_by="dealer", undoable=False, while_asked=True)
class HoldShoe(Command):
    pass


@command(said_by="supervisor", undoable=True, while_asked=True)
class VoidRound(Command):
    """By the general provisions, rules 16.1 and 16.3."""

    ground: Literal["impractical", "fraud", "disturbance"]


@command(said_by="supervisor", undoable=True)
class Penalise(Command):
    """A player has broken the rules: the box's wagers are void, or the player is out of the game, or both."""

    box: BoxNumber
    wagers_void: bool = False
    folded: bool = False  # for a pot: the hand is folded and its wagers stay in
    excluded: bool = False
    ground: Literal["breach", "collusion"] = "breach"
    reason: Annotated[str, Field(max_length=300)] = ""


@command(said_by="supervisor", undoable=False)
class NewPlayer(Command):
    """Somebody else plays at the box of a player who was excluded."""

    box: BoxNumber
