"""Ours and a peer's turn about: both do the same in the same rounds, and only their ratio counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7
TURN_S = 0.04  # long against the clock's steps, short against what else the machine may be at

Work = Callable[[], object]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Task:
    """What is timed as one, and how many pieces of what is measured that makes."""

    work: Work
    pieces: int

    def lasting(self, turn_s: float = TURN_S, clock: Clock = time.perf_counter) -> Task:
        """Done again and again until a turn is long enough to be timed."""
        times = max(1, round(turn_s / seconds(self.work, clock)))

        def again_and_again() -> None:
            for _ in range(times):
                self.work()

        return Task(again_and_again, times * self.pieces) if times > 1 else self


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds for one piece."""

    ours: float
    theirs: float


def turn_about(ours: Task, theirs: Task, rounds: int = ROUNDS, clock: Clock = time.perf_counter) -> list[Round]:
    """Ours, theirs, theirs, ours; in every second round the other way about. What drifts meets both alike."""
    tasks = (ours, theirs)
    found = []
    for number in range(rounds):
        took_s = [0.0, 0.0]
        for whose in (1, 0, 0, 1) if number % 2 else (0, 1, 1, 0):
            took_s[whose] += seconds(tasks[whose].work, clock)
        found.append(Round(*(took / 2 / task.pieces for took, task in zip(took_s, tasks, strict=True))))
    return found


def seconds(work: Work, clock: Clock = time.perf_counter) -> float:
    """Without garbage collection: whose turn it falls into would be chance."""
    gc.collect()
    gc.disable()
    try:
        began = clock()
        work()
        return clock() - began
    finally:
        gc.enable()
