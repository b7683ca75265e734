"""What players do when it is their turn, when it is not, and with chips in a wrong amount.

NI2017-583, NI2005-67, NI2005-74: 17.5-17.8
NI2005-67, NI2005-74: 4.6
NI2017-583: 4.8
"""

from __future__ import annotations

from games import events as e
from games.betting import Player, Turn, Unfit
from games.every_game.questions import ask, drop
from games.every_game.state import Refused, notice, refusal, require
from games.instrument import OutOfTurn
from games.irregular_wagers import Skipped, deem, out_of_turn
from games.outcomes import Acted, ActionName, Outcome
from games.pot.playing import go_on
from games.pot.state import Early, InRound, PotState
from games.rulebook import Rule

SECOND_MS = 1000
OF_A_TURN = ("short_call", "time_over", "announced_time_over")

# ---------------------------------------------------------------- in turn


def check(state: PotState, event: e.Check) -> list[Outcome]:
    now, player = _player(state, event.box)
    _done(now.betting.check(event.box))
    besides = state.game.has_checked(state, player)
    return [*acted(state, player, "check", 0, event.at_ms), *besides]


def call(state: PotState, event: e.Call) -> list[Outcome]:
    now, player = _player(state, event.box)
    betting = now.betting
    due = betting.to_call_cents(event.box)
    if due is not None and event.amount_cents != due:
        raise refusal("call_is", state.numbers.more_than_call, box=event.box, amount_cents=due)
    before = player.paid_cents
    _done(betting.call(event.box))
    return acted(state, player, "call", player.paid_cents - before, event.at_ms)


def wager(state: PotState, event: e.Wager) -> list[Outcome]:
    now, player = _player(state, event.box)
    restricted = now.restricted
    if restricted is not None and restricted.choices == ("call", "fold"):
        raise refusal("may_not_raise", restricted.rule, box=event.box)
    return _wager(state, now, player, event.to_cents, event.at_ms)


def _wager(state: PotState, now: InRound, player: Player, to_cents: int, at_ms: int) -> list[Outcome]:
    before, opened = player.paid_cents, now.betting.high_cents > 0
    _done(now.play.wager(player.seat, to_cents))
    return acted(state, player, "raise" if opened else "bet", player.paid_cents - before, at_ms)


def fold(state: PotState, event: e.Fold) -> list[Outcome]:
    now, player = _player(state, event.box)
    leaving = 0
    if now.restricted is not None and now.restricted.kept_if_folded and now.betting.seat == event.box:
        leaving = max(0, now.restricted_to_cents - player.bet_cents)  # 17.6(c) of Omaha
    before = player.paid_cents
    _done(now.betting.fold(event.box, leaving))
    now.folded.append(event.box)
    return acted(state, player, "fold", player.paid_cents - before, event.at_ms)


def _player(state: PotState, number: int) -> tuple[InRound, Player]:
    if state.phase != "bet":
        raise refusal("not_now", state.numbers.in_turn)
    now = state.current
    player = now.play.players.get(number)
    if player is None or player.folded:
        raise refusal("not_in_round", state.numbers.in_turn, box=number)
    return now, player


def _done(unfit: Unfit | None) -> None:
    if unfit is not None:
        raise refusal(unfit.code, unfit.rule, least_cents=unfit.least_cents, most_cents=unfit.most_cents)


def acted(state: PotState, player: Player, action: ActionName, put_in_cents: int, at_ms: int) -> list[Outcome]:
    """The action is told, those who acted before their turn are looked at, and the round goes on."""
    told = Acted(
        box=player.seat,
        action=action,
        put_in_cents=put_in_cents,
        to_cents=player.bet_cents,
        tapped_out=player.tapped_out and put_in_cents > 0,
    )
    turn_is_over(state)
    now = state.current
    if now.early:
        note_skipped(now, player, action)
    elif now.play.due == "turn":
        return [told]
    return [told, *turn_comes(state, at_ms)]


def turn_comes(state: PotState, at_ms: int) -> list[Outcome]:
    """Whoever is next may have acted already, or has a time to act that was announced."""
    moved = go_on(state)
    now = state.current
    if state.phase != "bet":
        now.early.clear()
        turn_is_over(state)
        return moved
    if now.early and (early := _whose_turn_has_come(now)):
        return [*moved, *_turn_of_early(state, now, early, at_ms)]
    return moved


def turn_is_over(state: PotState) -> None:
    """He has acted, or a ruling has folded him or ended the betting. What was asked of him is past, too."""
    now = state.current
    now.restricted = now.timed = now.given = None
    now.stop_clock()
    if state.pending:
        drop(state, *OF_A_TURN)


