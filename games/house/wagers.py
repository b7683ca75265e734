"""Antes, second wagers and folds (rules 3, 4 and 7).

NI2004-492, NI2007-208: 4.3
"""

from __future__ import annotations

from games.events import (
    Bet,
    Call,
    CloseBetting,
    Fold,
    MarkerPlaced,
    MarkerTaken,
    PlaceAnte,
    PlayerLeft,
    SetBoxMaximum,
    TakeBackAnte,
)
from games.every_game.devices import need_shoe
from games.every_game.state import notice, require
from games.house.announcing import MOST_CENTS
from games.house.deciding import close_decisions
from games.house.settlement import lost
from games.house.state import Box, State
from games.outcomes import Outcome, Payment, WagerName, WagerResult
from games.rulebook import Rule


def place_ante(state: State, event: PlaceAnte) -> list[Outcome]:
    box = open_box(state, event.box)
    limits, numbers = state.limits, state.numbers
    require(not box.barred, "box_barred", numbers.breach, box=event.box)
    require(not state.no_more_rounds, "no_more_rounds", numbers.closing)
    require(event.amount_cents > 0, "no_amount", numbers.antes, box=event.box)
    require(
        event.amount_cents % limits.multiple_cents == 0,
        "not_a_multiple",
        numbers.multiples,
        multiple_cents=limits.multiple_cents,
    )
    lies_cents = box.ante_cents
    own = not lies_cents or event.instead_of_cents == lies_cents
    require(own, "ante_lies", numbers.one_player, box=event.box, amount_cents=lies_cents)
    least_cents = limits.minimum_cents
    under = event.amount_cents < least_cents
    require(not (under and box.advised), "under_minimum", numbers.under_minimum, minimum_cents=least_cents)
    box.ante_cents = event.amount_cents
    changed: list[Outcome] = []
    if lies_cents:
        words = {"was_cents": lies_cents, "amount_cents": event.amount_cents}
        changed = [notice("ante_changed", numbers.antes, box=event.box, **words)]
    if not under:
        return [*changed, *over_maximum(state, box)]
    return [
        *changed,
        notice("under_minimum_advice", numbers.under_minimum, box=event.box, minimum_cents=least_cents),
    ]


def take_back_ante(state: State, event: TakeBackAnte) -> list[Outcome]:
    box = open_box(state, event.box)
    require(box.ante_cents > 0, "no_ante", state.numbers.antes, box=event.box)
    box.ante_cents = box.side_cents = 0
    return []


def set_box_maximum(state: State, event: SetBoxMaximum) -> list[Outcome]:
    box = open_box(state, event.box)
    if event.amount_cents is not None:
        limits = state.limits
        require(
            limits.maximum_cents < event.amount_cents <= MOST_CENTS
            and event.amount_cents % limits.multiple_cents == 0,
            "marker_too_low",
            state.numbers.marker,
            maximum_cents=limits.maximum_cents,
        )
    box.marked_cents = box.maximum_cents = event.amount_cents
    return over_maximum(state, box)


def marker_placed(state: State, event: MarkerPlaced) -> list[Outcome]:
    """Seen by a device. In a round it changes nothing yet: the wagers were made under another limit."""
    if event.box not in state.boxes:
        return []
    amount_cents, limits = event.amount_cents, state.limits
    state.boxes[event.box].lies_cents = amount_cents
    if amount_cents is None:
        return [notice("marker_unknown", state.numbers.marker, box=event.box)]
    if amount_cents <= limits.maximum_cents or amount_cents % limits.multiple_cents:
        _mark_silently(state, state.boxes[event.box], amount_cents)
        return [notice("marker_without_effect", state.numbers.marker, box=event.box, amount_cents=amount_cents)]
    return _mark(state, state.boxes[event.box], amount_cents)


def marker_taken(state: State, event: MarkerTaken) -> list[Outcome]:
    box = state.boxes.get(event.box)
    if box is None:
        return []
    box.lies_cents = None
    return _mark(state, box, None)


def _mark_silently(state: State, box: Box, amount_cents: int) -> None:
    """Without effect now; it may have one under other limits."""
    box.marked_cents = None if amount_cents % state.limits.multiple_cents else amount_cents
    if not state.in_round:
        box.maximum_cents = box.marked_cents


