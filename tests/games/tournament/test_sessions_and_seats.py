"""When a session ends, which level is in force, who is late, and which table is broken."""

import pytest

from games.tournament.conditions import Level
from games.tournament.instrument import CANBERRA_RULES, FARO_RULES, OMAHA_RULES, SEVEN_CARD_STUD_RULES
from games.tournament.levels import changes_after_ms, changes_after_rounds
from games.tournament.no_show import Moments, is_late, may_sell_seat, returned_cents, standing
from games.tournament.refunds import Payer, refunds
from games.tournament.seating import Method, Move, Occupied, moves, proposed, who_moves
from games.tournament.session_end import PlayedRound, SessionIs, last_rounds

ALL = (CANBERRA_RULES, OMAHA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES)


# ---------------------------------------------------------------- sessions and levels


def played(started_ms, ended_ms, void=False, eliminated=0) -> PlayedRound:
    return PlayedRound(started_ms=started_ms, ended_ms=ended_ms, is_void=void, eliminated=eliminated)


ROWS = {
    "T1": [played(0, 100), played(110, 200, void=True), played(210, 300, eliminated=2), played(310, 400)],
    "T2": [played(0, 150, eliminated=1), played(160, 320), played(330, 420), played(430, 500)],
}
BEGAN = {"T1": 5, "T2": 4}


def test_a_void_round_does_not_count():
    """TOURN-VOID-ROUND."""
    assert last_rounds(SessionIs(rounds=2), BEGAN, ROWS) == {"T1": 3, "T2": 2}
    assert last_rounds(SessionIs(rounds=4), BEGAN, ROWS) == {"T1": None, "T2": 4}


def test_rounds_that_have_begun_when_time_is_up_are_played_out():
    """TOURN-TIME-END."""
    assert last_rounds(SessionIs(ms=310), BEGAN, ROWS) == {"T1": 3, "T2": 2}
    assert last_rounds(SessionIs(ms=450), BEGAN, ROWS) == {"T1": None, "T2": 4}


def test_a_session_lasts_until_so_many_are_left_over_all_tables():
    assert last_rounds(SessionIs(players_left=6), BEGAN, ROWS) == {"T1": 3, "T2": 2}
    assert last_rounds(SessionIs(players_left=5), BEGAN, ROWS) == {"T1": None, "T2": None}


def test_levels_go_by_the_clock_or_by_rounds_and_the_last_one_stays():
    by_clock = (Level(minutes=10), Level(minutes=20), Level())
    assert changes_after_ms(by_clock) == (600_000, 1_800_000)
    by_rounds = (Level(rounds=2), Level(rounds=1), Level())
    assert changes_after_rounds(by_rounds) == (2, 3)


# ---------------------------------------------------------------- no-shows and refunds

MOMENTS = Moments(starting_ms=1_000, commenced_ms=2_000)


@pytest.mark.rule("NI2017-583", "20.10")
def test_in_omaha_a_seat_is_taken_before_the_starting_time():
    assert [is_late(OMAHA_RULES, taken, MOMENTS) for taken in (999, 1_000, 1_500, None)] == [
        False,
        True,
        True,
        True,
    ]


@pytest.mark.rule("NI2004-492", "17.9")
@pytest.mark.rule("NI2005-67", "20.9")
@pytest.mark.rule("NI2005-74", "20.9")
@pytest.mark.parametrize("rules", [CANBERRA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES], ids=lambda r: r.game)
def test_elsewhere_it_is_taken_when_the_session_commences(rules):
    assert [is_late(rules, taken, MOMENTS) for taken in (1_500, 2_000, 2_001, None)] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.rule("NI2004-492", "17.9")
@pytest.mark.rule("NI2005-67", "20.9")
@pytest.mark.rule("NI2005-74", "20.9")
@pytest.mark.rule("NI2017-583", "20.10")
@pytest.mark.parametrize(
    ("rules", "unasked"),
    [(CANBERRA_RULES, "forfeited"), (OMAHA_RULES, "forfeited"), (FARO_RULES, "kept")],
)
def test_the_position_is_forfeited_by_the_rule_or_by_the_director(rules, unasked):
    """TOURN-MAY."""
    rule = rules.numbers.no_show
    assert standing(rules, late=True, sold=False, director_forfeits=False) == (unasked, rule)
    assert standing(rules, late=True, sold=False, director_forfeits=True) == ("forfeited", rule)
    assert standing(rules, late=False, sold=True, director_forfeits=True) == ("seated", None)


@pytest.mark.rule("NI2004-492", "17.10")
@pytest.mark.rule("NI2005-67", "20.10")
@pytest.mark.rule("NI2005-74", "20.10")
@pytest.mark.rule("NI2017-583", "20.11")
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.game)
def test_a_seat_is_sold_again_in_the_first_session_and_the_older_instruments_return_the_first_fee(rules):
    """TOURN-NOSHOW, TOURN-NOSHOW-O."""
    assert may_sell_seat(1)
    assert not may_sell_seat(2)
    position, rule = standing(rules, late=True, sold=True, director_forfeits=False)
    assert (position, rule) == ("sold", rules.numbers.seat_sold)
    returns = rules in (FARO_RULES, SEVEN_CARD_STUD_RULES)
    assert returned_cents(rules, "sold", 5_500) == (5_500 if returns else 0)
    assert returned_cents(rules, "forfeited", 5_500) == 0


