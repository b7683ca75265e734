"""A table's state folder copied while the table plays, and brought back.

What is copied is read back before it counts. The keys are never in it: whoever carries the copy away shall not
read face-down cards.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import structlog

from controller.cannot_go_on import CannotGoOn
from controller.journal.closed import ClosedFile, files_in
from controller.journal.closing import BACKUPS
from controller.journal.errors import JournalBusy, JournalDamaged, JournalError
from controller.journal.file import connect_to_read, rollback_of, shm_of, wal_of
from controller.journal.history import History
from controller.journal.journal import Journal
from controller.journal.keys import CLOSED, SEAL_KEY, seal_of_table
from controller.journal.length import Evidence, Known, Short, gathered, shortfalls
from controller.journal.seal import Seal
from controller.journal.sealing_key import SEALING_KEY, numbers_in
from controller.journal.spans import SPAN_KEYS
from controller.journal.witness import FileWitness
from controller.past.round_lines import must_be_whole
from controller.private_file import sync
from controller.tools.one_record import put_on_record
from controller.tournament.journals import journals_in
from games.events import JournalRestored
from games.table.table import Setup

log = structlog.get_logger()

JOURNAL = "journal.db"
MOST_REASON = 80
NOT_STATE = ("tokens.json", "let-in", BACKUPS)  # of this run, or of this machine
NOT_COPIED = (".db", ".db-wal", ".db-shm", ".db-journal", ".head", ".key", ".lock", ".new")


class BadBackup(CannotGoOn):
    """The text says what to do."""


class Copied(NamedTuple):
    records: int
    rounds: int
    files: list[str]
    first: int  # the record that it begins with
    gaps: list[tuple[int, int]]  # records that are in none of them
    seals: int
    damaged: Sequence[str] = ()  # closed files that could not be copied, and why

    @property
    def is_whole(self) -> bool:
        return not self.gaps and not self.damaged

    @property
    def missing(self) -> list[str]:
        """What is not in it, as a person is told."""
        begins = f"It begins with record {self.first}: what was before that is in earlier backups, if anywhere."
        return [*self.damaged, *[begins] * (self.first > 1)] + [
            f"Records {first} to {last} are not in it: their closed file is missing."
            for first, last in self.gaps
        ]


# ---------------------------------------------------------------- away


def backup(
    state: Path, to: Path, now: datetime, keys: Path | None = None, keys_to: Path | None = None
) -> Copied:
    """The journal first: what is put away meanwhile is then in the copy twice and not missing, and what the
    journal says of a tournament is in the copy of that one's."""
    if not (state / JOURNAL).exists():
        raise BadBackup(f"{state} holds no journal.db: name the table's file with --config")
    _must_be_apart(to, state, keys)
    if keys is not None and keys_to is not None:
        _must_be_apart(keys_to, state)
        _check_keys(keys, keys_to, to)
    _make(to)
    evidence = gathered(state / JOURNAL, keys / SEALING_KEY if keys is not None else None)
    with History(state / JOURNAL) as history:
        _must_be_whole(evidence, history)
        _must_be_earlier(to / JOURNAL, history)
    _copy_journal(state / JOURNAL, to / JOURNAL)
    damaged: list[str] = []
    closed = list(_copied(files_in(state / CLOSED), to / CLOSED, damaged))
    tournaments = journals_in(state)
    for path in tournaments:
        with closing(Journal(path, reads_only=True)) as journal:
            _must_be_earlier(to / path.name, journal)
        _copy_journal(path, to / path.name)
    saved = sorted(state.glob("journal-rescued-*.db"))
    small = _small_state_in(state)
    for path in (*saved, *small):
        _copy_small(path, to / path.name)
    if keys is not None and keys_to is not None:
        _copy_keys(keys, keys_to)
    with History(to / JOURNAL) as history:
        copied = _counted(history, [JOURNAL, *(path.name for path in (*tournaments, *saved, *small)), *closed])
        through = history.last_number
    _note(state, {"at": now.astimezone().isoformat(), "to": str(to), "through": through, "closed": closed})
    return copied._replace(damaged=damaged)


def _counted(history: History, files: list[str]) -> Copied:
    missing = sum(last - first + 1 for first, last in history.gaps)
    records = history.last_number - history.first_number + 1 - missing
    rounds = sum(one.round > 0 for one in history.rounds())
    return Copied(records, rounds, files, history.first_number, history.gaps, history.holds.seals)


def _must_be_apart(to: Path, *own: Path | None) -> None:
    if any(to.resolve().is_relative_to(folder.resolve()) for folder in own if folder is not None):
        raise BadBackup(f"{to} is in the table's own folder: name one on another disk")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadBackup(
            f"{folder} cannot be made ({error.strerror}): name a folder that can be written"
        ) from None


