"""What goes wrong at a Casino Hold-em table and what the rules make of it: rules 12, 13 and 15."""

import pytest

from games import events as e
from tests.games.table_talk import at_the_holdem_table

HANDS = {1: "As Ah", 3: "Qs Jh", "dealer": "Tc Td", "board": "Kc 9d 5s 3h 2c"}
HOLE_CARDS, FLOP = 6, 9  # how many cards are out then, with two boxes


def dealing(count, *, hands=HANDS, bonuses=(), **options):
    """The first cards of a round are out: hole cards, then the flop, then, if the players call, the river."""
    table = at_the_holdem_table(**options)
    table.antes({1: 25, 3: 25})
    for box in bonuses:
        table.bonus(box, 10)
    table.stack(hands)
    table.closes_betting()
    table.deal(count=min(count, FLOP))
    if count > FLOP:
        table.calls(1, 3)
        table.deal(count=count - FLOP)
    return table


def in_river(count=0, **said):
    """The players have called, and so many cards of the river lie on the table."""
    table = dealing(FLOP, **said)
    table.calls(1, 3)
    table.deal(count=count)
    return table


def turned_over(table, *exposed):
    for place, nth in exposed:
        table.exposes(place, nth)
        table.answers("turn_over")
        table.expect_ruling("13.1", "turn_over")


# ---------------------------------------------------------------- 13.1: exposed cards of the players


@pytest.mark.rule("NI2007-208", "13.1")
def test_two_exposed_cards_are_turned_over_and_the_deal_goes_on():
    table = dealing(HOLE_CARDS)
    table.exposes(1, 1)
    table.expect_question("card_exposed", "13.1", ("turn_over",))
    table.answers("turn_over")
    turned_over(table, (3, 2))
    table.expect_next("board", 1, up=True)
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2007-208", "13.1")
@pytest.mark.parametrize("out", [HOLE_CARDS, FLOP, FLOP + 1, FLOP + 2])
def test_a_third_exposed_card_makes_the_round_void(out):
    table = dealing(out, bonuses=[3])
    turned_over(table, (1, 1), (3, 2))
    table.exposes(3, 1)
    table.expect_question("third_card_exposed", "13.1", ("void",))
    table.answers("void")
    table.expect_refusal("13.1", "supervisor_only")
    table.supervisor.answers("void")
    table.expect_ruling("13.1", "void")
    table.expect_void_round("13.1")


@pytest.mark.rule("NI2007-208", "13.1")
def test_three_cards_exposed_at_once_make_the_round_void():
    table = dealing(HOLE_CARDS)
    for place, nth in ((1, 1), (3, 1), (3, 2)):
        table.exposes(place, nth)
    table.answers("turn_over")
    table.answers("turn_over")
    table.expect_question("third_card_exposed", "13.1", ("void",))


@pytest.mark.rule("NI2007-208", "13.1")
def test_a_card_counts_once_and_a_report_may_be_taken_back():
    table = dealing(HOLE_CARDS)
    turned_over(table, (1, 1), (3, 2))
    table.exposes(1, 1)
    table.expect_refusal("13.1", "card_counts_already")
    table.exposes(3, 1)
    table.withdraws()
    table.expect_withdrawn("third_card_exposed")
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2007-208", "13.1")
@pytest.mark.rule("NI2007-208", "10.5")
def test_cards_turned_up_for_the_bonus_are_not_exposed():
    table = dealing(FLOP, bonuses=[1])
    turned_over(table, (3, 1), (3, 2))
    table.declares_bonus(1)
    table.expect_no_question()
    table.report("card_exposed", 1, 1, "As")
    table.expect_refusal("6.2", "card_is_up")
    table.pays_bonus(1)
    table.calls(1, 3)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "13.1")
@pytest.mark.rule("NI2007-208", "6.2")
def test_communal_cards_lie_up_and_are_not_exposed():
    table = dealing(FLOP)
    table.report("card_exposed", "board", 2, "9d")
    table.expect_refusal("6.2", "card_is_up")


