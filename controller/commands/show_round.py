"""tablectl show-round: one round as a person would tell it."""

from __future__ import annotations

import argparse
import json
import sys

from controller.commands import OK
from controller.commands.a_journal import add_journal, past_of, zone_of
from controller.commands.values import number
from controller.language import LANGUAGES
from controller.past.reading import NotThere, Past
from controller.past.story import as_json, as_text, story, whole
from controller.past.times import Zone

EPILOG = """\
The round is played again by the rules, and each line says when it happened. Cards that nobody was shown stay
face down. Without the seal key only what was decided is told, without the words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser)
    parser.add_argument("round", type=number, nargs="?", help="its number; tablectl rounds lists them")
    parser.add_argument("--at", metavar="TIME", help="the round that was on then, like 2026-11-19T02:13")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="(default: %(default)s)")
    parser.add_argument("--records", action="store_true", help="with the number and hash of each record")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _round_at(past: Past, at_ms: int, zone: Zone) -> int:
    """The one before, if none was on, and then somebody says so."""
    number = past.round_at(at_ms)
    one = past.round(number)
    if not one.begins_ms <= at_ms <= one.ends_ms:
        begins, ends = zone.says(one.begins_ms), zone.says(one.ends_ms)
        said = f"tablectl: no round was on then; told is the nearest before, round {number}, {begins} to {ends}"
        print(said, file=sys.stderr)
    return number


def run(asked: argparse.Namespace) -> int:
    zone = zone_of(asked)
    if (asked.round is None) == (asked.at is None):
        raise NotThere("say which round: its number, or --at and a time")
    with past_of(asked) as past:
        number = asked.round if asked.at is None else _round_at(past, zone.ms(asked.at), zone)
        told = story(whole(past, number), asked.language, zone)
        hashes = past.chain(number).hashes
    if asked.json:
        said = {"round": number, **as_json(told, zone)}
        if asked.records:
            said["hashes"] = hashes
        print(json.dumps(said, ensure_ascii=False))
    else:
        print("\n".join(as_text(told, zone, hashes if asked.records else None)))
    return OK
