"""The simulated table as a process: one loop for its devices and for whoever connects to its socket."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError, validate_call

from simulators.device import NotPossible
from simulators.specs import DEVICE_SPECS
from simulators.table import FACES, SimulatedTable

SOCKET_NAME, LOCK_NAME = "bench.sock", "bench.lock"
TICK_MS = 10
ALREADY_RUNNING = 3  # exit status
LINE_LIMIT_BYTES = 65_536
CONNECTION_LIMIT = 16
SOCKET_PATH_LIMIT = 107  # set by Linux
# What hands do at the table, each a method of it, and how the answer names what it returns.
HANDS = {
    "load_deck": "cards",
    "shuffle": "",
    "shuffle_in": "",
    "cut": "",
    "new_deck": "",
    "take_from_deck": "",
    "put_back": "",
    "add_extra": "",
    "exchange_next": "",
    "enrol": "cards",
    "verify_next": "",
    "verify_all": "cards",
    "draw": "",
    "draw_too_many": "",
    "double_feed": "",
    "next_card_goes": "",
    "insert_deck": "cards",
    "insert_foreign_deck": "",
    "take_decks_out": "",
    "dispense": "",
    "jam_in_pack": "",
    "door": "",
    "move": "",
    "to_rack": "",
    "to_the_rack": "",
    "swap": "",
    "collect": "",
    "expose": "face",
    "place_marker": "",
    "take_marker": "",
    "move_button": "",
    "scan": "",
    "press": "",
    "jam": "",
    "clear_jam": "",
    "fault": "",
    "clear_fault": "",
    "lose_reports": "",
    "garbage": "",
    "damage": "",
    "unplug": "",
    "replug": "",
    "reboot": "",
    "trouble": "",
}

Reply = dict[str, Any]


class AlreadyRunning(Exception):
    """Another process serves this folder."""


class Serving:
    def __init__(  # noqa: PLR0917
        self,
        folder: Path,
        devices: list[Any],
        boxes: int,
        seed: int,
        linger_s: float,
        faces: Sequence[str] = FACES,
    ) -> None:
        specs = DEVICE_SPECS.validate_python(devices)
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _lock(folder)
        self._folder = folder
        self._about: Reply = {"devices": devices, "boxes": boxes, "seed": seed, "faces": list(faces)}
        self._linger_ms = linger_s * 1000
        self._last_busy_ms = _now_ms()
        self._connections: dict[int, _Connection] = {}
        self._stopped = False
        self._table = SimulatedTable(folder, specs, boxes, seed, faces=faces)
        self._verbs = self._all_verbs()
        self._listener = _listen(folder / SOCKET_NAME)
        self._poll = select.poll()
        self._poll.register(self._listener, select.POLLIN)

    def _all_verbs(self) -> dict[str, Callable[..., Reply]]:
        own = {
            "about": validate_call(self.about),
            "state": validate_call(self._table.state),
            "stop": _with_reply(self.stop),
        }
        hands = {name: _with_reply(getattr(self._table, name), told) for name, told in HANDS.items()}
        return own | hands

    def run(self) -> None:
        try:
            while not self._stopped and not self._forgotten():
                for descriptor, _ in self._poll.poll(TICK_MS):
                    self._serve(descriptor)
                self._table.tick(_now_ms())
        finally:
            self.close()

    def about(self) -> Reply:
        return self._about

    def stop(self) -> None:
        self._stopped = True

    def close(self) -> None:
        for descriptor in list(self._connections):
            self._hang_up(descriptor)
        self._listener.close()
        (self._folder / SOCKET_NAME).unlink(missing_ok=True)
        self._table.close()
        os.close(self._lock)

    def _forgotten(self) -> bool:
        now_ms = _now_ms()
        if self._connections or self._table.someone_listens:
            self._last_busy_ms = now_ms
        return now_ms - self._last_busy_ms >= self._linger_ms

    def _serve(self, descriptor: int) -> None:
        if descriptor == self._listener.fileno():
            self._welcome()
            return
        connection = self._connections[descriptor]
        try:
            for line in connection.lines():
                connection.answer(self._do(line))
        except OSError:  # gone, or not reading its answers
            self._hang_up(descriptor)

    def _welcome(self) -> None:
        connected, _ = self._listener.accept()
        if len(self._connections) >= CONNECTION_LIMIT:
            connected.close()
            return
        connected.settimeout(1)
        self._connections[connected.fileno()] = _Connection(connected)
        self._poll.register(connected, select.POLLIN)

    def _hang_up(self, descriptor: int) -> None:
        self._poll.unregister(descriptor)
        self._connections.pop(descriptor).close()

    def _do(self, line: bytes) -> Reply:
        try:
            return {"ok": True, **self._verb(line)}
        except NotPossible as reason:
            return {"ok": False, "error": str(reason)}
        except ValidationError as error:
            return {"ok": False, "error": _in_one_sentence(error)}

    def _verb(self, line: bytes) -> Reply:
        try:
            command = json.loads(line)
        except (ValueError, RecursionError):
            command = None
        if not isinstance(command, dict):
            raise NotPossible('A command is one JSON object on one line: for example {"do": "draw"}.')
        verb = command.pop("do", "")
        if not isinstance(verb, str) or verb not in self._verbs:
            raise NotPossible(f'There is no command "{verb}": choose one of {", ".join(self._verbs)}.')
        return self._verbs[verb](**command)


class _Connection:
    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._buffer = b""

    def lines(self) -> list[bytes]:
        data = self._socket.recv(LINE_LIMIT_BYTES)
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        if not data or len(self._buffer) > LINE_LIMIT_BYTES:
            raise ConnectionError
        return lines

    def answer(self, reply: Reply) -> None:
        self._socket.sendall(json.dumps(reply).encode() + b"\n")

    def close(self) -> None:
        self._socket.close()


def _with_reply(verb: Callable[..., object], result: str = "") -> Callable[..., Reply]:
    """Checks a command's arguments against the verb's own signature; names what the verb returns."""
    checked = validate_call(verb)

    def call(**arguments: object) -> Reply:
        returned = checked(**arguments)
        return {result: returned} if result else {}

    return call


def _in_one_sentence(error: ValidationError) -> str:
    wrong = "; ".join(
        f"{'.'.join(str(part) for part in item['loc'])}: {item['msg'].lower()}" for item in error.errors()
    )
    return f"This command does not fit: {wrong}."


def _lock(folder: Path) -> int:
    descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise AlreadyRunning(
            f"a simulated table already runs in {folder}: use it, or send it the command stop first"
        ) from None
    return descriptor


def _listen(path: Path) -> socket.socket:
    if len(os.fsencode(path)) > SOCKET_PATH_LIMIT:
        raise NotPossible(f"{path} is too long for a socket: choose a shorter folder")
    path.unlink(missing_ok=True)  # ours: we hold the folder's lock
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with contextlib.ExitStack() as on_failure:
        on_failure.callback(listener.close)
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen()
        on_failure.pop_all()
    return listener


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
