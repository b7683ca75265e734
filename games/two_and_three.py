"""Hands of which it is settled which cards count: five as dealt, or two of the hole and three communal ones.

The second kind is Omaha's and Faro's (their rule 9.1). Four hole cards and five communal ones make sixty hands,
five and five make a hundred. Nobody needs to look at each: there are but 91 pairs of ranks, 104 with the joker.
A board has one **row**, which says for each pair what it makes with the best three communal cards; a player's
hole cards pick their six or ten places out of the row, and the greatest number found there is the player's
strength. A row is made when its board is first seen. There are some 6,000 boards if suits are left out, so the
rows are soon all there and never take more room, 15 to 20 MB for one order of hands.

Flushes have rows of their own, made of the cards of one suit. They are looked at only if the communal cards
hold three of a suit and the hole cards two.

**The key.** The sums are as in hand_tables.py, but never of more than five cards, so that smaller numbers do.
They are small enough for a sum to fit into one digit of Python's own integers (30 bits), which makes five cards
half as fast again and the rest a seventh faster. Such numbers cannot be read digit by digit: each was found by
counting upwards from the one before until all sums of up to five cards, four of a rank at most, stayed apart.
A test adds them all up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from operator import itemgetter
from typing import Any

from games.cards import FULL_DECK, JOKER, SUITS, Card, Joker
from games.hand_order import HandOrder, Ranks
from games.hand_tables import ORDERS_KEPT, Lookup, Table, five_cards, key

RANK_KEY = (1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415, 148432)
SUIT_KEY = (1, 6, 31, 108)
SUITS_FROM = 20  # bits
RANKS_ONLY = (1 << SUITS_FROM) - 1
CODE: dict[Card | Joker, int] = {
    card: RANK_KEY[card.rank] + (SUIT_KEY[SUITS.index(card.suit)] << SUITS_FROM) for card in FULL_DECK
} | {JOKER: 0}
WILD = -1  # the joker's rank, under all others
RANK_OF = {code: WILD if isinstance(card, Joker) else card.rank for card, code in CODE.items()}

Row = list[int]  # for each pair of ranks in the hole: the strength with the best three communal cards
Pick = Callable[[Row], tuple[int, ...]]


class Rows(dict[Any, Row]):
    """Communal cards -> their row."""

    def __init__(self, ranks_of: Callable[[Any], Ranks], table: Table, order: HandOrder) -> None:
        self._ranks_of, self._table = ranks_of, table
        self._pairs = [_key(pair) for pair in _ranks(order, 2)]
        self._by_three: dict[Ranks, Row] = {}

    def __missing__(self, communal: Any) -> Row:
        threes = [self._with_three(three) for three in set(combinations(self._ranks_of(communal), 3))]
        row = self[communal] = [max(strengths) for strengths in zip(*threes, strict=True)]
        return row

    def _with_three(self, three: Ranks) -> Row:
        """What each pair makes with them."""
        if three not in self._by_three:
            cards = _key(three)
            self._by_three[three] = [self._table[cards + pair] for pair in self._pairs]
        return self._by_three[three]


class Picks(dict[Any, Pick]):
    """Hole cards -> what picks the places of their pairs out of a row."""

    def __init__(self, ranks_of: Callable[[Any], Ranks], order: HandOrder) -> None:
        self._ranks_of = ranks_of
        self._place = {pair: place for place, pair in enumerate(_ranks(order, 2))}

    def __missing__(self, hole: Any) -> Pick:
        places = list({self._place[pair] for pair in combinations(self._ranks_of(hole), 2)})
        if len(places) == 1:
            places *= 2  # of one place alone an itemgetter makes no tuple
        pick = self[hole] = itemgetter(*places)
        return pick


@cache
def as_dealt(order: HandOrder) -> Lookup:
    """Five cards, each of which counts (2.5 of Canberra Poker, 3.2 of the pot games)."""
    hands = five_cards(order)
    by_ranks: Table = {}
    in_one_suit: Table = {}
    one_suit = frozenset() if order.low else _one_suit(order)

    def strength(cards: Sequence[int]) -> int:
        total = sum(cards)
        is_one_suit = total >> SUITS_FROM in one_suit
        table, ranks = in_one_suit if is_one_suit else by_ranks, total & RANKS_ONLY
        try:
            return table[ranks]
        except KeyError:
            held = _key([RANK_OF[card] for card in cards])
            found = table[ranks] = (hands.in_one_suit if is_one_suit else hands.by_ranks)[held]
            return found

    return Lookup(CODE, strength)


def _one_suit(order: HandOrder) -> frozenset[int]:
    """The suits of a flush. Four cards of a suit differ in rank: with the joker they are best as a flush."""
    return frozenset(_suit_key(counts) for counts, wild in _suits(order, 5) if max(counts) + wild == 5)


@lru_cache(2 * ORDERS_KEPT)
def two_and_three(order: HandOrder, hole: int) -> Lookup:
    """Omaha has four hole cards, Faro has five."""
    hands = five_cards(order)
    rows = Rows(_by_sum(order, 5), hands.by_ranks, order)
    picks = Picks(_by_sum(order, hole), order)
    suit_rows, suit_picks = Rows(_of_set, hands.in_one_suit, order), Picks(_of_set, order)
    flushes = {} if order.low else _flushes(order, hole)

    def strength(hole: Sequence[int], communal: Sequence[int]) -> int:
        own, shared = sum(hole), sum(communal)
        best = max(picks[own & RANKS_ONLY](rows[shared & RANKS_ONLY]))
        possible = flushes.get(shared >> SUITS_FROM)
        if possible:
            for suit in possible[own >> SUITS_FROM]:
                pick = suit_picks[suit.intersection(hole)]
                best = max(best, *pick(suit_rows[suit.intersection(communal)]))
        return best

    return Lookup(CODE, strength)


def _flushes(order: HandOrder, hole: int) -> dict[int, dict[int, tuple[frozenset[int], ...]]]:
    """Suits of the communal cards -> suits of the hole cards -> the suits of which there can be a flush."""
    suits = [
        frozenset(code for card, code in CODE.items() if card[1] == suit or card == JOKER) for suit in SUITS
    ]
    flushes: dict[int, dict[int, tuple[frozenset[int], ...]]] = {}
    for shared, wild_shared in _suits(order, 5):
        threes = {suit for suit, count in zip(suits, shared, strict=True) if count + wild_shared >= 3}
        if threes:
            flushes[_suit_key(shared)] = {
                _suit_key(own): tuple(
                    suit for suit, count in zip(suits, own, strict=True) if suit in threes and count + wild >= 2
                )
                for own, wild in _suits(order, hole)
            }
    return flushes


def _suits(order: HandOrder, cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many of each suit so many cards can hold, and whether the joker is beside them."""
    for wild in (0, 1) if order.joker else (0,):
        for counts in product(range(cards + 1), repeat=4):
            if sum(counts) + wild == cards:
                yield counts, wild


