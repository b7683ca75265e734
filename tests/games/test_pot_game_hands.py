"""What beats what in Omaha, Faro and Seven Card Stud: their rules 3.1 to 3.7, in every deck of 2.2."""

from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from games import hands
from games.cards import JOKER, SUITS, Card
from games.hand_order import DECKS, HandOrder
from games.hands import FIVE, Hand, best_five
from tests.games.rules_in_common import pot_rules

FULL = HandOrder()
FULL_WILD = HandOrder(joker=True)
REDUCED = HandOrder(40)
REDUCED_WILD = HandOrder(40, joker=True)
ACE_BOTH_WAYS = HandOrder(ace_low=True)
LOW = HandOrder(mode="low")
EIGHT_OR_BETTER = HandOrder(mode="low8")


def cards(text: str) -> list:
    return [JOKER if face == "Jk" else Card(face) for face in text.split()]


def low_hand(order: HandOrder, text: str) -> Hand | None:
    return best_five(FIVE, order, cards(text))


def hand(order: HandOrder, text: str) -> Hand:
    found = best_five(FIVE, order, cards(text))
    assert found is not None
    return found


def called(order: HandOrder, text: str) -> str:
    return hand(order, text).category.word


def each_beats_the_next(order: HandOrder, *texts: str) -> None:
    for higher, lower in pairwise(texts):
        assert hand(order, higher).strength > hand(order, lower).strength, f"{higher} over {lower}"


def equal(order: HandOrder, *texts: str) -> None:
    assert len({hand(order, text).strength for text in texts}) == 1


# ---------------------------------------------------------------- 3.1 and 3.2


@pot_rules("3.1")
@pytest.mark.parametrize("order", [FULL, REDUCED], ids=["full deck", "reduced deck"])
def test_suits_have_the_same_rank(order):
    for held in ("As Ks Qs Js 9s", "Ts Th Td 9s 8h", "As Kh Qd Jc 9s"):
        swapped = [held.translate(str.maketrans(SUITS, "".join(suits))) for suits in permutations(SUITS)]
        equal(order, held, *swapped)


@pot_rules("3.1")
def test_ranks_go_from_the_ace_down_to_the_two():
    each_beats_the_next(FULL, *(f"{rank}s {rank}h 8d 4c 3s" for rank in "AKQJT9"))
    each_beats_the_next(FULL, *(f"{rank}s {rank}h Kd Qc Js" for rank in "8765432"))


@pot_rules("3.2")
def test_every_card_counts():
    each_beats_the_next(FULL, "Qs Qh Js Jh Td", "Qd Qc Jd Jc 9s")
    each_beats_the_next(FULL, "9s 9h 9d Ac 4s", "9s 9h 9d Ac 3s")
    each_beats_the_next(FULL, "As Kh Jd 9c 6s", "As Kh Jd 9c 5s")
    each_beats_the_next(FULL, "7s 7h 7d 7c 3s", "7s 7h 7d 7c 2s")
    each_beats_the_next(FULL, "Ks Qs 9s 5s 3s", "Kh Qh 9h 5h 2h")


@pot_rules("3.3(e)", "3.4(f)")
@pytest.mark.parametrize("order", [FULL, REDUCED], ids=["full deck", "reduced deck"])
def test_a_full_house_goes_by_its_three_and_then_by_its_pair(order):
    """FULLHOUSE-PAIR: rule 3.2 breaks the tie. Two equal threes need the joker or communal cards."""
    each_beats_the_next(order, "Ks Kh Kd 7s 7h", "Qs Qh Qd As Ah", "Qs Qh Qd Ks Kh")


# ---------------------------------------------------------------- 3.3 and 3.4

