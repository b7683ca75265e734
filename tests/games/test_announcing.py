"""Other limits with notice (3.1), closing with notice (15.2, 14.2), the last check (2.2), new cards (2.3)."""

import pytest

from games import events as e
from games.every_game.carry import Carry
from tests.games.rules_in_common import house_rules
from tests.games.table_talk import at_the_holdem_table, at_the_table

CLOSING = {"canberra_poker": "15.2", "casino_holdem": "14.2"}
BOTH = pytest.mark.parametrize("table_of", [at_the_table, at_the_holdem_table], ids=["canberra", "holdem"])
closing_rules = [pytest.mark.rule("NI2004-492", "15.2"), pytest.mark.rule("NI2007-208", "14.2")]


def closing(test):
    for mark in closing_rules:
        test = mark(test)
    return test


def plays_a_round(table):
    table.antes({1: 25})
    table.deal()
    table.folds(1)
    table.collects()


# ---------------------------------------------------------------- limits, rule 3.1


@BOTH
@house_rules("3.1")
def test_limits_change_from_the_next_round(table_of):
    table = table_of()
    table.antes({1: 25})
    table.supervisor.announces_limits(50, 1_000, 25)
    table.expect_notice("limits_announced", "3.1")
    assert table.game.state.limits.minimum_cents == 2_500  # the ante was placed by the old sign
    table.deal()
    table.folds(1)
    table.collects()
    table.expect_notice("limits_changed", "3.1")
    assert table.game.state.limits.minimum_cents == 5_000
    table.next_round()
    table.ante(1, 1_000)
    table.expect_accepted()
    table.ante(2, 60)
    table.expect_refusal("3.3", "not_a_multiple")


@BOTH
@house_rules("3.1")
def test_limits_hold_until_the_notice_has_run_out(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25, minutes=15)
    table.minutes_pass(14)
    plays_a_round(table)
    table.next_round()
    table.ante(1, 25)
    assert table.game.state.limits.minimum_cents == 2_500
    table.takes_ante_back(1)
    table.minutes_pass(1)
    table.expect_notice("limits_changed", "3.1")
    table.expect_prompt("antes_please", "4.1")
    assert table.game.prompt().explain.words["minimum_cents"] == 5_000


@BOTH
@house_rules("3.1")
def test_the_moment_comes_in_a_round_and_the_limits_after_it(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25, minutes=5)
    table.antes({1: 25, 2: 600})
    table.closes_betting()
    table.minutes_pass(5)
    table.expect_accepted()
    assert table.game.next_moment_ms is None  # or the alarm would ring for ever
    table.deal()
    assert table.game.state.maximum_cents(table.game.state.boxes[2]) == 50_000
    table.folds(1, 2)
    table.collects()
    table.expect_notice("limits_changed", "3.1")


@BOTH
@house_rules("3.1")
def test_an_ante_on_the_layout_keeps_the_old_limits_until_its_round_is_over(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25, minutes=5)
    table.ante(1, 25)
    table.minutes_pass(5)
    table.ante(2, 25)
    table.expect_accepted()
    assert table.game.state.coming is not None


@BOTH
@house_rules("3.1", "3.2")
def test_a_marker_under_the_new_maximum_has_no_effect_while_that_holds(table_of):
    table = table_of()
    table.supervisor.sets_marker(1, 1_000)
    table.supervisor.sets_marker(2, 2_000)
    table.supervisor.announces_limits(25, 1_500)
    state = table.game.state
    assert [state.maximum_cents(state.boxes[box]) for box in (1, 2)] == [150_000, 200_000]
    table.supervisor.announces_limits(25, 500)
    assert [state.maximum_cents(state.boxes[box]) for box in (1, 2)] == [100_000, 200_000]


@BOTH
@house_rules("3.1")
def test_a_notice_is_replaced_by_another_or_taken_back(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25, minutes=15)
    table.supervisor.announces_limits(25, 1_000, minutes=5)
    table.minutes_pass(5)
    assert (table.game.state.limits.minimum_cents, table.game.state.limits.maximum_cents) == (2_500, 100_000)
    table.supervisor.announces_limits(50, 1_000, 25, minutes=15)
    table.supervisor.announces_limits(25, 1_000)
    table.expect_notice("limits_stay", "3.1")
    table.minutes_pass(20)
    assert table.game.state.limits.minimum_cents == 2_500


@BOTH
@house_rules("3.1", "3.3")
@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ((50, 25, 5), "limits_in_order"),
        ((25, 500, 50), "limits_in_order"),
        ((0, 500, 0), "limits_in_order"),
        ((25, 510, 25), "limits_in_multiples"),
        ((30, 500, 25), "limits_in_multiples"),
        ((25, 1_000_000, 25), "limits_too_high"),
    ],
)
def test_limits_that_nobody_could_play_by_are_refused(table_of, limits, code):
    table = table_of()
    table.supervisor.announces_limits(*limits)
    table.expect_refusal("3.1", code)


