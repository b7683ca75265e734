"""The inside of a simulated shuffling shoe: a tray, a drum that shuffles, and the shoe that packs come out of.

Two decks take turns: while one is in the shoe the other is shuffled in the drum. Whatever leaves or enters, the
device on the wire tells its colour and its count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from simulators.table_link import (
    DECK_INSERTED,
    PACK_DISPENSED,
    SHUFFLE_COMPLETE,
    SHUFFLE_STARTED,
    ShufflingShoe,
)

if TYPE_CHECKING:
    from simulators.table import PhysicalCard

TRAY, DRUM, SHOE = "tray", "drum", "shoe"
CHAMBERS = (TRAY, DRUM, SHOE)
SHUFFLE_MS = 1_000  # a real one takes its time; people at a demonstration do not


class Machine:
    """The cards lie in the table's places; the machine moves them from chamber to chamber."""

    def __init__(self, device: ShufflingShoe, places: Mapping[str, list[PhysicalCard]], chance: Random) -> None:
        self.device = device
        self.stopped = False  # jammed
        self.dealt_from = False  # the deck in the shoe is in play
        self._places = places
        self._chance = chance
        self._left_ms = 0  # until the drum is through
        self._before_ms: int | None = None

    def tick(self, now_ms: int) -> None:
        passed_ms = now_ms - (now_ms if self._before_ms is None else self._before_ms)
        self._before_ms = now_ms
        if self.stopped or self.device.door_open:
            return
        if self._left_ms > 0:
            self._left_ms -= passed_ms
            if self._left_ms <= 0:
                self._is_shuffled()
        self._move_on()

    def inserted(self) -> None:
        """A deck was put into the tray."""
        self._tell(DECK_INSERTED, TRAY)
        if not self.stopped and not self.device.door_open:
            self._move_on()

    def dispensed(self, cards: list[PhysicalCard], told_colour: str) -> None:
        self.dealt_from = True
        self.device.deck(PACK_DISPENSED, told_colour or colour_of(cards), len(cards))

    def taken_out(self) -> None:
        """Somebody has taken all decks out."""
        self._left_ms = 0
        self.dealt_from = False

    def _move_on(self) -> None:
        if self._places[DRUM] and self._left_ms <= 0 and not self._places[SHOE]:
            self._carry(DRUM, SHOE)
        if self._places[TRAY] and not self._places[DRUM]:
            self._carry(TRAY, DRUM)
            self._left_ms = SHUFFLE_MS
            self._tell(SHUFFLE_STARTED, DRUM)

    def _is_shuffled(self) -> None:
        self._chance.shuffle(self._places[DRUM])
        self.device.cycles += 1
        self._tell(SHUFFLE_COMPLETE, DRUM)

    def _carry(self, start: str, to: str) -> None:
        self._places[to].extend(self._places[start])
        self._places[start].clear()

    def _tell(self, kind: int, chamber: str) -> None:
        cards = self._places[chamber]
        self.device.deck(kind, colour_of(cards), len(cards))


def colour_of(cards: list[PhysicalCard]) -> str:
    """The colour of most of them, as a sensor at one end of the pack would see it."""
    return Counter(card.colour for card in cards).most_common(1)[0][0] if cards else ""
