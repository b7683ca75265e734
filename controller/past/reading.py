"""A table's journal read round by round, also while the daemon writes it.

What was decided stands there in clear and is read without playing anything again. Words, prompts and screens
do not: for these a round is played again, and that takes the key which opens face-down cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from controller.cannot_go_on import CannotGoOn
from controller.clock import time_of_day_ms
from controller.journal.closed import ClosedFile, Round
from controller.journal.errors import JournalDamaged
from controller.journal.history import History, NotHere
from controller.journal.journal import Record, chained, named_by
from controller.journal.keys import seal_of_journal
from controller.journal.records import Again, Difference, outcomes_in, played_again, stop_at
from controller.journal.seal import Seal, SealError
from controller.journal.upcast import TODAYS, lifted
from controller.past.proof import Proofs, Seals
from controller.past.times import Zone, utc
from games.catalogue import game_class
from games.events import COMMANDS
from games.every_game.game import Game
from games.outcomes import (
    AtTournament,
    Outcome,
    RoundClosed,
    TournamentRoundBegun,
    TournamentRoundPlayed,
    Undone,
)
from games.table.table import NOT_KNOWN, OF_EARLIER_ROUNDS

T = TypeVar("T")
BESIDE_THE_ROUND = {
    "sign_in",
    "sign_out",
    "lock",
    "unlock",
    "call_floor",
    "floor_came",
    "approve_device",
    "print_sheet",
}
OF_EARLIER = {kind for kind, event in COMMANDS.items() if event in OF_EARLIER_ROUNDS}
OF_OTHER_ROUNDS = {*OF_EARLIER, "undo"}


EVENT = TODAYS + b"event "
TELLING = re.compile(
    rb"\nverdict (?:question|withdrawn|ruling|dispute_opened|dispute_decided|round_corrected|round_closed"
    rb"|tournament_round_begun) "
)


@cache
def _verdict(kind: str) -> bytes:
    return b"\nverdict %b " % kind.encode()


class NotThere(CannotGoOn):
    """The text says what was looked for and where."""


def journal_at(path: Path) -> Path:
    """The folder that it lies in means the same."""
    path = path / "journal.db" if path.is_dir() else path
    if not path.exists():
        raise NotThere(f"{path} is not there: give the journal.db of a table's state folder")
    return path


class Once(Generic[T]):
    """`cached_property` without its lock, which costs more than what is made here ten million times a year."""

    def __init__(self, made: Callable[[Any], T]) -> None:
        self._made, self._name = made, made.__name__

    def __get__(self, of: Any, owner: type | None = None) -> T:
        made = of.__dict__[self._name] = self._made(of)
        return made


class Dealer(NamedTuple):
    number: str = ""
    name: str = ""


@dataclass(frozen=True)
class Written:
    """A record as it stands there. What is sealed in it stays sealed."""

    record: Record
    shift_ms: int = 0  # what the time of day was ahead of the times of records

    @cached_property
    def _lines(self) -> list[tuple[str, bytes]]:
        body, _ = lifted(self.record.body, self.record.kept)
        lines = (line.partition(b" ") for line in body.splitlines()[1:])
        return [(what.decode(), said) for what, _, said in lines]

    def _said(self, *names: str) -> bytes:
        return next((said for what, said in self._lines if what in names), b"")

    @property
    def number(self) -> int:
        return self.record.number

    @Once
    def kind(self) -> str:
        """Of the event; empty where the table was only set up."""
        body = self.record.body
        if body.startswith(EVENT):  # nearly always: it need not be taken apart
            return body[len(EVENT) : body.index(b" ", len(EVENT))].decode()
        return self._said("event", "unruled").partition(b" ")[0].decode()

    @cached_property
    def event(self) -> dict[str, Any]:
        said = self._said("event", "unruled").partition(b" ")[2]
        return dict(json.loads(said)) if said else {}

    @property
    def is_unruled(self) -> bool:
        """It happened, but the rules had failed: nothing was decided on it."""
        return any(what == "unruled" for what, _ in self._lines)

    @cached_property
    def checkpoint(self) -> dict[str, Any]:
        said = self._said("checkpoint")
        return dict(json.loads(said)) if said else {}

    @cached_property
    def setting(self) -> dict[str, Any]:
        """How the table was set up, where it says so."""
        kept = lifted(self.record.body, self.record.kept)[1]
        return dict(json.loads(kept)) if kept else {}

    @Once
    def table_ms(self) -> int:
        """By the table's own time, which goes on however the clock is set."""
        return int(self.event.get("at_ms", 0) or self.checkpoint.get("at_ms", 0))

    @property
    def at_ms(self) -> int:
        """By the time of day."""
        return time_of_day_ms(self.table_ms, self.shift_ms)

    @property
    def is_of_the_round(self) -> bool:
        """A person has done something for it: not a device that introduces itself before."""
        return self.kind in COMMANDS and self.kind not in BESIDE_THE_ROUND

    def outcomes(self, kinds: Collection[str] | None = None) -> list[Outcome]:
        """What was decided. Nothing is said of it there."""
        body = self.record.body
        if kinds is not None and body.startswith(TODAYS) and not any(_verdict(kind) in body for kind in kinds):
            return []  # nearly always: it need not be taken apart
        verdicts = b"".join(b"verdict %b\n" % said for what, said in self._lines if what == "verdict")
        if kinds is not None and not any(b"verdict %b " % kind.encode() in verdicts for kind in kinds):
            return []
        return outcomes_in(verdicts, kinds)


