"""A small file that nobody else may read, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_privately(path: Path, text: str, group: int = -1) -> None:
    """On disk when it returns. Raises OSError, and then the file is as it was. A group named may read it."""
    new = path.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        if group >= 0:
            os.fchown(descriptor, -1, group)
            os.fchmod(descriptor, 0o640)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """A file, or a folder: a new file's name is only safe when its folder is on disk too."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
