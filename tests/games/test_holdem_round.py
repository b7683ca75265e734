"""A round of Casino Hold-em from the cut to the last card in the rack: rules 4 to 7, and 9.5."""

import pytest

from games import events as e
from games.hand_order import Category
from games.outcomes import CardTurned
from tests.games.table_talk import at_the_holdem_table, cards

FLOP = "Kc 9d 5s"
RIVER = "3h 2c"
HANDS = {1: "As Ah", 3: "Qs Jh", "dealer": "Tc Td", "board": f"{FLOP} {RIVER}"}


def dealt(antes=(1, 3), bonuses=(), hands=None, **options):
    """The flop lies on the table, and nobody has decided yet."""
    table = at_the_holdem_table(**options)
    table.antes(dict.fromkeys(antes, 25))
    for box in bonuses:
        table.bonus(box, 5)
    table.deal(hands)
    return table


def turned(table):
    return [outcome for outcome in table.everything if isinstance(outcome, CardTurned)]


# ---------------------------------------------------------------- 4: wagers


@pytest.mark.rule("NI2007-208", "4.1")
def test_antes_and_bonus_wagers_are_placed_before_the_first_card():
    table = at_the_holdem_table()
    table.expect_prompt("antes_please", "4.1")
    table.ante(1, 25)
    table.bonus(1, 5)
    table.takes_bonus_back(1)
    table.bonus(1, 10)
    table.takes_ante_back(1)
    table.closes_betting()
    table.expect_refusal("4.1", "no_antes")


@pytest.mark.rule("NI2007-208", "4.4")
@pytest.mark.parametrize("out", [0, 1, 5, 6, 8])
def test_from_the_first_card_on_no_wager_is_touched(out):
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 25})
    table.bonus(1, 5)
    table.closes_betting()
    table.deal(count=out)
    for touch in (
        lambda: table.ante(1, 50),
        lambda: table.ante(2, 25),
        lambda: table.takes_ante_back(1),
        lambda: table.bonus(3, 5),
        lambda: table.takes_bonus_back(1),
    ):
        touch()
        table.expect_refusal("4.4", "wagers_are_closed")


@pytest.mark.rule("NI2007-208", "4.4")
@pytest.mark.rule("NI2007-208", "7.1")
def test_after_the_flop_nothing_but_the_call_may_be_added():
    table = dealt()
    table.ante(3, 50)
    table.expect_refusal("4.4", "wagers_are_closed")
    table.bonus(3, 5)
    table.expect_refusal("4.4", "wagers_are_closed")
    table.bet(3, 50)
    table.expect_refusal(None, "not_of_this_game")
    table.call(3, 50)
    table.expect_accepted()


@pytest.mark.rule("NI2007-208", "4.1")
@pytest.mark.parametrize("command", [e.PlaceJackpotWager, e.TakeBackJackpotWager, e.ClaimJackpot, e.PayJackpot])
def test_there_is_no_jackpot_at_this_table(command):
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.says(command, box=1)
    table.expect_refusal(None, "not_of_this_game")


# ---------------------------------------------------------------- 5: shuffle and cut


@pytest.mark.rule("NI2007-208", "5.1")
def test_the_cards_are_shuffled_before_every_round():
    table = dealt()
    table.folds(1, 3)
    table.collects()
    table.expect_phase("shuffle")
    table.expect_prompt("shuffle", "5.1")
    table.cut()
    table.expect_refusal("5.2")
    table.shuffle()
    table.expect_prompt("cut", "5.2")


@pytest.mark.rule("NI2007-208", "5.2")
@pytest.mark.parametrize("above", [5, 26, 47, None])
def test_a_cut_is_more_than_four_cards_from_either_end(above):
    table = at_the_holdem_table(at="cut")
    table.cut(above)
    table.expect_phase("antes")


@pytest.mark.rule("NI2007-208", "5.2")
@pytest.mark.parametrize("above", [0, 1, 4, 48, 51, 52, 60])
def test_a_cut_of_four_cards_or_fewer_is_made_again(above):
    table = at_the_holdem_table(at="cut")
    table.cut(above)
    table.expect_refusal("5.2", "cut_too_near_the_end")


