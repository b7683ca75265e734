"""The Boomerang Jackpot at the table: placed beside the ante, claimed, verified, paid (rules 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator

from games.canberra_poker.jackpot import MINOR_CENTS, is_major, jackpot_line, major_prizes
from games.canberra_poker.state import CanberraState
from games.events import ClaimJackpot, PayJackpot, PlaceJackpotWager, TakeBackJackpotWager
from games.every_game.state import notice, require
from games.house import offers
from games.house.showdown import settling_box
from games.house.state import Box
from games.house.wagers import open_box, side_payment
from games.offers import Offer
from games.outcomes import Outcome, Payment, Prompt, text
from games.rulebook import CANBERRA_POKER as C


def place_wager(state: CanberraState, event: PlaceJackpotWager) -> list[Outcome]:
    box = open_box(state, event.box)
    require(box.ante_cents > 0, "jackpot_needs_ante", C["10.1"], box=event.box)
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
    """The player claims, the shown hand decides (rules 10.3 and 10.4, JACKPOT-DECLARE)."""
    box = settling_box(state, event.box)
    require(box.side_cents > 0, "no_jackpot_wager", C["10.1"], box=box.number)
    require(box.shown, "show_hand_first", C["10.4"], box=box.number)
    line = jackpot_line(state.hand(str(box.number)))
    require(line is not None, "no_jackpot_hand", C["11.1"], box=box.number)
    require(box.claim is None, "already_claimed", C["10.3"], box=box.number)
    box.claim = line
    return [notice("jackpot_claimed", C["10.4"], box=box.number, line=line)]


def settled(box: Box) -> list[Payment]:
    """A major prize waits until every box has been settled: it may have to be shared (rule 11.2)."""
    if not box.side_cents or (box.claim and is_major(box.claim)):
        return []
    if box.claim is None:
        return [side_payment(box, "jackpot", "lose", C["10.5"])]
    return [side_payment(box, "jackpot", "win", C["11.1"], paid_cents=MINOR_CENTS[box.claim])]


def prizes_open(state: CanberraState) -> dict[int, int]:
    """All major prizes of the round, the paid ones too: they share (rules 11.2 and 11.3)."""
    return major_prizes(state.major_winners(), state.displayed_cents, state.pools.prize_cents)


def pay(state: CanberraState, event: PayJackpot) -> list[Outcome]:
    require(state.phase == "jackpot", "not_now", C["11.1"])
    box = next((box for box in state.open_majors() if box.number == event.box), None)
    require(box is not None, "no_jackpot_hand", C["11.1"], box=event.box)
    assert box is not None
    payment = side_payment(box, "jackpot", "win", C["11.1"], paid_cents=prizes_open(state)[box.number])
    box.payments.append(payment)
    return [payment, *([] if state.open_majors() else [state.move("jackpots_paid")])]


# ---------------------------------------------------------------- what the dealer is told and offered


def prompt(state: CanberraState) -> Prompt:
    box, prizes, pools = state.open_majors()[0], prizes_open(state), state.pools
    say = text("pay_jackpot", box=box.number, amount_cents=prizes[box.number])
    shown = {"line": box.claim, "displayed_cents": pools.displayed_cents}
    if prizes != major_prizes(state.major_winners(), pools.displayed_cents, pools.displayed_cents):
        explain = text("pay_jackpot_from_pool_explained", **shown, prize_cents=pools.prize_cents)
        return Prompt(say=say, explain=explain, rule=C["11.3"])
    rule = C["11.2"] if len(prizes) > 1 else C["11.1"]
    return Prompt(say=say, explain=text("pay_jackpot_explained", **shown), rule=rule)


def box_offers(state: CanberraState, box: Box) -> Iterator[Offer]:
    args = {"box": box.number}
    if box.side_cents:
        yield Offer("take_back_jackpot_wager", text("do_jackpot_back"), args, box=box.number)
        return
    wager = text("do_jackpot", amount_cents=state.options.jackpot.wager_cents)
    blocked = None if box.ante_cents else text("jackpot_needs_ante", box=box.number)
    yield Offer("place_jackpot_wager", wager, args, box=box.number, blocked=blocked)


def settle_offers(state: CanberraState) -> Iterator[Offer]:
    box = state.to_settle()[0]
    if box.side_cents and box.shown and box.claim is None:
        line = jackpot_line(state.hand(str(box.number)))
        blocked = None if line else text("no_jackpot_hand", box=box.number)
        yield Offer("claim_jackpot", text("do_claim", box=box.number), {"box": box.number}, blocked=blocked)
    yield from offers.settle_offers(state)


def pay_offers(state: CanberraState) -> Iterator[Offer]:
    number = state.open_majors()[0].number
    yield Offer("pay_jackpot", text("do_pay_jackpot", box=number), {"box": number}, proposed=True, grave=True)
