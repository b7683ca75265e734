"""What is looked at before a journal is opened to be written: is it whole, and as long as it was?"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from controller.journal.errors import (
    JournalBusy,
    JournalDamaged,
    JournalShorter,
    JournalUnusable,
    damage,
    reading,
)
from controller.journal.file import connect_to_read, finish_roll_back, head_of, wal_of
from controller.journal.head import Head
from controller.journal.length import Holds, Known, Short, gathered, rescued_beside, shortfalls
from controller.journal.sealer import last_seal, seals_made
from controller.journal.sealing_key import numbers_in
from controller.journal.wal import damaged_frame, pages_cut_off


class Marks(NamedTuple):
    """What else tells that there was a journal, and how far it had come."""

    keys: Sequence[Path] = ()  # none is made anew beside them
    sealing_key: Path | None = None
    heads: Sequence[Known] = ()


NO_MARKS = Marks()


def check_plain(paths: Iterable[Path]) -> None:
    """A folder, a pipe or a link in the place of a file would fail in words of its own, or never."""
    for path in paths:
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(path.lstat().st_mode):
                raise JournalUnusable(
                    f"{path} is not a plain file but {_kind(path)}: move it away and bring the file back, then "
                    "start again; nothing was overwritten"
                )


def _kind(path: Path) -> str:
    return "a link" if path.is_symlink() else "a folder" if path.is_dir() else "something else"


def exclusive(path: Path) -> int:
    """Two daemons on one journal would each believe their own half."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise JournalBusy(f"another daemon already has this table ({path} is locked): stop it first") from error
    return descriptor


def check_there(path: Path, marks: Marks) -> None:
    """Before SQLite is let near: it throws a log away whose file is missing."""
    if _size(path) > 0:
        return
    left = [beside.name for beside in (wal_of(path), head_of(path), *marks.keys) if _size(beside) > 0]
    if marks.sealing_key is not None and min(numbers_in(marks.sealing_key), default=0) > 0:
        left.append(marks.sealing_key.name)
    left += [known.where for known in (*rescued_beside(path), *marks.heads)]
    if left:
        names = ", ".join(left)
        raise JournalShorter(_shorter(path, Short(f"it is missing, and {names} of it is left", names, 0)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def check_length(path: Path, marks: Marks) -> None:
    """Read only, so that what is left of the journal stays as it is."""
    if _size(path) == 0:
        return
    evidence = gathered(path, marks.sealing_key, marks.heads)
    finish_roll_back(path)
    db = connect_to_read(path)
    try:
        with reading(path):
            if (sealed := last_seal(db)) is not None and sealed.record:
                head = Head(sealed.record, sealed.hash, sealed.at_ms)
                evidence = evidence._replace(heads=[*evidence.heads, Known("its last seal", head, False)])
            short = shortfalls(evidence, _held_in(db))
    finally:
        db.close()
    if short:
        raise JournalShorter(_shorter(path, short[0]))


def _held_in(db: sqlite3.Connection) -> Holds:
    there = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'records'").fetchone()
    first, last = db.execute("SELECT min(number), max(number) FROM records").fetchone() if there else (0, 0)

    def hash_of(number: int) -> bytes | None:
        row = there and db.execute("SELECT hash FROM records WHERE number = ?", (number,)).fetchone()
        return row[0] if row else None

    # What came before its first record is in a closed file, where an audit looks.
    return Holds((first or 0) + 1, last or 0, hash_of, seals_made(db))


SHORTER, NOT_THE_SAME = "shorter than it was", "not the one that it was"


def _shorter(path: Path, short: Short) -> str:
    found = sorted(file.name for file in path.parent.glob(f"{path.stem}-rescued-*.db"))
    rescued_ = f"{found[-1]}, which was saved, as {path.name}" if found else "the missing file"
    on_purpose = f" If it was restored on purpose, {short.if_restored}." if short.if_restored else ""
    is_ = NOT_THE_SAME if short.is_other else SHORTER
    return (
        f"the journal {path} is {is_}: {short.what}. Do not deal. Copy the folder first; then put {rescued_} "
        f"back, or use `tablectl restore`.{on_purpose} Nothing was overwritten"
    )


def check_wal(path: Path) -> None:
    """SQLite takes a damaged frame for the end of the log and drops what follows: we must not."""
    wal = wal_of(path)
    frame = damaged_frame(wal.read_bytes()) if wal.exists() else None
    if frame is not None:
        raise JournalDamaged(damage(path, f"frame {frame} of its write-ahead log was changed"))
    cut = pages_cut_off(path, wal)
    if cut:
        raise JournalDamaged(damage(path, f"{cut} of its pages are cut off"))
