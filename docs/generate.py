"""Writes the documents made from the code; --check says which are stale, --man prints the page for `man`."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from config.roles import RIGHTS
from controller.authority import needs
from controller.cli import parser
from controller.commands.schema import schema
from controller.past.columns import COLUMNS
from controller.screens import states
from games import rulebook
from games.catalogue import GAMES, rule_documents
from games.events import KINDS, Command
from games.pot.game import PotGame
from games.rulebook import Document

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
MANY = 10
NOTE = "<!-- Made by `make docs` from the code. Do not edit. -->\n\n"
ROLES_EXPLAINED = """\
Who *deals* signs in at a table, unlocks it, and gives its dealer's commands while signed in. Who
*rules* is the casino supervisor of the rules: number and PIN are given at the screen where the ruling
is made, hold there for 60 seconds and for one ruling, end when anybody locks or unlocks the table or
signs in, and the journal has who it was. Whether a command is right at that moment is not in this
table: that the rules say, and they know a dealer and a supervisor. A gaming shift manager may what a
supervisor may. The others do nothing at a table; they are told so when they try. Who *conducts* a
tournament has a part in it, on its own page (docs/tournaments.md), and gives that part's commands there."""
IMPORTED = re.compile(r"^from games\.rulebook import (\w+) as (\w+)$", re.MULTILINE)
NUMBERED = re.compile(r"\bnumbers\.(\w+)")  # each game says which of its rules that is
KEPT = re.compile(r"^(NI[0-9-]+(?:, NI[0-9-]+)*): ([0-9.]+)(?:-([0-9.]+))?$", re.MULTILINE)
MARK = re.compile(r'\brule\("(NI[0-9-]+)", "([^"]+)"\)')
IN_COMMON = re.compile(r'\b(house|pot)_rules\(((?:\s*"[^"]+",?)+)\s*\)')


def documents() -> dict[Path, str]:
    made = {
        REFERENCE / "events.schema.json": json.dumps(schema(), indent=2, ensure_ascii=False) + "\n",
        REFERENCE / "commands.md": _commands(),
        REFERENCE / "roles.md": _roles(),
        REFERENCE / "exports.md": _exports(),
        ROOT / "controller" / "web" / "static" / "states.d.ts": _page_types(),
    }
    for name, game in GAMES.items():
        made[REFERENCE / f"{name}-phases.md"] = (
            f"# The phases of {game.document.title}\n\n{NOTE}```mermaid\n{game.phases.mermaid()}```\n"
        )
    for document in rule_documents().values():
        made[REFERENCE / f"{document.name}.md"] = _coverage(document)
    return made


TYPES = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}


def _page_types() -> str:
    """What a page may count on, for the checker of its types."""
    made = [value for value in vars(states).values() if is_typeddict(value)]
    parts = [
        "// Made by `make docs` from controller/screens/states.py. Do not edit; no page loads this file.\n"
    ]
    for one in made:
        fields = get_type_hints(one, include_extras=True).items()
        lines = "".join(f"  {name}{_typescript_field(said)};\n" for name, said in fields)
        parts.append(f"export interface {one.__name__} {{\n{lines}}}\n")
    for name in ("Ask", "Sheet"):
        parts.append(f"export type {name} = {_typescript(getattr(states, name))};\n")
    return "\n".join(parts)


def _typescript_field(said: Any) -> str:
    if get_origin(said) is NotRequired:
        return f"?: {_typescript(get_args(said)[0])}"
    return f": {_typescript(said)}"


def _typescript(said: Any) -> str:
    inner = get_args(said)
    if get_origin(said) is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if get_origin(said) is list:
        one = _typescript(inner[0])
        return f"({one})[]" if "|" in one else f"{one}[]"
    if get_origin(said) is dict:
        return f"Record<{_typescript(inner[0])}, {_typescript(inner[1])}>"
    if inner:
        return " | ".join(map(_typescript, inner))
    return said.__name__ if is_typeddict(said) else TYPES[said]