@pytest.mark.rule("NI2007-208", "5.2")
def test_the_panel_says_how_deep_the_cut_goes_in_this_game():
    assert at_the_holdem_table(at="cut").game.prompt().explain.words["least"] == 5


# ---------------------------------------------------------------- 6: the deal


@pytest.mark.rule("NI2007-208", "6.1")
def test_cards_come_from_the_shoe_unless_the_supervisor_allows_a_deal_by_hand():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.closes_betting()
    table.says(e.CardDealtByHand)
    table.expect_refusal("6.1", "the_shoe_deals")


@pytest.mark.rule("NI2007-208", "6.3")
@pytest.mark.rule("NI2007-208", "6.3(a)")
@pytest.mark.rule("NI2007-208", "6.3(b)")
@pytest.mark.rule("NI2007-208", "6.3(c)")
@pytest.mark.parametrize("antes", [(1,), (7,), (2, 5), (1, 2, 3, 4, 5, 6, 7)])
def test_one_card_to_each_box_with_an_ante_then_the_dealer_and_once_more(antes):
    table = at_the_holdem_table()
    table.antes(dict.fromkeys(reversed(antes), 25))
    table.closes_betting()
    for nth in (1, 2):
        for box in antes:
            table.expect_next(box, nth)
            table.expect_prompt("deal_box", "6.3(a)", box=box, nth=nth)
            table.deal(count=1)
        table.expect_next("dealer", nth)
        table.expect_prompt("deal_dealer", "6.3(b)", nth=nth)
        table.deal(count=1)
    table.expect_nothing_turned()
    table.expect_phase("deal")
    table.expect_next("board", 1, up=True)


@pytest.mark.rule("NI2007-208", "6.4")
@pytest.mark.rule("NI2007-208", "6.2")
def test_the_flop_is_three_communal_cards_face_up_and_none_is_burnt():
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 25})
    table.deal(HANDS, count=6)
    for nth, face in enumerate(FLOP.split(), start=1):
        table.expect_phase("deal")
        table.expect_next("board", nth, up=True)
        table.expect_prompt("deal_flop", "6.4", nth=nth)
        table.deal(count=1)
        table.expect_turned("board", nth, face)
    assert [card.card for card in turned(table)] == cards(FLOP)
    assert table.game.state.cards_out == 2 * 3 + 3


@pytest.mark.rule("NI2007-208", "6.5")
@pytest.mark.rule("NI2007-208", "7.1")
def test_players_decide_after_the_flop_and_not_before():
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 25})
    table.deal(HANDS, count=8)
    table.call(1, 50)
    table.expect_refusal("7.1", "not_now")
    table.folds(3)
    table.expect_refusal("7.1", "not_now")
    table.deal(count=1)
    table.expect_phase("decide")
    table.expect_prompt("call_or_fold", "7.1", box=1)


@pytest.mark.rule("NI2007-208", "6.6")
def test_the_river_is_two_more_cards_once_all_have_decided():
    table = dealt(hands=HANDS)
    table.calls(1)
    table.expect_phase("decide")
    table.folds(3)
    table.expect_phase("river")
    for nth, face in enumerate(RIVER.split(), start=4):
        table.expect_next("board", nth, up=True)
        table.expect_prompt("deal_river", "6.6", nth=nth)
        table.deal(count=1)
        table.expect_turned("board", nth, face)
    table.expect_phase("reveal")
    assert table.game.prompt().explain.code == "casino_holdem_dealer_plays"  # not an ace and a king
    assert [card.card for card in turned(table)] == cards(f"{FLOP} {RIVER}")


@pytest.mark.rule("NI2007-208", "6.6")
@pytest.mark.rule("NI2007-208", "6.7")
def test_the_dealers_cards_stay_down_until_the_river_is_complete():
    table = dealt(hands=HANDS)
    table.shows_dealer()
    table.expect_refusal("6.7", "not_now")
    table.calls(1, 3)
    table.deal(count=1)
    table.shows_dealer()
    table.expect_refusal("6.7", "not_now")
    table.deal(count=1)
    table.expect_prompt("turn_your_cards", "6.7")
    table.shows_dealer()
    table.expect_turned("dealer", 1, "Tc")
    table.expect_turned("dealer", 2, "Td")


