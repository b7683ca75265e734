"""Takes the pictures of the README and of docs/tournaments.md, from simulated tables."""

from __future__ import annotations

import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from games.tournament.events import TimeCame
from tests.browser.tournament_server import TournamentServer
from tests.chromium import FLAGS, find_browser
from tests.controller.tournament.conducting import PINS, Hosted
from tests.daemon import Daemon

PICTURES = Path(__file__).parent / "pictures"
ANTES = {1: "Ante 25", 2: "Ante 50", 3: "Ante 25", 4: "Ante 100", 6: "Ante 25"}


class Touching:
    def __init__(self, page: Page, daemon: Daemon) -> None:
        self.page = page
        self.bench = daemon.bench

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def pin(self, number: str, pin: str) -> None:
        for digits in (number, pin):
            for digit in digits:
                self.tap(digit)
            self.tap("OK")

    def picture(self, name: str) -> None:
        self.page.wait_for_timeout(500)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def open_table(self) -> None:
        self.tap("Sign in")
        self.pin("1182", "4826")
        self.tap("Open table")
        self.bench.do("load_deck")
        self.bench.do("verify_all")
        for button in ("All cards read", "Shuffled", "Cut made"):
            self.tap(button)
        self.bench.do("shuffle")
        self.bench.do("load_deck")

    def antes(self) -> None:
        for box, ante in ANTES.items():
            self.tap(f"Box {box}")
            self.tap(ante)
        self.tap("Close betting")

    def draw(self, count: int) -> None:
        order = [*(f"box-{box}" for box in ANTES), "dealer"] * 5
        dealt = sum(place_count(self.bench.do("state")))
        for place in order[dealt : dealt + count]:
            self.bench.do("draw", to=place)


def place_count(state: dict[str, Any]) -> list[int]:
    return [count for place, count in state["places"].items() if place.startswith("box-") or place == "dealer"]


def round_of_pictures(browser: Browser, daemon: Daemon) -> None:
    bench = browser.new_page(viewport={"width": 1280, "height": 800})
    bench.goto(daemon.page("bench"))
    bench.wait_for_timeout(800)
    bench.screenshot(path=PICTURES / "bench.png")
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(daemon.page("dealer"))
    hands = Touching(page, daemon)
    hands.open_table()
    sign_picture(browser, daemon)
    hands.antes()
    hands.draw(14)
    hands.picture("deal")
    daemon.bench.do("draw", to="box-4")  # not where it is due: the readers notice in a moment
    page.get_by_role("heading", name="Stop.").wait_for()
    hands.picture("ruling")


def sign_picture(browser: Browser, daemon: Daemon) -> None:
    sign = browser.new_page(viewport={"width": 1920, "height": 1080}, device_scale_factor=2 / 3)
    sign.goto(daemon.page("sign"))
    sign.wait_for_timeout(500)
    sign.screenshot(path=PICTURES / "sign.png")


# ---------------------------------------------------------------- a tournament

NAMES = ("Ada", "Ben", "Chloe", "Dev", "Ella", "Finn", "Grace", "Hugo")


def take_entries(hall: Hosted) -> None:
    for act in hall.offered("record_conditions", "nominate_director"):
        hall.carry_out(act)
    for number, name in enumerate(NAMES[:-1], start=1):
        hall.do("enter", person=f"P{number}")
        hall.people.put(f"P{number}", f"{name} Player")


def play_for_a_while(hall: Hosted) -> None:
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(TimeCame())
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()
    for _ in range(30):
        hall.play_round()
        if hall.offered("confirm_elimination"):
            break


def sign_in(page: Page, number: str) -> None:
    page.get_by_role("button", name="Sign in", exact=True).click()
    for digits in (number, PINS[number]):
        page.keyboard.type(digits)
        page.get_by_role("button", name="OK", exact=True).click()
    page.get_by_role("button", name="Sign out", exact=True).wait_for()


def tournament_pictures(browser: Browser) -> None:
    """Each with a clock of the tournament that is about ours."""
    now = datetime.now().astimezone().replace(second=0, microsecond=0)
    with tempfile.TemporaryDirectory() as folder:
        at_the_counter(browser, TournamentServer(Path(folder), start=now + timedelta(hours=1)))
    with tempfile.TemporaryDirectory() as folder:
        in_the_hall(browser, TournamentServer(Path(folder), start=now - timedelta(minutes=2)))


def at_the_counter(browser: Browser, server: TournamentServer) -> None:
    server.does(take_entries)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.page)
    sign_in(page, "5001")
    page.get_by_role("button", name="Take an entry: 55", exact=True).click()
    page.get_by_label("Name").fill(f"{NAMES[-1]} Player")
    page.screenshot(path=PICTURES / "cashier.png")
    page.get_by_role("button", name="OK", exact=True).click()
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / "receipt.png")
    server.stop()


def in_the_hall(browser: Browser, server: TournamentServer) -> None:
    server.does(take_entries)
    server.does(play_for_a_while)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.page)
    sign_in(page, "3001")
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / "director.png")
    server.stop()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        daemon = Daemon(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            round_of_pictures(browser, daemon)
            tournament_pictures(browser)
        finally:
            browser.close()
            daemon.stop()


if __name__ == "__main__":
    main()
