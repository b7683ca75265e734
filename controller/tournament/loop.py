"""The only writer of a tournament: what happened and what follows is on disk before anyone hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import structlog

from controller.journal.errors import JournalDamaged, JournalError, JournalLocked, JournalShorter
from controller.journal.journal import Journal
from controller.journal.records import Disagreement
from controller.loop import Trouble, TroubleCode, code_of
from controller.tournament.records import played_again, write, write_setup
from controller.version import Program, this_program
from games.events import TournamentWrote
from games.outcomes import Refusal, Text, text
from games.table.table import is_refused
from games.tournament.events import Event
from games.tournament.outcomes import Outcome
from games.tournament.tournament import Setup, Tournament

log = structlog.get_logger()

Hearer = Callable[[Event | None, list[Outcome]], None]  # None: not an event, but look again


class TournamentLoop:
    """Everything comes from one thread; a commit takes as long as a table's. While another program holds the
    journal nothing is taken, as nobody may wait for it here: who tells a fact tells it again afterwards."""

    def __init__(self, journal: Journal, setup: Setup, now_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._now_ms = now_ms
        self._hearers: list[Hearer] = []
        self.trouble: Trouble | None = None
        self._program: Program | None = None  # the last that says it wrote the journal
        self.comes_back = not journal.empty
        self.tournament = self._open(setup)

    def tell(self, hearer: Hearer) -> None:
        self._hearers.append(hearer)

    def take(self, event: Event) -> list[Outcome]:
        if self.trouble is None:
            self._begin()
        if self.trouble is not None:
            return [Refusal(say=self.stopped)]
        event = replace(event, at_ms=self._now_ms())
        try:
            outcomes = self.tournament.take(event)
            if is_refused(outcomes):
                self._journal.roll_back()
                return outcomes
            is_first = self._program != this_program()
            self._journal.append(write(event, outcomes, is_first=is_first), self.tournament.state.session)
            self._journal.commit()
            self._program = this_program()
        except JournalError as error:
            self._stop(code_of(error), str(error))
        except Exception as error:
            log.exception("tournament_failed", kind=event.kind)
            self._stop("our_fault", f"{type(error).__name__} at {event.kind}")
        else:
            self._tell(event, outcomes)
            return outcomes
        return [Refusal(say=self.stopped)]

    @property
    def stopped(self) -> Text:
        """What whoever cannot go on is told."""
        return text("tournament_waits_for_journal" if self._waits else "tournament_stopped")

    @property
    def _waits(self) -> bool:
        return self.trouble is not None and self.trouble.code == "journal_locked"

    def look(self) -> None:
        """Also when nothing happens: are the files still there. A copy of the journal alone is whole then."""
        if self._waits:
            self._try_again()
        if self.trouble is not None:
            return
        try:
            self._journal.look()
        except JournalError as error:
            self._stop(code_of(error), str(error))
        else:
            self._journal.settle_what_is_new()

    def _begin(self) -> None:
        try:
            self._journal.begin()
        except JournalLocked as error:
            self.trouble = Trouble("journal_locked", str(error), self._now_ms())
            log.warning("tournament_waits", detail=str(error))
            self._tell(None, [])
        except JournalError as error:
            self._stop(code_of(error), str(error))

    def _try_again(self) -> None:
        """Whoever held the journal may be gone. Then all hear of it, and tell what was not taken meanwhile."""
        try:
            self._journal.begin()
        except JournalLocked:
            return
        except JournalError as error:
            self._stop(code_of(error), str(error))
            return
        self._journal.roll_back()
        self.trouble = None
        log.info("tournament_goes_on")
        self._tell(None, [])

    def sync_head(self) -> None:
        self._journal.sync_head()

    @property
    def wrote(self) -> TournamentWrote | None:
        """How far its journal has come, for the journal of the table."""
        if self.trouble is not None:
            return None
        number = self._journal.last_number
        name = self.tournament.setup.name
        return TournamentWrote(tournament=name, record=number, hash=self._journal.hash_of(number).hex())

    def told_before(self) -> Iterator[tuple[Event, list[Outcome]]]:
        """What the journal has led to, from its beginning, in the words of today."""
        for again in played_again(self._journal.records()):
            if again.entry.event is not None:
                yield again.entry.event, again.outcomes

    def _tell(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """What is on disk stays true even if somebody cannot be told of it."""
        for hearer in self._hearers:
            try:
                hearer(event, outcomes)
            except Exception:
                log.exception("hearer_failed")

    def _stop(self, code: TroubleCode, detail: str) -> None:
        """Memory may be ahead of the disk now: it is thrown away and read again from what is written."""
        self.trouble = Trouble(code, detail, self._now_ms())
        log.error("tournament_stopped", code=code, detail=detail)
        try:
            self._journal.roll_back()
            self.tournament = self._read()
        except Exception as error:
            log.error("journal_not_readable", detail=str(error))
        self._tell(None, [])

    # ------------------------------------------------------------ starting

    def _open(self, setup: Setup) -> Tournament:
        """The conditions that the journal began with hold: nobody changes them under players who have paid."""
        if self._journal.empty:
            self._journal.append(write_setup(setup))
            self._program = this_program()
            return Tournament(setup)
        try:
            return self._read()
        except (JournalDamaged, Disagreement, AssertionError) as error:
            log.error("journal_not_readable", detail=str(error))
            self.trouble = Trouble(_code_of(error), _what_to_do(error), self._now_ms())
            return Tournament(setup)

    def _read(self) -> Tournament:
        for again in played_again(self._journal.records()):
            self._program = again.entry.program or self._program
        return again.tournament


def _code_of(error: Exception) -> TroubleCode:
    if isinstance(error, Disagreement):
        return "other_version"
    return "journal_shorter" if isinstance(error, JournalShorter) else "journal_damaged"


def _what_to_do(error: Exception) -> str:
    if isinstance(error, Disagreement):
        return f"{error}: start the version that wrote it, finish the tournament with it, then upgrade"
    return str(error)
