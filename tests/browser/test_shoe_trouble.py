"""The shoe does not answer, is back, is stuck: nobody deals before somebody has looked."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import DEALER, Dealer, Prepared, deal_prompt, order_of_deal, replug

ANTES = {1: 25, 3: 100}
DEALT = 4
NEXT = "Deal the second card to box 3"
SECOND_S = 1.0


@pytest.fixture
def dealing(prepared: Prepared, dealer: Dealer) -> Dealer:
    prepared.deal(ANTES, DEALT)
    dealer.says(NEXT)
    return dealer


@pytest.fixture
def unplugged(dealing: Dealer) -> Dealer:
    dealing.bench.do("unplug", device="shoe")
    dealing.says("Shoe not answering. Do not deal")
    return dealing


def put_back(dealer: Dealer) -> None:
    replug(dealer.daemon, "shoe")
    dealer.says("Shoe is back. Check the last card", rule="6.1")


def test_an_unplugged_shoe_is_a_red_band_within_a_second(dealing: Dealer) -> None:
    start = time.monotonic()
    dealing.bench.do("unplug", device="shoe")
    band = dealing.page.locator(".prompt.fault")
    expect(band).to_contain_text("Shoe not answering. Do not deal", timeout=SECOND_S * 1000)
    assert time.monotonic() - start < SECOND_S
    expect(band).to_contain_text(re.compile(r"Since \d\d:\d\d:\d\d\."))
    expect(band).to_contain_text(re.compile(r"\b4\b"))
    expect(band).to_contain_text("Rule 6.1")
    expect(band.locator("svg").first).to_be_visible()
    expect(dealing.button("Hold the shoe")).to_have_count(0)
    expect(dealing.button("Test again")).to_be_enabled()
    expect(dealing.button("Deal by hand")).to_have_count(0)
    expect(dealing.button("Void round")).to_have_count(0)


READ = [("Hand history",), ("Devices",), ("More",), ("More", "Rule book"), ("More", "Screen")]


@pytest.mark.parametrize("way", READ, ids=" ".join)
def test_an_alarm_closes_what_is_only_read(dealing: Dealer, way: tuple[str, ...]) -> None:
    for button in way:
        dealing.press(button)
    dealing.dialog("").last.wait_for()
    dealing.bench.do("unplug", device="shoe")
    dealing.sees_the_prompt()
    dealing.says("Shoe not answering. Do not deal")
    expect(dealing.dialog("")).to_have_count(0)
    dealing.press("Devices")  # and may be opened again, to look why
    dealing.dialog("Devices").wait_for()
    dealing.sees_the_prompt()


@pytest.mark.parametrize("way", [("Report irregularity",), ("More", "Void round (supervisor)")], ids=" ".join)
def test_an_alarm_is_seen_above_what_is_being_said(dealing: Dealer, way: tuple[str, ...]) -> None:
    for button in way:
        dealing.press(button)
    dealing.dialog("").last.wait_for()
    dealing.sees_the_prompt()
    dealing.bench.do("unplug", device="shoe")
    dealing.says("Shoe not answering. Do not deal")
    dealing.sees_the_prompt()


def test_an_alarm_is_seen_at_a_locked_table(dealing: Dealer) -> None:
    dealing.press("More")
    dealing.press("Lock")
    expect(dealing.page.get_by_text("Locked")).to_be_visible()
    dealing.bench.do("unplug", device="shoe")
    dealing.says("Shoe not answering. Do not deal")
    dealing.sees_the_prompt()
    dealing.press("Sign in")
    dealing.sees_the_prompt()
    dealing.pin(DEALER)


def test_a_shoe_that_is_back_asks_before_anything_goes_on(unplugged: Dealer) -> None:
    put_back(unplugged)
    unplugged.says("Shoe is back. Check the last card", "Box 1: does the second card lie there now")
    expect(unplugged.button("Hold the shoe")).to_have_count(0)
    unplugged.press("Yes, go on")
    unplugged.says(NEXT)
    unplugged.deal(ANTES, start=DEALT)
    unplugged.says("Box 1: bet or fold?")


@pytest.mark.rule("NI2004-492", "14.3")
def test_a_count_that_differs_goes_to_the_supervisor(unplugged: Dealer) -> None:
    put_back(unplugged)
    unplugged.hold("No, it differs")
    unplugged.says("Stop. Supervisor decides", rule="14.3")
    unplugged.supervisor()
    unplugged.hold("Void round")
    unplugged.says("Void. Chips back, cards to the rack", "Box 1: 25 back; Box 3: 100 back")


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_drawn_while_the_cable_was_out_is_missed(unplugged: Dealer) -> None:
    """The dealer says that all is well, and it is not: the shoe's numbering tells."""
    unplugged.draw(3)
    put_back(unplugged)
    unplugged.press("Yes, go on")
    unplugged.says("Stop. Supervisor decides", "not heard", rule="6.3")
    expect(unplugged.button("Yes, they lie there")).to_have_count(0)
    unplugged.supervisor()
    unplugged.hold("Yes, they lie there")  # proposed: the reader sees the card
    unplugged.says("Deal yourself the second card, face down")
    expect(unplugged.card(3, 2)).to_have_class("card back mark-unread")


