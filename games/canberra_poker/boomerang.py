"""The Boomerang Jackpot at the table: placed beside the ante, claimed, verified, paid (rules 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.canberra_poker.jackpot import (
    MINOR_CENTS,
    PRINTED_CENTS,
    deciding_rule,
    is_major,
    jackpot_line,
)
from games.canberra_poker.state import CanberraState
from games.events import ClaimJackpot, PayJackpot, PlaceJackpotWager, TakeBackJackpotWager
from games.every_game.offers import unread_offers
from games.every_game.state import notice, require
from games.house import offers, prompts
from games.house.prompts import collect_hand_prompt
from games.house.state import Box
from games.house.wagers import open_box, side_open, side_payment
from games.offers import Offer
from games.outcomes import Outcome, Payment, Prompt, Text, text
from games.rulebook import CANBERRA_POKER as C
from games.rulebook import Rule


def place_wager(state: CanberraState, event: PlaceJackpotWager) -> list[Outcome]:
    box = open_box(state, event.box)
    require(box.ante_cents > 0, "jackpot_needs_ante", C["10.1"], box=event.box)
    require(state.displayed_cents > 0, "jackpot_empty", C["11.1"])  # JACKPOT-EMPTY
    require(box.side_cents == 0, "jackpot_already_placed", C["10.2"], box=event.box)
    box.side_cents = state.options.jackpot.wager_cents
    return []


def take_back_wager(state: CanberraState, event: TakeBackJackpotWager) -> list[Outcome]:
    box = open_box(state, event.box)
    require(box.side_cents > 0, "no_jackpot_wager", C["10.2"], box=event.box)
    box.side_cents = 0
    return []


# ---------------------------------------------------------------- claimed, verified, paid


def claim(state: CanberraState, event: ClaimJackpot) -> list[Outcome]:
    """In time until the dealer has collected the hand (10.3, CLAIM-UNTIL-COLLECTED); the shown hand decides
    (10.4, JACKPOT-DECLARE)."""
    box = _lying_box(state, event.box)
    require(box.side_cents > 0, "no_jackpot_wager", C["10.1"], box=box.number)
    require(not box.collected, "cards_collected", C["10.3"], box=box.number)
    require(box.shown, "show_hand_first", C["10.4"], box=box.number)
    line = jackpot_line(state.hand(str(box.number)))
    require(line is not None, "no_jackpot_hand", C["11.1"], box=box.number)
    require(box.claim is None, "already_claimed", C["10.3"], box=box.number)
    box.claim = line
    told = notice("jackpot_claimed", C["10.4"], box=box.number, line=line)
    return [told, state.move("declared")] if state.phase == "collect" else [told]


def _lying_box(state: CanberraState, number: int) -> Box:
    require(state.hands_lie, "not_now", C["9.4"])
    require(number in state.boxes and state.boxes[number].contests, "box_not_in_round", C["9.4"], box=number)
    return state.boxes[number]


def settled(box: Box) -> list[Payment]:
    """What was declared by then. A major prize waits until every hand has been settled, and all for which one
    could still be declared are collected: it may have to be shared (rule 11.2)."""
    if not box.side_cents or box.claim is None or is_major(box.claim):
        return []
    return [_minor(box)]


def _minor(box: Box) -> Payment:
    assert box.claim is not None
    minor = side_payment(box, "jackpot", "win", C["11.1"], paid_cents=MINOR_CENTS[box.claim])
    return replace(minor, line=box.claim)


def collected(state: CanberraState, box: Box) -> list[Payment]:
    """Not declared, and the cards are gone (10.3)."""
    return [side_payment(box, "jackpot", "lose", C["10.5"])] if side_open(state, box) else []


def pay(state: CanberraState, event: PayJackpot) -> list[Outcome]:
    require(state.phase == "jackpot", "not_now", C["11.1"])
    box = next((box for box in state.open_prizes() if box.number == event.box), None)
    require(box is not None, "no_jackpot_hand", C["11.1"], box=event.box)
    assert box is not None
    assert box.claim is not None
    shares = is_major(box.claim) and bool(state.undeclared())
    require(not shares, "collect_undeclared_first", C["11.2"])
    payment = _prize(state, box)
    box.payments.append(payment)
    return [payment, *after_prizes(state)]


def after_prizes(state: CanberraState) -> list[Outcome]:
    return [] if state.open_prizes() else [state.move("jackpots_paid")]


def hand_is_void(state: CanberraState) -> list[Outcome]:
    """Its share of a major prize is the others', be theirs paid already or not (11.2, PENALTY-REACH)."""
    if state.phase == "jackpot":
        return after_prizes(state)
    return [state.move("declared")] if state.phase == "collect" and state.prize_open() else []


