"""The page of a tournament in a browser: a whole tournament by touch, forms, papers, and what does not fit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from controller.loop import Trouble
from games.tournament import events as t
from games.tournament.acts import acts
from tests.browser.conftest import PATIENCE_S
from tests.browser.dealing import awake, hears_sooner
from tests.browser.tournament_server import TournamentServer
from tests.controller.tournament.conducting import PINS, Hosted

SIZES = [(1280, 800), (1024, 768)]
HOLD_MS = 1_100
RECORDS = (
    "Conditions are available to patrons",
    "Copy of the conditions sent to the commission",
    "House commission approved",
)

# What a finger or an eye would complain of: the page itself scrolls, words are cut off, a button is too small.
WRONG = """() => {
  const wrong = [], page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push('the page scrolls');
  for (const button of document.querySelectorAll('button')) {
    if (!button.checkVisibility() || button.closest('[inert]')) continue;
    const area = button.getBoundingClientRect();
    if (area.height < 34 || area.width < 34) wrong.push(`${button.textContent}: small`);
    if (button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1)
      wrong.push(`${button.textContent}: cut off`);
    if (area.right > innerWidth + 1) wrong.push(`${button.textContent}: outside`);
  }
  for (const area of document.querySelectorAll('.scroll, .head, .step, .dialog'))
    if (area.checkVisibility() && area.scrollWidth > area.clientWidth + 1)
      wrong.push(`${area.className}: too wide`);
  return wrong;
}"""


class Person:
    """At a screen of one's own, with a finger."""

    def __init__(self, context: BrowserContext, server: TournamentServer) -> None:
        self.server = server
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.goto(server.page)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def taps(self, name: str) -> Person:
        self.button(name).first.wait_for()
        awake(self.page)
        self.button(name).first.click()
        return self

    def holds(self, name: str) -> Person:
        self.button(name).first.wait_for()
        awake(self.page)
        self.button(name).first.click(delay=HOLD_MS)
        return self

    def signs_in(self, number: str) -> Person:
        self.taps("Sign in")
        for digits in (number, PINS[number]):
            for digit in digits:
                self.taps(digit)
            self.taps("OK")
        self.button("Sign out").wait_for()
        return self

    def fills(self, **fields: str) -> Person:
        """By what stands beside each field, and OK."""
        for label, value in fields.items():
            control = self.page.get_by_label(re.compile(label.replace("_", " ")))
            if control.evaluate("node => node.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        return self.taps("OK")

    def reads(self, words: str) -> Person:
        expect(self.page.locator(".step h2")).to_have_text(words)
        return self

    def wrong(self) -> list[str]:
        return list(self.page.evaluate(WRONG)) + self.complaints


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TournamentServer]:
    made = TournamentServer(tmp_path)
    yield made
    made.stop()


@pytest.fixture(params=SIZES, ids=["1280x800", "1024x768"])
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    wide, high = request.param
    made = browser.new_context(viewport={"width": wide, "height": high}, has_touch=True)
    made.set_default_timeout(PATIENCE_S * 1000)
    hears_sooner(made)
    yield made
    made.close()


def seated(hall: Hosted) -> None:
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame())


def played_until_somebody_is_out(hall: Hosted) -> None:
    for _ in range(200):
        if hall.offered("confirm_elimination"):
            return
        hall.play_round()
    raise AssertionError("nobody went out")


def prepared(hall: Hosted) -> None:
    for act in hall.offered("record_conditions", "nominate_director"):
        hall.carry_out(act)


def entered(hall: Hosted, players: int = 4) -> None:
    prepared(hall)
    for number in range(1, players + 1):
        hall.do("enter", person=f"P{number}")
        hall.people.put(f"P{number}", f"Player {number}")


def begun(hall: Hosted) -> None:
    entered(hall)
    hall.carry_out(hall.offered("draw_ballot")[0])
    seated(hall)
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()


