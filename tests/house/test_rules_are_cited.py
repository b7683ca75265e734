"""Every rule cited by a test or a document exists, and every phase row and irregularity has its rule."""

from pathlib import Path

import pytest

from docs.generate import citations, cited, shown, where
from games.catalogue import GAMES, rule_documents
from tests.cases import cases

ROOT = Path(__file__).parents[2]


def test_every_rule_that_a_test_shows_is_in_the_rule_book():
    for path in (ROOT / "tests").rglob("*.*"):
        for document, number in shown(path):
            assert number in rule_documents()[document].entries, f"{path}: {document} {number}"


def test_every_rule_that_code_cites_or_keeps_is_in_the_rule_book():
    found = {cited for path in (ROOT / "games").rglob("*.py") for cited in citations(path.read_text("utf-8"))}
    assert ("NI2004-492", "14.1") in found
    assert ("NI2005-67", "3.4(e)") in found
    assert [(name, number) for name, number in found if number not in rule_documents()[name].entries] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_rule_of_a_game_that_is_played_has_its_code_and_its_tests(game):
    code, tests = where("games", cited)[game.document.name], where("tests", shown)[game.document.name]
    kept = [number for number, entry in game.document.entries.items() if entry.treatment != "inform"]
    assert len(kept) > 80
    assert [number for number in kept if not code[number]] == []
    assert [number for number in kept if not tests[number]] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_row_of_a_phase_table_names_its_rule(game):
    for row in game.phases.rows:
        assert row.rule in game.document.entries, row


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_irregularity_proposes_something(game):
    for name, row in game.irregularities.items():
        assert row.choices, name
        assert row.rule.number in game.document.entries


def test_every_numbered_rule_of_the_instrument_is_in_the_rule_book():
    for row in cases("rules"):
        assert rule_documents()[row["doc"]].entries[row["rule"]].treatment == row["kind"], row