FULL_DECK_EXAMPLES = [  # the instruments' own, highest first
    ("royal_flush", "As Ks Qs Js Ts"),
    ("five_of_a_kind", "As Ah Ad Ac Jk"),
    ("straight_flush", "Jh Th 9h 8h 7h"),
    ("four_of_a_kind", "As Ah Ad Ac 4s"),
    ("full_house", "Ks Kh Kd Js Jh"),
    ("flush", "Kd Jd 9d 7d 5d"),
    ("straight", "Kh Qc Jc Ts 9d"),
    ("three_of_a_kind", "Qs Qh Qd 8s 5h"),
    ("two_pairs", "Qs Qh 4s 4h Jd"),
    ("one_pair", "Ts Th Kd 6c 2s"),
    ("no_pair", "Qh Tc 7c 4d 3s"),
]
# The instruments' examples hold a four, which most reduced decks lack (EXAMPLE-LOWCARDS): here a five or a six.
REDUCED_DECK_EXAMPLES = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("five_of_a_kind", "As Ah Ad Ac Jk"),
    ("straight_flush", "Jh Th 9h 8h 7h"),
    ("four_of_a_kind", "As Ah Ad Ac 6s"),
    ("flush", "Kd Jd 9d 7d 5d"),
    ("full_house", "Ks Kh Kd Js Jh"),
    ("straight", "Kh Qc Jc Ts 9d"),
    ("three_of_a_kind", "Qs Qh Qd 8s 5h"),
    ("two_pairs", "Qs Qh 6s 6h Jd"),
    ("one_pair", "Ts Th Kd 6c 5s"),
    ("no_pair", "Qh Tc 9c 7d 5s"),
]


@pot_rules("3.3", "3.3(a)", "3.3(b)", "3.3(c)", "3.3(d)", "3.3(e)", "3.3(f)", "3.3(g)")
@pot_rules("3.3(h)", "3.3(i)", "3.3(j)", "3.3(k)")
def test_the_order_of_a_full_deck():
    assert [called(FULL_WILD, held) for _, held in FULL_DECK_EXAMPLES] == [
        name for name, _ in FULL_DECK_EXAMPLES
    ]
    each_beats_the_next(FULL_WILD, *(held for _, held in FULL_DECK_EXAMPLES))


@pot_rules("3.4", "3.4(a)", "3.4(b)", "3.4(c)", "3.4(d)", "3.4(e)", "3.4(f)", "3.4(g)")
@pot_rules("3.4(h)", "3.4(i)", "3.4(j)", "3.4(k)")
def test_the_order_of_a_reduced_deck():
    examples = REDUCED_DECK_EXAMPLES
    assert [called(REDUCED_WILD, held) for _, held in examples] == [name for name, _ in examples]
    each_beats_the_next(REDUCED_WILD, *(held for _, held in examples))


@pot_rules("3.3", "3.4")
@pytest.mark.parametrize("joker", [False, True], ids=["no joker", "joker"])
@pytest.mark.parametrize("deck", DECKS)
def test_a_flush_beats_a_full_house_in_any_deck_of_less_than_52_cards(deck, joker):
    """The joker counts as a card, but 48 and one are still fewer than 52 (DECK-CLASS)."""
    order = HandOrder(deck, joker=joker)
    flush, full_house = "Kd Jd 9d 8d 7d", "As Ah Ad Ks Kh"
    each_beats_the_next(order, *((full_house, flush) if deck == 52 else (flush, full_house)))


@pot_rules("3.3", "3.4")
@pytest.mark.parametrize("order", [FULL, REDUCED], ids=["full deck", "reduced deck"])
def test_only_flush_and_full_house_change_places(order):
    each_beats_the_next(
        order, "Ts 9s 8s 7s 6s", "5s 5h 5d 5c 6s", "Kd Jd 9d 8d 7d" if order is REDUCED else "5s 5h 5d 6s 6h"
    )
    each_beats_the_next(
        order, "5s 5h 5d 6s 6h" if order is REDUCED else "Kd Jd 9d 8d 7d", "As Kh Qd Jc Ts", "As Ah Ad Kc Qs"
    )


@pytest.mark.parametrize("deck", DECKS)
def test_a_card_that_the_deck_lacks_is_no_hand(deck):
    lowest_left_out = {48: "2s", 44: "3s", 40: "4s", 36: "5s", 32: "6s"}.get(deck, "Jk")
    with pytest.raises(ValueError, match="not one of this deck"):
        hand(HandOrder(deck), f"As Kh Qd Jc {lowest_left_out}")


# ---------------------------------------------------------------- 3.5(a): the ace high and low

WHEELS = {52: "5s 4h 3d 2c As", 48: "6s 5h 4d 3c As", 44: "7s 6h 5d 4c As", 40: "8s 7h 6d 5c As"} | {
    36: "9s 8h 7d 6c As",
    32: "Ts 9h 8d 7c As",
}


