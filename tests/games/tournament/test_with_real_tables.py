"""Tournaments and the tables that play them, together: what the one says the other understands."""

from __future__ import annotations

import pytest

from tests.games.tournament.real_tables import played
from tests.games.tournament.soak import reckon

TOURNAMENTS = (
    *("one_table_canberra_poker", "one_table_omaha"),
    *("demo_canberra_poker", "demo_omaha", "demo_faro", "demo_seven_card_stud"),
)


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_every_tournament_comes_to_its_end_with_every_chip_and_cent(name):
    for seed in range(2):
        hall = played(name, seed)
        assert hall.state.stage == "awarded"
        assert hall.rounds() > 3
        reckon(hall)
