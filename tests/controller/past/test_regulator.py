"""The examples of docs/regulator.md, run as they stand there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import OK
from controller.past.verify import NOT_PROVEN
from tests.controller.room import a_troubled_round, room, talk
from tests.daemon import ROOT

LEFT_OUT = "…"


def examples() -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that it is said to print."""
    text = (ROOT / "docs/regulator.md").read_text("utf-8")
    for block in re.findall(r"```text\n(.+?)```", text, re.DOTALL):
        command, *lines = block.splitlines()
        yield command.removeprefix("$ "), lines


def is_told(wanted: list[str], told: list[str]) -> bool:
    """In that order; only where something is left out may there be more."""
    rest = list(told)
    may_skip = False
    for line in wanted:
        if line == LEFT_OUT:
            may_skip = True
            continue
        start = line.removesuffix(LEFT_OUT)
        matches = [
            nth for nth, one in enumerate(rest) if one == line or (start != line and one.startswith(start))
        ]
        if not matches or (matches[0] > 0 and not may_skip):
            return False
        rest, may_skip = rest[matches[0] + 1 :], False
    return True


def test_every_step_says_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    monkeypatch.chdir(tmp_path)
    ran = []
    for command, wanted in examples():
        program, *arguments = shlex.split(command.replace("JOURNAL", "table/journal.db"))
        if program == "tablectl":
            assert main(arguments) == OK, command
            told = capsys.readouterr().out
        else:
            with zipfile.ZipFile("round-1.zip") as file:
                file.extractall("evidence")
            command_line = [sys.executable, *arguments]
            ended = subprocess.run(
                command_line, cwd="evidence", capture_output=True, text=True, check=False, timeout=60
            )
            assert ended.returncode == NOT_PROVEN  # this table has no key
            told = ended.stdout
        assert is_told(wanted, [line for line in told.splitlines() if line]), f"{command}\n{told}"
        ran.append(arguments[0])
    assert ran == ["rounds", "show-round", "audit", "incident", "evidence", "verify.py", "export"]


def test_a_line_that_is_not_told_is_found() -> None:
    assert is_told(["a", LEFT_OUT, "c"], ["a", "b", "c"])
    assert not is_told(["a", "c"], ["a", "b", "c"])
    assert not is_told(["a", LEFT_OUT, "d"], ["a", "b", "c"])
