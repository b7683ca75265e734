"""How long a journal should be: all that tells it, and what of that it does not hold. Whoever opens, audits,
copies or brings back a journal asks here, so that none of them knows less than another."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from controller.journal.file import head_of, uri_of
from controller.journal.head import Head, read_head
from controller.journal.sealing import first_doubt
from controller.journal.sealing_key import numbers_in


class Known(NamedTuple):
    """How far the journal had come, and where that was written down."""

    where: str
    head: Head
    can_be_put_aside: bool = True  # it is a file of its own


class Evidence(NamedTuple):
    heads: Sequence[Known] = ()
    seals: int = 0  # that its sealing key has made
    has_sealing_key: bool | None = None  # None: nobody knows where it would be


class Holds(NamedTuple):
    """What a journal does hold."""

    first: int
    last: int
    hash_of: Callable[[int], bytes | None]
    seals: int


class Short(NamedTuple):
    what: str
    where: str
    record: int
    if_restored: str = ""  # what to do where a person has brought back less on purpose
    is_other: bool = False  # it is as long, and not the same


def gathered(path: Path, sealing_key: Path | None = None, heads: Sequence[Known] = ()) -> Evidence:
    """What lies beside it, and what others know. To be gathered before the journal is looked at: beside a table
    that plays it only ever holds more than that."""
    own = read_head(head_of(path))
    known = [Known("its head", own)] if own is not None else []
    known += [*rescued_beside(path), *heads]
    if sealing_key is None:
        return Evidence(known)
    numbers = numbers_in(sealing_key)
    return Evidence(known, min(numbers, default=0), bool(numbers))


def rescued_beside(path: Path) -> list[Known]:
    """What was saved of it while it was being harmed."""
    found = []
    for saved in sorted(path.parent.glob(f"{path.stem}-rescued-*.db")):
        with suppress(sqlite3.Error, TypeError, ValueError), closing(_to_read(saved)) as db:
            number, hash_ = db.execute(
                "SELECT number, hash FROM records ORDER BY number DESC LIMIT 1"
            ).fetchone()
            at_ms = int(saved.stat().st_mtime * 1000)
            found.append(Known(saved.name, Head(int(number), bytes(hash_), at_ms)))
    return found


def _to_read(path: Path) -> sqlite3.Connection:
    """Nothing is to come to lie beside it by that."""
    return sqlite3.connect(uri_of(path, "mode=ro&immutable=1"), uri=True)


def shortfalls(evidence: Evidence, holds: Holds) -> list[Short]:
    """The one that goes farthest comes first."""
    found = []
    for known in sorted(evidence.heads, key=lambda known: -known.head.number):
        doubt = first_doubt([known.head], holds.hash_of, holds.first)
        if doubt is None:
            continue
        where, head, can_be_put_aside = known
        aside = f"move the file of {where} aside" if can_be_put_aside else ""
        if doubt[1] == "witness_knows_more":
            what = f"it holds {holds.last} records, {where} says {head.number}, last written {head.when}"
            found.append(Short(what, where, head.number, aside))
        else:
            what = f"record {head.number} is not the one that was written {head.when}, as {where} says"
            found.append(Short(what, where, head.number, aside, is_other=True))
    missing = evidence.seals - holds.seals
    if missing > 0:
        what = f"{missing} of the seals that its sealing key has made are missing"
        anew = "make a new key with `tablectl verification-key --anew`"
        found.append(Short(what, "the sealing key", 0, anew))
    return found
