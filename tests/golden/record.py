"""Keeps journals of the version that is here, for all that come after: `python -m tests.golden.record`.

Rounds that the scripted dealer plays at real daemons, and rounds of chance with everything that may happen.
"""

from __future__ import annotations

import itertools
import json
import lzma
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from controller import __version__
from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from games import events as e
from games.catalogue import game_class
from games.table.table import Setup
from tests.controller.test_tournament_room import PLAYED_AT, hall
from tests.controller.tournament_room import Room
from tests.daemon import ROOT, Daemon
from tests.same.plays import event_of, scripts

HOME = Path(__file__).parent / __version__
TOURNAMENTS = HOME / "tournaments"
TABLES = ("demo", "demo_holdem", "demo_shuffler", "demo_stud")
KINDS = (
    "canberra_poker",
    "shuffling_shoe",
    "casino_holdem",
    "omaha",
    "faro",
    "seven_card_stud",
    "omaha_tournament",
    "seven_card_stud_tournament",
)
ROUNDS = 4
BEGAN_MS, STEP_MS = 1_790_000_000_000, 700


def main() -> None:
    if HOME.exists():
        sys.exit(f"{HOME} is there: what a version wrote is never made anew")
    HOME.mkdir()
    for table in TABLES:
        with tempfile.TemporaryDirectory(prefix="golden-") as folder:
            _dealt(table, Path(folder))
    for kind in KINDS:
        with tempfile.TemporaryDirectory(prefix="golden-") as folder:
            _by_chance(kind, Path(folder))
    record_tournaments()


def record_tournaments() -> None:
    """Whole ones at two tables, the daemon killed at times; and one that somebody else gave an order in."""
    TOURNAMENTS.mkdir()
    for name, seed in zip(PLAYED_AT, (1, 2, 0, 1), strict=True):
        with tempfile.TemporaryDirectory(prefix="golden-") as folder:
            room = hall(Path(folder), name, seed)
            room.play(5, killed=0.004)
            room.close()
            _keep_tournament(name, Path(folder) / "tournament.db")
    with tempfile.TemporaryDirectory(prefix="golden-") as folder:
        room = hall(Path(folder), "demo_canberra_poker", 1)
        until_all_sit(room)
        chips_from_nobody(room)
        room.close()
        _keep_tournament("an_order_that_nobody_gave", Path(folder) / "tournament.db")


def until_all_sit(room: Room) -> None:
    room.take_entries(6)
    room.carry_out(room.offered("draw_ballot")[0])
    while not all(table.loop.table.dealer for table in room.tables.values()):
        for table in room.tables.values():
            table.step()
    room.settle()


def chips_from_nobody(room: Room) -> int:
    """The next order at a table, as its tournament would give it: 50,000.00 more for one who sits there."""
    table = room.tables["T1"]
    here = table.loop.table.game.state.tournament
    assert here is not None
    box, entrant = next(iter(here.entrants.items()))
    order = here.orders + 1
    table.say(e.GiveChips(order=order, box=box, entry=entrant.entry, chips_cents=5_000_000, by="1182"))
    room.settle()
    return order


def _dealt(table: str, folder: Path) -> None:
    daemon = Daemon(folder, table).start()
    try:
        said = json.dumps(asdict(daemon.scripted_dealer(seed=5, rounds=ROUNDS)))
        command = [sys.executable, "-m", "simulators.dealer"]
        subprocess.run(command, input=said, text=True, cwd=ROOT, check=True, timeout=300)
        _keep(table, daemon.state / "journal.db", daemon.keys / "seal.key")
    finally:
        daemon.stop()


def _by_chance(kind: str, folder: Path) -> None:
    player, seed, _ = next(play for name, play in scripts(2_400).items() if name.rpartition("-")[0] == kind)
    steps = player(seed, ROUNDS)
    said = next(steps)["setup"]
    options = game_class(said["game"]).Options.model_validate_json(json.dumps(said["options"]))
    setup = Setup(said["table"], said["game"], said["boxes"], options, said["shoe"])
    times = itertools.count(BEGAN_MS, STEP_MS)
    journal = Journal(folder / "journal.db")
    loop = TableLoop(journal, load_seal(folder / "seal.key", may_create=True), setup, lambda: next(times))
    for step in steps:
        if "take" in step:
            loop.handle(Incoming(event_of(step)))
            assert loop.trouble is None, loop.trouble
    journal.close()
    _keep(kind, folder / "journal.db", folder / "seal.key")


def _keep(name: str, journal: Path, key: Path) -> None:
    _pack(HOME / f"{name}.db.xz", journal)
    shutil.copy(key, HOME / f"{name}.key")
    (HOME / f"{name}.key").chmod(0o644)


def _keep_tournament(name: str, journal: Path) -> None:
    """It holds no card, and so it has no key."""
    _pack(TOURNAMENTS / f"{name}.db.xz", journal)


def _pack(packed: Path, journal: Path) -> None:
    """By SQLite's own copy: what is still in its log is in it."""
    whole = journal.with_name("whole.db")
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(whole)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    packed.write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
