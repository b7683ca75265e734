"""Who sits where with what, and who takes part in the coming round of play.

NI2017-583, NI2005-67, NI2005-74: 4.3-4.6
NI2017-583, NI2005-67, NI2005-74: 8.1-8.3
NI2017-583, NI2005-67, NI2005-74: 14.3
NI2017-583, NI2005-67, NI2005-74: 16.2
NI2017-583, NI2005-67, NI2005-74: 17.4
NI2017-583, NI2005-67, NI2005-74: 17.11-17.13
"""

from __future__ import annotations

from typing import NamedTuple

from games import events as e
from games.betting import Unfit
from games.every_game import announcing
from games.every_game.carry import TournamentHere
from games.every_game.state import Refused, notice, require
from games.outcomes import Outcome, Refusal, StakeChanged, StakeWhy, text
from games.pot.carry import MissedKind, Seat
from games.pot.state import PotState
from games.seats import (
    WORTH,
    ComingIn,
    MissedBlinds,
    blind_seats,
    clockwise_from,
    entry_after_missing,
    entry_after_move,
    entry_of_new_player,
    first_button,
    next_button,
)
from games.stakes import buy_in, take_away, top_up

# ---------------------------------------------------------------- coming and going


def take_seat(state: PotState, event: e.TakeSeat) -> list[Outcome]:
    rule = state.numbers.seats
    _between(state, may_be_in_round=True)
    require(not state.no_more_rounds, "no_more_rounds", state.numbers.closing)
    require(1 <= event.box <= state.places, "no_such_box", rule, box=event.box)
    require(event.box not in state.seats, "seat_is_taken", rule, box=event.box)
    require(
        len(state.seats) < state.most_players,
        "deck_serves_no_more",
        state.numbers.deck_size,
        most=state.most_players,
    )
    confirmed = event.box not in state.barred or event.role == "supervisor"  # EXCLUDED-STAYS
    require(confirmed, "seat_is_barred", state.numbers.kept_out, box=event.box)
    _allowed(buy_in(state.options.table_stakes, event.stake_cents))
    _in_chips(state, event.stake_cents)
    state.seats[event.box] = Seat(event.box, event.stake_cents)
    state.barred = [number for number in state.barred if number != event.box]
    return [_stake(state.seats[event.box], "bought_in", event.stake_cents)]


def draw_for_seat(state: PotState, event: e.DrawForSeat) -> list[Outcome]:
    """8.2: the highest card has it; of equals the highest draw again (SEAT-DRAW)."""
    rule = state.numbers.seats
    require(event.box not in state.seats, "seat_is_taken", rule, box=event.box)
    require(len(set(event.cards)) == len(event.cards), "entered_twice", rule)
    highest = max(WORTH[card] for card in event.cards)
    best = [place for place, card in enumerate(event.cards, start=1) if WORTH[card] == highest]
    if len(best) > 1:
        return [notice("draw_again", rule, box=event.box, players=best)]
    return [notice("seat_drawn", rule, box=event.box, player=best[0], card=event.cards[best[0] - 1])]


def player_left(state: PotState, event: e.PlayerLeft) -> list[Outcome]:
    """A seat is free at once, or, if its player has folded, when the round of play is over."""
    seat = seat_at(state, event.box)
    player = None if state.void else state.player(event.box)
    require(player is None or player.folded, "finish_the_round", state.numbers.stake_stands, box=event.box)
    require(not seat.leaves, "so_already", state.numbers.stake_stands, box=event.box)
    left = _stake(seat, "left", -state.stake_cents(event.box))
    if state.posts_lie:
        seat.leaves = True
    else:
        del state.seats[event.box]
    return [left]


def close_table(state: PotState, event: e.CloseTable) -> list[Outcome]:
    """Whoever still sits there leaves with what he has."""
    closed = announcing.close_table(state, event)
    stakes = {seat.number: seat.stake_cents for seat in state.seats.values()}
    left = [_stake(seat, "left", -seat.stake_cents) for seat in state.seats.values()]
    state.seats.clear()
    told = [notice("paid_out", state.numbers.closing, stakes=stakes)] if stakes else []
    return [*closed, *left, *told]


