"""A USB cable, at the device's end: it can be pulled and put back, stall, and lose whole reports.

What a bus would tell of the device (its descriptors, its address) lies as a file beside a socket that carries
the reports, each whole. `usb_bus.py` is the host's end of both.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from simulators.wire import PERFECT, Damage, Traffic

REPORT, STALL, BUSY = b"\0", b"\1", b"\2"  # what comes before each message to the host
LONGEST_REPORT = 4_096
BUS = 1
ADDRESSES_A_PORT = 8  # so many plugs before an address is used again


@dataclass(frozen=True, slots=True)
class About:
    """What the device tells of itself when it is plugged in."""

    vendor: int
    product: int
    model: str
    in_bytes: int
    serial: str = ""
    version: int = 0x0100
    out_endpoint: bool = False  # without one, output reports come over the control pipe
    numbered: bool = False  # its reports begin with their number
    printer: bool = False  # of that class, with an endpoint either way for mere bytes
    access: str = ""  # "denied" or "busy": what the host hears who wants to open it


@dataclass(frozen=True, slots=True)
class SetReport:
    kind: str  # "output" or "feature"
    number: int
    data: bytes


@dataclass(frozen=True, slots=True)
class UsbTraffic(Traffic):
    reports: tuple[SetReport, ...] = ()


def bus_folder(folder: Path) -> Path:
    return folder / "usb"


def allowed_file(folder: Path, device: str) -> Path:
    """What a technician would have written into the configuration. It stays when the cable is pulled."""
    return bus_folder(folder) / f"{device}.allowed"


class UsbWire:
    def __init__(self, folder: Path, name: str, about: About, port: int, seed: int = 0) -> None:
        self.about = about
        self.damage: Damage = PERFECT
        self._chance = Random(seed)  # noqa: S311 - a seed must give the same damage again
        self._name = name
        self._bus = bus_folder(folder)
        self._port = port
        self._plugs = 0
        self._listener: socket.socket | None = None
        self._host: socket.socket | None = None
        self.up = False
        self._write_down_what_is_allowed(allowed_file(folder, name))
        self.plug()

    def _write_down_what_is_allowed(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        serial = {"serial": self.about.serial} if self.about.serial else {}
        allowed = {"vendor": self.about.vendor, "product": self.about.product, "port": f"{BUS}-{self._port}"}
        printer = {"printer": True} if self.about.printer else {}
        path.write_text(json.dumps({**allowed, **serial, **printer}))

    @property
    def plugged(self) -> bool:
        return self._listener is not None

    def plug(self, about: About | None = None) -> None:
        """Each time under another address. `about`: somebody plugs something else in here."""
        if self._listener is not None:
            return
        self.about = about or self.about
        self._plugs += 1
        socket_path = self._bus / f"{self._name}.{self._plugs}"
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.setblocking(False)
        socket_path.unlink(missing_ok=True)
        self._listener.bind(str(socket_path))
        self._listener.listen(16)
        self._tell_the_bus(socket_path)

    def _tell_the_bus(self, socket_path: Path) -> None:
        address = self._port * ADDRESSES_A_PORT + self._plugs % ADDRESSES_A_PORT
        known = {"address": address, "bus": BUS, "ports": [self._port], "socket": str(socket_path)}
        fresh = self._bus / f".{self._name}.new"
        fresh.write_text(json.dumps({**asdict(self.about), **known}))
        fresh.replace(self._card)

    @property
    def _card(self) -> Path:
        return self._bus / f"{self._name}.device"

    def unplug(self) -> None:
        self._leave_the_bus()
        self._hang_up()

    def fade(self) -> None:
        """The cable is pulled, and all that the host sees of it is that nothing comes any more."""
        self._leave_the_bus()

    def _leave_the_bus(self) -> None:
        if self._listener is None:
            return
        self._card.unlink(missing_ok=True)
        Path(self._listener.getsockname()).unlink(missing_ok=True)
        self._listener.close()
        self._listener = None

    def _hang_up(self) -> None:
        self.up = False
        if self._host is not None:
            self._host.close()
            self._host = None

    def let_open(self, access: str) -> None:
        """ "denied", "busy", or "" for everybody."""
        self.about = replace(self.about, access=access)
        if self._listener is not None:
            self._tell_the_bus(Path(self._listener.getsockname()))

    def send(self, data: bytes) -> None:
        """One report, as long as it is."""
        if self._chance.random() < self.damage.lose:
            return
        for _ in range(self.damage.copies):
            self._push(REPORT + data)

    def stall(self) -> None:
        self._push(STALL)

    def _push(self, message: bytes) -> None:
        """To a host that does not listen, a device speaks in vain; one that is slow loses what does not fit."""
        if self._host is None or not self.up:
            return
        try:
            self._host.send(message, socket.MSG_NOSIGNAL)
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()

    def tick(self, now_ms: int) -> UsbTraffic:
        reports = list(self._taken())
        raised = False
        while self._listener is not None and _readable(self._listener):
            newcomer, _ = self._listener.accept()
            reports += self._taken()  # and notices if the one before has gone
            raised = self._welcomed(newcomer) or raised
        return UsbTraffic(raised, b"", (*reports, *self._taken()))

    def _welcomed(self, newcomer: socket.socket) -> bool:
        """Only one can have the interface; whoever comes then is told so."""
        if self._host is not None:
            newcomer.send(BUSY)
            newcomer.close()
            return False
        newcomer.setblocking(False)
        self._host, self.up = newcomer, True
        return True

    def _taken(self) -> Iterator[SetReport]:
        while self._host is not None and _readable(self._host):
            message = b""
            with contextlib.suppress(OSError):
                message = self._host.recv(LONGEST_REPORT + 2)
            if not message:
                self._hang_up()
                return
            yield self._report(message)

    def _report(self, message: bytes) -> SetReport:
        kind, number, data = message[0], message[1], message[2:]
        if kind == 0:  # over the endpoint, where nothing but the report itself comes
            number, data = (data[0], data[1:]) if self.about.numbered else (0, data)
            return SetReport("output", number, data)
        return SetReport("feature" if kind == 3 else "output", number, data[1:] if number else data)


def _readable(end: socket.socket) -> bool:
    return bool(select.select([end], [], [], 0)[0])


def remove_what_is_left(folder: Path) -> None:
    """Of a simulated table that was killed."""
    for path in bus_folder(folder).glob("*"):
        with contextlib.suppress(OSError):
            os.unlink(path)
