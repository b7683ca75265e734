"""One zip with everything of some rounds, which opens in any browser without this program and any network.

In it: the screens of each record as a time machine, the told story, the records with their hashes, what seals
and heads there are, and a script that checks the chain with nothing but Python.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import to_json

from controller.journal.file import head_of
from controller.journal.head import read_head
from controller.journal.journal import FIRST_HASH
from controller.journal.records import Difference
from controller.language import LANGUAGES, language_of
from controller.past.reading import Chain, NotThere, Past
from controller.past.steps import LOOK, Step, TimeMachine
from controller.past.story import Line, Story, Whole, as_text, story, whole
from controller.past.times import Zone, utc
from controller.past.tournament import Tournaments
from controller.screens.states import State
from controller.version import this_program
from controller.web import STATIC

PAGE = "past"  # its name among the panel's files
PARTS = ("header", "prompt", "rail", "boxes", "actions", "fixed")
IMPORT = re.compile(r"^import \{ (.+?) \} from '\./([\w.]+)';$", re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|function) (\w+)", re.MULTILINE)
WRITTEN = (2000, 1, 1, 0, 0, 0)  # the same contents are the same file

VERIFY = Path(__file__).with_name("verify.py")  # it runs by itself, wherever the zip is

Told = Callable[[int, int], None]  # rounds done, of how many


class Asked(NamedTuple):
    rounds: list[int]
    zone: Zone
    opens_all: bool = False


def pack(past: Past, asked: Asked, out: Path, progress: Told = lambda done, total: None) -> list[int]:
    """Whole or not at all. Returns the rounds not in it in which more was said of those in it."""
    past.must_have_seal()
    if not asked.rounds:
        raise NotThere("no round was on then: tablectl rounds lists them")
    if out.exists():
        raise NotThere(f"{out} is there already: name another file with --out, or take it away")
    new = out.with_name(out.name + ".new")
    said_in: set[int] = set()
    try:
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as file:
            for name, text in _files(past, asked, said_in, progress):
                file.writestr(_named(name), text)
        new.replace(out)
    finally:
        new.unlink(missing_ok=True)
    return sorted(said_in)


def _named(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, WRITTEN)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _files(past: Past, asked: Asked, said_in: set[int], progress: Told) -> Iterator[tuple[str, str]]:
    """How far the journal had come, and with which record each file ends, is known when all are there."""
    ends: dict[str, list[Any]] = {}
    proofs = past.proofs()
    for name, text in _made(past, asked, said_in, progress):
        folder, _, file = name.rpartition("/")
        if folder == "records" and file.endswith(".jsonl"):
            last = json.loads(text.splitlines()[-1])
            ends[file] = [last["number"], last["hash"]]
            if proofs is not None and not file.startswith("tournament-"):
                proofs.add(file, last["number"])
        yield name, text
    if proofs is not None:
        yield "proof.json", json.dumps({"items": proofs.items, "ways": proofs.ways}, indent=0)
    yield "journal.json", json.dumps({**past.stands(), "files": ends}, ensure_ascii=False, indent=1)


def _made(past: Past, asked: Asked, said_in: set[int], progress: Told) -> Iterator[tuple[str, str]]:
    yield "index.html", (STATIC / f"{PAGE}.html").read_text("utf-8")
    yield "past.js", bundled(STATIC, f"{PAGE}.js")
    for name in ("panel.css", "past.css"):
        yield name, (STATIC / name).read_text("utf-8")
    yield "contents.js", f"window.CONTENTS = {_json(_contents(past, asked))};\n"
    yield "verify.py", VERIFY.read_text("utf-8")
    kept: dict[str, str] = {}
    tournaments = Tournaments(past)
    for done, number in enumerate(asked.rounds, start=1):
        told = whole(past, number)
        said_in |= {one.in_round for one in told.later} - {*asked.rounds}
        yield from _of_round(told, asked, kept, tournaments)
        progress(done, len(asked.rounds))
    for name, records in tournaments.records():
        yield f"records/tournament-{name}.jsonl", _as_lines(records, 0, FIRST_HASH)
    yield "README.txt", _readme(past, asked, sorted(said_in))
    yield "records/kept.json", json.dumps(kept, ensure_ascii=False, indent=1)
    for name, said in _witnesses(past):
        yield name, json.dumps(said, ensure_ascii=False, indent=1)


# ---------------------------------------------------------------- one round


def _of_round(
    told: Whole, asked: Asked, kept: dict[str, str], tournaments: Tournaments
) -> Iterator[tuple[str, str]]:
    past, number = told.past, told.round.number
    name = f"round-{number:06}"
    stories = {language: story(told, language, asked.zone) for language in LANGUAGES}
    conducted = _of_tournament(told, asked, tournaments)
    for folder, told_there in (("story", stories), ("tournament", conducted)):
        for language, one in told_there.items():
            yield f"{folder}/{name}.{language}.txt", "\n".join(as_text(one, asked.zone)) + "\n"
    chain = past.chain(number)
    records = list(_records(chain, kept))
    yield f"records/{name}.jsonl", _as_lines(records, records[0]["number"] - 1, chain.before)
    machine = _time_machine(past, asked, number, stories, records)
    machine["tournament"] = {
        language: _told(one, asked.zone, {}) for language, one in conducted.items()
    } or None
    yield f"rounds/{name}.js", f"window.ROUND = {_json(machine)};\n"


def _of_tournament(told: Whole, asked: Asked, tournaments: Tournaments) -> dict[str, Story]:
    """By language; empty for a round that was no tournament's."""
    says = [language_of(language, told.past.game) for language in LANGUAGES]
    stories = {say.name: tournaments.story(told.round, say, asked.zone) for say in says}
    return {language: one for language, one in stories.items() if one is not None}


