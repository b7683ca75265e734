"""What people see of a tournament: those who conduct it everything, the players entry numbers and no person.

No card is known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rulebook import Rule
from games.tournament import ending
from games.tournament.conditions import Level
from games.tournament.desk import (
    can_be_placed,
    is_paid_out,
    owed_cents,
    paid_cents,
    pool_of,
    prizes_of,
    rule_of,
    why_no_rebuy,
)
from games.tournament.ordering import level_now
from games.tournament.outcomes import CashWhat, EntryState, Placed
from games.tournament.seats import coming_session, free_seats
from games.tournament.state import Entry, Stage, State, TableSide

FIRST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenClock:
    """Moments are points in time: whoever shows them counts down by himself."""

    level: int
    sets: Level
    next_sets: Level | None
    next_ms: int | None  # when the next level begins; None: not by the clock, or the clock stands
    next_after_rounds: int | None  # of the table that is furthest behind
    ends_ms: int | None  # of the session
    rounds: int | None  # of the session, where it has so many
    rounds_left: int | None
    stands: bool
    break_until_ms: int | None
    hand_for_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSession:
    number: int  # that is on, or comes next
    of: int
    name: str
    starts_ms: int | None  # once the time has come, nobody says it any more


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenEntry:
    number: int
    persons: tuple[str, ...]  # who has played for it, the last one now
    status: EntryState
    table: str
    seat: int
    moves_to: tuple[str, int] | None
    chips_cents: int
    is_here: bool
    waits_for_director: bool  # did not come, is out, or is excluded, and nobody has confirmed it
    may_buy_back: bool
    is_offered: bool
    sold_to: int | None
    rebuys: int
    paid_cents: int
    owed_cents: int
    prize_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    name: str
    players: tuple[tuple[int, int], ...]  # seat and entry
    free: tuple[int, ...]
    orders_waiting: int
    is_astray: bool  # nothing of it is believed
    round_is_on: bool
    played: int
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenReceipt:
    number: int
    entry: int
    person: str
    what: CashWhat
    cents: int  # positive: from a person
    rule: Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPlaces:
    placed: tuple[Placed, ...]
    without_place: tuple[int, ...]
    are_awarded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPool:
    fees_cents: int
    commission_cents: int
    prizes_cents: tuple[int, ...]

    @property
    def cents(self) -> int:
        return self.fees_cents - self.commission_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTournament:
    title: str
    game: str
    stage: Stage
    director: str
    director_name: str
    session: SeenSession
    clock: SeenClock | None  # before the first ballot, and when all is over, there is none
    players_left: int
    entries: tuple[SeenEntry, ...]
    tables: tuple[SeenTable, ...]
    pool: SeenPool
    places: SeenPlaces
    receipts: tuple[SeenReceipt, ...]
    is_paid_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenByPlayers:
    """Entries by their number alone."""

    title: str
    stage: Stage
    session: SeenSession
    clock: SeenClock | None
    entries: int
    players_left: int
    seats: tuple[tuple[int, str, int], ...]  # as drawn: entry, table, seat
    prizes_cents: tuple[int, ...]
    placed: tuple[Placed, ...]  # once awarded


def seen(state: State) -> SeenTournament:
    return SeenTournament(
        title=state.conditions.title,
        game=state.rules.document.title,
        stage=state.stage,
        director=state.director,
        director_name=state.director_name,
        session=_session(state),
        clock=_clock(state),
        players_left=_players_left(state),
        entries=tuple(_entry(state, entry) for entry in state.entries.values()),
        tables=tuple(_table(state, table) for table in state.tables.values()),
        pool=_pool(state),
        places=_places(state),
        receipts=tuple(_receipts(state)),
        is_paid_out=is_paid_out(state),
    )


def seen_by_players(state: State) -> SeenByPlayers:
    places = _places(state)
    return SeenByPlayers(
        title=state.conditions.title,
        stage=state.stage,
        session=_session(state),
        clock=_clock(state),
        entries=len(state.entries),
        players_left=_players_left(state),
        seats=tuple((entry.number, entry.table, entry.seat) for entry in state.left()),
        prizes_cents=_pool(state).prizes_cents,
        placed=places.placed if places.are_awarded else (),
    )


# ---------------------------------------------------------------- session and clock


def _session(state: State) -> SeenSession:
    sessions = state.conditions.sessions
    number = min(coming_session(state), len(sessions))
    return SeenSession(
        number=number,
        of=len(sessions),
        name=sessions[number - 1].name,
        starts_ms=state.specified_start_ms() if state.start_comes_ms() > state.now_ms else None,
    )


def _players_left(state: State) -> int:
    """In the tournament: those who wait for their heat are in it, those whom a session left behind are not."""
    return sum(entry.status == "in" and entry.excluded_by is None for entry in state.entries.values())


def _clock(state: State) -> SeenClock | None:
    if state.stage not in ("drawn", "playing"):
        return None
    level, rounds, behind = level_of(state), state.session_now.ends.rounds, _furthest_behind(state)
    levels, playing = state.conditions.levels, state.stage == "playing"
    left = None if rounds is None else max(rounds - (behind.played if behind and playing else 0), 0)
    return SeenClock(
        level=level,
        sets=levels[level - 1],
        next_sets=levels[level] if level < len(levels) else None,
        next_ms=_at(state, _next_level_ms(state, level)) if playing else None,
        next_after_rounds=_next_level_rounds(state, level, behind) if playing else None,
        ends_ms=_at(state, state.ends_ms) if not state.is_stopped else None,
        rounds=rounds,
        rounds_left=left,
        stands=state.is_stopped,
        break_until_ms=_at(state, state.break_until_ms),
        hand_for_hand=state.hand_for_hand,
    )


def _at(state: State, at_ms: int | None) -> int | None:
    """People are told times of day."""
    return None if at_ms is None else state.time_of_day_ms(at_ms)


def _furthest_behind(state: State) -> TableSide | None:
    return min(state.in_play(), key=lambda table: table.played, default=None)


def level_of(state: State) -> int:
    """Where rounds count, tables can be at different levels: that of the one furthest behind."""
    return min((level_now(state, table).number for table in state.in_play()), default=FIRST)


def _next_level_ms(state: State, level: int) -> int | None:
    coming = state.level_clock[level:]
    return coming[0] if coming and not state.is_stopped else None


def _next_level_rounds(state: State, level: int, behind: TableSide | None) -> int | None:
    """How many rounds are still to be begun at this level."""
    levels = state.conditions.levels
    if behind is None or level == len(levels) or levels[level - 1].rounds is None:
        return None
    until = sum(one.rounds or 0 for one in levels[:level])
    return max(until - behind.played, 0)


# ---------------------------------------------------------------- entries and tables


def _entry(state: State, entry: Entry) -> SeenEntry:
    waits = entry.asked_of_no_show or (entry.plays and (entry.status == "out" or entry.excluded_by is not None))
    return SeenEntry(
        number=entry.number,
        persons=tuple(entry.persons),
        status=entry.status,
        table=entry.table,
        seat=entry.seat,
        moves_to=entry.moves_to,
        chips_cents=entry.chips_cents,
        is_here=entry.taken,
        waits_for_director=waits,
        may_buy_back=entry.status == "out" and why_no_rebuy(state, entry) is None,
        is_offered=entry.offered,
        sold_to=entry.sold_to,
        rebuys=entry.rebuys,
        paid_cents=paid_cents(state, entry),
        owed_cents=owed_cents(state, entry),
        prize_cents=entry.prize_cents,
    )


def _table(state: State, table: TableSide) -> SeenTable:
    here = [(entry.seat, entry.number) for entry in state.playing() if entry.table == table.name]
    return SeenTable(
        name=table.name,
        players=tuple(sorted(here)),
        free=tuple(free_seats(state, table.name)),
        orders_waiting=len(table.orders) - table.followed,
        is_astray=table.strayed is not None,
        round_is_on=table.round_is_on,
        played=table.played,
        level=level_now(state, table).number,
    )


# ---------------------------------------------------------------- money and places


def _pool(state: State) -> SeenPool:
    stood = pool_of(state)
    return SeenPool(
        fees_cents=stood.entry_fees_cents,
        commission_cents=stood.commission_cents,
        prizes_cents=prizes_of(state, can_be_placed(state)),
    )


def _receipts(state: State) -> Iterator[SeenReceipt]:
    for row in state.cash:
        yield SeenReceipt(
            number=row.number,
            entry=row.entry,
            person=row.person,
            what=row.what,
            cents=row.cents,
            rule=rule_of(state, row.what),
        )


def _places(state: State) -> SeenPlaces:
    """Proposed as soon as the last session is over."""
    known = state.stage in ("placing", "awarded")
    return SeenPlaces(
        placed=tuple(ending.proposed_places(state)) if known else (),
        without_place=ending.without_place(state),
        are_awarded=state.stage == "awarded",
    )
