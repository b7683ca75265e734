"""Hands of Casino Hold-em: five of seven, the line to qualify, the bonus on hole cards and flop."""

import pytest

from games.hand_order import HOUSE
from games.hands import CASINO_HOLDEM, SUPER_ACES, Hand, best_five, pair_of_fours_or_higher, super_aces_line
from tests.games.table_talk import cards


def hand(hole: str, board: str) -> Hand:
    found = best_five(CASINO_HOLDEM, HOUSE, cards(hole), cards(board))
    assert found is not None
    return found


@pytest.mark.rule("NI2007-208", "2.5")
@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("As Ks", "Qs Js Ts 2d 2h", "royal_flush"),
        ("As 2c", "Ks Qs Js Ts 9h", "royal_flush"),
        ("2c 3d", "As Ks Qs Js Ts", "royal_flush"),  # none of the hole cards is needed
        ("4c 3d", "As 2s 5h Kd Kh", "straight"),
        ("9c 9d", "9h 5s 5h Kd 2c", "full_house"),
    ],
)
def test_any_five_of_hole_cards_and_communal_cards(hole, board, category):
    assert hand(hole, board).category.word == category


@pytest.mark.rule("NI2007-208", "2.6(c)")
@pytest.mark.rule("NI2007-208", "2.6(d)")
@pytest.mark.rule("NI2007-208", "2.6(g)")
@pytest.mark.rule("NI2007-208", "2.8(b)")
@pytest.mark.parametrize(
    ("board", "higher", "lower"),
    [
        ("9s 9h 9d 9c 2s", "As 3h", "Kd Qc"),
        ("9s 9h 9d 5c 2s", "As 3h", "Kd Qc"),
        ("9s 9h 9d 5c 2s", "As Qh", "Ad Jc"),
        ("9s 9h 9d 5c 2s", "5d 3h", "2d 2h"),
    ],
)
def test_beside_a_communal_set_the_other_cards_count(board, higher, lower):
    """HE-KICKER."""
    assert hand(higher, board).strength > hand(lower, board).strength


@pytest.mark.rule("NI2007-208", "2.6(f)")
@pytest.mark.rule("NI2007-208", "2.9")
def test_the_board_plays_for_everybody():
    board = "As Ks Qd Jc Th"
    assert hand("2c 3d", board).strength == hand("Qh Jd", board).strength


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.parametrize(
    ("hole", "board", "qualifies"),
    [
        ("As Kh", "Qd Jc 9s 8h 7d", False),
        ("3s 3h", "Ad Kc Qs 8h 7d", False),
        ("4s 4h", "Ad Kc Qs 8h 7d", True),
        ("As Kh", "4d 4c Qs 8h 7d", True),  # a pair of the communal cards will do
        ("As Kh", "3d 3c 2s 2h 7d", True),
        ("2s 2h", "2d 3c 4s 8h 9d", True),
        ("As 2h", "3d 4c 5s 8h 9d", True),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fours_or_higher(hole, board, qualifies):
    """HE-QUALIFY."""
    assert pair_of_fours_or_higher(hand(hole, board)) is qualifies


@pytest.mark.rule("NI2007-208", "10.3")
@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.parametrize(
    ("hole", "flop", "line"),
    [
        ("As Ks", "Qs Js Ts", "royal_flush"),
        ("9s Ks", "Qs Js Ts", "straight_flush"),
        ("9s 9h", "9d 9c Ts", "four_of_a_kind"),
        ("9s 9h", "9d Tc Ts", "full_house"),
        ("9s 2s", "As Ts 4s", "flush"),
        ("As 2h", "3d 4c 5s", "straight"),
        ("9s 9h", "9d 4c 5s", "three_of_a_kind"),
        ("9s 9h", "2d 2c 5s", "two_pairs"),
        ("As 9h", "Ad 2c 5s", "pair_of_aces"),
        ("2s 9h", "Ad Ac 5s", "pair_of_aces"),
        ("Ks Kh", "Ad 2c 5s", None),
        ("As Kh", "Qd Jc 9s", None),
    ],
)
def test_the_line_of_the_super_aces_bonus(hole, flop, line):
    bonus = best_five(SUPER_ACES, HOUSE, cards(hole), cards(flop))
    assert bonus is not None
    assert super_aces_line(bonus) == line
