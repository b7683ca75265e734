"""The table's memory: one SQLite file to which records are only ever added.

A record is an event with its outcomes, committed in one transaction before anyone hears of them. Each
carries the hash of the one before it, so a record that was changed, lost or slipped in shows. What was not
yet committed when the power went is not there at all; SQLite sees to that.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

VERSION = 1
FIRST_HASH = bytes(32)

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


class JournalFull(JournalError):
    """A record could not be written. Nothing of it is there."""


class Record(NamedTuple):
    number: int
    round: int
    checkpoint: bool
    body: bytes


def chained(previous: bytes, number: int, round_: int, checkpoint: bool, body: bytes) -> bytes:
    return hashlib.sha256(b"%b%d|%d|%d|%b" % (previous, number, round_, checkpoint, body)).digest()


class Journal:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _exclusive(path.with_suffix(".lock"))
        self._db = _connect(path)
        self._number, self._hash = self._last()

    @property
    def empty(self) -> bool:
        return self._number == 0

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

    def since_checkpoint(self) -> list[Record]:
        """The last checkpoint and what followed: all that a restart reads, however old the journal is."""
        with _reading(self.path):
            row = self._db.execute("SELECT max(number) FROM records WHERE checkpoint").fetchone()
        return list(self.records(first=row[0] or 1))

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
            for number, round_, checkpoint, body, hash_ in rows:
                if number != expected or chained(previous, number, round_, bool(checkpoint), body) != hash_:
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
        self._db.close()
        os.close(self._lock)

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
    new = not path.exists()
    with _reading(path):
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise JournalError(f"{path} is of version {version}; this program writes version {VERSION}")
        if version == 0:
            db.executescript(_SCHEMA)
    if new:
        path.chmod(0o600)
        _sync_folder(path.parent)
    return db


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
        if isinstance(error, sqlite3.DatabaseError):
            raise JournalDamaged(_damage(self._path, str(error))) from error


def _damage(path: Path, what: str) -> str:
    return (
        f"the journal {path} is damaged: {what}. The table must not be used. Copy the folder for the "
        "technician, then restore the journal from the backup"
    )