@pytest.mark.rule("NI2017-583", "20.23")
@pytest.mark.rule("NI2004-492", "17.26")
@pytest.mark.rule("NI2005-67", "20.21")
@pytest.mark.rule("NI2005-74", "20.21")
def test_a_cancelled_tournament_gives_back_all_that_was_paid_and_not_returned_before():
    payers = [Payer(1, (5_500, 5_000)), Payer(2, (5_500,), returned_cents=5_500), Payer(3, (5_500,))]
    assert refunds(payers) == {1: 10_500, 2: 0, 3: 5_500}


# ---------------------------------------------------------------- breaking and balancing


def table(*players, button=1, on=False) -> Occupied:
    return Occupied(players=players, button=button, round_is_on=on)


def proposal(tables, rules=OMAHA_RULES, running=True, balance_at=2, order=("T3", "T2", "T1")):
    method = Method(most_per_table=6, break_order=order, balance_at=balance_at)
    return proposed(rules, tables, method, session_is_running=running)


@pytest.mark.rule("NI2017-583", "20.9")
def test_the_first_table_of_the_order_whose_players_find_seats_is_broken():
    found = proposal({"T1": table(1, 2, 3), "T2": table(1, 2, 3, on=True), "T3": table(1, 2, 3, 4, 5, 6)})
    assert (found.action, found.table, found.after_the_round) == ("break", "T3", False)
    found = proposal({"T1": table(1, 2, 3), "T3": table(1, 2, on=True)}, order=("T2", "T3", "T1"))
    assert (found.action, found.table, found.after_the_round) == ("break", "T3", True)
    assert proposal({"T1": table(1, 2, 3, 4), "T2": table(1, 2, 3)}, balance_at=None).action == "none"


def test_the_last_table_is_never_broken():
    assert proposal({"T1": table(1, 2)}).action == "none"
    assert proposal({"T1": table(1, 2), "T2": table()}).action == "none"


@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(C)")
@pytest.mark.rule("NI2017-583", "20.9")
def test_balancing_moves_the_next_big_blind_of_the_fullest_table_to_the_shortest():
    """TOURN-BALANCE: only if the conditions say how."""
    tables = {"T1": table(1, 2, 4, 5, 6, button=4, on=True), "T2": table(1, 2, 3)}
    found = proposal(tables, order=())
    assert (found.action, found.table, found.seat, found.to) == ("move", "T1", 1, "T2")
    assert found.after_the_round
    assert proposal(tables, order=(), balance_at=3).action == "none"
    assert proposal(tables, order=(), balance_at=None).action == "none"


def test_the_next_big_blind_is_counted_from_the_next_button():
    """The button goes from seat 4 to seat 5; seat 6 posts the small blind and seat 1 the big one."""
    assert who_moves(table(1, 2, 4, 5, 6, button=4)) == 1
    assert who_moves(Occupied(players=(1, 2, 4), button=2, round_is_on=False, blinds=0)) == 1
    assert who_moves(Occupied(players=(1, 2, 4), button=2, round_is_on=False, blinds=1)) == 1


@pytest.mark.rule("NI2004-492", "17.7")
@pytest.mark.rule("NI2005-67", "20.7")
@pytest.mark.rule("NI2005-74", "20.7")
@pytest.mark.parametrize("rules", [CANBERRA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES], ids=lambda r: r.game)
def test_elsewhere_a_player_keeps_his_seat_for_the_session_and_draws_a_new_one_after_it(rules):
    tables = {"T1": table(1), "T2": table(1, 2, 3)}
    assert proposal(tables, rules).action == "not_allowed"
    assert proposal(tables, rules, running=False).action == "new_ballot"
    assert proposal(tables, rules).rule == rules.numbers.ballot


@pytest.mark.rule("NI2017-583", "20.9")
def test_the_players_of_a_broken_table_go_one_by_one_to_the_shortest_table():
    tables = {"T1": table(1, 2, 4), "T2": table(2, 3), "T3": table(1, 5, 6, button=5)}
    method = Method(most_per_table=6, break_order=("T3", "T2", "T1"))
    found = proposed(OMAHA_RULES, tables, method, session_is_running=True)
    assert moves(tables, found, method, {"T1": 6, "T2": 6, "T3": 6}) == (
        Move("T3", 6, "T2", 1),
        Move("T3", 1, "T1", 3),
        Move("T3", 5, "T2", 4),
    )


def test_who_balances_a_table_gets_its_first_free_seat():
    tables = {"T1": table(1, 2, 4, 5, 6, button=4), "T2": table(1, 2, 5)}
    method = Method(most_per_table=6, balance_at=2)
    found = proposed(OMAHA_RULES, tables, method, session_is_running=True)
    assert moves(tables, found, method, {"T1": 6, "T2": 6}) == (Move("T1", 1, "T2", 3),)
