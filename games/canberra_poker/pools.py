"""The two pools of the Boomerang Jackpot and its sign. Pure arithmetic in whole cents (rules 10.5 and 11.1)."""

from __future__ import annotations

from dataclasses import replace

from games.canberra_poker.options import DOLLAR_CENTS, Jackpot
from games.every_game.carry import Pools


def set_up(options: Jackpot) -> Pools:
    return Pools(
        prize_cents=options.opening_cents,
        reserve_cents=0,
        displayed_cents=options.opening_cents,
        opening_cents=options.opening_cents,
    )


def fed(pools: Pools, wager_cents: int, options: Jackpot) -> Pools:
    """By one non-winning wager: the odd cents go to the reserve pool (JACKPOT-SHARE)."""
    share_cents = wager_cents * options.prize_share_percent // 100
    return replace(
        pools,
        prize_cents=pools.prize_cents + share_cents,
        reserve_cents=pools.reserve_cents + wager_cents - share_cents,
    )


def paid(pools: Pools, prizes_cents: int) -> Pools:
    """What rounding has left over stays in (JACKPOT-ROUND); what a first win lacks the house has paid."""
    left_cents = max(0, pools.prize_cents - prizes_cents)
    return replace(pools, prize_cents=left_cents, major_won=pools.major_won or prizes_cents > 0)


def seeded(pools: Pools, amount_cents: int) -> Pools:
    """From the reserve pool to the prize pool."""
    return replace(
        pools,
        prize_cents=pools.prize_cents + amount_cents,
        reserve_cents=pools.reserve_cents - amount_cents,
    )


def whole_dollars(cents: int) -> int:
    return cents - cents % DOLLAR_CENTS


def with_sign(pools: Pools, options: Jackpot) -> Pools:
    """What the sign shows from the next round on (JACKPOT-SIGN)."""
    if options.sign == "by_hand":
        return pools
    return replace(pools, displayed_cents=whole_dollars(pools.prize_cents))
