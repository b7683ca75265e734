"""The pot games' worked cases from an independent reading of the instruments, if they are at hand."""

import pytest

from games import hands
from games.cards import JOKER, Card
from games.commission import (
    FIVE_PERCENT,
    TEN_PERCENT,
    Charged,
    Commission,
    commission,
    ten_percent_allowed,
)
from games.hand_order import HandOrder
from games.hands import strength_of
from games.pots import Table, form_pots, given_back, left_to_win, settle
from games.rulebook import FARO, OMAHA, SEVEN_CARD_STUD
from tests.games.rules_in_common import pot_rules
from tests.games.test_canberra_cases import cases, named

DOCUMENTS = {"omaha": OMAHA, "faro": FARO, "seven_card_stud": SEVEN_CARD_STUD}
SHAPES = {"omaha": hands.OMAHA, "faro": hands.FARO, "seven_card_stud": hands.SEVEN_CARD_STUD}
SCHEDULES = {"A": FIVE_PERCENT, "B": TEN_PERCENT}
HAND_CARDS = {"omaha": 4, "faro": 5, "seven_card_stud": 7}


def pot_cases(file: str, kind: str) -> list[dict]:
    return [case for case in cases(file, kind) if case["game"] in DOCUMENTS]


def by_seat(cents: dict[str, int]) -> dict[int, int]:
    return {int(seat): amount for seat, amount in cents.items()}


def card(face: str):
    return JOKER if face == "Jk" else Card(face)


def terms(given: dict) -> Commission | None:
    return SCHEDULES.get(given["schedule"]) and Commission(
        SCHEDULES[given["schedule"]], given["approved_maximum"]
    )


def order(options: dict, mode: str) -> HandOrder:
    return HandOrder(
        options["deck"],
        options["joker"],
        options["ace_low_straights"],
        mode,
        options.get("low_ace", "high"),
    )


def strengths(case: dict, mode: str, cards: dict, board: list) -> dict[int, int]:
    shown = {seat: [card(face) for face in faces] for seat, faces in by_seat(cards).items()}
    communal = [card(face) for face in board]
    by = order(case["options"], mode)
    return {seat: strength_of(SHAPES[case["game"]], by, faces, communal) for seat, faces in shown.items()}


def high_and_low(case: dict, cards: dict, board: list) -> tuple[dict, dict | None]:
    mode = case["options"]["mode"]
    if mode != "hilo":
        return strengths(case, mode, cards, board), None
    low = "low8" if case["options"]["low_qualifier"] else "low"
    return strengths(case, "high", cards, board), strengths(case, low, cards, board)


def clockwise_from_button(seats: list[int], button: int) -> list[int]:
    seats = sorted(seats)
    return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]


def paid_out(pots: list) -> list[dict]:
    return [
        {
            "amount": won.pot.amount_cents,
            "eligible": sorted(won.pot.eligible),
            "contributors": sorted(won.pot.contributors),
            "commission": won.commission_cents,
            "winners": sorted(set(won.high_winners) | set(won.low_winners)),
            "paid": {seat: cents for seat, cents in won.paid.items() if cents},
        }
        for won in pots
    ]


def paid_in_the_case(pots: list[dict]) -> list[dict]:
    return [
        {key: pot[key] for key in ("amount", "eligible", "contributors", "commission")}
        | {
            "winners": sorted({*pot["high_winners"], *pot.get("low_winners", ())}),
            "paid": {seat: cents for seat, cents in by_seat(pot["paid"]).items() if cents},
        }
        for pot in pots
    ]


@pot_rules("13.2", "14.2", "15.2(b)", "15.2(c)", "15.2(d)")
@pytest.mark.parametrize("case", cases("settlement.jsonl", "pot_settlement"), ids=named)
def test_settles_pots_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    paid = by_seat(given["contributions"])
    live = [seat for seat in paid if seat not in given["folded"]]
    formed = form_pots(paid, live, by_seat(given["of_which_posted"]))
    high, low = high_and_low(case, given["showdown_cards"], given["board"])
    clockwise = clockwise_from_button(given["seats"], given["button"])
    table = Table(clockwise, given["smallest_chip"], terms(given["commission"]))
    won = settle(formed.pots, high, low, table)
    uncalled = formed.uncalled
    assert ({uncalled.seat: uncalled.cents} if uncalled else {}) == by_seat(expected["uncalled"])
    assert paid_out(won) == paid_in_the_case(expected["pots"])


@pot_rules("15.2(a)(i)", "15.2(a)(ii)")
@pytest.mark.parametrize("case", cases("settlement.jsonl", "commission"), ids=named)
def test_deducts_commission_as_the_independent_reading_does(case):
    given = case["input"]
    assert (
        commission(terms(given), [Charged(cents) for cents in given["pots"]]) == case["expected"]["from_pots"]
    )


@pot_rules("15.2(e)")
@pytest.mark.parametrize("case", cases("settlement.jsonl", "commission_schedule"), ids=named)
def test_chooses_among_schedules_as_the_independent_reading_does(case):
    given = case["input"]
    allowed = ten_percent_allowed(
        DOCUMENTS[case["game"]], given["minimum_table_stake"], given["maximum_table_stake"]
    )
    assert allowed == case["expected"]["schedule_B_allowed"]


@pot_rules("17.9")
@pytest.mark.parametrize("case", cases("settlement.jsonl", "wrong_card_count"), ids=named)
def test_rules_on_wrong_numbers_of_cards_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    counts = by_seat(given["card_counts"])
    rightly = [seat for seat, count in counts.items() if count == HAND_CARDS[case["game"]]]
    assert sorted(set(counts) - set(rightly)) == expected["folded_now"]
    left = left_to_win(rightly, given["folded_in_order"])
    assert list(left) == expected["seats"]
    assert expected["result"] == ("wins" if len(left) == 1 else "showdown_between")


@pot_rules("19.1", "19.3")
@pytest.mark.parametrize("case", pot_cases("settlement.jsonl", "void_round"), ids=named)
def test_gives_back_a_void_round_as_the_independent_reading_does(case):
    paid = by_seat(case["input"]["contributions"])
    assert given_back(paid) == by_seat(case["expected"]["returned"])
    assert case["expected"]["commission"] == 0
