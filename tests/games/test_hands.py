"""What beats what: rules 2.5-2.9 and the line of rule 9.2."""

import random
from collections import Counter
from itertools import combinations_with_replacement, pairwise, permutations
from math import comb, prod

import pytest

from games.cards import FULL_DECK, RANKS, SUITS, Card
from games.hand_order import Category
from games.hands import ace_king_or_higher, dead_mans_hand, rank_five
from tests.games.rules_in_common import house_rules
from tests.games.table_talk import cards

HIGHEST_FIRST = [
    ("royal_flush", "Ah Kh Qh Jh Th"),
    ("straight_flush", "Jh Th 9h 8h 7h"),
    ("four_of_a_kind", "As Ah Ad Ac 4s"),
    ("full_house", "Ks Kh Kd Js Jh"),
    ("flush", "Kd Jd 9d 7d 5d"),
    ("straight", "Kh Qc Jc Ts 9d"),
    ("three_of_a_kind", "Qs Qh Qd 8s 5h"),
    ("two_pairs", "Qs Qh 4s 4h Jd"),
    ("one_pair", "Ts Th Kd 6c 2s"),
    ("no_pair", "As Jh 9d 6c 2s"),
]


def every_hand():
    """With how many ways there are to hold it."""
    for ranks in combinations_with_replacement(RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) == 5:
            continue
        ways = prod(comb(4, count) for count in times.values())
        suits = {rank: iter(SUITS) for rank in times}
        mixed = [Card(rank + next(suits[rank])) for rank in ranks]
        if len(times) == 5:
            yield rank_five([Card(rank + "s") for rank in ranks]), 4
            ways -= 4
            mixed[0] = Card(ranks[0] + "h")
        yield rank_five(mixed), ways


EVERY_HAND = list(every_hand())
STRENGTHS = sorted({each.strength for each, _ in EVERY_HAND})


def hand(text: str):
    return rank_five(cards(text))


def strength(text: str) -> int:
    return hand(text).strength


@house_rules("2.5")
@pytest.mark.parametrize("held", ["As Ks Qs Js", "As Ks Qs Js Ts 9s", "As As Ks Qs Js", ""])
def test_a_hand_is_five_different_cards(held):
    with pytest.raises(ValueError, match="5 different"):
        hand(held)


@house_rules("2.5")
def test_each_of_the_five_cards_counts():
    for better, worse in (("As Kh Qd Jc 9s", "As Kh Qd Jc 8s"), ("2s 2h 3d 4c 6s", "2s 2h 3d 4c 5s")):
        assert strength(better) > strength(worse)


@house_rules("2.6(a)", "2.6(b)", "2.6(c)", "2.6(d)", "2.6(e)", "2.6(f)", "2.6(g)", "2.6(h)", "2.6(i)", "2.6(j)")
@pytest.mark.parametrize(("category", "example"), HIGHEST_FIRST)
def test_the_instruments_own_example_is_what_it_is_called(category, example):
    assert hand(example).category.word == category


@house_rules("2.6")
def test_the_order_of_hands_is_the_instruments():
    order = [strength(example) for _, example in HIGHEST_FIRST]
    assert order == sorted(order, reverse=True)


@house_rules("2.6")
@pytest.mark.parametrize(
    ("lowest_of_better", "highest_of_worse"),
    [
        ("Ts Js Qs Ks As", "9h Th Jh Qh Kh"),
        ("As 2s 3s 4s 5s", "As Ah Ad Ac Ks"),
        ("2s 2h 2d 2c 3s", "As Ah Ad Ks Kh"),
        ("2s 2h 2d 3s 3h", "As Ks Qs Js 9s"),
        ("7s 5s 4s 3s 2s", "As Kh Qs Js Ts"),
        ("As 2h 3s 4s 5s", "As Ah Ad Ks Qh"),
        ("2s 2h 2d 4s 3h", "As Ah Ks Kh Qs"),
        ("2s 2h 3s 3h 4s", "As Ah Ks Qh Js"),
        ("2s 2h 5s 4h 3s", "As Kh Qs Js 9s"),
    ],
)
def test_the_lowest_of_a_kind_beats_the_highest_of_the_next(lowest_of_better, highest_of_worse):
    better, worse = hand(lowest_of_better), hand(highest_of_worse)
    assert better.category > worse.category
    assert STRENGTHS.index(better.strength) == STRENGTHS.index(worse.strength) + 1, "no hand is between them"


