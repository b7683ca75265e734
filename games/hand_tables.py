"""From cards to strength without working anything out: the best five of seven cards.

**The key.** Every card is a number in base eight, with a digit for each rank and a digit for each suit: the
four of hearts is 1 in the fours' digit and 1 in the hearts' digit. Add up a hand, and the sum has counted its
ranks and suits. Nobody holds more than seven cards, so no digit ever runs over into the next: two hands have
the same sum exactly if they hold as many cards of each rank and of each suit. That is all that the order of
hands looks at, except for which cards are in the suit of a flush; that is seen from the suits' digits, and
then those cards are added up alone.

**The joker's** number is nought. A hand with a joker has the sum of its other cards, and the table says under
that sum the best they can become. No hand without a joker has so few cards, so the two are never mistaken.

**The tables** are empty at first and keep what is seen. Of five cards hand_order.py is asked, which alone
knows the rules; four cards and a joker are the best that a fifth can make of them; the best five of six are
the best five left when one is taken away, and so on to seven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from games.cards import FULL_DECK, JOKER, SUITS, Card, Joker
from games.hand_order import HandOrder, Ranks

BITS = 3  # of a digit
DIGIT = (1 << BITS) - 1
SUITS_FROM = 13 * BITS
RANKS_ONLY = (1 << SUITS_FROM) - 1
RANK_KEY = tuple(1 << BITS * rank for rank in range(13))
SUIT_KEY = {suit: 1 << SUITS_FROM + BITS * place for place, suit in enumerate(SUITS)}
CODE: dict[Card | Joker, int] = {card: RANK_KEY[card.rank] + SUIT_KEY[card.suit] for card in FULL_DECK} | {
    JOKER: 0
}

ORDERS_KEPT = 4  # a table plays one order of hands, or two when the pot is split

Table = dict[int, int]  # the sum of some ranks -> strength


class Strengths(Table):
    """Of five cards under one order of hands, worked out when first seen. 0 is what no cards can be."""

    def __init__(self, order: HandOrder, *, in_one_suit: bool) -> None:
        self._order, self._in_one_suit = order, in_one_suit

    def __missing__(self, cards: int) -> int:
        strength = self[cards] = self._best(cards)
        return strength

    def _best(self, cards: int) -> int:
        order, ranks = self._order, _ranks_in(cards)
        if len(ranks) == 4 and order.joker:
            return max(self[cards + RANK_KEY[rank]] for rank in order.deck_ranks)
        if not self._can_be(ranks):
            return 0
        return order.strength(order.name(ranks, one_suit=self._in_one_suit))

    def _can_be(self, ranks: Ranks) -> bool:
        """Four of a rank, one of it in a suit; and once more what the joker stands for (JOKER-DUP)."""
        most = max(map(ranks.count, ranks), default=0)
        joker = self._order.joker
        return len(ranks) == 5 and most <= 4 + joker and (not self._in_one_suit or len(set(ranks)) + joker >= 5)


class FiveCards(NamedTuple):
    """Every five cards under one order of hands, with the joker beside four of them or without."""

    by_ranks: Table  # not all of one suit
    in_one_suit: Table


class Lookup(NamedTuple):
    code: dict[Card | Joker, int]
    strength: Callable[..., int]  # of the codes of one's cards; 0 if no low qualifies


def key(ranks: Sequence[int]) -> int:
    return sum([RANK_KEY[rank] for rank in ranks])


def _ranks_in(cards: int) -> Ranks:
    return tuple([rank for rank in range(13) for _ in range(cards >> BITS * rank & DIGIT)])


@lru_cache(2 * ORDERS_KEPT)
def five_cards(order: HandOrder) -> FiveCards:
    return FiveCards(Strengths(order, in_one_suit=False), Strengths(order, in_one_suit=True))


def best_left(cards: int, tables: Sequence[Table]) -> int:
    """Of cards that the last table is for: the best of what the one before says when one is taken away."""
    *before, known = tables
    if before and cards not in known:
        there = (key for key in RANK_KEY if cards & key * DIGIT)
        known[cards] = max(best_left(cards - key, before) for key in there)
    return known[cards]


@lru_cache(2 * ORDERS_KEPT)
def any_five(order: HandOrder, of: int = 7) -> Lookup:
    """The best five of so many cards."""
    of_five, in_one_suit = five_cards(order).by_ranks, five_cards(order).in_one_suit
    tables: list[Table] = [of_five, *({} for _ in range(of - 5))]
    by_ranks = tables[-1]
    flushes = {} if order.low else _flushes(order.joker, of)

    def strength(cards: Sequence[int]) -> int:
        total = sum(cards)
        ranks, suits = total & RANKS_ONLY, total >> SUITS_FROM
        try:
            best = by_ranks[ranks]
        except KeyError:
            best = best_left(ranks, tables)
        if suits in flushes:
            suit, natural = flushes[suits]
            for five in combinations([card for card in cards if card & suit], natural):
                best = max(best, in_one_suit[sum(five) & RANKS_ONLY])
        return best

    return Lookup(CODE, strength)


@cache
def _flushes(joker: bool, of: int) -> dict[int, tuple[int, int]]:
    """The suits' digits of a hand with a flush -> its suit's digit, and how many of the five are natural."""
    flushes: dict[int, tuple[int, int]] = {}
    for natural in (5, 4) if joker else (5,):
        for counts in product(range(of + 1), repeat=4):
            if sum(counts) == of - 5 + natural and max(counts) >= natural:
                digits = sum(count << BITS * place for place, count in enumerate(counts))
                flushes[digits] = DIGIT << SUITS_FROM + BITS * counts.index(max(counts)), natural
    return flushes
