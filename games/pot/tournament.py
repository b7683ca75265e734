"""A tournament at the table of a pot game: chips come and go by order, and the table acts for the absent.

NI2017-583: 20.7
NI2017-583: 20.9
NI2017-583: 20.12
NI2017-583: 20.15
NI2005-67, NI2005-74: 20.7
NI2005-67, NI2005-74: 20.11
NI2005-67, NI2005-74: 20.14
NI2017-583, NI2005-67, NI2005-74: 19.2(b)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from games import events as e
from games.events.tournament_orders import Level
from games.every_game.closed_rounds import Holds
from games.every_game.numbers import TournamentNumbers
from games.every_game.state import notice, require
from games.every_game.tournament import are_seated
from games.outcomes import EntrantExcluded, Outcome, Refusal, StakeChanged, StakeWhy, Text, text
from games.pot import betting
from games.pot.carry import Seat
from games.pot.determining import NOT_AT_THE_TABLE, other_cards, play_by
from games.pot.options import Determined, PotOptions, determine
from games.pot.state import PotState
from games.rulebook import Rule

# Its entrants sit where they were put, with what the cards have left them, and are there or absent.
GIVES_WAY: Mapping[type[e.Event], Callable[[PotState], Rule | None]] = {
    e.TakeSeat: lambda state: _numbers(state).seats,
    e.DrawForSeat: lambda state: _numbers(state).seats,
    e.ChangeSeat: lambda state: _numbers(state).seats,
    e.ChooseEntry: lambda state: _numbers(state).seats,  # TOURN-MOVED
    e.AddToStake: lambda state: _numbers(state).chips_stand,
    e.TakeFromStake: lambda state: _numbers(state).chips_stand,
    e.PlayerLeft: lambda state: _numbers(state).absent,
    e.SitOut: lambda state: _numbers(state).absent,
    e.CollectTimeCharge: lambda state: _numbers(state).fees,  # COMM-TOURN
    e.ChangeDeterminations: lambda state: _numbers(state).director,
    e.AnnounceClosing: lambda state: _numbers(state).director if are_seated(state) else None,
}


def _numbers(state: PotState) -> TournamentNumbers:
    assert state.game.tournament is not None
    return state.game.tournament


# ---------------------------------------------------------------- orders


def cannot_follow(state: PotState, event: e.Event) -> Refusal | None:
    closes = state.phase != "closed" and (state.closes is not None or state.no_more_rounds)
    if isinstance(event, e.JoinTournament | e.SeatEntrant) and closes:
        return Refusal(say=text("no_more_rounds"), rule=state.numbers.closing)
    if isinstance(event, e.SeatEntrant) and len(state.seats) >= state.most_players:
        return Refusal(say=text("deck_serves_no_more", most=state.most_players), rule=state.numbers.deck_size)
    if isinstance(event, e.GiveChips) and event.box not in state.seats:
        return Refusal(say=text("nobody_sits_there", box=event.box), rule=state.numbers.kept_out)
    faults = map(partial(_level_fault, state), event.levels if isinstance(event, e.FollowLevels) else ())
    return next(filter(None, faults), None)


def seat_entrant(state: PotState, number: int, chips_cents: int) -> list[Outcome]:
    """He is neither new nor has he changed his seat: he is dealt in at once (TOURN-MOVED). Whoever was excluded
    there before is another."""
    if not state.seats:
        state.start_game()
    state.seats[number] = Seat(number, chips_cents, standing="in")
    state.barred = [barred for barred in state.barred if barred != number]
    return [_changed(state.seats[number], "seated", chips_cents)]


def unseat_entrant(state: PotState, number: int) -> list[Outcome]:
    seat = state.seats.pop(number, None)
    _forget_what_he_played(state, number)
    if seat is None:
        return []
    if seat.stake_cents:
        return [StakeChanged(box=number, why="left", cents=-seat.stake_cents, stake_cents=0)]
    return [notice("entrant_is_out", _numbers(state).eliminated, box=number)]


def _forget_what_he_played(state: PotState, number: int) -> None:
    """His chips are no more at this table, and whoever comes to his seat is another."""
    if state.last_round is not None and number in state.last_round.nets:
        state.last_round = None
    if state.correction is not None and number in state.correction.boxes:
        state.correction = None


def give_chips(state: PotState, number: int, cents: int) -> list[Outcome]:
    seat = state.seats[number]
    seat.stake_cents += cents
    return [_changed(seat, "given", cents)]


def _changed(seat: Seat, why: StakeWhy, cents: int) -> Outcome:
    return StakeChanged(box=seat.number, why=why, cents=cents, stake_cents=seat.stake_cents)


# ---------------------------------------------------------------- levels


def _level_fault(state: PotState, level: Level) -> Refusal | None:
    """Tournament chips may be others than the casino's."""
    rule = _numbers(state).director
    names = {each.name.split(".")[0] for each in level.determined} - {"smallest_chip_cents"}
    for name in sorted(names.intersection(NOT_AT_THE_TABLE)):
        say = text("cannot_be_determined", why={"code": "not_at_the_table", "name": name})
        return Refusal(say=say, rule=rule)
    fit = determine(state.configured, state.determined | _by_level(state, level))
    return None if isinstance(fit, PotOptions) else Refusal(say=fit.say, rule=rule)


