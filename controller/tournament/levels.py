"""What a level sets, in words."""

from __future__ import annotations

from collections.abc import Iterator

from controller.language.tournaments import TournamentLanguage
from games.tournament.conditions import Level


def level_in_words(say: TournamentLanguage, number: int, level: Level) -> str:
    return say.of("director", "level_sets", level=number, sets=sets_in_words(say, level))


def sets_in_words(say: TournamentLanguage, level: Level) -> str:
    return ", ".join(_sets(say, level))


def _sets(say: TournamentLanguage, level: Level) -> Iterator[str]:
    if level.limits is not None:
        yield say.of(
            "director",
            "level_limits",
            minimum_cents=level.limits.minimum_cents,
            maximum_cents=level.limits.maximum_cents,
        )
    if level.betting is None:
        return
    if level.betting.blinds_cents:
        each = " / ".join(map(say.money, level.betting.blinds_cents))
        yield say.of("director", "level_blinds", each=each)
    if level.betting.ante_cents is not None:
        yield say.of("director", "level_ante", amount_cents=level.betting.ante_cents)
    if level.bring_in_cents is not None:
        yield say.of("director", "level_bring_in", amount_cents=level.bring_in_cents)
