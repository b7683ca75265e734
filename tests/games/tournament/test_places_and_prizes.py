"""Who finished where, and what is paid for it."""

import pytest

from games.tournament.instrument import CANBERRA_RULES, FARO_RULES, OMAHA_RULES, SEVEN_CARD_STUD_RULES
from games.tournament.money import CommissionTerms, pool, prizes, split, unfilled
from games.tournament.placings import Elimination, TableRound, director_has_to_order, placed
from games.tournament.ties import AtStake, Edge, decide, going_on

POT_GAMES = (OMAHA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES)


def out(entry, table="T1", round_=1, at_ms=0, contributed=0, session=1, together=False) -> Elimination:
    return Elimination(
        entry=entry,
        table=table,
        round=round_,
        ended_ms=at_ms,
        contributed_cents=contributed,
        session=session,
        started_together=together,
    )


def cents(paid) -> dict[int, int]:
    return {row.entry: row.cents for row in paid}


# ---------------------------------------------------------------- places


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.parametrize("rules", POT_GAMES, ids=lambda rules: rules.game)
def test_who_put_more_into_the_pot_of_the_round_finished_higher(rules):
    gone = [out(1, contributed=500), out(2, contributed=900), out(3, contributed=500)]
    assert placed(rules, gone, {4: 5_000, 5: 7_000}) == ((5,), (4,), (2,), (1, 3))


@pytest.mark.rule("NI2004-492", "17.24")
def test_in_canberra_poker_chips_do_not_part_who_went_out_in_the_same_round():
    gone = [out(1, "T1", 3, contributed=500), out(2, "T2", 3, contributed=900), out(3, "T1", 2)]
    assert placed(CANBERRA_RULES, gone, {4: 5_000}) == ((4,), (1, 2), (3,))


def test_who_went_out_in_a_later_session_finished_higher():
    gone = [out(1, round_=9, at_ms=10, session=1), out(2, round_=1, at_ms=20, session=2)]
    assert placed(CANBERRA_RULES, gone, {3: 1}) == ((3,), (2,), (1,))
    assert placed(OMAHA_RULES, gone, {3: 1}) == ((3,), (2,), (1,))


@pytest.mark.rule("NI2017-583", "20.21")
def test_tables_at_their_own_pace_are_ordered_by_the_clock():
    gone = [out(1, "T1", 9, at_ms=5_000, contributed=900), out(2, "T2", 3, at_ms=6_000, contributed=100)]
    assert placed(OMAHA_RULES, gone, {3: 1}) == ((3,), (2,), (1,))


@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2017-583", "20.21")
def test_rounds_that_were_started_together_are_one_round():
    gone = [
        out(1, "T1", 9, at_ms=5_000, contributed=900, together=True),
        out(2, "T2", 9, at_ms=6_000, contributed=100, together=True),
        out(3, "T2", 8, at_ms=4_000, contributed=9_900),
    ]
    assert placed(OMAHA_RULES, gone, {4: 1}) == ((4,), (1,), (2,), (3,))


def test_the_director_orders_rounds_whose_ends_lie_within_the_clocks_bound():
    gone = [out(1, "T1", 9, at_ms=5_000), out(2, "T2", 7, at_ms=5_040), out(3, "T1", 4, at_ms=1_000)]
    first, second = TableRound(1, 9, "T1"), TableRound(1, 7, "T2")
    prizes_cents = (700, 200, 100)
    ask = {"left": {4: 1}, "prizes_cents": prizes_cents}
    assert director_has_to_order(OMAHA_RULES, gone, bound_ms=39, **ask) == []
    assert director_has_to_order(OMAHA_RULES, gone, bound_ms=40, **ask) == [(first, second)]
    assert placed(OMAHA_RULES, gone, {4: 1}) == ((4,), (2,), (1,), (3,))
    said = (second, first)
    assert director_has_to_order(OMAHA_RULES, gone, bound_ms=40, said=said, **ask) == []
    assert placed(OMAHA_RULES, gone, {4: 1}, said) == ((4,), (1,), (2,), (3,))


def test_the_director_is_not_asked_where_no_prize_hangs_on_it():
    gone = [out(1, "T1", 9, at_ms=5_000), out(2, "T2", 7, at_ms=5_000)]
    assert director_has_to_order(OMAHA_RULES, gone, {3: 1, 4: 2}, (100, 50), bound_ms=0) == []
    assert len(director_has_to_order(OMAHA_RULES, gone, {3: 1}, (100, 50), bound_ms=0)) == 1
    assert director_has_to_order(CANBERRA_RULES, gone, {3: 1}, (100, 50), bound_ms=9_999) == []


# ---------------------------------------------------------------- prizes


