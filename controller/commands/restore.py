"""tablectl restore: a table's journal brought back from a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from controller.commands import FAILED, OK
from controller.commands.table_file import add_table, owned
from controller.journal.sealing_key import SEALING_KEY
from controller.tools.backup import Loss, restore
from games.table.table import Setup

EPILOG = """\
The table must be stopped, and its state folder must hold no journal: move what is there aside, it may say what
happened since the backup. Nothing is overwritten. The backup is read, record by record, before it is used."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("folder", type=Path, help="what `tablectl backup` wrote")
    add_table(parser)
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="where the key of the cards was copied to")
    parser.add_argument(
        "--loss", metavar="REASON", help="though a witness or the sealing key knows of more: it stays on record"
    )


def run(asked: argparse.Namespace) -> int:
    config = owned(asked)
    table = config.table
    setup = Setup(table.table, config.game, table.boxes, config.options, config.shoe)
    loss = Loss(asked.loss, setup) if asked.loss is not None else None
    witnesses = [Path(path) for path in table.witness]
    copied = restore(asked.folder, config.state, config.keys, asked.keys, witnesses=witnesses, loss=loss)
    print(f"{config.state}: {copied.rounds} rounds, {copied.records} records are back")
    if copied.seals and not (config.keys / SEALING_KEY).exists():
        print("The journal is not sealed any more: `tablectl verification-key --anew` begins with a new key.")
    print("Start the table. What was played since the backup is not in it.")
    for line in copied.missing:
        print(line)
    return FAILED if copied.gaps else OK
