"""What the casino determines for a Faro table.

NI2005-67: 9.2
"""

from __future__ import annotations

from typing import Literal

from games.faro.instrument import INSTRUMENT
from games.faro.irregularities import IRREGULARITIES
from games.pot.irregularities import LEFT_TO_THE_DEALER
from games.pot.options import PotOptions


class Options(PotOptions):
    irregularities = IRREGULARITIES
    left_to_the_dealer = LEFT_TO_THE_DEALER | {"card_with_the_one_before", "second_card_face_up"}
    instrument = INSTRUMENT

    dealt: Literal["two_two_one", "one_by_one"] = "two_two_one"  # 9.2

    @property
    def two_at_a_time(self) -> bool:
        return self.dealt == "two_two_one"
