"""What an automated shuffling shoe has told of itself and of its two decks.

The shoe knows colours and counts, and never a face. This is kept from round to round: while one deck is
dealt the other is shuffled.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from games.cards import FULL_DECK

DECK = len(FULL_DECK)
UNKNOWN = "unknown"
MOST_FAULTS = 16  # further ones say nothing that these do not

DeckState = Literal["inserted", "shuffling", "shuffled"]


@dataclass
class Shuffler:
    decks: dict[str, DeckState] = field(default_factory=dict)  # those in the shoe, the first inserted first
    colours: tuple[str, ...] = ()  # the two that the table plays with; () until both are loaded
    in_play: str = ""
    played_last: str = ""
    miscounted: int = 0  # cards of this round that packs had more (or less) than five
    lost: bool = False
    door_open: bool = False
    faults: list[str] = field(default_factory=list)
    wrong: str = ""  # why a deck cannot be used; ends with the next one that can
    wrong_colour: str = ""
    wrong_count: int = 0
    must_be_loaded: bool = False  # its decks cannot be trusted: both come out and are loaded anew
    ordinary: bool = False  # an ordinary shoe stands in its place

    def copy(self) -> Shuffler:
        return replace(self, decks={**self.decks}, faults=[*self.faults])

    # ------------------------------------------------------------ the decks

    @property
    def due(self) -> str:
        """Whose turn it is: that of the first deck put in, and then they take turns, round by round."""
        if self.must_be_loaded or not self.colours:
            return next(iter(self.decks), "")
        return self._by_turn

    @property
    def ready(self) -> bool:
        return self.decks.get(self.due) == "shuffled"

    @property
    def _by_turn(self) -> str:
        return next((colour for colour in self.colours if colour != self.played_last), "")

    @property
    def deals_from(self) -> str:
        """In a round this stays the deck that betting was closed on, whatever else must come out after it."""
        return self.in_play or self._by_turn

    @property
    def comes_next(self) -> str:
        return self.other(self.in_play) if self.in_play else self.due

    def other(self, colour: str) -> str:
        known = self.colours or tuple(self.decks)
        return next((another for another in known if another != colour), UNKNOWN)

    def is_in_play(self, colour: str) -> None:
        if not self.in_play:
            self.in_play = colour
            self.decks.pop(colour, None)

    def take_out(self) -> None:
        """Whatever is in it is not to be dealt."""
        self.decks.clear()
        self.must_be_loaded = True

    def loaded(self) -> None:
        self.colours = tuple(self.decks)
        self.must_be_loaded = False
        self.played_last = self.wrong = ""

    def checked(self) -> None:
        """Dealer or supervisor have gone through the cards: they may be others than before."""
        self.take_out()
        self.colours = ()

    def fault_with(self, colour: str, count: int | None) -> str:
        """Why such a deck cannot be played with; nothing if it can."""
        if count not in (None, DECK):
            return "count"
        if colour == UNKNOWN:
            return "no_colour"
        both = self.colours or (tuple(self.decks) if len(self.decks) == 2 else ())
        return "foreign_colour" if both and colour not in both else ""

    def is_wrong(self, why: str, colour: str, count: int | None) -> None:
        self.wrong, self.wrong_colour, self.wrong_count = why, colour, count or 0

    # ------------------------------------------------------------ the device

    @property
    def stopped(self) -> bool:
        return self.lost or bool(self.faults)

    def is_ready(self) -> None:
        """It has just said who it is; a fault that it is still in is told again behind that."""
        self.lost = False
        self.faults.clear()

    def is_faulted(self, code: str) -> None:
        if code not in self.faults and len(self.faults) < MOST_FAULTS:
            self.faults.append(code)

    def is_cleared(self, code: str) -> None:
        self.faults = [fault for fault in self.faults if code not in ("", fault)]

    def next_round(self) -> None:
        self.played_last, self.in_play = self.in_play or self.played_last, ""
        self.miscounted = 0
