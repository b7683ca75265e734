"""No test may leave a thread or a file descriptor behind."""

import gc
import os
import threading
from collections.abc import Iterator

import pytest

ENDS_WITHIN_S = 5


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    descriptors, threads = _descriptors(), set(threading.enumerate())
    yield
    if not _descriptors() <= descriptors:
        gc.collect()  # what nobody holds any more is no leak
    assert _descriptors() <= descriptors
    for thread in set(threading.enumerate()) - threads:
        thread.join(ENDS_WITHIN_S)  # it may be about to end
    assert set(threading.enumerate()) <= threads


def _descriptors() -> set[tuple[str, str]]:
    found = ((number, _target(number)) for number in os.listdir("/proc/self/fd"))
    return {(number, target) for number, target in found if target}


def _target(number: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{number}")
    except OSError:  # the one that read the list itself
        return ""
