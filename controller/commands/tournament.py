"""tablectl tournament: conditions, ballots, places and prizes, and whole tournaments, from files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from config.load import ConfigError
from controller.commands import FAILED, OK, USAGE
from controller.commands.audit import ONLY_NOTES
from controller.commands.text import opened
from controller.tools.adjudicate import BadLine
from controller.tools.tournament import script
from controller.tools.tournament.audit import audit
from controller.tools.tournament.commands import BadQuestion, add_commands, answered
from games.tournament.events import EVENT


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.what in ("run", "audit", "schema"):
        return _played(asked)
    try:
        for answer in answered(asked.what, asked.file):
            print(json.dumps(answer, ensure_ascii=False))
    except (BadQuestion, ConfigError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return USAGE
    return OK


def _played(asked: argparse.Namespace) -> int:
    if asked.what == "schema":
        print(json.dumps(EVENT.json_schema(), indent=1, sort_keys=True))
        return OK
    try:
        if asked.what == "audit":
            found = audit(Path(asked.file))
            print(json.dumps(found, ensure_ascii=False, indent=1))
            return FAILED if found["findings"] else ONLY_NOTES if found["notes"] else OK
        with opened(asked.file) as lines:
            for line in script.run(lines, Path(asked.file).parent):
                print(line, flush=True)
    except (BadLine, ConfigError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return USAGE
    return OK
