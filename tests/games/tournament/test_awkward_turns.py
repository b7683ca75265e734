"""What goes otherwise than planned: reports that come late, players who do, and things put right."""

from __future__ import annotations

from typing import Any

import pytest

from games.outcomes import AtTournament, ChipsStand, EntrantExcluded, Refusal, TournamentRoundPlayed, Undone
from games.tournament import ending
from games.tournament import events as t
from games.tournament.acts import acts
from tests.games.tournament.playing import ChanceTable, Hall, conditions_of


def hall_for(name: str, players: int, there: int = 2, **changes: Any) -> Hall:
    conditions = conditions_of(name, **changes)
    hall = Hall(conditions, {f"T{number}": 8 for number in range(1, there + 1)}, seed=2)
    hall.take_entries(players)
    return hall


def drawn(hall: Hall) -> Hall:
    """Each in the order of his entry: table by table, seat by seat."""
    hall.settle()
    act = next(act for act in acts(hall.tournament) if act.command == "draw_ballot" and act.blocked is None)
    hall.do("draw_ballot", chance=(0,) * len(act.draws or ()))
    hall.settle()
    return hall


def come(hall: Hall, *absent: int) -> None:
    for table in hall.tables.values():
        for box, sits in table.seats.items():
            if not sits.taken and sits.entry not in absent:
                table.mark(box, taken=True)
        hall.hear(table)
    hall.settle()


def begins(hall: Hall) -> list[Any]:
    start_comes(hall)
    told = hall.do("begin_session")
    assert not any(isinstance(one, Refusal) for one in told), told
    hall.settle()
    return told


def begun(name: str, players: int, there: int = 2, **changes: Any) -> Hall:
    hall = drawn(hall_for(name, players, there, **changes))
    come(hall)
    begins(hall)
    return hall


def at(hall: Hall, table: str, put_in: dict[int, int] | None = None) -> tuple[AtTournament, ...]:
    return tuple(
        AtTournament(
            box=box,
            entry=sits.entry,
            chips_cents=sits.chips_cents,
            contributed_cents=(put_in or {}).get(sits.entry, 0),
        )
        for box, sits in sorted(hall.tables[table].seats.items())
    )


def begin_round(hall: Hall, name: str) -> None:
    hall.tables[name].begin()
    hall.hear(hall.tables[name])


def close_round(
    hall: Hall, name: str, has: dict[int, int] | None = None, put_in: dict[int, int] | None = None
) -> None:
    """`has`: what entries have after it, where it has changed."""
    table = hall.tables[name]
    for sits in table.seats.values():
        sits.chips_cents = (has or {}).get(sits.entry, sits.chips_cents)
    table.played += 1
    table.told.append(
        TournamentRoundPlayed(
            session=table.session, round=table.played, void=False, entrants=at(hall, name, put_in), button=1
        )
    )
    hall.hear(table)
    hall.settle()


def round_of(hall: Hall, name: str, has: dict[int, int] | None = None, **put_in: dict[int, int]) -> None:
    begin_round(hall, name)
    close_round(hall, name, has, **put_in)


def tells(hall: Hall, name: str, what: Any) -> None:
    hall.tables[name].told.append(what)
    hall.hear(hall.tables[name])
    hall.settle()


def counted(hall: Hall) -> None:
    for table in hall.tables.values():
        table.count()
        hall.hear(table)


def status(hall: Hall) -> dict[int, str]:
    return {number: entry.status for number, entry in hall.state.entries.items()}


def confirm_all(hall: Hall) -> None:
    for act in hall.offered("confirm_elimination"):
        hall.carry_out(act)
        hall.settle()


ONE_SESSION = {"sessions": [{"name": "One", "kind": "final", "tables": 1, "ends": {"rounds": 2}}]}


def two_heats(**final: int) -> dict[str, Any]:
    heat = {"name": "Heat", "kind": "heat", "tables": 1, "ends": {"rounds": 1}, "advance": {"of_each_table": 2}}
    last = {"name": "Final", "kind": "final", "tables": 1, "ends": {"rounds": 1}, **final}
    return {"sessions": [heat, heat, last]}


