"""What goes wrong in Seven Card Stud otherwise than in the other pot games: up cards, and the last card."""

from __future__ import annotations

from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.pot.irregularities import pot_common
from games.rulebook import SEVEN_CARD_STUD as S
from games.seven_card_stud.instrument import INSTRUMENT

_VOID = Choice(code="void", rule=S["19.3"], needs="supervisor")

IRREGULARITIES: Irregularities = {
    **pot_common(INSTRUMENT.numbers),
    # One hole card of a player is no misdeal; two of one player's are (17.1(c), STUD-EXPOSED-TWO).
    "first_card_face_up": Irregularity(
        S["17.17"], (Choice(code="stays_up", rule=S["17.17"]), Choice(code="stays_exposed", rule=S["19.4"]))
    ),
    "one_card_exposed": Irregularity(S["17.1(c)"], (Choice(code="stays_exposed", rule=S["17.1(c)"]),)),
    "final_card_exposed": Irregularity(S["17.19"], (Choice(code="opens_final", rule=S["17.19"]), _VOID)),
    "communal_card_early": Irregularity(
        S["17.16"],
        (Choice(code="use_it", rule=S["17.18"]), Choice(code="shuffle_back", rule=S["17.16"]), _VOID),
    ),
    "first_of_the_street_face_up": Irregularity(
        S["17.18"], (Choice(code="shuffle_back", rule=S["17.18"]), _VOID)
    ),
    # The final cards that were dealt decide which of the first two it is (STUD-SHORT, STUD-NOCARD).
    "shoe_empty": Irregularity(
        S["17.20"],
        (
            Choice(code="last_is_communal", rule=S["17.20"]),
            Choice(code="play_six", rule=S["17.16"], needs="supervisor"),
            Choice(code="go_on", rule=S["19.4"]),
            _VOID,
        ),
    ),
    "next_card_face_up": Irregularity(S["17.18"], (Choice(code="use_it", rule=S["17.18"]), _VOID)),
}
