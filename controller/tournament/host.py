"""A tournament that this machine conducts for its own table."""

from __future__ import annotations

import asyncio
from pathlib import Path

from config.load import Config
from controller.cannot_go_on import CannotGoOn
from controller.clock import TableClock
from controller.inbox import Inbox
from controller.journal.beforehand import NO_MARKS, Marks
from controller.journal.head import Head
from controller.journal.journal import Journal
from controller.journal.length import Known
from controller.journal.no_journal import open_journal
from controller.journal.seal import Seal
from controller.loop import TableLoop
from controller.tournament.journals import journal_of
from controller.tournament.loop import TournamentLoop
from controller.tournament.table_link import TableLink
from games.events import TournamentWrote
from games.table.table import Table, is_refused
from games.tournament.events import ClockStepped, Restarted, TimeCame
from games.tournament.tournament import Setup

LONGEST_S = 60.0  # a machine that sleeps wakes no timer: it is looked at again


class ConditionsChanged(CannotGoOn):
    """Under players who have paid. The text says what to do."""


class Host:
    def __init__(self, config: Config, table: Table, clock: TableClock) -> None:
        """A tournament is called as the file of its conditions, and so is its journal. What the table has
        written down of that journal must be in it."""
        conditions, file = config.tournament, config.table.tournament
        assert conditions is not None
        assert file is not None
        name = Path(file).stem
        self._clock = clock
        self._handle: asyncio.TimerHandle | None = None
        self._begun = False
        self._journal = open_journal(journal_of(config.state, name), _marks(name, table.tournament_wrote))
        setup = Setup(name, conditions, {config.table.table: config.table.boxes})
        self.loop = TournamentLoop(self._journal, setup, clock.now_ms)
        if self.loop.trouble is None and self.loop.tournament.setup != setup:
            self._journal.close()
            raise ConditionsChanged(_what_was_changed(self.loop.tournament.setup, setup, file))

    def start(self, table: TableLoop, inbox: Inbox, journal: Journal, seal: Seal) -> None:
        self._begin()
        self.loop.tell(lambda event, outcomes: self._begin())
        TableLink(self.loop, table, inbox, journal, seal).start()
        self.loop.tell(lambda event, outcomes: self._set_alarm())
        self._set_alarm()

    def _begin(self) -> None:
        """The table joins before anybody plays; if another program holds the journal, as soon as it can."""
        if not self._begun and self.loop.trouble is None:
            self._begun = True
            began = Restarted(shift_ms=self._clock.stepped_ms(0)) if self.loop.comes_back else TimeCame()
            self._begun = not is_refused(self.loop.take(began))

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._journal.close()

    # ------------------------------------------------------------ time

    def look(self) -> None:
        """Every second. What cannot be written down now is noticed again in the next."""
        self.loop.look()
        shift_ms = self.loop.tournament.state.clock_shift_ms
        by_ms = self._clock.stepped_ms(shift_ms)
        if by_ms and self._begun and self.loop.trouble is None:
            self.loop.take(ClockStepped(shift_ms=shift_ms + by_ms))

    def sync_head(self) -> None:
        self.loop.sync_head()

    def _set_alarm(self) -> None:
        """Anew after every event, because any of them may have moved the moment."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        moment_ms = self.loop.tournament.next_moment_ms
        if moment_ms is not None:
            wait_s = min(max(moment_ms - self._clock.now_ms(), 0) / 1000, LONGEST_S)
            self._handle = asyncio.get_running_loop().call_later(wait_s, self._ring)

    def _ring(self) -> None:
        moment_ms = self.loop.tournament.next_moment_ms
        if moment_ms is None or moment_ms > self._clock.now_ms():
            self._set_alarm()
        else:
            self.loop.take(TimeCame())


def _marks(name: str, wrote: TournamentWrote | None) -> Marks:
    if wrote is None or wrote.tournament != name:
        return NO_MARKS
    head = Head(wrote.record, bytes.fromhex(wrote.hash), wrote.at_ms)
    return Marks(heads=[Known("the table's journal", head, can_be_put_aside=False)])


def _what_was_changed(began: Setup, now: Setup, file: str) -> str:
    if began.conditions != now.conditions:
        return (
            f"{file} was changed after its tournament had begun: put the old conditions back, or give the new "
            "tournament a file of its own name"
        )
    tables = ", ".join(f"{name} with {boxes} boxes" for name, boxes in began.tables.items())
    return f"the tournament of {file} began at {tables}: put the table's name and boxes back"
