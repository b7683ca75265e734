"""tablectl record: one device's raw traffic into a file, sealed."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from config.load import load
from controller.commands import OK
from controller.commands.one_device import (
    device_of,
    seal_of,
    settings_of,
    show,
    takes_a_device,
    takes_a_time,
)
from controller.commands.table_file import must_be_owner
from controller.lines.listening import Recorder, listen


def add_arguments(parser: argparse.ArgumentParser) -> None:
    takes_a_device(parser)
    parser.add_argument("file", type=Path, help="a new file")
    takes_a_time(parser)


def run(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = device_of(config, asked.device)
    must_be_owner(config.state)
    settings = settings_of(config, device)
    seal = seal_of(config)
    with open(asked.file, "x", encoding="utf-8", opener=_for_us_alone) as file:
        show(listen(device, settings, asked.seconds, Recorder(file, device, seal).noticed))
    return OK


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
