"""A round in one line of facts, kept with the records of a closed file: a year is listed as a page turns.

A line says nothing that the records do not say: it is made from them when a file is closed, or when the file is
read for the first time, and an audit makes it again and compares.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from controller.journal.closed import ClosedFile
from controller.journal.file import uri_of
from controller.journal.journal import Record
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
CREATE TABLE lines_made (made_by INTEGER, hash BLOB) STRICT;
CREATE TABLE lines (
    round INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL,
    table_from_ms INTEGER NOT NULL, table_to_ms INTEGER NOT NULL,
    of_others INTEGER NOT NULL, line TEXT NOT NULL
) STRICT;
"""
_ON = """
((from_ms <= :until AND to_ms >= :since) OR (table_from_ms <= :until AND table_to_ms >= :since))
"""
ALWAYS = 1 << 62


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
    if not any(one.kind == "collect_time_charge" for one in past.written):
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
        for out in one.outcomes({"card_turned"}):
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
        db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
        db.execute("BEGIN")
        db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", map(_row, lines))
        db.execute("INSERT INTO lines_made VALUES (?, ?)", (MADE_BY, hash_))
        db.execute("COMMIT")


def _row(line: RoundLine) -> tuple[Any, ...]:
    of_others = any(said[0] != said[1] for said in line.said)
    return (*line[:1], *line[3:7], int(of_others), json.dumps(line, ensure_ascii=False, separators=(",", ":")))


def beside(path: Path) -> Path:
    """Where the lines of a closed file lie that an older program has made without."""
    return path.with_suffix(".lines")


class KeptLines:
    """Those of one closed file: in it, beside it, or made now."""

    def __init__(self, closed: ClosedFile, before: Record | None, progress: Callable[[int], None]) -> None:
        self._closed = closed
        self._made: list[RoundLine] | None = None
        self._db = self._opened(closed.path) or self._opened(beside(closed.path))
        if self._db is None:
            self._make(before, progress)

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def _opened(self, path: Path) -> sqlite3.Connection | None:
        """None where there are none, or those of another file or another way of making them."""
        if not path.exists():
            return None
        db = sqlite3.connect(uri_of(path, "mode=ro&immutable=1"), uri=True)
        with suppress(sqlite3.Error):
            if db.execute("SELECT made_by, hash FROM lines_made").fetchall() == [(MADE_BY, self._closed.hash)]:
                return db
        db.close()
        return None

    def _make(self, before: Record | None, progress: Callable[[int], None]) -> None:
        """And keep them, where one may write."""
        closed = self._closed
        self._made = []
        for line in lines_of(closed.records(closed.first, closed.last), before):
            self._made.append(line)
            progress(line.round)
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
        if self._made is not None:
            yield from (line for line in self._made if is_on(line, since_ms, until_ms))
            return
        assert self._db is not None
        asked = {"since": since_ms, "until": until_ms}
        rows = self._db.execute(f"SELECT line FROM lines WHERE {_ON} ORDER BY round", asked)  # noqa: S608  ours
        for (said,) in rows:
            yield RoundLine(*json.loads(said))

    def of_others(self, after: int) -> Iterator[RoundLine]:
        """In which something was said of an earlier round."""
        if self._made is not None:
            yield from (one for one in self._made if one.round > after and any(s[0] != s[1] for s in one.said))
            return
        assert self._db is not None
        rows = self._db.execute("SELECT line FROM lines WHERE of_others AND round > ? ORDER BY round", (after,))
        for (said,) in rows:
            yield RoundLine(*json.loads(said))


def is_on(line: RoundLine, since_ms: int, until_ms: int) -> bool:
    by_day = line.from_ms <= until_ms and line.to_ms >= since_ms
    return by_day or (line.table_from_ms <= until_ms and line.table_to_ms >= since_ms)


# ---------------------------------------------------------------- all that a journal holds


class RoundLines:
    def __init__(self, past: Past, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
        """`progress` hears how many rounds have been read of how many, where lines are to be made first."""
        self._past = past
        first, last = past.first_round, past.last_round
        self._kept = [
            KeptLines(
                closed,
                past.record_before(closed.first),
                lambda round_: progress(round_ - first + 1, last - first + 1),
            )
            for closed in past.closed_files
        ]
        self._running = list(past.rounds_behind_closed())

    def __enter__(self) -> RoundLines:
        return self

    def __exit__(self, *_: object) -> None:
        for kept in self._kept:
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

    def _lines(self, asked: Callable[[KeptLines], Iterator[RoundLine]]) -> Iterator[RoundLine]:
        for kept in self._kept:
            yield from asked(kept)
        yield from map(line_of, self._running)
