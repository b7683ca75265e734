"""The dealer's hand, and each box against it (rule 9)."""

from __future__ import annotations

from games.events import DEALER, SettleBox, ShowBox, ShowDealer
from games.every_game.state import notice, require
from games.house.state import Box, State
from games.outcomes import CardTurned, Outcome, Payment


def show_dealer(state: State, event: ShowDealer) -> list[Outcome]:
    require(state.phase == "reveal", "not_now", state.numbers.dealer_sets)
    require(not state.unread(DEALER), "enter_unread_first", state.numbers.dealer_sets, place=DEALER)
    already_up = {dealt.due.nth for dealt in state.deal.hand(DEALER) if dealt.up}
    state.dealer = state.hand(DEALER)
    return [*turn_up(state, DEALER, already_up), _dealer_takes_part(state), state.move("dealer_set")]


def _dealer_takes_part(state: State) -> Outcome:
    assert state.dealer is not None
    if state.game.dealer_plays(state.dealer):
        return notice("dealer_plays", state.numbers.dealer_plays)
    return notice("dealer_does_not_play", state.numbers.dealer_does_not, second=state.game.second_wager)


def show_box(state: State, event: ShowBox) -> list[Outcome]:
    box = _box_to_show(state, event.box)
    require(not box.shown, "already_shown", state.numbers.wins, box=box.number)
    require(not state.unread(str(box.number)), "enter_unread_first", state.numbers.wins, place=str(box.number))
    box.shown = True
    return turn_up(state, str(box.number), set())


def turn_up(state: State, place: str, already_up: set[int]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for dealt in state.deal.hand(place):
        told, dealt.up = dealt.up or dealt.due.nth in already_up, True
        if not told and dealt.card is not None:
            outcomes.append(CardTurned(place=place, nth=dealt.due.nth, card=dealt.card.open()))
    return outcomes


def settlement_of(state: State, box: Box) -> list[Payment]:
    """What settling the box now would do: the screen's sentence and the payment are the same thing."""
    hand = state.hand(str(box.number)) if box.shown else None
    return [*state.game.against_dealer(state, box, hand), *state.game.side_settled(state, box)]


def needs_showing(state: State, box: Box) -> bool:
    assert state.dealer is not None
    return state.game.must_be_shown(state.dealer) and not box.shown


def settle_box(state: State, event: SettleBox) -> list[Outcome]:
    box = settling_box(state, event.box)
    require(not needs_showing(state, box), "show_hand_first", state.numbers.wins, box=box.number)
    payments = settlement_of(state, box)
    box.payments += payments
    box.settled = True
    return [*payments, *([] if state.to_settle() else [state.move("all_settled")])]


def _box_to_show(state: State, number: int) -> Box:
    """To be compared, or, while the hand lies there, for what its player declares (10.3)."""
    lies = next((box for box in state.to_collect() if box.number == number), None) if state.hands_lie else None
    return lies or settling_box(state, number)


def settling_box(state: State, number: int) -> Box:
    require(state.phase == "settle", "not_now", state.numbers.wins)
    require(
        number in state.boxes and state.boxes[number].contests,
        "box_not_in_round",
        state.numbers.wins,
        box=number,
    )
    require(not state.boxes[number].settled, "already_settled", state.numbers.wins, box=number)
    return state.boxes[number]
