"""Which rule says what, and what can go wrong in High Card."""

from games.events import DEALER, Report
from games.house.irregularities import common
from games.house.numbers import Numbers
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from high_card.instrument import HIGH_CARD as H

NUMBERS = Numbers(
    deck=H["2.1"],
    check=H["2.2"],
    new_cards=H["2.3"],
    order_check=H["2.4"],
    limits=H["3.1"],
    marker=H["3.2"],
    multiples=H["3.3"],
    under_minimum=H["3.4"],
    over_maximum=H["3.5"],
    antes=H["4.1"],
    boxes=H["4.2"],
    one_player=H["4.2"],
    no_more_wagers=H["4.4"],
    shuffle=H["5.1"],
    cut=H["5.2"],
    from_shoe=H["6.1"],
    face_down=H["6.2"],
    deal=H["6.3"],
    decision=H["7.1"],
    second_wager=H["7.2"],
    fold=H["7.3"],
    entered=H["9.1"],
    dealer_sets=H["9.1"],
    dealer_plays=H["9.1"],
    dealer_does_not=H["9.1"],
    wins=H["9.2"],
    loses=H["9.3"],
    ties=H["9.4"],
    count_back=H["9.5"],
    exposed=H["10.1"],
    dealer_exposed=H["10.2"],
    wrong_deal=H["10.3"],
    discarded=H["10.4"],
    exchange=H["10.5"],
    exchange_voids=H["10.5"],
    hours=H["11.1"],
    closing=H["11.2"],
    disturbance=H["11.3"],
    breach=H["11.4"],
    impractical=H["11.5"],
    dispute=H["11.6"],
    abstain=H["11.7"],
)

IRREGULARITIES: Irregularities = {
    **common(NUMBERS),
    "dealer_card_exposed": Irregularity(H["10.2"], (Choice(code="void", rule=H["10.2"]),)),
}


def exposure(report: Report) -> str:
    return "dealer_card_exposed" if report.place == DEALER else "card_exposed"
