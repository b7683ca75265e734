"""What stands in the place of a journal that is not what it was, so that a panel can say why."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.journal.beforehand import NO_MARKS, Marks, exclusive
from controller.journal.errors import JournalDamaged
from controller.journal.file import lock_of
from controller.journal.journal import Disk, Journal, Record
from controller.journal.sealing import Why
from controller.journal.witness import Told


def open_journal(path: Path, marks: Marks = NO_MARKS) -> Journal:
    """For who can say what is wrong with it; all others hear of it by JournalDamaged, or JournalShorter."""
    try:
        return Journal(path, marks=marks)
    except JournalDamaged as error:
        return NoJournal(path, error)


class NoJournal(Journal):
    """It tells nothing and takes nothing, and no file is touched."""

    def __init__(self, path: Path, why: JournalDamaged) -> None:
        self.path = path
        self.disk = Disk()
        self.why = why
        self._number = 0
        self._held = contextlib.ExitStack()
        self._held.callback(os.close, exclusive(lock_of(path)))

    @property
    def empty(self) -> bool:
        return False

    def begin(self) -> None:
        raise self.why

    def roll_back(self) -> None:
        return None

    def look(self) -> None:
        return None

    def seal_with(self, table: str, key: Path, now_ms: Callable[[], int]) -> None:
        return None

    def seal(self, why: Why) -> None:
        return None

    @property
    def last_ms(self) -> int:
        return 0

    def tell_head(self, hears: Callable[[Told], None]) -> None:
        return None

    def watch(self, key: Path) -> None:
        return None

    def settle(self) -> None:
        return None

    def settle_what_is_new(self) -> None:
        return None

    def sync_head(self) -> None:
        return None

    def since_checkpoint(self) -> list[Record]:
        raise self.why

    def records(self, first: int = 1, last: int | None = None) -> Iterator[Record]:
        raise self.why
