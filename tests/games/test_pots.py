"""Pots of the pot games: their rules 13.2, 14.2, 15.2(b) and (d), 17.9."""

from random import Random

import pytest

from games.commission import TEN_PERCENT, Commission
from games.pots import NOTHING, Division, Formed, Uncalled, divide, form_pots, given_back, left_to_win, settle
from tests.games.rules_in_common import pot_rules

SEATS = (1, 2, 3, 4, 5)  # the button is seat 5
TABLE = Division(SEATS, smallest_chip_cents=100)


def amounts(formed: Formed) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount_cents, pot.eligible) for pot in formed.pots]


# ---------------------------------------------------------------- forming


@pot_rules("14.2")
def test_one_pot_if_all_put_in_the_same():
    formed = form_pots({1: 500, 2: 500, 3: 200}, live=[1, 2])
    assert amounts(formed) == [(1200, (1, 2))]
    assert formed.pots[0].contributors == (1, 2, 3)
    assert formed.uncalled is None


@pot_rules("14.2")
def test_who_taps_out_shares_every_chip_up_to_his_own_total():
    """SIDE-POT: later calls at his level are his to win, too."""
    formed = form_pots({1: 300, 2: 1000, 3: 1000, 4: 700, 5: 150}, live=[1, 2, 3, 4])
    assert amounts(formed) == [(1350, (1, 2, 3, 4)), (1200, (2, 3, 4)), (600, (2, 3))]


@pot_rules("14.2")
def test_what_folded_players_put_in_makes_no_pot_of_its_own():
    assert amounts(form_pots({1: 900, 2: 250, 3: 900, 4: 40}, live=[1, 3])) == [(2090, (1, 3))]


@pot_rules("15.2(b)")
def test_an_uncalled_bet_is_outside_the_pots():
    formed = form_pots({1: 300, 2: 1000, 3: 700}, live=[1, 2])
    assert formed.uncalled == Uncalled(2, 300)
    assert amounts(formed) == [(900, (1, 2)), (800, (2,))]


@pot_rules("15.2(b)")
def test_the_unmatched_part_of_a_blind_is_uncalled():
    """COMM-UNCALLED."""
    formed = form_pots({1: 50, 2: 100}, live=[2], posted={1: 50, 2: 100})
    assert formed.uncalled == Uncalled(2, 50)
    assert amounts(formed) == [(100, (2,))]


@pot_rules("14.2", "17.9", "19.2(a)")
def test_a_side_pot_without_a_contender_falls_to_the_next_lower_one():
    """SIDE-ORPHAN: the hand of seat 3 was folded with all its bets in."""
    formed = form_pots({1: 300, 2: 300, 3: 1000}, live=[1, 2])
    assert amounts(formed) == [(1600, (1, 2))]
    assert formed.uncalled is None


@pot_rules("15.2(d)")
def test_a_pot_of_antes_or_blinds_only_says_so():
    """COMM-BLINDONLY: a call of the blind is none."""
    blinds = {1: 50, 2: 100}
    assert form_pots({1: 50, 2: 100}, [2], blinds).pots[0].only_posted
    assert not form_pots({1: 100, 2: 100}, [1, 2], blinds).pots[0].only_posted
    assert not form_pots({1: 50, 2: 100, 3: 100}, [2, 3], blinds).pots[0].only_posted


@pot_rules("15.2(d)")
def test_the_main_pot_alone_may_be_of_antes_only():
    antes = {1: 60, 2: 100, 3: 100}
    formed = form_pots({1: 60, 2: 500, 3: 500}, [1, 2, 3], antes)
    assert [pot.only_posted for pot in formed.pots] == [True, False]


@pot_rules("17.4")
def test_a_dead_blind_lies_in_the_main_pot_and_makes_no_border():
    """MISSED-BLIND."""
    formed = form_pots({1: 400, 2: 400, 3: 100}, live=[1, 2, 3], dead={3: 50})
    assert amounts(formed) == [(350, (1, 2, 3)), (600, (1, 2))]
    assert formed.uncalled is None
    late = form_pots({1: 400, 2: 400}, live=[1, 2], dead={4: 50})
    assert late.pots[0].contributors == (1, 2, 4)


# ---------------------------------------------------------------- dividing


@pot_rules("13.2")
def test_equal_hands_divide_in_units_of_the_smallest_chip():
    assert divide(900, (1, 3, 4), (), TABLE) == {1: 300, 3: 300, 4: 300}


@pot_rules("13.2")
def test_the_whole_remainder_goes_to_the_winner_nearest_clockwise_from_the_button():
    """ODD-REMAINDER, ODD-BUTTON: the button comes last."""
    assert divide(800, (2, 4, 5), (), TABLE) == {2: 400, 4: 200, 5: 200}
    assert divide(500, (5, 4), (), TABLE) == {5: 200, 4: 300}


@pot_rules("13.2")
def test_what_is_less_than_a_chip_goes_with_the_remainder():
    """ODD-SUBUNIT: the commission was whole dollars, the smallest chip is greater."""
    assert divide(2300, (3, 5), (), Division(SEATS, 500)) == {3: 1300, 5: 1000}


@pot_rules("13.2", "3.5(c)")
def test_an_odd_chip_between_high_and_low_goes_to_the_nearest_winner_of_either():
    """ODD-HILO."""
    assert divide(1100, (4,), (2,), TABLE) == {4: 500, 2: 600}
    assert divide(1100, (2,), (4,), TABLE) == {2: 600, 4: 500}
    assert divide(1000, (3,), (3,), TABLE) == {3: 1000}


