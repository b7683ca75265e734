"""Commission of the pot games: their rules 15.2."""

import pytest

from games.commission import (
    FIVE_PERCENT,
    TEN_PERCENT,
    Charged,
    Commission,
    commission,
    shared_by_equals,
    ten_percent_allowed,
)
from games.faro.instrument import INSTRUMENT as FARO
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from tests.games.rules_in_common import pot_rules

FIVE = Commission(FIVE_PERCENT)
TEN = Commission(TEN_PERCENT)


def taken(terms: Commission, *pots_cents: int) -> list[int]:
    return commission(terms, [Charged(cents) for cents in pots_cents])


@pot_rules("15.2(a)(i)")
@pytest.mark.parametrize(
    ("pot_cents", "due_cents"), [(1900, 0), (1950, 0), (2000, 100), (3950, 100), (4000, 200), (100_000, 5000)]
)
def test_five_percent_of_a_pot_over_19_dollars_in_whole_dollars(pot_cents, due_cents):
    assert taken(FIVE, pot_cents) == [due_cents]


@pot_rules("15.2(a)(ii)")
@pytest.mark.parametrize(
    ("pot_cents", "due_cents"), [(900, 0), (950, 0), (1000, 100), (1950, 100), (2000, 200), (100_000, 10_000)]
)
def test_ten_percent_of_a_pot_over_9_dollars_in_whole_dollars(pot_cents, due_cents):
    assert taken(TEN, pot_cents) == [due_cents]


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
def test_no_more_than_the_approved_maximum():
    assert taken(Commission(FIVE_PERCENT, 1500), 100_000, 100_000) == [1500, 0]
    assert taken(Commission(TEN_PERCENT, 500), 4000) == [400]


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
def test_small_pots_alone_bear_nothing_whatever_their_sum():
    """COMM-THRESHOLD."""
    assert taken(FIVE, 1500, 1500, 1900) == [0, 0, 0]
    assert taken(TEN, 900, 900, 900) == [0, 0, 0]


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
def test_beside_a_greater_pot_small_ones_count_in_the_sum():
    """COMM-BASE, COMM-ONCE."""
    assert taken(FIVE, 1900, 2100) == [0, 200]
    assert taken(TEN, 1000, 900, 900) == [200, 0, 0]


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
def test_the_first_pot_over_the_threshold_bears_it_and_the_next_such_what_it_cannot():
    """COMM-ALLOC."""
    assert taken(FIVE, 2000, 100_000) == [2000, 3100]
    assert taken(FIVE, 1900, 2000, 1900, 100_000) == [0, 2000, 0, 3200]


@pot_rules("15.2(c)", "15.2(d)")
def test_an_exempt_pot_is_left_out_of_everything():
    """COMM-EXEMPT."""
    assert commission(TEN, [Charged(2000), Charged(50_000, exempt=True)]) == [200, 0]
    assert commission(TEN, [Charged(50_000, exempt=True), Charged(900)]) == [0, 0]
    assert commission(TEN, [Charged(50_000, exempt=True), Charged(2000)]) == [0, 200]


@pot_rules("15.2(c)")
@pytest.mark.parametrize(
    ("contributors", "high", "low", "exempt"),
    [
        ((1, 2), (1, 2), (), True),
        ((1, 2, 3), (3, 1, 2), (), True),
        ((1, 2, 3), (1, 2), (), False),  # a third who lost, or folded his blind: COMM-EXEMPT-ANTE
        ((1, 2), (1,), (2,), False),  # COMM-EXEMPT-SPLIT
        ((1, 2), (1, 2), (2,), False),
        ((1, 2), (1, 2), (1, 2), True),
        ((1,), (1,), (), False),
    ],
)
def test_equal_hands_of_all_who_contributed_are_exempt(contributors, high, low, exempt):
    assert shared_by_equals(contributors, high, low) == exempt


@pytest.mark.rule("NI2017-583", "15.2(e)")
def test_2017_goes_by_the_maximum_stake_of_500_dollars():
    """COMM-STAKE-BASIS."""
    assert ten_percent_allowed(OMAHA.small_table, minimum_stake_cents=20_000, maximum_buy_in_cents=50_000)
    assert not ten_percent_allowed(OMAHA.small_table, minimum_stake_cents=5000, maximum_buy_in_cents=50_100)


@pytest.mark.rule("NI2005-67", "15.2(e)")
@pytest.mark.rule("NI2005-74", "15.2(e)")
@pytest.mark.parametrize("instrument", [FARO, SEVEN_CARD_STUD], ids=["faro", "seven card stud"])
def test_2005_goes_by_the_minimum_stake_of_100_dollars(instrument):
    assert ten_percent_allowed(instrument.small_table, minimum_stake_cents=10_000, maximum_buy_in_cents=100_000)
    assert not ten_percent_allowed(
        instrument.small_table, minimum_stake_cents=10_100, maximum_buy_in_cents=20_000
    )
