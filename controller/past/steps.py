"""The time machine: a past round record by record, as the dealer's screen was then.

When the round is closed an archive may look at it too: it sees from the deal on what was turned up in the
course of the round. What lay face down to the end stays down, here as there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from controller.journal.records import Difference
from controller.language import Language, language_of
from controller.past.happened import Happened, happened
from controller.past.reading import Past
from controller.past.times import Zone
from controller.screens.dealer_screen import dealer_screen
from controller.screens.scene import Look, Scene
from controller.screens.states import State
from games.outcomes import CardTurned
from games.seen import Archive
from games.table.table import Table

LOOK = Look.of_desk("en", "dark")


@dataclass(frozen=True, slots=True)
class Step:
    """After one record: what happened, and the screens by language."""

    happened: Happened
    dealer: Mapping[str, State]
    archive: Mapping[str, State] | None  # only of a closed round


@dataclass(frozen=True)
class TimeMachine:
    """Of one round. `opens_all` shows the archive every face that was read: only if somebody asks for it."""

    past: Past
    round: int
    zone: Zone
    languages: tuple[str, ...]
    opens_all: bool = False
    for_archive: bool = True
    look: Look = LOOK

    @cached_property
    def archive(self) -> Archive | None:
        if not self.for_archive or self.past.round(self.round).closed is None:
            return None
        turned = {
            (f"{outcome.place}-{outcome.nth}", outcome.card)
            for one, _ in happened(self.past, self.round, [])
            for outcome in one.outcomes
            if isinstance(outcome, CardTurned)
        }
        return Archive(frozenset(turned), self.opens_all)

    def steps(self, differences: list[Difference]) -> Iterator[Step]:
        says = [language_of(name, self.past.game, self.zone.minute) for name in self.languages]
        archive = self.archive
        for one, table in happened(self.past, self.round, differences):
            dealer = {say.name: self._screen(table, say, one) for say in says}
            seen = (
                {say.name: self._screen(table, say, one, archive) for say in says}
                if archive is not None
                else None
            )
            yield Step(one, dealer, seen)

    def _screen(self, table: Table, say: Language, one: Happened, archive: Archive | None = None) -> State:
        scene = Scene(
            table=table,
            trouble=None,
            language=say,
            look=replace(self.look, language=say.name),
            simulated=False,
            health={},
            clock=self.zone.clock(one.at_ms)[:8],
            now_ms=one.event.at_ms,
            locked=table.locked,
            audience=archive or "dealer",
        )
        return _at_rest(dealer_screen(scene))


def _at_rest(state: State) -> State:
    """Nothing runs and nothing can be touched in what is over."""
    return {**state, "prompt": {**state["prompt"], "seconds": None, "pulse": False}}
