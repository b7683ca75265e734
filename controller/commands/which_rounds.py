"""Which rounds of a journal somebody asks for, alike for whoever lists and exports them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from controller.commands.a_journal import zone_of
from controller.commands.progress import Progress
from controller.commands.values import number
from controller.past.reading import NotThere, Past
from controller.past.round_lines import RoundLine, RoundLines, SaidOf
from controller.past.summary import Wanted, rules_within


def add_which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rule", help="rounds of which something was ruled, disputed or put right by this rule or a part of it"
    )
    parser.add_argument("--box", type=number, help="rounds in which this box or seat played")
    parser.add_argument("--dealer", metavar="NUMBER", help="rounds that this dealer dealt, or dealt in part")
    parser.add_argument(
        "--by", metavar="NUMBER", help="rounds of which this person ruled, decided or put right"
    )
    parser.add_argument(
        "--with-ruling", action="store_true", help="rounds of which something was ruled, disputed or put right"
    )
    parser.add_argument("--void", action="store_true", help="rounds that were void, or made void later")
    parser.add_argument(
        "--corrected", action="store_true", help="rounds that were put right later, or in which one was"
    )
    parser.add_argument(
        "--card-twice", action="store_true", help="rounds in which a card came twice, turned or not"
    )


def times_of(asked: argparse.Namespace) -> tuple[int | None, int | None]:
    zone = zone_of(asked)
    since_ms = None if asked.since is None else zone.ms(asked.since, "first")
    until_ms = None if asked.until is None else zone.ms(asked.until, "last")
    if since_ms is not None and until_ms is not None and since_ms > until_ms:
        raise NotThere(
            f"nothing can be found: --since {asked.since} is later than --until {asked.until}; exchange them"
        )
    return since_ms, until_ms


def wanted_of(asked: argparse.Namespace, past: Past) -> Wanted:
    """Says what nothing could ever fit."""
    boxes, place = past.setting["boxes"], "seat" if past.game.has_seats else "box"
    if asked.box is not None and not 1 <= asked.box <= boxes:
        raise NotThere(f"nothing can be found: this table has no {place} {asked.box}, but 1 to {boxes}")
    rules = None if asked.rule is None else rules_within(past.game.document, asked.rule)
    return Wanted(
        asked.box,
        rules,
        asked.dealer,
        asked.by,
        asked.with_ruling,
        asked.void,
        asked.corrected,
        asked.card_twice,
    )


def lines_in(asked: argparse.Namespace, past: Past) -> Iterator[tuple[RoundLine, list[SaidOf]]]:
    """Each with what was said of it when it was over."""
    since_ms, until_ms = times_of(asked)
    wanted = wanted_of(asked, past)
    said_after: dict[int, list[SaidOf]] | None = None
    with RoundLines(past, Progress(sys.stderr.isatty())) as lines:
        for line in lines.on(since_ms, until_ms):
            if said_after is None:
                said_after = lines.of_others(line.round)
            later = said_after.get(line.round, [])
            if wanted.fits(line, later):
                yield line, later
