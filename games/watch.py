"""Which cards the readers see where, held against the deal.

The shoe says how many cards left it; the readers say where they came to rest. A player picks cards up
and puts them down again, so a tag that goes is no news; a tag that turns up somewhere else is. An antenna may
see its neighbour's card: as long as the card is seen where it belongs as well, nobody is asked about it.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import dropwhile, takewhile
from typing import NamedTuple

from games.cards import SealedTag
from games.deal import Deal
from games.events import BURN, RACK
from games.tags import Tags

# A shoe that is slower than a reader is so by less than this; a dealer's next card takes longer.
SHOE_IS_HEARD_WITHIN_MS = 500


class Astray(NamedTuple):
    """A card that lies where it should not, and which irregularity that is."""

    place: str
    tag: SealedTag
    found: str


class Hasty(NamedTuple):
    """A card where the next one is due, and the shoe has not told of that one yet."""

    place: str
    until_ms: int


class Watch:
    def __init__(self) -> None:
        self.home: dict[SealedTag, str] = {}  # where each card was first seen this round
        self.present: dict[str, set[SealedTag]] = {}
        self.astray: dict[SealedTag, str] = {}  # lies there, belongs home: people have been asked about it
        self.mistaken: set[tuple[SealedTag, str]] = set()  # a reader sees it there, and people say it errs
        self.hasty: dict[SealedTag, Hasty] = {}
        self.tags = Tags()
        self.settles_anew = (
            False  # people put cards right: until the next is dealt, a card is at home where it lies
        )

    def settle_anew(self) -> None:
        self.settles_anew = True
        self.hasty.clear()
        self.astray.clear()

    # ------------------------------------------------------------ cards that people were asked about

    def is_astray(self, tag: SealedTag, lies: str, belongs: str) -> None:
        self.astray[tag], self.home[tag] = lies, belongs
        self.hasty.pop(tag, None)

    def is_back(self, tag: SealedTag) -> bool:
        """Its reader sees it where it belongs, and no other does; some places have no reader."""
        home = self.home.get(tag)
        elsewhere = any(tag in tags for place, tags in self.present.items() if place != home)
        return not elsewhere and (home not in self.present or tag in self.present[home])

    def lies_alone(self, tag: SealedTag, place: str) -> bool:
        """This reader sees it, and no neighbour does."""
        return all((tag in tags) == (seen == place) for seen, tags in self.present.items())

    def _was_at_home(self, place: str, tag: SealedTag) -> bool:
        """Its own antenna sees it after all, while the neighbour that gave rise to the question still does."""
        lies = self.astray.get(tag)
        return lies is not None and place == self.home.get(tag) and tag in self.present.get(lies, ())

    def lies_well(self, tag: SealedTag) -> None:
        self.astray.pop(tag, None)

    def stays_there(self, tag: SealedTag, place: str) -> None:
        self.astray.pop(tag, None)
        self.home[tag] = place

    def errs(self, tag: SealedTag, place: str) -> None:
        self.astray.pop(tag, None)
        self.mistaken.add((tag, place))

    # ------------------------------------------------------------ what is seen

    def seen(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """Notes the card; returns the irregularity that it shows, if any."""
        self.present.setdefault(place, set()).add(tag)
        if self.settles_anew and place != RACK:
            self.home[tag] = place
            return None
        if (tag, place) in self.mistaken:
            return None
        if self._was_at_home(place, tag):
            return "was_a_neighbours"
        if tag not in self.home and place != RACK:
            return self._arrived(place, tag, deal)
        home = self.home.get(tag, place)
        if home != place and tag in self.present.get(home, ()):
            return self._seen_twice(home, place, tag, deal)
        return self._elsewhere(place, tag)

    @property
    def cards_at_rest(self) -> int:
        return len(self.home)

    def forget_last(self, cards: int) -> None:
        """The newest of them are taken up again, and may lie anywhere."""
        for tag in list(self.home)[-cards:]:
            self.forget(tag)
            for tags in self.present.values():
                tags.discard(tag)

    def _seen_twice(self, home: str, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """Two antennas see one card. It lies where the deal has put it, until it is gone from there."""
        if place == RACK or self._fits(home, deal):
            return None
        self.home[tag] = place
        if self._fits(place, deal):
            return "was_a_neighbours"
        self.home[tag] = home
        return None

    def at_home(self, place: str) -> list[SealedTag]:
        """What lies there and belongs there."""
        return [tag for tag in self.present.get(place, ()) if self.home.get(tag) == place]

    def gone(self, place: str, tag: SealedTag) -> list[Astray]:
        """No news, unless another antenna has seen it all the time: then it has gone there."""
        self.present.get(place, set()).discard(tag)
        self._only_passed(place, tag)
        if self.home.get(tag) != place or self.settles_anew:
            return []
        others = [other for other, tags in self.present.items() if tag in tags]
        return [Astray(other, tag, found) for other in others if (found := self._elsewhere(other, tag))]

    def forget(self, tag: SealedTag) -> None:
        """It lay there from before."""
        self.home.pop(tag, None)
        self.astray.pop(tag, None)

    def read(self, place: str, tags: Collection[SealedTag]) -> list[Astray]:
        """All that lies at a place, after the reader was out of touch; returns what does not belong there."""
        left = [tag for tag in self.present.get(place, ()) if tag not in tags]
        self.present[place] = set(tags)
        if place != RACK:
            for tag in tags:
                self.home.setdefault(tag, place)
        here = [Astray(place, tag, found) for tag in tags if (found := self._elsewhere(place, tag))]
        come = [card for card in here if card.tag not in self.present.get(self.home[card.tag], ())]
        return [*come, *(card for tag in left for card in self.gone(place, tag))]

    def _elsewhere(self, place: str, tag: SealedTag) -> str | None:
        home = self.home.get(tag)
        if home is None or home == place or (tag, place) in self.mistaken:
            return None
        return "hand_in_discards" if place == RACK else "card_moved"

    def overfull(self, deal: Deal) -> str | None:
        """A place with more cards on it than were dealt to it."""
        for place in self.present:
            if place != RACK and len(self.at_home(place)) > len(deal.hand(place)):
                return place
        return None

    def _arrived(self, place: str, tag: SealedTag, deal: Deal) -> str | None:
        """In the order of the deal, whether the shoe or the readers are quicker to tell of it."""
        self.home[tag] = place
        if self._fits(place, deal):
            return None
        return "perhaps_next" if self._fits_next(place, deal) else "card_misplaced"

    def waits(self, place: str, tag: SealedTag, at_ms: int) -> None:
        """Nobody is accused before the shoe has had its time."""
        self.hasty[tag] = Hasty(place, at_ms + SHOE_IS_HEARD_WITHIN_MS)

    def misplaced_after_all(self, deal: Deal, at_ms: int) -> list[Astray]:
        """Whom the shoe has not borne out in time."""
        for tag, hasty in list(self.hasty.items()):
            if self.home.get(tag) != hasty.place or self._fits(hasty.place, deal):
                del self.hasty[tag]
        late = [(tag, hasty.place) for tag, hasty in self.hasty.items() if hasty.until_ms <= at_ms]
        for tag, _ in late:
            del self.hasty[tag]
        return [Astray(place, tag, "card_misplaced") for tag, place in late]

    @property
    def next_moment_ms(self) -> int | None:
        moments = [hasty.until_ms for hasty in self.hasty.values()]
        named_ms = self.tags.next_moment_ms
        return min([*moments, *([named_ms] if named_ms is not None else [])], default=None)

    def _only_passed(self, place: str, tag: SealedTag) -> None:
        """A card on its way across an antenna was never at home there."""
        hasty = self.hasty.get(tag)
        if hasty is not None and hasty.place == place:
            del self.hasty[tag]
            self.home.pop(tag, None)

    def _fits(self, place: str, deal: Deal) -> bool:
        """No more cards are at home there than have been dealt to it."""
        return self._resting(place) <= _due_at(place, deal, self._told(deal))

    def _fits_next(self, place: str, deal: Deal) -> bool:
        """It can be the next card of the deal, or of its next pack: one reader may be quicker than the shoe
        while another has not seen yet what was dealt before."""
        told = self._told(deal)
        coming = dropwhile(lambda due: due.place == BURN, deal.plan[told:])
        next_there = sum(1 for _ in takewhile(lambda due: due.place == place, coming))
        so_far = _due_at(place, deal, told)
        return so_far < self._resting(place) <= so_far + next_there

    def at_rest(self, place: str) -> list[SealedTag]:
        """Whose place it is, whether or not somebody has just picked them up; the first come first."""
        return [tag for tag, home in self.home.items() if home == place]

    def _resting(self, place: str) -> int:
        return [*self.home.values()].count(place)

    def _told(self, deal: Deal) -> int:
        return max(len(deal.dealt), deal.come_to(len(self.home)))


def _due_at(place: str, deal: Deal, told: int) -> int:
    """How many of the first so many cards."""
    return [due.place for due in deal.plan[:told]].count(place)
