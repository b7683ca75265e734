"""What comes next at a table of a pot game: one sentence with its rule, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.betting import Turn
from games.deal import Due
from games.events import BOARD, BURN
from games.every_game.prompts import close_prompt, unread_offers
from games.every_game.prompts import deal_offers as dealing_offers
from games.offers import Amounts, Offer
from games.outcomes import Prompt, Text, text
from games.pot import posting, showdown
from games.pot.carry import Seat
from games.pot.playing import unread_up
from games.pot.seating import Lineup, entry_of, lineup
from games.pot.state import PotState
from games.rulebook import Rule

MOST_STAKE_CENTS = 100_000_000

# ---------------------------------------------------------------- prompts


def post(state: PotState) -> Prompt:
    if state.no_more_rounds and state.play is None:
        return close_prompt(state)
    if state.play is not None:
        return Prompt(say=text("deal_again"), explain=text("deal_again_explained"), rule=state.book["17.3"])
    if posting.charge_due(state, state.now_ms):
        return _time_charge(state)
    lined = lineup(state)
    if len(lined.playing) < 2:
        explain = text("wait_for_players_explained", least_cents=state.options.minimum_stake_cents)
        return Prompt(say=text("wait_for_players"), explain=explain, rule=state.book["4.3"])
    if state.button_seen not in (None, lined.button):
        explain = text("move_button_explained", box=state.button_seen)
        return Prompt(say=text("move_button", box=lined.button), explain=explain, rule=state.book["8.3"])
    return _collect_posts(state, lined)


def _time_charge(state: PotState) -> Prompt:
    cents = state.options.commission.charge_cents
    explain = text("take_time_charge_explained", players=len(state.seats))
    return Prompt(say=text("take_time_charge", amount_cents=cents), explain=explain, rule=state.book["15.3"])


def _collect_posts(state: PotState, lined: Lineup) -> Prompt:
    betting = state.options.betting
    if betting.ante_cents is not None:
        explain = text("collect_antes_explained", box=lined.button, players=len(lined.playing))
        say = text("collect_antes", amount_cents=betting.ante_cents)
        return Prompt(say=say, explain=explain, rule=state.book["8.5(b)"])
    due = dict(zip(lined.blinds, betting.blinds_cents, strict=False))
    over = posting.over_blinder(lined) if state.over_blind else None
    if over is not None and betting.over_blind_cents:
        due[over] = betting.over_blind_cents
    late = {number: entry.live_cents + entry.dead_cents for number, entry in lined.late.items()}
    explain = text("collect_blinds_explained", blinds=due, late=late, box=lined.button)
    return Prompt(say=text("collect_blinds"), explain=explain, rule=state.book["8.5(a)"])


def deal(state: PotState) -> Prompt:
    unread = unread_up(state)
    due = state.deal.due
    if due is None and unread:
        place, nth = unread[0]
        explain = text("enter_up_card_explained")
        return Prompt(
            say=text("enter_up_card", place=place, nth=nth), explain=explain, rule=state.book["4.2(h)"]
        )
    assert due is not None
    return Prompt(
        say=_due_sentence(state, due), explain=text("deal_explained", **_deal_words(state)), rule=due.rule
    )


def _due_sentence(state: PotState, due: Due) -> Text:
    if due.place == BURN:
        return text("burn_a_card")
    if due.place == BOARD:
        several = sum(each.place == BOARD for each in state.deal.stretch) > 1
        return text(
            "deal_board_cards" if several else "deal_board_card", nth=due.nth, count=len(state.deal.stretch)
        )
    if state.shoe == "silent" and len(state.deal.stretch) > 1:
        return text("deal_around", count=len(state.deal.stretch))
    return text("deal_seat_up" if due.up else "deal_seat", box=int(due.place), nth=due.nth)


def _deal_words(state: PotState) -> dict[str, object]:
    return {"out": state.cards_out, "box": state.button}


def bet(state: PotState) -> Prompt:
    play = state.play
    assert play is not None
    turn = state.turn()
    assert turn is not None
    return Prompt(
        say=_turn_sentence(state, turn), explain=_turn_explained(state, turn), rule=_turn_rule(state, turn)
    )


def _turn_sentence(state: PotState, turn: Turn) -> Text:
    raises = turn.most_to_cents > 0
    if turn.may_call:
        code = "seat_call_raise_fold" if raises else "seat_call_fold"
        return text(code, box=turn.seat, amount_cents=to_pay(state, turn))
    if turn.may_check:
        return text("seat_check_bet" if raises else "seat_check_fold", box=turn.seat)
    return text("seat_raise_fold" if turn.to_call_cents else "seat_must_bet", box=turn.seat)


def to_pay(state: PotState, turn: Turn) -> int:
    """What a call takes; all he has, if that is less."""
    assert state.play is not None
    return min(turn.to_call_cents, state.play.players[turn.seat].stake_cents)


def _turn_explained(state: PotState, turn: Turn) -> Text:
    assert state.play is not None
    assert state.play.betting is not None
    pot = state.play.betting.pot_cents
    if not turn.most_to_cents:
        return text("turn_no_raise_explained", pot_cents=pot)
    opened = state.play.betting.high_cents > 0
    code = "turn_raise_explained" if opened else "turn_bet_explained"
    return text(code, pot_cents=pot, least_cents=turn.least_to_cents, most_cents=turn.most_to_cents)


def _turn_rule(state: PotState, turn: Turn) -> Rule:
    assert state.play is not None
    opens = not any(player.acted for player in state.play.players.values())
    return state.book[state.game.turn_number(first=state.play.street == 1, opens=opens)]


def show(state: PotState) -> Prompt:
    seat = showdown.due_to_show(state)[0]
    if state.shown:
        explain = text("show_or_give_up_explained")
        return Prompt(say=text("show_or_give_up", box=seat), explain=explain, rule=state.book["13.1"])
    return Prompt(
        say=text("shows_first", box=seat), explain=text("shows_first_explained"), rule=state.book["13.1"]
    )


def pay(state: PotState) -> Prompt:
    settled = showdown.pot_settled(state, state.paid)
    shares = [
        (share.box, share.cents, share.half, state.game.hand_words(state, share.box, low=share.half == "low"))
        for share in settled.shares
    ]
    explain = text(
        "pay_pot_explained",
        pot=settled.pot,
        pots=len(state.won),
        amount_cents=settled.amount_cents,
        commission_cents=settled.commission_cents,
        shares=shares,
    )
    if len(shares) == 1:
        say = text("pay_pot", pot=settled.pot, box=shares[0][0], amount_cents=shares[0][1])
    else:
        say = text("divide_pot", pot=settled.pot, amount_cents=settled.amount_cents - settled.commission_cents)
    return Prompt(say=say, explain=explain, rule=settled.rule)


def collect(state: PotState) -> Prompt:
    out = state.cards_out
    if state.misdealt and not state.void:
        return Prompt(
            say=text("misdeal_collect", out=out),
            explain=text("misdeal_collect_explained"),
            rule=state.book["17.3"],
        )
    if state.void:
        return Prompt(
            say=text("give_all_back", out=out), explain=text("chips_back_explained"), rule=state.void_rule
        )
    return Prompt(
        say=text("collect", out=out),
        explain=text("collect_pot_explained", out=out),
        rule=state.numbers.count_back,
    )


PROMPTS: dict[str, Callable[[PotState], Prompt]] = {
    "post": post,
    "deal": deal,
    "bet": bet,
    "show": show,
    "pay": pay,
    "collect": collect,
}


# ---------------------------------------------------------------- offers


def post_offers(state: PotState) -> Iterator[Offer]:
    if state.no_more_rounds and state.play is None:
        return
    yield from between_offers(state)
    if posting.charge_due(state, state.now_ms):
        yield Offer("collect_time_charge", text("do_time_charge"), proposed=True)
        return
    lined = lineup(state)
    over = posting.over_blinder(lined)
    if state.play is None and state.options.betting.over_blind_cents is not None and over is not None:
        cents = state.options.betting.over_blind_cents
        if state.over_blind:
            yield Offer("post_over_blind", text("do_no_over_blind"), {"box": over, "take_back": True})
        else:
            yield Offer("post_over_blind", text("do_over_blind", box=over, amount_cents=cents), {"box": over})
    blocked = None if len(lined.playing) > 1 or state.play is not None else text("two_players_needed")
    posted = "do_antes_taken" if state.options.betting.ante_cents is not None else "do_blinds_taken"
    code = posted if state.play is None else "do_deal_again"
    yield Offer("collect_posts", text(code), proposed=True, blocked=blocked)


def between_offers(state: PotState) -> Iterator[Offer]:
    """What may be done at the seats between two rounds."""
    if state.play is not None:
        return
    lined = lineup(state)
    for number in range(1, state.places + 1):
        seat = state.seats.get(number)
        yield from _empty_offers(state, number) if seat is None else _seat_offers(state, seat, lined)


def _empty_offers(state: PotState, number: int) -> Iterator[Offer]:
    if len(state.seats) < state.most_players:
        yield Offer(
            "take_seat",
            text("do_take_seat"),
            {"box": number},
            asks="amount",
            box=number,
            amounts=replace(_stake_amounts(state), field="stake_cents"),
        )
        for players in (2, 3):
            say = text("do_draw_for_seat", count=players)
            yield Offer("draw_for_seat", say, {"box": number}, asks="faces", box=number, cards=players)


def _stake_amounts(state: PotState, has_cents: int = 0) -> Amounts:
    """What may be brought or added, so that the stake is neither under the minimum nor over the maximum."""
    stakes = state.options.table_stakes
    most = stakes.maximum_cents or MOST_STAKE_CENTS
    chip = state.options.smallest_chip_cents
    return Amounts(max(chip, stakes.minimum_cents - has_cents), max(chip, most - has_cents), 0, chip)


def _seat_offers(state: PotState, seat: Seat, lined: Lineup) -> Iterator[Offer]:
    box = {"box": seat.number}
    stakes = state.options.table_stakes
    chip = state.options.smallest_chip_cents
    room = stakes.maximum_cents is None or seat.stake_cents + chip <= stakes.maximum_cents
    blocked = text("declared_player") if seat.declared else None if room else text("above_maximum_buy_in")
    yield Offer(
        "add_to_stake",
        text("do_add_to_stake"),
        box,
        asks="amount",
        box=seat.number,
        amounts=_stake_amounts(state, seat.stake_cents),
        blocked=blocked,
    )
    if not state.game.retracts and seat.stake_cents > stakes.minimum_cents:  # 2017: never (STAKE-REDUCE)
        amounts = Amounts(
            state.options.smallest_chip_cents,
            seat.stake_cents - stakes.minimum_cents,
            0,
            state.options.smallest_chip_cents,
        )
        yield Offer(
            "take_from_stake", text("do_take_from_stake"), box, asks="amount", box=seat.number, amounts=amounts
        )
    entry = entry_of(state, seat, lined)
    if len(entry.options) > 1:
        cents = entry.live_cents + entry.dead_cents
        say = text("do_wait_for_blind") if seat.posts else text("do_post_now", amount_cents=cents)
        yield Offer("choose_entry", say, {**box, "post": not seat.posts}, box=seat.number)
    say = text("do_sit_in" if seat.sits_out else "do_sit_out")
    yield Offer("sit_out", say, {**box, "out": not seat.sits_out}, box=seat.number)
    yield Offer("change_seat", text("do_change_seat"), box, asks="seat", box=seat.number)
    yield Offer("player_left", text("do_player_left"), box, box=seat.number, grave=True)


def deal_offers(state: PotState) -> Iterator[Offer]:
    yield from dealing_offers(state)
    for place, nth in unread_up(state)[:1]:
        yield Offer(
            "enter_card",
            text("do_enter_card", nth=nth),
            {"place": place, "nth": nth},
            asks="face",
            proposed=True,
        )


def bet_offers(state: PotState) -> Iterator[Offer]:
    play = state.play
    assert play is not None
    turn = state.turn()
    assert turn is not None
    box = {"box": turn.seat}
    if turn.may_fold:
        yield Offer("fold", text("do_fold", box=turn.seat), box)
    yield Offer("put_in", text("do_put_in"), box, asks="amount", amounts=_chips(state, turn))
    if turn.most_to_cents:
        yield _raise(state, turn)
    if turn.may_check:
        yield Offer("check", text("do_check"), box, proposed=True)
    elif turn.may_call:
        cents = to_pay(state, turn)
        yield Offer(
            "call", text("do_call_for", amount_cents=cents), {**box, "amount_cents": cents}, proposed=True
        )
    yield from _time_offers(state)
    yield from _out_of_turn_offers(state, turn)


def _raise(state: PotState, turn: Turn) -> Offer:
    play = state.play
    assert play is not None
    assert play.betting is not None
    opened = play.betting.high_cents > 0
    least, most = turn.least_to_cents, turn.most_to_cents
    say = text("do_raise" if opened else "do_bet_to")
    args = {"box": turn.seat}
    if least == most:
        exact = text("do_raise_to" if opened else "do_bet_exactly", amount_cents=least)
        return Offer(
            "wager", exact, {**args, "to_cents": least}, proposed=not turn.may_check and not turn.may_call
        )
    chip, lies = state.options.smallest_chip_cents, play.players[turn.seat].bet_cents
    amounts = Amounts(least, most, 0, chip, _quick(state, turn), "to_cents", lies)
    return Offer(
        "wager", say, args, asks="amount", amounts=amounts, proposed=not turn.may_check and not turn.may_call
    )


def _quick(state: PotState, turn: Turn) -> tuple[tuple[str, int], ...]:
    """The amounts that people name, as far as they are allowed: least, half the pot, the pot, all they have."""
    play = state.play
    assert play is not None
    assert play.betting is not None
    betting, player = play.betting, play.players[turn.seat]
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
    return tuple((name, to) for to, name in sorted(seen.items()))[:4]


def _chips(state: PotState, turn: Turn) -> Amounts:
    assert state.play is not None
    return Amounts(1, state.play.players[turn.seat].stake_cents, 0, 1)


def _time_offers(state: PotState) -> Iterator[Offer]:
    if state.clock_ms is None:
        yield Offer("give_time", text("do_give_time", seconds=state.game.seconds_to_act))
    else:
        yield Offer("give_time", text("do_stop_time"), {"off": True})


def _out_of_turn_offers(state: PotState, turn: Turn) -> Iterator[Offer]:
    play = state.play
    assert play is not None
    for player in play.players.values():
        waits = any(early.seat == player.seat for early in state.early)
        if player.seat == turn.seat or player.folded or player.tapped_out or waits:
            continue
        box = {"box": player.seat}
        most = player.bet_cents + player.stake_cents
        amounts = Amounts(player.bet_cents + 1, most, 0, 1, (("quick_all_in", most),), "to_cents")
        for directed in (False, True):
            say = text("do_early_wager_directed" if directed else "do_early_wager")
            args = {**box, "action": "wager", "directed": directed}
            yield Offer("act_out_of_turn", say, args, asks="amount", box=player.seat, amounts=amounts)
        yield Offer("act_out_of_turn", text("do_early_check"), {**box, "action": "check"}, box=player.seat)
        yield Offer("act_out_of_turn", text("do_early_fold"), {**box, "action": "fold"}, box=player.seat)


def show_offers(state: PotState) -> Iterator[Offer]:
    seat = showdown.due_to_show(state)[0]
    box = {"box": seat}
    if state.shown:
        yield Offer("muck", text("do_muck", box=seat), box)
    unread = list(unread_offers(state, str(seat)))
    yield from unread
    if not unread:
        yield Offer("show_box", text("do_show_seat", box=seat), box, proposed=True)


def pay_offers(state: PotState) -> Iterator[Offer]:
    last = state.paid + 1 == len(state.won)
    yield Offer("pay_pot", text("do_paid" if last else "do_paid_next"), {"pot": state.paid + 1}, proposed=True)


OFFERS: dict[str, Callable[[PotState], Iterator[Offer]]] = {
    "post": post_offers,
    "deal": deal_offers,
    "bet": bet_offers,
    "show": show_offers,
    "pay": pay_offers,
}
