"""What the table's sign says of ante, call and Super Aces Bonus (rules 8.1 and 11.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.casino_holdem.options import Bonus
from games.casino_holdem.settlement import ANTE_ODDS
from games.casino_holdem.super_aces import ODDS as SUPER_ACES_ODDS
from games.house.wagers_on_sign import at_odds, wager_head
from games.outcomes import Text
from games.seen import SignRow, SignSide, on_sign


def payouts() -> Iterator[SignRow]:
    yield wager_head("ante")
    odds = {category.word: odds for category, odds in reversed(ANTE_ODDS.items())}
    yield from at_odds({**odds, "all_others": 1})
    yield wager_head("call", 1)


def super_aces(limits: Bonus) -> SignSide:
    return SignSide(on_sign("super_aces"), _wager(limits), tuple(at_odds(SUPER_ACES_ODDS)))


def _wager(limits: Bonus) -> Text:
    """One amount, or from the least to the most (SA-AMOUNT)."""
    least_cents, most_cents = limits.minimum_cents, limits.maximum_cents
    if least_cents == most_cents:
        return on_sign("super_aces_wager", amount_cents=least_cents)
    return on_sign(
        "super_aces_wagers",
        minimum_cents=least_cents,
        maximum_cents=most_cents,
        multiple_cents=limits.multiple_cents,
    )
