"""Worked cases from an independent reading of the instrument.

Each is played as a whole round at the table, from the antes to the last payment.
"""

from math import gcd

import pytest

from games.cards import Card
from games.hand_order import HOUSE
from games.hands import CASINO_HOLDEM, SUPER_ACES, best_five, pair_of_fours_or_higher, super_aces_line
from games.outcomes import Payment
from tests.cases import cases, named
from tests.games.table_talk import Table, at_the_holdem_table


def dollars(cents: int) -> float:
    return cents / 100


def table_of(given: dict) -> Table:
    """The cases name no multiple and no sign for the bonus: any that their wagers fit will do."""
    limits, players = given["table"], given["players"]
    antes = gcd(limits["min"], limits["max"], *(player["ante"] for player in players))
    bonuses = [player["super_aces"] for player in players if player["super_aces"]] or [500]
    table = at_the_holdem_table(
        boxes=9,
        minimum=dollars(limits["min"]),
        maximum=dollars(limits["max"]),
        multiple=dollars(antes),
        maximum_payout=dollars(limits["max_payout"]),
        bonus=(dollars(min(bonuses)), dollars(max(bonuses)), dollars(gcd(*bonuses))),
    )
    for player in players:
        box = table.game.state.boxes[player["box"]]
        box.advised = player.get("under_min_warned", False)
        if "box_max_marker" in player:
            table.supervisor.sets_marker(box.number, dollars(player["box_max_marker"]))
    return table


def places(table: Table, player: dict) -> bool:
    """Whether the wagers stand: those of a player who was warned go back at once (UNDERMIN-RETURNED)."""
    table.ante(player["box"], dollars(player["ante"]))
    if player.get("under_min_warned"):
        table.expect_refusal("3.4", "under_minimum")
        return False
    if player["super_aces"]:
        table.bonus(player["box"], dollars(player["super_aces"]))
    return True


def decides(table: Table, player: dict) -> None:
    """A hand is declared only if there is something to be won, and before its player folds."""
    box, flop = player["box"], player["flop"]
    line = super_aces_line(best_five(SUPER_ACES, HOUSE, player["cards"], flop))
    if line and player["super_aces"] and player["declared"]:
        table.declares_bonus(box)
        table.pays_bonus(box)
    if player["call"] is None:
        table.folds(box)
    else:
        table.call(box, dollars(player["call"]))


def played(given: dict) -> tuple[Table, set[int]]:
    table = table_of(given)
    stand = [player for player in given["players"] if places(table, player)]
    hands = {player["box"]: " ".join(player["cards"]) for player in stand}
    table.deal({**hands, "dealer": " ".join(given["dealer"]), "board": " ".join(given["board"])})
    for player in stand:
        flop = [Card(face) for face in given["board"][:3]]
        decides(table, {**player, "cards": [Card(face) for face in player["cards"]], "flop": flop})
    if table.phase == "river":
        table.deal()
    table.plays_out()
    return table, {player["box"] for player in stand}


@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.rule("NI2007-208", "9.2")
@pytest.mark.rule("NI2007-208", "9.3")
@pytest.mark.rule("NI2007-208", "9.4")
@pytest.mark.rule("NI2007-208", "11.1")
@pytest.mark.parametrize("case", cases("settlement", "casino_holdem_round"), ids=named)
def test_a_round_ends_as_the_independent_reading_says(case):
    given, expected = case["input"], case["expected"]
    table, stand = played(given)
    for wanted in expected["players"]:
        payments = {
            payment.wager: payment
            for payment in table.everything
            if isinstance(payment, Payment) and payment.box == wanted["box"]
        }
        if wanted["box"] not in stand:
            assert (wanted["ante"], wanted["net"]) == ("returned", 0)
            assert payments == {}
            continue
        assert payments["ante"].result == wanted["ante"]
        assert payments["ante"].paid_cents == wanted["ante_paid"]
        assert ("call" in payments) == (wanted["call"] != "none")
        if "call" in payments:
            assert payments["call"].result == wanted["call"]
            assert payments["call"].paid_cents == wanted["call_paid"]
        assert sum(payment.excess_cents for payment in payments.values()) == wanted["excess_returned"]
        bonus_paid = payments["bonus"].paid_cents if "bonus" in payments else 0
        assert bonus_paid == wanted["super_aces_paid"]
        assert sum(payment.net_cents for payment in payments.values()) == wanted["net"]


@pytest.mark.rule("NI2007-208", "2.6")
@pytest.mark.rule("NI2007-208", "9.1")
@pytest.mark.parametrize("case", cases("settlement", "casino_holdem_round"), ids=named)
def test_the_dealers_hand_is_what_the_independent_reading_says(case):
    given, wanted = case["input"], case["expected"]["dealer"]
    dealer = best_five(
        CASINO_HOLDEM, HOUSE, [Card(face) for face in given["dealer"]], [Card(face) for face in given["board"]]
    )
    assert dealer.category.word == wanted["category"]
    assert pair_of_fours_or_higher(dealer) == wanted["qualifies"]
