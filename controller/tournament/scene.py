"""Everything that the page of a tournament is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from config.roles import Part
from config.schema import StaffMember
from controller.language.tournaments import TournamentLanguage
from controller.loop import Trouble
from controller.screens.scene import Look
from controller.tournament.people import People
from games.outcomes import Text
from games.rulebook import Rule
from games.tournament.acts import Act, acts
from games.tournament.seen import SeenTournament, seen
from games.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """Something that has happened."""

    at_ms: int
    say: Text
    rule: Rule | None


@dataclass
class Scene:
    tournament: Tournament
    trouble: Trouble | None
    stopped: Text  # what is said of it
    language: TournamentLanguage
    look: Look
    simulated: bool
    member: StaffMember | None
    part: Part
    directors: Sequence[StaffMember]
    people: People
    tab: str
    paper: tuple[Any, ...]
    log: Sequence[Line]
    now_ms: int
    on_printer: Mapping[int, str] | None = None  # of each receipt what became of it; None: there is no printer

    @cached_property
    def seen(self) -> SeenTournament:
        return seen(self.tournament.state)

    @cached_property
    def every_act(self) -> list[Act]:
        return acts(self.tournament)

    @cached_property
    def acts(self) -> list[Act]:
        """Of whoever is there. A director who is not the nominated one has none."""
        state = self.tournament.state
        if self.member is None or self.trouble is not None:
            return []
        if self.part == "director" and self.member.number != state.director:
            return []
        return [act for act in self.every_act if act.speaker == self.part]

    def person(self, number: str) -> str:
        """By number, and by name where it is known."""
        name = self.people.name_of(number)
        return f"{name} ({number})" if name else number


def said(scene: Scene, code: str, /, **words: Any) -> str:
    """A word of the page itself."""
    return scene.language.of("director", code, **words)


def clock(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000):%H:%M}"


def rule_of(scene: Scene, rule: Rule | None) -> str:
    return said(scene, "rule", number=rule.number) if rule is not None else ""
