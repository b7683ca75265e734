"""Whatever random play makes is said in both languages, in every form that it takes on a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from controller.language import LANGUAGES, Language
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene
from games.outcomes import Notice, Outcome, Prompt, Question, Refusal, Ruling, Text
from games.table.table import Table
from tests.games.rounds import KINDS
from tests.same.plays import event_of, rules_of
from tests.same.shown import Replay

ROUNDS = 40
SPEAKERS = [Language(name, seats=seats) for name in LANGUAGES for seats in (False, True)]


def played(kind: str) -> Iterator[tuple[Table, list[Outcome]]]:
    """The table after each event, with second thoughts, locks, calls and restarts between them."""
    steps = rules_of(kind)(7, ROUNDS)
    table = Table(Replay(next(steps)["setup"]).setup)
    for step in steps:
        said = step.get("take") or step.get("again")
        if said:
            yield table, table.take_and_prompt(event_of({"take": said}))


def say(speaker: Language, outcome: Outcome) -> Iterator[str]:
    speaker.told(outcome)
    if isinstance(outcome, Notice | Refusal):
        yield speaker.say(outcome.say)
    if isinstance(outcome, Prompt):
        yield speaker.say(outcome.say)
        if outcome.explain:
            yield speaker.say(outcome.explain)
    if isinstance(outcome, Ruling):
        yield speaker.ruling(outcome.say)
    if isinstance(outcome, Question):
        yield speaker.explain(outcome.say)
        for choice in outcome.choices:
            words = {**outcome.say.words, "about": outcome.about}
            yield speaker.say(Text(code=f"choose_{choice.code}", words=words))
            yield speaker.ruling(Text(code=f"ruled_{choice.code}", words=words))


def codes(table: Table, outcomes: list[Outcome]) -> frozenset[Any]:
    """What a screen is made from, as far as it decides about words."""
    state = table.game.state
    said = {(type(outcome), getattr(getattr(outcome, "say", None), "code", "")) for outcome in outcomes}
    about = state.question.question.about if state.question else ""
    return frozenset({*said, state.phase, about, table.game.prompt().say.code})


def screen(table: Table, speaker: Language) -> dict[str, Any]:
    look = Look(speaker.name, "dark", 3, False, 4, "soft", 5.0)
    return dealer_screen(
        Scene(table=table, trouble=None, language=speaker, look=look, simulated=True, health={}, clock="12:00")
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_code_that_is_ever_made_is_said_in_both_languages(kind: str) -> None:
    seen: Counter[frozenset[Any]] = Counter()
    said: set[str] = set()
    for table, outcomes in played(kind):
        for speaker in SPEAKERS:
            for outcome in outcomes:
                for line in say(speaker, outcome):
                    assert line.strip(), outcome
                    said.add(line)
        made = codes(table, outcomes)
        seen[made] += 1
        if seen[made] == 1:
            for speaker in SPEAKERS:
                for offer in table.game.offers():
                    assert speaker.say(offer.say)
                    assert offer.blocked is None or speaker.say(offer.blocked)
                assert screen(table, speaker)["prompt"]["title"]
    assert len(seen) > 30, "hardly anything happened"
    assert not [line for line in said if "{" in line or "}" in line]
