"""The Boomerang Jackpot: rules 10 and 11."""

import pytest

from games import events as e
from games.canberra_poker.jackpot import jackpot_line, major_prizes
from games.hands import rank_five
from games.outcomes import Payment
from tests.games.table_talk import (
    DEAD_MANS_HAND,
    DEALER_ACE_KING,
    DEALER_ACE_QUEEN,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    QUEEN_HIGH,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    at_the_table,
    cards,
    cents,
)

OTHER_ROYAL_FLUSH = "Ah Kh Qh Jh Th"
OTHER_STRAIGHT_FLUSH = "8s 7s 6s 5s 4s"
WEAK_DEALER = "Qc Jd 8c 5d 3c"


def dealt(hands, *, jackpots=None, ante=100, **options):
    """Everybody bets, and the dealer's hand is turned."""
    table = at_the_table(**options)
    boxes = [box for box in hands if box != "dealer"]
    table.antes(dict.fromkeys(boxes, ante), boxes if jackpots is None else jackpots)
    table.deal(hands)
    table.bets(*boxes)
    table.shows_dealer()
    return table


@pytest.mark.rule("NI2004-492", "10.1")
def test_without_a_jackpot_wager_there_is_nothing_to_claim():
    table = dealt({1: ROYAL_FLUSH, "dealer": DEALER_ACE_KING}, jackpots=[])
    table.shows(1)
    table.claims(1)
    table.expect_refusal("10.1", "no_jackpot_wager")


@pytest.mark.rule("NI2004-492", "10.3")
def test_a_hand_that_is_not_declared_wins_no_jackpot():
    table = dealt({1: FOUR_OF_A_KIND, "dealer": DEALER_ACE_KING})
    table.plays_out(claims=[])
    table.expect_payment(1, "jackpot", "lose", "10.5", returned=0)
    table.expect_money({1: 100 + 20 * 200 - 5})


@pytest.mark.rule("NI2004-492", "10.3")
def test_a_claim_after_the_collection_is_too_late():
    table = dealt({1: FOUR_OF_A_KIND, "dealer": DEALER_ACE_KING})
    table.plays_out(claims=[], collect=False)
    table.collects_hand(1)
    table.expect_moved((1, "jackpot", "taken", 5))
    table.claims(1)
    table.expect_refusal("10.3", "cards_collected")


@pytest.mark.rule("NI2004-492", "10.3")
@pytest.mark.rule("NI2004-492", "9.7")
def test_a_settled_hand_that_lies_there_still_is_declared_in_time():
    """CLAIM-UNTIL-COLLECTED: while the next box is turned, and when all cards are to be collected."""
    table = dealt({1: QUEEN_HIGH, 2: FLUSH, 3: FULL_HOUSE, "dealer": DEALER_ACE_KING})
    table.shows(3)
    table.settles(3)
    table.expect_paid_now((3, "ante", "win"), (3, "bet", "win"))
    table.shows(2)
    table.claims(3)
    table.expect_notice("jackpot_claimed", "10.4")
    table.settles(2)
    table.shows(1)
    table.settles(1)
    table.expect_prompt("pay_jackpot", "11.1", box=3, amount_cents=cents(150))
    table.pays_jackpot(3)
    table.expect_phase("collect")
    table.collects_hand(3)
    table.expect_prompt("collect_hand", "9.7", box=2)
    table.claims(2)
    table.expect_phase("jackpot")
    table.pays_jackpot(2)
    table.expect_moved((2, "jackpot", "returned", 5), (2, "jackpot", "paid", 100))
    table.collects()
    table.expect_money({1: -305, 2: 100 + 5 * 200 + 100, 3: 100 + 7 * 200 + 150})


@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.rule("NI2004-492", "10.3")
def test_a_major_prize_waits_until_nobody_can_declare_another():
    table = dealt({1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}, displayed=22_000)
    table.shows(2)
    table.settles(2)
    table.shows(1)
    table.claims(1)
    table.settles(1)
    table.expect_prompt("collect_hand", "9.7", box=2)
    table.pays_jackpot(1)
    table.expect_refusal("11.2", "collect_undeclared_first")
    table.claims(2)
    table.expect_prompt("pay_jackpot", "11.2", box=1, amount_cents=cents(20_000))


