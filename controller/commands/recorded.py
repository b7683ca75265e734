"""tablectl recorded: hands recorded elsewhere through our rules."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from controller.commands import FAILED, OK
from controller.tools import phh


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, help="one hand a file")


def run(asked: argparse.Namespace) -> int:
    status = OK
    for path in asked.files:
        answer = phh.told(path.read_bytes())
        print(json.dumps({"file": str(path), **answer}, ensure_ascii=False), flush=True)
        status = FAILED if "error" in answer or answer["agrees"] is False else status
    return status
