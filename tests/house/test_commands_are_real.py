"""Whoever is told to type a command can type it: every one that a text names is there, with its options."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from controller.cli import COMMANDS, parser
from tests.house.test_files import ROOT, tracked

TEXTS = {".md", ".py", ".toml", ".service", ".rules", ".txt", ".html", ".js"}
TYPED = re.compile(r"(?:^|[`$/ ])tablectl (?P<name>[a-z][a-z-]+)(?P<rest>[^`\n;|)]*)", re.MULTILINE)


def texts() -> list[Path]:
    ours = (path for path in tracked() if path.relative_to(ROOT).parts[0] != "tests")
    return [path for path in ours if path.suffix in TEXTS]


def commands() -> dict[str, set[str]]:
    choices = next(
        action.choices for action in parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    return {name: options_of(one) for name, one in choices.items()}


def options_of(one: argparse.ArgumentParser) -> set[str]:
    """Those of the commands below it, too."""
    below = [action for action in one._actions if isinstance(action, argparse._SubParsersAction)]
    deeper = (options_of(deep) for action in below for deep in action.choices.values())
    return set(one._option_string_actions).union(*deeper)


def typed(text: str) -> Iterator[tuple[str, set[str]]]:
    for found in TYPED.finditer(text):
        yield found["name"], set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", found["rest"]))


KNOWN = commands()


def test_a_command_that_a_text_names_is_there_with_its_options():
    for path in texts():
        for name, options in typed(path.read_text(encoding="utf-8")):
            assert name in KNOWN, f"{path}: tablectl {name}"
            assert options <= KNOWN[name], f"{path}: tablectl {name} {options - KNOWN[name]}"


def test_it_would_be_found():
    assert set(COMMANDS) == set(KNOWN)
    said = list(typed("run `tablectl seal` first, or .venv/bin/tablectl audit FILE --seal-key F --frob"))
    assert said == [("seal", set()), ("audit", {"--seal-key", "--frob"})]
