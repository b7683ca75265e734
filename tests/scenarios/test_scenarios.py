"""Plays every scenario of this folder."""

import pytest

from games.canberra_poker import irregularities as canberra_poker
from games.canberra_poker import rule_twelve
from games.casino_holdem import irregularities as casino_holdem
from games.omaha import irregularities as omaha
from games.outcomes import Ruling
from tests.games.tournament.talk import in_the_hall
from tests.scenarios.reading import all_scenarios

SCENARIOS = [
    pytest.param(
        scenario,
        id=f"{scenario.file}: {scenario.title}",
        marks=[pytest.mark.rule(scenario.document, rule) for rule in scenario.rules],
    )
    for scenario in all_scenarios()
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_table_says_what_the_scenario_says(scenario):
    scenario.play()


def test_no_two_scenarios_have_the_same_title():
    names = [(scenario.values[0].document, scenario.values[0].title) for scenario in SCENARIOS]
    assert len(set(names)) == len(names)


# With packs a shoe that fails is no question (12.6), and no single card is told.
ONLY_SINGLE_CARDS = {
    *("shoe_held", "shoe_lost", "shoe_back", "shoe_faulted"),
    *("reports_missed", "reports_missed_early", "extra_card_drawn"),
    "card_typed_twice",  # every face is typed when it lies up, where all can see it
}
TABLES = {
    ("NI2004-492", False): (canberra_poker.WITH_SINGLE_CARDS, set()),
    ("NI2004-492", True): (rule_twelve.IRREGULARITIES, ONLY_SINGLE_CARDS),
    ("NI2007-208", False): (casino_holdem.IRREGULARITIES, set()),
    ("NI2017-583", False): (omaha.IRREGULARITIES, set()),
}


@pytest.mark.parametrize("instrument", TABLES, ids=["canberra_poker", "with packs", "casino_holdem", "omaha"])
def test_every_ruling_on_every_irregularity_is_made_in_some_scenario(instrument):
    irregularities, cannot_be = TABLES[instrument]
    allowed = {
        (about, choice.code)
        for about, row in irregularities.items()
        for choice in row.choices
        if about not in cannot_be
    }
    assert allowed - made(*instrument) == set()


def made(document, shuffling_shoe):
    at_tables = [
        scenario.values[0] for scenario in SCENARIOS if scenario.values[0].sits_down is not in_the_hall
    ]
    tables = [scenario.play() for scenario in at_tables if scenario.document == document]
    return {
        (outcome.about, outcome.choice)
        for table in tables
        if (table.game.shoe == "shuffling") == shuffling_shoe
        for outcome in table.everything
        if isinstance(outcome, Ruling)
    }
