"""An evidence file opened from a folder, as somebody does a year later: no server, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.past.reading import Past
from tests.controller.past.journals import journal_of
from tests.controller.past.test_evidence import packed, time_machine
from tests.controller.past.test_steps import faces, steps_of
from tests.controller.past.test_story import disputed_round
from tests.controller.room import room

SIZES = [(1280, 800), (1024, 600)]
CUT_OFF = """lines => lines
  .filter(line => line.clientWidth < 300 || line.scrollWidth > line.clientWidth + 1)
  .map(line => line.textContent)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed(tmp_path_factory.mktemp("evidence"), journal_of("canberra_poker"), "--round", "2", "3")


@pytest.fixture(params=SIZES, ids=str)
def page(browser: Browser, folder: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    page = browser.new_page(viewport={"width": width, "height": height})
    page.context.set_offline(True)
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
    page.goto((folder / "index.html").as_uri())
    page.wait_for_selector("[data-step]", state="attached")
    yield page
    page.close()
    assert faults == []


def slide(page: Page, step: int) -> None:
    page.get_by_role("slider").fill(str(step))
    page.wait_for_selector(f"[data-step='{step}']", state="attached")


def up(page: Page) -> int:
    return page.locator(".card.up").count()


def test_the_slider_shows_the_screen_of_each_record(page: Page) -> None:
    steps = steps_of(journal_of("canberra_poker"), 2)
    for at, step in enumerate(steps):
        slide(page, at)
        expect(page.locator(".prompt h1")).to_have_text(step.dealer["en"]["prompt"]["title"])
        assert up(page) == len(faces(step.dealer["en"]))
        expect(page.get_by_text(f"record {step.happened.record}", exact=False)).to_be_visible()


def test_the_archive_sees_more_than_the_dealer_did(page: Page) -> None:
    steps = steps_of(journal_of("canberra_poker"), 2)
    at, step = next(
        (at, step)
        for at, step in enumerate(steps)
        if step.archive and len(faces(step.archive["en"])) > len(faces(step.dealer["en"]))
    )
    slide(page, at)
    page.get_by_role("button", name="Archive", exact=True).click()
    assert step.archive is not None
    assert up(page) == len(faces(step.archive["en"]))
    page.get_by_role("button", name="Dealer", exact=True).click()
    assert up(page) == len(faces(step.dealer["en"]))


def test_the_story_leads_to_its_step_in_either_language(page: Page) -> None:
    page.get_by_role("button", name="Story", exact=True).click()
    expect(page.get_by_text("Round 2 at table")).to_be_visible()
    page.get_by_role("button", name="de", exact=True).click()
    expect(page.get_by_text("Runde 2 am Tisch")).to_be_visible()
    line = page.locator("p[data-step]").nth(5)
    step = line.get_attribute("data-step")
    line.click()
    expect(page.locator("html")).to_have_attribute("data-step", str(step))
    expect(page.locator(".prompt h1")).to_be_visible()


def test_what_was_turned_can_be_read_in_the_story(page: Page) -> None:
    """A line is no card, and no prompt: the panel dresses those."""
    page.get_by_role("button", name="Story", exact=True).click()
    lines = page.locator("p[data-step]")
    told = [line.get_attribute("class") or "" for line in lines.all()]
    assert any("card" in kind for kind in told)
    assert lines.evaluate_all(CUT_OFF) == []
    page.get_by_role("button", name="de", exact=True).click()
    expect(page.get_by_role("combobox").locator("option").first).to_have_text("Runde 2")


def test_records_and_the_other_round_are_there(page: Page, folder: Path) -> None:
    page.get_by_role("button", name="Records", exact=True).click()
    with Past(journal_of("canberra_poker")) as past:
        expect(page.locator("pre")).to_have_count(len(past.round(2).written))
    page.get_by_role("combobox").select_option("3")
    first = time_machine(folder, 3)["steps"][0]["record"]
    expect(page.get_by_text(f"record {first}", exact=False)).to_be_visible()


def test_what_was_put_right_later_is_said_beside_every_screen(browser: Browser, tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        disputed_round(running)
    folder = packed(tmp_path, tmp_path / "table", "--round", "1", "2")
    page = browser.new_page(viewport={"width": 1024, "height": 600})
    page.goto((folder / "index.html").as_uri())
    said = page.get_by_role("button", name="Of this round more was said later: 3", exact=True)
    for step in (0, 20):
        slide(page, step)
        expect(said).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    said.click()
    expect(page.get_by_text("Box 2: +25.")).to_be_in_viewport()
    page.get_by_role("combobox").select_option("2")
    page.get_by_role("button", name="Screen", exact=True).click()
    expect(said).to_be_hidden()
    page.close()


def test_it_plays_by_itself_to_the_end_and_stops(page: Page) -> None:
    last = len(steps_of(journal_of("canberra_poker"), 2)) - 1
    slide(page, last - 1)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-step", str(last))
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


def test_nothing_is_cut_off(page: Page) -> None:
    slide(page, 20)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    foot = page.locator(".row.fixed").bounding_box()
    bar = page.locator(".past-foot").bounding_box()
    assert foot is not None
    assert bar is not None
    assert foot["y"] + foot["height"] <= bar["y"] + 1
