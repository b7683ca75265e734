"""What a journal says, in clear: what is packed hides nothing from who looks for a face in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from controller.journal.journal import FIRST_HASH, chained
from controller.journal.packing import pack, unpack


def texts(path: Path) -> bytes:
    """Of all its records, and of what they share."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        bodies = [unpack(body) for (body,) in db.execute("SELECT body FROM records ORDER BY number")]
        return b"\n".join([*bodies, *(text for (text,) in db.execute("SELECT text FROM kept"))])
    finally:
        db.close()


def change(path: Path, was: bytes, instead: bytes) -> None:
    """In the first record that says so, as somebody would who knows how it is written."""
    db = sqlite3.connect(path)
    for number, body in db.execute("SELECT number, body FROM records ORDER BY number"):
        if was in unpack(body):
            db.execute(
                "UPDATE records SET body = ? WHERE number = ?",
                (pack(unpack(body).replace(was, instead)), number),
            )
            break
    else:
        raise AssertionError(f"no record says {was!r}")
    db.commit()
    db.close()


def forge(path: Path, was: bytes, instead: bytes) -> int:
    """As `change`, and then every hash made anew: nobody sees it who looks at the chain alone."""
    change(path, was, instead)
    db = sqlite3.connect(path)
    previous, found = FIRST_HASH, 0
    for number, round_, checkpoint, body in db.execute(
        "SELECT number, round, checkpoint, body FROM records ORDER BY number"
    ).fetchall():
        found = found or (number if instead in unpack(body) else 0)
        previous = chained(previous, number, round_, bool(checkpoint), unpack(body))
        db.execute("UPDATE records SET hash = ? WHERE number = ?", (previous, number))
    db.commit()
    db.close()
    return found
