"""What an installed game is put through before its table opens: our own games come through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.load import load
from controller.tools.tryout import Tryout
from games.casino_holdem.game import CasinoHoldem
from games.outcomes import Prompt, text

TABLES = Path(__file__).parents[2] / "config" / "tables"


@pytest.mark.parametrize("table", ["demo", "demo_holdem", "demo_counting", "demo_by_hand"])
def test_our_own_games_take_what_they_offer_and_say_what_they_do(table: str):
    tryout = Tryout(load(TABLES / f"{table}.toml"))
    assert tryout.fault() == ""
    assert tryout.rounds > 15


def test_what_goes_wrong_is_told_with_the_event_that_brought_it_about(monkeypatch: pytest.MonkeyPatch):
    prompts = {**CasinoHoldem.prompts, "river": lambda state: Prompt(say=text("nobody_says_that"))}
    monkeypatch.setattr(CasinoHoldem, "prompts", prompts)
    fault = Tryout(load(TABLES / "demo_holdem.toml")).fault()
    assert fault.startswith("decide: ")
    assert fault.endswith("KeyError: 'nobody_says_that'")