def _commands() -> str:
    root = parser()
    root.formatter_class = _wide
    parts = [f"# tablectl\n\n{NOTE}```text\n{root.format_help()}```\n"]
    for name, sub in _commands_under(root):
        sub.formatter_class = _wide
        parts.append(f"## {name}\n\n```text\n{sub.format_help()}```\n")
    return "\n".join(parts)


def _man() -> str:
    """The same for `man tablectl`, which the package has."""
    root = parser()
    about = _plain(root.description or "").removeprefix("tablectl: ")
    parts = [".TH TABLECTL 1", ".SH NAME", f"tablectl \\- {about}"]
    for name, command in [("", root), *_commands_under(root)]:
        command.formatter_class = _wide
        parts += [f".SH {f'TABLECTL {name}'.strip().upper()}", ".nf", _plain(command.format_help()), ".fi"]
    return "\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """No line of it is a command to the typesetter."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped, flags=re.MULTILINE)


def _commands_under(root: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in root._subparsers._group_actions if root._subparsers else ():
        for name, sub in action.choices.items():  # type: ignore[union-attr,attr-defined]
            yield name, sub
            yield from ((f"{name} {within}", under) for within, under in _commands_under(sub))


def _exports() -> str:
    parts = [f"# The tables of tablectl export\n\n{NOTE}How to ask for them: [exports](../exports.md).\n"]
    for what, columns in COLUMNS.items():
        rows = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in columns.items())
        parts.append(f"## {what}\n\n| column | |\n|---|---|\n{rows}")
    return "\n".join(parts)


def _roles() -> str:
    lines = ["# Who may do what", "", NOTE.rstrip(), "", ROLES_EXPLAINED, ""]
    lines += ["| `role` in the staff file | | deals | rules | conducts as |", "|---|---|---|---|---|"]
    for role, rights in RIGHTS.items():
        part = f"`{rights.conducts}`" if rights.conducts else "-"
        lines.append(f"| `{role}` | {rights.title} | {_yes(rights.deals)} | {_yes(rights.rules)} | {part} |")
    lines += ["", "What is a supervisor's where one has shown the PIN:", ""]
    lines.append(", ".join(f"`{kind}`" for kind, command in KINDS.items() if _for_a_supervisor(command)) + ".")
    return "\n".join(lines) + "\n"


def _for_a_supervisor(kind: type[Any]) -> bool:
    return issubclass(kind, Command) and needs(kind) == "supervisor"


def _yes(may: bool) -> str:
    return "yes" if may else "-"


def _wide(prog: str) -> argparse.HelpFormatter:
    """The same width on every terminal."""
    return argparse.HelpFormatter(prog, width=100)


def _coverage(document: Document) -> str:
    code, tests = where("games", cited)[document.name], where("tests", shown)[document.name]
    thin = resting_on_one_test()
    lines = [
        f"# {document.name}, {document.title}: every rule, how it is treated, where\n\n{NOTE}",
        f"With a star: shown by one test alone, which is said to show {MANY} others or more.\n\n",
        "| rule | treatment | in our words | code | tests |\n|---|---|---|---|---|\n",
    ]
    for number, entry in document.entries.items():
        kept, tested = ", ".join(sorted(code[number])), ", ".join(sorted(tests[number]))
        if (document.name, number) in thin and entry.treatment != "inform":
            tested += " \\*"
        lines.append(f"| {number} | {entry.treatment} | {entry.text} | {kept} | {tested} |\n")
    lines.append("\n## How we read it\n\n| reading | rules | |\n|---|---|---|\n")
    lines += [f"| {r.name} | {', '.join(r.numbers)} | {r.text} |\n" for r in document.readings]
    return "".join(lines)


