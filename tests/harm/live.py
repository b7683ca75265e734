"""A real daemon whose files are harmed while it plays; then what it says is done."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.commands.verification_key import set_up
from controller.journal.closed import write_closed
from controller.journal.head import read_head
from controller.journal.history import History
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.journal.witness import heads_in
from controller.tools.audit import Trust, audit
from simulators.dealer import play
from tests.daemon import Daemon

TABLE, NAME = "demo", "T-01"
STARTS = 4  # sentences that may follow on one another
LOOKS_S = 1.5  # the daemon looks every second
FOLDERS = ("state", "state-keys", "stick")
FILES = (
    "state/journal.db",
    "state/journal.db-wal",
    "state/journal.db-shm",
    "state/journal.head",
    "state/journal.lock",
    "state/tokens.json",
    "state-keys/seal.key",
    "state-keys/sealing.key",
    "stick/T-01.heads",
)
STOPPED = r"journal_not_readable|table_stopped|journal_past_damaged|sealing_key_not_usable|the daemon ended"
SAVED = r"saved as (\S+): stop the program, copy the folder, move (\S+)\* away, name that file (\S+) and start"
SAVED_BEFORE = r"put (\S+), which was saved, as (\S+) back"
KEY_SAVED = r"(\S+) was saved as (\S+): put it back"
BRING_BACK = r"put the missing file back|bring the file back|restore it from the backup"


class Table:
    def __init__(self, folder: Path) -> None:
        """Sealed and witnessed, with a past in a closed file."""
        self.folder = folder
        (folder / "stick").mkdir()
        witness = f'witness = ["{folder / "stick" / "T-01.heads"}"]\nstate ='
        self.daemon = Daemon(folder, TABLE, **{TABLE: (r"(?m)^state =", witness)})
        self.state = self.daemon.state
        self.state.mkdir(mode=0o700)
        self.key = set_up(NAME, self.state, self.daemon.keys, anew=False)
        self.daemon.start()
        self._play(2.0)
        self.daemon.stop()
        self._put_past_away()
        self._copy(folder, folder / "before")

    def suffers(self, seed: int) -> list[str]:
        """What is wrong with what came out."""
        self._begin_again()
        chance, harm = Random(seed), self.harm_of(seed)
        try:
            self.daemon.start()
            told = self._harmed(harm, chance)
            (self.daemon.kill if chance.random() < 0.5 else self.daemon.stop)()
            self.daemon.stop_simulators()
            return [*self._brought_back(), *self._not_believed(told)]
        except Exception as error:
            return [f"{type(error).__name__}: {error}"]
        finally:
            if self.daemon.process is not None and self.daemon.process.poll() is None:
                self.daemon.kill()
            self.daemon.stop_simulators()

    # ------------------------------------------------------------ harm

    def harm_of(self, seed: int) -> str:
        chance = Random(seed)
        return f"{chance.choice(list(HARMS))} {chance.choice([*FILES, self.closed])}"

    def _harmed(self, harm: str, chance: Random) -> int:
        """How far the journal had come, as told."""
        how, name = harm.split()
        path, when_s, told = self.folder / name, chance.uniform(0.05, 1.5), 0

        def later() -> None:
            nonlocal told
            time.sleep(when_s)
            head = read_head(self.state / "journal.head")
            told = head.number if head is not None else 0
            if path.exists():
                shutil.copy2(path, self.folder / "aside" / path.name)
                HARMS[how](self, path, chance)

        harming = threading.Thread(target=later)
        harming.start()
        self._play(when_s + 1)
        harming.join()
        time.sleep(LOOKS_S)
        return told

    def _play(self, seconds: float) -> None:
        """Until the table is stopped, or the daemon gone."""
        given = self.daemon.scripted_dealer(seed=5, pace_s=0.003)
        with contextlib.suppress(Exception):
            asyncio.run(asyncio.wait_for(play(given, lambda line: None), seconds))

    # ------------------------------------------------------------ what is said is done

    def _brought_back(self) -> list[str]:
        said = self.daemon.log.read_text()
        for _ in range(STARTS):
            if "Traceback" in said:
                return [said[said.index("Traceback") :]]
            self._do(said)
            said = self._started()
            if not re.search(STOPPED, said):
                return []
            self.daemon.kill()
            self.daemon.stop_simulators()
        return [f"it does not come back: {said[-1_000:]}"]

    def _started(self) -> str:
        self.daemon.log.write_text("")
        try:
            self.daemon.start()
        except AssertionError as ended:
            return str(ended)
        time.sleep(LOOKS_S)
        return self.daemon.log.read_text()

    def _do(self, said: str) -> None:
        did = False
        for saved, away, name in re.findall(SAVED, said):
            for path in self.state.glob(f"{away}*"):
                path.rename(self.folder / "away" / path.name)
            Path(saved).rename(self.state / name)
            did = True
        for name, saved in re.findall(KEY_SAVED, said):
            Path(saved).rename(Path(saved).with_name(name))
            did = True
        for saved, name in re.findall(SAVED_BEFORE, said):
            (self.state / saved).rename(self.state / name)
            did = True
        if not did and re.search(BRING_BACK, said):
            for name in (*FILES, self.closed):
                kept = self.folder / "aside" / Path(name).name
                if kept.exists():
                    shutil.copy2(kept, self.folder / name)

    def _not_believed(self, told: int) -> list[str]:
        self._play(0.5)
        if self.daemon.stop() != 0:
            return ["it does not stop in order"]
        journal, witness = self.state / "journal.db", self.folder / "stick" / "T-01.heads"
        trust = Trust((self.key,), tuple(heads_in(witness)), self.daemon.keys / "sealing.key")
        seal = load_seal(self.daemon.keys / "seal.key", may_create=False)
        found = audit(journal, seal, lambda done, total: None, cores=1, trust=trust)
        with History(journal) as history:
            lost = [f"{told} records were told, {history.last_number} are there"] * (history.last_number < told)
        proof = [] if found.proof is not None and found.proof.is_whole else [f"not proven: {found.proof}"]
        return [*lost, *proof, *map(str, found.faults)]

    # ------------------------------------------------------------ its files

    def _put_past_away(self) -> None:
        journal = Journal(self.state / "journal.db")
        *_, last, _ = (record.number for record in journal.records() if record.checkpoint)
        self.closed = str(write_closed(journal, self.state / "closed", last).relative_to(self.folder))
        while journal.let_go(last):
            pass
        journal.close()

    def _begin_again(self) -> None:
        self._copy(self.folder / "before", self.folder)
        for name in ("aside", "away"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()
        self.daemon.log.write_text("")

    def _copy(self, there: Path, here: Path) -> None:
        for name in FOLDERS:
            shutil.rmtree(here / name, ignore_errors=True)
            shutil.copytree(there / name, here / name, ignore=shutil.ignore_patterns("bench*"))


def _removed(table: Table, path: Path, chance: Random) -> None:
    path.unlink()


def _cut(table: Table, path: Path, chance: Random) -> None:
    if path.suffix != ".db-shm":  # the kernel ends every program that has it open
        os.truncate(path, chance.randrange(max(1, path.stat().st_size)))


def _swapped(table: Table, path: Path, chance: Random) -> None:
    other = path.with_name("other")
    other.write_bytes(chance.randbytes(path.stat().st_size))
    other.rename(path)


def _locked(table: Table, path: Path, chance: Random) -> None:
    db = sqlite3.connect(table.state / "journal.db", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    time.sleep(chance.choice((0.3, 1.5)))
    db.close()


def _killed(table: Table, path: Path, chance: Random) -> None:
    assert table.daemon.process is not None
    table.daemon.process.kill()


HARMS: dict[str, Callable[[Table, Path, Random], None]] = {
    "removed": _removed,
    "cut": _cut,
    "swapped": _swapped,
    "locked": _locked,
    "killed": _killed,
}
