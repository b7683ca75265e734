"""A round in one line of facts, kept with the records of a closed file: a year is listed as a page turns.

A line says nothing that the records do not say: it is made from them when a file is closed, or when the file is
read for the first time, and an audit makes it again and compares.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import groupby, islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from controller.journal.closed import ClosedFile
from controller.journal.errors import JournalDamaged, damage
from controller.journal.file import uri_of
from controller.journal.journal import Record
from controller.journal.seal import Seal
from controller.past.questions import answered
from controller.past.reading import Past, PastRound, Written, as_they_were_written
from controller.private_file import sync
from games.outcomes import (
    Acted,
    CardTurned,
    DisputeDecided,
    DisputeOpened,
    Posted,
    Question,
    RoundCorrected,
    StakeChanged,
)

MADE_BY = 1  # another way of making them has another number: older ones are made anew
WAGERS = ("place_ante", "place_jackpot_wager", "place_bonus_wager")
SEEN_TWICE = ("card_read_twice", "card_typed_twice")
_SCHEMA = """
CREATE TABLE lines_made (made_by INTEGER, hash BLOB, digest BLOB) STRICT;
CREATE TABLE lines (
    round INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL,
    table_from_ms INTEGER NOT NULL, table_to_ms INTEGER NOT NULL,
    of_others INTEGER NOT NULL, line TEXT NOT NULL
) STRICT;
"""
_ON = """
((from_ms <= :until AND to_ms >= :since) OR (table_from_ms <= :until AND table_to_ms >= :since))
"""
_INSERT = "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)"
ALWAYS = 1 << 62
AT_ONCE = 64  # rounds that a table catches up with at a round's end


class Ruled(NamedTuple):
    """A ruling, and how long its question had stood open by the table's time; None where nobody had asked."""

    record: int
    rule: str
    about: str
    choice: str
    by: str
    taken_back: bool
    asked_record: int | None = None
    open_ms: int | None = None
    opened_by: str = ""


class SaidOf(NamedTuple):
    """A round was disputed or put right, when another was played or still in the same."""

    in_round: int
    round: int
    what: str  # corrected, voided, disputed, upheld or not_upheld
    box: int
    rule: str
    by: str
    taken_back: bool


class RoundLine(NamedTuple):
    round: int
    first: int
    last: int
    from_ms: int  # by the time of day
    to_ms: int
    table_from_ms: int  # by the table's own time, which goes on however the clock is set
    table_to_ms: int
    is_of_the_round: bool  # a person has done something for it
    closed: bool
    void: bool
    tournament: bool
    dealers: Sequence[Sequence[str]]
    places: Sequence[int]
    boxes: Sequence[Sequence[int]]  # box, wagered, returned, paid, net
    commission_cents: int
    time_charge_cents: int
    rulings: Sequence[Sequence[Any]]
    said: Sequence[Sequence[Any]]
    questions: int
    seen_twice: int  # how often a card came that was there already, turned or not

    @property
    def shift_ms(self) -> int:
        """What the time of day was ahead of the table's own."""
        return self.to_ms - self.table_to_ms

    def ruled(self) -> list[Ruled]:
        return [Ruled(*one) for one in self.rulings]

    def said_of(self) -> list[SaidOf]:
        return [SaidOf(*one) for one in self.said]


# ---------------------------------------------------------------- made from records


def line_of(past: PastRound) -> RoundLine:
    closed, last = past.closed, past.written[-1]
    begins = past.begins_with
    asked = [
        out.about for one in past.telling for out in one.outcomes({"question"}) if isinstance(out, Question)
    ]
    return RoundLine(
        past.number,
        past.written[0].number,
        last.number,
        begins.at_ms,
        last.at_ms,
        begins.table_ms,
        last.table_ms,
        any(one.is_of_the_round for one in past.written),
        closed is not None,
        closed is not None and closed.void,
        past.of_tournament is not None,
        [list(dealer) for dealer in past.dealers],
        _places(past),
        [
            [box.box, box.wagered_cents, box.returned_cents, box.paid_cents, box.net_cents]
            for box in (closed.boxes if closed else ())
        ],
        closed.commission_cents if closed else 0,
        _charged(past),
        [list(one) for one in _rulings(past)],
        [list(one) for one in _said_of(past)],
        len(asked),
        sum(about in SEEN_TWICE for about in asked) + _turned_twice(past),
    )


