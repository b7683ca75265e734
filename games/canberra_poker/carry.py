"""What a table of Canberra Poker hands from round to round beside what every table does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from games.every_game import carry as every_game
from games.shuffler import Shuffler


@dataclass
class InTournament:
    """The starting marker, and what players have been told of the order of their antes."""

    session: int = 0
    marker: int = 0  # the box that has it, or had it in the last round (17.15); 0: nobody had it yet
    moves: bool = False  # since then a round was played that is not void
    marker_seen: int | None = None  # the box where a device sees it
    advised: list[int] = field(default_factory=list)  # entries, of an ante out of order
    since: dict[int, int] = field(default_factory=dict)  # box -> the first round that its entrant could play
    told_out: list[int] = field(default_factory=list)  # boxes whose players cannot wager any more

    def copy(self) -> InTournament:
        return replace(self, advised=[*self.advised], since={**self.since}, told_out=[*self.told_out])


@dataclass
class Carry(every_game.Carry):
    shuffler: Shuffler = field(default_factory=Shuffler)  # at a table that may deal from one
    in_tournament: InTournament = field(default_factory=InTournament)
