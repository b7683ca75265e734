"""The real daemon as its own process, on its own folder and port, for tests from outside."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from simulators.bench import Bench, BenchLost
from simulators.dealer import Given
from simulators.serving import LOCK_NAME

ROOT = Path(__file__).parent.parent
START_WAIT_S = 60
DEALER = ("1182", "4826")  # number and PIN, of the invented staff


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_free(lock: Path) -> None:
    """The simulated table lets it go as its last act, after its socket and its wires are gone."""
    descriptor = os.open(lock, os.O_RDWR)
    deadline = time.monotonic() + START_WAIT_S
    try:
        while True:
            try:
                return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                assert time.monotonic() < deadline, f"the simulated table of {lock.parent} does not stop"
                time.sleep(0.005)
    finally:
        os.close(descriptor)


class Daemon:
    """`tablectl run` on a copy of the demonstration's configuration, or of one that a test brings along."""

    def __init__(
        self, folder: Path, table: str = "demo", *, home: Path = ROOT / "config", **changes: tuple[str, str]
    ) -> None:
        """`changes`: file stem -> (pattern, replacement), applied to the copied configuration files."""
        self.folder = folder
        self._home = home
        self._table = table
        self.state = folder / "state"
        self.keys = folder / "state-keys"
        self.port = free_port()
        self.log = folder / "daemon.log"
        self.environment: dict[str, str] = {}  # that this one has beside ours
        self.config = self._configure(changes)
        self.process: subprocess.Popen[bytes] | None = None
        self._bench: Bench | None = None

    def _configure(self, changes: dict[str, tuple[str, str]]) -> Path:
        home = self.folder / "config"
        for part in ("tables", "games", "devices", "staff", "tournaments"):
            if (self._home / part).is_dir():  # not everybody who brings a game along brings a tournament
                shutil.copytree(self._home / part, home / part)
        for staff in (home / "staff").glob("*.toml"):
            staff.chmod(0o640)
        table = home / "tables" / f"{self._table}.toml"
        text = table.read_text()
        text = re.sub(r"port = \d+", f"port = {self.port}", text)
        table.write_text(re.sub(r'state = "[^"]+"', f'state = "{self.state}"', text))
        for path in home.rglob("*.toml"):
            if path.stem in changes:
                path.write_text(re.sub(*changes[path.stem], path.read_text()))
        return table

    def start(self) -> Daemon:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "controller", "run", str(self.config)],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **self.environment},
            )
        self.wait_until_it_answers()
        self.wait_until_it_hears()
        return self

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_WAIT_S
        while time.monotonic() < deadline:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the daemon ended: {self.log.read_text()}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError(f"the daemon does not answer: {self.log.read_text()}")

    def wait_until_it_hears(self) -> None:
        """What a device says before its line is up reaches nobody."""
        deadline = time.monotonic() + START_WAIT_S
        while time.monotonic() < deadline:
            with contextlib.suppress(BenchLost):  # the daemon listens a moment before it starts them
                devices = self.bench.do("state")["devices"].values()
                if all(device["heard"] or not device["plugged"] for device in devices):
                    return
            time.sleep(0.01)
        raise AssertionError(f"a device is not heard: {self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut would: no chance to say goodbye."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """As Ctrl-C would. Returns the exit status."""
        assert self.process is not None
        self.thaw()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait(timeout=START_WAIT_S)
        self.stop_simulators()
        return status

    def stop_simulators(self) -> None:
        """After a kill they live on, as real devices would. Then the folder is left alone."""
        if self._bench:
            self._bench.close()
            self._bench = None
        with contextlib.suppress(Exception):  # told by the daemon already
            bench = Bench(self.state)
            bench.do("stop")
            bench.close()
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # none were there
            wait_until_free(self.state / LOCK_NAME)

    def token(self, role: str) -> str:
        return self.page(role).partition("#")[2]

    def scripted_dealer(self, *, seed: int, rounds: int = 0, pace_s: float = 0.0) -> Given:
        """What it has to know to sit down at this table."""
        badge, pin = DEALER
        address, token = f"127.0.0.1:{self.port}", self.token("dealer")
        return Given(address, token, badge, pin, str(self.state), seed, pace_s, rounds)

    def page(self, role: str) -> str:
        return str(json.loads((self.folder / "state-screens" / "addresses.json").read_text())[role])

    @property
    def bench(self) -> Bench:
        if self._bench is None:
            self._bench = Bench(self.state)
        return self._bench
