"""The table's memory: one SQLite file to which records are only ever added.

A record is an event with what the rules made of it, committed before anyone hears of either. Each carries the
hash of the one before it, so a record that was changed, lost or slipped in shows. What was not yet committed
when the power went is not there at all; SQLite sees to that.

What many records say alike (how the table is set up, by which program) is kept once, under its own hash.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import structlog

from controller.journal.beforehand import (
    NO_MARKS,
    Marks,
    check_length,
    check_plain,
    check_there,
    check_wal,
    exclusive,
)
from controller.journal.errors import (
    JournalDamaged,
    JournalGone,
    JournalLocked,
    damage,
    locked,
    not_written,
    reading,
    unusable,
)
from controller.journal.file import (
    HAS_BASE,
    connect,
    connect_to_read,
    head_of,
    lock_of,
    shm_of,
    version_of,
    wal_of,
)
from controller.journal.head import Head, HeadFile
from controller.journal.packing import pack, says, unpack
from controller.journal.rescue import rescued
from controller.journal.sealer import Sealer, Sealing, last_seal, seals_in, seals_made
from controller.journal.sealing import Seal, Why
from controller.journal.spans import Span, spans_in
from controller.journal.times import at_ms_of
from controller.journal.watch import Watch
from controller.journal.witness import Told

log = structlog.get_logger()

FIRST_HASH = bytes(32)
KEPT = b"kept %b\n"  # the last line of a record that names something
HASH_LINE = len(KEPT % (b"0" * 64))
SLOW_S, SLOW_TOLD_S = 0.5, 600.0  # a sync that takes longer is told for so long
LOOK_BACK_S = 0.002  # no card waits longer for it
LOCK_WAIT_S, LOCK_LOOK_S = 5.0, 0.02


class Record(NamedTuple):
    number: int
    round: int
    checkpoint: bool
    body: bytes
    kept: bytes = b""  # what it names


def chained(previous: bytes, number: int, round_: int, checkpoint: bool, body: bytes) -> bytes:
    return hashlib.sha256(b"%b%d|%d|%d|%b" % (previous, number, round_, checkpoint, body)).digest()


def _text_of(previous: bytes, row: tuple[int, int, int, bytes, bytes]) -> bytes | None:
    """None if it is not what was written. A damaged record may not even be of the types that were."""
    number, round_, checkpoint, packed, hash_ = row
    try:
        body = unpack(packed)
        return body if chained(previous, number, round_, bool(checkpoint), body) == hash_ else None
    except (TypeError, ValueError):
        return None


class Disk:
    """Whether the journal waits for it, for who looks from another thread; and whether it was slow lately."""

    def __init__(self) -> None:
        self._since_s = 0.0
        self._slow_at_s = -SLOW_TOLD_S

    def __enter__(self) -> None:
        self._since_s = time.monotonic()

    def __exit__(self, *error: object) -> None:
        now_s = time.monotonic()
        if now_s - self._since_s >= SLOW_S:
            self._slow_at_s = now_s
            log.warning("disk_slow", seconds=round(now_s - self._since_s, 1))
        self._since_s = 0.0

    def waits_s(self) -> float:
        """0 while it does not."""
        since_s = self._since_s
        return time.monotonic() - since_s if since_s else 0.0

    def was_slow(self) -> bool:
        return time.monotonic() - self._slow_at_s < SLOW_TOLD_S


class Journal:
    _sealer: Sealer | None = None

    def __init__(self, path: Path, *, reads_only: bool = False, marks: Marks = NO_MARKS) -> None:
        """A reader may look while the daemon writes; there is only ever one writer."""
        self.path = path
        self.disk = Disk()
        self._seal_for: Why | None = None
        self._looked = 0  # the last record that was looked back at
        self._settled = 0  # the last record that the file alone holds
        self._hears_of_head: Callable[[Told], None] | None = None
        try:
            self._open(reads_only, marks)
        except OSError as error:
            raise unusable(path, error) from error

    def _open(self, reads_only: bool, marks: Marks) -> None:
        path = self.path
        with contextlib.ExitStack() as held:
            if not reads_only:
                lock = lock_of(path)
                check_plain([path, wal_of(path), shm_of(path), head_of(path), lock])
                held.callback(os.close, exclusive(lock))
                check_there(path, marks)
                check_wal(path)
                check_length(path, marks)
            self._db = connect_to_read(path) if reads_only else connect(path)
            held.callback(self._db.close)
            self._base = self._based_on()
            self._names = Names(path, self._db)
            self._number, self._hash = self._before = self._last()
            if not reads_only:
                self._written_by_others = self._changes_by_others()
                self._head = HeadFile(head_of(path))
                held.callback(self._head.close)
                if not self.empty:
                    self._head.note(self._number, self._hash)
                self._watch = Watch([lock, head_of(path)], growing=[path, wal_of(path), shm_of(path)])
                held.callback(self._watch.close)
            self._held = held.pop_all()

    @property
    def empty(self) -> bool:
        return self._number == 0

    @property
    def first_number(self) -> int:
        """What came before is in closed files."""
        return self._base[0] + 1

    @property
    def last_number(self) -> int:
        return self._number

    def has_let_go(self) -> bool:
        """For who reads beside the writer: is some of it in a closed file now that was here before."""
        before, self._base = self._base, self._based_on()
        return self._base != before

    @property
    def bytes_used(self) -> int:
        """Of the file; what was let go of is used again."""
        with reading(self.path):
            pages, free, size = (
                self._db.execute(f"PRAGMA {what}").fetchone()[0]
                for what in ("page_count", "freelist_count", "page_size")
            )
        return int((pages - free) * size)

    # ------------------------------------------------------------ writing

    def begin(self) -> None:
        """From here to the commit nobody else writes. JournalLocked, at once, if somebody else is at it."""
        self._before = self._number, self._hash
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._must_be_the_only_writer()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise locked(self.path) from error
            raise not_written(self.path, error) from error

    def append(
        self, body: bytes, round_: int = 0, *, checkpoint: bool = False, kept: bytes | None = None
    ) -> int:
        """Between `begin` and `commit`; by itself it returns when the record is on disk, or has left nothing.
        `kept` is what it shares with other records: it only names that."""
        if not self._db.in_transaction:
            with self.writing():
                return self.append(body, round_, checkpoint=checkpoint, kept=kept)
        if kept is not None:
            body += KEPT % self._keep(kept).encode()
        number = self._number + 1
        hash_ = chained(self._hash, number, round_, checkpoint, body)
        try:
            self._db.execute(
                "INSERT INTO records VALUES (?, ?, ?, ?, ?)", (number, round_, checkpoint, pack(body), hash_)
            )
        except sqlite3.Error as error:
            raise not_written(self.path, error) from error
        self._number, self._hash = number, hash_
        return number

    def commit(self) -> None:
        """Returns when all of it is on disk, or raises and has left nothing there."""
        self.look()
        try:
            seal = self._write_seal()
            with self.disk:
                self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self.roll_back()
            raise not_written(self.path, error) from error
        if self._sealer is not None and seal is not None:
            self._sealer.is_on_disk(seal)
        self._before = self._number, self._hash
        if not self.empty:
            self._head.note(self._number, self._hash)

    def let_go(self, before: int, most: int = 2_000) -> bool:
        """Drop records that a closed file holds, some at a time: no card waits. False when all are gone."""
        last = min(before, self.first_number + most) - 1
        if last < self.first_number:
            return False
        hash_ = self.hash_of(last)
        self.begin()
        try:
            self._db.execute("DELETE FROM records WHERE number <= ?", (last,))
            self._db.execute("DELETE FROM base")
            self._db.execute("INSERT INTO base VALUES (?, ?)", (last, hash_))
        except sqlite3.Error as error:
            self.roll_back()
            raise not_written(self.path, error) from error
        self.commit()
        self._base = last, hash_
        return True

    def roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._seal_for = None
        self._number, self._hash = self._before

    def look(self) -> None:
        """Raises JournalGone if what is written would not be found again under its name."""
        wrong = self._watch.look()
        if wrong is not None:
            raise self._gone(wrong)
        if not self._db.in_transaction:
            self._must_be_the_only_writer()

    def seal_with(self, table: str, key: Path, now_ms: Callable[[], int]) -> None:
        with self.writing(), reading(self.path):
            self._sealer = Sealer(self._db, table, key, now_ms)
        self._held.callback(self._sealer.close)
        if key.exists():
            self._watch.add(key, changes=True)

    @property
    def last_ms(self) -> int:
        """When the last thing was written that stands in it."""
        if self.empty:
            return 0
        try:
            written = [at_ms_of(record.body) for record in self.records(self._number, self._number)]
            return max(*written, self._sealed_ms(), 0)
        except JournalDamaged:
            return 0  # who plays from it says so

    def _sealed_ms(self) -> int:
        with reading(self.path):
            sealed = last_seal(self._db)
        return sealed.at_ms if sealed is not None else 0

    def tell_head(self, hears: Callable[[Told], None]) -> None:
        """At each round's end and of each seal."""
        self._hears_of_head = hears

    def _tell_head(self) -> None:
        if self._hears_of_head is not None and not self.empty:
            made = self._sealer.made if self._sealer is not None else 0
            self._hears_of_head(Told(Head(self._number, self._hash, time.time_ns() // 1_000_000), made))

    @property
    def sealing(self) -> Sealing | None:
        """None while nobody has looked."""
        return self._sealer.state if self._sealer is not None else None

    def seal(self, why: Why) -> None:
        """With what is being written, over the last record of it; by itself when nothing is."""
        self._seal_for = why
        if not self._db.in_transaction:
            with self.writing():
                pass
            self.seal_was_told()

    def seal_was_told(self) -> None:
        """What was sealed is on disk and everybody has heard of it."""
        self.wipe_used_key()
        self._tell_head()

    def seal_when_due(self) -> None:
        """Idle time is bridged: otherwise a tail that was cut off would look like a quiet night."""
        if self._sealer is not None and self._sealer.is_due:
            with contextlib.suppress(JournalLocked):  # again in a moment
                self.begin()
                self._seal_for = "time"
                self.commit()
                self.seal_was_told()

    def wipe_used_key(self) -> None:
        if self._sealer is not None:
            with self.disk:
                self._sealer.move_on()

    @property
    def seals_made(self) -> int:
        with reading(self.path):
            return seals_made(self._db)

    def seals(self, first: int = 0) -> Iterator[Seal]:
        with reading(self.path):
            yield from seals_in(self._db, first)

    def spans(self) -> list[Span]:
        with reading(self.path):
            return list(spans_in(self._db))

    def _write_seal(self) -> Seal | None:
        why, self._seal_for = self._seal_for, None
        if why is None or self._sealer is None:
            return None
        return self._sealer.write((self._number, self._hash), why)

    def watch(self, key: Path) -> None:
        """Without it the journal could not be read: it is looked after like the journal's own files."""
        self._watch.add(key)

    def settle(self) -> None:
        """When a round is over and everybody has been told: now the file alone holds it, and so does a copy.
        A reader who still looks at what was before is not waited for: the next time will do."""
        self.seal_was_told()
        with contextlib.suppress(sqlite3.Error), self.disk:  # nothing is lost: a commit says what is wrong
            if not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                self._watch.was_emptied(wal_of(self.path))
                self._settled = self._number
        self.sync_head()

    def settle_what_is_new(self) -> None:
        if self._settled != self._number:
            self.settle()

    def sync_head(self) -> None:
        """From any thread."""
        with contextlib.suppress(OSError):
            self._head.sync()

    def _must_be_the_only_writer(self) -> None:
        with reading(self.path):
            changes = self._changes_by_others()
        if changes != self._written_by_others:
            raise self._gone(f"{self.path} was written by another program")

    def _changes_by_others(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _gone(self, what: str) -> JournalGone:
        """All that was told is still in files that no name leads to any more: it is saved under another."""
        self.roll_back()
        saved = rescued(self._db, self.path, self._number, self._hash)
        return JournalGone(f"{what} while the table ran. {saved} {self._watch.save_keys()}".rstrip())

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        self._wait_until_free()
        try:
            yield
        except BaseException:
            self.roll_back()
            raise
        self.commit()

    def _keep(self, text: bytes) -> str:
        hash_ = hashlib.sha256(text).digest()
        try:
            self._db.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", (hash_, text))
        except sqlite3.Error as error:
            raise not_written(self.path, error) from error
        return hash_.hex()

    def _wait_until_free(self) -> None:
        """For who has nothing else to do meanwhile."""
        until = time.monotonic() + LOCK_WAIT_S
        while True:
            try:
                return self.begin()
            except JournalLocked:
                if time.monotonic() > until:
                    raise
            time.sleep(LOCK_LOOK_S)

    # ------------------------------------------------------------ reading

    def since_checkpoint(self) -> list[Record]:
        """The last checkpoint and what followed: all that a restart reads, however old the journal is."""
        records = list(self.records(first=self.last_checkpoint))
        if any(record.checkpoint for record in records[1:]):
            raise JournalDamaged(damage(self.path, "its index of checkpoints was changed"))
        return records

    @property
    def last_checkpoint(self) -> int:
        """Where the last round ended; 0 if there is none."""
        with reading(self.path):
            found = self._db.execute(
                "SELECT number FROM records WHERE checkpoint ORDER BY number DESC LIMIT 1"
            ).fetchone()
        return int(found[0]) if found else 0

    def checkpoints(self, first: int, last: int) -> list[int]:
        """Where rounds ended, by an index that may be whole where a record is not. None if it is not."""
        with contextlib.suppress(JournalDamaged), reading(self.path):
            rows = self._db.execute(
                "SELECT number FROM records WHERE checkpoint AND number BETWEEN ? AND ? ORDER BY number",
                (first, last),
            )
            return [number for (number,) in rows]
        return []

    def records(self, first: int = 0, last: int | None = None) -> Iterator[Record]:
        """Records in order, each checked against the chain."""
        first = expected = max(first, self.first_number)
        with reading(self.path):
            previous = self.hash_of(first - 1)
            rows = self._db.execute(
                "SELECT number, round, checkpoint, body, hash FROM records"
                " WHERE number BETWEEN ? AND ? ORDER BY number",
                (first, last or self._number),
            )
            for row in rows:
                number, round_, checkpoint, _, hash_ = row
                body = _text_of(previous, row) if number == expected else None
                if body is None:
                    raise JournalDamaged(
                        damage(self.path, f"record {expected} was changed, lost or slipped in")
                    )
                yield Record(number, round_, bool(checkpoint), *self._names.of(body))
                previous, expected = hash_, expected + 1
        if expected != (last or self._number) + 1:
            raise JournalDamaged(damage(self.path, f"record {expected} is missing"))

    def look_back(self) -> None:
        """At records that a start does not read, for a moment: in time all have been held against the chain."""
        until = time.monotonic() + LOOK_BACK_S
        first = max(self._looked + 1, self.first_number)
        for record in self.records(first) if first <= self._number else ():
            self._looked = record.number
            if time.monotonic() > until:
                return

    def saying(self, words: Collection[bytes], first: int, last: int) -> Iterator[Record]:
        """Those in which one of the words stands. The others are not held against the chain."""
        with reading(self.path):
            rows = self._db.execute(
                "SELECT number, body FROM records WHERE number BETWEEN ? AND ? ORDER BY number", (first, last)
            )
            for number, packed in rows:
                if says(packed, words):
                    yield from self.records(number, number)

    def first_of(self, round_: int) -> int:
        """The first record of that round or a later one, by halves: rounds only ever grow."""
        return self._first(self.round_of, round_)

    def first_at(self, at_ms: int) -> int:
        """The first record that was written then or later: time, too, only goes on."""
        return self._first(self.at_ms_of, at_ms)

    def _first(self, what_of: Callable[[int], int | None], wanted: int) -> int:
        """What cannot be read is passed over: it does not hide what is behind it."""
        low, high = self.first_number, self._number + 1
        while low < high:
            middle = at = (low + high) // 2
            while (what := what_of(at)) is None and at > low:
                at -= 1
            if what is not None and what >= wanted:
                high = at
            else:
                low = middle + 1
        return low

    def at_ms_of(self, number: int) -> int | None:
        """None where it cannot be read."""
        try:
            return next((at_ms for one in self.records(number) if (at_ms := at_ms_of(one.body))), 0)
        except JournalDamaged:
            return None

    def round_of(self, number: int) -> int | None:
        """None where it cannot be read."""
        try:
            with reading(self.path):
                row = self._db.execute("SELECT round FROM records WHERE number = ?", (number,)).fetchone()
        except JournalDamaged:
            return None
        return row[0] if row is not None and isinstance(row[0], int) else None

    def close(self) -> None:
        self._held.close()

    def _last(self) -> tuple[int, bytes]:
        with reading(self.path):
            row = self._db.execute("SELECT number, hash FROM records ORDER BY number DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else self._base

    def _based_on(self) -> tuple[int, bytes]:
        with reading(self.path):
            if version_of(self.path, self._db) < HAS_BASE:
                return 0, FIRST_HASH
            row = self._db.execute("SELECT number, hash FROM base").fetchone()
        if row is not None and not (isinstance(row[0], int) and isinstance(row[1], bytes)):
            raise JournalDamaged(damage(self.path, "what it follows on was changed"))
        return row or (0, FIRST_HASH)

    def hash_of(self, number: int) -> bytes:
        if number == self._base[0]:
            return self._base[1]
        with reading(self.path):
            row = self._db.execute("SELECT hash FROM records WHERE number = ?", (number,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise JournalDamaged(damage(self.path, f"record {number} is missing"))
        return row[0]


class Names:
    """What records name instead of saying it again."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path, self._db = path, db
        self._found: dict[bytes, bytes] = {}

    def of(self, body: bytes) -> tuple[bytes, bytes]:
        """The text without its last line, and what that line names."""
        if not body[-HASH_LINE:].startswith(KEPT[:5]):
            return body, b""
        hash_ = body[-HASH_LINE:].split()[1]
        if hash_ not in self._found:
            self._found[hash_] = self._look_up(hash_.decode())
        return body[:-HASH_LINE], self._found[hash_]

    def _look_up(self, hash_: str) -> bytes:
        with reading(self._path):
            row = self._db.execute("SELECT text FROM kept WHERE hash = ?", (bytes.fromhex(hash_),)).fetchone()
        if row is None or hashlib.sha256(row[0]).hexdigest() != hash_:
            raise JournalDamaged(damage(self._path, f"what records name as {hash_[:12]} was changed or lost"))
        return bytes(row[0])


def named_by(record: Record, names: dict[bytes, bytes]) -> bytes:
    """The text of a record as the chain knows it. What it names is added to the names."""
    if not record.kept:
        return record.body
    hash_ = hashlib.sha256(record.kept).digest()
    names[hash_] = record.kept
    return record.body + KEPT % hash_.hex().encode()
