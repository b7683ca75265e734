"""Table stakes of the pot games: 4.2 to 4.6 and 14.3."""

import pytest

from games.faro.instrument import INSTRUMENT as FARO
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from games.stakes import TableStakes, buy_in, is_declared, must_leave, take_away, top_up
from tests.games.rules_in_common import pot_rules

OMAHA_TABLE = TableStakes(OMAHA, minimum_cents=10_000, maximum_cents=50_000)
FARO_TABLE = TableStakes(FARO, minimum_cents=10_000)
STUD_TABLE = TableStakes(SEVEN_CARD_STUD, minimum_cents=10_000)
EVERY = pytest.mark.parametrize("table", [OMAHA_TABLE, FARO_TABLE, STUD_TABLE], ids=["omaha", "faro", "stud"])
OF_2005 = pytest.mark.parametrize("table", [FARO_TABLE, STUD_TABLE], ids=["faro", "stud"])


def number(refused) -> str:
    return refused.rule.number


@EVERY
@pot_rules("4.2(a)", "4.3")
def test_a_player_brings_the_minimum_table_stake(table):
    assert number(buy_in(table, 9_900)) == "4.3"
    assert buy_in(table, 10_000) is None


@pytest.mark.rule("NI2017-583", "4.2(i)")
def test_he_brings_no_more_than_the_maximum_buy_in():
    """BUYIN-MEANING."""
    assert number(buy_in(OMAHA_TABLE, 50_100)) == "4.2(i)"
    assert buy_in(OMAHA_TABLE, 50_000) is None


@OF_2005
def test_2005_knows_no_maximum(table):
    assert buy_in(table, 5_000_000) is None
    assert top_up(table, 90_000, 500_000) is None
    with pytest.raises(ValueError, match="2005"):
        TableStakes(table.instrument, 10_000, 50_000)


@EVERY
@pot_rules("4.4")
def test_nobody_adds_during_a_round_of_play(table):
    assert number(top_up(table, 8_000, 5_000, in_round=True)) == "4.4"


@EVERY
@pot_rules("14.3")
def test_between_rounds_a_player_comes_up_to_the_minimum_or_is_declared(table):
    """TOPUP."""
    assert top_up(table, 4_000, 6_000) is None
    refused = top_up(table, 4_000, 5_900)
    assert (number(refused), refused.least_cents) == ("14.3", 10_000)
    assert is_declared(table, 4_000)
    assert not is_declared(table, 10_000)


@pytest.mark.rule("NI2017-583", "4.5")
def test_nobody_adds_above_the_maximum():
    assert top_up(OMAHA_TABLE, 45_000, 5_000) is None
    assert number(top_up(OMAHA_TABLE, 45_000, 5_100)) == "4.5"
    assert top_up(OMAHA_TABLE, 90_000, 0) is None, "what he won stays"


@EVERY
@pot_rules("14.3")
def test_a_declared_player_may_not_add_and_leaves_once_he_has_lost(table):
    assert number(top_up(table, 4_000, 6_000, declared=True)) == "14.3"
    assert must_leave(0, declared=True)
    assert not must_leave(100, declared=True)
    assert not must_leave(0, declared=False)


@pytest.mark.rule("NI2017-583", "4.6")
@pytest.mark.parametrize("in_round", [False, True])
def test_2017_no_stake_is_ever_reduced(in_round):
    """STAKE-REDUCE."""
    assert number(take_away(OMAHA_TABLE, 90_000, 100, in_round=in_round)) == "4.6"


@OF_2005
@pytest.mark.rule("NI2005-67", "4.4")
@pytest.mark.rule("NI2005-74", "4.4")
def test_2005_a_stake_is_reduced_between_rounds_only_and_not_below_the_minimum(table):
    assert number(take_away(table, 90_000, 100, in_round=True)) == "4.4"
    assert take_away(table, 90_000, 80_000, in_round=False) is None
    assert number(take_away(table, 90_000, 80_100, in_round=False)) == "4.3"
