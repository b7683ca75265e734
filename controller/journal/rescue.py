"""Saves what an open journal still holds when the names of its files lead elsewhere."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from controller.journal.file import uri_of

NOT_SAVED = (
    "What it holds could not be saved ({error}): do not deal, stop nothing, and have the technician copy the "
    "folder first."
)


def rescued(db: sqlite3.Connection, journal: Path, number: int, hash_: bytes) -> str:
    """What was done, in a sentence. Never over a file that is there already."""
    path = journal.with_name(f"{journal.stem}-rescued-{number}.db")
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)  # the whole folder may be gone
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(db, path)
        if _last(path) != (number, hash_):
            raise OSError("what was saved is not all")
    except FileExistsError:
        return f"See {path.name} beside it."
    except (OSError, sqlite3.Error) as error:
        return NOT_SAVED.format(error=error)
    return (
        f"Do not deal. All {number} records were saved as {path}: stop the program, copy the folder, move "
        f"{journal.name}* away, name that file {journal.name} and start again."
    )


def _copy(db: sqlite3.Connection, path: Path) -> None:
    copy = sqlite3.connect(path)
    try:
        db.backup(copy)
    finally:
        copy.close()


def _last(path: Path) -> tuple[int, bytes]:
    copy = sqlite3.connect(uri_of(path, "mode=ro"), uri=True)
    try:
        found = copy.execute("SELECT number, hash FROM records ORDER BY number DESC LIMIT 1").fetchone()
        return (int(found[0]), bytes(found[1])) if found else (0, b"")
    finally:
        copy.close()
