"""What can go wrong in any game, and what the rules then allow; the first choice is proposed."""

from __future__ import annotations

from games.every_game.numbers import Numbers, TournamentNumbers
from games.irregularities import Irregularities, Irregularity
from games.outcomes import Choice

LEFT_TO_THE_DEALER = frozenset(
    {
        "card_exposed",
        "early_card",
        "count_back_differs",
        "shoe_held",
        "shoe_lost",
        "shoe_back",
        "shoe_faulted",
        "readers_lost",
    }
)


# What only a table with an enrolment file can notice.
OF_TAGS = ("foreign_card", "shoe_and_tag_differ")


def of_counted_chips(numbers: TournamentNumbers) -> Irregularities:
    """In a game that is played in tournaments."""
    rule = numbers.chips_stand
    return {
        "chips_differ": Irregularity(
            rule,
            (
                Choice(code="chips_again", rule=rule),
                Choice(code="count_holds", rule=rule, needs="supervisor"),
                Choice(code="reckoned_holds", rule=rule, needs="supervisor"),
            ),
        )
    }


def common(numbers: Numbers) -> Irregularities:
    """A game adds exposed cards, a wrong deal and hands that are not where they belong."""
    go_on = Choice(code="go_on", rule=numbers.dispute)
    reshuffle = Choice(code="reshuffle", rule=numbers.shuffle)
    void_by_operator = Choice(code="void", rule=numbers.impractical, needs="supervisor")
    count_as_dealt = Choice(code="count_as_dealt", rule=numbers.deal, needs="supervisor")
    return {
        "early_card": Irregularity(numbers.shuffle, (reshuffle,)),
        "card_read_twice": Irregularity(numbers.deck, (void_by_operator, go_on)),
        "card_typed_twice": Irregularity(
            numbers.deck,
            (Choice(code="entry_wrong", rule=numbers.entered, needs="supervisor"), void_by_operator),
        ),
        "foreign_card": Irregularity(numbers.deck, (void_by_operator, go_on)),
        "shoe_and_tag_differ": Irregularity(numbers.deck, (void_by_operator, go_on)),
        "count_back_differs": Irregularity(
            numbers.count_back,
            (
                Choice(code="count_again", rule=numbers.count_back),
                Choice(code="check_deck", rule=numbers.order_check, needs="supervisor"),
            ),
        ),
        # The shoe
        "shoe_held": Irregularity(numbers.from_shoe, (go_on,)),
        "shoe_lost": Irregularity(
            numbers.from_shoe,
            (Choice(code="deal_by_hand", rule=numbers.dispute, needs="supervisor"), void_by_operator),
        ),
        "shoe_back": Irregularity(
            numbers.from_shoe, (go_on, Choice(code="deal_is_wrong", rule=numbers.wrong_deal))
        ),
        # "Was the card dealt?": the first two answers say no and yes.
        "shoe_faulted": Irregularity(
            numbers.from_shoe,
            (Choice(code="not_dealt", rule=numbers.dispute), count_as_dealt, void_by_operator),
        ),
        "readers_lost": Irregularity(numbers.deal, (go_on,)),
        "reports_missed": Irregularity(numbers.deal, (go_on, count_as_dealt, void_by_operator)),
        "reports_missed_early": Irregularity(numbers.shuffle, (reshuffle, go_on)),
        # Anything else
        "other": Irregularity(numbers.dispute, (go_on, void_by_operator)),
    }
