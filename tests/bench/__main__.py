"""`make bench`: runs the suites, prints what they found, and keeps it as JSON in state/bench."""

from __future__ import annotations

import argparse
import logging
import os
import platform
import sys
import time
from importlib.metadata import version
from typing import Any

import structlog

from tests.bench import card, commands, hands, journal, whole, wire
from tests.bench.report import keep
from tests.bench.rounds import ROUNDS

SUITES = {
    "hands": hands.measure,
    "card": card.measure,
    "rounds": whole.measure,
    "journal": journal.measure,
    "commands": commands.measure,
    "wire": wire.measure,
}
PEERS = ("clubs", "eval7", "phevaluator", "pokerkit", "treys")


def main() -> None:
    began = time.monotonic()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    suites = []
    for name in _asked():
        suite = SUITES[name]()
        suites.append(suite)
        _say(suite.text())
    path = keep(card.STATE, time.strftime("%Y-%m-%dT%H-%M-%S"), _machine(), suites)
    _say(f"{path} keeps all this; it took {time.monotonic() - began:.0f} s")


def _asked() -> list[str]:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    only: list[str] = parser.parse_args().only
    if not set(only) <= set(SUITES):
        parser.error(f"there are the suites {', '.join(SUITES)}")
    return only or list(SUITES)


def _machine() -> dict[str, Any]:
    return {
        "made": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "cores": os.cpu_count(),
        "peers": {peer: version(peer) for peer in PEERS},
        "rounds": ROUNDS,
    }


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
