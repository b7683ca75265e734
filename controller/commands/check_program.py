"""tablectl check-program: does what runs come of the source that the version names?"""

from __future__ import annotations

import argparse

from controller.bytecode import changed, modules
from controller.commands import FAILED, OK
from controller.version import this_program

EPILOG = """\
Python runs what it has compiled before. Each such file is held against what its source compiles to now; the
source itself is what the version names by its hash. Of a package `dpkg -V table-controller` compares all files
with those that were installed, and the release's SHA256SUMS says which package that is: docs/install.md. The
exit status is 1 if a file is another one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, EPILOG


def run(asked: argparse.Namespace) -> int:
    wrong = changed()
    print(f"tablectl {this_program()}")
    for name in wrong:
        print(
            f"{name} would not run as its source says: install the package again, and find out who changed it"
        )
    print(f"{sum(1 for _ in modules()) - len(wrong)} modules run as their source says")
    return FAILED if wrong else OK
