"""Every screen that the real table makes, in both languages: large enough, apart, legible, at both sizes.

The states are taken from the real daemon once; the page is the one that it serves.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from playwright.sync_api import Browser, expect

from controller.language import Language
from games.outcomes import text
from tests.browser import measures
from tests.browser.conftest import Panel, running_table, sitting_down
from tests.browser.dealing import BANNER, DEALER, Json, Prepared, Screen, replug
from tests.daemon import ROOT, Daemon

ALL_BOXES = dict.fromkeys(range(1, 8), 25) | {3: 250}
ROUNDS = 20
LANGUAGES = ("en", "de")
PADS = {  # state: the buttons that open a pad
    "signed out": ["sign_in"],
    "box sheet": ["place_ante-3-25000"],  # another amount than what lies there
    "report card": ["1"],
    "collect": ["collected"],
    "supervisor is here": ["answer-go_on"],
    "supervisor decides": ["authorise"],
}
SAID = {"report card": {"place": "1"}}
SHEETS = {
    "history": ["history"],
    "devices": ["devices"],
    "more": ["more"],
    "screen": ["screen"],
    "void": ["form", "void_round"],
    "rules": ["rules"],
    "rule": ["rule", "14.1"],
    "report": ["report"],
    "report place": ["form", "report-card_exposed"],
    "report card": ["form", "report-card_exposed"],
}


class Album:
    """States of the real table by name."""

    def __init__(self, table: Daemon) -> None:
        self.table, self.prepared = table, Prepared(table)
        self.states: dict[str, Json] = {}
        with self.opened() as screen:
            self.keep("signed out", screen)
            screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})
            self.keep("closed", screen)
        self._between_rounds()
        self._deal()
        self._trouble()
        self._showdown()

    def opened(self) -> Screen:
        return Screen(self.table)

    def keep(self, name: str, screen: Screen) -> None:
        self.states[name] = json.loads(json.dumps(screen.state))

    def _between_rounds(self) -> None:
        bench = self.table.bench
        with self.opened() as screen:
            screen.press("open_table")
            self.keep("verify", screen)
            bench.do("take_from_deck")
            bench.do("load_deck")
            bench.do("verify_all")
            screen.until(lambda state: "51" in state["prompt"]["title"])
            self.keep("a card is missing", screen)
            bench.do("put_back")
        self.prepared.antes({3: 250})
        with self.opened() as screen:
            self.keep("antes", screen)
            screen.send("open", {"sheet": ["box", 3]})
            self.keep("box sheet", screen)
            screen.authorise()
            screen.send("open", {"sheet": ["more"]})
            self.keep("more for a supervisor", screen)
        with self.opened() as screen:
            screen.send("lock", {})
            self.keep("locked", screen)
            screen.send("sign_in", {"badge": DEALER[0], "pin": DEALER[1]})

    def _deal(self) -> None:
        self.prepared.deal(ALL_BOXES, 36)
        with self.opened() as screen:
            self.keep("deal", screen)
            for name, sheet in SHEETS.items():
                assert screen.send("open", {"sheet": sheet, "said": SAID.get(name, {})})["ok"]
                self.keep(name, screen)
            screen.send("close", {})
            screen.must("hold_shoe")
            self.keep("held", screen)
            screen.must("report", what="wrong_box", place="7")
            self.keep("supervisor decides", screen)
            screen.authorise()
            self.keep("supervisor is here", screen)
            screen.must("withdraw_report")
            seen = self.table.bench.do("expose", place="box-3", nth=1)["face"]
            screen.must("report", what="card_exposed", place="3", nth=1, seen=seen)
            self.keep("exposed", screen)
            screen.must("answer", choice="turn_over")

    def _trouble(self) -> None:
        with self.opened() as screen:
            self.table.bench.do("unplug", device="shoe")
            screen.until(lambda state: state["prompt"]["tone"] == "fault")
            self.keep("shoe lost", screen)
            screen.authorise()
            self.keep("shoe lost, supervisor is here", screen)
            replug(self.table, "shoe")
            screen.until(lambda state: state["prompt"]["tone"] == "fault" and not state["header"]["badges"][1:])
            self.keep("shoe back", screen)
            screen.until(lambda state: any(b["id"].startswith("answer-go_on") for b in state["actions"]))
            screen.press("answer-go_on")
            self.table.bench.do("jam")
            screen.until(lambda state: state["prompt"]["tone"] == "fault")
            self.keep("jammed", screen)

    def _showdown(self) -> None:
        self.prepared.decide(ALL_BOXES)
        with self.opened() as screen:
            self.keep("decide", screen)
            screen.press("fold")
            screen.send("open", {"sheet": ["box", 5]})
            self.keep("decides out of turn", screen)
            screen.send("close", {})
            for _ in range(6):
                screen.press("bet")
            self.keep("reveal", screen)
            screen.press("show_dealer")
            while screen.action("settle_box") or screen.action("show_box"):
                name = "settle_box" if screen.action("settle_box") else "show_box"
                self.keep(f"{name} {screen.title}", screen)
                screen.press(name)
            self.keep("collect a hand", screen)
            while screen.collects_hand():
                pass
            self.keep("collect", screen)
            screen.must("collected", count=3)
            self.keep("count differs", screen)
        self.prepared.decide(ALL_BOXES)
        with self.opened() as screen:
            screen.authorise()
            screen.must("void_round", ground="disturbance")
            self.keep("void round", screen)


@pytest.fixture(scope="module")
def albums() -> dict[str, dict[str, Json]]:
    albums = {}
    for language in LANGUAGES:
        with running_table(demo=('language = "en"', f'language = "{language}"')) as daemon:
            albums[language] = Album(daemon).states
    return albums


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_the_table_is_large_enough_apart_and_legible(
    albums: dict[str, dict[str, Json]], language: str, sized_panel: Panel
) -> None:
    wrong = []
    sized_panel.open()
    for name, state in albums[language].items():
        sized_panel.show(state)
        page, mm = sized_panel.page, sized_panel.mm
        found = measures.controls(page, mm) + measures.texts(page, mm) + measures.cards(page)
        wrong += [f"{name}: {complaint}" for complaint in found]
    assert wrong == []


WIDE = {
    "displayed_cents": 3_000_000,
    "prize_cents": 123_456_789,
    "reserve_cents": 1_234_599,
    "amount_cents": 1_234_599,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["jackpot_opening_changed", "jackpot_seeded", "sign_above_pool"])
def test_the_news_of_the_jackpot_fit_beside_what_comes_next(
    albums: dict[str, dict[str, Json]], language: str, code: str, small_panel: Panel
) -> None:
    say = Language(language)
    reason = say.of("buttons", "do_seed_major_prize")
    news = say.say(text(code, reason=reason, **WIDE))
    state = albums[language]["antes"]
    prompt = {**state["prompt"], "detail": f"{news} {state['prompt']['detail']}"}
    small_panel.open()
    small_panel.show({**state, "prompt": prompt})
    assert measures.cards(small_panel.page) == []


def test_every_keypad_of_the_table_is_large_enough_apart_and_legible(
    albums: dict[str, dict[str, Json]], small_panel: Panel
) -> None:
    """Where it is tightest: the longer language on the smaller screen."""
    wrong = []
    small_panel.open()
    for name, openers in PADS.items():
        state = albums["de"][name]
        for opener in openers:
            small_panel.show(state)
            small_panel.press_and_hold(label_of(state, opener))
            small_panel.page.locator(".ask").wait_for()
            page, mm = small_panel.page, small_panel.mm
            found = measures.controls(page, mm) + measures.texts(page, mm)
            wrong += [f"{opener}: {complaint}" for complaint in found]
            small_panel.press(state["words"]["cancel"])
    assert wrong == []


def label_of(state: Json, opener: str) -> str:
    buttons = [*state["actions"], *((state["sheet"] or {}).get("buttons") or [])]
    return next(button["label"] for button in buttons if button["id"] == opener and button["ask"])


def test_the_words_of_one_screen_change_language_at_a_touch(browser: Browser) -> None:
    with running_table() as daemon, sitting_down(browser, daemon) as dealer:
        Prepared(daemon).antes()
        dealer.come().says("Antes, please")
        for button in ("More", "Screen", "Deutsch"):
            dealer.press(button)
        dealer.press("Schließen")
        expect(dealer.page.locator("html")).to_have_attribute("lang", "de")
        expect(dealer.page.locator(".prompt h1")).not_to_have_text("Antes, please")
        dealer.page.reload()
        expect(dealer.page.locator("html")).to_have_attribute("lang", "de")
        with sitting_down(browser, daemon) as another:
            another.come().says("Antes, please")


@pytest.mark.parametrize("table", ["demo", "demo_holdem"])
def test_many_rounds_pass_without_a_complaint(browser: Browser, table: str) -> None:
    """A scripted dealer plays; the panel and the bench look on."""
    with (
        running_table(table) as daemon,
        sitting_down(browser, daemon) as dealer,
        sitting_down(browser, daemon, role="bench") as bench,
    ):
        dealer.come()
        bench.come()
        bench.page.get_by_role("button", name="Autoplay fast").tap()
        expect(dealer.page.locator("header")).to_contain_text("Round 1")
        expect(bench.page.get_by_role("button", name="Stop autoplay")).to_be_visible()
        bench.page.get_by_role("button", name="Stop autoplay").tap()
        expect(bench.page.get_by_role("button", name="Autoplay fast")).to_be_visible()
        expect(bench.page.get_by_text(BANNER)).to_be_visible()
        Prepared(daemon).antes()
        before = int(dealer.state["header"]["round"].split()[-1])
        played = subprocess.run(
            [sys.executable, "-m", "simulators.dealer"],
            input=json.dumps(as_autoplay(daemon)),
            text=True,
            cwd=ROOT,
            capture_output=True,
            timeout=300,
            check=True,
        )
        dealer.catches_up()
        assert int(dealer.state["header"]["round"].split()[-1]) >= before + ROUNDS, played.stdout
        screens = [frame for frame in dealer.frames if '"kind": "screen"' in frame]
        assert len(screens) > 10 * ROUNDS
        assert all(BANNER in frame for frame in screens)
        expect(dealer.page.get_by_text(BANNER)).to_be_visible()


def as_autoplay(daemon: Daemon) -> Json:
    return {
        "address": f"127.0.0.1:{daemon.port}",
        "token": daemon.token("dealer"),
        "badge": DEALER[0],
        "pin": DEALER[1],
        "folder": str(daemon.state),
        "seed": 1,
        "pace_s": 0,
        "rounds": ROUNDS,
    }