@pytest.mark.rule("NI2007-208", "6.7")
@pytest.mark.rule("NI2007-208", "2.5")
def test_each_hand_is_the_best_five_of_its_own_two_and_the_communal_cards():
    table = dealt(hands={1: "As Ah", 3: "9s 9h", "dealer": "Kd 2d", "board": "Kc 9d 5s 3h 2c"})
    table.calls(1, 3)
    table.deal()
    table.shows_dealer()
    kings, twos, nine = (card.rank for card in cards("Kc 2c 9d"))
    dealer = table.game.state.dealer
    assert (dealer.category, dealer.ranks) == (Category.TWO_PAIRS, (kings, twos, nine))
    table.plays_out()
    table.expect_money({1: -75, 3: 75})


@pytest.mark.rule("NI2007-208", "6.3")
def test_nine_boxes_the_dealer_and_the_board_are_served_from_one_deck():
    table = dealt(range(1, 10), boxes=9)
    table.calls(*range(1, 10))
    table.deal()
    table.expect_phase("reveal")
    assert table.game.state.cards_out == 2 * 10 + 5


@pytest.mark.rule("NI2007-208", "6.2")
def test_hole_cards_lie_face_down_and_are_not_entered():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.closes_betting()
    for face in (None, None, "As", "Kd"):
        table.draw(face)
    for place in (1, "dealer"):
        table.enters(place, 1, "Qd")
        table.expect_refusal("6.2", "card_is_down")


@pytest.mark.rule("NI2007-208", "6.4")
@pytest.mark.rule("NI2007-208", "6.7")
def test_an_unread_communal_card_is_entered_before_the_dealers_hand_is_set():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.stack({1: "As Ah", "dealer": "Tc Td", "board": "Kc 9d 5s 3h 2c"})
    table.deal(count=4)
    table.draws_unread()
    table.expect_notice("card_unread", "6.4")
    table.deal(count=2)
    table.calls(1)
    table.draws_unread()
    table.deal(count=1)
    table.shows_dealer()
    table.expect_refusal("6.7", "enter_unread_first")
    table.enters("board", 4, "3h")
    table.expect_turned("board", 4, "3h")
    table.shows_dealer()
    table.expect_refusal("6.7", "enter_unread_first")
    table.enters("board", 1, "Kc")
    table.plays_out()
    table.expect_money({1: 75})


@pytest.mark.rule("NI2007-208", "6.7")
def test_an_unread_hand_is_entered_when_it_has_been_turned():
    table = at_the_holdem_table()
    table.ante(1, 25)
    hands = {1: "As Ah", "dealer": "Tc Td", "board": "Kc 9d 5s 3h 2c"}
    table.stack(hands)
    for _ in range(4):
        table.draws_unread()
    table.deal()
    table.calls(1)
    table.deal()
    for place, rule in (("dealer", "6.7"), (1, "9.2")):
        table.shows_dealer() if place == "dealer" else table.shows(1)
        table.expect_refusal(rule, "enter_unread_first")
        for nth, face in enumerate(hands[place].split(), start=1):
            table.enters(place, nth, face)
            table.expect_turned(place, nth, face)
        if place == "dealer":
            table.shows_dealer()
    table.plays_out()
    table.expect_money({1: 75})


# ---------------------------------------------------------------- 7: call or fold


@pytest.mark.rule("NI2007-208", "7.1")
def test_players_may_decide_in_any_order_and_once_each():
    table = dealt()
    table.calls(3)
    table.expect_prompt("call_or_fold", "7.1", box=1)
    for again in (lambda: table.folds(3), lambda: table.call(3, 50)):
        again()
        table.expect_refusal("7.1", "box_has_decided")
    table.folds(1)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "7.1")
def test_a_box_without_an_ante_decides_nothing():
    table = dealt()
    table.call(2, 50)
    table.expect_refusal("7.1", "box_not_in_round")
    table.folds(2)
    table.expect_refusal("7.1", "box_not_in_round")


@pytest.mark.rule("NI2007-208", "7.1")
@pytest.mark.rule("NI2007-208", "6.6")
def test_nobody_changes_his_mind_when_the_river_comes():
    table = dealt(hands=HANDS)
    table.calls(1, 3)
    for _ in range(3):
        table.folds(1)
        table.expect_refusal("7.1", "not_now")
        if table.phase == "river":
            table.deal(count=1)


