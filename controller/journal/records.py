"""What one record of the journal says, and how a table is built again from records.

A record is text, a line each: the number of its format, the event, the verdicts, a checkpoint. Only what was
decided is written: cards that lie up, chips that move, questions, rulings, phases. What a screen says of it is
made anew from these, in whatever words the program has then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError, ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic.dataclasses import dataclass
from pydantic_core import to_json

from controller.cannot_go_on import CannotGoOn
from controller.journal.errors import JournalDamaged, JournalUnreadable
from controller.journal.journal import Record
from controller.journal.seal import Seal
from controller.journal.upcast import TODAYS, lifted
from controller.version import Program, this_program
from games.cards import SealedTag
from games.catalogue import game_class, game_names
from games.deal import Shoe
from games.events import Event
from games.events.messages import KINDS
from games.every_game.carry import Carry
from games.outcomes import BY_KIND, SAID_LATER, Outcome, is_verdict
from games.table.table import Setup, Table, TableCarry


@dataclass(frozen=True, slots=True)
class Setting:
    """What many checkpoints have in common: how the table was set up, and which program wrote them."""

    table: str
    game: str
    boxes: int
    options: dict[str, Any]
    program: Program
    shoe: Shoe = "reading"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything that the records after it build upon."""

    carry: TableCarry
    proof: SealedTag  # opens only with the key that closed the cards
    at_ms: int = 0

    @field_validator("carry", mode="wrap")
    @classmethod
    def _as_its_game_wrote_it(
        cls, written: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> TableCarry:
        game = (info.context or {}).get("game")
        if not isinstance(written, dict) or not _is_known(game):
            return read(written)  # type: ignore[no-any-return]
        carry: TableCarry = read({**written, "game": {}})
        # JSON has no tuples, so what is strict about them is given JSON again.
        carry.game = _carry_of(game).validate_json(to_json(written.get("game", {})))
        return carry


@cache
def _is_known(game: str | None) -> bool:
    """Looked up once: what is installed is found by searching the disk."""
    return game in game_names()


@cache
def _carry_of(game: str) -> TypeAdapter[Carry]:
    return TypeAdapter(game_class(game).carries)


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type) -> TypeAdapter[Any]:
    """Made when it is needed for the first time: a round needs few of them."""
    return _ADAPTERS.get(kind) or _ADAPTERS.setdefault(kind, TypeAdapter(kind))


class Entry(NamedTuple):
    event: Event | None = None
    verdicts: bytes = b""  # as they were written
    checkpoint: Checkpoint | None = None
    setting: Setting | None = None  # of the checkpoint
    unruled: Event | None = None  # it happened, but our rules failed on it: kept, not played again


class Written(NamedTuple):
    body: bytes
    kept: bytes | None = None  # what the journal keeps once for all records that name it


# ---------------------------------------------------------------- writing


def write(seal: Seal, event: Event, outcomes: Iterable[Outcome], checkpoint_of: Table | None = None) -> Written:
    """Read back before it is believed: a record that cannot be read again must never be committed."""
    lines = [_event_line(seal, "event", event), verdicts_of(outcomes)]
    return _text(seal, lines, checkpoint_of, event.at_ms)


def write_checkpoint(seal: Seal, table: Table, at_ms: int) -> Written:
    return _text(seal, [], table, at_ms)


def table_again(seal: Seal, table: Table) -> Table:
    """As it would come back from a checkpoint written now."""
    body, kept = write_checkpoint(seal, table, 0)
    return rebuild(seal, [Record(1, 1, True, body, kept or b"")])


def write_unruled(seal: Seal, event: Event) -> Written:
    return _text(seal, [_event_line(seal, "unruled", event)], None, 0)


def _text(seal: Seal, lines: list[bytes], checkpoint_of: Table | None, at_ms: int) -> Written:
    kept = None
    if checkpoint_of is not None:
        kept = _adapter(Setting).dump_json(setting_of(checkpoint_of.setup), exclude_defaults=True)
        checkpoint = Checkpoint(checkpoint_of.carry(), SealedTag("sealed"), at_ms)
        written = _adapter(Checkpoint).dump_json(
            checkpoint, context={"seal": seal}, exclude_defaults=True, exclude_none=True
        )
        lines.append(b"checkpoint %b\n" % written)
    body = TODAYS + b"".join(lines)
    _read(seal, body, kept or b"")
    return Written(body, kept)


