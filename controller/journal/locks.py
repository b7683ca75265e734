"""Which program holds a SQLite file that we want to write to. Linux lists who has locked what."""

from __future__ import annotations

import os
from pathlib import Path

LOCKS = Path("/proc/locks")


def who_holds(path: Path) -> str:
    """In words. In WAL mode the lock lies on the file beside it that all programs share."""
    try:
        files = {
            beside.stat().st_ino for beside in (path, path.with_name(path.name + "-shm")) if beside.exists()
        }
        held = [line.split() for line in LOCKS.read_text().splitlines()]
    except OSError:
        return "another program"
    ours = os.getpid()
    for words in held:
        if len(words) >= 6 and words[3] == "WRITE" and int(words[5].rsplit(":", 1)[1]) in files:
            process = int(words[4])
            if process != ours:
                return f"{_name(process)} (process {process})"
    return "another program"


def _name(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return "another program"
