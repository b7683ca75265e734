"""Ante and call against the dealer's hand (rules 8 and 9 of Casino Hold-em).

NI2007-208: 8.1-8.2
"""

from __future__ import annotations

from games.casino_holdem.options import Options
from games.hand_order import Category
from games.hands import Hand, pair_of_fours_or_higher
from games.house.settlement import Stakes, ante, given_back, lost, second
from games.outcomes import Payment
from games.rulebook import CASINO_HOLDEM as H

ANTE_ODDS = {
    Category.FLUSH: 2,
    Category.FULL_HOUSE: 3,
    Category.FOUR_OF_A_KIND: 10,
    Category.STRAIGHT_FLUSH: 20,
    Category.ROYAL_FLUSH: 100,
}  # all others 1 to 1


def against_dealer(stakes: Stakes, hand: Hand, dealer: Hand, options: Options) -> list[Payment]:
    """A winning ante is paid by the player's own hand, whether the dealer qualifies or not (HE-NQ-ANTE)."""
    odds, most_cents = ANTE_ODDS.get(hand.category, 1), options.maximum_payout_cents
    if not pair_of_fours_or_higher(dealer):
        return [ante(stakes, "win", H["9.1"], odds, most_cents), second(stakes, "returned", H["9.1"])]
    if hand.strength < dealer.strength:
        return lost(stakes, H["9.3"])
    if hand.strength == dealer.strength:
        return given_back(stakes, "void", H["9.4"])
    return [ante(stakes, "win", H["9.2"], odds, most_cents), second(stakes, "win", H["9.2"])]