def _event_line(seal: Seal, what: str, event: Event) -> bytes:
    written = _adapter(type(event)).dump_json(event, context={"seal": seal}, exclude_defaults=True)
    return b"%b %b %b\n" % (what.encode(), event.kind.encode(), written)


def verdicts_of(outcomes: Iterable[Any], *, whole: bool = False) -> bytes:
    """As they are written, which is also how they are compared: without a word of what is said of them.
    `whole`: also what is so by default."""
    return b"".join(
        b"verdict %b %b\n"
        % (
            outcome.kind.encode(),
            _adapter(type(outcome)).serializer.to_json(outcome, exclude={"say"}, exclude_defaults=not whole),
        )
        for outcome in outcomes
        if is_verdict(outcome)
    )


def setting_of(setup: Setup) -> Setting:
    """With every option: what it is by default may be another thing in a later version."""
    options = setup.options.model_dump(mode="json")
    return Setting(setup.table, setup.game, setup.boxes, options, this_program(), setup.shoe)


# ---------------------------------------------------------------- reading


def read(seal: Seal, record: Record) -> Entry:
    try:
        return _read(seal, *lifted(record.body, record.kept))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        where = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"[:200] for fault in faults[:3])
        raise JournalUnreadable(
            f"record {record.number} cannot be read ({where}): the seal key may be another one, or a later "
            "program wrote it"
        ) from None
    except (KeyError, ValueError) as error:
        raise JournalUnreadable(
            f"record {record.number} cannot be read ({type(error).__name__}): a later program may have "
            "written it"
        ) from None


def _read(seal: Seal, body: bytes, kept: bytes) -> Entry:
    event = unruled = setting = checkpoint = None
    verdicts = b""
    for line in body.splitlines(keepends=True)[1:]:
        what, _, said = line.partition(b" ")
        if what == b"event":
            event = _event(seal, said)
        elif what == b"verdict":
            verdicts += line
        elif what == b"checkpoint":
            setting = _setting(kept)
            context = {"seal": seal, "game": setting.game}
            checkpoint = _adapter(Checkpoint).validate_json(said, context=context)
        elif what == b"unruled":
            unruled = _event(seal, said)
        else:
            raise ValueError(what)
    return Entry(event, verdicts, checkpoint, setting, unruled)


def _event(seal: Seal, written: bytes) -> Event:
    kind, _, said = written.partition(b" ")
    event: Event = _validator(kind).validate_json(said, context={"seal": seal})
    return event


@cache
def _validator(kind: bytes) -> Any:
    return _adapter(KINDS[kind.decode()]).validator


@lru_cache(maxsize=4)
def _setting(kept: bytes) -> Setting:
    setting: Setting = _adapter(Setting).validate_json(kept)
    return setting


def outcomes_in(
    verdicts: bytes, kinds: Collection[str] | None = None, by_kind: Mapping[str, type[Any]] = BY_KIND
) -> list[Any]:
    """All of them, or those kinds. Nothing is said of them there."""
    found: list[Any] = []
    for line in verdicts.splitlines():
        _, kind, said = line.decode().split(" ", 2)
        if kinds is None or kind in kinds:
            try:
                found.append(_adapter(by_kind[kind]).validate_json(said))
            except (KeyError, ValueError):
                raise JournalUnreadable(
                    f"a verdict {kind[:40]!r} cannot be read: a later program may have written it"
                ) from None
    return found


class Disagreement(CannotGoOn):
    """The rules answer otherwise than the journal says they did."""


class OtherOptions(Disagreement):
    """The journal's table plays with options that this program does not know."""


class RulesFail(Disagreement):
    """These rules cannot play what was played: they were others then, or ours are wrong."""

    def __init__(self, record: Record, event: Any, program: Program, error: Exception) -> None:
        super().__init__(
            f"record {record.number}: version {program} wrote it, and version {this_program()} fails on it "
            f"({type(error).__name__} at {event.kind})"
        )
        self.program = program


