"""Who finished where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.tournament.instrument import TournamentRules

Groups = tuple[tuple[int, ...], ...]  # entry numbers, from the first place down; equals in one group


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """As the round that the player went out in has said it."""

    entry: int
    table: str
    round: int  # its number in the session, at that table
    ended_ms: int = 0  # when that round ended
    contributed_cents: int = 0  # to the pots of that round, without an uncalled bet
    session: int = 1
    started_together: bool = False  # the director started this round at all tables at once (TOURN-H4H)


class TableRound(NamedTuple):
    session: int
    round: int
    table: str | None  # None: of all tables


class RoundEnd(NamedTuple):
    ended_ms: int
    which: TableRound
    out: tuple[Elimination, ...]


def rounds_in_order(
    rules: TournamentRules, eliminations: Iterable[Elimination], said: Sequence[TableRound] = ()
) -> list[RoundEnd]:
    """The rounds of play in which players went out, the first first.

    Rounds of one number are one round if the director started them together (TOURN-H4H), in C always
    (TOURN-C-ROUND). Else the end of each table's round orders them; `said`, from the first to the last, is
    what the director has said of ends that lie within the clocks' bound of each other.
    """
    of: dict[TableRound, list[Elimination]] = defaultdict(list)
    for one in eliminations:
        alike = rules.rounds_alike_over_tables or one.started_together
        of[TableRound(one.session, one.round, None if alike else one.table)].append(one)
    ends = [RoundEnd(max(one.ended_ms for one in out), which, tuple(out)) for which, out in of.items()]
    if all(end.which.table is None for end in ends):
        return sorted(ends, key=lambda end: end.which[:2])
    ends.sort(key=lambda end: (end.which.session, end.ended_ms, end.which.round, end.which.table or ""))
    return _as_said(ends, said)


def _as_said(ends: list[RoundEnd], said: Sequence[TableRound]) -> list[RoundEnd]:
    """Those named take each other's places; all others stay where they are."""
    at = [place for place, end in enumerate(ends) if end.which in said]
    named = sorted((ends[place] for place in at), key=lambda end: said.index(end.which))
    for place, end in zip(at, named, strict=True):
        ends[place] = end
    return ends


def within_the_bound(ends: Sequence[RoundEnd], bound_ms: int) -> list[tuple[RoundEnd, ...]]:
    """Rounds of different tables that ended too close together for their clocks to say which was first."""
    close: list[list[RoundEnd]] = []
    for end in ends:
        if close and _is_close(close[-1][-1], end, bound_ms):
            close[-1].append(end)
        else:
            close.append([end])
    return [tuple(group) for group in close if len(group) > 1]


def _is_close(one: RoundEnd, other: RoundEnd, bound_ms: int) -> bool:
    tables = {one.which.table, other.which.table}
    return (
        len(tables) == 2
        and None not in tables
        and one.which.session == other.which.session
        and abs(other.ended_ms - one.ended_ms) <= bound_ms
    )


def out_of_one_round(rules: TournamentRules, out: Sequence[Elimination]) -> Groups:
    """The best placed first: by chips contributed in that round, equal ones together (PLACING); C: all are."""
    if not rules.places_by_contributed:
        return (tuple(sorted(one.entry for one in out)),)
    return by_amount({one.entry: one.contributed_cents for one in out})


def of_these(order: Iterable[tuple[int, ...]], entries: Collection[int]) -> Groups:
    """In the same order, without all others."""
    kept = (tuple(number for number in group if number in entries) for group in order)
    return tuple(group for group in kept if group)


def by_amount(cents: Mapping[int, int]) -> Groups:
    amounts = sorted(set(cents.values()), reverse=True)
    return tuple(tuple(sorted(entry for entry, amount in cents.items() if amount == step)) for step in amounts)


def placed(
    rules: TournamentRules,
    eliminations: Iterable[Elimination],
    left: Mapping[int, int],
    said: Sequence[TableRound] = (),
) -> Groups:
    """`left`: the chips of those who still have some at the end, by entry."""
    ordered = rounds_in_order(rules, eliminations, said)
    groups: list[tuple[int, ...]] = [*by_amount(left)]
    for end in reversed(ordered):
        groups += out_of_one_round(rules, end.out)
    return tuple(groups)


def director_has_to_order(
    rules: TournamentRules,
    eliminations: Sequence[Elimination],
    left: Mapping[int, int],
    prizes_cents: Sequence[int],
    *,
    bound_ms: int,
    said: Sequence[TableRound] = (),
) -> list[tuple[TableRound, ...]]:
    """Rounds whose order the clocks cannot say and he has not said, where different prizes hang on it."""
    ordered = rounds_in_order(rules, eliminations)
    last_place = {end.which: place for end, place in zip(ordered, _last_places(ordered, left), strict=True)}
    asked = []
    for close in within_the_bound(ordered, bound_ms):
        worst = last_place[close[0].which]
        best = last_place[close[-1].which] - len(close[-1].out) + 1
        unsaid = any(end.which not in said for end in close)
        if unsaid and len(set(_prizes_of(prizes_cents, best, worst))) > 1:
            asked.append(tuple(end.which for end in close))
    return asked


def _last_places(ordered: Sequence[RoundEnd], left: Mapping[int, int]) -> list[int]:
    """The lowest place of each round's: everybody who went out later stands before it."""
    places, players = [], len(left) + sum(len(end.out) for end in ordered)
    for end in ordered:
        places.append(players)
        players -= len(end.out)
    return places


def _prizes_of(prizes_cents: Sequence[int], first: int, last: int) -> list[int]:
    return [prizes_cents[place - 1] if place <= len(prizes_cents) else 0 for place in range(first, last + 1)]
