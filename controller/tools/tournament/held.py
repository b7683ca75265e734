"""The journal of a tournament, held against what the journal of its table says of it.

The table's journal is the one that is sealed and witnessed. As far as it speaks of the tournament's, what is
proven of the one is proven of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from controller.journal.errors import JournalError
from controller.journal.head import when_of
from controller.journal.journal import Journal
from controller.tools.tournament.audit import played
from games.events import TournamentWrote


class Said(NamedTuple):
    """By a record of the table's journal."""

    record: int
    round: int
    wrote: TournamentWrote


class Held(NamedTuple):
    path: Path
    said: Sequence[Said]  # in order; nothing by a table of before it did
    records: int = 0
    faults: Sequence[str] = ()
    notes: Sequence[str] = ()  # where another version had ruled otherwise


def hold(path: Path, said: Sequence[Said]) -> Held:
    held = Held(path, said)
    if not path.exists():
        return held._replace(faults=[f"{path} is not there; {_last_said(said[-1])}"])
    try:
        with closing(Journal(path, reads_only=True)) as journal:
            held = held._replace(records=journal.last_number, faults=list(_not_as_said(journal, said))[:1])
            replay = played(journal)
    except (JournalError, AssertionError) as error:
        return held._replace(faults=[*held.faults, f"{path.name}: {error}"])
    return held._replace(
        faults=[*held.faults, *(f"{path.name}: {one}" for one in replay.findings)],
        notes=[f"{path.name}: {one}" for one in replay.notes],
    )


def _not_as_said(journal: Journal, said: Sequence[Said]) -> Iterator[str]:
    for one in said:
        if one.wrote.record > journal.last_number:
            yield f"{journal.path.name} ends with record {journal.last_number}; {_last_said(said[-1])}"
        elif journal.hash_of(one.wrote.record).hex() != one.wrote.hash:
            at = when_of(one.wrote.at_ms)
            yield f"record {one.wrote.record} of {journal.path.name} is not the one that was written {at}"


def _last_said(last: Said) -> str:
    at = when_of(last.wrote.at_ms)
    return f"record {last.wrote.record} of it was written {at}, as the table's journal says"
