"""What holds for all tests."""

from __future__ import annotations

import pytest

from tests.chromium import browser  # noqa: F401 - a fixture of every test


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser comes last: Playwright keeps an event loop running that others cannot start beside."""
    items.sort(key=lambda item: "/browser/" in item.nodeid)
