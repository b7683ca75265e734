"""tablectl rehearse: a text script through the whole daemon on simulated devices."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from controller.app import CannotStart
from controller.commands import FAILED, OK
from controller.commands.table_file import DEMO, checked
from controller.commands.text import opened
from controller.tools.rehearsal.script import ScriptError, read
from controller.tools.rehearsal.stage import rehearse

EPILOG = """\
The daemon runs in a temporary folder and is ended. The exit status is 0, or 1 with the number of the line that
went otherwise and what there was instead. One sentence a line; what stands behind a # is a comment:
  play 2 rounds                     the scripted dealer and players, as far as nobody has to decide
  play until decide                 until the game is in that phase
  deal 4 cards                      as far as needed to deal them, and then so many cards (or packs)
  answer go_on [because REASON]     to the question that is open; as supervisor where one is needed
  dealer says hold_shoe             or "supervisor says void_round ground=disturbance": any command
  approve readers                   a supervisor approves the device that is held
  touch BUTTON / press BUTTON       a button of the panel by its id / of the bench page
  unplug shoe, replug shoe, jam, clear jam, draw box-1, swap box-1 box-2, damage shoe lossy,
  lose reports shoe 2, next card unread, trouble readers firmware_changed, open the door ...
                                    every command of the bench, with its arguments in order
  kill                              the daemon is killed, and started again
  wait ready / wait 2 seconds       until all devices are heard / so long
  expect question shoe_lost rule 6.1    within some seconds; "rule" may be left out
  expect ruling shoe_lost go_on / expect notice WORDS / expect prompt WORDS / expect phase deal
  expect no question / expect 2 rounds  so many are over"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG
    parser.add_argument("script", help="one sentence a line; - for standard input")
    parser.add_argument("--table", type=Path, default=DEMO, help="table file (default: the demonstration)")
    parser.add_argument("--seed", type=int, default=1, help="of cards and players (default: %(default)s)")


def run(asked: argparse.Namespace) -> int:
    config = checked(asked.table)
    if not config.simulated:
        raise CannotStart(f"{asked.table} has real devices: a script plays on simulated ones")
    with opened(asked.script) as file:
        text = file.read()
    try:
        rehearse(config, read(text), asked.seed, lambda line: print(line, flush=True))
    except ScriptError as otherwise:
        print(f"tablectl: {otherwise}", file=sys.stderr)
        return FAILED
    return OK