def two_sessions(**equal: str) -> list[dict[str, Any]]:
    advance = {"in_all": 3, **equal}
    first = {"name": "First", "kind": "semi_final", "tables": 1, "ends": {"rounds": 1}, "advance": advance}
    return [first, {"name": "Final", "kind": "final", "tables": 1, "ends": {"rounds": 1}}]


def start_comes(hall: Hall) -> None:
    hall.now_ms = max(hall.now_ms, hall.state.specified_start_ms())
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    hall.settle()


def one_session() -> dict[str, Any]:
    """Of one round, at one table."""
    last = {"name": "Final", "kind": "final", "tables": "As many as are needed.", "ends": {"rounds": 1}}
    return {"sessions": [last]}


class CutOff(ChanceTable):
    """What it is ordered it hears later."""

    def follow(self) -> None:
        self.waiting.clear()


ONE_HEAT_AT_TWO_TABLES = two_heats(chips_cents=100_000)["sessions"][1:]
ONE_HEAT_AT_TWO_TABLES[0] = {**ONE_HEAT_AT_TWO_TABLES[0], "tables": 2}


def play_session(hall: Hall, rounds: int, has: dict[int, int]) -> None:
    """At both tables; `has`: what entries have after the last round."""
    for number in range(1, rounds + 1):
        for name in [name for name, table in hall.tables.items() if table.seats]:
            round_of(hall, name, has if number == rounds else None)
    counted(hall)


def end(hall: Hall) -> None:
    hall.carry_out(hall.offered("end_session")[0])
    hall.settle()


# ---------------------------------------------------------------- who has not come


@pytest.mark.rule("NI2004-492", "17.9")
def test_who_played_the_heat_and_does_not_come_to_the_final_forfeits_his_position():
    """TOURN-FORFEIT-LATER: no place, no prize; the others move up."""
    hall = begun("demo_canberra_poker", 8)
    play_session(hall, 4, {1: 300_000, 2: 250_000, 3: 200_000, 4: 190_000})
    end(hall)
    drawn(hall)
    come(hall, 1)
    begins(hall)
    assert status(hall)[1] == "forfeited"
    play_session(hall, 4, {})
    end(hall)
    placed = [number for group in ending.places(hall.state) for number in group]
    assert placed[:3] == [2, 3, 4]
    assert 1 not in placed


@pytest.mark.rule("NI2005-67", "20.9")
@pytest.mark.parametrize("forfeits", [True, False])
def test_in_faro_the_director_says_whether_who_stays_away_from_the_final_forfeits_it(forfeits):
    hall = begun("demo_faro", 6, 1, sessions=two_sessions(equal="all"))
    play_session(hall, 1, {1: 200_000, 2: 150_000, 3: 50_000, 4: 40_000})
    end(hall)
    drawn(hall)
    come(hall, 2)
    begins(hall)
    assert hall.state.entries[2].asked_of_no_show
    hall.do("decide_no_show", entry=2, forfeits=forfeits)
    assert status(hall)[2] == ("forfeited" if forfeits else "in")


@pytest.mark.rule("NI2017-583", "20.11")
def test_a_reserved_player_who_pays_after_the_starting_time_is_not_late():
    hall = drawn(hall_for("demo_omaha", 4))
    come(hall, 4)
    start_comes(hall)
    assert status(hall)[4] == "forfeited"
    hall.do("offer_seat", entry=4)
    hall.do("buy_seat", entry=4, person="R1")
    hall.settle()
    assert status(hall)[5] == "in"
    begins(hall)
    assert status(hall)[5] == "in"


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2017-583", "20.10")
def test_who_was_there_and_is_sent_to_another_table_as_the_time_comes_has_taken_his_seat():
    hall = drawn(hall_for("demo_omaha", 6))
    come(hall)
    hall.now_ms = hall.state.specified_start_ms() - 1_500
    hall.do("move_entrant", entry=1, table="T2", seat=6)
    start_comes(hall)
    assert status(hall)[1] == "in"


