"""A part of the journal that is over: a file of its own, a third as large, that nobody writes to any more.

Records stand there by rounds, each round packed as one. The chain goes through: the file says which hash it
follows. Its last record is also the first that the running journal still holds, for a start begins with it.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from controller.journal.errors import JournalDamaged, damage_to_past
from controller.journal.file import uri_of
from controller.journal.journal import Journal, Names, Record, chained, named_by
from controller.journal.packing import with_sealed, without_sealed
from controller.journal.times import at_ms_of
from controller.private_file import sync

NAME = re.compile(r"journal-[0-9]{9,}-[0-9]{9,}\.db")  # its first record and its last
NOT_AS_PACKED = (ValueError, IndexError, zlib.error, struct.error)
_HEAD = struct.Struct("<HI")  # of a round: how many values are sealed in it, and how long the packed rest is
_SCHEMA = """
CREATE TABLE span (first INTEGER, last INTEGER, before BLOB, hash BLOB) STRICT;
CREATE TABLE rounds (
    round INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL,
    from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, hash BLOB NOT NULL, records BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX ends ON rounds (last);
CREATE INDEX begins ON rounds (from_ms);
CREATE TABLE kept (hash BLOB PRIMARY KEY, text BLOB NOT NULL) STRICT, WITHOUT ROWID;
"""
_ENDS = """
SELECT (SELECT first FROM rounds ORDER BY last LIMIT 1), last, hash FROM rounds ORDER BY last DESC LIMIT 1
"""


def is_closed(path: Path) -> bool:
    return NAME.fullmatch(path.name) is not None


def files_in(folder: Path) -> list[Path]:
    """In order. What somebody else has put there is passed over."""
    return sorted(filter(is_closed, folder.glob("journal-*.db")))


def span_of(path: Path) -> tuple[int, int]:
    """As its name says."""
    _, first, last = path.stem.split("-")
    return int(first), int(last)


class Round(NamedTuple):
    """Where the records of a round are, and when it was played. Round 0 is what came before the first."""

    round: int
    first: int
    last: int
    from_ms: int
    to_ms: int


class ClosedFile:
    def __init__(self, path: Path) -> None:
        """It may lie on a disc that nobody can write to."""
        self.path = path
        self.first: int
        self.last: int
        try:
            self._db = sqlite3.connect(uri_of(path, "mode=ro&immutable=1"), uri=True)
            self.first, self.last, self.before, self.hash = self._db.execute("SELECT * FROM span").fetchone()
            ends = self._db.execute(_ENDS).fetchone()
        except (sqlite3.Error, TypeError) as error:
            raise self._damaged(str(error)) from error
        if ends != (self.first, self.last, self.hash):
            raise self._damaged("it does not hold what it says that it holds")
        self._names = Names(path, self._db)

    def __enter__(self) -> ClosedFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def bytes_said(self) -> int:
        """How large the file is by its own word."""
        return int(self._rows("PRAGMA page_count")[0][0] * self._rows("PRAGMA page_size")[0][0])

    def rounds(self) -> list[Round]:
        rows = self._rows("SELECT round, first, last, from_ms, to_ms FROM rounds ORDER BY round")
        return [Round(*row) for row in rows]

    @property
    def last_round(self) -> int:
        return int(self._rows("SELECT max(round) FROM rounds")[0][0])

    def round(self, round_: int) -> Round | None:
        rows = self._rows("SELECT round, first, last, from_ms, to_ms FROM rounds WHERE round = ?", round_)
        return Round(*rows[0]) if rows else None

    def round_at(self, at_ms: int) -> Round | None:
        """The one that had begun last by then."""
        rows = self._rows(
            "SELECT round, first, last, from_ms, to_ms FROM rounds WHERE from_ms <= ?"
            " ORDER BY from_ms DESC, round DESC LIMIT 1",
            at_ms,
        )
        return Round(*rows[0]) if rows else None

    def saying(self, words: Collection[bytes], first: int, last: int) -> Iterator[Record]:
        """Those in which one of the words stands. Rounds without are not held against the chain."""
        for record in self.records(first, last, words):
            if any(word in record.body for word in words):
                yield record

    def records(self, first: int, last: int, saying: Collection[bytes] = ()) -> Iterator[Record]:
        """In order. Each round is checked against the chain as a whole. Those that do not say one of the words
        may be left out."""
        ends = self._rows("SELECT min(last) FROM rounds WHERE last >= ?", last)[0][0] or self.last
        rows = self._rows(
            "SELECT round, first, last, from_ms, to_ms, hash, records FROM rounds WHERE last BETWEEN ? AND ?"
            " ORDER BY last",
            first,
            ends,
        )
        for *told, hash_, packed in rows:
            if saying and not _says(packed, saying):
                continue
            for record in self._checked(Round(*told), bytes(hash_), bytes(packed)):
                if first <= record.number <= last:
                    yield record

    def hash_before(self, number: int) -> bytes:
        """Where a round begins with that record."""
        if number == self.first:
            return bytes(self.before)
        rows = self._rows("SELECT hash FROM rounds WHERE last = ?", number - 1)
        if not rows:
            raise self._damaged(f"record {number - 1} is missing")
        return bytes(rows[0][0])

    def hash_of(self, number: int) -> bytes | None:
        """Of a record within a round it is worked out."""
        rows = self._rows(
            "SELECT round, first, last, hash, records FROM rounds WHERE last >= ? ORDER BY last LIMIT 1", number
        )
        if not rows or number < rows[0][1]:
            return None
        round_, first, last, hash_, packed = rows[0]
        if number == last:
            return bytes(hash_)
        found = self.hash_before(first)
        try:
            for at, (checkpoint, body) in zip(range(first, number + 1), _unpacked(bytes(packed)), strict=False):
                found = chained(found, at, round_, checkpoint, body)
        except NOT_AS_PACKED:
            return None
        return found

    def _checked(self, told: Round, hash_: bytes, packed: bytes) -> Iterator[Record]:
        """What the file tells of the round beside it is not in the chain: it must be as the records say."""
        records, previous = [], self.hash_before(told.first)
        try:
            for number, (checkpoint, body) in enumerate(_unpacked(packed), start=told.first):
                previous = chained(previous, number, told.round, checkpoint, body)
                records.append(Record(number, told.round, checkpoint, body))
        except NOT_AS_PACKED:
            previous = b""
        where = f"round {told.round} (from {told.first} on)"
        if previous != hash_:
            raise self._damaged(f"a record of {where} was changed, lost or slipped in")
        if told != _round_of(records):
            raise self._damaged(f"when {where} was played was changed")
        for record in records:
            yield Record(record.number, record.round, record.checkpoint, *self._names.of(record.body))

    def _rows(self, sql: str, *values: int) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, what: str) -> JournalDamaged:
        return JournalDamaged(damage_to_past(self.path, what))


# ---------------------------------------------------------------- writing


# What is told of rounds beside their records: (file, records, the one before them, the last one's hash).
KeepsLines = Callable[[Path, Iterable[Record], Record | None, bytes], None]


def write_closed(journal: Journal, folder: Path, last: int, keeps_lines: KeepsLines | None = None) -> Path:
    """All that the journal holds up to that record. On disk, and read back, when it returns."""
    folder.mkdir(mode=0o700, exist_ok=True)
    first = journal.first_number + (journal.first_number > 1)  # its first record then ended the file before
    path = folder / f"journal-{first:09}-{last:09}.db"
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    db = sqlite3.connect(new, isolation_level=None)
    try:
        db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
        _fill(db, journal, first, last)
    finally:
        db.close()
    if keeps_lines is not None:
        before = next(journal.records(first - 1, first - 1)) if first > 1 else None
        keeps_lines(new, journal.records(first, last), before, journal.hash_of(last))
    sync(new)
    _read_back(new, journal, first, last)
    new.replace(path)
    sync(folder)
    return path


def _fill(db: sqlite3.Connection, journal: Journal, first: int, last: int) -> None:
    before = hash_ = journal.hash_of(first - 1)
    names: dict[bytes, bytes] = {}
    db.execute("BEGIN")
    for round_, group in groupby(journal.records(first, last), key=lambda record: record.round):
        records = list(group)
        bodies = [named_by(record, names) for record in records]
        for record, body in zip(records, bodies, strict=True):
            hash_ = chained(hash_, record.number, round_, record.checkpoint, body)
        packed = _packed(zip((record.checkpoint for record in records), bodies, strict=True))
        db.execute("INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?)", (*_round_of(records), hash_, packed))
    db.executemany("INSERT INTO kept VALUES (?, ?)", names.items())
    db.execute("INSERT INTO span VALUES (?, ?, ?, ?)", (first, last, before, hash_))
    db.execute("COMMIT")


def _read_back(path: Path, journal: Journal, first: int, last: int) -> None:
    """Nothing is taken out of the running journal before this has been seen to hold it."""
    closed = ClosedFile(path)
    try:
        same = all(
            ours == theirs
            for ours, theirs in zip(journal.records(first, last), closed.records(first, last), strict=True)
        )
        if not same or closed.hash != journal.hash_of(last):
            raise JournalDamaged(damage_to_past(path, "it does not hold what the journal holds"))
    finally:
        closed.close()


def _round_of(records: Sequence[Record]) -> Round:
    first, last = records[0], records[-1]
    from_ms, to_ms = (
        next(filter(None, (at_ms_of(record.body) for record in way)), 0) for way in (records, reversed(records))
    )
    return Round(first.round, first.number, last.number, from_ms, to_ms)


# ---------------------------------------------------------------- a round, packed


def _packed(records: Iterable[tuple[bool, bytes]]) -> bytes:
    text = b"".join(b"%d %d\n%b" % (checkpoint, len(body), body) for checkpoint, body in records)
    rest, sealed = without_sealed(text)
    packed = zlib.compress(rest, 9)
    return b"".join([_HEAD.pack(len(sealed), len(packed)), bytes(map(len, sealed)), packed, *sealed])


def _says(packed: bytes, words: Collection[bytes]) -> bool:
    """It may, where it cannot be read."""
    try:
        rest, _ = _rest_of(packed)
    except (zlib.error, struct.error):
        return True
    return any(word in rest for word in words)


def _rest_of(packed: bytes) -> tuple[bytes, int]:
    """What is not sealed, and where it ends."""
    count, length = _HEAD.unpack_from(packed)
    at = _HEAD.size + count
    return zlib.decompress(packed[at : at + length]), at + length


def _unpacked(packed: bytes) -> Iterator[tuple[bool, bytes]]:
    (rest, at), sealed = _rest_of(packed), []
    for one in packed[_HEAD.size : _HEAD.size + _HEAD.unpack_from(packed)[0]]:
        sealed.append(packed[at : at + one])
        at += one
    text = with_sealed(rest, sealed) if sealed else rest
    at = 0
    while at < len(text):
        end = text.index(b"\n", at)
        checkpoint, size = text[at:end].split(b" ")
        at = end + 1 + int(size)
        yield checkpoint == b"1", text[end + 1 : at]
