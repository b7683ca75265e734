"""The dealer's hand against each box, and the money: rules 3, 8 and 9."""

import pytest

from games import events as e
from games.outcomes import Payment
from tests.games.table_talk import at_the_holdem_table, cents

BOARD = "Kc 9d 7s 3h 2c"  # makes nothing by itself
TENS, JACKS, QUEENS, ACE_HIGH = "Ts Th", "Js Jh", "Qs Qh", "As 8h"
DEALER_TENS, DEALER_JACKS, DEALER_LOW = "Tc Td", "Jc Jd", "Qc 5d"
ROYAL_FLUSH = ("As Ks", "4c 4d", "Qs Js Ts 6h 2c")
STRAIGHT_FLUSH = ("9h 8h", "4c 4d", "7h 6h 5h Kc 2c")
FLUSH = ("Kh Qh", "4c 4d", "8h 5h 2h Tc 9s")


def played(hands, ante=25, board=BOARD, folds=(), **options):
    """Everybody else calls, and the round is played to its end."""
    table = at_the_holdem_table(**options)
    table.antes({place: ante for place in hands if place != "dealer"})
    return goes_on(table, {**hands, "board": board}, folds)


def against(dealer, hand, **said):
    """The same with one player."""
    return played({1: hand, "dealer": dealer}, **said)


def goes_on(table, hands, folds=()):
    table.deal(hands)
    table.folds(*folds)
    table.calls(*(place for place in hands if isinstance(place, int) and place not in folds))
    table.deal()
    table.plays_out()
    return table


# ---------------------------------------------------------------- 8: odds and the maximum payout

PAY_TABLE = [  # the dealer qualifies and has less
    ("8.1 ANTE Royal flush", *ROYAL_FLUSH, 100),
    ("8.1 ANTE Straight flush", *STRAIGHT_FLUSH, 20),
    ("8.1 ANTE Straight flush", "Ah 2h", "Kd Qs", "3h 4h 5h Kc 9c", 20),
    ("8.1 ANTE Four of a kind", "7s 7h", "Kd Qd", "7d 7c 2s Kc 9h", 10),
    ("8.1 ANTE Four of a kind", "As 3h", "Kd Qc", "9s 9h 9d 9c 2s", 10),
    ("8.1 ANTE Full house", "Ts Th", "4c 4d", "Td 6s 6h 2c 3h", 3),
    ("8.1 ANTE Flush", *FLUSH, 2),
    ("8.1 ANTE All other", "Ts 9h", "4c 4d", "8s 7h 6s 2c Kd", 1),
    ("8.1 ANTE All other", "As 2h", "Kc 9d", "3s 5h Kd Qc 4h", 1),
    ("8.1 ANTE All other", "Qs Qh", "4c 4d", "Qd 9s 2h 7c 6d", 1),
    ("8.1 ANTE All other", "9s 5h", "4c 4d", "9h 5d Js 2c 7d", 1),
    ("8.1 ANTE All other", "5s 5h", "4c 4d", "Kd Js 9h 2c 7d", 1),
]


@pytest.mark.rule("NI2007-208", "8.1")
@pytest.mark.rule("NI2007-208", "8.1 ANTE Royal flush")
@pytest.mark.rule("NI2007-208", "8.1 ANTE Straight flush")
@pytest.mark.rule("NI2007-208", "8.1 ANTE Four of a kind")
@pytest.mark.rule("NI2007-208", "8.1 ANTE Full house")
@pytest.mark.rule("NI2007-208", "8.1 ANTE Flush")
@pytest.mark.rule("NI2007-208", "8.1 ANTE All other")
@pytest.mark.rule("NI2007-208", "8.1 CALL BET")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.parametrize(("line", "hand", "dealer", "board", "odds"), PAY_TABLE)
def test_a_winning_ante_pays_by_its_line_and_the_call_even(line, hand, dealer, board, odds):
    table = against(dealer, hand, board=board, ante=100)
    table.expect_payment(1, "ante", "win", "9.2", paid=100 * odds, returned=100)
    table.expect_payment(1, "call", "win", "9.2", paid=200, returned=200)
    table.expect_money({1: 100 * odds + 200})


