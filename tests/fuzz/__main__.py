"""`make fuzz`: each driver under a fuzzer for SECONDS; what breaks one is kept and can be played again."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tests.fuzz.under_test import driver_tests

KEPT = Path(__file__).parents[2] / "state" / "fuzz"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=int, default=20, help="for each driver")
    seconds = parser.parse_args().seconds
    return max([fuzz(name, seconds) for name in driver_tests()])


def fuzz(name: str, seconds: int) -> int:
    corpus = KEPT / name
    corpus.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.fuzz.one", name, str(corpus)]
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-print_final_stats=1"]
    where = f"-artifact_prefix={corpus}-"
    done = subprocess.run(
        [*command, *limits, where], check=False, capture_output=True, text=True, timeout=seconds + 120
    )
    if done.returncode:
        sys.stdout.write(f"{name}: FAILED\n{done.stdout[-1500:]}{done.stderr[-3000:]}\n")
        sys.stdout.write(f"Play it again: {' '.join(command)} and the file named above\n")
        return 1
    tried = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
    sys.stdout.write(f"{name}: {tried.group(1) if tried else '?'} inputs, nothing broke\n")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
