"""Whole rounds with shuffled decks, played fast and by chance, and every chip of them counted.

Unlike a walk (walks.py) a round here is played as people play it, to its end, so that very many of them
can be checked against the instruments (reckoning.py). Something goes wrong in some of them. Seeded.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.rounds.canberra import CanberraRounds
from tests.games.rounds.holdem import HoldemRounds
from tests.games.rounds.pot import FaroRounds, OmahaRounds, PotRounds, StudRounds
from tests.games.rounds.shuffling import ShufflingRounds
from tests.games.rounds.table import Rounds
from tests.games.rounds.tournament import FaroTournament, OmahaTournament, StudTournament

HOUSE: dict[str, type[Rounds]] = {kind.name: kind for kind in (CanberraRounds, ShufflingRounds, HoldemRounds)}
POT: dict[str, type[PotRounds]] = {kind.name: kind for kind in (OmahaRounds, FaroRounds, StudRounds)}
TOURNAMENT: dict[str, type[PotRounds]] = {
    kind.name: kind for kind in (OmahaTournament, FaroTournament, StudTournament)
}
KINDS: dict[str, type[Rounds] | type[PotRounds]] = {**HOUSE, **POT, **TOURNAMENT}


def played(name: str, seed: int, rounds: int) -> Iterator[Rounds | PotRounds]:
    """The table after each round."""
    table = KINDS[name](seed)
    for _ in range(rounds):
        table.play()
        yield table
