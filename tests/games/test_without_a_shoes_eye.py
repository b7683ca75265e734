"""Tables whose shoe sees less: one that only counts, and one that no wire comes from (6.1, 2.2)."""

import pytest

from games import events as e
from tests.games.pot_talk import at_the_omaha_table
from tests.games.rules_in_common import house_rules
from tests.games.table_talk import at_the_holdem_table, at_the_table

DEALERS = "Ac Kd 8c 5d 3c"
PAIR = "9s 9h 8h 6s 2s"
SILENT = {"shoe": "silent"}
COUNTING = {"shoe": "counting"}
BOTH = pytest.mark.parametrize("table_of", [at_the_table, at_the_holdem_table], ids=["canberra", "holdem"])


# ---------------------------------------------------------------- the check of the cards, rule 2.2


@BOTH
@house_rules("2.2")
def test_without_a_wire_the_dealer_looks_through_the_cards(table_of):
    table = table_of(at="verify", **SILENT)
    table.expect_prompt("check_cards", "2.2", count=52)
    table.all_cards_there()
    table.expect_phase("shuffle")


@BOTH
@house_rules("2.1", "2.2")
@pytest.mark.parametrize(("counted", "phase"), [(51, "verify"), (52, "shuffle"), (53, "verify")])
def test_a_shoe_that_counts_wants_fifty_two(table_of, counted, phase):
    table = table_of(at="verify", **COUNTING)
    for _ in range(counted):
        table.draw(None)
    table.all_cards_there()
    if phase == "verify":
        table.expect_refusal("2.1", "cards_counted")
        table.expect_prompt("cards_counted", "2.1", read=counted)
    table.expect_phase(phase)


# ---------------------------------------------------------------- no wire: one touch deals


@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.rule("NI2004-492", "6.2")
def test_a_round_by_hand_from_the_first_card_to_the_last():
    table = at_the_table(**SILENT)
    table.antes({2: 25, 5: 50})
    table.closes_betting()
    table.expect_prompt("deal_each", "6.3(a)", count=5)
    assert table.game.prompt().explain.words["boxes"] == [2, 5]
    table.says_dealt()
    table.expect_prompt("bet_or_fold", "7.1", box=2)
    table.enters("dealer", 5, "3c")
    table.expect_turned("dealer", 5, "3c")
    table.bets(2)
    table.folds(5)
    table.shows_dealer()
    table.expect_refusal("9.1", "enter_unread_first")
    table.enters_hand("dealer", "Ac Kd 8c 5d")
    table.shows_dealer()
    table.shows(2)
    table.expect_refusal("9.4", "enter_unread_first")
    table.enters_hand(2, PAIR)
    table.shows(2)
    table.settles(2)
    table.expect_payment(2, "ante", "win", "9.4", paid=25)
    table.expect_payment(2, "bet", "win", "9.4", paid=50)
    table.collects(15)
    table.expect_money({2: 75, 5: -50})


@pytest.mark.rule("NI2007-208", "6.4")
@pytest.mark.rule("NI2007-208", "6.6")
def test_a_holdem_round_by_hand_stops_at_the_flop_and_at_the_river():
    table = at_the_holdem_table(**SILENT)
    table.antes({1: 25, 3: 25})
    table.bonus(3, 5)
    table.closes_betting()
    table.expect_prompt("deal_each", "6.3(a)", count=2)
    table.says_dealt(6)
    table.expect_prompt("deal_flop", "6.4")
    table.says_dealt(3)
    table.expect_prompt("call_or_fold", "7.1", box=1)
    table.enters_hand("board", "9c 8d 2s")
    table.calls(1)
    table.declares_bonus(3)
    table.enters_hand(3, "As Ah")
    table.pays_bonus(3)
    table.expect_payment(3, "bonus", "win", "11.1", paid=35)
    table.calls(3)
    table.expect_prompt("deal_river", "6.6")
    table.says_dealt()
    table.enters_hand("board", "3h Jc")
    table.enters_hand("dealer", "4d 4h")
    table.shows_dealer()
    for box, hand in ((3, None), (1, "Kd Qd")):
        if hand:
            table.enters_hand(box, hand)
            table.shows(box)
        table.settles(box)
    table.collects(11)
    table.expect_money({1: -75, 3: 25 + 50 + 35})


