"""tablectl pin: the line of a staff file that a PIN is checked with."""

from __future__ import annotations

import argparse
import re
import sys

from controller.commands import FAILED, OK
from controller.commands.asking import hidden
from controller.pins import hashed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(asked: argparse.Namespace) -> int:
    try:
        pin = hidden("PIN (4 to 8 digits): ")
    except EOFError:
        pin = ""
    if not re.fullmatch("[0-9]{4,8}", pin):
        print("tablectl: a PIN is 4 to 8 digits", file=sys.stderr)
        return FAILED
    print(f'pin_scrypt = "{hashed(pin)}"')
    return OK
