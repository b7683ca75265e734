"""What the shoe and the readers say, and what the rules of the deal make of it: rules 6.1, 6.3, 13.2 and 14."""

import pytest

from games import events as e
from tests.games.table_talk import DEALER_ACE_KING, TWO_PAIRS, Table, at_the_table


def dealing(count=0, antes=(1, 3), **options):
    table = at_the_table(**options)
    table.antes(dict.fromkeys(antes, 25))
    table.stack()
    table.closes_betting()
    table.deal(count=count)
    return table


# ---------------------------------------------------------------- the shoe is lost and comes back


@pytest.mark.rule("NI2004-492", "6.1")
@pytest.mark.parametrize("dealt", [0, 1, 14])
def test_without_its_shoe_the_deal_stops(dealt):
    table = dealing(dealt)
    table.shoe_is_lost()
    table.expect_question("shoe_lost", "6.1", ("deal_by_hand", "void"))
    table.expect_prompt("stop_shoe_lost", "6.1")


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_deal_does_not_begin_without_the_shoe():
    table = dealing(shoe_ready=False)
    table.expect_question("shoe_lost", "6.1")
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1")


def what_is_said_of_the_cards(table) -> str:
    return table.game.prompt().explain.code


@pytest.mark.rule("NI2004-492", "6.1")
def test_cards_are_all_accounted_for_only_if_the_readers_see_just_those_that_the_shoe_told_of():
    table = dealing(3)
    for place, tag in ((1, "aa"), (3, "bb"), ("dealer", "cc")):
        table.reader_sees(place, tag)
    table.shoe_is_lost()
    assert what_is_said_of_the_cards(table) == "shoe_lost"
    table.reader_sees(1, "dd")  # a fourth card had left the shoe before the cable went
    assert what_is_said_of_the_cards(table) == "shoe_lost_uncertain"


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_card_that_only_a_reader_saw_before_the_shoe_was_lost_is_uncertain_too():
    table = dealing(3)
    for place, tag in ((1, "aa"), (3, "bb"), ("dealer", "cc"), (1, "dd")):
        table.reader_sees(place, tag)
    table.shoe_is_lost()
    assert what_is_said_of_the_cards(table) == "shoe_lost_uncertain"


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_lost_before_the_deal_is_missed_when_it_is_needed():
    table = at_the_table()
    table.ante(1, 25)
    table.shoe_is_lost()
    table.expect_no_question()
    table.closes_betting()
    table.expect_question("shoe_lost", "6.1")


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_lost_and_back_between_rounds_is_no_trouble():
    table = at_the_table()
    table.ante(1, 25)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.closes_betting()
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_lost_after_the_deal_does_not_stop_the_play():
    table = dealing(15)
    table.shoe_is_lost()
    table.expect_no_question()
    table.folds(1, 3)
    table.expect_phase("collect")


@pytest.mark.rule("NI2004-492", "6.1")
@pytest.mark.parametrize("dealt", [0, 4])
def test_after_an_interruption_the_deal_goes_on_only_when_the_count_is_right(dealt):
    table = dealing(dealt)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1", ("go_on", "deal_is_wrong"))
    table.answers("go_on")
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_deal_that_is_wrong_after_an_interruption_is_void():
    table = dealing(4)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.answers("deal_is_wrong")
    table.expect_question("too_few_cards", "14.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_that_goes_again_is_waited_for_again():
    table = dealing(4)
    table.shoe_is_lost()
    table.shoe_is_back()
    table.shoe_is_lost()
    table.expect_question("shoe_lost", "6.1")
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1")


@pytest.mark.rule("NI2004-492", "6.1")
@pytest.mark.rule("NI2004-492", "16.4")
def test_only_the_supervisor_lets_a_round_be_dealt_by_hand():
    table = dealing(4, [1])
    table.shoe_is_lost()
    table.answers("deal_by_hand")
    table.expect_refusal("16.4", "supervisor_only")
    table.supervisor.answers("deal_by_hand")
    for _ in range(6):
        table.says(e.CardDealtByHand)
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "16.3")
def test_without_its_shoe_a_round_may_be_void():
    table = dealing(4)
    table.shoe_is_lost()
    table.supervisor.answers("void")
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "6.1")
def test_the_dealer_may_hold_the_shoe():
    table = dealing(4)
    table.says(e.HoldShoe)
    table.expect_question("shoe_held", "6.1", ("go_on",))
    table.answers("go_on")
    table.deal()
    table.expect_phase("decide")


