"""What goes wrong in Faro otherwise than in the other pot games: communal cards that come too soon."""

from __future__ import annotations

from games.faro.instrument import INSTRUMENT
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.pot.irregularities import pot_common
from games.rulebook import FARO as F

_VOID = Choice(code="void", rule=F["19.3"], needs="supervisor")

IRREGULARITIES: Irregularities = {
    **pot_common(INSTRUMENT.numbers),
    "communal_card_early": Irregularity(F["17.17"], (Choice(code="hold_bets", rule=F["17.17"]), _VOID)),
    "card_with_the_one_before": Irregularity(
        F["17.18"],
        (Choice(code="least_bets_only", rule=F["17.18"]), Choice(code="hold_bets", rule=F["17.17"]), _VOID),
    ),
    "second_card_face_up": Irregularity(
        F["17.1(c)"], (Choice(code="misdeal", rule=F["17.1(c)"]), Choice(code="play_on", rule=F["17.2"]))
    ),
}