def setup_of(setting: Setting) -> Setup:
    # JSON has no tuples and no sets, so the strict model is given JSON again.
    try:
        model = game_class(setting.game).Options
        options = model.model_validate_json(to_json(setting.options))
    except ValueError as error:
        raise OtherOptions(
            f"the journal's table plays {setting.game!r} with options that this version does not know: "
            f"version {setting.program} wrote them"
        ) from error
    return Setup(setting.table, setting.game, setting.boxes, options, setting.shoe)


def rebuild(seal: Seal, records: Iterable[Record]) -> Table:
    """The table as it was after the last record."""
    table: Table | None = None
    for again in played_again(seal, records):
        table = again.table
    assert table is not None
    return table


class Again(NamedTuple):
    record: Record
    entry: Entry
    table: Table
    outcomes: list[Outcome]


class Difference(NamedTuple):
    """Where these rules answer otherwise for the first time, and who had answered."""

    record: int
    then: bytes
    now: bytes
    program: Program

    def __str__(self) -> str:
        then, now = (set(said.splitlines()) for said in (self.then, self.now))
        was, instead = sorted(then - now), sorted(now - then)
        return (
            f"record {self.record}: version {self.program} wrote {_first(was)}, "
            f"version {this_program()} answers {_first(instead)}"
        )


def _first(lines: list[bytes]) -> str:
    return lines[0].decode().removeprefix("verdict ") if lines else "nothing"


def stop_at(difference: Difference) -> None:
    raise Disagreement(str(difference))


def played_again(
    seal: Seal,
    records: Iterable[Record],
    differs: Callable[[Difference], None] = stop_at,
    *,
    tells: bool = True,
) -> Iterator[Again]:
    """Each record, and the table after it. The rules must decide now as they decided then.

    Of a round that they decide otherwise the first difference is told; the next one is played from its own
    checkpoint again, so that one difference does not become many. A table that tells nothing is quicker: it has
    no prompts, notices and story, and is for looking at many rounds.
    """
    table: Table | None = None
    program: Program | None = None  # that wrote what is read
    differed = False
    for record in records:
        entry = read(seal, record)
        outcomes: list[Outcome] = []
        if table is not None and entry.event is not None:
            try:
                outcomes = table.take_and_prompt(entry.event) if tells else table.rule(entry.event)
            except Exception as error:
                raise RulesFail(record, entry.event, program or this_program(), error) from error
            now = verdicts_of(outcomes)
            if not differed and now != entry.verdicts and not _is_the_same(entry.verdicts, outcomes, program):
                differs(Difference(record.number, entry.verdicts, now, program or this_program()))
                differed = True
        elif table is None or entry.checkpoint is not None:
            table = _table_at(record, entry)  # also where it was set up anew between two rounds
        if differed and entry.checkpoint is not None:
            table, differed = _table_at(record, entry), False
        if entry.setting is not None:
            program = entry.setting.program
        yield Again(record, entry, table, outcomes)


def _is_the_same(then: bytes, outcomes: list[Outcome], program: Program | None) -> bool:
    """Written otherwise perhaps, or by a program that did not say all of it yet."""
    before, now = outcomes_in(then), list(filter(is_verdict, outcomes))
    if program != this_program() and len(before) == len(now):
        now = [_as_far_as_said(*both) for both in zip(before, now, strict=True)]
    return verdicts_of(before) == verdicts_of(now)


def _as_far_as_said(before: Outcome, now: Outcome) -> Outcome:
    later = SAID_LATER.get(before.kind, ()) if type(before) is type(now) else ()
    unsaid: dict[str, Any] = {name: "" for name in later if not getattr(before, name)}
    return replace(now, **unsaid) if unsaid else now


def _table_at(record: Record, entry: Entry) -> Table:
    if entry.checkpoint is None or entry.setting is None:
        raise JournalDamaged(f"record {record.number} should be a checkpoint and is none")
    return Table(setup_of(entry.setting), entry.checkpoint.carry)