def _places(past: PastRound) -> list[int]:
    """Boxes or seats that played; of a round that is still on, those that a wager has come from."""
    if past.closed is not None:
        return [box.box for box in past.closed.boxes]
    wagers = {one.event["box"] for one in past.written if one.kind in WAGERS}
    posted = (out for one in past.written for out in one.outcomes({"posted", "acted"}))
    return sorted(wagers | {out.box for out in posted if isinstance(out, Posted | Acted)})


def _charged(past: PastRound) -> int:
    if "collect_time_charge" not in past.kinds:
        return 0
    changed = (
        out
        for one in past.written
        if one.number not in past.taken_back
        for out in one.outcomes({"stake_changed"})
    )
    return -sum(out.cents for out in changed if isinstance(out, StakeChanged) and out.why == "time_charge")


def _rulings(past: PastRound) -> Iterator[Ruled]:
    for one, ruling, asked in answered(past):
        question: tuple[Any, ...] = ()
        if asked is not None:
            question = (asked.written.number, one.table_ms - asked.written.table_ms, asked.by)
        said = (one.number, ruling.rule.number, ruling.about, ruling.choice, ruling.by)
        yield Ruled(*said, one.number in past.taken_back, *question)


def _said_of(past: PastRound) -> Iterator[SaidOf]:
    for one in past.telling:
        for out in one.outcomes({"dispute_opened", "dispute_decided", "round_corrected"}):
            if not isinstance(out, DisputeOpened | DisputeDecided | RoundCorrected):
                continue
            if isinstance(out, RoundCorrected):
                what, box = "voided" if out.void else "corrected", 0
            elif isinstance(out, DisputeOpened):
                what, box = "disputed", out.box
            else:
                what, box = "upheld" if out.upheld else "not_upheld", out.box
            taken_back = one.number in past.taken_back
            yield SaidOf(past.number, out.round, what, box, out.rule.number, out.by, taken_back)


def _turned_twice(past: PastRound) -> int:
    """Faces that lay in two places when all was told. What was taken back or lies elsewhere now is gone."""
    turned: dict[tuple[str, int], str] = {}
    for one in past.written:
        for out in one.outcomes({"card_turned"}) if b"card_turned" in one.record.body else ():
            if isinstance(out, CardTurned) and one.number not in past.taken_back:
                turned[out.place, out.nth] = out.card
    return len(turned) - len(set(turned.values()))


def lines_of(records: Iterable[Record], before: Record | None = None) -> Iterator[RoundLine]:
    """Of whole rounds. `before` is the last record of the round before: what is known when the first begins."""
    known = PastRound(0, [])
    if before is not None:
        known = PastRound(0, [_with_its_shift(before)])
    for round_, of_it in groupby(records, key=lambda record: record.round):
        known = PastRound(round_, list(as_they_were_written(of_it, known.shift_after_ms)), known.dealer_after)
        if round_ > 0:
            yield line_of(known)


def _with_its_shift(last: Record) -> Written:
    shift_ms = int(Written(last).checkpoint.get("carry", {}).get("clock_shift_ms", 0))
    return Written(last, shift_ms)


# ---------------------------------------------------------------- kept with a closed file


def keep(path: Path, records: Iterable[Record], before: Record | None, hash_: bytes) -> None:
    """In that closed file, which nobody reads yet."""
    _write(path, lines_of(records, before), hash_)


