"""A HID device on USB, spoken to over pyusb: each read is one input report, whole.

The kernel's own driver is taken off the interface and stays off: what a badge scanner says must not be
typed into a console when this program ends. A device is let in by what the configuration says of it; a
different one at its place is named and not spoken to.
"""

from __future__ import annotations

import errno
import re
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal, Self

import usb.core
import usb.util
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from usb.backend import libusb1

from drivers.hid import ReportOut, reports_out
from drivers.link import LinkLost

WRITE_WAIT_MS = 1_000
LOOK_EACH_MS = 1_000  # a pulled cable may look like a time-out: so often it is looked whether it is there
STALLS_ALLOWED = 3
HID_CLASS, PRINTER_CLASS = 3, 7
SET_REPORT = 0x09
ENGLISH = 0x0409
PACKET_BYTES = (
    0x07FF  # of wMaxPacketSize; above it stands how many packets a high-speed device may send at once
)
REPORT_TYPES = {"output": 2, "feature": 3}
TO_THE_INTERFACE = 0x21  # host to device, of the class, for an interface

_PORT = re.compile(r"[1-9]\d{0,2}-[1-9]\d{0,2}(\.[1-9]\d{0,2}){0,6}")
_RULES = "config/system/86-table-controller.rules"
_GONE = (errno.ENODEV, errno.ENOENT, errno.ESHUTDOWN, errno.ENXIO)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM)


