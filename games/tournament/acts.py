"""What may be done in a tournament now, by whom, and the form in which it is said.

An act is everything a page needs to make a button and the form behind it, and anybody else to give the command.
`draws` says of how many each number of chance is to be drawn: the daemon draws them, and no person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Literal

from games.outcomes import Text, text
from games.rulebook import Rule
from games.tournament import course, desk, ending, office, seats
from games.tournament.events import COMMANDS
from games.tournament.placings import TableRound
from games.tournament.state import State
from games.tournament.tournament import Tournament

AskKind = Literal["text", "person", "staff", "yes", "minutes", "moment", "money", "entry", "place", "draw"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that has still to be said. `options` are the only answers, where there are any."""

    name: str
    kind: AskKind
    title: Text
    options: tuple[Any, ...] = ()
    least: int = 0  # of a moment


@dataclass(frozen=True, slots=True)
class Act:
    command: str
    say: Text
    rule: Rule
    args: Mapping[str, Any] = field(default_factory=dict)
    asks: tuple[Ask, ...] = ()
    draws: tuple[int, ...] | None = None  # chance is drawn: of so many each
    blocked: Text | None = None  # visible, not yet possible, and why
    proposed: bool = False  # it is next
    grave: bool = False  # it cannot be taken back

    @property
    def speaker(self) -> str:
        return COMMANDS[self.command].said_by


def acts(tournament: Tournament) -> list[Act]:
    state = tournament.state
    return [
        *_of_the_office(state),
        *_of_the_desk(state),
        *_of_the_ballot(state),
        *_of_who_is_out(state),
        *_of_tables_astray(state),
        *_of_the_course(state),
        *_of_the_end(state),
        *_undo(tournament),
    ]


def _ask(name: str, kind: AskKind, options: tuple[Any, ...] = ()) -> Ask:
    return Ask(name, kind, text(f"ask_{name}"), options)


# ---------------------------------------------------------------- office and desk


def _of_the_office(state: State) -> Iterator[Act]:
    numbers = state.numbers
    if not state.is_over:
        for what, rule in office.to_record(state):
            yield Act(
                "record_conditions",
                text(f"act_record_{what}"),
                rule,
                {"what": what},
                (_ask("reference", "text"),),
                proposed=state.stage == "entries",
            )
        asks = (_ask("number", "staff"),)
        first = not state.director
        say = text("act_nominate_director" if first else "act_nominate_another_director")
        yield Act("nominate_director", say, numbers.director, {}, asks, proposed=first)
    if state.stage != "cancelled" and not any(row.what == "prize" for row in state.cash):
        yield Act("cancel", text("act_cancel"), numbers.cancelled, {}, (_ask("reason", "text"),), grave=True)


def _of_the_desk(state: State) -> Iterator[Act]:
    numbers, conditions = state.numbers, state.conditions
    person: tuple[Ask, ...] = (_ask("person", "person"),)
    if conditions.agreement_required:
        person = (*person, _ask("agreed", "yes"))
    fee_cents = conditions.fee.entry_cents
    if state.stage == "entries":
        lacking = office.missing(state)
        rules = [rule.number for rule in lacking]
        blocked = text("conditions_first", rules=rules) if lacking else None
        if len(state.entries) >= conditions.players_most:
            blocked = text("is_full", most=conditions.players_most)
        say = text("act_enter", amount_cents=fee_cents)
        yield Act("enter", say, numbers.one_entry, {}, person, blocked=blocked, proposed=blocked is None)
    for entry in state.entries.values():
        of = {"entry": entry.number}
        if entry.offered:
            say = text("act_buy_seat", **of, amount_cents=fee_cents)
            yield Act("buy_seat", say, numbers.seat_sold, of, person, grave=True)
        if entry.status == "out" and desk.why_no_rebuy(state, entry) is None:
            assert conditions.rebuys is not None
            say = text("act_buy_back", **of, amount_cents=conditions.rebuys.fee_cents)
            yield Act("buy_back", say, numbers.rebuys or numbers.one_entry, of, grave=True)
        cents = desk.owed_cents(state, entry)
        if cents > 0:
            say = text("act_pay_out", **of, amount_cents=cents)
            yield Act("pay_out", say, numbers.pool, of, grave=True, proposed=state.is_over)


# ---------------------------------------------------------------- ballot and seats


