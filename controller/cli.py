"""tablectl: the daemon and its tools on the command line."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Collection
from importlib import import_module
from typing import Any

from controller.commands import FAILED, INTERRUPTED, OK

COMMANDS = {
    "run": "start the daemon of one table; Ctrl-C stops it cleanly",
    "rehearse": "play a text script through the whole daemon on simulated devices, and say what the table said",
    "new-table": "make the files of a new table: asks, looks what is plugged in, and says what to do next",
    "address": "print the address of a running table's screen, or write a page that leads to it",
    "check-config": "check a table's configuration and everything it names",
    "adjudicate": "play events through the rules and print every outcome",
    "audit": "verify a table's journal: its chain, and every round ruled on again, on all cores",
    "what-if": "play a journal's rounds again under this version or other options, and list what differs",
    "rank": "say what hands are and how strong: a JSON object a line in, one a line out",
    "tournament": "check the conditions of a tournament, ballots, places and prizes, from files",
    "backup": "copy a table's journal while it plays, and read the copy back",
    "restore": "bring a table's journal back from a backup",
    "verification-key": "have a table seal its journal, and show once what its seals are verified with",
    "recorded": "play hands recorded in the PHH notation through our rules",
    "rounds": "list the rounds of a table's journal: when, who played, what came out, what was ruled",
    "show-round": "tell one round of a journal: people, cards, sums, questions, rulings with their rules",
    "incident": "write a ruling, a dispute or a correction as a page to be printed",
    "evidence": "pack rounds into one zip that shows them in any browser, step by step, and proves them",
    "export": "write a journal as tables (csv, jsonl), as subtitles (vtt) or as recorded hands (phh)",
    "check-program": "does what runs come of the source that the version names?",
    "schema": "print the JSON Schema of events and outcomes",
    "diagram": "print the state diagram of a game (Mermaid)",
    "devices": "list a table's devices and whether their ports are there",
    "probe": "list the serial ports and USB devices there are, with the configuration's lines for those known",
    "listen": "show what one device reports, live; faces, tags and badges are hidden",
    "record": "write one device's raw traffic into a file for support, sealed",
    "replay": "decode a recording again, with the key of the table that it was made at",
    "enrol": "name the tags of a deck with a reader and a keypad; the table is stopped",
    "let-in": "take the wait off somebody for whom wrong PINs were given",
    "pin": "make the pin_scrypt of a staff file; asks for the PIN",
}


def main(arguments: list[str] | None = None) -> int:
    _open_what_is_closed()
    try:
        return _answer(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _answer(words: list[str]) -> int:
    named = [word for word in words if not word.startswith("-")][:1]
    asked = parser(named).parse_args(words)
    from controller.logs import log_to, say_trouble  # noqa: PLC0415  not for --help

    log_to(sys.stderr)
    _take_every_name()
    try:
        status: int = _module(asked.command).run(asked)
        sys.stdout.flush()  # while a full disk or a reader that has gone can still be answered
        return status
    except BrokenPipeError:
        _drop_what_cannot_be_written()  # the reader has had enough
        return OK
    except _troubles() as trouble:
        from controller.commands.troubles import sentence  # noqa: PLC0415  not for --help

        say_trouble(sys.stderr, f"tablectl: {sentence(trouble)}")
        _drop_what_cannot_be_written()
        return FAILED


def _open_what_is_closed() -> None:
    """Whoever started us may have closed input, output or both. Nothing else shall get their numbers; who would
    read or print hears that it cannot be done, and who would complain goes on without."""
    for name, mode, opens in (
        ("stdin", "r", os.O_WRONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, opens), mode))


def _take_every_name() -> None:
    """A file's name need not be text; it is printed as it is."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")


def parser(complete: Collection[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """Only the complete commands know their arguments, because only their modules are loaded."""
    root = argparse.ArgumentParser(prog="tablectl", description=__doc__)
    root.add_argument("--version", action=_Version, nargs=0, help="say which program this is, and end")
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(command=name)
        if name in complete:
            _module(name).add_arguments(command)
    return root


class _Version(argparse.Action):
    """Its source is hashed only for who asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from controller.version import this_program  # noqa: PLC0415  not for --help

        print(f"tablectl {this_program()}")
        parser.exit()


def _module(command: str) -> Any:
    return import_module(f"controller.commands.{command.replace('-', '_')}")


def _troubles() -> tuple[type[BaseException], ...]:
    """Asked only when there is one: a configuration's fault is defined beside all that reads it."""
    from controller.commands.troubles import TROUBLES  # noqa: PLC0415

    return TROUBLES


def _drop_what_cannot_be_written() -> None:
    """Or Python would try again at the end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
