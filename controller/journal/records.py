"""What one record of the journal says, and how a table is built again from records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError, ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic.dataclasses import dataclass

from controller.journal.journal import JournalDamaged, Record
from controller.journal.seal import Seal
from games.cards import SealedTag
from games.catalogue import game_class, game_names
from games.deal import Shoe
from games.events import AnyEvent
from games.every_game.carry import Carry
from games.outcomes import OUTCOMES, AnyOutcome, Outcome
from games.table.table import Setup, Table, TableCarry


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything that the records after it build upon."""

    table: str
    game: str
    boxes: int
    options: dict[str, Any]
    carry: TableCarry
    proof: SealedTag  # opens only with the key that closed the cards
    shoe: Shoe = "reading"

    @field_validator("carry", mode="wrap")
    @classmethod
    def _as_its_game_wrote_it(
        cls, written: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> TableCarry:
        if not isinstance(written, dict) or info.data.get("game") not in game_names():
            return read(written)  # type: ignore[no-any-return]
        carry: TableCarry = read({**written, "game": {}})
        # JSON has no tuples, so what is strict about them is given JSON again.
        carry.game = _carry_of(info.data["game"]).validate_json(json.dumps(written.get("game", {})))
        return carry


@cache
def _carry_of(game: str) -> TypeAdapter[Carry]:
    return TypeAdapter(game_class(game).carries)


@dataclass(frozen=True, slots=True)
class Entry:
    event: AnyEvent | None = None
    outcomes: tuple[AnyOutcome, ...] = ()
    checkpoint: Checkpoint | None = None
    unruled: AnyEvent | None = None  # it happened, but our rules failed on it: kept, not played again


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Disagreement(Exception):
    """The rules answer otherwise than the journal says they did."""


def write(seal: Seal, entry: Entry) -> bytes:
    """Read back before it is believed: a record that cannot be read again must never be committed."""
    body = ENTRY.dump_json(entry, context={"seal": seal})
    ENTRY.validate_json(body, context={"seal": seal})
    return body


def read(seal: Seal, record: Record) -> Entry:
    try:
        return ENTRY.validate_json(record.body, context={"seal": seal})
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        where = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"[:200] for fault in faults[:3])
        raise JournalDamaged(
            f"record {record.number} cannot be read ({where}): the seal key may be another one"
        ) from None


def checkpoint_of(table: Table) -> Checkpoint:
    setup = table.setup
    options = setup.options.model_dump(mode="json")
    return Checkpoint(
        setup.table,
        setup.game,
        setup.boxes,
        options,
        table.carry(),
        SealedTag("sealed"),
        setup.shoe,
    )


def setup_of(checkpoint: Checkpoint) -> Setup:
    # JSON has no tuples and no sets, so the strict model is given JSON again.
    try:
        model = game_class(checkpoint.game).Options
        options = model.model_validate_json(json.dumps(checkpoint.options))
    except ValueError as error:
        raise Disagreement(
            f"the journal's table plays {checkpoint.game!r} with options that this version does not know. "
            "Start the version that wrote it, close the table, then upgrade"
        ) from error
    return Setup(checkpoint.table, checkpoint.game, checkpoint.boxes, options, checkpoint.shoe)


Told = Callable[[int, list[Outcome]], None]


def rebuild(seal: Seal, records: list[Record], told: Told = lambda round_, outcomes: None) -> Table:
    """The table as it was after the last record."""
    table: Table | None = None
    for record, entry, at, outcomes in played_again(seal, records):
        table = at
        if entry.event is not None:
            told(record.round, outcomes)
    assert table is not None
    return table


class Again(NamedTuple):
    record: Record
    entry: Entry
    table: Table
    outcomes: list[Outcome]


def played_again(seal: Seal, records: Iterable[Record]) -> Iterator[Again]:
    """Each record, and the table after it. The rules must answer now as they answered then."""
    table: Table | None = None
    for record in records:
        entry = read(seal, record)
        outcomes: list[Outcome] = []
        if table is not None and entry.event is not None:
            outcomes = table.take(entry.event)
            _agree(record, outcomes, entry.outcomes)
        elif table is None or entry.checkpoint is not None:
            table = _table_at(record, entry)  # also where it was set up anew between two rounds
        yield Again(record, entry, table, outcomes)


def _table_at(record: Record, entry: Entry) -> Table:
    if entry.checkpoint is None:
        raise JournalDamaged(f"record {record.number} should be a checkpoint and is none")
    return Table(setup_of(entry.checkpoint), entry.checkpoint.carry)


def _agree(record: Record, now: list[Outcome], then: tuple[Outcome, ...]) -> None:
    """Compared as they are written, which is how anybody else will compare them."""
    if OUTCOMES.dump_json(now) != OUTCOMES.dump_json(list(then)):
        raise Disagreement(
            f"record {record.number}: these rules answer otherwise than those that played the round. "
            "Start the version that wrote it, finish the round, then upgrade"
        )