@pytest.mark.rule("NI2017-583", "20.10")
def test_at_a_table_that_hears_of_its_players_too_late_nobody_has_forfeited_before_the_session_begins():
    """The table was off, and its players sat there: the dealer says so before the director begins."""
    hall = hall_for("demo_omaha", 6)
    hall.now_ms = hall.state.specified_start_ms() - 10_000
    hall.do("draw_ballot", chance=(0,) * 6)
    late = hall.tables["T2"]
    hall.tables["T1"].follow()
    hall.hear(hall.tables["T1"])
    assert late.waiting
    hall.now_ms = hall.state.specified_start_ms() + 60_000
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    assert sorted(number for number, now in status(hall).items() if now == "forfeited") == [1, 3, 5]
    hall.settle()
    assert status(hall)[2] == "in"
    come(hall, 6)
    begins(hall)
    assert [status(hall)[number] for number in (2, 4, 6)] == ["in", "in", "forfeited"]


@pytest.mark.rule("NI2004-492", "17.10")
def test_who_has_bought_a_seat_in_the_first_heat_plays_no_other_heat():
    hall = drawn(hall_for("demo_canberra_poker", 8, 1, **two_heats()))
    come(hall, 1)
    begins(hall)
    hall.do("offer_seat", entry=1)
    hall.do("buy_seat", entry=1, person="R1")
    hall.settle()
    come(hall)
    play_session(hall, 1, {9: 200_000, 2: 150_000, 3: 120_000})
    end(hall)
    drawn(hall)
    assert sorted(sits.entry for sits in hall.tables["T1"].seats.values()) == [5, 6, 7, 8]


# ---------------------------------------------------------------- reports that come late


@pytest.mark.rule("NI2004-492", "17.21")
def test_what_a_table_that_was_cut_off_tells_of_the_heat_changes_no_chips_of_the_final():
    hall = begun("demo_canberra_poker", 8, sessions=ONE_HEAT_AT_TWO_TABLES)
    play_session(hall, 1, {1: 150_000, 2: 250_000, 3: 140_000, 4: 190_000})
    late, hall.tables["T2"] = hall.tables["T2"], CutOff("T2", False, hall.chance)
    end(hall)
    orders = [one for one in hall.state.tables["T2"].orders if one.order > late.followed]
    drawn(hall)
    come(hall)
    begins(hall)
    play_session(hall, 1, {1: 120_000, 2: 30_000, 3: 110_000, 4: 90_000})
    hall.tables["T2"], late.waiting = late, orders
    hall.settle()
    assert hall.state.entries[2].chips_cents == 30_000


# ---------------------------------------------------------------- what is put right


def has_now(hall: Hall, name: str, has: dict[int, int], *, played: int) -> None:
    """A supervisor has put a closed round right."""
    table = hall.tables[name]
    table.played = played
    for sits in table.seats.values():
        sits.chips_cents = has.get(sits.entry, sits.chips_cents)
    tells(hall, name, ChipsStand(entrants=at(hall, name), played=played))


@pytest.mark.rule("NI2005-67", "20.19")
def test_where_the_round_that_ended_it_is_made_void_the_two_play_on():
    """TOURN-VOID-ROUND"""
    hall = begun("demo_faro", 2, 1)
    round_of(hall, "T1", {1: 200_000, 2: 0})
    assert hall.state.time_is_up
    has_now(hall, "T1", {1: 100_000, 2: 100_000}, played=0)
    assert status(hall) == {1: "in", 2: "in"}
    assert hall.tables["T1"].play.waiting == ""
    assert not hall.offered("end_session")


@pytest.mark.rule("NI2005-67", "19.2(b)")
def test_where_an_exclusion_is_taken_back_the_two_play_on():
    hall = begun("demo_faro", 2, 1)
    round_of(hall, "T1")
    tells(hall, "T1", EntrantExcluded(box=2, entry=2, rule=hall.state.numbers.excluded))
    assert hall.state.time_is_up
    tells(hall, "T1", Undone(what="penalise", by="2001"))
    assert hall.tables["T1"].play.waiting == ""
    assert hall.state.left() == [hall.state.entries[1], hall.state.entries[2]]


@pytest.mark.rule("NI2004-492", "17.21")
def test_the_last_round_of_a_session_that_is_made_void_is_played_again_and_counted_again():
    """TOURN-VOID-ROUND: a session of four rounds has four that count."""
    hall = begun("demo_canberra_poker", 4, 1)
    play_session(hall, 4, {1: 150_000})
    assert hall.offered("end_session")
    has_now(hall, "T1", {1: 100_000}, played=3)
    assert not hall.offered("end_session")
    assert hall.tables["T1"].play.until_round == 4
    round_of(hall, "T1", {1: 50_000})
    assert not hall.offered("end_session"), "the chips are counted once more"
    counted(hall)
    assert hall.offered("end_session")


