"""Refusals and notices that nothing else makes, by their codes: mostly, what is asked for is not there."""

from __future__ import annotations

import pytest

from games import events as e
from tests.games.canberra_tournament_talk import at_the_tournament_table
from tests.games.pot_talk import at_the_omaha_table
from tests.games.table_talk import at_the_holdem_table, at_the_table


@pytest.mark.parametrize("sits_down", [at_the_table, at_the_holdem_table, at_the_omaha_table])
def test_a_report_that_nobody_made_is_not_withdrawn(sits_down):
    table = sits_down()
    table.withdraws()
    assert [one.say.code for one in table.heard] == ["nothing_to_withdraw"]
    assert table.game.state.question is None


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_dispute_that_nobody_had_is_not_decided():
    table = at_the_table()
    table.supervisor.decides_dispute(7, upheld=True)
    table.expect_refusal("16.4", "no_such_dispute")


@pytest.mark.rule("NI2017-583", "19.4")
def test_where_there_is_no_jackpot_its_pools_are_not_corrected():
    table = at_the_omaha_table()
    table.posts()
    table.deal()
    table.plays_out()
    table.supervisor.says(e.CorrectPools, round=1, pool="prize", direction="into", amount_cents=100, reason="x")
    table.expect_refusal("19.4", "no_jackpot_here")


@pytest.mark.rule("NI2004-492", "17.16")
def test_when_all_were_asked_nobody_is_asked_again():
    table = at_the_tournament_table({1: 500, 2: 500})
    for box in (1, 2):
        table.asks(box)
        table.ante(box, 10)
    table.asks(1)
    table.expect_refusal("17.16", "all_were_asked")


@pytest.mark.rule("NI2004-492", "17.16")
def test_where_no_tournament_is_on_nobody_is_asked_for_an_ante():
    table = at_the_table()
    table.says(e.AskAnte, box=1)
    table.expect_refusal("17.16", "no_such_tournament_here")


@pytest.mark.rule("NI2004-492", "4.2")
def test_where_nobody_has_signed_nobody_countersigns():
    table = at_the_table()
    table.signs()
    assert [one.say.code for one in table.heard] == ["nothing_to_sign"]


@pytest.mark.rule("NI2017-583", "18.2")
def test_who_leaves_with_the_table_is_told_what_goes_with_him():
    table = at_the_omaha_table(stakes={1: 500, 4: 300}, at="shuffle")
    table.supervisor.announces_closing()
    table.supervisor.says(e.CloseTable)
    table.expect_notice("paid_out", "18.2", stakes={1: 50_000, 4: 30_000})
