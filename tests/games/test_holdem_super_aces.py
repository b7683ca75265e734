"""The Super Aces Bonus, on two hole cards and the flop: rules 10 and 11."""

import pytest

from controller.language import Language
from games.outcomes import Notice
from tests.games.table_talk import at_the_holdem_table

BONUS_HANDS = [  # the line of rule 11.1, hole cards, flop, odds
    ("11.1 Royal Flush", "As Ks", "Qs Js Ts", 100),
    ("11.1 Straight flush", "9h 8h", "7h 6h 5h", 50),
    ("11.1 Straight flush", "Ah 2h", "3h 4h 5h", 50),
    ("11.1 4 of a kind", "7s 7h", "7d 7c 2s", 40),
    ("11.1 Full house", "Qs Qh", "Qd 4s 4h", 30),
    ("11.1 Flush", "Kh Qh", "8h 5h 2h", 20),
    ("11.1 Straight", "Ts 9h", "8s 7h 6s", 7),
    ("11.1 Straight", "As Kh", "Qs Jh Ts", 7),
    ("11.1 Straight", "As 2h", "3s 4h 5s", 7),
    ("11.1 Three of a kind", "Qs Qh", "Qd 9s 2h", 7),
    ("11.1 Two pair", "9s 4h", "9h 4s Js", 7),
    ("11.1 Two pair", "Js 3h", "2s 2h Jd", 7),
    ("11.1 Pair of aces", "As Ah", "9s 6h 2s", 7),
    ("11.1 Pair of aces", "As 3h", "Ah 9s 6d", 7),
    ("11.1 Pair of aces", "8s 3h", "Ah Ad 6d", 7),
]
NO_BONUS_HANDS = [
    ("Ks Kh", "9s 6h 2s"),
    ("As Kh", "Qs Jh 9s"),
    ("Qs Kh", "As 2h 3s"),
    ("Kh Qh", "8h 5h 2s"),
    ("3s 4h", "Kd Ks 9c"),
]
PAIR_OF_ACES, FLOP = "As Ah", "9s 6h 2s"
NOTHING = "Ks Qh"
DEALER = "Tc Td"
RIVER = "Jc 3d"


def dealt(hands, bonuses=(1,), *, river=RIVER, flop=FLOP, ante=25, bonus=10, **options):
    """The flop lies on the table, and nobody has decided yet."""
    table = at_the_holdem_table(**options)
    table.antes(dict.fromkeys(hands, ante))
    for box in bonuses:
        table.bonus(box, bonus)
    table.deal({**hands, "dealer": DEALER, "board": f"{flop} {river}"})
    return table


def played_out(table):
    if table.phase == "river":
        table.deal()
    table.plays_out()


# ---------------------------------------------------------------- 10.1, 10.2: the wager


@pytest.mark.rule("NI2007-208", "10.1")
@pytest.mark.parametrize("amount", [5, 10, 25])
def test_a_bonus_wager_is_one_that_the_sign_allows(amount):
    table = at_the_holdem_table(bonus=(5, 25, 5))
    table.ante(1, 25)
    table.bonus(1, amount)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "10.1")
@pytest.mark.parametrize("amount", [0, 1, 4.99, 7, 26, 30, 500])
def test_any_other_bonus_wager_is_refused(amount):
    table = at_the_holdem_table(bonus=(5, 25, 5))
    table.ante(1, 25)
    table.bonus(1, amount)
    table.expect_refusal("10.1", "not_a_bonus")


@pytest.mark.rule("NI2007-208", "10.1")
def test_the_sign_may_name_one_amount():
    table = at_the_holdem_table(bonus=(5, 5, 5))
    table.ante(1, 25)
    table.bonus(1, 10)
    table.expect_refusal("10.1", "not_a_bonus")
    table.bonus(1, 5)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "10.2")
def test_a_bonus_wager_stands_only_beside_an_ante():
    table = at_the_holdem_table()
    table.bonus(1, 5)
    table.expect_refusal("10.2", "bonus_needs_ante")
    table.ante(1, 25)
    table.bonus(1, 5)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "10.2")
