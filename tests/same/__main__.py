"""Keeps what random play does and shows, and says what has changed since."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import zip_longest
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from tests.same.plays import Step, scripts
from tests.same.shown import lines

HOME = Path(__file__).parents[2] / "state" / "same"
MOST_TOLD = 600  # characters of a line that differs


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.same", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("record", "accept", "compare"), default="compare")
    parser.add_argument("--rounds", type=int, default=2_400)
    parser.add_argument("--only", default="", help="scripts whose name begins so")
    parser.add_argument("--kinds", default="", help="of lines that are compared, such as OCPSB; all by default")
    parser.add_argument("--home", type=Path, default=HOME)
    asked = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0" or os.environ.get("TZ") != "UTC":
        # Sets are written in the order of their hashes, times in the zone of the machine.
        os.environ |= {"PYTHONHASHSEED": "0", "TZ": "UTC"}
        os.execv(sys.executable, [sys.executable, "-m", "tests.same", *sys.argv[1:]])
    asked.home.mkdir(parents=True, exist_ok=True)
    names = [name for name in _names(asked) if name.startswith(asked.only)]
    began, wrong = time.monotonic(), 0
    with Pool(os.cpu_count()) as pool:
        todo = [(asked.what, asked.home, asked.rounds, asked.kinds, name) for name in names]
        for name, told in pool.imap_unordered(_one, todo):
            if told:
                wrong += 1
                sys.stdout.write(f"{name}: {told}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(names)} tables, {wrong} differ, {time.monotonic() - began:.0f} s\n")
    return 1 if wrong or not names else 0


def _names(asked: argparse.Namespace) -> list[str]:
    if asked.what == "record":
        return list(scripts(asked.rounds))
    names = sorted(path.name.removesuffix(".script.gz") for path in asked.home.glob("*.script.gz"))
    if not names:
        sys.stdout.write(
            f"Nothing is recorded in {asked.home}: python -m tests.same record, before the change\n"
        )
    return names


def _one(todo: tuple[str, Path, int, str, str]) -> tuple[str, str]:
    what, home, rounds, kinds, name = todo
    script, seen = home / f"{name}.script.gz", home / f"{name}.seen.gz"
    try:
        if what == "record":
            player, seed, count = scripts(rounds)[name]
            steps: list[Step] = []
            try:
                steps.extend(player(seed, count))
            except AssertionError as failed:
                return name, f"left out: {str(failed)[-300:]}"
            _write(script, map(json.dumps, steps))
        if what in ("record", "accept"):
            _write(seen, lines(map(json.loads, _read(script))))
            return name, ""
        then, now = _read(seen), lines(map(json.loads, _read(script)))
        if kinds:
            then, now = (filter(lambda line: line[0] in kinds, each) for each in (then, now))
        return name, _first_difference(then, now)
    except Exception as error:
        return name, f"{error!r}"


def _write(path: Path, text: Iterator[str]) -> None:
    with gzip.open(path, "wt", compresslevel=2) as file:
        for line in text:
            file.write(line + "\n")


def _read(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt") as file:
        for line in file:
            yield line.rstrip("\n")


def _first_difference(then: Iterator[str], now: Iterator[str]) -> str:
    for number, (before, after) in enumerate(zip_longest(then, now, fillvalue=""), start=1):
        if before != after:
            where = _where(before, after)
            return f"line {number} {where}\n  then {before[:MOST_TOLD]}\n  now  {after[:MOST_TOLD]}"
    return ""


def _where(before: str, after: str) -> str:
    """The first place in the JSON that differs."""
    try:
        one, other = (json.loads(line.split(" ", 1)[1]) for line in (before, after))
    except (ValueError, IndexError):
        return ""
    return _path(one, other, "")


def _path(one: Any, other: Any, at: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in (*one, *other):
            if one.get(key, ...) != other.get(key, ...):
                return _path(one.get(key), other.get(key), f"{at}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _path(a, b, f"{at}[{place}]")
    return f"at {at}: {one!r} -> {other!r}"[:MOST_TOLD]


if __name__ == "__main__":
    sys.exit(main())