# ---------------------------------------------------------------- chips in a wrong amount, 17.7 and 17.8


def put_in(state: PotState, event: e.PutIn) -> list[Outcome]:
    now, player = _player(state, event.box)
    turn = now.turn
    require(turn.seat == event.box, "not_his_turn", state.numbers.in_turn, box=event.box)
    has_it = 0 < event.amount_cents <= player.stake_cents
    require(has_it, "not_in_his_stake", state.numbers.own_stake, box=event.box)
    return _as_deemed(state, now, player, turn, event.amount_cents, event.at_ms)


def _as_deemed(  # noqa: PLR0917
    state: PotState, now: InRound, player: Player, turn: Turn, placed_cents: int, at_ms: int
) -> list[Outcome]:
    least, most = (max(0, to - player.bet_cents) for to in (turn.least_to_cents, turn.most_to_cents))
    deemed = deem(placed_cents, player.stake_cents, turn.to_call_cents, least, most)
    if deemed.kind == "short_of_call" and turn.may_call:
        return ask(
            state,
            "short_call",
            box=player.seat,
            place=str(player.seat),
            amount_cents=placed_cents,
            missing_cents=deemed.missing_cents,
        )
    if deemed.kind == "raise":
        done = _wager(state, now, player, player.bet_cents + deemed.in_cents, at_ms)
    elif turn.may_call:
        before = player.paid_cents
        _done(now.play.call(player.seat))
        done = acted(state, player, "call", player.paid_cents - before, at_ms)
    else:
        words = {"least_cents": turn.least_to_cents, "most_cents": turn.most_to_cents}
        raise refusal("too_little", state.numbers.opening_bet, **words)
    if deemed.returned_cents:
        rule = state.numbers.betting_limit if deemed.kind == "raise" else state.numbers.more_than_call
        told = notice("excess_returned", rule, box=player.seat, amount_cents=deemed.returned_cents)
        return [told, *done]
    return done


# ---------------------------------------------------------------- out of turn, 17.5 and 17.6


def act_out_of_turn(state: PotState, event: e.ActOutOfTurn) -> list[Outcome]:
    now, player = _player(state, event.box)
    rule = state.numbers.out_of_turn
    require(now.betting.seat != event.box, "is_his_turn", rule, box=event.box)
    require(not state.is_absent(event.box), "entrant_is_absent", rule, box=event.box)
    require(not player.tapped_out, "has_tapped_out", state.numbers.tap_out, box=event.box)
    require(all(early.seat != event.box for early in now.early), "so_already", rule, box=event.box)
    fits = player.bet_cents < event.to_cents <= player.bet_cents + player.stake_cents
    require(fits or event.action != "wager", "not_in_his_stake", state.numbers.own_stake, box=event.box)
    directed = state.game.instrument.after_skipped.directed
    if directed is not None and (event.directed or _behind_one_directed(now, event.box)):
        return _retracts(now, event, directed.rule)
    if event.action == "check":  # OOT-NONBET
        return [notice("check_taken_back", rule, box=event.box)]
    if event.action == "fold":
        return _fold_out_of_turn(state, now, player, event.at_ms)
    now.early.append(Early(event.box, event.to_cents, directed=False, awaited=_skipped(now, event.box)))
    return [notice("waits_for_skipped", rule, box=event.box, to_cents=event.to_cents)]


def _retracts(now: InRound, event: e.ActOutOfTurn, rule: Rule) -> list[Outcome]:
    """17.5 of 2017: whatever it was, a fold as well (RETRACT-ALL)."""
    to_cents = event.to_cents if event.action == "wager" else 0
    now.early.append(Early(event.box, to_cents, directed=True, awaited=_skipped(now, event.box)))
    if to_cents:
        return [notice("retracts", rule, box=event.box, to_cents=to_cents)]
    return [notice("retracts_fold" if event.action == "fold" else "retracts_check", rule, box=event.box)]


def _behind_one_directed(now: InRound, seat: int) -> bool:
    """Who follows him has acted in those circumstances, too (17.5 of 2017)."""
    before = _skipped(now, seat)
    return any(early.directed and early.seat in before for early in now.early)


def _skipped(now: InRound, seat: int) -> set[int]:
    """Who should have acted between the one whose turn it is and him."""
    betting, players = now.betting, now.play.players
    seats = [player.seat for player in betting.players]
    at, to = seats.index(betting.seat or seat), seats.index(seat)
    between = seats[at:to] if at <= to else seats[at:] + seats[:to]
    return {each for each in between if not (players[each].folded or players[each].tapped_out)}


