"""What the casino determines for an Omaha table.

NI2017-583: 4.2(h)-4.2(j)
NI2017-583: 4.8(a)
NI2017-583: 10.2
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field
from pydantic_core import PydanticCustomError

from games.every_game.options import Cents
from games.omaha.instrument import INSTRUMENT
from games.omaha.irregularities import IRREGULARITIES
from games.pot.irregularities import LEFT_TO_THE_DEALER
from games.pot.options import Determined, PotOptions, fault


class Options(PotOptions):
    irregularities = IRREGULARITIES
    left_to_the_dealer = LEFT_TO_THE_DEALER | {
        "hole_card_replaced",
        "hole_card_misdeal",
    }
    instrument = INSTRUMENT

    maximum_buy_in_cents: Cents  # 4.2(i)
    burn: bool = True  # 4.2(h)
    seconds_to_act: int | None = Field(default=None, ge=5, le=600)  # 4.8(a); None: only when it is said, 4.8(b)

    def faults(self) -> Iterator[PydanticCustomError]:
        yield from super().faults()
        if self.maximum_buy_in_cents < self.minimum_stake_cents:
            yield fault("buy_in_below_stake")
        if self.betting.raise_cap is not None and self.betting.maximum in ("half_pot", "full_pot", "no_limit"):
            yield fault("raise_cap_unlimited")

    @property
    def maximum_stake_cents(self) -> int | None:
        return self.maximum_buy_in_cents

    def of_a_level(self, chip_cents: int) -> Determined:
        return {**super().of_a_level(chip_cents), "maximum_buy_in_cents": chip_cents}

    @property
    def burns(self) -> bool:
        return self.burn

    @property
    def announced_seconds(self) -> int | None:
        return self.seconds_to_act
