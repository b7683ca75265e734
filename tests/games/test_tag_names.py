"""Tags that name cards, held against what the shoe has read. Nobody is accused by a neighbour's read."""

import pytest

from games import events as e
from games.cards import SealedTag
from games.outcomes import CardTurned
from tests.games.table_talk import (
    DEALER_ACE_KING,
    TWO_PAIRS,
    Table,
    at_the_holdem_table,
    at_the_table,
)

HALF_A_SECOND = 0.5 / 60


def with_antes(*boxes: int, **hands: str) -> Table:
    table = at_the_table()
    table.antes(dict.fromkeys(boxes, 25))
    table.stack({1: TWO_PAIRS, "dealer": DEALER_ACE_KING, **hands})
    return table


def is_seen(table: Table, nth: int) -> None:
    """The reader sees the card that was dealt as the so-manieth, and the file names it rightly."""
    dealt = table.game.state.deal.dealt[nth]
    assert dealt.card is not None
    table.reader_names(dealt.due.place, f"tag-{nth}", str(dealt.card.open()))


def dealt_and_seen(table: Table, count: int) -> None:
    for _ in range(count):
        table.deal(count=1)
        is_seen(table, len(table.game.state.deal.dealt) - 1)


def face_of(table: Table, place: int | str, nth: int) -> str | None:
    dealt = table.game.state.deal.at(str(place), nth)
    assert dealt is not None
    return None if dealt.card is None else str(dealt.card.open())


# ---------------------------------------------------------------- nothing to ask about


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_round_in_which_all_tags_name_what_the_shoe_has_read() -> None:
    table = with_antes(1)
    dealt_and_seen(table, 10)
    table.minutes_pass(1)
    table.expect_no_question()
    table.bets(1)
    table.plays_out()


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_reader_may_name_the_next_card_before_the_shoe_has_told_of_it() -> None:
    table = with_antes(1, 3)
    for place, face in ((1, table.stacked[0]), (3, table.stacked[1]), ("dealer", table.stacked[2])):
        table.reader_names(place, f"tag {place}", str(face))
        table.minutes_pass(1)
        table.expect_no_question()
        table.deal(count=1)
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_neighbours_card_accuses_nobody() -> None:
    """Its own reader has not seen it yet, and the box's own card is late as well."""
    table = with_antes(1, 3)
    table.deal(count=2)
    face = face_of(table, 3, 1)
    assert face is not None
    table.reader_names(1, "three", face)
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "2.1")
def test_what_shows_for_less_than_half_a_second_is_not_asked_about() -> None:
    table = with_antes(1, 3)
    table.deal(count=1)
    table.reader_names(1, "three", str(table.stacked[0]))  # a neighbour's, and the shoe has not told of it
    table.deal(count=1)
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "6.2")
def test_nothing_that_is_told_repeats_a_face_or_a_tag() -> None:
    table = with_antes(1)
    table.deal(count=1)
    table.reader_names(1, "secret", "2c")
    table.minutes_pass(HALF_A_SECOND)
    table.expect_question("shoe_and_tag_differ", "2.1")
    heard = repr(table.everything) + repr(table.events[-2]) + repr(table.game.prompt())
    assert "2c" not in heard
    assert "secret" not in heard
    table.expect_nothing_turned()


# ---------------------------------------------------------------- cards that do not belong there


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_foreign_card_is_asked_about_once_and_is_no_card_of_the_deal() -> None:
    table = with_antes(1)
    table.deal(count=1)
    table.reader_sees_foreign(1, "membership card")
    table.expect_question("foreign_card", "2.1", ("void", "go_on"))
    table.supervisor.answers("go_on")
    is_seen(table, 0)
    table.reader_sees_foreign("dealer", "membership card")
    table.reader_lists(1)
    table.happens(
        e.PlaceRead(
            place="1",
            tags=(SealedTag("membership card"), SealedTag("tag-0")),
            enrolled=(
                e.Enrolled(known=False),
                e.Enrolled(known=True, card=table.game.state.deal.dealt[0].card, colour="blue"),
            ),
        )
    )
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_reader_that_comes_back_lists_a_foreign_card() -> None:
    table = with_antes(1)
    table.deal(count=1)
    table.happens(e.PlaceRead(place="1", tags=(SealedTag("strange"),), enrolled=(e.Enrolled(known=False),)))
    table.expect_question("foreign_card", "2.1")


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_card_that_the_game_is_not_played_with_is_foreign_too() -> None:
    table = with_antes(1)
    table.deal(count=1)
    table.reader_names(1, "joker", "Jk")
    table.expect_question("foreign_card", "2.1")


