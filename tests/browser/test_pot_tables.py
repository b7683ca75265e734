"""The panel of the pot games: seats, pots, the clock, the keypad with quick amounts, the division of a pot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import measures, pot_states, states
from tests.browser.conftest import Panel, heard, measured, measured_keypads, sent, type_on


def test_every_state_is_large_enough_apart_and_legible(sized_panel: Panel) -> None:
    assert measured(sized_panel, pot_states.STATES) == []


def test_every_keypad_is_large_enough_apart_and_legible(sized_panel: Panel) -> None:
    assert measured_keypads(sized_panel, pot_states.STATES, pot_states.ASKS) == []


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (("boxes", 0, "lines", 1), "Bet 1,234,567"),
        (("boxes", 0, "state"), "straight flush"),
        (("boxes", 0, "tag"), "Everything"),
        (("rail", "pots", 0, "label"), "A name that no pot in the world should ever have been given " * 2),
    ],
)
def test_what_is_too_long_is_complained_of(small_panel: Panel, place: tuple, said: str) -> None:
    """The measure itself, or the test above would say nothing."""
    now = pot_states.omaha()
    part = now
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = said
    small_panel.open().show(now)
    assert measures.cards(small_panel.page) != []


# -- seats ------------------------------------------------------------


def seat(page: Page, number: int) -> Locator:
    return page.get_by_role("group", name=f"Box {number}", exact=True)


def test_a_seat_says_button_blind_state_stake_and_bet(panel: Panel) -> None:
    panel.open().show(pot_states.omaha())
    expect(seat(panel.page, 1).locator(".mark")).to_have_text("D")
    expect(seat(panel.page, 3).locator(".tag")).to_have_text("BB")
    expect(seat(panel.page, 3).locator(".state")).to_have_text("to act")
    expect(seat(panel.page, 3).locator(".line")).to_have_text(["12,400", "Bet 20"])
    expect(seat(panel.page, 2)).to_contain_text("folded")
    expect(seat(panel.page, 2).get_by_role("img")).to_have_count(0)


def test_stakes_and_bets_stand_in_line_whether_or_not_a_seat_has_cards(sized_panel: Panel) -> None:
    sized_panel.open().show(pot_states.omaha())
    stakes = [seat(sized_panel.page, n).locator(".line").first.bounding_box() for n in (1, 2, 3, 4, 5)]
    assert max(box["y"] for box in stakes) - min(box["y"] for box in stakes) < 1


def test_the_cards_of_stud_keep_their_order_and_what_is_up_has_the_room(sized_panel: Panel) -> None:
    sized_panel.open().show(pot_states.stud())
    cards = seat(sized_panel.page, 5).get_by_role("img")
    names = ["face down", "face down", "ace of diamonds", "jack of clubs", "king of spades", "two of hearts"]
    for place, name in enumerate([*names, "face down"]):
        expect(cards.nth(place)).to_have_accessible_name(name)
    areas = [card.bounding_box() for card in cards.all()]
    assert [area["y"] for area in areas] == sorted(area["y"] for area in areas)
    backs, faces = [areas[0], areas[1], areas[6]], areas[2:6]
    assert min(area["width"] for area in faces) > 2 * max(area["width"] for area in backs)


def test_a_card_of_stud_is_turned_over_where_it_lies(panel: Panel) -> None:
    now = pot_states.stud()
    panel.open().show(now)
    cards = seat(panel.page, 5).get_by_role("img")
    before = cards.first.bounding_box()
    now["boxes"][4]["cards"][0] = {"id": "5-1", "up": True, "face": "Ts", "mark": ""}
    panel.show(now)
    expect(cards.first).to_have_accessible_name("ten of spades")
    after = cards.first.bounding_box()
    assert (after["x"], after["y"]) == (before["x"], before["y"])


# -- header and rail ------------------------------------------------------------


def test_phases_that_are_named_alike_say_it_once(panel: Panel) -> None:
    panel.open().show(pot_states.omaha())
    shown = "Verify Shuffle Cut Blinds Deal|Bet 1|2|Bet 3|4|5|Show|Pay".replace(" ", "|").replace(
        "Bet|", "Bet "
    )
    expect(panel.page.locator(".phase")).to_have_text(shown.split("|"))
    expect(panel.page.locator(".phase").nth(9)).to_have_attribute("aria-label", "Bet 5")


def test_phases_without_room_become_dots_and_come_back(panel: Panel) -> None:
    panel.open().show(pot_states.omaha_full())
    phases = panel.page.locator(".phase")
    expect(phases).to_have_text([""] * 6 + ["Bet 2", "Bet 3", "Bet 4"] + [""] * 3)
    expect(panel.page.locator(".phase.past")).to_have_count(7)
    panel.show(pot_states.omaha())
    expect(phases.first).to_have_text("Verify")


def test_a_few_phases_are_always_in_full(panel: Panel) -> None:
    panel.open().show(states.decide())
    expect(panel.page.locator(".phase")).to_have_text(states.PHASES)


def test_all_pots_are_shown_and_their_seats_where_there_is_room(sized_panel: Panel) -> None:
    page = sized_panel.page
    sized_panel.open().show(pot_states.omaha())
    expect(page.get_by_text("seats 1, 3, 4, 7")).to_be_visible()
    sized_panel.show(pot_states.omaha_full())
    for pot in pot_states.POTS:
        expect(page.locator(".rail").get_by_text(pot["value"], exact=True)).to_be_visible()
    expect(page.get_by_text("seats 1, 3, 4, 7")).to_be_hidden()
    sized_panel.show(pot_states.stud_full())  # there is no board beside them
    expect(page.get_by_text("seats 1, 3, 4, 7")).to_be_visible()


def test_the_board_is_marked_when_the_next_card_goes_there(panel: Panel) -> None:
    board = panel.page.get_by_role("group", name="Board")
    now = pot_states.omaha()
    panel.open().show(now)
    expect(board).to_have_class("place")
    now["rail"]["board"]["tone"] = "next"
    panel.show(now)
    expect(board).to_have_class("place next")


# -- the clock ------------------------------------------------------------


def clocked(seconds: int | None) -> states.State:
    now = pot_states.omaha()
    now["prompt"]["seconds"] = seconds
    return now


def test_seconds_are_counted_down(panel: Panel) -> None:
    panel.open().show(clocked(37))
    expect(panel.page.get_by_text("36", exact=True)).to_be_visible(timeout=2500)
    assert measures.texts(panel.page, panel.mm) == []


def test_the_last_ten_seconds_ask_for_attention(panel: Panel) -> None:
    clock = panel.page.locator(".seconds")
    panel.open().show(clocked(12))
    expect(clock).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    before = clock.bounding_box()
    expect(clock).to_have_css("background-color", "rgb(255, 176, 0)", timeout=4000)
    expect(clock.locator("svg")).to_be_visible()  # colour never speaks alone
    assert clock.bounding_box() == before


def test_no_clock_no_attention(panel: Panel) -> None:
    panel.open().show(clocked(3))
    expect(panel.page.locator(".prompt")).to_have_css("border-left-color", "rgb(255, 176, 0)")
    panel.show(clocked(None))
    expect(panel.page.locator(".seconds")).to_be_hidden()
    expect(panel.page.locator(".prompt")).to_have_css("border-left-color", "rgb(124, 196, 255)")


# -- the keypad ------------------------------------------------------------


@pytest.fixture
def raising(panel: Panel) -> Panel:
    panel.open().show(pot_states.omaha())
    panel.press("Raise")
    return panel


def amount(panel: Panel) -> Locator:
    return panel.page.get_by_role("status", name="Seat 3: raise to")


def ok(panel: Panel) -> Locator:
    return panel.page.get_by_role("button", name="OK")


def test_a_quick_amount_is_filled_in_and_ok_sends_it(raising: Panel) -> None:
    raising.press("Pot 160")
    expect(amount(raising)).to_have_text("$160")
    assert sent(raising) == []
    raising.press("OK")
    assert heard(raising) == [("raise", {"amount_cents": 16000})]


def test_the_quick_amount_that_is_filled_in_is_marked(raising: Panel) -> None:
    raising.press("Pot 160")
    expect(raising.page.get_by_role("button", name="Pot 160")).to_have_class(re.compile("chosen"))
    expect(raising.page.get_by_role("button", name="Least 40")).not_to_have_class(re.compile("chosen"))


def test_a_digit_after_a_quick_amount_begins_anew(raising: Panel) -> None:
    raising.press("Pot 160")
    type_on(raising, "75")
    expect(amount(raising)).to_have_text("$75")
    raising.press("+25")
    raising.press("OK")
    assert heard(raising) == [("raise", {"amount_cents": 10000})]


def test_all_in_is_allowed_beside_the_steps_and_beyond_the_maximum(raising: Panel) -> None:
    raising.press("All in 302.50")
    expect(amount(raising)).to_have_text("$302.50")
    raising.press("OK")
    assert heard(raising) == [("raise", {"amount_cents": 30250})]


@pytest.mark.parametrize("digits", ["35", "165", "42", "302"])
def test_what_is_neither_on_the_steps_nor_all_in_does_not_pass(raising: Panel, digits: str) -> None:
    type_on(raising, digits)
    expect(ok(raising)).to_be_disabled()
    expect(raising.page.get_by_role("dialog")).to_contain_text("A raise is $40 to $160 in steps of $5")


def test_a_chip_on_top_of_all_in_does_not_pass(raising: Panel) -> None:
    raising.press("All in 302.50")
    expect(raising.page.get_by_role("button", name="+5", exact=True)).to_be_disabled()
    raising.press("Delete")
    expect(amount(raising)).to_have_text("$30")
    expect(ok(raising)).to_be_disabled()


def test_digits_are_dollars_and_cents_come_behind_a_point(raising: Panel) -> None:
    type_on(raising, "302")
    expect(amount(raising)).to_have_text("$302")
    raising.press(".")
    type_on(raising, "50")
    expect(amount(raising)).to_have_text("$302.50")
    raising.press("Delete")
    expect(amount(raising)).to_have_text("$302.5")
    raising.press("OK")
    assert heard(raising) == [("raise", {"amount_cents": 30250})]


def test_what_the_amount_comes_to_is_said_before_it_is_sent(raising: Panel) -> None:
    type_on(raising, "80")
    expect(raising.page.get_by_role("dialog")).to_contain_text("70 more goes in.")
    assert sent(raising) == []


def test_the_keypad_says_every_amount_that_it_takes(raising: Panel) -> None:
    expect(raising.page.get_by_role("dialog")).to_contain_text("$40 – $160, $302.50")


def begins_with_the_joker(panel: Panel) -> None:
    panel.open()
    state = states.ruling()
    for button in state["actions"]:
        if button["ask"] and button["ask"]["kind"] == "face":
            button["ask"]["joker"] = True
    panel.show(state)
    panel.press("Which card was it?")
    panel.press("Joker")


def test_the_joker_is_a_key_of_its_own(panel: Panel) -> None:
    begins_with_the_joker(panel)
    panel.press("OK")
    assert heard(panel)[-1][1]["seen"] == "Jk"


def test_a_rank_behind_the_joker_is_another_card(panel: Panel) -> None:
    begins_with_the_joker(panel)
    panel.press("hearts")
    panel.press("9")
    panel.press("OK")
    assert heard(panel)[-1][1]["seen"] == "9h"
