"""The daemon, writing down when something passes the stations of docs/one-card.md. Only the breakdown uses it.

python -m tests.bench.stamped STAMPS_FILE run TABLE_FILE
"""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller import cli, loop
from controller.inbox import Inbox
from controller.journal.journal import Journal
from controller.lines.keeper import Keeper
from controller.screens.connection import Screen

STEPS = (
    "bytes read",
    "in the inbox",
    "taken by the loop",
    "ruled on",
    "written as a record",
    "on disk",
    "first screen's state made",
)
_stamps: dict[str, list[int]] = {step: [] for step in STEPS}


def _note(step: str) -> None:
    _stamps[step].append(time.time_ns())


def _at_its_begin(step: str, call: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(call)
    def noted(*given: Any, **named: Any) -> Any:
        _note(step)
        return call(*given, **named)

    return noted


def _at_its_end(step: str, call: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(call)
    def noted(*given: Any, **named: Any) -> Any:
        result = call(*given, **named)
        _note(step)
        return result

    return noted


def _stamp_everything() -> None:
    Keeper._take = _at_its_begin("bytes read", Keeper._take)
    Inbox.put = _at_its_end("in the inbox", Inbox.put)
    loop.TableLoop.handle_all = _at_its_begin("taken by the loop", loop.TableLoop.handle_all)
    loop.write = _at_its_end("written as a record", _at_its_begin("ruled on", loop.write))
    Journal.commit = _at_its_end("on disk", Journal.commit)
    Screen.refresh = _at_its_end("first screen's state made", Screen.refresh)


def main(file: Path, arguments: list[str]) -> int:
    _stamp_everything()
    try:
        return cli.main(arguments)
    finally:
        file.write_text(json.dumps(_stamps))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
