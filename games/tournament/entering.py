"""Who is in a tournament: one entry each, re-buys where there are any, and substitutes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from games.rulebook.book import Rule
from games.tournament.instrument import TournamentRules


@dataclass(frozen=True, slots=True)
class Entry:
    """A fee that was paid for a place. Numbers rise in the order of entering."""

    number: int
    person: str  # who plays
    first_person: str  # who entered; the same, unless a substitute plays
    rebuys: int = 0
    in_place_of: int | None = None  # the entry whose seat was sold again


class WhyNot(NamedTuple):
    why: Literal[
        "has_had_an_entry",
        "is_full",
        "is_not_playing",
        "no_rebuys",
        "has_chips",
        "too_late_to_rebuy",
        "no_more_rebuys",
        "director_does_not_agree",
    ]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Entries:
    rules: TournamentRules
    most_players: int
    most_rebuys: int | None = None  # of one entry; None: the conditions offer none
    all: tuple[Entry, ...] = ()
    ever: frozenset[str] = frozenset()  # everybody who has had an entry (TOURN-SUBST)

    @property
    def players(self) -> tuple[Entry, ...]:
        """Without those whose seats were sold again."""
        sold = {entry.in_place_of for entry in self.all}
        return tuple(entry for entry in self.all if entry.number not in sold)

    def of(self, person: str) -> Entry | None:
        return next((entry for entry in self.players if entry.person == person), None)

    # ------------------------------------------------------------ entering

    def why_not_enter(self, person: str, *, in_place_of: int | None = None) -> WhyNot | None:
        if person in self.ever:
            return WhyNot("has_had_an_entry", self.rules.numbers.one_entry)
        if in_place_of is None and len(self.players) >= self.most_players:
            return WhyNot("is_full", self.rules.numbers.players)
        return None

    def enter(self, person: str, *, in_place_of: int | None = None) -> Entries:
        entry = Entry(len(self.all) + 1, person, person, in_place_of=in_place_of)
        return replace(self, all=(*self.all, entry), ever=self.ever | {person})

    # ------------------------------------------------------------ re-buys

    def why_not_rebuy(self, person: str, *, chips_cents: int, in_time: bool) -> WhyNot | None:
        """A re-buy is no second entry (REBUY); one that is not to be had would be."""
        entry, rule = self.of(person), self.rules.numbers.one_entry
        if not self.rules.rebuys or self.most_rebuys is None:
            return WhyNot("no_rebuys", rule)
        if entry is None:
            return WhyNot("is_not_playing", rule)
        if chips_cents:
            return WhyNot("has_chips", rule)
        if not in_time:
            return WhyNot("too_late_to_rebuy", rule)
        return WhyNot("no_more_rebuys", rule) if entry.rebuys >= self.most_rebuys else None

    def rebuy(self, person: str) -> Entries:
        return self._with(person, lambda entry: replace(entry, rebuys=entry.rebuys + 1))

    # ------------------------------------------------------------ substitutes

    def why_not_substitute(self, person: str, by: str, *, director_agrees: bool) -> WhyNot | None:
        numbers = self.rules.numbers
        if not director_agrees:
            return WhyNot("director_does_not_agree", numbers.substitute)
        if self.of(person) is None:
            return WhyNot("is_not_playing", numbers.substitute)
        return WhyNot("has_had_an_entry", numbers.one_entry) if by in self.ever else None

    def substitute(self, person: str, by: str) -> Entries:
        """The same entry, with its chips, its seat and its re-buys (TOURN-SUBST)."""
        changed = self._with(person, lambda entry: replace(entry, person=by))
        return replace(changed, ever=self.ever | {by})

    def _with(self, person: str, change: Callable[[Entry], Entry]) -> Entries:
        entry = self.of(person)
        assert entry is not None
        changed = change(entry)
        return replace(self, all=tuple(changed if one is entry else one for one in self.all))
