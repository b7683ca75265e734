"""Breaking and balancing tables while a session is on: Omaha alone may, by its conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.rulebook.book import Rule
from games.seats import blind_seats, clockwise_from, next_button
from games.tournament.instrument import TournamentRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupied:
    players: tuple[int, ...]  # their seats
    button: int  # of the round that is on, or of the last one
    round_is_on: bool
    blinds: int = 2  # none: everybody antes


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """As the conditions describe it (O 20.3(a)(iii)(C))."""

    most_per_table: int
    break_order: tuple[str, ...] = ()
    balance_at: int | None = None  # the difference; None: tables are not balanced (TOURN-BALANCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    action: Literal["break", "move", "none", "not_allowed", "new_ballot"]
    rule: Rule
    table: str | None = None  # that is broken, or loses a player
    seat: int | None = None  # of the one who moves
    to: str | None = None
    after_the_round: bool = False  # a player moves between rounds of play of his table


def proposed(
    rules: TournamentRules, tables: Mapping[str, Occupied], method: Method, *, session_is_running: bool
) -> Proposal:
    """One step; when it is done, the next is asked for."""
    numbers = rules.numbers
    if not rules.moves_within_session:  # TOURN-SEAT-OLD
        return Proposal(action="not_allowed" if session_is_running else "new_ballot", rule=numbers.seat_kept)
    broken = table_to_break(tables, method)
    if broken is not None:
        return Proposal(
            action="break",
            rule=numbers.table_size,
            table=broken,
            after_the_round=tables[broken].round_is_on,
        )
    moved = table_to_move_from(tables, method)
    if moved is None:
        return Proposal(action="none", rule=numbers.seat_kept)
    fullest, shortest = moved
    return Proposal(
        action="move",
        rule=numbers.seat_kept,
        table=fullest,
        seat=who_moves(tables[fullest]),
        to=shortest,
        after_the_round=tables[fullest].round_is_on,
    )


def table_to_break(tables: Mapping[str, Occupied], method: Method) -> str | None:
    """The first of the order whose players all find a free seat at the others (O 20.9)."""
    in_play = {name: len(table.players) for name, table in tables.items() if table.players}
    for name in method.break_order:
        others = [count for other, count in in_play.items() if other != name]
        free = sum(max(0, method.most_per_table - count) for count in others)
        if name in in_play and others and free >= in_play[name]:
            return name
    return None


def table_to_move_from(tables: Mapping[str, Occupied], method: Method) -> tuple[str, str] | None:
    """From the fullest, of equals the first of the order, to the shortest, of equals the last."""
    in_play = {name: len(table.players) for name, table in tables.items() if table.players}
    if method.balance_at is None or len(in_play) < 2:
        return None
    order = _by_order(tuple(in_play), method.break_order)
    fullest = max(order, key=lambda name: in_play[name])  # the first of equals
    shortest = min(reversed(order), key=lambda name: in_play[name])
    if in_play[fullest] - in_play[shortest] < max(2, method.balance_at):
        return None
    return fullest, shortest


def _by_order(names: Sequence[str], order: Sequence[str]) -> list[str]:
    return [name for name in order if name in names] + sorted(set(names) - set(order))


def who_moves(table: Occupied) -> int:
    """Who would post the next big blind; without blinds, who would be first to act (8.3, 8.5)."""
    button = next_button(table.button, table.players)
    posts = blind_seats(button, table.players, min(2, table.blinds) or 1, tournament_heads_up=True)
    return posts[-1]


# ---------------------------------------------------------------- where they go


class Move(NamedTuple):
    table: str
    seat: int
    to: str
    to_seat: int


def moves(
    tables: Mapping[str, Occupied], proposal: Proposal, method: Method, seats: Mapping[str, int]
) -> tuple[Move, ...]:
    """Each in turn, clockwise from the button, to the shortest table and the first free seat there."""
    if proposal.action not in ("break", "move") or proposal.table is None:
        return ()
    leaving = tables[proposal.table]
    going = [proposal.seat] if proposal.seat is not None else clockwise_from(leaving.button, leaving.players)
    taken = {name: set(table.players) for name, table in tables.items() if name != proposal.table}
    found = []
    for seat in going:
        to = proposal.to if proposal.to is not None else _shortest(taken, method, seats)
        free = next(number for number in range(1, seats[to] + 1) if number not in taken[to])
        taken[to].add(free)
        found.append(Move(proposal.table, seat, to, free))
    return tuple(found)


def _shortest(taken: Mapping[str, set[int]], method: Method, seats: Mapping[str, int]) -> str:
    in_play = [name for name, players in taken.items() if players]
    order = _by_order(in_play, method.break_order)
    room = [name for name in order if len(taken[name]) < min(method.most_per_table, seats[name])]
    return min(reversed(room), key=lambda name: len(taken[name]))