def _must_be_whole(evidence: Evidence, history: History) -> None:
    """Of a journal that became shorter the earlier copies are worth more than this one."""
    short = shortfalls(evidence, history.holds)
    if short:
        raise BadBackup(f"the table's journal is not what it was: {short[0].what}. Nothing was copied")


def _must_be_earlier(copy: Path, now: History | Journal) -> None:
    """What was copied there before is only ever replaced by what goes on with it: of a journal that became
    shorter, or is another one, that copy may be all that is left."""
    if not copy.exists():
        return
    try:
        with closing(Journal(copy, reads_only=True)) as before:
            number, hash_ = before.last_number, before.hash_of(before.last_number)
    except JournalError as error:
        raise BadBackup(
            f"{copy}, from an earlier backup, cannot be read: name another folder ({error})"
        ) from None
    if number and _hash_in(now, number) != hash_:
        raise BadBackup(
            f"{copy}, from an earlier backup, ends with record {number}, and the table does not hold that one: "
            "nothing there was touched; name another folder, and find out why"
        )


def _hash_in(journal: History | Journal, number: int) -> bytes | None:
    try:
        return journal.hash_of(number)
    except JournalDamaged:
        return None


def _copied(paths: Iterable[Path], folder: Path, damaged: list[str]) -> Iterator[str]:
    """One that is damaged keeps nobody from the others. What of it was copied before stays; a gap is told."""
    for path in paths:
        try:
            yield _copy_closed(path, folder)
        except JournalDamaged as error:
            damaged.append(f"Not copied: {error}.")


def _copy_closed(path: Path, folder: Path) -> str:
    """What is there already, and whole, is left as it is: a closed file never changes."""
    _make(folder)
    copy = folder / path.name
    if copy.exists():
        with suppress(JournalDamaged):
            _read_closed(copy)
            return path.name
    with _whole_or_not_at_all(copy) as new:
        shutil.copyfile(path, new)
        _read_closed(new)
    return path.name


def _read_closed(path: Path) -> None:
    with ClosedFile(path) as file:
        for _ in file.records(file.first, file.last):
            pass
    must_be_whole(path)


