"""The only writer. It takes one event at a time to the rules, writes down what they decide, and then tells it.

What waits in the inbox is written in one go, because a disk takes as long for thirty events as for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import structlog

from controller.cannot_go_on import CannotGoOn
from controller.inbox import Inbox, Incoming
from controller.journal.closing import PutAway
from controller.journal.errors import JournalDamaged, JournalError, JournalGone, JournalLocked, JournalShorter
from controller.journal.journal import Journal, Record
from controller.journal.records import (
    Disagreement,
    outcomes_in,
    read,
    rebuild,
    setting_of,
    write,
    write_checkpoint,
    write_unruled,
)
from controller.journal.seal import Seal
from controller.journal.sealing import Why
from games.events import Event, Fact, Restarted
from games.outcomes import Outcome, Phase, Refusal, RoundClosed, text
from games.table.table import Setup, Table, is_refused

log = structlog.get_logger()

Hearer = Callable[[Event | None, list[Outcome]], None]  # None: not an event, but look again


TroubleCode = Literal[
    "our_fault",
    "journal_failed",
    "journal_damaged",
    "journal_gone",
    "journal_locked",
    "journal_shorter",
    "other_version",
]


@dataclass(frozen=True, slots=True)
class Trouble:
    """The table is stopped. Nothing that happens now is believed until somebody has looked."""

    code: TroubleCode
    detail: str
    since_ms: int


class Handled(NamedTuple):
    """An event and what it led to. `record` is 0 where nothing was written."""

    incoming: Incoming
    event: Event
    outcomes: list[Outcome]
    record: int


STOPPED = Refusal(say=text("table_stopped"))
MOST_AT_ONCE = 64  # events in one go, so that a screen hears in time
LOCK_LOOK_S, LOCK_TOLD_S = 0.02, 1.0


def code_of(error: Exception) -> TroubleCode:
    if isinstance(error, JournalShorter):
        return "journal_shorter"
    if isinstance(error, JournalGone):
        return "journal_gone"
    return "journal_failed" if isinstance(error, JournalError) else "our_fault"


class OtherJournal(CannotGoOn):
    """It is another table's, or of another game."""


class SetupChanged(CannotGoOn):
    """The configuration was changed in the middle of a round."""


