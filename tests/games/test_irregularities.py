"""What goes wrong at the table and what the rules make of it: rules 13.2, 14 and 16."""

import pytest

from controller.language import Language
from games import events as e
from games.outcomes import Notice
from tests.games.table_talk import (
    ACE_KING_QUEEN,
    DEALER_ACE_KING,
    DEALER_ACE_QUEEN,
    ONE_PAIR,
    QUEEN_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    at_the_table,
)


def dealing(count, antes=(1, 3), hands=None, jackpots=()):
    """The first cards of a round are out: one to each box, one to the dealer, and so on."""
    table = at_the_table()
    table.antes(dict.fromkeys(antes, 25), jackpots)
    table.stack(hands or {})
    table.closes_betting()
    table.deal(count=count)
    return table


def decided(bets=(), folds=(), jackpots=(), hands=None):
    """Everybody has bet or folded."""
    boxes = sorted([*bets, *folds])
    table = dealing(5 * (len(boxes) + 1), boxes, hands, jackpots)
    table.folds(*folds)
    table.bets(*bets)
    return table


def turned_over(table, *exposed):
    for place, nth in exposed:
        table.exposes(place, nth)
        table.answers("turn_over")
        table.expect_ruling("14.1", "turn_over")


# ---------------------------------------------------------------- 14.1: exposed cards


@pytest.mark.rule("NI2004-492", "14.1")
def test_two_exposed_cards_are_turned_over_and_the_deal_goes_on():
    table = dealing(6)
    table.exposes(1, 1)
    table.expect_question("card_exposed", "14.1", ("turn_over",))
    table.answers("turn_over")
    table.expect_ruling("14.1", "turn_over")
    table.exposes(3, 2)
    table.expect_question("card_exposed", "14.1", ("turn_over",))
    table.answers("turn_over")
    table.expect_next(1, 3)
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_third_exposed_card_makes_the_round_void():
    table = dealing(6, jackpots=[3])
    turned_over(table, (1, 1), (3, 2))
    table.exposes(3, 1)
    table.expect_question("third_card_exposed", "14.1", ("void",))
    table.answers("void")
    table.expect_refusal("14.1", "supervisor_only")
    table.supervisor.answers("void")
    table.expect_ruling("14.1", "void")
    table.expect_void_round("14.1")


@pytest.mark.rule("NI2004-492", "14.1")
def test_the_exposed_cards_of_an_earlier_round_do_not_count():
    table = dealing(6)
    turned_over(table, (1, 1), (3, 2))
    table.deal()
    table.folds(1, 3)
    table.collects()
    table.next_round()
    table.antes({1: 25})
    table.stack()
    table.deal(count=3)
    table.exposes(1, 1)
    table.expect_question("card_exposed", "14.1")


@pytest.mark.rule("NI2004-492", "14.1")
def test_one_card_seen_several_times_is_one_exposed_card():
    table = dealing(6)
    turned_over(table, (1, 1), (3, 2))
    table.exposes(1, 1)
    question = table.game.state.question
    assert question is None or question.question.about != "third_card_exposed"


@pytest.mark.rule("NI2004-492", "14.1")
def test_two_cards_exposed_at_once_both_count():
    table = dealing(6)
    table.exposes(1, 1)
    table.exposes(3, 2)
    table.answers("turn_over")
    table.expect_question("card_exposed", "14.1")
    table.answers("turn_over")
    table.exposes(3, 1)
    table.expect_question("third_card_exposed", "14.1")


