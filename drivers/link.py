"""What every wire has in common, whatever it is made of."""

from __future__ import annotations

from typing import Protocol


class LinkLost(Exception):
    """The wire is gone, or could not be had. The text says what to do next."""


class Link(Protocol):
    def read(self) -> bytes:
        """What has come; b"" if nothing came for a short while. Raises LinkLost.

        From a serial port or a socket any number of bytes; from USB one input report, whole.
        """

    def write(self, data: bytes) -> None:
        """All of it, or LinkLost."""

    def close(self) -> None:
        """May be called from any thread, and twice; a read that waits ends with LinkLost."""
