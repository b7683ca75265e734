"""The only writer. It takes one event at a time to the rules, writes both down, and only then tells anyone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog

from controller.inbox import Inbox, Incoming
from controller.journal.journal import Journal, JournalDamaged, JournalError
from controller.journal.records import Disagreement, Entry, checkpoint_of, rebuild, write
from controller.journal.seal import Seal
from games.events import Event, Fact
from games.outcomes import Outcome, Refusal, RoundClosed, text
from games.table.table import Setup, Table, is_refused

log = structlog.get_logger()

Hearer = Callable[[Event | None, list[Outcome]], None]  # None: not an event, but look again


@dataclass(frozen=True, slots=True)
class Trouble:
    """The table is stopped. Nothing that happens now is believed until somebody has looked."""

    code: str
    detail: str
    since_ms: int


class SetupChanged(Exception):
    """The configuration was changed in the middle of a round."""


class TableLoop:
    def __init__(self, journal: Journal, seal: Seal, setup: Setup, now_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._seal = seal
        self._now_ms = now_ms
        self._hearers: list[Hearer] = []
        self.trouble: Trouble | None = None
        self.happened = 0  # grows with every entry, refused ones too: what was made before may be stale
        self.comes_back = not journal.empty
        self.table = self._open(setup)

    def tell(self, hearer: Hearer) -> None:
        self._hearers.append(hearer)

    async def run(self, inbox: Inbox) -> None:
        while True:
            self.handle(await inbox.get())

    def handle(self, incoming: Incoming) -> None:
        self.happened += 1
        if self.trouble:
            if isinstance(incoming.event, Fact) and self.trouble.code == "our_fault":
                self._keep_unruled(
                    replace(incoming.event, at_ms=self._now_ms())
                )  # it has happened all the same
            _tell(incoming, [Refusal(say=text("table_stopped"))])
            return
        event = replace(incoming.event, at_ms=self._now_ms())
        try:
            outcomes = self.table.take(event)
            if not is_refused(outcomes):
                self._commit(event, outcomes)
        except JournalError as error:
            self._stop("journal_failed", str(error))
        except Exception as error:
            # An assertion of ours, or what nobody thought of: hold the table, lose nothing.
            log.exception("rules_failed", kind=event.kind)
            self._stop("our_fault", f"{type(error).__name__} at {event.kind}")
            self._keep_unruled(event)
        else:
            self._announce(incoming, event, outcomes)
            return
        _tell(incoming, [Refusal(say=text("table_stopped"))])

    def _commit(self, event: Event, outcomes: list[Outcome]) -> None:
        closed = any(isinstance(outcome, RoundClosed) for outcome in outcomes)
        checkpoint = checkpoint_of(self.table) if closed else None
        body = write(self._seal, Entry(event=event, outcomes=tuple(outcomes), checkpoint=checkpoint))
        closed_round = next((o.round for o in outcomes if isinstance(o, RoundClosed)), 0)
        round_ = closed_round or self.table.game.state.round or 1  # what comes before the first belongs to it
        self._journal.append(body, round_, checkpoint=closed)

    def _announce(self, incoming: Incoming, event: Event, outcomes: list[Outcome]) -> None:
        _tell(incoming, outcomes)
        if not is_refused(outcomes):
            self._tell_hearers(event, outcomes)

    def _tell_hearers(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """What is on disk stays true even if somebody cannot be told of it."""
        for hearer in self._hearers:
            try:
                hearer(event, outcomes)
            except Exception:
                log.exception("hearer_failed")

    def _stop(self, code: str, detail: str) -> None:
        """Memory may be ahead of the disk now: it is thrown away and read again from what is written."""
        self.trouble = Trouble(code, detail, self._now_ms())
        log.error("table_stopped", code=code, detail=detail)
        try:
            self.table = rebuild(self._seal, self._journal.since_checkpoint(before=1))
        except Exception as error:
            log.error("journal_not_readable", detail=str(error))
        self._tell_hearers(None, [])

    def _keep_unruled(self, event: Event) -> None:
        try:
            self._journal.append(write(self._seal, Entry(unruled=event)), self.table.game.state.round)
        except Exception as error:
            log.error("journal_failed", detail=str(error))

    # ------------------------------------------------------------ starting

    def _open(self, setup: Setup) -> Table:
        if self._journal.empty:
            return self._start_afresh(Table(setup))
        try:
            table = rebuild(self._seal, self._journal.since_checkpoint(before=1))
        except (JournalDamaged, Disagreement, AssertionError) as error:
            log.error("journal_not_readable", detail=str(error))
            self.trouble = Trouble("journal_damaged", str(error), self._now_ms())
            return Table(setup)  # nothing can be done at it while there is trouble
        if table.setup == setup:
            return table
        if table.round_is_on:
            raise SetupChanged(
                "the configuration was changed in the middle of a round: put the old one back, "
                "finish the round, then change it (antes on the layout are a round, too)"
            )
        return self._start_afresh(Table(setup, table.carry()))

    def _start_afresh(self, table: Table) -> Table:
        body = write(self._seal, Entry(checkpoint=checkpoint_of(table)))
        self._journal.append(body, table.game.state.round, checkpoint=True)
        return table


def _tell(incoming: Incoming, outcomes: list[Outcome]) -> None:
    try:
        incoming.told(outcomes)
    except Exception:
        log.exception("sender_has_gone", kind=incoming.event.kind)
