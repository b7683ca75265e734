"""Asks for what nobody shall read over a shoulder."""

from __future__ import annotations

import getpass
import sys


def hidden(prompt: str) -> str:
    """Raises EOFError where nobody answers any more."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)  # what is answered may be taken into a file
    return input()
