"""The real daemon with a scanner and button boxes on the simulated USB."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.dealing import DEALER, Screen
from tests.daemon import Daemon
from tests.journals import texts

WAIT_S = 10


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        made = Daemon(Path(folder), "demo_usb").start()
        try:
            yield made
        finally:
            made.stop()


def badges(state: Any) -> list[str]:
    return [badge["text"] for badge in state["header"]["badges"]]


def has(text: str) -> Any:
    return lambda state: any(text in badge for badge in badges(state))


def has_not(text: str) -> Any:
    return lambda state: not has(text)(state)


def test_a_key_calls_the_supervisor_only_for_a_dealer_who_is_signed_in(daemon: Daemon) -> None:
    with Screen(daemon) as screen:
        daemon.bench.do("press", device="xkeys", button=6)
        daemon.bench.do("press", device="stream-deck", button=5)
        screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
        state = screen.until(lambda state: state["header"]["dealer"].startswith(DEALER[0]))
        assert not has("Floor")(state)
        daemon.bench.do("press", device="xkeys", button=6)
        screen.until(has("Floor"))


def test_devices_are_lost_swapped_and_found_again_one_by_one(daemon: Daemon) -> None:
    with Screen(daemon) as screen:
        daemon.bench.do("unplug", device="usb-scanner")
        screen.until(has("Scanner"))
        daemon.bench.do("trouble", device="xkeys", word="swapped")
        screen.until(has("Buttons"))
        daemon.bench.do("replug", device="usb-scanner")
        screen.until(has_not("Scanner"))
        daemon.bench.do("trouble", device="xkeys", word="swapped")
        screen.until(has_not("Buttons"))
        daemon.bench.do("scan", code="T-1182")
    deadline = time.monotonic() + WAIT_S
    while b'"what":"code_scanned"' not in texts(daemon.state / "journal.db"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert b"T-1182" not in texts(daemon.state / "journal.db") + daemon.log.read_bytes()


def test_a_daemon_that_was_killed_finds_its_devices_again(daemon: Daemon) -> None:
    daemon.kill()
    daemon.start()
    with Screen(daemon) as screen:
        screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
        screen.until(lambda state: state["header"]["dealer"].startswith(DEALER[0]))
        daemon.bench.do("press", device="stream-deck", button=5)
        screen.until(has("Floor"))