@pytest.mark.rule("NI2007-208", "8.1")
@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.parametrize(
    ("hand", "dealer", "board", "odds"),
    [
        ("As Ks", "3c 4d", "Qs Js Ts 6h 2c", 100),
        ("9h 8h", "3c Jd", "7h 6h 5h Kc 2c", 20),
        ("3s 3h", "Qc Js", "3d 3c Kd 9h 7s", 10),
        ("Ks Kh", "Qc Js", "Kd 2s 2h 9c 7d", 3),
        ("Kh Qh", "3c 4d", "8h 5h 2h Tc 9s", 2),
        ("Qs Jh", "3c 4d", "Kh Tc 9s 6d 2d", 1),
        ("5s 4h", "Ac Jd", "Kh Tc 9s 8d 2d", 1),  # the dealer has more, and yet does not qualify
    ],
)
def test_if_the_dealer_does_not_qualify_the_ante_pays_by_the_players_hand_and_the_call_goes_back(
    hand, dealer, board, odds
):
    table = against(dealer, hand, board=board, ante=100)
    table.expect_payment(1, "ante", "win", "9.1", paid=100 * odds, returned=100)
    table.expect_payment(1, "call", "returned", "9.1", paid=0, returned=200)
    table.expect_money({1: 100 * odds})


@pytest.mark.rule("NI2007-208", "8.2")
@pytest.mark.parametrize(("maximum", "paid"), [(1_999, 1_999), (2_000, 2_000), (2_001, 2_000)])
def test_an_antes_winnings_stop_at_the_maximum_payout(maximum, paid):
    hand, dealer, board = STRAIGHT_FLUSH
    table = against(dealer, hand, board=board, ante=100, maximum_payout=maximum)
    table.expect_payment(1, "ante", "win", "9.2", paid=paid, returned=100)
    table.expect_money({1: paid + 200})


@pytest.mark.rule("NI2007-208", "8.2")
@pytest.mark.rule("NI2007-208", "9.1")
def test_the_maximum_payout_holds_for_a_dealer_who_does_not_qualify_too():
    table = against("3c Jd", "9h 8h", board="7h 6h 5h Kc 2c", ante=100, maximum_payout=500)
    table.expect_payment(1, "ante", "win", "9.1", paid=500, returned=100)


@pytest.mark.rule("NI2007-208", "8.2")
@pytest.mark.rule("NI2007-208", "8.1 ANTE All other")
@pytest.mark.rule("NI2007-208", "8.1 CALL BET")
def test_the_maximum_payout_is_for_each_ante_and_not_for_the_call():
    hands = {1: JACKS, 2: QUEENS, "dealer": DEALER_TENS}
    table = played(hands, ante=500, maximum_payout=300)
    table.expect_money({1: 300 + 1_000, 2: 300 + 1_000})


