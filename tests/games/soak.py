"""Plays as many rounds as it is asked for, on every core, and stops by itself: `make soak ROUNDS=1000000`.

A failure names the game and the seed of its table; `python -m tests.games.soak --table canberra_poker 17`
plays that table alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from random import SystemRandom

from tests.games.rounds import KINDS, played

EACH = 500  # rounds at one table
TELL_S = 5
MOST_TOLD = 4_000  # characters of a failure

Table = tuple[str, int, int]  # the game, the seed, how many rounds


def main() -> int:
    asked = arguments()
    if asked.table:
        began, (game, seed) = time.monotonic(), asked.table
        return tell_end(play((game, int(seed), EACH)), EACH, began)
    return soak(asked.rounds, asked.seed)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.games.soak", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="of the first table")
    parser.add_argument("--table", nargs=2, metavar=("GAME", "SEED"), help=f"one of {', '.join(KINDS)}")
    return parser.parse_args()


def soak(rounds: int, seed: int) -> int:
    cores = os.cpu_count() or 1
    say(f"{rounds:,} rounds on {cores} cores, seeds from {seed} on")
    began, done, told_at = time.monotonic(), 0, 0.0
    with Pool(cores) as pool:
        for failure, count in pool.imap_unordered(played_out, tables(rounds, seed)):
            done += count
            if failure:
                pool.terminate()
                return tell_end(failure, done, began)
            if time.monotonic() - told_at > TELL_S:
                told_at = time.monotonic()
                say(f"{done:>12,} rounds, {rate(done, began)}")
    return tell_end("", done, began)


def tables(rounds: int, seed: int) -> Iterator[Table]:
    games = list(KINDS)
    for number, before in enumerate(range(0, rounds, EACH)):
        yield games[number % len(games)], seed + number, min(EACH, rounds - before)


def played_out(table: Table) -> tuple[str, int]:
    return play(table), table[2]


def play(table: Table) -> str:
    game, seed, rounds = table
    try:
        for _ in played(game, seed, rounds):
            pass
    except AssertionError as failed:
        return f"{game}, seed {seed}: {str(failed)[-MOST_TOLD:]}"
    return ""


def tell_end(failure: str, done: int, began: float) -> int:
    say(f"{done:,} rounds, {rate(done, began)}: {failure or 'every one as the instruments say'}")
    return 1 if failure else 0


def rate(done: int, began: float) -> str:
    seconds = time.monotonic() - began
    return f"{seconds:,.0f} s, {done / max(seconds, 0.001):,.0f} a second"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
