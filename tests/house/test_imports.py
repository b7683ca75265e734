"""Imports go one way, and the rules are pure."""

import ast
import re
from pathlib import Path

import pytest

from games.catalogue import GAMES

ROOT = Path(__file__).parents[2]
ROOMS = ("config", "controller", "drivers", "games", "simulators", "tests", "docs")
MAY_IMPORT = {
    "games": set(),
    "drivers": set(),
    "config": {"games", "drivers"},
    "simulators": {"drivers"},
    "controller": {"games", "drivers", "config"},
}
# Only where the configuration says link = "simulated": imported late, inside a function.
SIMULATED_ONLY = {
    "controller/app.py",
    "controller/screens/bench.py",
    *(f"controller/tools/rehearsal/{name}.py" for name in ("daemon", "script", "stage")),
}
IMPURE = {
    "os",
    "io",
    "socket",
    "time",
    "random",
    "threading",
    "logging",
    "structlog",
    "asyncio",
    "pathlib",
    "sqlite3",
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: imports are absolute here"
            names.add(node.module.partition(".")[0])
    return names


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_stands_below_it(room):
    for path in modules(room):
        ours = imported(path) & set(ROOMS) - {room}
        allowed = set(MAY_IMPORT[room])
        if str(path.relative_to(ROOT)) in SIMULATED_ONLY:
            allowed.add("simulators")
        assert ours <= allowed, f"{path.relative_to(ROOT)} imports {sorted(ours - allowed)}"


def test_the_rules_know_no_file_clock_chance_log_or_thread():
    for path in modules("games"):
        assert not imported(path) & IMPURE, path


def test_simulators_are_imported_late():
    """A real table starts without them."""
    for path in modules("controller"):
        if path.name not in ("bench.py", "rehearse.py") and path.parent.name != "rehearsal":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                assert not _of_simulators(node), path


def _of_simulators(node):
    if not isinstance(node, ast.ImportFrom):
        return False
    return bool(re.match(r"simulators|controller\.(screens\.bench|tools\.rehearsal)\b", node.module or ""))


def test_controller_bench_is_imported_by_nobody_but_the_app():
    for path in modules("controller"):
        text = path.read_text(encoding="utf-8")
        assert "controller.screens.bench" not in text or path.name == "app.py", path


OF_TWO_GAMES = {"phh.py", "phh_export.py"}  # a format of recorded hands that knows Omaha and stud


def test_the_daemon_knows_no_game_and_no_phase():
    """It speaks to a table by take, seen, offers and may; what a game is called it reads in the catalogue."""
    for path in modules("controller"):
        if path.name in OF_TWO_GAMES:
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"games\.(house|pot|{'|'.join(GAMES)})\b", text), path
        assert not re.search(r'phase (==|!=|in|not in) ["(]', text), path


def test_what_every_game_does_knows_no_kind_of_game():
    for path in modules("games/every_game"):
        assert not re.search(r"games\.(house|pot)\b", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("room", ["every_game", "house"])
def test_what_games_share_knows_no_game_and_no_rule_by_number(room):
    """Each game says in its `Numbers` which of its rules that is."""
    for path in modules(f"games/{room}"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"games\.({'|'.join(GAMES)})\b", text), path
        assert not re.search(r'\bbook\[|"\d+\.\d', text), path


NUMBERED = r'\.book\[|\["\d+\.|\brule="\d'  # a rule by its number, which is another in each instrument
NUMBERS_ALIKE = {"numbers.py", "phases.py"}  # what the three pot games have in common is said there


def test_what_pot_games_share_knows_none_of_them_and_no_rule_by_number():
    engines = (
        "betting",
        "commission",
        "instrument",
        "irregular_wagers",
        "pots",
        "round_of_play",
        "seats",
        "stakes",
    )
    shared = [*modules("games/pot"), *(ROOT / "games" / f"{name}.py" for name in engines)]
    for path in shared:
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"games\.(house|{'|'.join(GAMES)})\b|import (OMAHA|FARO|SEVEN)", text), path
        assert path.name in NUMBERS_ALIKE or not re.search(NUMBERED, text), path
