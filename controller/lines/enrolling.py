"""Which tag is in which card, found out by a deck check made twice: by the dealer, then by a supervisor.

The shoe reads a card, and the reader behind it sees a tag before the next card comes: the two are one. A card
that was not read, or a tag too many or too few, names nothing in that pass. Both passes must name every card of
the deck, and must agree: one that lags a card behind leaves its first card without a tag.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from config.deck import Card, Deck, Pack, in_clear
from controller.journal.seal import Seal
from games.cards import AnyCard, SealedCard, SealedTag

PASSES = 2

Pass = dict[SealedCard, SealedTag]


class Passes:
    def __init__(self) -> None:
        self._over: list[Pass] = []
        self._begin()

    def _begin(self) -> None:
        self._named: Pass = {}
        self._card: SealedCard | None = None
        self._tags: set[SealedTag] = set()
        self.saw_tags = False

    def drawn(self, card: SealedCard | None) -> None:
        self._settle()
        self._card = card

    def seen(self, tag: SealedTag) -> None:
        self._tags.add(tag)
        self.saw_tags = True

    def over(self) -> None:
        """The cards go into the shoe for the next pass."""
        self._settle()
        if self._named:
            self._over = [*self._over, self._named][-PASSES:]
        self._begin()

    def forget(self) -> None:
        self._over = []
        self._begin()

    @property
    def count(self) -> int:
        return len(self._over)

    def agreed(self) -> Pass:
        """What every pass says, and no pass says of two cards."""
        if self.count < PASSES:
            return {}
        first, second = self._over
        same = {card: tag for card, tag in first.items() if second.get(card) == tag}
        return same if len(set(same.values())) == len(same) else {}

    def _settle(self) -> None:
        if self._card is not None and len(self._tags) == 1:
            [tag] = self._tags
            self._named[self._card] = tag
        self._card, self._tags = None, set()


def pack_of(named: Pass, faces: Collection[AnyCard], colour: str) -> Pack | None:
    """None if a card of the deck has no tag."""
    if {card.open() for card in named} != set(faces):
        return None
    cards = [{"face": str(card.open()), "tag": tag} for card, tag in named.items()]
    cards.sort(key=lambda card: str(card["face"]))
    return Pack.model_validate({"colour": colour, "cards": [Card.model_validate(card) for card in cards]})


def write_packs(path: Path, deck: Deck, seal: Seal) -> None:
    """Whole or not at all, for this user alone, and as unreadable as the faces in the journal."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f'sealed = "{seal.close(in_clear(deck))}"\n')
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
