"""The hand somebody holds: its best five cards, what they are called, and how strong they are.

What beats what is in hand_order.py; hand_tables.py and two_and_three.py look it up.

NI2004-492, NI2007-208: 2.5
NI2017-583, NI2005-67, NI2005-74: 9.1
NI2005-74: 17.20
NI2007-208: 10.3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from games.cards import JOKER, Card, Joker
from games.hand_order import ACE, EIGHT, FOUR, HOUSE, KING, Category, HandOrder, Ranks
from games.hand_tables import any_five
from games.two_and_three import as_dealt, two_and_three

Dealt = Card | Joker


@dataclass(frozen=True, slots=True)
class Hand:
    """What it is called and how strong it is: all that the rules ask of it."""

    category: Category
    ranks: Ranks  # in the order in which they are compared
    strength: int  # greater wins, equal ties; only for hands of the same order (suits do not matter: 2.9, 3.1)
    low: bool

    @property
    def words(self) -> dict[str, object]:
        """What the catalogues make a name of. Five odd cards that are to be low are called by all five."""
        low = self.low and self.category is Category.NO_PAIR
        return {"hand": "low" if low else self.category.word, "ranks": list(self.ranks)}


@dataclass(frozen=True, slots=True)
class BestFive(Hand):
    cards: tuple[Card, ...]  # the joker as the card it stands for


@dataclass(frozen=True, slots=True)
class Shape:
    """Which cards a completed hand is made of."""

    hole: int
    communal: int = 0
    two_of_hole: bool = False  # two hole cards and three communal ones, neither more nor less

    def fives(self, hole: Sequence[Dealt], communal: Sequence[Dealt]) -> Iterable[tuple[Dealt, ...]]:
        if self.two_of_hole:
            return (two + three for two in combinations(hole, 2) for three in combinations(communal, 3))
        return combinations((*hole, *communal), 5)


FIVE = Shape(5)  # as dealt: 2.5 of Canberra Poker
CASINO_HOLDEM = Shape(2, 5)  # 2.5
SUPER_ACES = Shape(2, 3)  # hole cards and flop: 10.3 of Casino Hold-em
OMAHA = Shape(4, 5, two_of_hole=True)  # 9.1
FARO = Shape(5, 5, two_of_hole=True)  # 9.1
SEVEN_CARD_STUD = Shape(7)  # 9.1
SIX_OWN = Shape(6)  # no card was left for the last ones (STUD-NOCARD)
STUD_SHARED_CARD = Shape(6, 1)  # 17.20 of Seven Card Stud (STUD-COMMUNAL-HAND)


def hand_of(
    shape: Shape, order: HandOrder, hole: Sequence[Dealt], communal: Sequence[Dealt] = ()
) -> Hand | None:
    """None if the order asks a low to qualify and no five of the cards do."""
    return hand_as_strong(order, strength_of(shape, order, hole, communal))


@lru_cache(10_000)
def hand_as_strong(order: HandOrder, strength: int) -> Hand | None:
    """Cards of one strength have one name."""
    return Hand(*order.name_of(strength), strength, order.low) if strength else None


def house_hand(shape: Shape, hole: Sequence[Dealt], communal: Sequence[Dealt] = ()) -> Hand:
    """Of a house game, in which every hand is one."""
    hand = hand_of(shape, HOUSE, hole, communal)
    assert hand is not None
    return hand


def rank_five(cards: Sequence[Dealt]) -> Hand:
    """Five cards of a house game."""
    return house_hand(FIVE, cards)


def best_five(
    shape: Shape, order: HandOrder, hole: Sequence[Dealt], communal: Sequence[Dealt] = ()
) -> BestFive | None:
    """Which five cards it is made of, too: every five is looked at."""
    _check(shape, order, hole, communal)
    fives = sorted(shape.fives(hole, communal), key=lambda five: JOKER in five)  # without it, if that will do
    five = max(fives, key=lambda five: _strength(order, five))
    strength = _strength(order, five)
    if strength == 0:
        return None
    category, ranks = order.name_of(strength)
    shown = _without_joker(five, order, strength, held=(*hole, *communal))
    shown.sort(key=lambda card: (ranks.index(card.rank), card.suit))
    return BestFive(category, ranks, strength, order.low, tuple(shown))


def strength_of(shape: Shape, order: HandOrder, hole: Sequence[Dealt], communal: Sequence[Dealt] = ()) -> int:
    """The same strength, found without looking at every five; 0 if no low qualifies."""
    _check(shape, order, hole, communal)
    if shape.two_of_hole:
        code, strength = two_and_three(order, shape.hole)
        return strength([code[card] for card in hole], [code[card] for card in communal])
    return _strength(order, (*hole, *communal))


def _strength(order: HandOrder, cards: Sequence[Dealt]) -> int:
    code, strength = as_dealt(order) if len(cards) == 5 else any_five(order, len(cards))
    return strength([code[card] for card in cards])


def _check(shape: Shape, order: HandOrder, hole: Sequence[Dealt], communal: Sequence[Dealt]) -> None:
    """Cards may still lie face down: what is wrong with them is said without naming any."""
    cards = (*hole, *communal)
    fits = len(hole) == shape.hole and len(communal) == shape.communal
    if fits and len(order.cards.intersection(cards)) == len(cards):
        return
    if not fits or len(set(cards)) != len(cards):
        communal_too = f" and {shape.communal} communal ones" if shape.communal else ""
        raise ValueError(f"a hand is made of {shape.hole} different cards{communal_too}")
    raise ValueError("a card is not one of this deck")


def _without_joker(five: Sequence[Dealt], order: HandOrder, strength: int, held: Sequence[Dealt]) -> list[Card]:
    """The joker as the card it stands for (3.7): one that nobody can see elsewhere, wherever that will do."""
    natural = [card for card in five if isinstance(card, Card)]
    if len(natural) == len(five):
        return natural
    code, as_if = any_five(order, 5)  # its keys can count five of a kind
    stand_ins = sorted(order.natural_cards, key=held.__contains__)
    others = [code[card] for card in natural]
    return next([*natural, card] for card in stand_ins if as_if([*others, code[card]]) == strength)


# ---------------------------------------------------------------- lines that the house games draw


def ace_king_or_higher(hand: Hand) -> bool:
    """Rule 9.2 of Canberra Poker. Any pair will do; without one, both an ace and a king (CP-AK)."""
    return hand.category > Category.NO_PAIR or hand.ranks[:2] == (ACE, KING)


def pair_of_fours_or_higher(hand: Hand) -> bool:
    """What it is to qualify in Casino Hold-em. A pair among the communal cards will do (HE-QUALIFY)."""
    return (hand.category, hand.ranks[0]) >= (Category.ONE_PAIR, FOUR)


def dead_mans_hand(hand: Hand) -> bool:
    """Two aces, two eights and another card; suits do not matter (DMH)."""
    return hand.category is Category.TWO_PAIRS and hand.ranks[:2] == (ACE, EIGHT)


def super_aces_line(hand: Hand) -> str | None:
    """The line of the bonus that hole cards and flop are on, if any (11.1 of Casino Hold-em)."""
    if hand.category is Category.ONE_PAIR and hand.ranks[0] == ACE:
        return "pair_of_aces"
    return hand.category.word if hand.category > Category.ONE_PAIR else None
