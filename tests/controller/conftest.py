from collections.abc import Iterator

import pytest
import structlog

from tests.drivers.leaks import nothing_left_behind  # noqa: F401


@pytest.fixture(autouse=True)
def log_of_its_own() -> Iterator[None]:
    """A command logs to the standard error it finds; the next test has another one."""
    yield
    structlog.reset_defaults()
