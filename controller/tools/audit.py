"""Everything a journal holds, ruled on again: is the chain whole, did each round come out as it was told?

Rounds are dealt out to all cores in spans. Each span begins with a checkpoint, so it needs nothing of the one
before; that a span ends where the next begins is checked with the checkpoint itself.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, Literal, NamedTuple

from controller.journal.closed import is_closed
from controller.journal.errors import JournalDamaged, JournalUnreadable
from controller.journal.head import Head
from controller.journal.history import History
from controller.journal.journal import Record
from controller.journal.length import Evidence, Short, gathered, shortfalls
from controller.journal.records import Difference, Disagreement, RulesFail, outcomes_in, played_again
from controller.journal.seal import Seal
from controller.journal.sealing import Fault as Broken
from controller.journal.sealing import Proof, VerificationKey, first_doubt, verify
from controller.journal.sealing import Seal as BySeal
from controller.journal.sealing_key import keys_in_use
from controller.journal.times import at_ms_of
from controller.past.reading import Written
from controller.past.round_lines import lines_of, unlike
from controller.tools.invariants import Ledger
from controller.tools.tournament.held import Held, Said, hold
from controller.tournament.journals import journal_of, journals_in
from controller.version import this_program
from games.catalogue import game_class
from games.events import TournamentWrote
from games.table.table import NOT_KNOWN, TableCarry

ROUNDS_A_SPAN = 64
LONGEST_ROUND = 20_000  # records
MOST_TOLD = 20  # of each kind; all are counted


class Span(NamedTuple):
    """Records from a checkpoint to the end of a round."""

    first: int
    last: int
    rounds: int
    has_beginning: bool = True  # else the checkpoint is not here: what follows is held against the chain alone


# Against what it speaks: that the records are those that were written, that rounds came out as they were told,
# that money adds up, or that a tournament's journal is as the table's says.
Of = Literal["chain", "rounds", "sums", "tournaments"]


class Fault(NamedTuple):
    record: int
    round: int
    what: str
    of: Of = "rounds"


class Host(NamedTuple):
    """What the host itself has written down: a start, a step of the clock, what was let go of."""

    record: int
    kind: str
    at_ms: int
    before_ms: int  # when the record before it was written
    said: dict[str, Any]


class Stopped(NamedTuple):
    """From what was last written or sealed, to the record of the start."""

    record: int
    from_ms: int
    to_ms: int
    in_order: bool  # a seal says so
    said: dict[str, Any]


class Trust(NamedTuple):
    """What whoever audits has brought along, from elsewhere than the machine."""

    keys: tuple[VerificationKey, ...] = ()  # in the order of their numbers
    known: tuple[Head, ...] = ()  # by witnesses
    sealing_key: Path | None = None  # where the table's own lies, if this is its machine
    is_at_table: bool = False  # its folder of keys is here
    since: int = 0  # all up to that record was proven before
    since_hash: bytes = b""  # as it was then
    until: int = sys.maxsize  # rounds that end later are not looked at


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
    last: int = 0
    last_checkpoint: int = 0
    short: list[Short] = field(default_factory=list)  # what something else knows and the journal does not hold
    evidence: Evidence = field(default_factory=Evidence)
    hosts: list[Host] = field(default_factory=list)
    stops: list[Stopped] = field(default_factory=list)
    is_one_file: bool = False  # a closed one, alone
    hash: bytes = b""  # of the last record
    has_key: bool = True  # that opens the cards: without it no round is ruled on again
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
        self.hosts += other.hosts


NO_TRUST = Trust()
NO_EVIDENCE = Evidence()
Told = Callable[[int, int], None]  # rounds done, of how many


def audit(
    path: Path,
    seal: Seal | None,
    progress: Told,
    cores: int | None = None,
    trust: Trust = NO_TRUST,
) -> Found:
    """Every fault, in the order of the journal. Without the key of the cards (`seal`) rounds are not ruled on
    again: the chain, its seals, and money by what was decided need no secret."""
    in_use = _keys_in_use(trust)
    evidence = NO_EVIDENCE if is_closed(path) else gathered(path, trust.sealing_key)
    with History(path) as history:
        found = Found(has_key=seal is not None, is_one_file=is_closed(path), evidence=evidence)
        since = _proven_before(found, history, trust)
        spans = list(_spans(found, history, since, trust.until))
        _look_at_files(found, history)
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
        found.stops = list(_stops(found.hosts, history.seals()))
    if not is_closed(path):  # a closed file alone speaks of what is elsewhere
        _hold_tournaments(found, path.parent)
    found.faults.sort()
    return found


def _look_at_files(found: Found, history: History) -> None:
    found.first, found.last = history.first_number, history.last_number
    found.hash = history.hash_of(history.last_number) or b""
    found.faults += [
        Fault(first, 0, f"records {first} to {last} are not here", "chain") for first, last in history.gaps
    ]
    found.faults += [Fault(harm.first, 0, harm.what, "chain") for harm in history.harm.values()]
    if history.running is not None:
        found.seals = history.running.seals_made
        found.last_checkpoint = history.running.last_checkpoint
        found.short = shortfalls(found.evidence, history.holds)
    else:
        found.seals = None


def _stops(hosts: Sequence[Host], seals: Iterable[BySeal]) -> Iterator[Stopped]:
    """Each start with how long the table was off before it. A seal may say when it was stopped, and that it was
    stopped in order; a start has a seal, too, and that says nothing of the time before."""
    starts = [host for host in hosts if host.kind == "restarted" and host.said.get("came_back", True)]
    before = {host.record - 1: host for host in starts}
    last: dict[int, BySeal] = {}
    for seal in seals:
        if seal.record in before and seal.why != "start" and seal.at_ms <= before[seal.record].at_ms:
            last[seal.record] = seal
    for host in starts:
        if host.before_ms:
            sealed = last.get(host.record - 1)
            from_ms = max(host.before_ms, sealed.at_ms if sealed is not None else 0)
            in_order = sealed is not None and sealed.why == "stop"
            yield Stopped(host.record, from_ms, host.at_ms, in_order, host.said)


def _hold_tournaments(found: Found, state: Path) -> None:
    said: dict[Path, list[Said]] = {path: [] for path in journals_in(state)}
    for one in sorted(found.said, key=lambda one: one.record):
        said.setdefault(journal_of(state, one.wrote.tournament), []).append(one)
    for path, of_it in said.items():
        held = hold(path, of_it)
        found.tournaments.append(held)
        last = of_it[-1] if of_it else None
        record, round_ = (last.record, last.round) if last is not None else (0, 0)
        found.faults += [Fault(record, round_, what, "tournaments") for what in held.faults]
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
    return verify(
        trust.keys,
        history.seals(trust.keys[0].first),
        hash_of,
        first=first,
        known=trust.known,
        in_use=of_key,
        spans=history.spans(),
    )


def _doubted(history: History, known: Sequence[Head], breaks: int | None) -> tuple[Head, Broken] | None:
    """Behind a closed file alone the journal goes on elsewhere."""
    goes_on = history.running is None
    known = [head for head in known if not (goes_on and head.number > history.last_number)]
    return first_doubt(known, _hash_in(history, breaks), history.first_number)


def _hash_in(history: History, breaks: int | None) -> Callable[[int], bytes | None]:
    """From where the chain breaks, what stands there says nothing."""
    return lambda number: history.hash_of(number) if breaks is None or number < breaks else b""


def _proven_before(found: Found, history: History, trust: Trust) -> int:
    """Where the last round of what was proven ended."""
    if not trust.since:
        return 0
    if trust.since_hash and history.hash_of(trust.since) != trust.since_hash:
        what = f"record {trust.since} is not the one that all was proven up to"
        found.faults.append(Fault(trust.since, 0, what, "chain"))
    ends = history.ends(max(1, trust.since - LONGEST_ROUND), trust.since)
    return ends[-1] if ends and _is_checkpoint(history, ends[-1]) else 0


def _spans(found: Found, history: History, since: int, until: int) -> Iterator[Span]:
    """A round is ruled on from the checkpoint that the one before has ended with."""
    start = last = since
    rounds = 0
    for one in history.rounds(since):
        if one.last > until:
            break
        if one.first > last + 1 or not last:  # the first of all, or of what is here behind a gap
            if rounds:
                yield Span(start, last, rounds)
            if last and history.is_here(last + 1):
                what = f"the records {last + 1} to {one.first - 1} cannot be read"
                found.faults.append(Fault(last + 1, 0, what, "chain"))
            if not _is_checkpoint(history, one.first):
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


def _is_checkpoint(history: History, number: int) -> bool:
    with suppress(JournalDamaged):
        return any(record.checkpoint for record in history.records(number, number))
    return False


class _OneHand:
    """This process does it all, one after the other."""

    def __init__(self, history: History, seal: Seal | None) -> None:
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
def _hands(path: Path, seal: Seal | None, cores: int, spans: list[Span]) -> Iterator[_OneHand | _ManyHands]:
    if cores == 1 or len(spans) <= 1:
        with History(path) as history:
            yield _OneHand(history, seal)
        return
    with multiprocessing.get_context("fork").Pool(min(cores, len(spans)), begin, (path, seal)) as pool:
        yield _ManyHands(pool)


_OPENED: list[tuple[History, Seal | None]] = []  # of this process


def begin(path: Path, seal: Seal | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all: the one that dealt out ends the others
    _OPENED[:] = [(History(path), seal)]


def _ruled_again_here(span: Span) -> Found:
    return ruled_again(span, *_OPENED[0])


def _proven_here(trust: Trust, in_use: InUse) -> Proof | None:
    return _proven(_OPENED[0][0], trust, in_use, None)


def ruled_again(span: Span, history: History, seal: Seal | None) -> Found:
    found = Found()
    left: Span | None = span
    while left is not None:
        left = _ruled_on(found, left, history, seal)
    return found


def _ruled_on(found: Found, span: Span, history: History, seal: Seal | None) -> Span | None:
    """As far as these rules can. What is left of it begins with the next checkpoint."""
    round_, number = 0, span.first - 1
    read: list[Record] = []
    try:
        for record in _rule(found, span, history, seal) if seal else _read_through(found, span, history):
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
        return _behind_damage(found, span, history, number + 1)
    return _behind(found, span, history, number + 1) if number < span.last else None


def _hold_lines(found: Found, read: list[Record], history: History) -> None:
    """What the list of rounds tells of these is what their records say."""
    if not read:
        return
    has_before = read[0].number > 1 and read[0].checkpoint
    before, records = (read[0], read[1:]) if has_before else (None, read)
    running = history.path if history.running is not None else None
    for line in unlike(history.closed, running, list(lines_of(records, before))):
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
                return span._replace(first=number, has_beginning=True)
    except JournalDamaged as error:
        _tell_damage(found, number + 1, round_, error)
        return _behind_damage(found, span, history, number + 1)
    return None


def _behind_damage(found: Found, span: Span, history: History, damaged: int) -> Span | None:
    """A record that cannot be read costs the round that it is of, and the next if that began with it."""
    for end in history.ends(damaged, span.last):
        if end < span.last and _is_checkpoint(history, end):
            return span._replace(first=end, has_beginning=True)
        if end < span.last:
            found.without_beginning.append(_round_behind(history, end))
    return None


def _round_behind(history: History, end: int) -> int:
    with suppress(JournalDamaged):
        return next((record.round for record in history.records(end + 1, end + 1)), 0)
    return 0


def _tell_damage(found: Found, record: int, round_: int, error: JournalDamaged) -> None:
    found.chain_breaks = min(record, found.chain_breaks or record)
    found.faults.append(Fault(record, round_, str(error), "chain"))


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
    before: Record | None = None
    was_ruled_otherwise = False  # in this round, by another program: what it decided then is summed
    for record, entry, table, outcomes in played_again(seal, records, differences.append, tells=False):
        ledger = ledger or Ledger(seats=table.game.has_seats)
        if entry.unruled is not None:
            _tell(found.notes, record, f"{entry.unruled.kind} was kept and not ruled on")
        if entry.event is not None and entry.event.kind in HOST_SAYS:
            _hear_host(found, record, before)
        before = record
        if entry.event is not None and record.number > span.first:
            found.records += 1
            found.rounds += record.round != round_
            round_ = record.round
            if isinstance(entry.event, TournamentWrote):
                found.said.append(Said(record.number, record.round, entry.event))
            was_ruled_otherwise |= any(one.program != this_program() for one in differences)
            decided = outcomes_in(entry.verdicts) if was_ruled_otherwise else outcomes
            for what in ledger.hear(entry.event.kind, decided):
                _tell(found.faults, record, what, "sums")
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


def _read_through(found: Found, span: Span, history: History) -> Iterator[Record]:
    """Without the key of the cards: what was decided stands there in clear."""
    ledger: Ledger | None = None
    round_ = -1
    before: Record | None = None
    for record in history.records(span.first, span.last):
        written = Written(record)
        if ledger is None and written.setting:
            ledger = Ledger(seats=game_class(written.setting["game"]).has_seats)
        if written.kind in HOST_SAYS:
            _hear_host(found, record, before)
        before = record
        if written.kind and record.number > span.first:
            found.records += 1
            found.rounds += record.round != round_
            round_ = record.round
            if ledger is not None and not written.is_unruled:
                for what in ledger.hear(written.kind, written.outcomes()):
                    _tell(found.faults, record, what, "sums")
        yield record


HOST_SAYS = {
    "restarted",
    "clock_stepped",
    "past_let_go",
    "sealing_begun",
    "sealing_stopped",
    "witness_forgot",
    "journal_restored",
}


def _hear_host(found: Found, record: Record, before: Record | None) -> None:
    """What the host itself says. The first record of a span was heard of with the span before."""
    if before is not None or record.number == 1:
        before_ms = at_ms_of(before.body) if before is not None else 0
        written = Written(record)
        found.hosts.append(Host(record.number, written.kind, at_ms_of(record.body), before_ms, written.event))


def _is_handed_on(written: TableCarry, now: TableCarry) -> bool:
    if written.looked_back_in == NOT_KNOWN:  # a program wrote it that did not keep it
        now.looked_back_in = NOT_KNOWN
    return written == now


def _tell(told: list[Fault], record: Record, what: str, of: Of = "rounds") -> None:
    told.append(Fault(record.number, record.round, what, of))
