"""Rounds from an automated shuffling shoe by touch, at the real table, and a malfunction (rule 12)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seat_at
from tests.browser.dealing import DEALER, SUPERVISOR, Dealer

ANTES = {1: "Ante 25", 3: "Ante 50", 4: "Ante 100"}
DRUM_MS = 20_000  # both decks through the simulated drum, and then some


seat = seat_at("demo_shuffler")  # every test goes on where the one before has ended


@pytest.mark.rule("NI2004-492", "12.2")
@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "12.5")
def test_a_whole_round_by_touch(seat: Dealer) -> None:
    _opens(seat)
    _takes_antes(seat)
    _deals(seat)
    _announces(seat)
    _asks_every_box(seat)
    _settles(seat)
    seat.counts_hands(4, 1)
    seat.says("Collect all cards: 20 out", "5 cards", rule="9.7")
    seat.fits()
    seat.bench.do("collect")
    seat.press("All 20 cards back")
    seat.says("Antes, please", "Next deck: red", rule="4.1")  # nobody shuffles by hand, and nobody cuts
    seat.bench.do("insert_deck")


@pytest.mark.rule("NI2004-492", "12.6")
@pytest.mark.rule("NI2004-492", "12.8")
def test_a_malfunction_makes_the_round_void_without_a_touch(seat: Dealer) -> None:
    _ante(seat, 2, "Ante 25")
    seat.press("Close betting")
    _pack(seat, 2)
    seat.says("Deal five cards to yourself", "Deck red", rule="12.4")
    seat.bench.do("jam_in_pack", to="dealer")
    seat.says(
        "Void. Chips back, cards to the rack",
        "Malfunction of the shoe: card jammed. Box 2: 25 back",
        rule="12.6",
    )
    expect(seat.page.locator(".prompt")).to_have_class("prompt attention")
    seat.fits()
    assert seat.history()[:2] == ["Box 2: ante void, 25", "Malfunction of the shoe: card jammed."]
    seat.bench.do("collect")
    seat.press("All cards back")
    seat.says("Shoe stopped: card jammed", "take both decks out", rule="12.8")
    expect(seat.button("Loaded")).to_be_disabled()
    seat.fits()
    seat.bench.do("clear_jam")
    seat.says("Shuffle both decks and load them", "comes out first", rule="12.3")
    _loads(seat)


@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "14.3")
def test_a_pack_of_four_is_for_the_supervisor(seat: Dealer) -> None:
    _ante(seat, 2, "Ante 25")
    seat.press("Close betting")
    seat.bench.do("dispense", to="box-2", count=4)
    seat.says("Stop. Supervisor decides", "4 cards came out for box 2, not five.", rule="14.3")
    seat.fits()
    seat.supervisor()
    seat.fits()
    seat.hold("Void round")
    seat.says("Void. Chips back, cards to the rack", "Box 2: 25 back", rule="14.3")
    seat.bench.do("collect")
    seat.press("All 4 cards back")
    seat.says("Antes, please")
    seat.bench.do("insert_deck")


@pytest.mark.rule("NI2004-492", "12.8")
def test_an_open_door_is_seen_and_ruled_on(seat: Dealer) -> None:
    _ante(seat, 5, "Ante 25")
    seat.press("Close betting")
    seat.bench.do("door", is_open=True)
    seat.says("Stop. Supervisor decides", "Could anybody reach the cards in it?", rule="12.8")
    expect(seat.page.locator("header")).to_contain_text("Shoe open")
    seat.bench.do("door", is_open=False)
    expect(seat.page.locator("header")).not_to_contain_text("Shoe open")
    seat.supervisor()
    seat.hold("No, go on")
    seat.press("As seen by the supervisor")
    seat.says("Deal five cards to box 5", "Boxes 1 to 4 have no ante: pass them.", rule="12.4")
    for place in (5, "dealer"):
        _pack(seat, place)
    seat.says("Turn your top card face up")
    seat.fits()
    _turns_top_card(seat)
    seat.press("Bet or fold announced")
    seat.press("Fold")
    seat.bench.do("collect")
    seat.press("All 10 cards back")
    seat.says("Shuffle both decks and load them", rule="12.3")


@pytest.mark.rule("NI2004-492", "12.7")
@pytest.mark.rule("NI2004-492", "2.3")
def test_an_ordinary_shoe_takes_its_place(seat: Dealer) -> None:
    seat.bench.do("unplug", device="shuffler")
    seat.says("Shoe not answering. Do not deal", "replace the shoe", rule="12.8")
    seat.fits()
    seat.press("More")
    seat.fits()
    seat.press("Ordinary shoe (supervisor)")
    seat.badge(SUPERVISOR)
    seat.hold("Ordinary shoe")
    seat.says("Check the new cards", "Each card is dealt by hand.", rule="12.7")
    seat.fits()
    seat.press("More")
    seat.press("Checked by hand (supervisor)")
    seat.badge(SUPERVISOR)
    seat.says("A second person signs for the cards", "2001 has signed", rule="2.3")
    seat.fits()
    seat.hold("Sign for the cards")
    seat.says("Shuffle the cards")
    seat.press("Shuffled")
    seat.says("Cut once, then into the shoe", "At least 2 cards", rule="5.2")
    seat.fits()
    seat.press("Cards counted")
    seat.fits()
    seat.key("1")
    expect(seat.button("OK")).to_be_disabled()
    seat.key("7")
    seat.press("OK")
    _ante(seat, 6, "Ante 25")
    seat.press("Close betting")
    seat.says("Deal 5 cards each, one by one", "box 6", rule="6.3(a)")
    seat.fits()
    seat.press("One card dealt")
    seat.says("Deal yourself the first card, face down", rule="6.3(b)")


# ---------------------------------------------------------------- a dealer's hands


def _opens(dealer: Dealer) -> None:
    dealer.press("Sign in")
    dealer.pin(DEALER)
    dealer.press("Open table")
    dealer.says("Check both decks, 52 cards each", rule="2.2")
    dealer.fits()
    dealer.press("Both decks checked")
    dealer.says("Shuffle both decks and load them", rule="12.3")
    expect(dealer.button("Loaded")).to_be_disabled()
    dealer.bench.do("insert_deck", colour="blue")
    dealer.says("Shuffle both decks and load them", "Deck blue is in. The other one is still missing.")
    dealer.fits()
    _loads(dealer, "red")


def _loads(dealer: Dealer, *colours: str) -> None:
    if not colours:
        dealer.bench.do("take_decks_out")
    for colour in colours or ("blue", "red"):
        dealer.bench.do("insert_deck", colour=colour)
    detail = dealer.page.locator(".prompt p")
    expect(detail).to_contain_text("Both decks are in, blue is shuffled.", timeout=DRUM_MS)
    dealer.fits()
    dealer.press("Loaded")
    dealer.says("Antes, please", "Next deck: blue", rule="4.1")


def _ante(dealer: Dealer, box: int, chip: str) -> None:
    dealer.touch_box(box)
    dealer.press(chip)
    expect(dealer.button("Close betting")).to_be_enabled(timeout=DRUM_MS)


def _takes_antes(dealer: Dealer) -> None:
    dealer.touch_box(1)
    dealer.fits()
    dealer.press("Close")
    for box, chip in ANTES.items():
        _ante(dealer, box, chip)
    dealer.fits()
    dealer.press("Close betting")


def _pack(dealer: Dealer, place: int | str) -> None:
    dealer.bench.do("dispense", to=f"box-{place}" if place != "dealer" else "dealer")


def _deals(dealer: Dealer) -> None:
    for box in ANTES:
        dealer.says(f"Deal five cards to box {box}", rule="12.4")
        dealer.fits()
        _pack(dealer, box)
        for nth in range(1, 6):
            dealer.down(box, nth)
    dealer.says("Deal five cards to yourself", rule="12.4")
    _pack(dealer, "dealer")


def _announces(dealer: Dealer) -> None:
    dealer.says("Turn your top card face up", rule="12.4")
    expect(dealer.button("Bet or fold announced")).to_have_count(0)
    _turns_top_card(dealer)
    dealer.says("Announce: bet or fold", "pick up their cards", rule="12.5")
    dealer.fits()
    dealer.press("Bet or fold announced")


def _turns_top_card(dealer: Dealer) -> None:
    dealer.press("Enter top card")
    top = dealer.exposed("dealer", 5)
    dealer.fits()
    dealer.picks(top)
    dealer.sees("dealer", 5, top)
    for nth in range(1, 5):
        dealer.down("dealer", nth)


def _asks_every_box(dealer: Dealer) -> None:
    dealer.says("Box 1: bet or fold?", "exactly 50", rule="7.1")
    dealer.fits()
    dealer.press("Bet 50")
    dealer.says("Box 3: bet or fold?")
    dealer.press("Fold")
    dealer.says("Box 4: bet or fold?")
    dealer.press("Bet 200")


def _settles(dealer: Dealer) -> None:
    dealer.says("Turn your cards and set the hand", rule="9.1")
    dealer.enters("dealer", range(1, 5))
    dealer.press("Hand is set")
    for box in (4, 1):
        dealer.says(re.compile(rf"[Bb]ox {box}\b"))
        if dealer.title == f"Turn the cards of box {box}":  # only if the dealer takes part
            dealer.enters(box, range(1, 6))
            dealer.press("Cards turned")
        dealer.says(re.compile(rf"^Box {box}\b"))
        dealer.fits()
        dealer.press("Done, next box")
