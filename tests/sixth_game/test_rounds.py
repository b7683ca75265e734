"""A few hundred rounds of the sixth game, with everything that goes wrong at a table."""

from __future__ import annotations

import pytest

from tests.sixth_game.rounds import HighCardRounds


@pytest.mark.parametrize("seed", range(6))
def test_every_chip_of_random_rounds_is_where_its_rules_say(seed: int):
    table = HighCardRounds(seed)
    for _ in range(100):
        table.play()
