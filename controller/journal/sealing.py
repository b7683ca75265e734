"""Seals that nobody can make afterwards, not even who has the machine: what was sealed can be proven.

Each seal is signed with a key of its own over the journal's head and the public key of the next seal. The key
is wiped out when its seal is on disk. Who comes later finds keys for seals to come, and none for those before.
Who holds the first public key, which is nowhere on the machine, can follow from seal to seal.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.journal.head import Head
from controller.journal.sealing_key import KEY_BYTES
from controller.journal.spans import Span, message_of

CHECK_BYTES = 3
GROUP = 5
LONGEST_GAP_MS = 15 * 60_000
LATE_MS = 60_000  # a seal of the quarter of an hour may come that much later

Why = Literal["start", "round", "time", "stop"]


class Seal(NamedTuple):
    """Over the record that was the last one then."""

    number: int
    record: int
    hash: bytes
    at_ms: int
    why: Why
    next_key: bytes
    signature: bytes = b""
    opens: bytes = b""  # where it announces the line of months: see spans.py


class VerificationKey(NamedTuple):
    """What the first seal is verified with, and through it all that follow."""

    table: str
    first: int  # the number of that seal: not 0 where a table was set up anew
    key: bytes


class Gap(NamedTuple):
    """No seal for longer than there may be between two of a running table, and no word that it was stopped."""

    from_ms: int
    to_ms: int
    record: int  # the last one before


Fault = Literal[
    "not_this_key",
    "seal_missing",
    "seal_changed",
    "record_missing",
    "record_changed",
    "other_key_in_use",
    "way_changed",
    "witness_knows_more",
    "witness_knows_other",
]


class Line(NamedTuple):
    """What one verification key proves: all up to `record` is as it was when its first seal was made, and what
    came from there on is as it was sealed at the time."""

    first: int
    last: int
    record: int  # of the first seal, and when that was made
    at_ms: int


class Proof(NamedTuple):
    """Every record up to `record` is as it was when it was sealed; of what came after it, and of what
    happened later than `at_ms`, nothing is proven."""

    seals: int
    lines: tuple[Line, ...]
    not_looked_at: int  # seals of before the first key that was shown
    goes_on: VerificationKey  # what the seal to come is verified with: who has proven all before needs no other
    record: int
    at_ms: int
    fault: Fault | None  # what ended it; None where the journal itself ends
    gaps: tuple[Gap, ...]
    is_to_its_end: bool  # the key in use shows that no later seals were cut off

    @property
    def is_whole(self) -> bool:
        return self.fault is None


def signed(table: str, seal: Seal, secret: bytes) -> Seal:
    return seal._replace(
        signature=Ed25519PrivateKey.from_private_bytes(secret).sign(message_of_seal(table, seal))
    )


def message_of_seal(table: str, seal: Seal) -> bytes:
    """One that announces nothing more is signed as ever."""
    said = b"table-controller seal %d|%b|%d|%d|%b|%d|%b|%b" % (
        2 if seal.opens else 1,
        table.encode(),
        seal.number,
        seal.record,
        seal.hash.hex().encode(),
        seal.at_ms,
        seal.why.encode(),
        seal.next_key.hex().encode(),
    )
    return said + b"|" + seal.opens.hex().encode() if seal.opens else said


# ---------------------------------------------------------------- verifying


def verify(
    keys: Sequence[VerificationKey],
    seals: Iterable[Seal],
    hash_of: Callable[[int], bytes | None],
    *,
    first: int = 1,
    known: Sequence[Head] = (),
    in_use: Callable[[int], bytes | None] | None = None,
    spans: Iterable[Span] = (),
) -> Proof:
    """`hash_of` tells the chain's hash of a record, worked out from the records; None where there is none.
    `keys` are all that were shown, in the order of their numbers, or those from one of them on.
    `first` is the first record that is here: of those before it, only the seals can be. `known` is what
    witnesses wrote down. `in_use` tells the public part of the key that lies on the machine for a seal to come:
    nobody who cut seals off has the one that the last seal left announces."""
    begins = {one.first: one for one in keys}
    line = keys[0]
    key = line.key
    gaps: list[Gap] = []
    good: list[tuple[int, int, int]] = []  # number, record, time: of these keys, so far
    last: Seal | None = None
    ways = Ways(keys[0].table, spans)
    fault: Fault | None = None
    for seal in seals:
        if seal.number < keys[0].first:
            continue  # another key's
        if seal.number in begins:
            line = begins[seal.number]
            key = line.key
        due = last.number + 1 if last is not None else line.first
        fault = _fault(line, key, seal, due, hash_of if seal.record >= first - 1 else None)
        fault = fault or ways.fault_at(seal, key)
        if fault is not None:
            break
        if last is not None and last.why != "stop" and seal.at_ms - last.at_ms > LONGEST_GAP_MS + LATE_MS:
            gaps.append(Gap(last.at_ms, seal.at_ms, last.record))
        last, key = seal, seal.next_key
        good.append((seal.number, seal.record, seal.at_ms))
    to_come = last.number + 1 if last is not None else keys[0].first
    if fault is None and keys[-1].first > to_come:
        fault = "seal_missing"
    if fault is None and in_use is not None:
        announced = begins[to_come].key if to_come in begins else key
        fault = "other_key_in_use" if in_use(to_come) != announced else None
    elif not good and fault is None:
        fault = "seal_missing"  # only the key in use could show that none was ever made
    if (doubted := first_doubt(known, hash_of, first)) is not None:
        head, doubt = doubted
        fault = fault or doubt
        good = [one for one in good if one[1] < head.number]
    _, record, at_ms = good[-1] if good else (0, 0, 0)
    return Proof(
        seals=len(good),
        lines=tuple(_lines(good, begins)),
        not_looked_at=keys[0].first,
        goes_on=VerificationKey(line.table, to_come, key),
        record=record,
        at_ms=at_ms,
        fault=fault,
        gaps=tuple(gap for gap in gaps if gap.from_ms <= at_ms),
        is_to_its_end=fault is None and in_use is not None,
    )


class Ways:
    """The lines of days and months, held against the seals that they lead to: who follows them alone must not
    come to other keys than who follows every seal."""

    def __init__(self, table: str, spans: Iterable[Span]) -> None:
        self._table = table
        self._at: dict[int, list[Span]] = {}
        for span in spans:
            self._at.setdefault(span.seal, []).append(span)
        self._keys: dict[str, bytes] = {}  # of the next span of each length

    def fault_at(self, seal: Seal, key: bytes) -> Fault | None:
        for span in self._at.get(seal.number, ()):
            if span.length not in self._keys:
                continue  # nobody who begins with this key is led there
            if not is_signed(self._keys[span.length], span.signature, message_of(self._table, span)):
                return "way_changed"
            self._keys[span.length] = span.next_key
            if span.length == "month" and self._keys.setdefault("day", span.opens) != span.opens:
                return "way_changed"
            if span.length == "day" and span.opens != key:
                return "way_changed"
        if seal.opens:
            self._keys = {"month": seal.opens}
        return None


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _lines(good: Sequence[tuple[int, int, int]], begins: Collection[int]) -> Iterator[Line]:
    starts = [at for at, (number, _, _) in enumerate(good) if number in begins]
    for start, end in pairwise([*starts, len(good)]):
        number, record, at_ms = good[start]
        yield Line(number, good[end - 1][0], record, at_ms)


def _fault(
    line: VerificationKey,
    key: bytes,
    seal: Seal,
    due: int,
    hash_of: Callable[[int], bytes | None] | None,
) -> Fault | None:
    if seal.number != due:
        return "seal_missing"
    if not is_signed(key, seal.signature, message_of_seal(line.table, seal)):
        return "not_this_key" if seal.number == line.first else "seal_changed"
    there = hash_of(seal.record) if seal.record and hash_of is not None else seal.hash
    if there is None:
        return "record_missing"
    return None if there == seal.hash else "record_changed"


def first_doubt(
    known: Sequence[Head], hash_of: Callable[[int], bytes | None], first: int
) -> tuple[Head, Fault] | None:
    """The first that a witness wrote down and that is not there, of what should be: from record `first` on."""
    for head in sorted(head for head in known if head.number >= first - 1):
        there = hash_of(head.number)
        if there is None:
            return head, "witness_knows_more"
        if there != head.hash:
            return head, "witness_knows_other"
    return None


# ---------------------------------------------------------------- the key, as people write it


def in_words(key: VerificationKey) -> str:
    """In groups that can be read out, with what shows a slip of the pen."""
    text = base64.b32encode(key.key + _check(key)).decode().rstrip("=")
    groups = " ".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))
    return f"{key.table} {key.first} {groups}"


def from_words(words: str) -> VerificationKey:
    """Raises ValueError with what is wrong."""
    table, first, *groups = [*words.split(), *[""] * (2 - len(words.split()))]
    text = "".join(groups).upper()
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        data = b""
    if len(data) != KEY_BYTES + CHECK_BYTES or not first.isdecimal():
        raise ValueError(
            "this is not a verification key: give the table's name, the number and all groups of letters"
        )
    key = VerificationKey(table, int(first), data[:KEY_BYTES])
    if data[KEY_BYTES:] != _check(key):
        raise ValueError("the verification key has a slip of the pen in it: compare it group by group")
    return key


def _check(key: VerificationKey) -> bytes:
    return hashlib.sha256(b"%b|%d|%b" % (key.table.encode(), key.first, key.key)).digest()[:CHECK_BYTES]
