"""What can be wrong with a journal, each in words that say what to do."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

from controller.cannot_go_on import CannotGoOn
from controller.journal.locks import who_holds

NOT_WRITABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
NOT_THE_JOURNALS_FAULT = {
    *NOT_WRITABLE,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
}
FAILING = "the disk or its cable fails: stop the table, copy the folder elsewhere, have the disk replaced"
FULL = "free the disk, then start again"
NOT_ALLOWED = "see to the folder's owner and permissions, then start again"
FAILED_BY = {errno.EIO, errno.ENXIO, errno.ENODEV, errno.EREMOTEIO, errno.EUCLEAN, errno.ETIMEDOUT}
FULL_BY = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class JournalError(CannotGoOn):
    """The text says what is wrong and what to do."""


class JournalBusy(JournalError):
    pass


class JournalDamaged(JournalError):
    pass


class JournalUnreadable(JournalDamaged):
    """A record is as it was written, and this program does not know what it says."""


class JournalShorter(JournalDamaged):
    """It does not hold what it held once. Nothing was written, so that what is left can be kept."""


class JournalGone(JournalError):
    """Its files are not what they were, while it was being written."""


class JournalLocked(JournalError):
    """Another program holds it. Nothing was lost, and nothing was written."""


class JournalUnusable(JournalError):
    """The disk or the folder does not let it be used. The journal itself may be whole."""


class JournalFull(JournalError):
    """A record could not be written. Nothing of it is there."""


class reading:  # noqa: N801
    """SQLite's own complaints about a broken file become ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, sqlite3.DatabaseError):
            return
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # text that is none has no code
        if code == sqlite3.SQLITE_BUSY:
            raise locked(self._path) from error
        if code in NOT_THE_JOURNALS_FAULT:
            raise JournalUnusable(
                f"{self._path} cannot be used ({error}): {_remedy(code, self._path)}; nothing was lost"
            ) from error
        if (unread := _unread(self._path)) is not None:  # to SQLite that is the same
            raise unusable(self._path, unread) from error
        raise JournalDamaged(damage(self._path, str(error))) from error


def _unread(path: Path) -> OSError | None:
    """What the disk says when all of it, and of its log, is read through."""
    try:
        for one in (path, path.with_name(f"{path.name}-wal")):
            if one.is_file():
                with one.open("rb") as file:
                    while file.read(1 << 20):
                        pass
    except OSError as error:
        return error
    return None


def unusable(path: Path, error: OSError) -> JournalUnusable:
    return JournalUnusable(
        f"{error.filename or path} cannot be used ({error.strerror}): {remedy_of(error)}; nothing was lost"
    )


def remedy_of(error: OSError) -> str:
    """What helps depends on what is wrong: nobody shall clear a disk that is breaking."""
    if error.errno in FAILED_BY:
        return FAILING
    return FULL if error.errno in FULL_BY else NOT_ALLOWED


def _remedy(code: int, path: Path) -> str:
    if code == sqlite3.SQLITE_IOERR:
        return remedy_in(path.parent)
    return NOT_ALLOWED if code in NOT_WRITABLE else FULL


def remedy_in(folder: Path) -> str:
    """Where it is only known that the disk did not do it."""
    return FULL if _is_full(folder) else FAILING


def locked(path: Path) -> JournalLocked:
    return JournalLocked(
        f"{path} is locked by {who_holds(path)}: nothing was lost; close that program, and play goes on"
    )


def _is_full(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return os.statvfs(folder).f_bavail == 0
    return False


def damage(path: Path, what: str) -> str:
    saved = sorted(file.name for file in path.parent.glob(f"{path.stem}-rescued-*.db"))
    back = (
        f"put {saved[-1]}, which was saved, back as {path.name}"
        if saved
        else "restore the journal from the backup"
    )
    return (
        f"the journal {path} is damaged: {what}. The table must not be used. Copy its folder for the "
        f"technician, never with that of the keys; then {back}"
    )


def damage_to_past(path: Path, what: str) -> str:
    """The table stands on its last checkpoint: it plays on."""
    return (
        f"{path} is damaged: {what}. The table can be played on, and all other rounds can be read. Bring the "
        "file back from a backup"
    )


def not_written(path: Path, error: sqlite3.Error) -> JournalFull:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return JournalFull(f"{path} cannot be written ({error}): nothing was lost; {_remedy(code, path)}")
