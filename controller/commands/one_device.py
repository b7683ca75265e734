"""One device of a table that is stopped: found by its name, reached, and what it says shown."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from config.load import Config
from config.schema import Device, SimulatedLink
from controller.app import link_of, simulated_table
from controller.cannot_go_on import CannotGoOn
from controller.commands.table_file import DEMO
from controller.commands.values import seconds
from controller.journal.beforehand import Marks, exclusive
from controller.journal.errors import JournalBusy
from controller.journal.file import lock_of
from controller.journal.journal import Journal
from controller.journal.keys import key_places, seal_of_table
from controller.journal.seal import Seal
from controller.lines.listening import Said
from drivers.links import AnySettings

EPILOG = """\
Stop the table first: a device speaks to one program. It is not told that its reports are kept, so a device
that keeps them until then tells them to the table again. Heartbeats are left out. A recording holds the raw
bytes, and these can hold cards: it is sealed with the table's seal.key; only with that can it be replayed."""


class TableRuns(CannotGoOn):
    """The text says what to do first."""


class NoSuchDevice(CannotGoOn):
    """The text says which there are."""


def takes_a_device(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("device", help="its name in the configuration")


def takes_a_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, default=DEMO, help="table file (default: the demonstration)")
    parser.add_argument("--seconds", type=seconds, help="end after this long; without it Ctrl-C ends it")


def device_of(config: Config, name: str) -> Device:
    for device in config.devices:
        if device.name == name:
            return device
    known = ", ".join(device.name for device in config.devices)
    raise NoSuchDevice(f'there is no device "{name}" at this table: there are {known}')


def must_be_stopped(config: Config) -> None:
    """A device speaks to one program, and a table that runs is that program."""
    lock = lock_of(config.state / "journal.db")
    if not lock.exists():
        return
    try:
        os.close(exclusive(lock))
    except JournalBusy:
        raise TableRuns(
            f"the table {config.table.table} is running and has its devices: stop the table first, then run "
            "this again"
        ) from None
    except OSError:
        return  # of another user: who may not look at the table finds out at the device


def settings_of(config: Config, device: Device) -> AnySettings:
    must_be_stopped(config)
    if isinstance(device.link, SimulatedLink):
        simulated_table(config).close()  # it lives on for a while without anybody
    return link_of(config, device)


def seal_of(config: Config) -> Seal:
    """A table that has never run has no key yet, and makes it now, after its journal."""
    config.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    journal = config.state / "journal.db"
    is_new = not journal.exists()
    if is_new:
        Journal(journal, marks=Marks(keys=key_places(config.state, config.keys))).close()
    return seal_of_table(config.state, config.keys, may_create=is_new)


def show(heard: Iterable[Said]) -> None:
    """Until Ctrl-C, which is how one ends it."""
    with contextlib.suppress(KeyboardInterrupt):
        for said in heard:
            print(f"{said.at_ms / 1000:10.3f} s  {said.text}", flush=True)
