"""What a screen shows when its view fails."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config.schema import Sign
from controller.language import LANGUAGES, Language
from controller.screens.bench import BenchRole
from controller.screens.connection import Screen
from controller.screens.scene import Look
from controller.screens.sign import TableSign
from games import events as e
from games.table.table import Table
from tests.controller.room import setup, to_the_antes
from tests.controller.test_panel import DEALER, Desk, played
from tests.games.rounds import KINDS
from tests.same.plays import setup_of
from tests.same.shown import FarEnd, Loop


def breaks(role: Any, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
    def fail(*_: object) -> None:
        raise error or KeyError("a sentence")

    monkeypatch.setattr(role, "state", fail)


def shown(screen: Screen) -> dict[str, Any]:
    screen.refresh()
    messages = screen.to_send()
    assert messages, "nothing new was sent"
    return dict(json.loads(messages[0]))


def emptied(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the whole catalogue were gone."""
    for name in ("_book", "_formats", "_sentences"):
        monkeypatch.setattr(language, name, {})


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("broken", ["the view", "the catalogue"])
def test_a_dealers_panel_can_still_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, broken: str
) -> None:
    @played
    async def body(at: Desk) -> None:
        at.screen.look = replace(at.screen.look, language=name)
        whole = shown(at.screen)
        breaks(at.panel, monkeypatch)
        if broken == "the catalogue":
            emptied(at.panel.language(at.screen), monkeypatch)
        signed_out = shown(at.screen)
        assert signed_out.keys() == whole.keys()
        assert all(signed_out[part].keys() == whole[part].keys() for part in ("header", "prompt", "look"))
        title = {"en": "This screen has failed", "de": "Diese Anzeige ist gestört"}[name]
        assert (signed_out["prompt"]["tone"], signed_out["prompt"]["title"]) == ("fault", title)
        assert signed_out["sound"] == "alarm"
        assert [button["act"] for button in signed_out["actions"]] == ["sign_in"]
        assert [button["id"] for button in signed_out["fixed"] if button["enabled"]] == []
        assert (await at.touch("sign_in", **DEALER)).ok
        to_the_antes(at.talk)
        at.talk.says(e.SignIn, by="1182", name="Marta")
        at.talk.closes_betting()
        state = at.panel.plain(at.screen)
        assert all(button["label"] for button in state["actions"])
        lock, hold = state["actions"]
        assert not (await at.touch("open", sheet=["more"])).ok
        assert (await at.touch(hold["act"], **hold["args"])).ok
        assert at.table.game.state.question.question.about == "shoe_held"
        assert not (await at.touch("do", command="undo")).ok  # the refusal, too, is said
        assert (await at.touch(lock["act"], **lock["args"])).ok
        assert at.panel.plain(at.screen)["cover"]["touch"]["act"] == "sign_in"
        assert (await at.touch("sign_in", **DEALER)).ok

    body(tmp_path)


@played
async def test_a_sheet_that_fails_is_closed_and_the_table_is_seen(at: Desk) -> None:
    await at.touch("sign_in", **DEALER)
    await at.touch("open", sheet=["history"])
    at.screen.sheet = ("no such sheet",)
    assert shown(at.screen)["prompt"]["tone"] != "fault"
    assert at.screen.sheet == ()


def test_what_fails_is_logged_once_and_what_recovers_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @played
    async def body(at: Desk) -> None:
        for _ in range(2):
            with monkeypatch.context() as broken:
                breaks(at.panel, broken)
                assert shown(at.screen)["prompt"]["tone"] == "fault"
                for _ in range(3):
                    at.talk.says(e.CallFloor)
                    at.screen.refresh()
                assert at.screen.to_send() == []  # nothing about it is new
                breaks(at.panel, broken, RuntimeError("another fault"))
                at.screen.refresh()
            assert shown(at.screen)["prompt"]["tone"] != "fault"

    body(tmp_path)
    assert capsys.readouterr().out.count("view_failed") == 4


@played
async def test_a_touch_that_fails_is_refused_on_every_page(at: Desk) -> None:
    async def fail(*_: object) -> None:
        raise AssertionError

    at.panel.touched = fail  # type: ignore[method-assign]
    answer = await at.touch("close")
    assert not answer.ok
    assert answer.message


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_sign_says_that_play_is_interrupted(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(Table(setup_of(KINDS[kind](0))))
    role = TableSign(loop=loop, settings=Sign(language=name), hours="", simulated=True)
    screen = Screen(role)
    whole = shown(screen)
    breaks(role, monkeypatch)
    emptied(role.language(screen), monkeypatch)
    state = shown(screen)
    assert state.keys() == whole.keys()
    assert state["side"].keys() == whole["side"].keys()
    assert state["limits"][0].keys() == whole["limits"][0].keys()
    assert state["status"]["name"] == "stopped"
    assert state["status"]["title"]
    assert not [digit for digit in "123456789" if digit in json.dumps([state["limits"], state["side"]])]


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_bench_says_so_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    language = Language(name)
    loop = Loop(Table(setup()))
    look = Look.of_sign(Sign(language=name))
    role = BenchRole(
        bench=FarEnd(), loop=loop, look=look, language=language, autoplay=None, changed=lambda: None
    )
    breaks(role, monkeypatch)
    emptied(language, monkeypatch)
    state = shown(Screen(role))
    assert state.keys() == {"kind", "role", "look", "banner", "words", "title", "groups", "log", "seq"}
    assert state["title"]
    assert state["banner"]