# ---------------------------------------------------------------- 9: does the dealer qualify?


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.parametrize(
    ("dealer", "board", "qualifies"),
    [
        ("4s 4d", "Kc 9d 7s 3h 2c", True),
        ("Ac 4d", "Kc 9d 7s 4h 2c", True),
        ("Ac Qd", "4c 4d 9s 7h 2c", True),  # a pair of fours on the board is everybody's
        ("3s 2d", "3c 2h Kd 9s 7h", True),
        ("2s 2d", "2h Kd 9s 7h 5d", True),
        ("Ac 5d", "2c 3d 4s Kh 9c", True),
        ("3s 3d", "Kc 9d 7s 5h 2c", False),
        ("Ac Qd", "3c 3d 9s 7h 2c", False),
        ("Ac Qd", "Kc 9d 7s 3h 2c", False),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fours_or_higher(dealer, board, qualifies):
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.deal({1: "Js 8h", "dealer": dealer, "board": board})
    table.calls(1)
    table.deal()
    table.shows_dealer()
    if qualifies:
        table.expect_notice("dealer_plays", "9.2")
    else:
        table.expect_notice("dealer_does_not_play", "9.1")


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.4")
def test_below_a_pair_of_fours_an_equal_hand_still_wins_its_ante():
    table = against("3c 2d", "4s 2h", board="As Kd Qc Js 9h")
    table.expect_payment(1, "ante", "win", "9.1", paid=25, returned=25)
    table.expect_payment(1, "call", "returned", "9.1", paid=0, returned=50)
    table.expect_money({1: 25})


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_folded_ante_stays_lost_when_the_dealer_does_not_qualify():
    table = played({1: ACE_HIGH, 2: TENS, "dealer": DEALER_LOW}, folds=[2])
    table.expect_money({1: 25, 2: -25})


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.parametrize(("dealer", "rule"), [(DEALER_TENS, "9.2"), (DEALER_LOW, "9.1")])
def test_a_hand_is_shown_before_it_is_settled_whatever_the_dealer_has(dealer, rule):
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.deal({1: JACKS, "dealer": dealer, "board": BOARD})
    table.calls(1)
    table.deal()
    table.shows_dealer()
    table.expect_prompt("turn_box", box=1)
    table.settles(1)
    table.expect_refusal("9.2", "show_hand_first")
    table.shows(1)
    table.expect_turned(1, 1, "Js")
    table.expect_turned(1, 2, "Jh")
    table.settles(1)
    table.expect_payment(1, "ante", "win", rule, paid=25)
    table.settles(1)
    table.expect_refusal("9.2", "not_now")


# ---------------------------------------------------------------- 9: higher, lower, equal


@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.rule("NI2007-208", "9.3")
@pytest.mark.rule("NI2007-208", "9.4")
@pytest.mark.parametrize(
    ("hand", "dealer", "board", "net"),
    [
        # the last of five cards decides
        ("Ks 8h", "Kd 6d", "Kc Ah Qd 5s 3h", 75),
        ("Ks 6h", "Kd 6d", "Kc Ah Qd 5s 3h", 0),
        ("Ks 5h", "Kd 6d", "Kc Ah Qd 4s 3h", -75),
        ("Ks 6h", "Kd 5d", "Kc Ah Qd Js 3h", 0),  # the sixth does not count
        # two pairs: the higher, the lower, the odd card
        ("Ks 2h", "Qd 9c", "Kc Qh 9d 2s 4h", 75),
        ("Ks 8h", "Kd 9c", "Kc 9h 8d 2s 4h", -75),
        ("9s Ah", "9c Qd", "9h 8s 8d 2s 4h", 75),
        # an ace that counts as one is the lowest of a straight
        ("As 8h", "6c 9d", "5s 4h 3d 2s Kh", -75),
        # the board is better than any hole cards
        ("As Ah", "4c 4d", "Ks Qs Js Ts 9s", 0 + 100 * 25 + 50),
        ("Ah Ad", "4c 4d", "Ks Qs Js Ts 9s", 0),
        # what stands beside four, three and a full house counts
        ("Ks Qh", "As 3c", "9s 9h 9d 9c 2s", -75),
        ("Qs Jh", "Qc Td", "7s 7h 7d 4h 2s", 75),
        ("Qs Qh", "Jc Jd", "7s 7h 7d 4h 2s", 75 + 50),
    ],
)
def test_higher_wins_lower_loses_and_equal_goes_back(hand, dealer, board, net):
    against(dealer, hand, board=board).expect_money({1: net})


@pytest.mark.rule("NI2007-208", "9.3")
def test_a_lower_hand_loses_ante_and_call():
    table = against(DEALER_JACKS, TENS)
    table.expect_payment(1, "ante", "lose", "9.3", returned=0)
    table.expect_payment(1, "call", "lose", "9.3", returned=0)
    table.expect_money({1: -75})


@pytest.mark.rule("NI2007-208", "9.4")
@pytest.mark.rule("NI2007-208", "2.9")
@pytest.mark.parametrize(
    ("hand", "dealer", "board"),
    [
        ("Ts Th", "Tc Td", BOARD),
        ("Ks 6h", "Kd 6d", "Kc Ah Qd 5s 3h"),
        ("2s 3h", "4c 5d", "As Ks Qs Js Ts"),
        ("4s 3h", "4c 3d", "Ah Ad Kh Kd Qs"),
        ("8s 2h", "8c 2d", "7s 6h 5d 4c Kh"),
    ],
)
def test_equal_hands_give_ante_and_call_back(hand, dealer, board):
    table = against(dealer, hand, board=board)
    table.expect_payment(1, "ante", "void", "9.4", returned=25)
    table.expect_payment(1, "call", "void", "9.4", returned=50)
    table.expect_money({1: 0})


@pytest.mark.rule("NI2007-208", "9.4")
def test_an_equal_hand_leaves_the_bonus_as_it_was_decided():
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 25})
    table.bonus(1, 10)
    table.bonus(3, 10)
    table.deal({1: "As Qh", 3: "Ac Qs", "dealer": "Ad Qd", "board": "Ah 9d 7s 3h 2c"})
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.calls(1, 3)
    table.deal()
    table.plays_out()
    table.expect_payment(1, "ante", "void", "9.4", returned=25)
    table.expect_money({1: 70, 3: -10})


@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.rule("NI2007-208", "9.3")
def test_every_box_has_its_own_result():
    hands = {1: QUEENS, 2: TENS, 5: "Jh Js", 7: ACE_HIGH, "dealer": DEALER_JACKS}
    played(hands, folds=[7]).expect_money({1: 75, 2: -75, 5: 0, 7: -25})


@pytest.mark.rule("NI2007-208", "9.2")
def test_a_box_is_settled_once():
    table = at_the_holdem_table()
    table.antes({1: 25, 2: 25})
    table.deal({1: QUEENS, 2: TENS, "dealer": DEALER_JACKS, "board": BOARD})
    table.calls(1, 2)
    table.deal()
    table.shows_dealer()
    table.shows(2)
    table.settles(2)
    table.settles(2)
    table.expect_refusal("9.2", "already_settled")