@pytest.mark.rule("NI2007-208", "13.1")
def test_the_exposed_cards_of_an_earlier_round_do_not_count():
    table = dealing(FLOP)
    turned_over(table, (1, 1), (3, 2))
    table.folds(1, 3)
    table.collects()
    table.next_round()
    table.ante(1, 25)
    table.stack()
    table.deal(count=3)
    table.exposes(1, 1)
    table.expect_question("card_exposed", "13.1")


@pytest.mark.rule("NI2007-208", "13.1")
def test_an_exposed_card_other_than_the_shoe_read_is_entered_when_it_is_up():
    table = dealing(HOLE_CARDS)
    table.report("card_exposed", 1, 1, "Ad")
    table.expect_question("exposed_card_differs", "15.4", ("rule_on_exposure", "void"))
    table.supervisor.answers("rule_on_exposure")
    table.answers("turn_over")
    table.deal()
    table.calls(1, 3)
    table.deal()
    table.shows_dealer()
    table.shows(1)
    table.expect_refusal("9.2", "enter_unread_first")
    table.enters(1, 1, "Ad")
    table.plays_out()
    table.expect_money({1: 75, 3: -75})


# ---------------------------------------------------------------- 13.2: exposed cards of the dealer


@pytest.mark.rule("NI2007-208", "13.2")
@pytest.mark.parametrize("nth", [1, 2])
@pytest.mark.parametrize("out", [HOLE_CARDS, FLOP, FLOP + 1])
def test_an_exposed_card_of_the_dealer_makes_the_round_void(out, nth):
    table = dealing(out, bonuses=[1])
    table.exposes("dealer", nth)
    table.expect_question("dealer_card_exposed", "13.2", ("void",))
    table.supervisor.answers("void")
    table.expect_ruling("13.2", "void")
    table.expect_void_round("13.2")


@pytest.mark.rule("NI2007-208", "13.2")
def test_the_very_first_card_of_the_dealer_is_enough():
    table = dealing(3)
    table.exposes("dealer", 1)
    table.supervisor.answers("void")
    table.expect_void_round("13.2")


@pytest.mark.rule("NI2007-208", "13.2")
def test_both_cards_of_the_dealer_exposed_make_the_round_void_too():
    table = dealing(FLOP)
    table.exposes("dealer", 1)
    table.exposes("dealer", 2)
    table.supervisor.answers("void")
    table.expect_no_question()
    table.expect_void_round("13.2")


@pytest.mark.rule("NI2007-208", "13.2")
@pytest.mark.rule("NI2007-208", "6.7")
def test_the_dealers_cards_that_are_rightly_up_are_not_exposed():
    table = in_river(2)
    table.shows_dealer()
    table.report("card_exposed", "dealer", 1, "Tc")
    table.expect_refusal("6.2", "card_is_up")


@pytest.mark.rule("NI2007-208", "13.2")
@pytest.mark.rule("NI2007-208", "13.1")
def test_the_dealers_card_is_not_one_of_the_three():
    table = dealing(HOLE_CARDS)
    turned_over(table, (1, 1), (3, 2))
    table.exposes("dealer", 1)
    table.expect_question("dealer_card_exposed", "13.2", ("void",))


# ---------------------------------------------------------------- 13.3: hole cards dealt otherwise


