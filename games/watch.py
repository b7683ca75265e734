"""Which cards the readers see where, held against the deal.

The shoe says how many cards left it; the readers say where they came to rest. A player picks cards up
and puts them down again, so a tag that goes is no news; a tag that turns up somewhere else is.
"""

from __future__ import annotations

from collections.abc import Collection

from games.cards import SealedTag
from games.deal import Deal
from games.events import RACK


class Watch:
    def __init__(self) -> None:
        self.home: dict[SealedTag, str] = {}  # where each card was first seen this round
        self.present: dict[str, set[SealedTag]] = {}
        self.settles_anew = (
            False  # people put cards right: until the next is dealt, a card is at home where it lies
        )

    def settle_anew(self) -> None:
        self.settles_anew = True

    def seen(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """Notes the card; returns the irregularity that it shows, if any."""
        self.present.setdefault(place, set()).add(tag)
        if self.settles_anew and place != RACK:
            self.home[tag] = place
            return None
        if tag not in self.home and place != RACK:
            return self._arrived(place, tag, deal)
        return self._elsewhere(place, tag)

    @property
    def cards_at_rest(self) -> int:
        return len(self.home)

    def forget_last(self, cards: int) -> None:
        """The newest of them are taken up again, and may lie anywhere."""
        for tag in list(self.home)[-cards:]:
            del self.home[tag]
            for tags in self.present.values():
                tags.discard(tag)

    def gone(self, place: str, tag: SealedTag) -> None:
        self.present.get(place, set()).discard(tag)

    def read(self, place: str, tags: Collection[SealedTag]) -> list[tuple[SealedTag, str]]:
        """All that lies at a place, after the reader was out of touch; returns what should not lie there."""
        self.present[place] = set(tags)
        if place != RACK:
            for tag in tags:
                self.home.setdefault(tag, place)
        return [(tag, found) for tag in tags if (found := self._elsewhere(place, tag))]

    def _elsewhere(self, place: str, tag: SealedTag) -> str | None:
        home = self.home.get(tag)
        if home is None or home == place:
            return None
        return "hand_in_discards" if place == RACK else "card_moved"

    def overfull(self, deal: Deal) -> str | None:
        """A place with more cards on it than were dealt to it."""
        for place, tags in self.present.items():
            if place != RACK and len(tags) > len(deal.hand(place)):
                return place
        return None

    def _arrived(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """In the order of the deal, whether the shoe or the readers are quicker to tell of it."""
        self.home[tag] = place
        resting = sum(home == place for home in self.home.values())
        told = max(len(deal.dealt), deal.come_to(len(self.home)))
        return None if resting <= sum(due.place == place for due in deal.plan[:told]) else "card_misplaced"