def test_whoever_takes_his_ante_back_takes_the_bonus_wager_back():
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 25})
    table.bonus(1, 5)
    table.takes_ante_back(1)
    table.ante(1, 25)
    table.deal()
    table.folds(1, 3)
    table.collects()
    table.expect_money({1: -25, 3: -25})


@pytest.mark.rule("NI2007-208", "10.2")
def test_the_bonus_is_no_wager_of_those_who_have_not_placed_it():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING}, bonuses=[3])
    table.declares_bonus(1)
    table.expect_refusal("10.4", "no_bonus_wager")
    table.declares_bonus(2)
    table.expect_refusal("10.4", "box_not_in_round")


# ---------------------------------------------------------------- 10.3, 11.1: the hands


@pytest.mark.rule("NI2007-208", "10.3")
@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.rule("NI2007-208", "11.1 Royal Flush")
@pytest.mark.rule("NI2007-208", "11.1 Straight flush")
@pytest.mark.rule("NI2007-208", "11.1 4 of a kind")
@pytest.mark.rule("NI2007-208", "11.1 Full house")
@pytest.mark.rule("NI2007-208", "11.1 Flush")
@pytest.mark.rule("NI2007-208", "11.1 Straight")
@pytest.mark.rule("NI2007-208", "11.1 Three of a kind")
@pytest.mark.rule("NI2007-208", "11.1 Two pair")
@pytest.mark.rule("NI2007-208", "11.1 Pair of aces")
@pytest.mark.parametrize(("line", "hole", "flop", "odds"), BONUS_HANDS)
def test_a_declared_hand_is_paid_by_its_line(line, hole, flop, odds):
    table = dealt({1: hole}, flop=flop)
    table.declares_bonus(1)
    table.expect_prompt("pay_bonus", "11.1", box=1, amount_cents=1_000 * odds)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=10 * odds, returned=10)
    table.folds(1)
    table.collects()
    table.expect_money({1: 10 * odds - 25})


@pytest.mark.rule("NI2007-208", "10.3")
@pytest.mark.parametrize(("hole", "flop"), NO_BONUS_HANDS)
def test_any_other_hand_is_no_bonus_hand(hole, flop):
    table = dealt({1: hole}, flop=flop)
    table.declares_bonus(1)
    table.expect_prompt("no_bonus_hand", "10.3", box=1)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "lose", "10.3", returned=0)
    table.folds(1)
    table.collects()
    table.expect_money({1: -35})


@pytest.mark.rule("NI2007-208", "10.3")
def test_the_river_makes_no_bonus_hand():
    table = dealt({1: "Ks Qh"}, flop="Kh 6h 2s", river="Kd Qs")
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.calls(1)
    played_out(table)
    table.expect_payment(1, "bonus", "lose", "10.3", returned=0)
    table.expect_payment(1, "ante", "win", "9.2", paid=75)


@pytest.mark.rule("NI2007-208", "10.3")
def test_a_pair_of_aces_on_the_flop_is_everybodys():
    table = dealt({1: "As Ah", 3: "8d 3h"}, bonuses=[1, 3], flop="Ad Ac 2s")
    for box, odds in ((1, 40), (3, 7)):
        table.declares_bonus(box)
        table.pays_bonus(box)
        table.expect_payment(box, "bonus", "win", "11.1", paid=10 * odds)


@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.rule("NI2007-208", "8.2")
def test_the_maximum_payout_does_not_cap_the_bonus():
    table = dealt({1: "As Ks"}, flop="Qs Js Ts", maximum_payout=100)
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=1_000, returned=10)


@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.rule("NI2007-208", "3.5")
def test_an_ante_over_the_maximum_leaves_the_bonus_whole():
    table = dealt({1: PAIR_OF_ACES}, ante=600, maximum=500)
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=70, returned=10)
    table.folds(1)
    table.collects()
    table.expect_money({1: 70 - 500})


# ---------------------------------------------------------------- 10.4: declared in time


