"""The automated shuffling shoe: rule 12, and what it replaces."""

import pytest

from tests.games.shuffling_talk import at_the_shuffling_table
from tests.games.table_talk import DEALER_ACE_KING, ONE_PAIR

REPLACED = ("2.1", "5.", "6.")


# ---------------------------------------------------------------- 12.1: a whole round


@pytest.mark.rule("NI2004-492", "12.1")
@pytest.mark.rule("NI2004-492", "12.3")
@pytest.mark.rule("NI2004-492", "12.4")
@pytest.mark.rule("NI2004-492", "12.5")
def test_a_whole_round_with_packs():
    table = at_the_shuffling_table(at="closed")
    table.open()
    table.expect_prompt("check_both_decks", "2.2")
    table.checks_decks()
    table.expect_prompt("load_decks", "12.3")
    table.loads("blue", "red")
    table.expect_prompt("antes_please", "4.1")
    table.antes({1: 25, 3: 25})
    table.closes_betting()
    table.expect_prompt("deal_pack", "12.4", box=1)
    table.dispenses()
    table.expect_prompt("deal_pack", "12.4", box=3)
    table.dispenses()
    table.expect_prompt("deal_pack_dealer", "12.4")
    table.dispenses()
    table.expect_prompt("turn_top_card", "12.4")
    table.turns_top_card("3c")
    table.expect_turned("dealer", 5, "3c")
    table.expect_prompt("announce", "12.5")
    table.announces()
    table.expect_prompt("bet_or_fold", "7.1", box=1)
    table.bets(1)
    table.folds(3)
    table.shows_all("dealer", DEALER_ACE_KING)
    table.settles_boxes({1: ONE_PAIR})
    table.collects(15)
    table.expect_money({1: 75, 3: -25})
    table.expect_phase("antes")
