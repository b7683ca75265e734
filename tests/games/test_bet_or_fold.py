"""The players' one decision: rule 7."""

import pytest

from tests.games.table_talk import DEALER_ACE_KING, ONE_PAIR, QUEEN_HIGH, at_the_table


def dealt(boxes=(1, 2), jackpots=(), **options):
    table = at_the_table(**options)
    table.antes(dict.fromkeys(boxes, 25), jackpots)
    table.deal()
    return table


@pytest.mark.rule("NI2004-492", "7.1")
def test_after_the_dealers_last_card_each_player_is_asked():
    table = dealt()
    table.expect_prompt("bet_or_fold", "7.1", box=1)
    table.folds(1)
    table.expect_prompt("bet_or_fold", "7.1", box=2)
    table.bets(2)
    table.expect_phase("reveal")


@pytest.mark.rule("NI2004-492", "7.1")
def test_players_may_decide_in_any_order_and_once_each():
    table = dealt()
    table.bets(2)
    table.folds(2)
    table.expect_refusal("7.1", "box_has_decided")
    table.bet(2, 50)
    table.expect_refusal("7.1", "box_has_decided")
    table.folds(1)
    table.expect_phase("reveal")


@pytest.mark.rule("NI2004-492", "7.1")
def test_a_box_without_an_ante_decides_nothing():
    table = dealt()
    table.bet(3, 50)
    table.expect_refusal("7.1", "box_not_in_round")
    table.folds(3)
    table.expect_refusal("7.1", "box_not_in_round")


@pytest.mark.rule("NI2004-492", "7.2")
@pytest.mark.parametrize("amount", [0, 25, 45, 49.99, 50.01, 55, 75, 100])
def test_a_bet_that_is_not_exactly_twice_the_ante_is_refused(amount):
    table = dealt()
    table.bet(1, amount)
    table.expect_refusal("7.2", "bet_is_twice_ante")


@pytest.mark.rule("NI2004-492", "7.2")
@pytest.mark.parametrize("ante", [20, 25, 500, 600])
def test_a_bet_is_exactly_twice_the_ante_as_it_was_placed(ante):
    table = at_the_table(minimum=25, maximum=500)
    table.ante(1, ante)
    table.deal()
    table.bet(1, 2 * ante)
    table.expect_phase("reveal")


@pytest.mark.rule("NI2004-492", "7.3")
def test_folding_loses_the_ante_and_the_jackpot_wager():
    table = dealt(jackpots=[1])
    table.folds(1)
    table.expect_payment(1, "ante", "lose", "7.3", returned=0)
    table.expect_payment(1, "jackpot", "lose", "7.3", returned=0)
    table.folds(2)
    table.collects()
    table.expect_money({1: -30, 2: -25})


@pytest.mark.rule("NI2004-492", "7.3")
@pytest.mark.rule("NI2004-492", "9.3")
def test_a_folded_ante_stays_lost_when_the_dealer_does_not_play():
    table = at_the_table()
    table.antes({1: 25, 2: 25})
    table.deal({1: ONE_PAIR, 2: QUEEN_HIGH, "dealer": "Qc Jd 8c 5d 3c"})
    table.folds(1)
    table.bets(2)
    table.plays_out()
    table.expect_money({1: -25, 2: 25})


@pytest.mark.rule("NI2004-492", "7.3")
def test_when_everybody_folds_the_dealers_hand_stays_down():
    table = dealt()
    table.folds(1, 2)
    table.expect_phase("collect")
    table.shows_dealer()
    table.expect_refusal("9.1")


@pytest.mark.rule("NI2004-492", "7.3")
def test_a_folded_hand_is_never_turned_up():
    table = at_the_table()
    table.antes({1: 25, 2: 25})
    table.deal({1: ONE_PAIR, 2: QUEEN_HIGH, "dealer": DEALER_ACE_KING})
    table.folds(1)
    table.bets(2)
    table.shows_dealer()
    table.shows(1)
    table.expect_refusal("9.4", "box_not_in_round")


@pytest.mark.rule("NI2004-492", "7.4")
def test_folded_cards_are_counted_back_with_the_others():
    table = dealt()
    table.folds(1, 2)
    table.expect_prompt("collect", "9.7", out=15)
    table.collects(14)
    table.expect_question("count_back_differs", "9.7")