@dataclass
class PastRound:
    """The records of one round, and who dealt when it began."""

    number: int
    written: list[Written]
    dealer: Dealer = field(default_factory=Dealer)

    @cached_property
    def kinds(self) -> set[str]:
        return {one.kind for one in self.written}

    @cached_property
    def telling(self) -> list[Written]:
        """Records with a verdict that a list of rounds tells of; most have none."""
        return [
            one
            for one in self.written
            if TELLING.search(one.record.body) or not one.record.body.startswith(TODAYS)
        ]

    @cached_property
    def closed(self) -> RoundClosed | None:
        for one in reversed(self.telling):
            for outcome in one.outcomes({"round_closed"}):
                assert isinstance(outcome, RoundClosed)
                return outcome
        return None

    @cached_property
    def of_tournament(self) -> TournamentRoundBegun | None:
        """Then all amounts are chips, and no money."""
        for one in self.telling:
            for outcome in one.outcomes({"tournament_round_begun"}):
                assert isinstance(outcome, TournamentRoundBegun)
                return outcome
        return None

    @property
    def entrants(self) -> tuple[AtTournament, ...]:
        """Who had played for which entry, when the round was over."""
        last = self.written[-1].outcomes({"tournament_round_played"})
        return next((one.entrants for one in last if isinstance(one, TournamentRoundPlayed)), ())

    @cached_property
    def begins_with(self) -> Written:
        """With the first act for it: not with what was put right of others, and not the evening before."""
        opened = 0
        if "open_table" in self.kinds:
            opened = max(nth for nth, one in enumerate(self.written) if one.kind == "open_table")
        behind = self.written[opened:]
        own = (one for one in behind if one.is_of_the_round and one.kind not in OF_OTHER_ROUNDS)
        acts = (one for one in behind if one.is_of_the_round)
        return next(own, None) or next(acts, self.written[0])

    @property
    def begins_ms(self) -> int:
        return self.begins_with.at_ms

    @property
    def ends_ms(self) -> int:
        return self.written[-1].at_ms

    @property
    def dealers(self) -> list[Dealer]:
        """Who dealt, one after the other. Who has signed in again is still the same."""
        changes = [
            Dealer(one.event.get("by", ""), one.event.get("name", ""))
            for one in (self.written if "sign_in" in self.kinds else ())
            if one.kind == "sign_in"
        ]
        all_ = [dealer for dealer in (self.dealer, *changes) if dealer.number]
        return [next(same) for _, same in groupby(all_, key=attrgetter("number"))]

    @cached_property
    def taken_back(self) -> dict[int, int]:
        """Record by record, which one took it back."""
        found: dict[int, int] = {}
        for nth, one in enumerate(self.written) if "undo" in self.kinds else ():
            for outcome in one.outcomes({"undone"}):
                assert isinstance(outcome, Undone)
                before = reversed(self.written[:nth])
                undone = next(
                    (was for was in before if was.kind == outcome.what and was.number not in found), None
                )
                if undone is not None:
                    found[undone.number] = one.number
        return found

    @property
    def shift_after_ms(self) -> int:
        return self.written[-1].shift_ms if self.written else 0

    def clock(self, zone: Zone) -> Callable[[int], str]:
        """Says a moment of the table's own time to the minute, as its round's end knows the time of day."""
        return lambda at_ms: zone.minute(time_of_day_ms(at_ms, self.shift_after_ms))

    @property
    def dealer_after(self) -> Dealer:
        if not self.written:
            return Dealer()
        left = self.written[-1].checkpoint.get("carry")
        if left is not None:
            return Dealer(left.get("dealer", ""), left.get("dealer_name", ""))
        dealers = self.dealers
        return dealers[-1] if dealers else Dealer()


