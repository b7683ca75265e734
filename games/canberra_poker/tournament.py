"""A Canberra Poker table in a tournament: who plays with how many chips, and who has the starting marker.

Chips are reckoned by box. The tournament's orders change them, and what a round pays and takes; nobody types
them (17.13).

NI2004-492: 17.4(g), 17.7, 17.13, 17.14
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import events as e
from games.canberra_poker.carry import InTournament
from games.canberra_poker.state import CanberraState
from games.every_game import tournament
from games.every_game.carry import TournamentHere
from games.every_game.state import Refused, notice, require
from games.house import wagers
from games.house.announcing import limits_fault
from games.house.results import chips_moved
from games.house.state import Box
from games.limits import Limits
from games.outcomes import EntrantExcluded, Outcome, Refusal, RoundClosed
from games.rulebook import CANBERRA_POKER as C

# ---------------------------------------------------------------- who plays


def here_of(state: CanberraState) -> TournamentHere:
    assert state.tournament is not None
    return state.tournament


def chips_cents(state: CanberraState, box: int) -> int:
    """What he had when the last round was closed."""
    return here_of(state).entrants[box].chips_cents


def chips_beside_cents(state: CanberraState, box: Box) -> int:
    """What lies before him and on no wager."""
    wagered_cents = box.ante_cents + box.second_cents
    return chips_cents(state, box.number) - wagered_cents + chips_moved(box).player_cents


def chips_on_table(state: CanberraState) -> dict[str, Any]:
    """Of a table in a tournament, what each entrant had when the last round was closed."""
    if state.tournament is None:
        return {}
    entrants = sorted(state.tournament.entrants.items())
    return {
        "entrants": [{"box": box, "entry": one.entry, "chips_cents": one.chips_cents} for box, one in entrants]
    }


def can_wager(state: CanberraState, box: int) -> bool:
    """17.14: the ante suffices, if it is for no more (CP-MIN-BET)."""
    return chips_cents(state, box) >= state.limits.minimum_cents


def players(state: CanberraState) -> list[int]:
    """Their boxes, clockwise: who is in the tournament, and plays here now."""
    here = here_of(state)
    boxes = [state.boxes[number] for number in sorted(here.entrants) if here.takes_part(number)]
    return [box.number for box in boxes if not box.barred and can_wager(state, box.number)]


# ---------------------------------------------------------------- the starting marker


def holder(state: CanberraState) -> int:
    """Who has the starting marker now, or gets it before the next round; 0: nobody had it yet.

    It moves to the next player, and stays after a void round (CP-MARKER-VOID)."""
    kept = state.in_tournament
    if state.in_round or not kept.marker:
        return kept.marker
    round_the_table = clockwise_from(kept.marker, players(state))
    behind = [box for box in round_the_table if box != kept.marker] if kept.moves else round_the_table
    return next(iter(behind or round_the_table), 0)


def clockwise_from(first: int, boxes: Iterable[int]) -> list[int]:
    return sorted(boxes, key=lambda box: (box < first, box))


def in_order(state: CanberraState) -> list[int]:
    """As they are asked for their antes (17.15)."""
    first = holder(state)
    return clockwise_from(first, players(state)) if first else []


def give_marker(state: CanberraState, event: e.GiveStartingMarker) -> list[Outcome]:
    """The operator picks who has it first (TOURN-STARTER)."""
    require(state.tournament is not None, "no_such_tournament_here", C["17.15"])
    require(state.phase in ("shuffle", "cut", "antes"), "not_now", C["17.15"])
    require(not state.in_tournament.marker, "marker_is_given", C["17.15"], box=state.in_tournament.marker)
    require(event.box in players(state), "nobody_plays_there", C["17.15"], box=event.box)
    state.in_tournament.marker = event.box
    return []


def marker_placed(state: CanberraState, event: e.ButtonPlaced) -> list[Outcome]:
    """A device sees it. Whoever lays it down for the first time gives it (TOURN-STARTER)."""
    kept = state.in_tournament
    kept.marker_seen = event.box
    if state.tournament is None or state.phase in ("closed", "verify"):
        return []
    if not kept.marker and not state.in_round and event.box in players(state):
        kept.marker = event.box
        return []
    due = holder(state)
    if not due or event.box == due:
        return []
    return [notice("marker_belongs", C["17.15"], box=event.box, due=due)]


def marker_taken(state: CanberraState, event: e.ButtonTaken) -> list[Outcome]:
    state.in_tournament.marker_seen = None
    return []


def limit_marker_placed(state: CanberraState, event: e.MarkerPlaced) -> list[Outcome]:
    """It lies there, and lifts nothing: the limits are those of the conditions (17.4(g))."""
    if state.tournament is None:
        return wagers.marker_placed(state, event)
    if event.box in state.boxes:
        state.boxes[event.box].lies_cents = event.amount_cents
    return [notice("no_limit_markers", C["17.4(g)"], box=event.box)]


def limit_marker_taken(state: CanberraState, event: e.MarkerTaken) -> list[Outcome]:
    if state.tournament is None:
        return wagers.marker_taken(state, event)
    if event.box in state.boxes:
        state.boxes[event.box].lies_cents = None
    return []


# ---------------------------------------------------------------- orders


def join(state: CanberraState, event: e.JoinTournament) -> list[Outcome]:
    """Other limits that players had notice of are none of the tournament's."""
    outcomes = tournament.follow(state, event)
    state.coming = None
    return outcomes


