"""What can go wrong in any house game, and what the rules then allow; the first choice is proposed."""

from __future__ import annotations

from games.house.numbers import Numbers
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.rulebook import Document

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


def common(book: Document, numbers: Numbers) -> Irregularities:
    """A game adds what is to be done when a card of the dealer's is exposed."""
    go_on = Choice(code="go_on", rule=numbers.dispute)
    reshuffle = Choice(code="reshuffle", rule=book["5.1"])
    deal_is_wrong = Choice(code="void", rule=numbers.wrong_deal)
    void_by_operator = Choice(code="void", rule=numbers.impractical, needs="supervisor")
    count_as_dealt = Choice(code="count_as_dealt", rule=book["6.3"], needs="supervisor")
    dealt_wrongly = Irregularity(numbers.wrong_deal, (deal_is_wrong, go_on))
    return {
        # Exposed cards
        "card_exposed": Irregularity(numbers.exposed, (Choice(code="turn_over", rule=numbers.exposed),)),
        "third_card_exposed": Irregularity(numbers.exposed, (Choice(code="void", rule=numbers.exposed),)),
        "exposed_card_differs": Irregularity(
            numbers.dispute, (Choice(code="rule_on_exposure", rule=numbers.exposed), void_by_operator)
        ),
        # Dealt otherwise than rule 6.3 says
        "wrong_box": dealt_wrongly,
        "too_many_cards": dealt_wrongly,
        "too_few_cards": dealt_wrongly,
        "extra_card_drawn": Irregularity(
            numbers.wrong_deal, (deal_is_wrong, Choice(code="set_aside", rule=numbers.dispute))
        ),
        "readers_count_differs": Irregularity(numbers.wrong_deal, (count_as_dealt, deal_is_wrong, go_on)),
        "early_card": Irregularity(book["5.1"], (reshuffle,)),
        "card_read_twice": Irregularity(book["2.1"], (void_by_operator, go_on)),
        # Hands that are not where they belong
        "hand_in_discards": Irregularity(
            numbers.discarded,
            (
                Choice(code="reconstructed", rule=numbers.discarded),
                Choice(code="hand_void", rule=numbers.discarded),
            ),
        ),
        "cards_exchanged": Irregularity(
            numbers.exchange, (Choice(code="void", rule=numbers.exchange_voids), go_on)
        ),
        "count_back_differs": Irregularity(
            numbers.count_back,
            (
                Choice(code="count_again", rule=numbers.count_back),
                Choice(code="check_deck", rule=book["2.4"], needs="supervisor"),
            ),
        ),
        # The shoe
        "shoe_held": Irregularity(book["6.1"], (go_on,)),
        "shoe_lost": Irregularity(
            book["6.1"],
            (Choice(code="deal_by_hand", rule=numbers.dispute, needs="supervisor"), void_by_operator),
        ),
        "shoe_back": Irregularity(book["6.1"], (go_on, Choice(code="deal_is_wrong", rule=numbers.wrong_deal))),
        "shoe_faulted": Irregularity(book["6.1"], (go_on, count_as_dealt, void_by_operator)),
        "reports_missed": Irregularity(book["6.3"], (go_on, count_as_dealt, void_by_operator)),
        "reports_missed_early": Irregularity(book["5.1"], (reshuffle, go_on)),
        # Anything else
        "other": Irregularity(numbers.dispute, (go_on, void_by_operator)),
    }
