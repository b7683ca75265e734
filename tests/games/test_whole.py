"""What a game does not say of itself is found when it is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games import events as e
from games.casino_holdem.game import CasinoHoldem
from games.casino_holdem.phases import PHASES
from games.events import COMMANDS
from games.every_game.game import Game
from games.house.game import HouseGame
from games.irregularities import Irregularity
from games.outcomes import Choice
from games.phases import PhaseTable
from games.rulebook import CANBERRA_POKER, CASINO_HOLDEM
from games.table.table import OWN

ROOT = Path(__file__).parents[2]
RULE = CASINO_HOLDEM["13.1"]


def without(mapping: Any, *names: Any) -> dict[Any, Any]:
    return {name: value for name, value in mapping.items() if name not in names}


def without_row(trigger: str, *sources: str) -> PhaseTable:
    """The table, but for that move out of those phases, or out of any."""
    rows = []
    for row in PHASES.rows:
        left = tuple(source for source in row.sources if sources and source not in sources)
        rows += [row] if row.trigger != trigger else [row._replace(source=left)] if left else []
    return PhaseTable(PHASES.phases, rows)


CHOICE = Irregularity(RULE, (Choice(code="ask_the_cat", rule=RULE),))
BROKEN = {
    "phase": (
        {"strip": (*CasinoHoldem.strip, "jackpot")},
        "strip names the phase 'jackpot', which its table does not",
    ),
    "strip": ({"shown_as": {}}, "the phase 'reveal' is neither in strip nor in shown_as"),
    "prompt": ({"prompts": without(CasinoHoldem.prompts, "river")}, "prompts has none for the phase 'river'"),
    "offers": ({"own_offers": without(CasinoHoldem.own_offers, "settle")}, "own_offers has none .* 'settle'"),
    "guard": ({"State": Game}, "phases: Game has no guard"),
    "row": ({"phases": without_row("hands_gone", "river")}, "no row 'hands_gone' from 'river'"),
    "void": ({"phases": without_row("void", "decide")}, "no row 'void' from 'decide'"),
    "check": ({"phases": without_row("check_deck")}, "no row 'check_deck'$"),
    "number": (
        {"numbers": replace(CasinoHoldem.numbers, wins=CANBERRA_POKER["9.4"])},
        "numbers.wins cites NI2004-492 9.4, which is no rule of NI2007-208",
    ),
    "cited": (
        {"phases": PhaseTable(PHASES.phases, [PHASES.rows[0]._replace(rule="99.9"), *PHASES.rows[1:]])},
        "phases: 'open' cites '99.9'",
    ),
    "irregularity": (
        {"irregularities": without(CasinoHoldem.irregularities, "early_card")},
        "does not say what may be ruled on 'early_card'",
    ),
    "exposure": (
        {"irregularities": without(CasinoHoldem.irregularities, "dealer_card_exposed")},
        "does not say what may be ruled on 'dealer_card_exposed'",
    ),
    "board": (
        {"irregularities": without(CasinoHoldem.irregularities, "board_wrong")},
        "does not say what may be ruled on 'board_wrong'",
    ),
    "options": (
        {"irregularities": {**CasinoHoldem.irregularities}},
        "Options.irregularities are not its",
    ),
    "effect": (
        {"irregularities": {**CasinoHoldem.irregularities, "other": CHOICE}},
        "effects does not say what the choice 'ask_the_cat' of 'other' does",
    ),
    "handler": (
        {"handlers": without(CasinoHoldem.handlers, e.Call)},
        "handlers does not say what becomes of Call, which is offered",
    ),
    "supervised": (
        {"supervised": without(CasinoHoldem.supervised, e.Penalise)},
        "supervised does not say the rule of Penalise",
    ),
}


@pytest.mark.parametrize(("changed", "fault"), BROKEN.values(), ids=BROKEN)
def test_what_is_missing_is_named_when_the_game_is_imported(changed: dict[str, Any], fault: str):
    with pytest.raises(TypeError, match=fault):
        type(CasinoHoldem)("Broken", (CasinoHoldem,), changed)


def test_a_module_without_postponed_annotations_is_asked_the_same():
    source = "class War(HouseGame):\n    name = 'war'\n"
    with pytest.raises(TypeError, match=r"War does not say its .*antes_in_second, .*no_other_amount"):
        exec(source, {"HouseGame": HouseGame})


def constants(room: str, call: str) -> Iterator[str]:
    """The first argument of each call of that name, as far as it is written out."""
    for path in (ROOT / "games" / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == call:
                for said in ast.walk(node.args[0]):
                    if isinstance(said, ast.Constant) and isinstance(said.value, str):
                        yield said.value


def test_every_move_of_the_shared_rooms_is_asked_for():
    assert set(constants("every_game", "move")) <= Game.moves.__func__(CasinoHoldem).keys()
    fired = {trigger for trigger in constants("house", "move") if trigger != "settle"}  # a phase
    assert fired <= CasinoHoldem.moves().keys()


def test_every_command_that_the_shared_rooms_offer_is_heard():
    heard = {*HouseGame.all_handlers(), *OWN}
    for room in ("every_game", "house"):
        offered = {*constants(room, "Offer"), *constants(room, "for_supervisor")}
        assert offered
        assert {command for command in offered if COMMANDS[command] not in heard} == set()
