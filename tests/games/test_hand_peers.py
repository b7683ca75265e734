"""Random hands compared with other libraries' verdicts, as far as these know our games' orders.

phevaluator knows the full deck. pokerkit also knows 36 cards, with a flush over a full house and the ace under
the six, and the low with the ace low: of any five cards, and of eight or better.
"""

import random
from itertools import pairwise

import phevaluator
import pokerkit
import pytest

from games import hands
from games.cards import Card
from games.hand_order import HOUSE, HandOrder
from games.hands import Shape, best_five, strength_of

SHAPES = {
    "five": hands.FIVE,
    "seven_card_stud": hands.SEVEN_CARD_STUD,
    "omaha": hands.OMAHA,
    "faro": hands.FARO,
}


def dealt(rng: random.Random, order: HandOrder, shape: Shape) -> tuple[list[Card], list[Card]]:
    """Of a few ranks only, so that the hands are close to each other."""
    ranks = rng.sample(order.deck_ranks, rng.choice((5, 7, len(order.deck_ranks))))
    cards = [card for card in order.natural_cards if card.rank in ranks]
    cards = rng.sample(cards, shape.hole + shape.communal)
    return cards[: shape.hole], cards[shape.hole :]


def agree(ours: list[int], theirs: list) -> None:
    """Equal where the other says equal, and higher where it says higher."""
    both = sorted(zip(ours, theirs, strict=True), key=lambda each: each[0])
    for (mine, peers), (my_next, peers_next) in pairwise(both):
        assert (mine == my_next) == (peers == peers_next)
        assert not peers > peers_next


def of_phevaluator(shape: Shape, hole: list[Card], communal: list[Card]) -> int:
    """Its best hand has the smallest number."""
    if shape is hands.OMAHA:
        return -phevaluator.evaluate_omaha_cards(*communal, *hole)
    return -min(phevaluator.evaluate_cards(*five) for five in shape.fives(hole, communal))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_full_deck_as_phevaluator_ranks_it(shape):
    rng = random.Random(shape)
    deals = [dealt(rng, HOUSE, SHAPES[shape]) for _ in range(4_000)]
    agree(
        [strength_of(SHAPES[shape], HOUSE, *deal) for deal in deals],
        [of_phevaluator(SHAPES[shape], *deal) for deal in deals],
    )


def of_pokerkit(kind: type, shape: Shape, hole: list[Card], communal: list[Card]) -> object:
    found = [kind("".join(five)) for five in shape.fives(hole, communal)]
    return max(found)


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        (HandOrder(ace_low=True), pokerkit.StandardHighHand),
        (HandOrder(36, ace_low=True), pokerkit.ShortDeckHoldemHand),
        (HandOrder(mode="low", low_ace="low"), pokerkit.RegularLowHand),
    ],
    ids=["full deck", "36 cards", "low"],
)
@pytest.mark.parametrize("shape", ["five", "seven_card_stud"])
def test_as_pokerkit_ranks_it(order, kind, shape):
    rng = random.Random(shape)
    deals = [dealt(rng, order, SHAPES[shape]) for _ in range(2_000 if shape == "five" else 150)]
    agree(
        [strength_of(SHAPES[shape], order, *deal) for deal in deals],
        [of_pokerkit(kind, SHAPES[shape], *deal) for deal in deals],
    )


def test_eight_or_better_as_pokerkit_sees_it():
    order = HandOrder(mode="low8", low_ace="low")
    rng = random.Random(8)
    low_cards = [card for card in order.natural_cards if card.rank in (12, *range(8))]
    qualified = []
    for _ in range(1_000):
        five = rng.sample(low_cards, 5)
        hand = best_five(hands.FIVE, order, five)
        try:
            theirs = pokerkit.EightOrBetterLowHand("".join(five))
        except ValueError:
            theirs = None
        assert (hand is None) == (theirs is None), five
        if hand:
            qualified.append((hand.strength, theirs))
    agree([ours for ours, _ in qualified], [theirs for _, theirs in qualified])
