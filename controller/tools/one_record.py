"""One fact into the journal of a table that is stopped: what a person has done to its files stays on record."""

from __future__ import annotations

from controller.cannot_go_on import CannotGoOn
from controller.clock import TableClock
from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.seal import Seal
from controller.loop import TableLoop
from games.events import Fact
from games.table.table import Setup


class NotOnRecord(CannotGoOn):
    """The text says why."""


def put_on_record(journal: Journal, seal: Seal, setup: Setup, fact: Fact) -> None:
    loop = TableLoop(journal, seal, setup, TableClock(journal.last_ms).now_ms)
    if loop.trouble is None:
        loop.handle(Incoming(fact))
    if loop.trouble is not None:
        raise NotOnRecord(f"the journal {journal.path} cannot be written to: {loop.trouble.detail}")
