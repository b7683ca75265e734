"""What a table of Canberra Poker hands from round to round beside what every table does."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.every_game import carry as every_game
from games.shuffler import Shuffler


@dataclass
class Carry(every_game.Carry):
    shuffler: Shuffler = field(default_factory=Shuffler)  # at a table that may deal from one
