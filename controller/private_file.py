"""A small file that nobody else may read, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_privately(path: Path, text: str) -> None:
    """On disk when it returns. Raises OSError, and then the file is as it was."""
    new = path.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
