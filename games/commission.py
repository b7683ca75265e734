"""What the dealer takes from the pots for the casino operator. Pure arithmetic in whole cents.

NI2017-583, NI2005-67, NI2005-74: 15.2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.instrument import SmallTable

DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Schedule:
    number: str  # of its rule
    percent: int
    nil_up_to_cents: int  # a pot that does not exceed this bears nothing


FIVE_PERCENT = Schedule("15.2(a)(i)", percent=5, nil_up_to_cents=1900)
TEN_PERCENT = Schedule("15.2(a)(ii)", percent=10, nil_up_to_cents=900)


@dataclass(frozen=True, slots=True)
class Commission:
    schedule: Schedule
    approved_maximum_cents: int | None = None


class Charged(NamedTuple):
    """A pot as the schedules look at it. Nothing is deducted from an exempt one, and it counts for none."""

    amount_cents: int
    exempt: bool = False


def ten_percent_allowed(small: SmallTable, minimum_stake_cents: int, maximum_buy_in_cents: int) -> bool:
    """15.2(e): 2017 goes by the most, 2005 by the least that a player may bring (COMM-STAKE-BASIS)."""
    brought_cents = minimum_stake_cents if small.by == "minimum_stake" else maximum_buy_in_cents
    return brought_cents <= small.most_cents


def shared_by_equals(
    contributors: Sequence[int], high_winners: Sequence[int], low_winners: Sequence[int]
) -> bool:
    """15.2(c): whoever put a chip into it holds the same as the others, for each half that is won.

    A folder's blind or ante ends the exemption (COMM-EXEMPT-ANTE), and so does one hand that is high while
    another is low (COMM-EXEMPT-SPLIT).
    """
    everybody = set(contributors)
    return len(everybody) > 1 and all(set(half) == everybody for half in (high_winners, low_winners) if half)


def commission(terms: Commission, pots: Sequence[Charged]) -> list[int]:
    """What each pot bears, the main pot first. One charge a round on the sum of all (COMM-BASE, COMM-ONCE)."""
    nil_up_to = terms.schedule.nil_up_to_cents
    able = [0 if pot.exempt or pot.amount_cents <= nil_up_to else pot.amount_cents for pot in pots]
    if not any(able):  # no pot of its own exceeds it (COMM-THRESHOLD)
        return [0] * len(pots)
    due = _due(terms, sum(pot.amount_cents for pot in pots if not pot.exempt))
    return _taken_in_turn(due, able)


def _due(terms: Commission, sum_cents: int) -> int:
    due = sum_cents * terms.schedule.percent // 100 // DOLLAR * DOLLAR
    most = terms.approved_maximum_cents
    return due if most is None else min(due, most)


def _taken_in_turn(due: int, able: list[int]) -> list[int]:
    """From the first pot that bears any, and what it cannot bear from the next such (COMM-ALLOC)."""
    taken = []
    for most in able:
        taken.append(min(due, most))
        due -= taken[-1]
    return taken
