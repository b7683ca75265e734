"""A tournament. `take` is its one door: what happened goes in, outcomes come out, among them orders to tables.

Pure, like a table: it has a journal of its own, and whoever plays its events again gets the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.every_game.state import Refused
from games.outcomes import Refusal, text
from games.tournament import course, desk, ending, office, seats
from games.tournament import events as t
from games.tournament.conditions import Conditions
from games.tournament.ordering import order_what_differs
from games.tournament.outcomes import Outcome, Undone
from games.tournament.state import State, TableSide


@dataclass(frozen=True, slots=True)
class Setup:
    """What a tournament begins with. Written into its journal first."""

    name: str
    conditions: Conditions
    tables: dict[str, int]  # and how many seats each has


@dataclass(slots=True)
class Before:
    """How everything stood before an entry that can still be taken back, and what tables have told since."""

    state: State
    command: t.Command
    heard: list[t.Fact] = field(default_factory=list)


class Tournament:
    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        tables = {name: TableSide(name, number) for name, number in setup.tables.items()}
        self.state = State(setup.name, setup.conditions, tables)
        self._before: list[Before] = []

    # ------------------------------------------------------------ the door

    def take(self, event: t.Event) -> list[Outcome]:
        refusal = self._may(event)
        if refusal is not None:
            return [refusal]
        if isinstance(event, t.Undo):
            return self._undo(event)
        before = self.state.copied() if isinstance(event, t.Command) and event.undoable else None
        try:
            outcomes = self._hear(event)
        except Refused as refused:
            return [refused.refusal]
        self._remember(event, before)
        return [*outcomes, *order_what_differs(self.state)]

    def _hear(self, event: t.Event) -> list[Outcome]:
        """A fact brings the time with it; so does a command that is carried out."""
        state = self.state
        was_ms, state.now_ms = state.now_ms, max(state.now_ms, event.at_ms)
        try:
            outcomes = HANDLERS[type(event)](state, event)
        except Refused:
            state.now_ms = was_ms
            raise
        due = [*course.what_is_due(state), *ending.additional_round(state)]
        state.is_closed = desk.is_paid_out(state)
        return [*outcomes, *due]

    def _may(self, event: t.Event) -> Refusal | None:
        """What is the director's is said by whoever was nominated, and by nobody else."""
        if not isinstance(event, t.Command) or event.said_by != "director":
            return None
        if self.state.director and event.by == self.state.director:
            return None
        return Refusal(say=text("not_the_director"), rule=self.state.numbers.director)

    # ------------------------------------------------------------ taken back

    def _remember(self, event: t.Event, before: State | None) -> None:
        if isinstance(event, t.TableTold) and event.what.kind == "tournament_round_begun":
            self._before.clear()
        elif isinstance(event, t.Fact):
            for one in self._before:
                one.heard.append(event)
        elif before is None:
            self._before.clear()
        else:
            assert isinstance(event, t.Command)
            self._before.append(Before(before, event))

    def undoable(self) -> t.Command | None:
        return self._before[-1].command if self._before else None

    def _undo(self, event: t.Undo) -> list[Outcome]:
        """Everything is as it was before, and what tables have told since is heard again. What was ordered
        stays ordered: whatever differs now is ordered anew."""
        if not self._before:
            return [Refusal(say=text("nothing_to_undo"))]
        ordered, last = self.state.tables, self._before.pop()
        self.state = last.state
        if self._another_session_was_ordered(ordered):
            self._before.clear()  # what a table has counted of the session before is gone
        for fact in last.heard:
            self._hear(fact)
        self.state.now_ms = max(self.state.now_ms, event.at_ms)
        for name, table in self.state.tables.items():
            table.keep_orders_of(ordered[name])
        undone = Undone(what=last.command.kind, by=event.by)
        return [undone, *order_what_differs(self.state)]

    def _another_session_was_ordered(self, ordered: dict[str, TableSide]) -> bool:
        """By what is taken back: a ballot, which sends tables into the coming session."""
        return any(
            table.play is not None and table.play.session != play.session
            for name, table in self.state.tables.items()
            if (play := ordered[name].play) is not None
        )

    # ------------------------------------------------------------ time

    @property
    def next_moment_ms(self) -> int | None:
        """When the tournament wants to hear that the time has come."""
        return course.next_moment_ms(self.state)


def _nothing(state: State, event: t.Event) -> list[Outcome]:
    return []  # what is due is looked at after every event


HANDLERS: dict[type[t.Event], Callable[[State, Any], list[Outcome]]] = {
    t.TableTold: course.table_told,
    t.TableStrayed: course.table_strayed,
    t.HearTable: course.hear_table,
    t.TimeCame: _nothing,
    t.Restarted: course.restarted,
    t.ClockStepped: course.clock_stepped,
    t.RecordConditions: office.record_conditions,
    t.NominateDirector: office.nominate_director,
    t.Enter: desk.enter,
    t.BuySeat: desk.buy_seat,
    t.BuyBack: desk.buy_back,
    t.Substitute: desk.substitute,
    t.PayOut: desk.pay_out,
    t.DrawBallot: seats.draw_ballot,
    t.EnterBallot: seats.enter_ballot,
    t.PostponeStart: seats.postpone_start,
    t.BeginSession: course.begin_session,
    t.DecideNoShow: seats.decide_no_show,
    t.OfferSeat: seats.offer_seat,
    t.MoveEntrant: seats.move_entrant,
    t.BreakTable: seats.break_table,
    t.TakeBreak: course.take_break,
    t.StopClock: course.stop_clock,
    t.GoOn: course.go_on,
    t.DirectPace: course.direct_pace,
    t.StartRounds: course.start_rounds,
    t.ConfirmElimination: course.confirm_elimination,
    t.ConfirmExclusion: course.confirm_exclusion,
    t.DecideOrder: ending.decide_order,
    t.PutBack: course.put_back,
    t.EndSession: ending.end_session,
    t.AwardPlaces: ending.award_places,
    t.Cancel: ending.cancel,
}
assert {*HANDLERS, t.Undo} == set(t.KINDS.values())
