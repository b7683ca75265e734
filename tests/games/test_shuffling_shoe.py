"""The automated shuffling shoe: rule 12, what it replaces (2.1, 5, 6), and rule 14 with packs."""

import pytest

from games import events as e
from games.canberra_poker.carry import Carry
from games.canberra_poker.game import CanberraPoker
from games.outcomes import Notice, Payment, Question, Ruling
from games.shuffler import MOST_FAULTS
from tests.games.shuffling_talk import REPLACED, SHUFFLER, ShufflingTable, at_the_shuffling_table
from tests.games.table_talk import (
    DEALER_ACE_KING,
    FULL_HOUSE,
    ONE_PAIR,
    at_the_table,
    house_options,
)

IN_ROUND = ("deal", "announce", "decide", "reveal", "settle", "collect")
BEFORE_THE_ROUND = ("verify", "shuffle", "antes")
MALFUNCTIONS = {
    "a jam": lambda table: table.jams(),
    "a motor": lambda table: table.jams("motor_failed"),
    "cards told": lambda table: table.jams("tells_cards"),
    "the line": lambda table: table.shuffler_is_lost(),
    "missed reports": lambda table: table.misses_reports(),
    "a restart": lambda table: table.jams("restarted"),
    "the power": lambda table: table.powers_up(),
}
any_malfunction = pytest.mark.parametrize("malfunction", MALFUNCTIONS.values(), ids=list(MALFUNCTIONS))
OF_THE_LINE = ("the line", "missed reports")  # of which nobody knows whether the shoe itself has failed
FAULTS = {name: fault for name, fault in MALFUNCTIONS.items() if name not in OF_THE_LINE}
any_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))


# ---------------------------------------------------------------- 12.1: a whole round


@pytest.mark.rule("NI2004-492", "12.1")
@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "12.5")
def test_a_whole_round_with_packs():
    table = at_the_shuffling_table(at="closed")
    table.open()
    table.expect_prompt("check_both_decks", "2.2")
    table.checks_decks()
    table.expect_prompt("load_decks", "12.3")
    table.loads("blue", "red")
    table.expect_prompt("antes_please", "4.1")
    table.antes({1: 25, 3: 25})
    table.closes_betting()
    table.expect_prompt("deal_pack", "12.4", box=1)
    table.dispenses()
    table.expect_prompt("deal_pack", "12.4", box=3)
    table.dispenses()
    table.expect_prompt("deal_pack_dealer", "12.4")
    table.dispenses()
    table.expect_prompt("turn_top_card", "12.4")
    table.turns_top_card("3c")
    table.expect_turned("dealer", 5, "3c")
    table.expect_prompt("announce", "12.5")
    table.announces()
    table.expect_prompt("bet_or_fold", "7.1", box=1)
    table.bets(1)
    table.folds(3)
    table.shows_all("dealer", DEALER_ACE_KING)
    table.settles_boxes({1: ONE_PAIR})
    table.collects(15)
    table.expect_money({1: 75, 3: -25})
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.1")
def test_no_rule_that_rule_12_replaces_is_cited():
    table = at_the_shuffling_table(at="closed")
    for at in (*BEFORE_THE_ROUND, *IN_ROUND):
        table = at_the_shuffling_table(at=at)
        cited = [outcome.rule for outcome in table.everything if getattr(outcome, "rule", None)]
        assert not {rule.number for rule in [*cited, table.game.prompt().rule]} & REPLACED
    for row in table.game.state.irregularities.values():
        rules = [row.rule, *(choice.rule for choice in row.choices)]
        assert not {rule.number for rule in rules} & REPLACED


@pytest.mark.rule("NI2004-492", "12.1")
@pytest.mark.rule("NI2004-492", "5.2")
def test_nobody_cuts():
    table = at_the_shuffling_table(at="shuffle")
    assert "cut" not in table.game.shown_phases
    table.cut()
    table.expect_refusal("12.3", "not_now")


@pytest.mark.rule("NI2004-492", "12.1")
def test_an_ordinary_table_knows_nothing_of_packs():
    table = at_the_table()
    assert "cut" in table.game.shown_phases
    table.antes({1: 25})
    table.happens(e.PackDispensed(**SHUFFLER, colour="blue", count=5))
    table.happens(e.DoorChanged(**SHUFFLER, open=True))
    table.expect_phase("antes")
    table.says(e.AnnounceBetOrFold)
    assert table.heard[0].say.code == "not_of_this_game"


@pytest.mark.rule("NI2004-492", "12.1")
def test_a_table_that_is_given_a_shuffling_shoe_begins_with_loading():
    carry = at_the_table().game.state.carry()
    table = ShufflingTable(CanberraPoker(house_options(), 7, carry, shoe="shuffling"))
    table.expect_prompt("load_decks", "12.3")


# ---------------------------------------------------------------- 12.2: two decks that take turns


@pytest.mark.rule("NI2004-492", "12.2")
def test_the_decks_take_turns_and_the_next_colour_is_said():
    table = at_the_shuffling_table()
    for used, other in (("blue", "red"), ("red", "blue"), ("blue", "red")):
        assert table.game.prompt().explain.words["colour"] == used
        table.antes({1: 25})
        table.closes_betting()
        table.deals_packs()
        assert table.game.state.shuffler.in_play == used
        assert table.game.state.shuffler.comes_next == other
        table.expect_no_question()
        table.turns_top_card("Ac")
        table.announces()
        table.folds(1)
        table.collects()
        table.takes_in(used)


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.parametrize("order", [("blue", "red"), ("red", "blue")])
def test_after_loading_anew_the_deck_put_in_first_is_dealt_first(order):
    table = at_the_shuffling_table(at="deal")
    table.jams()
    table.collects()
    table.is_cleared()
    table.takes_in(order[0])
    assert table.game.prompt().explain.words["colour"] == order[0]
    table.takes_in(order[1])
    assert table.game.prompt().explain.words["colour"] == order[0]
    table.shuffle()
    table.ante(1, 25)
    table.closes_betting()
    table.dispenses(colour=order[0])
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "12.2")
def test_the_deck_not_in_play_is_shuffled_meanwhile():
    table = at_the_shuffling_table(at="collect")
    table.collects()
    table.antes({1: 25})
    table.closes_betting()
    table.inserts("blue")
    table.dispenses()
    table.shuffles("blue")
    table.expect_no_question()
    table.expect_in_shoe(blue="shuffled")
    table.dispenses()
    table.expect_phase("announce")


