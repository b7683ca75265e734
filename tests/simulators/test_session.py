"""Tests that open terminals leave the terminal of whoever runs them alone."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_run_of_tests_that_leads_its_session_ends(tmp_path: Path):
    """As in a container, or a service: the first terminal opened without O_NOCTTY becomes its own."""
    wires = ["tests/simulators/test_wires.py", "-k", "replugged or opening_is_noticed"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *wires],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DEBUG_TEMPROOT": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, f"{run.returncode}: {run.stdout[-2000:]}"