def _fold_out_of_turn(state: PotState, now: InRound, player: Player, at_ms: int) -> list[Outcome]:
    now.betting.put_out(player.seat)
    now.folded.append(player.seat)
    note_skipped(now, player, "fold")
    told = Acted(box=player.seat, action="fold", put_in_cents=0, to_cents=player.bet_cents, tapped_out=False)
    return [told, *turn_comes(state, at_ms)]  # whose turn it is has the same choices and time as before


def note_skipped(now: InRound, player: Player, action: ActionName) -> None:
    for early in now.early:
        if player.seat in early.awaited:
            early.awaited.discard(player.seat)
            kind = "bet" if action in ("call", "bet", "raise") else action
            assert kind in ("bet", "check", "fold")
            early.skipped.append(Skipped(kind, player.bet_cents))


def _whose_turn_has_come(now: InRound) -> Early | None:
    seat = now.betting.seat
    early = next((early for early in now.early if early.seat == seat), None)
    if early is not None:
        now.early.remove(early)
    return early


def _turn_of_early(state: PotState, now: InRound, early: Early, at_ms: int) -> list[Outcome]:
    turn, player = now.turn, now.play.players[early.seat]
    if not early.skipped or (early.directed and not early.to_cents):
        return []
    after = state.game.instrument.after_skipped
    ruled = out_of_turn(after, early.to_cents, early.skipped, directed_by_dealer=early.directed)
    if ruled.wager == "stands":
        told = notice("stands", ruled.rule, box=early.seat, to_cents=early.to_cents)
        return [told, *_stands(state, now, player, turn, early.to_cents - player.bet_cents, at_ms)]
    if ruled.wager == "taken_back" and turn.may_check:
        _done(now.play.check(early.seat))
        told = notice("must_check", ruled.rule, box=early.seat)
        return [told, *acted(state, player, "check", 0, at_ms)]
    return _free_again(now, early, ruled)


def _stands(  # noqa: PLR0917
    state: PotState, now: InRound, player: Player, turn: Turn, placed_cents: int, at_ms: int
) -> list[Outcome]:
    """As far as the limits allow it; what is above them goes back (OOT-OVER)."""
    try:
        return _as_deemed(state, now, player, turn, placed_cents, at_ms)
    except Refused:
        return []  # less than a bet: he acts again, in turn


def _free_again(now: InRound, early: Early, ruled: OutOfTurn) -> list[Outcome]:
    again = "acts_in_turn" if ruled.wager == "retracted" else "may_act_anew"
    code = "may_call_or_fold" if ruled.choices == ("call", "fold") else again
    if ruled.wager == "open":
        now.restricted, now.restricted_to_cents = ruled, early.to_cents
    return [notice(code, ruled.rule, box=early.seat, to_cents=early.to_cents)]


# ---------------------------------------------------------------- time to act


def give_time(state: PotState, event: e.GiveTime) -> list[Outcome]:
    """4.6 of 2005, 4.8(b) of 2017: once a turn, from when it is said (TIMEOUT-START, TIME-STOPS)."""
    rule = state.numbers.time_given
    require(state.phase == "bet", "not_now", rule)
    now = state.current
    if event.off:
        require(now.clock_ms is not None, "no_time_runs", rule)
        now.stop_clock()
        now.given = None
        return []
    require(state.options.announced_seconds is None, "time_is_announced", rule)
    require(now.given is None, "time_given_before", rule, box=now.turn.seat)
    seconds = state.game.instrument.seconds_given
    now.given = now.turn.seat
    now.clock_ms, now.clock_about = event.at_ms + seconds * SECOND_MS, "time_over"
    return [notice("time_given", rule, box=now.turn.seat, seconds=seconds)]


def time_runs(state: PotState) -> None:
    """It stands still while a question holds the table (TIME-STOPS). 4.8(a) is for every turn anew."""
    now = state.posted
    if now is None or state.phase != "bet":
        return
    if state.pending:
        if now.clock_ms is not None:
            now.left_ms, now.clock_ms = max(1, now.clock_ms - state.now_ms), None
        return
    if now.left_ms is not None:
        now.clock_ms, now.left_ms = state.now_ms + now.left_ms, None
    seconds = state.options.announced_seconds
    if seconds is not None and now.timed != now.betting.seat:
        now.timed = now.betting.seat
        now.clock_ms, now.clock_about = state.now_ms + seconds * SECOND_MS, "announced_time_over"


def time_came(state: PotState, event: e.TimeCame) -> list[Outcome]:
    if state.phase != "bet" or state.clock_ms is None or event.at_ms < state.clock_ms:
        return []
    now = state.current
    now.clock_ms = None
    return ask(state, now.clock_about, box=now.turn.seat, place=str(now.turn.seat))
