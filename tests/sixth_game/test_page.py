"""docs/add-a-game.md is all that a newcomer needs: its commands are run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from games.every_game.whole import declared
from games.house.game import HouseGame

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
COPIED, REHEARSED = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def run(commands: str, folder: Path, site: Path) -> str:
    """As they stand there, but that the package goes into a folder of its own and not among our own."""
    commands = commands.replace("--editable .", f"--quiet --no-index --target '{site}' .")
    outcome = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return outcome.stdout


def test_a_newcomer_has_a_game_of_his_own_that_plays(tmp_path: Path):
    ours = tmp_path / "table-controller"
    (ours / ".venv").mkdir(parents=True)
    (ours / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    (ours / "tests").symlink_to(ROOT / "tests")
    said = run(COPIED, ours, tmp_path / "site")
    assert said.splitlines()[-1].endswith("correct (two_up, 5 boxes, simulated devices)")
    assert "shoe_lost" in run(REHEARSED, tmp_path / "two_up", tmp_path / "site")


def test_the_page_names_all_that_a_game_has_to_say():
    asked = {name for name in declared(HouseGame) if not hasattr(HouseGame, name)}
    assert {name for name in {*asked, *HouseGame.__abstractmethods__} if f"`{name}`" not in PAGE} == set()


def test_every_file_that_the_page_points_to_is_there():
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_page_is_found():
    assert "docs/add-a-game.md" in (ROOT / "README.md").read_text("utf-8")
    assert "docs/add-a-game.md" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
