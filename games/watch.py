"""Which cards the readers see where, held against the deal.

The shoe says how many cards left it; the readers say where they came to rest. A player picks cards up
and puts them down again, so a tag that goes is no news; a tag that turns up somewhere else is.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import SealedTag
from games.deal import Deal
from games.events import RACK


class Watch:
    def __init__(self) -> None:
        self.home: dict[SealedTag, str] = {}  # where each card was first seen this round
        self.present: dict[str, set[SealedTag]] = {}

    def seen(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """Notes the card; returns the irregularity that it shows, if any."""
        self.present.setdefault(place, set()).add(tag)
        home = self.home.get(tag)
        if place == RACK:
            return "hand_in_discards" if home else None
        if home is None:
            return self._arrived(place, tag, deal)
        return None if home == place else "card_moved"

    def gone(self, place: str, tag: SealedTag) -> None:
        self.present.get(place, set()).discard(tag)

    def read(self, place: str, tags: Iterable[SealedTag]) -> None:
        """All that lies at a place, after the reader was out of touch."""
        self.present[place] = set(tags)
        for tag in self.present[place]:
            if place != RACK:
                self.home.setdefault(tag, place)

    def overfull(self, deal: Deal) -> str | None:
        """A place with more cards on it than were dealt to it."""
        for place, tags in self.present.items():
            if place != RACK and len(tags) > len(deal.hand(place)):
                return place
        return None

    def _arrived(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        self.home[tag] = place
        resting = sum(home == place for home in self.home.values())
        allowed = len(deal.hand(place))
        if deal.due is not None and deal.due.place == place:
            allowed += 1  # the reader may be quicker than the shoe's slow line
        return None if resting <= allowed else "card_misplaced"