@pytest.mark.rule("NI2004-492", "17.14")
@pytest.mark.rule("NI2004-492", "17.24")
def test_a_round_put_right_leaves_those_alone_who_went_out_before_it():
    """Entry 1 could not wager the minimum after the first round."""
    hall = begun("demo_canberra_poker", 4, 1)
    round_of(hall, "T1", {1: 1_000})
    assert status(hall)[1] == "out"
    round_of(hall, "T1", {2: 0})
    has_now(hall, "T1", {3: 110_000}, played=2)
    confirm_all(hall)
    assert ending.places(hall.state) == ((2,), (1,))


@pytest.mark.rule("NI2017-583", "20.7")
def test_who_was_confirmed_as_out_by_a_round_that_is_put_right_is_told_of():
    hall = begun("demo_omaha", 6)
    round_of(hall, "T1", {1: 0, 3: 600_000})
    hall.do("confirm_elimination", entry=1)
    has_now(hall, "T1", {1: 300_000, 3: 300_000}, played=0)
    assert hall.notices("out_has_chips")
    hall.do("undo")
    assert status(hall)[1] == "in"


@pytest.mark.rule("NI2004-492", "17.21")
def test_a_round_put_right_after_the_final_puts_nobody_in_two_places():
    """The director is told of it, and takes the end back: then the order is the right one."""
    hall = begun("demo_canberra_poker", 4, 1, **one_session())
    play_session(hall, 1, {1: 200_000, 2: 150_000, 3: 120_000, 4: 50_000})
    end(hall)
    has_now(hall, "T1", {1: 0}, played=1)
    assert hall.notices("put_right_after_session")
    assert [number for group in ending.places(hall.state) for number in group] == [1, 2, 3, 4]
    hall.do("undo")
    hall.settle()
    confirm_all(hall)
    end(hall)
    assert ending.places(hall.state) == ((2,), (3,), (4,), (1,))


# ---------------------------------------------------------------- hand for hand


def hand_for_hand(hall: Hall, *, on: bool = True) -> None:
    hall.do("direct_pace", hand_for_hand=on)
    hall.settle()


def start(hall: Hall) -> None:
    told = hall.do("start_rounds")
    assert not isinstance(told[0], Refusal), told
    hall.settle()


@pytest.mark.rule("NI2017-583", "20.21")
def test_rounds_begun_at_their_own_pace_are_no_round_that_all_began_together_before():
    """TOURN-H4H"""
    hall = begun("demo_omaha", 8)
    hand_for_hand(hall)
    start(hall)
    for name in ("T1", "T2"):
        begin_round(hall, name)
    close_round(hall, "T1")
    close_round(hall, "T2", {2: 0, 4: 600_000}, put_in={2: 300_000})
    hand_for_hand(hall, on=False)
    begin_round(hall, "T1")
    hand_for_hand(hall)
    close_round(hall, "T1", {1: 0, 3: 600_000}, put_in={1: 200_000})
    for _ in range(2):
        confirm_all(hall)
    assert ending.places(hall.state) == ((1,), (2,)), "entry 2 went out a round before, with more in the pot"


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2017-583", "20.17")
def test_rounds_that_all_began_together_are_one_round_though_the_pace_is_free_before_they_end():
    """TOURN-H4H"""
    hall = begun("demo_omaha", 8)
    hand_for_hand(hall)
    start(hall)
    for name in ("T1", "T2"):
        begin_round(hall, name)
    hand_for_hand(hall, on=False)
    close_round(hall, "T1", {1: 0, 3: 600_000}, put_in={1: 300_000})
    hall.now_ms += 60_000
    close_round(hall, "T2", {2: 0, 4: 600_000}, put_in={2: 200_000})
    confirm_all(hall)
    assert ending.places(hall.state) == ((1,), (2,))


