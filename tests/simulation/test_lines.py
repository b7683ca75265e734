"""The same rounds of each game over every kind of line: the same outcome, or somebody was asked why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.records import outcomes_in, read
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from games import events as e
from games.outcomes import Outcome, Question, RoundClosed
from games.table.table import Setup, Table
from simulators.wire import DAMAGES, Damage
from tests.simulation.people import People
from tests.simulation.wired import Door, Wired
from tests.simulators.rig import is_in_order

TABLES = ("demo", "demo_holdem", "demo_omaha", "demo_faro", "demo_stud")
ROUNDS = 3
SEEDS = (3, 4)
LOSSIER = Damage(
    lose=0.02, flip=0.02
)  # an Angel Eye says everything three times: it takes that much to lose one
LINES = DAMAGES | {"lossier": LOSSIER}
OF_LOST_REPORTS = {"reports_missed", "shoe_lost", "shoe_back", "shoe_faulted"}


@dataclass(frozen=True)
class Written:
    """What the journal says in the end."""

    faces: tuple[str, ...]  # a card that was not read is a "?"
    closed: tuple[RoundClosed, ...]
    asked: frozenset[str]
    missed: int


class Books:
    """The real loop with its journal, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.now_ms = lambda: 0

    def open(self, setup: Setup) -> tuple[Door, Callable[[], Table]]:
        self.journal = Journal(self._folder / "journal.db")
        self.seal = load_seal(self._folder / "seal.key", may_create=True)
        self.loop = TableLoop(self.journal, self.seal, setup, self._time)
        return self._handle, lambda: self.loop.table

    def _time(self) -> int:
        return self.now_ms()

    def _handle(self, event: e.Event) -> list[Outcome]:
        told: list[list[Outcome]] = []
        self.loop.handle(Incoming(event, told.append))
        assert self.loop.trouble is None, self.loop.trouble
        return told[0]

    def written(self) -> Written:
        entries = [read(self.seal, record) for record in self.journal.records()]
        events = [entry.event for entry in entries if entry.event is not None]
        told = [outcome for entry in entries for outcome in outcomes_in(entry.verdicts)]
        drawn = [event.card for event in events if isinstance(event, e.CardDrawn)]
        return Written(
            tuple(str(card.open()) if card else "?" for card in drawn),
            tuple(outcome for outcome in told if isinstance(outcome, RoundClosed)),
            frozenset(outcome.about for outcome in told if isinstance(outcome, Question)),
            sum(event.count for event in events if isinstance(event, e.ReportsMissed)),
        )


@cache
def played(table: str, line: str, seed: int) -> Written:
    with TemporaryDirectory() as folder:
        books = Books(Path(folder))
        wired = Wired(table, seed, books.open)
        try:
            books.now_ms = lambda: wired.now_ms
            wired.open()
            wired.take(e.OpenTable(by="dealer"))
            for device in wired.lines:
                wired.physical._device(device).wire.damage = LINES[line]
            people = People(wired, seed)
            for _ in range(ROUNDS):
                people.play()
            return books.written()
        finally:
            books.journal.close()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_perfect_line_asks_nothing(table: str, seed: int) -> None:
    perfect = played(table, "perfect", seed)
    assert len(perfect.closed) == ROUNDS
    assert not any(closed.void for closed in perfect.closed)
    assert len(perfect.faces) > ROUNDS * 5
    assert not perfect.asked
    assert "?" not in perfect.faces


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("line", ["byte-at-a-time", "slow", "repeating"])
@pytest.mark.parametrize("table", TABLES)
def test_a_line_that_loses_nothing_gives_the_same(table: str, line: str, seed: int) -> None:
    assert played(table, line, seed) == played(table, "perfect", seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("line", ["lossy", "lossier"])
@pytest.mark.parametrize("table", TABLES)
def test_a_line_that_loses_gives_the_same_or_asks(table: str, line: str, seed: int) -> None:
    """A card that nobody heard of is asked about; one that was heard is the one that came."""
    perfect, lossy = played(table, "perfect", seed), played(table, line, seed)
    assert len(lossy.closed) == ROUNDS
    if lossy.faces != perfect.faces:
        assert lossy.asked & OF_LOST_REPORTS
        assert lossy.missed > 0
        assert is_in_order([face for face in lossy.faces if face != "?"], perfect.faces)
    for got, wanted in zip(lossy.closed, perfect.closed, strict=True):
        assert got == wanted or lossy.asked


def test_on_some_of_these_lines_something_was_lost() -> None:
    assert any(played(table, "lossier", seed).missed for table in TABLES for seed in SEEDS)
