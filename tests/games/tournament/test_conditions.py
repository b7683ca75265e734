"""Conditions of a tournament: what they may say in each instrument, and what entries wait for."""

import tomllib
from pathlib import Path

import pytest

from config.load import ConfigError, load_conditions
from games.catalogue import game_class
from games.pot.options import PotOptions, determine
from games.tournament.conditions import BadConditions, Facts, missing_for, prevails, read_conditions
from games.tournament.instrument import TOURNAMENTS, NoTournaments, rules_of

FOLDER = Path(__file__).parents[3] / "config" / "tournaments"
GAMES = sorted(TOURNAMENTS)


def demo(game: str) -> dict:
    return tomllib.loads((FOLDER / f"demo_{game}.toml").read_text(encoding="utf-8"))


def faults(values: dict) -> list[str]:
    with pytest.raises(BadConditions) as refused:
        read_conditions(values)
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_conditions_can_be_published(game):
    conditions = load_conditions(FOLDER / f"demo_{game}.toml")
    assert conditions.game == game
    done = Facts(
        conditions_approved=True,
        commission_approved=True,
        available_to_patrons=True,
        copy_sent_to_commission=True,
    )
    assert missing_for(conditions, done) == []


def test_a_game_without_tournaments_has_no_conditions():
    assert faults({**demo("omaha"), "game": "casino_holdem"})[0].startswith("game: ")
    with pytest.raises(NoTournaments):
        rules_of("casino_holdem")


@pytest.mark.rule("NI2017-583", "20.2(b)")
@pytest.mark.rule("NI2017-583", "20.2(c)")
@pytest.mark.rule("NI2017-583", "20.22")
def test_omaha_waits_for_the_patrons_the_commission_and_its_approval_of_the_fee():
    conditions = read_conditions(demo("omaha"))
    assert [rule.number for rule in missing_for(conditions, Facts())] == ["20.2(b)", "20.2(c)", "20.22"]


@pytest.mark.rule("NI2004-492", "17.3")
@pytest.mark.rule("NI2004-492", "17.25")
def test_canberra_poker_waits_for_two_approvals():
    conditions = read_conditions(demo("canberra_poker"))
    assert [rule.number for rule in missing_for(conditions, Facts())] == ["17.25", "17.3"]


@pytest.mark.rule("NI2005-67", "20.3")
def test_without_a_commission_only_the_conditions_are_approved():
    conditions = read_conditions(demo("faro"))
    assert [rule.number for rule in missing_for(conditions, Facts())] == ["20.3"]


@pytest.mark.rule("NI2017-583", "20.3(a)(i)")
@pytest.mark.rule("NI2017-583", "20.3(a)(vi)")
@pytest.mark.rule("NI2017-583", "20.3(b)")
def test_omaha_conditions_say_how_to_enter_who_may_and_that_the_rules_prevail():
    values = demo("omaha")
    for key in ("entering", "eligible", "restrictions", "statement"):
        del values[key]
    found = faults(values)
    assert [fault.partition(":")[0] for fault in found] == ["entering", "eligible", "restrictions", "statement"]
    assert "20.3(a)(i)" in found[0]
    assert "20.3(b)" in found[3]


@pytest.mark.rule("NI2017-583", "20.1")
@pytest.mark.rule("NI2017-583", "20.3(b)")
def test_in_omaha_a_condition_against_a_rule_is_refused_with_both_numbers():
    (fault,) = faults({**demo("omaha"), "switches": [{"rule": "4.2(b)", "says": "Blinds and antes."}]})
    assert fault.startswith("switches[0].rule: ")
    assert "(rules 20.1, 20.3(b), 4.2(b))" in fault


@pytest.mark.rule("NI2004-492", "17.5")
@pytest.mark.rule("NI2005-74", "20.5")
@pytest.mark.parametrize(
    ("game", "before", "of_the_section"),
    [("canberra_poker", "7.2", "17.6"), ("seven_card_stud", "4.2(b)", "20.6")],
)
def test_older_conditions_go_before_the_rules_that_precede_the_section_only(game, before, of_the_section):
    assert read_conditions({**demo(game), "switches": [{"rule": before, "says": "Otherwise."}]}).switches
    (fault,) = faults({**demo(game), "switches": [{"rule": of_the_section, "says": "Otherwise."}]})
    assert of_the_section in fault
    rules = rules_of(game)
    assert prevails(rules, of_the_section=False, approved=True) == "conditions"
    assert prevails(rules, of_the_section=False, approved=False) == "rule"
    assert prevails(rules, of_the_section=True, approved=True) == "rule"


