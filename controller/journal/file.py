"""The journal's file as SQLite has it: how it is laid out, opened and named."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from controller.journal.errors import JournalError, JournalUnusable, reading, remedy_in
from controller.private_file import sync

# Of the file: 1 had no `kept`, and no `base` (the record that it follows on, in a closed file); 2 had seals
# that announce no days and months, and no record of what an older program does not know.
VERSION = 3
HAS_BASE = 2
FILE_HEADER = b"SQLite format 3\0"

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS records (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    checkpoint INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS checkpoints ON records (number) WHERE checkpoint;
CREATE TABLE IF NOT EXISTS kept (hash BLOB PRIMARY KEY, text BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS base (number INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT;
PRAGMA user_version = {VERSION};
"""


def is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FILE_HEADER)) == FILE_HEADER


def head_of(path: Path) -> Path:
    return path.with_suffix(".head")


def lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def shm_of(path: Path) -> Path:
    return path.with_name(path.name + "-shm")


def rollback_of(path: Path) -> Path:
    """While it is not written by way of a log."""
    return path.with_name(path.name + "-journal")


def uri_of(path: Path, how: str) -> str:
    """For SQLite, whatever stands in its name."""
    return f"file:{quote(os.fsencode(path))}?{how}"


def connect(path: Path) -> sqlite3.Connection:
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite gives its other files the same mode
        sync(path.parent)
    with reading(path):
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        try:
            _prepare(path, db)
        except BaseException:
            db.close()
            raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Also from a disc that nobody can write to: SQLite must not look for a log there."""
    how = "mode=ro&immutable=1" if _is_fixed(path.parent) and not _has_log(path) else "mode=ro"
    with reading(path):
        db = sqlite3.connect(uri_of(path, how), uri=True, isolation_level=None)
        try:
            version_of(path, db)
        except BaseException:
            db.close()
            raise
    return db


def _is_fixed(folder: Path) -> bool:
    return not os.access(folder, os.W_OK) or bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _has_log(path: Path) -> bool:
    """Where its index was not copied with it SQLite would have to write one."""
    wal = wal_of(path)
    if not wal.exists() or shm_of(path).exists():
        return wal.exists()
    if wal.stat().st_size:
        raise JournalUnusable(
            f"the last records of {path} are still in {wal.name}, and where it lies nothing can be written: "
            "copy both into another folder"
        )
    return False


def version_of(path: Path, db: sqlite3.Connection) -> int:
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise JournalError(
            f"{path} is of version {version} and this program knows versions up to {VERSION}: start the newer "
            "program that wrote it"
        )
    return version


def finish_roll_back(path: Path) -> None:
    """A new or restored file is not written by a log yet. If the power went in that moment, SQLite has to take
    back what was half written, and who only reads must not."""
    if rollback_of(path).exists():
        with reading(path), closing(sqlite3.connect(path)) as db:
            db.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _prepare(path: Path, db: sqlite3.Connection) -> None:
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":  # SQLite does not say why, and would go on without a log
        raise JournalUnusable(f"{wal_of(path)} cannot be written: {remedy_in(path.parent)}; nothing was lost")
    db.execute("PRAGMA synchronous = FULL")
    version = version_of(path, db)
    if version < VERSION:
        db.executescript(_SCHEMA)
