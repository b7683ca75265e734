"""The Boomerang Jackpot between two rounds: what a round has moved, the sign (10.5, 11.3)."""

from __future__ import annotations

from games.canberra_poker.pools import fed, paid, set_up, with_sign
from games.canberra_poker.state import CanberraState
from games.house.state import Pools, notice
from games.outcomes import JackpotPools, Outcome
from games.rulebook import CANBERRA_POKER as C


def tell_set_up(state: CanberraState) -> list[Outcome]:
    """Once, with what a person does first after the casino has determined another opening amount."""
    before, state.given_up = state.given_up, None
    if before is None:
        return []
    anew = set_up(state.options.jackpot)
    told = notice(
        "jackpot_set_up_anew",
        C["10.5"],
        displayed_cents=anew.displayed_cents,
        prize_cents=before.prize_cents,
        reserve_cents=before.reserve_cents,
    )
    return [told, _stands_at(anew)]


# ---------------------------------------------------------------- a round is over


def round_over(state: CanberraState) -> list[Outcome]:
    """What goes back to its player, by a void or a win, feeds nothing (rule 10.5)."""
    options = state.options.jackpot
    payments = [payment for box in state.playing() for payment in box.payments if payment.wager == "jackpot"]
    lost_cents = [payment.wager_cents for payment in payments if payment.result == "lose"]
    majors = state.major_winners()
    prizes_cents = sum(payment.paid_cents for payment in payments if payment.box in majors)
    if not lost_cents and not prizes_cents:
        return []
    pools = paid(state.pools, prizes_cents)
    for wager_cents in lost_cents:
        pools = fed(pools, wager_cents, options)
    return _change(state, with_sign(pools, options), fed_cents=sum(lost_cents), paid_cents=prizes_cents)


def _change(state: CanberraState, pools: Pools, *, fed_cents: int = 0, paid_cents: int = 0) -> list[Outcome]:
    state.pools = pools
    return [_stands_at(pools, fed_cents=fed_cents, paid_cents=paid_cents), *_sign_above_pool(pools)]


def _sign_above_pool(pools: Pools) -> list[Outcome]:
    """Only a sign that the table does not set can promise what rule 11.3 will not pay."""
    shown_cents, prize_cents = pools.displayed_cents, pools.prize_cents
    if shown_cents <= prize_cents:
        return []
    return [notice("sign_above_pool", C["11.3"], displayed_cents=shown_cents, prize_cents=prize_cents)]


def _stands_at(pools: Pools, *, fed_cents: int = 0, paid_cents: int = 0) -> JackpotPools:
    return JackpotPools(
        prize_cents=pools.prize_cents,
        reserve_cents=pools.reserve_cents,
        displayed_cents=pools.displayed_cents,
        fed_cents=fed_cents,
        paid_cents=paid_cents,
    )
