"""What a person may do now. The screens make buttons of offers; a scripted dealer takes them too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from games.events import COMMANDS, Role
from games.outcomes import Text

Ask = Literal[
    "amount",
    "cards_above",
    "count",
    "determinations",
    "face",
    "faces",
    "limits",
    "minutes",
    "reason",
    "reason_and_amount",
    "seat",
]


@dataclass(frozen=True, slots=True)
class Amounts:
    """What may be entered where the limits of the table do not say so."""

    least_cents: int
    most_cents: int
    start_cents: int
    step_cents: int = 1
    quick: tuple[
        tuple[str, int], ...
    ] = ()  # amounts that have a name: its code in the catalogues, and the cents
    field: str = "amount_cents"
    lies_cents: int = 0  # what he has put in already: the steps are counted from there


@dataclass(frozen=True, slots=True)
class Offer:
    """`command` is the kind of the command; `asks` names what a person must still add to `args`."""

    command: str
    say: Text
    args: dict[str, Any] = field(default_factory=dict)
    asks: Ask | None = None
    amounts: Amounts | None = None
    cards: int = 0  # how many faces are asked for
    role: Role | None = None  # said only where the state decides whose it is; otherwise the command says it
    proposed: bool = False  # the one next action
    box: int | None = None  # shown on the box rather than in the row
    blocked: Text | None = None  # visible, not yet possible, and why
    grave: bool = False  # cannot be undone: hold to confirm

    def __post_init__(self) -> None:
        said_by = COMMANDS[self.command].said_by
        if self.role is None:
            object.__setattr__(self, "role", "supervisor" if said_by == "supervisor" else "dealer")
        assert said_by in ("either", self.role), f"{self.command} is for the {said_by}"
