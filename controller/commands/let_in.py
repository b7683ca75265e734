"""tablectl let-in: take the wait off somebody for whom wrong PINs were given."""

from __future__ import annotations

import argparse

from controller.cannot_go_on import CannotGoOn
from controller.commands import OK
from controller.commands.table_file import add_table, owned
from controller.pins import let_in

EPILOG = """\
Whoever can touch a panel can give wrong PINs for somebody, one after each wait, and keep that person out. This
is the second way in, for who has the machine: the next PIN of that number is looked at, once; a wrong one waits
again. It needs no restart, is on record in the journal, and tells nothing of a PIN."""


class NotOfTheStaff(CannotGoOn):
    """The text says where the staff stands."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("number", help="staff number")
    add_table(parser)


def run(asked: argparse.Namespace) -> int:
    config = owned(asked)
    if asked.number not in {member.number for member in config.staff}:
        raise NotOfTheStaff(f"nobody at {asked.config} has the number {asked.number}: see its staff file")
    let_in(config.state / "wrong-pins.json", asked.number)
    print(f"The next PIN of number {asked.number} is looked at, whatever it has to wait.")
    return OK
