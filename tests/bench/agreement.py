"""Before two are compared for speed: do they say the same?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any


class Disagreement(Exception):
    """Ours and a peer put two hands in a different order."""


def check(hands: Sequence[object], ours: Sequence[int], theirs: Sequence[Any], *, lowest_wins: bool) -> None:
    """Equal exactly if equal, lower exactly if lower. Each hand and the next one up tell it for all pairs."""
    in_order = sorted(range(len(hands)), key=ours.__getitem__)
    for lower, higher in pairwise(in_order):
        below, above = (higher, lower) if lowest_wins else (lower, higher)
        equal, less = theirs[below] == theirs[above], theirs[below] < theirs[above]
        if equal != (ours[lower] == ours[higher]) or less != (ours[lower] < ours[higher]):
            raise Disagreement(
                f"{hands[lower]} and {hands[higher]}: ours says {ours[lower]} and {ours[higher]}, "
                f"theirs {theirs[lower]} and {theirs[higher]}"
            )
