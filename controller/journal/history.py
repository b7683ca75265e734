"""All that a table ever wrote, read only: the closed files and the running journal, as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from controller.journal.closed import ClosedFile, Round, files_in, is_closed, span_of
from controller.journal.errors import JournalDamaged, JournalError, damage, damage_to_past
from controller.journal.file import is_journal
from controller.journal.journal import Journal, Record
from controller.journal.keys import CLOSED
from controller.journal.length import Holds
from controller.journal.sealing import Seal
from controller.journal.spans import Span


class NotAJournal(JournalError):
    """The text says which file to give."""


class NotHere(JournalError):
    """It was never written, or it is in a file that is not here."""


class Harm(NamedTuple):
    """A file of which nothing can be read."""

    first: int
    last: int
    what: str


class History:
    def __init__(self, path: Path, *, is_open: bool = False) -> None:
        """Of a journal.db with the closed files in the folder beside it, or of one closed file alone.

        Whoever has the journal open in the same process must say so: to open and close the file itself would
        take SQLite's locks on it away."""
        self.path = path
        if not is_open and not is_journal(path):
            raise NotAJournal(f"{path} is not a journal: give the journal.db of a table's state folder")
        self.closed: list[ClosedFile] = []
        self.harm: dict[Path, Harm] = {}
        self.running: Journal | None = None
        self._opened = ExitStack()
        try:
            if not is_closed(path):  # before the closed files: what it lets go of is in one already
                self.running = Journal(path, reads_only=True)
                self._opened.callback(self.running.close)
            self._open_closed()
        except BaseException:
            self._opened.close()
            raise

    def _open_closed(self) -> None:
        """Those that are not open yet. One that cannot be read costs what is in it, and nothing else."""
        is_open = {closed.path for closed in self.closed}
        for file in [self.path] if self.running is None else files_in(self.path.parent / CLOSED):
            if file not in is_open:
                self._open_one(file)
        self.gaps = list(self._follow_on())

    def _open_one(self, file: Path) -> None:
        try:
            closed = ClosedFile(file)
        except JournalDamaged as error:
            if self.running is None:
                raise
            self.harm[file] = Harm(*span_of(file), str(error))
            return
        if (closed.first, closed.last) != span_of(file):
            closed.close()
            what = damage_to_past(file, "it does not hold what its name says")
            self.harm[file] = Harm(*span_of(file), what)
            return
        self.closed.append(closed)
        self._opened.callback(closed.close)

    def _keep_up(self) -> None:
        """With a table that puts its past away meanwhile."""
        if self.running is not None and self.running.has_let_go():
            self._open_closed()

    def __enter__(self) -> History:
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def _follow_on(self) -> Iterator[tuple[int, int]]:
        """What is not here between two files; where they do meet they must be of one chain."""
        for before, after in pairwise(self.closed):
            if after.first > before.last + 1:
                yield before.last + 1, after.first - 1
            elif after.first == before.last + 1 and bytes(after.before) != bytes(before.hash):
                raise JournalDamaged(damage_to_past(after.path, f"it does not follow on {before.path.name}"))
        if self.running is not None and self.closed:
            last = self.closed[-1]
            if self.running.first_number > last.last + 1:
                yield last.last + 1, self.running.first_number - 1
            elif not all(self._is_in_both(number) for number in (self.running.first_number - 1, last.last)):
                raise JournalDamaged(damage(self.path, f"it does not follow on {last.path.name}"))

    def _is_in_both(self, number: int) -> bool:
        """As far as both hold it: a file is written before what is in it is let go of."""
        assert self.running is not None
        there = self._closed_hash(number)
        return there is None or number > self.running.last_number or self.running.hash_of(number) == there

    # ------------------------------------------------------------ records

    @property
    def first_number(self) -> int:
        first: int = self.closed[0].first if self.closed else self._running.first_number
        return first

    @property
    def last_number(self) -> int:
        last: int = self.running.last_number if self.running is not None else self.closed[-1].last
        return last

    @property
    def holds(self) -> Holds:
        seals = self.running.seals_made if self.running is not None else 0
        return Holds(self.first_number, self.last_number, self.hash_of, seals)

    @property
    def missing(self) -> list[tuple[int, int]]:
        """First and last record of what was written and is not here, the beginning too."""
        begins = [(1, self.first_number - 1)] if self.first_number > 1 else []
        return [*begins, *self.gaps]

    @property
    def missing_in_words(self) -> list[str]:
        """Why, and what to do about it."""
        harmed = {(harm.first, harm.last): harm.what for harm in self.harm.values()}
        said = list(harmed.values())
        for first, last in self.missing:
            if not any(begins <= first and last <= ends for begins, ends in harmed):
                said.append(f"the records {first} to {last} are not here: copy all files of `{CLOSED}`, too")
        return said

    def is_here(self, number: int) -> bool:
        return number > 0 and not any(first <= number <= last for first, last in self.missing)

    @property
    def _running(self) -> Journal:
        assert self.running is not None
        return self.running

    def records(self, first: int = 0, last: int | None = None) -> Iterator[Record]:
        """In order, each checked against the chain. What is not here is left out: see `gaps`."""
        self._keep_up()
        first, last = max(first, self.first_number), self.last_number if last is None else last
        for closed in self.closed:
            if closed.first <= last and closed.last >= first:
                yield from closed.records(first, min(closed.last, last))
                first = closed.last + 1
                self._keep_up()  # that may have taken long
        if self.running is not None and first <= last:
            yield from self.running.records(max(first, self.running.first_number), last)

    def hash_of(self, number: int) -> bytes | None:
        """As it stands there; that the records come to it, reading them shows. It is known, too, what the first
        record follows."""
        self._keep_up()
        if self.closed and number <= self.closed[-1].last:
            return self._closed_hash(number)
        try:
            return self._running.hash_of(number) if self.running is not None else None
        except JournalDamaged:
            return None

    def _closed_hash(self, number: int) -> bytes | None:
        if number == self.first_number - 1:
            return bytes(self.closed[0].before)
        found = (closed for closed in self.closed if closed.first <= number <= closed.last)
        return next((closed.hash_of(number) for closed in found), None)

    def seals(self, first: int = 0) -> Iterator[Seal]:
        if self.running is not None:
            yield from self.running.seals(first)

    def spans(self) -> list[Span]:
        return self.running.spans() if self.running is not None else []

    def saying(self, words: Collection[bytes], first: int, last: int) -> Iterator[Record]:
        """Those in which one of the words stands, found without a look at the chain of the others."""
        self._keep_up()
        for closed in self.closed:
            yield from closed.saying(words, first, min(closed.last, last))
            first = max(first, closed.last + 1)
        if self.running is not None and first <= last:
            yield from self.running.saying(words, max(first, self.running.first_number), last)

    def ends(self, first: int, last: int) -> list[int]:
        """The last records of rounds, between the two, as far as that can be read."""
        found: set[int] = set()
        for closed in self.closed:
            found |= {one.last for one in self._rounds_of(closed)}
        if self.running is not None:
            found |= set(self.running.checkpoints(first, last))
        return sorted(number for number in found if first <= number <= last)

    # ------------------------------------------------------------ rounds

    def rounds(self, behind: int = 0) -> Iterator[Round]:
        """In order, those that end behind that record. The one that is being played is the last."""
        self._keep_up()
        last_told = self._round_that_ends_with(behind) if behind else -1
        for closed in self.closed:
            for one in self._rounds_of(closed) if closed.last > behind else ():
                if one.round > last_told:
                    yield one
                    last_told = one.round
        if self.running is not None:
            yield from list(self._running_rounds(last_told))  # at once: it may let go of some meanwhile

    def _round_that_ends_with(self, record: int) -> int:
        return next((one.round for one in self.records(record, record)), -1)

    def _rounds_of(self, closed: ClosedFile) -> list[Round]:
        try:
            return closed.rounds()
        except JournalDamaged as error:
            self.harm[closed.path] = Harm(closed.first, closed.last, str(error))
            return []

    def _running_rounds(self, after: int) -> Iterator[Round]:
        """Looked up one after the other, without reading what is in them."""
        assert self.running is not None
        number = self.running.first_of(after + 1)
        while number <= self.running.last_number:
            round_ = self.running.round_of(number)
            if round_ is None:  # it cannot be read: what comes behind it can, perhaps
                number += 1
                continue
            behind = self.running.first_of(round_ + 1)
            yield self._span(round_, number, behind - 1)
            number = behind

    def _span(self, round_: int, first: int, last: int) -> Round:
        """When it was played is told by what can be read of it."""
        assert self.running is not None
        at_ms = [self.running.at_ms_of(number) for number in (first, last)]
        if None in at_ms:
            all_ms = [self.running.at_ms_of(number) for number in range(first, last + 1)]
            found = [one for one in all_ms if one is not None] or [0]
            at_ms = [found[0], found[-1]]
        from_ms, to_ms = at_ms
        return Round(round_, first, last, from_ms or 0, to_ms or 0)

    def round(self, round_: int) -> Round:
        self._keep_up()
        for closed in self.closed:
            one = closed.round(round_)
            if one is not None:
                return one
        if self.running is not None:
            first, behind = self.running.first_of(round_), self.running.first_of(round_ + 1)
            if first < behind:
                return self._span(round_, first, behind - 1)
        raise NotHere(f"{self.path} holds no round {round_}{self._says_missing()}")

    def _says_missing(self) -> str:
        return "".join(f"; {said}" for said in self.missing_in_words)

    def round_at(self, at_ms: int) -> Round:
        """The one that was being played then, or the last before."""
        self._keep_up()
        found = None
        for closed in self.closed:
            found = closed.round_at(at_ms) or found
        if self.running is not None and self.running.last_number:
            number = max(self.running.first_at(at_ms + 1) - 1, self.running.first_number)
            round_ = self.running.round_of(number)
            one = self.round(round_) if round_ is not None else None
            if one is not None and one.from_ms <= at_ms:
                found = one
        if found is None:
            raise NotHere(f"{self.path} holds nothing that was written by then")
        return found

    def round_records(self, round_: int) -> list[Record]:
        """With the checkpoint that the round began with before them."""
        span = self.round(round_)
        before: list[Record] = []
        while not any(record.checkpoint for record in before):
            first = before[0].number if before else span.first
            if first <= 1:
                break
            if not self.is_here(first - 1):
                raise NotHere(f"round {round_} cannot be played again{self._says_missing()}")
            last = next(self.records(first - 1, first - 1))
            if last.checkpoint:  # nearly always: what else is in that round is not needed, and may be damaged
                before = [last, *before]
                break
            earlier = self.round(last.round)
            before = [*self.records(earlier.first, first - 1), *before]
        start = max((at for at, record in enumerate(before) if record.checkpoint), default=0)
        return [*before[start:], *self.records(span.first, span.last)]
