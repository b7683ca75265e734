"""Tells systemd how it goes: ready, alive, stopping. Without systemd there is nobody to tell."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable

LOOKS = 4  # in the time that the watchdog gives
NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"


class Service:
    def __init__(self) -> None:
        self._address = _address()
        self._status = ""

    def is_ready(self, status: str) -> None:
        self._status = status
        self._tell(f"READY=1\nSTATUS={status}")

    def says(self, status: str) -> None:
        """What `systemctl status` shows."""
        if self._status and status != self._status:
            self._status = status
            self._tell(f"STATUS={status}")

    def stops(self) -> None:
        self._tell("STOPPING=1")

    async def watch(self, look: Callable[[Callable[[], None]], None]) -> None:
        """Systemd hears of each look that comes back. Where none does, it starts the table again."""
        every_s = _watchdog_s() / LOOKS
        while every_s:
            look(self.is_alive)
            await asyncio.sleep(every_s)

    def is_alive(self) -> None:
        self._tell("WATCHDOG=1")

    def _tell(self, what: str) -> None:
        if self._address is None:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as teller:
            teller.setblocking(False)  # one that does not read must not hold the table
            try:
                teller.connect(self._address)
                teller.send(what.encode())
            except OSError:
                return  # a deaf systemd is no reason to stop dealing


def _address() -> str | None:
    named = os.environ.get(NOTIFY_SOCKET)
    return f"\0{named[1:]}" if named and named.startswith("@") else named or None


def _watchdog_s() -> float:
    """0: nobody watches."""
    if os.environ.get(WATCHDOG_PID, str(os.getpid())) != str(os.getpid()):
        return 0
    return int(os.environ.get(WATCHDOG_USEC, "0")) / 1_000_000
