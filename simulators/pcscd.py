"""A pcscd with one badge reader, written from pcsc-lite's own description of its messages.

It is a program and a reader: the reader's cable can be out while pcscd answers, and pcscd can be stopped.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from pathlib import Path

from simulators.device import SimulatedDevice
from simulators.wire import PERFECT, Traffic

READER = "ACS ACR122U PICC Interface 00 00"
OTHER = "HID Global OMNIKEY 5022 Smart Card Reader 00 00"
SCANNED = "04A1B2C3D4E580"
NUMBER = b"\xff\xca\x00\x00\x00"
EMPTY, HELD = 0x0002, 0x0034  # absent; present, powered, negotiable
NO_BADGE, GONE, NOT_THIS_VERSION = 0x8010000C, 0x80100069, 0x8010001E
CONTEXT, BADGE, T1 = 0x1234, 0x4321, 2


class PcscdWire:
    """Its socket. One program at a time is enough here."""

    def __init__(self, path: Path) -> None:
        self.damage = PERFECT
        self.up = False
        self.plugged = True  # the reader's cable
        self._path = path
        self._line: socket.socket | None = None
        self._listening: socket.socket | None = None
        self.start()

    def start(self) -> None:
        if self._listening is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._listening.bind(str(self._path))
            self._listening.listen()
            self._listening.setblocking(False)

    def stop(self) -> None:
        """Its name stays, and nobody answers behind it."""
        self._hang_up()
        if self._listening is not None:
            self._listening.close()
        self._listening = None

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def close(self) -> None:
        self.stop()
        self._path.unlink(missing_ok=True)

    def send(self, data: bytes) -> None:
        if self._line is not None:
            try:
                self._line.sendall(data)
            except OSError:
                self._hang_up()

    def tick(self, now_ms: int) -> Traffic:
        came = self._accept()
        return Traffic(came, self._pull())

    def _accept(self) -> bool:
        if self._listening is None:
            return False
        try:
            line, _ = self._listening.accept()
        except BlockingIOError:
            return False
        self._hang_up()
        line.setblocking(False)
        self._line, self.up = line, True
        return True

    def _pull(self) -> bytes:
        if self._line is None:
            return b""
        try:
            data = self._line.recv(65_536)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            if self._line is not None:
                self._line.close()
        self._line, self.up = None, False


class PcscdReader(SimulatedDevice):
    troubles = (
        "badge",
        "badge_too_quick",
        "badge_of_chance",
        "badge_without_number",
        "second_reader",
        "pcscd_stops",
        "pcscd_starts",
        "another_version",
    )

    def __init__(self, wire: PcscdWire) -> None:
        self.wire: PcscdWire = wire
        self.minor = 4
        self._asked = b""
        self._changes = 0
        self._number: bytes | None = None  # of the badge that is held to it
        self._looks = 0  # how often the badge is still seen before it is taken away
        self._withdrawn = False
        self._second = False
        self._knows_numbers = True

    def tick(self, now_ms: int) -> None:
        traffic = self.wire.tick(now_ms)
        if traffic.raised:
            self._asked = b""
        self._asked += traffic.data
        while len(self._asked) >= 8:
            size, ask = struct.unpack("=II", self._asked[:8])
            body = self._asked[8 : 8 + size]
            more = struct.unpack_from("=I", body, 12)[0] if ask == 0x09 and len(body) == size else 0
            if len(self._asked) < 8 + size + more:
                return
            command, self._asked = self._asked[8 + size : 8 + size + more], self._asked[8 + size + more :]
            self.wire.send(self._answer(ask, body, command))

    def _answer(self, ask: int, body: bytes, command: bytes) -> bytes:
        match ask:
            case 0x11:
                major, minor, _ = struct.unpack("=iiI", body)
                same = (major, minor) == (4, self.minor)
                return struct.pack("=iiI", 4, self.minor, 0 if same else NOT_THIS_VERSION)
            case 0x01:
                return struct.pack("=III", struct.unpack("=III", body)[0], CONTEXT, 0)
            case 0x12:
                return self._states()
            case 0x04:
                return self._connect(body)
            case 0x09:
                return self._transmit(body, command)
            case 0x06:
                return body
        self.wire.stop()
        return b""

    def _states(self) -> bytes:
        held = self._number is not None
        names = [READER] if self.wire.plugged else []
        if self._second:
            names.append(OTHER)
        states = b"".join(state(name, self._changes, held=held and name == READER) for name in names)
        if held:
            self._looks -= 1
            if self._looks < 0:
                self._number = None
                self._changes += 1
        return states.ljust(184 * 16, b"\0")

    def _connect(self, body: bytes) -> bytes:
        context, name, share, wanted, _, _, _ = struct.unpack("=I128sIIiII", body)
        there = self._number is not None and not self._withdrawn and name.rstrip(b"\0") == READER.encode()
        self._withdrawn = False
        result = 0 if there and context == CONTEXT else NO_BADGE
        return struct.pack("=I128sIIiII", context, name, share, wanted, BADGE, T1, result)

    def _transmit(self, body: bytes, command: bytes) -> bytes:
        badge, protocol, sends, length, takes, room, _, _ = struct.unpack("=i7I", body)
        if self._number is None or badge != BADGE or protocol != T1:
            return struct.pack("=i7I", badge, protocol, sends, length, takes, room, 0, GONE)
        said = self._number + b"\x90\x00" if command == NUMBER and self._knows_numbers else b"\x6a\x81"
        return struct.pack("=i7I", badge, protocol, sends, length, takes, room, len(said), 0) + said

    # ------------------------------------------------------------ what people do

    def scan(self, code: str) -> None:
        """A badge is held to it for a moment; its number is written in pairs of digits and letters A to F."""
        try:
            self._hold(bytes.fromhex(code))
        except ValueError:
            self._hold(code.encode("ascii", "replace"))

    def _hold(self, number: bytes) -> None:
        self._number, self._looks, self._knows_numbers = number, 2, True
        self._changes += 1

    def badge(self) -> None:
        self.scan(SCANNED)

    def badge_too_quick(self) -> None:
        """It is taken away before anybody has spoken to it."""
        self.badge()
        self._withdrawn = True

    def badge_of_chance(self) -> None:
        """A telephone: it says another number each time."""
        self.scan("08112233")

    def badge_without_number(self) -> None:
        """A chip card of a kind that the reader has no number for."""
        self.badge()
        self._knows_numbers = False

    def second_reader(self) -> None:
        self._second = not self._second

    def pcscd_stops(self) -> None:
        self.wire.stop()

    def pcscd_starts(self) -> None:
        self.wire.start()

    def another_version(self) -> None:
        """pcscd was exchanged for one that speaks another version of its messages."""
        self.minor = 5 if self.minor == 4 else 9
        self.wire.stop()
        self.wire.start()


def state(name: str, changes: int, *, held: bool) -> bytes:
    return struct.pack("=128sIIi33s3xII", name.encode(), changes, HELD if held else EMPTY, 0, b"", 0, 0)
