"""Rules on closed rounds again, in a process of its own: python -m controller.tools.proving JOURNAL KEY SINCE.

A table does that in idle time, and notes up to where: an audit of what is new since then takes seconds.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from controller.cannot_go_on import CannotGoOn
from controller.journal.history import History
from controller.journal.seal import load_seal
from controller.past.reading import Written
from controller.tools.audit import Trust, audit

MOST_ROUNDS = 2_000  # at a time: some seconds
NICE = 15


class Proven(NamedTuple):
    """Up to the end of a round. `fault` says what came out otherwise, if anything did."""

    record: int
    round: int
    fault: str = ""


def prove(path: Path, key: Path, since: int) -> Proven | None:
    """None if there is nothing new."""
    with History(path) as history:
        ends = [one for one in history.rounds(since) if _is_over(history, one.last)]
        new = list(islice(ends, MOST_ROUNDS))
    if not new:
        return None
    last = new[-1]
    found = audit(path, load_seal(key, may_create=False), _nobody, 1, Trust(since=since, until=last.last))
    fault = found.faults[0].what if found.faults else ""
    return Proven(last.last, last.round, fault)


def _is_over(history: History, last: int) -> bool:
    return any(record.checkpoint for record in history.records(last, last))


def _nobody(done: int, total: int) -> None:
    return None


def proven_by_itself(path: Path) -> int:
    """Up to which record the table has ruled on its own rounds again, by its last checkpoint; 0 if none."""
    with History(path) as history:
        number = history.running.last_checkpoint if history.running is not None else 0
        last = next(iter(history.records(number, number))) if number else None
    return int(Written(last).checkpoint.get("carry", {}).get("proven", 0)) if last is not None else 0


if __name__ == "__main__":
    os.nice(NICE)
    try:
        done = prove(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
    except (CannotGoOn, OSError) as error:
        sys.exit(str(error))
    sys.stdout.write(json.dumps(done._asdict() if done is not None else None))
