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
from controller.journal.head import Head, read_head
from controller.journal.sealer import last_seal, seals_missing
from controller.journal.sealing_key import numbers_in
from controller.journal.wal import damaged_frame


class Known(NamedTuple):
    """How far the journal had come, and where that was written down."""

    where: str
    head: Head
    can_be_put_aside: bool = True  # it is a file of its own


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
    left += [known.where for known in marks.heads]
    if left:
        names = ", ".join(left)
        raise JournalShorter(_shorter(path, f"it is missing, and {names} of it is left"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def check_length(path: Path, marks: Marks) -> None:
    """Read only, so that what is left of the journal stays as it is."""
    own = read_head(head_of(path))
    heads = [*([Known("its head", own)] if own is not None else []), *marks.heads]
    if _size(path) == 0:
        return
    finish_roll_back(path)
    db = connect_to_read(path)
    try:
        with reading(path):
            if (sealed := last_seal(db)) is not None and sealed.record:
                heads.append(Known("its last seal", Head(sealed.record, sealed.hash, sealed.at_ms), False))
            for known in heads:
                _check_against(path, db, known)
            missing = seals_missing(db, marks.sealing_key) if marks.sealing_key is not None else 0
    finally:
        db.close()
    if missing:
        what = f"{missing} of the seals that its sealing key has made are missing"
        raise JournalShorter(_shorter(path, what, "make a new key with `tablectl verification-key --anew`"))


def _check_against(path: Path, db: sqlite3.Connection, known: Known) -> None:
    where, head, can_be_put_aside = known
    there = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'records'").fetchone()
    last = db.execute("SELECT max(number) FROM records").fetchone()[0] if there else 0
    row = last and db.execute("SELECT hash FROM records WHERE number = ?", (head.number,)).fetchone()
    if not row and (last or 0) > head.number:
        return  # one is missing in the middle: the chain shows where; or it is in a closed file
    restored = f"move the file of {where} aside" if can_be_put_aside else ""
    if not row:
        what = f"it holds {last or 0} records, {where} says {head.number}, last written {head.when}"
        raise JournalShorter(_shorter(path, what, restored))
    if row[0] != head.hash:
        what = f"record {head.number} is not the one that was written {head.when}, as {where} says"
        raise JournalShorter(_shorter(path, what, restored, is_=NOT_THE_SAME))


SHORTER, NOT_THE_SAME = "shorter than it was", "not the one that it was"


def _shorter(path: Path, what: str, if_restored: str = "", is_: str = SHORTER) -> str:
    found = sorted(file.name for file in path.parent.glob(f"{path.stem}-rescued-*.db"))
    rescued_ = f"{found[-1]}, which was saved, as {path.name}" if found else "the missing file"
    on_purpose = f" If it was restored on purpose, {if_restored}." if if_restored else ""
    return (
        f"the journal {path} is {is_}: {what}. Do not deal. Copy the folder first; then put {rescued_} back, "
        f"or use `tablectl restore`.{on_purpose} Nothing was overwritten"
    )


def check_wal(path: Path) -> None:
    """SQLite takes a damaged frame for the end of the log and drops what follows: we must not."""
    wal = wal_of(path)
    frame = damaged_frame(wal.read_bytes()) if wal.exists() else None
    if frame is not None:
        raise JournalDamaged(damage(path, f"frame {frame} of its write-ahead log was changed"))
