"""Hands are shown, pots paid, cards counted back (rules 13 and 15).

NI2017-583, NI2005-67, NI2005-74: 13.1-13.2
NI2017-583, NI2005-67, NI2005-74: 15.2
NI2017-583, NI2005-67, NI2005-74: 19.6
"""

from __future__ import annotations

from games import events as e
from games.betting import Player
from games.every_game.state import notice, refusal, require
from games.outcomes import BoxResult, CardTurned, Half, Outcome, PotSettled, RoundClosed, Share, StakeChanged
from games.pot.carry import Seat
from games.pot.playing import one_is_left, settle_pots
from games.pot.state import InRound, PotState
from games.pots import Won
from games.stakes import must_leave

ABSTAINED_ROUNDS = 3


def due_to_show(state: PotState) -> list[int]:
    """Who still has to show or to give up, the next one first."""
    if state.phase != "show":
        return []
    now = state.current
    return [seat for seat in now.play.shows_first() if seat not in now.shown and seat not in now.mucked]


def show(state: PotState, event: e.ShowBox) -> list[Outcome]:
    due, place = _must_be_due(state, event.box), str(event.box)
    if state.unread(place):
        raise refusal("enter_unread_first", state.numbers.showdown, place=place)
    state.current.shown[event.box] = state.game.showing(state, event.box)
    turned = _turn_up(state, place)
    return turned if len(due) > 1 else [*turned, *all_shown(state)]


def muck(state: PotState, event: e.Muck) -> list[Outcome]:
    """Cannot win (MUCK). The one who was called has no choice, nor has the last one without a hand to beat."""
    rule = state.numbers.showdown
    _must_be_due(state, event.box)
    require(bool(state.current.shown), "must_show", rule, box=event.box)
    state.current.mucked.append(event.box)
    return [notice("mucked", rule, box=event.box), *all_shown(state)]


def _must_be_due(state: PotState, number: int) -> list[int]:
    """Who still has to show, he before all others."""
    due = due_to_show(state)
    if due and due[0] == number:
        return due
    rule = state.numbers.showdown
    require(state.phase == "show", "not_now", rule)
    require(number in due, "not_in_round", rule, box=number)
    raise refusal("shows_later", rule, box=number, first=due[0])


def _turn_up(state: PotState, place: str) -> list[Outcome]:
    turned: list[Outcome] = []
    for dealt in state.deal.hand(place):
        told, dealt.up = dealt.up, True
        if not told and dealt.card is not None:
            turned.append(CardTurned(place=place, nth=dealt.due.nth, card=dealt.card.open()))
    return turned


def all_shown(state: PotState) -> list[Outcome]:
    if due_to_show(state):
        return []
    moved = state.move("hands_shown")
    return [*by_shown_hands(state), moved]


def by_shown_hands(state: PotState) -> list[Outcome]:
    now = state.current
    high = {seat: showing.high for seat, showing in now.shown.items()}
    low = {seat: showing.low for seat, showing in now.shown.items()} if state.options.cards.low else None
    if not now.paid:
        return settle_pots(state, high, low)
    now.won = now.play.settled_on(now.won, now.paid, high, low)
    return []


def settled_anew(state: PotState) -> list[Outcome]:
    """A hand was put out before all pots were paid (17.9)."""
    now = state.current
    live = len(now.play.live())
    if live == 1 and not now.paid:
        return one_is_left(state)
    if live > 1 and not now.shown:  # all others had given up to that hand
        now.mucked.clear()
        return [state.move("show_again")]
    return by_shown_hands(state)


# ---------------------------------------------------------------- paying


def pay_pot(state: PotState, event: e.PayPot) -> list[Outcome]:
    rule = state.numbers.divided
    require(state.phase == "pay", "not_now", rule)
    now = state.current
    require(event.pot == now.paid + 1, "another_pot_first", rule, pot=now.paid + 1)
    settled = pot_settled(state, now.paid)
    now.play.pay(now.won[now.paid])
    now.paid += 1
    return [settled, *([state.move("pots_paid")] if now.paid == len(now.won) else [])]


