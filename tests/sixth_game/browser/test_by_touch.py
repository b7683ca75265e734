"""A round of the sixth game by touch in Chromium, and the sign beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import running_table, sitting_down
from tests.browser.dealing import Dealer
from tests.daemon import Daemon
from tests.sixth_game.conftest import PROJECT
from tests.sixth_game.test_at_the_table import RANKS


@pytest.fixture(scope="module")
def table(in_reach: None) -> Iterator[Daemon]:
    with running_table(home=PROJECT / "config") as daemon:
        yield daemon


@pytest.fixture(scope="module")
def seat(browser: Browser, table: Daemon) -> Iterator[Dealer]:
    with sitting_down(browser, table) as dealer:
        yield dealer.come()


def test_a_round_by_touch(seat: Dealer):
    seat.opens()
    for box in (1, 3):
        seat.touch_box(box)
        seat.press("Ante 10")
    seat.fits()
    seat.press("Close betting")
    for place in (1, 3, "dealer"):
        seat.says(f"Deal a card to box {place}" if place != "dealer" else "Deal yourself a card, face down")
        seat.draw(place)
        seat.down(place, 1)
    seat.says("Box 1: bet or fold?", "exactly 10, as much as the ante", rule="7.1")
    seat.fits()
    seat.press("Bet 10")
    expect(seat.place(1)).to_contain_text("Bet 10")
    seat.says("Box 3: bet or fold?")
    seat.press("Bet 10")
    faces = {place: seat.exposed(place, 1) for place in (1, 3, "dealer")}
    seat.says("Turn your card", "You always take part", rule="9.1")
    seat.press("Card turned")
    seat.sees("dealer", 1, faces["dealer"])
    for box in (3, 1):
        seat.says(f"Turn the card of box {box}")
        seat.press("Card turned")
        mine, dealers = (RANKS.index(faces[place][0]) for place in (box, "dealer"))
        said = (
            "wins: pay 10 and 10" if mine > dealers else "ties" if mine == dealers else "loses: take 10 and 10"
        )
        expect(seat.page.locator(".prompt h1")).to_contain_text(f"Box {box} {said}")
        seat.fits()
        seat.press("Done, next box")
    seat.says("Collect all cards: 3 out", "one from each hand", rule="9.5")
    seat.press("All 3 cards back")
    seat.says("Shuffle the cards", rule="5.1")


def test_it_speaks_german(seat: Dealer):
    for name in ("More", "Screen", "Deutsch", "Schließen"):
        seat.press(name)
    seat.bench.do("collect")
    seat.bench.do("shuffle")
    seat.press("Gemischt")
    seat.bench.do("load_deck")
    seat.press("Abgehoben")
    seat.touch_box(2)
    seat.press("Ante 5")
    seat.press("Einsätze schließen")
    seat.says("Box 2: eine Karte geben")
    seat.draw(2)
    seat.draw("dealer")
    seat.says("Box 2: setzen oder passen?", "so viel wie das Ante")
    seat.fits()


def test_the_sign(browser: Browser, table: Daemon):
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(table.page("sign"))
    expect(page.get_by_text("High Card")).to_be_visible()
    expect(page.get_by_text("$1,000")).to_be_visible()
    page.close()
