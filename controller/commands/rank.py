"""tablectl rank: what hands are and how strong."""

from __future__ import annotations

import argparse
import json

from controller.commands import FAILED, OK
from controller.commands.text import opened
from controller.tools.rank import FORMAT, rank_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, FORMAT
    parser.add_argument("file", nargs="?", default="-", help="requests; - for standard input (default)")


def run(asked: argparse.Namespace) -> int:
    with opened(asked.file) as requests:
        status = OK
        for answer in rank_lines(requests):
            print(json.dumps(answer), flush=True)
            status = FAILED if "error" in answer else status
        return status
