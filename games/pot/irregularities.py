"""What can go wrong in any pot game, and what the rules then allow; the first choice is proposed.

NI2017-583, NI2005-67, NI2005-74: 17.1-17.3
NI2017-583, NI2005-67, NI2005-74: 17.8-17.10
NI2017-583, NI2005-67, NI2005-74: 17.16
NI2017-583, NI2005-67, NI2005-74: 19.1-19.4
"""

from __future__ import annotations

from games.every_game.irregularities import common
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice
from games.pot.numbers import Numbers
from games.rulebook import Rule

# What a dealer decides alone unless the casino says otherwise; a misdeal costs nobody a chip.
LEFT_TO_THE_DEALER = frozenset(
    {
        "exposed_in_cut",
        "not_cut",
        "hole_card_exposed",
        "early_card",
        "wrong_box",
        "too_few_cards",
        "too_many_cards",
        "cards_to_move",
        "short_call",
        "count_back_differs",
        "communal_card_early",
        "face_up_in_shoe",
        "shoe_held",
        "shoe_lost",
        "shoe_back",
        "shoe_faulted",
        "readers_lost",
    }
)


def time_over(numbers: Numbers, rule: Rule) -> Irregularity:
    """As the casino determines (4.6 of 2005, 4.8 of 2017): not the dealer."""
    fold = Choice(code="fold_for_time", rule=rule, needs="supervisor")
    return Irregularity(rule, (fold, Choice(code="acted_in_time", rule=numbers.dispute, needs="supervisor")))


def pot_common(numbers: Numbers) -> Irregularities:
    go_on = Choice(code="go_on", rule=numbers.dispute, needs="supervisor")  # the operator's power
    play_on = Choice(code="play_on", rule=numbers.no_misdeal)
    void = Choice(code="void", rule=numbers.impractical, needs="supervisor")
    fouled = Choice(code="fold_fouled", rule=numbers.fouled)

    def misdeal(rule: Rule) -> Choice:
        return Choice(code="misdeal", rule=rule)

    def reconstruct(rule: Rule) -> Choice:
        return Choice(code="reconstruct", rule=rule)

    return {
        **common(numbers),
        "exposed_in_cut": Irregularity(numbers.seen_in_cut, (misdeal(numbers.seen_in_cut),)),
        "not_cut": Irregularity(
            numbers.not_cut, (misdeal(numbers.not_cut), Choice(code="was_cut", rule=numbers.cut))
        ),
        "hole_card_exposed": Irregularity(numbers.exposed, (misdeal(numbers.exposed), play_on)),
        "exposed_card_differs": Irregularity(
            numbers.dispute, (Choice(code="rule_on_exposure", rule=numbers.exposed), void)
        ),
        # "Has another player looked at it?" decides: the first two answers say no and yes.
        "wrong_box": Irregularity(
            numbers.wrong_deal, (reconstruct(numbers.wrong_deal), misdeal(numbers.wrong_deal), play_on)
        ),
        "too_few_cards": Irregularity(
            numbers.wrong_number,
            (reconstruct(numbers.wrong_number), misdeal(numbers.wrong_number), fouled, go_on),
        ),
        "too_many_cards": Irregularity(
            numbers.wrong_number, (reconstruct(numbers.wrong_number), misdeal(numbers.too_many), fouled, go_on)
        ),
        "cards_to_move": Irregularity(numbers.wrong_deal, (Choice(code="all_moved", rule=numbers.wrong_deal),)),
        "readers_count_differs": Irregularity(
            numbers.wrong_number,
            (
                Choice(code="count_as_dealt", rule=numbers.deal, needs="supervisor"),
                misdeal(numbers.too_many),
                go_on,
            ),
        ),
        "extra_card_drawn": Irregularity(
            numbers.not_covered, (Choice(code="shuffle_back", rule=numbers.shuffle), go_on, void)
        ),
        "board_wrong": Irregularity(numbers.not_covered, (go_on, void)),
        "face_up_in_shoe": Irregularity(
            numbers.not_covered, (Choice(code="use_it", rule=numbers.not_covered), void)
        ),
        "hand_in_discards": Irregularity(
            numbers.discarded, (Choice(code="fold_discarded", rule=numbers.discarded), go_on)
        ),
        "cards_exchanged": Irregularity(
            numbers.exchange, (Choice(code="fold_for_breach", rule=numbers.hand_folded), go_on, void)
        ),
        "short_call": Irregularity(
            numbers.less_than_call,
            (
                Choice(code="complete_call", rule=numbers.less_than_call),
                Choice(code="fold_short", rule=numbers.less_than_call),
            ),
        ),
        "time_over": time_over(numbers, numbers.time_given),
        "other": Irregularity(
            numbers.not_covered,
            (
                Choice(code="agreed", rule=numbers.not_covered, needs="supervisor"),
                go_on,
                void,
            ),
        ),
    }
