"""Rounds with faults at random in simulated time: `make soak-devices ROUNDS=10000`. It stops by itself.

A failure names its table and seed: `python -m tests.simulation.soak --table demo_omaha 17` plays that alone.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import threading
import time
from collections import Counter

from tests.simulation.faulty import TABLES, played

EACH = 25  # rounds at one table
TELL_EVERY = 20  # tables
MOST_TOLD = 4_000  # characters of a failure
MAY_GROW = 0.1  # of all objects, between the first tenth of the tables and the last


def main() -> int:
    asked = arguments()
    if asked.table:
        name, seed = asked.table
        return told([one_table(name, int(seed), Counter())])
    return soak(asked.rounds, asked.seed)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.soak", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first table")
    parser.add_argument("--table", nargs=2, metavar=("TABLE", "SEED"), help=f"one of {', '.join(TABLES)}")
    return parser.parse_args()


def soak(rounds: int, seed: int) -> int:
    figures: Counter[str] = Counter()
    failures: list[str] = []
    began, tables = time.monotonic(), max(1, rounds // EACH)
    before: tuple[int, int, int] | None = None
    for number in range(tables):
        failures.append(one_table(TABLES[number % len(TABLES)], seed + number, figures))
        if number == max(2 * len(TABLES), tables // 10):  # what is looked up often is kept from then on
            before = held()
        if number % TELL_EVERY == 0:
            say(f"{figures['rounds']:>8,} rounds, {time.monotonic() - began:,.0f} s")
    for what, count in sorted(figures.items()):
        say(f"{count:>8,} {what}")
    if before is not None:
        failures.append(grown(before, held()))
    return told(failures)


def one_table(name: str, seed: int, figures: Counter[str]) -> str:
    try:
        played(name, seed, EACH, figures)
    except AssertionError as failed:
        return str(failed)[-MOST_TOLD:]
    return ""


def held() -> tuple[int, int, int]:
    """Objects, handles and threads."""
    gc.collect()
    return len(gc.get_objects()), len(os.listdir("/proc/self/fd")), threading.active_count()


def grown(before: tuple[int, int, int], after: tuple[int, int, int]) -> str:
    say(f"objects, handles, threads: {before} before, {after} after")
    fits = after[0] <= before[0] * (1 + MAY_GROW) and after[1:] <= before[1:]
    return "" if fits else f"something has grown: {before} before, {after} after"


def told(failures: list[str]) -> int:
    wrong = [failure for failure in failures if failure]
    for failure in wrong:
        say(failure)
    say(f"{len(wrong)} tables failed" if wrong else "no card and no chip was lost")
    return 1 if wrong else 0


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