@pytest.mark.rule("NI2004-492", "14.1")
def test_three_cards_exposed_at_once_make_the_round_void():
    table = dealing(6)
    for place, nth in ((1, 1), (3, 1), (3, 2)):
        table.exposes(place, nth)
    table.answers("turn_over")
    table.answers("turn_over")
    table.expect_question("third_card_exposed", "14.1", ("void",))


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_card_exposed_after_the_deal_counts_too():
    table = dealing(15)
    turned_over(table, (1, 5), (3, 5))
    table.exposes(3, 4)
    table.expect_question("third_card_exposed", "14.1")


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_report_of_an_exposed_card_may_be_taken_back():
    table = dealing(6)
    turned_over(table, (1, 1), (3, 2))
    table.exposes(3, 1)
    table.withdraws()
    table.expect_withdrawn("third_card_exposed")
    table.expect_no_question()
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_report_says_which_card_lies_where():
    table = dealing(6)
    for place, nth, seen, rule, code in (
        (None, 1, "2s", "14.1", "which_card"),
        (1, None, "2s", "14.1", "which_card"),
        ("rack", 1, "2s", "14.1", "which_card"),
        (1, 3, "2s", "14.1", "card_not_dealt"),
        (2, 1, "2s", "14.1", "card_not_dealt"),
        (1, 1, None, "14.1", "which_face"),
    ):
        table.report("card_exposed", place, nth, seen)
        table.expect_refusal(rule, code)


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "6.2")
def test_a_card_that_is_rightly_up_is_not_exposed():
    table = dealing(15)
    table.report("card_exposed", "dealer", 5, table.heard[0].card)
    table.expect_refusal("6.2", "card_is_up")


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_face_other_than_the_shoe_read_goes_to_the_supervisor_who_is_not_told_the_record():
    table = dealing(6, hands={1: ROYAL_FLUSH})
    table.report("card_exposed", 1, 1, "2d")
    table.expect_question("exposed_card_differs", "16.4", ("rule_on_exposure", "void"))
    assert "As" not in str(table.heard)
    table.answers("rule_on_exposure")
    table.expect_refusal("14.1", "supervisor_only")
    table.supervisor.answers("rule_on_exposure")
    table.expect_question("card_exposed", "14.1")
    table.answers("turn_over")
    table.expect_ruling("14.1", "turn_over")


@pytest.mark.rule("NI2004-492", "14.1")
def test_a_round_void_for_exposed_cards_says_so_until_the_cards_are_in():
    table = dealing(6)
    turned_over(table, (1, 1), (3, 2))
    table.exposes(3, 1)
    table.supervisor.answers("void")
    table.expect_prompt("give_all_back", "14.1")


# ---------------------------------------------------------------- 14.2: the dealer's first four


@pytest.mark.rule("NI2004-492", "14.2")
@pytest.mark.parametrize("nth", [1, 2, 3, 4])
def test_an_exposed_card_of_the_dealers_first_four_is_the_card_face_up(nth):
    table = dealing(3 * nth, hands={"dealer": DEALER_ACE_KING})
    face = DEALER_ACE_KING.split()[nth - 1]
    table.exposes("dealer", nth)
    table.expect_question("dealer_card_exposed", "14.2", ("use_as_up_card",))
    table.answers("use_as_up_card")
    table.expect_ruling("14.2", "use_as_up_card")
    table.expect_turned("dealer", nth, face)
    table.deal(count=14 - 3 * nth)
    table.expect_next("dealer", 5, up=False)
    table.expect_prompt("deal_dealer", nth=5)
    table.deal()
    table.expect_phase("decide")
    assert "CardTurned" not in str(table.heard)


@pytest.mark.rule("NI2004-492", "14.2")
def test_the_fifth_card_dealt_face_down_cites_the_rule_that_says_so():
    table = dealing(3)
    table.exposes("dealer", 1)
    table.answers("use_as_up_card")
    table.deal(count=11)
    table.expect_prompt("deal_dealer", "14.2", nth=5)


