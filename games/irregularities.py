"""The shape of a game's irregularity table: what went wrong -> what may be ruled, by which rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.outcomes import Choice
from games.rulebook.book import Rule


@dataclass(frozen=True, slots=True)
class Irregularity:
    """`choices`: the first is proposed. Each code is the name of an effect that the game knows."""

    rule: Rule
    choices: tuple[Choice, ...]


Irregularities = Mapping[str, Irregularity]
