"""Wakes the table at the moment that it waits for. Time, too, only reaches the rules as an event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from controller.inbox import Inbox, InboxFull, Incoming
from games.events import TimeCame
from games.table.table import Table

log = structlog.get_logger()

LONGEST_S = 60.0  # a clock may be set meanwhile: it is looked at again


class Alarm:
    def __init__(self, inbox: Inbox, table: Callable[[], Table], now_ms: Callable[[], int]) -> None:
        self._inbox = inbox
        self._table = table
        self._now_ms = now_ms
        self._handle: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Anew after every event, because any of them may have moved the moment."""
        self.stop()
        moment_ms = self._table().game.next_moment_ms
        if moment_ms is None:
            return
        wait_s = min(max(moment_ms - self._now_ms(), 0) / 1000, LONGEST_S)
        self._handle = asyncio.get_running_loop().call_later(wait_s, self._ring)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring(self) -> None:
        moment_ms = self._table().game.next_moment_ms
        if moment_ms is None or moment_ms > self._now_ms():
            self.set()
            return
        try:
            self._inbox.put(Incoming(TimeCame()))
        except InboxFull:
            log.warning("time_not_told")  # the next event looks at the time as well
