"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
import structlog

from tests.chromium import browser  # noqa: F401 - a fixture of every test


def pytest_configure() -> None:
    """A shell that starts tests in its background has Ctrl-C ignored, by what the tests start, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def log_of_its_own() -> Iterator[None]:
    """A command logs to the standard error it finds; the next test has another one."""
    yield
    structlog.reset_defaults()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser comes last: Playwright keeps an event loop running that others cannot start beside."""
    items.sort(key=lambda item: "/browser/" in item.nodeid)
