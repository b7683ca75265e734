"""What comes next at a table of a pot game: one sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.betting import Turn
from games.deal import Due
from games.events import BOARD, BURN
from games.every_game.prompts import PROMPTS as EVERY_GAMES
from games.every_game.prompts import close_prompt, enter_the_board
from games.outcomes import Prompt, Text, text
from games.pot import posting, showdown
from games.pot.playing import to_pay, unread_up
from games.pot.seating import Lineup, lineup
from games.pot.state import InRound, PotState
from games.rulebook import Rule


def post(state: PotState) -> Prompt:
    if state.no_more_rounds and state.posted is None:
        return closing(state)
    if state.posted is not None:
        return Prompt(say=text("deal_again"), explain=text("deal_again_explained"), rule=state.numbers.misdeal)
    if posting.charge_due(state, state.now_ms):
        return _time_charge(state)
    lined = lineup(state)
    if len(lined.playing) < 2 and state.game.tournament is not None and state.tournament is not None:
        explain = text("too_few_entrants_explained")
        return Prompt(say=text("tournament_waits_pace"), explain=explain, rule=state.game.tournament.director)
    if len(lined.playing) < 2:
        explain = text("wait_for_players_explained", least_cents=state.options.minimum_stake_cents)
        return Prompt(say=text("wait_for_players"), explain=explain, rule=state.numbers.minimum_stake)
    if posting.why_not(state, lined) is not None:
        words = {"most": state.most_players, "players": len(lined.playing)}
        explain = text("too_many_for_the_deck_explained", **words)
        return Prompt(say=text("too_many_for_the_deck"), explain=explain, rule=state.numbers.deck_size)
    if state.button_seen not in (None, lined.button):
        explain = text("move_button_explained", box=state.button_seen)
        return Prompt(say=text("move_button", box=lined.button), explain=explain, rule=state.numbers.button)
    return _collect_posts(state, lined)


def closing(state: PotState) -> Prompt:
    """Whoever sits there is paid out by a list."""
    prompt = close_prompt(state)
    stakes = {seat.number: seat.stake_cents for seat in state.seats.values()}
    return replace(prompt, explain=text("pay_out_explained", stakes=stakes)) if stakes else prompt


def between(phase: str) -> Callable[[PotState], Prompt]:
    return lambda state: closing(state) if state.no_more_rounds else EVERY_GAMES[phase](state)


def _time_charge(state: PotState) -> Prompt:
    cents = state.options.commission.charge_cents
    explain = text("take_time_charge_explained", players=len(state.seats))
    return Prompt(
        say=text("take_time_charge", amount_cents=cents), explain=explain, rule=state.numbers.time_charge
    )


def _collect_posts(state: PotState, lined: Lineup) -> Prompt:
    betting = state.options.betting
    short = posting.below_the_minimum(state, lined)
    absent = [number for number in lined.playing if state.is_absent(number)]
    if betting.ante_cents is not None:
        words = {"box": lined.button, "players": len(lined.playing), "short": short, "absent": absent}
        code = "collect_antes_of_absent" if absent else "collect_antes"
        say = text(code, amount_cents=betting.ante_cents, count=len(absent))
        return Prompt(say=say, explain=text("collect_antes_explained", **words), rule=state.numbers.ante)
    due: dict[int, int] = {}
    late: dict[int, int] = {}
    for post in posting.new_play(state, lined).posts:
        amounts = due if post.what == "blind" else late
        amounts[post.seat] = amounts.get(post.seat, 0) + post.cents
    words = {"blinds": due, "late": late, "box": lined.button, "short": short, "absent": absent}
    posts = [number for number in absent if number in due]
    say = (
        text("collect_blinds_of_absent", seats=", ".join(map(str, posts))) if posts else text("collect_blinds")
    )
    return Prompt(say=say, explain=text("collect_blinds_explained", **words), rule=state.numbers.blind)


def deal(state: PotState) -> Prompt:
    due = state.deal.due
    if due is None:
        place, nth = unread_up(state)[0]
        explain = text("enter_up_card_explained")
        say, rule = text("enter_up_card", place=place, nth=nth), state.game.instrument.cards_open
        return Prompt(say=say, explain=explain, rule=rule)
    explain = text("deal_explained", out=state.cards_out, box=state.button)
    return Prompt(say=_due_sentence(state, due), explain=explain, rule=due.rule)


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


def bet(state: PotState) -> Prompt:
    now, turn = state.current, state.current.turn
    return Prompt(
        say=_turn_sentence(now, turn), explain=_turn_explained(now, turn), rule=_turn_rule(state, now)
    )


def _turn_sentence(now: InRound, turn: Turn) -> Text:
    raises = turn.most_to_cents > 0
    if turn.may_call:
        code = "seat_call_raise_fold" if raises else "seat_call_fold"
        return text(code, box=turn.seat, amount_cents=to_pay(now, turn))
    if turn.may_check:
        return text("seat_check_bet" if raises else "seat_check_fold", box=turn.seat)
    return text("seat_raise_fold" if turn.may_fold else "seat_must_bet", box=turn.seat)


def _turn_explained(now: InRound, turn: Turn) -> Text:
    pot = now.betting.pot_cents
    if not turn.most_to_cents:
        return text("turn_no_raise_explained", pot_cents=pot)
    opened = now.betting.high_cents > 0
    code = "turn_raise_explained" if opened else "turn_bet_explained"
    return text(code, pot_cents=pot, least_cents=turn.least_to_cents, most_cents=turn.most_to_cents)


def _turn_rule(state: PotState, now: InRound) -> Rule:
    first, numbers = now.play.street == 1, state.numbers
    if now.betting.begun:
        return numbers.after_opener if first else numbers.in_turn
    return numbers.opener if first else numbers.opener_later


def show(state: PotState) -> Prompt:
    seat = showdown.due_to_show(state)[0]
    board = enter_the_board(state, str(seat))
    if board is not None:
        return board
    if state.current.shown:
        explain = text("show_or_give_up_explained")
        return Prompt(say=text("show_or_give_up", box=seat), explain=explain, rule=state.numbers.showdown)
    return Prompt(
        say=text("shows_first", box=seat), explain=text("shows_first_explained"), rule=state.numbers.showdown
    )


def pay(state: PotState) -> Prompt:
    settled = showdown.pot_settled(state, state.current.paid)
    shares = [
        (share.box, share.cents, share.half, state.game.hand_words(state, share.box, low=share.half == "low"))
        for share in settled.shares
    ]
    explain = text(
        "pay_pot_explained",
        pot=settled.pot,
        pots=len(state.current.won),
        amount_cents=settled.amount_cents,
        commission_cents=settled.commission_cents,
        shares=shares,
        uncalled=None if state.current.paid else _uncalled(state),
    )
    if len(shares) == 1:
        say = text("pay_pot", pot=settled.pot, box=shares[0][0], amount_cents=shares[0][1])
    else:
        say = text("divide_pot", pot=settled.pot, amount_cents=settled.amount_cents - settled.commission_cents)
    return Prompt(say=say, explain=explain, rule=settled.rule)


def _uncalled(state: PotState) -> tuple[int, int] | None:
    """It goes back with the first pot, or where no pot is left (15.2(b))."""
    back = state.current.play.uncalled
    return (back.seat, back.cents) if back is not None else None


def collect(state: PotState) -> Prompt:
    out = state.cards_out
    if state.misdealt and not state.void:
        return Prompt(
            say=text("misdeal_collect", out=out),
            explain=text("misdeal_collect_explained"),
            rule=state.numbers.misdeal,
        )
    if state.void:
        return Prompt(
            say=text("give_all_back", out=out), explain=text("chips_back_explained"), rule=state.void_rule
        )
    return Prompt(
        say=text("collect", out=out),
        explain=text(
            "collect_pot_explained", out=out, uncalled=None if state.current.won else _uncalled(state)
        ),
        rule=state.numbers.count_back,
    )


PROMPTS: dict[str, Callable[[PotState], Prompt]] = {
    "shuffle": between("shuffle"),
    "cut": between("cut"),
    "post": post,
    "deal": deal,
    "bet": bet,
    "show": show,
    "pay": pay,
    "collect": collect,
}
