"""What holds of every screen that random play brings up, with all that can be opened above it."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from controller.screens.columns import ANSWERS, COMMANDS, NEXT
from games.catalogue import GAMES, game_class
from games.every_game.questions import OF_A_READER
from tests.games.rounds import KINDS
from tests.same.plays import rules_of
from tests.same.shown import lines

ROUNDS = 25
SEEDS = (1, 2)


def buttons(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "act" in part:
            yield part
        else:
            for inside in part.values():
                yield from buttons(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from buttons(inside)


def shown(kind: str, seed: int) -> Iterator[dict[str, Any]]:
    """Every state of some rounds, and each again with whatever opens above it."""
    state: dict[str, Any] = {}
    for line in lines(list(rules_of(kind)(seed, ROUNDS))):
        if line.startswith("P "):
            state = json.loads(line[2:])
            yield state
        elif line.startswith("H "):
            way, end = json.JSONDecoder().raw_decode(line, 2)
            yield state | {"sheet": json.loads(line[end:]), "way": way}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_two_buttons_have_an_id_and_each_command_has_its_column(kind: str, seed: int) -> None:
    columns: dict[str, set[int]] = defaultdict(set)
    sheets = 0
    for state in shown(kind, seed):
        assert "fault" not in state, state
        ids = Counter(button["id"] for button in buttons(state))
        assert max(ids.values()) == 1, (state.get("way"), ids.most_common(3))
        sheets += state["sheet"] is not None
        places = [button["place"] for button in state["actions"]]
        assert len(set(places)) == len(places)
        assert NEXT - 1 not in places  # what comes next has nothing beside it that could be its opposite
        for button in state["actions"]:
            columns[command_of(button)].add(button["place"])
    assert sheets > ROUNDS
    assert {name: found for name, found in columns.items() if len(found - {NEXT}) > 1} == {}


def command_of(button: dict[str, Any]) -> str:
    """An answer is one by its choice."""
    return "-".join(button["id"].split("-")[: 2 if button["id"].startswith("answer") else 1])


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_to_a_question_stand_in_columns_of_their_own(game: str) -> None:
    """Whichever of them are possible: the first of those is the next action."""
    for about, irregularity in game_class(game).irregularities.items():
        codes = [choice.code for choice in irregularity.choices]
        of_people = [code for code in codes if code not in OF_A_READER]
        by_reader = [code for code in codes if code != "go_on"] if len(of_people) < len(codes) else []
        for first, *others in filter(None, (of_people, by_reader)):
            assert set(others) <= set(ANSWERS), about
            taken = [ANSWERS[code] for code in others] + [COMMANDS["withdraw_report"]]
            taken += [ANSWERS[first]] if first in ANSWERS else []
            assert len(set(taken)) == len(taken), about