@pytest.mark.rule("NI2004-492", "12.2")
def test_betting_is_not_closed_before_the_next_deck_is_shuffled():
    table = at_the_shuffling_table(at="shuffle")
    table.takes_in("blue")
    table.inserts("red")
    table.shuffle()
    table.antes({1: 25})
    table.closes_betting()
    table.deals_packs()
    table.turns_top_card("Ac")
    table.announces()
    table.folds(1)
    table.collects()
    table.antes({1: 25})
    table.closes_betting()
    table.expect_refusal("12.2", "deck_not_shuffled")
    table.shuffles("red")
    table.closes_betting()
    table.expect_phase("deal")


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.parametrize("trouble", ["colour", "count"])
def test_a_deck_that_cannot_be_sends_the_table_back_to_loading(trouble):
    table = at_the_shuffling_table()
    table.ante(1, 25)
    if trouble == "colour":
        table.inserts("green")
        table.expect_notice("deck_foreign_colour", "12.2")
    else:
        table.happens(e.ShuffleComplete(**SHUFFLER, colour="red", count=51))
        table.expect_notice("deck_count", "12.2")
    table.expect_prompt("wrong_deck_foreign_colour" if trouble == "colour" else "wrong_deck_count", "12.2")
    table.shuffle()
    table.expect_refusal("12.2", "load_both_decks")
    table.takes_in("blue", "red")
    table.expect_prompt("load_decks", "12.3")
    table.shuffle()
    table.closes_betting()  # the ante has stayed where it was
    table.expect_phase("deal")


@pytest.mark.rule("NI2004-492", "12.2")
def test_two_decks_of_one_colour_are_not_loaded():
    table = at_the_shuffling_table(at="shuffle")
    table.takes_in("blue")
    table.inserts("blue")
    table.expect_prompt("wrong_deck_same_colour", "12.2")
    table.expect_in_shoe()
    table.inserts("blue")
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_deck_whose_colour_is_not_recognised_is_not_loaded():
    table = at_the_shuffling_table(at="shuffle")
    table.inserts("unknown")
    table.expect_prompt("wrong_deck_no_colour", "12.2")


@pytest.mark.rule("NI2004-492", "12.2")
def test_one_deck_alone_is_not_enough():
    table = at_the_shuffling_table(at="shuffle")
    table.takes_in("blue")
    table.shuffle()
    table.expect_refusal("12.2", "load_both_decks")


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_third_deck_is_one_too_many():
    table = at_the_shuffling_table(at="shuffle")
    table.takes_in("blue", "red")
    table.inserts("green")
    table.expect_prompt("wrong_deck_foreign_colour", "12.2")


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_wrong_deck_does_not_touch_the_round_that_is_dealt_from_the_other(count):
    table = at_the_shuffling_table(at="decide")
    table.happens(e.ShuffleComplete(**SHUFFLER, colour="red", count=count))
    table.expect_notice("deck_count", "12.2")
    table.expect_no_question()
    table.folds(1, 3)
    table.collects()
    table.expect_prompt("wrong_deck_count", "12.2")


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.parametrize("pack", [1, 2])
def test_a_pack_of_the_other_deck_is_an_irregularity(pack):
    table = at_the_shuffling_table(at="deal")
    table.deals_packs(pack - 1)
    table.dispenses(colour="red")
    table.expect_question("wrong_colour", "12.2", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_ruling("12.6", "void")
    table.expect_prompt("give_all_back", "12.6", out=5 * pack)
    table.collects()
    table.expect_prompt("load_decks", "12.3")
    table.expect_in_shoe()


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "16.4")
def test_a_colour_that_only_the_sensor_saw_does_not_stop_the_round():
    table = at_the_shuffling_table(at="deal")
    table.dispenses()
    table.dispenses(colour="red")
    table.supervisor.answers("go_on")
    table.expect_ruling("16.4", "go_on")
    table.dispenses(colour="blue")
    table.expect_no_question()
    table.expect_phase("announce")


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.parametrize("trouble", ["another deck", "the door"])
def test_what_must_come_out_after_the_round_does_not_change_which_deck_is_due(trouble):
    table = at_the_shuffling_table(at="deal")
    if trouble == "another deck":
        table.inserts("green")
    else:
        table.is_opened()
        table.is_closed()
        table.supervisor.answers("go_on")
    assert table.game.prompt().explain.words["colour"] == "blue"
    table.dispenses(colour="red")
    table.expect_question("wrong_colour", "12.2", ("void", "go_on"))


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_round_that_goes_on_from_the_other_deck_is_played_from_it():
    table = at_the_shuffling_table(at="deal")
    table.dispenses(colour="red")
    table.supervisor.answers("go_on")
    table.dispenses(colour="red")
    table.expect_no_question()
    assert table.game.state.shuffler.comes_next == "blue"
    table.dispenses(colour="blue")
    table.expect_question("wrong_colour", "12.2", ("void", "go_on"))


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_pack_without_a_colour_is_of_the_deck_in_play():
    table = at_the_shuffling_table(at="deal")
    for _ in range(3):
        table.dispenses(colour="unknown")
    table.expect_no_question()
    assert table.game.state.shuffler.in_play == "blue"


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.parametrize("phase", ["deal", "announce", "decide", "reveal", "settle"])
def test_cards_in_play_do_not_go_into_the_shoe(phase):
    table = at_the_shuffling_table(at=phase)
    if phase == "deal":
        table.dispenses()
    table.inserts("blue")
    table.expect_question("wrong_colour", "12.2", ("void", "go_on"))


@pytest.mark.rule("NI2004-492", "12.2")
def test_the_cards_of_a_round_may_go_into_the_shoe_while_they_are_collected():
    table = at_the_shuffling_table(at="collect")
    table.takes_in("blue")
    table.expect_no_question()
    table.collects()
    table.expect_phase("antes")


