"""Puts the journal's past away while the table plays: into a closed file, then out of the running one.

The file is written and read back in a process of its own; only then the running journal lets go of what it
holds, a few records at a time. Whenever the power goes, every record is in one of them, or in both.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import structlog

from config.schema import JournalSettings
from controller.journal.closed import ClosedFile, files_in, span_of, write_closed
from controller.journal.errors import JournalDamaged, JournalError, JournalLocked, damage
from controller.journal.journal import Journal
from controller.journal.keys import CLOSED
from controller.journal.times import at_ms_of
from controller.past.round_lines import beside, keep
from games.events import Event, Fact, PastLetGo
from games.outcomes import Outcome, RoundClosed

log = structlog.get_logger()

BACKUPS = "backups.jsonl"  # in the state folder: what was backed up, and when
AGAIN_AFTER_S = 3_600.0  # what could not be closed is tried again
LETS_GO_EVERY_S = 0.05
NICE = 10
MOST_SAID, MOST_OF_PATH = 500, 200
ROOT = str(Path(__file__).parents[2])


class Closing:
    def __init__(
        self,
        journal: Journal,
        settings: JournalSettings,
        now_ms: Callable[[], int],
        record: Callable[[Fact], Awaitable[None]],
    ) -> None:
        """`record` writes down what is let go of, and returns when that is on disk."""
        self._journal = journal
        self._folder = journal.path.parent / CLOSED
        self._settings = settings
        self._now_ms = now_ms
        self._record = record
        self._task: asyncio.Task[None] | None = None
        self._not_before_ms = 0

    def heard(self, event: Event | None, outcomes: list[Outcome]) -> None:
        """Only up to the end of a round: there a start begins. What was written in one go with it stays."""
        if self._task is not None and not self._task.done():
            return
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes) and self._is_due():
            self._task = asyncio.get_running_loop().create_task(self._close(self._journal.last_checkpoint))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _is_due(self) -> bool:
        now_ms = self._now_ms()
        if now_ms < self._not_before_ms:
            return False
        return self._journal.bytes_used > self._settings.close_at_megabytes * 1_000_000 or _month(
            self._first_ms()
        ) != _month(now_ms)

    def _first_ms(self) -> int:
        first = self._journal.records(self._journal.first_number, self._journal.first_number + 1)
        return max(map(at_ms_of, (record.body for record in first)), default=0) or self._now_ms()

    async def _close(self, last: int) -> None:
        try:
            last = last_closed(self._folder) if self._was_interrupted() else last
            await _in_a_process(self._journal.path, last)
            await self._let_go(last)
            log.info("journal_closed", through=last)
            for fact in await asyncio.to_thread(due_to_go, self._folder, self._settings, self._now_ms()):
                await self._record(fact)
                for path in (self._folder / fact.file, beside(self._folder / fact.file)):
                    path.unlink(missing_ok=True)
                log.warning("closed_journal_deleted", file=fact.file)
        except (JournalError, OSError) as error:
            self._not_before_ms = self._now_ms() + int(AGAIN_AFTER_S * 1000)
            log.error("journal_not_closed", detail=str(error))

    def _was_interrupted(self) -> bool:
        """The file is there and the records, too: the power went in between."""
        return last_closed(self._folder) > self._journal.first_number

    async def _let_go(self, last: int) -> None:
        goes_on = True
        while goes_on:
            with contextlib.suppress(JournalLocked):
                goes_on = self._journal.let_go(last)
            await asyncio.sleep(LETS_GO_EVERY_S)


async def _in_a_process(path: Path, last: int) -> None:
    """It takes a minute of computing, and no card is to wait for its turn in between."""
    command = [sys.executable, "-m", "controller.journal.closing", str(path), str(last)]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, env={**os.environ, "PYTHONPATH": ROOT}
    )
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise JournalError(said.decode(errors="replace").strip()[-MOST_SAID:])


def close_up_to(path: Path, last: int) -> None:
    """With a reader of its own, beside the table's writer."""
    folder = path.parent / CLOSED
    journal = Journal(path, reads_only=True)
    try:
        if last_closed(folder) < last:
            write_closed(journal, folder, last, keep)
            return
        with ClosedFile(files_in(folder)[-1]) as closed:
            if closed.hash != journal.hash_of(last):
                raise JournalDamaged(damage(closed.path, "it does not hold what the journal holds"))
    finally:
        journal.close()


