"""The end of a session, the places, and what becomes of the tournament.

NI2017-583: 20.18-20.21, 20.23
NI2005-67, NI2005-74: 20.17-20.19, 20.21
NI2004-492: 17.21-17.24, 17.26
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.every_game.state import notice, require
from games.tournament import events as t
from games.tournament import money, placings, ties
from games.tournament.course import is_waiting, to_confirm, to_exclude
from games.tournament.desk import can_be_placed, owed_cents, prizes_of, why_no_rebuy
from games.tournament.ordering import level_now
from games.tournament.outcomes import (
    Cancelled,
    EntryChanged,
    Outcome,
    Placed,
    PlacesAwarded,
    SessionEnded,
)
from games.tournament.placings import Groups, TableRound
from games.tournament.state import Entry, State, TableSide

CLOCK_BOUND_MS = 2_000  # tables' clocks are believed to differ by no more


# ---------------------------------------------------------------- is the session over


def is_played_out(state: State) -> bool:
    """No table of it begins another round, and none is on."""
    if state.stage != "playing" or state.playing_off:
        return False
    return all(_is_done(state, table) for table in state.in_play())


def _is_done(state: State, table: TableSide) -> bool:
    rounds = state.session_now.ends.rounds
    if table.round_is_on or not table.has_followed:
        return False
    enough = rounds is not None and table.played >= rounds and table.session == state.session
    return state.time_is_up or enough or _cannot_play(state, table)


def _cannot_play(state: State, table: TableSide) -> bool:
    """A player alone has nobody to play against; against the house he has."""
    alone = len([entry for entry in state.left() if entry.table == table.name and entry.chips_cents]) < 2
    return alone and state.rules.places_by_contributed and not state.rules.moves_within_session


def waits_for(state: State) -> str | None:
    """What has still to be done before the session can be ended; a sentence by its name."""
    out = list(to_confirm(state))
    if out:
        final = any(why_no_rebuy(state, entry) is not None for entry in out)
        return "confirm_who_is_out" if final else "may_still_buy_back"
    if to_exclude(state):
        return "confirm_who_is_excluded"
    if any(entry.asked_of_no_show for entry in state.playing()):
        return "decide_who_did_not_come"
    if state.playing_off:
        return "equals_still_play"
    if not is_played_out(state):
        return "break_is_on" if state.break_until_ms is not None else "tables_still_play"
    if state.rules.extra_rounds_when_equal and not all(is_counted(state, entry) for entry in state.left()):
        return "count_the_chips"
    return "decide_which_was_first" if to_order(state) else None


def is_counted(state: State, entry: Entry) -> bool:
    """Where no round was played everybody has what he was given; who has lost all has nothing to count."""
    return entry.counted or not entry.chips_cents or not state.tables[entry.table].played


def end_session(state: State, event: t.EndSession) -> list[Outcome]:
    """Where chips are equal and something hangs on it: more rounds (17.23), or as the conditions say."""
    rule = state.numbers.structure
    waits = waits_for(state) if state.stage == "playing" else "not_now"
    require(waits is None, waits or "", rule)
    orders = _without_excluded(state) or _orders(state)
    drawn = orders if state.rules.extra_rounds_when_equal else _draw_between_equals(state, orders, event.chance)
    if not state.order:
        for entry in state.left():
            entry.ended_with_cents = entry.chips_cents
    state.order = drawn
    if state.rules.extra_rounds_when_equal:
        state.playing_off = _equals(state)
        if state.playing_off:
            return _play_on(state)
    return _ended(state)


def _without_excluded(state: State) -> dict[str, Groups]:
    """Whoever is excluded while equals play on has no place: the others move up (TOURN-DQ)."""
    left = {entry.number for entry in state.left()}
    return {where: placings.of_these(order, left) for where, order in state.order.items()}


def _orders(state: State) -> dict[str, Groups]:
    return {
        where: placings.by_amount({entry.number: entry.chips_cents for entry in who})
        for where, who in _ranked_apart(state).items()
    }


def _ranked_apart(state: State) -> dict[str, list[Entry]]:
    advance = state.session_now.advance
    if advance is None or advance.of_each_table is None:
        return {"": state.left()}
    return {
        table.name: [entry for entry in state.left() if entry.table == table.name] for table in state.in_play()
    }


def _at_stake(state: State) -> ties.AtStake:
    """CP-TIE-SCOPE. Where heats or tables are ranked each by itself, no prize hangs on a place there yet."""
    advance, prizes = state.session_now.advance, prizes_of(state, can_be_placed(state))
    if advance is None:
        return ties.AtStake(prizes_cents=prizes)
    if advance.of_each_table or state.session_now.kind == "heat" or not state.rules.extra_rounds_when_equal:
        return ties.AtStake(advance=advance.of_each_table or advance.in_all)
    return ties.AtStake(advance=advance.in_all, prizes_cents=prizes)


# ---------------------------------------------------------------- equal chips


def _equals(state: State) -> dict[str, Groups]:
    """Who plays on. Whoever cannot wager the minimum is out before that (17.14), and shares (17.24)."""
    playing = {}
    state.order = _without_excluded(state)
    for where, order in state.order.items():
        equal = ties.play_on(order, _at_stake(state))
        state.order[where] = tuple(part for group in order for part in _apart(state, group, equal))
        groups = ties.play_on(state.order[where], _at_stake(state))
        playing[where] = tuple(group for group in groups if _can_wager(state, group[0]))
    return {where: groups for where, groups in playing.items() if groups}


def _apart(state: State, group: tuple[int, ...], equal: Groups) -> Groups:
    if group not in equal:
        return (group,)
    plays_on = tuple(number for number in group if _can_wager(state, number))
    cannot = tuple(number for number in group if number not in plays_on)
    return tuple(part for part in (plays_on, cannot) if part)


def _can_wager(state: State, number: int) -> bool:
    entry = state.entries[number]
    return entry.chips_cents >= max(1, level_now(state, state.tables[entry.table]).minimum_cents)


def _play_on(state: State) -> list[Outcome]:
    """CP-TIE: one more round for the tied players and nobody else, until it is decided."""
    numbers = {number for groups in state.playing_off.values() for group in groups for number in group}
    state.chips_before = {number: state.entries[number].chips_cents for number in numbers}
    for table in state.in_play():
        seats = sorted(
            state.entries[number].seat for number in numbers if state.entries[number].table == table.name
        )
        table.extra, table.until_round = tuple(seats), table.played + 1 if seats else None
    rule = state.numbers.equal_at_end or state.numbers.places
    return [notice("equals_play_on", rule, entries=sorted(numbers))]


def additional_round(state: State) -> list[Outcome]:
    """Every table has played it: it decides among those who were equal, and moves nobody else (CP-TIE-RANK)."""
    extra = [table for table in state.in_play() if table.extra]
    if not state.playing_off or any(table.round_is_on for table in extra):
        return []
    if _two_are_equal(state) and not all(is_waiting(table) for table in extra):
        return []
    net = {number: state.entries[number].chips_cents - had for number, had in state.chips_before.items()}
    for where, groups in state.playing_off.items():
        state.order[where] = ties.after_round(state.order[where], groups, net)
    state.playing_off = _equals(state)
    if state.playing_off:
        return _play_on(state)
    for table in state.tables.values():
        table.extra, table.until_round = (), None
    rule = state.numbers.equal_at_end or state.numbers.places
    return [notice("equals_decided", rule)]


def _two_are_equal(state: State) -> bool:
    """Nobody else was excluded meanwhile."""
    left = {entry.number for entry in state.left()}
    groups = [group for groups in state.playing_off.values() for group in groups]
    return any(len(left.intersection(group)) > 1 for group in groups)


def _draw_between_equals(state: State, orders: dict[str, Groups], chance: tuple[int, ...]) -> dict[str, Groups]:
    """O, S and F leave it to the conditions: shared, all go on, or drawn."""
    rule, needed = state.numbers.structure, chances_to_end(state)
    require(len(chance) == len(needed), "chance_does_not_fit", rule, count=len(needed))
    for most, number in zip(needed, chance, strict=True):
        require(number < most, "chance_does_not_fit", rule, count=most)
    if not needed:
        return orders
    numbers = list(chance)
    return {
        where: _drawn(order, ties.play_on(order, _at_stake(state)), numbers) for where, order in orders.items()
    }


def _drawn(order: Groups, equal: Groups, chance: list[int]) -> Groups:
    decided: list[tuple[int, ...]] = []
    for group in order:
        if group not in equal:
            decided.append(group)
            continue
        left = list(group)
        while left:
            decided.append((left.pop(chance.pop(0)),))
    return tuple(decided)


def chances_to_end(state: State) -> list[int]:
    """Of how many each number is drawn, if anything has to be drawn now."""
    advance = state.session_now.advance
    how = advance.equal if advance is not None else state.conditions.prizes.equal
    if how != "draw" or state.rules.extra_rounds_when_equal:
        return []
    return [
        most
        for order in _orders(state).values()
        for group in ties.play_on(order, _at_stake(state))
        for most in range(len(group), 0, -1)
    ]


# ---------------------------------------------------------------- who goes on


def _ended(state: State) -> list[Outcome]:
    numbers, last = state.numbers, state.is_last_session
    order = tuple(group for groups in state.order.values() for group in groups)
    advanced = () if last else _advancing(state)
    told: list[Outcome] = [
        SessionEnded(session=state.session, order=order, advanced=advanced, rule=numbers.structure)
    ]
    behind = {entry.number for entry in state.left()} - set(advanced)
    state.ended[state.session] = tuple(placings.of_these(groups, behind) for groups in state.order.values())
    for entry in state.entries.values():
        entry.offered = False  # a seat is sold before the first session is over, or not at all
    for entry in state.left():
        entry.advanced = entry.number in advanced
        if not entry.advanced and not last:
            entry.status = "behind"
            told.append(EntryChanged(entry=entry.number, status="behind", by="", rule=numbers.advance))
        elif not last and needs_ballot_next(state):
            entry.unseat()
    state.order, state.playing_off, state.hand_for_hand = {}, {}, False
    state.stopped_ms = state.stopped_ms or state.now_ms  # the clock of the levels stands till the next session
    state.break_until_ms = state.ends_ms = None
    goes_on = any(entry.status == "in" and entry.advanced for entry in state.entries.values())
    state.stage = "between" if goes_on and not last else "placing"
    return told


def needs_ballot_next(state: State) -> bool:
    """Whoever goes on is seated anew: by the instrument, with other chips, or as finalists of several heats."""
    coming, now = state.conditions.sessions[state.session], state.session_now
    return state.rules.ballot_each_session or coming.chips_cents is not None or now.kind == "heat"


def _advancing(state: State) -> tuple[int, ...]:
    advance = state.session_now.advance
    if advance is None:
        return ()
    many, going = advance.of_each_table or advance.in_all or 0, []
    for order in state.order.values():
        certain, edge = ties.going_on(order, many)
        going += [*certain, *(edge.group if edge is not None and advance.equal == "all" else ())]
    return tuple(sorted(going))


# ---------------------------------------------------------------- places


def _eliminations(state: State, session: int) -> Iterator[placings.Elimination]:
    for entry in state.entries.values():
        if entry.status == "eliminated" and entry.went is not None and entry.went.session == session:
            went = entry.went
            yield placings.Elimination(
                entry=entry.number,
                table=went.table,
                round=went.round if state.rules.rounds_alike_over_tables else went.together or went.round,
                ended_ms=went.at_ms,
                contributed_cents=went.contributed_cents,
                session=went.session,
                started_together=went.together > 0,
            )


def to_order(state: State) -> list[tuple[TableRound, ...]]:
    """Rounds of different tables that ended too nearly at once, where different prizes hang on it."""
    if state.stage not in ("playing", "placing"):
        return []
    before_them = ("in", "behind") if state.session_now.kind == "heat" else ("in",)
    left = {entry.number: 0 for entry in state.entries.values() if entry.status in before_them}
    outs = list(_eliminations(state, state.session))
    prizes = prizes_of(state, can_be_placed(state))
    asked = placings.director_has_to_order(
        state.rules, outs, left=left, prizes_cents=prizes, bound_ms=CLOCK_BOUND_MS
    )
    return [close for close in asked if not set(close) <= set(state.decided)]


def is_in_turn(ended: Sequence[TableRound]) -> bool:
    """A table has ended its own rounds one after the other."""
    return all(one.table != other.table or one.round < other.round for one, other in combinations(ended, 2))


def decide_order(state: State, event: t.DecideOrder) -> list[Outcome]:
    rule = state.numbers.same_round
    named = [TableRound(state.session, one.round, one.table) for one in event.ended]
    asked = next((close for close in to_order(state) if set(close) == set(named)), None)
    require(asked is not None and len(named) == len(set(named)), "nobody_asks_which_was_first", rule)
    require(is_in_turn(named), "rounds_of_a_table_in_turn", rule)
    state.decided += named
    return [notice("order_decided", rule, tables=[one.table for one in event.ended])]


def places(state: State) -> Groups:
    """From the first place down: the last session first, each with who was left and then who went out in it."""
    groups: list[tuple[int, ...]] = []
    for session in range(state.session, 0, -1):
        groups += _left_behind(state, session)
        outs = [one for number in _alike(state, session) for one in _eliminations(state, number)]
        groups += placings.placed(state.rules, outs, {}, state.decided)
    without = set(without_place(state))
    return placings.of_these(groups, set(state.entries) - without)


def _alike(state: State, session: int) -> list[int]:
    """Heats are one step of the tournament: they are looked at together, with the last of them."""
    sessions = state.conditions.sessions
    heats = [number for number, one in enumerate(sessions, start=1) if one.kind == "heat"]
    if session not in heats:
        return [session]
    return heats if session == heats[-1] else []


def _left_behind(state: State, session: int) -> Groups:
    """Heats, and tables ranked each by itself, are put together by the chips that they ended with."""
    orders = [order for one in _alike(state, session) for order in state.ended.get(one, ())]
    if len(orders) == 1:
        return orders[0]
    behind = [number for order in orders for group in order for number in group]
    groups: list[tuple[int, ...]] = []
    for equal in placings.by_amount({number: state.entries[number].ended_with_cents for number in behind}):
        decided = [cut for order in orders if (cut := placings.of_these(order, set(equal)))]
        groups += decided[0] if len(decided) == 1 else [equal]
    return tuple(groups)


def without_place(state: State) -> tuple[int, ...]:
    return tuple(entry.number for entry in state.entries.values() if entry.status in ("forfeited", "excluded"))


def proposed_places(state: State) -> list[Placed]:
    placed = places(state)
    players = sum(len(group) for group in placed)
    prizes = prizes_of(state, players)
    return [
        Placed(entry=one.entry, first_place=one.first_place, last_place=one.last_place, prize_cents=one.cents)
        for one in money.split(prizes, placed)
    ]


def award_places(state: State, event: t.AwardPlaces) -> list[Outcome]:
    rule = state.numbers.places
    require(state.stage == "placing", "not_now", rule)
    require(not to_order(state), "decide_which_was_first", state.numbers.same_round)
    require(not to_exclude(state), "confirm_who_is_excluded", state.numbers.excluded)
    placed = proposed_places(state)
    require(bool(placed), "nobody_to_award", state.numbers.pool)
    assert sum(one.prize_cents for one in placed) == sum(prizes_of(state, len(placed))), "not all of the pool"
    for one in placed:
        state.entries[one.entry].prize_cents = one.prize_cents
    state.placed, state.stage = places(state), "awarded"
    return [PlacesAwarded(placed=tuple(placed), without_place=without_place(state), by=event.by, rule=rule)]


# ---------------------------------------------------------------- cancelled


def cancel(state: State, event: t.Cancel) -> list[Outcome]:
    """All fees and the commission go back in full (TOURN-CANCEL-ALL)."""
    rule = state.numbers.cancelled
    require(state.stage != "cancelled", "not_now", rule)
    paid = any(row.what == "prize" for row in state.cash)
    require(not paid, "prizes_are_paid", rule)
    state.stage = "cancelled"
    for entry in state.entries.values():
        entry.prize_cents, entry.offered = 0, False
    refunds = {entry.number: owed_cents(state, entry) for entry in state.entries.values()}
    return [Cancelled(refunds_cents=refunds, by=event.by, reason=event.reason, rule=rule)]