def change_seat(state: PotState, event: e.ChangeSeat) -> list[Outcome]:
    """Whoever sits at the table comes before anybody who waits to join (8.2)."""
    rule = state.numbers.seats
    seat = seat_at(state, event.box)
    _between(state)
    require(1 <= event.to <= state.places, "no_such_box", rule, box=event.to)
    require(event.to not in state.seats, "seat_is_taken", rule, box=event.to)
    require(event.to not in state.barred, "seat_is_barred", state.numbers.kept_out, box=event.to)
    further = seat.standing == "in" and _further_from_the_blinds(state, event.box, event.to)
    del state.seats[event.box]
    if further:
        seat.standing, seat.former, seat.posts = "moved", event.box, False
    elif seat.standing == "moved" and seat.former == event.to:
        seat.standing, seat.former = "in", None  # he is back where he was
    seat.number = event.to
    state.seats[event.to] = seat
    return [notice("seat_changed", rule, box=event.box, to=event.to)]


def _further_from_the_blinds(state: PotState, former: int, to: int) -> bool:
    """As the game stands when he moves; later rounds do not make it shorter (17.13)."""
    lined = lineup(state)
    if not lined.blinds:
        return False
    big_blind, big_cents = _big_blind(lined.blinds), state.options.big_blind_cents
    return bool(entry_after_move(to, former, big_blind, lined.playing, big_cents).live_cents)


def sit_out(state: PotState, event: e.SitOut) -> list[Outcome]:
    seat = seat_at(state, event.box)
    require(seat.sits_out != event.out, "so_already", state.numbers.missed_blinds, box=event.box)
    seat.sits_out = event.out
    return []


def choose_entry(state: PotState, event: e.ChooseEntry) -> list[Outcome]:
    seat = seat_at(state, event.box)
    _between(state)
    entry = entry_of(state, seat, lineup(state))
    require(len(entry.options) > 1 or seat.posts, "nothing_to_choose", state.numbers.new_player, box=event.box)
    seat.posts = event.post
    return []


def seat_at(state: PotState, number: int) -> Seat:
    seat = state.seats.get(number)
    require(seat is not None, "nobody_sits_there", state.numbers.seats, box=number)
    assert seat is not None
    return seat


def _between(state: PotState, *, may_be_in_round: bool = False) -> None:
    require(state.phase != "closed", "not_now", state.numbers.seats)
    require(may_be_in_round or not state.posts_lie, "finish_the_round", state.numbers.stake_stands)


# ---------------------------------------------------------------- stakes


def add_to_stake(state: PotState, event: e.AddToStake) -> list[Outcome]:
    seat = seat_at(state, event.box)
    _in_chips(state, event.amount_cents)
    require(event.amount_cents > 0, "no_amount", state.numbers.declared, box=event.box)
    stakes, frozen = state.options.table_stakes, state.posts_lie
    _allowed(top_up(stakes, seat.stake_cents, event.amount_cents, in_round=frozen, declared=seat.declared))
    seat.stake_cents += event.amount_cents
    return [_stake(seat, "added", event.amount_cents)]


def take_from_stake(state: PotState, event: e.TakeFromStake) -> list[Outcome]:
    seat = seat_at(state, event.box)
    require(event.amount_cents > 0, "no_amount", state.numbers.stake_stands, box=event.box)
    _allowed(
        take_away(state.options.table_stakes, seat.stake_cents, event.amount_cents, in_round=state.posts_lie)
    )
    seat.stake_cents -= event.amount_cents
    return [_stake(seat, "taken", -event.amount_cents)]


def _stake(seat: Seat, why: StakeWhy, cents: int) -> Outcome:
    return StakeChanged(
        box=seat.number, why=why, cents=cents, stake_cents=seat.stake_cents if why != "left" else 0
    )


