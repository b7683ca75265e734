"""Notices what is plugged into the host's USB. A device that nobody expects there is a matter for the floor."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import structlog

from controller.inbox import Inbox, InboxFull, Incoming
from games.events import UsbPlugged

log = structlog.get_logger()

FOLDER = Path("/sys/bus/usb/devices")  # where the kernel lists what is there
LOOK_EACH_S = 2.0


class Plugged(NamedTuple):
    port: str
    vendor: str
    product: str
    serial: str

    @property
    def who(self) -> tuple[str, str, str]:
        return self.vendor, self.product, self.serial


class UsbWatch:
    """What was there at the start belongs there, at whatever port it comes back."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._there = set(self._look())
        self._ours = {device.who for device in self._there}

    def news(self) -> list[Plugged]:
        """Devices that were not there the last time, and not at the start either."""
        before, self._there = self._there, set(self._look())
        return sorted(device for device in self._there - before if device.who not in self._ours)

    async def run(self, inbox: Inbox) -> None:
        while True:
            await asyncio.sleep(LOOK_EACH_S)
            for device in self.news():
                self._tell(inbox, device)

    def _tell(self, inbox: Inbox, device: Plugged) -> None:
        log.warning("usb_plugged", port=device.port, vendor=device.vendor, product=device.product)
        try:
            inbox.put(Incoming(UsbPlugged(port=device.port, vendor=device.vendor, product=device.product)))
        except InboxFull:
            self._there.discard(device)  # it is told the next time

    def _look(self) -> list[Plugged]:
        """Root hubs ("usb1") and interfaces ("1-2:1.0") are no devices that somebody plugs in."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except OSError:
            return []  # this host has no USB
        ports = [name for name in names if name[:1].isdigit() and ":" not in name]
        return [
            Plugged(port[:80], *(self._said(port, of) for of in ("idVendor", "idProduct", "serial")))
            for port in ports
        ]

    def _said(self, port: str, of: str) -> str:
        """What a device says of itself is text from outside: short, and letters only."""
        try:
            text = (self._folder / port / of).read_text(errors="replace").strip()
        except OSError:
            return ""
        return "".join(letter for letter in text[:80] if letter.isprintable())
