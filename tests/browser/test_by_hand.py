"""A day at a table whose shoe has no wire, by touch: dealt by hand, new limits, closed with notice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seat_at
from tests.browser.dealing import DEALER, SUPERVISOR, Dealer, order_of_deal

BOXES = (1, 2, 4)


seat = seat_at("demo_by_hand")


@pytest.mark.rule("NI2004-492", "2.2")
@pytest.mark.rule("NI2004-492", "3.1")
@pytest.mark.rule("NI2004-492", "5.2")
@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.rule("NI2004-492", "15.2")
def test_a_day_by_touch(seat: Dealer) -> None:
    _opens(seat)
    _wagers(seat)
    _deals(seat)
    _decides(seat)
    _settles(seat)
    _changes_limits(seat)
    _closes(seat)


def gone(dealer: Dealer) -> None:
    expect(dealer.page.get_by_role("dialog")).to_have_count(0)


def _opens(dealer: Dealer) -> None:
    dealer.press("Sign in")
    dealer.pin(DEALER)
    dealer.press("Open table")
    dealer.says("Check the cards: 52", rule="2.2")
    dealer.fits()
    dealer.press("All 52 are there")
    dealer.bench.do("shuffle")
    dealer.press("Shuffled")
    _cuts(dealer)


def _cuts(dealer: Dealer) -> None:
    """Somebody has counted, wrongly first: more than one card from either end."""
    dealer.bench.do("cut")
    dealer.bench.do("load_deck")
    dealer.press("Cards counted")
    dealer.key("1")
    expect(dealer.button("OK")).to_be_disabled()
    dealer.fits()
    dealer.key("7")
    dealer.press("OK")
    dealer.says("Antes, please")


def _wagers(dealer: Dealer) -> None:
    for box, chip in zip(BOXES, ("Ante 25", "Ante 50", "Ante 100"), strict=True):
        dealer.touch_box(box)
        dealer.press(chip)
    dealer.press("Close betting")
    dealer.says("Deal 5 cards each, one by one", "boxes 1, 2, 4", rule="6.3(a)")
    dealer.fits()


def _deals(dealer: Dealer) -> None:
    """In the right order the readers say nothing; one touch confirms it all."""
    for place, _ in order_of_deal(BOXES):
        dealer.draw(place)
    dealer.press("All dealt (20)")
    dealer.says("Box 1: bet or fold?", rule="7.1")
    dealer.press("Enter open cards")
    dealer.picks(dealer.exposed("dealer", 5))
    dealer.sees("dealer", 5, dealer.exposed("dealer", 5))
    gone(dealer)
    dealer.fits()


def _decides(dealer: Dealer) -> None:
    dealer.press("Bet 50")
    dealer.press("Fold")
    dealer.bench.do("to_rack", place="box-2")
    dealer.press("Bet 200")
    dealer.says("Turn your cards and set the hand")


def _enters(dealer: Dealer, place: str | int, nths: range) -> None:
    """A card that was touched wrongly is taken back with Cancel."""
    dealer.press(f"Enter {len(nths)} cards")
    for nth in nths:
        dealer.touch_face(dealer.exposed(place, nth))
    dealer.press("Cancel")
    dealer.fits()
    dealer.touch_face(dealer.exposed(place, nths[-1]))
    dealer.press("OK")
    gone(dealer)


def _settles(dealer: Dealer) -> None:
    _enters(dealer, "dealer", range(1, 5))
    dealer.press("Hand is set")
    for box in (4, 1):
        if dealer.title == f"Turn the cards of box {box}":
            _enters(dealer, box, range(1, 6))
            dealer.press("Cards turned")
        dealer.press("Done, next box")
    dealer.counts_hands(4, 1)
    dealer.says("Collect all cards: 20 out", rule="9.7")
    dealer.bench.do("collect")
    dealer.press("All 20 cards back")


def _changes_limits(dealer: Dealer) -> None:
    dealer.press("More")
    dealer.press("Change limits (supervisor)")
    dealer.badge(SUPERVISOR)
    dealer.button("Minimum 5").wait_for()
    dealer.fits()
    dealer.press("Minimum 5")
    dealer.key("10")
    dealer.press("OK")
    dealer.fits()
    dealer.press("Minimum 5 → 10")
    dealer.key("13")
    dealer.press("OK")
    expect(dealer.dialog("Other limits: from when?")).to_contain_text("Minimum and maximum are multiples of 5.")
    dealer.press("Minimum 5 → 13")
    dealer.key("15")
    dealer.press("OK")
    dealer.hold("From the next round")
    dealer.says("Shuffle the cards", "New limits: 15 to 200")


def _closes(dealer: Dealer) -> None:
    dealer.press("More")
    dealer.press("Announce closing (supervisor)")
    dealer.badge(SUPERVISOR)
    dealer.button("Now: no more rounds").wait_for()
    dealer.fits()
    dealer.hold("Now: no more rounds")
    dealer.says("Close the table", rule="15.2")
    dealer.fits()
    dealer.supervisor("Close table (supervisor)")
    dealer.says("Check the cards: 52", "Gaming is over", rule="2.2")
    dealer.press("All 52 are there")
    dealer.says("Sign in to use the table")


@pytest.mark.rule("NI2004-492", "3.2")
def test_a_marker_beside_a_box(seat: Dealer) -> None:
    """Goes on where the day has ended: a new one begins."""
    seat.press("Sign in")
    seat.pin(DEALER)
    seat.press("Open table")
    seat.press("All 52 are there")
    seat.press("Shuffled")
    seat.press("Cut made")
    seat.bench.do("place_marker", box=2, mark=1)
    expect(seat.page.locator(".prompt p")).to_contain_text("Box 2: the limit is 500.")
    expect(seat.place(2)).to_contain_text("Limit 500")
    seat.fits()
    seat.bench.do("take_marker", box=2)
    expect(seat.place(2)).not_to_contain_text("Limit")
