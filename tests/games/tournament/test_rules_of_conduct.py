"""What conditions have to say and may say, who conducts a tournament, and who awards the places."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from games.outcomes import Notice, Refusal
from games.tournament import desk, ending
from games.tournament import events as t
from games.tournament.conditions import BadConditions, Facts, Features, missing, read_conditions
from games.tournament.instrument import OMAHA_RULES, rules_of
from games.tournament.outcomes import OrderGiven, PlacesAwarded, PoolStands
from tests.games.tournament.playing import DIRECTOR, SHIPPED, Hall, conditions_of, play_whole

GAMES = ("demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud")
OLD = ("canberra_poker", "faro", "seven_card_stud")
ALL_DONE = Facts(
    conditions_approved=True,
    commission_approved=True,
    available_to_patrons=True,
    copy_sent_to_commission=True,
)


def time_comes(hall: Hall, at_ms: int) -> None:
    hall.now_ms = max(hall.now_ms, at_ms)
    hall.say(t.TimeCame(at_ms=hall.now_ms))
    hall.settle()


def refused(told: list[Any]) -> Refusal:
    assert isinstance(told[0], Refusal), told
    return told[0]


def hall_of(name: str, **changes: Any) -> Hall:
    conditions = conditions_of(name).model_copy(update=changes)
    return Hall(conditions, {"T1": 8, "T2": 8}, seed=2)


# ---------------------------------------------------------------- O 20.2 and 20.3


# As the instrument has them, each with what there must be for it to be asked: what is "if applicable" or
# "where players are to compete to progress", need not be described where there is none (O-20.3-LAYOUT).
PROGRESS = "players_progress_between_sessions"
POINTS_WON, AGAIN = "sessions_give_points", "repechage_offered"
TABLES_OR_TIME = "balances_or_breaks_tables_or_limits_time"
POINTS = [
    pytest.param("20.3(a)(i)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(i)")),
    pytest.param("20.3(a)(ii)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(ii)")),
    pytest.param("20.3(a)(iii)(A)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(A)")),
    pytest.param("20.3(a)(iii)(B)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(B)")),
    pytest.param("20.3(a)(iii)(C)", TABLES_OR_TIME, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(C)")),
    pytest.param("20.3(a)(iii)(D)", PROGRESS, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(D)")),
    pytest.param("20.3(a)(iii)(E)b.", POINTS_WON, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(E)b.")),
    pytest.param("20.3(a)(iii)(E)c.", POINTS_WON, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(E)c.")),
    pytest.param("20.3(a)(iii)(F)", AGAIN, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(F)")),
    pytest.param("20.3(a)(iii)(G)", "rebuys_offered", marks=pytest.mark.rule("NI2017-583", "20.3(a)(iii)(G)")),
    pytest.param("20.3(a)(iv)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(iv)")),
    pytest.param("20.3(a)(v)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(v)")),
    pytest.param("20.3(a)(vi)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(vi)")),
    pytest.param("20.3(a)(vii)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(vii)")),
    pytest.param("20.3(a)(viii)(A)", PROGRESS, marks=pytest.mark.rule("NI2017-583", "20.3(a)(viii)(A)")),
    pytest.param("20.3(a)(viii)(B)", PROGRESS, marks=pytest.mark.rule("NI2017-583", "20.3(a)(viii)(B)")),
    pytest.param("20.3(a)(ix)", None, marks=pytest.mark.rule("NI2017-583", "20.3(a)(ix)")),
    pytest.param("20.3(b)", None, marks=pytest.mark.rule("NI2017-583", "20.3(b)")),
]
EVERY_POINT = {str(point.values[0]) for point in POINTS}


@pytest.mark.rule("NI2017-583", "20.2")
@pytest.mark.rule("NI2017-583", "20.2(a)")
@pytest.mark.rule("NI2017-583", "20.3")
@pytest.mark.rule("NI2017-583", "20.3(a)")
@pytest.mark.rule("NI2017-583", "20.3(a)(iii)")
@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(E)")
@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(E)a.")
@pytest.mark.rule("NI2017-583", "20.3(a)(viii)")
@pytest.mark.parametrize(("point", "where"), POINTS)
def test_entries_wait_for_each_point_that_conditions_leave_out(point: str, where: str | None) -> None:
    has = Features(**{where: True}) if where is not None else Features()
    lacking = missing(OMAHA_RULES, EVERY_POINT - {point}, has, ALL_DONE, commission_charged=False)
    assert [rule.number for rule in lacking] == [point]
    if where is not None:
        assert missing(OMAHA_RULES, EVERY_POINT - {point}, Features(), ALL_DONE, commission_charged=False) == []


def test_entries_wait_for_no_other_point() -> None:
    assert missing(OMAHA_RULES, EVERY_POINT, Features(), ALL_DONE, commission_charged=False) == []
    nothing = missing(OMAHA_RULES, set(), Features(), ALL_DONE, commission_charged=False)
    always = [str(point.values[0]) for point in POINTS if point.values[1] is None]
    assert sorted(rule.number for rule in nothing) == sorted(always)
    assert len(always) == 10


@pytest.mark.rule("NI2017-583", "20.2(b)")
@pytest.mark.rule("NI2017-583", "20.2(c)")
@pytest.mark.rule("NI2017-583", "20.22")
def test_omaha_needs_conditions_open_to_patrons_a_copy_sent_and_the_commission_approved():
    hall = hall_of("demo_omaha")
    hall.do("nominate_director", number=DIRECTOR, name="Dora")
    for what, rule in (
        ("available_to_patrons", "20.2(b)"),
        ("copy_sent_to_commission", "20.2(c)"),
        ("commission_approved", "20.22"),
    ):
        refusal = refused(hall.do("enter", person="P1"))
        assert rule in refusal.say.words["rules"]
        hall.do("record_conditions", what=what, reference="letter 12")
    assert not isinstance(hall.do("enter", person="P1")[0], Refusal)
    approved = refused(hall.do("record_conditions", what="conditions_approved", reference="letter 13"))
    assert approved.say.code == "not_asked_for", "this instrument asks for no approval of conditions"


# ---------------------------------------------------------------- S, F 20.3 to 20.5, C 17.3 to 17.5


@pytest.mark.rule("NI2005-67", "20.3")
@pytest.mark.rule("NI2005-67", "20.4")
@pytest.mark.rule("NI2005-74", "20.3")
@pytest.mark.rule("NI2005-74", "20.4")
@pytest.mark.rule("NI2004-492", "17.3")
@pytest.mark.rule("NI2004-492", "17.4")
@pytest.mark.parametrize("game", OLD)
def test_there_approval_is_all_that_conditions_need(game):
    rules = rules_of(game)
    lacking = missing(rules, (), Features(), Facts(), commission_charged=False)
    assert [rule.number for rule in lacking] == [rules.numbers.conditions.number]
    assert missing(rules, (), Features(), Facts(conditions_approved=True), commission_charged=False) == []


def faults(name: str, **changes: Any) -> set[str]:
    """The rules that are named where conditions say something that cannot be."""
    values = tomllib.loads((SHIPPED / f"{name}.toml").read_text(encoding="utf-8"))
    for key, value in changes.items():
        part, _, under = key.partition("__")
        if under:
            values[part] = {**values[part], under: value}
        else:
            values[part] = value
    with pytest.raises(BadConditions) as wrong:
        read_conditions(values)
    return {rule.number for fault in wrong.value.faults for rule in fault.rules}


NAMES = {
    "canberra_poker": "demo_canberra_poker",
    "faro": "demo_faro",
    "seven_card_stud": "demo_seven_card_stud",
}


@pytest.mark.rule("NI2005-67", "20.4(b)")
@pytest.mark.rule("NI2005-67", "20.4(c)")
@pytest.mark.rule("NI2005-67", "20.4(e)")
@pytest.mark.rule("NI2005-67", "20.4(h)")
@pytest.mark.rule("NI2005-67", "20.4(g)")
@pytest.mark.rule("NI2005-74", "20.4(b)")
@pytest.mark.rule("NI2005-74", "20.4(c)")
@pytest.mark.rule("NI2005-74", "20.4(e)")
@pytest.mark.rule("NI2005-74", "20.4(g)")
@pytest.mark.rule("NI2005-74", "20.4(h)")
@pytest.mark.rule("NI2004-492", "17.4(b)")
@pytest.mark.rule("NI2004-492", "17.4(c)")
@pytest.mark.rule("NI2004-492", "17.4(e)")
@pytest.mark.rule("NI2004-492", "17.4(g)")
@pytest.mark.rule("NI2004-492", "17.4(h)")
@pytest.mark.parametrize("game", OLD)
def test_what_conditions_say_of_structure_money_players_limits_and_prizes_must_be_possible(game):
    name, numbers = NAMES[game], rules_of(game).numbers
    both = {"cents_per_entry": 1, "basis_points": 1}
    assert numbers.fee.number in faults(name, fee__commission=both)
    assert numbers.players.number in faults(name, players_least=9, players_most=2)
    assert numbers.breakdown.number in faults(name, prizes={"equal": None})
    assert numbers.levels.number in faults(name, levels=[{}])
    sessions = [{"name": "One", "kind": "session", "tables": 1, "ends": {}}]
    assert numbers.structure.number in faults(name, sessions=sessions)


@pytest.mark.rule("NI2005-67", "20.4(a)")
@pytest.mark.rule("NI2005-74", "20.4(a)")
@pytest.mark.rule("NI2004-492", "17.4(a)")
@pytest.mark.parametrize("name", GAMES)
def test_the_first_session_does_not_begin_before_the_time_that_was_published(name):
    hall = hall_of(name)
    hall.take_entries(4)
    start_ms = hall.state.specified_start_ms()
    assert refused(hall.do("postpone_start", from_ms=start_ms - 1)).rule == hall.state.numbers.start
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    assert refused(hall.do("begin_session")).rule == hall.state.numbers.start
    time_comes(hall, start_ms)
    hall.carry_out(hall.offered("begin_session")[0])


@pytest.mark.rule("NI2005-67", "20.4(d)")
@pytest.mark.rule("NI2005-74", "20.4(d)")
@pytest.mark.rule("NI2004-492", "17.4(d)")
@pytest.mark.rule("NI2017-583", "20.3(a)(iv)")
@pytest.mark.parametrize("name", GAMES)
def test_each_player_gets_the_chips_of_the_conditions_for_the_fee(name):
    hall = hall_of(name)
    hall.take_entries(4)
    hall.carry_out(hall.offered("draw_ballot")[0])
    seated = [
        one.order for one in hall.outcomes if isinstance(one, OrderGiven) and one.order.kind == "seat_entrant"
    ]
    assert {order.chips_cents for order in seated} == {hall.state.conditions.fee.chips_cents}


@pytest.mark.rule("NI2005-67", "20.4(e)")
@pytest.mark.rule("NI2005-67", "20.4(f)")
@pytest.mark.rule("NI2005-74", "20.4(e)")
@pytest.mark.rule("NI2005-74", "20.4(f)")
@pytest.mark.rule("NI2004-492", "17.4(e)")
@pytest.mark.rule("NI2004-492", "17.4(f)")
@pytest.mark.rule("NI2017-583", "20.3(a)(v)")
@pytest.mark.rule("NI2017-583", "20.3(a)(vi)")
@pytest.mark.parametrize("name", GAMES)
def test_neither_more_nor_fewer_players_than_the_conditions_say(name):
    hall = hall_of(name, players_least=3, players_most=3)
    hall.take_entries(2)
    assert refused(hall.do("draw_ballot", chance=(0, 0))).rule == hall.state.numbers.players
    hall.do("enter", person="P3")
    assert refused(hall.do("enter", person="P4")).rule == hall.state.numbers.players


@pytest.mark.rule("NI2005-67", "20.5")
@pytest.mark.rule("NI2005-74", "20.5")
@pytest.mark.rule("NI2004-492", "17.5")
@pytest.mark.rule("NI2017-583", "20.3(b)")
def test_conditions_depart_from_rules_only_where_the_instrument_lets_them():
    """TOURN-PREVAIL, TOURN-SCOPE: of the section on tournaments itself none is set aside."""
    aside = {"switches": [{"rule": "17.4", "says": "Otherwise than there."}]}
    for game in ("faro", "seven_card_stud"):
        values = tomllib.loads((SHIPPED / f"{NAMES[game]}.toml").read_text(encoding="utf-8"))
        assert read_conditions({**values, **aside}).switches
        in_section = {"switches": [{"rule": "20.14", "says": "Players may add chips."}]}
        assert {"20.5", "20.14"} <= faults(NAMES[game], **in_section)
    assert {"17.5", "17.13"} <= faults(
        "demo_canberra_poker", switches=[{"rule": "17.13", "says": "Players may add chips."}]
    )
    assert {"20.1", "20.3(b)", "17.4"} <= faults("demo_omaha", **aside)


# ---------------------------------------------------------------- who conducts it


@pytest.mark.rule("NI2005-67", "20.2")
@pytest.mark.rule("NI2005-74", "20.2")
@pytest.mark.rule("NI2004-492", "17.2")
@pytest.mark.rule("NI2017-583", "20.4")
@pytest.mark.parametrize("name", GAMES)
def test_only_whom_the_shift_manager_has_nominated_directs(name):
    hall = hall_of(name)
    for what in (
        "available_to_patrons",
        "copy_sent_to_commission",
        "conditions_approved",
        "commission_approved",
    ):
        hall.do("record_conditions", what=what, reference="filed")
    assert refused(hall.do("enter", person="P1")).rule == hall.state.numbers.director
    hall.do("nominate_director", number="3002", name="Dirk")
    hall.do("enter", person="P1")
    other = t.Substitute(at_ms=hall.now_ms, by=DIRECTOR, entry=1, person="P2")
    assert refused(hall.say(other)).rule == hall.state.numbers.director
    hall.do("nominate_director", number=DIRECTOR, name="Dora")
    assert not isinstance(hall.say(other)[0], Refusal)


@pytest.mark.rule("NI2017-583", "20.5")
def test_a_player_who_has_to_agree_in_writing_does_so_before_the_entry_is_accepted():
    hall = hall_of("demo_omaha", agreement_required=True)
    for act in hall.offered("record_conditions", "nominate_director"):
        hall.carry_out(act)
    assert refused(hall.do("enter", person="P1")).rule == hall.state.numbers.agreement
    told = hall.do("enter", person="P1", agreed=True)
    assert not isinstance(told[0], Refusal)
    assert hall.state.entries[1].agreed


# ---------------------------------------------------------------- breaks and pace


@pytest.mark.rule("NI2004-492", "17.19")
@pytest.mark.rule("NI2004-492", "17.20")
@pytest.mark.rule("NI2017-583", "20.16")
@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2005-67", "20.15")
@pytest.mark.rule("NI2005-67", "20.16")
@pytest.mark.rule("NI2005-74", "20.15")
@pytest.mark.rule("NI2005-74", "20.16")
@pytest.mark.parametrize("name", GAMES)
def test_a_break_ends_when_it_was_said_to_and_no_level_begins_meanwhile(name):
    hall = begun(name)
    before = list(hall.state.level_clock)
    told = hall.do("take_break", minutes=15)
    hall.settle()
    assert isinstance(told[0], Notice)
    assert told[0].rule == hall.state.numbers.break_
    until_ms = told[0].say.words["until_ms"]
    assert {table.play.waiting for table in hall.tables.values() if table.play} == {"break"}
    assert not hall.play_round()
    assert ending.waits_for(hall.state) == "break_is_on"
    time_comes(hall, until_ms)
    assert {table.play.waiting for table in hall.tables.values() if table.play} == {""}
    moved = {after - was for was, after in zip(before, hall.state.level_clock, strict=True)}
    assert moved <= {0, 15 * 60_000}, "levels to come are later by the break, and no other"
    assert hall.play_round()


def begun(name: str) -> Hall:
    hall = hall_of(name)
    hall.take_entries(4)
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    time_comes(hall, hall.state.specified_start_ms())
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()
    return hall


@pytest.mark.rule("NI2004-492", "17.20")
@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.16")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.16")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.parametrize("name", GAMES)
def test_hand_for_hand_all_tables_wait_until_the_director_starts_them(name):
    """TOURN-H4H"""
    hall = begun(name)
    hall.do("direct_pace", hand_for_hand=True)
    hall.settle()
    assert not hall.play_round(), "every table waits"
    hall.do("start_rounds")
    hall.settle()
    assert hall.play_round()
    assert not hall.play_round(), "one round each"
    assert hall.state.together == 1


# ---------------------------------------------------------------- places and prizes


@pytest.mark.rule("NI2004-492", "17.21")
@pytest.mark.rule("NI2004-492", "17.22")
@pytest.mark.rule("NI2017-583", "20.18")
@pytest.mark.rule("NI2017-583", "20.19")
@pytest.mark.rule("NI2005-67", "20.17")
@pytest.mark.rule("NI2005-67", "20.18")
@pytest.mark.rule("NI2005-74", "20.17")
@pytest.mark.rule("NI2005-74", "20.18")
@pytest.mark.parametrize("name", GAMES)
def test_places_are_proposed_and_the_director_awards_them(name):
    hall = hall_of(name)
    play_whole(hall, 4)
    awarded = next(one for one in hall.outcomes if isinstance(one, PlacesAwarded))
    assert awarded.by == hall.state.director
    assert awarded.rule == hall.state.numbers.places
    assert sum(one.prize_cents for one in awarded.placed) == desk.pool_of(hall.state).prize_pool_cents
    stood = [one for one in hall.outcomes if isinstance(one, PoolStands)]
    assert all(sum(one.prizes_cents) == one.fees_cents - one.commission_cents for one in stood)
    again = t.AwardPlaces(at_ms=hall.now_ms, by=hall.state.director)
    assert isinstance(hall.say(again)[0], Refusal), "and only once"
