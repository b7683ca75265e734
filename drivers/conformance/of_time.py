"""Whether a driver leaves the table's loop its time: while a step lasts, no other device is heard."""

from __future__ import annotations

import time
from collections.abc import Callable

from drivers.conformance.kit import IDLE_MS, Kit

MOST_A_STEP_MS = 10  # of the processor
MOST_WAITED_MS = 100  # with what else the machine does meanwhile
LONG_RUN = 2_000
MOST_A_MESSAGE_MS = 1.0  # on the average of a long run: a table takes 300 reports a second of one device
TRIES = 3  # the best of them: the machine has other work, too


class OfTime(Kit):
    def test_no_step_takes_long(self) -> None:
        worked_ms, waited_ms = map(min, zip(*(self._slowest_step_ms() for _ in range(TRIES)), strict=True))
        assert worked_ms <= MOST_A_STEP_MS, f"a step works for {worked_ms:.0f} ms"
        assert waited_ms <= MOST_WAITED_MS, f"a step lasts {waited_ms:.0f} ms: it waits for something"

    def test_a_long_run_takes_no_longer_than_a_short_one(self) -> None:
        """What searches all that it has heard grows slower by the hour."""
        messages = self.data()
        stream = [messages[at % len(messages)] for at in range(LONG_RUN)]
        driver = self.driver()
        took_ms = _took_ms(lambda: [driver.received(data, 0) for data in stream])[0] / LONG_RUN
        assert took_ms <= MOST_A_MESSAGE_MS, f"a message takes {took_ms:.1f} ms on the average of {LONG_RUN}"

    def _slowest_step_ms(self) -> tuple[float, float]:
        driver = self.driver()
        steps: list[Callable[[], object]] = [
            *(lambda data=data: driver.received(data, 0) for data in self.data()),
            lambda: driver.idle(IDLE_MS),
            lambda: driver.idle(self.silent_after_ms),
            lambda: driver.connected(self.silent_after_ms),
            lambda: driver.lights(frozenset({1})),
            lambda: driver.committed(None, None),
        ]
        worked_ms, waited_ms = zip(*map(_took_ms, steps), strict=True)
        return max(worked_ms), max(waited_ms)


def _took_ms(step: Callable[[], object]) -> tuple[float, float]:
    """Of the processor, where what others do does not count, and by the clock."""
    began, began_ns = time.thread_time_ns(), time.monotonic_ns()
    step()
    return (time.thread_time_ns() - began) / 1_000_000, (time.monotonic_ns() - began_ns) / 1_000_000
