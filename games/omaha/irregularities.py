"""What goes wrong in Omaha otherwise than in the other pot games: burn cards and the board."""

from __future__ import annotations

from games.irregularities import Irregularities, Irregularity
from games.omaha.instrument import INSTRUMENT
from games.outcomes import Choice
from games.pot.irregularities import pot_common, time_over
from games.rulebook import OMAHA as O

_VOID = Choice(code="void", rule=O["19.3"], needs="supervisor")

IRREGULARITIES: Irregularities = {
    **pot_common(INSTRUMENT.numbers),
    "announced_time_over": time_over(INSTRUMENT.numbers, O["4.8(a)"]),
    # One card: replaced if cards are burnt, a misdeal if not. More than one: a misdeal (OMAHA-EXPOSED).
    "hole_card_replaced": Irregularity(
        O["17.20"],
        (
            Choice(code="replace_card", rule=O["17.20"]),
            Choice(code="misdeal", rule=O["17.1(c)"]),
            Choice(code="play_on", rule=O["17.2"]),
        ),
    ),
    "hole_card_misdeal": Irregularity(
        O["17.21"], (Choice(code="misdeal", rule=O["17.21"]), Choice(code="play_on", rule=O["17.2"]))
    ),
    "communal_card_early": Irregularity(O["17.17"], (Choice(code="shuffle_back", rule=O["17.17"]), _VOID)),
    "next_card_exposed": Irregularity(O["17.19"], (Choice(code="use_it", rule=O["17.19"]), _VOID)),
}
