"""What goes back when a tournament is cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Payer:
    entry: int
    paid_cents: tuple[int, ...]  # the entry fee and the re-buys, commission in them
    returned_cents: int = 0  # before


def refunds(payers: Sequence[Payer]) -> dict[int, int]:
    """All in full, of forfeited entries and re-buys too, less what went back (TOURN-CANCEL-ALL, -REBUY)."""
    return {payer.entry: sum(payer.paid_cents) - payer.returned_cents for payer in payers}
