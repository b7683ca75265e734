"""Blinds and antes go into the pot, and the deal begins (rules 8.3 to 8.5).

NI2017-583, NI2005-67, NI2005-74: 8.3-8.5
NI2017-583, NI2005-67, NI2005-74: 4.2(e)-4.2(f)
NI2017-583, NI2005-67, NI2005-74: 15.3
NI2017-583, NI2005-67, NI2005-74: 17.4
"""

from __future__ import annotations

from dataclasses import replace

from games import events as e
from games.every_game.announcing import MINUTE_MS
from games.every_game.devices import need_shoe
from games.every_game.state import notice, require
from games.outcomes import Outcome, Posted, StakeChanged
from games.pot.playing import deal_street
from games.pot.seating import Lineup, lineup, on_its_way
from games.pot.state import InRound, PotState
from games.pots import Division
from games.round_of_play import RoundOfPlay, Terms
from games.seats import clockwise_from, over_blind_seat
from games.stakes import is_declared


def collect_posts(state: PotState, event: e.CollectPosts) -> list[Outcome]:
    require(state.phase == "post", "not_now", state.numbers.posts)
    require(not state.no_more_rounds, "no_more_rounds", state.numbers.closing)
    require(not charge_due(state, event.at_ms), "time_charge_first", state.numbers.time_charge)
    return start_deal(state)


def start_deal(state: PotState) -> list[Outcome]:
    """Also by the first card: what each posts is settled before, whether anybody has said that it was done."""
    posted = [] if state.posted is not None else _begin(state)
    return [*posted, *deal_street(state), state.move("begin"), *need_shoe(state)]


def _begin(state: PotState) -> list[Outcome]:
    lined = lineup(state)
    require(len(lined.playing) > 1, "two_players_needed", state.numbers.posts)
    require(
        len(lined.playing) <= state.most_players,
        "deck_serves_no_more",
        state.numbers.deck_size,
        most=state.most_players,
    )
    _pass_button(state, lined.button)
    state.take_posts(new_play(state, lined), lined)
    for number in lined.playing:
        seat = state.seats[number]
        seat.declared = is_declared(state.options.table_stakes, seat.stake_cents)  # 14.3, DECLARED-CLEAR
        seat.standing, seat.posts = "in", False
        seat.missed_big_cents = seat.missed_others_cents = 0
    for seat in state.seats.values():
        seat.former = None  # whoever is dealt out for his move stays so until the big blind, or posts one
    for number, missed in lined.missed.items():
        seat = state.seats[number]
        seat.standing = "missed"
        seat.missed_big_cents, seat.missed_others_cents = (
            max(seat.missed_big_cents, missed.big_cents),
            max(seat.missed_others_cents, missed.others_cents),
        )
    return _posts(state, state.current)


def new_play(state: PotState, lined: Lineup) -> RoundOfPlay:
    """The same again after a misdeal: blinds and antes stay in (MISDEAL-REF)."""
    options = state.options
    blinds, opening = options.betting.blinds_cents, options.opening
    if state.over_blind and options.betting.over_blind_cents:
        blinds = (*blinds, options.betting.over_blind_cents)
        opening = replace(opening, blind_cents=max(blinds))
    table = Division(
        clockwise_from(lined.button, lined.playing), options.smallest_chip_cents, options.pot_commission
    )
    ante = options.betting.ante_cents
    terms = Terms(
        options.limits,
        table,
        blinds,
        None if ante is None else dict.fromkeys(lined.playing, ante),
        opening,
        options.lowest_opens,
        late=lined.late,
    )
    return RoundOfPlay(
        terms, {number: state.seats[number].stake_cents for number in lined.playing}, lined.button
    )


def _posts(state: PotState, now: InRound) -> list[Outcome]:
    play = now.play
    if play.terms.antes is not None:
        rule = state.numbers.ante
        return [
            Posted(box=player.seat, what="ante", cents=player.posted_cents, rule=rule)
            for player in play.players.values()
        ]
    return _blinds(state, now)


def _blinds(state: PotState, now: InRound) -> list[Outcome]:
    play, lined, rule = now.play, now.lined, state.numbers.blind
    told: list[Outcome] = []
    for place, number in enumerate(play.blinds()):
        over = place >= len(state.options.betting.blinds_cents)
        player, late = play.players[number], lined.late.get(number)
        cents = player.posted_cents - (late.live_cents if late else 0)
        told.append(
            Posted(
                box=number,
                what="over_blind" if over else "blind",
                cents=max(0, cents),
                rule=state.numbers.over_blind if over else rule,
            )
        )
    for number, entry in lined.late.items():
        missed = state.numbers.missed_blinds if entry.dead_cents else state.numbers.new_player_posts
        if entry.live_cents:
            told.append(Posted(box=number, what="late_blind", cents=entry.live_cents, rule=missed))
        if entry.dead_cents:
            told.append(Posted(box=number, what="dead_blind", cents=entry.dead_cents, rule=missed))
    return told


def _pass_button(state: PotState, button: int) -> None:
    """17.12 asks which seats the button has passed, and whether it has gone round since the game was opened."""
    state.passed, state.revolved = on_its_way(state, button)
    state.first_button = state.first_button or button
    state.button, state.moves = button, False


def post_over_blind(state: PotState, event: e.PostOverBlind) -> list[Outcome]:
    """Only the player after the last blind, and before the first card (OVER-BLIND)."""
    rule = state.numbers.over_blind
    require(state.phase == "post" and state.posted is None, "not_now", rule)
    require(state.options.betting.over_blind_cents is not None, "no_over_blind", rule)
    if event.take_back:
        require(state.over_blind, "no_over_blind", rule)
        state.over_blind = False
        return []
    require(event.box == over_blinder(lineup(state)), "not_his_over_blind", rule, box=event.box)
    state.over_blind = True
    return []


def over_blinder(lined: Lineup) -> int | None:
    """Nobody if everybody has posted already."""
    if not lined.blinds or len(lined.blinds) == len(lined.playing):
        return None
    return over_blind_seat(lined.blinds[-1], lined.playing)


# ---------------------------------------------------------------- a charge for time, 15.3


def charge_due(state: PotState, now_ms: int) -> bool:
    charged = state.options.commission.by == "time" and bool(state.seats)
    return charged and state.phase in ("shuffle", "cut", "post") and state.charge_due_ms <= now_ms


def collect_time_charge(state: PotState, event: e.CollectTimeCharge) -> list[Outcome]:
    """In advance and not given back. It is no part of the table stakes."""
    rule, charge = state.numbers.time_charge, state.options.commission
    require(charge_due(state, event.at_ms), "no_charge_due", rule)
    assert charge.charge_cents is not None
    assert charge.every_minutes is not None
    state.charge_due_ms = event.at_ms + charge.every_minutes * MINUTE_MS
    told: list[Outcome] = [
        StakeChanged(
            box=seat.number, why="time_charge", cents=-charge.charge_cents, stake_cents=seat.stake_cents
        )
        for seat in state.seats.values()
    ]
    return [
        *told,
        notice("time_charge_taken", rule, amount_cents=charge.charge_cents, players=len(state.seats)),
    ]