@pytest.mark.rule("NI2004-492", "17.20")
@pytest.mark.rule("NI2004-492", "17.24")
def test_in_canberra_poker_hand_for_hand_changes_no_rounds_number():
    hall = begun("demo_canberra_poker", 8)
    round_of(hall, "T1", {1: 0})
    round_of(hall, "T1")
    round_of(hall, "T2")
    round_of(hall, "T2")
    hand_for_hand(hall)
    start(hall)
    round_of(hall, "T1", {3: 0})
    round_of(hall, "T2", {2: 0})
    confirm_all(hall)
    assert ending.places(hall.state) == ((2, 3), (1,))


# ---------------------------------------------------------------- equal chips, and places over tables


@pytest.mark.rule("NI2004-492", "17.21")
@pytest.mark.rule("NI2004-492", "17.23")
def test_additional_rounds_of_a_heat_move_nobody_behind_the_players_of_another_heat():
    """CP-TIE-RANK: entry 3 had 150.000 when the heat was over, and loses half of it for the second place."""
    hall = drawn(hall_for("demo_canberra_poker", 8, 1, **two_heats()))
    come(hall)
    begins(hall)
    play_session(hall, 1, {1: 300_000, 2: 150_000, 3: 150_000, 4: 10_000})
    end(hall)
    round_of(hall, "T1", {2: 200_000, 3: 75_000})
    counted(hall)
    end(hall)
    for has in (
        {5: 300_000, 6: 250_000, 7: 140_000, 8: 10_000},
        {5: 300_000, 6: 250_000, 1: 90_000, 2: 80_000},
    ):
        drawn(hall)
        come(hall)
        begins(hall)
        play_session(hall, 1, has)
        end(hall)
    assert ending.places(hall.state) == ((5,), (6,), (1,), (2,), (3,), (7,), (4, 8))


@pytest.mark.rule("NI2004-492", "17.21")
def test_who_does_not_go_on_from_tables_ranked_each_by_itself_is_placed_by_chips():
    hall = begun("demo_canberra_poker", 8)
    play_session(hall, 4, {1: 300_000, 2: 400_000, 3: 200_000, 4: 190_000, 5: 20_000, 6: 180_000, 7: 15_000})
    end(hall)
    drawn(hall)
    come(hall)
    begins(hall)
    play_session(hall, 4, {1: 90_000, 2: 80_000, 3: 70_000, 4: 60_000})
    end(hall)
    assert ending.places(hall.state) == ((1,), (2,), (3,), (4,), (6,), (8,), (5,), (7,))


@pytest.mark.rule("NI2004-492", "17.23")
def test_equals_who_stay_behind_play_on_where_a_prize_hangs_on_it():
    """CP-TIE-SCOPE: three go on, and the fourth place has a prize."""
    prizes = {"breakdown_basis_points": [4_000, 3_000, 2_000, 1_000]}
    hall = begun("demo_canberra_poker", 5, sessions=two_sessions(), prizes=prizes, tables={"most_per_table": 8})
    play_session(hall, 1, {1: 300_000, 2: 250_000, 3: 200_000, 4: 50_000, 5: 50_000})
    end(hall)
    assert hall.notices("equals_play_on")[0].say.words["entries"] == [4, 5]
    round_of(hall, "T1", {4: 45_000, 5: 55_000})
    counted(hall)
    end(hall)
    assert ending.places(hall.state)[-2:] == ((5,), (4,))


