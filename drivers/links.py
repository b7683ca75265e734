"""The wires to the devices: a serial port or a TCP connection, read and written as plain bytes; or USB."""

from __future__ import annotations

import errno
import os
import re
import select
import socket
import termios
import threading
import time
from abc import ABC, abstractmethod
from typing import Annotated, Literal

import serial
from pydantic import BaseModel, ConfigDict, Field, field_validator

from drivers.link import Link, LinkLost
from drivers.secret import ANSWER_BYTES, Channel, Meeting, NoSecret, WrongProof, read_secret
from drivers.usb_link import UsbLink, UsbSettings

__all__ = [
    "AnySettings",
    "Link",
    "LinkLost",
    "LinkSettings",
    "PcscdSettings",
    "SerialSettings",
    "TcpSettings",
    "UsbSettings",
]

READ_WAIT_MS = 200
READ_LIMIT_BYTES = 65_536
WRITE_WAIT_MS = 1_000
CONNECT_WAIT_MS = 3_000
SILENT_PEER_MS = 10_000  # a network cable pulled out is noticed after this long

_PARITIES = {"none": serial.PARITY_NONE, "even": serial.PARITY_EVEN, "odd": serial.PARITY_ODD}
_PORT_NUMBER_MOVES = re.compile(r"/dev/tty(USB|ACM)\d+$")


class SerialSettings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["serial"] = "serial"
    path: str
    baud: Annotated[int, Field(ge=300, le=4_000_000)]
    parity: Literal["none", "even", "odd"] = "none"  # with 8 data bits and 1 stop bit

    @field_validator("path")
    @classmethod
    def _stays_with_the_device(cls, path: str) -> str:
        if not path.startswith("/"):
            raise ValueError("give the whole path of the port, for example /dev/serial/by-id/…")
        if _PORT_NUMBER_MOVES.match(path):
            raise ValueError(
                f"{path} can be another device after a replug: use its /dev/serial/by-id or udev name"
            )
        return path


class TcpSettings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["tcp"] = "tcp"
    host: Annotated[str, Field(min_length=1, max_length=253)]
    port: Annotated[int, Field(ge=1, le=65_535)]
    secret: Annotated[str, Field(pattern=r"^/[A-Za-z0-9_./-]+$")] | None = (
        None  # a file: see docs/device-secrets.md
    )


