"""A seat that is kept without playing: 16.6 of Canberra Poker, 15.6 of Casino Hold-em."""

import pytest

from games.events import PlayerLeft
from games.outcomes import Notice
from games.rulebook import CANBERRA_POKER, CASINO_HOLDEM
from tests.games.table_talk import Table, at_the_holdem_table, at_the_table


@pytest.fixture(params=[at_the_table, at_the_holdem_table], ids=["canberra_poker", "casino_holdem"])
def table(request) -> Table:
    """Somebody has played at each box: of an empty one nobody abstains."""
    table = request.param(boxes=3)
    round_with(table, 1, 2, 3)
    return table


def round_with(table: Table, *boxes: int) -> list[tuple[str, int, int]]:
    """Plays a round in which these boxes take a hand; returns what is said of abstaining at its end."""
    if table.phase == "shuffle":
        table.next_round()
    table.antes(dict.fromkeys(boxes, 25))
    table.stacked = []
    table.deal()
    table.folds(*boxes)
    table.collects()
    return [
        (notice.rule.number, notice.say.words["box"], notice.say.words["rounds"])
        for notice in table.heard
        if isinstance(notice, Notice) and notice.say.code == "abstained"
    ]


def number(table: Table) -> str:
    return {CANBERRA_POKER: "16.6", CASINO_HOLDEM: "15.6"}[table.game.document]


@pytest.mark.rule("NI2004-492", "16.6")
@pytest.mark.rule("NI2007-208", "15.6")
def test_the_dealer_is_told_after_three_rounds_without_a_hand_at_a_full_table(table):
    assert round_with(table, 1, 3) == []
    assert round_with(table, 1, 3) == []
    assert round_with(table, 1, 3) == [(number(table), 2, 3)]
    assert round_with(table, 1, 3) == [(number(table), 2, 4)]


@pytest.mark.rule("NI2004-492", "16.6")
@pytest.mark.rule("NI2007-208", "15.6")
@pytest.mark.parametrize("between", [(1, 2, 3), (1,)], ids=["a hand", "another seat unused"])
def test_the_rounds_must_follow_each_other_at_a_full_table(table, between):
    round_with(table, 1, 3)
    round_with(table, 1, 3)
    assert round_with(table, *between) == []
    assert round_with(table, 1, 3) == []
    assert round_with(table, 1, 3) == []


@pytest.mark.rule("NI2004-492", "16.6")
@pytest.mark.rule("NI2007-208", "15.6")
def test_a_new_player_begins_anew(table):
    round_with(table, 1, 3)
    round_with(table, 1, 3)
    table.next_round()
    table.says(PlayerLeft, box=2)
    table.antes({1: 25, 3: 25})
    table.stacked = []
    table.deal()
    table.folds(1, 3)
    table.collects()
    assert table.game.state.boxes[2].abstained == 0  # nobody sits there until somebody plays