@pytest.mark.rule("NI2004-492", "17.13")
@pytest.mark.rule("NI2004-492", "17.23")
def test_who_loses_his_last_chips_in_an_additional_round_has_none_to_be_counted():
    """He is placed behind his equal, and the session ends without a count of nothing."""
    hall = begun("demo_canberra_poker", 4, 1, **one_session())
    play_session(hall, 1, {1: 200_000, 2: 100_000, 3: 20_000, 4: 20_000})
    end(hall)
    round_of(hall, "T1", {3: 30_000, 4: 0})
    counted(hall)
    end(hall)
    assert ending.places(hall.state) == ((1,), (2,), (3,), (4,))


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2004-492", "17.23")
def test_who_is_excluded_while_equals_play_on_has_no_place():
    """TOURN-DQ: the others move up."""
    hall = begun("demo_canberra_poker", 4, 1, **one_session())
    play_session(hall, 1, {1: 200_000, 2: 200_000, 3: 120_000, 4: 50_000})
    end(hall)
    begin_round(hall, "T1")
    tells(hall, "T1", EntrantExcluded(box=1, entry=1, rule=hall.state.numbers.excluded))
    close_round(hall, "T1", {1: 210_000, 2: 150_000})
    hall.do("confirm_exclusion", entry=1)
    hall.settle()
    counted(hall)
    end(hall)
    assert ending.places(hall.state) == ((2,), (3,), (4,))
    assert ending.without_place(hall.state) == (1,)


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2004-492", "17.23")
def test_where_all_equals_are_excluded_nobody_has_to_play_on():
    hall = begun("demo_canberra_poker", 4, 1, **one_session())
    play_session(hall, 1, {1: 200_000, 2: 200_000, 3: 120_000, 4: 50_000})
    end(hall)
    for box, sits in list(hall.tables["T1"].seats.items()):
        if sits.entry in (1, 2):
            tells(hall, "T1", EntrantExcluded(box=box, entry=sits.entry, rule=hall.state.numbers.excluded))
            hall.do("confirm_exclusion", entry=sits.entry)
    hall.settle()
    end(hall)
    assert ending.places(hall.state) == ((3,), (4,))


@pytest.mark.rule("NI2017-583", "19.2(b)")
@pytest.mark.rule("NI2017-583", "20.18")
def test_an_exclusion_that_is_told_after_the_last_session_is_confirmed_before_places_are_awarded():
    """TOURN-DQ"""
    sessions = [{"name": "One", "kind": "final", "tables": 2, "ends": {"rounds": 1}}]
    hall = begun("demo_omaha", 4, sessions=sessions)
    play_session(hall, 1, {1: 400_000, 3: 200_000})
    end(hall)
    tells(hall, "T1", EntrantExcluded(box=1, entry=1, rule=hall.state.numbers.excluded))
    assert not hall.offered("award_places")
    assert isinstance(hall.do("award_places")[0], Refusal)
    hall.do("confirm_exclusion", entry=1)
    hall.carry_out(hall.offered("award_places")[0])
    assert hall.state.placed == ((2, 4), (3,))
    assert hall.state.entries[1].prize_cents == 0


# ---------------------------------------------------------------- taken back


@pytest.mark.rule("NI2004-492", "17.21")
def test_a_session_is_not_played_twice_because_a_ballot_was_taken_back():
    """The tables were sent into the coming session, and have counted its rounds from none."""
    hall = begun("demo_canberra_poker", 8)
    play_session(hall, 4, {1: 300_000, 2: 250_000, 3: 200_000, 4: 190_000})
    end(hall)
    drawn(hall)
    hall.do("undo")
    hall.settle()
    assert hall.state.stage == "between"
    assert isinstance(hall.do("undo")[0], Refusal)
    assert not hall.play_round()
    drawn(hall)
    come(hall)
    begins(hall)
    assert hall.play_round()


# ---------------------------------------------------------------- heats of Omaha

OMAHA_HEAT = {
    "name": "Heat",
    "kind": "heat",
    "tables": 1,
    "ends": {"rounds": 2},
    "advance": {"of_each_table": 2, "equal": "all"},
}
OMAHA_HEATS = [OMAHA_HEAT, OMAHA_HEAT, {"name": "Final", "kind": "final", "tables": 1, "ends": {"rounds": 2}}]


def next_heat(hall: Hall, *absent: int) -> None:
    hall.do("postpone_start", from_ms=hall.now_ms + 600_000)
    drawn(hall)
    come(hall, *absent)
    start_comes(hall)


@pytest.mark.rule("NI2017-583", "20.8")
def test_each_heat_of_omaha_has_a_ballot_before_its_players_first_session():
    """TOURN-BALLOT-O"""
    hall = drawn(hall_for("demo_omaha", 8, 1, sessions=OMAHA_HEATS))
    come(hall)
    begins(hall)
    play_session(hall, 2, {1: 500_000, 2: 400_000, 3: 200_000, 4: 100_000})
    end(hall)
    next_heat(hall)
    begins(hall)
    assert sorted(sits.entry for sits in hall.tables["T1"].seats.values()) == [5, 6, 7, 8]
    play_session(hall, 2, {5: 450_000, 6: 350_000, 7: 250_000, 8: 150_000})
    end(hall)
    next_heat(hall)
    begins(hall)
    play_session(hall, 2, {1: 600_000, 2: 500_000, 5: 400_000, 6: 200_000})
    end(hall)
    assert ending.places(hall.state) == ((1,), (2,), (5,), (6,), (7,), (3,), (8,), (4,))


