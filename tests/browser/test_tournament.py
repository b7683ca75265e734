"""A tournament at a Canberra Poker table, as it is painted: nine boxes, great chips, both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Panel, heard, measured, type_on
from tests.browser.states import State
from tests.controller.test_tournament_screens import screen
from tests.games.canberra_tournament_talk import TournamentTable, at_the_tournament_table

pytestmark = pytest.mark.deaf
CHIPS = {1: 12_475, 2: 1_000, 3: 100_000, 5: 20, 6: 9_995, 7: 1_000, 8: 1_000, 9: 1_000}


def antes() -> Iterator[TournamentTable]:
    """From the marker to the last ante, one step after the other."""
    table = at_the_tournament_table(CHIPS, marker=7, level=(25, 500, 25))
    table.is_absent(8)
    yield table
    table.antes_in_turn({7: 100})
    yield table
    table.asks(8)
    yield table
    table.answers("round_without_him")
    table.asks(9)
    yield table
    table.antes_in_turn({1: 475, 2: 25, 3: 25, 6: 25})
    yield table
    table.ante(9, 25)
    yield table
    table.deal({})
    yield table
    table.folds(1, 2, 3, 6, 7, 9)
    table.collects()
    table.session(waiting="session")
    yield table
    table.counts(1, 5)
    yield table


def shown(language: str) -> dict[str, Callable[[], State]]:
    states = [screen(table.game, language) for table in antes()]
    return {f"{language} {step}": lambda state=state: state for step, state in enumerate(states)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_is_large_enough_apart_and_legible(sized_panel: Panel, language: str) -> None:
    assert measured(sized_panel, shown(language)) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_box_is_legible(sized_panel: Panel, language: str) -> None:
    pages = {}
    for step, table in enumerate(antes()):
        for box in (1, 2, 9):
            page = screen(table.game, language, ("box", box))
            pages[f"{language} {step}, box {box}"] = lambda page=page: page
    assert measured(sized_panel, pages) == []


def test_the_keypad_takes_what_the_player_has_and_no_more(panel: Panel) -> None:
    table = at_the_tournament_table({1: 60, 2: 1_000}, level=(25, 500, 5))
    table.asks(1)
    panel.open().show(screen(table.game))
    panel.awake()
    panel.press("Ante of box 1")
    type_on(panel, "65")
    expect(panel.page.get_by_role("dialog")).to_contain_text("From 25 to 60")
    panel.press("Delete")
    type_on(panel, "0")
    panel.press("OK")
    (act, args), *_ = heard(panel)
    assert (act, args["command"], args["box"], args["amount_cents"]) == ("do", "place_ante", 1, 6_000)
