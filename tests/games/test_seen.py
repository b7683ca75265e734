"""What is seen, by whom: faces are opened in one place, and what a game does not have is not seen of it."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest

from config.schema import Panel, Sign
from controller.language import LANGUAGES, Language
from controller.screens.dealer_screen import dealer_screen
from controller.screens.panel import Screen
from controller.screens.scene import Look, Scene
from controller.screens.sign import TableSign
from games import catalogue
from games import events as e
from games.cards import Card, SealedCard
from games.casino_holdem.game import CasinoHoldem
from games.every_game.layout import cards
from games.house.game import HouseGame
from games.seen import Archive, Person, face_for
from games.table.table import Setup, Table, is_refused
from tests.games.pot_talk import at_the_omaha_table
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import holdem_options

ROOT = Path(__file__).parents[2]
KING = SealedCard(Card("Kd"))


def test_only_the_dealer_is_shown_a_face_and_only_of_a_card_that_lies_up():
    for audience in get_args(Person):
        shown = [
            face_for(audience, KING, lies_up=True),
            face_for(audience, KING, lies_up=False),
            face_for(audience, KING, lies_up=False, said=Card("2c")),
            face_for(audience, None, lies_up=True),
        ]
        assert shown == (["Kd", None, "2c", None] if audience == "dealer" else [None] * 4), audience


def test_the_archive_sees_what_was_turned_up_in_the_round_and_nothing_else():
    archive = Archive(frozenset({("1-2", "Kd")}))
    assert face_for(archive, KING, lies_up=True, at="3-1") == "Kd"
    assert face_for(archive, KING, lies_up=False, at="1-2") == "Kd"  # it was turned later
    assert face_for(archive, KING, lies_up=False, at="3-1") is None  # it never was
    assert face_for(archive, SealedCard(Card("2c")), lies_up=False, at="1-2") is None  # another lay there then
    assert face_for(archive, None, lies_up=True, at="1-2") is None
    assert face_for(Archive(frozenset(), opens_all=True), KING, lies_up=False, at="3-1") == "Kd"


def test_nothing_else_that_makes_a_screen_opens_a_card():
    """`open()` stands in `face_for` alone."""
    makers = [
        *(
            path
            for path in (ROOT / "games").rglob("*.py")
            if path.stem.endswith(("seen", "layout", "_on_sign"))
        ),
        *(ROOT / "controller" / "screens").glob("*.py"),
    ]
    opening = [
        path.name
        for path in makers
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("open", "faces", "checked_faces")
    ]
    assert set(opening) == {"seen.py"}


class WithoutASideWager(CasinoHoldem):
    """A sixth game, as far as it is seen."""

    name = "sixth"
    side_offers = HouseGame.side_offers
    side_lines = HouseGame.side_lines
    side_notes = HouseGame.side_notes
    side_on_sign = HouseGame.side_on_sign


@pytest.fixture
def sixth(monkeypatch) -> Table:
    monkeypatch.setattr(catalogue, "GAMES", {**catalogue.GAMES, "sixth": WithoutASideWager})
    table = Table(Setup("T-01", "sixth", 3, holdem_options()))
    for event in (
        e.SignIn(by="1182", name="Marta"),
        e.OpenTable(),
        e.DeckCheckedByHand(role="supervisor"),
        e.Shuffled(),
        e.CutMade(),
        e.PlaceAnte(box=1, amount_cents=2_500),
        e.CloseBetting(),
        *(e.CardDrawn(card=SealedCard(Card(face))) for face in ("As", "Kc", "Ah", "Kd", "2c")),
    ):
        assert not is_refused(table.take(event)), event
    return table


def scene(table: Table, language: str) -> Scene:
    return Scene(
        table=table,
        trouble=None,
        language=Language(language),
        look=Look.of(Panel()),
        simulated=False,
        health={},
        clock="12:00",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_side_wager_has_none_on_the_panel(sixth, language):
    screen = dealer_screen(scene(sixth, language))
    assert len(screen["rail"]["notes"]) == 1  # the cards that are out
    assert screen["boxes"][0]["mark"] == ""
    assert len(screen["boxes"][0]["lines"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_side_wager_has_none_on_the_sign(sixth, language):
    loop = SimpleNamespace(table=sixth, trouble=None)
    sign = TableSign(loop=loop, settings=Sign(language=language), hours="", simulated=False)
    state = sign.state(Screen(sign))
    assert state["side"] is None
    assert [limit["label"] for limit in state["limits"]]


def test_a_card_lies_down_before_it_is_turned_and_a_board_card_up(sixth):
    state = sixth.game.state
    assert [card.face for card in cards(state, "1", "dealer")] == [None, None]
    assert [card.face for card in cards(state, "board", "dealer")] == ["2c", None, None]
    assert [card.face for card in cards(state, "board", "floor")] == [None, None, None]


@pot_rules("2.1", "2.2")
@pytest.mark.parametrize("shoe", ["reading", "silent"])
def test_every_count_is_of_the_deck_that_is_played_with(shoe):
    """Not of 52, whatever the deck is."""
    table = at_the_omaha_table(at="verify", deck=44, shoe=shoe)
    (note,) = table.game.seen("dealer").notes
    assert note.value.words["count"] == 44
    if shoe == "silent":
        offer = next(offer for offer in table.game.offers() if offer.command == "all_cards_read")
        assert offer.say.words["count"] == 44
    else:
        table.draw("As")
        assert table.game.prompt().say.words == {"read": 1, "count": 44}
