"""tablectl what-if: what would this version, or other options, have made of the rounds in a journal?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from config.toml import toml_in
from controller.commands import OK
from controller.commands.a_journal import takes_a_key
from controller.journal.keys import seal_of_journal
from controller.past.reading import journal_at
from controller.tools.what_if import BadOptions, Compared, what_if
from controller.version import this_program

DIFFERS = 3
EPILOG = """\
The gate before an upgrade: install the new version beside the old one, and let it play a copy of the journal.
With --options the rounds are played under the options of that game file (config/games/NAME.toml; what it does
not name stays as it was). Players would have played otherwise under other options: what is told is what their
wagers and cards, as they were, would have come to. The exit status is 3 if anything differs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("journal", type=Path, help="journal.db of a table's state folder; it is only read")
    parser.add_argument("--options", type=Path, help="a game's file: its options instead of the journal's")
    takes_a_key(parser)


def run(asked: argparse.Namespace) -> int:
    journal = journal_at(asked.journal)
    seal = seal_of_journal(journal, asked.seal_key)
    options = _options(asked.options) if asked.options is not None else None
    differs, played = 0, 0
    for found in what_if(journal, seal, options):
        if not found.has_beginning:
            said = "is not played again: the checkpoint that it began with is not here"
            print(f"tablectl: round {found.round} {said}", file=sys.stderr)
            continue
        played += 1
        if found.record:
            differs += 1
            print(_line(found))
    print(f"{played} rounds played again by version {this_program()}: {differs} would be others")
    return DIFFERS if differs else OK


def _options(path: Path) -> dict[str, Any]:
    try:
        said = toml_in(path)
    except (OSError, ValueError) as error:
        raise BadOptions(f"{path}: {error}: give a game's file, as config/games has them") from None
    options = said.get("options")
    if not isinstance(options, dict):
        raise BadOptions(f"{path} has no [options]: give a game's file, as config/games has them")
    return options


def _line(found: Compared) -> str:
    parts = [f"round {found.round}, from record {found.record}"]
    parts += [f"rules {', '.join(found.rules)}"] if found.rules else []
    parts += [
        f"box {box}: {cents / 100:+.2f} becomes {found.now_cents[box] / 100:+.2f}"
        for box, cents in found.then_cents.items()
    ]
    parts += [f"refused: {', '.join(found.refused)}"] if found.refused else []
    parts += [f"cannot be played on: {found.stuck}"] if found.stuck else []
    return "; ".join(parts)
