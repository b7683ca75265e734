"""What the table's sign says of ante, bet and Boomerang Jackpot (rules 8.1 and 11)."""

from __future__ import annotations

from collections.abc import Iterator

from games.canberra_poker.jackpot import MAJOR_FLOOR_CENTS, MINOR_CENTS, WEIGHT
from games.canberra_poker.settlement import BET_ODDS
from games.canberra_poker.state import CanberraState
from games.house.wagers_on_sign import at_odds, wager_head
from games.seen import SignRow, SignSide, dollars, on_sign


def payouts() -> Iterator[SignRow]:
    yield wager_head("ante", 1)
    yield wager_head("bet")
    odds = {category.word: odds for category, odds in reversed(BET_ODDS.items())}
    del odds["no_pair"]
    yield from at_odds(odds)


def boomerang(state: CanberraState) -> SignSide:
    return SignSide(
        on_sign("boomerang"),
        on_sign("boomerang_wager", amount_cents=state.options.jackpot.wager_cents),
        (*map(_share, MAJOR_FLOOR_CENTS), *_minor_prizes()),
        amount=dollars(state.displayed_cents),
        note=on_sign("boomerang_note"),
    )


def _share(line: str) -> SignRow:
    """Of the amount displayed when the round began; rules 11.2 and 11.3 may lessen it."""
    share = on_sign("boomerang_share", percent=10 * WEIGHT[line], least_cents=MAJOR_FLOOR_CENTS[line])
    return SignRow(on_sign("payline", line=line), share)


def _minor_prizes() -> Iterator[SignRow]:
    for line, cents in MINOR_CENTS.items():
        yield SignRow(on_sign("payline", line=line), dollars(cents))
