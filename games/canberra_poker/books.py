"""The Boomerang Jackpot between two rounds: what a round has moved, the supervisor, the sign (10.5, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.canberra_poker.options import DOLLAR_CENTS
from games.canberra_poker.pools import fed, paid, seeded, whole_dollars, with_sign
from games.canberra_poker.state import CanberraState
from games.events import AdjustSign, ChangePools, SeedJackpot
from games.every_game import closed_rounds
from games.every_game.carry import OF_NO_ROUND, Correction, Pools
from games.every_game.state import notice, require
from games.offers import Choice, Money, Offer, Option, for_supervisor, reason
from games.outcomes import JackpotPools, Outcome, Text, text
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule

SIGN_AT_MOST_CENTS = 1_000_000_000
SEEDED_FOR = ("major_prize", "promotion", "correction")


def tell_other_opening(state: CanberraState) -> list[Outcome]:
    """Once, with what a person does first after the casino has determined another opening amount: it moves
    nothing, for what players have fed stays in the pools (JACKPOT-OPENING-ANEW)."""
    pools, opening_cents = state.pools, state.options.jackpot.opening_cents
    if pools.opening_cents == opening_cents:
        return []
    state.pools = replace(pools, opening_cents=opening_cents)
    told = notice(
        "jackpot_opening_changed",
        C["10.5"],
        amount_cents=opening_cents,
        prize_cents=pools.prize_cents,
        reserve_cents=pools.reserve_cents,
    )
    return [told]


# ---------------------------------------------------------------- a round is over


def round_over(state: CanberraState) -> list[Outcome]:
    """What goes back to its player, by a void or a win, feeds nothing (rule 10.5)."""
    if state.void:
        return []
    options = state.options.jackpot
    payments = [payment for box in state.playing() for payment in box.payments if payment.wager == "jackpot"]
    lost_cents = [payment.wager_cents for payment in payments if payment.result == "lose"]
    majors = state.major_winners()
    prizes_cents = sum(
        payment.paid_cents - payment.taken_back_cents for payment in payments if payment.box in majors
    )
    if not lost_cents and not prizes_cents:
        return []
    from_pool_cents = min(prizes_cents, state.pools.prize_cents)
    pools = paid(state.pools, prizes_cents)
    for wager_cents in lost_cents:
        pools = fed(pools, wager_cents, options)
    return _change(state, with_sign(pools, options), fed_cents=sum(lost_cents), paid_cents=from_pool_cents)


# ---------------------------------------------------------------- a supervisor's commands


def seed(state: CanberraState, event: SeedJackpot) -> list[Outcome]:
    _require_between_rounds(state, C["10.5"])
    reserve_cents = state.pools.reserve_cents
    require(event.reason.strip() != "", "seed_reason_needed", C["10.5"])
    require(event.amount_cents > 0, "no_amount", C["10.5"])
    require(event.amount_cents <= reserve_cents, "reserve_too_small", C["10.5"], reserve_cents=reserve_cents)
    state.pools = with_sign(seeded(state.pools, event.amount_cents), state.options.jackpot)
    told = notice("jackpot_seeded", C["10.5"], amount_cents=event.amount_cents, reason=event.reason)
    return [told, _stands_at(state.pools)]


def corrected(state: CanberraState, prize_cents: int, reserve_cents: int) -> list[Outcome]:
    """By what a closed round has moved wrongly."""
    pools = replace(
        state.pools,
        prize_cents=state.pools.prize_cents + prize_cents,
        reserve_cents=state.pools.reserve_cents + reserve_cents,
    )
    state.pools = with_sign(pools, state.options.jackpot)
    told = replace(_stands_at(state.pools), corrected_cents=prize_cents + reserve_cents)
    return [told, *_sign_above_pool(state.pools)]


def change(state: CanberraState, event: ChangePools) -> list[Outcome]:
    """By two people, whatever the casino wants of corrections (JACKPOT-OPENING-ANEW)."""
    _require_between_rounds(state, C["10.5"])
    require(event.amount_cents > 0, "no_amount", C["10.5"])
    cents = event.amount_cents if event.direction == "into" else -event.amount_cents
    said = Correction(OF_NO_ROUND, event.by, event.reason)
    said = replace(said, prize_cents=cents) if event.pool == "prize" else replace(said, reserve_cents=cents)
    return closed_rounds.wait_for_signature(state, said, C["10.5"])


def changed(state: CanberraState, said: Correction, second_by: str) -> list[Outcome]:
    before = state.pools
    pools = replace(
        before,
        prize_cents=before.prize_cents + said.prize_cents,
        reserve_cents=before.reserve_cents + said.reserve_cents,
    )
    state.pools = with_sign(pools, state.options.jackpot)
    told = replace(
        _stands_at(state.pools),
        changed_cents=said.prize_cents + said.reserve_cents,
        was_prize_cents=before.prize_cents,
        was_reserve_cents=before.reserve_cents,
        by=said.by,
        second_by=second_by,
        reason=said.reason,
    )
    return [told, *_sign_above_pool(state.pools)]


def adjust_sign(state: CanberraState, event: AdjustSign) -> list[Outcome]:
    """It is told what the sign shows, be it right or not: rule 11.3 limits what is paid."""
    _require_between_rounds(state, C["11.3"])
    require(state.options.jackpot.sign == "by_hand", "sign_follows", C["11.3"])
    return _change(state, replace(state.pools, displayed_cents=event.amount_cents))


def _require_between_rounds(state: CanberraState, rule: Rule) -> None:
    """A jackpot wager on the layout was placed for what the sign shows (rule 11.1)."""
    require(not state.in_round, "finish_the_round", rule)
    require(not state.has_antes(), "give_antes_back", rule)


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


def offers(state: CanberraState) -> Iterator[Offer]:
    pools = state.pools
    antes = text("give_antes_back") if state.has_antes() else None
    empty = None if pools.reserve_cents else text("reserve_too_small", reserve_cents=0)
    fields = (_why_seeded(), _amount(text("seed_jackpot_title"), 1, pools.reserve_cents, pools.reserve_cents))
    yield for_supervisor("seed_jackpot", text("do_seed"), fields=fields, blocked=antes or empty)
    if state.correction is None:
        yield from _change_offers(state, antes)
    if state.options.jackpot.sign == "by_hand":
        right_cents = whole_dollars(pools.prize_cents)
        shown = _amount(text("adjust_sign_title"), 0, SIGN_AT_MOST_CENTS, right_cents, DOLLAR_CENTS)
        yield for_supervisor("adjust_sign", text("do_sign"), fields=(shown,), blocked=antes)


def _change_offers(state: CanberraState, blocked: Text | None) -> Iterator[Offer]:
    for pool, way, most_cents in closed_rounds.pools_and_ways(state):
        say, args = text(f"change_{pool}_{way}"), {"pool": pool, "direction": way}
        fields = (closed_rounds.any_amount(most_cents), reason("pools"))
        yield Offer("change_pools", say, args, fields, where="pools", blocked=blocked, grave=True)


def _why_seeded() -> Choice:
    """Why money leaves the reserve pool comes before how much. What is said is what is recorded."""
    reasons = tuple(
        Option(why, text(f"do_seed_{why}"), {"reason": text(f"do_seed_{why}")}) for why in SEEDED_FOR
    )
    return Choice("why", text("seed_title"), lambda said: reasons)


def _amount(title: Text, least_cents: int, most_cents: int, start_cents: int, step_cents: int = 1) -> Money:
    return Money(
        "amount_cents",
        title,
        text("amounts_why", least_cents=least_cents, most_cents=most_cents),
        least_cents,
        most_cents,
        step_cents,
        start_cents,
        ends_fit=True,
    )