def _of_the_ballot(state: State) -> Iterator[Act]:
    numbers = state.numbers
    if state.stage in ("entries", "between") and seats.needs_ballot(state) and state.director:
        yield from _draw(state)
    if state.stage == "drawn" or (state.stage == "between" and not seats.needs_ballot(state)):
        yield from _begin(state)
    if state.stage in ("entries", "drawn", "between") and state.director:
        when = (replace(_ask("from_ms", "moment"), least=seats.earliest_start_ms(state)),)
        is_next = state.stage != "drawn" and seats.needs_ballot(state)
        is_next = is_next and seats.start_is_past(state, state.now_ms)
        is_next = is_next and len(state.entries) >= state.conditions.players_least
        yield Act("postpone_start", text("act_postpone_start"), numbers.start, {}, when, proposed=is_next)
    for entry in state.entries.values():
        of = {"entry": entry.number}
        if entry.asked_of_no_show:
            for forfeits in (True, False):
                say = text("act_forfeits" if forfeits else "act_keeps_place", **of)
                yield Act(
                    "decide_no_show", say, numbers.no_show, {**of, "forfeits": forfeits}, proposed=forfeits
                )
        if seats.may_be_offered(state, entry):
            say = text("act_withdraw_seat" if entry.offered else "act_offer_seat", **of)
            yield Act("offer_seat", say, numbers.seat_sold, {**of, "offered": not entry.offered})
    if not state.is_over and any(entry.plays for entry in state.entries.values()) and state.director:
        who = (_ask("entry", "entry", _numbers(state)), _ask("person", "person"))
        yield Act("substitute", text("act_substitute"), numbers.substitute, {}, who)
    if seats.may_move(state) and state.director:
        yield from _moves(state)


def _numbers(state: State) -> tuple[int, ...]:
    return tuple(entry.number for entry in state.entries.values() if entry.plays)


def _draw(state: State) -> Iterator[Act]:
    numbers, players = state.numbers, len(seats.to_be_seated(state))
    blocked = None
    if state.stage == "entries" and len(state.entries) < state.conditions.players_least:
        blocked = text("too_few_players", least=state.conditions.players_least)
    elif not players:
        blocked = text("nobody_to_seat")
    elif not seats.has_room(state):
        blocked = text("too_few_seats", players=players)
    elif seats.start_is_past(state, state.now_ms):
        blocked = text("start_is_past")
    draws = tuple(range(len(seats.drawn_among(state)), 0, -1))
    words = {"session": seats.coming_session(state), "players": players}
    say = text("act_draw_ballot", **words)
    yield Act(
        "draw_ballot", say, numbers.ballot, {}, draws=draws, blocked=blocked, proposed=state.stage == "between"
    )
    ask = (_ask("draw", "draw"),)
    yield Act("enter_ballot", text("act_enter_ballot"), numbers.ballot, {}, ask, blocked=blocked)


def _begin(state: State) -> Iterator[Act]:
    blocked = None
    if (waits := course.why_tables_wait(state)) is not None:
        blocked = waits
    elif state.session == 1 and state.stage == "drawn" and state.now_ms < state.start_comes_ms():
        blocked = text("too_early_to_begin", from_ms=state.specified_start_ms())
    elif state.stage == "drawn" and not course.anybody_is_there(state):
        blocked = text("nobody_is_there")
    missing = [entry.number for entry in state.left() if state.stage == "drawn" and not entry.taken]
    words = {"session": seats.coming_session(state), "entries": missing}
    say = text("act_begin_without" if missing else "act_begin_session", **words)
    yield Act("begin_session", say, state.numbers.structure, blocked=blocked, proposed=True, grave=True)


def _moves(state: State) -> Iterator[Act]:
    numbers = state.numbers
    proposed = seats.proposal(state)
    for table in state.in_play():
        if seats.moves_to_break(state, table.name):
            say = text("act_break_table", table=table.name)
            is_next = proposed.action == "break" and proposed.table == table.name
            yield Act("break_table", say, numbers.table_size, {"table": table.name}, proposed=is_next)
    if proposed.action == "move" and proposed.table is not None and proposed.to is not None:
        sits = (proposed.table, proposed.seat)
        entry = next((one for one in state.left() if (one.table, one.seat) == sits and not one.moves_to), None)
        free = seats.free_seats(state, proposed.to)
        if entry is not None and free:
            args = {"entry": entry.number, "table": proposed.to, "seat": free[0]}
            say = text("act_move_proposed", **args)
            yield Act("move_entrant", say, numbers.balance, args, proposed=True)
    free_places = tuple(
        (table.name, seat) for table in state.in_play() for seat in seats.free_seats(state, table.name)
    )
    movable = tuple(one.number for one in state.left() if one.table and one.moves_to is None)
    if free_places and movable:
        ask = (_ask("entry", "entry", movable), _ask("place", "place", free_places))
        yield Act("move_entrant", text("act_move_entrant"), numbers.seat_kept, {}, ask)


# ---------------------------------------------------------------- the session


def _of_who_is_out(state: State) -> Iterator[Act]:
    numbers = state.numbers
    for entry in course.to_confirm(state):
        words = {"entry": entry.number, "table": entry.table, "seat": entry.seat}
        waits = desk.why_no_rebuy(state, entry) is None
        say = text("act_confirm_elimination", **words)
        args = {"entry": entry.number}
        yield Act("confirm_elimination", say, numbers.eliminated, args, proposed=not waits)
    for entry in course.to_exclude(state):
        say = text("act_confirm_exclusion", entry=entry.number)
        yield Act("confirm_exclusion", say, numbers.excluded, {"entry": entry.number}, proposed=True)
    for close in ending.to_order(state):
        for order in _orders_of(close):
            ended = [{"table": one.table, "round": one.round} for one in order]
            say = text("act_decide_order", tables=[str(one.table) for one in order])
            yield Act("decide_order", say, numbers.same_round, {"ended": ended}, proposed=order == close)
    yield from _put_back(state)


