"""Worked cases from an independent reading of the instrument."""

from math import gcd

import pytest

from games.canberra_poker.jackpot import jackpot_line, major_prizes
from games.canberra_poker.options import Jackpot, Options
from games.canberra_poker.settlement import BET_ODDS, against_dealer
from games.cards import Card
from games.hands import Hand, ace_king_or_higher, rank_five
from games.house.settlement import Stakes, given_back, lost
from games.limits import Limits
from games.rulebook import CANBERRA_POKER as C
from tests.cases import cases, named


def hand(cards: list[str]) -> Hand:
    return rank_five([Card(card) for card in cards])


def options(table: dict) -> Options:
    return Options(
        limits=Limits(
            minimum_cents=table["min"],
            maximum_cents=table["max"],
            multiple_cents=gcd(table["min"], table["max"]),
        ),
        maximum_payout_cents=table["max_payout"],
        jackpot=Jackpot(
            wager_cents=table["jackpot_wager"],
            opening_cents=table["jackpot_displayed"],
            prize_share_percent=100,
        ),
    )


def payments(player: dict, dealer: Hand, table: dict) -> list:
    stakes = Stakes(
        box=player["box"],
        second="bet",
        antes_in_second=2,
        ante_cents=player["ante"],
        second_cents=player["bet"] or 0,
        maximum_cents=player.get("box_max_marker", table["max"]),
    )
    if player.get("under_min_warned"):
        return given_back(stakes, "returned", C["3.4"])
    if player["bet"] is None:
        return lost(stakes, C["7.3"])
    return against_dealer(stakes, hand(player["cards"]), dealer, options(table))


@pytest.mark.rule("NI2004-492", "9.4")
@pytest.mark.rule("NI2004-492", "3.5")
@pytest.mark.parametrize("case", cases("settlement", "canberra_poker_round"), ids=named)
def test_settles_as_the_independent_reading_does(case):
    given, expected = case["input"], case["expected"]
    dealer = hand(given["dealer"])
    assert ace_king_or_higher(dealer) == expected["dealer"]["ace_king_or_higher"]
    for player, wanted in zip(given["players"], expected["players"], strict=True):
        paid = payments(player, dealer, given["table"])
        by_wager = {payment.wager: payment for payment in paid}
        assert by_wager["ante"].result == wanted["ante"]
        assert by_wager["ante"].paid_cents == wanted["ante_paid"]
        assert sum(payment.net_cents for payment in paid) == wanted["net_wagers"]
        assert sum(payment.excess_cents for payment in paid) == wanted["excess_returned"]
        assert ("bet" in by_wager) == (wanted["bet"] != "none")
        if "bet" in by_wager:
            assert by_wager["bet"].result == wanted["bet"]
            assert by_wager["bet"].paid_cents == wanted["bet_paid"]


@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.rule("NI2004-492", "11.3")
@pytest.mark.parametrize("case", cases("settlement", "boomerang_major"), ids=named)
def test_shares_a_jackpot_as_the_independent_reading_does(case):
    given = case["input"]
    winners = {winner["box"]: winner["hand"] for winner in given["major_winners"]}
    displayed, pool = given["displayed_jackpot"], given["prize_pool_when_hand_determined"]
    prizes = major_prizes(winners, displayed, displayed if pool is None else pool)  # None: the sign is right
    assert list(prizes.values()) == case["expected"]["payouts"]


@pytest.mark.rule("NI2004-492", "2.6")
@pytest.mark.rule("NI2004-492", "9.2")
@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.parametrize("case", cases("ranking", "canberra_poker_house"), ids=named)
def test_ranks_as_the_independent_reading_does(case):
    dealer = hand(case["input"]["dealer"])
    assert dealer.category.word == case["expected"]["dealer"]["category"]
    assert ace_king_or_higher(dealer) == case["expected"]["dealer"]["ace_king_or_higher"]
    for cards, wanted in zip(case["input"]["players"], case["expected"]["players"], strict=True):
        player = hand(cards)
        assert player.category.word == wanted["category"]
        assert BET_ODDS[player.category] == wanted["bet_odds"]
        assert jackpot_line(player) == wanted["boomerang"]
        order = {"equal": 0, "player_higher": 1, "dealer_higher": -1}[wanted["versus_dealer"]]
        difference = player.strength - dealer.strength
        assert (difference > 0) - (difference < 0) == order
