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
from games.pot.numbers import numbers
from games.rulebook import Document

MISDEALS = ("17.1(a)", "17.1(b)", "17.1(c)", "17.1(d)", "17.1(e)", "17.1(f)")
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
        "short_call",
        "time_over",
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


def time_over(book: Document, number: str) -> Irregularity:
    fold = Choice(code="fold_for_time", rule=book[number])
    return Irregularity(book[number], (fold, Choice(code="acted_in_time", rule=book["19.4"])))


def pot_common(book: Document, *, time_number: str) -> Irregularities:
    go_on = Choice(code="go_on", rule=book["19.4"])
    play_on = Choice(code="play_on", rule=book["17.2"])
    void = Choice(code="void", rule=book["19.3"], needs="supervisor")
    fouled = Choice(code="fold_fouled", rule=book["17.9"])

    def misdeal(number: str) -> Choice:
        return Choice(code="misdeal", rule=book[number])

    def reconstruct(number: str) -> Choice:
        return Choice(code="reconstruct", rule=book[number])

    return {
        **common(numbers(book)),
        "exposed_in_cut": Irregularity(book["17.1(a)"], (misdeal("17.1(a)"),)),
        "not_cut": Irregularity(
            book["17.1(b)"], (misdeal("17.1(b)"), Choice(code="was_cut", rule=book["7.2"]))
        ),
        "hole_card_exposed": Irregularity(book["17.1(c)"], (misdeal("17.1(c)"), play_on)),
        "exposed_card_differs": Irregularity(
            book["19.4"], (Choice(code="rule_on_exposure", rule=book["17.1(c)"]), void)
        ),
        # "Has another player looked at it?" decides: the first two answers say no and yes.
        "wrong_box": Irregularity(book["17.1(d)"], (reconstruct("17.1(d)"), misdeal("17.1(d)"), play_on)),
        "too_few_cards": Irregularity(
            book["17.1(e)"], (reconstruct("17.1(e)"), misdeal("17.1(e)"), fouled, go_on)
        ),
        "too_many_cards": Irregularity(
            book["17.1(e)"], (reconstruct("17.1(e)"), misdeal("17.1(f)"), fouled, go_on)
        ),
        "readers_count_differs": Irregularity(
            book["17.1(e)"],
            (Choice(code="count_as_dealt", rule=book["9.2"], needs="supervisor"), misdeal("17.1(f)"), go_on),
        ),
        "extra_card_drawn": Irregularity(
            book["17.16"], (Choice(code="shuffle_back", rule=book["7.1"]), go_on, void)
        ),
        "board_wrong": Irregularity(book["17.16"], (go_on, void)),
        "face_up_in_shoe": Irregularity(book["17.16"], (Choice(code="use_it", rule=book["17.16"]), void)),
        "hand_in_discards": Irregularity(
            book["17.10"], (Choice(code="fold_discarded", rule=book["17.10"]), go_on)
        ),
        "cards_exchanged": Irregularity(
            book["16.8(a)"], (Choice(code="fold_for_breach", rule=book["19.2(a)"]), go_on, void)
        ),
        "short_call": Irregularity(
            book["17.8"],
            (Choice(code="complete_call", rule=book["17.8"]), Choice(code="fold_short", rule=book["17.8"])),
        ),
        "time_over": time_over(book, time_number),
        "other": Irregularity(
            book["17.16"],
            (
                Choice(code="agreed", rule=book["17.16"], needs="supervisor"),
                Choice(code="go_on", rule=book["19.4"], needs="supervisor"),
                void,
            ),
        ),
    }
