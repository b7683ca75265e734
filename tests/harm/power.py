"""What a power cut may leave of what a daemon wrote: what was not yet synced is there, or not, or torn.

The writes of a real daemon are recorded once, with `strace`. Names are kept as a journalling file system does:
in their order, and all that came before whenever anything is synced.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from config.load import load
from controller.commands.verification_key import set_up
from controller.journal.beforehand import Marks
from controller.journal.head import Head, head_in
from controller.journal.keys import key_places, seal_of_table
from controller.journal.no_journal import NoJournal, open_journal
from controller.journal.sealing import verify
from controller.journal.sealing_key import keys_in_use
from controller.journal.witness import FileWitness, heads_in, reached
from controller.loop import TableLoop
from games.table.table import Setup
from simulators.dealer import play
from tests.daemon import ROOT, Daemon

NAME, ROUNDS = "T-01", 2
FOLDERS = ("state", "state-keys", "stick")
SECTOR = 512
CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink,openat,link"
IN_HEX = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
OF_FILE = re.compile(r"<((?:\\x[0-9a-f]{2})+)>")
ASIDE = ("bench", "/config/", "-screens", "-shm", "daemon.log")  # not of the journal, or not needed on disk


class Call(NamedTuple):
    what: str
    path: str
    at: int | None = None  # where it writes; None: at the end
    data: bytes = b""
    to: str = ""


@dataclass
class File:
    on_disk: bytearray = field(default_factory=bytearray)
    now: bytearray = field(default_factory=bytearray)
    not_synced: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, at: int | None, data: bytes) -> None:
        at = len(self.now) if at is None else at
        _put(self.now, at, data)
        self.not_synced.append((at, data))

    def sync(self) -> None:
        self.on_disk, self.not_synced = bytearray(self.now), []

    def cut(self, size: int) -> None:
        del self.now[size:]
        self.not_synced = [(at, data) for at, data in self.not_synced if at < size]

    def left(self, chance: Random) -> bytes:
        """After the power went."""
        kept, left = chance.choice((0.0, 1.0, 0.6, 0.6)), bytearray(self.on_disk)
        for at, data in self.not_synced:
            for part in range(0, len(data), SECTOR):
                if chance.random() < kept:
                    _put(left, at + part, data[part : part + SECTOR])
        return bytes(left)


def _put(content: bytearray, at: int, data: bytes) -> None:
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


class Disk:
    def __init__(self, files: dict[str, bytes]) -> None:
        self.now = {name: File(bytearray(content), bytearray(content)) for name, content in files.items()}
        self.on_disk = dict(self.now)
        self._not_synced: list[tuple[Call, File]] = []

    def take(self, call: Call) -> None:
        file = self.now.get(call.path)
        if call.what == "openat" and file is None:
            file = self.now[call.path] = File()
            self._not_synced.append((call, file))
        elif call.what in ("fsync", "fdatasync"):
            self.keep_names(len(self._not_synced))
            if file is not None:
                file.sync()
        elif file is None:
            return
        elif call.what in ("write", "pwrite64"):
            file.write(call.at, call.data)
        else:
            self._not_synced.append((call, file))
            if call.what == "ftruncate":
                file.cut(call.at or 0)
            elif call.what == "unlink":
                del self.now[call.path]
            elif call.what in ("rename", "link"):
                self.now[call.to] = file
                if call.what == "rename":
                    del self.now[call.path]

    def keep_names(self, many: int) -> None:
        for call, file in self._not_synced[:many]:
            if call.what == "openat":
                self.on_disk[call.path] = file
            elif call.what == "ftruncate":
                del file.on_disk[call.at or 0 :]
            elif call.what in ("rename", "link"):
                self.on_disk[call.to] = file
            if call.what in ("rename", "unlink"):
                self.on_disk.pop(call.path, None)
        del self._not_synced[:many]

    def left(self, chance: Random) -> Iterator[tuple[str, bytes]]:
        self.keep_names(chance.choice((0, len(self._not_synced), chance.randrange(len(self._not_synced) + 1))))
        for name, file in self.on_disk.items():
            yield name, file.left(chance)


class Recorded:
    def __init__(self, folder: Path, table: str) -> None:
        """From the first start on, sealed and witnessed, to the stop."""
        self.folder, self.witness = folder, folder / "stick" / "T-01.heads"
        self.witness.parent.mkdir()
        witness = f'witness = ["{self.witness}"]\nstate ='
        self.daemon = Daemon(folder, table, **{table: (r"(?m)^state =", witness)})
        self.daemon.state.mkdir(mode=0o700)
        self.key = set_up(NAME, self.daemon.state, self.daemon.keys, anew=False)
        self.before = {
            str(path): path.read_bytes()
            for name in FOLDERS
            for path in (folder / name).rglob("*")
            if path.is_file()
        }
        self.calls = self._recorded()
        self.config = load(self.daemon.config)

    def _recorded(self) -> list[Call]:
        trace, daemon = self.folder / "trace", self.daemon
        strace = ["strace", "-f", "-y", "-xx", "-s", "300000", "-o", str(trace), "-e", f"trace={CALLS}"]
        run = [sys.executable, "-m", "controller", "run", str(daemon.config)]
        with daemon.log.open("ab") as log:
            daemon.process = subprocess.Popen([*strace, *run], cwd=ROOT, stdout=log, stderr=log)
        daemon.wait_until_it_answers()
        daemon.wait_until_it_hears()
        asyncio.run(play(daemon.scripted_dealer(seed=5, rounds=ROUNDS), lambda line: None))
        children = Path(f"/proc/{daemon.process.pid}/task/{daemon.process.pid}/children").read_text()
        os.kill(int(children.split()[0]), signal.SIGINT)
        daemon.process.wait()
        daemon.stop_simulators()
        with trace.open(errors="replace") as lines:
            found = [call for line in _whole(lines) if (call := _call_in(line)) is not None]
        return [call for call in found if self._is_ours(call.path)]

    def _is_ours(self, path: str) -> bool:
        return path.startswith(str(self.folder)) and not any(what in path for what in ASIDE)

    def cut(self, seed: int) -> list[str]:
        """What is wrong with what is there afterwards."""
        chance, disk, told = Random(seed), Disk(self.before), 0
        early = chance.random() < 0.2  # the first start has moments of its own
        for call in self.calls[: chance.randrange(150 if early else len(self.calls)) + 1]:
            disk.take(call)
            head = head_in(call.data) if call.path.endswith(".head") else None
            told = max(told, head.number if head is not None else 0)
        for name in FOLDERS:
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir(mode=0o700)
        for name, content in disk.left(chance):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(content)
        try:
            return list(self._wrong(told))
        except Exception as error:
            return [f"{type(error).__name__}: {error}"]

    def _wrong(self, told: int) -> Iterator[str]:
        state, keys, table = self.daemon.state, self.daemon.keys, self.config.table
        marks = Marks(key_places(state, keys), keys / "sealing.key", reached([FileWitness(self.witness)]))
        with closing(open_journal(state / "journal.db", marks)) as journal:
            if isinstance(journal, NoJournal):
                yield "it is said to be damaged or shorter"
                return
            if journal.last_number < told:
                yield f"{told} records were told, {journal.last_number} are there"
            seal = seal_of_table(state, keys, may_create=journal.empty)
            journal.seal_with(NAME, keys / "sealing.key", _now_ms)
            setup = Setup(table.table, self.config.game, table.boxes, self.config.options, self.config.shoe)
            loop = TableLoop(journal, seal, setup, _now_ms)
            loop.seal("start")
            if loop.trouble is not None:
                yield str(loop.trouble)
            hashes = {number: journal.hash_of(number) for number in range(1, journal.last_number + 1)}
            known: list[Head] = heads_in(self.witness) if self.witness.exists() else []
            in_use = keys_in_use(keys / "sealing.key")
            proof = verify([self.key], journal.seals(), hashes.get, known=known, in_use=in_use.get)
            if not proof.is_to_its_end or proof.record != journal.last_number:
                yield f"not proven: {proof}"


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


# ---------------------------------------------------------------- what strace says


def _whole(lines: Iterator[str]) -> Iterator[str]:
    """A call that another thread came in between is told in two parts."""
    begun: dict[str, str] = {}
    for line in lines:
        thread, _, said = line.partition(" ")
        said = said.strip()
        if said.endswith("<unfinished ...>"):
            begun[thread] = said.removesuffix("<unfinished ...>")
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", said)
        yield begun.pop(thread, "") + resumed[1] if resumed else said


def _call_in(line: str) -> Call | None:
    found = re.match(r"(\w+)\((.*)\) += (\d+)", line)
    if found is None:
        return None
    what, said = found[1], found[2]
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in IN_HEX.findall(said)]
    file = OF_FILE.search(said.partition(",")[0])
    of_file = bytes.fromhex(file[1].replace("\\x", "")).decode(errors="replace") if file else ""
    if what in ("write", "pwrite64"):
        return Call(what, of_file, int(said.rpartition(",")[2]) if what == "pwrite64" else None, texts[0])
    if what in ("fsync", "fdatasync"):
        return Call(what, of_file)
    if what == "ftruncate":
        return Call(what, of_file, int(said.rpartition(",")[2]))
    names = [text.decode(errors="replace") for text in texts]
    if what == "openat":
        return Call(what, names[0]) if "O_CREAT" in said else None
    return Call(what, names[0], to=names[-1])