def test_a_switch_names_a_rule_that_there_is():
    (fault,) = faults({**demo("faro"), "switches": [{"rule": "99.1", "says": "Otherwise."}]})
    assert "NI2005-67 has no rule 99.1" in fault


@pytest.mark.rule("NI2004-492", "17.6")
@pytest.mark.rule("NI2005-67", "20.6")
@pytest.mark.rule("NI2005-74", "20.6")
@pytest.mark.parametrize("game", ["canberra_poker", "faro", "seven_card_stud"])
def test_only_omaha_offers_re_buys(game):
    (fault,) = faults({**demo(game), "rebuys": demo("omaha")["rebuys"]})
    assert fault.startswith("rebuys: ")


@pytest.mark.rule("NI2004-492", "17.7")
@pytest.mark.rule("NI2005-67", "20.7")
@pytest.mark.rule("NI2005-74", "20.7")
@pytest.mark.parametrize("game", ["canberra_poker", "faro", "seven_card_stud"])
def test_only_omaha_breaks_and_balances_tables(game):
    values = demo(game)
    moving = {"break_order": ["T2"], "balance": demo("omaha")["tables"]["balance"]}
    found = faults({**values, "tables": {**values["tables"], **moving}})
    assert [fault.partition(":")[0] for fault in found] == ["tables.break_order", "tables.balance"]


@pytest.mark.parametrize(
    ("game", "ends", "may"),
    [
        ("canberra_poker", {"minutes": 20}, False),
        ("faro", {"minutes": 20}, True),
        ("seven_card_stud", {"players_left": 2}, False),
        ("omaha", {"players_left": 2}, True),
        ("omaha", {"rounds": 2, "minutes": 20}, False),
    ],
)
def test_a_session_ends_by_what_the_dictionary_counts(game, ends, may):
    values = demo(game)
    values["sessions"][-1]["ends"] = ends
    if may:
        assert read_conditions(values)
    else:
        assert [fault.startswith("sessions[") for fault in faults(values)] == [True]


@pytest.mark.rule("NI2004-492", "17.23")
def test_equal_chips_are_decided_by_rounds_in_canberra_poker_and_by_the_conditions_elsewhere():
    values = demo("canberra_poker")
    values["prizes"]["equal"] = "draw"
    assert "17.23" in faults(values)[0]
    values = demo("seven_card_stud")
    del values["prizes"]["equal"], values["sessions"][0]["advance"]["equal"]
    assert [fault.partition(":")[0] for fault in faults(values)] == [
        "sessions[0].advance.equal",
        "prizes.equal",
    ]


@pytest.mark.rule("NI2017-583", "20.19")
def test_prizes_are_the_whole_pool():
    values = demo("omaha")
    values["prizes"]["breakdown_basis_points"] = [5_000, 3_000]
    (fault,) = faults(values)
    assert "add up to 8000" in fault
    assert "20.19" in fault


@pytest.mark.rule("NI2005-67", "20.18")
def test_fixed_prizes_need_a_fixed_number_of_players():
    values = demo("faro")
    values["prizes"] = {"cents_by_place": [20_000, 10_000], "equal": "combine"}
    assert "fixed number of players" in faults(values)[0]
    values["players_least"] = 6
    assert read_conditions(values)
    values["prizes"]["cents_by_place"] = [20_000, 9_999]
    assert "add up to 29999, and the pool is 30000" in faults(values)[0]


def test_a_level_sets_limits_against_the_house_and_betting_for_a_pot():
    values = demo("canberra_poker")
    values["levels"] = demo("faro")["levels"]
    assert {fault.partition(":")[0] for fault in faults(values)} == {
        "levels[0].limits",
        "levels[0].betting",
        "levels[1].limits",
        "levels[1].betting",
    }


