"""How a round ended for each box, and who has not played for how long."""

from __future__ import annotations

from games.every_game.correcting import Chips
from games.every_game.state import notice
from games.house.state import Box, State
from games.outcomes import BoxResult, Outcome, RoundClosed

ABSTAINED_ROUNDS = 3


def results(state: State) -> list[Outcome]:
    closed = RoundClosed(
        round=state.round, void=state.void, boxes=tuple(_result(box) for box in state.playing())
    )
    paid_in = state.game.round_over(state)
    abstaining = [] if state.void or state.tournament is not None else _count_abstaining(state)
    return [*paid_in, closed, *abstaining]


def _count_abstaining(state: State) -> list[Outcome]:
    """Three rounds without a hand at an otherwise full table can cost the seat (ABSTAIN); a person decides.

    Of a player, not of an empty box: he has played there before.
    """
    resting = [box for box in state.boxes.values() if not box.ante_cents]
    for box in state.boxes.values():
        box.abstained = box.abstained + 1 if resting == [box] and box.seated else 0
    return [
        notice("abstained", state.numbers.abstain, box=box.number, rounds=box.abstained)
        for box in resting
        if box.abstained >= ABSTAINED_ROUNDS
    ]


def _result(box: Box) -> BoxResult:
    wagered_cents = box.ante_cents + box.second_cents + box.side_cents
    returned_cents = sum(payment.returned_cents + payment.given_back_cents for payment in box.payments)
    paid_cents = sum(payment.paid_cents - payment.taken_back_cents for payment in box.payments)
    return BoxResult(
        box=box.number,
        wagered_cents=wagered_cents,
        returned_cents=returned_cents,
        paid_cents=paid_cents,
        net_cents=returned_cents + paid_cents - wagered_cents,
    )


def chips_moved(box: Box) -> Chips:
    """In this round so far."""
    returned_cents = sum(payment.returned_cents for payment in box.payments)
    net_cents = sum(payment.net_cents for payment in box.payments)
    taken_cents = sum(payment.taken_cents for payment in box.payments)
    return Chips(returned_cents + taken_cents + net_cents, house_cents=-net_cents)


def open_boxes(state: State) -> list[dict[str, int]]:
    return [
        {
            "box": box.number,
            "ante_cents": box.ante_cents,
            "second_cents": box.second_cents,
            "side_cents": box.side_cents,
            "net_cents": sum(payment.net_cents for payment in box.payments),
        }
        for box in state.playing()
    ]
