"""The sixth game is found, configured and said, and nobody else has heard of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from config.load import load
from controller.cli import main
from games.catalogue import GAMES, game_class, game_names
from tests.house.test_files import tracked
from tests.sixth_game.conftest import PROJECT

TABLE = PROJECT / "config" / "tables" / "demo.toml"
HERE = Path(__file__).parent
NAMED = re.compile(r"high_card|HighCard|\bHigh Card\b|HC-1")


def test_nothing_outside_its_folder_names_it():
    texts = (".py", ".toml", ".md", ".js", ".ts", ".json", ".txt", ".html", "")
    others = [path for path in tracked() if HERE not in path.parents and path.suffix in texts]
    assert len(others) > 500
    assert [path for path in others if NAMED.search(path.read_text("utf-8"))] == []


def test_it_is_found_by_its_entry_point():
    game = game_class("high_card")
    assert game.document.title == "High Card"
    assert game_names() == (*GAMES, "high_card")


def test_its_files_are_checked_as_any_others(capsys: pytest.CaptureFixture[str]):
    assert main(["check-config", str(TABLE)]) == 0
    assert "correct (high_card, 5 boxes, simulated devices)" in capsys.readouterr().out
    assert load(TABLE).options.limits.minimum_cents == 500


def test_its_phases_are_drawn(capsys: pytest.CaptureFixture[str]):
    assert main(["diagram", "high_card"]) == 0
    assert "decide --> reveal: all_decided [somebody_plays_on] (9.1)" in capsys.readouterr().out


def test_it_has_the_types_it_says(tmp_path: Path):
    outcome = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "high_card"],
        cwd=tmp_path,
        env={"MYPYPATH": f"{PROJECT}:{HERE.parents[1]}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
