"""Reads the questions of a file and writes the answers: a JSON object, or one a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from config.load import load_conditions
from controller.tools.tournament.answers import COMMANDS, Answer, CannotAnswer
from controller.tools.tournament.asked import Request
from games.tournament.conditions import Facts, missing_for
from games.tournament.instrument import TOURNAMENTS, NoTournaments, TournamentRules, rules_of

ABOUT = {
    "check": "conditions of a tournament, what entries wait for, and entries themselves",
    "ballot": "a ballot for tables and seats, and tables that are broken or balanced",
    "prizes": "the pool, no-shows, ends of sessions, places, prizes and refunds",
}
EPILOG = """\
A question is one JSON object, {{"asks": …, "game": …, "input": {{…}}}}, with "doc" instead of "game" where the
instrument is named. A file holds one, or one a line; the answers come out in their order, one a line. Money is
whole cents. What cannot be answered ends in one line on the error output and exit status 2, and nothing is
answered then. asks: {asks}.
Every field, with examples: docs/tournament-commands.md"""
TOML = """
A file whose name ends in .toml holds the conditions of a tournament. They are checked as a whole, and each
fault is told with its key and its rule. The answer names the rules that entries still wait for."""


class BadQuestion(Exception):
    """Says which file and line, and what is wrong there."""


def add_commands(tournament: argparse.ArgumentParser) -> None:
    commands = tournament.add_subparsers(required=True, metavar="WHAT")
    for name, about in ABOUT.items():
        sub = commands.add_parser(name, help=about, description=f"Answer questions about {about}.")
        sub.formatter_class = argparse.RawDescriptionHelpFormatter
        sub.epilog = EPILOG.format(asks=", ".join(COMMANDS[name])) + (TOML if name == "check" else "")
        sub.add_argument("file", help="questions in JSON; - for standard input")
        sub.set_defaults(what=name)
    add_plays(commands)


RUN = """\
The first line gives the tournament: {"conditions": "FILE.toml", "tables": {"T1": 9}}, or the conditions
themselves in JSON. "tables_follow": true lets the tables do at once whatever they are ordered. Then one event a
line, as "tablectl tournament schema" names them; at_ms, by and record are filled in where they are left out.
Each outcome is one line, and the last line says how everything stands. Example: docs/tournament-commands.md"""
AUDIT = """\
Plays the journal of a tournament again: each record must be whole, in its chain, and answered by these rules as
it was. Then money, prizes and chips must go together. The answer is one JSON object; with findings the exit
status is 1, and with nothing but decisions of another version (notes) it is 3."""


def add_plays(commands: Any) -> None:
    for name, about, file, epilog in (
        ("run", "play the events of a script, and say every outcome", "script, one JSON object a line", RUN),
        (
            "audit",
            "play a tournament's journal again, and look for what does not go together",
            "journal",
            AUDIT,
        ),
    ):
        sub = commands.add_parser(name, help=about, description=about.capitalize() + ".")
        sub.formatter_class = argparse.RawDescriptionHelpFormatter
        sub.epilog = epilog
        sub.add_argument("file", help=file)
        sub.set_defaults(what=name)
    schema = commands.add_parser("schema", help="print the events of a tournament as JSON Schema")
    schema.set_defaults(what="schema")


def answered(command: str, file: str) -> list[Answer]:
    """All, or none if one of the questions cannot be answered."""
    if command == "check" and file.endswith(".toml"):
        return [check_file(Path(file))]
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadQuestion(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadQuestion(f"{file}: is no text in UTF-8") from None
    return answers(command, "standard input" if file == "-" else file, text)


def check_file(path: Path) -> Answer:
    """Conditions that can be published, and what entries wait for then."""
    conditions = load_conditions(path)
    return {
        "game": conditions.game,
        "doc": conditions.rules.document.name,
        "title": conditions.title,
        "valid": True,
        "entries_wait_for": [rule.number for rule in missing_for(conditions, Facts())],
    }


def answers(command: str, name: str, text: str) -> list[Answer]:
    return [_answer(command, where, question) for where, question in _questions(name, text)]


def _questions(name: str, text: str) -> Iterator[tuple[str, str]]:
    """One object, over as many lines as it takes, or one on each line."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # which line it is says who reads each
        lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    else:
        lines = [(0, text)]
    if not lines:
        raise BadQuestion(f"{name}: is empty: put a question into it, as JSON")
    for number, line in lines:
        yield (f"{name}: line {number}" if number and len(lines) > 1 else name), line


def _answer(command: str, where: str, line: str) -> Answer:
    try:
        request = Request.model_validate_json(line)
    except ValidationError as error:
        raise BadQuestion(f"{where}: {_said(error)}") from None
    if request.asks not in COMMANDS[command]:
        raise BadQuestion(f"{where}: asks: {_asked_elsewhere(command, request.asks)}")
    rules = _rules(where, request)
    shape, answer = COMMANDS[command][request.asks]
    try:
        question = shape.model_validate_json(json.dumps(request.input))
    except ValidationError as error:
        raise BadQuestion(f"{where}: {_said(error, under='input')}") from None
    try:
        return answer(rules, question)
    except CannotAnswer as error:
        raise BadQuestion(f"{where}: input.{error}") from None


def _asked_elsewhere(command: str, asks: str) -> str:
    for other, kinds in COMMANDS.items():
        if asks in kinds:
            return f"{asks} is asked with: tablectl tournament {other}"
    return f"{asks!r} is not known here: {', '.join(COMMANDS[command])} are"


def _rules(where: str, request: Request) -> TournamentRules:
    by_document = {rules.document.name: rules for rules in TOURNAMENTS.values()}
    if request.doc is not None and request.doc not in by_document:
        raise BadQuestion(f"{where}: doc: {request.doc!r} is none of {', '.join(by_document)}")
    if request.game is None and request.doc is None:
        raise BadQuestion(f"{where}: game: say it, or doc: {', '.join(TOURNAMENTS)}")
    if request.game is None:
        return by_document[str(request.doc)]
    try:
        rules = rules_of(request.game)
    except NoTournaments as error:
        raise BadQuestion(f"{where}: game: {error}") from None
    if request.doc is not None and by_document[request.doc] is not rules:
        raise BadQuestion(f"{where}: doc: {request.doc} is not the document of {request.game}")
    return rules


def _said(error: ValidationError, under: str = "") -> str:
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    return "; ".join(f"{_key(under, fault['loc'])}: {_reason(fault)}" for fault in faults)


def _key(under: str, location: tuple[int | str, ...]) -> str:
    key = under
    for part in location:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else str(part)
    return key or "the line"


def _reason(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "is not a field of this question"
    return str(fault["msg"]).removeprefix("Value error, ")
