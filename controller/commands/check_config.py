"""tablectl check-config: a table's configuration and everything it names."""

from __future__ import annotations

import argparse
from pathlib import Path

from config.load import Complaint, Config, ConfigError
from config.network import warnings
from config.schema import SimulatedLink
from controller.commands import OK
from controller.commands.table_file import checked
from controller.tools.tryout import Tryout
from games.catalogue import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="table file, for example config/tables/demo.toml")


def run(asked: argparse.Namespace) -> int:
    config = checked(asked.config)
    _try_out(config)
    for warning in warnings(config.devices):
        print(f"warning: {warning}")
    print(f"{asked.config}: correct ({config.game}, {config.table.boxes} boxes, {_kinds(config)})")
    for remark in config.options.remarks():
        print(f"remark: {remark}")
    return OK


def _try_out(config: Config) -> None:
    """What an installed game lacks and only play can show, shows here and not at the table."""
    if config.game not in GAMES and (fault := Tryout(config).fault()):
        raise ConfigError([Complaint(config.game, "tried out by chance", fault)])


def _kinds(config: Config) -> str:
    simulated = sum(isinstance(device.link, SimulatedLink) for device in config.devices)
    real = len(config.devices) - simulated
    if not config.devices:
        return "no devices"
    if simulated and real:
        return f"{real} real and {simulated} simulated devices"
    return "simulated devices" if simulated else "real devices"