class UsbSettings(BaseModel):
    """Which device is let in: all that is given here must fit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["usb"] = "usb"
    vendor: Annotated[int, Field(ge=1, le=0xFFFF)]
    product: Annotated[int, Field(ge=1, le=0xFFFF)]
    serial: Annotated[str, Field(min_length=1, max_length=126)] | None = None
    port: str | None = None  # the path of the socket it is plugged into: "1-2.3"
    interface: Annotated[int, Field(ge=0, le=255)] | None = None  # None: the first HID one that sends
    report_bytes: Annotated[int, Field(ge=1, le=4_096)] | None = None  # None: as the endpoint says
    printer: bool = False  # of the class of printers, which take bytes and have no reports

    @field_validator("port")
    @classmethod
    def _is_a_path(cls, port: str | None) -> str | None:
        if port is not None and not _PORT.fullmatch(port):
            raise ValueError(f'"{port}" is no port path: it looks like "1-2.3"; `tablectl probe` prints it')
        return port

    @model_validator(mode="after")
    def _not_any_of_its_kind(self) -> Self:
        if self.serial is None and self.port is None:
            raise ValueError(
                "give serial, port or both: without them any device of this kind would be let in; "
                "`tablectl probe` prints them"
            )
        return self

    @property
    def name(self) -> str:
        place = f" at port {self.port}" if self.port else ""
        return f"USB device {self.vendor:04x}:{self.product:04x}{place}"

    def backend(self) -> Any:
        return libusb()


def libusb() -> Any:
    backend = libusb1.get_backend()
    if backend is None:
        raise LinkLost(
            "libusb cannot be used: install the package libusb-1.0-0, or see that USB is there at all"
        )
    return backend


def devices_there(backend: Any) -> list[Any]:
    """A fresh discovery. After a replug the old device object is of no more use."""
    try:
        return list(usb.core.find(find_all=True, backend=backend))
    except usb.core.USBError as error:
        raise LinkLost(f"the USB devices cannot be listed ({error.strerror}): see to the host's USB") from error


def port_path(device: Any) -> str:
    """As the kernel names it: bus, then the port on each hub in turn. It stays over a replug."""
    return f"{device.bus}-{'.'.join(str(number) for number in device.port_numbers or (0,))}"


def interfaces_that_send(device: Any, of_class: int = HID_CLASS) -> list[tuple[Any, Any]]:
    """Each interface of that class with its input endpoint."""
    found = []
    for interface in device.get_active_configuration():
        arriving = _endpoint(interface, usb.util.ENDPOINT_IN)
        if interface.bInterfaceClass == of_class and arriving is not None:
            found.append((interface, arriving))
    return found


def _endpoint(interface: Any, direction: int) -> Any:
    def fits(endpoint: Any) -> bool:
        return bool(usb.util.endpoint_direction(endpoint.bEndpointAddress) == direction)

    return usb.util.find_descriptor(interface, custom_match=fits)


class UsbLink:
    def __init__(self, settings: UsbSettings, read_wait_ms: int) -> None:
        self.name = settings.name
        self._settings = settings
        self._read_wait_ms = read_wait_ms
        self._backend = settings.backend()
        self._closing = threading.Event()
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._stalls = 0
        self._looked_s = time.monotonic()
        self._device = self._allowed(devices_there(self._backend))
        try:
            self._take_over()
        except BaseException:
            usb.util.dispose_resources(self._device)
            raise

    # ------------------------------------------------------------ finding it

    def _allowed(self, there: Sequence[Any]) -> Any:
        at_port = [device for device in there if self._settings.port in (None, port_path(device))]
        of_kind = [device for device in at_port if self._is_of_kind(device)]
        fitting = [device for device in of_kind if self._has_the_serial(device)]
        if len(fitting) == 1:
            return fitting[0]
        raise LinkLost(self._why_none(there, at_port, of_kind, fitting))

    def _is_of_kind(self, device: Any) -> bool:
        return (device.idVendor, device.idProduct) == (self._settings.vendor, self._settings.product)

    def _has_the_serial(self, device: Any) -> bool:
        return self._settings.serial is None or self._serial_of(device) == self._settings.serial

    def _serial_of(self, device: Any) -> str:
        """Asked for in English, or pyusb would ask for the languages first and hide that it may not."""
        try:
            read = self._tried(lambda: usb.util.get_string(device, device.iSerialNumber, ENGLISH))
        finally:
            usb.util.dispose_resources(device)
        return str(read or "")

    def _why_none(
        self, there: Sequence[Any], at_port: Sequence[Any], of_kind: Sequence[Any], fitting: Sequence[Any]
    ) -> str:
        settings = self._settings
        if len(fitting) > 1:
            return f"two devices fit {self.name}: say at which port yours is; `tablectl probe` shows it"
        if of_kind:
            return (
                f"{self.name} has another serial number than the one allowed ({settings.serial}): it is not "
                "spoken to; plug the right one in, or have the configuration changed"
            )
        if settings.port and at_port:
            other = f"{at_port[0].idVendor:04x}:{at_port[0].idProduct:04x}"
            return (
                f"at port {settings.port} is a device {other} that is not allowed there: it is not spoken to; "
                f"take it out and plug in {settings.vendor:04x}:{settings.product:04x}"
            )
        elsewhere = [port_path(device) for device in there if self._is_of_kind(device)]
        if elsewhere:
            return f"{self.name} is plugged in at port {elsewhere[0]}: plug it into its own, or correct port"
        return f"{self.name} is not there: plug it in; it is opened when it is"

    # ------------------------------------------------------------ having it

    def _take_over(self) -> None:
        interface, self._arriving = self._tried(self._chosen_interface)
        self._number = interface.bInterfaceNumber
        self._leaving = _endpoint(interface, usb.util.ENDPOINT_OUT)
        self._report_bytes = self._settings.report_bytes or self._arriving.wMaxPacketSize & PACKET_BYTES
        self._tried(self._detach_the_kernel)
        self._tried(lambda: usb.util.claim_interface(self._device, self._number))

    def _chosen_interface(self) -> tuple[Any, Any]:
        of_class = PRINTER_CLASS if self._settings.printer else HID_CLASS
        for interface, arriving in interfaces_that_send(self._device, of_class):
            if self._settings.interface in (None, interface.bInterfaceNumber):
                return interface, arriving
        which = "none" if self._settings.interface is None else f"no {self._settings.interface}"
        if self._settings.printer:
            raise LinkLost(
                f"{self.name} has {which} printer's interface that answers: correct link.interface, or take "
                "printer = true out"
            )
        raise LinkLost(f"{self.name} has {which} HID interface that sends reports: correct link.interface")

    def _detach_the_kernel(self) -> None:
        try:
            if self._device.is_kernel_driver_active(self._number):
                self._device.detach_kernel_driver(self._number)
        except NotImplementedError:  # no kernel drivers on this system, so none in the way
            return

    def _tried(self, step: Callable[[], Any]) -> Any:
        try:
            return step()
        except usb.core.USBError as error:
            raise LinkLost(self._why(error)) from error

    def _why(self, error: Any) -> str:
        if error.errno in _NOT_ALLOWED:
            return (
                f"{self.name} may not be opened: put {_RULES} into /etc/udev/rules.d and this service's user "
                "into the group table, then plug the device in again"
            )
        if error.errno == errno.EBUSY:
            return f"{self.name} is held by another program: find it with `fuser {self._node()}` and stop it"
        if error.errno in _GONE:
            return f"{self.name} was unplugged: plug it in again; it is opened when it is back"
        if error.errno == errno.EOVERFLOW:
            return f"{self.name} sends longer reports than {self._report_bytes} bytes: set link.report_bytes"
        return (
            f"{self.name} does not answer properly ({error.strerror}): check its cable, then plug it in again"
        )

    def _node(self) -> str:
        return f"/dev/bus/usb/{self._device.bus:03}/{self._device.address:03}"

    # ------------------------------------------------------------ using it

    def read(self) -> bytes:
        """One input report; b"" if none came for a short while."""
        with self._reading:
            self._check_open()
            try:
                report = bytes(self._arriving.read(self._report_bytes, self._read_wait_ms))
            except usb.core.USBTimeoutError:
                self._look_whether_it_is_there()
                report = b""
            except usb.core.USBError as error:
                self._after(error)
                return b""
            self._check_open()
            self._stalls = 0
            return report

    def _look_whether_it_is_there(self) -> None:
        if time.monotonic() - self._looked_s < LOOK_EACH_MS / 1000:
            return
        self._looked_s = time.monotonic()
        mine = (self._device.bus, self._device.address)
        if mine not in [(device.bus, device.address) for device in devices_there(self._backend)]:
            raise LinkLost(f"{self.name} was unplugged: plug it in again; it is opened when it is back")

    def _after(self, error: Any) -> None:
        """A device that stalls is asked to go on; one that always does is not to be had."""
        self._check_open()
        self._stalls += 1
        if error.errno != errno.EPIPE or self._stalls > STALLS_ALLOWED:
            raise LinkLost(self._why(error)) from error
        self._tried(self._arriving.clear_halt)

    def write(self, data: bytes) -> None:
        with self._writing:
            if self._settings.printer:
                self._check_open()
                self._tried(lambda: self._leaving.write(data, WRITE_WAIT_MS) if data else None)
                return
            for report in reports_out(data):
                self._check_open()
                self._tried(partial(self._send, report))

    def _send(self, report: ReportOut) -> None:
        if self._leaving is not None and report.kind == "output":
            self._leaving.write(report.payload, WRITE_WAIT_MS)
            return
        which = REPORT_TYPES[report.kind] << 8 | report.number
        request = (TO_THE_INTERFACE, SET_REPORT, which, self._number, report.payload)
        self._device.ctrl_transfer(*request, timeout=WRITE_WAIT_MS)

    def close(self) -> None:
        self._closing.set()
        with self._reading, self._writing:
            usb.util.dispose_resources(self._device)

    def _check_open(self) -> None:
        if self._closing.is_set():
            raise LinkLost(f"{self.name} was closed on this side: open it again to go on")
