"""What an option takes that is a number: argparse says the sentence, and which option it is of."""

from __future__ import annotations

import argparse
import math

HIGHEST_PORT = 65_535
HIGHEST_NUMBER = 2**63 - 1
MOST_S = 1e9  # thirty years


def port(said: str) -> int:
    return _whole(said, 1, HIGHEST_PORT)


def port_or_any(said: str) -> int:
    """0: one that is free."""
    return _whole(said, 0, HIGHEST_PORT)


def number(said: str) -> int:
    """Of a round, a record or a box; a journal numbers no further."""
    return _whole(said, 0, HIGHEST_NUMBER)


def cores(said: str) -> int:
    return _whole(said, 1, 1024)


def seconds(said: str) -> float:
    number = offset_s(said)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{said!r} is no time to wait: give seconds, 0 or more")
    return number


def offset_s(said: str) -> float:
    try:
        number = float(said)
    except ValueError:
        number = math.nan
    if not abs(number) < MOST_S:
        raise argparse.ArgumentTypeError(f"{said!r} is no number of seconds: write it like 2.5")
    return number


def _whole(said: str, least: int, most: int) -> int:
    if not said.isdecimal() or len(said) > len(str(most)) or not least <= int(said) <= most:
        raise argparse.ArgumentTypeError(f"{said!r} is none: give a number from {least} to {most}")
    return int(said)
