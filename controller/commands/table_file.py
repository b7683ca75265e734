"""The table's file that a command is given, and what is checked before a table is opened."""

from __future__ import annotations

import argparse
import os
import pwd
from dataclasses import replace
from pathlib import Path

from config.load import DEMO, Complaint, Config, ConfigError, load
from config.schema import Table
from controller.cannot_go_on import CannotGoOn
from controller.language.unsaid import faults_of
from games.catalogue import GAMES, game_class

__all__ = ["DEMO", "add_table", "checked", "elsewhere", "must_be_owner", "owned"]


def add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, default=DEMO, help="table file (default: the demonstration)")
    parser.add_argument("--state", type=Path, help="folder instead of the one that the table's file names")


def owned(asked: argparse.Namespace) -> Config:
    """The table that is asked for, by whom it belongs to."""
    config = load(asked.config)
    config = replace(config, table=elsewhere(config.table, asked.state))
    must_be_owner(config.state)
    return config


class NotTheDaemon(CannotGoOn):
    """Run by somebody else than whose the table's files are."""


def must_be_owner(state: Path) -> None:
    """What another user writes there the daemon could not use: root, too, would leave it such files."""
    there = next(folder for folder in (state, *state.parents) if folder.exists())
    owner, asks = there.stat().st_uid, os.geteuid()
    if owner != asks and (there == state or asks == 0):  # nobody but root makes a folder in another's
        name = _name_of(owner)
        raise NotTheDaemon(
            f"{there} belongs to {name}: run this as that user (runuser -u {name} -- tablectl …)"
        )


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def checked(table: Path) -> Config:
    """With what an installed game would say: no table opens that would fall silent in a round."""
    config = load(table)
    faults = faults_of(game_class(config.game)) if config.game not in GAMES else []
    if faults:
        raise ConfigError([Complaint(f"{config.game}: {file}", where, what) for file, where, what in faults])
    return config


def elsewhere(table: Table, state: Path | None) -> Table:
    """With all that it writes in that folder and beside it."""
    if state is None:
        return table
    return table.model_copy(update={"state": str(state.absolute()), "keys": None, "screens": None})