def _in_chips(state: PotState, cents: int) -> None:
    chip = state.options.smallest_chip_cents
    require(cents % chip == 0, "stake_in_chips", state.numbers.divided, chip_cents=chip)


def _allowed(unfit: Unfit | None) -> None:
    if unfit is not None:
        say = text(unfit.code, least_cents=unfit.least_cents, most_cents=unfit.most_cents)
        raise Refused(Refusal(say=say, rule=unfit.rule))


# ---------------------------------------------------------------- the coming round of play


class Missed(NamedTuple):
    kind: MissedKind
    cents: int


class Lineup(NamedTuple):
    button: int
    playing: list[int]  # clockwise from the button, the button last
    blinds: list[int]  # who posts, in order
    late: dict[int, ComingIn]  # who posts besides, to come in
    missed: dict[int, Missed]  # who would have posted now, but sits out


def lineup(state: PotState) -> Lineup:
    """Who would play if the round began now. With fewer than two nobody does."""
    if state.tournament is not None:
        return _tournament_lineup(state, state.tournament)
    ready = sorted(seat.number for seat in state.seats.values() if _is_ready(seat))
    inside = [number for number in ready if state.seats[number].standing == "in"]
    if not ready:
        return Lineup(state.button, [], [], {}, {})
    button = _button(state, inside or ready)
    if not state.options.betting.blinds_cents:
        return Lineup(button, clockwise_from(button, ready), [], {}, {})
    if len(inside) < 2:
        inside = ready  # the game begins, or begins again
    return _with_blinds(state, button, ready, inside)


def _tournament_lineup(state: PotState, here: TournamentHere) -> Lineup:
    """Everybody with chips, and nobody is new or has missed anything (TOURN-MOVED)."""
    ready = [n for n, seat in state.seats.items() if _is_ready(seat) and here.takes_part(n)]
    if not ready:
        return Lineup(state.button, [], [], {}, {})
    button = _button(state, ready)
    count = len(state.options.betting.blinds_cents)
    blinds = blind_seats(button, ready, count, tournament_heads_up=state.of_two)
    return Lineup(button, clockwise_from(button, ready), blinds, {}, {})


def _is_ready(seat: Seat) -> bool:
    return bool(seat.stake_cents) and not (seat.sits_out or seat.leaves or seat.excluded)


def _button(state: PotState, candidates: list[int]) -> int:
    """8.3, BUTTON-MOVE: only one who is in the game already can get it (17.4, 17.11)."""
    if not state.button:
        return first_button(candidates)
    if not state.moves and state.button in candidates:
        return state.button
    return next_button(state.button, candidates)


def _with_blinds(state: PotState, button: int, ready: list[int], inside: list[int]) -> Lineup:
    count = len(state.options.betting.blinds_cents)
    playing, late = list(inside), {}
    for number in clockwise_from(button, ready) if len(inside) < len(ready) else ():
        if number in playing:
            continue
        entry = _coming_in(state, number, button, playing, count)
        if entry is not None:
            playing.append(number)
            late[number] = entry
    blinds = blind_seats(button, playing, count)
    if late:
        late = {number: _beside_the_blind(state, number, entry, blinds) for number, entry in late.items()}
        late = {number: entry for number, entry in late.items() if entry.live_cents or entry.dead_cents}
    return Lineup(button, clockwise_from(button, playing), blinds, late, _missed(state, button, playing, count))


def _coming_in(state: PotState, number: int, button: int, playing: list[int], count: int) -> ComingIn | None:
    """What he posts besides; None if he has still to wait."""
    seat = state.seats[number]
    blinds = blind_seats(button, {*playing, number}, count)
    entry = _entry(state, seat, button, blinds)
    if "no_post_required" in entry.options:
        return ComingIn()
    if seat.posts and len(entry.options) > 1:
        return entry
    return ComingIn() if number == _big_blind(blinds) and number != button else None


