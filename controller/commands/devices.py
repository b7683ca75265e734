"""tablectl devices: what a table's configuration names, and whether it is there."""

from __future__ import annotations

import argparse
from pathlib import Path

from config.load import load
from config.schema import SimulatedLink
from controller.commands import OK
from controller.commands.table_file import DEMO
from drivers.links import SerialSettings, UsbSettings
from drivers.registry import NOT_PUBLIC, driver_names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", nargs="?", type=Path, default=DEMO, help="table file (default: the demonstration)"
    )


def run(asked: argparse.Namespace) -> int:
    for device in load(asked.config).devices:
        if isinstance(device.link, SimulatedLink):
            where = "simulated"
        elif isinstance(device.link, SerialSettings):
            found = "there" if Path(device.link.path).exists() else "NOT THERE: check cable and udev name"
            where = f"{device.link.path} at {device.link.baud} baud, {found}"
        elif isinstance(device.link, UsbSettings):
            where = device.link.name
        else:
            where = f"{device.link.host}:{device.link.port}"
        print(f"{device.name:12} {device.role:8} {device.driver:12} {where}")
    print(f"known drivers: {', '.join(driver_names())}")
    for device_name, missing in NOT_PUBLIC.values():
        print(f"no driver for {device_name}: it needs {missing}")
    return OK
