"""The time machine: a past round record by record, as the dealer's screen was then.

When the round is closed an archive may look at it too: it sees from the deal on what was turned up in the
course of the round. What lay face down to the end stays down, here as there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

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
            for one in self.past.round(self.round).written
            for outcome in one.outcomes({"card_turned"})
            if isinstance(outcome, CardTurned)
        }
        return Archive(frozenset(turned), self.opens_all)

    def steps(self, differences: list[Difference]) -> Iterator[Step]:
        minute = self.past.round(self.round).clock(self.zone)
        says = [language_of(name, self.past.game, minute) for name in self.languages]
        archive = self.archive
        for one, table in happened(self.past, self.round, differences, says_acts=False):
            dealers = self._scene(table, one, says[0], "dealer")
            dealer = self._screens(dealers, says)
            seen = None
            if archive is not None:
                archives = self._scene(table, one, says[0], archive)
                seen = dealer if archives.seen == dealers.seen else self._screens(archives, says)
            yield Step(one, dealer, seen)

    def _scene(
        self, table: Table, one: Happened, say: Language, audience: Literal["dealer"] | Archive
    ) -> Scene:
        return Scene(
            table=table,
            trouble=None,
            language=say,
            look=self.look,
            simulated=False,
            health={},
            clock=self._clock(one.at_ms),
            clock_at=self._clock,
            now_ms=one.event.at_ms,
            locked=table.locked,
            audience=audience,
        )

    def _clock(self, at_ms: int) -> str:
        return self.zone.clock(at_ms)[:8]

    def _screens(self, scene: Scene, says: list[Language]) -> dict[str, State]:
        """What is seen and offered is the same in every language, and is worked out once."""
        screens: dict[str, State] = {}
        for say in says:
            scene.language, scene.look = say, replace(self.look, language=say.name)
            screens[say.name] = _at_rest(dealer_screen(scene))
        return screens


def _at_rest(state: State) -> State:
    """Nothing runs and nothing can be touched in what is over."""
    return {**state, "prompt": {**state["prompt"], "seconds": None, "pulse": False}}
