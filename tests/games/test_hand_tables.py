"""The looked-up strengths are those of the rules: all counted, and many compared at random."""

import random
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb

import pytest

from games import hands, two_and_three
from games.cards import FULL_DECK, JOKER
from games.hand_order import DECKS, HOUSE, Category, HandOrder
from games.hand_tables import any_five, five_cards, key
from games.hands import best_five, strength_of
from games.two_and_three import as_dealt
from tests.games import by_the_book
from tests.games.rules_in_common import house_rules

# ---------------------------------------------------------------- keys


def sums_of_cards(keys, at_most):
    """The sum of every set of ranks that up to `at_most` cards can have."""
    for count in range(at_most + 1):
        for ranks in combinations_with_replacement(range(len(keys)), count):
            if max(map(ranks.count, ranks), default=0) <= 4:
                yield sum(keys[rank] for rank in ranks)


def test_no_two_sets_of_ranks_have_the_same_sum():
    sums = Counter(sums_of_cards(two_and_three.RANK_KEY, 5))
    assert set(sums.values()) == {1}
    assert max(sums) <= two_and_three.RANKS_ONLY


def test_no_two_sets_of_suits_have_the_same_sum():
    suits = [
        sum(counts) for n in range(6) for counts in combinations_with_replacement(two_and_three.SUIT_KEY, n)
    ]
    assert set(Counter(suits).values()) == {1}


def test_a_sum_of_five_cards_fits_one_digit_of_an_integer():
    assert sum(sorted(two_and_three.CODE.values())[-5:]) < 1 << 30


# ---------------------------------------------------------------- every hand of every deck

ORDERS = [
    HandOrder(deck, joker=joker, ace_low=ace_low)
    for deck in DECKS
    for joker in (False, True)
    for ace_low in (False, True)
]


def as_options(order: HandOrder) -> dict:
    return {name: getattr(order, name) for name in ("deck", "joker", "ace_low", "mode", "low_ace")}


def called(order: HandOrder) -> str:
    given = [f"{order.deck}", "joker" * order.joker, "ace low" * order.ace_low, order.mode * order.low]
    return " ".join(word for word in (*given, f"{order.low_ace} ace" * order.low) if word)


@cache
def strengths_of(order: HandOrder, cards: tuple) -> Counter:
    code, strength = as_dealt(order)
    return Counter(map(strength, combinations([code[card] for card in cards], 5)))


def counted(order: HandOrder, cards: tuple) -> Counter:
    """How many five-card hands of these cards are called what."""
    found = Counter()
    for strength, hands_found in strengths_of(order, cards).items():
        found[order.name_of(strength).category] += hands_found
    return found


def by_arithmetic(ranks: int, straights: int) -> dict[Category, int]:
    """How many there must be in four suits of so many ranks."""
    return {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * (straights - 1),
        Category.FOUR_OF_A_KIND: ranks * 4 * (ranks - 1),
        Category.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        Category.FLUSH: 4 * (comb(ranks, 5) - straights),
        Category.STRAIGHT: straights * (4**5 - 4),
        Category.THREE_OF_A_KIND: ranks * 4 * comb(ranks - 1, 2) * 4**2,
        Category.TWO_PAIRS: comb(ranks, 2) * 6**2 * (ranks - 2) * 4,
        Category.ONE_PAIR: ranks * 6 * comb(ranks - 1, 3) * 4**3,
        Category.NO_PAIR: (comb(ranks, 5) - straights) * (4**5 - 4),
    }


@house_rules("2.6")
def test_every_hand_of_the_full_deck_is_counted_once_under_its_name():
    assert counted(HOUSE, FULL_DECK) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIRS: 123_552,
        Category.ONE_PAIR: 1_098_240,
        Category.NO_PAIR: 1_302_540,
    }
    assert len(strengths_of(HOUSE, FULL_DECK)) == 7_462


@pytest.mark.parametrize("ace_low", [False, True], ids=["ace high only", "ace high and low"])
@pytest.mark.parametrize("deck", DECKS)
def test_every_hand_of_every_deck_is_counted_once_under_its_name(deck, ace_low):
    order = HandOrder(deck, ace_low=ace_low)
    ranks = deck // 4
    assert counted(order, order.natural_cards) == by_arithmetic(ranks, straights=ranks - 4 + ace_low)


@pytest.mark.parametrize("deck", DECKS)
def test_every_hand_with_the_joker_is_the_best_that_a_card_of_the_deck_can_make_it(deck):
    """Every four cards, filled up with each card of the deck, one of theirs too (JOKER-DUP, JOKER-ROYAL)."""
    order = HandOrder(deck, joker=True, ace_low=True)
    (code, strength), (short, as_they_are) = any_five(order, 5), as_dealt(order)
    natural = [code[card] for card in order.natural_cards]
    shorts = [short[card] for card in order.natural_cards]
    for four, short_four in zip(combinations(natural, 4), combinations(shorts, 4), strict=True):
        best = max(strength([*four, card]) for card in natural)
        assert strength([*four, code[JOKER]]) == as_they_are([*short_four, short[JOKER]]) == best


