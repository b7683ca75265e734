"""A kiosk is started with a page of its own, so that the key of its screen stands in no list of processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.dealing import BANNER
from tests.daemon import ROOT, Daemon


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path).start()
    yield made
    made.stop()


def test_the_page_leads_to_the_screen_and_the_screen_stays_over_restarts(
    daemon: Daemon, browser: Browser, tmp_path: Path
) -> None:
    kiosk = tmp_path / "dealer.html"
    command = [
        sys.executable,
        "-m",
        "controller",
        "address",
        daemon.config,
        "--role",
        "dealer",
        "--page",
        kiosk,
    ]
    subprocess.run(command, cwd=ROOT, check=True, timeout=30)
    page = browser.new_page()
    page.goto(kiosk.as_uri())
    expect(page.get_by_text(BANNER)).to_be_visible()
    first = page.url
    assert first == daemon.page("dealer")
    for _ in range(2):
        daemon.stop()
        expect(page.get_by_role("alert").filter(has_text="No connection")).to_be_visible()
        daemon.start()
        expect(page.get_by_role("alert").filter(has_text="No connection")).to_be_hidden()
    page.wait_for_url(daemon.page("dealer"))
    assert page.url != first
    page.reload()
    expect(page.get_by_text(BANNER)).to_be_visible()
    page.close()
