"""What is ordered at each table: whatever differs between how it shall stand and how it was told to stand.

So nothing that was ordered is ever taken back. When the director takes an entry back, or a wrong one is put
right, the table is ordered to stand otherwise again.

NI2004-492: 17.7-17.8, 17.13
NI2017-583: 20.8-20.9, 20.15
NI2005-67, NI2005-74: 20.7-20.8, 20.14
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import events as e
from games.events import Level, PlaySession
from games.tournament import conditions as written
from games.tournament.levels import changes_after_rounds
from games.tournament.outcomes import AnyOrder, OrderGiven
from games.tournament.state import Entry, Seated, State, TableSide


def order_what_differs(state: State) -> list[OrderGiven]:
    return [
        OrderGiven(table=name, order=order)
        for name, table in state.tables.items()
        for order in _orders(state, table)
    ]


def _orders(state: State, table: TableSide) -> Iterator[AnyOrder]:
    """In the order in which the table can follow them: free a seat, then fill it, then play."""
    wanted = _wanted_seats(state, table)
    in_use = bool(wanted) or not (state.is_closed or state.stage == "cancelled")
    if in_use and not table.joined:
        table.joined = True
        yield _give(table, e.JoinTournament(order=_next(table), tournament=state.name))
    if not table.joined:
        return
    for seat, sits in list(table.seated.items()):
        if seat not in wanted or wanted[seat].number != sits.entry:
            del table.seated[seat]
            yield _give(table, e.UnseatEntrant(order=_next(table), box=seat, entry=sits.entry))
    yield from _seat(table, wanted)
    if not in_use:
        table.joined, table.levels, table.play = False, (), None
        yield _give(table, e.LeaveTournament(order=_next(table)))
        return
    levels = levels_of(state, table)
    if levels != table.levels:
        table.levels = levels
        yield _give(table, e.FollowLevels(order=_next(table), levels=levels))
    play = play_of(state, table)
    if play != table.play:
        table.play = play
        yield _give(table, _numbered(play, _next(table)))


def _seat(table: TableSide, wanted: dict[int, Entry]) -> Iterator[AnyOrder]:
    for seat, entry in sorted(wanted.items()):
        sits = table.seated.get(seat)
        if sits is None:
            entry.given_cents = entry.chips_cents
            table.seated[seat] = Seated(entry.number, entry.given_cents)
            yield _give(
                table,
                e.SeatEntrant(order=_next(table), box=seat, entry=entry.number, chips_cents=entry.chips_cents),
            )
        elif entry.given_cents > sits.given_cents:
            more_cents = entry.given_cents - sits.given_cents
            sits.given_cents = entry.given_cents
            yield _give(
                table,
                e.GiveChips(order=_next(table), box=seat, entry=entry.number, chips_cents=more_cents),
            )


def _wanted_seats(state: State, table: TableSide) -> dict[int, Entry]:
    """Whoever moves is in neither place until he has left the first with his chips."""
    if state.stage == "cancelled" or state.is_closed:
        return {}
    return {
        entry.seat: entry
        for entry in state.entries.values()
        if entry.table == table.name and entry.plays and entry.moves_to is None
    }


def _next(table: TableSide) -> int:
    return len(table.orders) + 1


def _give(table: TableSide, order: AnyOrder) -> AnyOrder:
    table.orders.append(order)
    return order


def _numbered(play: PlaySession, order: int) -> PlaySession:
    return PlaySession(
        order=order,
        session=play.session,
        until_round=play.until_round,
        waiting=play.waiting,
        until_ms=play.until_ms,
        boxes=play.boxes,
        marker=play.marker,
    )


# ---------------------------------------------------------------- levels


def levels_of(state: State, table: TableSide) -> tuple[Level, ...]:
    """By the clock as points in time: a table knows them without us. While the clock stands, none begins."""
    written_levels = state.conditions.levels
    rounds = (0, *changes_after_rounds(written_levels))
    if len(rounds) == len(written_levels):
        begin = [(0, after + 1 if after else 0) for after in rounds]
    else:
        stopped = state.stopped_ms
        begin = [(at_ms, 0) for at_ms in state.level_clock if stopped is None or at_ms <= stopped] or [(0, 0)]
    return tuple(
        _level(number, level, from_ms, from_round)
        for number, (level, (from_ms, from_round)) in enumerate(
            zip(written_levels, begin, strict=False), start=1
        )
    )


def _level(number: int, level: written.Level, from_ms: int, from_round: int) -> Level:
    limits: dict[str, Any] = level.limits.model_dump() if level.limits is not None else {}
    determined = tuple(e.Determination(name=name, value=value) for name, value in level.determined().items())
    return Level(number=number, from_ms=from_ms, from_round=from_round, determined=determined, **limits)


def level_now(state: State, table: TableSide) -> Level:
    """That of the next round there."""
    return level_of_round(state, table, table.played + 1)


def level_of_round(state: State, table: TableSide, number: int) -> Level:
    begun = [level for level in table.levels if level.from_ms <= state.now_ms and level.from_round <= number]
    return begun[-1] if begun else levels_of(state, table)[0]


# ---------------------------------------------------------------- how far a table may play


def play_of(state: State, table: TableSide) -> PlaySession:
    session, rounds = max(state.session, 1), state.session_now.ends.rounds
    if state.stage != "playing":
        return _waits(session, "session")
    if state.playing_off:
        return _extra_round(state, table, session)
    played = table.played if table.session == session else 0
    if state.time_is_up or (rounds is not None and played >= rounds):
        return _waits(session, "session")
    if state.is_stopped:
        return PlaySession(order=0, session=session, waiting="break", until_ms=state.break_until_ms or 0)
    if state.hand_for_hand:
        return PlaySession(order=0, session=session, until_round=table.until_round or 0)
    return PlaySession(order=0, session=session, until_round=rounds)


def _waits(session: int, why: Any) -> PlaySession:
    return PlaySession(order=0, session=session, waiting=why)


def _extra_round(state: State, table: TableSide, session: int) -> PlaySession:
    """17.23: only those whose chips are equal, and one round after the other."""
    if not table.extra:
        return _waits(session, "others")
    return PlaySession(
        order=0, session=session, until_round=table.until_round or table.played, boxes=table.extra
    )
