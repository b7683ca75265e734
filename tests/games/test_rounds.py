"""Money over many rounds that are played to their end; `make soak` plays as many as it is asked for."""

import pytest

from tests.games.rounds import HOUSE, POT, TOURNAMENT, played
from tests.games.rules_in_common import pot_rules

SEEDS = range(25)
ROUNDS = 60


@pytest.mark.rule("NI2004-492", "8.1")
@pytest.mark.rule("NI2004-492", "8.2")
@pytest.mark.rule("NI2004-492", "9.3")
@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2004-492", "9.5")
@pytest.mark.rule("NI2004-492", "9.6")
@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.rule("NI2004-492", "11.3")
@pytest.mark.rule("NI2007-208", "8.1")
@pytest.mark.rule("NI2007-208", "8.2")
@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.rule("NI2007-208", "9.3")
@pytest.mark.rule("NI2007-208", "9.4")
@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", HOUSE)
def test_every_round_is_settled_as_the_instrument_says_and_no_chip_is_lost(game, seed):
    for _ in played(game, seed, ROUNDS):
        pass


@pot_rules("4.4", "8.3", "8.5", "11.2", "12.3", "13.2", "14.1", "14.2", "15.2", "17.2", "17.3", "17.9", "19.3")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", POT)
def test_no_chip_or_card_is_lost_whatever_is_played_and_goes_wrong(game, seed):
    for _ in played(game, seed, ROUNDS):
        pass


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2017-583", "20.15")
@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.rule("NI2005-67", "20.14")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.11")
@pytest.mark.rule("NI2005-74", "20.14")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", TOURNAMENT)
def test_chips_come_into_a_tournament_and_leave_it_by_orders_alone(game, seed):
    for _ in played(game, seed, ROUNDS // 3):
        pass