def test_a_whole_tournament_by_touch(server, context):
    """Shift manager, cashier and director, each at a screen; only the tables play by themselves."""
    manager = Person(context, server).signs_in("4001")
    for label in RECORDS:
        manager.taps(label).fills(Where_it_is_written_down="file 7")
    manager.taps("Nominate the tournament director").fills(Who_is_nominated="3001")
    manager.reads("Take entries. When all are in, the director draws the ballot")

    cashier = Person(context, server).signs_in("5001")
    for number in range(4):
        cashier.taps("Take an entry: 55").fills(Name=f"Player {number}")
        expect(cashier.page.locator(".paper dd").first).to_have_text(str(number + 1))
        cashier.taps("Close")
    assert cashier.page.locator(".grid-of tbody tr").count() == 4

    director = Person(context, server).signs_in("3001")
    director.taps("Draw the ballot of session 1: 4 players")
    director.taps("Tables").button("Take back: the ballot").wait_for()
    server.does(seated)
    director.reads("Begin session 1").holds("Begin session 1")
    director.page.get_by_text("Session is on").wait_for()
    server.does(Hosted.settle)

    outs = 0
    while outs < 3:
        server.does(played_until_somebody_is_out)
        for entry in server.does(
            lambda hall: [act.args["entry"] for act in hall.offered("confirm_elimination")]
        ):
            director.page.get_by_role("button", name=re.compile(f"Confirm: entry {entry} is out")).wait_for()
            awake(director.page)
            director.page.get_by_role("button", name=re.compile(f"Confirm: entry {entry} is out")).click()
            outs += 1
            expect(
                director.page.get_by_role("button", name=re.compile(f"Confirm: entry {entry} is out"))
            ).to_have_count(0)
        server.does(_moved_together)
    director.reads("End session 1").taps("End session 1")
    director.taps("Places")
    director.page.get_by_role("heading", name="Places, as proposed").wait_for()
    director.taps("Award the places")
    cashier.reads("Pay the prizes")
    for cents in (10_000, 6_000, 4_000):
        entry = server.does(
            lambda hall, cents=cents: next(
                one.number for one in hall.state.entries.values() if one.prize_cents == cents
            )
        )
        cashier.holds(f"Pay {cents // 100} to entry {entry}").taps("Close")
    cashier.reads("The tournament is over, and everything is paid")
    till = server.does(lambda hall: sum(row.cents for row in hall.state.cash))
    assert till == 4 * 500, "what is left is the commission"
    assert [person.wrong() for person in (manager, cashier, director)] == [[], [], []]


def _moved_together(hall: Hosted) -> None:
    """As tables are broken or balanced, so that somebody is left to play against."""
    for _ in range(20):
        hall.settle()
        proposed = [act for act in acts(hall.tournament) if act.proposed and not act.blocked]
        moves = [act for act in proposed if act.command in ("break_table", "move_entrant")]
        if not moves:
            return
        hall.carry_out(moves[0])


def test_nothing_is_cut_off_wherever_one_looks(server, context):
    server.does(begun)
    server.does(lambda hall: hall.people.put("P2", "W" * 60))
    for number in ("3001", "4001", "5001"):
        person = Person(context, server).signs_in(number)
        for _ in ("en", "de"):
            for tab in person.page.locator(".tabs button").all_inner_texts():
                person.taps(tab)
                assert person.wrong() == [], (number, tab)
            other = "Deutsch" if person.button("Deutsch").count() else "English"
            person.taps(other)
            person.button("English" if other == "Deutsch" else "Deutsch").wait_for()


def test_a_refused_form_keeps_what_was_typed(server, context):
    server.does(entered)
    cashier = Person(context, server).signs_in("5001")
    cashier.taps("Take an entry: 55").fills(Name="Player 1")
    expect(cashier.page.locator(".detail.wrong")).to_contain_text("known as P1")
    expect(cashier.page.get_by_label("Name")).to_have_value("Player 1")
    cashier.fills(**{"Person's number": "M7"})
    expect(cashier.page.locator(".paper dd").nth(2)).to_have_text("Player 1 (M7)")
    assert cashier.wrong() == []


