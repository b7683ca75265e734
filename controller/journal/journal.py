"""The table's memory: one SQLite file to which records are only ever added.

A record is an event with its outcomes, committed in one transaction before anyone hears of them. Each
carries the hash of the one before it, so a record that was changed, lost or slipped in shows. What was not
yet committed when the power went is not there at all; SQLite sees to that.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from controller.journal.wal import damaged_frame

VERSION = 1
FIRST_HASH = bytes(32)
FILE_HEADER = b"SQLite format 3\0"
NOT_THE_JOURNALS_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS records (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    checkpoint INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS checkpoints ON records (number) WHERE checkpoint;
PRAGMA user_version = {VERSION};
"""


class JournalError(Exception):
    """The text says what is wrong and what to do."""


class JournalBusy(JournalError):
    pass


class JournalDamaged(JournalError):
    pass


class JournalUnusable(JournalError):
    """The disk or the folder does not let it be used. The journal itself may be whole."""


class JournalFull(JournalError):
    """A record could not be written. Nothing of it is there."""


class Record(NamedTuple):
    number: int
    round: int
    checkpoint: bool
    body: bytes


def chained(previous: bytes, number: int, round_: int, checkpoint: bool, body: bytes) -> bytes:
    return hashlib.sha256(b"%b%d|%d|%d|%b" % (previous, number, round_, checkpoint, body)).digest()


def _holds(previous: bytes, row: tuple[int, int, int, bytes, bytes]) -> bool:
    """A damaged record may not even be of the types that were written."""
    number, round_, checkpoint, body, hash_ = row
    try:
        return chained(previous, number, round_, bool(checkpoint), body) == hash_
    except TypeError:
        return False


def is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FILE_HEADER)) == FILE_HEADER


class Journal:
    def __init__(self, path: Path, *, reads_only: bool = False) -> None:
        """A reader may look while the daemon writes; there is only ever one writer."""
        self.path = path
        with contextlib.ExitStack() as held:
            if not reads_only:
                held.callback(os.close, _exclusive(path.with_suffix(".lock")))
                _check_wal(path)
            self._db = _connect_to_read(path) if reads_only else _connect(path)
            held.callback(self._db.close)
            self._number, self._hash = self._last()
            self._held = held.pop_all()

    @property
    def empty(self) -> bool:
        return self._number == 0

    @property
    def last_number(self) -> int:
        return self._number

    def append(self, body: bytes, round_: int = 0, *, checkpoint: bool = False) -> int:
        """Returns when the record is on disk, or raises and has left nothing there."""
        number = self._number + 1
        hash_ = chained(self._hash, number, round_, checkpoint, body)
        try:
            self._db.execute(
                "INSERT INTO records VALUES (?, ?, ?, ?, ?)", (number, round_, checkpoint, body, hash_)
            )
        except sqlite3.Error as error:
            raise JournalFull(
                f"{self.path} cannot be written ({error}): nothing was lost; free the disk, then start again"
            ) from error
        self._number, self._hash = number, hash_
        return number

    def since_checkpoint(self, before: int = 0) -> list[Record]:
        """The last checkpoint, or one that many before it, and what followed.

        It is all that a restart reads, however old the journal is.
        """
        with _reading(self.path):
            found = self._db.execute(
                "SELECT number FROM records WHERE checkpoint ORDER BY number DESC LIMIT ?", (before + 1,)
            ).fetchall()
        return list(self.records(first=found[-1][0] if found else 1))

    def records(self, first: int = 1, last: int | None = None) -> Iterator[Record]:
        """Records in order, each checked against the chain."""
        expected = first
        with _reading(self.path):
            previous = self._hash_of(first - 1)
            rows = self._db.execute(
                "SELECT number, round, checkpoint, body, hash FROM records"
                " WHERE number BETWEEN ? AND ? ORDER BY number",
                (first, last or self._number),
            )
            for row in rows:
                number, round_, checkpoint, body, hash_ = row
                if number != expected or not _holds(previous, row):
                    raise JournalDamaged(
                        _damage(self.path, f"record {expected} was changed, lost or slipped in")
                    )
                yield Record(number, round_, bool(checkpoint), body)
                previous, expected = hash_, expected + 1
        if expected != (last or self._number) + 1:
            raise JournalDamaged(_damage(self.path, f"record {expected} is missing"))

    def round_records(self, round_: int) -> list[Record]:
        """The checkpoint that a past round began with, and its records."""
        with _reading(self.path):
            first, last = self._db.execute(
                "SELECT min(number), max(number) FROM records WHERE round = ?", (round_,)
            ).fetchone()
            if first is None:
                raise JournalError(f"{self.path} holds no round {round_}")
            start = self._db.execute(
                "SELECT max(number) FROM records WHERE checkpoint AND number < ?", (first,)
            ).fetchone()[0]
        return list(self.records(first=start or 1, last=last))

    def close(self) -> None:
        self._held.close()

    def _last(self) -> tuple[int, bytes]:
        with _reading(self.path):
            row = self._db.execute("SELECT number, hash FROM records ORDER BY number DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else (0, FIRST_HASH)

    def _hash_of(self, number: int) -> bytes:
        if number == 0:
            return FIRST_HASH
        row = self._db.execute("SELECT hash FROM records WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise JournalDamaged(_damage(self.path, f"record {number} is missing"))
        return bytes(row[0])


def _exclusive(path: Path) -> int:
    """Two daemons on one journal would each believe their own half."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise JournalBusy(f"another daemon already has this table ({path} is locked): stop it first") from error
    return descriptor


def _connect(path: Path) -> sqlite3.Connection:
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite gives its other files the same mode
        _sync_folder(path.parent)
    with _reading(path):
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(path, db)
        except BaseException:
            db.close()
            raise
    return db


def _connect_to_read(path: Path) -> sqlite3.Connection:
    with _reading(path):
        return sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)


def _prepare(path: Path, db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version not in (0, VERSION):
        raise JournalError(f"{path} is of version {version}; this program writes version {VERSION}")
    if version == 0:
        db.executescript(_SCHEMA)


def _check_wal(path: Path) -> None:
    """SQLite takes a damaged frame for the end of the log and drops what follows: we must not."""
    wal = path.with_name(path.name + "-wal")
    frame = damaged_frame(wal.read_bytes()) if wal.exists() else None
    if frame is not None:
        raise JournalDamaged(_damage(path, f"frame {frame} of its write-ahead log was changed"))


def _sync_folder(folder: Path) -> None:
    """A new file's name is only safe when its folder is on disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _reading:  # noqa: N801
    """SQLite's own complaints about a broken file become ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, sqlite3.DatabaseError):
            return
        if error.sqlite_errorcode & 0xFF in NOT_THE_JOURNALS_FAULT:
            raise JournalUnusable(
                f"{self._path} cannot be used ({error}): free the disk, or look at its folder's permissions, "
                "then start again; nothing was lost"
            ) from error
        raise JournalDamaged(_damage(self._path, str(error))) from error


def _damage(path: Path, what: str) -> str:
    return (
        f"the journal {path} is damaged: {what}. The table must not be used. Copy the folder for the "
        "technician, then restore the journal from the backup"
    )
