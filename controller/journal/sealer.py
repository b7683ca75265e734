"""Writes the seals of a journal: each in the transaction of what it is over, and then its key is gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import structlog

from controller.journal.sealing import LONGEST_GAP_MS, Seal, Why, signed
from controller.journal.sealing_key import SealingKey, SealingKeyError, public_of
from controller.journal.spans import Spans

log = structlog.get_logger()

Sealing = Literal["sealed", "not_sealed", "sealing_key_missing", "sealing_key_wrong", "sealing_key_failed"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS seals (
    number INTEGER PRIMARY KEY,
    record INTEGER NOT NULL,
    hash BLOB NOT NULL,
    at_ms INTEGER NOT NULL,
    why TEXT NOT NULL,
    next_key BLOB NOT NULL,
    signature BLOB NOT NULL,
    opens BLOB NOT NULL DEFAULT x''
) STRICT
"""
COLUMNS = "number, record, hash, at_ms, why, next_key, signature"


class Sealer:
    def __init__(self, db: sqlite3.Connection, table: str, key: Path, now_ms: Callable[[], int]) -> None:
        self._db = db
        self._table = table
        self._now_ms = now_ms
        self._last_ms = 0
        self._is_used_up = False
        self._key: SealingKey | None = None
        self._spans: Spans | None = None
        self.state: Sealing = self._open(key)

    def _open(self, key: Path) -> Sealing:
        next_number = seals_made(self._db)
        if not key.exists():
            return "sealing_key_missing" if next_number else "not_sealed"
        try:
            self._key = SealingKey(key, next_number)
        except (OSError, SealingKeyError) as error:
            log.error("sealing_key_not_usable", detail=str(error))
            return "sealing_key_wrong"
        self._db.execute(SCHEMA)
        if not _has_opens(self._db):
            self._db.execute("ALTER TABLE seals ADD COLUMN opens BLOB NOT NULL DEFAULT x''")
        self._spans = Spans(self._db, self._table, key.parent)
        return "sealed"

    @property
    def made(self) -> int:
        if self._key is None:
            return 0
        return self._key.number + self._is_used_up

    @property
    def is_due(self) -> bool:
        return self._key is not None and self._now_ms() - self._last_ms >= LONGEST_GAP_MS

    def write(self, head: tuple[int, bytes], why: Why) -> Seal | None:
        """In the transaction that is open. None if this journal is not sealed."""
        if self._is_used_up:
            self.move_on()
        if self._key is None or self._spans is None or self._is_used_up:
            return None
        number, at_ms = self._key.number, self._now_ms()
        self._spans.write(number, public_of(self._key.secret), at_ms)
        seal = Seal(number, *head, at_ms, why, self._key.next_key, opens=self._spans.opens())
        seal = signed(self._table, seal, self._key.secret)
        self._db.execute(f"INSERT INTO seals ({COLUMNS}, opens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", seal)  # noqa: S608
        return seal

    def is_on_disk(self, seal: Seal) -> None:
        self._last_ms, self._is_used_up = seal.at_ms, True
        if self._spans is not None:
            self._spans.is_on_disk(announced=bool(seal.opens))

    def move_on(self) -> None:
        """The key of the seal that is on disk goes. While it cannot, no other seal is made."""
        if self._key is None or not self._is_used_up:
            return
        try:
            if self._spans is not None:
                self._spans.move_on()
            self._key.move_on()
        except OSError as error:
            self.state = "sealing_key_failed"
            log.error("sealing_key_not_written", detail=str(error))
        else:
            self.state, self._is_used_up = "sealed", False

    def close(self) -> None:
        if self._key is not None:
            self._key.close()
        if self._spans is not None:
            self._spans.close()


def seals_made(db: sqlite3.Connection) -> int:
    if not _has_seals(db):
        return 0
    last = db.execute("SELECT max(number) FROM seals").fetchone()[0]
    return 0 if last is None else int(last) + 1


def last_seal(db: sqlite3.Connection) -> Seal | None:
    return next(_seals(db, "ORDER BY number DESC LIMIT 1"), None)


def seals_in(db: sqlite3.Connection, first: int = 0) -> Iterator[Seal]:
    return _seals(db, "WHERE number >= ? ORDER BY number", first)


def _seals(db: sqlite3.Connection, which: str, *values: int) -> Iterator[Seal]:
    if _has_seals(db):
        columns = f"{COLUMNS}, opens" if _has_opens(db) else COLUMNS
        for row in db.execute(f"SELECT {columns} FROM seals {which}", values):  # noqa: S608
            yield Seal(*row)


def _has_opens(db: sqlite3.Connection) -> bool:
    """Before there were days and months it was not there."""
    return any(column[1] == "opens" for column in db.execute("PRAGMA table_info(seals)"))


def _has_seals(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seals'").fetchone())