@pytest.mark.rule("NI2004-492", "9.7")
def test_each_hand_is_counted_before_it_goes_to_the_rack():
    table = dealt({1: QUEEN_HIGH, "dealer": DEALER_ACE_KING}, jackpots=[])
    table.plays_out(collect=False)
    table.says(e.Collected, count=10)
    table.expect_refusal("9.7", "collect_hands_first")
    table.collects_hand(1, 4)
    table.expect_question("hand_count_differs", "9.7", ("count_again", "void"))
    table.answers("count_again")
    table.collects_hand(1, 5)
    table.collects_hand(1)
    table.expect_refusal("9.7", "no_hand_to_collect")
    table.collects()


@pytest.mark.rule("NI2004-492", "10.3")
def test_a_player_may_declare_until_the_cards_are_collected():
    table = dealt({1: FOUR_OF_A_KIND, 2: FLUSH, "dealer": DEALER_ACE_KING})
    table.shows(2)
    table.claims(2)
    table.settles(2)
    table.shows(1)
    table.claims(1)
    table.expect_notice("jackpot_claimed", "10.4")


@pytest.mark.rule("NI2004-492", "10.4")
def test_the_hand_is_shown_before_the_dealer_declares_it():
    table = dealt({1: FOUR_OF_A_KIND, "dealer": DEALER_ACE_KING})
    table.claims(1)
    table.expect_refusal("10.4", "show_hand_first")
    table.shows(1)
    table.claims(1)
    table.claims(1)
    table.expect_refusal("10.3", "already_claimed")


@pytest.mark.rule("NI2004-492", "10.4")
@pytest.mark.parametrize("dealer", [DEALER_ACE_KING, DEALER_ACE_QUEEN])
def test_the_jackpot_is_won_whether_the_dealer_plays_or_not(dealer):
    table = dealt({1: FULL_HOUSE, "dealer": dealer})
    table.plays_out(claims=[1], collect=False)
    table.expect_payment(1, "jackpot", "win", "11.1", paid=150, returned=5)


@pytest.mark.rule("NI2004-492", "10.4")
@pytest.mark.parametrize(
    ("dealer", "net_of_wagers"), [("Kc Kd Ac Ad Kh", -300), ("Qc Qd Ac Ad Jc", 100 + 5 * 200)]
)
def test_a_jackpot_hand_wins_its_prize_even_if_it_loses_to_the_dealer(dealer, net_of_wagers):
    table = dealt({1: "As Js 9s 7s 2s", "dealer": dealer})
    table.plays_out(claims=[1])
    table.expect_money({1: net_of_wagers + 100})


@pytest.mark.rule("NI2004-492", "10.4")
@pytest.mark.rule("NI2004-492", "9.6")
def test_a_jackpot_stands_when_ante_and_bet_are_void():
    table = dealt({1: "Kh Jh 9h 7h 2h", "dealer": "Kd Jd 9d 7d 2d"})
    table.plays_out(claims=[1])
    table.expect_money({1: 100})


@pytest.mark.rule("NI2004-492", "10.4")
@pytest.mark.rule("NI2004-492", "7.3")
def test_a_folded_jackpot_hand_is_lost():
    table = at_the_table()
    table.antes({1: 25}, jackpots=[1])
    table.deal({1: ROYAL_FLUSH, "dealer": DEALER_ACE_KING})
    table.folds(1)
    table.claims(1)
    table.expect_refusal("9.4")
    table.collects()
    table.expect_money({1: -30})


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_wager_that_wins_no_jackpot_goes_to_the_pools():
    table = dealt({1: QUEEN_HIGH, "dealer": DEALER_ACE_QUEEN})
    table.plays_out()
    table.expect_payment(1, "jackpot", "lose", "10.5", returned=0)
    table.expect_money({1: 100 - 5})


