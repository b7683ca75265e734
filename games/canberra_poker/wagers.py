"""Antes, jackpot wagers, bets and folds (rules 3, 4, 7 and 10.1-10.2)."""

from __future__ import annotations

from games.canberra_poker.devices import need_shoe
from games.canberra_poker.settlement import lost
from games.canberra_poker.state import Box, State, notice, require
from games.events import (
    Bet,
    CloseBetting,
    Fold,
    PlaceAnte,
    PlaceJackpotWager,
    PlayerLeft,
    SetBoxMaximum,
    TakeBackAnte,
    TakeBackJackpotWager,
)
from games.outcomes import Outcome, Payment
from games.rulebook import CANBERRA_POKER as C


def place_ante(state: State, event: PlaceAnte) -> list[Outcome]:
    box = _open_box(state, event.box)
    limits = state.options.limits
    require(event.amount_cents > 0, "no_amount", C["4.1"], box=event.box)
    require(
        event.amount_cents % limits.multiple_cents == 0,
        "not_a_multiple",
        C["3.3"],
        multiple_cents=limits.multiple_cents,
    )
    under = event.amount_cents < limits.minimum_cents
    require(not (under and box.advised), "under_minimum", C["3.4"], minimum_cents=limits.minimum_cents)
    box.ante_cents = event.amount_cents
    if under:
        return [notice("under_minimum_advice", C["3.4"], box=event.box, minimum_cents=limits.minimum_cents)]
    if event.amount_cents > state.maximum_cents(box):
        return [notice("over_maximum", C["3.5"], box=event.box, maximum_cents=state.maximum_cents(box))]
    return []


def take_back_ante(state: State, event: TakeBackAnte) -> list[Outcome]:
    box = _open_box(state, event.box)
    require(box.ante_cents > 0, "no_ante", C["4.1"], box=event.box)
    box.ante_cents = box.jackpot_cents = 0
    return []


def place_jackpot_wager(state: State, event: PlaceJackpotWager) -> list[Outcome]:
    box = _open_box(state, event.box)
    require(box.ante_cents > 0, "jackpot_needs_ante", C["10.1"], box=event.box)
    require(box.jackpot_cents == 0, "jackpot_already_placed", C["10.2"], box=event.box)
    box.jackpot_cents = state.options.jackpot.wager_cents
    return []


def take_back_jackpot_wager(state: State, event: TakeBackJackpotWager) -> list[Outcome]:
    box = _open_box(state, event.box)
    require(box.jackpot_cents > 0, "no_jackpot_wager", C["10.2"], box=event.box)
    box.jackpot_cents = 0
    return []


def set_box_maximum(state: State, event: SetBoxMaximum) -> list[Outcome]:
    box = _open_box(state, event.box)
    require(event.role == "supervisor", "supervisor_only", C["3.2"])
    if event.amount_cents is not None:
        limits = state.options.limits
        require(
            event.amount_cents > limits.maximum_cents and event.amount_cents % limits.multiple_cents == 0,
            "marker_too_low",
            C["3.2"],
            maximum_cents=limits.maximum_cents,
        )
    box.maximum_cents = event.amount_cents
    return []


def player_left(state: State, event: PlayerLeft) -> list[Outcome]:
    """The next player at the box is a new one: no advice given yet, no marker."""
    box = _open_box(state, event.box)
    box.clear()
    box.advised, box.maximum_cents = False, None
    return []


def close_betting(state: State, event: CloseBetting) -> list[Outcome]:
    require(state.phase == "antes", "not_now", C["4.1"])
    require(state.has_antes(), "no_antes", C["4.1"])
    return start_deal(state)


def start_deal(state: State) -> list[Outcome]:
    """From here nobody touches a wager (rule 4.4). The advice of rule 3.4 counts once it was acted on."""
    for box in state.playing():
        box.advised = box.advised or box.ante_cents < state.options.limits.minimum_cents
    state.make_plan()
    return [state.move("first_card"), *need_shoe(state)]


def bet(state: State, event: Bet) -> list[Outcome]:
    box = _deciding_box(state, event.box)
    required_cents = 2 * box.ante_cents
    require(event.amount_cents == required_cents, "bet_is_twice_ante", C["7.2"], required_cents=required_cents)
    box.bet_cents = event.amount_cents
    return _after_decision(state)


def fold(state: State, event: Fold) -> list[Outcome]:
    box = _deciding_box(state, event.box)
    box.folded = True
    return [*_lose_all(state, box), *_after_decision(state)]


def _lose_all(state: State, box: Box) -> list[Payment]:
    box.payments = lost(state.stakes(box), C["7.3"])
    if box.jackpot_cents:
        box.payments.append(
            Payment(
                box=box.number,
                wager="jackpot",
                result="lose",
                wager_cents=box.jackpot_cents,
                returned_cents=0,
                rule=C["7.3"],
            )
        )
    box.settled = True
    return list(box.payments)


def _after_decision(state: State) -> list[Outcome]:
    return [] if state.undecided() else [state.move("all_decided")]


def _open_box(state: State, number: int) -> Box:
    require(number in state.boxes, "no_such_box", C["4.2"], box=number)
    require(state.phase == "antes", "wagers_are_closed", C["4.4"] if state.in_round else C["4.1"])
    return state.boxes[number]


def _deciding_box(state: State, number: int) -> Box:
    require(state.phase == "decide", "not_now", C["7.1"])
    require(
        number in state.boxes and state.boxes[number].ante_cents > 0, "box_not_in_round", C["7.1"], box=number
    )
    require(not state.boxes[number].decided, "box_has_decided", C["7.1"], box=number)
    return state.boxes[number]