@pot_rules("3.5(a)")
@pytest.mark.parametrize(("deck", "wheel"), WHEELS.items())
def test_an_ace_that_was_determined_to_be_low_stands_right_under_the_lowest_card(deck, wheel):
    """REDUCED-WHEEL."""
    order = HandOrder(deck, ace_low=True)
    assert called(order, wheel) == "straight"
    assert called(order, in_spades(wheel)) == "straight_flush"


def in_spades(held: str) -> str:
    return " ".join(face[0] + "s" for face in held.split())


@pot_rules("3.5(a)", "3.3(g)", "3.4(g)")
@pytest.mark.parametrize(("deck", "wheel"), WHEELS.items())
def test_nothing_determined_the_ace_is_high_only(deck, wheel):
    """ACE-DEFAULT."""
    assert called(HandOrder(deck), wheel) == "no_pair"
    assert called(HandOrder(deck), in_spades(wheel)) == "flush"
    assert called(HandOrder(deck), "As Kh Qd Jc Ts") == "straight"


@pot_rules("3.5(a)", "3.4(c)", "3.4(g)")
@pytest.mark.parametrize(
    ("deck", "not_straight"), [(48, "5s 4h 3d 6c Ts"), (44, "5s 4h 8d 6c As"), (36, "8s 7h 6d Tc As")]
)
def test_another_decks_low_straight_is_none(deck, not_straight):
    assert called(HandOrder(deck, ace_low=True), not_straight) == "no_pair"


