"""The table's time: it begins at the time of day, and then goes on whatever is done to the computer's clock.

What players are given to act and what was announced beforehand is measured in it. How far the time of day has
gone from it since is told, so that of any record the time of day can be said. A daemon that is started again
goes on with it; once the machine was off, only its clock knows for how long.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import structlog
from pydantic import BaseModel, ConfigDict, ValidationError

from controller.private_file import write_privately

log = structlog.get_logger()

FARTHEST_MS = 24 * 3_600_000  # no notice lasts so long: then one of the two was never right
STEP_MS = 2_000  # less is a clock that is steered, or a look that came late


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """It goes on while the machine sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def boot_id() -> str:
    """Of the time since the machine was switched on. The unit tells it, for it hides that part of /proc."""
    with contextlib.suppress(OSError):
        return os.environ.get("BOOT_ID") or Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    return ""


class Beginning(BaseModel):
    """When the table's time began, and how long the machine was on then."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    boot: str
    at_ms: int
    steady_ms: int

    def now_ms(self, steady_ms: int) -> int:
        return self.at_ms + steady_ms - self.steady_ms


class TableClock:
    def __init__(
        self,
        not_before_ms: int,
        former: Beginning | None = None,
        *,
        wall: Callable[[], int] = wall_ms,
        steady: Callable[[], int] = steady_ms,
        boot: str = "",
    ) -> None:
        """No record is ever earlier than the one before it."""
        self._wall = wall
        self._steady = steady
        anew = Beginning(boot=boot, at_ms=max(wall(), not_before_ms), steady_ms=steady())
        self.goes_on = former is not None and self._may_go_on(former, anew, not_before_ms)
        self.began = former if former is not None and self.goes_on else anew

    def _may_go_on(self, former: Beginning, anew: Beginning, not_before_ms: int) -> bool:
        now_ms = former.now_ms(anew.steady_ms)
        is_near = abs(self._wall() - now_ms) <= FARTHEST_MS
        return former.boot == anew.boot != "" and now_ms >= not_before_ms and is_near

    def now_ms(self) -> int:
        return self.began.now_ms(self._steady())

    @property
    def shift_ms(self) -> int:
        """What the time of day is ahead of the table's time."""
        return self._wall() - self.now_ms()

    def stepped_ms(self, told_ms: int) -> int:
        """By how much the clock was set since that shift was told; 0 for what is no step."""
        step = self.shift_ms - told_ms
        return step if abs(step) > STEP_MS else 0


def table_clock(file: Path, not_before_ms: int) -> TableClock:
    """As of the daemon before, if it ran since the machine was switched on; `file` is where it is kept.
    Without that the time of day is begun with anew: not a reason to stop a table."""
    former = None
    try:
        former = Beginning.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, ValidationError) as error:
        log.warning("clock_not_readable", path=str(file), error=type(error).__name__)
    clock = TableClock(not_before_ms, former, boot=boot_id())
    if not clock.goes_on:
        try:
            write_privately(file, clock.began.model_dump_json())
        except OSError as error:
            log.warning("clock_not_written", path=str(file), error=error.strerror)
    return clock


def time_of_day_ms(at_ms: int, shift_ms: int) -> int:
    """Of a record: `shift_ms` is what the checkpoint before it, or the last `clock_stepped` since, says."""
    return at_ms + shift_ms
