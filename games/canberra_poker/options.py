"""What the casino determines for a Canberra Poker table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from games.canberra_poker.irregularities import IRREGULARITIES
from games.canberra_poker.tournament_irregularities import BY_THE_DEALER
from games.every_game.options import Cents, Settings
from games.house.options import HouseOptions

DOLLAR_CENTS = 100


class Jackpot(Settings):
    """Rules 10.2, 10.5 and 11.1."""

    wager_cents: Cents
    opening_cents: Annotated[int, Field(ge=0, le=1_000_000_000)]  # in the prize pool, and on the sign, at first
    prize_share_percent: Annotated[int, Field(ge=0, le=100)]  # of each non-winning wager; the rest is reserve
    sign: Literal["follows", "by_hand"] = "follows"  # by hand: a supervisor says what it shows

    @model_validator(mode="after")
    def _sign_can_show_it(self) -> Jackpot:
        if self.opening_cents % DOLLAR_CENTS:
            raise ValueError("opening_cents is not in whole dollars, and the sign shows no cents (rule 11.1)")
        return self


class Options(HouseOptions):
    irregularities = IRREGULARITIES
    left_to_the_dealer = HouseOptions.left_to_the_dealer | BY_THE_DEALER

    jackpot: Jackpot