@house_rules("2.6")
def test_every_hand_of_the_deck_is_counted_once_under_its_name():
    found = Counter()
    for each, ways in EVERY_HAND:
        found[each.category] += ways
    assert found == {
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
    assert len(STRENGTHS) == 7_462


HIGHER_AND_LOWER = [
    ("2.6(b)", "Qh Jh Th 9h 8h", "Js Ts 9s 8s 7s"),
    ("2.6(b)", "6h 5h 4h 3h 2h", "5s 4s 3s 2s As"),
    ("2.6(c)", "3s 3h 3d 3c 2s", "2s 2h 2d 2c As"),
    ("2.6(d)", "3s 3h 3d 2s 2h", "2s 2h 2d As Ah"),
    ("2.6(e)", "Ah 7h 4h 3h 2h", "Ks Qs Js Ts 8s"),
    ("2.6(e)", "Kh Qh 9h 8h 7h", "Ks Js Ts 9s 8s"),
    ("2.6(e)", "Kh Jh 9h 7h 5h", "Ks Js 9s 7s 4s"),
    ("2.6(f)", "As Kh Qs Js Th", "Ks Qh Js Ts 9h"),
    ("2.6(f)", "6s 5h 4s 3s 2h", "5s 4h 3s 2s Ah"),
    ("2.6(g)", "3s 3h 3d 5s 2h", "2s 2h 2d As Kh"),
    ("2.6(h)", "As Ah 3s 3h 2s", "Ks Kh Qs Qh Ad"),
    ("2.6(h)", "Ks Kh 9s 9h 2s", "Kd Kc 8s 8h Ad"),
    ("2.6(h)", "Ks Kh 9s 9h 5s", "Kd Kc 9d 9c 4s"),
    ("2.6(i)", "3s 3h 6s 5h 4s", "2s 2h As Kh Qs"),
    ("2.6(i)", "9s 9h As 3h 2s", "9d 9c Ks Qh Js"),
    ("2.6(i)", "9s 9h As Kh 2s", "9d 9c Ad Qh Js"),
    ("2.6(i)", "9s 9h As Kh 3s", "9d 9c Ad Kd 2d"),
    ("2.6(j)", "As 6h 4s 3h 2s", "Ks Qh Js Th 8s"),
    ("2.6(j)", "As Kh 4s 3h 2s", "Ad Qh Js Th 8s"),
    ("2.6(j)", "As Kh Js 9h 7s", "Ad Kd Jd 9d 6c"),
]


@house_rules("2.6", "2.8(a)", "2.8(b)")
@pytest.mark.parametrize(("rule", "higher", "lower"), HIGHER_AND_LOWER)
def test_of_two_hands_of_a_kind_the_rule_names_the_higher(rule, higher, lower):
    assert hand(higher).category is hand(lower).category
    assert strength(higher) > strength(lower)


@house_rules("2.7")
def test_ace_is_highest_and_two_lowest():
    order = [strength(f"{rank}s 4h 4d {'7' if rank != '7' else '8'}c 4s") for rank in "AKQJT9"]
    assert order == sorted(order, reverse=True)
    assert [Card(rank + "s").rank for rank in "AKQJT98765432"] == list(range(12, -1, -1))


@house_rules("2.7", "2.6(f)")
@pytest.mark.parametrize(
    ("held", "category"),
    [
        ("As Kh Qd Jc Ts", "straight"),
        ("5s 4h 3d 2c As", "straight"),
        ("Ks Ah 2d 3c 4s", "no_pair"),
        ("Qs Kh Ad 2c 3s", "no_pair"),
        ("Qs Ks As 2s 3s", "flush"),
        ("As 2h 3d 4c 6s", "no_pair"),
    ],
)
def test_ace_is_low_only_at_the_end_of_a_straight(held, category):
    assert hand(held).category.word == category


@house_rules("2.7", "2.6(b)")
def test_five_high_is_the_lowest_straight_flush_and_no_royal_flush():
    wheel = hand("5d 4d 3d 2d Ad")
    assert wheel.category is Category.STRAIGHT_FLUSH
    assert wheel.strength < strength("6d 5d 4d 3d 2d")


@house_rules("2.7")
def test_a_low_ace_makes_no_other_hand_weaker():
    assert strength("As Ah 2d 3c 4s") > strength("Ks Kh Qd Jc Ts")


@house_rules("2.9")
@pytest.mark.parametrize(("_", "example"), HIGHEST_FIRST)
def test_suits_do_not_matter(_, example):
    for suits in permutations(SUITS):
        exchanged = example.translate(str.maketrans(SUITS, "".join(suits)))
        assert strength(exchanged) == strength(example)


@house_rules("2.9")
def test_equal_ranks_in_other_suits_are_equal():
    assert strength("As Kh 9d 5c 3s") == strength("Ah Kd 9c 5s 3h")
    assert strength("9s 8h 7d 6c 5s") == strength("9h 8d 7c 6s 5h")
    assert strength("Ts Th Kd 6c 2s") == strength("Td Tc Kh 6s 2h")


def by_the_book(held: list[Card]) -> tuple:
    """Rule 2.6 word by word, the slow way."""
    values = sorted((RANKS.index(card[0]) + 2 for card in held), reverse=True)
    flush = len({card[1] for card in held}) == 1
    low = [5, 4, 3, 2, 1] if values == [14, 5, 4, 3, 2] else values
    straight = all(high - 1 == below for high, below in pairwise(low))

    def of(count: int) -> list[int]:
        return [value for value in dict.fromkeys(values) if values.count(value) == count]

    if straight and flush:
        return (9 if low[0] == 14 else 8, low)
    if of(4):
        return (7, of(4) + of(1))
    if of(3) and of(2):
        return (6, of(3) + of(2))
    if flush:
        return (5, values)
    if straight:
        return (4, low)
    if of(3):
        return (3, of(3) + of(1))
    return (len(of(2)), of(2) + of(1))


@house_rules("2.6")
def test_random_hands_compare_as_the_rule_reads():
    rng = random.Random(492)
    close = ["As", "Ah", "Ad", "8s", "8h", "8d", "5s", "5h", "4s", "4h", "3s", "2s", "2h"]
    for deck in (FULL_DECK, [Card(face) for face in close]):
        for _ in range(6_000):
            one, two = rng.sample(deck, 5), rng.sample(deck, 5)
            wanted = by_the_book(one) > by_the_book(two), by_the_book(one) == by_the_book(two)
            mine, theirs = rank_five(one), rank_five(two)
            assert (mine.strength > theirs.strength, mine.strength == theirs.strength) == wanted
            assert int(mine.category) == by_the_book(one)[0]


@pytest.mark.rule("NI2004-492", "9.2")
@pytest.mark.parametrize(
    ("held", "plays"),
    [
        ("As Kh 4d 3c 2s", True),
        ("As Qh Jd Tc 9s", False),
        ("As Qh Jd Tc 8s", False),
        ("Ks Qh Jd Tc 8s", False),
        ("2s 2h 5d 4c 3s", True),
        ("As 2h 3d 4c 5s", True),
        ("7s 5s 4s 3s 2s", True),
        ("7s 5s 4s 3s 2h", False),
    ],
)
def test_the_line_is_ace_king_or_any_pair_or_better(held, plays):
    assert ace_king_or_higher(hand(held)) is plays


@pytest.mark.rule("NI2004-492", "11.1 Dead Man's Hand")
@pytest.mark.parametrize(
    ("held", "is_one"),
    [
        ("As Ac 8s 8c Qh", True),
        ("Ad Ah 8d 8h 2s", True),
        ("As Ac Ah 8c 8h", False),
        ("As Ac 8s 8c 8h", False),
        ("As Ac 9s 9c Qh", False),
        ("Ks Kc 8s 8c Ah", False),
        ("As Ac 8s 7c 6h", False),
    ],
)
def test_dead_mans_hand_is_aces_and_eights_and_another_card(held, is_one):
    assert dead_mans_hand(hand(held)) is is_one
