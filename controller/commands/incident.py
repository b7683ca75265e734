"""tablectl incident: a ruling, a dispute or a correction as a page to be printed."""

from __future__ import annotations

import argparse
from pathlib import Path

from controller.commands.a_journal import add_journal, past_of, status_of, zone_of
from controller.commands.values import number
from controller.language import LANGUAGES
from controller.past.incident import BEGINS, incidents_of, sheet
from controller.past.reading import NotThere

EPILOG = """\
RECORD is a ruling, dispute or correction; tablectl show-round --records names each. The page has times,
people, question, rule and reading, sums, a drawing of the layout as the dealer saw it, and the record's hash,
also as a QR code. With --out an existing file is written anew and says REPRINT; so does one with --reprint, and
one that was printed at the table. The seal key is needed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser)
    parser.add_argument("record", type=number, nargs="?", help="number of the journal's record")
    parser.add_argument(
        "--round", type=number, help="instead: a page for each of this round, into the folder --out"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="(default: %(default)s)")
    parser.add_argument(
        "--out", type=Path, help="file to write (default: it is printed); with --round a folder"
    )
    parser.add_argument("--reprint", action="store_true", help="it was printed before")


def run(asked: argparse.Namespace) -> int:
    if (asked.record is None) == (asked.round is None) or (asked.round is not None and asked.out is None):
        raise NotThere("say which record, or --round and a folder with --out")
    zone = zone_of(asked)
    with past_of(asked) as past:
        past.must_have_seal()
        records = [asked.record] if asked.round is None else incidents_of(past, asked.round)
        for record in records:
            path = asked.out / f"incident-{record:09}.html" if asked.round is not None else asked.out
            is_there = path is not None and path.exists()
            if is_there and not path.read_text("utf-8", "replace").startswith(BEGINS):
                raise NotThere(f"{path} is there already and is no incident sheet: give another name")
            again = asked.reprint or is_there or past.times_printed(record) > 0
            text = sheet(past, record, asked.language, zone).page(is_reprint=again)
            if path is None:
                print(text, end="")
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)
    return status_of(past)
