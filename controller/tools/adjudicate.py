"""Plays events from a file through the same rules as the table, and says every outcome."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.cannot_go_on import CannotGoOn
from controller.journal.history import History
from controller.journal.keys import seal_of_journal
from controller.journal.records import played_again
from games.catalogue import UnknownGame, game_class
from games.deal import Shoe
from games.events import EVENT
from games.outcomes import OUTCOME, Outcome, RoundClosed
from games.table.table import Setup, Table


class FirstLine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    table: str = "adjudicated"
    game: str
    boxes: int = Field(default=7, ge=1, le=9)
    shoe: Shoe = "reading"
    options: dict[str, Any]


class BadLine(CannotGoOn):
    """Names the line and the field. Never repeats what stood there: it may be a card nobody may see."""


def adjudicate(lines: Iterable[str]) -> Iterator[str]:
    """One JSON object a line in, one out; the last one is the result with the money at each box or seat."""
    numbered = enumerate((line for line in lines), start=1)
    table: Table | None = None
    told: list[Outcome] = []
    for number, line in numbered:
        if not line.strip():
            continue
        if table is None:
            table = _table(number, line)
            continue
        for outcome in table.take_and_prompt(_event(number, line)):
            told.append(outcome)
            yield json.dumps({"line": number, **_plain(outcome)}, ensure_ascii=False)
    if table is None:
        raise BadLine('line 1: the first line gives the table: {"game": "canberra_poker", "options": {…}}')
    yield json.dumps({"result": _result(table, told)}, ensure_ascii=False)


def adjudicate_journal(path: Path, round_: int, seal_key: Path | None = None) -> Iterator[str]:
    """A past round again: the same outcomes, or an error that names the record."""
    told: list[Outcome] = []
    with History(path) as history:
        for again in played_again(seal_of_journal(path, seal_key), history.round_records(round_)):
            table = again.table
            told += again.outcomes if again.record.round == round_ else []
    yield from (json.dumps(_plain(outcome), ensure_ascii=False) for outcome in told)
    yield json.dumps({"result": _result(table, told)}, ensure_ascii=False)


def _table(number: int, line: str) -> Table:
    try:
        first = FirstLine.model_validate_json(line)
    except ValidationError as error:
        raise BadLine(_where(number, error)) from None
    try:
        game = game_class(first.game)
    except UnknownGame as error:
        raise BadLine(f"line {number}: game: {error}") from None
    if first.shoe == "shuffling" and not game.has_rules_for_shuffling_shoe:
        raise BadLine(f"line {number}: shoe: {first.game} has no rules for a shuffling one")
    try:
        options = game.Options.model_validate_json(json.dumps(first.options))
    except ValidationError as error:
        raise BadLine(_where(number, error, under="options")) from None
    return Table(Setup(first.table, first.game, first.boxes, options, first.shoe))


def _event(number: int, line: str) -> Any:
    try:
        return EVENT.validate_json(line)
    except ValidationError as error:
        raise BadLine(_where(number, error)) from None


def _where(number: int, error: ValidationError, under: str = "") -> str:
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    parts = [
        f"{'.'.join(map(str, ([under] if under else []) + list(fault['loc']))) or 'the line'}: {_said(fault)}"
        for fault in faults
    ]
    return f"line {number}: " + "; ".join(parts)


def _said(fault: Any) -> str:
    if fault["type"] == "union_tag_invalid":
        return "there is no such kind of event: tablectl schema names them all"
    return str(fault["msg"])


def _plain(outcome: Outcome) -> dict[str, Any]:
    plain: dict[str, Any] = OUTCOME.dump_python(outcome, mode="json", exclude_none=True)
    return plain


def _result(table: Table, told: list[Outcome]) -> dict[str, Any]:
    rounds = [_round(table, outcome) for outcome in told if isinstance(outcome, RoundClosed)]
    return {"phase": table.game.state.phase, "rounds": rounds, **table.game.money_on_table()}


def _round(table: Table, closed: RoundClosed) -> dict[str, Any]:
    result = {"round": closed.round, "void": closed.void, "boxes": [asdict(box) for box in closed.boxes]}
    return {**result, "commission_cents": closed.commission_cents} if table.game.has_seats else result
