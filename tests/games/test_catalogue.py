"""Which games there are, and what a game has to say of itself."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from inspect import isabstract
from pathlib import Path

import pytest

from games import catalogue
from games.catalogue import GAMES, UnknownGame, game_class, game_names
from games.every_game.game import Game
from games.faro.game import PokerFaro
from games.house.game import HouseGame

ROOT = Path(__file__).parents[2]


class Whist(PokerFaro):
    name = "whist"


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    entry = EntryPoint(name, value, catalogue.ENTRY_POINT_GROUP)

    def found(group: str, name: str | None = None) -> list[EntryPoint]:
        return [entry] if group == entry.group and name in (None, entry.name) else []

    monkeypatch.setattr(catalogue, "entry_points", found)
    monkeypatch.setattr(catalogue, "game_class", game_class.__wrapped__)


def test_every_game_of_ours_is_whole():
    for name, game in GAMES.items():
        assert game_class(name) is game
        assert not isabstract(game)


def test_a_casino_adds_a_game_by_installing_it(monkeypatch):
    install(monkeypatch, "whist", "tests.games.test_catalogue:Whist")
    assert catalogue.game_class("whist") is Whist
    assert game_names() == (*GAMES, "whist")


def test_an_installed_game_never_replaces_ours(monkeypatch):
    install(monkeypatch, "faro", "builtins:dict")
    assert catalogue.game_class("faro") is PokerFaro
    assert game_names() == tuple(GAMES)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("builtins:dict", "is not a subclass of Game"),
        ("games.house.game:HouseGame", "does not say its against_dealer, "),
        ("games.faro.game:PokerFaro", "calls itself 'faro'"),
        ("games.whist.game:Whist", r"'whist' cannot be imported \(games.whist.game:Whist\): No module named"),
    ],
)
def test_what_is_installed_must_be_a_whole_game(monkeypatch, value, why):
    install(monkeypatch, "whist", value)
    with pytest.raises(UnknownGame, match=why):
        catalogue.game_class("whist")


def test_a_name_that_no_game_has_is_answered_with_those_that_one_has():
    with pytest.raises(UnknownGame, match="there is no game 'whist'; known are canberra_poker, "):
        game_class("whist")


def test_a_game_that_says_too_little_of_itself_is_not_imported():
    with pytest.raises(TypeError, match=r"Patience does not say its .*document, .*shapes"):

        class Patience(Game):
            name = "patience"

    with pytest.raises(TypeError, match=r"War does not say its .*cards_each, .*second_wager"):

        class War(HouseGame):
            name = "war"


@pytest.mark.parametrize("room", ["config", "games/table", "games/every_game"])
def test_nobody_but_the_catalogue_names_a_game(room):
    for path in (ROOT / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search("|".join(GAMES), text), path