@pytest.mark.rule("NI2004-492", "2.1")
def test_one_face_under_two_tags_is_a_doubled_card() -> None:
    table = with_antes(1)
    dealt_and_seen(table, 1)
    table.deal(count=1)
    table.reader_names("dealer", "another", str(face_of(table, 1, 1)))
    table.expect_question("card_read_twice", "2.1", ("void", "go_on"))
    assert table.game.prompt().explain.code == "face_under_two_tags"
    table.supervisor.answers("go_on")
    is_seen(table, 0)
    table.minutes_pass(1)
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "2.1")
def test_of_two_that_differ_neither_is_believed_and_the_face_is_entered() -> None:
    table = with_antes(1)
    table.deal()
    for nth in range(1, 10):
        is_seen(table, nth)
    table.reader_names(1, "wrong", "2c")
    table.minutes_pass(HALF_A_SECOND)
    table.expect_question("shoe_and_tag_differ", "2.1")
    table.supervisor.answers("go_on")
    assert face_of(table, 1, 1) is None
    table.reader_loses(1, "wrong")
    table.reader_names(1, "wrong", "2c")
    table.minutes_pass(1)
    table.expect_no_question()
    table.bets(1)
    table.shows_dealer()
    table.says(e.ShowBox, box=1)
    table.expect_refusal("9.4", "enter_unread_first")
    table.enters(1, 1, TWO_PAIRS.split()[0])
    table.plays_out()


# ---------------------------------------------------------------- a card that the shoe did not read


def unread_but_named(face: str | None = None) -> Table:
    """The last card of the dealer's was not read; its tag names it."""
    table = with_antes(1)
    table.deal(count=9)
    truth = str(table.stacked[0])
    table.draws_unread()
    for nth in range(9):
        is_seen(table, nth)
    table.reader_names("dealer", "unread", face or truth)
    return table


@pytest.mark.rule("NI2004-492", "9.1")
def test_a_card_face_down_is_named_by_its_tag_only_when_it_is_turned() -> None:
    table = with_antes(1)
    table.draws_unread()
    table.reader_names(1, "unread", TWO_PAIRS.split()[0])
    dealt_and_seen(table, 9)
    table.minutes_pass(1)
    assert face_of(table, 1, 1) is None
    table.bets(1)
    table.minutes_pass(1)
    assert not [o for o in table.everything if isinstance(o, CardTurned) and o.place == "1"]
    table.shows_dealer()
    assert face_of(table, 1, 1) == TWO_PAIRS.split()[0]
    assert not [o for o in table.everything if isinstance(o, CardTurned) and o.place == "1"]
    table.plays_out()
    table.expect_nothing_turned_but(1, "dealer")
    table.expect_money({1: 125})


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_face_up_is_named_by_its_tag_when_it_has_stood_there() -> None:
    table = unread_but_named()
    table.expect_nothing_turned_but()
    table.minutes_pass(HALF_A_SECOND)
    table.expect_turned("dealer", 5, DEALER_ACE_KING.split()[4])
    table.expect_no_question()


@pytest.mark.rule("NI2004-492", "2.1")
def test_a_tag_that_names_a_card_which_is_out_already_asks() -> None:
    """Read at the box, named at the dealer: no reader has seen the one that the shoe has read."""
    table = unread_but_named(TWO_PAIRS.split()[0])
    table.expect_question("card_read_twice", "2.1")
    table.supervisor.answers("void")
    table.expect_void_round("16.3")


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_that_no_reader_is_sure_of_is_entered_by_hand() -> None:
    """Another place has one card fewer than was dealt there: its card may be the one that is seen here."""
    table = with_antes(1)
    table.deal(count=9)
    table.draws_unread()
    for nth in range(1, 9):
        is_seen(table, nth)
    table.reader_names("dealer", "unread", "2c")
    table.minutes_pass(1)
    assert face_of(table, "dealer", 5) is None


@pytest.mark.rule("NI2007-208", "6.5")
def test_an_unread_card_of_the_board_is_turned_by_its_tag() -> None:
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.stack({1: "As Ah", "dealer": "Kc Kd", "board": "9h 4s Jh 2c 7d"})
    dealt_and_seen(table, 6)
    table.draws_unread()
    table.reader_names("board", "jack", "Jh")
    table.minutes_pass(HALF_A_SECOND)
    table.expect_turned("board", 3, "Jh")
    table.expect_no_question()


def test_the_file_names_a_card_for_the_whole_round_only() -> None:
    table = with_antes(1)
    dealt_and_seen(table, 10)
    table.folds(1)
    table.collects()
    assert not table.game.state.watch.tags.names
