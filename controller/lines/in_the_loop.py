"""Listens to one line in the table's own loop, so that no card waits for a second thread to wake up.

The keeper's thread opens the line and waits here until it is over; in between everything happens in the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue

IDLE_S = 0.2  # how often a driver hears that no bytes came


class InTheLoop:
    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        descriptor: int,
        *,
        begin: Callable[[], None],
        readable: Callable[[], None],
        idle: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._descriptor = descriptor
        self._begin = begin
        self._readable = readable
        self._idle = idle
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._over: SimpleQueue[Exception | None] = SimpleQueue()

    def run(self) -> None:
        """Until the line breaks, which raises what broke it, or until `stop`."""
        self._loop.call_soon_threadsafe(self._start)
        error = self._over.get()
        if error is not None:
            raise error

    def stop(self) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._end, None)

    def _start(self) -> None:
        self._guarded(self._begin)
        if not self._ended:
            self._loop.add_reader(self._descriptor, self._guarded, self._readable)
            self._timer = self._loop.call_later(IDLE_S, self._tick)

    def _tick(self) -> None:
        self._timer = self._loop.call_later(IDLE_S, self._tick)
        self._guarded(self._idle)

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            if not self._ended:
                step()
        except Exception as error:
            self._end(error)

    def _end(self, error: Exception | None) -> None:
        """Nothing looks at the descriptor any more when the thread goes on, and may close it."""
        if self._ended:
            return
        self._ended = True
        self._loop.remove_reader(self._descriptor)
        if self._timer is not None:
            self._timer.cancel()
        self._over.put(error)