def _copy_journal(path: Path, copy: Path) -> None:
    """By SQLite's own backup, so that what is still in its log is in the copy."""
    with closing(connect_to_read(path)) as source, _whole_or_not_at_all(copy) as new:
        with closing(sqlite3.connect(new)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        with closing(Journal(new, reads_only=True)) as journal:
            for _ in journal.records():
                pass


def _small_state_in(folder: Path) -> list[Path]:
    """What else a table keeps there. No key, even if an older version has left one."""
    return [
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in NOT_STATE and path.suffix not in NOT_COPIED
    ]


def _copy_small(path: Path, copy: Path) -> None:
    with _whole_or_not_at_all(copy) as new:
        shutil.copyfile(path, new)


def _check_keys(keys: Path, to: Path, backup_to: Path) -> None:
    if to.resolve().is_relative_to(backup_to.resolve()) or backup_to.resolve().is_relative_to(to.resolve()):
        raise BadBackup(f"{to} is beside the journal's copy: keep the keys apart from it")
    if not (keys / SEAL_KEY).exists():
        raise BadBackup(f"{keys} has no {SEAL_KEY}: copy it from where the service is given it")
    _must_be_same_key(keys / SEAL_KEY, to / SEAL_KEY)


def _must_be_same_key(one: Path, other: Path) -> None:
    if one.exists() and other.exists() and one.read_bytes() != other.read_bytes():
        raise BadBackup(
            f"{other} is not the key {one}: a journal needs its own. Find out whose it is, "
            "or name another folder with --keys"
        )


def _copy_keys(keys: Path, to: Path) -> None:
    _make(to)
    with _whole_or_not_at_all(to / SEAL_KEY) as new:
        shutil.copyfile(keys / SEAL_KEY, new)


@contextmanager
def _whole_or_not_at_all(path: Path) -> Iterator[Path]:
    new = path.with_name(path.name + ".new")
    _remove(new)
    try:
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield new
        sync(new)
        new.replace(path)
        sync(path.parent)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadBackup(f"{path} cannot be written ({why}): see to room and permissions") from error
    finally:
        _remove(new)


def _remove(new: Path) -> None:
    """With what SQLite keeps beside it, which fills a disk as well."""
    for file in (new, wal_of(new), shm_of(new), rollback_of(new)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _note(state: Path, line: dict[str, object]) -> None:
    """A disk that takes nothing any more is what a backup is for: it counts all the same."""
    try:
        with (state / BACKUPS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        log.warning(
            "backup_not_noted", file=str(state / BACKUPS), detail=f"{error.strerror}: the copy is whole"
        )


# ---------------------------------------------------------------- and back


class Loss(NamedTuple):
    """Admitted by a person: more was written than the backup holds, and it cannot be found."""

    reason: str
    setup: Setup


def restore(
    copy: Path,
    state: Path,
    keys: Path,
    keys_from: Path | None = None,
    *,
    witnesses: Sequence[Path] = (),
    loss: Loss | None = None,
) -> Copied:
    """Into a folder without a journal. What is there is never overwritten."""
    if not (copy / JOURNAL).exists():
        raise BadBackup(f"{copy} holds no journal.db: name the folder that `tablectl backup` wrote")
    small = _small_state_in(copy)
    tournaments, closed = journals_in(copy), files_in(copy / CLOSED)
    _must_not_be_there(state, [path.name for path in (*tournaments, *small)])
    with History(copy / JOURNAL) as history:
        for _ in history.records():
            pass
        restored = _counted(history, [path.name for path in (*closed, *tournaments, *small)] + [JOURNAL])
        known = _known_beyond(history, keys, witnesses)
    if known and loss is None:
        raise BadBackup(
            f"more was written than the backup has: {known[0].what}: look for a later one, or for "
            "the files of the broken machine. If there is none, --loss says why, and the journal will, too"
        )
    if keys_from is not None:
        _must_be_same_key(keys_from / SEAL_KEY, keys / SEAL_KEY)
    if not (keys / SEAL_KEY).exists():
        if keys_from is None:
            raise BadBackup(f"{keys} has no {SEAL_KEY}: name the folder of its copy with --keys")
        if not (keys_from / SEAL_KEY).exists():
            raise BadBackup(
                f"{keys_from} holds no {SEAL_KEY}: name the folder that it was copied to with --keys"
            )
        _make(keys)
        _copy_small(keys_from / SEAL_KEY, keys / SEAL_KEY)
    _make(state)
    for path in closed:
        _copy_closed(path, state / CLOSED)
    for path in tournaments:
        _copy_journal(path, state / path.name)
    for path in small:
        _copy_small(path, state / path.name)
    _copy_journal(copy / JOURNAL, state / JOURNAL)  # last: without it nothing is restored yet
    if known and loss is not None:
        _put_aside([keys / SEALING_KEY, *witnesses], history.last_number)
        forget_spans(keys)
        _write_loss(state / JOURNAL, seal_of_table(state, keys, may_create=False), known, loss)
    else:
        _can_be_written(state / JOURNAL)
    return restored


def _must_not_be_there(state: Path, names: Iterable[str]) -> None:
    """Not a file is overwritten: a tournament's may be newer than the backup's."""
    journals = ("journal.*", f"{CLOSED}/*", "journal-rescued-*", "tournament-*")
    there = [path for each in journals for path in state.glob(each) if path.suffix not in (".lock", ".toml")]
    there += [state / name for name in names if (state / name).exists()]
    if there:
        name = min(there).relative_to(state)
        raise BadBackup(f"{state} holds {name}: move the whole folder aside first; nothing of it is lost")


def _known_beyond(history: History, keys: Path, witnesses: Sequence[Path]) -> list[Short]:
    """What somebody else remembers of later records."""
    last = [(path, FileWitness(path).last()) for path in witnesses if path.exists()]
    heads = [Known(str(path), head) for path, head in last if head is not None]
    seals = min(numbers_in(keys / SEALING_KEY), default=0)
    return shortfalls(Evidence(heads, seals), history.holds)


def _put_aside(paths: Iterable[Path], record: int) -> None:
    """They are right, and they stay: as proof of what was lost."""
    for path in paths:
        if path.exists():
            path.rename(free_name(path.with_name(f"{path.name}-before-restore-{record}")))


def forget_spans(keys: Path) -> None:
    """Keys of days and months that no seal leads to any more: the next seal announces new ones."""
    for name in SPAN_KEYS.values():
        (keys / name).unlink(missing_ok=True)


def free_name(path: Path) -> Path:
    names = chain([path], (path.with_name(f"{path.name}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists())


def _write_loss(path: Path, seal: Seal, known: list[Short], loss: Loss) -> None:
    fact = JournalRestored(known=known[0].record, reason=loss.reason[:MOST_REASON])
    with closing(Journal(path)) as journal:
        put_on_record(journal, seal, loss.setup, fact)


def _can_be_written(path: Path) -> None:
    """As the daemon will open it."""
    try:
        Journal(path).close()
    except JournalBusy as error:
        raise BadBackup(str(error)) from None
