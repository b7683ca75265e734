"""The disk does not answer: nothing is told before it is on disk, and every screen says what it waits for."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.daemon import Daemon
from tests.disks import Disk

SECONDS_MS = 6_000


class Table:
    def __init__(self, folder: Path, disk: Disk) -> None:
        self.disk = disk
        self.daemon = Daemon(folder)
        self.systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.systemd.bind(str(folder / "notify"))
        self.daemon.environment = {
            **disk.environment,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "4000000",
        }

    def told_systemd(self) -> list[bytes]:
        self.systemd.setblocking(False)
        told = []
        try:
            while True:
                told.append(self.systemd.recv(4096))
        except BlockingIOError:
            return told

    def why(self) -> dict[str, object]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.daemon.port}/why", timeout=5) as answer:
            return dict(json.load(answer))


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Disk:
    try:
        return Disk(tmp_path_factory.mktemp("disk"))
    except FileNotFoundError as error:
        pytest.skip(f"a disk that hangs cannot be made: {error}")


@pytest.fixture
def table(tmp_path: Path, disk: Disk) -> Iterator[Table]:
    table = Table(tmp_path, disk)
    table.daemon.start()
    yield table
    disk.answer()
    assert table.daemon.stop() == 0
    table.systemd.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


def test_a_disk_that_hangs_is_named_on_every_screen_and_play_goes_on_when_it_answers(
    table: Table, context: BrowserContext
) -> None:
    pages = [context.new_page(), context.new_page()]
    frames: list[str] = []
    pages[0].on("websocket", lambda one: one.on("framereceived", lambda said: frames.append(str(said))))
    for page, role in zip(pages, ("dealer", "sign"), strict=True):
        page.goto(table.daemon.page(role))
    dealer, sign = pages
    expect(dealer.get_by_text("Sign in to use the table")).to_be_visible()
    assert table.why() == {}

    table.disk.hang()
    table.daemon.bench.do("unplug", device="readers")
    expect(dealer.get_by_role("alert").filter(has_text="The disk does not answer")).to_be_visible(
        timeout=SECONDS_MS
    )
    expect(dealer.get_by_role("alert")).to_contain_text("Stop dealing.")
    expect(sign.get_by_text("The disk does not answer")).to_be_visible(timeout=SECONDS_MS)
    assert table.why()["why"] == "disk"
    heard = len(frames)
    another = context.new_page()
    another.goto(table.daemon.page("dealer"))
    expect(another.get_by_text("The disk does not answer")).to_be_visible(timeout=SECONDS_MS)
    table.told_systemd()
    dealer.wait_for_timeout(5_000)  # longer than the watchdog gives
    assert b"WATCHDOG=1" in table.told_systemd()
    assert len(frames) == heard  # not a word of the cable before it is on disk

    table.disk.answer()
    expect(dealer.get_by_role("alert").filter(has_text="The disk does not answer")).to_be_hidden(
        timeout=SECONDS_MS
    )
    expect(sign.get_by_text("The disk does not answer")).to_be_hidden(timeout=SECONDS_MS)
    expect(another.get_by_text("Sign in to use the table")).to_be_visible(timeout=SECONDS_MS)
    assert table.why() == {}
    log = table.daemon.log.read_text()
    assert log.count("disk_does_not_answer") == 1
    assert log.count("disk_answers_again") == 1
