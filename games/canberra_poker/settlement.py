"""Ante and bet against the dealer's hand (rules 8 and 9 of Canberra Poker).

NI2004-492: 8.1-8.2
"""

from __future__ import annotations

from games.canberra_poker.options import Options
from games.hand_order import Category
from games.hands import Hand, ace_king_or_higher
from games.house.settlement import Stakes, ante, given_back, lost, second
from games.outcomes import Payment
from games.rulebook import CANBERRA_POKER as C

BET_ODDS = {
    Category.NO_PAIR: 1,
    Category.ONE_PAIR: 1,
    Category.TWO_PAIRS: 2,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 4,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 7,
    Category.FOUR_OF_A_KIND: 20,
    Category.STRAIGHT_FLUSH: 50,
    Category.ROYAL_FLUSH: 250,
}


def against_dealer(stakes: Stakes, hand: Hand | None, dealer: Hand, options: Options) -> list[Payment]:
    """Rule 9. `hand` may stay face down when the dealer does not take part."""
    if not ace_king_or_higher(dealer):
        return [ante(stakes, "win", C["9.3"]), second(stakes, "returned", C["9.3"])]
    assert hand is not None, "the hand must be shown to be compared"
    if hand.strength < dealer.strength:
        return lost(stakes, C["9.5"])
    if hand.strength == dealer.strength:
        return given_back(stakes, "void", C["9.6"])
    odds = BET_ODDS[hand.category]
    return [ante(stakes, "win", C["9.4"]), second(stakes, "win", C["9.4"], odds, options.maximum_payout_cents)]
