"""Tables and seats by ballot: what is drawn, and whether a draw is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.tournament.instrument import TournamentRules

BallotFault = Literal[
    "no_ballot",
    "after_commencement",
    "not_an_entrant",
    "no_such_seat",
    "entrant_without_seat",
    "entrant_twice",
    "seat_twice",
    "table_over_number",
]


class Position(NamedTuple):
    table: str
    seat: int


class Drawn(NamedTuple):
    entrant: str
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Seats of each table, and how many players the director allocates to it at most."""

    seats: Mapping[str, int]
    at_most: Mapping[str, int]


def is_ballot_needed(rules: TournamentRules, session: int) -> bool:
    """O: before a player's first session; later ones keep or get positions by the director (TOURN-BALLOT-O)."""
    return rules.ballot_each_session or session == 1


def ballot_faults(
    rules: TournamentRules,
    *,
    session: int,
    entrants: Collection[str],
    room: Room,
    draw: Sequence[Drawn],
    drawn_ms: int | None,
    commenced_ms: int | None,
) -> list[BallotFault]:
    """All of them, by name."""
    found: set[BallotFault] = set(_faults_of_draw(entrants, room, draw))
    if is_ballot_needed(rules, session):
        if drawn_ms is None:
            found.add("no_ballot")
        elif commenced_ms is not None and drawn_ms >= commenced_ms:
            found.add("after_commencement")
    return sorted(found)


def _faults_of_draw(entrants: Collection[str], room: Room, draw: Sequence[Drawn]) -> Iterator[BallotFault]:
    times = Counter(row.entrant for row in draw)
    positions = Counter(row.position for row in draw)
    per_table = Counter(row.position.table for row in draw)
    if set(times) - set(entrants):
        yield "not_an_entrant"
    if set(entrants) - set(times):
        yield "entrant_without_seat"
    if max(times.values(), default=0) > 1:
        yield "entrant_twice"
    if max(positions.values(), default=0) > 1:
        yield "seat_twice"
    if any(not 1 <= seat <= room.seats.get(table, 0) for table, seat in positions):
        yield "no_such_seat"
    if any(number > room.at_most.get(table, number) for table, number in per_table.items()):
        yield "table_over_number"


# ---------------------------------------------------------------- drawing


def positions_for(players: int, room: Room) -> tuple[Position, ...]:
    """The seats that are drawn for: as many as there are players, spread evenly over the tables."""
    free = [
        Position(table, seat)
        for seat in range(1, max(room.seats.values(), default=0) + 1)
        for table in room.seats
        if seat <= min(room.seats[table], room.at_most.get(table, seat))
    ]
    if players > len(free):
        raise ValueError(f"{players} players, and the tables have seats for {len(free)}")
    return tuple(free[:players])


def choices(players: int) -> tuple[int, ...]:
    """Of how many seats each one in turn draws: whoever holds the ballot records a number below each."""
    return tuple(range(players, 0, -1))


def draw(entrants: Sequence[str], positions: Sequence[Position], numbers: Sequence[int]) -> tuple[Drawn, ...]:
    """Chance comes in as the numbers that were recorded: which of the seats still there each one got."""
    if not len(entrants) == len(positions) == len(numbers):
        raise ValueError(
            f"{len(entrants)} entrants, {len(positions)} seats and {len(numbers)} numbers: a ballot has one of "
            "each for everybody"
        )
    left, drawn = list(positions), []
    for entrant, number in zip(entrants, numbers, strict=True):
        if not 0 <= number < len(left):
            raise ValueError(f"{entrant} drew number {number} of {len(left)} seats, counted from 0")
        drawn.append(Drawn(entrant, left.pop(number)))
    return tuple(drawn)
