"""A round by touch, at the real table with its shoe and readers, from the sign-in to the next shuffle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import SMALL, running_table, sitting_down
from tests.browser.dealing import BANNER, DEALER, Dealer, Screen, spoken, written
from tests.browser.sums import dealer_plays, settled

LOW_LIMITS = {  # so that 5 is under the minimum
    "canberra_poker": (
        r"(?s)\[500, 1_000(.*)minimum_cents = 500\b",
        r"[1_000\1minimum_cents = 1_000",
    )
}
ANTES = {1: 25, 3: 105, 5: 250, 6: 5}


@pytest.fixture(scope="module", params=[(1280, 800), (1024, 600)], ids=["1280x800", "1024x600"])
def seat(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Dealer]:
    small = SMALL if request.param == (1024, 600) else {}
    with running_table(**LOW_LIMITS, **small) as daemon, sitting_down(browser, daemon, request.param) as dealer:
        yield dealer.come()


@pytest.mark.rule("NI2004-492", "3.4")
@pytest.mark.rule("NI2004-492", "3.5")
@pytest.mark.rule("NI2004-492", "6.3")
@pytest.mark.rule("NI2004-492", "9.7")
def test_a_whole_round_by_touch(seat: Dealer) -> None:
    _takes_the_table(seat)
    _finds_the_missing_card(seat)
    _shuffles_and_cuts(seat)
    _takes_antes(seat)
    _deals(seat)
    _asks_every_box(seat)
    _settles(seat)
    _counts_back(seat)
    _refuses_what_was_advised(seat)


def _takes_the_table(dealer: Dealer) -> None:
    dealer.says("Sign in to use the table")
    dealer.press("Sign in")
    dealer.pin(DEALER)
    dealer.says("Open the table", rule="15.1")
    expect(dealer.page.locator("header")).to_contain_text("1182 Marta")
    dealer.press("Open table")


def _finds_the_missing_card(dealer: Dealer) -> None:
    dealer.says("Put the deck in. 52 cards expected", rule="2.2")
    dealer.bench.do("take_from_deck")
    missing = dealer.exposed("pocket", 1)
    dealer.bench.do("load_deck")
    dealer.bench.do("verify_all")
    dealer.says(f"51 cards read. {written(missing)} missing", rule="2.1")
    expect(dealer.button("All cards read")).to_be_disabled()
    dealer.bench.do("put_back")
    dealer.press("Read again")
    dealer.says("Put the deck in. 52 cards expected")
    dealer.bench.do("load_deck")
    dealer.bench.do("verify_all")
    dealer.says("All 52 cards are there")
    expect(dealer.page.get_by_text("52 of 52")).to_be_visible()
    dealer.press("All cards read")


def _shuffles_and_cuts(dealer: Dealer) -> None:
    dealer.says("Shuffle the cards", rule="5.1")
    dealer.bench.do("shuffle")
    dealer.press("Shuffled")
    dealer.says("Cut once, then into the shoe", rule="5.2")
    dealer.bench.do("cut")
    dealer.bench.do("load_deck")
    dealer.press("Cut made")


def _takes_antes(dealer: Dealer) -> None:
    dealer.says("Antes, please", "From 10 to 200 a box.", rule="4.1")
    expect(dealer.button("Close betting")).to_be_disabled()
    by_chip(dealer, 1, "Ante 25")
    by_keypad(dealer, 3, "105")
    by_keypad(dealer, 5, "250")
    dealer.says("Antes, please", "Box 5: settled at 200, the rest goes back.")
    by_keypad(dealer, 6, "5")
    dealer.says("Antes, please", "Box 6: tell the player that wagers under 10 are returned from now on.")
    dealer.touch_box(3)
    dealer.press("Jackpot 1")
    expect(dealer.place(3)).to_contain_text("J")
    dealer.press("Close betting")


def by_chip(dealer: Dealer, box: int, chip: str) -> None:
    dealer.touch_box(box)
    dealer.press(chip)
    expect(dealer.place(box)).to_contain_text(chip)


def by_keypad(dealer: Dealer, box: int, dollars: str) -> None:
    dealer.touch_box(box)
    dealer.press("Other amount")
    dealer.key(dollars)
    dealer.press("OK")
    expect(dealer.place(box)).to_contain_text(f"Ante {dollars}")


def _deals(dealer: Dealer) -> None:
    dealer.deal(ANTES, end=1)
    dealer.says("Deal the first card to box 3", "Box 2 has no ante: pass it.", rule="6.3(a)")
    dealer.deal(ANTES, start=1)
    for box in ANTES:
        for nth in range(1, 6):
            dealer.down(box, nth)
    dealer.sees("dealer", 5, dealer.exposed("dealer", 5))
    dealer.down("dealer", 4)
    expect(dealer.page.get_by_text("25 of 52")).to_be_visible()


def _asks_every_box(dealer: Dealer) -> None:
    dealer.says("Box 1: bet or fold?", "A bet is exactly 50, twice the ante.", rule="7.1")
    dealer.press("Bet 50")
    dealer.says("Box 3: bet or fold?")
    dealer.press("Bet 210")
    dealer.says("Box 5: bet or fold?")
    dealer.press("Bet 500")
    dealer.says("Box 6: bet or fold?")
    dealer.press("Fold")
    dealer.in_discards(6)
    expect(dealer.place(6)).to_contain_text("folded")
    expect(dealer.place(6).get_by_role("img")).to_have_count(0)


def _settles(dealer: Dealer) -> None:
    dealer.says("Turn your cards and set the hand", rule="9.1")
    dealer.press("Hand is set")
    dealers = [dealer.exposed("dealer", nth) for nth in range(1, 6)]
    for nth, face in enumerate(dealers, start=1):
        dealer.sees("dealer", nth, face)
    for box in (5, 3, 1):
        settle(dealer, box, ANTES[box], dealers, jackpot=box == 3)


def settle(dealer: Dealer, box: int, ante: int, dealers: list[str], *, jackpot: bool = False) -> None:
    """The dealer pays what the screen says; the screen says what a second sum says."""
    mine = [dealer.exposed(box, nth) for nth in range(1, 6)]
    if dealer_plays(dealers):
        dealer.says(f"Turn the cards of box {box}", rule="9.4")
        dealer.down(box, 1)
        dealer.press("Cards turned")
        assert [face_name(dealer, box, nth) for nth in range(1, 6)] == [spoken(face) for face in mine]
    expected = settled(box, ante, mine, dealers, jackpot=jackpot)
    dealer.says(expected.title)
    for line in expected.sums:
        assert line in dealer.detail
    dealer.press("Done, next box")
    expect(dealer.place(box)).to_contain_text(f"Net {expected.net:,}")


def face_name(dealer: Dealer, box: int, nth: int) -> str:
    return str(dealer.card(box, nth).get_attribute("aria-label"))


def _counts_back(dealer: Dealer) -> None:
    dealer.says("Collect all cards: 25 out", "25 expected back", rule="9.7")
    dealer.bench.do("collect")
    dealer.press("All 25 cards back")
    dealer.says("Shuffle the cards")
    expect(dealer.page.locator("header")).to_contain_text("Round 2")
    expect(dealer.page.get_by_text(BANNER)).to_be_visible()
    expect(dealer.place(1)).not_to_contain_text("Ante")


def _refuses_what_was_advised(dealer: Dealer) -> None:
    dealer.press("Shuffled")
    dealer.press("Cut made")
    dealer.touch_box(6)
    dealer.press("Other amount")
    dealer.key("5")
    expect(dealer.dialog("Box 6: ante")).to_contain_text("From 10 up")
    expect(dealer.button("OK")).to_be_disabled()
    with Screen(dealer.daemon) as screen:
        answer = screen.do("place_ante", box=6, amount_cents=500)
        assert (answer["ok"], answer["rule"]) == (False, "3.4")
