"""tablectl rounds: a line for each round of a journal."""

from __future__ import annotations

import argparse
import json

from controller.commands.a_journal import add_journal, past_of, status_of, zone_of
from controller.commands.which_rounds import add_which, lines_in
from controller.past import summary

EPILOG = """\
A time is written like 2026-11-19T02:13 and is the zone's; with an offset (2026-11-19T02:13+01:00) it is any
zone's. Of an hour that comes twice, when the clock is put back, --since means the first and --until the
second. Nothing is played again, and no key is needed.

A round is found by the time of day that it was told with and by the table's own time, which goes on when the
computer's clock is set; where the two differ, its line says so. All that is asked for must be so of a round."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser, key=False)
    parser.add_argument("--since", help="rounds that were on at this time or later")
    parser.add_argument("--until", help="rounds that had begun by this time")
    add_which(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object a line, amounts in cents")


def run(asked: argparse.Namespace) -> int:
    zone = zone_of(asked)
    with past_of(asked) as past:
        place = "seat" if past.game.has_seats else "box"
        for line, later in lines_in(asked, past):
            told = json.dumps(summary.as_json(line, later, zone), ensure_ascii=False) if asked.json else None
            print(told or summary.listed(line, later, zone, place))
    return status_of(past)
