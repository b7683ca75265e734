"""tablectl rounds: a line for each round of a journal."""

from __future__ import annotations

import argparse
import json

from controller.commands.a_journal import add_journal, past_of, status_of, zone_of
from controller.commands.values import number
from controller.past import summary

EPILOG = """\
A time is written like 2026-11-19T02:13 and is the zone's; with an offset (2026-11-19T02:13+01:00) it is any
zone's. Of an hour that comes twice, when the clock is put back, --since means the first and --until the
second. Nothing is played again, and no key is needed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser, key=False)
    parser.add_argument("--since", help="rounds that were on at this time or later")
    parser.add_argument("--until", help="rounds that had begun by this time")
    parser.add_argument(
        "--rule", help="rounds of which something was ruled, disputed or put right by this rule or a part of it"
    )
    parser.add_argument("--box", type=number, help="rounds in which this box or seat played")
    parser.add_argument(
        "--with-ruling", action="store_true", help="rounds of which something was ruled, disputed or put right"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object a line, amounts in cents")


def run(asked: argparse.Namespace) -> int:
    zone = zone_of(asked)
    since_ms = None if asked.since is None else zone.ms(asked.since, "first")
    until_ms = None if asked.until is None else zone.ms(asked.until, "last")
    with past_of(asked) as past:
        place = "seat" if past.game.has_seats else "box"
        document = past.game.document
        rules = None if asked.rule is None else summary.rules_within(document, asked.rule)
        said_after: dict[int, list[summary.SaidOf]] | None = None
        for one in past.rounds(since_ms, until_ms):
            if said_after is None:
                said_after = summary.said_after(past, one.number)
            later = said_after.get(one.number, [])
            if not summary.fits(one, later, rules, asked.box, with_ruling=asked.with_ruling):
                continue
            told = summary.as_json(one, later, zone) if asked.json else None
            print(json.dumps(told, ensure_ascii=False) if told else summary.line(one, later, zone, place))
    return status_of(past)