def as_they_were_written(records: Iterable[Record], shift_ms: int) -> Iterator[Written]:
    """The computer's clock may be set in the middle of a round."""
    for record in records:
        written = Written(record, shift_ms)
        if b"clock_stepped" in record.body and written.kind == "clock_stepped":
            shift_ms = int(written.event["shift_ms"])
            written = Written(record, shift_ms)
        yield written


class Link(NamedTuple):
    """A record, its text as the chain knows it, and its hash: that says that all before it are as they were."""

    record: Record
    body: bytes
    hash: bytes


class Chain(NamedTuple):
    before: bytes  # the hash of the record before the first
    links: list[Link]

    @property
    def hashes(self) -> dict[int, str]:
        return {link.record.number: link.hash.hex() for link in self.links}


class Past:
    """A journal and the closed files beside it. `key` opens what is sealed, where it lies elsewhere."""

    def __init__(self, path: Path, key: Path | None = None, *, seal: Seal | None = None) -> None:
        """The daemon gives the seal that it has, and has this journal open already."""
        self.path = path = journal_at(path)
        self._history = History(path, is_open=seal is not None)
        self._key = key
        self.unreadable: dict[int, str] = {}  # rounds that were asked for, and why they are left out
        self.tells: Callable[[int, str], None] = lambda round_, why: None
        if seal is not None:
            self.seal = seal
        if not self._history.last_number:
            self.close()
            raise NotThere(f"{path} holds no record yet")

    def __enter__(self) -> Past:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._history.__exit__(None, None, None)

    @cached_property
    def seal(self) -> Seal | None:
        """None: without the key only what stands there in clear can be told."""
        try:
            return seal_of_journal(self.path, self._key)
        except SealError:
            if self._key is not None:
                raise
            return None

    def must_have_seal(self) -> Seal:
        """Words, prompts and screens are made by playing again."""
        return self.seal or seal_of_journal(self.path, self._key)

    @cached_property
    def setting(self) -> dict[str, Any]:
        """How the table is set up at last."""
        last = self._history.round(self.last_round)
        numbers = range(last.last, self._history.first_number - 1, -1)
        for number in numbers:
            with suppress(JournalDamaged):
                if setting := self.record(number).setting:
                    return setting
        raise NotThere(f"{self.path}: no record that says how the table is set up can be read")

    @property
    def table(self) -> str:
        return str(self.setting["table"])

    @property
    def game(self) -> type[Game]:
        return game_class(self.setting["game"])

    @property
    def last_round(self) -> int:
        for number in range(self._history.last_number, self._history.first_number - 1, -1):
            with suppress(JournalDamaged):
                return self.record(number).record.round
        raise NotThere(f"{self.path}: none of its records can be read")

    # ------------------------------------------------------------ without playing again

    def rounds(self, since_ms: int | None = None, until_ms: int | None = None) -> Iterator[PastRound]:
        """In order, those that were played at least in part between the two times."""
        first = self.first_round if since_ms is None else self._on_at(since_ms)
        for one in self._in_order(self._spans(first)):
            if until_ms is not None and one.written[0].at_ms > until_ms:
                return
            if since_ms is None or one.ends_ms >= since_ms:
                yield one

    def _in_order(self, spans: Iterable[Round]) -> Iterator[PastRound]:
        """What each knew when it began is what the one before has left. One that cannot be read is left out."""
        before: PastRound | None = None
        for span in spans:
            try:
                before = self._of(span, before or self._before(span))
            except JournalDamaged as error:
                self.leave_out(span.round, error)
                before = None
            else:
                yield before

    def leave_out(self, round_: int, error: JournalDamaged) -> None:
        """What cannot be read keeps nobody from the rest."""
        if round_ not in self.unreadable:
            self.unreadable[round_] = str(error)
            self.tells(round_, str(error))

    @property
    def closed_files(self) -> list[ClosedFile]:
        return self._history.closed

    @property
    def last_closed_round(self) -> int:
        """The last that a closed file holds; else the one before the first that is here."""
        files = self._history.closed
        return files[-1].last_round if files else self.first_round - 1

    def hash_of(self, number: int) -> bytes | None:
        return self._history.hash_of(number)

    def rounds_after(self, round_: int) -> Iterator[PastRound]:
        """The last one is perhaps still on."""
        return self._in_order(self._spans(round_ + 1))

    def rounds_within(self, closed: ClosedFile) -> Iterator[PastRound]:
        return self._in_order(one for one in closed.rounds() if one.round > 0)

    def readable(self, number: int) -> PastRound | None:
        """None where it cannot be read, and is left out."""
        try:
            return self.round(number)
        except JournalDamaged as error:
            self.leave_out(number, error)
            return None

    @property
    def missing(self) -> list[tuple[int, int]]:
        """First and last record of what was written and is not here."""
        return self._history.missing

    @property
    def is_harmed(self) -> bool:
        return bool(self._history.harm)

    @property
    def missing_in_words(self) -> list[str]:
        return self._history.missing_in_words

    @property
    def first_round(self) -> int:
        """The first that is here. Of the one before it there may be the last record: others build upon it."""
        try:
            first = self.record(self._history.first_number)
        except JournalDamaged:
            return 1
        is_an_end = first.number > 1 and first.record.checkpoint and bool(first.kind)
        return max(1, first.record.round + is_an_end)

    def _spans(self, first: int, last: int | None = None) -> Iterator[Round]:
        for number in range(first, (last or self.last_round) + 1):
            try:
                span = self._history.round(number)
            except NotHere:
                continue  # it is in a file that is not here
            except JournalDamaged as error:
                self.leave_out(number, error)
                continue
            yield span

    def round(self, number: int) -> PastRound:
        """Its own records alone."""
        span = self._history.round(number)
        return self._of(span, self._before(span))

    def round_after(self, number: int) -> PastRound | None:
        """None where it has not begun, or is in a file that is not here."""
        spans = self._spans(number + 1, number + 1) if number < self.last_round else ()
        return next((self._of(span, self._before(span)) for span in spans), None)

    def round_at(self, at_ms: int) -> int:
        """Which round was on then, or the last before."""
        number = self._on_at(at_ms)
        if self.round(number).written[0].at_ms > at_ms:
            raise NotThere(f"{self.path} holds nothing that was written by then")
        return number

    def _on_at(self, at_ms: int) -> int:
        """Found by halves, as the computer's clock went on; from there by the time of day, if it was set."""
        try:
            number = max(self._history.round_at(at_ms).round, self.first_round)
        except NotHere:
            number = self.first_round
        while number > self.first_round and self._begins_after(number, at_ms):
            number -= 1
        while number < self.last_round and not self._begins_after(number + 1, at_ms):
            number += 1
        return number

    def _begins_after(self, number: int, at_ms: int) -> bool:
        """One in a file that is not here is passed over."""
        return any(
            self._of(span, self._before(span)).written[0].at_ms > at_ms for span in self._spans(number, number)
        )

    def record(self, number: int) -> Written:
        first, last = self._history.first_number, self._history.last_number
        if not first <= number <= last:
            raise NotThere(f"{self.path} has the records {first} to {last}, and no {number}")
        return Written(next(self._history.records(number, number)))

    def looking_back(self, round_: int) -> list[PastRound]:
        """Those after that one in which something may have been said of an earlier one."""
        behind = self._history.round(round_).last + 1
        number, found = self.last_round, list[Round]()  # of the last one nothing is kept before it is over
        while number > round_:
            here = [*self._spans(number, number)] if not found or number < found[0].round else []
            found = [*here, *found]
            number = self._looked_back_in(found[0]) if here else NOT_KNOWN
        if number == NOT_KNOWN:
            found = [*self._said_of_earlier(behind, found[0].first - 1), *found]
        return [one for span in found if (one := self.readable(span.round)) is not None]

    def _looked_back_in(self, before: Round) -> int:
        """What the table knew when that round began."""
        if before.first == 1:
            return 0
        if not self._history.is_here(before.first - 1):
            return NOT_KNOWN
        left = self.record(before.first - 1).checkpoint.get("carry", {})
        return int(left.get("looked_back_in", NOT_KNOWN))

    def _said_of_earlier(self, first: int, last: int) -> list[Round]:
        """All are looked through: where a file is not here, or a program wrote them that did not keep it."""
        words = [b"event %b " % kind.encode() for kind in OF_EARLIER]
        found = dict.fromkeys(record.round for record in self._history.saying(words, first, last))
        return [self._history.round(number) for number in found]

    def times_printed(self, record: int) -> int:
        """The sheet of that record, at the table."""
        own = self.record(record).record.round
        rounds = [self.round(own), *self.looking_back(own)]
        written = [one for of_round in rounds for one in of_round.written]
        return sum(one.kind == "print_sheet" and one.event["record"] == record for one in written)

    def _of(self, span: Round, before: PastRound) -> PastRound:
        records = self._history.records(span.first, span.last)
        written = list(as_they_were_written(records, before.shift_after_ms))
        return PastRound(span.round, written, before.dealer_after)

    def _before(self, span: Round) -> PastRound:
        """What its last record says of what it left."""
        if not self._history.is_here(span.first - 1):
            return PastRound(0, [])
        try:
            last = self.record(span.first - 1)
        except JournalDamaged:
            return PastRound(0, [])
        shift_ms = int(last.checkpoint.get("carry", {}).get("clock_shift_ms", 0))
        return PastRound(0, [Written(last.record, shift_ms)])

    # ------------------------------------------------------------ played again

    def played(self, round_: int, differs: Callable[[Difference], None] = stop_at) -> Iterator[Again]:
        """From the checkpoint before the round on: each record with all that the rules say of it."""
        return played_again(self.must_have_seal(), self._history.round_records(round_), differs)

    # ------------------------------------------------------------ to be verified elsewhere

    def chain(self, round_: int) -> Chain:
        """The records of a round as their hashes were made."""
        span = self._history.round(round_)
        before = previous = self._hash_before(span.first)
        links: list[Link] = []
        for record in self._history.records(span.first, span.last):
            body = named_by(record, {})
            previous = chained(previous, record.number, record.round, record.checkpoint, body)
            links.append(Link(record, body, previous))
        return Chain(before, links)

    def proofs(self) -> Proofs | None:
        """None: this journal is not sealed, or it is a closed file alone, and seals are in the running one."""
        seals = list(self._history.seals())
        return Proofs(Seals(self.table, seals, self._history.spans())) if seals else None

    def stands(self) -> dict[str, Any]:
        """How far the journal has come."""
        last = self.round(self.last_round).written[-1]
        hashes = self.chain(last.record.round).hashes
        return {
            "table": self.table,
            "first_record": self._history.first_number,
            "last_record": last.number,
            "last_hash": hashes[last.number],
            "last_utc": utc(last.at_ms),
        }

    def _hash_before(self, number: int) -> bytes:
        running = self._history.running
        if running is not None and number >= running.first_number:
            return running.hash_of(number - 1)
        closed = next(file for file in self._history.closed if file.first <= number <= file.last)
        return closed.hash_before(number)
