"""tablectl probe: the serial ports and USB devices there are."""

from __future__ import annotations

import argparse

from controller.commands import OK
from controller.tools.probe import serial_lines, usb_lines
from drivers.link import LinkLost
from drivers.usb_link import libusb


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(asked: argparse.Namespace) -> int:
    found = list(serial_lines())
    try:
        found += usb_lines(libusb())
    except LinkLost as lost:
        found.append(f"# no USB device can be listed: {lost}")
    print("\n\n".join(found) or "# nothing is plugged in")
    return OK
