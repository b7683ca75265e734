"""A TOML file as whoever wrote it meant it; whatever is wrong in it is a ValueError in one sentence."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any


def toml_in(path: Path) -> dict[str, Any]:
    """Some editors put a mark in front of the text: it is no part of it."""
    return toml_of(path.read_text(encoding="utf-8-sig"))


def toml_of(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("one bracket in the other without an end") from None


def quoted(text: str) -> str:
    """As a value in such a file, whatever a person has typed or a device says of itself."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
