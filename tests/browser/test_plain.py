"""A screen whose view has failed is painted like any other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from config.schema import Sign
from controller.language import LANGUAGES, Language
from controller.screens import plain
from controller.screens.connection import Screen
from controller.screens.scene import Look
from controller.screens.sign import TableSign
from games import events as e
from games.table.table import Table
from tests.browser import states
from tests.browser.conftest import Panel
from tests.controller.room import setup
from tests.same.shown import Loop


def running() -> Loop:
    table = Table(setup())
    table.take(e.SignIn(by="1182", name="Marta"))
    return Loop(table)


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_dealers(panel: Panel, name: str) -> None:
    say, look = Language(name), Look.of_sign(Sign(language=name))
    state: dict[str, Any] = plain.dealer(running(), say, look, "12:00", simulated=True)
    panel.open().show(states.deal())
    panel.show({**state, "sound": "alarm"})
    expect(panel.page.get_by_text(plain.WORDS[name]["view_failed"])).to_be_visible()
    panel.awake()
    panel.press(say.of("buttons", "do_call_floor").replace("\u00ad", ""))
    panel.show({**states.deal(), "sound": ""})
    expect(panel.page.get_by_text(plain.WORDS[name]["view_failed"])).to_have_count(0)


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_signs(panel: Panel, name: str) -> None:
    role = TableSign(loop=running(), settings=Sign(language=name), hours="", simulated=True)
    panel.server.show(role.plain(Screen(role)))
    panel.open("sign")
    expect(panel.page.get_by_text(Language(name).of("sign", "stopped"))).to_be_visible()
