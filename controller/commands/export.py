"""tablectl export: what a journal holds, for other programs."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from controller.commands.a_journal import add_journal, past_of, status_of, zone_of
from controller.commands.progress import Progress
from controller.commands.values import number, offset_s
from controller.commands.which_rounds import add_which, lines_in, times_of, wanted_of
from controller.language import LANGUAGES
from controller.past.columns import COLUMNS
from controller.past.reading import NotThere, Past, PastRound
from controller.past.round_lines import RoundLines, SaidOf
from controller.past.story import story, whole
from controller.past.subtitles import webvtt
from controller.past.summary import Wanted
from controller.past.tables import Row, Source, Totals, day_begins, rows
from controller.tools.phh_export import Hand, exported, hands_of

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
EPILOG = """\
csv, jsonl: tables of rounds, boxes, payments, pots, wagers, moves, stakes, rulings, incidents, sign-ins,
devices, jackpot, corrections, and totals by shift and day (docs/exports.md). csv with --out is a file a
table; with --what one table is printed. Amounts are whole cents; every time is there in UTC and in the
zone. No key is needed.

vtt: subtitles beside the cameras' footage. --starts says when the footage begins, --offset by how many
seconds its clock is ahead of the table's. The seal key is needed.

phh: rounds of a pot game in the PHH notation. With --out each round is a file of its own in that folder,
round-000001.phh and so on. Without it one round is printed as a file, and several each under its number, as a
file .phhs has them. The seal key is needed. A hand that nobody
showed stays unknown. A void round is left out and named on the error output. A game that PHH has no variant
for is written with _variant instead of variant, so that no reader takes it for another.

Files of these names that are in the folder --out already are written anew."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    add_journal(parser)
    formats = ["csv", "jsonl", "phh", "vtt"]
    parser.add_argument(
        "--format",
        choices=formats,
        help="(default: phh of a pot game; else csv, or jsonl where all tables are printed)",
    )
    parser.add_argument("--what", choices=list(COLUMNS), help="csv, jsonl: this table only")
    parser.add_argument("--round", type=number, help="this round only")
    parser.add_argument("--since", help="csv, jsonl: rounds that ended then or later; else those that were on")
    parser.add_argument(
        "--until", help="csv, jsonl: rounds that ended before; else those that had begun by then"
    )
    add_which(parser)
    parser.add_argument("--out", type=Path, help="folder to write into; made if it is not there")
    parser.add_argument(
        "--day-begins", default="00:00", metavar="HH:MM", help="of a gaming day (default: 00:00)"
    )
    parser.add_argument(
        "--starts", metavar="TIME", help="vtt: the footage begins then (default: as the round does)"
    )
    parser.add_argument(
        "--offset", type=offset_s, default=0.0, metavar="SECONDS", help="vtt: the footage is ahead"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="vtt (default: %(default)s)")


def run(asked: argparse.Namespace) -> int:
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
    asked.format = asked.format or _usual(asked)
    return {"csv": _tables, "jsonl": _tables, "phh": _phh, "vtt": _vtt}[asked.format](asked)


def _usual(asked: argparse.Namespace) -> str:
    """What the game has: hands that others can read, or figures alone."""
    with past_of(asked) as past:
        if past.game.has_seats and asked.what is None:
            return "phh"
    return "jsonl" if asked.out is None and asked.what is None else "csv"


# ---------------------------------------------------------------- tables


def _tables(asked: argparse.Namespace) -> int:
    if asked.format == "csv" and asked.out is None and asked.what is None:
        raise NotThere("say --out FOLDER for a file a table, or --what and one table to be printed")
    zone = zone_of(asked)
    try:
        totals = Totals(day_begins(asked.day_begins))
    except ValueError:
        raise NotThere(f"{asked.day_begins!r} is no time of day: write it like 06:00") from None
    whats = [asked.what] if asked.what else list(COLUMNS)
    with past_of(asked) as past, ExitStack() as files:
        sources = (Source(past.table, past.setting["game"], zone, one) for one in _that_ended(asked, past))
        write = {what: _writer(asked, what, files) for what in whats}
        for what, row in rows(sources, whats, totals):
            write[what](row)
    return status_of(past)


