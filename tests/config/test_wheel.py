"""What a technician installs: the wheel in an environment of its own, used from anywhere."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from tests.daemon import ROOT

REHEARSED = "shoe_in_trouble.txt"


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *map(str, arguments)]
    subprocess.run(command, check=True, timeout=120, capture_output=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment. What the wheel needs is lent by the one that runs the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked():
        (folder / "source" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / "source" / path)
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, folder / "source")
    shutil.rmtree(folder / "source")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True, timeout=60)
    (wheel,) = folder.glob("*.whl")
    pip("--python", folder / "venv/bin/python", "install", "--no-deps", "--no-index", wheel)
    (packages,) = (folder / "venv/lib").glob("python3*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "venv/bin"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "XDG_STATE_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.fixture(autouse=True)
def nothing_is_written_among_the_installed_files(installed: Path) -> Iterator[None]:
    before = files(installed.parent)
    yield
    assert files(installed.parent) == before


def home(installed: Path) -> Path:
    (found,) = installed.parent.glob("lib/python3*/site-packages/config")
    return found


def test_a_rehearsal_plays_from_anywhere(installed: Path, env: dict[str, str]) -> None:
    script = home(installed) / "scripts" / REHEARSED
    command = [installed / "tablectl", "rehearse", script]
    played = subprocess.run(command, cwd="/", env=env, capture_output=True, text=True, timeout=120, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    assert "ruling" in played.stdout


def test_the_demonstration_keeps_its_state_with_its_user(
    installed: Path, env: dict[str, str], tmp_path: Path
) -> None:
    command = [installed / "tablectl", "run", "--port", "0"]
    daemon = subprocess.Popen(command, cwd="/", env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert daemon.stdout is not None
        said = list(takewhile(lambda line: "Ctrl-C" not in line, daemon.stdout))
        state = tmp_path / "table-controller/demo"
        assert f"State:          {state}\n" in said
        assert (state / "journal.db").exists()
        assert (tmp_path / "table-controller/demo-keys/seal.key").exists()
    finally:
        daemon.send_signal(signal.SIGINT)
        assert daemon.wait(30) == 0
        daemon.stdout.close()


def test_what_it_ships_is_there_and_typed(installed: Path, env: dict[str, str]) -> None:
    shipped = home(installed)
    for part in ("tables", "games", "devices", "staff", "tournaments", "scripts", "system"):
        theirs = {path.name for path in (shipped / part).iterdir()}
        assert theirs == {path.name for path in tracked_in(part)}, part
    assert all((shipped.parent / room / "py.typed").exists() for room in ("config", "drivers", "games"))
    listed = subprocess.run(
        [installed / "tablectl", "devices"], cwd="/", env=env, capture_output=True, text=True, check=True
    )
    assert "shoe" in listed.stdout


def tracked_in(part: str) -> list[Path]:
    return [path for path in tracked() if path.parts[:2] == ("config", part)]


def test_the_scripted_dealer_plays_at_it(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    script = tmp_path / "play.txt"
    script.write_text("play 1 rounds\nexpect 1 rounds\n")
    command = [installed / "tablectl", "rehearse", script, "--table", "tables/demo_faro.toml"]
    played = subprocess.run(
        command, cwd=home(installed), env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert played.returncode == 0, json.dumps(played.stderr)
