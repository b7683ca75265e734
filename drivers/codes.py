"""What scanners of every kind have in common: the text of a code, and what it has to look like."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

from drivers.reports import CodeScanned, Damaged, Hidden, Report


def _can_be_read(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"is no regular expression ({error}): for six digits give '[0-9]{{6}}'") from None
    return pattern


CodePattern = Annotated[
    str, AfterValidator(_can_be_read)
]  # every whole code fits it; empty: any printable text


def code_report(content: bytes, pattern: str) -> Report:
    """A code, or what is wrong with it; never its text."""
    if any(not 0x20 <= byte < 0x7F for byte in content):
        return Damaged(why="a code with bytes that are no text")
    code = content.decode("ascii").strip()
    if not code or not re.fullmatch(pattern or r".*", code):
        return Damaged(why="a code that does not fit the pattern")
    return CodeScanned(code=Hidden(code))
