"""tablectl devices: what a table's configuration names, and whether it is there."""

from __future__ import annotations

import argparse
from pathlib import Path

from config.load import load
from config.schema import SimulatedLink
from controller.commands import OK
from controller.commands.table_file import DEMO
from drivers.links import PcscdSettings, SerialSettings, UsbSettings
from drivers.registry import driver_names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", nargs="?", type=Path, default=DEMO, help="table file (default: the demonstration)"
    )
    parser.add_argument("--config", type=Path, dest="config", default=argparse.SUPPRESS, help="the same")


def run(asked: argparse.Namespace) -> int:
    for device in load(asked.config).devices:
        if isinstance(device.link, SimulatedLink):
            where = "simulated"
        elif isinstance(device.link, SerialSettings):
            found = "there" if Path(device.link.path).exists() else "NOT THERE: check cable and udev name"
            where = f"{device.link.path} at {device.link.baud} baud, {found}"
        elif isinstance(device.link, UsbSettings):
            where = device.link.name
        elif isinstance(device.link, PcscdSettings):
            found = "there" if Path(device.link.path).is_socket() else "NOT THERE: install and start pcscd"
            where = f"a reader of pcscd ({device.link.path}), {found}"
        else:
            believed = "asked for its secret" if device.link.secret else "believed by its address alone"
            where = f"{device.link.host}:{device.link.port}, {believed}"
        print(f"{device.name:12} {device.role:8} {device.driver:12} {where}")
    print(f"known drivers: {', '.join(driver_names())}")
    return OK
