"""Whatever a tournament says is said in both languages, with every word that it needs.

That each code is in the catalogue is held by tests/controller/test_language.py; here the sentences are filled.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from controller.language import LANGUAGES
from controller.language.tournaments import TournamentLanguage
from games.outcomes import Notice, Outcome, Refusal, Text, text
from games.tournament import events as t
from games.tournament.acts import acts, next_step
from tests.games.tournament.playing import Hall, conditions_of, play_whole
from tests.games.tournament.test_whole_tournaments import GAMES, TABLES, HallOfRubbish

SPEAKERS = [TournamentLanguage(name) for name in LANGUAGES]


class Listening(HallOfRubbish):
    """Somebody reads everything that is on the page after every event, and the answers to nonsense."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.said: set[str] = set()

    def say(self, event: t.Event) -> list[Outcome]:
        answered = deepcopy(self.tournament).take(self.rubbish())
        told = Hall.say(self, event)
        self.reads(*(one.say for one in (*answered, *told) if isinstance(one, Notice | Refusal)))
        for act in acts(self.tournament):
            self.reads(act.say, act.blocked, *(ask.title for ask in act.asks))
        self.reads(next_step(self.tournament)[0])
        return told

    def reads(self, *texts: Text | None) -> None:
        for one in texts:
            if one is not None:
                self.said.add(one.code)
                for speaker in SPEAKERS:
                    assert "{" not in speaker.say(one)


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_whole_tournaments_can_be_said(name):
    said: set[str] = set()
    for seed in range(2):
        hall = Listening(conditions_of(name), TABLES, seed)
        play_whole(hall, 6, wild=0.3)
        said |= hall.said
    assert len(said) >= 50


def test_rules_and_entries_are_listed_and_tables_come_one_after_the_other():
    english, german = SPEAKERS
    assert english.say(text("conditions_first", rules=["20.2", "20.22"])) == (
        "Not yet: first do and record what rules 20.2, 20.22 ask for."
    )
    assert german.say(text("act_decide_order", tables=["T2", "T1"])) == (
        "Zuerst ausgeschieden an Tisch T2, dann T1"
    )


def test_a_sentence_of_the_tournament_goes_before_one_of_a_table():
    assert SPEAKERS[0].say(text("not_now")).endswith("look at what is next.")


def test_what_is_taken_back_is_said_by_name():
    assert SPEAKERS[1].say(text("act_undo", what="draw_ballot")) == "Zurücknehmen: die Auslosung"
