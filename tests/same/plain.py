"""A seal that closes nothing: a recording's cards are random, and any later version must read them."""

from __future__ import annotations

from controller.journal.seal import Seal


class _Plain(Seal):
    def __init__(self) -> None:
        """No key."""

    def close(self, text: str) -> str:
        return text

    def open(self, sealed: str) -> str:
        return sealed


PLAIN = _Plain()