LINES = [
    ("11.1 Royal Flush", ROYAL_FLUSH, 250, 20_000),
    ("11.1 Straight Flush", STRAIGHT_FLUSH, 50, 2_000),
    ("11.1 Four of a Kind", FOUR_OF_A_KIND, 20, 500),
    ("11.1 Full House", FULL_HOUSE, 7, 150),
    ("11.1 Flush", FLUSH, 5, 100),
    ("11.1 Dead Man's Hand", DEAD_MANS_HAND, 2, 50),
]


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.rule("NI2004-492", "11.1 Royal Flush")
@pytest.mark.rule("NI2004-492", "11.1 Straight Flush")
@pytest.mark.rule("NI2004-492", "11.1 Four of a Kind")
@pytest.mark.rule("NI2004-492", "11.1 Full House")
@pytest.mark.rule("NI2004-492", "11.1 Flush")
@pytest.mark.rule("NI2004-492", "11.1 Dead Man's Hand")
@pytest.mark.parametrize(("line", "hand", "odds", "amount"), LINES)
def test_each_line_of_the_jackpot_is_paid_on_top_of_the_bet(line, hand, odds, amount):
    table = dealt({1: hand, "dealer": DEALER_ACE_KING}, displayed=20_000)
    table.plays_out(claims=[1])
    table.expect_payment(1, "jackpot", "win", "11.1", paid=amount, returned=5)
    table.expect_money({1: 100 + 200 * odds + amount})


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.parametrize("hand", [STRAIGHT, TWO_PAIRS, QUEEN_HIGH, "As Ah 7s 7h 5s"])
def test_no_other_hand_wins_a_jackpot(hand):
    assert jackpot_line(rank_five(cards(hand))) is None
    table = dealt({1: hand, "dealer": DEALER_ACE_KING})
    table.shows(1)
    table.claims(1)
    table.expect_refusal("11.1", "no_jackpot_hand")


@pytest.mark.rule("NI2004-492", "11.1 Royal Flush")
@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.parametrize(
    ("displayed", "rule"), [(10_000, "11.1"), (10_001, "11.1"), (25_000, "11.1"), (9_999, "11.2")]
)
def test_a_royal_flush_wins_what_is_displayed(displayed, rule):
    table = dealt({1: ROYAL_FLUSH, "dealer": WEAK_DEALER}, displayed=displayed)
    table.plays_out(claims=[1], collect=False)
    table.expect_payment(1, "jackpot", "win", rule, paid=displayed)


@pytest.mark.rule("NI2004-492", "11.1 Straight Flush")
@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.parametrize(
    ("displayed", "amount", "rule"),
    [
        *((10_000, 1_000, "11.1"), (9_000, 1_000, "11.1"), (10_010, 1_001, "11.1")),
        *((1_000, 1_000, "11.1"), (999, 999, "11.2")),
    ],
)
def test_a_straight_flush_wins_a_thousand_or_a_tenth_and_never_more_than_displayed(displayed, amount, rule):
    table = dealt({1: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}, displayed=displayed)
    table.plays_out(claims=[1], collect=False)
    table.expect_payment(1, "jackpot", "win", rule, paid=amount)


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.rule("NI2004-492", "10.1")
def test_below_the_printed_amount_people_are_warned_and_at_nothing_no_wager_is_taken():
    """JACKPOT-EMPTY."""
    table = at_the_table(displayed=9_999)
    assert table.game.prompt().explain.code == "jackpot_low_explained"
    table.antes({1: 100}, jackpots=[1])
    table.expect_accepted()
    table = at_the_table(displayed=0)
    assert table.game.prompt().explain.code == "jackpot_empty_explained"
    table.ante(1, 100)
    table.jackpot(1)
    table.expect_refusal("11.1", "jackpot_empty")
    assert at_the_table(displayed=10_000).game.prompt().explain.code == "antes_explained"


@pytest.mark.rule("NI2004-492", "11.2")
def test_a_royal_and_a_straight_flush_share_ten_to_one():
    hands = {1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}
    table = dealt(hands, displayed=22_000)
    table.plays_out(claims=[1, 2], collect=False)
    table.expect_payment(1, "jackpot", "win", "11.2", paid=20_000)
    table.expect_payment(2, "jackpot", "win", "11.2", paid=2_000)


@pytest.mark.rule("NI2004-492", "11.2")
def test_two_royals_and_a_straight_flush_share_twenty_to_one():
    hands = {1: ROYAL_FLUSH, 2: OTHER_ROYAL_FLUSH, 3: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}
    table = dealt(hands, displayed=21_000)
    table.plays_out(claims=[1, 2, 3], collect=False)
    for box, amount in ((1, 10_000), (2, 10_000), (3, 1_000)):
        table.expect_payment(box, "jackpot", "win", "11.2", paid=amount)


