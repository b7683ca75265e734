"""Chromium, started once for all tests of a process: Playwright bears no second one beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_browser() -> str:
    wanted = os.environ.get("PANEL_BROWSER")
    found = shutil.which(wanted) if wanted else shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        pytest.fail(
            f"No browser{f' at PANEL_BROWSER={wanted}' if wanted else ''}: apt install chromium, "
            "or set PANEL_BROWSER to a Chromium or Chrome",
            pytrace=False,
        )
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