# ---------------------------------------------------------------- 12.3 and 2.2: checked and loaded


@pytest.mark.rule("NI2004-492", "2.2")
@pytest.mark.rule("NI2004-492", "12.3")
def test_what_was_in_the_shoe_before_the_check_is_loaded_anew():
    table = at_the_shuffling_table(at="verify")
    table.takes_in("blue", "red")
    table.checks_decks()
    table.shuffle()
    table.expect_refusal("12.2", "load_both_decks")
    table.loads("green", "black")  # other decks than yesterday
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.3")
def test_rounds_follow_each_other_without_another_shuffle_by_hand():
    table = at_the_shuffling_table(at="collect")
    table.collects()
    table.expect_prompt("antes_please", "4.1")


@pytest.mark.rule("NI2004-492", "2.4")
@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.parametrize("phase", ["shuffle", "antes", "decide"])
def test_after_an_ordered_check_both_decks_are_loaded_anew(phase):
    table = at_the_shuffling_table(at=phase)
    table.supervisor.orders_deck_check()
    if phase == "decide":
        table.folds(1, 3)
        table.collects()
    table.expect_prompt("check_both_decks", "2.2")
    table.checks_decks()
    table.expect_prompt("load_decks", "12.3")
    table.expect_in_shoe()


@pytest.mark.rule("NI2004-492", "12.3")
def test_a_pack_before_the_antes_means_loading_anew():
    table = at_the_shuffling_table()
    table.dispenses()
    table.expect_question("early_card", "12.3", ("reshuffle",))
    table.answers("reshuffle")
    table.expect_ruling("12.3", "reshuffle")
    table.expect_prompt("load_decks", "12.3")
    table.expect_in_shoe()


@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.parametrize("phase", ["closed", "verify", "shuffle"])
def test_a_shoe_may_be_emptied_before_it_is_loaded(phase):
    table = at_the_shuffling_table(at=phase)
    table.dispenses(colour="blue")
    table.expect_no_question()
    table.expect_phase(phase)


# ---------------------------------------------------------------- 12.4: packs of five


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "4.1")
def test_the_first_pack_closes_the_betting():
    table = at_the_shuffling_table()
    table.antes({2: 25, 5: 50})
    table.dispenses()
    table.expect_prompt("deal_pack", "12.4", box=5)
    table.ante(3, 25)
    table.expect_refusal("4.4", "wagers_are_closed")


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.parametrize("antes", [(1,), (7,), (2, 5, 6), (1, 2, 3, 4, 5, 6, 7)])
def test_packs_go_clockwise_to_each_box_with_an_ante_and_then_to_the_dealer(antes):
    table = at_the_shuffling_table()
    table.antes(dict.fromkeys(antes, 25))
    table.closes_betting()
    for box in sorted(antes):
        table.expect_next(box, 1)
        table.dispenses()
        assert len(table.game.state.deal.hand(str(box))) == 5
    table.expect_next("dealer", 1)
    table.dispenses()
    table.expect_phase("announce")
    table.expect_nothing_turned()


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.parametrize("count", [1, 4, 6])
@pytest.mark.parametrize("pack", [1, 2, 3])
def test_a_pack_that_is_not_of_five_voids_the_round(pack, count):
    table = at_the_shuffling_table(at="deal")
    table.deals_packs(pack - 1)
    table.dispenses(count=count)
    table.expect_question("pack_miscounted", "14.3", ("void", "pack_is_five"))
    table.supervisor.answers("void")
    table.expect_ruling("14.3", "void")
    assert table.game.state.cards_out == 5 * (pack - 1) + count
    table.heard = [outcome for outcome in table.heard if isinstance(outcome, Payment)]
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.rule("NI2004-492", "16.4")
def test_a_pack_that_people_count_as_five_is_five():
    table = at_the_shuffling_table(at="deal")
    table.dispenses(count=4)
    table.answers("void")
    table.expect_refusal("14.3", "supervisor_only")
    table.supervisor.answers("pack_is_five")
    table.expect_ruling("16.4", "pack_is_five")
    table.deals_packs(2)
    table.expect_phase("announce")
    assert table.game.state.cards_out == 15


@pytest.mark.rule("NI2004-492", "14.3")
def test_packs_that_come_while_one_is_in_question_lie_where_they_belong():
    table = at_the_shuffling_table(at="deal")
    table.dispenses(count=6)
    table.deals_packs(2)
    table.expect_phase("announce")
    table.supervisor.answers("pack_is_five")
    table.expect_prompt("turn_top_card", "12.4")


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.parametrize("phase", ["announce", "decide", "reveal", "settle"])
def test_one_pack_too_many(phase):
    table = at_the_shuffling_table(at=phase)
    table.dispenses()
    table.expect_question("extra_pack", "14.3", ("void", "set_aside"))
    table.supervisor.answers("set_aside")
    table.expect_ruling("16.4", "set_aside")
    assert table.game.state.cards_out == 20


@pytest.mark.rule("NI2004-492", "14.3")
def test_one_pack_too_few_is_reported():
    table = at_the_shuffling_table(at="announce")
    table.report("too_few_cards", 3)
    table.expect_question("too_few_cards", "14.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "12.4")
def test_a_pack_after_the_last_hand_is_only_counted():
    table = at_the_shuffling_table(at="collect")
    table.dispenses()
    table.expect_no_question()
    table.collects_hands()
    table.expect_prompt("collect", "9.7", out=20)


@pytest.mark.rule("NI2004-492", "12.4")
def test_the_dealers_top_card_is_the_only_one_turned():
    table = at_the_shuffling_table(at="announce")
    table.enters("dealer", 1, "Ac")
    table.expect_refusal("12.4", "card_is_down")
    table.enters(1, 5, "Ac")
    table.expect_refusal("12.4", "card_is_down")
    table.turns_top_card("Ac")
    table.expect_turned("dealer", 5, "Ac")
    table.turns_top_card("Kd")
    table.expect_refusal("12.4", "card_is_known")


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "6.1")
def test_no_single_card_is_dealt():
    table = at_the_shuffling_table(at="deal")
    table.says(e.CardDealtByHand)
    table.expect_refusal("12.4", "the_shoe_deals")
    table.draw("Qd")
    table.expect_next(1, 1)


