"""A report is offered exactly in the games that can rule on it, and where it could be ruled on now."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from games import events as e
from games.events import ReportKind
from games.every_game.reports import reportables
from games.outcomes import Refusal
from tests.games.pot_talk import at_the_faro_table, at_the_omaha_table, at_the_stud_table
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import at_the_holdem_table, at_the_table

TABLES = {
    "canberra_poker": at_the_table,
    "casino_holdem": at_the_holdem_table,
    "omaha": at_the_omaha_table,
    "faro": at_the_faro_table,
    "seven_card_stud": at_the_stud_table,
}


def in_a_round(name: str) -> Any:
    table = TABLES[name]()
    if not table.game.has_seats:
        table.ante(1, 25)
        table.closes_betting()
    else:
        table.deal()
    assert table.game.state.in_round
    return table.game


def refused_as(game: Any, what: str) -> str:
    place = "1" if what not in ("exposed_in_cut", "not_cut") else None
    outcomes = game.take(e.Report(what=what, place=place, nth=1, by="dealer"))
    return outcomes[0].say.code if isinstance(outcomes[0], Refusal) else ""


@pytest.mark.parametrize("name", TABLES)
def test_every_kind_of_report_is_ruled_on_somewhere_and_refused_elsewhere(name):
    for what in get_args(ReportKind):
        game = in_a_round(name)
        known = what in reportables(game.state)
        offered = [offer.args["what"] for offer in game.offers() if offer.command == "report"]
        assert known or what not in offered
        assert (refused_as(game, what) == "not_of_this_game") == (not known), what


@pytest.mark.parametrize("name", TABLES)
def test_what_can_be_said_of_any_hand_is_offered_from_the_first_card_on(name):
    offered = [offer.args["what"] for offer in in_a_round(name).offers() if offer.command == "report"]
    assert {"wrong_box", "too_many_cards", "too_few_cards", "hand_in_discards", "other"} <= set(offered)


def test_no_kind_of_report_is_left_that_no_game_knows():
    known = {what for table in TABLES.values() for what in reportables(table().game.state)}
    assert known == set(get_args(ReportKind))


@pot_rules("17.1(b)", "17.2")
def test_cards_that_were_not_cut_are_a_misdeal_up_to_the_end_of_the_first_betting_round():
    table = at_the_omaha_table()
    table.deal()
    table.checks_around()
    offered = [offer.args["what"] for offer in table.game.offers() if offer.command == "report"]
    assert "not_cut" not in offered
    table.report("not_cut")
    table.expect_refusal("17.1(b)", "not_now")


def reports_of(table: Any) -> list[str]:
    return [offer.args["what"] for offer in table.game.offers() if offer.command == "report"]


@pot_rules("17.1(a)", "17.1(b)")
def test_what_went_wrong_with_the_cut_can_be_said_before_a_card_is_dealt():
    table = at_the_omaha_table(at="shuffle")
    table.shuffle()
    assert "exposed_in_cut" in reports_of(table)
    table.cut()
    table.expect_phase("post")
    assert {"exposed_in_cut", "not_cut"} <= set(reports_of(table))
    table.report("not_cut")
    table.expect_question("not_cut", "17.1(b)", ("misdeal",))
    table.answers("misdeal")
    table.expect_misdeal("17.1(b)")