@pytest.mark.rule("NI2007-208", "10.4")
def test_a_winning_hand_that_nobody_declares_loses_its_bonus():
    table = dealt({1: PAIR_OF_ACES})
    table.calls(1)
    table.expect_payment(1, "bonus", "lose", "10.4", returned=0)
    played_out(table)
    table.expect_money({1: 75 - 10})


@pytest.mark.rule("NI2007-208", "10.4")
def test_the_dealer_is_told_to_take_the_bonuses_that_nobody_declared_before_the_river():
    table = dealt({1: PAIR_OF_ACES, 2: NOTHING, 3: "8d 3h"}, bonuses=[1, 2], bonus=5)
    table.calls(1, 2, 3)
    table.expect_phase("river")
    table.expect_notice("take_bonuses", "10.4")
    table.expect_moved((1, "bonus", "taken", 5), (2, "bonus", "taken", 5))
    (told,) = [outcome.say for outcome in table.heard if isinstance(outcome, Notice)]
    assert Language("en").say(told) == "Not declared: take the bonus of box 1 5, box 2 5."


@pytest.mark.rule("NI2007-208", "10.4")
def test_a_bonus_is_not_declared_before_the_flop_is_complete():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.bonus(1, 10)
    table.stack({1: PAIR_OF_ACES, "board": "9s 6h 2s"})
    for _ in range(7):
        table.declares_bonus(1)
        table.expect_refusal("10.4", "not_now")
        table.deal(count=1)
    table.declares_bonus(1)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "10.4")
def test_a_bonus_may_be_declared_until_the_last_player_has_acted():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING})
    table.calls(1)
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=70, returned=10)
    table.folds(3)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "10.4")
@pytest.mark.parametrize("river_cards", [0, 1, 2])
def test_after_the_last_decision_it_is_too_late(river_cards):
    table = dealt({1: PAIR_OF_ACES})
    table.calls(1)
    table.deal(count=river_cards)
    table.declares_bonus(1)
    table.expect_refusal("10.4", "not_now")


@pytest.mark.rule("NI2007-208", "10.4")
def test_a_hand_is_declared_once():
    table = dealt({1: PAIR_OF_ACES})
    table.declares_bonus(1)
    table.declares_bonus(1)
    table.expect_refusal("10.4", "already_claimed")
    table.pays_bonus(1)
    table.declares_bonus(1)
    table.expect_refusal("10.4")
    table.pays_bonus(1)
    table.expect_refusal("10.5", "no_bonus_claim")


@pytest.mark.rule("NI2007-208", "10.4")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_folded_hand_declares_nothing():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING})
    table.folds(1)
    table.declares_bonus(1)
    table.expect_refusal("10.4", "box_not_in_round")
    table.expect_payment(1, "bonus", "lose", "7.3", returned=0)


# ---------------------------------------------------------------- 10.5: turned up, verified, paid


@pytest.mark.rule("NI2007-208", "10.5")
def test_the_dealer_turns_a_declared_hand_up():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING}, bonuses=[1, 3])
    table.expect_nothing_turned_but("board")
    table.claims_bonus(1)
    table.expect_notice("bonus_claimed", "10.5")
    table.enters_hand(1, "Ah As")
    table.expect_turned(1, 1, "As")
    table.expect_turned(1, 2, "Ah")
    table.expect_nothing_turned_but("board", 1)


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.rule("NI2007-208", "12.1")
def test_a_claim_opens_no_card_before_the_player_has_shown_it():
    """Or a touch of the panel would be a peek at hole cards that lie face down."""
    table = dealt({1: PAIR_OF_ACES})
    table.claims_bonus(1)
    table.expect_nothing_turned_but("board")
    table.expect_prompt("verify_bonus", "10.5", box=1)
    table.pays_bonus(1)
    table.expect_refusal("10.5", "show_hand_first")


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.parametrize(("ruled", "paid"), [("enter_again", 70), ("as_shown", 0)])
def test_other_cards_than_were_read_are_asked_about_before_anything_is_paid(ruled, paid):
    table = dealt({1: PAIR_OF_ACES})
    table.claims_bonus(1)
    table.enters_hand(1, "As Kh")
    table.expect_question("shown_hand_differs", "10.5", ("enter_again", "as_shown", "void"))
    table.expect_nothing_turned_but("board")
    table.supervisor.answers(ruled)
    if ruled == "enter_again":
        table.enters_hand(1, PAIR_OF_ACES)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win" if paid else "lose", "11.1" if paid else "10.3", paid=paid)