@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.parametrize(
    ("displayed", "each", "rule"),
    [(20_000, 2_000, "11.1"), (2_000, 1_000, "11.1"), (1_999, 999.5, "11.2"), (1_001, 500.5, "11.2")],
)
def test_two_straight_flushes_are_scaled_down_only_above_the_displayed_amount(displayed, each, rule):
    hands = {1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH, "dealer": WEAK_DEALER}
    table = dealt(hands, displayed=displayed)
    table.plays_out(claims=[1, 2], collect=False)
    for box in (1, 2):
        table.expect_payment(box, "jackpot", "win", rule, paid=each)


@pytest.mark.rule("NI2004-492", "11.2")
def test_shares_are_rounded_down_to_the_cent_and_never_pass_what_is_displayed():
    for displayed_cents in range(100_000, 100_200, 7):
        winners = {1: "royal_flush", 2: "straight_flush", 3: "straight_flush"}
        prizes = major_prizes(winners, displayed_cents, displayed_cents)
        assert prizes == {
            1: displayed_cents * 10 // 12,
            2: displayed_cents // 12,
            3: displayed_cents // 12,
        }
        assert sum(prizes.values()) <= displayed_cents


@pytest.mark.rule("NI2004-492", "11.2")
def test_minor_prizes_do_not_share_in_the_limit():
    hands = {1: ROYAL_FLUSH, 2: "7s 7h 7d 7c 2s", "dealer": "Qc Jd 8c 5d 3c"}
    table = dealt(hands, displayed=100)
    table.plays_out(claims=[1, 2], collect=False)
    table.expect_payment(1, "jackpot", "win", "11.2", paid=100)
    table.expect_payment(2, "jackpot", "win", "11.1", paid=500)


@pytest.mark.rule("NI2004-492", "11.2")
def test_a_royal_flush_that_is_not_claimed_takes_no_share():
    hands = {1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}
    table = dealt(hands, displayed=20_000)
    table.plays_out(claims=[2], collect=False)
    table.expect_payment(1, "jackpot", "lose", "10.5")
    table.expect_payment(2, "jackpot", "win", "11.1", paid=2_000)


@pytest.mark.rule("NI2004-492", "11.3")
@pytest.mark.parametrize(("pool", "amount"), [(20_000, 20_000), (19_999, 19_999), (30_000, 20_000), (0, 0)])
def test_a_later_round_pays_no_more_than_the_pool_that_is_left(pool, amount):
    assert major_prizes({1: "royal_flush"}, cents(20_000), cents(pool)) == {1: cents(amount)}


@pytest.mark.rule("NI2004-492", "11.3 (closing words)")
@pytest.mark.parametrize(("hand", "waits"), [(ROYAL_FLUSH, True), (STRAIGHT_FLUSH, True), (FULL_HOUSE, False)])
def test_only_royal_and_straight_flush_are_major_and_paid_last(hand, waits):
    table = dealt({1: hand, "dealer": WEAK_DEALER})
    table.shows(1)
    table.claims(1)
    table.settles(1)
    table.expect_phase("jackpot" if waits else "collect")


@pytest.mark.rule("NI2004-492", "11.1")
def test_a_major_prize_is_paid_once():
    table = dealt({1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH, "dealer": WEAK_DEALER}, displayed=11_000)
    table.shows(2)
    table.claims(2)
    table.settles(2)
    table.shows(1)
    table.claims(1)
    table.settles(1)
    table.expect_prompt("pay_jackpot", "11.2", box=1, amount_cents=cents(10_000))
    table.pays_jackpot(1)
    table.pays_jackpot(1)
    table.expect_refusal("11.1", "no_jackpot_hand")
    table.pays_jackpot(2)
    table.expect_phase("collect")


@pytest.mark.rule("NI2004-492", "11.1")
def test_a_prize_says_which_hand_it_is_paid_for():
    """Minor and major prizes are both of 11.1, and other people pay them."""
    table = dealt({1: FULL_HOUSE, 2: STRAIGHT_FLUSH, "dealer": WEAK_DEALER})
    table.plays_out(claims=[1, 2])
    prizes = [one for one in table.everything if isinstance(one, Payment) and one.wager == "jackpot"]
    assert {one.box: one.line for one in prizes} == {1: "full_house", 2: "straight_flush"}
