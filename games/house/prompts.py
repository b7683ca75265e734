"""What comes next in a house game: one sentence with its rule.

NI2004-492, NI2007-208: 7.4
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.deal import Due
from games.events import BOARD, DEALER
from games.every_game.prompts import close_prompt, enter_the_board
from games.house.settlement import moves_of
from games.house.showdown import needs_showing, settlement_of
from games.house.state import Box, State
from games.house.wagers import side_open
from games.outcomes import Payment, Prompt, Text, text


def _antes(state: State) -> Prompt:
    if state.no_more_rounds:
        return close_prompt(state)
    limits = state.limits
    return Prompt(
        say=text("antes_please"),
        explain=text("antes_explained", minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents),
        rule=state.numbers.antes,
    )


def deal_prompt(state: State) -> Prompt:
    due = state.deal.due
    assert due is not None
    if state.shoe == "silent" and not state.deal.dealt:
        return _deal_by_hand(state, due)
    if due.place == BOARD:
        say = text("deal_flop" if due.nth <= 3 else "deal_river", nth=due.nth)
        return Prompt(say=say, explain=text("deal_board_explained"), rule=due.rule)
    if due.place == DEALER:
        say = text("deal_dealer_up" if due.up else "deal_dealer", nth=due.nth)
        return Prompt(say=say, explain=text("deal_dealer_explained"), rule=due.rule)
    explain = boxes_to_pass(state, int(due.place)) or text("deal_box_explained", nth=due.nth)
    return Prompt(say=text("deal_box", box=int(due.place), nth=due.nth), explain=explain, rule=due.rule)


def _deal_by_hand(state: State, due: Due) -> Prompt:
    boxes = [box.number for box in state.playing()]
    explain = text(
        "deal_each_up_explained" if state.deal.stretch[-1].up else "deal_each_explained", boxes=boxes
    )
    return Prompt(say=text("deal_each", count=state.deal.slots(DEALER)), explain=explain, rule=due.rule)


def boxes_to_pass(state: State, box: int) -> Text | None:
    """Said of the empty boxes just before this one: the dealer's hand passes them."""
    passed = _passed_boxes(state, box)
    if len(passed) > 1:
        return text("pass_boxes", box=passed[-1], last=passed[0])
    return text("pass_box", box=passed[0]) if passed else None


def _passed_boxes(state: State, box: int) -> list[int]:
    passed: list[int] = []
    for number in range(box - 1, 0, -1):
        if state.boxes[number].ante_cents:
            break
        passed.append(number)
    return passed


def decide_prompt(state: State) -> Prompt:
    box = state.undecided()[0]
    second = state.game.second_wager
    return Prompt(
        say=text(f"{second}_or_fold", box=box.number),
        explain=text(state.game.decision_explained, required_cents=state.second_of(box)),
        rule=state.numbers.decision,
    )


def _reveal(state: State) -> Prompt:
    return enter_the_board(state, DEALER) or Prompt(
        say=text("turn_your_cards"),
        explain=text(state.game.dealer_plays_explained),
        rule=state.numbers.dealer_sets,
    )


def _settle(state: State) -> Prompt:
    box = state.to_settle()[0]
    assert state.dealer is not None
    if needs_showing(state, box):
        return Prompt(
            say=text("turn_box", box=box.number),
            explain=text("turn_box_explained", **state.dealer.words),
            rule=state.numbers.wins if state.game.dealer_plays(state.dealer) else state.numbers.dealer_does_not,
        )
    payments = settlement_of(state, box)
    return Prompt(
        say=_settling_sentence(state, payments),
        explain=_arithmetic(state, box, payments),
        rule=payments[0].rule,
    )


def _settling_sentence(state: State, payments: list[Payment]) -> Text:
    by_wager = {payment.wager: payment for payment in payments}
    ante, second = by_wager["ante"], by_wager[state.game.second_wager]
    codes = {
        ("win", "win"): "box_wins",
        ("win", "returned"): "box_wins_ante",
        ("lose", "lose"): "box_loses",
        ("void", "void"): "box_ties",
    }
    taking = ante.result == "lose"
    return text(
        codes[ante.result, second.result],
        box=ante.box,
        second=second.wager,
        ante_cents=ante.wager_cents - ante.returned_cents if taking else ante.paid_cents,
        second_cents=second.wager_cents - second.returned_cents if taking else second.paid_cents,
    )


def _arithmetic(state: State, box: Box, payments: list[Payment]) -> Text:
    """The sum behind the sentence, in parts that the catalogue puts together."""
    assert state.dealer is not None
    shown = state.hand(str(box.number)) if box.shown else None
    return text(
        "arithmetic",
        mine=shown.words if shown else None,
        dealers=state.dealer.words,
        lines=[_line(payment) for payment in payments],
        undeclared=state.game.side_wager if side_open(state, box) and not box.claim else None,
    )


def _line(payment: Payment) -> dict[str, object]:
    return {
        "wager": payment.wager,
        "result": payment.result,
        "settled_cents": payment.wager_cents - payment.excess_cents,
        "odds": payment.odds,
        "paid_cents": payment.paid_cents,
        "excess_cents": payment.excess_cents,
        "capped": payment.capped,
    }


def _collect(state: State) -> Prompt:
    out = state.cards_out
    if state.void:
        explain = text("give_all_back_explained", lines=[_all_back(state, box) for box in state.playing()])
        return Prompt(say=text("give_all_back", out=out), explain=explain, rule=state.void_rule)
    if state.to_collect():
        return collect_hand_prompt(state, state.to_collect()[0])
    explain = text("collect_explained", out=out, count=state.game.cards_each)
    return Prompt(say=text("collect", out=out), explain=explain, rule=state.numbers.count_back)


def collect_hand_prompt(state: State, box: Box) -> Prompt:
    """What was not declared is taken with the cards."""
    say = text("collect_hand", box=box.number, count=len(state.deal.hand(str(box.number))))
    rule = state.numbers.count_back
    if side_open(state, box):
        return Prompt(say=say, explain=text("take_undeclared", amount_cents=box.side_cents), rule=rule)
    return Prompt(say=say, explain=text("collect_hand_explained"), rule=rule)


def _all_back(state: State, box: Box) -> dict[str, int]:
    """VOID-MONEY."""
    return moves_of(box.number, [payment for payment in box.payments if payment.rule == state.void_rule])


PROMPTS: dict[str, Callable[[Any], Prompt]] = {
    "antes": _antes,
    "deal": deal_prompt,
    "decide": decide_prompt,
    "reveal": _reveal,
    "settle": _settle,
    "collect": _collect,
}
