"""tablectl evidence: rounds in one zip that opens in any browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from controller.commands.a_journal import add_journal, past_of, status_of, zone_of
from controller.commands.progress import Progress
from controller.commands.values import number
from controller.past.evidence import Asked, pack, rounds_of
from controller.past.reading import NotThere

EPILOG = """\
Unpack it and open index.html: the panel as the dealer saw it at each record, and of closed rounds the archive's
view, which knows from the deal on what was turned up later. It needs no network and none of our programs. In it
are also the told story in both languages, the records with their hashes, the seals that lead there, and
verify.py, which judges them with Python alone and the verification key. Cards that were never turned stay
down, unless --open-all-cards is asked for; README.txt then says so. The seal key is needed to pack it, and is
not in it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser)
    parser.add_argument("--round", type=number, nargs="+", metavar="N", help="these rounds")
    parser.add_argument("--from", dest="since", metavar="TIME", help="rounds that were on then or later")
    parser.add_argument("--to", dest="until", metavar="TIME", help="rounds that had begun by then")
    parser.add_argument("--out", type=Path, help="the file (default: evidence-TABLE-ROUND.zip here)")
    parser.add_argument(
        "--open-all-cards", action="store_true", help="archive's view: every card that was read"
    )


def run(asked: argparse.Namespace) -> int:
    zone = zone_of(asked)
    if (asked.round is None) == (asked.since is None and asked.until is None):
        raise NotThere("say which rounds: --round and their numbers, or --from and --to")
    since_ms = None if asked.since is None else zone.ms(asked.since, "first")
    until_ms = None if asked.until is None else zone.ms(asked.until, "last")
    with past_of(asked) as past:
        rounds = rounds_of(past, asked.round, since_ms, until_ms)
        out = asked.out or Path(f"evidence-{past.table}-{rounds[0] if rounds else 0}.zip")
        progress = Progress(sys.stderr.isatty())
        said_in = pack(past, Asked(rounds, zone, asked.open_all_cards), out, progress)
    print(f"{out}: {len(rounds)} rounds; unpack it and open index.html")
    if said_in:
        others = ", ".join(map(str, said_in))
        print(f"more was said of them in rounds that are not in it: {others}; pack these too for those records")
    return status_of(past)