def _records(chain: Chain, kept: dict[str, str]) -> Iterator[dict[str, Any]]:
    for record, body, hash_ in chain.links:
        if record.kept:
            kept[body.rstrip().rpartition(b" ")[2].decode()] = record.kept.decode()
        yield {
            "number": record.number,
            "round": record.round,
            "checkpoint": int(record.checkpoint),
            "text": body.decode(),
            "hash": hash_.hex(),
        }


def _as_lines(records: list[dict[str, Any]], number_before: int, hash_before: bytes) -> str:
    first = {"number_before": number_before, "hash_before": hash_before.hex()}
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in (first, *records))


def _time_machine(
    past: Past, asked: Asked, number: int, stories: dict[str, Story], records: list[dict[str, Any]]
) -> dict[str, Any]:
    differences: list[Difference] = []
    machine = TimeMachine(past, number, asked.zone, LANGUAGES, opens_all=asked.opens_all)
    steps = list(machine.steps(differences))
    pool = Pool()
    hashes = {one["number"]: one["hash"] for one in records}
    at = {step.happened.record: nth for nth, step in enumerate(steps)}
    return {
        "round": number,
        "steps": [_step(step, asked.zone, hashes, pool) for step in steps],
        "pool": pool.values,
        "story": {language: _told(one, asked.zone, at) for language, one in stories.items()},
        "records": [f"{one['number']}  {one['hash']}\n{one['text']}" for one in records],
    }


def _step(step: Step, zone: Zone, hashes: dict[int, str], pool: Pool) -> dict[str, Any]:
    record = step.happened.record
    dealer = {language: pool.shape(state) for language, state in step.dealer.items()}
    archive = dealer if step.archive is step.dealer else None
    if archive is None and step.archive is not None:
        archive = {language: pool.shape(state) for language, state in step.archive.items()}
    return {
        "record": record,
        "at": zone.says(step.happened.at_ms),
        "hash": hashes[record],
        "dealer": dealer,
        "archive": archive,
    }


