"""What one record of a tournament's journal says, and how the tournament is built again from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from controller.journal.errors import JournalDamaged
from controller.journal.journal import Record
from controller.journal.records import Disagreement
from games.outcomes import Notice
from games.tournament.conditions import Conditions
from games.tournament.events import AnyEvent
from games.tournament.outcomes import OUTCOMES, AnyOutcome, Outcome
from games.tournament.tournament import Setup, Tournament


@dataclass(frozen=True, slots=True)
class Entry:
    setup: str | None = None  # of the first record: name, conditions and tables
    event: AnyEvent | None = None
    outcomes: tuple[AnyOutcome, ...] = ()


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
SETUP: TypeAdapter[tuple[str, Conditions, dict[str, int]]] = TypeAdapter(tuple[str, Conditions, dict[str, int]])


def write(entry: Entry) -> bytes:
    """Read back before it is believed: a record that cannot be read again must never be committed."""
    body = ENTRY.dump_json(entry)
    ENTRY.validate_json(body)
    return body


def written_setup(setup: Setup) -> Entry:
    return Entry(setup=SETUP.dump_json((setup.name, setup.conditions, setup.tables)).decode())


def read(record: Record) -> Entry:
    try:
        return ENTRY.validate_json(record.body)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise JournalDamaged(f"record {record.number} cannot be read ({where}: {fault['msg']})") from None


class Again(NamedTuple):
    record: Record
    entry: Entry
    tournament: Tournament
    outcomes: list[Outcome]


def played_again(records: Iterable[Record]) -> Iterator[Again]:
    """Each record, and the tournament after it. The rules must answer now as they answered then."""
    tournament: Tournament | None = None
    for record in records:
        entry = read(record)
        if tournament is None:
            if entry.setup is None:
                raise JournalDamaged("the first record is not that of a tournament")
            tournament = Tournament(Setup(*SETUP.validate_json(entry.setup)))
        outcomes: list[Outcome] = []
        if entry.event is not None:
            outcomes = tournament.take(entry.event)
            if _decided(outcomes) != _decided(entry.outcomes):
                raise Disagreement(
                    f"record {record.number}: these rules answer otherwise than those that the tournament was "
                    "played by. Start the version that wrote it, finish the tournament, then upgrade"
                )
        yield Again(record, entry, tournament, outcomes)


def _decided(outcomes: Iterable[Outcome]) -> bytes:
    """What of them must come out the same for ever: not how it was said."""
    verdicts = [outcome for outcome in outcomes if not isinstance(outcome, Notice) or outcome.moved]
    return OUTCOMES.dump_json(verdicts, exclude={"__all__": {"say"}})
