"""Between a tournament and a table on the same machine: orders go there, what the cards have said comes back.

The table's journal is where it is told from, so nothing is lost while either of them is down or waits; and an
order is sent again until the table has followed it. The table hears, too, how far the tournament's journal has
come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from games.outcomes import BY_KIND, Outcome
from games.table.table import is_refused
from games.tournament import events as t
from games.tournament.outcomes import Outcome as TournamentsOutcome

log = structlog.get_logger()

TOLD = get_args(get_args(t.OfATable)[0])  # whatever of a table's outcomes concerns a tournament
TOLD_KINDS = frozenset(kind for kind, outcome in BY_KIND.items() if outcome in TOLD)


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

    def start(self) -> None:
        """First what the table has written down while nobody heard it, then what happens from now on."""
        self._hear_what_was_missed()
        self._loop.tell(self._table_told)
        self._tournament.tell(self._tournament_told)
        self._send()
        self._say_how_far()

    def _hear_what_was_missed(self) -> None:
        if self._loop.trouble is not None or self._tournament.trouble is not None:
            return  # when it is over, or at the next start
        missed = list(self._missed())
        self._has_missed = False
        for record, at_ms, outcomes in missed:
            self._pass_on(record, at_ms, outcomes)

    def _missed(self) -> Iterator[tuple[int, int, list[Outcome]]]:
        last = self._tournament.tournament.state.tables[self._name].heard[0]
        with History(self._journal.path, is_open=True) as history:  # some of it may have been put away since
            for record in history.records(last or self._journal.first_number):
                entry = read(self._seal, record)
                if told := outcomes_in(entry.verdicts, TOLD_KINDS):
                    yield record.number, entry.event.at_ms if entry.event is not None else 0, told

    def _table_told(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        if self._has_missed:
            self._hear_what_was_missed()  # this is written down, too
        elif event is not None:
            told = [outcome for outcome in outcomes if isinstance(outcome, TOLD)]
            self._pass_on(self._loop.told_record, event.at_ms, told)
        self._send()

    def _pass_on(self, record: int, at_ms: int, outcomes: Iterable[Outcome]) -> None:
        for part, outcome in enumerate(outcomes):
            assert isinstance(outcome, TOLD)
            told = t.TableTold(table=self._name, record=record, part=part, told_ms=at_ms, what=outcome)
            self._has_missed |= is_refused(self._tournament.take(told))

    # ------------------------------------------------------------ orders

    def _tournament_told(self, event: t.Event | None, outcomes: list[TournamentsOutcome]) -> None:
        if self._has_missed:
            self._hear_what_was_missed()
        self._send()
        self._say_how_far()

    def _send(self) -> None:
        """The next one that the table has not followed. In a round it refuses: it hears it again afterwards."""
        side = self._tournament.tournament.state.tables[self._name]
        if self._on_its_way or side.has_followed or self._tournament.trouble:
            return
        order = side.orders[side.followed]
        self._on_its_way = order.order
        try:
            self._inbox.put(Incoming(order, self._answered))
        except InboxFull:
            self._on_its_way = 0
            log.warning("order_not_sent", order=order.order)  # the next event at the table brings it along

    def _answered(self, outcomes: list[Outcome]) -> None:
        self._on_its_way = 0

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
