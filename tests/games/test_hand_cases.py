"""Hands ranked by an independent reading of the instruments."""

import pytest

from games import hands
from games.cards import JOKER, Card
from games.hand_order import HOUSE, HandOrder
from games.hands import FIVE, Hand, best_five, pair_of_fours_or_higher, super_aces_line
from tests.cases import cases as worked_out

SHAPES = {"omaha": hands.OMAHA, "faro": hands.FARO, "seven_card_stud": hands.SEVEN_CARD_STUD}


def cases(*kinds: str) -> list[dict]:
    return sorted(
        worked_out("ranking", *kinds), key=lambda case: str(case["options"])
    )  # one order of hands after the other


def named(case: dict) -> str:
    return f"{case['id']} {case['game']} {case['kind']}"


def cards(faces: list[str]) -> list:
    return [JOKER if face == "Jk" else Card(face) for face in faces]


def order_of(case: dict, *, low: bool) -> HandOrder:
    options = case["options"]
    low8 = options["mode"] == "hilo" and options.get("low_qualifier") == 8  # QUAL-LOWBALL: in splits only
    mode = ("low8" if low8 else "low") if low else "high"
    return HandOrder(
        options["deck"],
        joker=options["joker"],
        ace_low=options["ace_low_straights"],
        mode=mode,
        low_ace=options.get("low_ace", "high"),
    )


def groups(strengths: list[int]) -> list[list[int]]:
    """Indices of equal hands, best first."""
    return [
        [place for place, strength in enumerate(strengths) if strength == each]
        for each in sorted(set(strengths), reverse=True)
    ]


def values(hand: Hand) -> list[int]:
    return [rank + 2 for rank in hand.ranks]


@pytest.mark.parametrize("case", cases("rank5"), ids=named)
def test_five_cards_are_called_as_the_independent_reading_calls_them(case):
    hand = best_five(FIVE, order_of(case, low=False), cards(case["input"]["cards"]))
    assert hand is not None
    assert hand.category.word == case["expected"]["category"]
    told = case["expected"]["tiebreak"]
    assert values(hand)[: len(told)] == told


@pytest.mark.parametrize("case", cases("compare5", "compare5_low"), ids=named)
def test_five_cards_compare_as_in_the_independent_reading(case):
    low = case["kind"] == "compare5_low"
    found = [best_five(FIVE, order_of(case, low=low), cards(held)) for held in case["input"]["hands"]]
    assert groups([hand.strength for hand in found]) == case["expected"]["order"]
    said = case["expected"]["low_categories" if low else "categories"]
    assert [hand.category.word for hand in found] == said


def showdown(case: dict, *, low: bool) -> list[Hand | None]:
    order, shape, given = order_of(case, low=low), SHAPES[case["game"]], case["input"]
    communal = cards(given.get("board", []))
    if shared := given.get("communal_final_card"):
        shape, communal = hands.STUD_SHARED_CARD, cards([shared])
    return [best_five(shape, order, cards(held), communal) for held in given["players"]]


@pytest.mark.parametrize("case", cases("showdown_high", "showdown_hilo"), ids=named)
def test_the_high_hands_of_a_showdown(case):
    found, expected = showdown(case, low=False), case["expected"]["high"]
    assert groups([hand.strength for hand in found]) == expected["order"]
    assert groups([hand.strength for hand in found])[0] == expected["winners"]
    assert [hand.category.word for hand in found] == expected["categories"]
    for hand, told in zip(found, expected["tiebreaks"], strict=True):
        assert values(hand)[: len(told)] == told


@pytest.mark.parametrize("case", cases("showdown_low", "showdown_hilo"), ids=named)
def test_the_low_hands_of_a_showdown(case):
    found, expected = showdown(case, low=True), case["expected"]["low"]
    if "qualified" in expected:
        assert [hand is not None for hand in found] == expected["qualified"]
    strengths = [hand.strength if hand else 0 for hand in found]
    winners = groups(strengths)[0] if max(strengths) else []
    assert winners == expected["winners"]
    for place, hand in enumerate(found):
        if hand:
            assert hand.category.word == expected["low_categories"][place]
            ace = 1 if case["options"]["low_ace"] == "low" else 14
            assert [ace if value == 14 else value for value in values(hand)] == expected["low_ranks"][place]


@pytest.mark.rule("NI2007-208", "2.5")
@pytest.mark.rule("NI2007-208", "10.3")
@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.parametrize("case", cases("holdem_house"), ids=named)
def test_casino_holdem_against_the_dealer(case):
    given, expected = case["input"], case["expected"]
    board = cards(given["board"])
    dealer = best_five(hands.CASINO_HOLDEM, HOUSE, cards(given["dealer"]), board)
    assert dealer is not None
    assert dealer.category.word == expected["dealer"]["category"]
    assert pair_of_fours_or_higher(dealer) == expected["dealer"]["qualifies"]
    for held, told in zip(given["players"], expected["players"], strict=True):
        own = best_five(hands.CASINO_HOLDEM, HOUSE, cards(held), board)
        bonus = best_five(hands.SUPER_ACES, HOUSE, cards(held), board[:3])
        assert own is not None
        assert bonus is not None
        assert own.category.word == told["category"]
        assert versus(own, dealer) == told["versus_dealer"]
        assert super_aces_line(bonus) == told["super_aces"]


def versus(own: Hand, dealer: Hand) -> str:
    if own.strength == dealer.strength:
        return "equal"
    return "player_higher" if own.strength > dealer.strength else "dealer_higher"
