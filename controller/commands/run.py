"""tablectl run: the daemon of one table."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from config.load import Config, ConfigError, screens_of, table_in
from controller.app import App
from controller.commands import OK
from controller.commands.table_file import DEMO, checked, elsewhere, must_be_owner
from controller.commands.troubles import TROUBLES, sentence
from controller.commands.values import port_or_any
from controller.logs import is_the_journal
from controller.web.addresses import tell_why_not

SCREENS = {
    "dealer": "Dealer's panel",
    "sign": "Table's sign",
    "director": "Tournament",
    "bench": "Bench",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", nargs="?", type=Path, default=DEMO, help="table file (default: the demonstration)"
    )
    parser.add_argument("--state", type=Path, help="folder instead of the one that the table's file names")
    parser.add_argument(
        "--port", type=port_or_any, help="of the panel, instead of the file's; 0: one that is free"
    )
    parser.add_argument("--seed", type=int, help="of the simulated cards")


def run(asked: argparse.Namespace) -> int:
    try:
        config = _with(checked(asked.config), asked.state, asked.port)
        if config.state.exists():
            must_be_owner(config.state)
        with contextlib.suppress(KeyboardInterrupt):  # while it still starts
            asyncio.run(_serve(config, asked.seed))
    except TROUBLES as trouble:
        _tell_the_screens(asked, sentence(trouble))
        raise
    return OK


def _tell_the_screens(asked: argparse.Namespace, why: str) -> None:
    """Those that wait for the table. Where its own file cannot be read they see that for themselves."""
    with contextlib.suppress(ConfigError):
        table = elsewhere(table_in(asked.config), asked.state)
        tell_why_not(screens_of(asked.config, table), why, table.screens_group)


def _with(config: Config, state: Path | None, port: int | None) -> Config:
    table = elsewhere(config.table, state)
    if port is not None:
        table = table.model_copy(update={"panel": table.panel.model_copy(update={"port": port})})
    return replace(config, table=table)


async def _serve(config: Config, seed: int | None) -> None:
    app = App(config) if seed is None else App(config, seed)
    if not is_the_journal(sys.stdout):  # which has a line of its own about the start
        _say_where(config, app.addresses)
    await app.serve()


def _say_where(config: Config, addresses: Mapping[str, str]) -> None:
    print(f"Table {config.table.table}, {config.game.replace('_', ' ')}, {config.table.boxes} boxes")
    print(f"State:          {config.state}")
    for role, named in SCREENS.items():
        if role in addresses:
            print(f"{named + ':':15} {_shown(addresses[role])}")
    if not sys.stdout.isatty():
        print("The addresses with their keys: tablectl address --role ROLE")
    elif "bench" in addresses:
        for member in config.staff:
            print(f"  {member.role:10} {member.name:8} number {member.number}  PIN {member.demo_pin}")
    print("Ctrl-C stops the table.", flush=True)


def _shown(address: str) -> str:
    """The key of a screen is for whoever sits here, not for a file."""
    return address if sys.stdout.isatty() else address.partition("#")[0]
