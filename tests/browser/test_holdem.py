"""A round of Casino Hold-em by touch, at the real table, with a bonus declared before the river."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.cards import Card
from games.hand_order import HOUSE
from games.hands import SUPER_ACES, best_five, super_aces_line
from tests.browser.conftest import seat_at
from tests.browser.dealing import NTHS, Dealer

HOLES = [1, 2, 4, "dealer"] * 2


seat = seat_at("demo_holdem")


@pytest.mark.rule("NI2007-208", "6.3")
@pytest.mark.rule("NI2007-208", "6.6")
@pytest.mark.rule("NI2007-208", "7.2")
@pytest.mark.rule("NI2007-208", "9.5")
@pytest.mark.rule("NI2007-208", "10.5")
def test_a_whole_round_by_touch(seat: Dealer) -> None:
    seat.opens()
    _takes_wagers(seat)
    _deals(seat)
    _asks_every_box(seat)
    _deals_the_river(seat)
    _settles(seat)
    seat.counts_hands(2, 1, cards=2)
    seat.says("Collect all cards: 13 out", rule="9.5")
    seat.fits()
    seat.press("All 13 cards back")
    seat.says("Shuffle the cards", rule="5.1")


def _takes_wagers(dealer: Dealer) -> None:
    for box, chip in {1: "Ante 25", 2: "Ante 50", 4: "Ante 100"}.items():
        dealer.touch_box(box)
        dealer.press(chip)
    dealer.touch_box(1)
    dealer.press("Bonus 5")
    expect(dealer.place(1)).to_contain_text("Bonus 5")
    dealer.touch_box(2)
    dealer.press("Other bonus")
    dealer.key("15")
    dealer.press("OK")
    expect(dealer.place(2)).to_contain_text("Bonus 15")
    dealer.fits()
    dealer.press("Close betting")


def _deals(dealer: Dealer) -> None:
    for place in HOLES:
        dealer.draw(place)
    for nth in (1, 2, 3):
        dealer.says(f"Flop: deal the {NTHS[nth - 1]} card", rule="6.4")
        dealer.draw("board")
        dealer.sees("board", nth, dealer.exposed("board", nth))
    for place in (1, 2, 4, "dealer"):
        dealer.down(place, 1)
    dealer.fits()


def _asks_every_box(dealer: Dealer) -> None:
    dealer.says("Box 1: call or fold?", "exactly 50", rule="7.1")
    dealer.touch_box(1)
    dealer.press("Bonus hand")
    dealer.says("Box 1: verify the bonus hand", rule="10.5")
    dealer.down(1, 1)
    dealer.press("Enter 2 cards")
    for nth in (1, 2):
        dealer.touch_face(dealer.exposed(1, nth))
    dealer.press("OK")
    line = _line(dealer, 1)
    dealer.says("Box 1: no bonus, take 5" if line is None else f"Box 1: pay bonus {5 * ODDS[line]}")
    dealer.fits()
    dealer.press("Bonus settled")
    dealer.says("Box 1: call or fold?")
    dealer.press("Call 50")
    dealer.says("Box 2: call or fold?", "exactly 100")
    dealer.press("Call 100")
    dealer.says("Box 4: call or fold?")
    dealer.press("Fold")


ODDS = {"pair_of_aces": 7, "two_pairs": 7, "three_of_a_kind": 7, "straight": 7, "flush": 20, "full_house": 30}


def _line(dealer: Dealer, box: int) -> str | None:
    """What everybody sees: the hand is turned, the flop lies there."""
    hole = [Card(dealer.exposed(box, nth)) for nth in (1, 2)]
    flop = [Card(dealer.exposed("board", nth)) for nth in (1, 2, 3)]
    hand = best_five(SUPER_ACES, HOUSE, hole, flop)
    assert hand is not None
    return super_aces_line(hand)


def _deals_the_river(dealer: Dealer) -> None:
    dealer.says("River: deal the fourth card", "Not declared: take the bonus of box 2 15.")
    dealer.draw("board")
    dealer.says("River: deal the fifth card", rule="6.6")
    dealer.draw("board")
    dealer.says("Turn your cards and set the hand", rule="6.7")
    dealer.press("Hand is set")


def _settles(dealer: Dealer) -> None:
    for box in (2, 1):
        if box == 2:  # box 1 has been turned already, for its bonus
            dealer.says(f"Turn the cards of box {box}")
            dealer.press("Cards turned")
        dealer.fits()
        expect(dealer.page.locator(".prompt h1")).to_contain_text(f"Box {box}")
        dealer.press("Done, next box")
