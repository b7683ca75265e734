"""What systemd hears of the daemon, on a socket as systemd has one."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon import Daemon

WATCHDOG_S = 2.0


class Systemd:
    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def hears(self, within_s: float) -> list[str]:
        """All lines that come in that time."""
        lines: list[str] = []
        ends = time.monotonic() + within_s
        while (left := ends - time.monotonic()) > 0:
            self._socket.settimeout(left)
            with contextlib.suppress(TimeoutError):
                lines += self._socket.recv(4096).decode().splitlines()
        return lines

    def drops(self) -> None:
        """What was said before."""
        self._socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                self._socket.recv(4096)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    path = tmp_path / "notify"
    heard = Systemd(path)
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    monkeypatch.setenv("WATCHDOG_USEC", str(int(WATCHDOG_S * 1_000_000)))
    yield heard
    heard.close()


@pytest.fixture
def daemon(tmp_path: Path, systemd: Systemd) -> Iterator[Daemon]:
    made = Daemon(tmp_path).start()
    yield made
    made.stop()


def test_it_is_ready_when_it_answers_alive_while_it_runs_and_says_when_it_stops(
    systemd: Systemd, daemon: Daemon
) -> None:
    heard = systemd.hears(WATCHDOG_S)
    assert heard.count("READY=1") == 1
    assert "STATUS=Table T-01, canberra_poker, round 0" in heard
    assert heard.count("WATCHDOG=1") >= 3
    daemon.stop()
    assert systemd.hears(0.5).count("STOPPING=1") == 1


def test_a_daemon_that_stands_still_is_not_alive(systemd: Systemd, daemon: Daemon) -> None:
    daemon.freeze()
    time.sleep(0.1)
    systemd.drops()
    assert systemd.hears(WATCHDOG_S) == []
    daemon.thaw()
    assert "WATCHDOG=1" in systemd.hears(WATCHDOG_S)


def test_a_look_goes_the_way_of_the_journal(systemd: Systemd, daemon: Daemon) -> None:
    """While another program writes, none comes back, until the table says why it waits."""
    with sqlite3.connect(daemon.state / "journal.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(0.1)
        systemd.drops()
        assert systemd.hears(WATCHDOG_S / 4) == []
        heard = systemd.hears(WATCHDOG_S)
        other.execute("ROLLBACK")
    other.close()
    assert "WATCHDOG=1" in heard, "a table that says why it waits is left alone"


def test_a_table_that_is_stopped_says_why_and_is_left_alone(systemd: Systemd, daemon: Daemon) -> None:
    (daemon.state / "journal.db").rename(daemon.state / "taken-away.db")
    systemd.drops()
    daemon.bench.do("unplug", device="readers")
    heard = systemd.hears(WATCHDOG_S)
    assert [line for line in heard if line.startswith("STATUS=Table T-01, canberra_poker, stopped: ")]
    assert "WATCHDOG=1" in heard


def test_without_systemd_there_is_nobody_to_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    daemon = Daemon(tmp_path).start()
    assert daemon.stop() == 0
