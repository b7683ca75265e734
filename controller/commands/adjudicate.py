"""tablectl adjudicate: events through the rules, from a file or from a journal's round."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from controller.commands import OK
from controller.commands.a_journal import takes_a_key
from controller.commands.values import number
from controller.past.reading import journal_at
from controller.tools.adjudicate import BadLine, adjudicate, adjudicate_journal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", help="one JSON object a line, the table first; - for standard input; or a journal"
    )
    parser.add_argument("--round", type=number, help="with a journal: the round to rule on again")
    takes_a_key(parser)


def run(asked: argparse.Namespace) -> int:
    for line in _judged(asked):
        print(line, flush=asked.file == "-")
    return OK


def _judged(asked: argparse.Namespace) -> Iterator[str]:
    if asked.round is not None:
        return adjudicate_journal(journal_at(Path(asked.file)), asked.round, asked.seal_key)
    if asked.file == "-":
        return adjudicate(sys.stdin)
    try:
        return adjudicate(Path(asked.file).read_text(encoding="utf-8").splitlines())
    except (UnicodeDecodeError, IsADirectoryError):
        raise BadLine(f"{asked.file} is no text: for a journal, say which --round") from None