def _write(path: Path, lines: Iterable[RoundLine], hash_: bytes) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;" + _SCHEMA)
        db.executemany(_INSERT, map(_row, lines))
        db.execute("INSERT INTO lines_made VALUES (?, ?, ?)", (MADE_BY, hash_, _digest_of(db)))
        db.execute("COMMIT")


def _digest_of(db: sqlite3.Connection) -> bytes:
    digest = hashlib.sha256()
    for row in db.execute("SELECT * FROM lines ORDER BY round"):
        digest.update(repr(row).encode())
    return digest.digest()


def must_be_whole(path: Path) -> None:
    """As they were written, if the file has any. That they say what its records say, an audit proves."""
    try:
        with closing(sqlite3.connect(uri_of(path, "mode=ro&immutable=1"), uri=True)) as db:
            has_lines = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'lines_made'").fetchone()
            if not has_lines or db.execute("SELECT digest FROM lines_made").fetchone() == (_digest_of(db),):
                return
    except sqlite3.Error as error:
        raise JournalDamaged(damage(path, str(error))) from error
    raise JournalDamaged(damage(path, "what it tells of its rounds is not as it was written"))


def unlike(
    closed_files: Sequence[ClosedFile], running: Path | None, lines: Sequence[RoundLine]
) -> Iterator[RoundLine]:
    """Those that are kept otherwise than the records say, in closed files or beside the running journal."""
    if running is not None:
        behind = closed_files[-1].last if closed_files else 0
        of_it = [line for line in lines if line.first > behind]
        beside_it = _kept_beside(running, [line.round for line in of_it]) if of_it else {}
        yield from (line for line in of_it if beside_it.get(line.round, _row(line)) != _row(line))
    for closed in closed_files:
        of_it = [line for line in lines if closed.first <= line.first <= closed.last]
        kept = _kept_of(closed, [line.round for line in of_it]) if of_it else None
        if kept is not None:
            yield from (line for line in of_it if kept.get(line.round) != _row(line))


def _kept_of(closed: ClosedFile, rounds: Sequence[int]) -> dict[int, Any] | None:
    db = _opened_of(closed.path, closed.hash) or _opened_of(beside(closed.path), closed.hash)
    if db is None:
        return None
    with closing(db), suppress(sqlite3.Error):
        rows = db.execute("SELECT * FROM lines WHERE round BETWEEN ? AND ?", (min(rounds), max(rounds)))
        return {row[0]: row for row in rows}
    return {}


def _kept_beside(journal: Path, rounds: Sequence[int]) -> dict[int, Any]:
    """A round that is left out there shows when they are read: see RunningLines."""
    db = _opened(beside(journal), "mode=ro", lambda made: made[0] == MADE_BY)
    if db is None:
        return {}
    with closing(db), suppress(sqlite3.Error):
        rows = db.execute("SELECT * FROM lines WHERE round BETWEEN ? AND ?", (min(rounds), max(rounds)))
        return {row[0]: row for row in rows}
    return {}


def _opened_of(path: Path, hash_: bytes) -> sqlite3.Connection | None:
    return _opened(path, "mode=ro&immutable=1", lambda made: made == (MADE_BY, hash_))


def _row(line: RoundLine) -> tuple[Any, ...]:
    return (
        *line[:1],
        *line[3:7],
        int(is_of_others(line)),
        json.dumps(line, ensure_ascii=False, separators=(",", ":")),
    )


def beside(path: Path) -> Path:
    """Where the lines of a closed file lie that an older program has made without."""
    return path.with_suffix(".lines")