def _told(one: Story, zone: Zone, at: dict[int, int]) -> dict[str, Any]:
    def lines(of: list[Line], clock: Any) -> list[dict[str, Any]]:
        return [
            {"at": clock(line.at_ms), "step": at.get(line.record, -1), "tone": line.tone, "text": line.text}
            for line in of
        ]

    return {
        "head": one.head,
        "lines": lines(one.lines, zone.clock),
        "result": one.result,
        "later": lines(one.later, zone.says),
        "remarks": one.remarks,
    }


class Pool:
    """From one record to the next little of a screen changes: what is alike is kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[bytes, int] = {}

    def shape(self, state: State) -> dict[str, int | list[int]]:
        parts: dict[str, Any] = {name: dict(state)[name] for name in PARTS}
        return {
            name: [self._place(one) for one in value] if isinstance(value, list) else self._place(value)
            for name, value in parts.items()
        }

    def _place(self, value: Any) -> int:
        text = to_json(value)  # five times as quick as json
        if text not in self._places:
            self._places[text] = len(self.values)
            self.values.append(value)
        return self._places[text]


# ---------------------------------------------------------------- around the rounds


def _contents(past: Past, asked: Asked) -> dict[str, Any]:
    says = {language: language_of(language, past.game) for language in LANGUAGES}
    return {
        "title": f"{past.table} · {past.game.document.title}",
        "look": replace(LOOK).state(),
        "rounds": asked.rounds,
        "languages": list(LANGUAGES),
        "words": {language: say.group("past") for language, say in says.items()},
    }


def _readme(past: Past, asked: Asked, said_in: list[int]) -> str:
    parts = []
    for language in LANGUAGES:
        say = language_of(language, past.game)
        rounds = ", ".join(map(str, asked.rounds))
        parts.append(say.of("story", "readme", table=past.table, rounds=rounds, program=str(this_program())))
        if said_in:
            parts.append(say.of("story", "readme_said_in", rounds=", ".join(map(str, said_in))))
        if asked.opens_all:
            parts.append(say.of("story", "readme_opens_all"))
    return "\n\n".join(parts) + "\n"


def _witnesses(past: Past) -> Iterator[tuple[str, Any]]:
    """The head when this was packed."""
    head = read_head(head_of(past.path))
    if head is not None:
        yield "head.json", {"number": head.number, "hash": head.hash.hex(), "utc": utc(head.at_ms)}


def _json(value: Any) -> str:
    """Within a script nothing may look like the end of it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ---------------------------------------------------------------- the page in one script


@dataclass(frozen=True, slots=True)
class Module:
    name: str
    imports: list[tuple[str, str]]  # what, and from which module
    text: str


def bundled(folder: Path, entry: str) -> str:
    """A page that is opened from a folder may load no modules: they are put into one script, each in a function
    of its own."""
    order: list[Module] = []
    _collect(folder, entry, order)
    return "'use strict';\nconst modules = {};\n" + "".join(map(_wrapped, order))


def _collect(folder: Path, name: str, order: list[Module]) -> None:
    if any(module.name == name for module in order):
        return
    text = (folder / name).read_text("utf-8")
    imports = [(what, source) for what, source in IMPORT.findall(text)]
    for _, source in imports:
        _collect(folder, source, order)
    order.append(Module(name, imports, text))


def _wrapped(module: Module) -> str:
    taken = "".join(
        f"const {{ {what.replace(' as ', ': ')} }} = modules['{source}'];\n" for what, source in module.imports
    )
    given = ", ".join(EXPORT.findall(module.text))
    body = re.sub(r"^export ", "", IMPORT.sub("", module.text), flags=re.MULTILINE)
    return f"(() => {{\n{taken}{body}\nmodules['{module.name}'] = {{ {given} }};\n}})();\n"


def rounds_of(
    past: Past, numbers: Iterable[int] | None, since_ms: int | None, until_ms: int | None
) -> list[int]:
    """Those that were named, or all that were on between the two times."""
    if numbers is not None:
        return sorted({past.round(number).number for number in numbers})
    between = past.rounds(since_ms, until_ms)
    return [one.number for one in between if any(written.is_of_the_round for written in one.written)]
