"""Talks to a simulated table that runs as its own process, and starts it if nobody has."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simulators.serving import ALREADY_RUNNING, SOCKET_NAME
from simulators.table import FACES

ANSWER_WAIT_S = 5.0
START_WAIT_S = 15.0
_ROOT = Path(__file__).parent.parent


class BenchLost(Exception):
    """The simulated table cannot be reached or started. The text says what to do next."""


class BenchRefused(Exception):
    """The table's own sentence why a command is not possible."""


class Bench:
    """One connection; may be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(ANSWER_WAIT_S)
        try:
            self._socket.connect(str(folder / SOCKET_NAME))
        except OSError as error:
            self._socket.close()
            raise BenchLost(f"no simulated table runs in {folder} ({error}): start it") from error
        self._answers = self._socket.makefile("rb")

    def ask(self, command: Mapping[str, object]) -> dict[str, Any]:
        """The whole reply, with its "ok" and, if not, its "error"."""
        with self._lock:
            try:
                self._socket.sendall(json.dumps(command).encode() + b"\n")
                answer = self._answers.readline()
            except OSError as error:
                raise BenchLost(f"the simulated table does not answer ({error}): start it again") from error
        if not answer:
            raise BenchLost("the simulated table has ended: start it again")
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def do(self, verb: str, **arguments: object) -> dict[str, Any]:
        reply = self.ask({"do": verb, **arguments})
        if not reply["ok"]:
            raise BenchRefused(reply["error"])
        return reply

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


def start_or_find(  # noqa: PLR0917
    folder: Path,
    devices: Sequence[Mapping[str, object]],
    boxes: int,
    seed: int,
    linger_s: float = 300,
    faces: Sequence[str] = FACES,
) -> Bench:
    """The table in `folder`; one that is already there must have been started for the same devices and deck."""
    folder = folder.absolute()
    wanted = {"devices": list(devices), "boxes": boxes, "seed": seed, "faces": list(faces)}
    try:
        bench = Bench(folder)
    except BenchLost:
        _start(folder, wanted, linger_s)
        bench = _connect_soon(folder)
    found = bench.do("about")
    if any(found[key] != value for key, value in wanted.items()):
        bench.close()
        raise BenchLost(
            f'the simulated table in {folder} has other devices, boxes, cards or seed: send it "stop" first'
        )
    return bench


def _start(folder: Path, wanted: Mapping[str, Any], linger_s: float) -> None:
    command = [
        *(sys.executable, "-m", "simulators", "--detach", "--folder", str(folder)),
        *("--devices", json.dumps(wanted["devices"]), "--boxes", str(wanted["boxes"])),
        *("--faces", json.dumps(wanted["faces"])),
        *("--seed", str(wanted["seed"]), "--linger-s", str(linger_s)),
    ]
    try:
        started = _run(command)
    except subprocess.TimeoutExpired as error:
        raise BenchLost(f"the simulated table did not start in {START_WAIT_S} s: try again") from error
    if started.returncode not in (0, ALREADY_RUNNING):
        raise BenchLost(f"the simulated table did not start: {started.stderr.strip()}")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own program
        command,
        cwd=_ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=START_WAIT_S,
        check=False,
        start_new_session=True,
    )


def _connect_soon(folder: Path) -> Bench:
    """Another process may have started it a moment ago and still be at it."""
    deadline = time.monotonic() + START_WAIT_S
    while True:
        try:
            return Bench(folder)
        except BenchLost:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