@pytest.mark.rule("NI2017-583", "20.22")
def test_commission_is_part_of_each_fee_that_stays_and_of_no_re_buy():
    """TOURN-COMM-IN-FEE, TOURN-COMM-PER-FEE."""
    money = pool(CommissionTerms(cents_per_entry=500), entry_fees_cents=[5_500] * 4, rebuy_fees_cents=[5_000])
    assert (money.entry_fees_cents, money.commission_cents, money.prize_pool_cents) == (27_000, 2_000, 25_000)


@pytest.mark.rule("NI2005-74", "20.20")
def test_a_percentage_is_of_all_fees_and_rounded_down():
    """TOURN-COMM-ROUND."""
    money = pool(CommissionTerms(basis_points=333), entry_fees_cents=[1_001], rebuy_fees_cents=[1_000])
    assert (money.commission_cents, money.prize_pool_cents) == (66, 1_935)


@pytest.mark.rule("NI2017-583", "20.19")
@pytest.mark.rule("NI2004-492", "17.22")
def test_prizes_are_rounded_down_to_the_unit_and_the_first_gets_the_rest():
    """TOURN-PERCENT."""
    assert prizes(100_099, (5_000, 3_000, 2_000), unit_cents=500, players=9) == (50_099, 30_000, 20_000)


@pytest.mark.rule("NI2005-67", "20.18")
def test_with_fewer_players_than_places_their_shares_are_in_proportion():
    """TOURN-UNFILLED."""
    assert prizes(80_000, (5_000, 3_000, 2_000), players=2) == (50_000, 30_000)
    assert prizes(80_000, (0, 10_000), players=1) == (80_000,)
    assert unfilled((500, 300, 200), 2) == (625, 375)
    assert unfilled((500, 300, 0), 2) == (500, 300, 0)
    with pytest.raises(ValueError, match="nobody"):
        prizes(80_000, (10_000,), players=0)


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2004-492", "17.24")
def test_equals_share_the_prizes_of_all_places_they_span_down_to_the_last_cent():
    """PLACING, PLACING-ODD: the odd cents go to the lowest entry number."""
    assert cents(split((500, 300, 0), ((9,), (7, 5, 8)))) == {9: 500, 5: 100, 7: 100, 8: 100}
    assert cents(split((100, 0, 0), ((7, 5, 8),))) == {5: 34, 7: 33, 8: 33}
    (row, *_) = split((100,), ((7, 5, 8),))
    assert (row.entry, row.first_place, row.last_place, str(row.exact_cents)) == (5, 1, 3, "100/3")


# ---------------------------------------------------------------- additional rounds


@pytest.mark.rule("NI2004-492", "17.23")
def test_equals_play_on_only_where_an_advance_hangs_on_it_and_only_until_it_is_decided():
    """CP-TIE-SCOPE."""
    chips = {1: 900, 2: 500, 3: 500, 4: 500, 5: 100}
    both = AtStake(advance=2)
    end = decide(chips, both, [{1: 0, 2: 50, 3: -50, 4: -50, 5: 0}])
    assert (end.played, end.rounds, end.order) == (((2, 3, 4),), 1, ((1,), (2,), (3, 4), (5,)))
    assert end.is_decided
    assert going_on(end.order, 2) == ((1, 2), None)
    assert decide(chips, AtStake(advance=4), []).played == ()


@pytest.mark.rule("NI2004-492", "17.23")
def test_who_is_still_equal_plays_again():
    """CP-TIE."""
    at_stake = AtStake(prizes_cents=(700, 300))
    rounds = [{1: 5, 2: 5}, {1: 0, 2: 0}, {1: -5, 2: 5}]
    end = decide({1: 500, 2: 500}, at_stake, rounds)
    assert (end.rounds, end.order) == (3, ((2,), (1,)))
    assert not decide({1: 500, 2: 500}, at_stake, rounds[:2]).is_decided


@pytest.mark.rule("NI2004-492", "17.23")
def test_an_additional_round_decides_nothing_about_others():
    """CP-TIE-RANK: however much is won in it, who had more chips stays before them."""
    end = decide({1: 900, 2: 500, 3: 500}, AtStake(prizes_cents=(500, 300, 200)), [{1: 0, 2: 9_000, 3: 0}])
    assert end.order == ((1,), (2,), (3,))


def test_equals_on_the_edge_are_named_with_the_places_that_are_left_for_them():
    order = ((4,), (1, 2), (3, 5))
    assert going_on(order, 2) == ((4,), Edge((1, 2), 1))
    assert going_on(order, 3) == ((4, 1, 2), None)
    assert going_on(order, 9) == ((4, 1, 2, 3, 5), None)
