"""The table's time: it begins at the time of day, and then goes on whatever is done to the computer's clock.

What players are given to act and what was announced beforehand is measured in it. How far the time of day has
gone from it since is told, so that of any record the time of day can be said.
"""

from __future__ import annotations

import time
from collections.abc import Callable

STEP_MS = 2_000  # less is a clock that is steered, or a look that came late


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """It goes on while the machine sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class TableClock:
    def __init__(
        self, not_before_ms: int, wall: Callable[[], int] = wall_ms, steady: Callable[[], int] = steady_ms
    ) -> None:
        """No record is ever earlier than the one before it."""
        self._wall = wall
        self._steady = steady
        self._began_ms = max(wall(), not_before_ms)
        self._steady_began_ms = steady()

    def now_ms(self) -> int:
        return self._began_ms + self._steady() - self._steady_began_ms

    @property
    def shift_ms(self) -> int:
        """What the time of day is ahead of the table's time."""
        return self._wall() - self.now_ms()

    def stepped_ms(self, told_ms: int) -> int:
        """By how much the clock was set since that shift was told; 0 for what is no step."""
        step = self.shift_ms - told_ms
        return step if abs(step) > STEP_MS else 0


def time_of_day_ms(at_ms: int, shift_ms: int) -> int:
    """Of a record: `shift_ms` is what the checkpoint before it, or the last `clock_stepped` since, says."""
    return at_ms + shift_ms
