"""Which card has to go where, when hole cards were dealt in a wrong order and nobody has looked (17.1(d), (e)).

The shoe's cards stand in the plan's order. What is told here is how the felt comes to look like the plan.

NI2017-583, NI2005-67, NI2005-74: 17.1(d)-17.1(e)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

How = Literal["missed", "extra", "astray"]


class Move(NamedTuple):
    """The card that left the shoe as the `nth` of the round."""

    nth: int
    from_place: str
    to_place: str


def moves(planned: Sequence[str], count: int, how: How, place: str, at: int) -> list[Move]:
    """`planned` are the places in the order of the deal, `count` how many cards are out.

    missed: from card `at` on the player at `place` was passed over, once. extra: card `at` went to `place`
    beside its due. astray: card `at` alone went to `place` instead of where it was due.
    """
    return put_right(_actual(list(planned), how, place, at)[:count], planned)


def put_right(went: Sequence[str], planned: Sequence[str]) -> list[Move]:
    """`went` are the places where the cards lie, in the order in which they left the shoe."""
    both = enumerate(zip(went, planned, strict=False), start=1)
    found = [Move(nth, lies, due) for nth, (lies, due) in both if lies != due]
    return found[::-1]  # the last card first: it lies on top


def _actual(places: list[str], how: How, place: str, at: int) -> list[str]:
    if how == "astray":
        places[at - 1] = place
    elif how == "extra":
        places.insert(at - 1, place)
    else:
        missed = next((nth for nth, due in enumerate(places) if nth >= at - 1 and due == place), None)
        if missed is not None:
            places.append(places.pop(missed))
    return places


def where_missed(planned: Sequence[str], count: int, place: str, holds: int) -> int:
    """From which card on a player was passed over, who holds so many cards too few by now."""
    due = [nth for nth, to in enumerate(planned[:count], start=1) if to == place]
    return due[holds] if 0 <= holds < len(due) else count


def where_extra(planned: Sequence[str], count: int, place: str) -> int:
    """Which card was one too many for a player: the one behind the last that was his."""
    his = [nth for nth, to in enumerate(planned[: count - 1], start=1) if to == place]
    return his[-1] + 1 if his else count
