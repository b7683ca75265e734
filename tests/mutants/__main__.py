"""Puts faults into the program by lot: do the tests of their room notice? `make mutants MUTANTS=50`, by night.

It works in copies, one for each core, and stops by itself. What nobody noticed is listed by its place: a hole
in the tests, or a change that changes nothing. Exit status 1 if too few were noticed.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import SystemRandom

from tests.mutants.faults import Fault, drawn

ROOT = Path(__file__).parents[2]
FLOOR_PERCENT = 80
LONGEST_S = 1_800.0
COPIED = ("config", "controller", "docs", "drivers", "games", "simulators", "tests", "pyproject.toml")
# What is looked at first, the quickest first. The first room that fits is taken.
ROOMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "games/tournament",
        ("tests/scenarios", "tests/games/tournament", "tests/games/test_pot_tournament.py", "tests/golden"),
    ),
    ("games", ("tests/scenarios", "tests/games")),
    (
        "controller/journal",
        (
            *("tests/controller/test_journal.py", "tests/controller/test_files_of_the_journal.py"),
            *("tests/controller/test_seal.py", "tests/controller/test_sealing.py"),
            *("tests/controller/test_history.py", "tests/controller/test_witness.py"),
            *("tests/controller/test_disk_that_fails.py", "tests/controller/test_audit.py", "tests/golden"),
        ),
    ),
    ("drivers", ("tests/drivers", "tests/simulators/test_wires.py")),
)
FOLDERS = tuple(folder for folder, _ in ROOMS)[1:]  # games has its tournaments in it


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("mutants", nargs="?", type=int, default=50)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--in", dest="folders", action="append", help="only in this folder; may be said again")
    asked = parser.parse_args()
    folders = tuple(asked.folders or FOLDERS)
    _say(f"{asked.mutants} faults in {', '.join(folders)}, seed {asked.seed}")
    faults = list(drawn(ROOT, folders, asked.mutants, asked.seed))
    survivors, noticed = [], 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as home:
        free: queue.Queue[Path] = queue.Queue()
        for number in range(os.cpu_count() or 1):
            free.put(_copy(Path(home) / str(number)))

        took = dict.fromkeys(map(tests_in, faults), 0.0)
        for tests in took:
            began = time.monotonic()
            if (failed := first_failure(free.queue[0], tests, LONGEST_S)) is not None:
                _say(f"without any fault {failed} fails: mend that first")
                return 1
            took[tests] = time.monotonic() - began

        def tried(fault: Fault) -> str | None:
            copy = free.get()
            try:
                return noticed_by(copy, fault, 60 + 3 * took[tests_in(fault)])
            finally:
                free.put(copy)

        with ThreadPoolExecutor(free.qsize()) as pool:
            for fault, by in zip(faults, pool.map(tried, faults), strict=True):
                noticed += by is not None
                survivors += [fault] if by is None else []
                _say(f"{'not noticed' if by is None else 'noticed':<12} {fault}{f'  ({by})' if by else ''}")
    for fault in sorted(survivors):
        _say(f"nobody noticed {fault}")
    percent = 100 * noticed // max(len(faults), 1)
    _say(f"{noticed} of {len(faults)} noticed: {percent} %; the floor is {FLOOR_PERCENT} %; seed {asked.seed}")
    return 0 if percent >= FLOOR_PERCENT else 1


def tests_in(fault: Fault) -> tuple[str, ...]:
    return next(tests for folder, tests in ROOMS if fault.file.startswith(f"{folder}/"))


def noticed_by(copy: Path, fault: Fault, longest_s: float) -> str | None:
    """The first test that fails, or that it came to no end. None if nobody noticed."""
    target = copy / fault.file
    whole = target.read_bytes()
    target.write_bytes(fault.put_into(whole))
    try:
        return first_failure(copy, tests_in(fault), longest_s)
    finally:
        target.write_bytes(whole)


def first_failure(copy: Path, tests: tuple[str, ...], longest_s: float) -> str | None:
    options = ["-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *options, *tests]
    with (copy / "told").open("w+") as told:
        run = subprocess.Popen(
            command,
            cwd=copy,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            process_group=0,
        )
        try:
            status = run.wait(longest_s)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # it and what it started
            run.wait()
            return f"no end in {longest_s:.0f} s"
        told.seek(0)
        failed = [line.strip() for line in told if line.startswith(("FAILED", "ERROR"))]
    if status == 0:
        return None
    return failed[0].split(" - ")[0] if failed else f"exit status {status}"


def _copy(to: Path) -> Path:
    to.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(ROOT / name, to / name)
    return to


def _say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
