"""What the casino determines for a table of a house game."""

from __future__ import annotations

from pydantic import Field, model_validator

from games.every_game.options import Cents, GameOptions
from games.house.irregularities import LEFT_TO_THE_DEALER
from games.limits import Limits


class HouseOptions(GameOptions):
    left_to_the_dealer = LEFT_TO_THE_DEALER

    limits: Limits
    maximum_payout_cents: Cents  # rule 8.2
    chips_cents: tuple[Cents, ...] = Field(default=(), max_length=6, strict=False)

    @model_validator(mode="after")
    def _chips_fit_the_limits(self) -> HouseOptions:
        for chip_cents in self.chips_cents:
            if (
                chip_cents % self.limits.multiple_cents
                or not self.limits.minimum_cents <= chip_cents <= self.limits.maximum_cents
            ):
                raise ValueError(
                    f"chips_cents offers {chip_cents}, which is no ante within the limits (rules 3.1 and 3.3)"
                )
        return self
