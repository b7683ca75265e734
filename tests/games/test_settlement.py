"""The dealer's hand against each box, and the money: rules 8 and 9."""

import pytest

from tests.games.table_talk import (
    ACE_KING_QUEEN,
    DEALER_ACE_KING,
    DEALER_ACE_QUEEN,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    QUEEN_HIGH,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    at_the_table,
)


def played(hands, ante=25, **options):
    """Everybody bets, and the round is played to its end."""
    table = at_the_table(**options)
    boxes = [box for box in hands if box != "dealer"]
    table.antes(dict.fromkeys(boxes, ante))
    table.deal(hands)
    table.bets(*boxes)
    table.plays_out()
    return table


PAY_TABLE = [
    ("8.1 BET One pair or less", ACE_KING_QUEEN, 1),
    ("8.1 BET One pair or less", ONE_PAIR, 1),
    ("8.1 BET Two pairs", TWO_PAIRS, 2),
    ("8.1 BET Three of a Kind", THREE_OF_A_KIND, 3),
    ("8.1 BET Straight", STRAIGHT, 4),
    ("8.1 BET Flush", FLUSH, 5),
    ("8.1 BET Full House", FULL_HOUSE, 7),
    ("8.1 BET Four of a Kind", FOUR_OF_A_KIND, 20),
    ("8.1 BET Straight Flush", STRAIGHT_FLUSH, 50),
    ("8.1 BET Royal Flush", ROYAL_FLUSH, 250),
]


@pytest.mark.rule("NI2004-492", "8.1")
@pytest.mark.rule("NI2004-492", "8.1 ANTE")
@pytest.mark.rule("NI2004-492", "8.1 BET One pair or less")
@pytest.mark.rule("NI2004-492", "8.1 BET Two pairs")
@pytest.mark.rule("NI2004-492", "8.1 BET Three of a Kind")
@pytest.mark.rule("NI2004-492", "8.1 BET Straight")
@pytest.mark.rule("NI2004-492", "8.1 BET Flush")
@pytest.mark.rule("NI2004-492", "8.1 BET Full House")
@pytest.mark.rule("NI2004-492", "8.1 BET Four of a Kind")
@pytest.mark.rule("NI2004-492", "8.1 BET Straight Flush")
@pytest.mark.rule("NI2004-492", "8.1 BET Royal Flush")
@pytest.mark.parametrize(("line", "hand", "odds"), PAY_TABLE)
def test_a_winning_bet_pays_by_its_line_and_the_ante_even(line, hand, odds):
    table = played({1: hand, "dealer": DEALER_ACE_KING}, ante=100)
    table.expect_payment(1, "ante", "win", "9.4", paid=100, returned=100)
    table.expect_payment(1, "bet", "win", "9.4", paid=200 * odds, returned=200)
    table.expect_money({1: 100 + 200 * odds})


@pytest.mark.rule("NI2004-492", "8.1 BET Straight")
@pytest.mark.rule("NI2004-492", "8.1 BET Straight Flush")
@pytest.mark.parametrize(("hand", "odds"), [("5s 4h 3s 2h As", 4), ("5h 4h 3h 2h Ah", 50)])
def test_five_high_with_a_low_ace_pays_as_a_straight(hand, odds):
    table = played({1: hand, "dealer": "Ac Kd 8c 5d 3c"})
    table.expect_money({1: 25 + 50 * odds})


@pytest.mark.rule("NI2004-492", "8.2")
@pytest.mark.parametrize(
    ("maximum", "paid"), [(9_999, 9_999), (10_000, 10_000), (10_001, 10_000), (10_050, 10_000)]
)
def test_a_bets_winnings_stop_at_the_maximum_payout(maximum, paid):
    table = played({1: STRAIGHT_FLUSH, "dealer": DEALER_ACE_KING}, ante=100, maximum_payout=maximum)
    table.expect_payment(1, "bet", "win", "9.4", paid=paid, returned=200)
    table.expect_money({1: 100 + paid})


@pytest.mark.rule("NI2004-492", "8.2")
def test_the_maximum_payout_is_for_each_bet_and_not_for_the_ante():
    hands = {1: TWO_PAIRS, 2: FLUSH, "dealer": DEALER_ACE_KING}
    table = played(hands, ante=500, maximum_payout=300)
    table.expect_money({1: 500 + 300, 2: 500 + 300})


