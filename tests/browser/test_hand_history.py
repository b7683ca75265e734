"""Past rounds on the panel, in a real browser with a real daemon, also after a restart."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import states
from tests.browser.conftest import SMALLER, running_table, sitting_down
from tests.browser.dealing import Dealer, Prepared, Screen
from tests.browser.measures import controls

ANTES = {1: 25, 3: 50, 4: 25}
SIZES = list(states.SIZES)
COUNTS_PRINTS = """() => {
  const said = document.documentElement.dataset;
  window.print = () => { said.prints = Number(said.prints ?? 0) + 1; };
}"""


@pytest.fixture(scope="module", params=SIZES, ids=str)
def seat(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Dealer]:
    """One round is over, and the next has begun."""
    small = {"demo": SMALLER} if request.param == (1024, 600) else {}
    with running_table("demo", **small) as table, sitting_down(browser, table, request.param) as made:
        seat = made.come()
        prepared = Prepared(table)
        prepared.settle(ANTES)
        with prepared.screen() as screen:
            screen.authorise()
            screen.must("void_round", ground="disturbance")
        prepared.antes()
        yield seat


def opens(seat: Dealer, what: str) -> None:
    """And waits until it has been looked up: a touch on the screen before that is for a screen that is gone."""
    seat.press(what)
    expect(seat.page.get_by_role("dialog")).not_to_contain_text("is being looked up")


def look_back(seat: Dealer) -> None:
    opens(seat, "Hand history")
    opens(seat, "Past rounds")
    expect(seat.page.get_by_role("dialog", name="Round 1")).to_contain_text("step 1 of ")


def may_press(seat: Dealer, label: str) -> bool:
    """As the panel was told: while a touch is answered it has every button deaf."""
    return any(button["enabled"] for button in seat.state["sheet"]["buttons"] if button["label"] == label)


def keep_picture(seat: Dealer, name: str) -> None:
    """For who wants to see them: PICTURES=folder."""
    if folder := os.environ.get("PICTURES"):
        seat.page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_past_round_is_looked_at_step_by_step(seat: Dealer) -> None:
    look_back(seat)
    dialog = seat.page.get_by_role("dialog")
    turned = 0
    for key in ("10 on", "Back"):
        while turned < 5 and may_press(seat, key):
            title = dialog.locator("h2").inner_text()
            seat.press(key)
            expect(dialog.locator("h2")).not_to_have_text(title)
            seat.fits()
            turned = max(turned, dialog.locator(".card.up").count())
            keep_picture(seat, f"past-{seat.state['look']['mm']}-{turned:02}")
    assert turned >= 5, "the dealer's hand was turned"
    assert not may_press(seat, "Round before")
    assert not may_press(seat, "Next round")
    seat.press("Close")


def test_what_is_to_be_done_now_stays_in_sight(seat: Dealer) -> None:
    look_back(seat)
    expect(seat.page.locator(".prompt h1").first).to_have_text(seat.state["prompt"]["title"])
    with Screen(seat.daemon) as screen:
        screen.must("call_floor")
    expect(seat.page.locator(".header .badge")).to_have_count(1)
    seat.press("Close")


def test_the_sheet_of_a_ruling_is_printed_and_the_second_says_so(seat: Dealer) -> None:
    seat.page.evaluate(COUNTS_PRINTS)
    opens(seat, "Hand history")
    opens(seat, "Sheets")
    expect(seat.page.get_by_role("dialog")).to_contain_text("Nothing was ruled on")
    opens(seat, "Round before")
    dialog = seat.page.get_by_role("dialog")
    seat.tap(dialog.get_by_role("button", name=re.compile("Ruling 16.1")))
    expect(dialog.locator("h1")).to_have_text("Ruling")
    expect(dialog.locator("svg.layout .card, svg.layout rect").first).to_be_attached()
    keep_picture(seat, f"sheet-{seat.state['look']['mm']}")
    assert controls(seat.page, seat.state["look"]["mm"]) == []
    for prints in (1, 2):
        seat.press("Print")
        expect(seat.page.locator("html")).to_have_attribute("data-prints", str(prints))
        expect(dialog.locator(".reprint")).to_have_count(prints - 1)
    prompt = seat.state["prompt"]["title"]
    if folder := os.environ.get("PICTURES"):
        seat.page.pdf(path=Path(folder) / f"sheet-{seat.state['look']['mm']}.pdf", prefer_css_page_size=True)
    seat.page.emulate_media(media="print")
    said = seat.page.locator("body").inner_text()
    seat.page.emulate_media(media="screen")
    for line in ("REPRINT", "Ruling 16.1: ", "Record of the journal and its hash", "Casino supervisor"):
        assert line in said, line
    assert prompt not in said, "only the sheet is printed"
    seat.press("Close")


def test_after_a_restart_past_rounds_are_there(seat: Dealer) -> None:
    no_connection = seat.page.get_by_role("alert").filter(has_text="No connection")
    seat.watch.daemon_may_die = True
    seat.daemon.kill()
    expect(no_connection).to_be_visible()
    seat.daemon.start()
    expect(no_connection).to_be_hidden()
    seat.page.touchscreen.tap(640, 20)  # the first touch after a loss is swallowed
    seat.catches_up()
    look_back(seat)