def _mark(state: State, box: Box, amount_cents: int | None) -> list[Outcome]:
    if box.marked_cents == amount_cents:
        return []
    box.marked_cents = amount_cents
    if not state.in_round:
        box.maximum_cents = amount_cents
    limit_cents = amount_cents or state.limits.maximum_cents
    if state.in_round:
        return [notice("marker_after_round", state.numbers.marker, box=box.number, maximum_cents=limit_cents)]
    held = notice("marker_holds", state.numbers.marker, box=box.number, maximum_cents=limit_cents)
    return [held, *over_maximum(state, box)]


def over_maximum(state: State, box: Box) -> list[Outcome]:
    maximum_cents = state.maximum_cents(box)
    if box.ante_cents <= maximum_cents:
        return []
    return [notice("over_maximum", state.numbers.over_maximum, box=box.number, maximum_cents=maximum_cents)]


def player_left(state: State, event: PlayerLeft) -> list[Outcome]:
    """At any time; a hand that is dealt is played out, and what was said to its player ends with him (3.4)."""
    require(event.box in state.boxes, "no_such_box", state.numbers.boxes, box=event.box)
    require(state.phase != "closed", "not_now", state.numbers.boxes)
    box = state.boxes[event.box]
    if state.in_round and box.ante_cents:
        box.leaves = True
    else:
        box.player_gone()
    return []


def close_betting(state: State, event: CloseBetting) -> list[Outcome]:
    require(state.phase == "antes", "not_now", state.numbers.antes)
    require(state.has_antes(), "no_antes", state.numbers.antes)
    return state.game.start_deal(state)


def start_deal(state: State) -> list[Outcome]:
    """From here nobody touches a wager (rule 4.4). The advice of rule 3.4 counts once it was acted on."""
    for box in state.playing():
        box.seated = True
        box.advised = box.advised or box.ante_cents < state.limits.minimum_cents
    state.make_plan()
    return [state.move("first_card"), *need_shoe(state)]


def second_wager(state: State, event: Bet | Call) -> list[Outcome]:
    box = deciding_box(state, event.box)
    required_cents = state.second_of(box)
    require(
        event.amount_cents == required_cents,
        state.game.no_other_amount,
        state.numbers.second_wager,
        required_cents=required_cents,
    )
    box.second_cents = event.amount_cents
    return close_decisions(state)


def fold(state: State, event: Fold) -> list[Outcome]:
    box = deciding_box(state, event.box)
    box.folded = True
    return [*_lose_all(state, box), *close_decisions(state)]


def _lose_all(state: State, box: Box) -> list[Payment]:
    """What is still open: a bonus that is paid already stays paid (SUPERACES-FOLD)."""
    rule = state.numbers.fold
    payments = lost(state.stakes(box), rule)
    if side_open(state, box):
        payments += side_payments(state, box, "lose", rule)
    box.payments += payments
    box.settled = True
    return payments


def side_open(state: State, box: Box) -> bool:
    """Placed, and nothing has become of it yet."""
    return box.side_cents > 0 and all(payment.wager != state.game.side_wager for payment in box.payments)


def side_payments(state: State, box: Box, result: WagerResult, rule: Rule) -> list[Payment]:
    """What becomes of the side wager with all others, if the player has made one."""
    wager = state.game.side_wager
    return [side_payment(box, wager, result, rule)] if wager and box.side_cents else []


def side_payment(
    box: Box, wager: WagerName, result: WagerResult, rule: Rule, *, paid_cents: int = 0, odds: int = 0
) -> Payment:
    return Payment(
        box=box.number,
        wager=wager,
        result=result,
        wager_cents=box.side_cents,
        returned_cents=0 if result == "lose" else box.side_cents,
        taken_cents=box.side_cents if result == "lose" else 0,
        paid_cents=paid_cents,
        odds=odds,
        rule=rule,
    )


def open_box(state: State, number: int) -> Box:
    require(number in state.boxes, "no_such_box", state.numbers.boxes, box=number)
    numbers = state.numbers
    rule = numbers.no_more_wagers if state.in_round else numbers.antes
    require(state.phase == "antes", "wagers_are_closed", rule)
    return state.boxes[number]


def deciding_box(state: State, number: int) -> Box:
    require(state.phase == "decide", "not_now", state.numbers.decision)
    require(
        number in state.boxes and state.boxes[number].ante_cents > 0,
        "box_not_in_round",
        state.numbers.decision,
        box=number,
    )
    require(not state.boxes[number].decided, "box_has_decided", state.numbers.decision, box=number)
    state.game.check_decision(state)
    return state.boxes[number]
