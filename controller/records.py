"""What one record of the journal says, and how a table is built again from records."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from config.load import GAME_OPTIONS
from controller.journal import JournalDamaged, Record
from controller.seal import Seal
from controller.table import Setup, Table, TableCarry
from games.events import Event
from games.outcomes import OUTCOMES, AnyOutcome, Outcome


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything that the records after it build upon."""

    table: str
    game: str
    boxes: int
    options: dict[str, Any]
    carry: TableCarry


@dataclass(frozen=True, slots=True)
class Entry:
    event: Event | None = None
    outcomes: tuple[AnyOutcome, ...] = ()
    checkpoint: Checkpoint | None = None
    unruled: Event | None = None  # it happened, but our rules failed on it: kept, not played again


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Disagreement(Exception):
    """The rules answer otherwise than the journal says they did."""


def write(seal: Seal, entry: Entry) -> bytes:
    return ENTRY.dump_json(entry, context={"seal": seal}, exclude_none=True)


def read(seal: Seal, record: Record) -> Entry:
    try:
        return ENTRY.validate_json(record.body, context={"seal": seal})
    except ValidationError as error:
        where = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors(include_url=False, include_input=False, include_context=False)
        )
        raise JournalDamaged(
            f"record {record.number} cannot be read ({where}): the seal key may be another one"
        ) from None


def checkpoint_of(table: Table) -> Checkpoint:
    setup = table.setup
    options = setup.options.model_dump(mode="json")
    return Checkpoint(setup.table, setup.game, setup.boxes, options, table.carry())


def setup_of(checkpoint: Checkpoint) -> Setup:
    # JSON has no tuples and no sets, so the strict model is given JSON again.
    model = GAME_OPTIONS[checkpoint.game]
    options = model.model_validate_json(TypeAdapter(dict[str, Any]).dump_json(checkpoint.options))
    return Setup(checkpoint.table, checkpoint.game, checkpoint.boxes, options)


def rebuild(seal: Seal, records: list[Record]) -> Table:
    """The table as it was after the last record. The rules must answer now as they answered then."""
    first = read(seal, records[0])
    if first.checkpoint is None:
        raise JournalDamaged(f"record {records[0].number} should be a checkpoint and is none")
    table = Table(setup_of(first.checkpoint), first.checkpoint.carry)
    for record in records[1:]:
        entry = read(seal, record)
        if entry.event is not None:
            _agree(record, table.take(entry.event), entry.outcomes)
    return table


def _agree(record: Record, now: list[Outcome], then: tuple[Outcome, ...]) -> None:
    """Compared as they are written, which is how anybody else will compare them."""
    if OUTCOMES.dump_json(now) != OUTCOMES.dump_json(list(then)):
        raise Disagreement(
            f"record {record.number}: these rules answer otherwise than those that played the round. "
            "Start the version that wrote it, finish the round, then upgrade"
        )
