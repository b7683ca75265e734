"""What position readers see at a pot table: burnt cards and hands that were given up are no trouble."""

from __future__ import annotations

import pytest

from games.outcomes import Notice
from tests.games.pot_talk import PotTable, at_a_pot_table
from tests.games.rules_in_common import pot_rules

HANDS = {1: "As Kd 7c 2h", 2: "Qs Qd 8c 3h", 3: "Js Jd 9c 4h"}


def on_the_flop() -> PotTable:
    """All hole cards lie where readers see them, and a card is to be burnt before the flop."""
    table = at_a_pot_table("omaha", boxes=3)
    table.deal(HANDS)
    for nth in (1, 2, 3, 4):
        for seat in (1, 2, 3):
            table.reader_sees(seat, f"{seat}-{nth}")
    table.calls(3, 1)
    table.checks(2)
    return table


@pytest.mark.parametrize("quicker", ["the shoe", "the reader"])
def test_a_flop_behind_a_burnt_card_lies_where_it_should(quicker: str) -> None:
    table = on_the_flop()
    table.deal(count=1)
    table.reader_sees("rack", "burnt")
    for nth in (1, 2, 3):
        if quicker == "the shoe":
            table.deal(count=1)
        table.reader_sees("board", f"flop {nth}")
        if quicker == "the reader":
            table.deal(count=1)
    table.expect_turn(1)
    assert table.state.question is None


def test_a_flop_card_at_a_seat_is_noticed_behind_a_burnt_card() -> None:
    table = on_the_flop()
    table.deal(count=2)
    table.reader_sees(2, "flop 1")
    table.expect_question("board_wrong", "17.16")


def test_a_card_that_comes_to_a_seat_that_has_folded_is_noticed() -> None:
    table = at_a_pot_table("omaha", boxes=3)
    table.deal(HANDS)
    for nth in (1, 2, 3, 4):
        for seat in (1, 2, 3):
            table.reader_sees(seat, f"{seat}-{nth}")
    table.folds(3)
    table.calls(1)
    table.checks(2)
    table.deal(count=2)
    table.reader_sees(3, "flop 1")
    table.expect_question("board_wrong", "17.16")


def test_a_lost_shoe_leaves_no_doubt_about_cards_of_which_one_is_burnt() -> None:
    table = on_the_flop()
    table.deal(count=1)
    table.shoe_is_lost()
    assert table.state.question.question.say.code == "shoe_lost"


def test_a_hand_that_was_given_up_may_lie_in_the_rack() -> None:
    table = on_the_flop()
    while table.phase in ("deal", "bet"):
        table.deal() if table.phase == "deal" else table.checks_around()
    table.shows_hand(1)
    table.mucks(2)
    table.reader_sees("rack", "2-1")
    assert table.state.question is None
    table.reader_sees("rack", "3-1")
    table.expect_question("hand_in_discards", "17.10")


@pot_rules("17.1(d)")
def test_cards_that_went_astray_are_asked_about_once_and_all_find_their_way_back() -> None:
    """Seat 1 is passed over, and seats 2 and 3 have their cards before the question is read."""
    table = at_a_pot_table("omaha", boxes=3)
    for seat in (2, 3):
        table.deal(count=1)
        table.reader_sees(seat, f"card {seat}")
    table.seconds_pass(0.5)
    table.expect_question("wrong_box", "17.1(d)")
    table.answers("reconstruct")
    told = [outcome.say for outcome in table.heard if isinstance(outcome, Notice)]
    moved = [say.words for say in told if say.code == "move_card"]
    assert moved == [{"count": 2, "place": "3", "to_place": "2"}, {"count": 1, "place": "2", "to_place": "1"}]
    for seat in (2, 3):
        table.reader_sees(seat - 1, f"card {seat}")
    table.expect_question("cards_to_move", "17.1(d)", ("all_moved",))
    table.answers("all_moved")
    assert table.state.question is None
    table.expect_next("3", 1)