def test_a_form_that_is_open_stays_while_others_play(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    director.taps("More").taps("Take a break")
    server.does(lambda hall: hall.play_round())
    director.fills(How_many_minutes="15")
    director.page.get_by_text("Break until").wait_for()


def test_a_day_and_a_seat_are_chosen(server, context):
    server.does(entered)
    director = Person(context, server).signs_in("3001")
    director.taps("More").taps("Set the starting time anew").fills(When_it_starts="2026-12-06T20:30")
    expect(director.page.locator(".timer")).to_contain_text("20:30 on 6/12")
    director.taps("Enter a ballot drawn on paper").fills(One_line="1 T1 1\n2 T1 2\n3 T2 1\n4 T2 2")
    director.taps("Move an entry").fills(Which_entry="2", Which_seat="T2/5")
    director.taps("Entries")
    expect(director.page.locator(".grid-of tbody tr").nth(1)).to_contain_text("goes to T2, seat 5")
    assert director.wrong() == []


def test_a_form_by_keys_alone(server, context):
    manager = Person(context, server).signs_in("4001")
    manager.taps(RECORDS[0])
    manager.page.keyboard.type("file 2026-7")
    manager.page.keyboard.press("Enter")
    manager.reads(RECORDS[1])
    assert server.does(lambda hall: hall.state.references) == {"available_to_patrons": "file 2026-7"}


def test_a_name_is_text_on_every_page(server, context):
    server.does(entered)
    server.does(lambda hall: hall.people.put("P1", "<img src=x onerror=alert(1)>"))
    manager = Person(context, server).signs_in("4001")
    for tab in ("Entries", "Names"):
        manager.taps(tab)
        manager.page.get_by_text("<img src=x onerror=alert(1)>").wait_for()
    assert manager.page.locator("img").count() == 0
    assert manager.wrong() == []


def test_only_papers_are_printed_each_on_a_sheet(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    director.taps("Entries").taps("Print all slips")
    expect(director.page.locator(".paper")).to_have_count(4)
    director.page.emulate_media(media="print")
    shown = "() => document.body.innerText"
    printed = director.page.evaluate(shown)
    assert printed.count("Your seat") == 4
    assert "Sign out" not in printed
    assert "Print" not in printed.replace("Printed", "")
    sheets = re.findall(rb"/Type\s*/Page[^s]", director.page.pdf())
    assert len(sheets) == 4


def test_what_is_only_touched_is_not_held(server, context):
    server.does(entered)
    manager = Person(context, server).signs_in("4001")
    manager.taps("More").taps("Cancel the tournament")
    assert manager.page.get_by_role("dialog").count() == 0
    manager.holds("Cancel the tournament").fills(Reason="no power")
    manager.page.get_by_text("Cancelled").first.wait_for()


def test_nobody_s_screen_shows_nothing(server, context):
    server.does(begun)
    stranger = Person(context, server)
    stranger.button("Sign in").wait_for()
    assert "Player" not in stranger.page.content()
    assert stranger.wrong() == []


def test_a_locked_page_forgets_what_it_showed(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    director.taps("Entries").page.get_by_text("Player 1").wait_for()
    server.does(lambda hall: setattr(hall, "steady_ms", 11 * 60_000))
    director.button("Sign in").wait_for()
    assert "Player" not in director.page.content()


def test_a_time_counts_down_to_its_moment(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    left = director.page.locator(".timer .left").first
    expect(left).to_have_text(re.compile(r"^9:5\d$"))
    before = left.inner_text()
    expect(left).not_to_have_text(before)


def test_what_has_stopped_the_tournament_is_said_and_nothing_hangs_after_it(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    after = "node => getComputedStyle(node, '::after').content"
    by = director.page.locator(".step .by")
    assert by.evaluate(after) == '" · "', "who, and by which rule"
    server.does(lambda hall: setattr(hall.loop, "trouble", Trouble("journal_failed", "the disk is full", 0)))
    expect(by).to_have_text("the disk is full")
    assert by.evaluate(after) == "none"


def test_the_daemon_lost_is_said(server, context):
    server.does(begun)
    director = Person(context, server).signs_in("3001")
    server.stop()
    expect(director.page.get_by_role("alert").first).to_contain_text("No connection")


def test_the_wire_takes_no_act_from_the_page_s_own_words(server, context):
    """As a page that was tampered with would send it."""
    server.does(entered)
    page = context.new_page()
    page.goto(server.page)
    answer = page.evaluate(
        """async token => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          await new Promise(opened => { socket.onopen = opened; });
          const heard = [];
          let tell = () => {};
          socket.onmessage = event => { heard.push(JSON.parse(event.data)); tell(); };
          socket.send(JSON.stringify({ hello: token, role: 'director' }));
          const found = async kind => {
            while (!heard.some(one => one.kind === kind)) await new Promise(more => { tell = more; });
            return heard.find(one => one.kind === kind);
          };
          const { seq } = await found('screen');
          const args = { command: 'cancel', args: {}, said: { reason: 'mine' }, by: '4001' };
          socket.send(JSON.stringify({ id: 'x', seq, act: 'do', args }));
          return JSON.stringify(await found('reply'));
        }""",
        server.page.partition("#")[2],
    )
    assert json.loads(answer)["message"].startswith("First sign in")
    assert server.does(lambda hall: hall.state.stage) == "entries"