class KeptLines:
    """Those of one closed file: in it, beside it, or made now."""

    def __init__(self, past: Past, closed: ClosedFile, progress: Callable[[int], None]) -> None:
        self._past = past
        self._closed = closed
        self._made: list[RoundLine] = []
        self._progress = progress
        self._db = _opened_of(closed.path, closed.hash) or _opened_of(beside(closed.path), closed.hash)
        if self._db is None:
            self._make()

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def _make(self) -> None:
        """And keep them, where one may write, and all of them could be read."""
        closed = self._closed
        for one in self._past.rounds_within(closed):
            self._made.append(line_of(one))
            self._progress(one.number)
        if len(self._made) < sum(one.round > 0 for one in closed.rounds()):
            return
        path = beside(closed.path)
        new = path.with_suffix(".new")
        with suppress(OSError, sqlite3.Error):
            new.unlink(missing_ok=True)
            new.touch(0o600)
            _write(new, self._made, closed.hash)
            sync(new)
            new.replace(path)

    def on(self, since_ms: int, until_ms: int) -> Iterator[RoundLine]:
        """By the time of day or by the table's own."""
        kept = self._read(lambda db: _on(db, since_ms, until_ms))
        return iter([line for line in self._made if is_on(line, since_ms, until_ms)] if kept is None else kept)

    def of_others(self, after: int) -> Iterator[RoundLine]:
        """In which something was said of an earlier round."""
        kept = self._read(lambda db: _of_others(db, after))
        made = (line for line in self._made if line.round > after and is_of_others(line))
        return iter(made if kept is None else kept)

    def _read(self, asks: Callable[[sqlite3.Connection], Iterator[RoundLine]]) -> list[RoundLine] | None:
        """None where they were made now: there were none, or they cannot be read."""
        if self._db is not None:
            with suppress(sqlite3.Error, TypeError, ValueError):
                return list(asks(self._db))
            self.close()
            self._db = None
            self._make()
        return None


def _opened(path: Path, how: str, is_right: Callable[[Any], bool]) -> sqlite3.Connection | None:
    """None where there are none, or those of another file or another way of making them."""
    if not path.exists():
        return None
    db = None
    with suppress(sqlite3.Error, TypeError, ValueError):
        db = sqlite3.connect(uri_of(path, how), uri=True)
        if is_right(db.execute("SELECT made_by, hash FROM lines_made").fetchone()):
            return db
    if db is not None:
        db.close()
    return None


def _on(db: sqlite3.Connection, since_ms: int, until_ms: int) -> Iterator[RoundLine]:
    asked = {"since": since_ms, "until": until_ms}
    rows = db.execute(f"SELECT line FROM lines WHERE {_ON} ORDER BY round", asked)  # noqa: S608  ours
    return (RoundLine(*json.loads(said)) for (said,) in rows)


def _of_others(db: sqlite3.Connection, after: int) -> Iterator[RoundLine]:
    rows = db.execute("SELECT line FROM lines WHERE of_others AND round > ? ORDER BY round", (after,))
    return (RoundLine(*json.loads(said)) for (said,) in rows)


# ---------------------------------------------------------------- kept beside the running journal


