"""How far a journal has come, in a small file of its own: a journal that became shorter shows by it.

It is written in place after every commit, in two slots by turns: a torn write leaves the one before it.
Nobody waits for it to be on disk; what a power cut takes of it, it says a little less.
"""

from __future__ import annotations

import contextlib
import os
import time
import zlib
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import structlog

log = structlog.get_logger()

SLOT_BYTES = 4096  # two slots never share a sector


class Head(NamedTuple):
    number: int
    hash: bytes
    at_ms: int  # of the wall: for people

    @property
    def when(self) -> str:
        return when_of(self.at_ms)


def when_of(at_ms: int) -> str:
    """For people. Somebody may have written there what is no time at all."""
    try:
        return f"{datetime.fromtimestamp(at_ms / 1000).astimezone():%Y-%m-%d %H:%M:%S %z}"
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"


class HeadFile:
    def __init__(self, path: Path) -> None:
        """Made if it is not there, with all its room: a journal of before there were any has none."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        there = os.fstat(self._file).st_size
        if there < 2 * SLOT_BYTES:
            os.pwrite(self._file, bytes(2 * SLOT_BYTES - there), there)
        first, second = _slots(os.pread(self._file, 2 * SLOT_BYTES, 0))
        self._next = 1 if first is not None and (second is None or second.number < first.number) else 0
        self._is_synced = True

    def note(self, number: int, hash_: bytes) -> None:
        """What it stands for is on disk already: nothing is stopped because it cannot be written."""
        said = b"%d %b %d" % (number, hash_.hex().encode(), time.time_ns() // 1_000_000)
        try:
            os.pwrite(self._file, b"%b %08x\n" % (said, zlib.crc32(said)), self._next * SLOT_BYTES)
        except OSError as error:
            log.error("journal_head_not_written", detail=str(error))
            return
        self._next = 1 - self._next
        self._is_synced = False

    def sync(self) -> None:
        if not self._is_synced:
            self._is_synced = True
            os.fsync(self._file)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # it says a little less
            self.sync()
        os.close(self._file)


def read_head(path: Path) -> Head | None:
    """None if there is none, or nothing in it that was written whole."""
    try:
        found = [head for head in _slots(path.read_bytes()) if head is not None]
    except FileNotFoundError:
        return None
    return max(found, key=lambda head: head.number, default=None)


def _slots(content: bytes) -> tuple[Head | None, Head | None]:
    return head_in(content[:SLOT_BYTES]), head_in(content[SLOT_BYTES:])


def head_in(slot: bytes) -> Head | None:
    said, _, checksum = slot.partition(b"\n")[0].rpartition(b" ")
    try:
        if int(checksum, 16) != zlib.crc32(said):
            return None
        number, hash_, at_ms = said.split()
        return Head(int(number), bytes.fromhex(hash_.decode()), int(at_ms))
    except ValueError:
        return None
