"""What a table needs though nothing happens: a look at the journal's files and the clock, a seal in time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Protocol

import structlog

from controller.clock import STEP_MS, TableClock
from controller.inbox import Inbox, InboxFull, Incoming
from games.events import ClockStepped

log = structlog.get_logger()

EVERY_S = 1.0


class KeepsJournal(Protocol):
    def look(self) -> None: ...
    def sync_head(self) -> None: ...


class Upkeep:
    def __init__(self, loops: Sequence[KeepsJournal], clock: TableClock, inbox: Inbox) -> None:
        self._loops = loops
        self._clock = clock
        self._inbox = inbox
        self._shift_ms = clock.shift_ms
        self._fault = ""

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self._once()
                self._fault = ""
            except Exception as error:  # the next look may go well
                if repr(error) != self._fault:  # once, however often it is tried again
                    log.exception("upkeep_failed")
                self._fault = repr(error)

    async def _once(self) -> None:
        self._look_at_clock()
        for loop in self._loops:
            loop.look()
            await asyncio.to_thread(loop.sync_head)

    def _look_at_clock(self) -> None:
        by_ms = self._clock.stepped_ms(self._shift_ms)
        if by_ms:
            shift_ms = self._shift_ms + by_ms
            with contextlib.suppress(InboxFull):  # noticed again in a second
                self._inbox.put(Incoming(ClockStepped(by_ms=by_ms, shift_ms=shift_ms)))
                self._shift_ms = shift_ms
                log.warning("clock_stepped", seconds=round(by_ms / 1000), shift_seconds=round(shift_ms / 1000))


def stepped_meanwhile(recorded_ms: int, clock: TableClock) -> ClockStepped | None:
    """The clock was set while nobody looked. Where the table's time begins anew, it is the time of day again,
    unless that was put back behind the last record."""
    if clock.goes_on:
        by_ms = clock.stepped_ms(recorded_ms)
        return ClockStepped(by_ms=by_ms, shift_ms=recorded_ms + by_ms) if by_ms else None
    shift_ms = clock.shift_ms if clock.shift_ms < -STEP_MS else 0
    if abs(shift_ms - recorded_ms) <= STEP_MS:
        return None
    return ClockStepped(by_ms=shift_ms, shift_ms=shift_ms)
