"""How long a card takes from the shoe's last byte to the screens, against the bare append of its record."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from controller.journal.packing import unpack
from tests.bench.report import MICROSECONDS, Line, Suite, line
from tests.bench.rounds import ROUNDS, Round
from tests.bench.screen import Screen
from tests.bench.stamped import STEPS
from tests.bench.wired import WiredTable, places_in_order, wired_table

STATE = Path(__file__).parents[2] / "state" / "bench"
DEALS_A_ROUND = 3  # 120 cards: one of them may be slower than the p99
PAUSE_S = 0.01  # before a card as before an append: neither finds the machine warmer than the other
MEDIAN_TO_REACH, P99_TO_REACH = 3, 5

ABOUT = (
    "from the shoe's last byte until the state is on the sockets of two panels, against the bare append of\n"
    "      the same record to another SQLite file on the same disk (WAL, synchronous=FULL), after a like pause"
)

Row = tuple[int, int, int, bytes, bytes]


@dataclass(frozen=True, slots=True)
class Timed:
    """One card. Everything in seconds, from the moment the shoe spoke."""

    spoke_ns: int
    first_screen_s: float
    last_screen_s: float
    append_s: float


class BareAppends:
    """What SQLite needs to make a record durable, and nothing else of ours."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(
            "CREATE TABLE records (number INTEGER PRIMARY KEY, round INTEGER NOT NULL,"
            " checkpoint INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL) STRICT;"
            "CREATE INDEX checkpoints ON records (number) WHERE checkpoint;"
        )

    def seconds(self, row: Row) -> float:
        began = time.perf_counter()
        self._db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?)", row)
        return time.perf_counter() - began

    def close(self) -> None:
        self._db.close()


class Dealing:
    """Deals whole rounds, and times each card."""

    def __init__(self, daemon: WiredTable) -> None:
        self._daemon = daemon
        self._screens: list[Screen] = []
        self._bare = BareAppends(daemon.folder / "bare.db")
        self._journal = sqlite3.connect(f"file:{daemon.state / 'journal.db'}?mode=ro", uri=True)

    def __enter__(self) -> Dealing:
        self._screens = [self._daemon.screen(), self._daemon.screen()]
        self._daemon.open(self._screens[0])
        return self

    def __exit__(self, *what: object) -> None:
        for screen in self._screens:
            screen.close()
        self._journal.close()
        self._bare.close()

    def deal(self) -> list[Timed]:
        self._daemon.bet(self._screens[0])
        timed = [self._card(place) for place in places_in_order()]
        self._daemon.fold(self._screens[0])
        return timed

    def _card(self, place: str) -> Timed:
        """The shoe reads it as it leaves; it reaches its place when the screens have it already."""
        before = self._shown_after_a_pause()
        self._daemon.table.draw()
        for screen in self._screens:
            screen.next_state()
        assert all(screen.cards() == before + 1 for screen in self._screens), "that was not the card's state"
        row = self._last_record()
        self._daemon.table.move("hand", place)
        self._shown_after_a_pause()
        append_s = self._bare.seconds(row)
        spoke_ns = self._daemon.spoke_ns
        first_s, last_s = sorted((screen.arrived_ns - spoke_ns) / 1e9 for screen in self._screens)
        return Timed(spoke_ns, first_s, last_s, append_s)

    def _shown_after_a_pause(self) -> int:
        self._daemon.let_pass(PAUSE_S)
        for screen in self._screens:
            screen.catch_up()
        return self._screens[0].cards()

    def _last_record(self) -> Row:
        rows = self._journal.execute("SELECT * FROM records ORDER BY number DESC LIMIT 1").fetchall()
        assert b"\nevent card_drawn " in unpack(rows[0][3])
        row: Row = rows[0]
        return row


def measure() -> Suite:
    with tempfile.TemporaryDirectory(dir=_on_the_tables_disk()) as folder:
        found = _timed_rounds(Path(folder))
    with tempfile.TemporaryDirectory(dir=_on_the_tables_disk()) as folder:
        breakdown = _breakdown(Path(folder))
    first = [[(card.first_screen_s, card.append_s) for card in cards] for cards in found]
    last = [[(card.last_screen_s, card.append_s) for card in cards] for cards in found]
    return Suite("card", ABOUT, (*_lines("first screen", first), *_lines("both screens", last)), breakdown)


def _on_the_tables_disk() -> Path:
    STATE.mkdir(parents=True, exist_ok=True)
    return STATE


def _timed_rounds(folder: Path) -> list[list[Timed]]:
    with wired_table(folder) as daemon, Dealing(daemon) as dealing:
        dealing.deal()  # nobody's first cards count
        return [[card for _ in range(DEALS_A_ROUND) for card in dealing.deal()] for _ in range(ROUNDS)]


def _lines(what: str, found: Sequence[Sequence[tuple[float, float]]]) -> tuple[Line, Line]:
    medians, p99s = ([of(pairs) for pairs in found] for of in (_median, _p99))
    return (
        line(f"{what}, median", "bare append", MICROSECONDS, medians, MEDIAN_TO_REACH),
        line(f"{what}, p99", "bare append", MICROSECONDS, p99s, P99_TO_REACH),
    )


def _median(pairs: Sequence[tuple[float, float]]) -> Round:
    return Round(*map(median, zip(*pairs, strict=True)))


def _p99(pairs: Sequence[tuple[float, float]]) -> Round:
    return Round(*(sorted(each)[99 * len(each) // 100] for each in zip(*pairs, strict=True)))


# ---------------------------------------------------------------- where the time goes


def _breakdown(folder: Path) -> tuple[tuple[str, float], ...]:
    """From another daemon, because writing the times down takes time."""
    file = folder / "stamps.json"
    with wired_table(folder, "tests.bench.stamped", str(file)) as daemon, Dealing(daemon) as dealing:
        dealing.deal()
        cards = dealing.deal()
    stamps: dict[str, list[int]] = json.loads(file.read_text())
    steps = [(step, median(_passed_us(stamps[step], card) for card in cards)) for step in STEPS]
    on_screens = [(card.first_screen_s, card.last_screen_s) for card in cards]
    first, last = (1e6 * median(each) for each in zip(*on_screens, strict=True))
    return (*steps, ("on the first screen's socket", first), ("on the second screen's socket", last))


def _passed_us(stamps: list[int], card: Timed) -> float:
    return (stamps[bisect_left(stamps, card.spoke_ns)] - card.spoke_ns) / 1000
