"""The order of hands a second time, as slowly and literally as the rules read, to compare with.

Nothing of games.hand_order and its neighbours is used here. Values are 2 for a two up to 14 for an ace;
greater results win.
"""

from itertools import combinations

VALUES = {face: value for value, face in enumerate("23456789TJQKA", start=2)}
FULL = [
    "no_pair",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]
REDUCED = [
    "no_pair",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "full_house",
    "flush",
    "four_of_a_kind",
    "straight_flush",
]
TOP = ["five_of_a_kind", "royal_flush"]


def deck_of(cards: int) -> list[str]:
    """Rule 2.2: the lowest ranks are left out, four cards at a time."""
    ranks = "23456789TJQKA"[(52 - cards) // 4 :]
    return [rank + suit for suit in "shdc" for rank in ranks]


def high(five: list[str], *, deck: int, joker: bool, ace_low: bool) -> tuple:
    """Rules 3.1 to 3.5(a) for five cards without the joker: (place of the category, values, category)."""
    values = sorted((VALUES[card[0]] for card in five), reverse=True)
    one_suit = len({card[1] for card in five}) == 1
    times = sorted((values.count(value) for value in set(values)), reverse=True)
    run = values
    lowest = 15 - deck // 4
    if ace_low and values == [14, lowest + 3, lowest + 2, lowest + 1, lowest]:
        run = [lowest + 3, lowest + 2, lowest + 1, lowest, lowest - 1]
    straight = times[0] == 1 and run == list(range(run[0], run[0] - 5, -1))
    if straight and one_suit:
        category = "royal_flush" if run[0] == 14 else "straight_flush"
    elif times == [5]:
        category = "five_of_a_kind"
    elif times == [4, 1]:
        category = "four_of_a_kind"
    elif one_suit:
        category = "flush"
    elif times == [3, 2]:
        category = "full_house"
    elif straight:
        category = "straight"
    else:
        category = kind(times)
    order = (FULL if deck + joker >= 52 else REDUCED) + TOP
    compared = run if straight else values if category == "flush" else grouped(values)
    return order.index(category), compared, category


def low(five: list[str], *, low_ace: str, eight_or_better: bool) -> tuple | None:
    """Rules 3.5(d) and 3.6. None: does not qualify."""
    values = [1 if card[0] == "A" and low_ace == "low" else VALUES[card[0]] for card in five]
    times = sorted((values.count(value) for value in set(values)), reverse=True)
    category = kind(times)
    if eight_or_better and (category != "no_pair" or max(values) > 8):
        return None
    order = [
        "no_pair",
        "one_pair",
        "two_pairs",
        "three_of_a_kind",
        "full_house",
        "four_of_a_kind",
        "five_of_a_kind",
    ]
    return -order.index(category), [-value for value in grouped(values)], category


def kind(times: list[int]) -> str:
    return {
        (1, 1, 1, 1, 1): "no_pair",
        (2, 1, 1, 1): "one_pair",
        (2, 2, 1): "two_pairs",
        (3, 1, 1): "three_of_a_kind",
        (3, 2): "full_house",
        (4, 1): "four_of_a_kind",
        (5,): "five_of_a_kind",
    }[tuple(times)]


def grouped(values: list[int]) -> list[int]:
    return sorted(values, key=lambda value: (values.count(value), value), reverse=True)


def substituted(five: list[str], deck: int) -> list[list[str]]:
    """Rule 3.7: whatever card of the deck the joker stands for."""
    others = [card for card in five if card != "Jk"]
    if len(others) == 5:
        return [five]
    return [[*others, card] for card in deck_of(deck)]


def value(five: list[str], options: dict) -> tuple | None:
    """The best that five cards can be under `options`, as tablectl rank takes them."""
    found = []
    for cards in substituted(five, options["deck"]):
        if options["mode"] == "high":
            found.append(high(cards, **{name: options[name] for name in ("deck", "joker", "ace_low")}))
        else:
            found.append(low(cards, low_ace=options["low_ace"], eight_or_better=options["mode"] == "low8"))
    return max((each for each in found if each), default=None)


def best(hole: list[str], board: list[str], options: dict, *, two_of_hole: bool) -> tuple | None:
    if two_of_hole:
        fives = [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]
    else:
        fives = [list(five) for five in combinations([*hole, *board], 5)]
    return max((each for five in fives if (each := value(five, options))), default=None)
