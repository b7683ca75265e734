"""A few dozen rounds of the soak, at tables of every game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.simulation.faulty import TABLES, played

SEEDS = (101, 102)
ROUNDS = 6


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_no_card_and_no_chip_is_lost_whatever_fails(table: str, seed: int) -> None:
    figures: Counter[str] = Counter()
    played(table, seed, ROUNDS, figures)
    assert figures["rounds"] == ROUNDS
    assert figures["rounds with a fault"] > 0
    assert any(name.startswith("question ") for name in figures)


def test_one_seed_goes_the_same_way() -> None:
    first, second = Counter[str](), Counter[str]()
    played("demo_omaha", 7, ROUNDS, first)
    played("demo_omaha", 7, ROUNDS, second)
    assert first == second
