"""Whatever is missing of a game is said before its table opens: what, and where."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sixth_game.conftest import PROJECT

ROOT = Path(__file__).parents[2]
TABLE = PROJECT / "config" / "tables" / "demo.toml"
GAME, RULES, NUMBERS, ENGLISH, GERMAN = (
    *("game.py", "instrument.py", "irregularities.py"),
    *("sentences.en.toml", "sentences.de.toml"),
)
EXPOSED = "    def exposure(self, state: Any, report: e.Report) -> str:\n        return exposure(report)\n"
TELL = '        require(self.state.round > 0, "{}", H["6.3"]{})\n        return exposure(report)\n'
IMPORTS = "from games.house import wagers\n"
SAYS = f"from games.every_game.state import require\n{IMPORTS}"
SIDE_OFFERS = """
    def side_offers(self, state: Any, box: Box) -> Any:
        from games.offers import Offer
        from games.outcomes import text
        yield Offer("{}", text("do_ante_back"), {{"box": box.number}}, box=box.number)

"""
UNWRITTEN = """
    def take(self, event: Any) -> Any:
        from games.outcomes import Undone
        return [*super().take(event), Undone(what=self, by="")]

"""
FORMLESS, UNHEARD = SIDE_OFFERS.format("place_bonus_wager"), SIDE_OFFERS.format("take_back_bonus_wager")
MISSING = {
    "a number": ((NUMBERS, '    limits=H["3.1"],\n', ""), "missing 1 required keyword-only argument: 'limits'"),
    "a rule": ((RULES, '        ("9.3", ', '        ("9.31", '), "HC-1 has no rule 9.3"),
    "a rule of the phases": (
        ("phases.py", '"cut", rule="5.1"', '"cut", rule="5.11"'),
        "cites '5.11', which",
    ),
    "a move": (("phases.py", 'Row("hands_gone", ', 'Row("hand_gone", '), "phases has no row 'hands_gone'"),
    "a handler": ((GAME, ", e.Bet: wagers.second_wager}", "}"), "what becomes of Bet, which is offered"),
    "a value": ((GAME, "    antes_in_second = 1\n", ""), "HighCard does not say its antes_in_second"),
    "a method": ((GAME, EXPOSED, ""), "does not say its exposure"),
    "an irregularity": (
        (NUMBERS, '    "dealer_card_exposed": Irregularity', '    "dealers_card_exposed": Irregularity'),
        "irregularities does not say what may be ruled on 'dealer_card_exposed'",
    ),
    "a sentence": (
        (GERMAN, "dealer_always_plays", "dealer_plays_always"),
        "sentences.de.toml: explains.dealer_always_plays: is missing",
    ),
    "a hand's name": (
        (GAME, '{"hand": "one_card"', '{"hand": "a_card"'),
        "sentences.en.toml: hands.a_card: is missing: game.py, line 29 says it",
    ),
    "a blank": (
        (ENGLISH, '{required_cents}, as much as the ante."', 'so much."'),
        "sentences.en.toml: refusals.bet_is_as_the_ante: has other blanks than in another language",
    ),
    "another's sentence": (
        (ENGLISH, "[instead.buttons]", "[buttons]"),
        "buttons.do_show_dealer: every game says it: rename it, or put it under [instead.buttons]",
    ),
    "what fills a blank": (
        (ENGLISH, '"Turn the card of box {box}"', '"Turn the card of {player}"'),
        "sentences.en.toml: instead.prompts.turn_box: nothing is known there for player",
    ),
    "nobody's sentence": (
        (ENGLISH, 'deal_each = "Deal', 'deal_all = "Deal'),
        "instead.prompts.deal_all: no game says that, so it cannot be replaced",
    ),
    "a rule of the shared rooms": ((RULES, '        ("3.5", ', '        ("3.51", '), "HC-1 has no rule 3.5"),
    "a result": (
        (GAME, 'given_back(stakes, "void"', 'given_back(stakes, "returned"'),
        "tried out by chance: settle: show_box: KeyError: ('returned', 'returned')",
    ),
    "what no journal can write": (
        (GAME, "    cards_each = 1\n", f"    cards_each = 1\n{UNWRITTEN}"),
        "PydanticSerializationError: Unable to serialize unknown type",
    ),
    "an offer's form": (
        (GAME, "    cards_each = 1\n", f"    cards_each = 1\n{FORMLESS}"),
        "PlaceBonusWager.__init__() missing 1 required keyword-only argument: 'amount_cents'",
    ),
    "an offer's handler": (
        (GAME, "    cards_each = 1\n", f"    cards_each = 1\n{UNHEARD}"),
        "take_back_bonus_wager is offered and then refused: This is no command of the game at this table.",
    ),
    "a long prompt": (
        (ENGLISH, '"Turn your card"', '"Turn your card over so that everybody can see"'),
        "instead.prompts.turn_your_cards: a prompt holds at most 40 characters",
    ),
}


def check_config(folder: Path) -> str:
    outcome = subprocess.run(
        [sys.executable, "-m", "controller", "check-config", str(TABLE)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 1, outcome.stdout
    assert "Traceback" not in outcome.stderr
    return outcome.stderr


@pytest.fixture
def copied(installed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(installed, tmp_path / "site"))


def change(folder: Path, file: str, before: str, after: str) -> None:
    path = folder / "high_card" / file
    assert before in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")


@pytest.mark.parametrize(("changed", "fault"), MISSING.values(), ids=MISSING)
def test_what_is_missing_is_named_before_the_table_opens(
    copied: Path, changed: tuple[str, str, str], fault: str
):
    change(copied, *changed)
    said = check_config(copied)
    assert fault in said
    assert "high_card" in said


@pytest.mark.parametrize(
    ("name", "words", "fault"),
    [
        ("never_said", "", r"sentences.de.toml: never_said: is missing: game.py, line \d+ says it"),
        (
            "bet_is_as_the_ante",
            ", box=1",
            r"bet_is_as_the_ante: does not give its required_cents",
        ),
    ],
)
def test_a_sentence_of_its_own_code_is_looked_up_with_its_words(
    copied: Path, name: str, words: str, fault: str
):
    change(copied, GAME, IMPORTS, SAYS)
    change(copied, GAME, "        return exposure(report)\n", TELL.format(name, words))
    assert re.search(fault, check_config(copied))


def test_a_name_that_is_put_together_is_no_name(copied: Path):
    change(copied, GAME, IMPORTS, SAYS)
    change(
        copied,
        GAME,
        "        return exposure(report)\n",
        TELL.format("x", "").replace('"x"', "self.name"),
    )
    assert re.search(r"game.py: line \d+: write out the name of the sentence", check_config(copied))
