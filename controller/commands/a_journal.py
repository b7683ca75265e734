"""What the commands that look into a journal ask for alike."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from controller.commands import FAILED, OK
from controller.past.reading import Past
from controller.past.times import Zone


def add_journal(parser: argparse.ArgumentParser, *, key: bool = True) -> None:
    parser.add_argument("journal", type=Path, help="journal.db of a table's state folder; it is only read")
    if key:
        takes_a_key(parser)
    parser.add_argument("--zone", default="", help="time zone, like Australia/Hobart (default: the machine's)")


def takes_a_key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seal-key",
        type=Path,
        metavar="FILE",
        help="the table's seal.key (default: where the table keeps it, or beside the journal)",
    )


def past_of(asked: argparse.Namespace) -> Past:
    """What is missing is said beside what is told: nobody is to take a part for the whole."""
    past = Past(asked.journal, getattr(asked, "seal_key", None))
    for said in past.missing_in_words:
        print(f"tablectl: {said}; nothing is told of them", file=sys.stderr)
    past.tells = _tell_unreadable
    return past


def _tell_unreadable(round_: int, why: str) -> None:
    print(f"tablectl: round {round_} is left out: {why}", file=sys.stderr)


def status_of(past: Past) -> int:
    """What is left out must not look like what never was."""
    return FAILED if past.unreadable or past.is_harmed else OK


def zone_of(asked: argparse.Namespace) -> Zone:
    return Zone(asked.zone)