@pytest.mark.rule("NI2017-583", "20.10")
@pytest.mark.rule("NI2017-583", "20.11")
def test_in_omaha_a_seat_of_the_second_heat_is_sold_where_its_player_has_not_come_to_his_first_session():
    hall = drawn(hall_for("demo_omaha", 8, 1, sessions=OMAHA_HEATS))
    come(hall)
    begins(hall)
    play_session(hall, 2, {1: 500_000, 2: 400_000, 3: 200_000, 4: 100_000})
    end(hall)
    next_heat(hall, 8)
    assert status(hall)[8] == "forfeited"
    hall.do("offer_seat", entry=8)
    hall.do("buy_seat", entry=8, person="R1")
    hall.settle()
    assert 9 in [sits.entry for sits in hall.tables["T1"].seats.values()]


# ---------------------------------------------------------------- re-buys at the end of their time


def rebuys(**until: int) -> dict[str, Any]:
    return {"fee_cents": 5_000, "chips_cents": 300_000, "most_per_player": 2, **until}


@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(G)")
@pytest.mark.rule("NI2017-583", "20.7")
def test_re_buys_to_the_end_of_a_level_of_rounds_are_for_who_goes_out_in_its_last_round_too():
    betting = {"blinds_cents": [2_500, 5_000], "maximum": "full_pot", "least_cents": 5_000}
    levels = [{"rounds": 2, "betting": betting}, {"betting": betting}]
    hall = begun("demo_omaha", 6, levels=levels, rebuys=rebuys(until_level=1))
    round_of(hall, "T1")
    round_of(hall, "T1", {1: 0, 3: 600_000})
    assert hall.offered("buy_back")
    begin_round(hall, "T1")
    assert not hall.offered("buy_back"), "the second level has begun"


@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(G)")
@pytest.mark.rule("NI2017-583", "20.7")
def test_who_went_out_in_time_and_asks_too_late_buys_nothing():
    hall = begun("demo_omaha", 6, rebuys=rebuys(until_after_round=2))
    round_of(hall, "T1")
    round_of(hall, "T1", {1: 0, 3: 600_000})
    assert hall.offered("buy_back")
    round_of(hall, "T1")
    assert not hall.offered("buy_back")
    refusal = hall.do("buy_back", entry=1)[0]
    assert isinstance(refusal, Refusal)
    assert refusal.say.code == "too_late_to_rebuy"


@pytest.mark.rule("NI2017-583", "20.7")
@pytest.mark.rule("NI2017-583", "20.17")
def test_who_buys_back_hand_for_hand_plays_from_the_next_round_on():
    hall = begun("demo_omaha", 8)
    hand_for_hand(hall)
    start(hall)
    round_of(hall, "T1", {1: 0, 3: 600_000})
    hall.do("buy_back", entry=1)
    hall.settle()
    assert [sits.chips_cents for sits in hall.tables["T1"].seats.values() if sits.entry == 1] == [300_000]
    assert not hall.offered("start_rounds"), "table 2 still plays"
    round_of(hall, "T2")
    start(hall)
    assert hall.state.entries[1].went is None


# ---------------------------------------------------------------- which was first


def orders_offered(hall: Hall) -> list[list[tuple[str, int]]]:
    return [[(one["table"], one["round"]) for one in act.args["ended"]] for act in hall.offered("decide_order")]


EIGHT_PRIZES = {
    "breakdown_basis_points": [2_000, 1_800, 1_600, 1_400, 1_200, 1_000, 600, 400],
    "equal": "combine",
}


