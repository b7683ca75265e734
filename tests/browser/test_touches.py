"""One finger, one effect, at the real table; and who may speak to it at all."""

from __future__ import annotations

import http.client

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.browser.dealing import STALE, Dealer, Prepared, Screen
from tests.daemon import Daemon

ANTES = {1: 25, 3: 100}
WRONG_TOKEN = 4401
pytestmark = pytest.mark.deaf


def middle(dealer: Dealer, name: str) -> tuple[float, float]:
    dealer.button(name).wait_for()
    dealer.awake()
    area = dealer.button(name).bounding_box()
    assert area is not None
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


# -- one touch, one effect ------------------------------------------------------------


def test_a_double_tap_bets_for_one_box(prepared: Prepared, dealer: Dealer) -> None:
    prepared.decide(ANTES)
    place = middle(dealer, "Bet 50")
    dealer.page.touchscreen.tap(*place)
    dealer.page.touchscreen.tap(*place)
    dealer.says("Box 3: bet or fold?")
    dealer.page.touchscreen.tap(*place)  # the button is new: it is deaf for a moment
    dealer.awake()
    dealer.catches_up()
    dealer.says("Box 3: bet or fold?")


def test_a_finger_held_through_ten_cards_holds_the_shoe_once(prepared: Prepared, dealer: Dealer) -> None:
    prepared.deal(ANTES)
    with dealer.finger("Hold the shoe"):
        dealer.deal(ANTES, end=10)
        dealer.says("Deal the fourth card to box 3")
    dealer.says("You hold the shoe")
    assert sum("You hold the shoe" in frame for frame in dealer.frames) == 1


def test_a_finger_held_while_the_button_changes_presses_nothing(prepared: Prepared, dealer: Dealer) -> None:
    prepared.decide(ANTES)
    with dealer.finger("Bet 50"), prepared.screen() as other:
        other.press("fold")
        dealer.says("Box 3: bet or fold?")
        dealer.awake()
    dealer.catches_up()
    dealer.says("Box 3: bet or fold?")


def test_a_touch_on_what_is_no_longer_there_has_no_effect(prepared: Prepared) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        seen = screen.state["seq"]
        bet = screen.action("bet")
        assert bet is not None
        screen.press("fold")
        answer = screen.send(bet["act"], bet["args"], seq=seen)
        assert (answer["ok"], answer["message"]) == (False, STALE)
        assert screen.title == "Box 3: bet or fold?"


def test_a_repeated_id_gets_its_answer_again_and_has_no_second_effect(prepared: Prepared) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        bet = screen.action("bet")
        assert bet is not None
        first = screen.send(bet["act"], bet["args"], id="twice")
        again = screen.send(bet["act"], bet["args"], id="twice")
        assert first["ok"]
        assert again == first
        assert screen.title == "Box 3: bet or fold?"


def test_two_screens_touch_and_one_is_first(prepared: Prepared) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as one, prepared.screen() as two:
        bet = one.action("bet")
        assert bet is not None
        assert one.send(bet["act"], bet["args"])["ok"]
        answer = two.send(bet["act"], bet["args"])
        assert (answer["ok"], answer["message"]) == (False, STALE)
        assert two.title == "Box 3: bet or fold?"


# -- limits ------------------------------------------------------------


@pytest.mark.rule("NI2004-492", "3.3")
def test_wagers_off_the_steps_are_greyed_with_the_reason(prepared: Prepared, dealer: Dealer) -> None:
    prepared.antes()
    dealer.touch_box(2)
    dealer.press("Other amount")
    dealer.key("27")
    expect(dealer.dialog("Box 2: ante")).to_contain_text("From 5 up, in steps of 5")
    expect(dealer.button("OK")).to_be_disabled()
    dealer.key("5")
    dealer.press("OK")
    expect(dealer.place(2)).to_contain_text("Ante 275")


@pytest.mark.rule("NI2004-492", "3.3")
def test_a_refusal_names_its_rule(prepared: Prepared) -> None:
    prepared.antes()
    with prepared.screen() as screen:
        answer = screen.do("place_ante", box=2, amount_cents=2_700)
        assert (answer["message"], answer["rule"]) == ("Wagers go in steps of 5.", "3.3")


@pytest.mark.rule("NI2004-492", "3.5")
def test_an_ante_above_the_maximum_is_told_to_the_dealer(prepared: Prepared, dealer: Dealer) -> None:
    prepared.antes()
    dealer.touch_box(2)
    dealer.press("Other amount")
    dealer.key("250")
    dealer.press("OK")
    dealer.says("Antes, please", "Box 2: settled at 200, the rest goes back.")


# -- who may speak ------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_another_pages_origin_is_refused(table: Daemon, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        Screen(table, origin=Origin(origin))


def test_a_page_without_an_origin_is_refused(table: Daemon) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        Screen(table, origin=None)


def test_another_host_is_refused(table: Daemon) -> None:
    """A name of somebody else's that points to this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=5)
    connection.request("GET", "/dealer", headers={"Host": f"evil.example:{table.port}"})
    assert connection.getresponse().status == 403
    connection.close()


@pytest.mark.parametrize("role", ["dealer", "bench"])
def test_a_wrong_token_is_refused(table: Daemon, role: str) -> None:
    with pytest.raises(ConnectionClosed) as closed, Screen(table, role, token="guess"):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == WRONG_TOKEN


def test_the_benchs_token_opens_no_dealers_screen(table: Daemon) -> None:
    with pytest.raises(ConnectionClosed), Screen(table, "dealer", token=table.token("bench")):
        pass


@pytest.mark.parametrize(
    "said", [{"by": "2001"}, {"role": "supervisor"}, {"kind": "answer"}, {"at_ms": 1}, {"source": None}]
)
def test_a_touch_does_not_say_who_it_is_or_when(prepared: Prepared, said: dict) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        assert not screen.do("fold", box=1, **said)["ok"]
        assert screen.title == "Box 1: bet or fold?"


@pytest.mark.parametrize("command", ["card_drawn", "device_ready", "restarted", "sign_in"])
def test_a_screen_tells_no_facts(prepared: Prepared, command: str) -> None:
    prepared.decide(ANTES)
    with prepared.screen() as screen:
        assert not screen.do(command)["ok"]
        assert screen.title == "Box 1: bet or fold?"


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        "[]",
        "null",
        '{"id": "x", "seq": "1", "act": "do"}',
        '{"id": "x", "seq": 1, "act": "do", "by": "2001"}',
        "[" * 4000,
        "x" * 5000,
    ],
    ids=lambda said: said[:12],
)
def test_nonsense_closes_only_that_screen(prepared: Prepared, nonsense: str) -> None:
    with prepared.screen() as speaking, prepared.screen() as other:
        speaking.socket.send(nonsense)
        with pytest.raises(ConnectionClosed):
            speaking.hear("never")
        assert other.send("open", {"sheet": ["history"]})["ok"]


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"sheet": []},
        {"sheet": ["nothing"]},
        {"sheet": ["rule", "99"]},
        {"sheet": ["box", 99]},
        {"sheet": 1},
    ],
)
def test_a_sheet_that_is_not_there_is_refused_and_the_screen_lives(prepared: Prepared, args: dict) -> None:
    with prepared.screen() as screen:
        screen.send("open", args)
        assert screen.send("open", {"sheet": ["history"]})["ok"]
        assert screen.state["sheet"] is not None


def test_the_table_plays_on_after_all_that(prepared: Prepared, dealer: Dealer) -> None:
    prepared.deal(ANTES)
    dealer.deal(ANTES)
    dealer.says("Box 1: bet or fold?")