def _suit_key(counts: tuple[int, ...]) -> int:
    return sum(count * suit for count, suit in zip(counts, SUIT_KEY, strict=True))


def _ranks(order: HandOrder, cards: int) -> Iterator[Ranks]:
    """All the ranks that so many cards can have, the joker first where it is among them."""
    yield from combinations_with_replacement(order.deck_ranks, cards)
    if order.joker:
        yield from ((WILD, *ranks) for ranks in combinations_with_replacement(order.deck_ranks, cards - 1))


def _key(ranks: Sequence[int]) -> int:
    """The key of hand_tables.py, where the joker adds nothing."""
    return key([rank for rank in ranks if rank != WILD])


def _by_sum(order: HandOrder, cards: int) -> Callable[[int], Ranks]:
    """What so many cards' ranks are, told from their sum."""
    return {_sum(ranks): ranks for ranks in _possible(order, cards)}.__getitem__


def _possible(order: HandOrder, cards: int) -> Iterator[Ranks]:
    return (ranks for ranks in _ranks(order, cards) if max(map(ranks.count, ranks)) <= 4)


def _sum(ranks: Ranks) -> int:
    return sum([RANK_KEY[rank] for rank in ranks if rank != WILD])


def _of_set(cards: frozenset[int]) -> Ranks:
    return tuple(sorted(RANK_OF[card] for card in cards))