def _orders_of(close: tuple[TableRound, ...]) -> Iterator[tuple[TableRound, ...]]:
    """As the clocks say it first; of more than three rounds that alone, and the command says any other."""
    orders = permutations(close) if len(close) <= 3 else iter((close,))
    return (order for order in orders if ending.is_in_turn(order))


def _put_back(state: State) -> Iterator[Act]:
    out = tuple(entry.number for entry in state.entries.values() if entry.status == "eliminated")
    places = tuple((name, seat) for name in state.tables for seat in seats.free_seats(state, name))
    if state.stage == "playing" and not state.playing_off and out and places:
        ask = (
            _ask("entry", "entry", out),
            _ask("place", "place", places),
            _ask("chips_cents", "money"),
            _ask("reason", "text"),
        )
        yield Act("put_back", text("act_put_back"), state.numbers.places, {}, ask, grave=True)


def _of_tables_astray(state: State) -> Iterator[Act]:
    for table in state.tables.values():
        if table.strayed is not None:
            say = text("act_hear_table", table=table.name)
            yield Act("hear_table", say, state.numbers.director, {"table": table.name}, grave=True)


def _of_the_course(state: State) -> Iterator[Act]:
    numbers = state.numbers
    if state.stage != "playing":
        return
    if state.is_stopped:
        yield Act("go_on", text("act_go_on"), numbers.pace, proposed=state.break_until_ms is None)
    else:
        yield Act("take_break", text("act_take_break"), numbers.break_, {}, (_ask("minutes", "minutes"),))
        yield Act("stop_clock", text("act_stop_clock"), numbers.pace)
    other = not state.hand_for_hand
    say = text("act_hand_for_hand" if other else "act_free_pace")
    yield Act("direct_pace", say, numbers.pace, {"hand_for_hand": other})
    if state.hand_for_hand:
        blocked = None if course.may_start_rounds(state) else text("tables_still_play")
        yield Act(
            "start_rounds", text("act_start_rounds"), numbers.pace, blocked=blocked, proposed=blocked is None
        )


def _of_the_end(state: State) -> Iterator[Act]:
    numbers = state.numbers
    if state.stage == "playing":
        waits = ending.waits_for(state)
        blocked = text(waits) if waits is not None else None
        draws = tuple(ending.chances_to_end(state)) if waits is None else ()
        say = text("act_end_session", session=state.session)
        yield Act(
            "end_session",
            say,
            numbers.structure,
            draws=draws or None,
            blocked=blocked,
            proposed=blocked is None,
        )
    if state.stage == "placing":
        blocked = text("decide_which_was_first") if ending.to_order(state) else None
        if course.to_exclude(state):
            blocked = text("confirm_who_is_excluded")
        if not ending.places(state):
            blocked = text("nobody_to_award")
        yield Act("award_places", text("act_award_places"), numbers.places, blocked=blocked, proposed=True)


def _undo(tournament: Tournament) -> Iterator[Act]:
    last = tournament.undoable()
    if last is not None:
        yield Act("undo", text("act_undo", what=last.kind), tournament.state.numbers.director)


# ---------------------------------------------------------------- what is next


def next_step(tournament: Tournament, offered: list[Act] | None = None) -> tuple[Text, Rule]:
    """One sentence with its rule. `offered`: the acts of now, for whoever has them already."""
    state = tournament.state
    strayed = course.tables_strayed(state)
    if strayed is not None and not state.is_over:
        return strayed, state.numbers.director
    if state.stage == "cancelled":
        owing = not desk.is_paid_out(state)
        return text("next_pay_refunds" if owing else "next_nothing_more"), state.numbers.cancelled
    if state.stage == "awarded":
        owing = not desk.is_paid_out(state)
        return text("next_pay_prizes" if owing else "next_nothing_more"), state.numbers.pool
    ready = [act for act in (acts(tournament) if offered is None else offered) if act.proposed]
    free = next((act for act in ready if act.blocked is None), None)
    if free is not None and (state.stage != "entries" or free.command != "enter"):
        return free.say, free.rule
    if state.stage == "entries":
        lacking = office.missing(state)
        return (
            (text("next_take_entries"), state.numbers.one_entry)
            if not lacking
            else (
                text("conditions_first", rules=[rule.number for rule in lacking]),
                lacking[0],
            )
        )
    held = next((act for act in ready if act.blocked is not None), None)
    if held is not None and held.blocked is not None:
        return held.blocked, held.rule
    waits = ending.waits_for(state) or "tables_still_play"
    return text(waits), state.numbers.structure
