"""When the levels change: by the tournament's clock, or by the rounds of a session."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from games.every_game.announcing import MINUTE_MS
from games.tournament.conditions import Level


def changes_after_ms(levels: Sequence[Level]) -> tuple[int, ...]:
    """When each level but the last is over, on the tournament's clock; none: levels go by rounds."""
    minutes = [level.minutes for level in levels[:-1]]
    return tuple(accumulate(length * MINUTE_MS for length in minutes if length is not None))


def changes_after_rounds(levels: Sequence[Level]) -> tuple[int, ...]:
    """The same in rounds of a session; each session begins with the first level."""
    rounds = [level.rounds for level in levels[:-1]]
    return tuple(accumulate(length for length in rounds if length is not None))
