"""What goes wrong in Casino Hold-em otherwise than in any house game: the dealer's own cards, and the board."""

from __future__ import annotations

from games.events import DEALER, Report
from games.house.irregularities import common
from games.house.numbers import Numbers
from games.house.state import State
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import CASINO_HOLDEM as H

NUMBERS = Numbers(
    deck=H["2.1"],
    check=H["2.2"],
    new_cards=H["2.3"],
    order_check=H["2.4"],
    limits=H["3.1"],
    shuffle=H["5.1"],
    cut=H["5.2"],
    from_shoe=H["6.1"],
    face_down=H["6.2"],
    deal=H["6.3"],
    entered=H["6.7"],
    dealer_sets=H["6.7"],
    dealer_plays=H["9.2"],
    dealer_does_not=H["9.1"],
    wins=H["9.2"],
    loses=H["9.3"],
    ties=H["9.4"],
    count_back=H["9.5"],
    exchange=H["12.2(a)"],
    exchange_voids=H["12.3"],
    exposed=H["13.1"],
    dealer_exposed=H["13.2"],
    wrong_deal=H["13.3"],
    discarded=H["13.4"],
    hours=H["14.1"],
    closing=H["14.2"],
    disturbance=H["15.1"],
    breach=H["15.2"],
    impractical=H["15.3"],
    dispute=H["15.4"],
    abstain=H["15.6"],
)

_OPERATOR_MAY_VOID = Choice(code="void", rule=H["15.3"], needs="supervisor")

IRREGULARITIES: Irregularities = {
    **common(NUMBERS),
    "dealer_card_exposed": Irregularity(H["13.2"], (Choice(code="void", rule=H["13.2"]),)),
    # Rule 13.3 is for the hole cards alone: a wrong or early communal card is the operator's matter (HE-BOARD).
    "board_wrong": Irregularity(H["15.3"], (_OPERATOR_MAY_VOID, Choice(code="go_on", rule=H["15.4"]))),
    "extra_card_drawn": Irregularity(H["15.3"], (_OPERATOR_MAY_VOID, Choice(code="set_aside", rule=H["15.4"]))),
}


def exposure(state: State, report: Report) -> str:
    """One card of the dealer's is enough (13.2), both of course too (HE-DEALER-TWO)."""
    if report.place == DEALER:
        return "dealer_card_exposed"
    return "third_card_exposed" if state.exposed >= 2 else "card_exposed"