def _by_level(state: PotState, level: Level) -> Determined:
    """It names what is played by; blinds or an ante, and not both."""
    named: Determined = {each.name: each.value for each in level.determined}
    chip_cents = named.get("smallest_chip_cents")
    if not isinstance(chip_cents, int):  # what else is named is refused as no amount
        chip_cents = state.configured.smallest_chip_cents
    instead: Determined = {}
    if named.get("betting.blinds_cents"):
        instead["betting.ante_cents"] = None
    elif named.get("betting.ante_cents"):
        instead["betting.blinds_cents"] = ()
    return {**state.configured.of_a_level(chip_cents), **instead, **named}


def play_level(state: PotState, level: Level) -> list[Outcome]:
    state.by_level = _by_level(state, level)
    return play_by(state, state.determined_options(), [each.name for each in level.determined])


def left(state: PotState) -> list[Outcome]:
    before, state.by_level = state.options, {}
    state.start_game()
    state.play_by(state.determined_options())
    return other_cards(state, before)


# ---------------------------------------------------------------- what is told of it


def chips_cents(state: PotState, number: int) -> int:
    """Those of an excluded player are no more at the table."""
    seat = state.seats.get(number)
    return seat.stake_cents if seat is not None else 0


def contributed_cents(state: PotState, number: int) -> int:
    play = state.play
    return play.contributed_cents(number) if play is not None and number in play.players else 0


def exclude(state: PotState, number: int) -> list[Outcome]:
    """19.2(b): his chips leave the game with him when the round is over (TOURN-DQ)."""
    entrant = state.tournament.entrants.get(number) if state.tournament is not None else None
    if entrant is None:
        return []
    entrant.expected = False
    return [EntrantExcluded(box=number, entry=entrant.entry, rule=state.numbers.kept_out)]


def tell_of_excluded(state: PotState) -> list[Outcome]:
    """In this round, or before it: his seat stays barred."""
    entrants = state.tournament.entrants if state.tournament is not None else {}
    excluded = {number for number, seat in state.seats.items() if seat.excluded}.union(state.barred)
    return [
        EntrantExcluded(box=number, entry=entrants[number].entry, rule=state.numbers.kept_out)
        for number in sorted(excluded.intersection(entrants))
    ]


# ---------------------------------------------------------------- a closed round put right


def corrected_boxes(state: PotState, round_: int, boxes: dict[int, int]) -> dict[int, int]:
    """From one player to another, as far as the chips still lie there: no chip comes into play or leaves it."""
    numbers, there = state.numbers, holders(state)
    rule = numbers.dispute if state.tournament is None else _numbers(state).chips_stand
    require(len(boxes) == 2, "whose_chips", rule, box=next(iter(boxes)))
    for number in boxes:
        sat_there = number in there and there[number].since_round <= round_
        require(sat_there, "sat_not_there", rule, box=number, round=round_)
    giver, taker = sorted(boxes, key=boxes.__getitem__)
    moved = min(boxes[taker], there[giver].chips_cents)
    require(moved > 0, "chips_lie_no_more", rule, box=giver)
    return {giver: -moved, taker: moved}


def holders(state: PotState) -> dict[int, Holds]:
    """All who sit there, with chips or without."""
    entrants = state.tournament.entrants if state.tournament is not None else {}
    return {
        number: Holds(seat.stake_cents, entrants[number].since_round if number in entrants else 1)
        for number, seat in sorted(state.seats.items())
    }


def chips_lack(state: PotState, boxes: Mapping[int, int]) -> Text | None:
    for number, cents in boxes.items():
        seat = state.seats.get(number)
        if seat is None or seat.stake_cents + cents < 0:
            return text("chips_lie_no_more", box=number)
    return None


# ---------------------------------------------------------------- the absent


def act_for_absent(state: PotState) -> list[Outcome]:
    """Folded when it is his turn, even if he could check (ABSENT). Whoever has tapped out has no turn
    (ABSENT-TAPPED), and if all others fold he wins (ABSENT-LAST)."""
    told: list[Outcome] = []
    while state.phase == "bet" and not state.pending:
        number = state.current.betting.seat
        if number is None or not state.is_absent(number):
            break
        told += _fold(state, number)
    return told


def _fold(state: PotState, number: int) -> list[Outcome]:
    """Nor does he have to open: whoever is next then opens."""
    now = state.current
    player = now.play.players[number]
    now.betting.put_out(number)
    now.folded.append(number)
    told = notice("absent_is_folded", _numbers(state).absent, box=number)
    return [told, *betting.acted(state, player, "fold", 0, state.now_ms)]
