"""Has closed rounds ruled on again while nothing happens at the table, and notes up to where."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import structlog

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.loop import TableLoop
from controller.version import this_program
from games.events import Fact, RoundsProven

log = structlog.get_logger()

LOOKS_EVERY_S = 30.0  # twice the same: the table is idle
AGAIN_AFTER_LOOKS = 120  # what failed is tried again after an hour
MOST_SAID = 500
ROOT = str(Path(__file__).parents[1])


class Proving:
    def __init__(
        self, loop: TableLoop, journal: Journal, key: Path, record: Callable[[Fact], Awaitable[None]]
    ) -> None:
        """`record` writes a fact down and returns when it is on disk."""
        self._loop = loop
        self._journal = journal
        self._key = key
        self._record = record
        self._happened = -1
        self._rests = 0  # looks that are left out
        self.differs = False  # a round came out otherwise than it was told

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            happened, self._happened = self._happened, self._loop.happened
            self._rests = max(0, self._rests - 1)
            if happened == self._loop.happened and self._loop.trouble is None and not self._rests:
                await self.prove()

    async def prove(self) -> None:
        """What is new since the last time, if anything is."""
        since = self._loop.table.proven
        if self._journal.last_checkpoint <= since:
            return
        try:
            done = await self._in_a_process(since)
            if done is None:
                return
            if done["fault"]:
                self.differs, self._rests = True, AGAIN_AFTER_LOOKS
                log.error("round_differs", detail=done["fault"])
                return
            program = str(this_program())
            await self._record(RoundsProven(record=done["record"], round=done["round"], program=program))
            self._happened = self._loop.happened  # our own word is no sign of life
        except (JournalError, OSError) as error:
            self._rests = AGAIN_AFTER_LOOKS
            log.warning("rounds_not_proven", detail=str(error))

    async def _in_a_process(self, since: int) -> dict[str, Any] | None:
        """No card waits for its turn in between."""
        given = [str(self._journal.path), str(self._key), str(since)]
        command = [sys.executable, "-m", "controller.tools.proving", *given]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env={**os.environ, "PYTHONPATH": ROOT}
        )
        try:
            out, said = await process.communicate()
        except asyncio.CancelledError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        if process.returncode:
            raise JournalError(said.decode(errors="replace").strip()[-MOST_SAID:])
        found: dict[str, Any] | None = json.loads(out)
        return found
