"""What the casino determines for a Casino Hold-em table."""

from __future__ import annotations

from games.casino_holdem.irregularities import IRREGULARITIES
from games.house.irregularities import LEFT_TO_THE_DEALER
from games.house.options import HouseOptions
from games.limits import WagerLimits


class Bonus(WagerLimits):
    """What the sign says a Super Aces Bonus wager may be (SA-AMOUNT)."""

    rule = "10.1"


class Options(HouseOptions):
    irregularities = IRREGULARITIES
    left_to_the_dealer = LEFT_TO_THE_DEALER | {"shown_hand_differs"}

    bonus: Bonus