@BOTH
@house_rules("6.3")
def test_no_more_cards_are_dealt_in_one_touch_than_are_due(table_of):
    table = table_of(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    due = len(table.game.state.deal.stretch)
    table.says_dealt(due + 1)
    table.expect_refusal("6.3", "so_many_are_not_due")
    table.says_dealt(1)
    table.says_dealt()
    table.expect_accepted()


@BOTH
@house_rules("6.1")
def test_where_a_shoe_deals_nobody_says_that_cards_are_dealt(table_of):
    table = table_of()
    table.antes({1: 25})
    table.closes_betting()
    table.says_dealt(1)
    table.expect_refusal("6.1", "the_shoe_deals")


# ---------------------------------------------------------------- faces entered by a person


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_hand_is_entered_whole_and_each_card_once():
    table = at_the_table(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.says_dealt()
    table.bets(1)
    table.enters_hand("dealer", "Ac Kd 8c 5d")
    table.expect_refusal("9.1", "so_many_are_unread")
    table.enters_hand("dealer", "Ac Ac 8c 5d 3c")
    table.expect_refusal("2.1", "entered_twice")
    table.enters_hand(1, PAIR)
    table.expect_refusal("6.2", "card_is_down")
    table.enters_hand("dealer", DEALERS)
    table.expect_accepted()
    table.shows_dealer()
    table.enters_hand(1, "Ac 9h 8h 6s 2s")
    table.expect_refusal("2.1", "lies_in_your_hand")
    table.enters_hand(1, "Ah 9h 8h 6s 2s")
    table.expect_accepted()


@pytest.mark.rule("NI2004-492", "6.2")
def test_a_hand_of_which_one_card_is_up_is_not_entered_while_the_others_are_down():
    table = at_the_table(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.report("card_exposed", "dealer", 1, "Ac")
    table.answers("use_as_up_card")
    table.says_dealt()
    table.enters_hand("dealer", "Kd 8c 5d 3c")
    table.expect_refusal("6.2", "card_is_down")


# ---------------------------------------------------------------- irregularities by hand


@pytest.mark.rule("NI2004-492", "14.1")
def test_an_exposed_card_says_how_far_the_deal_has_come():
    table = at_the_table(**SILENT)
    table.antes({1: 25, 2: 25})
    table.closes_betting()
    table.report("card_exposed", 2, 1, "9s")
    table.expect_question("card_exposed", "14.1")
    table.answers("turn_over")
    table.expect_next("dealer", 1)
    table.report("card_exposed", 1, 3, "9h")
    table.answers("turn_over")
    table.report("card_exposed", 2, 3, "9d")
    table.supervisor.answers("void")
    table.expect_void_round("14.1")


@pytest.mark.rule("NI2004-492", "14.2")
def test_the_dealers_exposed_card_by_hand():
    table = at_the_table(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.report("card_exposed", "dealer", 5, "As")
    table.expect_refusal("6.2", "card_is_up")
    table.report("card_exposed", "dealer", 2, "As")
    table.expect_question("dealer_card_exposed", "14.2")
    table.answers("use_as_up_card")
    table.expect_turned("dealer", 2, "As")
    table.says_dealt()
    table.bets(1)
    table.enters_hand("dealer", "Kd 8c 5d 3c")
    table.shows_dealer()
    table.expect_phase("settle")


@pytest.mark.rule("NI2007-208", "13.2")
def test_the_dealers_exposed_hole_card_by_hand_is_a_misdeal():
    table = at_the_holdem_table(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.report("card_exposed", "board", 1, "As")
    table.expect_refusal("13.1", "card_not_dealt")
    table.report("card_exposed", "dealer", 2, "As")
    table.supervisor.answers("void")
    table.expect_void_round("13.2")


@BOTH
def test_a_card_to_the_wrong_box_by_hand(table_of):
    table = table_of(**SILENT)
    rule = "14.3" if table.game.name == "canberra_poker" else "13.3"
    table.antes({1: 25, 2: 25})
    table.closes_betting()
    table.report("wrong_box", 2)
    table.expect_question("wrong_box", rule)
    table.supervisor.answers("void")
    table.expect_void_round(rule)


# ---------------------------------------------------------------- readers without a shoe


@BOTH
@house_rules("6.3", "4.4")
def test_readers_alone_watch_the_order_of_the_deal(table_of):
    table = table_of(**SILENT)
    table.antes({1: 25, 2: 25})
    table.reader_sees(1, "a")
    table.expect_phase("deal")
    table.reader_sees(2, "b")
    table.reader_sees("dealer", "c")
    table.reader_sees(1, "d")
    table.expect_no_question()
    table.reader_sees(1, "e")
    table.expect_question("wrong_box", "14.3" if table.game.name == "canberra_poker" else "13.3")


@BOTH
def test_a_reader_that_comes_back_accuses_nobody_while_the_dealer_has_not_said_what_is_dealt(table_of):
    table = table_of(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.reader_lists(1, "a", "b")
    table.expect_no_question()
    table.says_dealt()
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_reader_that_sees_one_too_many_when_all_is_dealt():
    table = at_the_table(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.reader_lists(1, *"abcdef")
    table.says_dealt()
    table.expect_question("readers_count_differs", "14.3")


# ---------------------------------------------------------------- a shoe that only counts


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_shoe_that_counts_deals_in_order_and_nothing_is_said_of_unread_cards():
    table = at_the_table(**COUNTING)
    table.antes({1: 25})
    for place, nth in ((1, 1), ("dealer", 1), (1, 2)):
        if nth > 1 or place == "dealer":
            table.expect_next(place, nth)
        table.draw(None)
        assert not [outcome for outcome in table.heard if outcome.kind == "notice"]
    for _ in range(7):
        table.draw(None)
    table.expect_phase("decide")
    table.draw(None)
    table.expect_question("extra_card_drawn", "14.3")


@BOTH
def test_a_shoe_that_counts_is_missed_when_it_is_gone(table_of):
    table = table_of(**COUNTING)
    table.antes({1: 25})
    table.draw(None)
    table.shoe_is_lost()
    table.expect_question("shoe_lost", "6.1")


@BOTH
@house_rules("6.1")
def test_a_silent_shoe_is_never_lost(table_of):
    table = table_of(**SILENT)
    table.antes({1: 25})
    table.closes_betting()
    table.happens(e.DeviceLost(device="shoe", role="shoe"))
    table.says_dealt()
    table.expect_no_question()


# ---------------------------------------------------------------- where a face cannot be


def out_of(table, command):
    """What the pad for that greys: each face with where it lies."""
    offer = next(offer for offer in table.game.offers() if offer.command == command)
    return {face: (where.code, where.words.get("place")) for face, where in offer.fields[0].out.items()}


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_pad_greys_what_lies_up_elsewhere_and_says_where():
    table = at_the_table(**SILENT)
    table.antes({1: 25, 2: 25})
    table.closes_betting()
    table.says_dealt()
    table.bets(1, 2)
    table.enters_hand("dealer", DEALERS)
    table.shows_dealer()
    first = table.game.state.to_settle()[0].number
    table.enters_hand(first, PAIR)
    table.shows(first)
    table.settles(first)
    out = out_of(table, "enter_hand")
    assert {out[face] for face in DEALERS.split()} == {("lies_in_your_hand", None)}
    assert {out[face] for face in PAIR.split()} == {("lies_there", str(first))}
    assert len(out) == 10


@pytest.mark.rule("NI2004-492", "6.2")
def test_a_pad_never_greys_what_lies_face_down():
    """The shoe has read the cards of box 1: to grey them would be to look at them."""
    table = at_the_table()
    table.ante(1, 25)
    table.deal({1: "9h 9d 4s 3s 2s", "dealer": "Ac Kd 8c 5d 3c"}, count=1)
    table.draws_unread()
    table.deal()
    table.bets(1)
    assert set(out_of(table, "enter_card")) == {"3c"}


# ---------------------------------------------------------------- the board is nobody's hand


def counted_to_the_showdown():
    table = at_the_omaha_table(shoe="counting", stakes={1: 1000, 2: 1000})
    for _ in range(4):
        table.deal()
        table.checks_around()
    return table


@pytest.mark.rule("NI2017-583", "13.1")
def test_the_sentence_says_that_the_board_is_entered_before_any_hand():
    table = counted_to_the_showdown()
    table.expect_prompt("enter_the_board", "13.1")
    proposed = next(offer for offer in table.game.offers() if offer.proposed)
    assert (proposed.args["place"], proposed.say.code) == ("board", "do_enter_board")
    table.people_enter("board")
    table.expect_prompt("shows_first", "13.1", box=1)


@pytest.mark.rule("NI2017-583", "9.4")
def test_the_board_is_entered_as_it_comes_while_players_bet():
    table = at_the_omaha_table(shoe="counting", stakes={1: 1000, 2: 1000})
    table.deal()
    table.checks_around()
    table.deal()
    table.expect_phase("bet")
    offer = next(offer for offer in table.game.offers() if offer.command == "enter_hand")
    assert offer.args["place"] == "board"
    assert offer.fields[0].count == 3
    table.people_enter("board")
    assert all(dealt.card is not None for dealt in table.game.state.deal.hand("board"))