# ---------------------------------------------------------------- faults and missed reports


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_shoe_that_still_reports_its_jam_deals_no_further():
    table = dealing(4)
    table.shoe_faults()
    table.supervisor.answers("not_dealt")
    table.expect_refusal("16.4", "clear_shoe_first")
    table.shoe_recovers()
    table.supervisor.answers("not_dealt")
    table.expect_next(3, 2)


@pytest.mark.rule("NI2004-492", "6.3")
def test_the_readers_say_first_whether_the_card_lies_there():
    table = dealing(1)
    table.reader_sees(1, "ace")
    table.shoe_faults()
    assert table.game.prompt().say.code == "stop_shoe_faulted"
    proposed = [offer.args["choice"] for offer in table.game.offers() if offer.proposed]
    assert proposed == ["not_dealt"]
    table.reader_sees(3, "nine")
    proposed = [offer.args["choice"] for offer in table.game.offers() if offer.proposed]
    assert proposed == ["count_as_dealt"]


@pytest.mark.rule("NI2004-492", "6.1")
@pytest.mark.parametrize("choice", ["not_dealt", "count_as_dealt"])
def test_after_a_jam_a_person_says_whether_the_card_came_out(choice):
    table = dealing(4)
    table.shoe_faults()
    table.expect_question("shoe_faulted", "6.1", ("not_dealt", "count_as_dealt", "void"))
    table.shoe_recovers()
    table.supervisor.answers(choice)
    if choice == "not_dealt":
        table.expect_next(3, 2)
    else:
        table.expect_next("dealer", 2)


@pytest.mark.rule("NI2004-492", "6.1")
def test_a_jam_after_the_deal_is_only_told():
    table = dealing(15)
    table.shoe_faults()
    table.expect_no_question()
    assert table.heard[0].say.code == "device_faulted"


@pytest.mark.rule("NI2004-492", "6.3")
def test_missed_reports_can_be_counted_as_dealt():
    table = dealing(4)
    table.shoe_misses(2)
    table.expect_question("reports_missed", "6.3", ("go_on", "count_as_dealt", "void"))
    table.supervisor.answers("count_as_dealt")
    table.expect_next(1, 3)


@pytest.mark.rule("NI2004-492", "6.3")
def test_missed_reports_can_complete_the_deal():
    table = dealing(13)
    table.shoe_misses(2)
    table.supervisor.answers("count_as_dealt")
    table.expect_phase("decide")
    table.folds(1, 3)
    table.expect_prompt("collect", "9.7", out=15)


@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.parametrize("missed", [0, 3])
def test_more_reports_than_cards_are_due_cannot_be_cards_of_this_deal(missed):
    table = dealing(13)
    table.shoe_misses(missed)
    table.expect_question("reports_missed", "6.3", ("go_on", "void"))


@pytest.mark.rule("NI2004-492", "6.3")
def test_reports_missed_twice_are_both_counted():
    table = dealing(4)
    table.shoe_misses(1)
    table.shoe_misses(2)
    for _ in range(2):
        if table.game.state.question:
            table.supervisor.answers("count_as_dealt")
    assert table.game.state.cards_out == 7


@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.parametrize("trouble", ["missed", "jam"])
@pytest.mark.parametrize("dealt", [13, 14])
def test_an_answer_never_deals_more_cards_than_the_order_has(trouble, dealt):
    table = dealing(dealt)
    if trouble == "missed":
        table.shoe_misses(15 - dealt)
    else:
        table.shoe_faults()
    table.deal()
    table.supervisor.answers("count_as_dealt")
    assert len(table.game.state.deal.dealt) == 15
    table.game.prompt()


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_drawn_after_a_gap_is_the_card_after_the_gap():
    table = dealing(4)
    table.shoe_misses(1)
    table.draw("Qd")
    table.supervisor.answers("count_as_dealt")
    table.expect_next(1, 3)
    assert table.game.state.deal.at("3", 2).card is None
    assert table.game.state.deal.at("dealer", 2).card.open() == "Qd"


