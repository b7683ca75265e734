"""The table's sign in a browser: legible, whole, never live when it is not, and silent about the cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from config.schema import Sign
from tests.browser.conftest import running_table, sitting_down
from tests.browser.dealing import BANNER, Dealer, Prepared, Screen, order_of_deal, spoken, with_another, written
from tests.browser.measures import texts
from tests.browser.stub_server import TOKEN, StubServer
from tests.browser.watch import Watch
from tests.daemon import Daemon
from tests.signs import GAMES_AND_WAYS, SignedTable, brought_to

SIZES = {(1920, 1080): 24.0, (1280, 800): 19.0, (3840, 2160): 43.0}
ANTES = {1: 25, 3: 100}
CAPITALS_MM = 14.5

WRONG = """() => {
  const wrong = [], page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push('the page scrolls');
  const shown = node => node.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inks = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.data.trim() || !shown(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const ink = range.getBoundingClientRect();
    const glyphs = parseFloat(getComputedStyle(text.parentElement).fontSize) * 1.0;
    const [middle, half] = [(ink.top + ink.bottom) / 2, Math.min(glyphs, ink.height) / 2];
    const area = { left: ink.left, right: ink.right, top: middle - half, bottom: middle + half };
    for (let at = text.parentElement; at !== document.body; at = at.parentElement) {
      const frame = at.getBoundingClientRect();
      if (area.left < frame.left - 1 || area.right > frame.right + 1) wrong.push(`${text.data}: too wide`);
      if (at.matches('section, .status, .limit, main') && area.bottom > frame.bottom + 1)
        wrong.push(`${text.data}: too low`);
    }
    if (ink.height < glyphs * 1.9) inks.push([text.data, area]);
  }
  inks.forEach(([one, a], nth) => inks.slice(nth + 1).forEach(([two, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && along > 0.3 * Math.min(a.bottom - a.top, b.bottom - b.top))
      wrong.push(`${one} / ${two}: overlap`);
  }));
  return wrong;
}"""

# The height of a capital as it is drawn, not as a table of the typeface says.
CAPITALS = """(mm) => {
  const brush = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('h1, .status b, .amount')]
    .filter(node => node.checkVisibility() && node.textContent).map(node => {
      const style = getComputedStyle(node);
      brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      return [node.textContent, brush.measureText('H').actualBoundingBoxAscent / mm];
    });
}"""


class SignPage:
    def __init__(self, page: Page, server: StubServer, size: tuple[int, int]) -> None:
        self.page, self.server = page, server
        self.look = {"width_px": size[0], "height_px": size[1], "diagonal_inches": SIZES[size]}
        self.mm = Sign(**self.look).pixels_per_mm

    def show(self, signed: SignedTable) -> None:
        self.server.show(signed.state())
        self.page.locator(f"html[data-seq='{self.server.state['seq']}']").wait_for()

    def complaints(self) -> list[str]:
        small = [
            f"{words}: {mm:.1f} mm"
            for words, mm in self.page.evaluate(CAPITALS, self.mm)
            if mm < CAPITALS_MM - 0.05
        ]
        return small + self.page.evaluate(WRONG) + texts(self.page, self.mm)


@pytest.fixture(scope="module", params=list(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def sign(request: pytest.FixtureRequest, browser: Browser, running_server: StubServer) -> Iterator[SignPage]:
    running_server.reset()
    wide, high = request.param
    page = browser.new_page(viewport={"width": wide, "height": high})
    watch = Watch(page, running_server.url)
    with_another(page, "sign.js", "ASK_AFTER_MS = 10000;", "ASK_AFTER_MS = 1000;")
    made = SignPage(page, running_server, request.param)
    running_server.show(brought_to("open", look=made.look).state())
    page.goto(f"{running_server.url}/sign#{TOKEN}")
    yield made
    page.close()
    assert watch.complaints == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_everything_is_legible_and_nothing_is_cut(
    sign: SignPage, game: str, way: str, language: str, theme: str
) -> None:
    sign.show(brought_to(way, game, language=language, look={**sign.look, "theme": theme}))
    assert sign.complaints() == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["canberra_poker", "casino_holdem"])
def test_large_amounts_and_long_names_fit(sign: SignPage, game: str, language: str) -> None:
    side = (
        {"displayed": 4_321_000, "jackpot_wager": 25}
        if game == "canberra_poker"
        else {"bonus": (25, 1_000, 25)}
    )
    signed = brought_to(
        "limits_changing",
        game,
        language=language,
        look=sign.look,
        name="HIGH-ROLLERS-100",
        hours="Mon-Thu 12:00 - 04:00, Fri-Sun 24 hours.",
        minimum=100,
        maximum=10_000,
        multiple=50,
        maximum_payout=1_000_000,
        **side,
    )
    signed.talk.supervisor.announces_limits(1_000, 50_000, multiple=100, minutes=15)
    sign.show(signed)
    assert sign.complaints() == []


def test_new_limits_and_the_jackpot_are_what_is_painted(sign: SignPage) -> None:
    sign.show(brought_to("limits_changing", look=sign.look))
    cells = sign.page.locator(".limit")
    expect(cells).to_have_count(4)
    expect(cells.nth(1)).to_contain_text("Maximum")
    assert cells.nth(1).locator(".amount").all_inner_texts() == ["$500", "$1,000"]
    expect(sign.page.locator(".side .amount")).to_have_text("$20,000")
    sign.show(brought_to("open", "casino_holdem", look=sign.look))
    expect(sign.page.locator(".side .amount")).to_be_hidden()
    expect(sign.page.locator(".limit .coming:visible")).to_have_count(0)


def test_a_finger_on_the_sign_sends_nothing(sign: SignPage) -> None:
    sign.show(brought_to("open", look=sign.look))
    before = len(sign.server.touches)
    for place in ("h1", ".limit >> nth=0", ".side .amount", ".rows li >> nth=1"):
        sign.page.locator(place).first.click()
    sign.page.keyboard.type("1182\n")
    assert len(sign.server.touches) == before
    assert sign.page.locator("button, input, a").count() == 0


def test_an_address_with_the_wrong_key_says_so(browser: Browser, server: StubServer) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/sign#wrong")
    expect(page.locator(".lost")).to_contain_text("not known here")
    expect(page.locator(".limit")).to_have_count(0)
    page.close()


@pytest.mark.parametrize("way", ["open", "everything_at_once"])
def test_lost_for_long_it_keeps_limits_and_notices_and_promises_nothing(
    sign: SignPage, server: StubServer, way: str
) -> None:
    sign.show(brought_to(way, look=sign.look))
    limits = sign.page.locator(".limit").all_inner_texts()
    server.beating, server.refuse_all = False, True
    expect(sign.page.locator(".side .amount")).to_have_text("Ask the dealer", timeout=13_000)
    expect(sign.page.locator(".status b")).to_have_text("Ask the dealer")
    notices = r"Table closes at \d\d:30. New limits from \d\d:15" if way == "everything_at_once" else ""
    expect(sign.page.locator(".status .detail")).to_have_text(re.compile(f"^{notices}$"))
    assert sign.page.locator(".limit").all_inner_texts() == limits
    assert sign.complaints() == []
    server.reset()


# ---------------------------------------------------------------- the real table


@pytest.fixture
def seen(browser: Browser, table: Daemon) -> Iterator[Dealer]:
    with sitting_down(browser, table, (1920, 1080), role="sign") as dealer:
        dealer.watch.daemon_may_die = True
        yield dealer.come()


@pytest.fixture(scope="module")
def table() -> Iterator[Daemon]:
    with running_table() as daemon:
        yield daemon


def lost(seen: Dealer) -> None:
    expect(seen.page.locator(".lost")).to_have_text("No connection", timeout=3500)


def test_a_hung_daemon_is_noticed_and_after_ten_seconds_no_amount_is_promised(
    seen: Dealer, table: Daemon
) -> None:
    amount, limits = seen.page.locator(".side .amount"), seen.page.locator(".limit")
    shown = limits.all_inner_texts()
    before = amount.inner_text()
    assert before.startswith("$")
    expect(seen.page.locator("footer")).to_have_text("Hours of gaming: 12:00 - 06:00")
    table.freeze()
    try:
        lost(seen)
        assert amount.inner_text() == before
        expect(amount).to_have_text("Ask the dealer", timeout=9000)
        expect(seen.page.locator(".status b")).to_have_text("Ask the dealer")
        assert limits.all_inner_texts() == shown
        assert texts(seen.page, seen.state["look"]["mm"]) == []
    finally:
        table.thaw()
    expect(seen.page.locator(".lost")).to_be_hidden(timeout=4000)
    expect(amount).to_have_text(before)


def test_a_daemon_that_hung_for_a_moment_leaves_no_trace(seen: Dealer, table: Daemon) -> None:
    table.freeze()
    lost(seen)
    table.thaw()
    expect(seen.page.locator(".lost")).to_be_hidden()
    seen.page.wait_for_timeout(9000)  # what was going to be asked is not asked any more
    expect(seen.page.locator(".side .amount")).to_contain_text("$")


def test_a_killed_daemon_comes_back_by_itself(seen: Dealer, table: Daemon) -> None:
    before = seen.page.locator("main").inner_text()
    table.kill()
    lost(seen)
    table.start()
    expect(seen.page.locator(".lost")).to_be_hidden(timeout=3000)
    assert seen.page.locator("main").inner_text() == before


def test_a_whole_round_by_the_real_devices_says_nothing_of_a_card(seen: Dealer, table: Daemon) -> None:
    prepared = Prepared(table)
    prepared.antes(ANTES)
    with Screen(table, "sign") as sign:
        began = len(seen.frames)
        prepared.settle(ANTES)
        faces = [seen.exposed(place, nth) for place, nth in order_of_deal(ANTES)]
        said = [frame for frame in seen.frames[began:] if json.loads(frame)["kind"] == "screen"]
        assert [
            frame["status"]["name"] for frame in map(json.loads, said) if frame["status"]["name"] != "open"
        ] in (
            [],
            ["opening"],
        )
        everything = "\n".join([json.dumps(sign.state, ensure_ascii=False), *seen.frames, seen.page.content()])
    for face in faces:
        for form in (f'"{face}"', spoken(face), written(face)):
            assert form not in everything
    assert not re.search(r"Marta|1182|[Bb]ox \d", everything)
    expect(seen.page.locator(".banner")).to_have_text(BANNER)
