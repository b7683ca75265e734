"""What is dealt before a betting round, as each instrument says it.

NI2017-583, NI2005-67, NI2005-74: 9.2-9.4
NI2017-583: 4.2(h)
NI2005-74: 17.20
"""

from __future__ import annotations

from functools import lru_cache

from games.deal import Due
from games.events import BOARD, BURN
from games.rulebook import FARO as F
from games.rulebook import OMAHA as O
from games.rulebook import SEVEN_CARD_STUD as S
from games.rulebook import Rule

FLOP, FINAL_HOLE_CARD = 3, 7


Seats = tuple[int, ...]
Plan = tuple[Due, ...]
PLANS_KEPT = 64  # the same players are dealt the same way round after round


def around(seats: Seats, nth: int, rule: Rule, *, up: bool = False) -> list[Due]:
    """One card to each."""
    return [Due(str(seat), nth, up=up, rule=rule) for seat in seats]


@lru_cache(PLANS_KEPT)
def omaha(seats: Seats, street: int, *, burns: bool) -> Plan:
    if street == 0:
        return tuple([due for nth in (1, 2, 3, 4) for due in around(seats, nth, O["9.2"])])
    burnt = [Due(BURN, street, up=False, rule=O["4.2(h)"])] if burns else []
    first, last = (1, FLOP) if street == 1 else (FLOP + street - 1, FLOP + street - 1)
    return (*burnt, *[Due(BOARD, nth, up=True, rule=O["9.4"]) for nth in range(first, last + 1)])


@lru_cache(PLANS_KEPT)
def faro(seats: Seats, street: int, *, two_at_a_time: bool) -> Plan:
    if street:
        return (Due(BOARD, street + 1, up=True, rule=F["9.5"]),)
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
    return (*hole, Due(BOARD, 1, up=True, rule=F["9.3"]))


@lru_cache(PLANS_KEPT)
def seven_card_stud(seats: Seats, street: int, *, cards_left: int) -> Plan:
    if street == 0:
        return tuple([due for nth in (1, 2, 3) for due in around(seats, nth, S["9.2"], up=nth == 3)])
    nth = street + 3
    if nth < FINAL_HOLE_CARD:
        return tuple(around(seats, nth, S["9.4"], up=True))
    if cards_left >= len(seats):
        return tuple(around(seats, nth, S["9.4"]))
    # One for all of them; if there is none at all they play the six they have (STUD-SHORT, STUD-NOCARD).
    return (Due(BOARD, 1, up=True, rule=S["17.20"]),) if cards_left else ()
