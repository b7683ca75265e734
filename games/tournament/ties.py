"""Equal chips at the end of a session: who plays on for it, and what that decides (C 17.23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tournament.placings import Groups, by_amount


@dataclass(frozen=True, slots=True, kw_only=True)
class AtStake:
    """What hangs on the places: who goes on, and prizes of those who do not."""

    advance: int | None = None
    prizes_cents: tuple[int, ...] = ()

    def hangs_on(self, first: int, last: int) -> bool:
        """Whether it matters which of them has which of these places."""
        if self.advance is not None and first <= self.advance:
            return self.advance < last
        span = [*self.prizes_cents[first - 1 : last]]
        span += [0] * (last - first + 1 - len(span))
        return len(set(span)) > 1


def play_on(order: Groups, at_stake: AtStake) -> Groups:
    """The groups of equals that get additional rounds: only where something hangs on it (CP-TIE-SCOPE)."""
    playing, first = [], 1
    for group in order:
        last = first + len(group) - 1
        if len(group) > 1 and at_stake.hangs_on(first, last):
            playing.append(group)
        first = last + 1
    return tuple(playing)


def after_round(order: Groups, playing: Groups, net_cents: Mapping[int, int]) -> Groups:
    """An additional round decides only among those who were equal (CP-TIE-RANK)."""
    decided: list[tuple[int, ...]] = []
    for group in order:
        decided += by_amount({entry: net_cents[entry] for entry in group}) if group in playing else [group]
    return tuple(decided)


@dataclass(frozen=True, slots=True)
class Decided:
    order: Groups
    played: Groups  # the groups that began to play
    rounds: int
    is_decided: bool


def decide(
    chips_cents: Mapping[int, int], at_stake: AtStake, nets_cents: Sequence[Mapping[int, int]]
) -> Decided:
    """Round after round until nothing hangs on an equality any more (CP-TIE)."""
    order = by_amount(chips_cents)
    began = playing = play_on(order, at_stake)
    rounds = 0
    for net_cents in nets_cents:
        if not playing:
            break
        order = after_round(order, playing, net_cents)
        rounds += 1
        playing = play_on(order, at_stake)
    return Decided(order, began, rounds, not playing)


@dataclass(frozen=True, slots=True)
class Edge:
    """Equals of whom only some go on."""

    group: tuple[int, ...]
    places: int


def going_on(order: Groups, many: int) -> tuple[tuple[int, ...], Edge | None]:
    """Who goes on for certain, and the equals on the edge: more rounds (C) or the conditions decide on them."""
    certain: tuple[int, ...] = ()
    for group in order:
        left = many - len(certain)
        if left < len(group):
            return certain, Edge(group, left) if left else None
        certain += group
    return certain, None
