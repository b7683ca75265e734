"""A table with an enrolment file, at the real daemon: what only tags can tell, and a round played with them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.app import SEED
from controller.tools.adjudicate import adjudicate_journal
from games.every_game.irregularities import OF_TAGS
from simulators.table import SimulatedTable
from tests.browser.dealing import Prepared, Screen
from tests.controller.at_the_bench import PATIENCE_S, Bench, until_asked
from tests.daemon import Daemon
from tests.journals import texts

ANTES = {1: 25, 2: 50}


@contextmanager
def enrolled_table() -> Iterator[Bench[Prepared]]:
    """The simulated cards are the same with every start: they can be enrolled before the table runs."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), demo=('table = "T-01"', 'deck = "decks/one.toml"\ntable = "T-01"'))
        _file(daemon).parent.mkdir()
        assert SimulatedTable(Path(folder), [], 7, SEED).enrol(_file(daemon)) == 52
        daemon.start()
        try:
            yield Bench(daemon, Prepared(daemon))
        finally:
            daemon.stop()


def _file(daemon: Daemon) -> Path:
    return daemon.folder / "config/decks/one.toml"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench[Prepared]]:
    with enrolled_table() as bench:
        yield bench


def _foreign(bench: Bench[Prepared]) -> None:
    bench.presses("exchange_next", "draw_next")


def _differ(bench: Bench[Prepared]) -> None:
    bench.presses("next_card_misread", "draw_next", "draw_next")


HAPPENS = {"foreign_card": _foreign, "shoe_and_tag_differ": _differ}


@pytest.mark.parametrize("about", HAPPENS)
def test_it_can_be_brought_about(bench: Bench[Prepared], about: str) -> None:
    bench.prepared.deal(ANTES, 3)
    HAPPENS[about](bench)
    assert about in until_asked(bench, about)


def test_none_is_forgotten() -> None:
    assert set(HAPPENS) == set(OF_TAGS)


def test_a_round_with_a_foreign_card_a_doubled_face_and_an_unread_card() -> None:
    with enrolled_table() as bench:
        bench.prepared.deal({1: 25}, 2)
        doubled = bench.face("box-1", 1)
        bench.daemon.bench.do("exchange_next", face=doubled)
        bench.press("draw_next")
        until_asked(bench, "foreign_card")
        assert until_asked(bench, "card_read_twice") == {"foreign_card", "card_read_twice"}
        with Screen(bench.daemon) as screen:
            while screen.asked:
                screen.authorise()
                screen.press("answer-go_on", reason="the card stays for now")
        bench.presses("next_card_smudged", *["draw_next"] * 7)
        with Screen(bench.daemon) as screen:
            screen.until(lambda state: screen.phase == "decide")
            time.sleep(1)  # the readers have seen all, and it has stood
            screen.press("bet")
            ends = time.monotonic() + PATIENCE_S
            while screen.action("show_dealer") is None and time.monotonic() < ends:
                screen.hear("screen")
            screen.press("show_dealer")  # not refused: the tag has named the card that the shoe could not read
            screen.until(lambda state: screen.phase == "settle")
        assert bench.asked() == {"foreign_card", "card_read_twice"}
        _nothing_repeats_a_tag(bench.daemon)


def _nothing_repeats_a_tag(daemon: Daemon) -> None:
    tags = [line.split('tag = "')[1][:16] for line in _file(daemon).read_text().splitlines() if "tag =" in line]
    assert len(tags) == 52
    log = daemon.log.read_text()
    journal = texts(daemon.state / "journal.db")
    told = "".join(adjudicate_journal(daemon.state / "journal.db", 1))
    for tag in tags:
        assert tag not in log + told
        assert tag.encode() not in journal
        assert bytes.fromhex(tag) not in journal
