"""A report that nothing can be ruled on any more ends in words, and never in a question without an answer."""

import pytest

from games import events as e
from games.outcomes import Question, Refusal
from tests.games.pot_talk import GAMES, at_a_pot_table
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import at_the_holdem_table

NOTHING_TO_RULE = {
    *("not_cut", "exposed_in_cut", "card_exposed", "wrong_box"),
    *("too_many_cards", "too_few_cards", "hand_in_discards"),
}


def asked_without_an_answer(table) -> list[Question]:
    return [one for one in table.everything if isinstance(one, Question) and not one.choices]


def offered_reports(table) -> set[str]:
    return {offer.args["what"] for offer in table.game.offers() if offer.command == "report"}


@pytest.mark.parametrize("game", GAMES)
@pot_rules("17.2")
def test_a_missing_cut_is_not_asked_about_when_the_round_is_void(game):
    table = at_a_pot_table(game)
    table.deal()
    table.supervisor.voids("impractical")
    assert not offered_reports(table) & NOTHING_TO_RULE
    for what in ("not_cut", "exposed_in_cut", "wrong_box"):
        table.game.take(e.Report(what=what, place="1" if what == "wrong_box" else None))
    assert table.game.state.question is None
    assert not asked_without_an_answer(table)
    assert table.game.prompt() is not None


@pytest.mark.rule("NI2007-208", "13.2")
def test_a_card_of_the_dealer_exposed_behind_a_void_hold_em_round_is_not_asked_about():
    table = at_the_holdem_table()
    table.antes({1: 25})
    table.closes_betting()
    table.deal(count=4)
    table.supervisor.voids("impractical")
    seen = table.game.state.deal.at("dealer", 1).card.open()
    told = table.game.take(e.Report(what="card_exposed", place="dealer", nth=1, seen=seen))
    assert [one.say.code for one in told if isinstance(one, Refusal)] == ["nothing_to_report"]
    assert table.game.state.question is None