@pot_rules("3.3(c)", "3.3(g)", "3.5(a)")
@pytest.mark.parametrize("deck", DECKS)
def test_the_low_straight_is_the_lowest(deck):
    """WHEEL-RANK: the ace counts as one."""
    order = HandOrder(deck, ace_low=True)
    lowest = "23456789TJQKA"[(52 - deck) // 4 :]
    next_one = f"{lowest[4]}s {lowest[3]}h {lowest[2]}d {lowest[1]}c {lowest[0]}s"
    each_beats_the_next(order, "As Kh Qd Jc Ts", next_one, WHEELS[deck], "As Ah Ad Kc Qs")
    each_beats_the_next(order, in_spades(next_one), in_spades(WHEELS[deck]))


@pot_rules("3.3(g)", "3.4(g)")
@pytest.mark.parametrize("deck", DECKS)
def test_no_straight_runs_through_the_ace(deck):
    """NO-WRAP."""
    low, next_low = "23456789TJQKA"[(52 - deck) // 4 :][:2]
    for held in (f"Qs Kh Ad {low}c {next_low}s", f"Js Qh Kd Ac {low}s"):
        assert called(HandOrder(deck, ace_low=True), held) == "no_pair"


# ---------------------------------------------------------------- 3.7: the joker


@pot_rules("3.7")
@pytest.mark.parametrize(
    ("held", "becomes"),
    [
        ("Ks Kh Kd Kc Jk", "five_of_a_kind"),
        ("Ks Qs Js Ts Jk", "royal_flush"),
        ("9s 8s 6s 5s Jk", "straight_flush"),
        ("Ks Kh Kd 9c Jk", "four_of_a_kind"),
        ("Ks Kh 9d 9c Jk", "full_house"),
        ("Ks 9s 5s 2s Jk", "flush"),
        ("9s 8h 6d 5c Jk", "straight"),
        ("Ks Kh 9d 5c Jk", "three_of_a_kind"),
        ("Ks 9h 5d 2c Jk", "one_pair"),
    ],
)
def test_the_joker_counts_as_the_card_it_stands_for(held, becomes):
    found = hand(FULL_WILD, held)
    assert found.category.word == becomes
    assert set(cards(held)) - {JOKER} <= set(found.cards)
    assert len(found.cards) == 5
    assert JOKER not in found.cards


@pot_rules("3.3(b)", "3.4(b)", "3.7")
@pytest.mark.parametrize("order", [FULL_WILD, REDUCED_WILD], ids=["full deck", "reduced deck"])
def test_five_of_a_kind_stands_between_royal_and_straight_flush(order):
    each_beats_the_next(order, "As Ks Qs Js Ts", "As Ah Ad Ac Jk", "6s 6h 6d 6c Jk", "Ks Qs Js Ts 9s")


@pot_rules("3.3(a)", "3.7")
def test_a_royal_flush_with_the_joker_equals_a_natural_one():
    """JOKER-ROYAL."""
    equal(FULL_WILD, "As Ks Qs Js Ts", "Ah Kh Jk Jh Th", "Jk Kd Qd Jd Td")


@pot_rules("3.7", "3.3(f)")
def test_the_joker_may_double_a_card_of_a_flush():
    """JOKER-DUP: any card of the deck, one that the player holds too."""
    found = hand(FULL_WILD, "Ah Jk Kh 9h 4h")
    assert found.cards == tuple(cards("Ah Ah Kh 9h 4h"))
    each_beats_the_next(FULL_WILD, "Ah Jk Kh 9h 4h", "As Ks Qs 9s 4s")


@pot_rules("3.7")
def test_the_joker_is_shown_as_a_card_that_nobody_else_holds_wherever_that_will_do():
    assert hand(FULL_WILD, "Ks Kh 9d 5c Jk").cards == tuple(cards("Kd Kh Ks 9d 5c"))
    assert hand(FULL_WILD, "Ks Kh Kd Kc Jk").cards.count(Card("Ks")) == 2


@pot_rules("3.7")
def test_the_joker_is_shown_as_no_card_that_lies_among_the_players_others():
    found = best_five(hands.OMAHA, FULL_WILD, cards("Ks Kh 2d 3c"), cards("Jk 9s 5d 7h Jc"))
    assert found is not None
    assert found.cards[:3] == tuple(cards("Kd Kh Ks"))


def test_a_hand_that_does_without_the_joker_is_shown_without_it():
    found = best_five(hands.SEVEN_CARD_STUD, FULL_WILD, cards("Jk As Ks Qs Js Ts 2d"))
    assert found is not None
    assert found.cards == tuple(cards("As Ks Qs Js Ts"))
    low = best_five(hands.SEVEN_CARD_STUD, replace(LOW, joker=True), cards("Jk 6s 5h 4d 3c 2s Kd"))
    assert low is not None
    assert low.cards == tuple(cards("6s 5h 4d 3c 2s"))


@pot_rules("2.2")
@pytest.mark.parametrize("deck", [0, 20, 50, 53, 56])
def test_there_are_only_the_decks_of_rule_2_2(deck):
    with pytest.raises(ValueError, match="deck is one of"):
        HandOrder(deck)


@pytest.mark.parametrize("misspelt", [{"mode": "hi"}, {"low_ace": "hgih"}])
def test_a_misspelt_option_is_no_order_of_hands(misspelt):
    with pytest.raises(ValueError, match="high"):
        HandOrder(**misspelt)


@pot_rules("3.5(a)", "3.7")
def test_the_joker_may_be_a_low_ace_where_aces_may_be_low():
    assert called(replace(ACE_BOTH_WAYS, joker=True), "5s 4h 3d 2c Jk") == "straight"
    each_beats_the_next(replace(ACE_BOTH_WAYS, joker=True), "5s 4h 3d Jk 6c", "5s 4h 3d Jk Ac")


# ---------------------------------------------------------------- 3.6 and 3.5(d): low hands


@pot_rules("3.6")
def test_straights_and_flushes_do_not_count_in_a_low_hand():
    assert called(LOW, "6s 5s 4s 3s 2s") == "no_pair"
    each_beats_the_next(LOW, "6s 5s 4s 3s 2s", "7h 5d 4c 3s 2h", "7s 6s 4s 3s 2s")


@pot_rules("3.1", "3.6", "3.5(b)")
def test_an_ace_is_high_in_a_low_hand():
    """LOW-ACE: the best low is 6-5-4-3-2, and an ace is the worst single card."""
    each_beats_the_next(LOW, "6s 5h 4d 3c 2s", "Ks Qh Jd Tc 9s", "As 5h 4d 3c 2s", "As Kh Qd Jc 9s")
    each_beats_the_next(replace(LOW, ace_low=True), "6s 5h 4d 3c 2s", "5s 4h 3d 2c As")


@pot_rules("3.6")
def test_where_the_operator_says_so_an_ace_is_the_lowest_card_of_a_low_hand():
    order = replace(LOW, low_ace="low")
    each_beats_the_next(order, "5s 4h 3d 2c As", "6s 4h 3d 2c As", "6s 5h 4d 3c 2s", "Ks Qh Jd Tc 9s")
    each_beats_the_next(order, "As Ah 4d 3c 2s", "2s 2h 5d 4c 3s")


@pot_rules("3.6", "3.2")
def test_paired_lows_come_after_unpaired_ones_in_the_order_of_hands():
    """NOQUAL-LOW."""
    each_beats_the_next(
        LOW,
        "As Kh Qd Jc Ts",
        "2s 2h 5d 4c 3s",
        "2s 2h 5d 4c As",
        "3s 3h 2d 2c 4s",
        "2s 2h 2d 4c 3s",
        "2s 2h 2d 3c 3s",
        "2s 2h 2d 2c 3s",
    )


@pot_rules("3.5(d)")
@pytest.mark.parametrize("held", ["8h 6c 4c 3d 2s", "8s 7h 6d 5c 4s", "6s 5s 4s 3s 2s"])
def test_five_odd_cards_of_eight_or_less_qualify(held):
    found = low_hand(EIGHT_OR_BETTER, held)
    assert found is not None
    assert found.strength > 0


@pot_rules("3.5(d)")
@pytest.mark.parametrize(
    "held", ["9h 6c 4c 3d 2s", "8h 8c 4c 3d 2s", "Ah 6c 4c 3d 2s", "Kh 6c 4c 3d 2s", "2h 2d 2c 3s 3h"]
)
def test_a_nine_a_pair_or_an_ace_does_not_qualify(held):
    """LOW-QUALIFIER; an ace is high (LOW-ACE)."""
    assert low_hand(EIGHT_OR_BETTER, held) is None


@pot_rules("3.5(d)")
def test_a_low_ace_qualifies():
    order = replace(EIGHT_OR_BETTER, low_ace="low")
    each_beats_the_next(order, "5s 4h 3d 2c As", "8s 4h 3d 2c As", "8s 7h 6d 5c 4s")
    assert low_hand(order, "As Ah 4d 3c 2s") is None


@pot_rules("3.5(d)")
@pytest.mark.parametrize(
    ("deck", "low_ace"), [(36, "high"), (36, "low"), (32, "high"), (32, "low"), (40, "high")]
)
def test_small_decks_have_no_low_that_qualifies(deck, low_ace):
    """LOW-IMPOSSIBLE."""
    order = HandOrder(deck, mode="low8", low_ace=low_ace)
    lowest = [f"{rank}{suit}" for rank, suit in zip("23456789TJQKA"[(52 - deck) // 4 :], "shdcs", strict=False)]
    assert low_hand(order, " ".join(lowest)) is None
    if low_ace == "low":
        assert low_hand(order, " ".join(["As", *lowest[:4]])) is None


@pot_rules("3.5(d)")
def test_forty_cards_have_one_low_that_qualifies_if_the_ace_is_low():
    order = HandOrder(40, mode="low8", low_ace="low")
    assert low_hand(order, "8s 7h 6d 5c As") is not None
    assert low_hand(order, "9s 7h 6d 5c As") is None


@pot_rules("3.6", "3.7")
def test_the_joker_takes_the_card_that_serves_best_in_a_low_hand():
    """JOKER-LOW."""
    wild = replace(LOW, joker=True)
    assert hand(wild, "7s 5h 4d 3c Jk").cards == tuple(cards("7s 5h 4d 3c 2s"))
    assert hand(wild, "6s 5h 4d 2c Jk").cards == tuple(cards("6s 5h 4d 3s 2c"))
    assert hand(replace(wild, low_ace="low"), "7s 5h 4d 3c Jk").cards == tuple(cards("7s 5h 4d 3c As"))
    assert low_hand(replace(wild, mode="low8"), "8s 7h 6d 5c Jk") is not None
    assert low_hand(replace(wild, mode="low8"), "9s 7h 6d 5c Jk") is None


# ---------------------------------------------------------------- 9.1: which cards


@pytest.mark.rule("NI2017-583", "9.1")
@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("As Kd 7h 2c", "Ks Qs Js Ts 3d", "straight"),  # one spade in the hole makes no flush
        ("As 2s 7h 2c", "Ks Qs Js 5d 3d", "flush"),
        ("As Ah Ad Ac", "Ks Qh 9d 5c 3s", "one_pair"),  # only two of the four aces
        ("9s 8h 7d 6c", "As Ks Qs Js Ts", "straight"),  # not the royal flush on the board
        ("Ks Kh 7d 6c", "As Ah Ad Ac Qd", "full_house"),
        ("Ks 8h 7d 6c", "As Ah Ad Ac Qd", "three_of_a_kind"),
    ],
)
def test_omaha_takes_two_of_the_hole_and_three_of_the_board(hole, board, category):
    found = best_five(hands.OMAHA, FULL, cards(hole), cards(board))
    assert found is not None
    assert found.category.word == category
    assert len(set(found.cards) & set(cards(hole))) == 2


@pytest.mark.rule("NI2005-67", "9.1")
@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("As Ks Qs Js Ts", "9h 8h 4d 4c 2s", "one_pair"),  # not the royal flush in the hole
        ("As Ks Qs Js 9s", "Ts Th 4s 3s 2d", "flush"),
        ("9h 9d 5s 5h 2c", "9s 5d 5c Kh Qd", "four_of_a_kind"),
    ],
)
def test_faro_takes_two_of_five_and_three_of_the_board(hole, board, category):
    found = best_five(hands.FARO, FULL, cards(hole), cards(board))
    assert found is not None
    assert found.category.word == category


@pytest.mark.rule("NI2017-583", "9.1")
def test_high_and_low_may_be_made_of_different_cards():
    """HILO-TWO-HANDS."""
    hole, board = cards("As Kh 4d 3c"), cards("8s 7h 2d Ac Kd")
    high = best_five(hands.OMAHA, FULL, hole, board)
    low = best_five(hands.OMAHA, EIGHT_OR_BETTER, hole, board)
    assert high is not None
    assert low is not None
    assert high.category.word == "two_pairs"
    assert low.cards == tuple(cards("8s 7h 4d 3c 2d"))


@pot_rules("3.7")
@pytest.mark.parametrize("shape", [hands.OMAHA, hands.FARO], ids=["omaha", "faro"])
def test_a_communal_joker_is_used_by_each_player_as_he_likes(shape):
    """JOKER-COMMUNAL."""
    board = cards("Jk 7s 3s Qh Jd")
    for held, category in (
        ("Ks 9s 4d 4h 2c", "flush"),
        ("Kc 9c 4d 4h 2d", "straight"),
        ("7c 3d 4d 4h 2d", "full_house"),
    ):
        found = best_five(shape, FULL_WILD, cards(held)[: shape.hole], board)
        assert found is not None
        assert found.category.word == category


@pytest.mark.rule("NI2005-74", "9.1")
@pytest.mark.rule("NI2005-74", "17.20")
def test_stud_takes_any_five_of_seven_the_shared_card_among_them():
    """STUD-COMMUNAL-HAND."""
    own = best_five(hands.SEVEN_CARD_STUD, FULL, cards("As Ks Qs Js 2d 2h Ts"))
    shared = best_five(hands.STUD_SHARED_CARD, FULL, cards("As Ks Qs Js 2d 2h"), cards("Ts"))
    assert own == shared
    assert own is not None
    assert own.category.word == "royal_flush"


@pytest.mark.parametrize(
    ("shape", "hole", "board"),
    [
        (hands.OMAHA, "As Ks Qs", "Js Ts 9s 8s 7s"),
        (hands.OMAHA, "As Ks Qs Js", "Ts 9s 8s 7s"),
        (hands.OMAHA, "As Ks Qs Js", "As Ts 9s 8s 7s"),
        (hands.SEVEN_CARD_STUD, "As Ks Qs Js Ts 9s", ""),
        (hands.SEVEN_CARD_STUD, "As Ks Qs Js Ts 9s 9s", ""),
        (hands.FARO, "As Ks Qs Js", "Ts 9s 8s 7s 6s"),
    ],
)
def test_wrong_numbers_and_doubled_cards_are_no_hand_and_the_error_names_no_card(shape, hole, board):
    with pytest.raises(ValueError, match="different cards") as error:
        best_five(shape, FULL, cards(hole), cards(board))
    assert not any(face in str(error.value) for face in (*hole.split(), *board.split()))
