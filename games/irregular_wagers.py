"""What becomes of chips placed in a wrong amount (17.7, 17.8) or before one's turn (17.5, 17.6).

NI2017-583, NI2005-67, NI2005-74: 17.5-17.8
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.instrument import AfterSkipped, OutOfTurn

Kind = Literal["short_of_call", "tap_out_call", "call", "raise"]


class Deemed(NamedTuple):
    """Short of a call the player chooses: fold and have it back, or add what is missing (SHORT-CALL)."""

    kind: Kind
    in_cents: int
    returned_cents: int = 0
    missing_cents: int = 0


def deem(
    placed_cents: int, stake_cents: int, to_call_cents: int, least_raise_cents: int, most_raise_cents: int
) -> Deemed:
    """What a player meant by the chips he put down, his whole stake among them or not.

    Least and most are what he would have to add for a raise (or a bet, if there is nothing to call), twice 0 if
    he may not raise. All he has left always counts (14.1); above a call it stands as a raise (CALL-DEEM).
    """
    all_in = placed_cents == stake_cents
    if placed_cents < to_call_cents and not all_in:
        missing = min(to_call_cents, stake_cents) - placed_cents
        return Deemed("short_of_call", placed_cents, missing_cents=missing)
    if placed_cents <= to_call_cents:
        return Deemed("tap_out_call" if all_in else "call", placed_cents)
    if not most_raise_cents or (placed_cents < least_raise_cents and not all_in):
        return Deemed("call", to_call_cents, placed_cents - to_call_cents)
    taken = min(placed_cents, most_raise_cents)  # what exceeds the limit is returned (OOT-OVER by analogy)
    return Deemed("raise", taken, placed_cents - taken)


class Skipped(NamedTuple):
    """What a player then did who should have acted before."""

    action: Literal["fold", "check", "bet"]  # a bet, call or raise
    to_cents: int = 0


WEIGHT = {"fold": 0, "check": 1, "bet": 2}


def out_of_turn(
    after: AfterSkipped, wager_to_cents: int, skipped: Sequence[Skipped], *, directed_by_dealer: bool = False
) -> OutOfTurn:
    """The largest action of those skipped decides (OOT-MIXED)."""
    if directed_by_dealer and after.directed is not None:
        return after.directed
    decisive = max(skipped, key=lambda then: (WEIGHT[then.action], then.to_cents))
    if decisive.action == "bet":
        return after.more if decisive.to_cents > wager_to_cents else after.no_more
    return after.check if decisive.action == "check" else after.fold
