"""What can go wrong in Canberra Poker, and what the rules then allow; the first choice is proposed."""

from __future__ import annotations

from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import CANBERRA_POKER as C

GO_ON = Choice(code="go_on", rule=C["16.4"])
RESHUFFLE = Choice(code="reshuffle", rule=C["5.1"])
DEAL_IS_WRONG = Choice(code="void", rule=C["14.3"])
VOID_BY_OPERATOR = Choice(code="void", rule=C["16.3"], needs="supervisor")
COUNT_AS_DEALT = Choice(code="count_as_dealt", rule=C["6.3"], needs="supervisor")


def _dealt_wrongly() -> Irregularity:
    return Irregularity(C["14.3"], (DEAL_IS_WRONG, GO_ON))


IRREGULARITIES: Irregularities = {
    # Exposed cards
    "card_exposed": Irregularity(C["14.1"], (Choice(code="turn_over", rule=C["14.1"]),)),
    "third_card_exposed": Irregularity(C["14.1"], (Choice(code="void", rule=C["14.1"]),)),
    "dealer_card_exposed": Irregularity(C["14.2"], (Choice(code="use_as_up_card", rule=C["14.2"]),)),
    "exposed_card_differs": Irregularity(
        C["16.4"], (Choice(code="rule_on_exposure", rule=C["14.1"]), VOID_BY_OPERATOR)
    ),
    # Dealt otherwise than rule 6.3 says
    "wrong_box": _dealt_wrongly(),
    "too_many_cards": _dealt_wrongly(),
    "too_few_cards": _dealt_wrongly(),
    "extra_card_drawn": Irregularity(C["14.3"], (DEAL_IS_WRONG, Choice(code="set_aside", rule=C["16.4"]))),
    "readers_count_differs": Irregularity(C["14.3"], (COUNT_AS_DEALT, DEAL_IS_WRONG, GO_ON)),
    "early_card": Irregularity(C["5.1"], (RESHUFFLE,)),
    "card_read_twice": Irregularity(C["2.1"], (VOID_BY_OPERATOR, GO_ON)),
    # Hands that are not where they belong
    "hand_in_discards": Irregularity(
        C["14.4"],
        (Choice(code="reconstructed", rule=C["14.4"]), Choice(code="hand_void", rule=C["14.4"])),
    ),
    "cards_exchanged": Irregularity(C["13.2(a)"], (Choice(code="void", rule=C["13.2 (closing words)"]), GO_ON)),
    "count_back_differs": Irregularity(
        C["9.7"],
        (
            Choice(code="count_again", rule=C["9.7"]),
            Choice(code="check_deck", rule=C["2.4"], needs="supervisor"),
        ),
    ),
    # The shoe
    "shoe_held": Irregularity(C["6.1"], (GO_ON,)),
    "shoe_lost": Irregularity(
        C["6.1"], (Choice(code="deal_by_hand", rule=C["16.4"], needs="supervisor"), VOID_BY_OPERATOR)
    ),
    "shoe_back": Irregularity(C["6.1"], (GO_ON, Choice(code="deal_is_wrong", rule=C["14.3"]))),
    "shoe_faulted": Irregularity(C["6.1"], (GO_ON, COUNT_AS_DEALT, VOID_BY_OPERATOR)),
    "reports_missed": Irregularity(C["6.3"], (GO_ON, COUNT_AS_DEALT, VOID_BY_OPERATOR)),
    "reports_missed_early": Irregularity(C["5.1"], (RESHUFFLE, GO_ON)),
    # Anything else
    "other": Irregularity(C["16.4"], (GO_ON, VOID_BY_OPERATOR)),
}

LEFT_TO_THE_DEALER = frozenset(
    {
        "card_exposed",
        "dealer_card_exposed",
        "early_card",
        "count_back_differs",
        "shoe_held",
        "shoe_lost",
        "shoe_back",
        "shoe_faulted",
    }
)