@pytest.mark.rule("NI2004-492", "9.1")
def test_the_dealer_turns_the_cards_once_all_have_decided():
    table = at_the_table()
    table.antes({1: 25})
    table.deal({1: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.shows_dealer()
    table.expect_refusal("9.1")
    table.bets(1)
    table.expect_prompt("turn_your_cards", "9.1")
    table.shows_dealer()
    for nth, face in enumerate(DEALER_ACE_KING.split()[:4], start=1):
        table.expect_turned("dealer", nth, face)


@pytest.mark.rule("NI2004-492", "9.2")
@pytest.mark.parametrize(
    ("dealer", "plays"),
    [
        ("Ac Kd 4c 3d 2c", True),
        ("Ac Qd Jc Td 9c", False),
        ("Kc Qd Jc Td 8c", False),
        ("2c 2d 5c 4d 3c", True),
        ("Ac 2d 3c 4d 5c", True),
    ],
)
def test_the_dealer_plays_with_ace_king_or_higher(dealer, plays):
    table = at_the_table()
    table.antes({1: 25})
    table.deal({1: "9s 9h 6s 6h Ts", "dealer": dealer})
    table.bets(1)
    table.shows_dealer()
    if plays:
        table.expect_notice("dealer_plays", "9.2")
    else:
        table.expect_notice("dealer_does_not_play", "9.3")


@pytest.mark.rule("NI2004-492", "9.3")
@pytest.mark.parametrize("hand", [QUEEN_HIGH, TWO_PAIRS, ROYAL_FLUSH, "As Qh Js Th 8s"])
def test_a_dealer_below_ace_king_pays_the_antes_and_leaves_the_bets(hand):
    table = played({1: hand, "dealer": DEALER_ACE_QUEEN})
    table.expect_payment(1, "ante", "win", "9.3", paid=25, returned=25)
    table.expect_payment(1, "bet", "returned", "9.3", paid=0, returned=50)
    table.expect_money({1: 25})


@pytest.mark.rule("NI2004-492", "9.3")
def test_hands_stay_down_when_the_dealer_does_not_play():
    table = at_the_table()
    table.antes({1: 25})
    table.deal({1: ONE_PAIR, "dealer": DEALER_ACE_QUEEN})
    table.bets(1)
    table.shows_dealer()
    table.expect_prompt("box_wins_ante", "9.3", box=1, ante_cents=2_500, second_cents=0)
    table.settles(1)
    table.expect_phase("collect")


@pytest.mark.rule("NI2004-492", "9.4")
def test_a_hand_is_shown_before_it_is_settled():
    table = at_the_table()
    table.antes({1: 25})
    table.deal({1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.bets(1)
    table.shows_dealer()
    table.expect_prompt("turn_box", "9.4", box=1)
    table.settles(1)
    table.expect_refusal("9.4", "show_hand_first")
    table.shows(1)
    table.expect_prompt("box_wins", "9.4", box=1, ante_cents=2_500, second_cents=10_000)
    table.shows(1)
    table.expect_refusal("9.4", "already_shown")


@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2004-492", "9.5")
@pytest.mark.rule("NI2004-492", "9.6")
@pytest.mark.parametrize(
    ("hand", "net"),
    [("Ah Kh 8s 5h 4s", 75), ("Ah Kh 8s 5h 3s", 0), ("Ah Kh 8s 5h 2s", -75)],
)
def test_the_last_card_decides_between_higher_lower_and_equal(hand, net):
    played({1: hand, "dealer": "Ac Kd 8c 5d 3c"}).expect_money({1: net})


@pytest.mark.rule("NI2004-492", "9.5")
def test_a_lower_hand_loses_ante_and_bet():
    table = played({1: QUEEN_HIGH, "dealer": DEALER_ACE_KING})
    table.expect_payment(1, "ante", "lose", "9.5", returned=0)
    table.expect_payment(1, "bet", "lose", "9.5", returned=0)
    table.expect_money({1: -75})


@pytest.mark.rule("NI2004-492", "9.6")
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        ("Ah Ks 9h 6s 2h", "Ac Kd 9c 6d 2c"),
        ("Th Ts 9h 6s 2h", "Tc Td 9c 6d 2c"),
        ("Jh Js 4h 4s 9h", "Jc Jd 4c 4d 9c"),
        ("9h 8s 7h 6s 5h", "9c 8d 7c 6d 5c"),
        ("5h 4s 3h 2s Ah", "5c 4d 3c 2d Ac"),
        ("Kh Jh 9h 7h 2h", "Kd Jd 9d 7d 2d"),
        (ROYAL_FLUSH, "Ac Kc Qc Jc Tc"),
    ],
)
def test_equal_hands_give_ante_and_bet_back(hand, dealer):
    table = played({1: hand, "dealer": dealer})
    table.expect_payment(1, "ante", "void", "9.6", returned=25)
    table.expect_payment(1, "bet", "void", "9.6", returned=50)
    table.expect_money({1: 0})


@pytest.mark.rule("NI2004-492", "9.3")
@pytest.mark.rule("NI2004-492", "9.6")
def test_below_ace_king_an_equal_hand_still_wins_its_ante():
    played({1: "Ah Qs Jh Ts 8h", "dealer": DEALER_ACE_QUEEN}).expect_money({1: 25})


@pytest.mark.rule("NI2004-492", "2.6(h)")
@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.parametrize(
    ("hand", "dealer", "net"),
    [
        ("Kh Ks 2h 2s 3h", "Qc Qd Jc Jd Ac", 125),
        ("Kh Ks 9h 9s 3h", "Kc Kd 8c 8d Ac", 125),
        ("Kh Ks 9h 9s 3h", "Kc Kd 9c 9d 2c", 125),
        ("Kh Ks 9h 9s 2h", "Kc Kd 9c 9d 3c", -75),
    ],
)
def test_two_pairs_against_two_pairs(hand, dealer, net):
    played({1: hand, "dealer": dealer}).expect_money({1: net})


@pytest.mark.rule("NI2004-492", "2.6(f)")
@pytest.mark.rule("NI2004-492", "9.5")
def test_a_straight_with_a_low_ace_loses_to_a_six_high_straight():
    played({1: "5h 4s 3h 2s Ah", "dealer": "6c 5d 4c 3d 2c"}).expect_money({1: -75})


@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2004-492", "9.5")
def test_every_box_has_its_own_result():
    table = at_the_table()
    table.antes({1: 25, 2: 50, 5: 100, 7: 25})
    table.deal({1: TWO_PAIRS, 2: QUEEN_HIGH, 5: "Ah Ks 8s 5s 3h", 7: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.bets(1, 2, 5)
    table.folds(7)
    table.plays_out()
    table.expect_money({1: 125, 2: -150, 5: 0, 7: -25})


@pytest.mark.rule("NI2004-492", "9.4")
def test_a_box_is_settled_once():
    table = at_the_table()
    table.antes({1: 25, 2: 25})
    table.deal({1: ONE_PAIR, 2: QUEEN_HIGH, "dealer": DEALER_ACE_KING})
    table.bets(1, 2)
    table.shows_dealer()
    table.shows(2)
    table.settles(2)
    table.settles(2)
    table.expect_refusal("9.4", "already_settled")
    table.expect_prompt("turn_box", "9.4", box=1)


@pytest.mark.rule("NI2004-492", "9.7")
def test_the_round_ends_when_all_cards_are_counted_back():
    table = at_the_table()
    table.antes({1: 25})
    table.deal({1: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.bets(1)
    table.plays_out(collect=False)
    table.expect_prompt("collect_hand", "9.7", box=1, count=5)
    table.collects_hand(1)
    table.expect_prompt("collect", "9.7", out=10)
    table.collects(10)
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "9.7")
@pytest.mark.parametrize("count", [0, 9, 11, 52])
def test_a_wrong_count_is_counted_again_or_the_deck_is_checked(count):
    table = at_the_table()
    table.antes({1: 25})
    table.deal()
    table.folds(1)
    table.collects(count)
    table.expect_question("count_back_differs", "9.7", ("count_again", "check_deck"))
    table.answers("count_again")
    table.expect_phase("collect")
    table.collects(count)
    table.answers("check_deck")
    table.expect_refusal("2.4", "supervisor_only")
    table.supervisor.answers("check_deck")
    table.expect_ruling("2.4", "check_deck")
    table.expect_phase("verify")
    table.expect_money({1: -25})