@pytest.mark.rule("NI2004-492", "12.4")
def test_the_dealer_may_hold_the_shoe_between_packs():
    table = at_the_shuffling_table(at="deal")
    table.dispenses()
    table.says(e.HoldShoe)
    table.expect_question("shoe_held", "12.4", ("go_on",))
    table.answers("go_on")
    table.expect_prompt("deal_pack", "12.4", box=3)


# ---------------------------------------------------------------- 12.5: bet or fold is announced


@pytest.mark.rule("NI2004-492", "12.5")
@pytest.mark.rule("NI2004-492", "7.1")
def test_nobody_decides_before_the_announcement():
    table = at_the_shuffling_table(at="announce")
    table.bet(1, 50)
    table.expect_refusal("7.1", "not_now")
    table.announces()
    table.expect_refusal("12.4", "turn_top_card_first")
    table.turns_top_card("Ac")
    table.announces()
    table.bets(1)
    table.announces()
    table.expect_refusal("12.5", "not_now")


@pytest.mark.rule("NI2004-492", "12.5")
def test_with_every_hand_void_nobody_is_asked():
    table = at_the_shuffling_table(at="announce")
    for box in (1, 3):
        table.report("hand_in_discards", box)
        table.supervisor.answers("hand_void")
    table.turns_top_card("Ac")
    table.announces()
    table.expect_phase("collect")
    table.collects()
    table.expect_money({1: 0, 3: 0})


# ---------------------------------------------------------------- faces at the showdown


@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2004-492", "11.1")
def test_faces_are_entered_when_the_hands_are_turned():
    table = at_the_shuffling_table()
    table.antes({1: 25, 3: 25}, jackpots=[3])
    table.closes_betting()
    table.deals_packs()
    table.turns_top_card("3c")
    table.announces()
    table.bets(1, 3)
    table.shows_dealer()
    table.expect_refusal("9.1", "enter_unread_first")
    table.shows_all("dealer", DEALER_ACE_KING)
    table.shows(3)
    table.expect_refusal("9.4", "enter_unread_first")
    table.shows_all(3, FULL_HOUSE)
    table.claims(3)
    table.settles(3)
    table.settles_boxes({1: "Ks Kh 9s 9h Js"})
    table.expect_payment(3, "bet", "win", "9.4", paid=350)
    table.expect_payment(3, "jackpot", "win", "11.1", paid=150)
    table.expect_payment(1, "bet", "win", "9.4", paid=100)


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "2.1")
def test_a_face_that_lies_up_is_not_entered_for_another_card():
    table = at_the_shuffling_table(at="settle")
    table.enters(3, 1, "Kd")
    table.expect_refusal("12.2", "lies_in_your_hand")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "9.1")
def test_an_entered_card_lies_face_up():
    table = at_the_shuffling_table(at="reveal")
    table.enters("dealer", 1, "Kd")
    assert table.game.state.deal.at("dealer", 1).up


# ---------------------------------------------------------------- 12.6 and 12.8: malfunctions


@pytest.mark.rule("NI2004-492", "12.6")
@pytest.mark.rule("NI2004-492", "12.8")
@any_fault
@pytest.mark.parametrize("packs", [0, 1, 2])
def test_a_fault_while_packs_are_to_come_voids_the_round_at_once(packs, fault):
    table = at_the_shuffling_table(at="deal")
    table.deals_packs(packs)
    fault(table)
    table.expect_void_at_once()
    table.collects()
    table.expect_money({1: 0, 3: 0})
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "12.6")
@any_fault
def test_a_fault_does_not_wait_for_an_open_question(fault):
    table = at_the_shuffling_table(at="deal")
    table.dispenses(count=4)
    fault(table)
    table.expect_void_at_once()


@pytest.mark.rule("NI2004-492", "12.8")
@any_malfunction
@pytest.mark.parametrize("phase", ["announce", "decide", "reveal", "settle", "collect"])
def test_once_all_packs_are_out_nothing_of_the_shoe_voids_the_round(phase, malfunction):
    """MALFUNCTION: or whoever reaches the cable could void a round that he is losing."""
    table = at_the_shuffling_table(at=phase)
    malfunction(table)
    table.expect_no_question()
    table.expect_phase(phase)
    assert not table.game.state.void
    assert [notice.rule.number for notice in table.heard if isinstance(notice, Notice)] == ["12.8"]


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.rule("NI2004-492", "16.4")
def test_a_line_that_is_down_is_no_malfunction_before_a_person_says_so():
    table = at_the_shuffling_table(at="deal")
    table.dispenses()
    table.shuffler_is_lost()
    table.expect_question("shuffler_lost", "12.8", ("deal_by_hand", "void"))
    table.supervisor.answers("deal_by_hand")
    table.expect_ruling("16.4", "deal_by_hand")
    table.says(e.CardDealtByHand, count=3)
    table.expect_refusal("12.4", "packs_of_five")
    table.says(e.CardDealtByHand, count=5)
    table.expect_next("dealer", 1)
    table.dispenses()
    table.expect_notice("shoe_not_counted", "16.4")
    table.says(e.CardDealtByHand, count=5)
    table.expect_phase("announce")


@pytest.mark.rule("NI2004-492", "12.6")
def test_a_person_may_say_that_it_is_one():
    table = at_the_shuffling_table(at="deal")
    table.shuffler_is_lost()
    table.answers("void")
    table.expect_refusal("12.6", "supervisor_only")
    table.supervisor.answers("void")
    table.expect_ruling("12.6", "void")
    table.expect_prompt("give_all_back", "12.6")


@pytest.mark.rule("NI2004-492", "12.8")
def test_a_line_that_is_up_again_asks_nothing_but_of_the_reports_that_it_lacks():
    table = at_the_shuffling_table(at="deal")
    table.shuffler_is_lost()
    table.shuffler_is_back()
    table.expect_no_question()
    table.misses_reports(2)
    table.expect_question("packs_missed", "12.8", ("packs_came", "go_on", "void"))
    table.supervisor.answers("packs_came")
    table.expect_next("dealer", 1)
    table.dispenses()
    table.expect_phase("announce")


