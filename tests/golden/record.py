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
from games.catalogue import game_class
from games.table.table import Setup
from tests.daemon import ROOT, Daemon
from tests.same.plays import event_of, scripts

HOME = Path(__file__).parent / __version__
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
    """By SQLite's own copy: what is still in its log is in it."""
    whole = journal.with_name("whole.db")
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(whole)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    (HOME / f"{name}.db.xz").write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    shutil.copy(key, HOME / f"{name}.key")
    (HOME / f"{name}.key").chmod(0o644)


if __name__ == "__main__":
    main()
