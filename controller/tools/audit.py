"""Everything a journal holds, ruled on again: is the chain whole, did each round come out as it was told?

Rounds are dealt out to all cores in spans. Each span begins with a checkpoint, so it needs nothing of the one
before; that a span ends where the next begins is checked with the checkpoint itself.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

from controller.journal.closed import is_closed
from controller.journal.errors import JournalDamaged, JournalUnreadable
from controller.journal.head import Head
from controller.journal.history import History
from controller.journal.journal import Record
from controller.journal.records import Difference, Disagreement, RulesFail, outcomes_in, played_again
from controller.journal.seal import Seal
from controller.journal.sealing import Fault as Broken
from controller.journal.sealing import Proof, VerificationKey, first_doubt, verify
from controller.journal.sealing_key import keys_in_use
from controller.past.round_lines import lines_of, unlike
from controller.tools.invariants import Ledger
from controller.tools.tournament.held import Held, Said, hold
from controller.tournament.journals import journal_of, journals_in
from controller.version import this_program
from games.events import TournamentWrote
from games.table.table import NOT_KNOWN, TableCarry

ROUNDS_A_SPAN = 64
MOST_TOLD = 20  # of each kind; all are counted


class Span(NamedTuple):
    """Records from a checkpoint to the end of a round."""

    first: int
    last: int
    rounds: int
    has_beginning: bool = True  # else the checkpoint is not here: what follows is held against the chain alone


class Fault(NamedTuple):
    record: int
    round: int
    what: str


class Trust(NamedTuple):
    """What whoever audits has brought along, from elsewhere than the machine."""

    keys: tuple[VerificationKey, ...] = ()  # in the order of their numbers
    known: tuple[Head, ...] = ()  # by witnesses
    sealing_key: Path | None = None  # where the table's own lies, if this is its machine


@dataclass(slots=True)
class Found:
    records: int = 0
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)  # where another version had ruled otherwise
    without_beginning: list[int] = field(default_factory=list)  # rounds: they are not ruled on again
    proof: Proof | None = None
    doubt: tuple[Head, Broken] | None = None  # what a witness wrote down and is not there, key or no key
    seals: int | None = 0  # None: in a closed file none can be
    first: int = 1  # what came before is not here
    chain_breaks: int | None = None  # the first record that is not as its hash says
    said: list[Said] = field(default_factory=list)  # of tournaments' journals
    tournaments: list[Held] = field(default_factory=list)

    def add(self, other: Found) -> None:
        breaks = [at for at in (self.chain_breaks, other.chain_breaks) if at is not None]
        self.chain_breaks = min(breaks, default=None)
        self.records += other.records
        self.rounds += other.rounds
        self.faults += other.faults
        self.notes += other.notes
        self.without_beginning += other.without_beginning
        self.said += other.said


NO_TRUST = Trust()
Told = Callable[[int, int], None]  # rounds done, of how many


def audit(path: Path, seal: Seal, progress: Told, cores: int | None = None, trust: Trust = NO_TRUST) -> Found:
    """Every fault, in the order of the journal."""
    in_use = _keys_in_use(trust)
    with History(path) as history:
        found = Found(
            faults=[Fault(first, 0, f"records {first} to {last} are not here") for first, last in history.gaps]
        )
        spans = _all_spans(found, history)
        found.first = history.first_number
        found.seals = history.running.seals_made if history.running else None
    total, done = sum(span.rounds for span in spans), 0
    with _hands(path, seal, cores or os.cpu_count() or 1, spans) as hands:
        proof = hands.proof_of(trust, in_use)  # meanwhile: it takes as long as a tenth of the rounds
        for span, one in zip(spans, hands.ruled_again(spans), strict=True):
            found.add(one)
            done += span.rounds
            progress(done, total)
        found.proof = proof()
    with History(path) as history:
        if found.chain_breaks is not None:
            found.proof = _proven(history, trust, in_use, found.chain_breaks)
        found.doubt = _doubted(history, trust.known, found.chain_breaks)
    if not is_closed(path):  # a closed file alone speaks of what is elsewhere
        _hold_tournaments(found, path.parent)
    found.faults.sort()
    return found


def _hold_tournaments(found: Found, state: Path) -> None:
    said: dict[Path, list[Said]] = {path: [] for path in journals_in(state)}
    for one in sorted(found.said, key=lambda one: one.record):
        said.setdefault(journal_of(state, one.wrote.tournament), []).append(one)
    for path, of_it in said.items():
        held = hold(path, of_it)
        found.tournaments.append(held)
        last = of_it[-1] if of_it else None
        record, round_ = (last.record, last.round) if last is not None else (0, 0)
        found.faults += [Fault(record, round_, what) for what in held.faults]
        found.notes += [Fault(record, round_, what) for what in held.notes]


InUse = dict[int, bytes] | None


def _keys_in_use(trust: Trust) -> InUse:
    """None where a copy is audited: the keys stay at the table."""
    if trust.sealing_key is None or not trust.sealing_key.exists():
        return None
    return keys_in_use(trust.sealing_key)


def _proven(history: History, trust: Trust, in_use: InUse, breaks: int | None) -> Proof | None:
    if not trust.keys or history.running is None:  # seals stand in the running journal
        return None
    of_key, hash_of = in_use.get if in_use is not None else None, _hash_in(history, breaks)
    first = history.first_number
    return verify(trust.keys, history.seals(), hash_of, first=first, known=trust.known, in_use=of_key)


def _doubted(history: History, known: Sequence[Head], breaks: int | None) -> tuple[Head, Broken] | None:
    """Behind a closed file alone the journal goes on elsewhere."""
    goes_on = history.running is None
    known = [head for head in known if not (goes_on and head.number > history.last_number)]
    return first_doubt(known, _hash_in(history, breaks), history.first_number)


def _hash_in(history: History, breaks: int | None) -> Callable[[int], bytes | None]:
    """From where the chain breaks, what stands there says nothing."""
    return lambda number: history.hash_of(number) if breaks is None or number < breaks else b""


def _all_spans(found: Found, history: History) -> list[Span]:
    """None where it cannot even be seen which rounds there are: then the chain and its seals alone are left."""
    try:
        return list(_spans(history))
    except JournalDamaged as error:
        _tell_damage(found, _first_unreadable(history), 0, error)
        return []


def _first_unreadable(history: History) -> int:
    number = history.first_number - 1
    with suppress(JournalDamaged):
        for record in history.records():
            number = record.number
    return number + 1


def _spans(history: History) -> Iterator[Span]:
    """A round is ruled on from the checkpoint that the one before has ended with."""
    start = rounds = last = 0
    for one in history.rounds():
        if one.first > last + 1 or not last:  # the first of all, or of what is here behind a gap
            if rounds:
                yield Span(start, last, rounds)
            if not any(record.checkpoint for record in history.records(one.first, one.first)):
                yield Span(one.first, one.last, 0, has_beginning=False)
                start, rounds, last = one.last, 0, one.last
                continue
            start, rounds = one.first, 0
        rounds, last = rounds + 1, one.last
        if rounds == ROUNDS_A_SPAN:
            yield Span(start, last, rounds)
            start, rounds = last, 0
    if rounds:
        yield Span(start, last, rounds)


class _OneHand:
    """This process does it all, one after the other."""

    def __init__(self, history: History, seal: Seal) -> None:
        self._history, self._seal = history, seal

    def proof_of(self, trust: Trust, in_use: InUse) -> Callable[[], Proof | None]:
        return lambda: _proven(self._history, trust, in_use, None)

    def ruled_again(self, spans: list[Span]) -> Iterator[Found]:
        return (ruled_again(span, self._history, self._seal) for span in spans)


class _ManyHands:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def proof_of(self, trust: Trust, in_use: InUse) -> Callable[[], Proof | None]:
        return self._pool.apply_async(_proven_here, (trust, in_use)).get

    def ruled_again(self, spans: list[Span]) -> Iterator[Found]:
        return self._pool.imap(_ruled_again_here, spans)


@contextmanager
def _hands(path: Path, seal: Seal, cores: int, spans: list[Span]) -> Iterator[_OneHand | _ManyHands]:
    if cores == 1 or len(spans) <= 1:
        with History(path) as history:
            yield _OneHand(history, seal)
        return
    with multiprocessing.get_context("fork").Pool(min(cores, len(spans)), begin, (path, seal)) as pool:
        yield _ManyHands(pool)


_OPENED: list[tuple[History, Seal]] = []  # of this process


def begin(path: Path, seal: Seal) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all: the one that dealt out ends the others
    _OPENED[:] = [(History(path), seal)]


def _ruled_again_here(span: Span) -> Found:
    return ruled_again(span, *_OPENED[0])


def _proven_here(trust: Trust, in_use: InUse) -> Proof | None:
    return _proven(_OPENED[0][0], trust, in_use, None)


def ruled_again(span: Span, history: History, seal: Seal) -> Found:
    found = Found()
    left: Span | None = span
    while left is not None:
        left = _ruled_on(found, left, history, seal)
    return found


def _ruled_on(found: Found, span: Span, history: History, seal: Seal) -> Span | None:
    """As far as these rules can. What is left of it begins with the next checkpoint."""
    round_, number = 0, span.first - 1
    read: list[Record] = []
    try:
        for record in _rule(found, span, history, seal):
            round_, number = record.round, record.number
            read.append(record)
        _hold_lines(found, read, history)
    except Disagreement as error:
        is_ours = isinstance(error, RulesFail) and error.program == this_program()
        (found.faults if is_ours else found.notes).append(Fault(number + 1, round_, str(error)))
    except JournalUnreadable as error:
        found.faults.append(Fault(number + 1, round_, str(error)))
    except JournalDamaged as error:
        _tell_damage(found, number + 1, round_, error)
        return None
    return _behind(found, span, history, number + 1) if number < span.last else None


def _hold_lines(found: Found, read: list[Record], history: History) -> None:
    """What the list of rounds tells of these is what their records say."""
    has_before = read[0].number > 1 and read[0].checkpoint
    before, records = (read[0], read[1:]) if has_before else (None, read)
    for line in unlike(history.closed, list(lines_of(records, before))):
        what = (
            "what the list of rounds is made of does not say what the records say: they hold, the list does not"
        )
        found.faults.append(Fault(line.last, line.round, what))


def _behind(found: Found, span: Span, history: History, stopped_at: int) -> Span | None:
    round_, number = 0, stopped_at - 1
    try:
        for record in history.records(stopped_at, span.last):
            round_, number = record.round, record.number
            if record.checkpoint and number > stopped_at:
                return span._replace(first=number)
    except JournalDamaged as error:
        _tell_damage(found, number + 1, round_, error)
    return None


def _tell_damage(found: Found, record: int, round_: int, error: JournalDamaged) -> None:
    found.chain_breaks = record
    found.faults.append(Fault(record, round_, str(error)))


def _rule(found: Found, span: Span, history: History, seal: Seal) -> Iterator[Record]:
    """Each record when it has been ruled on."""
    records = history.records(span.first, span.last)
    if not span.has_beginning:
        for record in records:
            yield record
        found.without_beginning.append(record.round)
        return
    differences: list[Difference] = []
    ledger: Ledger | None = None
    round_ = -1
    was_ruled_otherwise = False  # in this round, by another program: what it decided then is summed
    for record, entry, table, outcomes in played_again(seal, records, differences.append, tells=False):
        ledger = ledger or Ledger(seats=table.game.has_seats)
        if entry.unruled is not None:
            _tell(found.notes, record, f"{entry.unruled.kind} was kept and not ruled on")
        if entry.event is not None and record.number > span.first:
            found.records += 1
            found.rounds += record.round != round_
            round_ = record.round
            if isinstance(entry.event, TournamentWrote):
                found.said.append(Said(record.number, record.round, entry.event))
            was_ruled_otherwise |= any(one.program != this_program() for one in differences)
            decided = outcomes_in(entry.verdicts) if was_ruled_otherwise else outcomes
            for what in ledger.hear(entry.event.kind, decided):
                _tell(found.faults, record, what)
            while ledger.explained:
                _tell(found.notes, record, ledger.explained.pop())
            if differences:
                difference = differences.pop()
                is_ours = difference.program == this_program()
                _tell(found.faults if is_ours else found.notes, record, str(difference))
            if entry.checkpoint is not None:
                was_ruled_otherwise = False
                if not _is_handed_on(entry.checkpoint.carry, table.carry()):
                    _tell(found.faults, record, "what the round handed on is not what it came to")
        yield record


def _is_handed_on(written: TableCarry, now: TableCarry) -> bool:
    if written.looked_back_in == NOT_KNOWN:  # a program wrote it that did not keep it
        now.looked_back_in = NOT_KNOWN
    return written == now


def _tell(told: list[Fault], record: Record, what: str) -> None:
    told.append(Fault(record.number, record.round, what))
