"""Who gets which card, and how it lies: rules 6.1-6.3, with rule 14.2's exception in test_irregularities."""

import pytest

from games import events as e
from games.outcomes import CardTurned
from tests.games.table_talk import (
    DEALER_ACE_KING,
    ONE_PAIR,
    QUEEN_HIGH,
    TWO_PAIRS,
    at_the_table,
    cards,
)


@pytest.mark.rule("NI2004-492", "6.1")
def test_cards_come_from_the_shoe_unless_the_supervisor_allows_a_deal_by_hand():
    table = at_the_table()
    table.ante(1, 25)
    table.closes_betting()
    table.says(e.CardDealtByHand)
    table.expect_refusal("6.1", "the_shoe_deals")


@pytest.mark.rule("NI2004-492", "6.2")
def test_only_the_dealers_last_card_is_dealt_face_up():
    table = at_the_table()
    table.antes({1: 25, 2: 25})
    table.deal({1: ONE_PAIR, 2: QUEEN_HIGH, "dealer": DEALER_ACE_KING}, count=14)
    table.expect_nothing_turned()
    table.expect_prompt("deal_dealer_up", "6.2", nth=5)
    table.deal()
    table.expect_turned("dealer", 5, "3c")
    assert [card for card in table.everything if isinstance(card, CardTurned)] == table.heard[:1]


@pytest.mark.rule("NI2004-492", "6.2")
def test_a_card_that_lies_face_down_cannot_be_entered():
    table = at_the_table()
    table.ante(1, 25)
    table.closes_betting()
    table.draw(None)
    table.draw("Ac")
    for place in (1, "dealer"):
        table.enters(place, 1, "Kd")
        table.expect_refusal("6.2", "card_is_down")


@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.rule("NI2004-492", "6.3(a)")
@pytest.mark.rule("NI2004-492", "6.3(b)")
@pytest.mark.rule("NI2004-492", "6.3(c)")
@pytest.mark.parametrize("antes", [(1,), (7,), (2, 5), (1, 2, 3, 4, 5, 6, 7)])
def test_one_card_to_each_box_with_an_ante_then_the_dealer_until_all_have_five(antes):
    table = at_the_table()
    table.antes(dict.fromkeys(reversed(antes), 25))
    table.closes_betting()
    for nth in range(1, 6):
        for box in antes:
            table.expect_next(box, nth)
            table.expect_prompt("deal_box", "6.3(a)", box=box, nth=nth)
            table.deal(count=1)
        table.expect_next("dealer", nth, up=nth == 5)
        table.deal(count=1)
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "6.3(a)")
def test_the_hand_is_told_which_empty_boxes_it_passes():
    table = at_the_table()
    table.antes({1: 25, 3: 25, 7: 25})
    table.closes_betting()
    said = []
    for _ in range(4):
        explain = table.game.prompt().explain
        said.append((explain.code, explain.words.get("box"), explain.words.get("last")))
        table.deal(count=1)
    assert said == [
        ("deal_box_explained", None, None),
        ("pass_box", 2, None),
        ("pass_boxes", 4, 6),
        ("deal_dealer_explained", None, None),
    ]


@pytest.mark.rule("NI2004-492", "6.3")
def test_each_box_plays_the_cards_that_the_order_of_the_deal_gave_it():
    table = at_the_table()
    hands = {1: TWO_PAIRS, 4: QUEEN_HIGH, "dealer": DEALER_ACE_KING}
    table.antes({1: 25, 4: 25})
    table.deal(hands)
    table.bets(1, 4)
    table.plays_out()
    turned = [outcome for outcome in table.everything if isinstance(outcome, CardTurned)]
    for place, hand in hands.items():
        assert sorted(card.card for card in turned if card.place == str(place)) == sorted(cards(hand))


@pytest.mark.rule("NI2004-492", "6.3")
def test_nine_boxes_and_the_dealer_are_served_from_one_deck():
    table = at_the_table(boxes=9)
    table.antes(dict.fromkeys(range(1, 10), 25))
    table.deal()
    table.expect_phase("decide")
    assert table.game.state.cards_out == 50


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_that_the_shoe_cannot_read_is_still_a_card_dealt():
    table = at_the_table()
    table.ante(1, 25)
    table.closes_betting()
    table.draw(None)
    table.expect_notice("card_unread", "6.3(a)")
    table.expect_next("dealer", 1)


@pytest.mark.rule("NI2004-492", "6.3")
def test_an_unread_hand_is_entered_when_it_has_been_turned():
    table = at_the_table()
    table.ante(1, 25)
    table.stack({1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    for _ in range(10):
        table.draws_unread()
    table.bets(1)
    table.shows_dealer()
    table.expect_refusal("9.1", "enter_unread_first")
    for nth, face in enumerate(DEALER_ACE_KING.split(), start=1):
        table.enters("dealer", nth, face)
        table.expect_turned("dealer", nth, face)
    table.shows_dealer()
    table.shows(1)
    table.expect_refusal("9.4", "enter_unread_first")
    for nth, face in enumerate(TWO_PAIRS.split(), start=1):
        table.enters(1, nth, face)
    table.plays_out()
    table.expect_money({1: 25 + 100})


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_the_shoe_has_read_is_not_entered_by_hand():
    table = at_the_table()
    table.ante(1, 25)
    table.deal({1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.enters("dealer", 5, "4c")
    table.expect_refusal("9.1", "card_is_known")
