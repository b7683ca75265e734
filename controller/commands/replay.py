"""tablectl replay: a recording decoded again."""

from __future__ import annotations

import argparse
from pathlib import Path

from config.load import load
from controller.commands import OK
from controller.commands.one_device import seal_of, show
from controller.commands.table_file import DEMO
from controller.lines.listening import replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="what `tablectl record` wrote")
    parser.add_argument("--config", type=Path, default=DEMO, help="table file (default: the demonstration)")


def run(asked: argparse.Namespace) -> int:
    show(replay(asked.file, seal_of(load(asked.config))))
    return OK
