"""What runs is what is hashed: a compiled file that says something else than its source is found."""

from __future__ import annotations

import asyncio
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from controller.bytecode import BesideTheTable, changed
from controller.version import ROOMS, ROOT

PAYS = "def odds() -> int:\n    return {}\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """One room with one module, compiled as in the package: it runs without a look at the source."""
    for room in ROOMS:
        (tmp_path / room).mkdir()
    compile_as(tmp_path, 2)
    return tmp_path


def compile_as(program: Path, odds: int, mode: str = "UNCHECKED_HASH") -> None:
    module = program / "games" / "settlement.py"
    module.write_text(PAYS.format(odds))
    py_compile.compile(str(module), invalidation_mode=py_compile.PycInvalidationMode[mode])
    module.write_text(PAYS.format(2))


def test_a_module_that_was_compiled_from_its_source_is_none(program: Path) -> None:
    assert changed(program) == []


@pytest.mark.parametrize("mode", ["UNCHECKED_HASH", "CHECKED_HASH", "TIMESTAMP"])
def test_two_pairs_that_pay_three_to_one_in_the_compiled_file_alone_are_found(program: Path, mode: str) -> None:
    """The header is made to fit, as somebody would who knows how Python decides."""
    module = program / "games" / "settlement.py"
    compile_as(program, 2, mode)
    compiled = next((program / "games" / "__pycache__").glob("*.pyc"))
    header = compiled.read_bytes()[:16]
    when = module.stat().st_mtime_ns
    compile_as(program, 3, mode)
    compiled.write_bytes(header + compiled.read_bytes()[16:])

    os.utime(module, ns=(when, when))
    if mode == "TIMESTAMP":
        stamp = int(when / 1e9).to_bytes(4, "little")
        compiled.write_bytes(header[:8] + stamp + header[12:] + compiled.read_bytes()[16:])
    assert changed(program) == ["games/settlement.py"]


def test_a_source_that_was_changed_behind_its_compiled_file_is_found(program: Path) -> None:
    """The other way round: the log would name another source while the old rules play."""
    (program / "games" / "settlement.py").write_text(PAYS.format(3))
    assert changed(program) == ["games/settlement.py"]


def test_what_python_would_not_run_is_no_matter(program: Path) -> None:
    compile_as(program, 3, "CHECKED_HASH")  # its hash does not fit: Python compiles the source again
    assert changed(program) == []


def test_a_compiled_file_that_is_none_is_found(program: Path) -> None:
    compiled = next((program / "games" / "__pycache__").glob("*.pyc"))
    compiled.write_bytes(compiled.read_bytes()[:30])
    assert changed(program) == ["games/settlement.py"]


def test_this_program_runs_as_its_source_says() -> None:
    command = [sys.executable, "-m", "controller", "check-program"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "modules run as their source says" in ended.stdout


def test_a_table_has_it_looked_at_beside_its_start() -> None:
    it = BesideTheTable()
    asyncio.run(it.look())
    assert not it.is_changed
