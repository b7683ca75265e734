"""Cards dealt in a wrong order find their way back to the plan (17.1(d) and (e))."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pot.reconstruction import How, moves, where_extra, where_missed
from tests.games.rules_in_common import pot_rules

PLAN = ["1", "2", "3"] * 4


def put_right(actual: list[str], told: list) -> list[str]:
    felt = list(actual)
    for move in told:
        assert felt[move.nth - 1] == move.from_place, "a card is moved from where it does not lie"
        felt[move.nth - 1] = move.to_place
    return felt


@pot_rules("17.1(d)")
def test_a_card_that_went_astray_goes_where_it_was_due():
    assert moves(PLAN, 5, "astray", "3", 5) == [(5, "3", "2")]


@pot_rules("17.1(e)")
def test_behind_a_player_who_was_missed_every_card_moves_back_by_one_player():
    at = where_missed(PLAN, 4, "2", holds=0)
    assert at == 2
    actual = ["1", "3", "1", "2"]
    assert put_right(actual, moves(PLAN, 4, "missed", "2", at)) == PLAN[:4]


@pot_rules("17.1(e)")
def test_an_extra_card_goes_to_whoever_was_due_and_all_behind_it_move_on():
    actual = ["1", "2", "2", "3", "1"]
    told = moves(PLAN, 5, "extra", "2", where_extra(PLAN, 5, "2"))
    assert put_right(actual, told) == PLAN[:5]
    assert told == [(5, "1", "2"), (4, "3", "1"), (3, "2", "3")]


@pot_rules("17.1(e)")
def test_an_extra_card_that_is_noticed_at_once_is_the_only_one_to_move():
    assert moves(PLAN, 3, "extra", "2", where_extra(PLAN, 3, "2")) == [(3, "2", "3")]


SEATS = ("1", "2", "3")


def dealt_around(count: int, how: How, place: str, at: int) -> list[str]:
    """Where the cards land if a dealer goes around, and at card `at` does one thing wrong."""
    around, felt, erred = cycle(SEATS), [], False
    while len(felt) < count:
        errs = not erred and len(felt) + 1 >= at
        if errs and how == "extra":
            felt.append(place)
            erred = True
            continue
        seat = next(around)
        if errs and how == "missed" and seat == place:
            erred = True
            continue
        felt.append(place if errs and how == "astray" else seat)
        erred = erred or (errs and how == "astray")
    return felt


@pytest.mark.parametrize("how", ["extra", "missed", "astray"])
@given(data=st.data())
def test_whatever_went_wrong_the_felt_is_as_planned_afterwards(how: How, data: st.DataObject) -> None:
    count = data.draw(st.integers(3, len(PLAN) - 1))
    at = data.draw(st.integers(1, count))
    place = data.draw(st.sampled_from(SEATS))
    told = moves(PLAN, count, how, place, at)
    assert put_right(dealt_around(count, how, place, at), told) == PLAN[:count]
    assert [move.nth for move in told] == sorted((move.nth for move in told), reverse=True)
