"""What one record of a tournament's journal says, and how the tournament is built again from them.

As a table's records do (journal/records), they hold what was decided and not in which words. A tournament has
no checkpoints, so no round is closed and left alone: its first record says its conditions, and each program
that goes on with it says in its own first record which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from controller.journal.errors import JournalDamaged, JournalUnreadable
from controller.journal.journal import Record
from controller.journal.records import Difference, RulesFail, outcomes_in, stop_at, verdicts_of
from controller.tournament.upcast import TODAYS, lifted
from controller.version import Program, this_program
from games.tournament.conditions import Conditions
from games.tournament.events import KINDS, Event
from games.tournament.outcomes import BY_KIND, Outcome
from games.tournament.tournament import Setup, Tournament

SETUP: TypeAdapter[tuple[str, Conditions, dict[str, int]]] = TypeAdapter(tuple[str, Conditions, dict[str, int]])
PROGRAM: TypeAdapter[Program] = TypeAdapter(Program)


class Entry(NamedTuple):
    setup: Setup | None = None  # of the first record
    program: Program | None = None  # that writes from here on
    event: Event | None = None
    verdicts: bytes = b""  # as they were written


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])


# ---------------------------------------------------------------- writing


def write_setup(setup: Setup) -> bytes:
    said = SETUP.dump_json((setup.name, setup.conditions, setup.tables))
    return _text([_program_line(), b"setup %b\n" % said])


def write(event: Event, outcomes: Iterable[Outcome], *, is_first: bool) -> bytes:
    """Read back before it is believed: a record that cannot be read again must never be committed. `is_first`:
    of this program, in this journal."""
    said = _adapter(event.kind).dump_json(event)  # whole: what it tells of a table is found by its kind
    lines = [b"event %b %b\n" % (event.kind.encode(), said), verdicts_of(outcomes, whole=True)]
    return _text([_program_line(), *lines] if is_first else lines)


def _program_line() -> bytes:
    return b"program %b\n" % PROGRAM.dump_json(this_program())


def _text(lines: list[bytes]) -> bytes:
    body = TODAYS + b"".join(lines)
    outcomes_in(_read(body).verdicts, by_kind=BY_KIND)
    return body


# ---------------------------------------------------------------- reading


def read(record: Record) -> Entry:
    try:
        return _read(lifted(record.body, record.kept)[0])
    except (KeyError, ValueError) as error:
        raise JournalUnreadable(
            f"record {record.number} cannot be read ({_said_of(error)}): a later program may have written it"
        ) from None


def _said_of(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return type(error).__name__
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"


def _read(body: bytes) -> Entry:
    entry = Entry()
    for line in body.splitlines(keepends=True)[1:]:
        what, _, said = line.partition(b" ")
        if what == b"setup":
            entry = entry._replace(setup=Setup(*SETUP.validate_json(said)))
        elif what == b"program":
            entry = entry._replace(program=PROGRAM.validate_json(said))
        elif what == b"event":
            kind, _, fields = said.partition(b" ")
            entry = entry._replace(event=_adapter(kind.decode()).validate_json(fields))
        elif what == b"verdict":
            entry = entry._replace(verdicts=entry.verdicts + line)
        else:
            raise ValueError(what)
    return entry


class Again(NamedTuple):
    record: Record
    entry: Entry
    tournament: Tournament
    outcomes: list[Outcome]


def played_again(records: Iterable[Record], differs: Callable[[Difference], None] = stop_at) -> Iterator[Again]:
    """Each record, and the tournament after it. The rules must decide now as they decided then: the first time
    that they do not is told, for everything behind it may follow from that."""
    tournament: Tournament | None = None
    program = this_program()  # that wrote what is read
    has_differed = False
    for record in records:
        entry = read(record)
        program = entry.program or program
        if tournament is None:
            if entry.setup is None:
                raise JournalDamaged("the first record is not that of a tournament")
            tournament = Tournament(entry.setup)
        outcomes: list[Outcome] = []
        if entry.event is not None:
            try:
                outcomes = tournament.take(entry.event)
            except Exception as error:
                raise RulesFail(record, entry.event, program, error) from error
            now = verdicts_of(outcomes, whole=True)
            if not has_differed and not _is_the_same(entry.verdicts, now):
                differs(Difference(record.number, entry.verdicts, now, program))
                has_differed = True
        yield Again(record, entry, tournament, outcomes)


def _is_the_same(then: bytes, now: bytes) -> bool:
    return then == now or verdicts_of(outcomes_in(then, by_kind=BY_KIND), whole=True) == now
