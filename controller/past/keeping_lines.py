"""The table keeps a line for each round as it closes: its running month is listed as quickly as the others."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import structlog

from controller.cannot_go_on import CannotGoOn
from controller.journal.seal import Seal
from controller.past.round_lines import keep_running
from games.events import Event
from games.outcomes import Outcome, RoundClosed

log = structlog.get_logger()


class KeepingLines:
    def __init__(self, journal: Path, seal: Seal) -> None:
        self._journal, self._seal = journal, seal
        self._task: asyncio.Task[None] | None = None
        self._fails = False

    def heard(self, event: Event | None, outcomes: list[Outcome]) -> None:
        if self._task is not None and not self._task.done():
            return  # the next round's end catches up
        if any(isinstance(outcome, RoundClosed) for outcome in outcomes):
            self._task = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        """It is short, and a thread is not to be left behind."""
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep(self) -> None:
        """Nothing rests on it: a list without them takes longer."""
        try:
            await asyncio.to_thread(keep_running, self._journal, self._seal)
            self._fails = False
        except (CannotGoOn, OSError, sqlite3.Error, ValueError) as error:
            if not self._fails:
                log.warning("round_lines_not_kept", detail=str(error))
            self._fails = True
