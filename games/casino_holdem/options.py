"""What the casino determines for a Casino Hold-em table."""

from __future__ import annotations

from pydantic import model_validator

from games.casino_holdem.irregularities import IRREGULARITIES
from games.every_game.options import Cents, Settings
from games.house.options import HouseOptions


class Bonus(Settings):
    """What the sign of rule 10.1 says a Super Aces Bonus wager may be (SA-AMOUNT)."""

    minimum_cents: Cents
    maximum_cents: Cents
    multiple_cents: Cents

    @model_validator(mode="after")
    def _ordered(self) -> Bonus:
        if self.minimum_cents > self.maximum_cents:
            raise ValueError("minimum_cents is above maximum_cents: lower one or raise the other (rule 10.1)")
        for name in ("minimum_cents", "maximum_cents"):
            if getattr(self, name) % self.multiple_cents:
                raise ValueError(f"{name} is not a multiple of multiple_cents (rule 3.3)")
        return self


class Options(HouseOptions):
    irregularities = IRREGULARITIES

    bonus: Bonus