@pytest.mark.rule("NI2017-583", "20.21")
def test_of_three_tables_that_end_at_once_the_director_says_any_order():
    sessions = [{**OMAHA_HEATS[2], "tables": 3}]
    hall = begun("demo_omaha", 6, 3, sessions=sessions, players_least=6, prizes=EIGHT_PRIZES)
    for name in hall.tables:
        begin_round(hall, name)
    hall.now_ms += 60_000
    for name, entry in (("T1", 1), ("T2", 2), ("T3", 3)):
        close_round(hall, name, {entry: 0, entry + 3: 600_000})
    confirm_all(hall)
    assert len(orders_offered(hall)) == 6
    hall.do("decide_order", ended=tuple(t.Ended(table=name, round=1) for name in ("T3", "T1", "T2")))
    assert ending.places(hall.state) == ((2,), (1,), (3,))


@pytest.mark.rule("NI2017-583", "20.21")
def test_a_tables_own_rounds_are_in_their_turn_whatever_the_director_says():
    sessions = [{**OMAHA_HEATS[2], "tables": 2, "ends": {"rounds": 9}}]
    hall = begun("demo_omaha", 8, 2, sessions=sessions, prizes=EIGHT_PRIZES)
    begin_round(hall, "T1")
    begin_round(hall, "T2")
    hall.now_ms += 60_000
    close_round(hall, "T1", {1: 0, 3: 600_000})
    close_round(hall, "T2", {2: 0, 4: 600_000})
    round_of(hall, "T1", {5: 0, 3: 900_000})
    confirm_all(hall)
    offered = orders_offered(hall)
    assert [[table for table, _ in order] for order in offered] == [
        ["T1", "T2", "T1"],
        ["T1", "T1", "T2"],
        ["T2", "T1", "T1"],
    ]
    ended = tuple(t.Ended(table=name, round=number) for name, number in (("T1", 2), ("T1", 1), ("T2", 1)))
    assert isinstance(hall.do("decide_order", ended=ended)[0], Refusal)
    hall.carry_out(hall.offered("decide_order")[1])
    assert ending.places(hall.state) == ((2,), (5,), (1,))


@pytest.mark.rule("NI2017-583", "20.21")
def test_in_a_heat_nobody_asks_which_was_first_of_places_without_a_prize():
    heat = {**OMAHA_HEAT, "tables": 2, "advance": {"in_all": 2, "equal": "all"}}
    hall = drawn(hall_for("demo_omaha", 8, 2, sessions=[heat, heat, OMAHA_HEATS[2]], players_least=8))
    come(hall)
    begins(hall)
    begin_round(hall, "T1")
    begin_round(hall, "T2")
    hall.now_ms += 60_000
    close_round(hall, "T1", {1: 0, 3: 600_000})
    close_round(hall, "T2", {2: 0, 4: 600_000})
    confirm_all(hall)
    assert not orders_offered(hall), "they are the last two of eight"


@pytest.mark.rule("NI2005-67", "20.15")
def test_a_break_after_the_time_is_up_brings_no_time_back():
    hall = begun("demo_faro", 3, 1)
    begin_round(hall, "T1")
    hall.now_ms += 31 * 60_000
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    hall.do("take_break", minutes=5)
    close_round(hall, "T1", {1: 150_000, 2: 50_000})
    hall.now_ms += 6 * 60_000
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    has_now(hall, "T1", {1: 140_000, 2: 60_000}, played=1)
    assert hall.state.time_is_up
    assert not hall.play_round()


@pytest.mark.rule("NI2005-67", "19.2(b)")
def test_an_exclusion_that_was_taken_back_at_the_table_leaves_nobody_out():
    """His chips were away with him: the table tells that they lie there again, and who is still excluded."""
    hall = begun("demo_faro", 4, 1)
    rule = hall.state.numbers.excluded
    for entry in (1, 2):
        tells(hall, "T1", EntrantExcluded(box=entry, entry=entry, rule=rule))
        has_now(hall, "T1", {entry: 0}, played=0)
    tells(hall, "T1", Undone(what="penalise", by="2001"))
    has_now(hall, "T1", {2: 100_000}, played=0)
    tells(hall, "T1", EntrantExcluded(box=1, entry=1, rule=rule))
    assert not hall.offered("confirm_elimination")
    assert [act.args["entry"] for act in hall.offered("confirm_exclusion")] == [1]
    assert {entry.number for entry in hall.state.left()} == {2, 3, 4}
