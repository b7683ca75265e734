"""A file of text that a command is given, or the standard input."""

from __future__ import annotations

from typing import TextIO

STDIN = 0


def opened(file: str) -> TextIO:
    """What is no UTF-8 is wrong on its own line only; a mark in front of it is no part of the text."""
    stream: int | str = STDIN if file == "-" else file
    return open(stream, encoding="utf-8-sig", errors="replace", newline="\n", closefd=file != "-")
