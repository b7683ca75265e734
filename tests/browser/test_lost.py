"""The daemon is killed or hangs in every phase: the panel says so, and then shows what it showed before."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import sitting_down
from tests.browser.dealing import BANNER, Dealer, Prepared, Screen, at, order_of_deal
from tests.browser.measures import texts
from tests.daemon import Daemon

ANTES = {1: 25, 3: 100}
SOON_MS = 3000


@pytest.fixture(scope="module", autouse=True)
def forgiving(seat: Dealer) -> None:
    seat.watch.daemon_may_die = True


def no_connection(dealer: Dealer) -> Locator:
    return dealer.page.get_by_role("alert").filter(has_text="No connection")


def history(table: Daemon) -> list[str]:
    """When the round before has been looked up, too."""
    with Screen(table) as screen:
        screen.send("open", {"sheet": ["history"]})
        screen.until(lambda state: "is being looked up" not in str(state["sheet"]))
        return [f"{block['head']} {block['text']}" for block in screen.state["sheet"]["blocks"]]


def this_round(told: list[str]) -> list[str]:
    """Without the news of the restart itself."""
    end = next((place for place, line in enumerate(told) if line.endswith("closed.")), len(told))
    return [line for line in told[:end] if not line.endswith("started again.")]


def restart(seat: Dealer, table: Daemon) -> None:
    table.kill()
    expect(no_connection(seat)).to_be_visible()
    table.start()
    expect(no_connection(seat)).to_be_hidden()


# -- where a table can be when the power goes ------------------------------------------------------------


def checking(prepared: Prepared, table: Daemon) -> None:
    prepared.antes()
    with prepared.screen() as screen:
        screen.authorise()
        screen.must("order_deck_check")
        table.bench.do("collect")
        table.bench.do("load_deck")
        for _ in range(20):
            table.bench.do("verify_next")
        screen.until(lambda state: state["rail"]["notes"][1]["value"] == "20 of 52")


def betting(prepared: Prepared, table: Daemon) -> None:
    prepared.antes(ANTES)
    with prepared.screen() as screen:
        screen.must("place_jackpot_wager", box=3)


def dealing(prepared: Prepared, table: Daemon) -> None:
    prepared.deal(ANTES, 7)


def deciding(prepared: Prepared, table: Daemon) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        screen.press("bet")


def settling(prepared: Prepared, table: Daemon) -> None:
    prepared.settle(ANTES)
    with prepared.screen() as screen:
        if screen.action("show_box"):
            screen.press("show_box")
        screen.press("settle_box")


def collecting(prepared: Prepared, table: Daemon) -> None:
    prepared.collect(ANTES)


def ruling(prepared: Prepared, table: Daemon) -> None:
    prepared.deal(ANTES, 7)
    seen = table.bench.do("expose", place="box-3", nth=1)["face"]
    with prepared.screen() as screen:
        screen.must("report", what="card_exposed", place="3", nth=1, seen=seen)


def voided(prepared: Prepared, table: Daemon) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        screen.authorise()
        screen.must("void_round", ground="fraud")


PLACES = [checking, betting, dealing, deciding, settling, collecting, ruling, voided]


@pytest.mark.parametrize("somewhere", PLACES, ids=lambda place: place.__name__)
def test_killed_and_started_again_the_panel_shows_what_it_showed(
    somewhere: Callable[[Prepared, Daemon], None], seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    somewhere(prepared, table)
    told = history(table)
    seat.catches_up()
    before = seat.painted()

    table.kill()
    start = time.monotonic()
    expect(no_connection(seat)).to_be_visible(timeout=SOON_MS)
    assert time.monotonic() - start < SOON_MS / 1000
    expect(no_connection(seat)).to_contain_text("Stop dealing.")
    expect(seat.page.get_by_text(BANNER)).to_be_visible()

    table.start()
    expect(no_connection(seat)).to_be_hidden(timeout=SOON_MS)
    end = time.monotonic() + SOON_MS / 1000
    while seat.painted() != before and time.monotonic() < end:
        seat.page.wait_for_timeout(50)  # the devices introduce themselves again
    assert seat.painted() == before
    assert this_round(history(table)) == this_round(told)


def test_after_a_restart_the_round_is_played_on(seat: Dealer, prepared: Prepared, table: Daemon) -> None:
    prepared.deal(ANTES, 7)
    seat.says("Deal the third card to box 3")
    restart(seat, table)
    seat.page.touchscreen.tap(640, 20)  # the first touch after a loss is swallowed
    seat.deal(ANTES, start=7)
    seat.press("Bet 50")
    seat.says("Box 3: bet or fold?")


def test_after_a_restart_the_last_touch_may_still_be_taken_back(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        screen.press("fold")
    restart(seat, table)
    seat.catches_up()
    expect(seat.button("Undo last touch")).to_be_enabled(timeout=500)


def test_after_a_restart_a_locked_panel_is_still_locked(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    prepared.antes(ANTES)
    with prepared.screen() as screen:
        screen.send("lock", {})
    expect(seat.page.get_by_text("Locked. Sign in to go on")).to_be_visible()
    restart(seat, table)
    expect(seat.page.get_by_text("Locked. Sign in to go on")).to_be_visible(timeout=500)


def test_after_a_restart_the_advice_is_still_there(seat: Dealer, prepared: Prepared, table: Daemon) -> None:
    prepared.antes({3: 250})
    seat.says("Antes, please", "Box 3: settled at 200, the rest goes back.")
    restart(seat, table)
    seat.catches_up()
    seat.page.wait_for_timeout(300)  # the devices introduce themselves
    assert "Box 3: settled at 200" in seat.detail


def test_after_a_restart_the_round_before_is_still_in_the_history(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    prepared.collect(ANTES)
    prepared.antes()
    assert any("ante loses" in line for line in history(table))
    restart(seat, table)
    assert any("ante loses" in line for line in history(table))


@pytest.mark.rule("NI2004-492", "6.3")
def test_a_card_drawn_while_the_panel_was_dead_is_the_supervisors(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    prepared.deal(ANTES, 7)
    seat.says("Deal the third card to box 3")
    table.kill()
    expect(no_connection(seat)).to_be_visible(timeout=SOON_MS)
    table.bench.do("draw", to="box-3")
    table.start()
    seat.says("Stop. Supervisor decides", rule="6.3")
    for choice in ("No, none was", "Yes, they lie there", "Void round"):
        expect(seat.button(choice)).to_have_count(0)
    with prepared.screen() as screen:
        for choice in ("go_on", "count_as_dealt", "void"):
            assert not screen.do("answer", choice=choice)["ok"]


def test_a_hanging_daemon_is_no_connection_and_its_buttons_are_dead(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    """Cards that were dealt meanwhile are told afterwards: the shoe's line has kept them."""
    prepared.decide(ANTES)
    seat.says("Box 1: bet or fold?")
    area = seat.button("Bet 50").bounding_box()
    assert area is not None
    seat.awake()
    table.freeze()
    start = time.monotonic()
    try:
        expect(no_connection(seat)).to_be_visible(timeout=SOON_MS)
        assert time.monotonic() - start < SOON_MS / 1000
        seat.page.touchscreen.tap(area["x"] + 20, area["y"] + 20)
    finally:
        table.thaw()
    expect(no_connection(seat)).to_be_hidden(timeout=SOON_MS)
    seat.page.touchscreen.tap(
        area["x"] + 20, area["y"] + 20
    )  # swallowed: it was meant for a screen that is gone
    seat.catches_up()
    seat.says("Box 1: bet or fold?")


def test_cards_dealt_while_the_daemon_hung_are_there_afterwards(
    seat: Dealer, prepared: Prepared, table: Daemon
) -> None:
    prepared.deal(ANTES, 4)
    seat.says("Deal the second card to box 3")
    table.freeze()
    try:
        for place, _ in order_of_deal(ANTES)[4:8]:
            table.bench.do("draw", to=at(place))
    finally:
        table.thaw()
    seat.says("Deal yourself the third card, face down")


@pytest.mark.parametrize("file", ["dom.js", "panel.js", "panel.css"])
def test_a_page_of_which_a_file_did_not_come_is_loaded_again(
    browser: Browser, table: Daemon, file: str
) -> None:
    """The daemon was killed just as the screen came on: nobody at the table could load the page again."""
    with sitting_down(browser, table) as dealer:
        dealer.watch.daemon_may_die = True
        dealer.page.route(f"**/{file}", lambda route: route.abort("connectionreset"), times=1)
        with dealer.page.expect_response(f"**/{file}"):
            dealer.page.goto(table.page("dealer"))
        expect(dealer.page.locator(".prompt h1")).not_to_be_empty()
        assert texts(dealer.page, dealer.state["look"]["mm"]) == []
