"""The deck, its check, the shuffle and the cut: rules 2.1-2.4 and 5. And rule 15.2."""

import pytest

from games import events as e
from games.cards import FULL_DECK
from tests.games.table_talk import at_the_table


def read(table, faces):
    for face in faces:
        table.draw(face)


@pytest.mark.rule("NI2004-492", "2.1")
@pytest.mark.rule("NI2004-492", "2.2")
def test_fifty_two_different_cards_pass_the_check():
    table = at_the_table(at="verify")
    table.expect_prompt("put_deck_in", "2.2", count=52)
    read(table, FULL_DECK)
    table.expect_prompt("deck_complete", "2.2")
    table.says(e.AllCardsRead)
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "2.1")
@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ((), "deck_incomplete"),
        (FULL_DECK[:-1], "cards_missing"),
        (FULL_DECK[:-3], "cards_missing"),
        (FULL_DECK[:-4], "deck_incomplete"),
        ((*FULL_DECK, FULL_DECK[0]), "card_doubled"),
        ((*FULL_DECK[:-1], FULL_DECK[0]), "card_doubled"),
        ((*FULL_DECK[:-1], None), "cards_unread"),
        ((*FULL_DECK, None), "cards_unread"),
    ],
)
def test_no_other_deck_passes(faces, code):
    table = at_the_table(at="verify")
    read(table, faces)
    table.says(e.AllCardsRead)
    table.expect_refusal("2.1", code)


@pytest.mark.rule("NI2004-492", "2.2")
def test_cards_are_checked_before_gaming_begins():
    table = at_the_table(at="closed")
    table.open()
    table.expect_phase("verify")
    table.shuffle()
    table.expect_refusal("5.1")


@pytest.mark.rule("NI2004-492", "2.2")
def test_a_deck_read_badly_is_read_again_from_the_start():
    table = at_the_table(at="verify")
    read(table, FULL_DECK[:30])
    table.says(e.ReadAgain)
    read(table, FULL_DECK)
    table.says(e.AllCardsRead)
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "2.3")
def test_only_the_supervisor_passes_a_deck_that_the_shoe_did_not_read():
    table = at_the_table(at="verify")
    table.says(e.DeckCheckedByHand)
    table.expect_refusal("2.3", "supervisor_only")
    table.supervisor.checks_deck_by_hand()
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "2.4")
@pytest.mark.parametrize("phase", ["shuffle", "cut", "antes"])
def test_the_supervisor_may_have_the_cards_checked_between_rounds(phase):
    table = at_the_table(at=phase)
    table.says(e.OrderDeckCheck)
    table.expect_refusal("2.4", "supervisor_only")
    table.supervisor.orders_deck_check()
    table.expect_phase("verify")


@pytest.mark.rule("NI2004-492", "2.4")
def test_antes_stay_where_they_are_during_a_deck_check():
    table = at_the_table()
    table.antes({2: 25})
    table.supervisor.orders_deck_check()
    table.supervisor.checks_deck_by_hand()
    table.next_round()
    table.deal({2: "As Ks Qs Js Ts"})
    table.expect_phase("decide")


@pytest.mark.rule("NI2004-492", "2.4")
def test_the_supervisor_may_order_a_check_at_any_time_even_in_a_round():
    table = at_the_table()
    table.antes({2: 25})
    table.deal()
    table.supervisor.orders_deck_check()
    table.folds(2)
    table.collects()
    table.expect_phase("verify")


@pytest.mark.rule("NI2004-492", "5.1")
def test_every_round_begins_with_a_shuffle():
    table = at_the_table()
    table.antes({1: 25})
    table.deal()
    table.folds(1)
    table.collects()
    table.expect_prompt("shuffle", "5.1")
    table.cut()
    table.expect_refusal("5.2")
    table.ante(1, 25)
    table.expect_refusal("4.1")


@pytest.mark.rule("NI2004-492", "5.1")
@pytest.mark.parametrize("phase", ["cut", "antes"])
def test_a_card_drawn_before_the_deal_means_a_new_shuffle(phase):
    table = at_the_table(at=phase)
    table.draw("Qd")
    table.expect_question("early_card", "5.1", ("reshuffle",))
    table.answers("reshuffle")
    table.expect_ruling("5.1", "reshuffle")
    table.expect_prompt("shuffle", "5.1")
    table.expect_nothing_turned()


@pytest.mark.rule("NI2004-492", "5.1")
def test_reports_missed_before_the_deal_are_answered_by_a_shuffle():
    table = at_the_table()
    table.shoe_misses(1)
    table.expect_question("reports_missed_early", "5.1", ("reshuffle", "go_on"))
    table.supervisor.answers("reshuffle")
    table.expect_phase("shuffle")


@pytest.mark.rule("NI2004-492", "5.2")
@pytest.mark.parametrize("above", [0, 1, 51, 52])
def test_a_cut_within_one_card_of_an_end_is_refused(above):
    table = at_the_table(at="cut")
    table.cut(above)
    table.expect_refusal("5.2", "cut_too_near_the_end")
    assert table.game.prompt().explain.words["least"] == 2


@pytest.mark.rule("NI2004-492", "5.2")
@pytest.mark.parametrize("above", [2, 6, 50, None])
def test_a_cut_more_than_one_card_from_either_end_stands(above):
    table = at_the_table(at="cut")
    table.expect_prompt("cut", "5.2")
    table.cut(above)
    table.expect_phase("antes")


@pytest.mark.rule("NI2004-492", "5.2")
def test_the_deck_is_cut_once():
    table = at_the_table(at="cut")
    table.cut()
    table.cut()
    table.expect_refusal("5.2")


@pytest.mark.rule("NI2004-492", "2.2")
def test_a_table_that_opens_again_has_its_deck_checked_again():
    table = at_the_table()
    table.supervisor.closes_table()
    table.open()
    table.expect_phase("verify")


@pytest.mark.rule("NI2004-492", "2.1")
@pytest.mark.rule("NI2004-492", "2.4")
@pytest.mark.parametrize("again", [False, True])
def test_a_deck_that_the_shoe_has_found_wrong_needs_a_reason_and_a_second_signature(again):
    """DECK-OVERRIDE: also if the finding was put away to read again."""
    table = at_the_table(at="verify")
    table.reads_deck(without="Kh")
    if again:
        table.says(e.ReadAgain)
    table.supervisor.checks_deck_by_hand(reason=" ", alone=True)
    table.expect_refusal("2.1", "override_reason_needed")
    table.supervisor.checks_deck_by_hand(reason="counted twice", alone=True)
    table.expect_notice("shoe_found_fault", "2.1")
    table.expect_notice("signed_for", "2.1")
    table.expect_phase("verify")
    table.expect_prompt("second_signature", "2.3")
    table.supervisor.says(e.Countersign)
    table.expect_refusal("2.3", "another_person_signs")
    table.signs()
    table.expect_phase("shuffle")
