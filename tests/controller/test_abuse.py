"""Any local program reaches the panel's port. Whatever it does there, cards are heard and screens served."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from controller.web.connections import MOST_STRANGERS, STRANGER_S
from controller.web.server import MOST_OF_A_ROLE
from tests.daemon import Daemon

HALF = b"GET /dealer HTTP/1.1\r\nHost: x\r\nX: "
MOST_LOG_BYTES = 100_000
DESCRIPTORS = 256  # fewer than any system gives a service, so that what is left over shows


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path).start()
    assert made.process is not None
    resource.prlimit(made.process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    yield made
    log = made.log.read_text()
    assert made.stop() == 0
    told = [line for line in log.splitlines() if "Too many open files" not in line]
    assert "Traceback" not in "".join(told)
    assert len(log) < MOST_LOG_BYTES


@pytest.fixture(autouse=True)
def _enough_descriptors_here() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def half_requests(daemon: Daemon, number: int, what: bytes = HALF) -> contextlib.ExitStack:
    """Left open, as somebody who means harm leaves them."""
    held = contextlib.ExitStack()
    for _ in range(number):
        half = held.enter_context(socket.socket())
        half.settimeout(5)
        with contextlib.suppress(OSError):
            half.connect(("127.0.0.1", daemon.port))
            half.sendall(what)
    return held


def panel(daemon: Daemon) -> ClientConnection:
    at = f"127.0.0.1:{daemon.port}"
    return connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), open_timeout=5, max_size=1_000_000)


def hello(daemon: Daemon, role: str = "dealer") -> str:
    return json.dumps({"hello": daemon.token(role), "role": role})


def hear_for_ever(screen: ClientConnection) -> None:
    while True:
        screen.recv(timeout=5)


def open_descriptors(daemon: Daemon) -> int:
    assert daemon.process is not None
    return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def test_half_requests_by_the_thousand_disturb_no_device_and_no_screen(daemon: Daemon) -> None:
    with panel(daemon) as old:
        old.send(hello(daemon))
        assert json.loads(old.recv(timeout=5))["kind"] == "screen"
        flood = half_requests(daemon, 1_100)
        daemon.bench.do("unplug", device="readers")
        time.sleep(0.5)
        daemon.bench.do("replug", device="readers")
        daemon.wait_until_it_hears()
        began = time.monotonic()
        with panel(daemon) as new:
            new.send(hello(daemon))
            assert json.loads(new.recv(timeout=5))["kind"] == "screen"
        assert time.monotonic() - began < 5
        assert open_descriptors(daemon) < DESCRIPTORS / 2
        assert json.loads(old.recv(timeout=5))["kind"] in ("screen", "beat")
        flood.close()


def test_descriptors_that_have_run_out_fill_no_log(daemon: Daemon) -> None:
    """Whoever else has used them up: it hears again when there are some."""
    assert daemon.process is not None
    few = open_descriptors(daemon) + 3
    resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (few, DESCRIPTORS))
    with half_requests(daemon, 30):
        time.sleep(3)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    with panel(daemon) as new:
        new.send(hello(daemon))
        assert json.loads(new.recv(timeout=5))["kind"] == "screen"
    assert "out of system resource" in daemon.log.read_text()
    assert daemon.log.read_text().count("upkeep_failed") <= 1


def test_a_stranger_has_some_seconds(daemon: Daemon) -> None:
    with socket.create_connection(("127.0.0.1", daemon.port)) as half:
        half.sendall(HALF)
        half.settimeout(STRANGER_S + 5)
        with contextlib.suppress(ConnectionResetError):
            assert half.recv(1) == b""


def test_a_screen_stays_longer_than_a_stranger_may(daemon: Daemon) -> None:
    with panel(daemon) as screen:
        screen.send(hello(daemon, "sign"))
        ends = time.monotonic() + STRANGER_S + 2
        while time.monotonic() < ends:
            assert json.loads(screen.recv(timeout=3))["kind"] in ("screen", "beat")


def test_garbage_fills_no_log(daemon: Daemon) -> None:
    for rubbish in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        os.urandom(4096) + b"\r\n\r\n",
    ):
        half_requests(daemon, 300, rubbish).close()
    half_requests(daemon, 3, b"X: " + b"x" * 100_000).close()
    with panel(daemon) as new:
        new.send(hello(daemon))
        assert json.loads(new.recv(timeout=5))["kind"] == "screen"


@pytest.mark.parametrize(
    "said",
    ['{"hello": "\\ud800", "role": "dealer"}', "x" * 70_000, "[" * 50_000],
    ids=["surrogate", "long", "deep"],
)
def test_a_hello_that_is_none_is_turned_away_without_a_word(daemon: Daemon, said: str) -> None:
    with panel(daemon) as odd:
        odd.send(said)
        with pytest.raises(ConnectionClosed):
            odd.recv(timeout=5)


def test_screens_without_a_key_push_none_out(daemon: Daemon) -> None:
    with contextlib.ExitStack() as held:
        screen = held.enter_context(panel(daemon))
        screen.send(hello(daemon))
        assert json.loads(screen.recv(timeout=5))["kind"] == "screen"
        for _ in range(MOST_STRANGERS + 20):
            held.enter_context(panel(daemon))
        newest = held.enter_context(panel(daemon))
        newest.send(hello(daemon))
        assert json.loads(newest.recv(timeout=5))["kind"] == "screen"
        assert open_descriptors(daemon) < DESCRIPTORS / 2
        while json.loads(screen.recv(timeout=5))["kind"] != "beat":
            pass


def test_screens_of_one_kind_keep_no_other_out(daemon: Daemon) -> None:
    """A sign that opens itself again and again had taken the dealer's place."""
    with contextlib.ExitStack() as held:
        signs = [held.enter_context(panel(daemon)) for _ in range(MOST_OF_A_ROLE + 12)]
        for sign in signs:
            sign.send(hello(daemon, "sign"))
            assert json.loads(sign.recv(timeout=5))["kind"] == "screen"
        dealer = held.enter_context(panel(daemon))
        dealer.send(hello(daemon))
        assert json.loads(dealer.recv(timeout=5))["kind"] == "screen"
        with pytest.raises(ConnectionClosed):  # the oldest made room
            hear_for_ever(signs[0])
        while json.loads(signs[-1].recv(timeout=5))["kind"] != "beat":
            pass


def test_a_screen_that_reads_nothing_is_cut_off(daemon: Daemon) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", daemon.port))
        at = f"127.0.0.1:{daemon.port}"
        deaf.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in deaf.recv(4096):
            pass
        deaf.sendall(masked(hello(daemon).encode()))
        ends = time.monotonic() + 60
        touch = masked(json.dumps({"id": "x", "seq": 1, "act": "no_such_touch"}).encode())
        deaf.settimeout(1)
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < ends:
                with contextlib.suppress(TimeoutError):
                    deaf.sendall(touch * 50)
        assert time.monotonic() < ends
    assert "screen_does_not_read" in daemon.log.read_text()


def masked(text: bytes) -> bytes:
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text