@pytest.mark.rule("NI2007-208", "7.2")
@pytest.mark.parametrize("amount", [0, 25, 49.99, 50.01, 55, 75, 100])
def test_a_call_that_is_not_exactly_twice_the_ante_is_refused(amount):
    table = dealt()
    table.call(1, amount)
    table.expect_refusal("7.2", "call_is_twice_ante")


@pytest.mark.rule("NI2007-208", "7.2")
@pytest.mark.parametrize("ante", [20, 25, 500, 600])
def test_a_call_is_exactly_twice_the_ante_as_it_was_placed(ante):
    table = at_the_holdem_table(minimum=25, maximum=500)
    table.ante(1, ante)
    table.deal()
    table.call(1, 2 * ante)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "7.3")
def test_folding_loses_the_ante_and_the_bonus_wager():
    table = dealt(bonuses=[1])
    table.folds(1)
    table.expect_payment(1, "ante", "lose", "7.3", returned=0)
    table.expect_payment(1, "bonus", "lose", "7.3", returned=0)
    table.folds(3)
    table.collects()
    table.expect_money({1: -30, 3: -25})


@pytest.mark.rule("NI2007-208", "7.3")
@pytest.mark.rule("NI2007-208", "6.6")
def test_when_everybody_folds_no_river_is_dealt_and_the_dealers_hand_stays_down():
    table = dealt(hands=HANDS)
    table.folds(1, 3)
    table.expect_phase("collect")
    table.expect_prompt("collect", "9.5", out=9)
    table.shows_dealer()
    table.expect_refusal("6.7", "not_now")
    assert [card.card for card in turned(table)] == cards(FLOP)
    table.collects()
    table.expect_money({1: -25, 3: -25})


@pytest.mark.rule("NI2007-208", "7.3")
def test_a_folded_hand_is_never_turned_up():
    table = dealt(hands=HANDS)
    table.folds(3)
    table.calls(1)
    table.deal()
    table.shows_dealer()
    table.shows(3)
    table.expect_refusal("9.2", "box_not_in_round")
    table.plays_out()
    assert "3" not in [card.place for card in turned(table)]


@pytest.mark.rule("NI2007-208", "7.4")
@pytest.mark.rule("NI2007-208", "9.5")
@pytest.mark.parametrize("count", [0, 10, 12, 52])
def test_a_wrong_count_is_counted_again_or_the_deck_is_checked(count):
    table = dealt(hands=HANDS)
    table.folds(3)
    table.calls(1)
    table.deal()
    table.plays_out(collect=False)
    table.collects_hands()
    table.expect_prompt("collect", "9.5", out=11)
    table.collects(count)
    table.expect_question("count_back_differs", "9.5", ("count_again", "check_deck"))
    table.answers("count_again")
    table.expect_phase("collect")
    table.collects(count)
    table.answers("check_deck")
    table.expect_refusal("2.4", "supervisor_only")
    table.supervisor.answers("check_deck")
    table.expect_ruling("2.4", "check_deck")
    table.expect_phase("verify")


@pytest.mark.rule("NI2007-208", "9.5")
def test_the_round_ends_when_all_cards_are_counted_back():
    table = dealt(hands=HANDS)
    table.calls(1, 3)
    table.deal()
    table.plays_out(collect=False)
    table.expect_prompt("collect_hand", "9.5", box=3, count=2)
    table.collects(2 * 3 + 5)
    table.expect_phase("shuffle")
    table.expect_money({1: 75, 3: -75})


@pytest.mark.rule("NI2007-208", "6.4")
@pytest.mark.rule("NI2007-208", "6.6")
def test_the_next_round_begins_with_an_empty_board():
    table = dealt(hands=HANDS)
    table.calls(1, 3)
    table.deal()
    table.plays_out()
    table.next_round()
    table.ante(1, 25)
    table.deal({1: "2s 7h", "dealer": "Tc Td", "board": "As Kd Qc 5h 4h"})
    table.expect_phase("decide")
    assert table.game.state.cards_out == 2 * 2 + 3
    table.calls(1)
    table.expect_next("board", 4, up=True)
    table.deal()
    table.plays_out()
    table.expect_money({1: -75})