class RunningLines:
    """Those that the table has kept as its rounds closed, and what came since. A hash says of which record it
    was the last: all before it are of the same chain."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._kept = self._read()
        through = self._kept[-1].round if self._kept else past.last_closed_round
        self._new = [line_of(one) for one in past.rounds_after(max(through, past.last_closed_round))]

    def _read(self) -> list[RoundLine]:
        """None of them, where one is missing between two or they cannot be read: all are made again then."""
        db = _opened(beside(self._past.path), "mode=ro", lambda made: _is_of_chain(self._past, made))
        if db is None:
            return []
        with closing(db), suppress(sqlite3.Error, TypeError, ValueError):
            kept = list(_on(db, -ALWAYS, ALWAYS))
            numbers = [line.round for line in kept if line.round > self._past.last_closed_round]
            first = self._past.last_closed_round + 1
            if numbers == list(range(first, first + len(numbers))):
                return kept
        return []

    def close(self) -> None:
        return None

    def on(self, since_ms: int, until_ms: int) -> Iterator[RoundLine]:
        return (line for line in (*self._kept, *self._new) if is_on(line, since_ms, until_ms))

    def of_others(self, after: int) -> Iterator[RoundLine]:
        return (line for line in (*self._kept, *self._new) if line.round > after and is_of_others(line))


def _is_of_chain(past: Past, made: Any) -> bool:
    made_by, said = made
    number, _, hash_ = bytes(said).partition(b" ")
    return made_by == MADE_BY and past.hash_of(int(number)) == hash_


def keep_running(past: Path, seal: Seal) -> None:
    """What is new, a few rounds at a time, and nothing that a closed file holds. It costs no sync: what is
    lost of it is made again."""
    beside(past).touch(0o600)
    with Past(past, seal=seal) as journal, closing(sqlite3.connect(beside(past), isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        through = _kept_through(db, journal)
        rounds = takewhile(lambda one: one.closed is not None, journal.rounds_after(through))
        lines = [line_of(one) for one in islice(rounds, AT_ONCE)]
        if lines:
            last = lines[-1].last
            db.execute("BEGIN")
            db.execute("DELETE FROM lines WHERE round <= ?", (journal.last_closed_round,))
            db.executemany(_INSERT, map(_row, lines))
            db.execute("DELETE FROM lines_made")
            made = b"%d %b" % (last, journal.hash_of(last) or b"")
            db.execute("INSERT INTO lines_made VALUES (?, ?, ?)", (MADE_BY, made, b""))
            db.execute("COMMIT")


def _kept_through(db: sqlite3.Connection, journal: Past) -> int:
    """The last round of which they are kept. What is of another journal goes."""
    with suppress(sqlite3.Error, TypeError, ValueError):
        if _is_of_chain(journal, db.execute("SELECT made_by, hash FROM lines_made").fetchone()):
            kept = db.execute("SELECT max(round) FROM lines").fetchone()[0]
            return max(journal.last_closed_round, kept or 0)
    db.executescript("DROP TABLE IF EXISTS lines; DROP TABLE IF EXISTS lines_made;" + _SCHEMA)
    return journal.last_closed_round


def is_of_others(line: RoundLine) -> bool:
    return any(said[0] != said[1] for said in line.said)


def is_on(line: RoundLine, since_ms: int, until_ms: int) -> bool:
    by_day = line.from_ms <= until_ms and line.to_ms >= since_ms
    return by_day or (line.table_from_ms <= until_ms and line.table_to_ms >= since_ms)


# ---------------------------------------------------------------- all that a journal holds


class RoundLines:
    def __init__(self, past: Past, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
        """`progress` hears how many rounds have been read of how many, where lines are to be made first."""
        self._past = past
        first, last = past.first_round, past.last_round
        self._all: list[KeptLines | RunningLines] = [
            KeptLines(
                past,
                closed,
                lambda round_: progress(round_ - first + 1, last - first + 1),
            )
            for closed in past.closed_files
        ]
        self._all.append(RunningLines(past))

    def __enter__(self) -> RoundLines:
        return self

    def __exit__(self, *_: object) -> None:
        for kept in self._all:
            kept.close()

    def on(self, since_ms: int | None, until_ms: int | None) -> Iterator[RoundLine]:
        since, until = -ALWAYS if since_ms is None else since_ms, ALWAYS if until_ms is None else until_ms
        last, first = 0, self._past.first_round
        for line in self._lines(lambda kept: kept.on(since, until)):
            if line.round > last and line.round >= first:
                last = line.round
                if is_on(line, since, until):
                    yield line

    def of_others(self, after: int) -> dict[int, list[SaidOf]]:
        """What was said of a round when it was over, by the round that it is about."""
        found: dict[int, list[SaidOf]] = {}
        last = 0
        for line in self._lines(lambda kept: kept.of_others(after)):
            if line.round > max(last, after):
                last = line.round
                for said in line.said_of():
                    if said.round != said.in_round:
                        found.setdefault(said.round, []).append(said)
        return found

    def _lines(self, asked: Callable[[KeptLines | RunningLines], Iterator[RoundLine]]) -> Iterator[RoundLine]:
        for kept in self._all:
            yield from asked(kept)