@pytest.mark.rule("NI2004-492", "12.6")
def test_after_a_void_round_nothing_more_is_void():
    table = at_the_shuffling_table(at="deal")
    table.jams()
    table.jams("motor_failed")
    table.shuffler_is_lost()
    assert not [outcome for outcome in table.heard if isinstance(outcome, Payment)]
    table.expect_prompt("give_all_back", "12.6")


@pytest.mark.rule("NI2004-492", "12.6")
@pytest.mark.rule("NI2004-492", "9.7")
@pytest.mark.parametrize("count", [0, 12, 17])
def test_what_a_jammed_shoe_let_out_is_not_counted_back(count):
    """It may have jammed in the middle of a pack. Both decks are counted when they are loaded."""
    table = at_the_shuffling_table(at="deal")
    table.dispenses()
    table.jams()
    table.collects(count)
    table.expect_no_question()
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "12.8")
@any_malfunction
def test_between_rounds_a_malfunction_stops_the_table_until_it_is_over(malfunction):
    table = at_the_shuffling_table()
    table.ante(1, 25)
    malfunction(table)
    assert not [outcome for outcome in table.heard if isinstance(outcome, Payment | Question)]
    table.closes_betting()
    assert table.heard[0].kind == "refusal"
    table.expect_refusal(table.heard[0].rule.number)
    for code in list(table.game.state.shuffler.faults):
        table.is_cleared(code)
    table.shuffler_is_back()
    if table.phase == "shuffle":
        table.loads()
    table.closes_betting()
    table.expect_phase("deal")


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.rule("NI2004-492", "12.3")
def test_after_a_jam_both_decks_are_loaded_anew():
    table = at_the_shuffling_table()
    table.jams()
    table.expect_notice("shoe_stopped", "12.8")
    table.expect_prompt("stop_shoe_faulted", "12.8", fault="jammed")
    table.shuffle()
    table.expect_refusal("12.8", "shoe_has_stopped")
    table.is_cleared()
    table.expect_prompt("load_decks", "12.3")
    table.shuffle()
    table.expect_refusal("12.2", "load_both_decks")
    table.loads()
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.parametrize("count", [52, 51])
def test_what_the_shoe_still_tells_of_a_deck_that_is_to_come_out_does_not_count(count):
    table = at_the_shuffling_table(at="deal")
    table.jams()
    table.collects()
    table.is_cleared()
    table.shuffles("red", count)
    table.expect_in_shoe()
    table.loads("red", "blue")
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.8")
def test_a_line_that_was_down_between_rounds_needs_no_loading():
    table = at_the_shuffling_table()
    table.ante(1, 25)
    table.shuffler_is_lost()
    table.expect_prompt("stop_shoe_lost", "12.8")
    table.closes_betting()
    table.expect_refusal("12.8", "shoe_not_answering")
    table.shuffler_is_back()
    table.closes_betting()
    table.expect_phase("deal")


@pytest.mark.rule("NI2004-492", "12.8")
def test_all_faults_have_to_end():
    table = at_the_shuffling_table()
    table.jams()
    table.jams("motor_failed")
    table.is_cleared()
    table.expect_prompt("stop_shoe_faulted", "12.8", fault="motor_failed")
    table.is_cleared("motor_failed")
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.8")
def test_a_fault_that_is_there_when_a_round_has_ended_stops_the_table():
    table = at_the_shuffling_table(at="decide")
    table.jams()
    table.folds(1, 3)
    table.collects()
    table.expect_prompt("stop_shoe_faulted", "12.8")


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.parametrize("phase", ["closed", "verify"])
def test_a_malfunction_before_loading_is_told_when_the_shoe_is_needed(phase):
    table = at_the_shuffling_table(at=phase)
    table.jams()
    if phase == "closed":
        table.open()
    table.checks_decks()
    table.expect_prompt("stop_shoe_faulted", "12.8")


@pytest.mark.rule("NI2004-492", "12.8")
def test_the_readers_are_not_the_shoe():
    table = at_the_shuffling_table(at="decide")
    readers = {"device": "readers", "role": "readers"}
    table.happens(e.DeviceLost(**readers))
    table.expect_notice("device_lost", None)
    table.happens(e.DeviceFaulted(**readers, code="antenna_failed"))
    table.happens(e.ReportsMissed(**readers, count=3))
    table.happens(e.DeviceReady(**readers))
    table.expect_no_question()
    table.expect_phase("decide")


# ---------------------------------------------------------------- the door


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.parametrize("phase", ["deal", "announce", "decide", "reveal", "settle"])
def test_an_open_door_in_a_round_is_for_people_to_judge(phase):
    table = at_the_shuffling_table(at=phase)
    table.is_opened()
    table.expect_question("door_opened", "12.8", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_ruling("12.6", "void")
    table.expect_prompt("give_all_back", "12.6")


@pytest.mark.rule("NI2004-492", "12.8")
@pytest.mark.rule("NI2004-492", "12.3")
def test_after_a_round_with_an_open_door_both_decks_are_loaded_anew():
    table = at_the_shuffling_table(at="decide")
    table.is_opened()
    table.is_closed()
    table.supervisor.answers("go_on")
    table.folds(1, 3)
    table.collects(15)
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.3")
def test_a_door_opened_between_rounds_means_loading_anew():
    table = at_the_shuffling_table()
    table.ante(1, 25)
    table.is_opened()
    table.expect_no_question()
    table.expect_phase("shuffle")
    table.takes_in("blue", "red")
    table.shuffle()
    table.expect_refusal("12.8", "close_the_door")
    table.is_closed()
    table.shuffle()
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.3")
def test_a_door_may_be_open_while_the_shoe_is_loaded():
    table = at_the_shuffling_table(at="shuffle")
    table.is_opened()
    table.takes_in("blue", "red")
    table.is_closed()
    table.shuffle()
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.8")
def test_a_door_that_is_said_again_is_no_news():
    table = at_the_shuffling_table(at="decide")
    table.is_closed()
    table.expect_no_question()


# ---------------------------------------------------------------- 12.7: another shoe


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "2.3")
@pytest.mark.parametrize("phase", BEFORE_THE_ROUND)
def test_a_replaced_shoe_comes_with_new_cards_that_the_supervisor_checks(phase):
    table = at_the_shuffling_table(at=phase)
    table.says(e.ReplaceShoe, automated=True)
    table.expect_refusal("12.7", "supervisor_only")
    table.replaces_shoe(automated=True)
    table.expect_notice("shoe_replaced", "12.7")
    table.expect_prompt("check_new_cards", "2.3")
    table.checks_decks()
    table.expect_refusal("2.3", "supervisor_checks_new_cards")
    table.supervisor.checks_deck_by_hand()
    table.loads("green", "black")
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.parametrize("phase", IN_ROUND)
def test_a_shoe_is_replaced_at_the_completion_of_a_round(phase):
    table = at_the_shuffling_table(at=phase)
    table.replaces_shoe(automated=True)
    table.expect_refusal("12.7", "finish_the_round")


