"""What can go wrong in any house game, and what the rules then allow; the first choice is proposed."""

from __future__ import annotations

from games.every_game import irregularities as every_game
from games.house.numbers import Numbers
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice

LEFT_TO_THE_DEALER = every_game.LEFT_TO_THE_DEALER | {"dealer_card_exposed", "hand_count_differs"}


def common(numbers: Numbers) -> Irregularities:
    """A game adds what is to be done when a card of the dealer's is exposed."""
    go_on = Choice(code="go_on", rule=numbers.dispute)
    deal_is_wrong = Choice(code="void", rule=numbers.wrong_deal)
    void_by_operator = Choice(code="void", rule=numbers.impractical, needs="supervisor")
    count_as_dealt = Choice(code="count_as_dealt", rule=numbers.deal, needs="supervisor")
    dealt_wrongly = Irregularity(numbers.wrong_deal, (deal_is_wrong, go_on))
    put_back = Choice(code="put_back", rule=numbers.dispute)
    reader_erred = Choice(code="reader_erred", rule=numbers.dispute, needs="supervisor")
    out_of_round = Choice(code="exclude_players", rule=numbers.exchange_voids, needs="supervisor")
    return {
        **every_game.common(numbers),
        # Exposed cards
        "card_exposed": Irregularity(numbers.exposed, (Choice(code="turn_over", rule=numbers.exposed),)),
        "third_card_exposed": Irregularity(numbers.exposed, (Choice(code="void", rule=numbers.exposed),)),
        "exposed_card_differs": Irregularity(
            numbers.dispute, (Choice(code="rule_on_exposure", rule=numbers.exposed), void_by_operator)
        ),
        # Dealt otherwise than rule 6.3 says
        "wrong_box": Irregularity(numbers.wrong_deal, (deal_is_wrong, put_back, reader_erred, go_on)),
        "too_many_cards": dealt_wrongly,
        "too_few_cards": dealt_wrongly,
        "extra_card_drawn": Irregularity(
            numbers.wrong_deal, (deal_is_wrong, Choice(code="set_aside", rule=numbers.dispute))
        ),
        "readers_count_differs": Irregularity(numbers.wrong_deal, (count_as_dealt, deal_is_wrong, go_on)),
        # Hands that are not where they belong
        "hand_in_discards": Irregularity(
            numbers.discarded,
            (
                Choice(code="reconstructed", rule=numbers.discarded),
                Choice(code="hand_void", rule=numbers.discarded),
            ),
        ),
        "hand_count_differs": Irregularity(
            numbers.count_back,
            (
                Choice(code="count_again", rule=numbers.count_back),
                Choice(code="void", rule=numbers.wrong_deal, needs="supervisor"),
            ),
        ),
        "cards_exchanged": Irregularity(
            numbers.exchange,
            (Choice(code="void", rule=numbers.exchange_voids), out_of_round, put_back, reader_erred),
        ),
        "collusion": Irregularity(
            numbers.exchange_voids,
            (
                out_of_round,
                Choice(code="void", rule=numbers.exchange_voids, needs="supervisor"),
                Choice(code="no_collusion", rule=numbers.dispute),
            ),
        ),
    }
