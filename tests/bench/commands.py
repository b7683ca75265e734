"""How long `tablectl` takes to answer, and to start a table, whatever lies in its journal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.journals import play, state_in
from tests.bench.report import Figure, Suite

TIMES = 7
AGES = (1, 300)  # rounds in the journal: a start is to take the same
READY = b"Ctrl-C stops the table."
ABOUT = (
    f"medians of {TIMES}; an answer in wall time; the start of a table in CPU time, without that of its\n"
    "          simulated devices, until its addresses are said"
)


def measure() -> Suite:
    said = [
        Figure(f"tablectl {argument}", _answer_ms(argument), "ms", 100) for argument in ("--help", "--version")
    ]
    starts = [
        Figure(f"start, rounds in the journal: {rounds}", _start_ms(rounds), "ms", 1000) for rounds in AGES
    ]
    return Suite("commands", ABOUT, figures=(*said, *starts))


def _answer_ms(argument: str) -> float:
    return median(_answered_ms(argument) for _ in range(TIMES))


def _answered_ms(argument: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "controller", argument], stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - began)


def _start_ms(rounds: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        state = state_in(Path(folder) / "state")
        play(state, "demo", rounds)
        return median(_started_ms(state) for _ in range(TIMES))


def _started_ms(state: Path) -> float:
    command = [sys.executable, "-m", "controller", "run", "--state", str(state), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as daemon:
        assert daemon.stdout is not None
        for line in daemon.stdout:
            if line.startswith(READY):
                break
        took_ms = _cpu_ms(daemon.pid)
        daemon.send_signal(signal.SIGINT)
    assert daemon.returncode == 0, "the table did not start"
    return took_ms


def _cpu_ms(process: int) -> float:
    """As Linux counts it for a process that lives."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
