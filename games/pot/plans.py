"""What is dealt before a betting round, as each instrument says it.

NI2017-583, NI2005-67, NI2005-74: 9.2-9.4
NI2017-583: 4.2(h)
NI2005-74: 17.20
"""

from __future__ import annotations

from collections.abc import Sequence

from games.deal import Due
from games.events import BOARD, BURN
from games.rulebook import FARO as F
from games.rulebook import OMAHA as O
from games.rulebook import SEVEN_CARD_STUD as S
from games.rulebook import Rule

FLOP, FINAL_HOLE_CARD = 3, 7


def around(seats: Sequence[int], nth: int, rule: Rule, *, up: bool = False) -> list[Due]:
    """One card to each."""
    return [Due(str(seat), nth, up=up, rule=rule) for seat in seats]


def omaha(seats: Sequence[int], street: int, *, burns: bool) -> list[Due]:
    if street == 0:
        return [due for nth in (1, 2, 3, 4) for due in around(seats, nth, O["9.2"])]
    burnt = [Due(BURN, street, up=False, rule=O["4.2(h)"])] if burns else []
    first, last = (1, FLOP) if street == 1 else (FLOP + street - 1, FLOP + street - 1)
    return burnt + [Due(BOARD, nth, up=True, rule=O["9.4"]) for nth in range(first, last + 1)]


def faro(seats: Sequence[int], street: int, *, two_at_a_time: bool) -> list[Due]:
    if street:
        return [Due(BOARD, street + 1, up=True, rule=F["9.5"])]
    if two_at_a_time:
        rule = F["9.2(a)"]
        hole = [
            Due(str(seat), nth, False, rule)
            for pair in ((1, 2), (3, 4), (5,))
            for seat in seats
            for nth in pair
        ]
    else:
        hole = [due for nth in (1, 2, 3, 4, 5) for due in around(seats, nth, F["9.2(b)"])]
    return [*hole, Due(BOARD, 1, up=True, rule=F["9.3"])]


def seven_card_stud(seats: Sequence[int], street: int, *, cards_left: int) -> list[Due]:
    if street == 0:
        return [due for nth in (1, 2, 3) for due in around(seats, nth, S["9.2"], up=nth == 3)]
    nth = street + 3
    if nth < FINAL_HOLE_CARD:
        return around(seats, nth, S["9.4"], up=True)
    if cards_left >= len(seats):
        return around(seats, nth, S["9.4"])
    # One for all of them; if there is none at all they play the six they have (STUD-SHORT, STUD-NOCARD).
    return [Due(BOARD, 1, up=True, rule=S["17.20"])] if cards_left else []
