"""Tells a write-ahead log that was damaged from one that was cut short.

SQLite ends a log at the first frame whose checksum does not fit. After a power cut that is right: the last
transaction was still on its way. But each transaction is on disk before the next one begins, so a bad frame
with more than one whole transaction behind it was good once. The format is that of SQLite's documentation.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
LITTLE_ENDIAN_SUMS = 0x377F0682

FILE_HEADER_BYTES = 100
Sums = tuple[int, int]


def pages_cut_off(path: Path, wal: Path) -> int:
    """How many pages the file should have and has not, which are not in its log either. While a log is put
    away the file may be shorter than it says: then the log still has all of them."""
    if not path.exists() or path.stat().st_size < FILE_HEADER_BYTES:
        return 0
    with path.open("rb") as file:
        header = file.read(FILE_HEADER_BYTES)
    if not header.startswith(b"SQLite format 3\0"):
        return 0  # SQLite says so better
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65_536 if page_bytes == 1 else page_bytes
    there = path.stat().st_size // max(page_bytes, 1)
    pages, logged = int.from_bytes(header[28:32], "big"), set[int]()
    if there < pages and wal.exists():
        pages, logged = _logged(wal.read_bytes(), pages)
    return sum(number not in logged for number in range(there + 1, pages + 1))


def _logged(log: bytes, pages: int) -> tuple[int, set[int]]:
    """How many pages there are after its last whole transaction, and which of them are in the log."""
    logged, of_this = set[int](), set[int]()
    if len(log) < HEADER_BYTES:
        return pages, logged
    size = FRAME_HEADER_BYTES + int.from_bytes(log[8:12], "big")
    for at, (good, commits) in zip(range(HEADER_BYTES, len(log), size), _frames(log), strict=False):
        if not good:
            break
        number, after_commit = struct.unpack(">2I", log[at : at + 8])
        of_this.add(number)
        if commits:
            pages, logged, of_this = after_commit, logged | of_this, set()
    return pages, logged


def damaged_frame(log: bytes) -> int | None:
    """The number of the first frame that was changed after it was written; None for a whole or a torn log."""
    bad: int | None = None
    commits_behind = 0
    for number, (good, commits) in enumerate(_frames(log), start=1):
        if bad is None and not good:
            bad = number
        if bad is not None and commits:
            commits_behind += 1
    return bad if commits_behind > 1 else None


def _frames(log: bytes) -> Iterator[tuple[bool, bool]]:
    """Of each frame of this log's generation: is it and all before it good, and does it end a transaction."""
    if len(log) < HEADER_BYTES:
        return
    magic, _, page_bytes, _, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", log[:HEADER_BYTES])
    order = "<" if magic == LITTLE_ENDIAN_SUMS else ">"
    sums, good = (sum_1, sum_2), _add((0, 0), log[:24], order) == (sum_1, sum_2)
    size = FRAME_HEADER_BYTES + page_bytes
    for at in range(HEADER_BYTES, len(log) - size + 1, size):
        frame = log[at : at + size]
        _, pages_after_commit, frame_salt_1, frame_salt_2, *stored = struct.unpack(">6I", frame[:24])
        ours = (frame_salt_1, frame_salt_2) == (salt_1, salt_2)
        if good:
            sums = _add(_add(sums, frame[:8], order), frame[FRAME_HEADER_BYTES:], order)
            good = ours and sums == tuple(stored)
        if not ours and good is False and pages_after_commit == 0:
            continue
        yield good, ours and pages_after_commit > 0


def _add(sums: Sums, data: bytes, order: str) -> Sums:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