@pytest.mark.rule("NI2007-208", "10.5")
def test_nothing_is_paid_that_was_not_declared():
    table = dealt({1: PAIR_OF_ACES})
    table.pays_bonus(1)
    table.expect_refusal("10.5", "no_bonus_claim")


@pytest.mark.rule("NI2007-208", "10.5")
def test_a_declared_bonus_is_paid_before_anybody_decides_further():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING})
    table.declares_bonus(1)
    for decision in (lambda: table.folds(1), lambda: table.call(1, 50), lambda: table.folds(3)):
        decision()
        table.expect_refusal("10.5", "pay_bonus_first")
    table.pays_bonus(1)
    table.calls(1, 3)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_bonus_once_paid_stays_paid_when_its_player_folds():
    table = dealt({1: PAIR_OF_ACES})
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.folds(1)
    table.expect_paid_now((1, "ante", "lose"))
    table.collects()
    table.expect_money({1: 70 - 25})


@pytest.mark.rule("NI2007-208", "10.5")
def test_two_declared_hands_are_paid_one_after_the_other():
    table = dealt({1: PAIR_OF_ACES, 3: "9h 9d"}, bonuses=[1, 3])
    table.declares_bonus(3)
    table.declares_bonus(1)
    table.pays_bonus(3)
    table.folds(1)
    table.expect_refusal("10.5", "pay_bonus_first")
    table.pays_bonus(1)
    table.folds(1, 3)
    table.collects()
    table.expect_money({1: 70 - 25, 3: 70 - 25})


@pytest.mark.rule("NI2007-208", "10.5")
def test_a_hand_that_the_shoe_has_not_read_is_entered_before_it_is_paid():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.bonus(1, 10)
    for face in (None, "Tc", "Ah", "Td", "9s", None, "2s"):
        table.draw(face)
    table.declares_bonus(1)
    table.expect_prompt("enter_the_board", "6.7")
    table.pays_bonus(1)
    table.expect_refusal("10.5", "show_hand_first")
    table.enters_hand(1, "As Ah")
    table.pays_bonus(1)
    table.expect_refusal("10.5", "enter_unread_first")
    table.enters("board", 2, "6h")
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=70)


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.rule("NI2007-208", "13.4")
def test_a_declared_bonus_is_paid_even_if_another_hand_is_the_last_to_be_decided():
    table = dealt({1: PAIR_OF_ACES, 3: NOTHING})
    table.calls(1)
    table.declares_bonus(1)
    table.report("hand_in_discards", 3)
    table.supervisor.answers("hand_void")
    table.expect_phase("decide")
    table.expect_prompt("pay_bonus", "11.1", box=1)
    table.pays_bonus(1)
    table.expect_payment(1, "bonus", "win", "11.1", paid=70, returned=10)
    table.expect_phase("river")
    played_out(table)
    table.expect_money({1: 75 + 70, 3: 0})


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.parametrize(("river", "net"), [("Jc 3d", 75), ("Th 3d", -75), ("6d 6s", 125)])
def test_the_dealers_hand_has_no_effect_on_the_bonus(river, net):
    table = dealt({1: PAIR_OF_ACES}, river=river)
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.calls(1)
    played_out(table)
    table.expect_money({1: 70 + net})


@pytest.mark.rule("NI2007-208", "10.5")
@pytest.mark.rule("NI2007-208", "9.2")
def test_a_hand_turned_up_for_its_bonus_need_not_be_turned_again():
    table = dealt({1: PAIR_OF_ACES})
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.calls(1)
    table.deal()
    table.shows_dealer()
    table.shows(1)
    table.expect_refusal("9.2", "already_shown")
    table.settles(1)
    table.collects()
    table.expect_money({1: 75 + 70})
