"""Rounds of a journal, played again under this version or other options: what would have come out otherwise?

Nothing is written. Each round begins with the checkpoint that it began with, so that one difference does not
run through all that follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from controller.cannot_go_on import CannotGoOn
from controller.journal.history import History, NotHere
from controller.journal.journal import Record
from controller.journal.records import Setting, outcomes_in, read, setup_of, verdicts_of
from controller.journal.seal import Seal
from games.catalogue import game_class
from games.outcomes import Notice, Outcome, RoundClosed, is_verdict
from games.table.table import Setup, Table, is_refused


class BadOptions(CannotGoOn):
    """The text names what is wrong with them."""


@dataclass(slots=True)
class Compared:
    """A round as it was, and as it would be."""

    round: int
    has_beginning: bool = True  # else what it builds upon is not here, and it is not played again
    record: int = 0  # the first from which on it would be another; 0 if it would not
    rules: list[str] = field(default_factory=list)  # under which it was, or would be, decided
    then_cents: dict[int, int] = field(default_factory=dict)  # what each box won, where that differs
    now_cents: dict[int, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)  # commands that would not be taken
    stuck: str = ""  # why it could not be played to its end


def what_if(path: Path, seal: Seal, options: dict[str, Any] | None = None) -> Iterator[Compared]:
    with History(path) as history:
        for one in history.rounds():
            if one.round:
                try:
                    records = history.round_records(one.round)
                except NotHere:
                    yield Compared(one.round, has_beginning=False)
                else:
                    yield _compared(seal, records, one.round, options)


def _compared(seal: Seal, records: list[Record], round_: int, options: dict[str, Any] | None) -> Compared:
    """Under other options it is played beside the round as it was, so that advice is compared as well."""
    found = Compared(round_)
    then: list[Outcome] = []
    now: list[Outcome] = []
    tables: tuple[Table, Table] | None = None
    for record in records:
        entry = read(seal, record)
        if entry.event is None or tables is None:
            if entry.setting is not None and entry.checkpoint is not None:
                setups = setup_of(entry.setting), _setup(entry.setting, options)
                tables = (
                    Table(setups[0], entry.checkpoint.carry),
                    Table(setups[1], deepcopy(entry.checkpoint.carry)),
                )
            continue
        as_it_was, as_it_would_be = tables
        try:
            outcomes = as_it_would_be.take(entry.event)
            said = outcomes_in(entry.verdicts) if options is None else as_it_was.take(entry.event)
        except CannotGoOn:
            raise
        except Exception as error:  # an assertion, or what nobody thought of
            found.stuck = f"{entry.event.kind}: {error or type(error).__name__}"
            found.record = found.record or record.number
            break
        then, now = then + said, now + outcomes
        rules = _apart_by_rule(outcomes, said, with_advice=options is not None)
        if rules is not None:
            found.record = found.record or record.number
            found.rules = sorted({*found.rules, *rules})
            if is_refused(outcomes):
                found.refused.append(f"{entry.event.kind} at record {record.number}")
    found.then_cents, found.now_cents = _apart(_won(then), _won(now))
    return found


def _setup(setting: Setting, options: dict[str, Any] | None) -> Setup:
    try:
        setup = setup_of(setting)
        if options is None:
            return setup
        model = game_class(setting.game).Options
        said = model.model_validate_json(json.dumps({**setup.options.model_dump(mode="json"), **options}))
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))} {fault['msg'].removeprefix('Value error, ')}".strip()
            for fault in error.errors(include_url=False, include_input=False, include_context=False)
        )
        raise BadOptions(f"these options cannot be played with: {faults}") from None
    return Setup(setup.table, setup.game, setup.boxes, said, setup.shoe)


def _apart_by_rule(now: list[Outcome], then: list[Outcome], *, with_advice: bool) -> set[str] | None:
    """Under which rules these decide otherwise than those; None where they do not."""
    ours, theirs = ({_text(outcome): outcome for outcome in outcomes} for outcomes in (now, then))
    apart = ours.keys() ^ theirs.keys()
    if not with_advice:
        apart = {text for text in apart if is_verdict(ours.get(text) or theirs[text])}
    if not apart:
        return None
    rules = (getattr(ours.get(text) or theirs[text], "rule", None) for text in apart)
    return {f"{rule.document} {rule.number}" for rule in rules if rule is not None}


def _text(outcome: Outcome) -> bytes:
    """What of it matters: not how it is said."""
    if isinstance(outcome, Notice) and not is_verdict(outcome):
        return f"{outcome.kind} {outcome.say.code} {outcome.rule}".encode()
    return verdicts_of([outcome])


def _won(outcomes: Iterable[Outcome]) -> dict[int, int]:
    closed = [outcome for outcome in outcomes if isinstance(outcome, RoundClosed)]
    return {box.box: box.net_cents for box in closed[-1].boxes} if closed else {}


def _apart(then: dict[int, int], now: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    boxes = [box for box in sorted(then.keys() | now.keys()) if then.get(box, 0) != now.get(box, 0)]
    return {box: then.get(box, 0) for box in boxes}, {box: now.get(box, 0) for box in boxes}
