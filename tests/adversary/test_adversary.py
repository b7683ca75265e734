"""Some rounds against an adversary; `make soak` plays very many."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.adversary.adversary import KINDS, played

TABLES, ROUNDS = 3, 4


def figures_of(kind: str, seed: int, rounds: int) -> Counter[str]:
    *_, last = played(kind, seed, rounds)
    return last.figures


@pytest.mark.parametrize("kind", KINDS)
def test_the_record_is_the_felts_whatever_people_and_devices_say(kind: str) -> None:
    figures: Counter[str] = Counter()
    for seed in range(TABLES):
        figures += figures_of(kind, seed, ROUNDS)
    assert figures["rounds"] == TABLES * ROUNDS
    assert figures["undone"]
    assert figures["ruling"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "stud" not in kind])
def test_a_lie_that_is_put_right_in_time_leaves_no_trace_in_the_money(kind: str) -> None:
    """In stud what lies up decides who acts, and players have acted by what they saw."""
    compared = 0
    for seed in range(100, 130):
        compared += figures_of(kind, seed, 2)["as without lies"]
        if compared >= 2:
            return
    raise AssertionError("no round was put right and compared")