def _rounds(asked: argparse.Namespace, past: Past) -> Iterator[PastRound]:
    """Those that were on then, and that are asked for."""
    if asked.round is not None:
        yield past.round(asked.round)
        return
    for line, _ in lines_in(asked, past):
        if (one := past.readable(line.round)) is not None:
            yield one


def _that_ended(asked: argparse.Namespace, past: Past) -> Iterator[PastRound]:
    """A round counts where it ended by the table's own time, which no clock turns back: in one of two
    neighbouring stretches of time, and never in both. `--until` itself belongs to what comes after it."""
    if asked.round is not None:
        yield past.round(asked.round)
        return
    since_ms, until_ms = times_of(asked)
    wanted = wanted_of(asked, past)
    progress = Progress(sys.stderr.isatty() and asked.out is not None)
    with RoundLines(past, progress) as lines:
        first, last = past.first_round, past.last_round
        found: dict[int, list[SaidOf]] | None = None
        for line in lines.on(None, None):
            if since_ms is not None and line.table_to_ms < since_ms:
                continue
            if until_ms is not None and line.table_to_ms >= until_ms:
                continue
            if found is None and wanted != Wanted():
                found = lines.of_others(line.round)
            if wanted == Wanted() or wanted.fits(line, (found or {}).get(line.round, [])):
                if (one := past.readable(line.round)) is not None:
                    yield one
                progress(line.round - first + 1, last - first + 1)


def _writer(asked: argparse.Namespace, what: str, files: ExitStack) -> Any:
    file: IO[str] = sys.stdout
    if asked.out is not None:
        path = asked.out / f"{what}.{asked.format}"
        file = files.enter_context(path.open("w", encoding="utf-8", newline=""))
    if asked.format == "csv":
        writer = csv.DictWriter(file, list(COLUMNS[what]), lineterminator="\r\n" if asked.out else "\n")
        writer.writeheader()
        return lambda row: writer.writerow({name: _in_a_cell(value) for name, value in row.items()})

    def write(row: Row) -> None:
        said = {name: row[name] for name in COLUMNS[what]}
        file.write(json.dumps({"what": what, **said}, ensure_ascii=False) + "\n")

    return write


def _in_a_cell(value: Any) -> Any:
    """What somebody has typed is text: no spreadsheet is to work it out, or to open what it names."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


# ---------------------------------------------------------------- subtitles


def _vtt(asked: argparse.Namespace) -> int:
    zone = zone_of(asked)
    with past_of(asked) as past:
        past.must_have_seal()
        chosen = [one for one in _rounds(asked, past) if any(one.is_of_the_round for one in one.written)]
        if not chosen:
            raise NotThere("no round was on then: tablectl rounds lists them")
        starts_ms = chosen[0].begins_ms if asked.starts is None else zone.ms(asked.starts)
        stories = [story(whole(past, one.number), asked.language, zone) for one in chosen]
        head = f"{past.table}, {zone.says(starts_ms)}"
    lines = [line for told in stories for line in told.lines]
    text = "\n".join(webvtt(head, lines, starts_ms - round(asked.offset * 1000)))
    if asked.out is not None:
        (asked.out / "table.vtt").write_text(text, encoding="utf-8")
    else:
        print(text)
    return status_of(past)


# ---------------------------------------------------------------- PHH


def _phh(asked: argparse.Namespace) -> int:
    with past_of(asked) as past:
        for hand in hands_of(past, _rounds(asked, past)):
            if hand.closed.void:
                print(f"tablectl: round {hand.closed.round} is void and left out", file=sys.stderr)
            else:
                _put(asked, hand)
    return status_of(past)


def _put(asked: argparse.Namespace, hand: Hand) -> None:
    number, text = hand.closed.round, exported(hand)
    if asked.out is not None:
        (asked.out / f"round-{number:06}.phh").write_text(text, encoding="utf-8")
    else:
        print(text if asked.round is not None else f"[{number}]\n{text}", end="\n" * (asked.round is None))
