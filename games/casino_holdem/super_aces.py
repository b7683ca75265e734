"""The Super Aces Bonus: placed beside the ante, declared, verified, paid before the river (rules 10 and 11).

NI2007-208: 11.1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from games.cards import AnyCard, Card, SealedCard
from games.casino_holdem.state import HoldemState
from games.events import BOARD, ClaimBonus, EnterHand, PayBonus, PlaceBonusWager, TakeBackBonusWager
from games.every_game import dealing
from games.every_game.offers import unread_offers
from games.every_game.placing import ask_twice
from games.every_game.prompts import enter_the_board
from games.every_game.questions import ask
from games.every_game.state import Pending, notice, require
from games.hands import SUPER_ACES, house_hand, super_aces_line
from games.house import offers, prompts
from games.house.deciding import close_decisions
from games.house.showdown import turn_up
from games.house.state import Box
from games.house.wagers import open_box, side_open, side_payment
from games.offers import Faces, Money, Offer
from games.outcomes import Outcome, Payment, Prompt, text
from games.rulebook import CASINO_HOLDEM as H
from games.rulebook import Rule

ODDS = {
    "royal_flush": 100,
    "straight_flush": 50,
    "four_of_a_kind": 40,
    "full_house": 30,
    "flush": 20,
    "straight": 7,
    "three_of_a_kind": 7,
    "two_pairs": 7,
    "pair_of_aces": 7,
}


def place_wager(state: HoldemState, event: PlaceBonusWager) -> list[Outcome]:
    box, limits = open_box(state, event.box), state.options.bonus
    require(box.ante_cents > 0, "bonus_needs_ante", H["10.2"], box=event.box)
    fits = (
        limits.minimum_cents <= event.amount_cents <= limits.maximum_cents
        and event.amount_cents % limits.multiple_cents == 0
    )
    require(
        fits, "not_a_bonus", H["10.1"], minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents
    )
    box.side_cents = event.amount_cents
    return []


def take_back_wager(state: HoldemState, event: TakeBackBonusWager) -> list[Outcome]:
    box = open_box(state, event.box)
    require(box.side_cents > 0, "no_bonus_wager", H["10.1"], box=event.box)
    box.side_cents = 0
    return []


# ---------------------------------------------------------------- declared, verified, paid


def claim(state: HoldemState, event: ClaimBonus) -> list[Outcome]:
    """Until the last player has acted (SUPERACES-WHEN). What was read stays closed: to claim is no peek."""
    box = _in_decisions(state, event.box)
    require(side_open(state, box), "no_bonus_wager", H["10.4"], box=box.number)
    require(not box.claim, "already_claimed", H["10.4"], box=box.number)
    box.claim = "declared"
    return [notice("bonus_claimed", H["10.5"], box=box.number)]


def enter_hand(state: HoldemState, event: EnterHand) -> list[Outcome]:
    """A declared hand has been turned up: what people see of it is held against what was read (10.5)."""
    box = state.to_verify()
    if box is None or event.place != str(box.number):
        return dealing.enter_hand(state, event)
    hand, rule = state.deal.hand(event.place), H["10.5"]
    require(len(event.cards) == len(hand), "so_many_are_unread", rule, place=event.place, count=len(hand))
    require(len({*event.cards}) == len(hand), "entered_twice", H["2.1"])
    require({*event.cards} <= {*state.game.deck(state)}, "card_not_in_deck", H["2.1"])
    read = [dealt.card.open() for dealt in hand if dealt.card is not None]
    if not {*read} <= {*event.cards}:
        return ask(state, "shown_hand_differs", place=event.place, shown=list(map(str, event.cards)))
    return _shown(state, box, event.cards)


def _shown(state: HoldemState, box: Box, cards: Sequence[AnyCard]) -> list[Outcome]:
    """Which of the two is which nobody needs to know, but of those that were read."""
    hand = state.deal.hand(str(box.number))
    read = [dealt.card.open() for dealt in hand if dealt.card is not None]
    others = iter([SealedCard(card) for card in cards if card not in read])
    twice = []
    for dealt in hand:
        if dealt.card is None:
            card = next(others)
            twice += [dealt] if state.read_twice(card) else []
            state.deal.name(dealt, card)
    box.shown = True
    turned = turn_up(state, str(box.number), {dealt.due.nth for dealt in hand if dealt.up})
    return [*turned, *(outcome for dealt in twice for outcome in ask_twice(state, dealt))]


def enter_again(state: HoldemState, pending: Pending, rule: Rule) -> list[Outcome]:
    """A slip of the finger."""
    return []


def as_shown(state: HoldemState, pending: Pending, rule: Rule) -> list[Outcome]:
    """What lies there for all to see is the hand, whatever was read."""
    box = state.to_verify()
    if box is None or str(box.number) != pending.words["place"]:
        return []  # void meanwhile
    for dealt in state.deal.hand(str(box.number)):
        state.deal.forget(dealt)
    return _shown(state, box, [Card(face) for face in cast("list[str]", pending.words["shown"])])


def pay(state: HoldemState, event: PayBonus) -> list[Outcome]:
    box = _in_decisions(state, event.box)
    require(box in state.claims_open(), "no_bonus_claim", H["10.5"], box=box.number)
    require(box.shown, "show_hand_first", H["10.5"], box=box.number)
    require(not state.unread(str(box.number)), "enter_unread_first", H["10.5"], place=str(box.number))
    payment = settlement_of(state, box)
    box.payments.append(payment)
    box.claim = None
    return [payment, *close_decisions(state)]


def _in_decisions(state: HoldemState, number: int) -> Box:
    require(state.phase == "decide", "not_now", H["10.4"])
    in_round = number in state.boxes and state.boxes[number].ante_cents > 0
    require(in_round and not state.boxes[number].over, "box_not_in_round", H["10.4"], box=number)
    return state.boxes[number]


def settlement_of(state: HoldemState, box: Box) -> Payment:
    """What the shown hole cards and the flop are worth. No maximum payout applies (SUPERACES-CAP)."""
    line = super_aces_line(house_hand(SUPER_ACES, state.cards(str(box.number)), state.cards(BOARD)[:3]))
    if line is None:
        return side_payment(box, "bonus", "lose", H["10.3"])
    return side_payment(box, "bonus", "win", H["11.1"], paid_cents=ODDS[line] * box.side_cents, odds=ODDS[line])


def undeclared_lose(state: HoldemState) -> list[Outcome]:
    """The decisions are over: what was not declared has lost, and is taken now (10.4, SUPERACES-DECLARE)."""
    lost: list[Payment] = []
    for box in state.playing():
        if side_open(state, box):
            payment = side_payment(box, "bonus", "lose", H["10.4"])
            box.payments.append(payment)
            lost.append(payment)
    if not lost:
        return []
    amounts = {payment.box: payment.taken_cents for payment in lost}
    return [*lost, notice("take_bonuses", H["10.4"], amounts=amounts)]


# ---------------------------------------------------------------- what the dealer is told and offered


def decide_prompt(state: HoldemState) -> Prompt:
    """A declared bonus comes before the next decision."""
    box = next(iter(state.claims_open()), None)
    if box is None:
        return prompts.decide_prompt(state)
    if not box.shown or state.unread(str(box.number)):
        return enter_the_board(state, str(box.number)) or Prompt(
            say=text("verify_bonus", box=box.number), explain=text("verify_bonus_explained"), rule=H["10.5"]
        )
    payment = settlement_of(state, box)
    if payment.result == "lose":
        say = text("no_bonus_hand", box=box.number, amount_cents=payment.wager_cents)
        return Prompt(say=say, explain=text("no_bonus_explained"), rule=payment.rule)
    say = text("pay_bonus", box=box.number, amount_cents=payment.paid_cents)
    explain = text("pay_bonus_explained", wager_cents=payment.wager_cents, odds=payment.odds)
    return Prompt(say=say, explain=explain, rule=payment.rule)


def box_offers(state: HoldemState, box: Box) -> Iterator[Offer]:
    args, limits = {"box": box.number}, state.options.bonus
    if box.side_cents:
        yield Offer("take_back_bonus_wager", text("do_bonus_back"), args, box=box.number)
        return
    blocked = None if box.ante_cents else text("bonus_needs_ante", box=box.number)
    least = text("do_bonus", amount_cents=limits.minimum_cents)
    args_least = {**args, "amount_cents": limits.minimum_cents}
    yield Offer("place_bonus_wager", least, args_least, box=box.number, blocked=blocked)
    if limits.maximum_cents > limits.minimum_cents:
        other = Money(
            "amount_cents",
            text("bonus_title", box=box.number),
            text("bonus_why", minimum_cents=limits.minimum_cents, multiple_cents=limits.multiple_cents),
            limits.minimum_cents,
            limits.maximum_cents,
            limits.multiple_cents,
        )
        yield Offer(
            "place_bonus_wager", text("do_bonus_other"), args, (other,), box=box.number, blocked=blocked
        )


def decide_offers(state: HoldemState) -> Iterator[Offer]:
    claims = state.claims_open()
    yield from _claim_offers(state, claims[0]) if claims else _decision_offers(state)


def _claim_offers(state: HoldemState, box: Box) -> Iterator[Offer]:
    place = str(box.number)
    if not box.shown:
        count = len(state.deal.hand(place))
        faces = Faces("cards", text("faces_title", place=place, count=count), count)
        say = text("do_enter_hand", place=place, count=count)
        yield Offer("enter_hand", say, {"place": place}, (faces,), proposed=True)
        return
    unread = list(unread_offers(state, place))
    if unread:
        yield unread[0]
        return
    yield Offer("pay_bonus", text("do_pay_bonus", box=box.number), {"box": box.number}, proposed=True)


def _decision_offers(state: HoldemState) -> Iterator[Offer]:
    yield from offers.decide_offers(state)
    for box in state.playing():
        if side_open(state, box) and not box.over:
            yield Offer("claim_bonus", text("do_claim_bonus"), {"box": box.number}, box=box.number)
