"""The dealer's hand, each box against it, the jackpot, and the cards counted back (rules 9, 10 and 11)."""

from __future__ import annotations

from games.canberra_poker.jackpot import MINOR_CENTS, is_major, jackpot_line, major_prizes
from games.canberra_poker.questions import ask
from games.canberra_poker.rulings import close_round
from games.canberra_poker.settlement import against_dealer
from games.canberra_poker.state import Box, State, notice, require
from games.events import DEALER, ClaimJackpot, Collected, PayJackpot, SettleBox, ShowBox, ShowDealer
from games.hands import ace_king_or_higher
from games.outcomes import CardTurned, Outcome, Payment
from games.rulebook import CANBERRA_POKER as C


def show_dealer(state: State, event: ShowDealer) -> list[Outcome]:
    require(state.phase == "reveal", "not_now", C["9.1"])
    require(not state.unread(DEALER), "enter_unread_first", C["9.1"], place=DEALER)
    already_up = {dealt.due.nth for dealt in state.deal.hand(DEALER) if dealt.up}
    state.dealer = state.hand(DEALER)
    plays = ace_king_or_higher(state.dealer)
    return [
        *_turn_up(state, DEALER, already_up),
        notice("dealer_plays" if plays else "dealer_does_not_play", C["9.2"] if plays else C["9.3"]),
        state.move("dealer_set"),
    ]


def show_box(state: State, event: ShowBox) -> list[Outcome]:
    box = _settling(state, event.box)
    require(not box.shown, "already_shown", C["9.4"], box=box.number)
    require(not state.unread(str(box.number)), "enter_unread_first", C["9.4"], place=str(box.number))
    box.shown = True
    return _turn_up(state, str(box.number), set())


def _turn_up(state: State, place: str, already_up: set[int]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for dealt in state.deal.hand(place):
        dealt.up = True
        if dealt.due.nth not in already_up and dealt.card is not None:
            outcomes.append(CardTurned(place=place, nth=dealt.due.nth, card=dealt.card.open()))
    return outcomes


def claim_jackpot(state: State, event: ClaimJackpot) -> list[Outcome]:
    """The player claims, the shown hand decides (rules 10.3 and 10.4, JACKPOT-DECLARE)."""
    box = _settling(state, event.box)
    require(box.jackpot_cents > 0, "no_jackpot_wager", C["10.1"], box=box.number)
    require(box.shown, "show_hand_first", C["10.4"], box=box.number)
    line = jackpot_line(state.hand(str(box.number)))
    require(line is not None, "no_jackpot_hand", C["11.1"], box=box.number)
    require(box.claim is None, "already_claimed", C["10.3"], box=box.number)
    box.claim = line
    return [notice("jackpot_claimed", C["10.4"], box=box.number, line=line)]


def settlement_of(state: State, box: Box) -> list[Payment]:
    """What settling the box now would do: the screen's sentence and the payment are the same thing."""
    assert state.dealer is not None
    hand = state.hand(str(box.number)) if box.shown else None
    return [*against_dealer(state.stakes(box), hand, state.dealer, state.options), *_jackpot_now(box)]


def needs_showing(state: State, box: Box) -> bool:
    assert state.dealer is not None
    return ace_king_or_higher(state.dealer) and not box.shown


def _jackpot_now(box: Box) -> list[Payment]:
    """A major prize waits until every box has been settled: it may have to be shared (rule 11.2)."""
    if not box.jackpot_cents or (box.claim and is_major(box.claim)):
        return []
    if box.claim is None:
        return [_jackpot(box, won=False, paid_cents=0)]
    return [_jackpot(box, won=True, paid_cents=MINOR_CENTS[box.claim])]


def _jackpot(box: Box, *, won: bool, paid_cents: int) -> Payment:
    return Payment(
        box=box.number,
        wager="jackpot",
        result="win" if won else "lose",
        wager_cents=box.jackpot_cents,
        returned_cents=box.jackpot_cents if won else 0,
        paid_cents=paid_cents,
        rule=C["11.1"] if won else C["10.5"],
    )


def settle_box(state: State, event: SettleBox) -> list[Outcome]:
    box = _settling(state, event.box)
    require(not needs_showing(state, box), "show_hand_first", C["9.4"], box=box.number)
    box.payments = settlement_of(state, box)
    box.settled = True
    return [*box.payments, *([] if state.to_settle() else [state.move("all_settled")])]


def prizes_open(state: State) -> dict[int, int]:
    """All major prizes of the round, the paid ones too: they share (rules 11.2 and 11.3)."""
    return major_prizes(state.major_winners(), state.options.jackpot.displayed_cents, state.jackpot_pool_cents)


def pay_jackpot(state: State, event: PayJackpot) -> list[Outcome]:
    require(state.phase == "jackpot", "not_now", C["11.1"])
    box = next((box for box in state.open_majors() if box.number == event.box), None)
    require(box is not None, "no_jackpot_hand", C["11.1"], box=event.box)
    assert box is not None
    payment = _jackpot(box, won=True, paid_cents=prizes_open(state)[box.number])
    box.payments.append(payment)
    return [payment, *([] if state.open_majors() else _majors_paid(state))]


def _majors_paid(state: State) -> list[Outcome]:
    """The sign keeps what it says; what later rounds can win is what is left (rule 11.3)."""
    pool_cents = state.jackpot_pool_cents
    if pool_cents is None:
        pool_cents = state.options.jackpot.displayed_cents
    state.jackpot_pool_cents = max(0, pool_cents - sum(prizes_open(state).values()))
    return [state.move("jackpots_paid")]


def collected(state: State, event: Collected) -> list[Outcome]:
    require(state.phase == "collect", "not_now", C["9.7"])
    if event.count != state.cards_out:
        return ask(state, "count_back_differs", count=event.count, out=state.cards_out)
    return close_round(state)


def _settling(state: State, number: int) -> Box:
    require(state.phase == "settle", "not_now", C["9.4"])
    require(number in state.boxes and state.boxes[number].contests, "box_not_in_round", C["9.4"], box=number)
    require(not state.boxes[number].settled, "already_settled", C["9.4"], box=number)
    return state.boxes[number]
