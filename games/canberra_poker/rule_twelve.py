"""Where an automated shuffling shoe is in use, rule 12 stands in the place of 2.1, 5 and 6 (12.1).

NI2004-492: 12.1
"""

from __future__ import annotations

from dataclasses import replace

from games.canberra_poker import numbers
from games.canberra_poker.tournament_irregularities import OF_TOURNAMENTS
from games.house.irregularities import common
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import CANBERRA_POKER as C

# What the rules of all house games say about deck, shuffle and deal, and where rule 12 says it.
IN_PLACE_OF = {
    "deck": C["12.2"],
    "shuffle": C["12.3"],
    "cut": C["12.3"],
    "from_shoe": C["12.4"],
    "face_down": C["12.4"],
    "deal": C["12.4"],
}
NUMBERS = replace(numbers.NUMBERS, **IN_PLACE_OF)
# Cards come in packs, and a shoe that fails makes the round void: no single card is counted or dealt by hand.
NOT_WITH_PACKS = ("count_as_dealt", "deal_by_hand")

_GO_ON = Choice(code="go_on", rule=C["16.4"])
_DEAL_IS_WRONG = Choice(code="void", rule=C["14.3"])
_MALFUNCTION = Choice(code="void", rule=C["12.6"])

_MALFUNCTION_BY_SUPERVISOR = Choice(code="void", rule=C["12.6"], needs="supervisor")

# What a person has to say; what the shoe itself says while packs are to come needs no question (12.6).
OF_PACKS: Irregularities = {
    "pack_miscounted": Irregularity(C["14.3"], (_DEAL_IS_WRONG, Choice(code="pack_is_five", rule=C["16.4"]))),
    "extra_pack": Irregularity(C["14.3"], (_DEAL_IS_WRONG, Choice(code="set_aside", rule=C["16.4"]))),
    "wrong_colour": Irregularity(C["12.2"], (_MALFUNCTION, _GO_ON)),
    "shuffler_lost": Irregularity(
        C["12.8"],
        (Choice(code="deal_by_hand", rule=C["16.4"], needs="supervisor"), _MALFUNCTION_BY_SUPERVISOR),
    ),
    "packs_missed": Irregularity(
        C["12.8"],
        (
            Choice(code="packs_came", rule=C["12.4"], needs="supervisor"),
            Choice(code="go_on", rule=C["16.4"], needs="supervisor"),
            _MALFUNCTION_BY_SUPERVISOR,
        ),
    ),
    "door_opened": Irregularity(C["12.8"], (_MALFUNCTION, _GO_ON)),
}


def _without_single_cards(row: Irregularity) -> Irregularity:
    choices = tuple(choice for choice in row.choices if choice.code not in NOT_WITH_PACKS)
    return Irregularity(row.rule, choices)


# What can go wrong in any house game, as far as it can with packs; and what only can with packs.
IRREGULARITIES: Irregularities = {
    **{about: _without_single_cards(row) for about, row in common(NUMBERS).items()},
    **OF_PACKS,
    **OF_TOURNAMENTS,
}
