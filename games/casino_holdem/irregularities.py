"""What goes wrong in Casino Hold-em otherwise than in any house game: the dealer's own cards, and the board."""

from __future__ import annotations

from games.casino_holdem.numbers import NUMBERS
from games.events import DEALER, Report
from games.house.irregularities import common
from games.house.state import State
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import CASINO_HOLDEM as H

_OPERATOR_MAY_VOID = Choice(code="void", rule=H["15.3"], needs="supervisor")

IRREGULARITIES: Irregularities = {
    **common(NUMBERS),
    "dealer_card_exposed": Irregularity(H["13.2"], (Choice(code="void", rule=H["13.2"]),)),
    # Rule 13.3 is for the hole cards alone: a wrong or early communal card is the operator's matter (HE-BOARD).
    "board_wrong": Irregularity(H["15.3"], (_OPERATOR_MAY_VOID, Choice(code="go_on", rule=H["15.4"]))),
    "early_river": Irregularity(
        H["6.6"],
        (
            Choice(code="keep_down", rule=H["6.6"]),
            Choice(code="set_aside", rule=H["15.4"]),
            _OPERATOR_MAY_VOID,
        ),
    ),
    "shown_hand_differs": Irregularity(
        H["10.5"],
        (
            Choice(code="enter_again", rule=H["10.5"]),
            Choice(code="as_shown", rule=H["15.4"], needs="supervisor"),
            _OPERATOR_MAY_VOID,
        ),
    ),
    "extra_card_drawn": Irregularity(H["15.3"], (_OPERATOR_MAY_VOID, Choice(code="set_aside", rule=H["15.4"]))),
}


def exposure(state: State, report: Report) -> str:
    """One card of the dealer's is enough (13.2), both of course too (HE-DEALER-TWO)."""
    if report.place == DEALER:
        return "dealer_card_exposed"
    return "third_card_exposed" if state.exposed >= 2 else "card_exposed"
