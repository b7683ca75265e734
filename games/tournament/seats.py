"""The ballot, who came in time, and who plays at which table.

NI2017-583: 20.8-20.11
NI2005-67, NI2005-74: 20.7-20.10
NI2004-492: 17.7-17.10
"""

from __future__ import annotations

from games.every_game.state import notice, require
from games.rulebook import Rule
from games.tournament import ballot, no_show, seating
from games.tournament import events as t
from games.tournament.desk import start_chips_cents
from games.tournament.outcomes import BallotHeld, EntryChanged, Outcome
from games.tournament.state import Entry, State, TableSide

# ---------------------------------------------------------------- ballot


def coming_session(state: State) -> int:
    return state.session + 1 if state.stage in ("entries", "between") else state.session


def to_be_seated(state: State) -> list[Entry]:
    """Who plays in the coming session: everybody, who has gone on, or who has still no heat."""
    ready = [entry for entry in state.entries.values() if entry.status == "in" and entry.advanced]
    sessions, coming = state.conditions.sessions, coming_session(state)
    heats = [number for number, one in enumerate(sessions, start=1) if one.kind == "heat" and number >= coming]
    if sessions[coming - 1].kind != "heat":
        return ready
    waiting = [entry for entry in ready if not entry.in_heat]
    return waiting if len(heats) == 1 else waiting[: -(-len(waiting) // len(heats))]


def drawn_among(state: State) -> list[Entry]:
    """Everybody from among whom the coming session's players are drawn."""
    ready = [entry for entry in state.entries.values() if entry.status == "in" and entry.advanced]
    coming = state.conditions.sessions[coming_session(state) - 1]
    return [entry for entry in ready if not entry.in_heat] if coming.kind == "heat" else ready


def needs_ballot(state: State) -> bool:
    """Also where positions could be kept: with other chips for all, and for players who have none (20.8)."""
    coming = coming_session(state)
    if state.conditions.sessions[coming - 1].chips_cents is not None:
        return True
    if ballot.is_ballot_needed(state.rules, coming):
        return True
    return any(not entry.table for entry in to_be_seated(state))


def room(state: State, players: int) -> ballot.Room:
    """As many tables as the players need, or as the conditions name."""
    most, named = state.conditions.tables.most_per_table, state.conditions.sessions[coming_session(state) - 1]
    needed = -(-players // most)
    count = named.tables if isinstance(named.tables, int) else needed
    names = list(state.tables)[: min(max(count, needed), max(players // 2, 1))]
    seats = {name: state.tables[name].seats for name in names}
    return ballot.Room(seats=seats, at_most={name: min(most, seats[name]) for name in names})


def draw_ballot(state: State, event: t.DrawBallot) -> list[Outcome]:
    drawn_from = drawn_among(state)
    players, rule = len(to_be_seated(state)), state.numbers.ballot
    _may_be_drawn(state, players, event.at_ms)
    require(has_room(state), "too_few_seats", state.numbers.table_size, players=players)
    positions = ballot.positions_for(players, room(state, players))
    whole = len(event.chance) == len(drawn_from)
    require(whole, "chance_does_not_fit", rule, count=len(drawn_from))
    order = list(drawn_from)
    drawn = []
    for number, left in zip(event.chance, range(len(order), 0, -1), strict=True):
        require(number < left, "chance_does_not_fit", rule, count=left)
        drawn.append(order.pop(number))
    rows = [
        t.Drawn(entry=entry.number, table=place.table, seat=place.seat)
        for entry, place in zip(drawn, positions, strict=False)
    ]
    return _held(state, rows, event.by, on_paper=False)


def start_is_past(state: State, at_ms: int) -> bool:
    """Nobody can take a seat before a moment that is past: where that costs the place, it is put off first."""
    return state.rules.no_show_at == "starting_time" and at_ms >= state.start_comes_ms()


def has_room(state: State) -> bool:
    try:
        ballot.positions_for(len(to_be_seated(state)), room(state, len(to_be_seated(state))))
    except ValueError:
        return False
    return True


def enter_ballot(state: State, event: t.EnterBallot) -> list[Outcome]:
    players = len(event.draw)
    _may_be_drawn(state, players, event.at_ms)
    seats = {name: table.seats for name, table in state.tables.items()}
    most = state.conditions.tables.most_per_table
    by_heat = len(to_be_seated(state)) != len(drawn_among(state))
    drawn = [ballot.Drawn(str(row.entry), ballot.Position(row.table, row.seat)) for row in event.draw]
    among = {str(entry.number) for entry in drawn_among(state)}
    named = among & {row.entrant for row in drawn} if by_heat else among
    faults = ballot.ballot_faults(
        state.rules,
        session=coming_session(state),
        entrants=named if by_heat else among,
        room=ballot.Room(seats=seats, at_most=dict.fromkeys(seats, most)),
        draw=drawn,
        drawn_ms=event.at_ms,
        commenced_ms=None,
    )
    require(not faults, f"ballot_{faults[0]}" if faults else "", state.numbers.ballot)
    return _held(state, list(event.draw), event.by, on_paper=True)


def _may_be_drawn(state: State, players: int, at_ms: int) -> None:
    rule = state.numbers.ballot
    require(state.stage in ("entries", "between"), "not_now", rule)
    require(needs_ballot(state), "seats_are_kept", state.numbers.seat_kept)
    entered, least = len(state.entries), state.conditions.players_least
    require(state.stage != "entries" or entered >= least, "too_few_players", state.numbers.players, least=least)
    require(players >= 1, "nobody_to_seat", rule)
    require(not start_is_past(state, at_ms), "start_is_past", state.numbers.start)


def _held(state: State, rows: list[t.Drawn], by: str, *, on_paper: bool) -> list[Outcome]:
    state.session = coming_session(state)
    state.stage, state.time_is_up = "drawn", False
    is_heat = state.session_now.kind == "heat"
    for row in rows:
        entry = state.entries[row.entry]
        entry.table, entry.seat, entry.taken, entry.expected_ms = row.table, row.seat, False, 0
        entry.in_time = entry.in_time and not state.rules.ballot_each_session  # 17.9, 20.9: at each session
        if state.session == 1 or is_heat or state.session_now.chips_cents is not None:
            entry.chips_cents = start_chips_cents(state)
        entry.in_heat = state.session if is_heat else entry.in_heat
    held = BallotHeld(
        session=state.session, draw=tuple(rows), on_paper=on_paper, by=by, rule=state.numbers.ballot
    )
    return [held]


def postpone_start(state: State, event: t.PostponeStart) -> list[Outcome]:
    rule = state.numbers.start
    require(state.stage in ("entries", "drawn", "between"), "not_now", rule)
    require(event.from_ms >= state.time_of_day_ms(event.at_ms), "start_is_past", rule)
    require(event.from_ms >= earliest_start_ms(state), "start_was_published", rule)
    state.start_ms = event.from_ms
    return [notice("start_postponed", rule, from_ms=event.from_ms)]


def earliest_start_ms(state: State) -> int:
    """The first session never begins before the time that was published."""
    first = coming_session(state) == 1
    return int(state.conditions.start.timestamp() * 1000) if first else 0


# ---------------------------------------------------------------- who came


def late_at_start(state: State) -> list[Outcome]:
    """O 20.10: at the specified starting time, whether the session has begun by then or not."""
    if state.rules.no_show_at != "starting_time" or state.stage != "drawn":
        return []
    start_ms = state.start_comes_ms()
    if state.now_ms < start_ms:
        return []
    told: list[Outcome] = []
    for entry in _not_there(state):
        if 0 < entry.expected_ms < start_ms:  # at a table that hears of it later, nobody can have come by then
            entry.is_late = True
            told += forfeit(state, entry, "")
    return told


def late_at_commencement(state: State) -> list[Outcome]:
    """20.9 leaves it to the director, 17.9 does not (TOURN-MAY)."""
    told: list[Outcome] = []
    for entry in _not_there(state):
        entry.is_late = True
        if state.rules.no_show_is == "forfeits":
            told += forfeit(state, entry, "")
        else:
            entry.asked_of_no_show = True
            told.append(notice("no_show_asked", state.numbers.no_show, entry=entry.number))
    return told


def _not_there(state: State) -> list[Entry]:
    return [entry for entry in state.left() if not entry.taken and not entry.in_time]


def decide_no_show(state: State, event: t.DecideNoShow) -> list[Outcome]:
    rule = state.numbers.no_show
    entry = state.entry(event.entry, rule)
    require(entry.asked_of_no_show, "nobody_asks", rule, entry=entry.number)
    entry.asked_of_no_show = False
    if event.forfeits:
        return forfeit(state, entry, event.by)
    entry.in_time = True  # his place is kept: he is absent (20.11)
    return [notice("place_kept", rule, entry=entry.number)]


def forfeit(state: State, entry: Entry, by: str) -> list[Outcome]:
    """The fee stays in the pool. In a later session there is no place and no prize (TOURN-FORFEIT-LATER)."""
    entry.status, entry.asked_of_no_show = "forfeited", False
    return [EntryChanged(entry=entry.number, status="forfeited", by=by, rule=state.numbers.no_show)]


def offer_seat(state: State, event: t.OfferSeat) -> list[Outcome]:
    rule = state.numbers.seat_sold
    entry = state.entry(event.entry, rule)
    require(may_be_offered(state, entry), "seat_is_not_free", rule, entry=entry.number)
    require(entry.offered != event.offered, "so_already", rule)
    entry.offered = event.offered
    return [notice("seat_offered" if event.offered else "seat_not_offered_now", rule, entry=entry.number)]


def may_be_offered(state: State, entry: Entry) -> bool:
    """Whether the place of one who did not come was forfeited or kept: it may be sold (20.10, 20.11, 17.10)."""
    own_first = state.rules.seat_sold_before == "own_first_session" and entry.in_heat == state.session
    first = own_first or no_show.may_sell_seat(state.session)
    first = first and state.stage in ("drawn", "playing")
    own = {entry.seat} if entry.offered or entry.status == "in" else set()
    free = entry.seat not in taken_seats(state, entry.table) - own
    waits = entry.status == "forfeited" or (entry.status == "in" and not entry.taken)
    return first and entry.is_late and waits and entry.sold_to is None and free


# ---------------------------------------------------------------- moving within a session


def may_move(state: State) -> bool:
    return state.rules.moves_within_session and state.stage in ("drawn", "playing", "between")


def move_entrant(state: State, event: t.MoveEntrant) -> list[Outcome]:
    entry = state.entry(event.entry, state.numbers.seat_kept)
    _movable(state, entry)
    _free_seat(state, event.table, event.seat, state.numbers.seat_kept)
    return [_move(state, entry, event.table, event.seat)]


def _movable(state: State, entry: Entry) -> None:
    rule = state.numbers.seat_kept
    require(may_move(state), "seats_are_kept", rule)
    require(entry.status == "in" and bool(entry.table), "entry_is_out", rule, entry=entry.number)
    require(entry.moves_to is None, "moves_already", rule, entry=entry.number)


def _free_seat(state: State, name: str, seat: int, rule: Rule) -> None:
    table = state.tables.get(name)
    require(table is not None and 1 <= seat <= table.seats, "no_such_seat", rule, table=name, seat=seat)
    require(seat not in taken_seats(state, name), "seat_is_not_free", rule, entry=0)


def taken_seats(state: State, name: str) -> set[int]:
    """Where somebody sits, or is expected: one who moves there, or who may buy the seat that is offered."""
    sits = {entry.seat for entry in state.playing() if entry.table == name}
    comes = {one.moves_to[1] for one in state.playing() if one.moves_to and one.moves_to[0] == name}
    offered = {entry.seat for entry in state.entries.values() if entry.offered and entry.table == name}
    return sits | comes | offered


def free_seats(state: State, name: str) -> list[int]:
    table = state.tables[name]
    taken = taken_seats(state, name)
    room = min(table.seats, state.conditions.tables.most_per_table) - len(taken)
    return [seat for seat in range(1, table.seats + 1) if seat not in taken][: max(room, 0)]


def _move(state: State, entry: Entry, table: str, seat: int) -> Outcome:
    entry.moves_to = (table, seat)
    words = {"entry": entry.number, "table": table, "seat": seat, "from_table": entry.table}
    return notice("entry_moves", state.numbers.seat_kept, **words)


def break_table(state: State, event: t.BreakTable) -> list[Outcome]:
    rule = state.numbers.table_size
    require(may_move(state), "seats_are_kept", state.numbers.seat_kept)
    moving = moves_to_break(state, event.table)
    require(bool(moving), "cannot_be_broken", rule, table=event.table)
    return [_move(state, entry, move.to, move.to_seat) for entry, move in moving]


def moves_to_break(state: State, name: str) -> list[tuple[Entry, seating.Move]]:
    """Each in turn to the shortest table; none if it cannot be broken now."""
    occupied = {table.name: _occupied(state, table) for table in state.in_play()}
    going = {entry.seat: entry for entry in state.left() if entry.table == name and entry.moves_to is None}
    if set(going) != taken_seats(state, name) or not going:
        return []  # somebody has still to be confirmed as out, or is expected
    room = {table: len(free_seats(state, table)) for table in occupied if table != name}
    if sum(room.values()) < len(going):
        return []
    broken = seating.Proposal(action="break", rule=state.numbers.table_size, table=name)
    numbers = {table.name: table.seats for table in state.in_play()}
    moves = seating.moves(occupied, broken, _method(state), numbers)
    return [(going[move.seat], move) for move in moves]


def proposal(state: State) -> seating.Proposal:
    """What the conditions' method says is to be done next."""
    occupied = {table.name: _occupied(state, table) for table in state.in_play()}
    running = state.stage == "playing"
    return seating.proposed(state.rules, occupied, _method(state), session_is_running=running)


def _method(state: State) -> seating.Method:
    return state.conditions.tables.method


def _occupied(state: State, table: TableSide) -> seating.Occupied:
    level = state.conditions.levels[0]
    blinds = len(level.betting.blinds_cents) if level.betting is not None else 0
    return seating.Occupied(
        players=tuple(sorted(taken_seats(state, table.name))),
        button=table.button or 0,
        round_is_on=table.round_is_on,
        blinds=blinds,
    )