@pytest.mark.rule("NI2004-492", "6.3")
def test_cards_that_come_while_a_question_is_open_are_dealt_all_the_same():
    table = dealing(4)
    table.report("wrong_box", 3)
    table.deal()
    table.expect_phase("decide")
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_drawn_after_a_void_is_among_the_cards_to_collect():
    table = dealing(4)
    table.supervisor.voids("disturbance")
    table.deal(count=1)
    table.expect_prompt("give_all_back", out=5)


# ---------------------------------------------------------------- the readers


@pytest.mark.rule("NI2004-492", "6.3")
def test_cards_seen_where_they_were_dealt_are_no_news():
    table = dealing()
    for number, place in enumerate((1, 3, "dealer") * 5):
        table.deal(count=1)
        table.reader_sees(place, f"card {number}")
    table.expect_no_question()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_reader_may_be_quicker_than_the_shoe():
    table = dealing()
    for number, place in enumerate((1, 3, "dealer") * 5):
        table.reader_sees(place, f"card {number}")
        table.deal(count=1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_reader_may_be_quicker_than_the_shoe_with_the_very_first_card():
    table = at_the_table()
    table.ante(1, 25)
    table.reader_sees(1, "first")
    table.expect_no_question()
    table.draw("Qd")
    table.expect_phase("deal")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_on_a_box_that_is_not_due_is_a_wrong_deal():
    table = dealing(1)
    table.reader_sees(1, "first")
    table.deal(count=1)
    table.reader_sees(5, "second")
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_second_card_on_the_same_box_is_a_wrong_deal():
    table = dealing(1)
    table.reader_sees(1, "first")
    table.deal(count=1)
    table.reader_sees(1, "second")
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "14.3")
def test_two_boxes_served_in_the_wrong_order_are_a_wrong_deal():
    table = dealing(1)
    table.reader_sees(3, "first")
    table.expect_no_question()
    table.minutes_pass(0.5 / 60)
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "6.3")
def test_of_two_cards_on_their_way_the_second_may_be_seen_first():
    """Its reader is quicker than the shoe, and the other one has not seen its card yet."""
    table = dealing(1)
    table.reader_sees(3, "second")
    table.deal(count=1)
    table.reader_sees(1, "first")
    table.minutes_pass(1)
    table.expect_no_question()
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "6.3")
def test_readers_alone_may_see_two_cards_in_either_order():
    table = dealing(1)
    table.reader_sees(3, "second")
    table.reader_sees(1, "first")
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_that_only_passes_an_antenna_on_its_way_accuses_nobody():
    table = dealing(1)
    table.reader_sees(3, "first")
    table.reader_sees(1, "first")
    table.minutes_pass(1)
    table.expect_no_question()
    table.deal(count=1)
    table.reader_sees(3, "second")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_two_places_ahead_of_the_deal_is_a_wrong_deal_at_once():
    table = dealing(1)
    table.reader_sees("dealer", "first")
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "13.1")
def test_a_player_may_pick_cards_up_and_put_them_down():
    table = dealing(1)
    table.reader_sees(1, "first")
    table.deal()
    table.reader_loses(1, "first")
    table.reader_sees(1, "first")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_that_moves_during_the_deal_is_a_wrong_deal():
    table = dealing(3)
    table.reader_sees(1, "first")
    table.reader_sees(3, "first")
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "14.4")
def test_a_card_that_the_rack_sees_too_early_is_a_hand_in_the_discards():
    table = dealing(1)
    table.reader_sees(1, "first")
    table.deal()
    table.reader_sees("rack", "first")
    table.expect_question("hand_in_discards", "14.4", ("reconstructed", "hand_void"))


