"""The one way in: a bounded queue that any thread may fill and the table loop empties."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from games.events import Event
from games.outcomes import Outcome

LIMIT = 1024

Told = Callable[[list[Outcome]], None]


def _nobody(outcomes: list[Outcome]) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Incoming:
    """`told` is called when the event is on disk, or was refused."""

    event: Event
    told: Told = _nobody


class InboxFull(Exception):
    """The table loop does not keep up. A device treats this as a fault of its own, never as a dropped card."""


class Inbox:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._waiting: deque[Incoming] = deque()
        self._something = asyncio.Event()
        self._look: Callable[[], None] | None = None

    def put(self, incoming: Incoming) -> None:
        if len(self._waiting) >= LIMIT:
            raise InboxFull(f"{LIMIT} events wait for the table loop")
        self._waiting.append(incoming)
        if _running_loop() is self.loop:  # it need not be woken through its pipe, which takes as long as a card
            self._something.set()
        else:
            self.loop.call_soon_threadsafe(self._something.set)

    async def get(self) -> Incoming:
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        return self._waiting.popleft()

    async def some(self, most: int) -> list[Incoming]:
        """What waits, as far as that; nothing, if somebody only looks whether it would be taken."""
        while not self._waiting and self._look is None:
            self._something.clear()
            await self._something.wait()
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def look(self, told: Callable[[], None]) -> None:
        """Goes the way of an event and changes nothing; `told` is called behind it."""
        self._look = told
        self._something.set()

    def looked(self) -> None:
        if (told := self._look) is not None:
            self._look = None
            told()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Of the thread that asks."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
