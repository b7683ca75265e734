"""Limit markers that a device sees (3.2)."""

import pytest

from games import events as e
from tests.games.rules_in_common import house_rules
from tests.games.table_talk import at_the_holdem_table, at_the_table

BOTH = pytest.mark.parametrize("table_of", [at_the_table, at_the_holdem_table], ids=["canberra", "holdem"])


def marker(table, box, dollars):
    table.happens(e.MarkerPlaced(box=box, amount_cents=None if dollars is None else dollars * 100))


def no_marker(table, box):
    table.happens(e.MarkerTaken(box=box))


def limit(table, box):
    return table.game.state.maximum_cents(table.game.state.boxes[box]) // 100


@BOTH
@house_rules("3.2")
def test_a_marker_lifts_the_limit_of_its_box_alone(table_of):
    table = table_of()
    marker(table, 3, 1_000)
    table.expect_notice("marker_holds", "3.2")
    assert (limit(table, 3), limit(table, 4)) == (1_000, 500)
    table.ante(3, 800)
    assert not [outcome for outcome in table.heard if outcome.kind == "notice"]
    no_marker(table, 3)
    assert limit(table, 3) == 500


@BOTH
@house_rules("3.2", "3.5")
@pytest.mark.parametrize("moved", [lambda table: marker(table, 1, 2_000), lambda table: no_marker(table, 1)])
def test_in_a_round_the_limit_is_the_one_that_was_wagered_under(table_of, moved):
    table = table_of()
    marker(table, 1, 1_000)
    table.antes({1: 1_000})
    table.deal()
    before = limit(table, 1)
    moved(table)
    table.expect_notice("marker_after_round", "3.2")
    assert limit(table, 1) == before == 1_000
    table.folds(1)
    table.collects()
    assert limit(table, 1) == (table.game.state.boxes[1].marked_cents or 50_000) // 100 != 1_000


@BOTH
@house_rules("3.2")
@pytest.mark.parametrize(
    ("dollars", "code"),
    [(None, "marker_unknown"), (500, "marker_without_effect"), (1_001, "marker_without_effect")],
)
def test_a_marker_that_raises_nothing_is_said(table_of, dollars, code):
    table = table_of()
    marker(table, 2, dollars)
    table.expect_notice(code, "3.2")
    assert limit(table, 2) == 500


@BOTH
@house_rules("3.2")
def test_what_the_device_says_again_after_a_reconnection_is_no_news(table_of):
    table = table_of()
    marker(table, 2, 1_000)
    marker(table, 2, 1_000)
    no_marker(table, 5)
    assert not table.heard
    marker(table, 9, 1_000)
    table.expect_accepted()


@BOTH
@house_rules("3.2")
def test_the_marker_holds_as_long_as_it_lies_there_whoever_plays(table_of):
    table = table_of()
    marker(table, 1, 1_000)
    table.antes({1: 25})
    table.deal()
    carried = type(table.game)(table.game.state.options, 7, table.game.state.carry())
    assert carried.state.boxes[1].maximum_cents == 100_000
    table.folds(1)
    table.collects()
    assert limit(table, 1) == 1_000
    table.next_round()
    table.says(e.PlayerLeft, box=1)
    assert limit(table, 1) == 1_000
    no_marker(table, 1)
    assert limit(table, 1) == 500


@BOTH
@house_rules("3.2")
def test_a_lost_marker_device_is_said_and_changes_no_limit(table_of):
    table = table_of()
    marker(table, 1, 1_000)
    table.happens(e.DeviceLost(device="markers", role="markers"))
    table.expect_notice("markers_lost", "3.2")
    table.happens(e.ReportsMissed(device="markers", role="markers", count=2))
    table.expect_notice("markers_missed_something", "3.2")
    table.expect_no_question()
    assert limit(table, 1) == 1_000


@BOTH
@house_rules("3.2", "3.5")
@pytest.mark.parametrize("taken", [no_marker, lambda table, box: table.supervisor.sets_marker(box, None)])
def test_an_ante_that_stood_under_the_marker_is_now_over_the_maximum(table_of, taken):
    table = table_of()
    marker(table, 1, 1_000)
    table.ante(1, 800)
    taken(table, 1)
    table.expect_notice("over_maximum", "3.5")


@BOTH
@house_rules("3.2")
def test_a_marker_that_lies_there_is_remembered_over_other_limits_and_the_night(table_of):
    table = table_of()
    marker(table, 3, 1_000)
    table.supervisor.announces_limits(25, 2_000)
    assert limit(table, 3) == 2_000
    table.supervisor.announces_limits(25, 500)
    table.expect_notice("marker_holds", "3.2")
    assert (limit(table, 3), limit(table, 4)) == (1_000, 500)
    table.supervisor.closes_table()
    table.open()
    assert limit(table, 3) == 1_000
    no_marker(table, 3)
    assert limit(table, 3) == 500
