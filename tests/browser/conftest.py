from __future__ import annotations

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import measures, states
from tests.browser.dealing import PATIENCE_S, Dealer, Prepared, awake, hears_sooner
from tests.browser.stub_server import TOKEN, StubServer
from tests.browser.watch import Watch
from tests.daemon import Daemon

expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="session")
def running_server() -> Iterator[StubServer]:
    server = StubServer().start()
    yield server
    server.stop()


@pytest.fixture
def server(running_server: StubServer) -> StubServer:
    running_server.reset()
    return running_server


class Panel:
    """A browser page on the stub."""

    def __init__(self, context: BrowserContext, server: StubServer, mm: float) -> None:
        self.server, self.mm = server, mm
        self.page: Page = context.new_page()
        self.watch = Watch(self.page, server.url)

    def open(self, role: str = "dealer", token: str = TOKEN) -> Panel:
        self.page.goto(f"{self.server.url}/{role}#{token}")
        return self

    def show(self, state: states.State) -> None:
        """Shows a state and waits until it is painted and can be touched."""
        state["look"]["mm"] = self.mm
        self.server.show(state)
        self.page.locator(f"html[data-seq='{self.server.state['seq']}']").wait_for()

    def press(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True)
        button.wait_for()
        self.awake()
        button.click()

    def press_and_hold(self, name: str) -> None:
        """Long enough for any button."""
        button = self.page.get_by_role("button", name=name, exact=True)
        button.wait_for()
        self.awake()
        self.page.mouse.move(*self.centre(name))
        self.page.mouse.down()
        if "hold" in str(button.get_attribute("class")):
            self.page.wait_for_timeout(1100)
        self.page.mouse.up()

    def centre(self, name: str) -> tuple[float, float]:
        area = self.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert area is not None
        return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2

    def awake(self) -> None:
        awake(self.page)


def make_panel(
    request: pytest.FixtureRequest, browser: Browser, server: StubServer, size: tuple[int, int]
) -> Iterator[Panel]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    if request.node.get_closest_marker("deaf") is None:
        hears_sooner(context)
    panel = Panel(context, server, states.SIZES[size])
    yield panel
    context.close()
    assert panel.watch.complaints == []


@pytest.fixture
def panel(request: pytest.FixtureRequest, browser: Browser, server: StubServer) -> Iterator[Panel]:
    yield from make_panel(request, browser, server, (1280, 800))


@pytest.fixture(params=list(states.SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def sized_panel(request: pytest.FixtureRequest, browser: Browser, server: StubServer) -> Iterator[Panel]:
    yield from make_panel(request, browser, server, request.param)


@pytest.fixture
def small_panel(request: pytest.FixtureRequest, browser: Browser, server: StubServer) -> Iterator[Panel]:
    yield from make_panel(request, browser, server, (1024, 600))


# -- what a panel's eyes and fingers find ------------------------------------------------------------


def measured(panel: Panel, made: dict[str, Callable[[], states.State]]) -> list[str]:
    """What is too small, too near, cut off or illegible on any of some screens."""
    wrong = []
    panel.open()
    for name, make in made.items():
        panel.show(make())
        page, mm = panel.page, panel.mm
        found = measures.controls(page, mm) + measures.texts(page, mm) + measures.cards(page)
        wrong += [f"{name}: {complaint}" for complaint in found]
    return wrong


def measured_keypads(
    panel: Panel, made: dict[str, Callable[[], states.State]], asks: dict[str, tuple[str, str]]
) -> list[str]:
    wrong = []
    panel.open()
    for name, (base, opener) in asks.items():
        panel.show(states.closed())
        panel.show(made[base]())
        panel.press(opener)
        panel.page.get_by_role("dialog").wait_for()
        found = measures.controls(panel.page, panel.mm) + measures.texts(panel.page, panel.mm)
        wrong += [f"{name}: {complaint}" for complaint in found]
    return wrong


def sent(panel: Panel) -> list[tuple[str, dict[str, Any]]]:
    """What the daemon has heard, a little later than the last touch."""
    time.sleep(0.15)
    return [(touch["act"], touch["args"]) for touch in panel.server.touches]


def heard(panel: Panel, count: int = 1) -> list[tuple[str, dict[str, Any]]]:
    end = time.monotonic() + PATIENCE_S
    while len(panel.server.touches) < count and time.monotonic() < end:
        time.sleep(0.01)
    return sent(panel)


def type_on(panel: Panel, digits: str) -> None:
    for digit in digits:
        panel.press(digit)


# -- the real table ------------------------------------------------------------

SMALLER = (r"width_px = 1280\nheight_px = 800", "width_px = 1024\nheight_px = 600")
SMALL = dict.fromkeys(
    ("demo", "demo_holdem", "demo_shuffler", "demo_by_hand", "demo_omaha", "demo_faro", "demo_stud"), SMALLER
)


@contextlib.contextmanager
def running_table(table: str = "demo", **changes: Any) -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), table, **changes).start()
        try:
            yield daemon
        finally:
            daemon.stop()


@contextlib.contextmanager
def sitting_down(
    browser: Browser,
    daemon: Daemon,
    size: tuple[int, int] = (1280, 800),
    role: str = "dealer",
    *,
    deaf: bool = False,
) -> Iterator[Dealer]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    context.set_default_timeout(PATIENCE_S * 1000)
    if not deaf:
        hears_sooner(context)
    dealer = Dealer(context, daemon, role)
    yield dealer
    context.close()
    assert dealer.watch.complaints == []


def seat_at(table: str) -> Any:
    """A fixture: one table of that kind for a whole file, played by touch on a screen of each size."""

    @pytest.fixture(scope="module", params=[(1280, 800), (1024, 600)], ids=["1280x800", "1024x600"])
    def seat(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Dealer]:
        small = SMALL if request.param == (1024, 600) else {}
        with running_table(table, **small) as daemon, sitting_down(browser, daemon, request.param) as dealer:
            yield dealer.come()

    return seat


@pytest.fixture(scope="module")
def table() -> Iterator[Daemon]:
    with running_table() as daemon:
        yield daemon


@pytest.fixture
def prepared(table: Daemon) -> Prepared:
    return Prepared(table)


@pytest.fixture(scope="module")
def seat(request: pytest.FixtureRequest, browser: Browser, table: Daemon) -> Iterator[Dealer]:
    """One panel for all tests of a file; each brings the table to where it begins."""
    with sitting_down(browser, table, deaf=request.node.get_closest_marker("deaf") is not None) as dealer:
        yield dealer.come()


@pytest.fixture
def dealer(seat: Dealer) -> Dealer:
    return seat.afresh()