@pytest.mark.rule("NI2004-492", "12.7")
def test_a_replaced_shoe_has_no_fault_of_the_one_before():
    table = at_the_shuffling_table()
    table.jams()
    table.replaces_shoe(automated=True)
    table.supervisor.checks_deck_by_hand()
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "6.3")
def test_with_an_ordinary_shoe_rule_12_ends_and_cards_are_dealt_by_hand():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.expect_notice("rule_12_lapses", "12.7")
    table.expect_prompt("check_new_cards", "2.3")
    table.supervisor.checks_deck_by_hand()
    for _ in range(2):
        table.expect_prompt("shuffle", "5.1")
        table.shuffle()
        table.expect_prompt("cut", "5.2")
        table.cut()
        table.ante(1, 25)
        table.closes_betting()
        table.expect_prompt("deal_each", "6.3(a)", count=5)
        for _ in range(10):
            table.says(e.CardDealtByHand)
        table.expect_prompt("bet_or_fold", "7.1", box=1)
        table.folds(1)
        table.collects(10)


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "2.2")
def test_the_dealer_is_offered_to_check_the_cards_of_the_ordinary_shoe():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.supervisor.checks_deck_by_hand()
    table.supervisor.orders_deck_check()
    table.expect_prompt("check_cards", "2.2")
    (checked,) = [offer for offer in table.game.offers() if offer.command == "all_cards_read"]
    assert (checked.role, checked.proposed, checked.blocked) == ("dealer", True, None)
    table.says(e.AllCardsRead)
    table.expect_prompt("shuffle", "5.1")


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "2.2")
def test_new_cards_are_new_once():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.supervisor.checks_deck_by_hand()
    table.supervisor.orders_deck_check()
    table.expect_prompt("check_cards", "2.2")
    table.supervisor.checks_deck_by_hand()
    table.expect_prompt("shuffle", "5.1")


@pytest.mark.rule("NI2004-492", "12.7")
@any_malfunction
def test_a_shoe_that_was_put_away_is_not_listened_to(malfunction):
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.supervisor.checks_deck_by_hand()
    table.next_round()
    table.ante(1, 25)
    table.closes_betting()
    malfunction(table)
    table.dispenses(colour="blue")
    table.is_opened()
    table.inserts("green")
    table.expect_no_question()
    table.expect_prompt("deal_each", "6.3(a)", count=5)


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "12.1")
def test_rule_12_is_back_with_a_shuffling_shoe():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.replaces_shoe(automated=True)
    table.supervisor.checks_deck_by_hand()
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.7")
def test_what_stands_at_the_table_is_handed_from_round_to_round():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    carried = table.game.state.carry()
    again = ShufflingTable(CanberraPoker(house_options(), 7, carried, shoe="shuffling"))
    again.expect_prompt("check_new_cards", "2.3")
    assert not again.game.state.shuffling_shoe_in_use()
    ordinary = CanberraPoker(house_options(), 7, carried)
    assert not ordinary.state.by_hand


# ---------------------------------------------------------------- what the panel says and offers


def proposed(table):
    """The one next action: its words, and whether it is possible already."""
    [offer] = [offer for offer in table.game.offers() if offer.proposed]
    return offer.say.code, offer.blocked.code if offer.blocked else ""


@pytest.mark.rule("NI2004-492", "12.3")
def test_loading_says_how_far_it_has_come():
    table = at_the_shuffling_table(at="shuffle")
    said = []

    def look() -> None:
        said.append((table.game.prompt().explain.code, *proposed(table)))

    look()
    table.takes_in("blue")
    look()
    table.inserts("red")
    look()
    table.supervisor.orders_deck_check()
    table.checks_decks()
    table.inserts("blue")
    table.inserts("red")
    look()
    assert said == [
        ("load_explained", "do_loaded", "load_both_decks"),
        ("second_deck_missing", "do_loaded", "load_both_decks"),
        ("deck_is_ready", "do_loaded", ""),
        ("deck_is_not_ready", "do_loaded", "deck_not_shuffled"),
    ]


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "12.4")
def test_betting_says_which_deck_is_next_and_why_it_cannot_be_closed():
    table = at_the_shuffling_table()
    assert proposed(table) == ("do_close_betting", "no_antes")
    table.antes({1: 25, 3: 25})
    assert proposed(table) == ("do_close_betting", "")
    assert table.game.prompt().explain.code == "antes_deck_ready"
    table.closes_betting()
    table.dispenses()
    assert table.game.prompt().explain.code == "pass_box"
    table.deals_packs(2)
    table.turns_top_card("Ac")
    table.announces()
    table.folds(1, 3)
    table.happens(e.ShuffleStarted(**SHUFFLER, colour="red", count=52))
    table.collects()
    table.ante(1, 25)
    assert proposed(table) == ("do_close_betting", "deck_not_shuffled")
    assert table.game.prompt().explain.code == "antes_deck_not_ready"


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "2.3")
def test_new_cards_are_no_matter_of_the_dealer_alone():
    table = at_the_shuffling_table(at="verify")
    assert proposed(table) == ("do_decks_checked", "")
    table.replaces_shoe(automated=True)
    assert proposed(table) == ("do_decks_checked", "supervisor_checks_new_cards")
    table.replaces_shoe(automated=False)
    assert not [offer for offer in table.game.offers() if offer.proposed]
    table.supervisor.checks_deck_by_hand()
    assert proposed(table) == ("do_shuffled", "")
    table.shuffle()
    table.cut()
    assert table.game.prompt().explain.code == "antes_explained"
    table.ante(1, 25)
    assert proposed(table) == ("do_close_betting", "")


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "12.5")
@pytest.mark.rule("NI2004-492", "12.6")
def test_one_next_action_is_proposed_in_the_round():
    table = at_the_shuffling_table(at="announce")
    assert proposed(table) == ("do_enter_top", "")
    table.turns_top_card("Ac")
    assert proposed(table) == ("do_announce", "")
    void = at_the_shuffling_table(at="deal")
    void.jams()
    assert proposed(void) == ("do_cards_back", "")
    whole = at_the_shuffling_table(at="collect")
    assert proposed(whole) == ("do_collect_hand", "")
    whole.collects_hands()
    assert proposed(whole) == ("do_collected", "")


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.parametrize("phase", ["verify", "shuffle", "antes"])
def test_only_a_table_with_such_a_shoe_has_it_replaced(phase):
    shoes = [offer for offer in at_the_table(at=phase).game.offers() if offer.command == "replace_shoe"]
    assert shoes == []
    shoes = [
        offer for offer in at_the_shuffling_table(at=phase).game.offers() if offer.command == "replace_shoe"
    ]
    assert [offer.args["automated"] for offer in shoes] == [True, False]
    assert {offer.role for offer in shoes} == {"supervisor"}