def test_the_file_is_complained_of_once_and_fully(tmp_path):
    path = tmp_path / "mine.toml"
    text = (FOLDER / "demo_omaha.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("players_least = 4", 'players_least = "four"').replace("[prizes]", "[prises]"))
    with pytest.raises(ConfigError) as refused:
        load_conditions(path)
    assert [(fault.file, fault.key) for fault in refused.value.complaints] == [
        (str(path), "players_least"),
        (str(path), "prizes"),
        (str(path), "prises"),
    ]
    path.write_text("game = ")
    with pytest.raises(ConfigError, match="is not TOML"):
        load_conditions(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_conditions(tmp_path / "nowhere.toml")


@pytest.mark.rule("NI2005-67", "20.8")
def test_the_tables_of_the_first_session_are_neither_too_few_nor_too_many():
    values = demo("seven_card_stud")
    values["sessions"][0]["tables"] = 1
    assert "1 tables of 4 have no seats for 8 players (rule 20.8)" in faults(values)[0]
    values["sessions"][0]["tables"] = 3
    assert "4 players are not 2 at each of 3 tables (rule 20.8)" in faults(values)[0]
    values["sessions"][0]["tables"] = "As many as there are entries for."
    assert read_conditions(values)


@pytest.mark.rule("NI2004-492", "17.4(b)")
def test_each_session_but_the_last_says_how_many_go_on_and_not_everybody():
    values = demo("canberra_poker")
    heats, final = values["sessions"]
    assert "the last session decides" in faults({**values, "sessions": [heats, heats]})[0]
    assert "has to say how many go on" in faults({**values, "sessions": [final, final]})[0]
    everybody = {**heats, "advance": {"of_each_table": 4}}
    assert "everybody at a table" in faults({**values, "sessions": [everybody, final]})[0]
    everybody = {**heats, "advance": {"in_all": 8}}
    assert "everybody would go on" in faults({**values, "sessions": [everybody, final]})[0]
    both = {**heats, "advance": {"in_all": 4, "of_each_table": 2}}
    assert "and not both" in faults({**values, "sessions": [both, final]})[0]


def test_levels_have_a_length_of_one_kind():
    values = demo("faro")
    level, last = values["levels"]
    by_rounds = {**level, "rounds": 5}
    del by_rounds["minutes"]
    assert "needs minutes or rounds" in faults({**values, "levels": [last, last]})[0]
    assert "and not both" in faults({**values, "levels": [{**level, "rounds": 5}, last]})[0]
    assert "go by minutes or by rounds" in faults({**values, "levels": [level, by_rounds, last]})[0]


@pytest.mark.rule("NI2017-583", "20.3(a)(vii)")
@pytest.mark.rule("NI2005-67", "20.4(g)")
@pytest.mark.rule("NI2005-74", "20.4(g)")
@pytest.mark.parametrize("game", ["faro", "omaha", "seven_card_stud"])
def test_a_table_of_the_shipped_game_can_play_by_each_level(game):
    values = tomllib.loads((FOLDER.parent / "games" / f"{game}.toml").read_text(encoding="utf-8"))
    options = game_class(game).Options.model_validate(values["options"])
    for level in read_conditions(demo(game)).levels:
        determined = determine(options, level.determined())
        assert isinstance(determined, PotOptions), determined
        assert determined.betting == level.betting


def test_what_conditions_mean_for_play():
    conditions = read_conditions(demo("omaha"))
    assert conditions.tables.method.break_order == ("T2", "T1")
    assert conditions.tables.method.balance_at == 2
    assert conditions.sessions[0].ends.session_is.players_left == 1
    assert conditions.nobody_yet.enter("Ada").rebuy("Ada").players[0].rebuys == 1
    assert conditions.prizes.of(40_050, players=9) == (20_050, 12_000, 8_000)
    level = conditions.levels[0].determined()
    assert (level["betting.blinds_cents"], level["betting.maximum"]) == ((2_500, 5_000), "full_pot")
    assert read_conditions(demo("seven_card_stud")).levels[0].determined()["bring_in_cents"] == 2_000
    assert read_conditions(demo("faro")).sessions[0].ends.session_is.ms == 1_800_000
