"""Antes and jackpot wagers before the deal: rules 3, 4, 10.1 and 10.2."""

import pytest

from games import events as e
from tests.games.table_talk import (
    DEALER_ACE_KING,
    DEALER_ACE_QUEEN,
    ONE_PAIR,
    QUEEN_HIGH,
    TWO_PAIRS,
    at_the_table,
    cents,
)


def round_of(table, hand, dealer):
    """One round of box 1, which bets."""
    table.deal({1: hand, "dealer": dealer})
    table.bets(1)
    table.plays_out()


@pytest.mark.rule("NI2004-492", "3.1")
@pytest.mark.parametrize("amount", [25, 30, 495, 500])
def test_a_wager_within_the_displayed_limits_stands(amount):
    table = at_the_table(minimum=25, maximum=500)
    table.expect_prompt("antes_please", "4.1")
    table.ante(1, amount)
    assert table.heard == []
    assert table.game.state.boxes[1].ante_cents == cents(amount)


@pytest.mark.rule("NI2004-492", "3.2")
def test_a_marker_takes_the_place_of_the_maximum_for_its_box_only():
    table = at_the_table(maximum=500)
    table.supervisor.sets_marker(1, 1_000)
    table.antes({1: 1_000, 2: 1_000})
    table.expect_notice("over_maximum", "3.5")
    table.deal({1: TWO_PAIRS, 2: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.bets(1, 2)
    table.plays_out()
    table.expect_money({1: 1_000 + 2 * 2_000, 2: 500 + 1_000})


@pytest.mark.rule("NI2004-492", "3.2")
def test_a_marker_is_the_supervisors_and_above_the_maximum():
    table = at_the_table(maximum=500, multiple=5)
    table.says(e.SetBoxMaximum, box=1, amount_cents=cents(1_000))
    table.expect_refusal("3.2", "supervisor_only")
    for amount in (400, 500, 1_002):
        table.supervisor.sets_marker(1, amount)
        table.expect_refusal("3.2", "marker_too_low")
    table.supervisor.sets_marker(1, 505)
    table.expect_accepted()


@pytest.mark.rule("NI2004-492", "3.2")
def test_without_its_marker_a_box_is_back_at_the_displayed_maximum():
    table = at_the_table(maximum=500)
    table.supervisor.sets_marker(1, 1_000)
    table.supervisor.sets_marker(1, None)
    table.ante(1, 505)
    table.expect_notice("over_maximum", "3.5")


@pytest.mark.rule("NI2004-492", "3.2")
def test_a_marker_that_stands_may_be_taken_away():
    table = at_the_table(maximum=500)
    table.supervisor.sets_marker(2, 1_000)
    offered = [offer for offer in table.game.offers() if offer.args.get("amount_cents", 0) is None]
    assert [(offer.command, offer.box, offer.role) for offer in offered] == [
        ("set_box_maximum", 2, "supervisor")
    ]


@pytest.mark.rule("NI2004-492", "3.2")
def test_a_marker_stays_for_the_player_and_not_for_the_next_one():
    table = at_the_table(maximum=500)
    table.supervisor.sets_marker(1, 1_000)
    table.ante(1, 1_000)
    round_of(table, ONE_PAIR, DEALER_ACE_KING)
    table.next_round()
    table.ante(1, 1_000)
    assert table.heard == []
    table.says(e.PlayerLeft, box=1)
    table.ante(1, 1_000)
    table.expect_notice("over_maximum", "3.5")


@pytest.mark.rule("NI2004-492", "3.3")
@pytest.mark.parametrize("amount", [26, 27.5, 499.99])
def test_a_wager_outside_the_displayed_multiples_is_refused(amount):
    table = at_the_table(multiple=5)
    table.ante(1, amount)
    table.expect_refusal("3.3", "not_a_multiple")


@pytest.mark.rule("NI2004-492", "3.4")
def test_the_first_wager_under_the_minimum_is_paid_in_full_with_advice():
    table = at_the_table(minimum=25)
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")
    round_of(table, TWO_PAIRS, DEALER_ACE_KING)
    table.expect_money({1: 20 + 2 * 40})


@pytest.mark.rule("NI2004-492", "3.4")
def test_the_first_wager_under_the_minimum_is_collected_in_full():
    table = at_the_table(minimum=25)
    table.ante(1, 20)
    round_of(table, QUEEN_HIGH, DEALER_ACE_KING)
    table.expect_money({1: -60})


@pytest.mark.rule("NI2004-492", "3.4")
def test_a_further_wager_under_the_minimum_goes_back():
    table = at_the_table(minimum=25)
    table.ante(1, 20)
    round_of(table, QUEEN_HIGH, DEALER_ACE_KING)
    table.next_round()
    table.ante(1, 20)
    table.expect_refusal("3.4", "under_minimum")
    table.ante(1, 25)
    table.ante(2, 20)
    table.expect_notice("under_minimum_advice", "3.4")


@pytest.mark.rule("NI2004-492", "3.4")
def test_the_next_player_at_the_box_has_had_no_advice_yet():
    table = at_the_table(minimum=25)
    table.ante(1, 20)
    round_of(table, QUEEN_HIGH, DEALER_ACE_KING)
    table.next_round()
    table.says(e.PlayerLeft, box=1)
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")


@pytest.mark.rule("NI2004-492", "3.4")
def test_advice_counts_only_once_the_wager_was_played():
    table = at_the_table(minimum=25)
    table.ante(1, 20)
    table.takes_ante_back(1)
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")


@pytest.mark.rule("NI2004-492", "3.5")
@pytest.mark.parametrize(
    ("hand", "dealer", "net"),
    [
        (ONE_PAIR, DEALER_ACE_KING, 500 + 1_000),
        (QUEEN_HIGH, DEALER_ACE_KING, -500 - 1_000),
        (QUEEN_HIGH, DEALER_ACE_QUEEN, 500),
    ],
)
def test_a_wager_over_the_maximum_is_settled_at_the_maximum(hand, dealer, net):
    table = at_the_table(maximum=500)
    table.ante(1, 600)
    table.expect_notice("over_maximum", "3.5")
    round_of(table, hand, dealer)
    table.expect_money({1: net})


@pytest.mark.rule("NI2004-492", "3.5")
def test_the_excess_of_ante_and_bet_goes_back_to_the_player():
    table = at_the_table(maximum=500)
    table.ante(1, 600)
    table.deal({1: QUEEN_HIGH, "dealer": DEALER_ACE_KING})
    table.bet(1, 1_200)
    table.plays_out()
    table.expect_payment(1, "ante", "lose", "9.5", returned=100, excess=100)
    table.expect_payment(1, "bet", "lose", "9.5", returned=200, excess=200)


@pytest.mark.rule("NI2004-492", "3.5")
@pytest.mark.rule("NI2004-492", "7.3")
def test_folding_collects_an_ante_only_up_to_the_maximum():
    table = at_the_table(maximum=500)
    table.ante(1, 600)
    table.deal()
    table.folds(1)
    table.collects()
    table.expect_money({1: -500})


@pytest.mark.rule("NI2004-492", "4.1")
def test_ante_and_jackpot_wager_are_placed_before_the_first_card():
    table = at_the_table()
    table.antes({1: 25}, jackpots=[1])
    table.closes_betting()
    table.expect_phase("deal")
    table.expect_next(1, 1)


@pytest.mark.rule("NI2004-492", "4.1")
def test_no_card_is_dealt_where_nobody_has_an_ante():
    table = at_the_table()
    table.closes_betting()
    table.expect_refusal("4.1", "no_antes")


@pytest.mark.rule("NI2004-492", "4.1")
def test_the_first_card_out_of_the_shoe_closes_the_betting():
    table = at_the_table()
    table.ante(4, 25)
    table.draw("Qd")
    table.expect_phase("deal")
    table.expect_next("dealer", 1)


@pytest.mark.rule("NI2004-492", "4.1")
def test_an_ante_can_be_changed_or_taken_back_before_the_first_card():
    table = at_the_table()
    table.antes({1: 25, 2: 50}, jackpots=[2])
    table.changes_ante(1, was=25, amount=100)
    table.expect_notice("ante_changed", "4.1")
    table.takes_ante_back(2)
    table.deal({1: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.bet(1, 200)
    table.plays_out()
    table.expect_money({1: 300})


@pytest.mark.rule("NI2004-492", "4.1")
def test_an_ante_of_nothing_is_no_ante():
    table = at_the_table()
    table.ante(1, 0)
    table.expect_refusal("4.1", "no_amount")
    table.takes_ante_back(1)
    table.expect_refusal("4.1", "no_ante")


@pytest.mark.rule("NI2004-492", "4.3")
def test_a_box_holds_one_ante():
    table = at_the_table()
    table.ante(1, 25)
    table.ante(1, 50)
    table.expect_refusal("4.3", "ante_lies")
    table.changes_ante(1, was=30, amount=50)
    table.expect_refusal("4.3", "ante_lies")
    assert table.game.state.boxes[1].ante_cents == cents(25)
    table.changes_ante(1, was=25, amount=50)
    assert table.game.state.boxes[1].ante_cents == cents(50)


@pytest.mark.rule("NI2004-492", "4.2")
@pytest.mark.rule("NI2004-492", "4.3")
def test_a_wager_is_placed_on_a_box_of_the_layout():
    table = at_the_table(boxes=5)
    table.ante(6, 25)
    table.expect_refusal("4.2", "no_such_box")


@pytest.mark.rule("NI2004-492", "4.4")
@pytest.mark.parametrize("dealt", [1, 2, 9])
def test_from_the_first_card_nobody_touches_a_wager(dealt):
    table = at_the_table()
    table.antes({1: 25}, jackpots=[1])
    table.deal(count=dealt)
    for touch in (
        e.PlaceAnte(box=1, amount_cents=cents(50)),
        e.PlaceAnte(box=2, amount_cents=cents(50)),
        e.TakeBackAnte(box=1),
        e.PlaceJackpotWager(box=1),
        e.TakeBackJackpotWager(box=1),
        e.SetBoxMaximum(box=1, amount_cents=cents(1_000), role="supervisor"),
    ):
        table.happens(touch)
        table.expect_refusal("4.4", "wagers_are_closed")


@pytest.mark.rule("NI2004-492", "4.4")
def test_no_bet_is_taken_before_the_dealer_has_five_cards():
    table = at_the_table()
    table.ante(1, 25)
    table.deal(count=9)
    table.bet(1, 50)
    table.expect_refusal("7.1")
    table.deal()
    table.bet(1, 50)
    table.expect_phase("reveal")


@pytest.mark.rule("NI2004-492", "4.4")
def test_after_the_deal_only_the_bet_may_be_added():
    table = at_the_table()
    table.antes({1: 25})
    table.deal()
    table.ante(1, 50)
    table.expect_refusal("4.4")
    table.jackpot(1)
    table.expect_refusal("4.4")


@pytest.mark.rule("NI2004-492", "10.1")
def test_a_jackpot_wager_needs_an_ante():
    table = at_the_table()
    table.jackpot(1)
    table.expect_refusal("10.1", "jackpot_needs_ante")
    table.ante(1, 25)
    table.jackpot(1)
    table.expect_accepted()


@pytest.mark.rule("NI2004-492", "10.1")
def test_an_ante_taken_back_takes_its_jackpot_wager_with_it():
    table = at_the_table()
    table.antes({1: 25}, jackpots=[1])
    table.takes_ante_back(1)
    assert table.game.state.boxes[1].side_cents == 0


@pytest.mark.rule("NI2004-492", "10.2")
def test_a_jackpot_wager_is_the_approved_amount_once():
    table = at_the_table(jackpot_wager=2.5)
    table.antes({1: 25}, jackpots=[1])
    assert table.game.state.boxes[1].side_cents == 250
    table.jackpot(1)
    table.expect_refusal("10.2", "jackpot_already_placed")
    table.says(e.TakeBackJackpotWager, box=1)
    table.says(e.TakeBackJackpotWager, box=1)
    table.expect_refusal("10.2", "no_jackpot_wager")


@pytest.mark.rule("NI2004-492", "3.4")
def test_a_player_who_leaves_in_the_round_takes_his_advice_with_him_when_it_is_over():
    table = at_the_table(minimum=25)
    table.antes({1: 20, 3: 25})
    table.deal()
    table.player_leaves(1)
    table.folds(1, 3)
    table.collects()
    table.expect_money({1: -20, 3: -25})
    table.next_round()
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")