@pytest.mark.rule("NI2004-492", "14.2")
def test_the_round_with_an_early_up_card_is_settled_as_any_other():
    table = dealing(3, [1], hands={1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.exposes("dealer", 1)
    table.answers("use_as_up_card")
    table.deal()
    table.bets(1)
    table.shows_dealer()
    table.expect_turned("dealer", 5, "3c")
    table.plays_out()
    table.expect_money({1: 25 + 100})


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "14.2")
def test_the_dealers_up_card_does_not_count_towards_the_three():
    table = dealing(6)
    table.exposes("dealer", 1)
    table.answers("use_as_up_card")
    turned_over(table, (1, 1))
    table.exposes(3, 1)
    table.expect_question("card_exposed", "14.1")


@pytest.mark.rule("NI2004-492", "14.2")
def test_a_second_exposed_card_of_the_dealer_is_turned_over():
    table = dealing(6)
    table.exposes("dealer", 1)
    table.answers("use_as_up_card")
    table.exposes("dealer", 2)
    table.expect_question("card_exposed", "14.1", ("turn_over",))


@pytest.mark.rule("NI2004-492", "14.2")
def test_the_up_card_that_everybody_has_seen_is_the_card_that_plays():
    table = dealing(3, [1], hands={1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.report("card_exposed", "dealer", 1, "Kc")
    table.expect_question("exposed_card_differs", "16.4")
    table.supervisor.answers("rule_on_exposure")
    table.answers("use_as_up_card")
    table.expect_turned("dealer", 1, "Kc")
    table.deal()
    table.bets(1)
    table.shows_dealer()
    assert "Kc" in table.game.state.cards("dealer")


@pytest.mark.rule("NI2004-492", "14.2")
@pytest.mark.rule("NI2004-492", "2.1")
def test_an_up_card_that_was_already_dealt_is_asked_about():
    table = at_the_table()
    table.ante(1, 25)
    table.closes_betting()
    for face in ("9s", "Qd", "9h", None):
        table.draw(face)
    table.report("card_exposed", "dealer", 2, "Qd")
    table.answers("use_as_up_card")
    table.expect_question("card_read_twice", "2.1")


# ---------------------------------------------------------------- 14.3: dealt otherwise


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.parametrize("what", ["wrong_box", "too_many_cards", "too_few_cards"])
@pytest.mark.parametrize("dealt", [0, 1, 7, 15])
def test_a_round_dealt_otherwise_than_in_order_is_void(what, dealt):
    table = dealing(dealt, jackpots=[1])
    table.report(what, 3)
    table.expect_question(what, "14.3", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_ruling("14.3", "void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_wrong_deal_is_the_supervisors_ruling():
    table = dealing(4)
    table.report("wrong_box", 3)
    table.answers("void")
    table.expect_refusal("14.3", "supervisor_only")
    table.supervisor.answers("go_on", "nothing was wrong")
    table.expect_ruling("16.4", "go_on")
    table.deal()
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_void_gives_back_what_was_folded():
    table = dealing(15, jackpots=[1])
    table.folds(1)
    table.report("too_many_cards", 3)
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_void_takes_back_what_was_paid():
    table = decided(bets=[1, 3], hands={1: TWO_PAIRS, 3: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.shows_dealer()
    table.shows(3)
    table.settles(3)
    table.report("too_many_cards", 1)
    table.supervisor.answers("void")
    table.expect_moved(
        (1, "ante", "returned", 25),
        (1, "bet", "returned", 50),
        (3, "ante", "taken_back", 25),
        (3, "bet", "taken_back", 50),
    )
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.parametrize("folds", [(1,), (3,)])
def test_a_card_drawn_after_the_deal_is_one_too_many(folds):
    table = decided(bets=[box for box in (1, 3) if box not in folds], folds=folds)
    table.draw("2d")
    table.expect_question("extra_card_drawn", "14.3", ("void", "set_aside"))
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "14.3")
def test_an_extra_card_that_is_set_aside_is_counted_back():
    table = decided(folds=[1])
    assert table.phase == "collect"
    table = dealing(10, [1])
    table.draw("2d")
    table.supervisor.answers("set_aside")
    table.folds(1)
    table.expect_prompt("collect", "9.7", out=11)


@pytest.mark.rule("NI2004-492", "14.3")
@pytest.mark.rule("NI2004-492", "9.7")
def test_a_wrong_hand_found_when_the_cards_are_counted_back_makes_the_round_void():
    table = decided(bets=[1], hands={1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.plays_out(collect=False)
    table.report("too_many_cards", 1)
    table.expect_question("too_many_cards", "14.3")
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2004-492", "2.1")
def test_the_same_card_twice_in_one_round_is_the_supervisors():
    table = dealing(1, [1], hands={1: "Qs"})
    table.draw("Qs")
    table.expect_question("card_read_twice", "2.1", ("void", "go_on"))
    table.supervisor.answers("void")
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_hand_with_the_same_card_twice_does_not_stop_the_table():
    table = at_the_table()
    table.ante(1, 25)
    for face in ("9s", "Qd", "9h", "Qd", "4s", "8c", "4h", "7c", "Js", "3c"):
        table.draw(face)
    table.supervisor.answers("go_on")
    table.bets(1)
    table.shows_dealer()
    table.game.prompt()


@pytest.mark.rule("NI2004-492", "14.1")
def test_nothing_is_reported_where_no_round_is_played():
    table = at_the_table()
    table.ante(1, 25)
    table.report("wrong_box", 1)
    table.expect_refusal("14.1", "nothing_to_report")


@pytest.mark.rule("NI2004-492", "14.3")
def test_while_a_question_is_open_nothing_else_is_done():
    table = dealing(15)
    table.report("wrong_box", 3)
    for command in (e.Fold(box=1), e.Bet(box=1, amount_cents=5_000), e.ShowDealer(), e.Collected(count=15)):
        table.happens(command)
        table.expect_refusal("14.3", "answer_first")


@pytest.mark.rule("NI2004-492", "14.3")
def test_an_answer_is_one_of_the_choices():
    table = dealing(15)
    table.supervisor.answers("void")
    assert table.heard[0].say.code == "no_question"
    table = dealing(15)
    table.report("wrong_box", 3)
    table.supervisor.answers("reconstructed")
    table.expect_refusal("14.3", "no_such_choice")


@pytest.mark.rule("NI2004-492", "14.3")
def test_two_troubles_are_ruled_on_one_after_the_other():
    table = dealing(6)
    table.report("wrong_box", 3)
    table.exposes(1, 1)
    table.expect_question("wrong_box", "14.3")
    table.supervisor.answers("go_on")
    table.expect_question("card_exposed", "14.1")
    table.answers("turn_over")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_void_ends_every_other_trouble_of_the_round():
    table = dealing(6)
    table.report("wrong_box", 3)
    table.exposes(1, 1)
    table.supervisor.answers("void")
    table.expect_no_question()
    table.expect_void_round("14.3")


# ---------------------------------------------------------------- 14.4: hands in the discards


@pytest.mark.rule("NI2004-492", "14.4")
def test_a_hand_in_the_discards_is_reconstructed_and_plays_on():
    table = decided(bets=[1], hands={1: TWO_PAIRS, "dealer": DEALER_ACE_KING})
    table.report("hand_in_discards", 1)
    table.expect_question("hand_in_discards", "14.4", ("reconstructed", "hand_void"))
    table.supervisor.answers("reconstructed")
    table.expect_ruling("14.4", "reconstructed")
    table.plays_out()
    table.expect_money({1: 125})


@pytest.mark.rule("NI2004-492", "14.4")
def test_a_hand_that_cannot_be_reconstructed_gets_its_wagers_back():
    table = dealing(15, jackpots=[1])
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.expect_payment(1, "ante", "returned", "14.4", returned=25)
    table.expect_payment(1, "jackpot", "returned", "14.4", returned=5)
    table.folds(3)
    table.collects()
    table.expect_money({1: 0, 3: -25})


@pytest.mark.rule("NI2004-492", "14.4")
def test_a_void_hand_does_not_touch_the_others():
    hands = {1: TWO_PAIRS, 3: ACE_KING_QUEEN, "dealer": "Ac Kd 8c 5d 3c"}
    table = decided(bets=[1, 3], hands=hands)
    table.shows_dealer()
    table.report("hand_in_discards", 3)
    table.supervisor.answers("hand_void")
    table.plays_out()
    table.expect_money({1: 125, 3: 0})


@pytest.mark.rule("NI2004-492", "14.4")
@pytest.mark.parametrize("reveal_first", [False, True])
def test_when_the_only_hand_left_is_void_the_cards_are_collected(reveal_first):
    table = decided(bets=[1], folds=[3])
    if reveal_first:
        table.shows_dealer()
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.collects()
    table.expect_money({1: 0, 3: -25})


@pytest.mark.rule("NI2004-492", "14.4")
def test_when_every_hand_is_void_before_the_deal_is_over_the_round_still_ends():
    table = dealing(4, [1])
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.deal()
    table.game.prompt()
    table.collects()
    table.expect_money({1: 0})


@pytest.mark.rule("NI2004-492", "14.4")
def test_a_hand_that_is_over_needs_no_reconstruction():
    table = dealing(15)
    table.folds(1)
    table.report("hand_in_discards", 1)
    table.expect_refusal("14.4", "hand_is_over")
    for place in (None, "dealer", "rack", 2):
        table.report("hand_in_discards", place)
        table.expect_refusal("14.4", "which_box")


@pytest.mark.rule("NI2004-492", "14.4")
def test_two_hands_in_the_discards_are_two_questions():
    table = dealing(15)
    table.report("hand_in_discards", 1)
    table.report("hand_in_discards", 3)
    table.supervisor.answers("reconstructed")
    table.expect_question("hand_in_discards", "14.4")
    table.supervisor.answers("hand_void")
    table.folds(1)
    table.collects()
    table.expect_money({1: -25, 3: 0})


@pytest.mark.rule("NI2004-492", "14.4")
@pytest.mark.rule("NI2004-492", "16.4")
def test_a_second_trouble_outlives_the_hand_that_ended_the_play():
    table = decided(bets=[1])
    table.report("hand_in_discards", 1)
    table.report("other")
    table.supervisor.answers("hand_void")
    table.expect_question("other", "16.4")
    choices = [choice.code for choice in table.game.state.question.question.choices]
    table.supervisor.answers(choices[-1])
    table.game.prompt()


# ---------------------------------------------------------------- 13.2 and 16


@pytest.mark.rule("NI2004-492", "13.2(a)")
@pytest.mark.rule("NI2004-492", "13.2 (closing words)")
def test_exchanged_cards_may_make_the_round_void():
    table = dealing(3)
    table.reader_sees(1, "ace")
    table.reader_sees(3, "nine")
    table.deal()
    table.reader_loses(1, "ace")
    table.reader_sees(3, "ace")
    table.expect_question("cards_exchanged", "13.2(a)", ("void", "exclude_players", "put_back", "reader_erred"))
    table.supervisor.answers("void")
    table.expect_ruling("13.2 (closing words)", "void")
    table.expect_void_round("13.2 (closing words)")


@pytest.mark.rule("NI2004-492", "13.2(b)")
@pytest.mark.rule("NI2004-492", "16.3")
def test_talk_about_hands_is_reported_and_left_to_the_supervisor():
    table = dealing(15)
    table.report("other")
    table.expect_question("other", "16.4", ("go_on", "void"))
    table.supervisor.answers("void", "players told each other their cards")
    table.expect_ruling("16.3", "void")
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "16.1")
@pytest.mark.rule("NI2004-492", "16.3")
@pytest.mark.parametrize("dealt", [0, 1, 14, 15])
def test_the_operator_may_invalidate_a_round_that_is_not_complete(dealt):
    table = dealing(dealt, jackpots=[1, 3])
    table.says(e.VoidRound, ground="disturbance")
    table.expect_refusal("16.3", "supervisor_only")
    table.supervisor.voids("disturbance")
    table.expect_ruling("16.1", "void")
    assert table.heard[0].reason == "disturbance"
    table.expect_void_round("16.1")


@pytest.mark.rule("NI2004-492", "16.3")
def test_a_void_after_payment_returns_every_chip_and_takes_the_prizes_back():
    table = at_the_table()
    table.antes({1: 25, 3: 25, 5: 25}, jackpots=[1, 3])
    table.deal({1: "7s 7h 7d 7c 2s", 3: ROYAL_FLUSH, "dealer": DEALER_ACE_KING})
    table.folds(5)
    table.bets(1, 3)
    table.shows_dealer()
    for box in (3, 1):
        table.shows(box)
        table.claims(box)
        table.settles(box)
    table.expect_phase("jackpot")
    table.supervisor.voids("disturbance")
    table.expect_moved(
        (1, "ante", "taken_back", 25),
        (1, "bet", "taken_back", 1_000),
        (1, "jackpot", "taken_back", 500),
        (3, "ante", "taken_back", 25),
        (3, "bet", "taken_back", 12_500),
        (3, "jackpot", "returned", 5),
        (5, "ante", "given_back", 25),
    )
    table.expect_void_round("16.1")


@pytest.mark.rule("NI2004-492", "16.3")
def test_a_round_may_be_void_until_all_cards_are_in_the_discard_rack():
    table = decided(bets=[1], hands={1: TWO_PAIRS, "dealer": DEALER_ACE_QUEEN})
    table.plays_out(collect=False)
    table.supervisor.voids("fraud")
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "16.3")
@pytest.mark.parametrize("phase", ["verify", "shuffle", "cut", "antes"])
def test_between_rounds_there_is_nothing_to_make_void(phase):
    table = at_the_table(at=phase)
    table.supervisor.voids("disturbance")
    table.expect_refusal("16.3", "no_round")


@pytest.mark.rule("NI2004-492", "16.3")
def test_a_supervisor_may_void_over_an_open_question():
    table = dealing(15)
    table.report("hand_in_discards", 1)
    table.supervisor.voids("impractical")
    table.expect_no_question()
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "16.3")
def test_a_void_after_settling_says_what_the_dealer_moves_at_each_box_once():
    """VOID-MONEY: nothing is said twice, and nothing that is with its player already."""
    table = decided(bets=[1, 3], hands={1: QUEEN_HIGH, 3: ONE_PAIR, "dealer": DEALER_ACE_KING})
    table.shows_dealer()
    for box in (3, 1):
        table.shows(box)
        table.settles(box)
    table.supervisor.voids("impractical")
    table.expect_moved(
        (1, "ante", "given_back", 25),
        (1, "bet", "given_back", 50),
        (3, "ante", "taken_back", 25),
        (3, "bet", "taken_back", 50),
    )
    assert not [outcome for outcome in table.heard if isinstance(outcome, Notice)]
    table.expect_prompt("give_all_back", "16.3")
    explain = table.game.prompt().explain
    assert explain is not None
    assert Language("en").say(explain) == (
        "Box 1: give 75 that was taken; Box 3: take back 75, 75 are with the player"
    )
    table.collects()
    table.expect_money({1: 0, 3: 0})


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "14.2")
def test_further_exposed_cards_of_the_dealer_count_and_the_third_voids_the_round():
    """DEALER-EXPOSED-COUNT: only the first is the card that 14.2 deals with."""
    table = dealing(9)
    table.exposes("dealer", 1)
    table.answers("use_as_up_card")
    for number, nth in enumerate((2, 3), start=1):
        table.exposes("dealer", nth)
        table.expect_question("card_exposed", "14.1", ("turn_over",))
        assert table.game.state.question.question.say.words["exposed"] == number
        table.answers("turn_over")
    table.exposes(1, 1)
    table.expect_question("third_card_exposed", "14.1", ("void",))


@pytest.mark.rule("NI2004-492", "14.2")
@pytest.mark.parametrize("ruled", ["turn_fifth_down", "both_up"])
def test_a_dealers_card_reported_after_the_fifth_lies_up_is_for_the_supervisor(ruled):
    """CP-14.2-LATE."""
    table = dealing(15, hands={"dealer": DEALER_ACE_KING})
    table.exposes("dealer", 2)
    table.expect_question("dealer_card_exposed_late", "14.2", ("turn_fifth_down", "both_up", "void"))
    table.supervisor.answers(ruled)
    table.expect_turned("dealer", 2, "Kd")
    fifth = table.game.state.deal.at("dealer", 5)
    assert fifth.up == (ruled == "both_up")
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "14.2")
def test_once_somebody_has_acted_the_fifth_stays_up():
    table = dealing(15, hands={"dealer": DEALER_ACE_KING})
    table.folds(1)
    table.exposes("dealer", 2)
    table.expect_question("dealer_card_exposed_late", "14.2", ("both_up", "void"))
    table.answers("both_up")
    table.expect_refusal("16.4", "supervisor_only")


@pytest.mark.rule("NI2004-492", "14.1")
@pytest.mark.rule("NI2004-492", "14.4")
def test_in_a_void_round_no_card_is_exposed_any_more():
    table = dealing(6)
    table.supervisor.voids("impractical")
    table.report("card_exposed", 1, 1, "As")
    table.expect_refusal("14.1", "nothing_to_report")
    table.report("hand_in_discards", 1)
    table.expect_refusal("14.4", "hand_is_over")
    reports = {offer.args["what"] for offer in table.game.offers() if offer.command == "report"}
    assert not reports & {"card_exposed", "hand_in_discards"}


@pytest.mark.rule("NI2004-492", "9.7")
def test_a_card_that_is_drawn_while_all_are_collected_is_told():
    table = decided(folds=[1])
    table.draw("2d")
    table.expect_notice("card_in_collect", "9.7")
    table.expect_prompt("collect", "9.7", out=11)


@pytest.mark.rule("NI2004-492", "14.4")
def test_how_many_cards_to_look_for_in_the_rack_is_said_and_no_face():
    table = dealing(10, [1])
    table.report("hand_in_discards", 1)
    said = table.game.state.question.question.say
    assert said.words == {"place": "1", "count": 5}


@pytest.mark.rule("NI2004-492", "4.1")
def test_a_dealer_button_that_a_sensor_sees_means_nothing_at_a_table_without_one():
    table = dealing(3, [1])
    before = table.game.state.cards_out
    assert table.game.take(e.ButtonPlaced(box=2)) == []
    assert table.game.take(e.ButtonTaken(box=2)) == []
    assert (table.phase, table.game.state.cards_out) == ("deal", before)