def follow_levels(state: CanberraState, event: e.FollowLevels) -> list[Outcome]:
    for level in event.levels:
        fault = limits_fault(level.minimum_cents, level.maximum_cents, level.multiple_cents)
        if fault is not None:
            raise Refused(Refusal(say=fault, rule=C["17.4(g)"]))
    return tournament.follow(state, event)


def play_level(state: CanberraState, level: e.Level) -> list[Outcome]:
    state.limits = Limits(
        minimum_cents=level.minimum_cents,
        maximum_cents=level.maximum_cents,
        multiple_cents=level.multiple_cents,
    )
    return [notice("limits_changed", C["17.4(g)"], **state.limits.model_dump())]


def seat_entrant(state: CanberraState, number: int) -> list[Outcome]:
    """Whoever was excluded from this box before is somebody else."""
    box = state.boxes[number]
    box.player_gone()
    box.barred = False
    box.seated = True
    state.in_tournament.since[number] = state.round
    return []


def unseat_entrant(state: CanberraState, number: int) -> list[Outcome]:
    state.boxes[number].player_gone()
    state.is_to_be_asked(number)
    kept = state.in_tournament
    kept.told_out = [box for box in kept.told_out if box != number]
    kept.since.pop(number, None)
    return []


def session_ordered(state: CanberraState, event: e.PlaySession) -> list[Outcome]:
    """In rounds among those whose chips were equal the marker goes on (17.23)."""
    kept, here = state.in_tournament, here_of(state)
    if event.session != kept.session:
        kept.session = event.session
        if not event.boxes:
            kept.marker, kept.moves = 0, False
        here.counted.clear()
    if event.marker is not None and not here.played:
        kept.marker, kept.moves = event.marker, False
    state.asked, state.asking, state.excused = [], 0, set()
    return []


def left(state: CanberraState) -> list[Outcome]:
    state.in_tournament = InTournament(marker_seen=state.in_tournament.marker_seen)
    state.limits = state.options.limits
    for box in state.boxes.values():
        box.maximum_cents = box.marked_cents = box.lies_cents
    return []


# ---------------------------------------------------------------- what rounds change


def tell_who_is_out(state: CanberraState) -> list[Outcome]:
    """Before a round: who cannot wager the minimum of the level (17.14). He is told once."""
    if state.tournament is None or tournament.why_waits(state) is not None:
        return []
    kept = state.in_tournament
    out = [box for box in sorted(here_of(state).entrants) if not can_wager(state, box)]
    news = [box for box in out if box not in kept.told_out]
    kept.told_out = out
    return [notice("out_of_tournament", C["17.14"], box=box) for box in news]


def round_settled(state: CanberraState, told: list[Outcome]) -> None:
    """17.13: nothing but what the round has paid and taken."""
    if state.tournament is None:
        return
    for closed in told:
        for result in closed.boxes if isinstance(closed, RoundClosed) else ():
            state.tournament.entrants[result.box].chips_cents += result.net_cents
    kept = state.in_tournament
    kept.moves = not state.void


def chips_corrected(state: CanberraState, box: int, cents: int) -> list[Outcome]:
    """As far as they still lie there."""
    entrant = state.tournament.entrants.get(box) if state.tournament is not None else None
    if entrant is not None:
        entrant.chips_cents = max(0, entrant.chips_cents + cents)
    return []


def sat_there(state: CanberraState, box: int, round_: int) -> bool:
    """Not what was won for money before, nor by whoever sat there in another session."""
    return state.tournament is None or state.in_tournament.since.get(box, 0) <= round_


# ---------------------------------------------------------------- who is excluded


def excluded(state: CanberraState) -> set[int]:
    """Their boxes, from when it was decided."""
    entrants = state.tournament.entrants if state.tournament is not None else {}
    return {number for number in entrants if state.boxes[number].excluded or state.boxes[number].barred}


def tell_of_excluded(state: CanberraState, before: set[int]) -> list[Outcome]:
    rule = C["16.2(b)"]
    return [
        EntrantExcluded(box=box, entry=here_of(state).entrants[box].entry, rule=rule)
        for box in sorted(excluded(state) - before)
    ]
