"""A sixth game, installed as a casino would install its own: a package that nothing of ours knows."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.catalogue import game_class

PROJECT = Path(__file__).parent / "package"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pip has put it into."""
    folder = tmp_path_factory.mktemp("casino")
    project = shutil.copytree(PROJECT, folder / "project")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    where = ["--no-build-isolation", "--target", str(folder / "site"), str(project)]
    subprocess.run([*install, *where], check=True, capture_output=True)
    return folder / "site"


@pytest.fixture(scope="module", autouse=True)
def in_reach(installed: Path) -> Iterator[None]:
    """Of this process and those that it starts, and afterwards as if it had never been there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(installed))
        patch.setenv("PYTHONPATH", str(installed))
        importlib.invalidate_caches()
        yield
    game_class.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "high_card"]:
        del sys.modules[name]
