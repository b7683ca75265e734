"""From cards to strength without working anything out: the best five of seven cards.

**The key.** Every card is a number in base eight, with a digit for each rank and a digit for each suit: the
four of hearts is 1 in the fours' digit and 1 in the hearts' digit. Add up a hand, and the sum has counted its
ranks and suits. Nobody holds more than seven cards, so no digit ever runs over into the next: two hands have
the same sum exactly if they hold as many cards of each rank and of each suit. That is all that the order of
hands looks at, except for which cards are in the suit of a flush; that is seen from the suits' digits, and
then those cards are added up alone.

**The joker's** number is nought. A hand with a joker has the sum of its other cards, and the table says under
that sum the best they can become. No hand without a joker has so few cards, so the two are never mistaken.

**The tables** grow from the five-card hands of hand_order.py, which alone knows the rules. What four cards
and a joker can be is the best of five with one of the cards taken away; the best five of six are the best
five left when one is taken away, and so on to seven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from games.cards import FULL_DECK, JOKER, SUITS, Card, Joker
from games.hand_order import HandOrder, Name, Ranks

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


class FiveCards(NamedTuple):
    """Every five cards under one order of hands, the joker already named."""

    names: dict[int, Name]  # strength -> what it is called; the greater strength wins, equal ones tie
    by_ranks: Table  # not all of one suit
    in_one_suit: Table


class Lookup(NamedTuple):
    code: dict[Card | Joker, int]
    strength: Callable[..., int]  # of the codes of one's cards; 0 if no low qualifies


def key(ranks: Ranks) -> int:
    return sum(RANK_KEY[rank] for rank in ranks)


@cache  # a table needs one or two of the 72 orders that differ; all of them take some 60 MB
def five_cards(order: HandOrder) -> FiveCards:
    ranks_of_five = list(_ranks_of_five(order))
    mixed = {ranks: order.name(ranks, one_suit=False) for ranks in ranks_of_five}
    suited = {ranks: order.name(ranks, one_suit=True) for ranks in ranks_of_five if _fit_one_suit(ranks, order)}
    qualified = filter(order.qualifies, {*mixed.values(), *suited.values()})
    names = dict(enumerate(sorted(qualified, key=order.sort_key), start=1))
    strengths = {name: strength for strength, name in names.items()}
    by_ranks, in_one_suit = (
        {key(ranks): strengths.get(name, 0) for ranks, name in hands.items()} for hands in (mixed, suited)
    )
    if order.joker:
        by_ranks |= one_taken_away(by_ranks, order)
        in_one_suit |= one_taken_away(in_one_suit, order)
    return FiveCards(names, by_ranks, in_one_suit)


def _ranks_of_five(order: HandOrder) -> Iterable[Ranks]:
    of_a_kind = 5 if order.joker else 4
    for ranks in combinations_with_replacement(order.deck_ranks, 5):
        if ranks.count(ranks[2]) <= of_a_kind:  # the middle one belongs to every set of three or more
            yield ranks


def _fit_one_suit(ranks: Ranks, order: HandOrder) -> bool:
    """A suit has one card of each rank; the joker may stand for one of them again (JOKER-DUP)."""
    return len(set(ranks)) >= (4 if order.joker else 5)


def one_taken_away(table: Table, order: HandOrder) -> Table:
    """What is left when a card is taken away -> the best that it can be filled up to."""
    best: Table = {}
    for cards, strength in table.items():
        for rank in order.deck_ranks:
            left = cards - RANK_KEY[rank]
            there_is_one = cards >> BITS * rank & DIGIT
            if there_is_one and strength >= best.get(left, 0):  # noughts, too: every sum must be found
                best[left] = strength
    return best


def one_added(table: Table, order: HandOrder) -> Table:
    """A card more -> the best of what is there when one is taken away."""
    best: Table = {}
    added = [RANK_KEY[rank] for rank in order.deck_ranks]
    for cards, strength in table.items():
        for card in added:
            more = cards + card
            if strength >= best.get(more, 0):
                best[more] = strength
    return best


@lru_cache(2 * ORDERS_KEPT)
def any_five(order: HandOrder, of: int = 7) -> Lookup:
    """The best five of so many cards."""
    by_ranks, in_one_suit = five_cards(order).by_ranks, five_cards(order).in_one_suit
    for _ in range(of - 5):
        by_ranks = one_added(by_ranks, order)
    flushes = {} if order.low else _flushes(order.joker, of)

    def strength(cards: Sequence[int]) -> int:
        total = sum(cards)
        best, suits = by_ranks[total & RANKS_ONLY], total >> SUITS_FROM
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
