"""Button, blinds, openers and coming into a game: 4.2(h), 8.3 to 8.5, 10.1, 17.4, 17.11 to 17.13, 20.20."""

import pytest

from games.cards import JOKER, Card
from games.seats import (
    ComingIn,
    MissedBlinds,
    blind_seats,
    clockwise_from,
    entry_after_missing,
    entry_after_move,
    entry_of_new_player,
    first_button,
    from_the_card,
    from_the_opener,
    next_button,
    over_blind_seat,
)
from tests.games.rules_in_common import pot_rules

SEATS = (1, 3, 4, 7, 9)
WAIT_OR_POST = ("wait_for_big_blind", "post_big_blind")


@pot_rules("8.3")
def test_the_button_starts_at_the_dealers_right_and_goes_clockwise():
    """BUTTON-MOVE: to the next who takes part."""
    assert first_button(SEATS) == 9
    assert next_button(9, SEATS) == 1
    assert next_button(1, SEATS) == 3
    assert next_button(3, (1, 3, 9)) == 9
    assert next_button(5, SEATS) == 7, "its seat may be empty by now"


@pot_rules("8.5(a)", "4.2(c)")
@pytest.mark.parametrize(("blinds", "posting"), [(1, [9]), (2, [9, 1]), (3, [9, 1, 3])])
def test_blinds_come_from_the_first_after_the_button_on(blinds, posting):
    assert blind_seats(7, SEATS, blinds) == posting


@pot_rules("4.2(c)", "8.5(a)")
def test_there_are_no_more_blinds_than_players():
    """THREE-BLINDS-HU, HEADS-UP-CASH: the button posts last."""
    assert blind_seats(3, (3, 7), 3) == [7, 3]
    assert blind_seats(3, (3, 7), 2) == [7, 3]


@pytest.mark.rule("NI2017-583", "10.1")
@pytest.mark.rule("NI2005-67", "10.1")
def test_the_player_after_the_last_blind_opens_the_first_round():
    """OVER-BLIND: it counts as the last blind. ANTE-OPENER, HEADS-UP-CASH."""
    assert from_the_opener(7, SEATS, last_blind=1) == [3, 4, 7, 9, 1]
    assert over_blind_seat(1, SEATS) == 3
    assert from_the_opener(7, SEATS, last_blind=3) == [4, 7, 9, 1, 3]
    assert from_the_opener(7, SEATS, last_blind=None) == [9, 1, 3, 4, 7]
    assert from_the_opener(3, (3, 7), last_blind=3) == [7, 3]


@pytest.mark.rule("NI2017-583", "10.1")
@pytest.mark.rule("NI2005-67", "10.1")
def test_the_first_after_the_button_opens_the_later_rounds():
    assert clockwise_from(7, SEATS) == [9, 1, 3, 4, 7]
    assert clockwise_from(7, (1, 4, 7)) == [1, 4, 7]


@pytest.mark.rule("NI2017-583", "20.20")
def test_two_players_of_an_omaha_tournament_the_button_posts_and_acts_first():
    """HU-DESIGNATED."""
    assert blind_seats(3, (3, 7), 2, tournament_heads_up=True) == [3, 7]
    assert from_the_opener(3, (3, 7), 7, tournament_heads_up=True) == [3, 7]
    assert blind_seats(3, (3, 7, 9), 2, tournament_heads_up=True) == [7, 9]
    assert clockwise_from(3, (3, 7)) == [7, 3], "only the first betting round"


# ---------------------------------------------------------------- the opener of Seven Card Stud


def up(**shown: str) -> dict:
    faces = {int(seat[1:]): text.split() for seat, text in shown.items()}
    return {seat: [JOKER if face == "Jk" else Card(face) for face in cards] for seat, cards in faces.items()}


@pytest.mark.rule("NI2005-74", "4.2(h)")
@pytest.mark.rule("NI2005-74", "3.1")
def test_the_highest_single_card_opens():
    """STUD-OPENER-CARD: a pair does not matter. STUD-OPENER-UP: every card that is up."""
    assert from_the_card(1, up(_1="9s 9h", _2="Ks 2h", _3="Qs Jh")) == [2, 3, 1]
    assert from_the_card(1, up(_1="9s 9h", _2="4s 2h", _3="2s Jk")) == [3, 1, 2]


@pytest.mark.rule("NI2005-74", "4.2(h)")
def test_of_equal_cards_the_first_after_the_button_opens():
    """STUD-OPENER-TIE."""
    assert from_the_card(2, up(_1="As", _2="Ah", _4="3s", _5="Ad")) == [5, 1, 2, 4]


@pytest.mark.rule("NI2005-74", "4.2(h)")
def test_the_lowest_may_open_the_first_round_and_an_ace_is_high():
    """STUD-OPENER-ACE."""
    assert from_the_card(1, up(_1="As", _2="3h", _3="2d"), lowest_opens=True) == [3, 1, 2]
    assert from_the_card(1, up(_1="3s", _2="3h", _3="Ad"), lowest_opens=True) == [2, 3, 1]


# ---------------------------------------------------------------- coming into a game


@pot_rules("17.11", "17.11(a)", "17.11(b)")
def test_a_new_player_waits_for_the_big_blind_or_posts_it():
    entry = entry_of_new_player(
        4, button=7, big_blind_cents=200, first_revolution=False, button_has_passed=True
    )
    assert entry == ComingIn(WAIT_OR_POST, live_cents=200)


@pot_rules("17.11")
@pytest.mark.parametrize("first_revolution", [False, True])
def test_nobody_comes_in_on_the_button(first_revolution):
    entry = entry_of_new_player(7, 7, 200, first_revolution=first_revolution, button_has_passed=False)
    assert entry == ComingIn()


@pot_rules("17.12")
def test_while_the_button_goes_round_first_those_it_has_not_passed_post_nothing():
    new = {"seat": 9, "button": 7, "big_blind_cents": 200, "first_revolution": True}
    assert entry_of_new_player(**new, button_has_passed=False).options == ("no_post_required",)
    assert entry_of_new_player(**new, button_has_passed=True).options == WAIT_OR_POST


@pot_rules("17.13")
def test_whoever_moves_away_from_the_blinds_waits_or_posts():
    """SEATCHANGE: more seats to go until the big blind, which seat 3 posts next."""
    playing = {1, 3, 4, 9}
    assert entry_after_move(9, 4, 3, playing, 200) == ComingIn(WAIT_OR_POST, live_cents=200)
    assert entry_after_move(4, 9, 3, playing, 200).options == ("no_post_required",)
    assert entry_after_move(3, 1, 3, playing, 200).options == ("no_post_required",)
    assert entry_after_move(1, 3, 3, playing, 200).options == WAIT_OR_POST


@pot_rules("17.4")
def test_missed_blinds_are_posted_or_waited_for():
    """MISSED-BLIND: the big one live, the others dead."""
    missed = MissedBlinds(big_cents=200, others_cents=100)
    assert entry_after_missing(4, 7, (9, 1), missed) == ComingIn(
        ("wait_for_the_blind", "post_missed"), 200, 100
    )
    assert entry_after_missing(1, 7, (9, 1), missed) == ComingIn(("no_post_required",))
    assert entry_after_missing(7, 7, (9, 1), missed) == ComingIn(), "not on the button"
    assert entry_after_missing(4, 7, (9, 1), MissedBlinds()) == ComingIn(("no_post_required",))
    assert entry_after_missing(7, 7, (9, 7), missed) == ComingIn(("no_post_required",)), (
        "of two the button posts"
    )
