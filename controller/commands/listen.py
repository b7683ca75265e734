"""tablectl listen: what one device reports, live."""

from __future__ import annotations

import argparse

from config.load import load
from controller.commands import OK
from controller.commands.one_device import device_of, settings_of, show, takes_a_device, takes_a_time
from controller.lines.listening import listen


def add_arguments(parser: argparse.ArgumentParser) -> None:
    takes_a_device(parser)
    takes_a_time(parser)


def run(asked: argparse.Namespace) -> int:
    config = load(asked.config)
    device = device_of(config, asked.device)
    show(listen(device, settings_of(config, device), asked.seconds))
    return OK