# ---------------------------------------------------------------- 3: wagers within, under and over the limits


@pytest.mark.rule("NI2007-208", "3.1")
@pytest.mark.parametrize("amount", [25, 30, 495, 500])
def test_a_wager_within_the_displayed_limits_stands(amount):
    table = at_the_holdem_table(minimum=25, maximum=500)
    table.ante(1, amount)
    assert table.heard == []
    assert table.game.state.boxes[1].ante_cents == cents(amount)


@pytest.mark.rule("NI2007-208", "3.3")
@pytest.mark.parametrize("amount", [26, 27.5, 499.99])
def test_a_wager_outside_the_displayed_multiples_is_refused(amount):
    table = at_the_holdem_table(multiple=5)
    table.ante(1, amount)
    table.expect_refusal("3.3", "not_a_multiple")


@pytest.mark.rule("NI2007-208", "3.4")
@pytest.mark.parametrize(("hand", "net"), [(JACKS, 60), (ACE_HIGH, -60)])
def test_the_first_wager_under_the_minimum_is_paid_or_collected_in_full_with_advice(hand, net):
    table = at_the_holdem_table(minimum=25)
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")
    goes_on(table, {1: hand, "dealer": DEALER_TENS, "board": BOARD})
    table.expect_money({1: net})


@pytest.mark.rule("NI2007-208", "3.4")
def test_a_further_wager_under_the_minimum_goes_back_with_what_stands_beside_it():
    table = at_the_holdem_table(minimum=25)
    table.ante(1, 20)
    goes_on(table, {1: JACKS, "dealer": DEALER_TENS, "board": BOARD})
    table.next_round()
    table.ante(1, 20)
    table.expect_refusal("3.4", "under_minimum")
    table.bonus(1, 5)
    table.expect_refusal("10.2", "bonus_needs_ante")
    table.ante(2, 20)
    table.expect_notice("under_minimum_advice", "3.4")
    table.ante(1, 25)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "3.4")
def test_the_next_player_at_the_box_has_had_no_advice_yet():
    table = at_the_holdem_table(minimum=25)
    table.ante(1, 20)
    goes_on(table, {1: JACKS, "dealer": DEALER_TENS, "board": BOARD})
    table.next_round()
    table.says(e.PlayerLeft, box=1)
    table.ante(1, 20)
    table.expect_notice("under_minimum_advice", "3.4")


@pytest.mark.rule("NI2007-208", "3.5")
@pytest.mark.parametrize(
    ("hand", "dealer", "ante_back", "call_back", "net"),
    [
        (JACKS, DEALER_TENS, 600, 1_200, 500 + 1_000),
        (TENS, DEALER_JACKS, 100, 200, -500 - 1_000),
        (TENS, DEALER_TENS, 600, 1_200, 0),
        (TENS, DEALER_LOW, 600, 1_200, 500),
    ],
)
def test_a_wager_over_the_maximum_is_settled_at_the_maximum(hand, dealer, ante_back, call_back, net):
    table = at_the_holdem_table(maximum=500)
    table.ante(1, 600)
    table.expect_notice("over_maximum", "3.5")
    goes_on(table, {1: hand, "dealer": dealer, "board": BOARD})
    ante, call = (payment for payment in table.everything if isinstance(payment, Payment))
    assert (ante.returned_cents, ante.excess_cents) == (cents(ante_back), cents(100))
    assert (call.returned_cents, call.excess_cents) == (cents(call_back), cents(200))
    table.expect_money({1: net})


@pytest.mark.rule("NI2007-208", "3.5")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_folded_ante_over_the_maximum_is_collected_to_the_maximum():
    table = at_the_holdem_table(maximum=500)
    table.ante(1, 600)
    table.deal()
    table.folds(1)
    table.expect_payment(1, "ante", "lose", "7.3", returned=100, excess=100)
    table.collects()
    table.expect_money({1: -500})


@pytest.mark.rule("NI2007-208", "3.2")
def test_a_marker_takes_the_place_of_the_maximum_for_its_box_only():
    table = at_the_holdem_table(maximum=500)
    table.supervisor.sets_marker(1, 1_000)
    table.antes({1: 1_000, 2: 1_000})
    table.expect_notice("over_maximum", "3.5")
    goes_on(table, {1: JACKS, 2: QUEENS, "dealer": DEALER_TENS, "board": BOARD})
    table.expect_money({1: 3_000, 2: 1_500})