def _big_blind(blinds: list[int]) -> int:
    return blinds[min(1, len(blinds) - 1)]


def _entry(state: PotState, seat: Seat, button: int, blinds: list[int]) -> ComingIn:
    big_cents = state.options.big_blind_cents
    if seat.standing == "missed":
        big_cents = seat.missed.get("big", 0)
        missed = MissedBlinds(big_cents, sum(seat.missed.values()) - big_cents)  # MISSED-SUM
        return entry_after_missing(seat.number, button, blinds, missed)
    if seat.standing == "moved":
        return ComingIn(("wait_for_big_blind", "post_big_blind"), live_cents=big_cents)
    passed, revolved = on_its_way(state, button)
    return entry_of_new_player(
        seat.number,
        button,
        big_cents,
        first_revolution=not revolved,
        button_has_passed=seat.number in passed,
    )


def on_its_way(state: PotState, button: int) -> tuple[list[int], bool]:
    """Which seats the button has left or gone by once it lies there, and whether it has gone round (17.12)."""
    if state.revolved or state.button in (0, button):
        return state.passed, state.revolved
    places = [(state.button - 1 + step) % state.places + 1 for step in range(state.places)]
    left, *gone_by = places[: places.index(button)]
    revolved = state.first_button in (*gone_by, button)
    return sorted({*state.passed, left, *gone_by}), revolved


def entry_of(state: PotState, seat: Seat, lined: Lineup) -> ComingIn:
    """How a player who is not in yet may come in; no options if he is."""
    if seat.standing == "in" or not state.options.betting.blinds_cents or not lined.playing:
        return ComingIn()
    others = [number for number in lined.playing if number != seat.number]
    blinds = blind_seats(lined.button, {*others, seat.number}, len(state.options.betting.blinds_cents))
    return _entry(state, seat, lined.button, blinds)


def _beside_the_blind(state: PotState, number: int, entry: ComingIn, blinds: list[int]) -> ComingIn:
    """On a blind he posts that; a new player on a smaller one makes it up to the big blind (17.11)."""
    if number not in blinds or not entry.live_cents:
        return entry
    if state.seats[number].standing == "missed":
        return ComingIn()
    posted = state.options.betting.blinds_cents[blinds.index(number)]
    return ComingIn(live_cents=max(0, entry.live_cents - posted))


def _missed(state: PotState, button: int, playing: list[int], count: int) -> dict[int, Missed]:
    """17.4: whose turn it would have been, had he not sat out."""
    if len(playing) == len(state.seats):
        return {}
    amounts = state.options.betting.blinds_cents
    found = {}
    for seat in state.seats.values():
        if seat.number in playing or seat.standing not in ("in", "missed"):
            continue
        blinds = blind_seats(button, {*playing, seat.number}, count)
        if seat.number in blinds:
            place = blinds.index(seat.number)
            kind: MissedKind = "big" if seat.number == _big_blind(blinds) else "third" if place else "first"
            found[seat.number] = Missed(kind, amounts[place])
    return found


# ---------------------------------------------------------------- the dealer button, as a sensor sees it


def button_placed(state: PotState, event: e.ButtonPlaced) -> list[Outcome]:
    state.button_seen = event.box
    due = state.button if state.in_round else lineup(state).button
    if not due or event.box == due or state.phase in ("closed", "verify"):
        return []
    return [notice("button_belongs", state.numbers.button, box=event.box, due=due)]


def button_taken(state: PotState, event: e.ButtonTaken) -> list[Outcome]:
    state.button_seen = None
    return []


def stakes_and_wagers(state: PotState) -> list[dict[str, int]]:
    """Who sits there, what he has, and what he has in the round that is played."""
    players = state.play.players if state.play is not None and not state.void else {}
    put_in = {seat: player.paid_cents + player.dead_cents for seat, player in players.items()}
    return [
        {"box": seat, "stake_cents": state.stake_cents(seat), "wagered_cents": put_in.get(seat, 0)}
        for seat in state.seats
    ]
