"""How far a command has come, and how long it still takes."""

from __future__ import annotations

import sys
import time


class Progress:
    """One line, and only for a person."""

    def __init__(self, is_seen: bool) -> None:
        self._is_seen = is_seen
        self._began = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if not self._is_seen or not done:
            return
        left_s = (time.monotonic() - self._began) / done * (total - done)
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} rounds, {left_s:.0f} s to go   ", end=end, file=sys.stderr, flush=True)
