"""What beats what, for five cards of a full deck (rules 2.5-2.9 of the house games).

A hand's strength is one number: its category, then its ranks in the order in which the rules compare
them, thirteen values each. Ranks that come more often come first, so a pair is compared before its
kickers without a case of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from games.cards import Card

ACE, KING, EIGHT, FIVE = 12, 11, 6, 3
WHEEL = (ACE, 3, 2, 1, 0)


class Category(IntEnum):
    """Rule 2.6, lowest first."""

    NO_PAIR = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def word(self) -> str:
        return self.name.lower()


BY_SHAPE = {
    (1, 1, 1, 1, 1): Category.NO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIRS,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}


@dataclass(frozen=True, slots=True)
class Hand:
    category: Category
    ranks: tuple[int, ...]  # distinct ranks, in the order in which they are compared
    cards: tuple[Card, ...]

    @property
    def strength(self) -> int:
        """Greater wins, equal ties (rule 2.9: suits do not matter)."""
        number = int(self.category)
        for rank in self.ranks + (0,) * (5 - len(self.ranks)):
            number = number * 13 + rank
        return number


def rank_five(cards: Sequence[Card]) -> Hand:
    if len(cards) != 5 or len(set(cards)) != 5:
        raise ValueError("a hand is five different cards")
    counts = Counter(card.rank for card in cards)
    ranks = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    category = BY_SHAPE[tuple(counts[rank] for rank in ranks)]
    if category is Category.NO_PAIR:
        category, ranks = _unpaired(ranks, one_suit=len({card.suit for card in cards}) == 1)
    ordered = sorted(cards, key=lambda card: (ranks.index(card.rank), card.suit))
    return Hand(category, ranks, tuple(ordered))


def _unpaired(ranks: tuple[int, ...], one_suit: bool) -> tuple[Category, tuple[int, ...]]:
    if ranks == WHEEL:
        ranks = (3, 2, 1, 0, ACE)  # the ace counts as one: the lowest straight (2.6(b), (f))
    elif ranks[0] - ranks[4] != 4:
        return (Category.FLUSH if one_suit else Category.NO_PAIR), ranks
    if not one_suit:
        return Category.STRAIGHT, ranks
    return (Category.ROYAL_FLUSH if ranks[0] == ACE else Category.STRAIGHT_FLUSH), ranks


def ace_king_or_higher(hand: Hand) -> bool:
    """Rule 9.2 of Canberra Poker. Any pair will do; without one, both an ace and a king (CP-AK)."""
    return hand.category > Category.NO_PAIR or hand.ranks[:2] == (ACE, KING)


def dead_mans_hand(hand: Hand) -> bool:
    """Two aces, two eights and another card; suits do not matter (DMH)."""
    return hand.category is Category.TWO_PAIRS and hand.ranks[:2] == (ACE, EIGHT)