@pytest.mark.rule("NI2004-492", "12.1")
def test_an_ordinary_table_is_asked_for_one_deck():
    table = at_the_table(at="verify")
    table.expect_prompt("put_deck_in", "2.2")
    assert proposed(table)[0] == "do_all_read"
    assert proposed(at_the_table(at="shuffle")) == ("do_shuffled", "")


# ---------------------------------------------------------------- what must not happen


@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.parametrize("phase", ["closed", *BEFORE_THE_ROUND, *IN_ROUND])
def test_checked_and_loaded_is_said_when_it_is_asked(phase):
    table = at_the_shuffling_table(at=phase)
    if phase != "verify":
        table.checks_decks()
        table.expect_refusal("2.2", "not_now")
    if phase != "shuffle":
        table.shuffle()
        table.expect_refusal("12.3", "not_now")


@pytest.mark.rule("NI2004-492", "2.3")
@pytest.mark.rule("NI2004-492", "12.7")
def test_the_cards_of_an_ordinary_shoe_are_new_once_and_then_the_dealers_to_check():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.checks_decks()
    table.expect_refusal("2.3", "supervisor_checks_new_cards")
    table.supervisor.checks_deck_by_hand()
    table.supervisor.orders_deck_check()
    table.expect_prompt("check_cards", "2.2")
    table.checks_decks()
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "4.1")
def test_betting_is_not_closed_while_the_shoe_is_loaded():
    table = at_the_shuffling_table(at="shuffle")
    table.closes_betting()
    table.expect_refusal("4.1", "not_now")


@pytest.mark.rule("NI2004-492", "12.7")
def test_no_shoe_is_replaced_at_a_closed_table():
    table = at_the_shuffling_table(at="closed")
    table.replaces_shoe(automated=True)
    table.expect_refusal("12.7", "not_now")


@pytest.mark.rule("NI2004-492", "12.8")
def test_what_another_device_says_of_itself_does_not_mend_the_shoe():
    table = at_the_shuffling_table()
    table.shuffler_is_lost()
    table.happens(e.DeviceReady(device="readers", role="readers"))
    table.expect_prompt("stop_shoe_lost", "12.8")
    table.shuffler_is_back()
    table.jams()
    table.happens(e.DeviceRecovered(device="readers", role="readers", code="jammed"))
    table.expect_prompt("stop_shoe_faulted", "12.8")


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_shoe_that_was_put_away_has_no_decks():
    table = at_the_shuffling_table()
    table.replaces_shoe(automated=False)
    table.takes_in("blue")
    table.expect_in_shoe()


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_wrong_deck_is_wrong_until_another_is_put_in():
    table = at_the_shuffling_table(at="shuffle")
    table.inserts("blue")
    table.inserts("blue")
    table.expect_prompt("wrong_deck_same_colour", "12.2")
    table.shuffles("blue")
    table.expect_prompt("wrong_deck_same_colour", "12.2")


@pytest.mark.rule("NI2004-492", "12.3")
@any_malfunction
def test_a_malfunction_before_the_antes_answers_what_was_asked(malfunction):
    table = at_the_shuffling_table()
    table.dispenses()
    table.expect_question("early_card", "12.3", ("reshuffle",))
    malfunction(table)
    if malfunction is not MALFUNCTIONS["the line"]:
        table.expect_no_question()
        table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "12.3")
def test_cards_that_lay_about_before_loading_anew_are_in_the_deck_again():
    table = at_the_shuffling_table()
    table.ante(1, 25)
    table.reader_sees(1, "a")  # quicker than the shoe, which then fails
    table.jams()
    table.is_cleared()
    table.takes_in("blue", "red")
    table.shuffle()
    table.closes_betting()
    table.deals_packs()
    table.reader_sees("dealer", "a")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "12.3")
def test_a_pack_does_not_begin_a_round_while_something_is_asked():
    table = at_the_shuffling_table()
    table.ante(1, 25)
    table.reader_sees(1, "a")
    table.neighbour_sees("rack", "a")
    table.reader_loses(1, "a")
    table.expect_question("early_card", "12.3", ("reshuffle",))
    table.dispenses()
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "14.3")
def test_what_a_reader_lists_while_the_shoe_is_held_is_asked_about_behind_it():
    table = at_the_shuffling_table(at="deal")
    table.says(e.HoldShoe)
    table.reader_lists(3, "x")
    table.dispenses()
    table.answers("go_on")
    table.expect_question("readers_count_differs", "14.3", ("void", "go_on"))


