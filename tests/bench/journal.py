"""What a table writes: how large it is, how long an audit of it takes, how long a burst waits for the disk."""

from __future__ import annotations

import asyncio
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from controller.inbox import Inbox, Incoming
from controller.journal.closed import write_closed
from controller.journal.journal import Journal
from controller.journal.keys import CLOSED
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from controller.tools.audit import audit
from games import events as e
from games.cards import SealedTag
from games.events import RACK
from tests.bench.journals import TABLES, play, state_in
from tests.bench.report import Figure, Suite
from tests.controller.room import setup

ROUNDS = 120
A_YEAR = 100_000  # rounds at a table
CORES = 2
LIVE_BYTES, ARCHIVED_BYTES = 25_000, 8_000
YEAR_S = 90
BURST = 28  # reports of the readers, when four boxes and the dealer put their cards into the rack
SLOW_SYNC_S = 0.010
MOST_TRANSACTIONS = 2
ABOUT = (
    f"{ROUNDS} rounds of each game on simulated devices: the file a table writes, the same put away and\n"
    f"         packed, what a year of {A_YEAR:,} such rounds takes {CORES} cores to audit by the CPU time of\n"
    f"         these; a burst of {BURST} reports at a disk that takes {1000 * SLOW_SYNC_S:.0f} ms for a sync"
)


def measure() -> Suite:
    figures = [figure for game, table in TABLES.items() for figure in _of_a_game(game, table)]
    return Suite("journal", ABOUT, figures=(*figures, *_of_a_burst()))


def _of_a_game(game: str, table: str) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        state = state_in(Path(folder))
        play(state, table, ROUNDS)
        journal = Journal(state / "journal.db")
        try:
            closed = write_closed(journal, state / CLOSED, journal.last_number)
        finally:
            journal.close()
        live_bytes = (state / "journal.db").stat().st_size / ROUNDS
        yield Figure(f"{game}, a round live", live_bytes, "bytes", LIVE_BYTES)
        yield Figure(f"{game}, a round archived", closed.stat().st_size / ROUNDS, "bytes", ARCHIVED_BYTES)
        yield Figure(f"{game}, a year audited", _year_s(closed, state), "s", YEAR_S)


def _year_s(closed: Path, state: Path) -> float:
    seal = load_seal(state / "seal.key", may_create=False)
    took_s = []
    for _ in range(3):
        began = time.process_time()
        found = audit(closed, seal, lambda done, total: None, cores=1)
        took_s.append((time.process_time() - began) / found.rounds)
        assert not found.faults, found.faults
    return min(took_s) * A_YEAR / CORES


# ---------------------------------------------------------------- a burst


class SlowDisk(Journal):
    """A sync takes its time, and is counted."""

    transactions = 0

    def commit(self) -> None:
        super().commit()
        time.sleep(SLOW_SYNC_S)
        self.transactions += 1


def _of_a_burst() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        state = state_in(Path(folder))
        journal = SlowDisk(state / "journal.db")
        try:
            loop = TableLoop(journal, load_seal(state / "seal.key", may_create=True), setup(), lambda: 1)
            journal.transactions = 0
            took_s = asyncio.run(_taken(loop))
        finally:
            journal.close()
    yield Figure(f"a burst of {BURST}, transactions", journal.transactions, "", MOST_TRANSACTIONS)
    yield Figure(f"a burst of {BURST}, until the last is told", 1000 * took_s, "ms")


async def _taken(loop: TableLoop) -> float:
    """A reader's thread puts them in one after the other, as they come off its wire in one read."""
    inbox, heard = Inbox(asyncio.get_running_loop()), asyncio.Event()
    left = iter(range(BURST, 0, -1))

    def told(outcomes: object) -> None:
        if next(left) == 1:
            heard.set()

    def tell() -> None:
        for number in range(1, BURST + 1):
            source = e.Source(device="readers", boot=1, sequence=number)
            inbox.put(Incoming(e.CardSeen(place=RACK, tag=SealedTag(f"{number:016x}"), source=source), told))

    running = asyncio.create_task(loop.run(inbox))
    began = time.perf_counter()
    reader = threading.Thread(target=tell)
    reader.start()
    await heard.wait()
    took_s = time.perf_counter() - began
    reader.join()
    running.cancel()
    return took_s