@pytest.mark.rule("NI2004-492", "14.4")
@pytest.mark.rule("NI2004-492", "7.3")
def test_folded_and_settled_hands_belong_in_the_discards():
    table = at_the_table()
    table.antes({1: 25, 3: 25})
    table.stack({3: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    for number, place in enumerate((1, 3)):
        table.deal(count=1)
        table.reader_sees(place, f"card {number}")
    table.deal()
    table.folds(1)
    table.reader_sees("rack", "card 0")
    table.expect_no_question()
    table.bets(3)
    table.plays_out(collect=False)
    table.reader_sees("rack", "card 1")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_readers_that_come_back_to_more_cards_than_were_dealt_ask():
    table = dealing(3)
    table.reader_lists(3, "a")
    table.expect_no_question()
    table.reader_lists(3, "a", "b")
    table.expect_question("readers_count_differs", "14.3", ("void", "go_on"))


@pytest.mark.rule("NI2004-492", "6.3")
def test_one_card_more_where_one_was_due_can_be_counted_as_dealt():
    table = dealing(3)
    table.reader_lists(1, "a", "b")
    table.expect_question("readers_count_differs", "14.3", ("count_as_dealt", "void", "go_on"))
    table.supervisor.answers("count_as_dealt")
    table.expect_next(3, 2)


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_that_a_reader_saw_first_is_not_counted_again_when_the_shoe_tells_of_it():
    table = dealing(3)
    table.reader_lists(1, "a", "b")
    table.deal(count=1)
    if table.game.state.question:
        table.supervisor.answers("count_as_dealt")
    assert table.game.state.cards_out == 4


@pytest.mark.rule("NI2004-492", "14.3")
def test_two_cards_at_once_on_one_box_cannot_be_counted_as_dealt_in_order():
    table = dealing(3)
    table.reader_lists(1, "a", "b", "c")
    choices = [choice.code for choice in table.game.state.question.question.choices]
    assert "count_as_dealt" not in choices


@pytest.mark.rule("NI2004-492", "14.3")
def test_readers_that_come_back_during_a_report_are_heard_when_it_is_withdrawn():
    table = dealing(3)
    table.report("other")
    table.reader_lists(3, "a", "b")
    table.withdraws()
    table.expect_question("readers_count_differs", "14.3")


@pytest.mark.rule("NI2004-492", "13.2(a)")
@pytest.mark.rule("NI2004-492", "16.4")
def test_a_moved_card_that_was_ruled_on_is_not_asked_about_again():
    table = dealing(3)
    table.reader_sees(1, "ace")
    table.deal()
    table.reader_sees(3, "ace")
    table.supervisor.answers("reader_erred")
    table.reader_loses(3, "ace")
    table.reader_sees(3, "ace")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "13.2(a)")
def test_a_card_found_at_another_box_when_the_readers_come_back_was_exchanged():
    table = dealing(3)
    table.reader_sees(1, "ace")
    table.reader_sees(3, "nine")
    table.deal()
    table.reader_lists(1, "nine")
    table.reader_lists(3, "ace")
    table.expect_question("cards_exchanged", "13.2(a)")


@pytest.mark.rule("NI2004-492", "6.3")
def test_lost_readers_hold_the_deal_until_somebody_goes_on_without_them():
    table = dealing(3)
    table.readers_are_lost()
    table.expect_question("readers_lost", "6.3", ("go_on",))
    table.readers_are_lost()  # and again: it is asked once
    table.happens(e.DeviceReady(device="readers", role="readers"))
    table.expect_question("readers_lost", "6.3", ("go_on",))  # that they are back does not go on with the deal
    table.answers("go_on")
    table.happens(e.ReportsMissed(device="readers", role="readers", count=2))
    table.expect_notice("readers_missed_something", "6.3")
    table.expect_no_question()


def test_a_shoe_that_nobody_has_approved_holds_the_deal_and_says_why():
    table = dealing(3)
    table.happens(e.DeviceLost(device="shoe", role="shoe", held="other_device", serial="S-2"))
    table.expect_question("shoe_lost", "6.1", ("deal_by_hand", "void"))
    assert table.game.state.question.question.say.code == "shoe_not_approved"
    table.shoe_is_back()
    table.expect_question("shoe_back", "6.1", ("go_on", "deal_is_wrong"))


def test_readers_lost_when_nothing_is_dealt_are_told():
    table = at_the_table()
    table.readers_are_lost()
    table.expect_notice("device_lost", None)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "6.3")
