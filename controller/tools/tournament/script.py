"""Plays the events of a script through the same rules as a tournament, and says every outcome."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.load import load_conditions
from controller.tools.adjudicate import BadLine
from games.outcomes import AtTournament, OrderFollowed
from games.tournament import desk, ending
from games.tournament.conditions import BadConditions, Conditions, read_conditions
from games.tournament.events import COMMANDS, EVENT, Event, TableTold
from games.tournament.outcomes import OUTCOMES, OrderGiven, Outcome
from games.tournament.tournament import Setup, Tournament

Seats = Annotated[int, Field(ge=1, le=9)]


class FirstLine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "script"
    conditions: dict[str, Any] | str  # as they are written, or the name of their file
    tables: dict[str, Seats]
    tables_follow: bool = False  # each order at once; otherwise the script says what the tables do


def run(lines: Iterable[str], beside: Path) -> Iterator[str]:
    """One JSON object a line in, one out; the last one says how everything stands."""
    played: _Script | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if played is None:
            played = _begin(number, line, beside)
            continue
        for outcome in played.take(number, line):
            yield json.dumps({"line": number, **_plain(outcome)}, ensure_ascii=False)
    if played is None:
        raise BadLine(
            'line 1: the first line gives the tournament: {"conditions": "FILE", "tables": {"T1": 9}}'
        )
    yield json.dumps({"result": result(played.tournament)}, ensure_ascii=False)


def _begin(number: int, line: str, beside: Path) -> _Script:
    try:
        first = FirstLine.model_validate_json(line)
    except ValidationError as error:
        raise BadLine(_where(number, error)) from None
    tournament = Tournament(Setup(first.name, _conditions(number, first, beside), first.tables))
    return _Script(tournament, tables_follow=first.tables_follow)


def _conditions(number: int, first: FirstLine, beside: Path) -> Conditions:
    if isinstance(first.conditions, str):
        return load_conditions(beside / first.conditions)
    values = dict(first.conditions)
    try:
        if isinstance(values.get("start"), str):  # JSON has no moments
            values["start"] = datetime.fromisoformat(values["start"])
        return read_conditions(values)
    except BadConditions as error:
        raise BadLine(f"line {number}: conditions: {'; '.join(map(str, error.faults))}") from None
    except ValueError as error:
        raise BadLine(f"line {number}: conditions: start: {error}") from None


class _Script:
    """What a script leaves out is filled in: the time goes on by a second, and whose act it is says it."""

    def __init__(self, tournament: Tournament, *, tables_follow: bool) -> None:
        self.tournament = tournament
        self.tables_follow = tables_follow
        self._records = dict.fromkeys(tournament.state.tables, 0)

    def take(self, number: int, line: str) -> list[Outcome]:
        told = self.tournament.take(self._event(number, line))
        if self.tables_follow:
            told += self._followed([one for one in told if isinstance(one, OrderGiven)])
        return told

    def _event(self, number: int, line: str) -> Event:
        try:
            said = json.loads(line)
            if isinstance(said, dict):
                said = {**self._filled_in(said), **said}
            return EVENT.validate_json(json.dumps(said))
        except ValidationError as error:
            raise BadLine(_where(number, error)) from None
        except (ValueError, RecursionError):
            raise BadLine(f"line {number}: is not JSON") from None

    def _filled_in(self, said: dict[str, Any]) -> dict[str, Any]:
        state, kind = self.tournament.state, said.get("kind")
        at_ms = int(said.get("at_ms", 0)) or state.now_ms + 1_000
        if kind == "table_told" and said.get("table") in self._records:
            self._records[said["table"]] += 1
            return {"at_ms": at_ms, "told_ms": at_ms, "record": self._records[said["table"]]}
        if kind not in COMMANDS:
            return {"at_ms": at_ms}
        speaker = COMMANDS[kind].said_by
        return {"at_ms": at_ms, "by": state.director if speaker == "director" else speaker}

    def _followed(self, given: list[OrderGiven]) -> list[Outcome]:
        """A table between two rounds does at once what it is ordered, and that may lead to another order."""
        told: list[Outcome] = []
        for one in given:
            self._records[one.table] += 1
            now_ms = self.tournament.state.now_ms
            heard = self.tournament.take(
                TableTold(
                    at_ms=now_ms,
                    told_ms=now_ms,
                    table=one.table,
                    record=self._records[one.table],
                    what=OrderFollowed(order=one.order.order, what=one.order.kind, moved=self._moved(one)),
                )
            )
            told += [*heard, *self._followed([new for new in heard if isinstance(new, OrderGiven)])]
        return told

    def _moved(self, given: OrderGiven) -> AtTournament | None:
        order = given.order
        number = getattr(order, "entry", None)
        if number is None:
            return None
        chips_cents = self.tournament.state.entries[number].chips_cents
        return AtTournament(box=getattr(order, "box", 1), entry=number, chips_cents=chips_cents)


def _where(number: int, error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    key = ".".join(map(str, fault["loc"])) or "the line"
    if fault["type"] in ("union_tag_invalid", "union_tag_not_found"):
        return f"line {number}: kind: is none of {', '.join(sorted(COMMANDS))}, table_told, time_came"
    return f"line {number}: {key}: {fault['msg']}"


def _plain(outcome: Outcome) -> dict[str, Any]:
    plain: list[dict[str, Any]] = OUTCOMES.dump_python([outcome], mode="json", exclude_none=True)
    return plain[0]


# ---------------------------------------------------------------- how everything stands


def result(tournament: Tournament) -> dict[str, Any]:
    state = tournament.state
    pool = desk.pool_of(state)
    return {
        "stage": state.stage,
        "session": state.session,
        "entry_fees_cents": pool.entry_fees_cents,
        "commission_cents": pool.commission_cents,
        "prize_pool_cents": pool.prize_pool_cents,
        "entries": [
            {
                "entry": entry.number,
                "person": entry.person,
                "status": entry.status,
                "table": entry.table or None,
                "seat": entry.seat or None,
                "chips_cents": entry.chips_cents,
                "paid_cents": desk.paid_cents(state, entry),
                "prize_cents": entry.prize_cents,
                "owed_cents": desk.owed_cents(state, entry),
            }
            for entry in state.entries.values()
        ],
        "places": [list(group) for group in state.placed],
        "without_place": list(ending.without_place(state)),
        "receipts": len(state.cash),
        "in_the_till_cents": sum(row.cents for row in state.cash),
    }