def _prize(state: CanberraState, box: Box) -> Payment:
    if box.number not in state.major_winners():
        return _minor(box)
    due_cents = state.major_prizes()[box.number] - state.prize_paid_cents(box)
    major = side_payment(box, "jackpot", "win", _rule_of_prizes(state), paid_cents=due_cents)
    assert box.claim is not None
    payment = replace(major, line=box.claim)
    # A share that has become more after it was paid: the wager itself is with the player already.
    return payment if side_open(state, box) else replace(payment, returned_cents=0)


def _rule_of_prizes(state: CanberraState) -> Rule:
    return deciding_rule(state.major_winners(), state.displayed_cents, state.pool_cents)


# ---------------------------------------------------------------- what the dealer is told and offered


def antes_prompt(state: CanberraState) -> Prompt:
    """A sign below what 11.1 prints is said before players wager for it (JACKPOT-EMPTY)."""
    usual = prompts.PROMPTS["antes"](state)
    return replace(usual, explain=sign_warning(state) or usual.explain)


def sign_warning(state: CanberraState) -> Text | None:
    if state.displayed_cents >= PRINTED_CENTS or state.no_more_rounds:
        return None
    if not state.displayed_cents:
        return text("jackpot_empty_explained")
    return text("jackpot_low_explained", displayed_cents=state.displayed_cents, least_cents=PRINTED_CENTS)


def prompt(state: CanberraState) -> Prompt:
    box = state.open_prizes()[0]
    if box.number in state.major_winners() and state.undeclared():
        return collect_hand_prompt(state, state.undeclared()[0])
    payment, pools = _prize(state, box), state.pools
    say = text("pay_jackpot", box=box.number, amount_cents=payment.paid_cents)
    shown = {"line": box.claim, "displayed_cents": pools.displayed_cents}
    if payment.rule == C["11.3"]:
        explain = text("pay_jackpot_from_pool_explained", **shown, prize_cents=pools.prize_cents)
    else:
        explain = text("pay_jackpot_explained", **shown)
    return Prompt(say=say, explain=explain, rule=payment.rule)


def box_offers(state: CanberraState, box: Box) -> Iterator[Offer]:
    args = {"box": box.number}
    if box.side_cents:
        yield Offer("take_back_jackpot_wager", text("do_jackpot_back"), args, box=box.number)
        return
    wager = text("do_jackpot", amount_cents=state.options.jackpot.wager_cents)
    blocked = None if box.ante_cents else text("jackpot_needs_ante", box=box.number)
    if not state.displayed_cents:
        blocked = text("jackpot_empty")
    yield Offer("place_jackpot_wager", wager, args, box=box.number, blocked=blocked)


def settle_offers(state: CanberraState) -> Iterator[Offer]:
    box = state.to_settle()[0]
    if box.side_cents and box.shown and box.claim is None:
        line = jackpot_line(state.hand(str(box.number)))
        blocked = None if line else text("no_jackpot_hand", box=box.number)
        yield Offer("claim_jackpot", text("do_claim", box=box.number), {"box": box.number}, blocked=blocked)
    yield from _late_claims(state)
    yield from offers.settle_offers(state)


def _late_claims(state: CanberraState) -> Iterator[Offer]:
    """Of hands that are settled, and lie there still."""
    for box in state.undeclared():
        args, place = {"box": box.number}, str(box.number)
        if not box.shown:
            unread = list(unread_offers(state, place))
            show = Offer("show_box", text("do_show_box", box=box.number), args, box=box.number)
            yield replace(unread[0], proposed=False, box=box.number) if unread else show
            continue
        line = jackpot_line(state.hand(place))
        blocked = None if line else text("no_jackpot_hand", box=box.number)
        yield Offer("claim_jackpot", text("do_claim", box=box.number), args, box=box.number, blocked=blocked)


def pay_offers(state: CanberraState) -> Iterator[Offer]:
    yield from _late_claims(state)
    box = state.open_prizes()[0]
    if box.number in state.major_winners() and state.undeclared():
        yield from offers.hand_offers(state, state.undeclared())
        return
    args = {"box": box.number}
    yield Offer("pay_jackpot", text("do_pay_jackpot", box=box.number), args, proposed=True, grave=True)


def collect_offers(state: CanberraState) -> Iterator[Offer]:
    if not state.void:
        yield from _late_claims(state)
    yield from offers.collect_offers(state)
