"""A session as it runs: its clock, its breaks, its pace, and who is out.

NI2017-583: 20.7, 20.16-20.18
NI2005-67, NI2005-74: 20.15-20.17, 20.19
NI2004-492: 17.14, 17.19-17.21
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.events import Strayed
from games.every_game.announcing import MINUTE_MS
from games.every_game.state import Refused, notice, require
from games.outcomes import (
    AtTournament,
    ChipsCounted,
    ChipsStand,
    EntrantExcluded,
    Notice,
    OrderFollowed,
    Refusal,
    SeatMarked,
    Text,
    TournamentRoundBegun,
    TournamentRoundPlayed,
    Undone,
    text,
)
from games.tournament import events as t
from games.tournament.desk import why_no_rebuy
from games.tournament.levels import changes_after_ms
from games.tournament.ordering import level_now
from games.tournament.outcomes import EntryChanged, Outcome, SessionBegun
from games.tournament.seats import free_seats, late_at_commencement, late_at_start, needs_ballot
from games.tournament.state import Entry, State, StrayedAt, TableSide, Went

# ---------------------------------------------------------------- beginning


def begin_session(state: State, event: t.BeginSession) -> list[Outcome]:
    kept = state.stage == "between" and not needs_ballot(state)  # TOURN-BALLOT-O
    rule = state.numbers.ballot
    require(state.stage == "drawn" or kept, "ballot_first", rule)
    first = state.session == (0 if kept else 1)
    if first:
        is_time, from_ms = event.at_ms >= state.start_comes_ms(), state.specified_start_ms()
        require(is_time, "too_early_to_begin", state.numbers.start, from_ms=from_ms)
    if (waits := why_tables_wait(state)) is not None:
        raise Refused(Refusal(say=waits, rule=rule))
    require(kept or anybody_is_there(state), "nobody_is_there", state.numbers.no_show)
    if kept:
        state.session += 1
    state.stage, state.start_ms = "playing", 0
    told = [] if kept else late_at_commencement(state)
    _start_clock(state, event.at_ms)
    for entry in state.left():
        entry.counted = False
        entry.in_time = entry.in_time or entry.taken
    return [*told, SessionBegun(session=state.session, rule=state.numbers.structure)]


def why_tables_wait(state: State) -> Text | None:
    """They have not followed all that they were ordered; some of them never will."""
    if (strayed := tables_strayed(state)) is not None:
        return strayed
    waits = next((table.name for table in state.in_play() if not table.has_followed), None)
    return text("table_not_ready", table=waits) if waits is not None else None


def tables_strayed(state: State) -> Text | None:
    """The first of them, which order it is about, and what is to be done."""
    table = next((table for table in state.tables.values() if table.strayed is not None), None)
    return strayed_in_words(table) if table is not None else None


def strayed_in_words(table: TableSide) -> Text:
    at = table.strayed
    assert at is not None
    return text(f"strayed_{at.why}", table=table.name, order=at.order, record=at.record)


def anybody_is_there(state: State) -> bool:
    """At each table that is to play: before the dealers have marked who sits, nobody begins."""
    return all(
        any(entry.taken for entry in state.left() if entry.table == table.name) for table in state.in_play()
    )


def _start_clock(state: State, at_ms: int) -> None:
    """From the first level on; a session played on with the same chips goes on where the last one stopped."""
    goes_on = (
        state.session > 1 and state.session_now.chips_cents is None and state.session_now.kind == "session"
    )
    if goes_on and state.level_clock and state.stopped_ms is not None:
        _shift(state, at_ms - state.stopped_ms)
    else:
        state.level_clock = [at_ms + after for after in (0, *changes_after_ms(state.conditions.levels))]
    state.stopped_ms = state.break_until_ms = None
    state.time_is_up = False
    minutes = state.session_now.ends.minutes
    state.ends_ms = at_ms + minutes * MINUTE_MS if minutes is not None else None


def _shift(state: State, by_ms: int) -> None:
    assert state.stopped_ms is not None
    stopped = state.stopped_ms
    state.level_clock = [from_ms + by_ms if from_ms > stopped else from_ms for from_ms in state.level_clock]


# ---------------------------------------------------------------- clock, breaks and pace


def take_break(state: State, event: t.TakeBreak) -> list[Outcome]:
    rule = state.numbers.break_
    require(state.stage == "playing" and not state.is_stopped, "not_now", rule)
    require(event.minutes > 0, "no_minutes", rule)
    state.stopped_ms = event.at_ms
    state.break_until_ms = event.at_ms + event.minutes * MINUTE_MS
    until_ms = state.time_of_day_ms(state.break_until_ms)
    return [notice("break_offered", rule, minutes=event.minutes, until_ms=until_ms)]


def stop_clock(state: State, event: t.StopClock) -> list[Outcome]:
    rule = state.numbers.pace
    require(state.stage == "playing" and not state.is_stopped, "not_now", rule)
    state.stopped_ms, state.break_until_ms = event.at_ms, None
    return [notice("clock_stopped", rule)]


def go_on(state: State, event: t.GoOn) -> list[Outcome]:
    require(state.stage == "playing" and state.is_stopped, "not_now", state.numbers.pace)
    return _go_on(state, event.at_ms)


def _go_on(state: State, at_ms: int) -> list[Outcome]:
    assert state.stopped_ms is not None
    stood_ms = at_ms - state.stopped_ms
    _shift(state, stood_ms)
    if state.ends_ms is not None and state.stopped_ms < state.ends_ms:
        state.ends_ms += stood_ms
    state.stopped_ms = state.break_until_ms = None
    return [notice("goes_on", state.numbers.pace)]


def direct_pace(state: State, event: t.DirectPace) -> list[Outcome]:
    """Hand for hand is a direction as to speed (20.17, 20.16, 17.20)."""
    rule = state.numbers.pace
    require(state.stage == "playing" and state.hand_for_hand != event.hand_for_hand, "not_now", rule)
    state.hand_for_hand = event.hand_for_hand
    for table in state.tables.values():
        played = table.played if table.session == state.session else 0
        table.until_round = played + table.round_is_on if event.hand_for_hand else None
    return [notice("hand_for_hand" if event.hand_for_hand else "free_pace", rule)]


def start_rounds(state: State, event: t.StartRounds) -> list[Outcome]:
    """TOURN-H4H: rounds that begin together are one round of play."""
    rule = state.numbers.pace
    require(may_start_rounds(state), "tables_still_play", rule)
    state.together += 1
    for table in state.in_play():
        table.until_round = table.played + 1
        table.started = (table.until_round, state.together)
    return [notice("rounds_started", rule)]


def may_start_rounds(state: State) -> bool:
    ready = all(is_waiting(table) for table in state.in_play())
    return state.stage == "playing" and state.hand_for_hand and not state.is_stopped and ready


def is_waiting(table: TableSide) -> bool:
    """Between two rounds, and it has played as many as it was started for."""
    return not table.round_is_on and table.has_followed and table.played >= (table.until_round or 0)


def what_is_due(state: State) -> list[Outcome]:
    """Whatever the clock or the cards have brought about."""
    told = late_at_start(state)
    if state.stage != "playing":
        return told
    if state.break_until_ms is not None and state.now_ms >= state.break_until_ms:
        told += _go_on(state, state.break_until_ms)
    if not state.time_is_up and _is_up(state):
        state.time_is_up = True
        told.append(notice("session_is_up", state.numbers.structure))
    return [*told, *_who_cannot_wager(state)]


def _is_up(state: State) -> bool:
    """What has begun is played to its end (TOURN-TIME-END). Who may still buy back in is not out yet."""
    ends = state.session_now.ends
    left = sum(bool(entry.chips_cents) for entry in state.left())
    left += sum(_may_come_back(state, entry) for entry in state.playing())
    return left <= max(1, ends.players_left or 0) or _time_is_up(state)


def _time_is_up(state: State) -> bool:
    """While the clock stands, none goes by."""
    at_ms = state.now_ms if state.stopped_ms is None else state.stopped_ms
    return state.ends_ms is not None and at_ms >= state.ends_ms


def _may_come_back(state: State, entry: Entry) -> bool:
    return entry.status == "out" and why_no_rebuy(state, entry) is None


def next_moment_ms(state: State) -> int | None:
    moments = [state.break_until_ms]
    if state.stage == "drawn":
        moments.append(state.start_comes_ms())
    if state.stage == "playing" and not state.is_stopped:
        moments += [state.ends_ms, *state.level_clock]
    return min((at_ms for at_ms in moments if at_ms is not None and at_ms > state.now_ms), default=None)


def clock_stepped(state: State, event: t.ClockStepped) -> list[Outcome]:
    """Levels and breaks last as long as they were to; the starting time is one of day."""
    state.clock_shift_ms = event.shift_ms
    return []


def restarted(state: State, event: t.Restarted) -> list[Outcome]:
    """What was to come at a time of day still does: that went on meanwhile, and ours may have jumped."""
    by_ms, state.clock_shift_ms = state.clock_shift_ms - event.shift_ms, event.shift_ms
    if event.shift_ms < 0 < by_ms:
        return []  # the clock was put back while nobody looked: nothing tells for how long
    state.level_clock = [at_ms + by_ms for at_ms in state.level_clock]
    for name in ("stopped_ms", "break_until_ms", "ends_ms"):
        if (at_ms := getattr(state, name)) is not None:
            setattr(state, name, at_ms + by_ms)
    return []


# ---------------------------------------------------------------- what tables tell

# What an undo at a table takes back with it, by the kind of the command.
BEGINS_A_ROUND = ("collect_posts", "close_betting")
EXCLUDES = ("penalise", "answer")


def table_told(state: State, event: t.TableTold) -> list[Outcome]:
    table = state.tables.get(event.table)
    if table is None or table.strayed is not None or (event.record, event.part) <= table.heard:
        return []  # a fact is never refused; this one is not believed, or was heard before
    if isinstance(event.what, OrderFollowed) and not _is_next(table, event.what):
        return _strays(state, table, "never_given", event.what.order, event.record)
    if not _is_ours(state, event.what):
        return []
    table.heard = (event.record, event.part)
    return _TOLD[type(event.what)](state, table, event.what, event)


def _is_ours(state: State, what: Any) -> bool:
    """Whoever it names has an entry."""
    moved = getattr(what, "moved", None)
    named = [one.entry for one in getattr(what, "entrants", ()) or ([moved] if moved is not None else [])]
    named += [what.entry] if hasattr(what, "entry") else []
    return all(number in state.entries for number in named)


def _is_next(table: TableSide, what: OrderFollowed) -> bool:
    """Orders are given and followed one after the other."""
    order = table.next_order
    if order is None or (order.order, order.kind) != (what.order, what.what):
        return False
    return what.moved is None or (order.box, order.entry) == (what.moved.box, what.moved.entry)  # type: ignore[union-attr]


def table_strayed(state: State, event: t.TableStrayed) -> list[Outcome]:
    table = state.tables.get(event.table)
    heard_before = table is not None and event.record and (event.record, event.part) <= table.heard
    if table is None or table.strayed is not None or heard_before:
        return []
    return _strays(state, table, event.why, event.order, event.record)


def _strays(state: State, table: TableSide, why: Strayed, order: int, record: int) -> list[Outcome]:
    """What was told before stands. The round that was on there is heard if the table is put right."""
    table.strayed = StrayedAt(why, order, record)
    return [Notice(say=strayed_in_words(table), rule=state.numbers.director)]


def hear_table(state: State, event: t.HearTable) -> list[Outcome]:
    """What had parted may part again: then the link says so again."""
    rule, table = state.numbers.director, state.tables.get(event.table)
    require(table is not None and table.strayed is not None, "table_is_heard", rule, table=event.table)
    assert table is not None
    table.strayed = None
    return [notice("table_heard_again", rule, table=table.name)]


def _followed(state: State, table: TableSide, what: OrderFollowed, event: t.TableTold) -> list[Outcome]:
    table.followed = what.order
    table.round_is_on = False  # orders are followed between two rounds: one that was begun was taken back
    if what.what == "play_session":
        play = next((one for one in table.orders if one.order == what.order), None)
        if play is not None and getattr(play, "session", table.session) != table.session:
            table.session, table.played = play.session, 0  # type: ignore[union-attr]
            table.started = (0, 0)
    if what.moved is None:
        return []
    entry = state.entries[what.moved.entry]
    if entry.table not in ("", table.name):
        return []  # drawn to another table since
    entry.chips_cents = what.moved.chips_cents
    if what.what == "seat_entrant":
        entry.expected_ms = event.at_ms
    if what.what != "unseat_entrant" or (entry.table, entry.seat) != (table.name, what.moved.box):
        return []
    if entry.moves_to is not None:
        entry.in_time = entry.in_time or entry.taken  # he was there before he was sent elsewhere
        (entry.table, entry.seat), entry.moves_to, entry.taken = entry.moves_to, None, False
    elif entry.status in ("eliminated", "excluded", "behind"):
        entry.unseat()
    return []


def _marked(state: State, table: TableSide, what: SeatMarked, event: t.TableTold) -> list[Outcome]:
    entry = state.entries[what.entry]
    if (entry.table, entry.seat) != (table.name, what.box):
        return []  # drawn to another seat since
    entry.taken = what.taken
    if state.stage == "playing" and what.taken:
        entry.in_time, entry.asked_of_no_show, entry.offered = True, False, False
    return []


def _round_begun(
    state: State, table: TableSide, what: TournamentRoundBegun, event: t.TableTold
) -> list[Outcome]:
    table.round_is_on = True
    for entry in state.playing():
        if entry.table == table.name:
            entry.counted = False
    # A round that was made void after it was closed is dealt again.
    table.played = min(table.played, what.round - 1)
    return []


def _round_played(
    state: State, table: TableSide, what: TournamentRoundPlayed, event: t.TableTold
) -> list[Outcome]:
    table.round_is_on, table.button = False, what.button
    if not what.void:
        table.played = what.round
    told = _check_chips(state, what.entrants)
    for one in what.entrants:
        state.entries[one.entry].chips_cents = one.chips_cents
    if what.void or state.playing_off:
        return told
    for one in what.entrants:
        entry = state.entries[one.entry]
        if not one.chips_cents and entry.status == "in":
            told += go_out(state, entry, _went(state, table, event, one.contributed_cents))
    return told


def _went(state: State, table: TableSide, event: t.TableTold, contributed_cents: int) -> Went:
    """In the last round there. That all began it together stands, at whatever pace they go on (TOURN-H4H)."""
    started, together = table.started
    if started != table.played:
        together = 0
    return Went(state.session, table.played, table.name, event.told_ms, contributed_cents, together)


def _check_chips(state: State, entrants: tuple[AtTournament, ...]) -> list[Outcome]:
    """In a pot game chips only change hands (20.15, 20.14)."""
    if not state.rules.places_by_contributed:
        return []
    before = sum(state.entries[one.entry].chips_cents for one in entrants)
    after = sum(one.chips_cents for one in entrants)
    if before == after:
        return []
    return [notice("chips_do_not_add_up", state.numbers.no_adding, before_cents=before, after_cents=after)]


def go_out(state: State, entry: Entry, went: Went) -> list[Outcome]:
    entry.status, entry.went, entry.offered = "out", went, False
    code = "out_may_buy_back" if why_no_rebuy(state, entry) is None else "out_of_chips"
    return [notice(code, state.numbers.eliminated, entry=entry.number, table=went.table, seat=entry.seat)]


def _who_cannot_wager(state: State) -> list[Outcome]:
    """17.14: before the next round, by the level that it will be played at."""
    if state.numbers.least_wager is None or state.playing_off:
        return []
    told: list[Outcome] = []
    for table in state.in_play():
        if table.round_is_on or not _goes_on(state, table):
            continue
        least = level_now(state, table).minimum_cents
        for entry in state.left():
            if entry.table == table.name and entry.chips_cents < least:
                went = Went(state.session, table.played, table.name, state.now_ms, 0)
                told += go_out(state, entry, went)
    return told


def _goes_on(state: State, table: TableSide) -> bool:
    """There will be another round of this session."""
    rounds = state.session_now.ends.rounds
    return not state.time_is_up and (rounds is None or table.played < rounds)


def _chips_stand(state: State, table: TableSide, what: ChipsStand, event: t.TableTold) -> list[Outcome]:
    """A closed round was put right, or made void: then it does not count (TOURN-VOID-ROUND)."""
    table.played = table.played if what.played is None else what.played
    put_right = [one for one in what.entrants if _has_other_chips(state, table, one)]
    for one in put_right:
        state.entries[one.entry].chips_cents = one.chips_cents
    entries = [one.entry for one in put_right]
    if state.stage != "playing" or state.playing_off:
        return _put_right_too_late(state, table, entries)
    told: list[Outcome] = []
    for one in put_right:
        entry = state.entries[one.entry]
        if entry.status == "out" and one.chips_cents:
            entry.status, entry.went = "in", None  # the cards, put right, have said otherwise
        elif entry.status == "eliminated" and one.chips_cents:
            told.append(notice("out_has_chips", state.numbers.eliminated, entry=entry.number))
        elif entry.status == "in" and not one.chips_cents:
            told += go_out(state, entry, _went(state, table, event, one.contributed_cents))
    state.time_is_up = _time_is_up(state)  # there may be enough to play on again
    return told


def _has_other_chips(state: State, table: TableSide, one: AtTournament) -> bool:
    """And has not been drawn to another table since."""
    entry = state.entries[one.entry]
    return entry.table in ("", table.name) and entry.chips_cents != one.chips_cents


def _put_right_too_late(state: State, table: TableSide, entries: list[int]) -> list[Outcome]:
    """The order that a session ended with stands until the director takes its end back."""
    if not entries or state.stage not in ("between", "placing", "awarded"):
        return []
    return [notice("put_right_after_session", state.numbers.places, table=table.name, entries=entries)]


def _counted(state: State, table: TableSide, what: ChipsCounted, event: t.TableTold) -> list[Outcome]:
    state.entries[what.entry].counted = True
    return []


def _excluded(state: State, table: TableSide, what: EntrantExcluded, event: t.TableTold) -> list[Outcome]:
    """As a supervisor has directed; that it costs the place the director confirms."""
    entry = state.entries[what.entry]
    if entry.excluded_by is not None:
        return []
    entry.excluded_by = what.rule
    return [notice("entry_excluded", what.rule, entry=entry.number)]


def _taken_back(state: State, table: TableSide, what: Undone, event: t.TableTold) -> list[Outcome]:
    """At the table, by whoever said it: a round that had not begun, or an exclusion that nobody confirmed."""
    if what.what in BEGINS_A_ROUND:
        table.round_is_on = False
    if what.what in EXCLUDES:
        for entry in state.playing():
            if entry.table == table.name:
                entry.excluded_by = None
        state.time_is_up = _time_is_up(state)  # with him there may be enough to play on
    return []


_TOLD: dict[type[Any], Callable[[State, TableSide, Any, t.TableTold], list[Outcome]]] = {
    OrderFollowed: _followed,
    SeatMarked: _marked,
    TournamentRoundBegun: _round_begun,
    TournamentRoundPlayed: _round_played,
    ChipsStand: _chips_stand,
    ChipsCounted: _counted,
    EntrantExcluded: _excluded,
    Undone: _taken_back,
}


# ---------------------------------------------------------------- out


def to_confirm(state: State) -> Iterator[Entry]:
    out = (entry for entry in state.playing() if entry.status == "out")
    return (entry for entry in out if entry.excluded_by is None)


def to_exclude(state: State) -> list[Entry]:
    return [entry for entry in state.entries.values() if entry.excluded_by is not None and entry.plays]


def confirm_elimination(state: State, event: t.ConfirmElimination) -> list[Outcome]:
    rule = state.numbers.eliminated
    entry = state.entry(event.entry, rule)
    require(entry.status == "out" and bool(entry.table), "entry_has_chips", rule, entry=entry.number)
    entry.status = "eliminated"
    return [EntryChanged(entry=entry.number, status="eliminated", by=event.by, rule=rule)]


def confirm_exclusion(state: State, event: t.ConfirmExclusion) -> list[Outcome]:
    """No place and no prize; his chips leave with him (TOURN-DQ)."""
    rule = state.numbers.excluded
    entry = state.entry(event.entry, rule)
    require(entry.excluded_by is not None and entry.plays, "nobody_excluded_him", rule, entry=entry.number)
    entry.status, entry.went = "excluded", None
    return [EntryChanged(entry=entry.number, status="excluded", by=event.by, rule=rule)]


def put_back(state: State, event: t.PutBack) -> list[Outcome]:
    """Who was out wrongly plays on. What was recorded stays, and this stands beside it."""
    rule = state.numbers.places
    entry = state.entry(event.entry, rule)
    require(state.stage == "playing" and entry.status == "eliminated", "entry_is_not_out", rule, entry=0)
    require(not state.playing_off, "equals_still_play", rule)
    require(event.reason.strip() != "", "reason_needed", rule)
    require(event.chips_cents > 0, "no_chips", rule)
    known = event.table in state.tables
    require(known and event.seat in free_seats(state, event.table), "seat_is_not_free", rule, entry=0)
    entry.unseat()
    entry.status, entry.went = "in", None
    entry.table, entry.seat, entry.chips_cents = event.table, event.seat, event.chips_cents
    state.time_is_up = _time_is_up(state)  # with him there may be enough to play on
    return [EntryChanged(entry=entry.number, status="in", by=event.by, rule=rule, reason=event.reason)]
