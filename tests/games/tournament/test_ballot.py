"""Tables and seats by ballot."""

import random
from collections import Counter

import pytest

from games.tournament.ballot import (
    Drawn,
    Position,
    Room,
    ballot_faults,
    choices,
    draw,
    is_ballot_needed,
    positions_for,
)
from games.tournament.instrument import CANBERRA_RULES, FARO_RULES, OMAHA_RULES

ROOM = Room(seats={"T1": 4, "T2": 3}, at_most={"T1": 2, "T2": 3})
PEOPLE = ("Ada", "Ben", "Cyd")
GOOD = (
    Drawn("Ada", Position("T1", 4)),
    Drawn("Ben", Position("T2", 3)),
    Drawn("Cyd", Position("T1", 1)),
)


def faults(*rows, rules=CANBERRA_RULES, session=1, drawn_ms=1, commenced_ms=2):
    return ballot_faults(
        rules,
        session=session,
        entrants=PEOPLE,
        room=ROOM,
        draw=rows or GOOD,
        drawn_ms=drawn_ms,
        commenced_ms=commenced_ms,
    )


def test_everybody_has_one_seat_that_there_is():
    assert faults() == []
    assert faults(*GOOD[:2]) == ["entrant_without_seat"]
    assert faults(*GOOD, Drawn("Ada", Position("T2", 1))) == ["entrant_twice"]
    assert faults(*GOOD[:2], Drawn("Cyd", Position("T1", 4))) == ["seat_twice"]
    assert faults(*GOOD[:2], Drawn("Cyd", Position("T2", 4))) == ["no_such_seat"]
    assert faults(*GOOD[:2], Drawn("Cyd", Position("T9", 1))) == ["no_such_seat"]
    assert faults(*GOOD, Drawn("Eve", Position("T2", 1))) == ["not_an_entrant"]


@pytest.mark.rule("NI2004-492", "17.8")
def test_no_table_has_more_players_than_the_director_says():
    moved = (GOOD[0], Drawn("Ben", Position("T1", 2)), GOOD[2])
    assert faults(*moved) == ["table_over_number"]


@pytest.mark.rule("NI2004-492", "17.7")
@pytest.mark.rule("NI2005-67", "20.7")
@pytest.mark.rule("NI2017-583", "20.8")
def test_a_ballot_is_held_before_each_session_in_omaha_before_the_first():
    assert faults(drawn_ms=2) == ["after_commencement"]
    assert faults(drawn_ms=None) == ["no_ballot"]
    for rules in (CANBERRA_RULES, FARO_RULES):
        assert is_ballot_needed(rules, 2)
        assert faults(rules=rules, session=2, drawn_ms=None) == ["no_ballot"]
    assert faults(rules=OMAHA_RULES, drawn_ms=None) == ["no_ballot"]
    assert faults(rules=OMAHA_RULES, session=2, drawn_ms=None) == []


def test_the_draw_is_what_the_recorded_numbers_make_of_it():
    positions = positions_for(3, ROOM)
    assert positions == (Position("T1", 1), Position("T2", 1), Position("T1", 2))
    assert draw(PEOPLE, positions, (2, 0, 0)) == (
        Drawn("Ada", Position("T1", 2)),
        Drawn("Ben", Position("T1", 1)),
        Drawn("Cyd", Position("T2", 1)),
    )
    with pytest.raises(ValueError, match="Cyd drew number 1 of 1 seats"):
        draw(PEOPLE, positions, (0, 0, 1))
    with pytest.raises(ValueError, match="3 entrants, 3 seats and 2 numbers"):
        draw(PEOPLE, positions, (0, 0))
    with pytest.raises(ValueError, match="6 players, and the tables have seats for 5"):
        positions_for(6, ROOM)


def test_each_order_of_seats_comes_from_one_list_of_numbers():
    positions = positions_for(3, ROOM)
    each = {
        draw(PEOPLE, positions, (first, second, 0))
        for first in range(choices(3)[0])
        for second in range(choices(3)[1])
    }
    assert len(each) == 6


def test_every_draw_is_a_ballot_without_fault_and_fills_the_tables_evenly():
    chance = random.Random(17)
    for players in range(2, 25):
        room = Room(seats={"T1": 9, "T2": 9, "T3": 9}, at_most={"T1": 8, "T2": 8, "T3": 8})
        people = [f"E{number}" for number in range(players)]
        numbers = [chance.randrange(many) for many in choices(players)]
        drawn = draw(people, positions_for(players, room), numbers)
        assert (
            ballot_faults(
                FARO_RULES,
                session=1,
                entrants=people,
                room=room,
                draw=drawn,
                drawn_ms=1,
                commenced_ms=None,
            )
            == []
        )
        tables = Counter(row.position.table for row in drawn)
        assert max(tables.values()) - min(tables[name] for name in room.seats) <= 1
