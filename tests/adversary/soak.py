"""Plays ROUNDS rounds as an adversary, in two processes at most, and stops by itself: a part of `make soak`.

A failure names the game and the seed of its table; `python -m tests.adversary.soak --table omaha 17` plays
that table alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from random import SystemRandom

from tests.adversary.adversary import KINDS, played

EACH = 10  # rounds at one table
PROCESSES = 2
TELL_S = 10
MOST_TOLD = 6_000  # characters of a failure
MOST_FAILURES = 5

Table = tuple[str, int, int]  # the kind of table, the seed, how many rounds


def main() -> int:
    asked = arguments()
    if asked.table:
        kind, seed = asked.table
        failure, figures = play((kind, int(seed), EACH))
        say(failure)
        return told([failure] if failure else [], figures, time.monotonic())
    return soak(asked.rounds, asked.seed)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.adversary.soak", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="of the first table")
    parser.add_argument("--table", nargs=2, metavar=("KIND", "SEED"), help=f"one of {'; '.join(KINDS)}")
    return parser.parse_args()


def soak(rounds: int, seed: int) -> int:
    say(f"{rounds:,} rounds against an adversary in {PROCESSES} processes, seeds from {seed} on")
    began, told_at = time.monotonic(), 0.0
    figures: Counter[str] = Counter()
    failures: list[str] = []
    with Pool(PROCESSES) as pool:
        for failure, counted in pool.imap_unordered(play, tables(rounds, seed), chunksize=2):
            figures += counted
            if failure:
                say(failure)
                failures.append(failure)
            if len(failures) >= MOST_FAILURES:
                pool.terminate()
                break
            if time.monotonic() - told_at > TELL_S:
                told_at = time.monotonic()
                say(f"{figures['rounds']:>9,} rounds, {rate(figures, began)}, {len(failures)} failures")
    return told(failures, figures, began)


def tables(rounds: int, seed: int) -> Iterator[Table]:
    for number, before in enumerate(range(0, rounds, EACH)):
        yield KINDS[number % len(KINDS)], seed + number, min(EACH, rounds - before)


def play(table: Table) -> tuple[str, Counter[str]]:
    kind, seed, rounds = table
    figures: Counter[str] = Counter()
    try:
        for adversary in played(kind, seed, rounds):
            figures = adversary.figures
    except AssertionError as failed:
        return f"{kind}, seed {seed}: {str(failed)[-MOST_TOLD:]}", figures
    return "", figures


def told(failures: list[str], figures: Counter[str], began: float) -> int:
    for what, count in sorted(figures.items()):
        say(f"{count:>10,} {what}")
    end = f"{len(failures)} tables failed" if failures else "the record is the felt's, every round"
    say(f"{figures['rounds']:,} rounds, {rate(figures, began)}: {end}")
    return 1 if failures else 0


def rate(figures: Counter[str], began: float) -> str:
    seconds = time.monotonic() - began
    return f"{seconds:,.0f} s, {figures['rounds'] / max(seconds, 0.001):,.0f} a second"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
