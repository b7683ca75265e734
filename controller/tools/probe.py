"""What is plugged into this computer, and the configuration's lines for what has a driver."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import usb.core
import usb.util

from config.toml import quoted
from drivers.usb_link import ENGLISH, devices_there, port_path

BY_ID = Path("/dev/serial/by-id")
SYSFS = Path("/sys/bus/usb/devices")
BARCODE_SCANNER = b"\x05\x8c"  # how a HID report descriptor begins that is of usage page 0x8C
HUB = 9
SAY_WHICH = "# serial port: say which driver, and how fast (Angel Eye 4800; Table-Link and JSON lines 115200)"

XKEYS, ELGATO = 0x05F3, 0x0FD9
MUST_BE_WOKEN = (0x0C2E, 0x23D0)  # Honeywell, Youjie: scanners
MINIS = (0x0063, 0x0090, 0x00B3, 0x00B8)
KEYS_OF_MAIN = {0x006C: 32, 0x008F: 32, 0x00BA: 32, 0x009A: 10}
NOT_HEARD = {0x0060: "the first Stream Deck speaks neither of the protocols that are known here"}


def serial_lines(by_id: Path = BY_ID) -> Iterator[str]:
    """A serial port does not say what is behind it: which driver and how fast, a person must know."""
    for path in sorted(by_id.glob("*")):
        yield f"{SAY_WHICH}\n{_serial(path)}"


def _serial(path: Path) -> str:
    return f'link = {{ kind = "serial", path = {quoted(str(path))}, baud = 4800 }}'


def usb_lines(backend: Any, sysfs: Path = SYSFS) -> Iterator[str]:
    """Each device but the hubs; those without a driver of ours as a remark."""
    for device in devices_there(backend):
        if device.bDeviceClass != HUB:
            yield _told(device, sysfs)


def _told(device: Any, sysfs: Path) -> str:
    what = f"{device.idVendor:04x}:{device.idProduct:04x} at port {port_path(device)}"
    if device.idVendor == ELGATO and device.idProduct in NOT_HEARD:
        return f"# {what}: {NOT_HEARD[device.idProduct]}"
    known = _known(device, sysfs)
    if not known:
        return f"# {what}: there is no driver for it here"
    return "\n".join([f"# {what}", *known, _link(device)])


def _known(device: Any, sysfs: Path) -> list[str]:
    if device.idVendor == XKEYS:
        return ['role = "buttons"', 'driver = "xkeys"']
    if device.idVendor == ELGATO:
        return ['role = "buttons"', 'driver = "stream_deck"', f"options = {_deck_options(device.idProduct)}"]
    if _is_scanner(device, sysfs):
        wake = ["options = { wake = true }"] if device.idVendor in MUST_BE_WOKEN else []
        return ['role = "scanner"', 'driver = "hid_scanner"', *wake]
    return []


def _deck_options(product: int) -> str:
    if product in MINIS:
        return '{ family = "mini", keys = 6 }'
    return f'{{ family = "main", keys = {KEYS_OF_MAIN.get(product, 15)} }}'


def _is_scanner(device: Any, sysfs: Path) -> bool:
    """The kernel has read the descriptor; asking the device for it would mean taking it from the kernel."""
    for path in sysfs.glob(f"{port_path(device)}:*/*/report_descriptor"):
        try:
            if path.read_bytes().startswith(BARCODE_SCANNER):
                return True
        except OSError:
            continue
    return False


def _link(device: Any) -> str:
    numbers = f"vendor = 0x{device.idVendor:04x}, product = 0x{device.idProduct:04x}"
    serial, remark = _serial_number(device)
    return f'link = {{ kind = "usb", {numbers}, {serial}port = "{port_path(device)}" }}{remark}'


def _serial_number(device: Any) -> tuple[str, str]:
    if not device.iSerialNumber:
        return "", "  # it has no serial number"
    try:
        number = usb.util.get_string(device, device.iSerialNumber, ENGLISH)
    except usb.core.USBError:
        return "", "  # its serial number cannot be read by this user"
    except ValueError:
        return "", "  # its serial number is no text"
    finally:
        usb.util.dispose_resources(device)
    return f"serial = {quoted(number)}, ", ""
