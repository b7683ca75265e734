"""What comes in, what is kept, what is paid: whole cents, and all of the pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

WHOLE_BASIS_POINTS = 10_000


@dataclass(frozen=True, slots=True)
class CommissionTerms:
    """One of the two. A commission is part of the fee (TOURN-COMM-IN-FEE)."""

    cents_per_entry: int = 0  # of entries, not of re-buys
    basis_points: int = 0  # of all fees, re-buys included


@dataclass(frozen=True, slots=True)
class Pool:
    """100% of it goes back to the players (TOURN-POOL)."""

    entry_fees_cents: int
    commission_cents: int

    @property
    def prize_pool_cents(self) -> int:
        return self.entry_fees_cents - self.commission_cents


def pool(
    terms: CommissionTerms, *, entry_fees_cents: Iterable[int], rebuy_fees_cents: Iterable[int] = ()
) -> Pool:
    """Of the fees that stay (TOURN-COMM-PER-FEE); a percentage is rounded down (TOURN-COMM-ROUND)."""
    entries = tuple(entry_fees_cents)
    fees_cents = sum(entries) + sum(rebuy_fees_cents)
    percentage_cents = fees_cents * terms.basis_points // WHOLE_BASIS_POINTS
    return Pool(fees_cents, terms.cents_per_entry * len(entries) + percentage_cents)


def is_whole(breakdown_basis_points: Sequence[int]) -> bool:
    return sum(breakdown_basis_points) == WHOLE_BASIS_POINTS


def prizes(pool_cents: int, shares: Sequence[int], *, unit_cents: int = 1, players: int) -> tuple[int, ...]:
    """From the first place down.

    Each is rounded down to the unit and the first gets the rest (TOURN-PERCENT). With fewer players than
    places only the shares of the places there are count (TOURN-UNFILLED).
    """
    if players < 1:
        raise ValueError("there is nobody to whom the pool could be paid")
    filled = tuple(shares[:players]) or (1,)
    weights = filled if sum(filled) else (1, *filled[1:])
    rounded = [pool_cents * weight // (sum(weights) * unit_cents) * unit_cents for weight in weights]
    return (rounded[0] + pool_cents - sum(rounded), *rounded[1:])


class Paid(NamedTuple):
    entry: int
    first_place: int
    last_place: int
    exact_cents: Fraction
    cents: int


def split(prizes_cents: Sequence[int], placed: Sequence[Sequence[int]]) -> tuple[Paid, ...]:
    """Who stands in one group shares the prizes of all places that it spans (PLACING).

    The odd cents go to the lowest entry number (PLACING-ODD). `placed`: groups from the first place down.
    """
    ends = tuple(accumulate(len(group) for group in placed))
    paid: list[Paid] = []
    for group, last in zip(placed, ends, strict=True):
        first = last - len(group) + 1
        together = sum(prizes_cents[first - 1 : last])
        each, odd = divmod(together, len(group))
        exact = Fraction(together, len(group))
        for entry in sorted(group):
            paid.append(Paid(entry, first, last, exact, each + odd))
            odd = 0
    return tuple(paid)


def unfilled(prizes_cents: Sequence[int], players: int) -> tuple[int, ...]:
    """Prizes that were worked out for more players than have a place (TOURN-UNFILLED)."""
    if players >= len(prizes_cents) or not any(prizes_cents[players:]):
        return tuple(prizes_cents)
    return prizes(sum(prizes_cents), prizes_cents, players=players)
