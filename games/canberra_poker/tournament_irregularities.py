"""What goes wrong in a tournament at the table, and what the rules then allow; the first choice is proposed."""

from __future__ import annotations

from games.canberra_poker.numbers import TOURNAMENT
from games.every_game.irregularities import of_counted_chips
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import CANBERRA_POKER as C

OF_TOURNAMENTS: Irregularities = {
    "entrant_absent": Irregularity(
        C["17.14"],
        (
            Choice(code="wait_for_entrant", rule=C["17.16"]),
            Choice(code="round_without_him", rule=C["17.16"]),
            Choice(code="exclude_entrant", rule=C["16.2(b)"], needs="supervisor"),
        ),
    ),
    "ante_out_of_order": Irregularity(
        C["17.15"],
        (
            Choice(code="ante_stands", rule=C["17.15"], needs="supervisor"),
            Choice(code="ante_void", rule=C["17.15"], needs="supervisor"),
        ),
    ),
    **of_counted_chips(TOURNAMENT),
}
BY_THE_DEALER = frozenset({"entrant_absent", "chips_differ"})
