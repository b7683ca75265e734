"""What the casino determines for a Seven Card Stud table.

NI2005-74: 4.2(h)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic_core import PydanticCustomError

from games.every_game.options import Cents
from games.pot.irregularities import LEFT_TO_THE_DEALER
from games.pot.options import Determined, PotOptions, fault
from games.seven_card_stud.instrument import INSTRUMENT
from games.seven_card_stud.irregularities import IRREGULARITIES


class Options(PotOptions):
    irregularities = IRREGULARITIES
    left_to_the_dealer = LEFT_TO_THE_DEALER | {
        "first_card_face_up",
        "one_card_exposed",
        "final_card_exposed",
        "first_of_the_street_face_up",
        "next_card_face_up",
        "shoe_empty",
    }
    instrument = INSTRUMENT

    first_opener: Literal["lowest", "highest"] = "lowest"  # 4.2(h)
    bring_in_cents: Cents | None = None  # of an ante game (STUD-BRINGIN)

    def faults(self) -> Iterator[PydanticCustomError]:
        yield from super().faults()
        if self.bring_in_cents is None:
            return
        if self.betting.ante_cents is None:
            yield fault("bring_in_needs_ante")
        if self.bring_in_cents >= self.betting.least_cents:
            yield fault("bring_in_below_least")

    def of_a_level(self, chip_cents: int) -> Determined:
        return {**super().of_a_level(chip_cents), "bring_in_cents": None}

    @property
    def least_opening_cents(self) -> int:
        return self.bring_in_cents or 0

    @property
    def lowest_opens(self) -> bool:
        return self.first_opener == "lowest"