@BOTH
@house_rules("3.1")
def test_only_a_supervisor_changes_limits(table_of):
    table = table_of()
    said = {"minimum_cents": 5_000, "maximum_cents": 50_000, "multiple_cents": 500, "in_minutes": 0}
    table.says(e.ChangeLimits, **said)
    table.expect_refusal("3.1", "supervisor_only")


@BOTH
@house_rules("3.1")
def test_the_casinos_own_limits_hold_again_when_the_table_is_opened(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25)
    table.supervisor.announces_limits(100, 1_000, 25, minutes=30)
    table.supervisor.closes_table()
    table.open()
    assert table.game.state.limits == table.game.state.options.limits
    assert table.game.next_moment_ms is None


@BOTH
@house_rules("3.1")
def test_what_was_announced_is_handed_to_the_next_round_and_over_a_restart(table_of):
    table = table_of()
    table.supervisor.announces_limits(50, 1_000, 25)
    table.supervisor.announces_limits(100, 2_000, 25, minutes=30)
    table.supervisor.announces_closing(60)
    carried = type(table.game)(table.game.state.options, 7, table.game.state.carry())
    assert carried.state.limits == table.game.state.limits
    assert carried.state.coming == table.game.state.coming
    assert carried.next_moment_ms == table.game.next_moment_ms == 30 * 60_000
    assert Carry().limits is None


# ---------------------------------------------------------------- closing, rules 15.2 and 14.2


@BOTH
@closing
@pytest.mark.parametrize("phase", ["verify", "shuffle", "cut", "antes"])
def test_the_operator_may_close_the_table_between_rounds_with_notice(table_of, phase):
    table = table_of(at=phase)
    rule = CLOSING[table.game.name]
    table.says(e.CloseTable)
    table.expect_refusal(rule, "supervisor_only")
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "give_notice_first")
    table.supervisor.announces_closing()
    table.expect_notice("last_round_played", rule)
    if phase != "verify":
        table.expect_prompt("close_the_table", rule)
    table.supervisor.says(e.CloseTable)
    if phase != "verify":
        table.expect_phase("verify")
        table.supervisor.checks_deck_by_hand()
    table.expect_phase("closed")


@BOTH
@closing
def test_the_round_is_finished_before_the_table_closes(table_of):
    table = table_of()
    rule = CLOSING[table.game.name]
    table.antes({1: 25})
    table.supervisor.announces_closing()
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "give_antes_back")
    table.deal()
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "finish_the_round")
    table.folds(1)
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "finish_the_round")
    table.collects()
    table.expect_prompt("close_the_table", rule)
    table.next_round()
    table.ante(1, 25)
    table.expect_refusal(rule, "no_more_rounds")


@BOTH
@closing
def test_players_have_the_time_that_was_announced(table_of):
    table = table_of()
    rule = CLOSING[table.game.name]
    table.supervisor.announces_closing(30)
    table.expect_notice("closing_announced", rule)
    table.minutes_pass(29)
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "give_notice_first")
    plays_a_round(table)
    table.minutes_pass(1)
    table.expect_notice("last_round_played", rule)
    table.expect_prompt("close_the_table", rule)


@BOTH
@closing
def test_a_table_stays_open_after_all(table_of):
    table = table_of()
    rule = CLOSING[table.game.name]
    table.supervisor.announces_closing(None)
    table.expect_refusal(rule, "no_closing_announced")
    table.supervisor.announces_closing(0)
    table.supervisor.announces_closing(None)
    table.expect_notice("table_stays_open", rule)
    table.ante(1, 25)
    table.expect_accepted()
    table.minutes_pass(100)
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "give_antes_back")


@BOTH
@closing
def test_only_a_supervisor_announces_the_closing(table_of):
    table = table_of()
    table.says(e.AnnounceClosing, in_minutes=0)
    table.expect_refusal(CLOSING[table.game.name], "supervisor_only")


@BOTH
@house_rules("2.2")
def test_the_cards_are_checked_at_the_end_of_gaming(table_of):
    table = table_of()
    table.supervisor.announces_closing()
    table.supervisor.says(e.CloseTable)
    table.expect_phase("verify")
    assert table.game.prompt().explain.code == "last_check_explained"
    table.all_cards_there()
    table.expect_refusal("2.1", "deck_incomplete")
    table.supervisor.checks_deck_by_hand()
    table.expect_phase("closed")
    table.open()
    assert table.game.prompt().explain.code == "put_deck_in_explained"
    table.supervisor.checks_deck_by_hand()
    table.expect_phase("shuffle")


@BOTH
@house_rules("2.2")
def test_the_last_check_may_come_after_the_closing_and_that_is_said(table_of):
    table = table_of()
    table.supervisor.announces_closing()
    table.supervisor.says(e.CloseTable)
    table.supervisor.says(e.CloseTable)
    table.expect_notice("check_cards_later", "2.2")
    table.expect_phase("closed")
    table.open()
    table.supervisor.checks_deck_by_hand()
    table.expect_phase("shuffle")


# ---------------------------------------------------------------- new cards, rule 2.3


