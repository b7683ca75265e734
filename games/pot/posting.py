"""Blinds and antes go into the pot, and the deal begins (rules 8.3 to 8.5).

NI2017-583, NI2005-67, NI2005-74: 8.3-8.5
NI2017-583, NI2005-67, NI2005-74: 4.2(e)-4.2(f)
NI2017-583, NI2005-67, NI2005-74: 15.3
NI2017-583, NI2005-67, NI2005-74: 17.4
NI2017-583: 20.12
NI2017-583: 20.20
NI2017-583: 20.22
NI2005-67, NI2005-74: 20.11
NI2005-67, NI2005-74: 20.20
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games import events as e
from games.every_game.announcing import MINUTE_MS
from games.every_game.devices import need_shoe
from games.every_game.rulings import make_void
from games.every_game.state import Refused, notice, require
from games.every_game.tournament import waits_by, why_waits
from games.outcomes import Outcome, Posted, PostName, Refusal, StakeChanged, text
from games.pot.playing import deal_street, go_on
from games.pot.seating import Lineup, lineup, on_its_way
from games.pot.state import InRound, PotState
from games.pots import Division
from games.round_of_play import Post, RoundOfPlay, Terms
from games.rulebook import Rule
from games.seats import clockwise_from, over_blind_seat
from games.stakes import is_declared


def collect_posts(state: PotState, event: e.CollectPosts) -> list[Outcome]:
    require(state.phase == "post", "not_now", state.numbers.posts)
    require(not state.no_more_rounds, "no_more_rounds", state.numbers.closing)
    require(not charge_due(state, event.at_ms), "time_charge_first", state.numbers.time_charge)
    return start_deal(state)


def start_deal(state: PotState) -> list[Outcome]:
    """Also by the first card, if it may: what each posts is settled before, whether anybody has said so."""
    posted = [] if state.posted is not None else _begin(state)
    if len(state.current.play.live()) < 2:  # others were excluded behind a misdeal (19.2(b))
        begun = [*posted, state.move("begin")]
        return [
            *begun,
            *(go_on(state) if state.current.play.live() else make_void(state, state.numbers.impractical)),
        ]
    return [*posted, *deal_street(state), state.move("begin"), *need_shoe(state)]


def why_not(state: PotState, lined: Lineup) -> Refusal | None:
    """Why no round can begin with those who would play now."""
    if why_waits(state) is not None:
        return Refusal(say=text("tournament_waits"), rule=waits_by(state))
    if len(lined.playing) < 2:
        return Refusal(say=text("two_players_needed"), rule=state.numbers.posts)
    if len(lined.playing) > state.most_players:
        return Refusal(say=text("deck_serves_no_more", most=state.most_players), rule=state.numbers.deck_size)
    return None


def may_begin(state: PotState) -> bool:
    return state.posted is not None or why_not(state, lineup(state)) is None


def _begin(state: PotState) -> list[Outcome]:
    lined = lineup(state)
    if (why := why_not(state, lined)) is not None:
        raise Refused(why)
    _pass_button(state, lined.button)
    state.take_posts(new_play(state, lined), lined)
    declared = _declared(state, lined)
    for number in lined.playing:
        seat = state.seats[number]
        seat.standing, seat.posts = "in", False
        seat.missed = {}
    for seat in state.seats.values():
        seat.former = None  # whoever is dealt out for his move stays so until the big blind, or posts one
    for number, missed in lined.missed.items():
        seat = state.seats[number]
        seat.standing = "missed"
        seat.missed = {**seat.missed, missed.kind: max(missed.cents, seat.missed.get(missed.kind, 0))}
    return [*declared, *_posts(state, state.current)]


def below_the_minimum(state: PotState, lined: Lineup) -> list[int]:
    """Who becomes declared now, unless he adds to his stake before (14.3). In a tournament nobody."""
    if state.tournament is not None:
        return []
    seats = [state.seats[number] for number in lined.playing]
    stakes = state.options.table_stakes
    return [seat.number for seat in seats if not seat.declared and is_declared(stakes, seat.stake_cents)]


def _declared(state: PotState, lined: Lineup) -> list[Outcome]:
    told: list[Outcome] = [
        notice("becomes_declared", state.numbers.declared, box=number)
        for number in below_the_minimum(state, lined)
    ]
    for number in lined.playing if state.tournament is None else ():  # DECLARED-CLEAR
        seat = state.seats[number]
        seat.declared = is_declared(state.options.table_stakes, seat.stake_cents)
    return told


def new_play(state: PotState, lined: Lineup) -> RoundOfPlay:
    """The same again after a misdeal: blinds and antes stay in (MISDEAL-REF)."""
    options = state.options
    blinds, opening = options.betting.blinds_cents, options.opening
    if state.over_blind and state.over_blind == over_blinder(lined) and options.betting.over_blind_cents:
        blinds = (*blinds, options.betting.over_blind_cents)
    if blinds:  # those that somebody posts (THREE-BLINDS-HU)
        opening = replace(opening, blind_cents=max(blinds[: len(lined.playing)]))
    in_tournament = state.tournament is not None
    commission = None if in_tournament else options.pot_commission  # COMM-TOURN
    table = Division(clockwise_from(lined.button, lined.playing), options.smallest_chip_cents, commission)
    ante = options.betting.ante_cents
    terms = Terms(
        options.limits,
        table,
        blinds,
        None if ante is None else dict.fromkeys(lined.playing, ante),
        opening,
        options.lowest_opens,
        tournament=state.of_two,
        late=lined.late,
    )
    return RoundOfPlay(
        terms, {number: state.seats[number].stake_cents for number in lined.playing}, lined.button
    )


def _posts(state: PotState, now: InRound) -> list[Outcome]:
    posted: list[Outcome] = [
        Posted(box=post.seat, what=what, cents=post.cents, rule=_post_rule(state, now, what, post.seat))
        for post, what in named_posts(state, now.play)
    ]
    return [*posted, *_posts_of_absent(state, now)]


def _posts_of_absent(state: PotState, now: InRound) -> Iterator[Outcome]:
    """Out of their chips (20.12; 20.11 of 2005)."""
    for post in now.play.posts:
        if state.is_absent(post.seat):
            assert state.game.tournament is not None
            rule = state.game.tournament.absent
            yield notice("posted_for_absent", rule, box=post.seat, amount_cents=post.cents)


def named_posts(state: PotState, play: RoundOfPlay) -> Iterator[tuple[Post, PostName]]:
    """The blind behind those that are determined is an over-blind."""
    blinds = 0
    for post in play.posts:
        blinds += post.what == "blind"
        over = post.what == "blind" and blinds > len(state.options.betting.blinds_cents)
        yield post, "over_blind" if over else post.what


def _post_rule(state: PotState, now: InRound, what: PostName, number: int) -> Rule:
    numbers = state.numbers
    if what in ("late_blind", "dead_blind"):
        return numbers.missed_blinds if now.lined.late[number].dead_cents else numbers.new_player_posts
    return {"ante": numbers.ante, "blind": numbers.blind, "over_blind": numbers.over_blind}[what]


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
        require(bool(state.over_blind), "no_over_blind", rule)
        state.over_blind = 0
        return []
    require(event.box == over_blinder(lineup(state)), "not_his_over_blind", rule, box=event.box)
    state.over_blind = event.box
    return []


def over_blinder(lined: Lineup) -> int | None:
    """Nobody if everybody has posted already, or if it is one who posts to come in (LATE-NO-OVERBLIND)."""
    if not lined.blinds or len(lined.blinds) == len(lined.playing):
        return None
    seat = over_blind_seat(lined.blinds[-1], lined.playing)
    return None if seat in lined.late else seat


# ---------------------------------------------------------------- a charge for time, 15.3


def charge_due(state: PotState, now_ms: int) -> bool:
    charged = state.options.commission.by == "time" and bool(state.seats) and state.tournament is None
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