@pytest.mark.rule("NI2007-208", "13.3")
@pytest.mark.parametrize("what", ["wrong_box", "too_many_cards", "too_few_cards"])
@pytest.mark.parametrize("out", [0, 1, HOLE_CARDS, FLOP, FLOP + 2])
def test_a_round_dealt_otherwise_than_in_order_is_void(what, out):
    table = dealing(out, bonuses=[1])
    table.report(what, 3)
    table.expect_question(what, "13.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_ruling("13.3", "void")
    table.expect_void_round("13.3")


@pytest.mark.rule("NI2007-208", "13.3")
def test_a_wrong_deal_is_the_supervisors_ruling():
    table = dealing(4)
    table.report("wrong_box", 3)
    table.answers("void")
    table.expect_refusal("13.3", "supervisor_only")
    table.supervisor.answers("go_on", "nothing was wrong")
    table.expect_ruling("15.4", "go_on")
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2007-208", "13.3")
@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize("what", ["wrong_box", "too_many_cards", "too_few_cards", "other"])
@pytest.mark.parametrize("out", [HOLE_CARDS, FLOP, FLOP + 1])
def test_a_wrong_communal_card_is_left_to_the_operator(what, out):
    table = dealing(out)
    table.report(what, "board")
    table.expect_question("board_wrong", "15.3", ("void", "go_on"))
    table.answers("void")
    table.expect_refusal("15.3", "supervisor_only")
    table.supervisor.answers("void")
    table.expect_ruling("15.3", "void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize("choice", ["void", "set_aside"])
def test_a_card_out_of_the_shoe_before_the_river_is_due_is_left_to_the_operator(choice):
    table = dealing(FLOP)
    table.draw("8h")
    table.expect_question("early_river", "6.6", ("keep_down", "set_aside", "void"))
    table.supervisor.answers(choice)
    if choice == "void":
        table.expect_void_round("15.3")
    else:
        table.expect_ruling("15.4", "set_aside")
        table.folds(1, 3)
        table.expect_prompt("collect", "9.5", out=FLOP + 1)


@pytest.mark.rule("NI2007-208", "13.3")
def test_a_void_gives_back_what_was_folded():
    table = dealing(FLOP, bonuses=[1])
    table.folds(1)
    table.report("too_many_cards", 3)
    table.supervisor.answers("void")
    table.expect_void_round("13.3")


@pytest.mark.rule("NI2007-208", "13.3")
@pytest.mark.rule("NI2007-208", "10.5")
def test_a_void_takes_a_paid_bonus_back():
    table = dealing(FLOP, bonuses=[1])
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.report("wrong_box", 3)
    table.supervisor.answers("void")
    table.expect_moved(
        (1, "ante", "returned", 25),
        (3, "ante", "returned", 25),
        (1, "bonus", "taken_back", 70),
    )
    table.expect_void_round("13.3")


@pytest.mark.rule("NI2007-208", "13.3")
def test_a_void_takes_back_what_was_paid_at_the_end():
    table = in_river(2, bonuses=[1, 3])
    table.shows_dealer()
    table.shows(3)
    table.settles(3)
    table.shows(1)
    table.settles(1)
    table.expect_phase("collect")
    table.report("too_many_cards", 1)
    table.supervisor.answers("void")
    table.expect_moved(
        (1, "ante", "taken_back", 25),
        (1, "call", "taken_back", 50),
        (1, "bonus", "given_back", 10),
        (3, "ante", "given_back", 25),
        (3, "call", "given_back", 50),
        (3, "bonus", "given_back", 10),
    )
    table.expect_void_round("13.3")


@pytest.mark.rule("NI2007-208", "2.1")
@pytest.mark.parametrize("table_after", [lambda: dealing(4), lambda: dealing(7), in_river, lambda: in_river(1)])
def test_the_same_card_twice_in_one_round_is_the_supervisors(table_after):
    table = table_after()
    table.draw("As")
    table.expect_question("card_read_twice", "2.1", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "2.1")
@pytest.mark.rule("NI2007-208", "6.6")
def test_a_communal_card_that_was_misread_is_entered_as_it_lies_there():
    table = in_river(1)
    table.draw("As")
    table.supervisor.answers("go_on", "it is the two of clubs")
    table.shows_dealer()
    table.expect_refusal("6.7", "enter_unread_first")
    table.enters("board", 5, "2c")
    table.plays_out()
    table.expect_money({1: 75, 3: -75})


# ---------------------------------------------------------------- 13.4: hands in the discards


@pytest.mark.rule("NI2007-208", "13.4")
def test_a_hand_in_the_discards_is_reconstructed_and_plays_on():
    table = in_river()
    table.report("hand_in_discards", 1)
    table.expect_question("hand_in_discards", "13.4", ("reconstructed", "hand_void"))
    table.supervisor.answers("reconstructed")
    table.expect_ruling("13.4", "reconstructed")
    table.deal()
    table.plays_out()
    table.expect_money({1: 75, 3: -75})


@pytest.mark.rule("NI2007-208", "13.4")
def test_a_hand_that_cannot_be_reconstructed_gets_its_wagers_back():
    table = dealing(FLOP, bonuses=[1])
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.expect_payment(1, "ante", "returned", "13.4", returned=25)
    table.expect_payment(1, "bonus", "returned", "13.4", returned=10)
    table.folds(3)
    table.collects()
    table.expect_money({1: 0, 3: -25})


@pytest.mark.rule("NI2007-208", "13.4")
def test_a_called_hand_that_is_void_gets_its_call_back_too_and_touches_no_other():
    table = in_river(1)
    table.report("hand_in_discards", 3)
    table.supervisor.answers("hand_void")
    table.expect_payment(3, "ante", "returned", "13.4", returned=25)
    table.expect_payment(3, "call", "returned", "13.4", returned=50)
    table.deal()
    table.plays_out()
    table.expect_money({1: 75, 3: 0})


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.rule("NI2007-208", "10.5")
def test_a_bonus_that_is_paid_stands_when_its_hand_becomes_void():
    table = dealing(FLOP, bonuses=[1])
    table.declares_bonus(1)
    table.pays_bonus(1)
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.folds(3)
    table.collects()
    table.expect_money({1: 70, 3: -25})


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.rule("NI2007-208", "10.5")
def test_a_declared_bonus_of_a_void_hand_goes_back_and_the_table_goes_on():
    table = dealing(FLOP, bonuses=[1])
    table.declares_bonus(1)
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.expect_payment(1, "bonus", "returned", "13.4", returned=10)
    table.calls(3)
    table.expect_phase("river")


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.rule("NI2007-208", "6.6")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_when_every_hand_is_void_the_river_is_not_completed(cards):
    table = in_river(cards)
    for box in (1, 3):
        table.report("hand_in_discards", box)
        table.supervisor.answers("hand_void")
    table.expect_prompt("collect", "9.5", out=FLOP + cards)
    table.collects()
    table.expect_money({1: 0, 3: 0})


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.parametrize("out", [2, HOLE_CARDS, FLOP - 1])
def test_when_every_hand_is_void_before_the_flop_is_complete_the_round_still_ends(out):
    table = dealing(out)
    for box in (1, 3):
        table.report("hand_in_discards", box)
        table.supervisor.answers("hand_void")
    table.deal()
    table.expect_phase("collect")
    table.collects()
    table.expect_money({1: 0, 3: 0})


@pytest.mark.rule("NI2007-208", "13.4")
def test_only_a_hand_that_is_still_played_needs_reconstruction():
    table = dealing(FLOP)
    table.folds(1)
    table.report("hand_in_discards", 1)
    table.expect_refusal("13.4", "hand_is_over")
    for place in (None, "dealer", "rack", "board", 2):
        table.report("hand_in_discards", place)
        table.expect_refusal("13.4", "which_box")


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize("out", [4, FLOP, FLOP + 1])
def test_after_a_void_no_hand_is_left_to_reconstruct(out):
    table = dealing(out)
    table.supervisor.voids("impractical")
    table.report("hand_in_discards", 1)
    table.expect_refusal("13.4", "hand_is_over")
    table.collects()
    table.expect_money({1: 0, 3: 0})


# ---------------------------------------------------------------- 12 and 15


@pytest.mark.rule("NI2007-208", "12.2(a)")
@pytest.mark.rule("NI2007-208", "12.3")
@pytest.mark.parametrize("out", [FLOP, FLOP + 1])
def test_exchanged_cards_may_make_the_round_void(out):
    table = dealing(out)
    table.reader_sees(1, "ace")
    table.reader_sees(3, "queen")
    table.reader_loses(1, "ace")
    table.reader_sees(3, "ace")
    table.expect_question("cards_exchanged", "12.2(a)", ("void", "exclude_players", "put_back", "reader_erred"))
    table.supervisor.answers("void")
    table.expect_ruling("12.3", "void")
    table.expect_void_round("12.3")


@pytest.mark.rule("NI2007-208", "12.2(b)")
@pytest.mark.rule("NI2007-208", "15.3")
def test_talk_about_hands_is_reported_and_left_to_the_supervisor():
    table = dealing(FLOP)
    table.report("other")
    table.expect_question("other", "15.4", ("go_on", "void"))
    table.supervisor.answers("void", "players told each other their cards")
    table.expect_ruling("15.3", "void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "15.1")
@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize(
    ("ground", "rule"), [("disturbance", "15.1"), ("impractical", "15.3"), ("fraud", "15.3")]
)
@pytest.mark.parametrize("out", [0, 1, HOLE_CARDS, FLOP, FLOP + 1, FLOP + 2])
def test_the_operator_may_void_a_round_that_is_not_complete(out, ground, rule):
    table = dealing(out, bonuses=[1, 3])
    table.says(e.VoidRound, ground=ground)
    table.expect_refusal("15.3", "supervisor_only")
    table.supervisor.voids(ground)
    table.expect_ruling(rule, "void")
    assert table.heard[0].reason == ground
    table.expect_void_round(rule)


@pytest.mark.rule("NI2007-208", "15.3")
def test_a_round_may_be_void_until_all_cards_are_in_the_discard_rack():
    table = in_river(2)
    table.plays_out(collect=False)
    table.supervisor.voids("fraud")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "15.1")
@pytest.mark.parametrize("phase", ["verify", "shuffle", "cut", "antes"])
def test_between_rounds_there_is_nothing_to_make_void(phase):
    table = at_the_holdem_table(at=phase)
    table.supervisor.voids("disturbance")
    table.expect_refusal("15.3", "no_round")


@pytest.mark.rule("NI2007-208", "15.3")
def test_a_supervisor_may_void_over_a_declared_bonus_and_an_open_question():
    table = dealing(FLOP, bonuses=[1])
    table.declares_bonus(1)
    table.report("hand_in_discards", 3)
    table.supervisor.voids("impractical")
    table.expect_no_question()
    table.expect_void_round("15.3")


# ---------------------------------------------------------------- the shoe, in flop and river


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.parametrize("out", [0, 3, HOLE_CARDS, FLOP - 1])
def test_without_its_shoe_the_deal_stops(out):
    table = dealing(out)
    table.shoe_is_lost()
    table.expect_question("shoe_lost", "6.1", ("deal_by_hand", "void"))
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1", ("go_on", "deal_is_wrong"))
    table.answers("go_on")
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "6.6")
@pytest.mark.parametrize("cards", [0, 1])
def test_without_its_shoe_the_river_stops(cards):
    table = in_river(cards)
    table.shoe_is_lost()
    table.expect_question("shoe_lost", "6.1", ("deal_by_hand", "void"))
    table.supervisor.answers("void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "6.6")
def test_a_shoe_lost_while_the_players_decide_is_missed_when_the_river_is_due():
    table = dealing(FLOP)
    table.shoe_is_lost()
    table.expect_no_question()
    table.calls(1)
    table.expect_no_question()
    table.calls(3)
    table.expect_question("shoe_lost", "6.1", ("deal_by_hand", "void"))
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1")
    table.answers("go_on")
    table.deal()
    table.expect_phase("reveal")


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_lost_shoe_is_not_missed_when_everybody_folds():
    table = dealing(FLOP)
    table.shoe_is_lost()
    table.folds(1, 3)
    table.expect_no_question()
    table.expect_phase("collect")


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "15.4")
def test_a_river_dealt_by_hand_is_entered_by_its_faces():
    table = in_river()
    table.shoe_is_lost()
    table.answers("deal_by_hand")
    table.expect_refusal("15.4", "supervisor_only")
    table.supervisor.answers("deal_by_hand")
    table.says(e.CardDealtByHand)
    table.says(e.CardDealtByHand)
    table.expect_phase("reveal")
    table.enters("board", 4, "3h")
    table.enters("board", 5, "2c")
    table.plays_out()
    table.expect_money({1: 75, 3: -75})


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "15.4")
def test_leave_to_deal_by_hand_is_given_for_the_whole_round():
    table = dealing(HOLE_CARDS)
    table.shoe_is_lost()
    table.supervisor.answers("deal_by_hand")
    for _ in range(3):
        table.says(e.CardDealtByHand)
    table.calls(1, 3)
    table.expect_no_question()
    table.says(e.CardDealtByHand)
    table.says(e.CardDealtByHand)
    table.expect_phase("reveal")


