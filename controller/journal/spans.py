"""Shorter ways from the verification key to a seal: who shows one round need not show every seal before it.

Beside the line of seals run two more of the same kind, one of days and one of months. At the first seal of a
day (UTC) a key that was announced by the day before signs which key that seal is verified with; at the first of
a month another one signs which key the day begins with. These keys, too, are overwritten once they were used:
who has the machine cannot go back to a day that is over. A seal announces the first month's key (`opens`).

So a seal is reached by the months, the days of its month and the seals of its day.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.journal.sealing_key import SealingKey, SealingKeyError, new_sealing_key, public_of

log = structlog.get_logger()

Length = Literal["month", "day"]
LENGTHS: tuple[Length, Length] = ("month", "day")  # the longer one first: it says with which day it begins
SPAN_KEYS = {length: f"sealing-{length}.key" for length in LENGTHS}
SCHEMA = """
CREATE TABLE IF NOT EXISTS spans (
    length TEXT NOT NULL,
    number INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    opens BLOB NOT NULL,
    next_key BLOB NOT NULL,
    signature BLOB NOT NULL,
    PRIMARY KEY (length, number)
) STRICT
"""

COLUMNS = "length, number, seal, at_ms, opens, next_key, signature"


class Span(NamedTuple):
    length: Length
    number: int
    seal: int  # the first one of it
    at_ms: int
    opens: bytes  # what that seal, or of a month its first day, is verified with
    next_key: bytes  # of the next span of this length
    signature: bytes = b""


def message_of(table: str, span: Span) -> bytes:
    return b"table-controller %b 1|%b|%d|%d|%d|%b|%b" % (
        span.length.encode(),
        table.encode(),
        span.number,
        span.seal,
        span.at_ms,
        span.opens.hex().encode(),
        span.next_key.hex().encode(),
    )


def span_signed(table: str, span: Span, secret: bytes) -> Span:
    message = message_of(table, span)
    return span._replace(signature=Ed25519PrivateKey.from_private_bytes(secret).sign(message))


def day_of(at_ms: int) -> tuple[int, int, int]:
    when = datetime.fromtimestamp(at_ms / 1000, UTC)
    return when.year, when.month, when.day


class Spans:
    """The two lines of a journal that is sealed, and their keys."""

    def __init__(self, db: sqlite3.Connection, table: str, folder: Path) -> None:
        self._db = db
        self._table = table
        self._folder = folder
        db.execute(SCHEMA)
        self._keys = self._found()
        self._are_announced = bool(self._keys)
        self._used: list[Length] = []

    def _found(self) -> dict[Length, SealingKey]:
        """None, unless both are those that were announced: then new ones are begun with."""
        found: dict[Length, SealingKey] = {}
        try:
            for length in LENGTHS:
                found[length] = SealingKey(self._folder / SPAN_KEYS[length], self._count(length))
        except (OSError, SealingKeyError):
            _close(found)
            return {}
        if public_of(found["month"].secret) != self._announced_month():
            _close(found)
            return {}
        return found

    def _count(self, length: Length) -> int:
        return int(self._db.execute("SELECT count(*) FROM spans WHERE length = ?", (length,)).fetchone()[0])

    def _announced_month(self) -> bytes | None:
        """By the last month, or by a seal if that came later."""
        last = self._last("month", "seal, next_key")
        opening = self._opening()
        if last is not None and (opening is None or last[0] > opening[0]):
            return bytes(last[1])
        return bytes(opening[1]) if opening is not None else None

    def _opening(self) -> tuple[int, bytes] | None:
        """The last seal that announced the line of months."""
        return self._db.execute(  # type: ignore[no-any-return]
            "SELECT number, opens FROM seals WHERE opens != x'' ORDER BY number DESC LIMIT 1"
        ).fetchone()

    def _last(self, length: Length, what: str) -> tuple[Any, ...] | None:
        return self._db.execute(  # type: ignore[no-any-return]
            f"SELECT {what} FROM spans WHERE length = ? ORDER BY number DESC LIMIT 1",  # noqa: S608
            (length,),
        ).fetchone()

    def opens(self) -> bytes:
        """What a seal announces; nothing where the lines run already, or cannot be begun."""
        if self._are_announced:
            return b""
        try:
            self._keys = self._keys or self._begun()
        except (OSError, SealingKeyError) as error:
            log.error("sealing_days_not_begun", detail=str(error))
            return b""
        return public_of(self._keys["month"].secret)

    def _begun(self) -> dict[Length, SealingKey]:
        made: dict[Length, SealingKey] = {}
        for length in LENGTHS:
            path = self._folder / SPAN_KEYS[length]
            path.unlink(missing_ok=True)
            new_sealing_key(path, self._count(length))
            made[length] = SealingKey(path, self._count(length))
        return made

    def write(self, seal: int, key: bytes, at_ms: int) -> None:
        """In the transaction of that seal, before it: what it is the first of."""
        self._used = []
        if not self._are_announced:
            return
        opens = {"day": key, "month": public_of(self._keys["day"].secret)}
        for length in LENGTHS:
            if self._is_first_of(length, at_ms):
                own = self._keys[length]
                span = Span(length, own.number, seal, at_ms, opens[length], own.next_key)
                span = span_signed(self._table, span, own.secret)
                self._db.execute("INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?, ?)", span)
                self._used.append(length)

    def _is_first_of(self, length: Length, at_ms: int) -> bool:
        last, opening = self._last(length, "seal, at_ms"), self._opening()
        if last is None or (opening is not None and last[0] <= opening[0]):
            return True
        parts = 2 if length == "month" else 3
        return day_of(last[1])[:parts] != day_of(at_ms)[:parts]

    def is_on_disk(self, *, announced: bool) -> None:
        self._are_announced = self._are_announced or announced

    def move_on(self) -> None:
        """What was signed with is overwritten."""
        while self._used:
            self._keys[self._used[0]].move_on()
            del self._used[0]

    def close(self) -> None:
        _close(self._keys)


def _close(keys: dict[Length, SealingKey]) -> None:
    for key in keys.values():
        key.close()


def spans_in(db: sqlite3.Connection) -> Iterator[Span]:
    """In the order of their seals, a month before the day that it begins with."""
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'spans'").fetchone():
        for row in db.execute(f"SELECT {COLUMNS} FROM spans ORDER BY seal, length DESC"):  # noqa: S608
            yield Span(*row)