def test_an_antenna_that_sees_its_neighbours_card_accuses_nobody():
    table = dealing(3)
    table.reader_sees(1, "ace")
    table.neighbour_sees(2, "ace")
    table.neighbour_sees("rack", "ace")
    table.reader_loses(2, "ace")
    table.reader_loses("rack", "ace")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_first_seen_by_a_neighbour_is_no_wrong_deal_once_its_own_antenna_sees_it():
    table = dealing(1)
    table.neighbour_sees(3, "ace")
    table.minutes_pass(0.5 / 60)
    table.expect_question("wrong_box", "14.3")
    table.neighbour_sees(1, "ace")
    table.expect_no_question()
    table.reader_loses(3, "ace")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_that_its_own_antenna_sees_in_time_is_no_neighbours():
    table = dealing(1)
    table.neighbour_sees(3, "ace")
    table.neighbour_sees(1, "ace")
    table.minutes_pass(1)
    table.expect_no_question()
    table.reader_loses(3, "ace")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_that_two_antennas_saw_has_moved_once_it_is_gone_from_its_own():
    table = dealing(3)
    table.reader_sees(1, "ace")
    table.neighbour_sees(3, "ace")
    table.expect_no_question()
    table.reader_loses(1, "ace")
    table.expect_question("wrong_box", "14.3")


@pytest.mark.rule("NI2004-492", "13.2(a)")
def test_cards_that_readers_list_at_each_others_places_were_exchanged_whichever_answers_first():
    for first, second in ((1, 3), (3, 1)):
        table = dealing(3)
        table.reader_sees(1, "ace")
        table.reader_sees(3, "nine")
        table.deal()
        lies = {1: "nine", 3: "ace"}
        table.reader_lists(first, lies[first])
        table.expect_no_question()  # the other antenna has seen it there until now
        table.reader_lists(second, lies[second])
        table.expect_question("cards_exchanged", "13.2(a)")


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_of_the_last_round_that_is_taken_away_late_is_no_card_of_this_one():
    table = at_the_table()
    table.ante(1, 25)
    table.reader_sees(1, "ace")
    table.reader_loses(1, "ace")
    table.ante(3, 25)
    table.closes_betting()
    table.deal(count=2)
    table.reader_sees(3, "ace")
    table.expect_no_question()


def dealing_with_readers(count: int) -> Table:
    """Each card so far was told by the shoe and seen where it lies."""
    table = dealing(count)
    for nth, dealt in enumerate(table.game.state.deal.dealt):
        table.reader_sees(dealt.due.place, f"tag-{nth}")
    return table


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_missed_card_that_a_reader_has_seen_is_proposed_as_dealt():
    table = dealing_with_readers(4)
    table.reader_sees("3", "missed")
    table.shoe_misses(1)
    table.expect_question("reports_missed", "6.3", ("count_as_dealt", "go_on", "void"))
    table.supervisor.answers("count_as_dealt")
    table.expect_no_question()
    table.expect_next("dealer", 2)


@pytest.mark.rule("NI2004-492", "14.3")
def test_going_on_over_a_card_that_a_reader_has_seen_is_asked_about_at_once():
    table = dealing_with_readers(4)
    table.reader_sees("3", "missed")
    table.shoe_misses(1)
    table.supervisor.answers("go_on")
    table.expect_question("readers_count_differs", "14.3", ("count_as_dealt", "void", "go_on"))


@pytest.mark.rule("NI2004-492", "14.3")
def test_after_a_void_nobody_is_asked_where_the_cards_lie():
    table = dealing_with_readers(4)
    table.report("other")
    table.reader_lists("3", "tag-1", "one more")
    table.supervisor.answers("void")
    table.expect_no_question()