def test_dealt_by_hand_the_cards_are_entered_when_they_are_turned(prepared: Prepared, dealer: Dealer) -> None:
    prepared.deal(ANTES, 12)
    dealer.bench.do("unplug", device="shoe")
    dealer.says("Shoe not answering. Do not deal")
    dealer.supervisor("Deal by hand (supervisor)")
    dealer.press("Deal by hand")  # too short
    dealer.says("Shoe not answering. Do not deal")
    dealer.hold("Deal by hand")
    for place, nth in order_of_deal(ANTES)[12:]:
        dealer.says(deal_prompt(place, nth))
        dealer.draw(place)
        dealer.press("One card dealt")
    dealer.press("Bet 50")
    dealer.press("Fold")
    enter(dealer, "fifth", "dealer")
    dealer.press("Hand is set")
    enter_hand(dealer, 1)
    dealer.says(re.compile(r"^Box 1( wins| loses| ties|: pay)"))
    dealer.press("Done, next box")
    dealer.counts_hands(1)
    dealer.says("Collect all cards: 15 out")


def enter(dealer: Dealer, nth: str, place: str | int) -> None:
    number = ("first", "second", "third", "fourth", "fifth").index(nth) + 1
    dealer.press(f"Enter {nth} card")
    dealer.picks(dealer.exposed(place, number))


def enter_hand(dealer: Dealer, box: int) -> None:
    """The dealer takes part or not, as the cards are: only then is the player's hand needed."""
    expect(dealer.page.locator(".prompt h1")).to_contain_text(f"ox {box}")
    if dealer.title == f"Turn the cards of box {box}":
        enter(dealer, "fifth", box)
        dealer.press("Cards turned")


def test_a_stuck_card_stops_the_deal(dealing: Dealer) -> None:
    dealing.bench.do("jam")
    dealing.says("Shoe stopped: card stuck", "Clear the shoe. Was the card for box 3 dealt?", rule="6.1")
    expect(dealing.button("Hold the shoe")).to_have_count(0)
    dealing.bench.do("clear_jam")
    dealing.says("Shoe stopped: card stuck")
    expect(dealing.button("No, deal it")).to_be_enabled()  # the shoe has told that it is clear
    dealing.hold("No, deal it")
    dealing.says(NEXT)


def test_a_shoe_lost_between_rounds_stops_the_next_deal(prepared: Prepared, dealer: Dealer) -> None:
    prepared.antes(ANTES)
    dealer.bench.do("unplug", device="shoe")
    expect(dealer.page.locator(".badge.fault")).to_have_text("Shoe")
    dealer.says("Antes, please")
    dealer.press("Close betting")
    dealer.says("Shoe not answering. Do not deal", rule="6.1")
    put_back(dealer)
    dealer.press("Yes, none")
    dealer.says("Deal the first card to box 1")


def test_lost_readers_hold_the_deal_until_the_dealer_goes_on(dealing: Dealer) -> None:
    dealing.bench.do("unplug", device="readers")
    expect(dealing.page.locator(".badge.attention")).to_have_text("Readers")
    dealing.says("Stop. Confirm the ruling")
    dealing.press("Go on")
    dealing.says(NEXT)
    replug(dealing.daemon, "readers")
    expect(dealing.page.locator(".badge")).to_have_count(0)
    dealing.says(NEXT)
    dealing.deal(ANTES, start=DEALT)
    dealing.says("Box 1: bet or fold?")