@pot_rules("13.2", "3.5(c)")
def test_equal_hands_divide_their_half():
    assert divide(1200, (4,), (2, 3, 5), TABLE) == {4: 600, 2: 200, 3: 200, 5: 200}
    assert divide(1000, (4,), (2, 4), TABLE) == {4: 500 + 200, 2: 300}


# ---------------------------------------------------------------- settling


def won(formed: Formed, high: dict, low: dict | None = None, table: Division = TABLE) -> list[dict]:
    return [each.paid for each in settle(formed.pots, high, low, table)]


@pot_rules("14.2", "13.1")
def test_each_pot_goes_to_the_best_hand_that_may_win_it():
    formed = form_pots({1: 300, 2: 1000, 3: 1000}, live=[1, 2, 3])
    assert won(formed, {1: 9, 2: 5, 3: 7}) == [{1: 900}, {3: 1400}]


@pot_rules("3.5(d)")
def test_the_high_hand_takes_all_of_a_pot_in_which_no_low_qualifies():
    """HILO-NO-LOW, pot by pot."""
    formed = form_pots({1: 300, 2: 1000, 3: 1000}, live=[1, 2, 3])
    assert won(formed, {1: 1, 2: 5, 3: 7}, {1: 4, 2: 0, 3: 0}) == [{3: 400, 1: 500}, {3: 1400}]


@pot_rules("13.1")
def test_who_does_not_show_cannot_win():
    """MUCK."""
    formed = form_pots({1: 500, 2: 500, 3: 500}, live=[1, 2, 3])
    assert won(formed, {2: 3, 3: 2}) == [{2: 1500}]


@pot_rules("13.1", "14.2")
def test_a_side_pot_for_which_nobody_shows_goes_with_the_pot_below():
    formed = form_pots({1: 300, 2: 1000, 3: 1000}, live=[1, 2, 3])
    assert won(formed, {1: 5}) == [{1: 900}, {1: 1400}]


@pot_rules("14.2")
def test_a_pot_has_chips_in_it():
    assert form_pots({1: 0, 2: 0}, live=[1, 2]).pots == []
    assert amounts(form_pots({1: 0, 2: 100, 3: 100}, live=[1, 2, 3])) == [(200, (2, 3))]


@pot_rules("12.4(a)")
def test_the_only_one_left_wins_unseen():
    assert won(form_pots({1: 500, 2: 300}, live=[1]), {}) == [{1: 600}]


@pot_rules("15.2(c)", "15.2(d)", "13.2")
def test_commission_comes_off_before_a_pot_is_divided():
    charged = Division(SEATS, 100, Commission(TEN_PERCENT))
    formed = form_pots({1: 1000, 2: 1000, 3: 1000}, live=[1, 2, 3])
    paid = settle(formed.pots, {1: 8, 2: 8, 3: 1}, None, charged)[0]
    assert (paid.commission_cents, paid.paid) == (300, {1: 1400, 2: 1300})
    assert settle(formed.pots, {1: 8, 2: 8, 3: 8}, None, charged)[0].commission_cents == 0
    blinds = form_pots({1: 1000, 2: 1000}, [2], {1: 1000, 2: 1000})
    assert settle(blinds.pots, {}, None, charged)[0].commission_cents == 0


# ---------------------------------------------------------------- fouled hands and void rounds


@pot_rules("17.9")
def test_if_no_hand_has_its_number_of_cards_the_last_to_fold_before_wins():
    """FOUL-LAST-FOLDED, FOUL-NOFOLD."""
    assert left_to_win([4], [1, 2]) == (4,)
    assert left_to_win([4, 5], [1, 2]) == (4, 5)
    assert left_to_win([], [1, 2]) == (2,)
    assert left_to_win([], []) == ()


@pot_rules("19.3")
def test_a_void_round_gives_every_chip_back():
    assert given_back({1: 500, 2: 300}, {2: 50}) == {1: 500, 2: 350}


# ---------------------------------------------------------------- properties


@pot_rules("13.2", "14.2", "15.2(b)")
@pytest.mark.parametrize("seed", range(100))
def test_no_chip_is_made_or_lost(seed):
    chance = Random(seed)
    paid = {seat: 100 * chance.randint(1, 12) for seat in SEATS}
    live = chance.sample(SEATS, chance.randint(1, 5))
    dead = {chance.choice(SEATS): 50} if chance.random() < 0.2 else NOTHING
    formed = form_pots(paid, live, dead=dead)
    high = {seat: chance.randint(1, 3) for seat in live}
    low = {seat: chance.randint(0, 2) for seat in live} if chance.random() < 0.5 else None
    table = Division(SEATS, chance.choice([50, 100, 500]), Commission(TEN_PERCENT, 700))
    settled = settle(formed.pots, high, low, table)
    out = sum(sum(each.paid.values()) + each.commission_cents for each in settled)
    assert out + (formed.uncalled.cents if formed.uncalled else 0) == sum(paid.values()) + sum(dead.values())
    for each in settled:
        assert set(each.paid) <= set(each.pot.eligible) <= set(live)


@pot_rules("14.2")
@pytest.mark.parametrize("seed", range(100))
def test_nobody_wins_more_than_his_own_total_from_each(seed):
    chance = Random(seed)
    paid = {seat: chance.randint(1, 12) for seat in SEATS}
    live = chance.sample(SEATS, chance.randint(2, 5))
    formed = form_pots(paid, live)
    greatest_live = max(live, key=paid.__getitem__)
    for seat in live:
        if seat != greatest_live:
            most = sum(min(cents, paid[seat]) for cents in paid.values())
            orphaned = sum(max(0, paid[folded] - paid[seat]) for folded in paid if folded not in live)
            assert sum(pot.amount_cents for pot in formed.pots if seat in pot.eligible) <= most + orphaned