@pytest.mark.rule("NI2007-208", "13.3")
@pytest.mark.parametrize("out", [4, HOLE_CARDS])
def test_hole_cards_that_are_wrong_after_an_interruption_make_the_round_void(out):
    table = dealing(out)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.answers("deal_is_wrong")
    table.expect_question("too_few_cards", "13.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("13.3")


@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize("out", [FLOP - 1, FLOP + 1])
def test_communal_cards_that_are_wrong_after_an_interruption_are_left_to_the_operator(out):
    table = dealing(out)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.answers("deal_is_wrong")
    table.expect_question("board_wrong", "15.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "6.1")
@pytest.mark.rule("NI2007-208", "6.6")
@pytest.mark.parametrize("out", [HOLE_CARDS, FLOP])
@pytest.mark.parametrize("choice", ["not_dealt", "count_as_dealt"])
def test_after_a_jam_a_person_says_whether_the_communal_card_came_out(out, choice):
    table = in_river() if out == FLOP else dealing(out)
    first = table.game.state.deal.due.nth
    table.shoe_faults()
    table.expect_question("shoe_faulted", "6.1", ("not_dealt", "count_as_dealt", "void"))
    table.shoe_recovers()
    table.supervisor.answers(choice)
    table.expect_next("board", first if choice == "not_dealt" else first + 1, up=True)


@pytest.mark.rule("NI2007-208", "6.6")
def test_missed_reports_can_complete_the_river():
    table = in_river()
    table.shoe_misses(2)
    table.expect_question("reports_missed", "6.3", ("go_on", "count_as_dealt", "void"))
    table.supervisor.answers("count_as_dealt")
    table.expect_phase("reveal")
    table.shows_dealer()
    table.expect_refusal("6.7", "enter_unread_first")


@pytest.mark.rule("NI2007-208", "6.6")
def test_the_dealer_may_hold_the_shoe_in_the_river():
    table = dealing(FLOP)
    table.says(e.HoldShoe)
    table.expect_refusal("6.1", "not_now")
    table.calls(1, 3)
    table.says(e.HoldShoe)
    table.expect_question("shoe_held", "6.1", ("go_on",))
    table.answers("go_on")
    table.deal()
    table.expect_phase("reveal")


# ---------------------------------------------------------------- the readers


def seen(table, order):
    """Each card is told by the shoe and seen where it lies."""
    for place in order:
        table.deal(count=1)
        table.reader_sees(place, f"tag {table.game.state.cards_out}")


DEAL = (1, 3, "dealer", 1, 3, "dealer", "board", "board", "board")


@pytest.mark.rule("NI2007-208", "6.3")
@pytest.mark.rule("NI2007-208", "6.4")
@pytest.mark.rule("NI2007-208", "6.6")
def test_cards_seen_where_they_were_dealt_are_no_news():
    table = dealing(0)
    seen(table, DEAL)
    table.calls(1, 3)
    seen(table, ("board", "board"))
    table.expect_no_question()
    table.expect_phase("reveal")


@pytest.mark.rule("NI2007-208", "13.3")
def test_a_hole_card_among_the_communal_cards_was_dealt_out_of_order():
    table = dealing(0)
    seen(table, DEAL[:4])
    table.deal(count=1)
    table.reader_sees("board", "astray")
    table.expect_question("wrong_box", "13.3", ("void", "put_back", "reader_erred"))


@pytest.mark.rule("NI2007-208", "15.3")
@pytest.mark.parametrize("place", [1, 3, "dealer"])
@pytest.mark.parametrize("phase", ["flop", "river"])
def test_a_communal_card_beside_the_board_is_left_to_the_operator(phase, place):
    table = dealing(0)
    if phase == "flop":
        seen(table, DEAL[:7])
    else:
        seen(table, DEAL)
        table.calls(1, 3)
    table.deal(count=1)
    table.reader_sees(place, "astray")
    table.expect_question("board_wrong", "15.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("15.3")


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.parametrize("river", [0, 1, 2])
def test_a_card_that_the_rack_sees_too_early_is_a_hand_in_the_discards(river):
    table = dealing(0)
    seen(table, DEAL)
    table.calls(1, 3)
    table.deal(count=river)
    table.reader_sees("rack", "tag 1")
    table.expect_question("hand_in_discards", "13.4", ("reconstructed", "hand_void"))


@pytest.mark.rule("NI2007-208", "13.4")
@pytest.mark.rule("NI2007-208", "7.3")
def test_a_folded_hand_belongs_in_the_discards():
    table = dealing(0)
    seen(table, DEAL)
    table.folds(1)
    table.reader_sees("rack", "tag 1")
    table.reader_sees("rack", "tag 4")
    table.expect_no_question()


@pytest.mark.rule("NI2007-208", "5.1")
@pytest.mark.rule("NI2007-208", "13.4")
def test_a_card_in_the_rack_before_the_deal_has_begun_is_shuffled_in_again():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.reader_sees(1, "quick")
    table.neighbour_sees("rack", "quick")
    table.reader_loses(1, "quick")
    table.expect_question("early_card", "5.1", ("reshuffle",))
    table.answers("reshuffle")
    table.expect_phase("shuffle")
    table.next_round()
    table.closes_betting()
    table.deal(count=1)
    table.reader_sees(1, "another")
    table.expect_no_question()


@pytest.mark.rule("NI2007-208", "12.1")
@pytest.mark.rule("NI2007-208", "7.1")
def test_a_player_may_pick_cards_up_and_put_them_down():
    table = dealing(0)
    seen(table, DEAL)
    table.reader_loses(1, "tag 1")
    table.reader_loses(1, "tag 4")
    table.reader_sees(1, "tag 4")
    table.reader_sees(1, "tag 1")
    table.expect_no_question()


@pytest.mark.rule("NI2007-208", "15.3")
def test_readers_that_come_back_to_too_many_communal_cards_leave_it_to_the_operator():
    table = dealing(0)
    seen(table, DEAL)
    table.reader_lists("board", "tag 7", "tag 8", "tag 9", "one more")
    table.expect_question("board_wrong", "15.3", ("void", "go_on"))


@pytest.mark.rule("NI2007-208", "6.6")
def test_a_card_of_the_river_that_only_a_reader_has_seen_can_be_counted_as_dealt():
    table = dealing(0)
    seen(table, DEAL)
    table.calls(1, 3)
    table.reader_lists("board", "tag 7", "tag 8", "tag 9", "river")
    choices = [choice.code for choice in table.game.state.question.question.choices]
    assert "count_as_dealt" in choices
    table.supervisor.answers("count_as_dealt")
    table.expect_next("board", 5, up=True)
