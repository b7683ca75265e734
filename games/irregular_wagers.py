"""What becomes of chips placed in a wrong amount (17.7, 17.8) or before one's turn (17.5, 17.6).

NI2017-583, NI2005-67, NI2005-74: 17.5-17.8
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.rulebook import OMAHA, Document, Rule

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


class OutOfTurn(NamedTuple):
    wager: Literal["stands", "taken_back", "retracted", "open"]
    choices: tuple[str, ...]
    kept_if_folded: bool
    rule: Rule


FREE = ("fold", "call", "call_and_raise")
WEIGHT = {"fold": 0, "check": 1, "bet": 2}


def out_of_turn(
    document: Document, wager_to_cents: int, skipped: Sequence[Skipped], *, directed_by_dealer: bool = False
) -> OutOfTurn:
    """The largest action of those skipped decides (OOT-MIXED). The documents differ (OOT-2005-FOLD)."""
    decisive = max(skipped, key=lambda then: (WEIGHT[then.action], then.to_cents))
    larger = decisive.action == "bet" and decisive.to_cents > wager_to_cents
    if document is OMAHA:
        return _of_2017(decisive, larger, directed_by_dealer)
    if larger:
        return OutOfTurn("open", FREE, kept_if_folded=False, rule=document["17.6"])
    return OutOfTurn("stands", (), kept_if_folded=False, rule=document["17.5"])


def _of_2017(decisive: Skipped, larger: bool, directed_by_dealer: bool) -> OutOfTurn:
    if directed_by_dealer:
        return OutOfTurn("retracted", ("act_again_in_turn",), kept_if_folded=False, rule=OMAHA["17.5"])
    if decisive.action == "check":  # and so must he: OOT-CHECK
        return OutOfTurn("taken_back", ("check",), kept_if_folded=False, rule=OMAHA["17.6(a)"])
    if decisive.action == "fold":
        return OutOfTurn("stands", (), kept_if_folded=False, rule=OMAHA["17.6(d)"])
    if larger:
        return OutOfTurn("open", FREE, kept_if_folded=True, rule=OMAHA["17.6(c)"])
    return OutOfTurn("open", ("call", "fold"), kept_if_folded=False, rule=OMAHA["17.6(b)"])  # OOT-FOLD-B


def stands_without_chips(action: Literal["fold", "check"]) -> bool:
    """Out of turn a fold stands and a check is taken back (OOT-NONBET)."""
    return action == "fold"
