"""Rounds of the pot games by touch: the real daemon, simulated devices, both sizes of screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seat_at
from tests.browser.dealing import SUPERVISOR, Dealer, Json
from tests.games.rules_in_common import pot_rules

STAKES = {1: "500", 2: "800", 4: "300"}
MOST_CARDS = 60

omaha = seat_at("demo_omaha")
faro = seat_at("demo_faro")
stud = seat_at("demo_stud")


@pytest.mark.rule("NI2017-583", "8.5(a)")
@pytest.mark.rule("NI2017-583", "9.4")
@pytest.mark.rule("NI2017-583", "13.1")
@pytest.mark.rule("NI2017-583", "14.1")
def test_a_round_of_omaha_by_touch(omaha: Dealer) -> None:
    omaha.opens()
    _sits_down(omaha)
    omaha.says("Collect the blinds", "Seat 1: 5, seat 2: 10", rule="8.5(a)")
    omaha.press("Blinds are in")
    _deals(omaha)
    omaha.says("Seat 4: call 10, raise, fold?", "Raise to 20 up to 35", rule="10.2")
    omaha.fits()
    _raises(omaha, "Pot 35")
    omaha.press("Call 30")
    omaha.press("Fold")
    _deals(omaha)
    omaha.says("Seat 1: check or bet?", rule="12.2")
    omaha.press("Check")
    _bets_all(omaha, seat=4)
    _calls_and_runs_out(omaha)


def _raises(dealer: Dealer, named: str) -> None:
    dealer.press("Raise…")
    dealer.dialog("Seat 4: bet or raise to").wait_for()
    dealer.key("9")
    expect(dealer.button("OK")).to_be_disabled()
    dealer.press(named)
    dealer.press("OK")
    expect(dealer.place(4)).to_contain_text("Bet 35")


def _bets_all(dealer: Dealer, seat: int) -> None:
    dealer.says(f"Seat {seat}: check or bet?")
    dealer.press("Bet…")
    dealer.press("Pot 80")
    dealer.press("OK")
    dealer.says("Seat 1: call 80, raise, fold?")
    dealer.press("Raise…")
    dealer.press("Pot 320")
    dealer.press("OK")


def _calls_and_runs_out(dealer: Dealer) -> None:
    """Seat 4 taps out with the call: nobody can bet any more, and the cards run out."""
    dealer.says(re.compile("^Seat 4: call"))
    _goes_on(dealer)
    expect(dealer.place(4)).to_contain_text("All in")
    dealer.fits()
    _deals(dealer)
    dealer.says(re.compile(r"Seat \d shows first"), rule="13.1")
    dealer.fits()
    _shows(dealer)
    _is_paid(dealer)


@pytest.mark.rule("NI2005-74", "4.2(h)")
@pytest.mark.rule("NI2005-74", "9.4")
@pytest.mark.rule("NI2005-74", "10.1")
def test_a_round_of_stud_by_touch(stud: Dealer) -> None:
    stud.opens()
    _sits_down(stud)
    stud.says("Collect the ante of 2", rule="8.5(b)")
    stud.press("Antes are in")
    _deals(stud)
    stud.says(re.compile(r"Seat \d opens with a bet"), rule="10.1")
    stud.press("Bet…")
    stud.press("Least 5")
    stud.press("OK")
    _all_check_and_call(stud)
    stud.fits()
    _shows(stud)
    _is_paid(stud)


@pytest.mark.rule("NI2005-67", "9.4")
@pytest.mark.rule("NI2005-67", "12.1")
def test_a_round_of_faro_by_touch(faro: Dealer) -> None:
    faro.opens()
    _sits_down(faro)
    faro.press("Blinds are in")
    _deals(faro)
    _all_check_and_call(faro)
    faro.fits()
    _shows(faro)
    _is_paid(faro)


@pot_rules("17.1(e)", "17.3", "4.5")
def test_a_misdeal_and_the_new_deal_by_touch(faro: Dealer) -> None:
    """Goes on where the round before has ended."""
    faro.press("Shuffled")
    faro.bench.do("load_deck")
    faro.press("Cut made")
    faro.press("Blinds are in")
    _deals(faro, most=4)
    faro.press("Report irregularity")
    faro.press("Too few cards")
    faro.press("Seat 2")
    faro.says("Stop. Confirm the ruling", "Has a player looked at wrong cards?", rule="17.1(e)")
    faro.fits()
    faro.hold("Yes: misdeal")
    faro.says(re.compile("^Misdeal: collect all cards"), rule="17.1(e)")
    _collects(faro)
    faro.bench.do("shuffle")
    faro.press("Shuffled")
    faro.bench.do("load_deck")
    faro.press("Cut made")
    faro.says("Deal again", rule="17.3")
    faro.press("Deal again")
    faro.says(re.compile("^Deal the first card"))


@pytest.mark.rule("NI2005-67", "4.6")
def test_a_player_has_ninety_seconds(faro: Dealer) -> None:
    _deals(faro)
    faro.press("More")
    faro.press("Give 90 seconds (supervisor)")
    faro.badge(SUPERVISOR)
    faro.says(re.compile(r"^Seat \d"), "has 90 seconds to act")
    expect(faro.page.locator(".prompt .seconds")).to_have_text(re.compile(r"^\D*(90|8\d)\D*$"))
    faro.fits()


# ---------------------------------------------------------------- a dealer's hands


def _sits_down(dealer: Dealer) -> None:
    dealer.says("Two players are needed", rule="4.3")
    for seat, dollars in STAKES.items():
        dealer.touch_box(seat)
        dealer.press("Sits down…")
        dealer.key(dollars)
        dealer.press("OK")
        expect(dealer.place(seat)).to_contain_text(dollars)
    dealer.fits()


def _phase(state: Json) -> str:
    return str(next(phase["name"] for phase in state["header"]["phases"] if phase["now"]))


def _deals(dealer: Dealer, most: int = MOST_CARDS) -> None:
    dealer.until(lambda state: _phase(state) == "Deal")
    for _ in range(most):
        if _phase(dealer.state) != "Deal":
            return
        _draw(dealer)


def _draw(dealer: Dealer) -> None:
    """To whom the sentence names; the next sentence has then come."""
    title = dealer.state["prompt"]["title"]
    seat = re.search(r"[Ss]eat (\d)", title)
    with dealer.goes_on():
        dealer.draw(int(seat[1]) if seat else "rack" if title == "Burn a card" else "board")


def _all_check_and_call(dealer: Dealer) -> None:
    dealer.catches_up()
    for _ in range(MOST_CARDS):
        now = _phase(dealer.state)
        if now == "Deal":
            _deals(dealer)
        elif now == "Bet":
            _goes_on(dealer)
        else:
            return


def _goes_on(dealer: Dealer) -> None:
    """The one next action."""
    with dealer.goes_on():
        dealer.press(next(button["label"] for button in dealer.state["actions"] if button["place"] == 5))


def _shows(dealer: Dealer) -> None:
    dealer.says(re.compile(r"shows first$"), rule="13.1")
    while _phase(dealer.state) == "Show":
        with dealer.goes_on():
            dealer.press("Shows the hand")


def _is_paid(dealer: Dealer) -> None:
    dealer.says(re.compile("^Main pot: "))
    while _phase(dealer.state) == "Pay":
        dealer.fits()
        _goes_on(dealer)
    _collects(dealer)


def _collects(dealer: Dealer) -> None:
    dealer.bench.do("collect")
    _goes_on(dealer)
    dealer.says("Shuffle the cards", rule="7.1")