class TableLoop:
    def __init__(self, journal: Journal, seal: Seal, setup: Setup, now_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._seal = seal
        self._now_ms = now_ms
        self._put_away = PutAway(journal)
        self._hearers: list[Hearer] = []
        self.trouble: Trouble | None = None
        self.told_record = 0  # what is being told stands in it
        self.happened = 0  # grows with every entry, refused ones too: what was made before may be stale
        self.past_is_whole = True  # as far as was looked back
        self.comes_back = not journal.empty
        self.table = self._open(setup)

    def tell(self, hearer: Hearer) -> None:
        self._hearers.append(hearer)

    async def run(self, inbox: Inbox) -> None:
        while True:
            batch = await inbox.some(MOST_AT_ONCE)
            await self._until_nobody_else_writes()
            self.handle_all(batch)
            inbox.looked()

    async def _until_nobody_else_writes(self) -> None:
        """Another program may hold the journal for a moment: panel and devices are not to wait for it."""
        waited_s = 0.0
        while self.trouble is None or self.trouble.code == "journal_locked":
            try:
                self._journal.begin()
            except JournalLocked as locked:
                if self.trouble is None and waited_s >= LOCK_TOLD_S:
                    self.trouble = Trouble("journal_locked", str(locked), self._now_ms())
                    log.warning("journal_locked", detail=str(locked))
                    self._tell_hearers(None, [])
            except JournalError as error:
                self._stop(code_of(error), str(error))
            else:
                if self.trouble is not None:
                    self.trouble = None
                    self._tell_hearers(None, [])
                return
            await asyncio.sleep(LOCK_LOOK_S)
            waited_s += LOCK_LOOK_S

    def handle(self, incoming: Incoming) -> None:
        """By itself, for who has no inbox."""
        if self.trouble is None:
            try:
                self._journal.begin()
            except JournalError as error:
                self._stop(code_of(error), str(error))
        self.handle_all([incoming])

    def handle_all(self, batch: Sequence[Incoming]) -> None:
        """The journal has begun to write. Nobody hears of any before all are on disk."""
        self.happened += len(batch)
        try:
            done = [self._stopped(one) if self.trouble else self._rule(one) for one in batch]
            if self.trouble is None:
                self._journal.commit()
        except JournalError as error:
            self._journal.roll_back()
            self._stop(code_of(error), str(error))
            done = [Handled(one, one.event, [STOPPED], 0) for one in batch]  # none of it is on disk
        for one in done:
            self._announce(one)
        if any(isinstance(outcome, RoundClosed) for one in done for outcome in one.outcomes):
            self._journal.settle()
        elif any(isinstance(one.event, Restarted) for one in done):
            self._journal.seal_was_told()

    def look(self) -> None:
        """Also when nothing happens: are the journal's files still there."""
        if self.trouble is None:
            try:
                self._journal.look()
                self._journal.seal_when_due()
            except JournalError as error:
                self._stop(code_of(error), str(error))
            else:
                self._look_back()

    def _look_back(self) -> None:
        """What is wrong in the past keeps nobody from playing: the table stands on its last checkpoint."""
        if self.past_is_whole:
            try:
                self._journal.look_back()
                self._put_away.look(self.table.gone if self.table.starts else None)
            except JournalError as error:
                self.past_is_whole = False
                log.error("journal_past_damaged", detail=str(error))
                self._tell_hearers(None, [])

    def sync_head(self) -> None:
        """From any thread."""
        self._journal.sync_head()

    def seal(self, why: Why) -> None:
        """When the table is stopped in good order; its start is sealed with the record of it."""
        if self.trouble is None:
            try:
                self._journal.seal(why)
            except JournalError as error:
                log.error("journal_not_sealed", detail=str(error))

    def _rule(self, incoming: Incoming) -> Handled:
        event = replace(incoming.event, at_ms=self._now_ms())
        try:
            outcomes = self.table.take(event)
            record = 0 if is_refused(outcomes) else self._append(event, outcomes)
        except JournalError:
            raise
        except Exception as error:
            # An assertion of ours, or what nobody thought of: hold the table, lose nothing.
            log.exception("rules_failed", kind=event.kind)
            self._journal.commit()  # what came before it in the same go
            self._stop("our_fault", f"{type(error).__name__} at {event.kind}")
            self._keep_unruled(event)
        else:
            return Handled(incoming, event, outcomes, record)
        return Handled(incoming, event, [STOPPED], 0)

    def _stopped(self, incoming: Incoming) -> Handled:
        event = replace(incoming.event, at_ms=self._now_ms())
        if isinstance(event, Fact) and self.trouble is not None and self.trouble.code == "our_fault":
            self._keep_unruled(event)  # it has happened all the same
        return Handled(incoming, event, [STOPPED], 0)

    def _append(self, event: Event, outcomes: list[Outcome]) -> int:
        closed = next((outcome for outcome in outcomes if isinstance(outcome, RoundClosed)), None)
        text = write(self._seal, event, outcomes, self.table if closed else None)
        round_ = closed.round if closed else self._round
        if closed:
            self._journal.seal("round")
        elif isinstance(event, Restarted):
            self._journal.seal("start")  # over what says the how manieth start it is, and of which boot
        return self._journal.append(text.body, round_, checkpoint=closed is not None, kept=text.kept)

    @property
    def _round(self) -> int:
        return self.table.game.state.round or 1  # what comes before the first belongs to it

    def _announce(self, one: Handled) -> None:
        _tell(one.incoming, one.outcomes)
        if one.record:
            self.told_record = one.record
            self._tell_hearers(one.event, one.outcomes)

    def _tell_hearers(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """What is on disk stays true even if somebody cannot be told of it."""
        for hearer in self._hearers:
            try:
                hearer(event, outcomes)
            except Exception:
                log.exception("hearer_failed")

    def _stop(self, code: TroubleCode, detail: str) -> None:
        """Memory may be ahead of the disk now: it is thrown away and read again from what is written."""
        self.trouble = Trouble(code, detail, self._now_ms())
        log.error("table_stopped", code=code, detail=detail)
        try:
            self.table = rebuild(self._seal, self._journal.since_checkpoint())
        except Exception as error:
            log.error("journal_not_readable", detail=str(error))
        self._tell_hearers(None, [])

    def _keep_unruled(self, event: Event) -> None:
        try:
            self._journal.append(write_unruled(self._seal, event).body, self._round)
        except Exception as error:
            log.error("journal_failed", detail=str(error))

    # ------------------------------------------------------------ starting

    def _open(self, setup: Setup) -> Table:
        if self._journal.empty:
            return self._start_afresh(Table(setup))
        try:
            records = self._journal.since_checkpoint()
            table = self._carried_on(setup, records) or rebuild(self._seal, records)
        except JournalShorter as error:
            return self._unusable("journal_shorter", error, setup)
        except JournalDamaged as error:
            return self._unusable("journal_damaged", error, setup)
        except Disagreement as error:
            between = self._between_rounds(setup, records)
            if between is None:
                return self._unusable("other_version", error, setup)
            log.warning("played_by_another_version", detail=str(error))
            table = between
        self._refuse_another(records, setup)
        if table.round_is_on and table.setup != setup:
            raise SetupChanged(
                "the configuration was changed in the middle of a round: put the old one back, "
                "finish the round, then change it (antes on the layout are a round, too)"
            )
        if not table.round_is_on and not self._is_written_so(records, setup):
            table = self._start_afresh(Table(setup, table.carry()))
        return table

    def _carried_on(self, setup: Setup, records: list[Record]) -> Table | None:
        """From a checkpoint with nothing behind it: what the table was set up with then is no matter."""
        entry = read(self._seal, records[0])
        if len(records) > 1 or entry.checkpoint is None:
            return None
        return Table(setup, entry.checkpoint.carry)

    def _between_rounds(self, setup: Setup, records: list[Record]) -> Table | None:
        """Other rules, or options that are unknown by now: between two rounds nothing rests on them. None if a
        round is on, for the version that wrote it or for this one."""
        entries = [read(self._seal, record) for record in records]
        assert entries[0].checkpoint is not None
        table = Table(setup, entries[0].checkpoint.carry)
        phase = table.game.state.phase
        try:
            for entry in entries[1:]:
                if entry.event is not None:
                    table.take(entry.event)
                for outcome in outcomes_in(entry.verdicts, ("phase",)):
                    phase = outcome.name if isinstance(outcome, Phase) else phase
        except Exception:  # what another version has played these rules may not be able to
            return None
        return None if table.round_is_on or table.game.state.phase != phase else table

    def _refuse_another(self, records: list[Record], setup: Setup) -> None:
        written = read(self._seal, records[0]).setting
        if written is not None and (written.table, written.game) != (setup.table, setup.game):
            raise OtherJournal(
                f"the journal {self._journal.path} is of table {written.table} playing {written.game}, and the "
                f"configuration is of table {setup.table} playing {setup.game}: put the right state "
                "folder there, or give this table and game a new one (state)"
            )

    def _is_written_so(self, records: list[Record], setup: Setup) -> bool:
        return read(self._seal, records[0]).setting == setting_of(setup)

    def _unusable(self, code: TroubleCode, error: Exception, setup: Setup) -> Table:
        log.error("journal_not_readable", code=code, detail=str(error))
        self.trouble = Trouble(code, str(error), self._now_ms())
        return Table(setup)  # nothing can be done at it while there is trouble

    def _start_afresh(self, table: Table) -> Table:
        text = write_checkpoint(self._seal, table, self._now_ms())
        self._journal.append(text.body, table.game.state.round, checkpoint=True, kept=text.kept)
        return table


def _tell(incoming: Incoming, outcomes: list[Outcome]) -> None:
    try:
        incoming.told(outcomes)
    except Exception:
        log.exception("sender_has_gone", kind=incoming.event.kind)
