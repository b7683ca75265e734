"""What a table of a pot game knows between two rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from games.every_game import carry as every_game
from games.pot.options import Determined

MissedKind = Literal["first", "big", "third"]
Standing = Literal["in", "new", "moved", "missed"]


@dataclass
class Seat:
    """A player at the table. What he has in a round of play is the round's business."""

    number: int
    stake_cents: int
    standing: Standing = "new"  # "in": he has posted, or had not to, and plays on
    posts: bool = False  # not in yet, he posts rather than waits for his turn (17.4, 17.11, 17.13)
    sits_out: bool = False
    declared: bool = False  # 14.3
    missed: dict[MissedKind, int] = field(default_factory=dict)  # 17.4, each kind once (MISSED-SUM)
    former: int | None = None  # the seat he has moved from, 17.13; None once he has been dealt out for it
    abstained: int = 0  # rounds in a row without a hand, while all other seats were in use
    excluded: bool = False  # out of the game when the round is over
    leaves: bool = False  # has folded and gone: the seat is free when the round is over

    def copy(self) -> Seat:
        return Seat(**vars(self))


@dataclass
class PotCarry:
    seats: dict[int, Seat] = field(default_factory=dict)
    button: int = 0  # of the last round of play; 0 before the first
    moves: bool = False  # a round of play is over: the button goes on (8.3); after a void one it stays
    first_button: int = 0
    revolved: bool = False  # the button has gone round once since the game was opened (NEW-REVOLUTION)
    passed: list[int] = field(default_factory=list)  # seats that it has passed since
    determined: Determined = field(default_factory=dict)
    to_come: Determined = field(default_factory=dict)  # the players have notice of it
    to_come_from: every_game.PriorNotice | None = None
    barred: list[int] = field(default_factory=list)  # seats of excluded players (EXCLUDED-STAYS)
    charge_due_ms: int = 0  # of the next charge for time (15.3)
    by_level: Determined = field(default_factory=dict)  # of a tournament, instead of the casino's own


@dataclass
class Carry(every_game.Carry):
    pot: PotCarry = field(default_factory=PotCarry)