def first_here(journal: Journal) -> int:
    """The first record, in the closed files or behind them."""
    files = files_in(journal.path.parent / CLOSED)
    return min([journal.first_number, *(span_of(path)[0] for path in files)])


def last_closed(folder: Path) -> int:
    """0 if there is none."""
    files = files_in(folder)
    return span_of(files[-1])[1] if files else 0


def _month(at_ms: int) -> tuple[int, int]:
    when = datetime.fromtimestamp(at_ms / 1000, UTC)
    return when.year, when.month


# ---------------------------------------------------------------- is it all there


class PutAway:
    """Sees that what was put away is there from file to file, up to where the running journal begins. What
    stands in a file is read by an audit; here each is opened once, and looked at by its size and time."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folder = journal.path.parent / CLOSED
        self._known: dict[Path, tuple[int, int, int]] = {}

    def look(self, gone: int | None) -> None:
        """Raises JournalDamaged with what to bring back. Up to the record `gone` the past was let go of; None
        where that was never written down."""
        files = files_in(self._folder)
        for path in files:
            with _telling(path):
                self._look_at(path)
        spans = [span_of(path) for path in files]
        if gone is not None or not spans:
            spans = [(0, gone or 0), *spans]
        begins = [first for first, _ in spans[1:]] + [self._journal.first_number]
        for (_, last), first in zip(spans, begins, strict=True):
            if first > last + 1:
                raise JournalDamaged(_bring_back(f"records {last + 1} to {first - 1}", self._folder))

    def _look_at(self, path: Path) -> None:
        now = path.stat()
        known = now.st_ino, now.st_size, now.st_mtime_ns
        if self._known.get(path) == known:
            return
        if not path.is_file():
            raise OSError("it is not a file")
        with ClosedFile(path) as closed:
            if (closed.first, closed.last) != span_of(path) or closed.bytes_said != now.st_size:
                raise JournalDamaged("it is not as it was written")
        self._known[path] = known


@contextlib.contextmanager
def _telling(path: Path) -> Iterator[None]:
    try:
        yield
    except (JournalDamaged, OSError) as error:
        raise JournalDamaged(_bring_back(f"what {path.name} held", path.parent)) from error


def _bring_back(what: str, folder: Path) -> str:
    return f"{what} cannot be read in {folder} any more: bring the file back from a backup, then start again"


# ---------------------------------------------------------------- what need not be kept any longer


def due_to_go(folder: Path, settings: JournalSettings, now_ms: int) -> list[PastLetGo]:
    """Never what was not backed up."""
    if settings.keep_months is None:
        return []
    backed_up = names_backed_up(folder.parent)
    due = []
    for path in files_in(folder):
        with ClosedFile(path) as closed:
            age_months = _months_between(closed.rounds()[-1].to_ms, now_ms)
            hash_ = bytes(closed.hash).hex()
        if age_months <= settings.keep_months:
            break
        if path.name not in backed_up:
            log.warning(
                "closed_journal_not_backed_up", file=path.name, detail="kept until `tablectl backup` has it"
            )
            break
        first, last = span_of(path)
        to = backed_up[path.name][-MOST_OF_PATH:]
        due.append(PastLetGo(file=path.name, first=first, last=last, hash=hash_, backed_up=to))
    return due


def _months_between(then_ms: int, now_ms: int) -> int:
    (year, month), (year_now, month_now) = _month(then_ms), _month(now_ms)
    return (year_now - year) * 12 + month_now - month


def names_backed_up(state: Path) -> dict[str, str]:
    """Each closed file, and where it was copied to at last."""
    return {name: str(line.get("to", "")) for line in backups_in(state) for name in line.get("closed", ())}


def backups_in(state: Path) -> list[dict[str, Any]]:
    """The last one last. A line that was cut short, or says something else, counts for nothing."""
    found = []
    path = state / BACKUPS
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with contextlib.suppress(ValueError):
            found.append(json.loads(line))
    return [line for line in found if isinstance(line, dict)]


if __name__ == "__main__":
    os.nice(NICE)
    try:
        close_up_to(Path(sys.argv[1]), int(sys.argv[2]))
    except (JournalError, OSError) as error:
        sys.exit(str(error))