def pot_settled(state: PotState, place: int) -> PotSettled:
    won = state.current.won[place]
    shares = tuple(Share(box=seat, cents=cents, half=_half(won, seat)) for seat, cents in won.paid.items())
    return PotSettled(
        pot=place + 1,
        amount_cents=won.pot.amount_cents,
        commission_cents=won.commission_cents,
        shares=shares,
        rule=state.numbers.divided if len(shares) > 1 else state.numbers.showdown,
    )


def _half(won: Won, seat: int) -> Half:
    if not won.low_winners:
        return "whole"
    high, low = seat in won.high_winners, seat in won.low_winners
    return "both" if high and low else "high" if high else "low"


# ---------------------------------------------------------------- the end


def round_over(state: PotState) -> list[Outcome]:
    """Stakes are what was paid out; whoever is excluded or has nothing left to play with leaves."""
    now = state.current
    play = now.play
    closed = RoundClosed(
        round=state.round,
        void=state.void,
        boxes=tuple([_result(state, now, player) for player in play.players.values()]),
        commission_cents=sum([won.commission_cents for won in now.won]),
    )
    if not state.void:
        for number, cents in play.stakes().items():
            if number in state.seats:
                state.seats[number].stake_cents = cents
        state.moves = True
    counted = not state.void and state.tournament is None
    abstaining = _count_abstaining(state) if counted else []
    return [closed, *abstaining, *leave(state)]


def _result(state: PotState, now: InRound, player: Player) -> BoxResult:
    number, put_in, uncalled = player.seat, player.paid_cents + player.dead_cents, now.play.uncalled
    returned = put_in if state.void else uncalled.cents if uncalled and uncalled.seat == number else 0
    won = sum([pot.paid.get(number, 0) for pot in now.won])
    return BoxResult(
        box=number,
        wagered_cents=put_in,
        returned_cents=returned,
        paid_cents=won,
        net_cents=returned + won - put_in,
    )


def stake_corrected(state: PotState, number: int, cents: int) -> list[Outcome]:
    """Chips won or lost by a correction are part of the stake, as far as they still lie there."""
    seat = state.seats.get(number)
    changed = max(cents, -seat.stake_cents) if seat is not None else 0
    if seat is None or not changed:
        return []
    seat.stake_cents += changed
    return [StakeChanged(box=number, why="corrected", cents=changed, stake_cents=seat.stake_cents)]


def _count_abstaining(state: PotState) -> list[Outcome]:
    """19.6: three rounds without a hand while all other seats are in use (ABSTAIN); a person decides."""
    play = state.current.play
    resting = [seat for seat in state.seats.values() if seat.number not in play.players]
    alone = resting if len(state.seats) == state.places and len(resting) == 1 else []
    for seat in state.seats.values():
        seat.abstained = seat.abstained + 1 if seat in alone else 0
    return [
        notice("abstained", state.numbers.abstain, box=seat.number, rounds=seat.abstained)
        for seat in alone
        if seat.abstained >= ABSTAINED_ROUNDS
    ]


def _put_out(state: PotState, seat: Seat) -> list[Outcome]:
    """Out of the game; his stake is his (19.2(b)). Tournament chips leave the game with him (TOURN-DQ)."""
    cents = seat.stake_cents
    left = StakeChanged(box=seat.number, why="left", cents=-cents, stake_cents=0)
    return [notice("excluded_leaves", state.numbers.kept_out, box=seat.number, amount_cents=cents), left]


def leave(state: PotState) -> list[Outcome]:
    told: list[Outcome] = []
    state.barred += [number for number, seat in state.seats.items() if seat.excluded]
    for number, seat in list(state.seats.items()):
        if seat.leaves:  # it was told of when he went
            del state.seats[number]
        elif must_leave(seat.stake_cents, declared=seat.declared):
            told.append(notice("declared_leaves", state.numbers.declared, box=number))
            del state.seats[number]
        elif seat.excluded:
            told += _put_out(state, seat)
            del state.seats[number]
    return told
