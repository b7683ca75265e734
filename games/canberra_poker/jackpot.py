"""Boomerang Jackpot prizes (rules 11.1 to 11.3).

NI2004-492: 11.1-11.3
"""

from __future__ import annotations

from collections.abc import Mapping

from games.hand_order import Category
from games.hands import Hand, dead_mans_hand
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

MINOR_CENTS = {"four_of_a_kind": 50_000, "full_house": 15_000, "flush": 10_000, "dead_mans_hand": 5_000}
MAJOR_FLOOR_CENTS = {"royal_flush": 1_000_000, "straight_flush": 100_000}
PRINTED_CENTS = MAJOR_FLOOR_CENTS["royal_flush"]  # the least that 11.1 names for a sign
WEIGHT = {"royal_flush": 10, "straight_flush": 1}  # of ten parts of the displayed amount, JACKPOT-RATIO


def jackpot_line(hand: Hand) -> str | None:
    """The line of rule 11.1 that the hand is on, if any."""
    if dead_mans_hand(hand):
        return "dead_mans_hand"
    return hand.category.word if hand.category >= Category.FLUSH else None


def is_major(line: str) -> bool:
    """Rule 11.3, closing words."""
    return line in WEIGHT


def major_prizes(winners: Mapping[int, str], displayed_cents: int, pool_cents: int | None) -> dict[int, int]:
    """Box -> prize, within the sign (11.2) and, after an earlier win, the pool (11.3, JACKPOT-STALE)."""
    prizes = _by_the_table(winners, displayed_cents)
    liability = _liability(displayed_cents, pool_cents)
    if sum(prizes.values()) <= liability:
        return prizes
    weights = sum(WEIGHT[line] for line in winners.values())
    return {box: liability * WEIGHT[line] // weights for box, line in winners.items()}


def deciding_rule(winners: Mapping[int, str], displayed_cents: int, pool_cents: int | None) -> Rule:
    """Which of the three has made the prizes what they are."""
    if sum(_by_the_table(winners, displayed_cents).values()) <= _liability(displayed_cents, pool_cents):
        return C["11.1"]
    return C["11.2"] if _liability(displayed_cents, pool_cents) == displayed_cents else C["11.3"]


def _by_the_table(winners: Mapping[int, str], displayed_cents: int) -> dict[int, int]:
    return {
        box: max(MAJOR_FLOOR_CENTS[line], displayed_cents * WEIGHT[line] // 10) for box, line in winners.items()
    }


def _liability(displayed_cents: int, pool_cents: int | None) -> int:
    """None: no major prize was won before."""
    return displayed_cents if pool_cents is None else min(displayed_cents, pool_cents)
