"""Tournament play at a Canberra Poker table (NI2004-492, rule 17)."""

import pytest

from tests.games.canberra_tournament_talk import at_the_tournament_table


@pytest.mark.rule("NI2004-492", "17.13")
def test_chips_change_by_what_a_round_pays_and_takes_alone():
    table = at_the_tournament_table({1: 1_000, 2: 1_000})
    table.plays({1: 25, 2: 50})
    table.expect_chips({1: 1_025, 2: 1_050})
    told = table.expect_round_told(1)
    assert [(one.box, one.entry, one.chips_cents) for one in told.entrants] == [
        (1, 10, 102_500),
        (2, 20, 105_000),
    ]
