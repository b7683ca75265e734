"""The order of hands: what five cards are called, and which of two is higher.

The rules are read here, plainly and slowly, when a hand is first seen. hand_tables.py keeps the answers, so
that nobody has to work them out again.

NI2004-492, NI2007-208: 2.6-2.9
NI2017-583, NI2005-67, NI2005-74: 3.1-3.7
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from games.cards import FULL_DECK, JOKER, Card, Joker

Ranks = tuple[int, ...]  # 0 for a two up to 12 for an ace
Mode = Literal["high", "low", "low8"]
LowAce = Literal["high", "low"]

ACE, KING, EIGHT, FOUR = 12, 11, 6, 2
FULL_DECK_CARDS = 52
DECKS = (52, 48, 44, 40, 36, 32)  # 2.2(a) to (f) of the pot games: each leaves out one rank more


class Category(IntEnum):
    """In the order of a full deck, lowest first (2.6, 3.3). The house games have no five of a kind."""

    NO_PAIR = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10

    @property
    def word(self) -> str:
        return self.name.lower()


FULL_ORDER = tuple(Category)
REDUCED_ORDER = (  # 3.4(e) and (f): with fewer than 52 cards a flush beats a full house
    Category.NO_PAIR,
    Category.ONE_PAIR,
    Category.TWO_PAIRS,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.FIVE_OF_A_KIND,
    Category.ROYAL_FLUSH,
)

PLACES = 6  # of a strength, in base 16: the category and up to five ranks, what is compared first in front
MOST = 16**PLACES - 1

# How often each rank comes, the most frequent first. One suit and sequence are looked at apart.
BY_SHAPE = {
    (1, 1, 1, 1, 1): Category.NO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIRS,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}


class Name(NamedTuple):
    """What a hand is called: "full house, kings over jacks" is (FULL_HOUSE, (king, jack))."""

    category: Category
    ranks: Ranks  # in the order in which they are compared


@dataclass(frozen=True)
class HandOrder:
    """What the operator determined before the round (2.2, 2.3 and 3.5 of the pot games)."""

    deck: int = FULL_DECK_CARDS  # the joker not counted
    joker: bool = False
    ace_low: bool = False  # 3.5(a): in straights and straight flushes the ace counts low, too (ACE-DEFAULT)
    mode: Mode = "high"  # low8 is the low half of a split that has to qualify, 3.5(d)
    low_ace: LowAce = "high"  # the ace in a low hand (LOW-ACE)

    def __post_init__(self) -> None:
        if self.deck not in DECKS:
            raise ValueError(f"deck is one of {', '.join(map(str, DECKS))}, not {self.deck}")
        if self.mode not in get_args(Mode) or self.low_ace not in get_args(LowAce):
            raise ValueError(f"mode is high, low or low8, low_ace high or low; not {self.mode}, {self.low_ace}")

    @property
    def deck_ranks(self) -> range:
        return range(13 - self.deck // 4, 13)

    @cached_property
    def natural_cards(self) -> tuple[Card, ...]:
        return tuple(card for card in FULL_DECK if card.rank in self.deck_ranks)

    @cached_property
    def cards(self) -> frozenset[Card | Joker]:
        return frozenset((*self.natural_cards, JOKER) if self.joker else self.natural_cards)

    @property
    def low(self) -> bool:
        return self.mode != "high"

    def name(self, ranks: Ranks, *, one_suit: bool) -> Name:
        """What five cards are called. Joker and its card count as what they stand for (3.7)."""
        if one_suit and not self.low:
            return self._in_one_suit(ranks)
        worth = self._worth
        weighed = sorted([(ranks.count(rank), worth[rank], rank) for rank in set(ranks)], reverse=True)
        compared = tuple([rank for _, _, rank in weighed])
        category = BY_SHAPE[tuple([count for count, _, _ in weighed])]
        if self.low:
            return Name(category, compared)  # 3.6: straights and flushes do not count
        if compared in self._straights:
            return Name(Category.STRAIGHT, self._straights[compared])
        return Name(category, compared)

    def qualifies(self, name: Name) -> bool:
        """A low that has to is five odd cards, none above an eight (LOW-QUALIFIER)."""
        return self.mode != "low8" or (name.category is Category.NO_PAIR and name.ranks[0] <= EIGHT)

    def strength(self, name: Name) -> int:
        """The greater wins, equal ones tie; 0 if it does not qualify."""
        if not self.qualifies(name):
            return 0
        worth, strength = self._worth, self._categories.index(name.category)
        for place in range(PLACES - 1):
            digit = worth[name.ranks[place]] + 2 if place < len(name.ranks) else 0
            strength = strength * 16 + digit
        return MOST - strength if self.low else strength  # the lowest wins (NOQUAL-LOW)

    def name_of(self, strength: int) -> Name:
        """Hands of one strength have one name."""
        rest = MOST - strength if self.low else strength
        category, *digits = [rest >> 4 * place & 15 for place in reversed(range(PLACES))]
        return Name(
            self._categories[category], tuple(self._worth.index(digit - 2) for digit in digits if digit)
        )

    @cached_property
    def _worth(self) -> tuple[int, ...]:
        """A rank's place in 3.1. An ace that is low in lows stands under the two."""
        return (*range(ACE), -1 if self.low and self.low_ace == "low" else ACE)

    def _in_one_suit(self, ranks: Ranks) -> Name:
        highest_first = tuple(sorted(ranks, reverse=True))
        straight = self._straights.get(highest_first)
        if straight is None:
            return Name(Category.FLUSH, highest_first)  # the joker may double one of its cards (JOKER-DUP)
        return Name(Category.ROYAL_FLUSH if straight[0] == ACE else Category.STRAIGHT_FLUSH, straight)

    @cached_property
    def _categories(self) -> tuple[Category, ...]:
        """The better, the later. The joker is a card, too: 48 with it are still a reduced deck (DECK-CLASS)."""
        return FULL_ORDER if self.deck + self.joker >= FULL_DECK_CARDS else REDUCED_ORDER

    @cached_property
    def _straights(self) -> dict[Ranks, Ranks]:
        """Five ranks, highest first -> as they are compared. None runs through the ace (NO-WRAP)."""
        lowest = self.deck_ranks[0]
        straights = {run: run for top in range(lowest + 4, 13) if (run := tuple(range(top, top - 5, -1)))}
        if self.ace_low:
            above_ace = tuple(range(lowest + 3, lowest - 1, -1))
            # The ace stands right under the deck's lowest rank (REDUCED-WHEEL) and counts as one (WHEEL-RANK).
            straights[ACE, *above_ace] = (*above_ace, ACE)
        return straights


HOUSE = HandOrder(ace_low=True)  # 2.6 and 2.7 of both house games
