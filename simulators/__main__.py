"""A simulated table as its own process: it lives on when the daemon that started it is killed."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from pathlib import Path

from pydantic import ValidationError

from simulators.device import NotPossible
from simulators.serving import ALREADY_RUNNING, AlreadyRunning, Serving
from simulators.table import FACES

LOG_NAME = "bench.log"


def main() -> int:
    asked = _arguments()
    try:
        serving = Serving(asked.folder, asked.devices, asked.boxes, asked.seed, asked.linger_s, asked.faces)
    except AlreadyRunning as reason:
        print(reason, file=sys.stderr)
        return ALREADY_RUNNING
    except (NotPossible, ValidationError, OSError) as reason:
        print(f"the simulated table cannot start: {reason}", file=sys.stderr)
        return 1
    if asked.detach:
        _leave_the_terminal(asked.folder)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: serving.stop())
    serving.run()
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m simulators", description=__doc__)
    parser.add_argument("--folder", type=lambda text: Path(text).absolute(), required=True)
    parser.add_argument("--devices", type=json.loads, required=True, help="a JSON list")
    parser.add_argument("--boxes", type=int, default=7)
    parser.add_argument("--faces", type=json.loads, default=FACES, help="of the deck, a JSON list")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--linger-s", type=float, default=300, help="ends after this long without anybody")
    parser.add_argument("--detach", action="store_true", help="return as soon as commands are accepted")
    return parser.parse_args()


def _leave_the_terminal(folder: Path) -> None:
    """The parent ends here, and so tells whoever waits for it that the socket is ready."""
    if os.fork():
        os._exit(0)
    os.setsid()
    log = os.open(folder / LOG_NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.close(log)
    os.close(nothing)


if __name__ == "__main__":
    sys.exit(main())