class PcscdSettings(BaseModel):
    """The program of this computer that owns its card readers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["pcscd"] = "pcscd"
    path: Annotated[str, Field(pattern=r"^/[A-Za-z0-9_./-]+$", max_length=107)] = "/run/pcscd/pcscd.comm"


AnySettings = SerialSettings | TcpSettings | UsbSettings | PcscdSettings
LinkSettings = Annotated[AnySettings, Field(discriminator="kind")]


def open_link(settings: AnySettings, read_wait_ms: int = READ_WAIT_MS) -> Link:
    if isinstance(settings, SerialSettings):
        return _SerialLink(settings, read_wait_ms)
    if isinstance(settings, UsbSettings):
        return UsbLink(settings, read_wait_ms)
    if isinstance(settings, PcscdSettings):
        return _PcscdLink(settings, read_wait_ms)
    return _TcpLink(settings, read_wait_ms)


class DescriptorLink(ABC):
    """What a port and a socket have in common once they are open: a non-blocking descriptor."""

    def __init__(self, name: str, descriptor: int, read_wait_ms: int) -> None:
        self.name = name
        self.descriptor = descriptor
        self._unsent = bytearray()
        self._took_last = time.monotonic()
        self._read_wait_ms = read_wait_ms
        self._closing = threading.Event()
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._incoming = self._watch(select.POLLIN)
        self._outgoing = self._watch(select.POLLOUT)

    def _watch(self, direction: int) -> select.poll:
        poll = select.poll()
        poll.register(self.descriptor, direction)
        poll.register(self._bell, select.POLLIN)
        return poll

    def read(self) -> bytes:
        with self._reading:
            self._check_open()
            ready = self._incoming.poll(self._read_wait_ms)
            self._check_open()
            return self._take() if ready else b""

    def _take(self) -> bytes:
        try:
            data = os.read(self.descriptor, READ_LIMIT_BYTES)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise LinkLost(f"{self.name} went away ({error.strerror}): {self._remedy()}") from error
        if not data:
            raise LinkLost(self._why_nothing_came())
        return data

    def write(self, data: bytes) -> None:
        with self._writing:
            deadline = time.monotonic() + WRITE_WAIT_MS / 1000
            left = memoryview(data)
            while left:
                self._wait_for_room(deadline)
                left = left[self._put(left) :]

    def read_now(self) -> bytes:
        """What is there, without waiting for it."""
        with self._reading:
            self._check_open()
            return self._take()

    def send(self, data: bytes) -> None:
        """As much as it takes now, and the rest with the next call, b"" at least: never waits."""
        with self._writing:
            self._check_open()
            self._unsent += data
            now = time.monotonic()
            while self._unsent and (taken := self._put(memoryview(bytes(self._unsent)))):
                del self._unsent[:taken]
                self._took_last = now
            if not self._unsent:
                self._took_last = now
            elif now - self._took_last > WRITE_WAIT_MS / 1000:
                raise LinkLost(self._stuck())

    def _wait_for_room(self, deadline: float) -> None:
        self._check_open()
        ready = self._outgoing.poll(max(0, deadline - time.monotonic()) * 1000)
        self._check_open()
        if not ready:
            raise LinkLost(self._stuck())

    def _stuck(self) -> str:
        return (
            f"{self.name} took no bytes for {WRITE_WAIT_MS} ms: switch the device off and on, "
            "then check its cable"
        )

    def _put(self, data: memoryview) -> int:
        try:
            return os.write(self.descriptor, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise LinkLost(f"{self.name} went away ({error.strerror}): {self._remedy()}") from error

    def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        os.eventfd_write(self._bell, 1)
        with self._reading, self._writing:
            if self._bell >= 0:  # of two that close at once, the first one does it
                os.close(self._bell)
                self._bell = -1
                self._release()

    def _check_open(self) -> None:
        if self._closing.is_set():
            raise LinkLost(f"{self.name} was closed on this side: open it again to go on")

    @abstractmethod
    def _release(self) -> None: ...

    @abstractmethod
    def _remedy(self) -> str: ...

    @abstractmethod
    def _why_nothing_came(self) -> str: ...


class _SerialLink(DescriptorLink):
    """pyserial opens and sets up the port; reading is ours, because pyserial's `read` throws away what
    it has already collected when the port disappears under it."""

    def __init__(self, settings: SerialSettings, read_wait_ms: int) -> None:
        try:
            self._port = serial.Serial(
                settings.path, settings.baud, parity=_PARITIES[settings.parity], timeout=0, exclusive=True
            )
        except (OSError, ValueError, termios.error) as error:
            raise LinkLost(_why_not_opened(settings, error)) from error
        super().__init__(settings.path, self._port.fileno(), read_wait_ms)

    def _release(self) -> None:
        self._port.close()

    def _remedy(self) -> str:
        return "check the cable and the device's power; it is opened again when it is back"

    def _why_nothing_came(self) -> str:
        """ "Ready to read, but nothing there" has two causes, and only a hang-up tells them apart."""
        if self._hung_up():
            return f"{self.name} was unplugged: {self._remedy()}"
        return (
            f"another program takes bytes from {self.name}: find it with `fuser {self.name}` and stop it; "
            "reports may be missing"
        )

    def _hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self.descriptor, 0)
        return bool(poll.poll(0))


def _why_not_opened(settings: SerialSettings, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT:
        return f"{settings.path} is not there: plug the device in, or correct its path in the configuration"
    if number in (errno.EACCES, errno.EPERM):
        return f"{settings.path} may not be opened: put this service's user into the group that owns the port"
    if number in (errno.EAGAIN, errno.EBUSY):
        return f"{settings.path} is held by another program: find it with `fuser {settings.path}` and stop it"
    return (
        f"{settings.path} could not be set up at {settings.baud} baud ({error}): check that it is a serial "
        "port and that the device is switched on"
    )


class _TcpLink(DescriptorLink):
    def __init__(self, settings: TcpSettings, read_wait_ms: int) -> None:
        address = f"{settings.host}:{settings.port}"
        try:
            self._socket = socket.create_connection((settings.host, settings.port), CONNECT_WAIT_MS / 1000)
        except OSError as error:
            raise LinkLost(
                f"{address} did not answer ({error}): check the network cable, the serial server's power, "
                "and that no other program is connected to it"
            ) from error
        try:
            self._channel = _met(self._socket, settings, address) if settings.secret else None
        except BaseException:
            self._socket.close()
            raise
        _prepare(self._socket)
        super().__init__(address, self._socket.fileno(), read_wait_ms)

    def write(self, data: bytes) -> None:
        super().write(self._channel.wrap(data) if self._channel else data)

    def send(self, data: bytes) -> None:
        super().send(self._channel.wrap(data) if self._channel else data)

    def _take(self) -> bytes:
        data = super()._take()
        if self._channel is None:
            return data
        try:
            return self._channel.unwrap(data)
        except WrongProof:
            raise LinkLost(
                f"{self.name} sent what the device did not write, or what was changed or said again on the "
                "way: nothing of it was believed; see who else is on that network before the table goes on"
            ) from None

    def _release(self) -> None:
        self._socket.close()

    def _remedy(self) -> str:
        return "check the network cable and the serial server's power; it is connected again when it answers"

    def _why_nothing_came(self) -> str:
        return f"{self.name} ended the connection: {self._remedy()}"


class _PcscdLink(DescriptorLink):
    def __init__(self, settings: PcscdSettings, read_wait_ms: int) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(CONNECT_WAIT_MS / 1000)
            self._socket.connect(settings.path)
        except OSError as error:
            self._socket.close()
            raise LinkLost(
                f"pcscd, which owns the card readers, does not answer at {settings.path} ({error.strerror}): "
                "install the packages pcscd and libccid, then run `systemctl enable --now pcscd.socket`"
            ) from error
        self._socket.setblocking(False)
        super().__init__("pcscd", self._socket.fileno(), read_wait_ms)

    def _release(self) -> None:
        self._socket.close()

    def _remedy(self) -> str:
        return "`systemctl status pcscd` says why; it is connected again when it answers"

    def _why_nothing_came(self) -> str:
        return (
            "pcscd ended the connection: it was stopped, or it does not let this service's user in "
            "(docs/devices/pcsc.md); `systemctl status pcscd` says which"
        )


def _met(connection: socket.socket, settings: TcpSettings, address: str) -> Channel:
    """Each proves to the other that it knows the secret, before a byte of the device is heard."""
    assert settings.secret
    connection.settimeout(CONNECT_WAIT_MS / 1000)
    try:
        meeting = Meeting(read_secret(settings.secret), os.urandom)
        connection.sendall(meeting.question())
        proof, channel = meeting.proof(_exactly(connection, ANSWER_BYTES))
        connection.sendall(proof)
    except NoSecret as error:
        raise LinkLost(f"{address} was not asked: {error}") from None
    except WrongProof:
        raise LinkLost(
            f"{address} does not know the secret in {settings.secret}: give the device the same one; "
            "if it has it, another machine answers in its place"
        ) from None
    except OSError as error:
        raise LinkLost(
            f"{address} did not answer when it was asked for its secret ({error}): switch its secret on, "
            f"give it the one in {settings.secret}, and see that no other program is connected to it"
        ) from None
    return channel


def _exactly(connection: socket.socket, count: int) -> bytes:
    """Within the time that the whole of it has."""
    data = b""
    deadline = time.monotonic() + CONNECT_WAIT_MS / 1000
    while len(data) < count:
        connection.settimeout(max(0.001, deadline - time.monotonic()))
        came = connection.recv(count - len(data))
        if not came:
            raise ConnectionError("it ended the connection")
        data += came
    return data


def _prepare(connection: socket.socket) -> None:
    connection.setblocking(False)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 4)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 2)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_PEER_MS)