def where(room: str, find: Callable[[Path], list[tuple[str, str]]]) -> dict[str, dict[str, set[str]]]:
    """Document -> number -> the modules and scenarios of a room in which it is found."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in sorted((ROOT / room).rglob("*.*")):
        for document, number in find(path):
            found[document][number].add(path.stem if path.suffix == ".py" else path.name)
    return found


@cache
def resting_on_one_test() -> frozenset[tuple[str, str]]:
    """Rules that only one test shows, a function or a scenario, together with many others."""
    tests: dict[tuple[str, str], list[int]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("*.*")):
        for together in shown_together(path):
            for rule in together:
                tests[rule].append(len(together) - 1)
    return frozenset(rule for rule, others in tests.items() if len(others) == 1 and others[0] >= MANY)


def shown_together(path: Path) -> list[set[tuple[str, str]]]:
    """What each scenario or test function shows; parameters that have marks of their own, each by itself."""
    if path.suffix == ".toml":
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        scenarios = written.get("scenario", ())
        return [{(written["document"], rule) for rule in scenario["rules"]} for scenario in scenarios]
    if path.suffix != ".py" or not marks(source := path.read_text(encoding="utf-8")):
        return []
    found: list[set[tuple[str, str]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            texts = [ast.get_source_segment(source, one) or "" for one in node.decorator_list]
            found.append({rule for text in texts if "parametrize" not in text for rule in marks(f"@{text}")})
    alone = Counter(marks(source)) - Counter(rule for together in found for rule in together)
    return [*filter(None, found), *({rule} for rule in alone.elements())]


def cited(path: Path) -> list[tuple[str, str]]:
    return citations(path.read_text(encoding="utf-8")) if path.suffix == ".py" else []


def shown(path: Path) -> list[tuple[str, str]]:
    """Documents and numbers that a test, or a scenario in its head, says it shows."""
    if path.suffix not in (".py", ".toml"):
        return []
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return marks(text)
    written = tomllib.loads(text)
    return [
        (written["document"], rule) for scenario in written.get("scenario", ()) for rule in scenario["rules"]
    ]


def played_as(kind: str) -> list[Document]:
    return [game.document for game in GAMES.values() if issubclass(game, PotGame) == (kind == "pot")]


def citations(source: str) -> list[tuple[str, str]]:
    """Documents and numbers that code cites, or says at its head that it keeps."""
    found = []
    for number in re.findall(r'\bstate\.book\["([^"]+)"\]', source):
        played = played_as("pot")
        having = [game for game in played if number in game.entries]
        found += [(game.name, number) for game in having or played]
    room = re.search(r"\bgames\.(pot|house)\b", source)
    games = [game for game in GAMES.values() if room is None or issubclass(game, PotGame) == (room[1] == "pot")]
    for field in set(NUMBERED.findall(source)):
        rules = [getattr(game.numbers, field, None) for game in games]
        found += [(rule.document, rule.number) for rule in rules if rule is not None]
    for document, short in IMPORTED.findall(source):
        numbers = re.findall(rf'\b{short}\["([^"]+)"\]', source)
        found += [(getattr(rulebook, document).name, number) for number in numbers]
    for documents_named, first, last in KEPT.findall(source):
        found += [
            (name, number)
            for name in documents_named.split(", ")
            for number in rule_documents()[name].numbers_between(first, last or first)
        ]
    return found


def marks(source: str) -> list[tuple[str, str]]:
    """Documents and numbers that tests say they show."""
    in_common = [
        (game.name, number)
        for kind, call in IN_COMMON.findall(source)
        for number in re.findall('"([^"]+)"', call)
        for game in played_as(kind)
    ]
    return MARK.findall(source) + in_common


def main() -> int:
    if "--man" in sys.argv:
        print(_man(), end="")
        return 0
    stale = []
    for path, text in documents().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"stale: {', '.join(stale)}. Run make docs.")
        return 1
    print(f"{len(documents())} generated documents are fresh" if not stale else f"written: {', '.join(stale)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
