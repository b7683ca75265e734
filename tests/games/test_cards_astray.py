"""A card at another box than the deal put it: found by the readers, paid only when a person has decided."""

from __future__ import annotations

import pytest

from tests.games.table_talk import (
    DEALER_ACE_KING,
    FLUSH,
    Table,
    at_the_holdem_table,
    at_the_table,
)

OTHER_FLUSH = "Js Ts 9s 8s 7s"
HALF_A_SECOND = 0.6 / 60
QUICKLY = 0.3 / 60  # between two things that a quick dealer does


def with_readers(table: Table | None = None) -> Table:
    """Boxes 1 and 2 hold a flush and a straight flush; every card is seen where it was dealt."""
    table = table or at_the_table()
    table.antes({1: 25, 2: 25})
    table.stack({1: FLUSH, 2: OTHER_FLUSH, "dealer": DEALER_ACE_KING})
    return table


def dealt_and_seen(table: Table) -> None:
    while table.phase in ("antes", "deal"):
        table.deal(count=1)
        due = table.game.state.deal.dealt[-1].due
        table.reader_sees(due.place, f"{due.place} {due.nth}")


def exchanged_while_they_decide(table: Table) -> None:
    table.reader_loses(1, "1 1")
    table.reader_loses(2, "2 1")
    table.reader_sees(2, "1 1")
    table.reader_sees(1, "2 1")


@pytest.mark.rule("NI2004-492", "13.2(a)")
def test_exchanged_cards_are_put_back_only_when_the_readers_see_them_there() -> None:
    table = with_readers()
    dealt_and_seen(table)
    exchanged_while_they_decide(table)
    table.expect_question("cards_exchanged", "13.2(a)", ("void", "exclude_players", "put_back", "reader_erred"))
    table.supervisor.answers("put_back")
    table.expect_refusal("16.4", "put_back_first")
    table.reader_sees(1, "1 1")
    table.reader_sees(2, "2 1")
    table.supervisor.answers("put_back")
    table.expect_ruling("16.4", "put_back")
    table.expect_no_question()  # the other card was put right before anybody asked about it
    table.bets(1, 2)


@pytest.mark.rule("NI2004-492", "13.2(a)")
def test_nothing_goes_on_with_cards_that_lie_at_another_box() -> None:
    table = with_readers()
    dealt_and_seen(table)
    exchanged_while_they_decide(table)
    table.supervisor.answers("go_on")
    table.expect_refusal("13.2(a)", "no_such_choice")
    table.supervisor.answers("void")
    table.expect_void_round("13.2 (closing words)")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_card_laid_at_another_box_and_moved_where_it_was_due_accuses_nobody_anew() -> None:
    table = with_readers()
    table.deal(count=1)
    table.reader_sees("dealer", "king")
    table.minutes_pass(HALF_A_SECOND)
    table.expect_question("wrong_box", "14.3", ("void", "put_back", "reader_erred"))
    table.reader_loses("dealer", "king")
    table.reader_sees(1, "king")
    table.supervisor.answers("put_back")
    table.expect_no_question()
    table.deal(count=1)
    table.reader_sees(2, "nine")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_reader_that_errs_is_not_asked_about_again() -> None:
    table = with_readers()
    dealt_and_seen(table)
    table.reader_loses(1, "1 1")
    table.reader_sees(2, "1 1")
    table.supervisor.answers("reader_erred")
    table.reader_loses(2, "1 1")
    table.reader_sees(2, "1 1")
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "14.3")
def test_what_a_person_reports_is_gone_on_with_as_before() -> None:
    """No reader says where the card lies: nothing but the person's word can be waited for."""
    table = with_readers()
    table.deal(count=3)
    table.report("wrong_box", 1)
    table.expect_question("wrong_box", "14.3", ("void", "go_on"))


# ---------------------------------------------------------------- tags that know their cards


def swapped_in_a_quick_deal(table: Table) -> None:
    first, second = (str(card) for card in table.stacked[:2])
    table.deal(count=1)
    table.minutes_pass(QUICKLY)
    table.reader_names(2, "first", first)
    table.minutes_pass(QUICKLY)
    table.deal(count=1)
    table.minutes_pass(QUICKLY)
    table.reader_names(1, "second", second)


@pytest.mark.rule("NI2004-492", "14.3")
def test_two_neighbours_cards_exchanged_in_a_quick_deal_are_noticed() -> None:
    table = with_readers()
    swapped_in_a_quick_deal(table)
    table.expect_no_question()
    table.minutes_pass(HALF_A_SECOND)
    table.expect_question("wrong_box", "14.3", ("void", "put_back", "reader_erred"))
    table.supervisor.answers("void")
    table.expect_void_round("14.3")


@pytest.mark.rule("NI2007-208", "13.3")
def test_and_in_holdem() -> None:
    table = at_the_holdem_table()
    table.antes({1: 25, 2: 25})
    table.stack({1: "As Kh", 2: "9h 8s"})
    swapped_in_a_quick_deal(table)
    table.minutes_pass(HALF_A_SECOND)
    table.expect_question("wrong_box", "13.3", ("void", "put_back", "reader_erred"))


@pytest.mark.rule("NI2004-492", "14.3")
def test_what_is_asked_of_them_tells_no_face() -> None:
    table = with_readers()
    first, second = (str(card) for card in table.stacked[:2])
    swapped_in_a_quick_deal(table)
    table.minutes_pass(HALF_A_SECOND)
    heard = repr(table.everything) + repr(table.game.prompt()) + repr(table.game.offers())
    assert first not in heard
    assert second not in heard
