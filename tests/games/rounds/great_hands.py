"""Great hands by chance, which shuffled decks bring too rarely."""

from __future__ import annotations

from random import Random

RANKS, SUITS = "23456789TJQKA", "shdc"


def royal_flush(rng: Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [face + suit for face in "TJQKA"]


def straight_flush(rng: Random) -> list[str]:
    suit, lowest = rng.choice(SUITS), rng.randrange(-1, 8)
    return [RANKS[lowest + step] + suit for step in range(5)]


def four_of_a_kind(rng: Random) -> list[str]:
    face, other = rng.sample(RANKS, 2)
    return [*(face + suit for suit in SUITS), other + rng.choice(SUITS)]


def full_house(rng: Random) -> list[str]:
    three, two = rng.sample(RANKS, 2)
    return [*(three + suit for suit in rng.sample(SUITS, 3)), *(two + suit for suit in rng.sample(SUITS, 2))]


def flush(rng: Random) -> list[str]:
    suit = rng.choice(SUITS)
    return [face + suit for face in rng.sample(RANKS, 5)]


def dead_mans_hand(rng: Random) -> list[str]:
    aces, eights = rng.sample(SUITS, 2), rng.sample(SUITS, 2)
    other = rng.choice("2345679TJQK") + rng.choice(SUITS)
    return [*("A" + suit for suit in aces), *("8" + suit for suit in eights), other]


def ace_king(rng: Random) -> list[str]:
    """Often met by another, down to the last card."""
    return [face + rng.choice(SUITS) for face in "AKQJ9"]


GREAT_HANDS = (
    royal_flush,
    royal_flush,
    straight_flush,
    straight_flush,
    four_of_a_kind,
    full_house,
    flush,
    dead_mans_hand,
    ace_king,
    ace_king,
)
