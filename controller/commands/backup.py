"""tablectl backup: a table's journal copied while it plays."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from controller.commands import FAILED, OK
from controller.commands.table_file import add_table, owned
from controller.tools.backup import backup

EPILOG = """\
Run it as the daemon's user; the table plays on. What is copied is read back, record by record, before it
counts. The key of the cards is not in it: copy it with --keys to another place, once. Closed files that are
there already are not copied again."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("folder", type=Path, help="where to, on another disk; made if it is not there")
    add_table(parser)
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="where to copy the key of the cards, apart")


def run(asked: argparse.Namespace) -> int:
    config = owned(asked)
    copied = backup(config.state, asked.folder, datetime.now(), config.keys, asked.keys)
    whole = "and whole" if copied.is_whole else "and not whole"
    print(f"{asked.folder}: {copied.rounds} rounds, {copied.records} records, read back {whole}")
    for name in copied.files:
        print(f"  {name}")
    if asked.keys is None:
        print("The key of the cards is not in it: --keys copies it to a place apart.")
    for line in copied.missing:
        print(line)
    return OK if copied.is_whole else FAILED
