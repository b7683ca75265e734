"""The host's end of the simulated USB: a pyusb backend that finds its devices in a folder."""

from __future__ import annotations

import errno
import json
import select
import socket
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import usb.core
from usb.backend import IBackend

from drivers.links import AnySettings, PcscdSettings, SerialSettings
from drivers.usb_link import UsbSettings
from simulators.usb_wire import BUSY, LONGEST_REPORT, REPORT, allowed_file, bus_folder
from simulators.wire import wire_path

IN, OUT = 0x81, 0x02
GET_DESCRIPTOR, SET_REPORT = 0x06, 0x09
STRING_DESCRIPTOR = 3
ENGLISH = 0x0409
MODEL_STRING, SERIAL_STRING = 2, 3
BULK, INTERRUPT = 2, 3
HID, PRINTER = 3, 7
WITHOUT_MORE = {"extra_descriptors": ()}
SIMULATED_BAUD = 115_200


class SimulatedUsb(UsbSettings):
    """Settings like any others, but for the bus that they are looked for on."""

    folder: Path

    def backend(self) -> Any:
        return SimulatedBus(self.folder)


def settings_of(folder: Path, device: str) -> AnySettings:
    """How the simulated device is reached: over USB, over the socket of its pcscd, or over its pty."""
    allowed = allowed_file(folder, device)
    if allowed.exists():
        return SimulatedUsb(folder=bus_folder(folder), **json.loads(allowed.read_text()))
    if wire_path(folder, device).is_socket():
        return PcscdSettings(path=str(wire_path(folder, device)))
    return SerialSettings(path=str(wire_path(folder, device)), baud=SIMULATED_BAUD)


class SimulatedBus(IBackend):  # type: ignore[misc]
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def enumerate_devices(self) -> Iterator[SimpleNamespace]:
        for path in sorted(self._folder.glob("*.device")):
            try:
                yield SimpleNamespace(**json.loads(path.read_text()))
            except FileNotFoundError:  # pulled out while we looked
                continue

    # ------------------------------------------------------------ descriptors

    def get_device_descriptor(self, dev: Any) -> SimpleNamespace:
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0200,
            bDeviceClass=0,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=dev.vendor,
            idProduct=dev.product,
            bcdDevice=dev.version,
            iManufacturer=0,
            iProduct=MODEL_STRING,
            iSerialNumber=SERIAL_STRING if dev.serial else 0,
            bNumConfigurations=1,
            address=dev.address,
            bus=dev.bus,
            port_number=dev.ports[-1],
            port_numbers=tuple(dev.ports),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: Any, config: int) -> SimpleNamespace:
        _only_the_first(config)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=34,
            bNumInterfaces=1,
            bConfigurationValue=1,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            **WITHOUT_MORE,
        )

    def get_interface_descriptor(self, dev: Any, intf: int, alt: int, config: int) -> SimpleNamespace:
        _only_the_first(intf, alt, config)
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=1 + dev.out_endpoint,
            bInterfaceClass=PRINTER if dev.printer else HID,
            bInterfaceSubClass=0,
            bInterfaceProtocol=0,
            iInterface=0,
            **WITHOUT_MORE,
        )

    def get_endpoint_descriptor(self, dev: Any, ep: int, intf: int, alt: int, config: int) -> SimpleNamespace:
        _only_the_first(intf, alt, config)
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=(IN, OUT)[ep],
            bmAttributes=BULK if dev.printer else INTERRUPT,
            wMaxPacketSize=dev.in_bytes,
            bInterval=4,
            bRefresh=0,
            bSynchAddress=0,
            **WITHOUT_MORE,
        )

    # ------------------------------------------------------------ having it

    def open_device(self, dev: Any) -> Any:
        if dev.access == "denied":
            raise _error(errno.EACCES, "Access denied (insufficient permissions)")
        return SimpleNamespace(about=dev, wire=None, kernel=True)

    def close_device(self, dev_handle: Any) -> None:
        if dev_handle.wire is not None:
            dev_handle.wire.close()
            dev_handle.wire = None

    def get_configuration(self, dev_handle: Any) -> int:
        return 1

    def is_kernel_driver_active(self, dev_handle: Any, intf: int) -> bool:
        return bool(dev_handle.kernel)

    def detach_kernel_driver(self, dev_handle: Any, intf: int) -> None:
        dev_handle.kernel = False

    def claim_interface(self, dev_handle: Any, intf: int) -> None:
        if dev_handle.kernel or dev_handle.about.access == "busy":
            raise _error(errno.EBUSY, "Resource busy")
        dev_handle.wire = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            dev_handle.wire.connect(dev_handle.about.socket)
        except OSError as error:
            self.close_device(dev_handle)
            raise _gone() from error

    def release_interface(self, dev_handle: Any, intf: int) -> None:
        self.close_device(dev_handle)

    # ------------------------------------------------------------ transfers

    def intr_read(self, dev_handle: Any, ep: int, intf: int, buff: Any, timeout: int) -> int:
        if not select.select([dev_handle.wire], [], [], timeout / 1000)[0]:
            raise usb.core.USBTimeoutError("Operation timed out", errno=errno.ETIMEDOUT)
        message = _received(dev_handle.wire)
        if message[:1] == BUSY:
            raise _error(errno.EBUSY, "Resource busy")
        if message[:1] != REPORT:
            raise _error(errno.EPIPE, "Pipe error")
        return _put(buff, message[1:])

    bulk_read = intr_read

    def clear_halt(self, dev_handle: Any, ep: int) -> None:
        """It goes on."""

    def intr_write(self, dev_handle: Any, ep: int, intf: int, data: Any, timeout: int) -> int:
        _send(dev_handle.wire, b"\0\0" + data.tobytes())
        return len(data)

    bulk_write = intr_write

    def ctrl_transfer(self, dev_handle: Any, *setup: Any) -> int:
        _, request, value, _, data, _ = setup
        if request == GET_DESCRIPTOR and value >> 8 == STRING_DESCRIPTOR:
            return _put(data, _string(dev_handle.about, value & 0xFF))
        if request == SET_REPORT:
            _send(dev_handle.wire, value.to_bytes(2, "big") + data.tobytes())
            return len(data)
        raise _error(errno.EPIPE, "Pipe error")  # as a device answers what it does not know


def _only_the_first(*which: int) -> None:
    if any(which):
        raise IndexError("there is one configuration with one interface")


def _string(about: Any, number: int) -> bytes:
    texts = {MODEL_STRING: about.model, SERIAL_STRING: about.serial}
    content = texts[number].encode("utf-16-le") if number else ENGLISH.to_bytes(2, "little")
    return bytes([2 + len(content), STRING_DESCRIPTOR]) + content


def _put(buffer: Any, data: bytes) -> int:
    if len(data) > len(buffer):
        raise _error(errno.EOVERFLOW, "Overflow")
    buffer[: len(data)] = array("B", data)
    return len(data)


def _received(wire: Any) -> bytes:
    try:
        message: bytes = wire.recv(1 + LONGEST_REPORT)
    except OSError as error:
        raise _gone() from error
    if not message:
        raise _gone()
    return message


def _send(wire: Any, message: bytes) -> None:
    try:
        wire.send(message, socket.MSG_NOSIGNAL)
    except OSError as error:
        raise _gone() from error


def _gone() -> Exception:
    return _error(errno.ENODEV, "No such device (it may have been disconnected)")


def _error(number: int, text: str) -> Exception:
    error: Exception = usb.core.USBError(text, errno=number)
    return error