# ---------------------------------------------------------------- at random, against the rules read literally

LOW = [
    HandOrder(deck, joker=joker, mode=mode, low_ace=ace)
    for deck in DECKS
    for joker in (False, True)
    for mode in ("low", "low8")
    for ace in ("high", "low")
]
SHAPES = {
    "five": hands.FIVE,
    "casino_holdem": hands.CASINO_HOLDEM,
    "omaha": hands.OMAHA,
    "faro": hands.FARO,
    "seven_card_stud": hands.SEVEN_CARD_STUD,
    "stud with a shared card": hands.STUD_SHARED_CARD,
    "super aces": hands.SUPER_ACES,
}


def dealt(rng: random.Random, order: HandOrder, shape: hands.Shape) -> tuple[list, list]:
    """Some cards, often of few ranks or few suits and often with the joker, so that something is in them."""
    narrow = [card for card in order.natural_cards if card.rank >= 7 or card.suit in "sh"]
    pack = rng.choice([order.natural_cards, narrow])
    cards = rng.sample(pack, shape.hole + shape.communal)
    if order.joker and rng.random() < 0.4:
        cards[rng.randrange(len(cards))] = JOKER
    return cards[: shape.hole], cards[shape.hole :]


def check_against_the_book(order: HandOrder, shape: hands.Shape, rng: random.Random, count: int) -> None:
    found = []
    for _ in range(count):
        hole, communal = dealt(rng, order, shape)
        hand = best_five(shape, order, hole, communal)
        read = by_the_book.best(hole, communal, as_options(order), two_of_hole=shape.two_of_hole)
        assert (hand is None) == (read is None), (hole, communal)
        if hand and read:
            assert hand.strength == strength_of(shape, order, hole, communal), (hole, communal)
            assert hand.category.word == read[-1], (hole, communal)
            assert by_the_book.value(list(hand.cards), as_options(order)) == read, (hole, communal, hand)
            assert made_of(hand.cards, hole, communal, shape), (hole, communal, hand)
            found.append((read[:-1], hand.strength, hole, communal))
    found.sort(key=lambda each: each[0])
    for lower, higher in pairwise(found):
        assert (lower[0] == higher[0]) == (lower[1] == higher[1]), (lower, higher)
        assert lower[1] <= higher[1], (lower, higher)


def made_of(cards, hole, communal, shape) -> bool:
    """The five cards are cards the player may use; only what the joker stands for may be another."""
    return any(
        sum((Counter(cards) - Counter(five)).values()) == five.count(JOKER)
        for five in shape.fives(hole, communal)
    )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("order", ORDERS + LOW, ids=called)
def test_random_hands_compare_as_the_rules_read(order, shape):
    slow = order.joker and shape in ("omaha", "faro")
    rng = random.Random(f"{called(order)} {shape}")
    check_against_the_book(order, SHAPES[shape], rng, 8 if slow else 30)


@pytest.mark.parametrize(("joker", "sums"), [(False, 6_175), (True, 6_175 + 13 + 1_820)])
def test_what_no_cards_can_be_has_no_strength(joker: bool, sums: int):
    """With the joker there is five of a kind, and four cards are a hand."""
    by_ranks = five_cards(HandOrder(joker=joker)).by_ranks
    ranks = (ranks for count in range(7) for ranks in combinations_with_replacement(range(13), count))
    assert sum(by_ranks[key(each)] > 0 for each in ranks) == sums


@pytest.mark.parametrize("order", ORDERS + LOW, ids=called)
def test_a_strength_says_what_the_hand_is_called(order: HandOrder):
    pack, chance = order.natural_cards, random.Random(called(order))
    code, strength = as_dealt(order)
    for _ in range(200):
        cards = chance.sample(pack, 5)
        number = strength([code[card] for card in cards])
        name = order.name(
            tuple(sorted(card.rank for card in cards)), one_suit=len({card.suit for card in cards}) == 1
        )
        assert order.name_of(number) == name if number else not order.qualifies(name)


@pytest.mark.parametrize("shape", ["casino_holdem", "omaha", "faro"])
def test_what_is_looked_up_is_the_best_of_all_the_fives(shape):
    """Many more hands, each five of them looked up by itself."""
    for order in (
        HandOrder(ace_low=True),
        HandOrder(36, joker=True, ace_low=True),
        HandOrder(joker=True, mode="low8"),
    ):
        rng = random.Random(shape)
        code, strength = any_five(order, 5)
        for _ in range(300):
            hole, communal = dealt(rng, order, SHAPES[shape])
            fives = [[code[card] for card in five] for five in SHAPES[shape].fives(hole, communal)]
            assert strength_of(SHAPES[shape], order, hole, communal) == max(map(strength, fives))
