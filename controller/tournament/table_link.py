"""Between a tournament and a table on the same machine: orders go there, what the cards have said comes back.

The table's journal is where it is told from, so nothing is lost while either of them is down or waits; and an
order is sent again until the table has followed it. The table hears, too, how far the tournament's journal has
come.

The table's journal is believed as far as it follows from what the tournament has ordered. At the first order in
it that was never given, and at one that the table will not take, the link is held, and everybody is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

import structlog

from controller.inbox import Inbox, InboxFull, Incoming
from controller.journal.history import History
from controller.journal.journal import Journal
from controller.journal.records import outcomes_in, read
from controller.journal.seal import Seal
from controller.loop import TableLoop
from controller.tournament.loop import TournamentLoop
from games import events as e
from games.outcomes import BY_KIND, OrderFollowed, Outcome, Refusal
from games.table.table import is_refused
from games.tournament import events as t
from games.tournament.outcomes import Outcome as TournamentsOutcome
from games.tournament.state import TableSide

log = structlog.get_logger()

TOLD = get_args(get_args(t.OfATable)[0])  # whatever of a table's outcomes concerns a tournament
TOLD_KINDS = frozenset(kind for kind, outcome in BY_KIND.items() if outcome in TOLD)
NEVER_TAKEN = ("order_out_of_turn", "no_such_tournament_here", "no_tournament_in_rules")


class TableLink:
    def __init__(
        self, tournament: TournamentLoop, loop: TableLoop, inbox: Inbox, journal: Journal, seal: Seal
    ) -> None:
        self._tournament, self._loop, self._inbox = tournament, loop, inbox
        self._journal, self._seal = journal, seal
        self._name = loop.table.setup.table
        self._has_missed = True  # something that the table has written down
        self._on_its_way = 0  # the order that the table has not answered yet
        self._said: e.TournamentWrote | None = None  # the last that it was told of the tournament's journal
        self._says = False  # and has not written down yet
        self._tells_it_is_held = False

    def start(self) -> None:
        """First what the table has written down while nobody heard it, then what happens from now on."""
        self._hear_what_was_missed()
        self._loop.tell(self._table_told)
        self._tournament.tell(self._tournament_told)
        self._send()
        self._tell_whether_held()
        self._say_how_far()

    @property
    def _side(self) -> TableSide:
        return self._tournament.tournament.state.tables[self._name]

    def _hear_what_was_missed(self) -> None:
        if self._loop.trouble is not None or self._tournament.trouble is not None:
            return  # when it is over, or at the next start
        missed = list(self._missed())
        self._has_missed = False
        for record, event, outcomes in missed:
            self._pass_on(record, event, outcomes)

    def _missed(self) -> Iterator[tuple[int, e.Event | None, list[Outcome]]]:
        last = self._side.heard[0]
        with History(self._journal.path, is_open=True) as history:  # some of it may have been put away since
            for record in history.records(last or self._journal.first_number):
                entry = read(self._seal, record)
                if told := outcomes_in(entry.verdicts, TOLD_KINDS):
                    yield record.number, entry.event, told

    def _table_told(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        if self._has_missed:
            self._hear_what_was_missed()  # this is written down, too
        elif event is not None:
            told = [outcome for outcome in outcomes if isinstance(outcome, TOLD)]
            self._pass_on(self._loop.told_record, event, told)
        self._send()
        self._tell_whether_held()

    def _pass_on(self, record: int, event: e.Event | None, outcomes: Iterable[Outcome]) -> None:
        at_ms = event.at_ms if event is not None else 0
        for part, outcome in enumerate(outcomes):
            assert isinstance(outcome, TOLD)
            if (record, part) <= self._side.heard or not self._is_of_this_tournament(event):
                continue
            told: t.Fact = t.TableTold(table=self._name, record=record, part=part, told_ms=at_ms, what=outcome)
            if isinstance(outcome, OrderFollowed) and not self._was_given(event):
                told = self._strayed("never_given", outcome.order, record, part)
            self._tell(told)

    def _tell(self, told: t.Fact) -> None:
        if self._side.strayed is None:
            self._has_missed |= is_refused(self._tournament.take(told))

    def _is_of_this_tournament(self, event: e.Event | None) -> bool:
        """What was played here before the table joined, or after it left, was another's or nobody's."""
        joins = (
            isinstance(event, e.JoinTournament) and event.tournament == self._tournament.tournament.setup.name
        )
        return joins or self._side.is_in

    # ------------------------------------------------------------ orders

    def _was_given(self, event: e.Event | None) -> bool:
        """Exactly so: another hand may have given another one the same number."""
        order = self._side.next_order
        return order is not None and isinstance(event, e.ORDERS) and replace(event, at_ms=order.at_ms) == order

    def _strayed(self, why: e.Strayed, order: int, record: int = 0, part: int = 0) -> t.TableStrayed:
        log.error("table_strayed", table=self._name, why=why, order=order, record=record)
        return t.TableStrayed(table=self._name, why=why, order=order, record=record, part=part)

    def _tournament_told(self, event: t.Event | None, outcomes: list[TournamentsOutcome]) -> None:
        if self._has_missed or isinstance(event, t.HearTable):
            self._hear_what_was_missed()
        self._send()
        self._tell_whether_held()
        self._say_how_far()

    def _send(self) -> None:
        """The next one that the table has not followed. In a round it refuses: it hears it again afterwards."""
        order = self._side.next_order
        if self._on_its_way or order is None or self._side.strayed is not None or self._tournament.trouble:
            return
        self._on_its_way = order.order
        try:
            self._inbox.put(Incoming(order, self._answered))
        except InboxFull:
            self._on_its_way = 0
            log.warning("order_not_sent", order=order.order)  # the next event at the table brings it along

    def _answered(self, outcomes: list[Outcome]) -> None:
        order, self._on_its_way = self._on_its_way, 0
        first = outcomes[0] if is_refused(outcomes) else None
        if isinstance(first, Refusal) and first.say.code in NEVER_TAKEN:
            self._tell(self._strayed("not_taken", order))

    def _tell_whether_held(self) -> None:
        """The dealer sees it, and no further round begins there."""
        here, strayed = self._loop.table.game.state.tournament, self._side.strayed
        if here is None or self._tells_it_is_held or (here.held is None) == (strayed is None):
            return
        held: e.Fact = e.LinkReleased()
        if strayed is not None:
            held = e.LinkHeld(why=strayed.why, order=strayed.order, record=strayed.record)
        try:
            self._inbox.put(Incoming(held, self._has_told_it_is_held))
        except InboxFull:
            log.warning("table_not_told_it_is_held", table=self._name)  # the next event brings it along
        else:
            self._tells_it_is_held = True

    def _has_told_it_is_held(self, outcomes: list[Outcome]) -> None:
        self._tells_it_is_held = False

    # ------------------------------------------------------------ how far it has come

    def _say_how_far(self) -> None:
        """One word after the other: what is written meanwhile, the next one says."""
        wrote = self._tournament.wrote
        if self._says or wrote is None or wrote == self._said:
            return
        try:
            self._inbox.put(Incoming(wrote, self._noted))
        except InboxFull:
            log.warning("tournament_not_noted", record=wrote.record)  # the next event brings it along
        else:
            self._says, self._said = True, wrote

    def _noted(self, outcomes: list[Outcome]) -> None:
        self._says = False
        if not is_refused(outcomes):  # a table that is stopped hears it at its next start
            self._say_how_far()
