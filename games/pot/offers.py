"""What may be done now at a table of a pot game, and what must be said for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.betting import Turn
from games.events import Role
from games.every_game.offers import card_offer, face_up_offers, penalty, unread_offers
from games.every_game.offers import deal_offers as dealing_offers
from games.every_game.tournament import why_waits
from games.offers import BLANK, Choice, Faces, Money, Offer, Option, Sum, for_supervisor
from games.outcomes import Text, text
from games.pot import posting, showdown
from games.pot.carry import Seat
from games.pot.playing import to_pay, unread_up
from games.pot.seating import Lineup, entry_of, lineup
from games.pot.state import InRound, PotState

MOST_STAKE_CENTS = 100_000_000
OUT_OF_TURN = {"wager": "do_early_wager", "check": "do_early_check", "fold": "do_early_fold"}
DIRECTED = {
    "wager": "do_early_wager_directed",
    "check": "do_early_check_directed",
    "fold": "do_early_fold_directed",
}
MOST_QUICK = 4  # amounts with a name that have room on the keypad


# ---------------------------------------------------------------- between two rounds


def post_offers(state: PotState) -> Iterator[Offer]:
    if state.no_more_rounds and state.posted is None:
        return
    yield from between_offers(state)
    if posting.charge_due(state, state.now_ms):
        yield Offer("collect_time_charge", text("do_time_charge"), proposed=True)
        return
    if state.posted is None and why_waits(state) is not None:
        return
    lined = lineup(state)
    over = posting.over_blinder(lined)
    if state.posted is None and state.options.betting.over_blind_cents is not None and over is not None:
        cents = state.options.betting.over_blind_cents
        if state.over_blind:
            yield Offer("post_over_blind", text("do_no_over_blind"), {"box": over, "take_back": True})
        else:
            yield Offer("post_over_blind", text("do_over_blind", box=over, amount_cents=cents), {"box": over})
    why = posting.why_not(state, lined) if state.posted is None else None
    blocked = why.say if why is not None else None
    posted = "do_antes_taken" if state.options.betting.ante_cents is not None else "do_blinds_taken"
    code = posted if state.posted is None else "do_deal_again"
    yield Offer("collect_posts", text(code), proposed=True, blocked=blocked)


def between_offers(state: PotState) -> Iterator[Offer]:
    """What may be done at the seats between two rounds."""
    if state.posted is not None:
        return
    lined = lineup(state)
    for number in range(1, state.places + 1):
        seat = state.seats.get(number)
        yield from _empty_offers(state, number) if seat is None else _seat_offers(state, seat, lined)


def _empty_offers(state: PotState, number: int) -> Iterator[Offer]:
    if len(state.seats) >= state.most_players or state.no_more_rounds:
        return
    stake = replace(_stake(state, "take_seat", number), name="stake_cents")
    barred = number in state.barred
    say = text("do_confirm_player" if barred else "do_take_seat")
    role: Role | None = "supervisor" if barred else None
    yield Offer("take_seat", say, {"box": number}, (stake,), role=role, box=number)
    if barred:
        return
    for players in (2, 3):
        say = text("do_draw_for_seat", count=players)
        drawn = Faces("cards", text("faces_title", place=str(number), count=players), players)
        yield Offer("draw_for_seat", say, {"box": number}, (drawn,), box=number)


def _stake(state: PotState, command: str, number: int, has_cents: int = 0) -> Money:
    """What may be brought or added in whole chips: the stake then is neither too small nor too large."""
    stakes, chip = state.options.table_stakes, state.options.smallest_chip_cents
    most = stakes.maximum_cents or MOST_STAKE_CENTS
    least_cents = max(chip, -(-(stakes.minimum_cents - has_cents) // chip) * chip)
    return _chips(command, number, least_cents, max(chip, (most - has_cents) // chip * chip), chip)


def _chips(command: str, number: int, least_cents: int, most_cents: int, chip_cents: int) -> Money:
    return replace(_money(command, number, least_cents, most_cents, chip_cents), ends_fit=False)


def _money(command: str, number: int, least_cents: int, most_cents: int, step_cents: int = 1) -> Money:
    """Both ends are allowed whatever the step is: all that somebody has need not be whole chips."""
    return Money(
        "amount_cents",
        text(f"{command}_title", box=number),
        text("amounts_why", least_cents=least_cents, most_cents=most_cents),
        least_cents,
        most_cents,
        step_cents,
        ends_fit=True,
    )


def _seat_offers(state: PotState, seat: Seat, lined: Lineup) -> Iterator[Offer]:
    number, box = seat.number, {"box": seat.number}
    stakes, chip = state.options.table_stakes, state.options.smallest_chip_cents
    room = stakes.maximum_cents is None or seat.stake_cents + chip <= stakes.maximum_cents
    blocked = text("declared_player") if seat.declared else None if room else text("above_maximum_buy_in")
    added = _stake(state, "add_to_stake", number, seat.stake_cents)
    yield Offer("add_to_stake", text("do_add_to_stake"), box, (added,), box=number, blocked=blocked)
    spare_cents = (seat.stake_cents - stakes.minimum_cents) // chip * chip
    if not state.game.instrument.stake_never_reduced and spare_cents > 0:  # STAKE-REDUCE
        taken = _chips("take_from_stake", number, chip, spare_cents, chip)
        yield Offer("take_from_stake", text("do_take_from_stake"), box, (taken,), box=number)
    entry = entry_of(state, seat, lined)
    if len(entry.options) > 1:
        cents = entry.live_cents + entry.dead_cents
        say = text("do_wait_for_blind") if seat.posts else text("do_post_now", amount_cents=cents)
        yield Offer("choose_entry", say, {**box, "post": not seat.posts}, box=number)
    say = text("do_sit_in" if seat.sits_out else "do_sit_out")
    yield Offer("sit_out", say, {**box, "out": not seat.sits_out}, box=number)
    if len(state.seats) + len(state.barred) < state.places:
        yield Offer("change_seat", text("do_change_seat"), box, (_free_seats(state, number),), box=number)
    yield Offer("player_left", text("do_player_left"), box, box=number, grave=True)


def _free_seats(state: PotState, number: int) -> Choice:
    free = tuple(
        Option(f"to-{place}", text("place", place=str(place)), {"to": place})
        for place in range(1, state.places + 1)
        if place not in state.seats and place not in state.barred
    )
    return Choice("to", text("change_seat_title", box=number), lambda said: free)


# ---------------------------------------------------------------- for a supervisor


def penalty_offers(state: PotState) -> Iterator[Offer]:
    """19.2: the hand is folded and its wagers stay, or the player is out of the game, or both."""
    if state.void or not state.seats:
        return

    def penalties(number: int) -> Iterator[tuple[str, dict[str, object]]]:
        yield "do_excluded", {"excluded": True}
        if state.may_be_folded(number):
            yield "do_fold_hand", {"folded": True}
            yield "do_fold_and_exclude", {"folded": True, "excluded": True}

    yield penalty(list(state.seats), penalties)


def _time_offers(state: PotState) -> Iterator[Offer]:
    now = state.current
    may_give = state.options.announced_seconds is None and now.given is None
    if now.clock_ms is None and may_give:
        yield for_supervisor("give_time", text("do_give_time", seconds=state.game.instrument.seconds_given))
    elif now.clock_ms is not None:
        yield for_supervisor("give_time", text("do_stop_time"), {"off": True})


# ---------------------------------------------------------------- in a round


def deal_offers(state: PotState) -> Iterator[Offer]:
    yield from dealing_offers(state)
    for place, nth in unread_up(state)[:1]:
        yield card_offer(state, place, nth, proposed=True)


def bet_offers(state: PotState) -> Iterator[Offer]:
    now, turn = state.current, state.current.turn
    box = {"box": turn.seat}
    if turn.may_fold:
        yield Offer("fold", text("do_fold", box=turn.seat), box)
    yield from face_up_offers(state)
    if turn.may_call or turn.most_to_cents:
        yield Offer("put_in", text("do_put_in"), box, (_put_in(state, now, turn),))
    if turn.most_to_cents:
        yield _raise(state, now, turn)
    if turn.may_check:
        yield Offer("check", text("do_check"), box, proposed=True)
    elif turn.may_call:
        cents = to_pay(now, turn)
        yield Offer(
            "call", text("do_call_for", amount_cents=cents), {**box, "amount_cents": cents}, proposed=True
        )
    yield from _time_offers(state)
    yield from _out_of_turn_offers(state, now, turn)


def _put_in(state: PotState, now: InRound, turn: Turn) -> Money:
    """Whatever chips somebody has laid down: what they count as is said while they are entered (17.7, 17.8)."""
    player, chip = now.play.players[turn.seat], state.options.smallest_chip_cents
    call, stake = to_pay(now, turn), player.stake_cents
    least, most = (max(0, to - player.bet_cents) for to in (turn.least_to_cents, turn.most_to_cents))
    smallest = chip if turn.may_call else least
    sums = [Sum(0, text("sum_short", sum=BLANK), call)] if call else []
    if turn.may_call:
        sums += [Sum(call, text("sum_call")), Sum(call + 1, text("sum_call_and_back", sum=BLANK), call)]
    if most:
        code = "sum_raise" if now.betting.high_cents else "sum_bet"
        sums += [Sum(least, text(code, sum=BLANK), -player.bet_cents)]
        sums += [Sum(most + 1, text("sum_over_limit", sum=BLANK), most)]
    if stake <= (most or call):
        sums.append(Sum(stake, text("sum_all_in")))
    asked = _money("put_in", turn.seat, min(smallest, stake), stake, chip)
    return replace(asked, sums=tuple(sorted(sums, key=lambda sum: sum.from_cents)))


def _raise(state: PotState, now: InRound, turn: Turn) -> Offer:
    opened = now.betting.high_cents > 0
    least, most = turn.least_to_cents, turn.most_to_cents
    args, proposed = {"box": turn.seat}, not turn.may_check and not turn.may_call
    if least == most:
        exact = text("do_raise_to" if opened else "do_bet_exactly", amount_cents=least)
        return Offer("wager", exact, {**args, "to_cents": least}, proposed=proposed)
    to = replace(
        _money("wager", turn.seat, least, most, state.options.smallest_chip_cents),
        name="to_cents",
        lies_cents=now.play.players[turn.seat].bet_cents,
        quick=_quick(state, now, turn),
        sums=(Sum(0, text("sum_goes_in", sum=BLANK), now.play.players[turn.seat].bet_cents),),
    )
    return Offer("wager", text("do_raise" if opened else "do_bet_to"), args, (to,), proposed=proposed)


def _quick(state: PotState, now: InRound, turn: Turn) -> tuple[Text, ...]:
    """The amounts that people name, as far as they are allowed: least, half the pot, the pot, all they have."""
    betting, player = now.betting, now.play.players[turn.seat]
    call, chip = turn.to_call_cents, state.options.smallest_chip_cents
    pot = betting.pot_cents + call
    named = {
        "quick_least": turn.least_to_cents,
        "quick_half_pot": betting.high_cents + pot // 2 // chip * chip,
        "quick_pot": betting.high_cents + pot,
        "quick_all_in": player.bet_cents + player.stake_cents,
    }
    ends = (turn.least_to_cents, turn.most_to_cents)
    fit = {
        name: to
        for name, to in named.items()
        if ends[0] <= to <= ends[1] and (to in ends or (to - player.bet_cents) % chip == 0)
    }
    fit.setdefault("quick_most", turn.most_to_cents)
    seen: dict[int, str] = {}
    for name, to in fit.items():
        seen.setdefault(to, name)
    return tuple(text(quick, amount_cents=to) for to, quick in sorted(seen.items()))[:MOST_QUICK]


def _out_of_turn_offers(state: PotState, now: InRound, turn: Turn) -> Iterator[Offer]:
    may_be_directed = state.game.instrument.after_skipped.directed is not None
    chip = state.options.smallest_chip_cents
    for player in now.play.players.values():
        waits = any(early.seat == player.seat for early in now.early)
        if player.seat == turn.seat or player.folded or player.tapped_out or waits:
            continue
        if state.is_absent(player.seat):
            continue
        box = {"box": player.seat}
        most = player.bet_cents + player.stake_cents
        to = replace(
            _money("act_out_of_turn", player.seat, min(player.bet_cents + chip, most), most, chip),
            name="to_cents",
            lies_cents=player.bet_cents,
            sums=(Sum(0, text("sum_goes_in", sum=BLANK), player.bet_cents),),
            quick=(text("quick_all_in", amount_cents=most),),
        )
        for directed in (False, True) if may_be_directed else (False,):
            args = {**box, "directed": directed}
            for action, fields in (("wager", (to,)), ("check", ()), ("fold", ())):
                say = text(DIRECTED[action] if directed else OUT_OF_TURN[action])
                yield Offer("act_out_of_turn", say, {**args, "action": action}, fields, box=player.seat)


def show_offers(state: PotState) -> Iterator[Offer]:
    seat = showdown.due_to_show(state)[0]
    box = {"box": seat}
    if state.current.shown and not state.is_absent(seat):
        yield Offer("muck", text("do_muck", box=seat), box)
    unread = list(unread_offers(state, str(seat)))
    yield from unread
    if not unread:
        yield Offer("show_box", text("do_show_seat", box=seat), box, proposed=True)


def pay_offers(state: PotState) -> Iterator[Offer]:
    pot = state.current.paid + 1
    last = pot == len(state.current.won)
    yield Offer("pay_pot", text("do_paid" if last else "do_paid_next"), {"pot": pot}, proposed=True)


OFFERS: dict[str, Callable[[PotState], Iterator[Offer]]] = {
    "post": post_offers,
    "deal": deal_offers,
    "bet": bet_offers,
    "show": show_offers,
    "pay": pay_offers,
}