@BOTH
@house_rules("2.3")
@pytest.mark.parametrize("phase", ["verify", "shuffle", "cut", "antes"])
def test_new_cards_are_checked_by_dealer_and_supervisor(table_of, phase):
    table = table_of(at=phase, shoe="silent")
    table.supervisor.changes_cards()
    table.expect_notice("cards_changed", "2.3")
    table.expect_prompt("check_new_cards", "2.3")
    table.all_cards_there()
    table.expect_refusal("2.3", "supervisor_checks_new_cards")
    table.supervisor.says(e.AllCardsRead)
    table.expect_phase("verify")
    table.supervisor.says(e.Countersign)
    table.expect_refusal(table.game.numbers.new_cards.number, "another_person_signs")
    table.signs()
    table.expect_notice("signed_by_two", table.game.numbers.new_cards.number)
    table.expect_phase("shuffle")
    table.supervisor.orders_deck_check()
    table.all_cards_there()
    table.expect_accepted()


@BOTH
@house_rules("2.3")
def test_cards_are_changed_after_the_round_and_not_in_it(table_of):
    table = table_of()
    table.antes({1: 25})
    table.deal()
    table.supervisor.changes_cards()
    table.expect_notice("cards_change_after_round", "2.3")
    table.folds(1)
    table.collects()
    table.expect_phase("verify")
    assert table.game.prompt().rule.number == "2.3"
    table.supervisor.checks_deck_by_hand()
    table.expect_phase("shuffle")


@BOTH
@house_rules("2.3")
def test_only_a_supervisor_changes_the_cards(table_of):
    table = table_of()
    table.says(e.ChangeCards)
    table.expect_refusal("2.3", "supervisor_only")


@BOTH
@house_rules("2.2")
def test_a_table_closed_without_the_check_of_its_cards_owes_it_until_they_are_checked(table_of):
    table = table_of()
    table.supervisor.closes_table()
    table.expect_prompt("open_the_table", "2.2")
    assert table.game.prompt().explain.code == "unchecked_explained"
    table.open()
    table.expect_notice("last_check_owed", "2.2")
    table.supervisor.checks_deck_by_hand()
    assert table.game.state.carry().unchecked is False


# ---------------------------------------------------------------- how long notice is, NOTICE-LEAST


def with_least_notice(table_of):
    """Somebody has played at box 1, and the casino gives ten minutes' notice."""
    table = table_of(least_notice=10)
    plays_a_round(table)
    table.next_round()
    return table


@BOTH
@house_rules("3.1")
def test_limits_of_which_nobody_had_notice_are_refused(table_of):
    table = with_least_notice(table_of)
    for minutes in (0, 9):
        table.supervisor.announces_limits(50, 600, minutes=minutes)
        table.expect_refusal("3.1", "notice_too_short")
    table.supervisor.announces_limits(50, 600, minutes=10)
    table.expect_notice("limits_announced", "3.1")


@BOTH
@house_rules("3.1")
def test_notice_is_a_round_that_is_begun_after_it_as_well(table_of):
    table = with_least_notice(table_of)
    table.supervisor.announces_limits(50, 600, minutes=10)
    table.minutes_pass(10)
    assert table.game.state.limits.minimum_cents == 2_500
    plays_a_round(table)
    table.expect_notice("limits_changed", "3.1")


@BOTH
@house_rules("3.1")
def test_the_round_in_which_limits_are_announced_is_not_that_round(table_of):
    table = table_of(least_notice=10)
    table.antes({1: 25})
    table.deal()
    table.supervisor.announces_limits(50, 600, minutes=10)
    table.minutes_pass(10)
    table.folds(1)
    table.collects()
    assert table.game.state.limits.minimum_cents == 2_500
    table.next_round()
    plays_a_round(table)
    table.expect_notice("limits_changed", "3.1")


@BOTH
@house_rules("3.1")
def test_with_nobody_at_the_table_limits_hold_at_once(table_of):
    table = table_of(least_notice=10)
    table.supervisor.announces_limits(50, 600)
    table.expect_notice("limits_changed", "3.1")


@BOTH
@house_rules("3.1")
def test_when_the_last_player_leaves_the_announced_time_is_enough(table_of):
    table = with_least_notice(table_of)
    table.supervisor.announces_limits(50, 600, minutes=10)
    table.minutes_pass(10)
    table.says(e.PlayerLeft, box=1)
    table.expect_notice("limits_changed", "3.1")


@BOTH
@closing
def test_a_table_is_not_closed_over_the_heads_of_its_players(table_of):
    table = with_least_notice(table_of)
    rule = CLOSING[table.game.name]
    table.supervisor.announces_closing()
    table.expect_refusal(rule, "notice_too_short")
    table.supervisor.announces_closing(10)
    table.minutes_pass(10)
    table.supervisor.says(e.CloseTable)
    table.expect_refusal(rule, "notice_waits_for_round")
    plays_a_round(table)
    table.expect_notice("last_round_played", rule)


@BOTH
@house_rules("3.1")
def test_only_notice_that_is_long_enough_is_offered(table_of):
    table = with_least_notice(table_of)
    for command in ("change_limits", "announce_closing"):
        offer = next(offer for offer in table.game.offers() if offer.command == command)
        assert [option.args["in_minutes"] for option in offer.fields[-1].options({})] == [10, 15, 30]
