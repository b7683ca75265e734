"""Power cuts, and harm to the files of a table that plays: `make harm TRIALS=100`. It stops by itself.

Whatever a stopped table says is done to the letter. Then it must go on with all that was told, and an audit
with its verification key and its witness must find nothing. A failure names its seed. It needs `strace`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.harm.live import TABLE, Table
from tests.harm.power import Recorded


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.harm", description=__doc__)
    parser.add_argument("trials", nargs="?", type=int, default=100, help="of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the first trial")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.trials)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="harm-") as folder:
        recorded = Recorded(Path(folder), TABLE)
        for seed in seeds:
            failures += _told(f"power cut, seed {seed}", recorded.cut(seed))
    with tempfile.TemporaryDirectory(prefix="harm-") as folder:
        table = Table(Path(folder))
        for seed in seeds:
            failures += _told(f"live, seed {seed}: {table.harm_of(seed)}", table.suffers(seed))
    _say(f"{2 * asked.trials} trials, {failures} failures")
    return 1 if failures else 0


def _told(trial: str, wrong: list[str]) -> bool:
    for what in wrong:
        _say(f"{trial}: {what}")
    return bool(wrong)


def _say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