@pytest.mark.rule("NI2004-492", "12.8")
def test_an_open_door_is_asked_about_once():
    table = at_the_shuffling_table(at="decide")
    table.is_opened()
    table.supervisor.answers("go_on")
    table.is_opened()
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "12.3")
def test_a_door_opened_while_cards_are_collected_is_not_asked_about():
    table = at_the_shuffling_table(at="collect")
    table.is_opened()
    table.expect_no_question()
    table.is_closed()
    table.collects()
    table.expect_prompt("load_decks", "12.3")


@pytest.mark.rule("NI2004-492", "12.3")
def test_the_door_may_be_opened_between_one_deck_and_the_other():
    table = at_the_shuffling_table(at="shuffle")
    table.takes_in("blue")
    table.is_opened()
    table.is_closed()
    table.takes_in("red")
    table.shuffle()
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "9.7")
def test_cards_that_no_failing_shoe_let_out_are_counted_back():
    table = at_the_shuffling_table(at="collect")
    table.collects(14)
    table.expect_question("count_back_differs", "9.7")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_wrong_deal_is_no_malfunction_and_the_decks_stay_in():
    table = at_the_shuffling_table(at="deal")
    table.dispenses(count=4)
    table.supervisor.answers("void")
    table.collects(4)
    table.expect_phase("antes")
    table.expect_in_shoe(red="shuffled")
    table.ante(1, 25)
    table.dispenses()
    assert table.game.state.cards_out == 5  # what was counted wrongly before is over


@pytest.mark.rule("NI2004-492", "2.4")
@pytest.mark.rule("NI2004-492", "12.2")
def test_after_a_check_the_two_decks_may_be_others():
    table = at_the_shuffling_table()
    table.supervisor.orders_deck_check()
    table.checks_decks()
    table.loads("green", "black")
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "12.2")
def test_beside_the_deck_in_play_there_is_room_for_the_other_one_only():
    table = at_the_shuffling_table(at="decide")
    table.inserts("green")
    table.expect_notice("deck_foreign_colour", "12.2")
    assert table.heard[0].say.words == {"colour": "green", "count": 52}
    assert table.game.state.shuffler.comes_next == "red"


@pytest.mark.rule("NI2004-492", "12.8")
def test_a_shoe_that_is_back_tells_its_faults_anew():
    table = at_the_shuffling_table()
    table.shuffler_is_lost()
    assert table.game.state.alarm == "fault"
    table.jams()
    table.shuffler_is_back()
    assert table.game.state.alarm == ""
    table.expect_prompt("load_decks", "12.3")


def test_a_shoe_that_finds_ever_new_faults_does_not_fill_the_memory():
    table = at_the_shuffling_table()
    for nth in range(100):
        table.jams(f"fault {nth}")
        table.jams("fault 0")
    assert table.game.state.shuffler.faults == [f"fault {nth}" for nth in range(MOST_FAULTS)]


# ---------------------------------------------------------------- 14 with packs


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "14.2")
def test_14_2_has_no_use_and_the_dealers_cards_count_like_all_others():
    table = at_the_shuffling_table(at="announce")
    for place, nth, seen in (("dealer", 2, "2c"), (1, 1, "3c")):
        table.report("card_exposed", place, nth, seen)
        table.expect_question("card_exposed", "14.1", ("turn_over",))
        table.answers("turn_over")
    table.report("card_exposed", "dealer", 3, "4c")
    table.expect_question("third_card_exposed", "14.1", ("void",))
    table.supervisor.answers("void")
    table.expect_void_round("14.1")


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "12.4")
def test_the_card_that_the_rule_turns_is_not_exposed():
    table = at_the_shuffling_table(at="decide")
    table.report("card_exposed", "dealer", 5, "Ac")
    table.expect_refusal("12.4", "card_is_up")


@pytest.mark.rule("NI2004-492", "14.3")
def test_the_readers_see_packs_where_they_belong():
    table = at_the_shuffling_table(at="deal")
    for place in (1, 3, "dealer"):
        for nth in range(5):
            table.reader_sees(place, f"{place}-{nth}")  # the readers may be quicker than the shoe
        table.dispenses()
    table.expect_no_question()
    table.expect_phase("announce")


@pytest.mark.rule("NI2004-492", "14.3")
def test_the_readers_see_a_pack_at_the_wrong_box():
    table = at_the_shuffling_table(at="deal")
    table.dispenses()
    table.reader_sees(2, "a")
    table.expect_question("wrong_box", "14.3", ("void", "put_back", "reader_erred"))


@pytest.mark.rule("NI2004-492", "14.3")
def test_readers_that_come_back_before_the_pack_is_told_are_believed_with_it():
    table = at_the_shuffling_table(at="deal")
    table.reader_lists(1, *"abcde")
    table.expect_question("readers_count_differs", "14.3", ("void", "go_on"))
    table.dispenses()
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "16.3")
@pytest.mark.parametrize("phase", IN_ROUND)
def test_a_supervisor_may_void_any_round(phase):
    table = at_the_shuffling_table(at=phase)
    table.supervisor.voids("impractical")
    table.expect_void_at_once("16.3")


@pytest.mark.rule("NI2004-492", "12.6")
def test_a_malfunction_is_told_with_its_rule_and_nobody_ruled():
    table = at_the_shuffling_table(at="deal")
    table.jams()
    [told] = [outcome for outcome in table.heard if isinstance(outcome, Notice)]
    assert (told.say.code, told.say.words, told.rule.number) == (
        "shoe_malfunction",
        {"fault": "jammed"},
        "12.6",
    )
    assert not [outcome for outcome in table.heard if isinstance(outcome, Ruling)]


@pytest.mark.rule("NI2004-492", "12.2")
def test_a_pack_of_no_cards_has_not_come():
    table = at_the_shuffling_table(at="deal")
    table.dispenses(count=0)
    table.expect_next(1, 1)


def test_a_carry_is_not_changed_by_the_round_that_began_with_it():
    carry = at_the_shuffling_table().game.state.carry()
    before = repr(carry)
    table = ShufflingTable(CanberraPoker(house_options(), 7, carry, shoe="shuffling"))
    table.jams()
    table.inserts("green")
    assert repr(carry) == before
    assert Carry() == Carry(shuffler=Carry().shuffler)
