"""One entry each, re-buys in Omaha, substitutes anywhere."""

import pytest

from games.tournament.entering import Entries
from games.tournament.instrument import CANBERRA_RULES, FARO_RULES, OMAHA_RULES, SEVEN_CARD_STUD_RULES

ALL = (CANBERRA_RULES, OMAHA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES)


def entered(rules, *people, most=8, most_rebuys=None) -> Entries:
    entries = Entries(rules, most, most_rebuys)
    for person in people:
        assert entries.why_not_enter(person) is None
        entries = entries.enter(person)
    return entries


@pytest.mark.rule("NI2004-492", "17.6")
@pytest.mark.rule("NI2017-583", "20.6")
@pytest.mark.rule("NI2005-67", "20.6")
@pytest.mark.rule("NI2005-74", "20.6")
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.game)
def test_nobody_enters_twice_and_no_more_than_the_conditions_allow(rules):
    entries = entered(rules, "Ada", "Ben", most=2)
    assert entries.why_not_enter("Ada") == ("has_had_an_entry", rules.numbers.one_entry)
    assert entries.why_not_enter("Cyd") == ("is_full", rules.numbers.players)
    assert [entry.number for entry in entries.players] == [1, 2]


@pytest.mark.rule("NI2017-583", "20.3(a)(iii)(G)")
@pytest.mark.rule("NI2017-583", "20.6")
def test_a_re_buy_is_for_who_has_no_chips_in_time_and_so_many_times():
    entries = entered(OMAHA_RULES, "Ada", most_rebuys=1)
    rule = OMAHA_RULES.numbers.one_entry
    assert entries.why_not_rebuy("Ada", chips_cents=100, in_time=True) == ("has_chips", rule)
    assert entries.why_not_rebuy("Ada", chips_cents=0, in_time=False) == ("too_late_to_rebuy", rule)
    assert entries.why_not_rebuy("Ben", chips_cents=0, in_time=True) == ("is_not_playing", rule)
    assert entries.why_not_rebuy("Ada", chips_cents=0, in_time=True) is None
    again = entries.rebuy("Ada")
    assert again.why_not_rebuy("Ada", chips_cents=0, in_time=True) == ("no_more_rebuys", rule)
    assert again.why_not_enter("Ada") == ("has_had_an_entry", rule)


@pytest.mark.rule("NI2017-583", "20.6")
@pytest.mark.rule("NI2005-74", "20.6")
def test_without_re_buys_in_the_conditions_one_would_be_a_second_entry():
    for rules, most_rebuys in ((OMAHA_RULES, None), (SEVEN_CARD_STUD_RULES, 3)):
        entries = entered(rules, "Ada", most_rebuys=most_rebuys)
        refused = entries.why_not_rebuy("Ada", chips_cents=0, in_time=True)
        assert refused == ("no_rebuys", rules.numbers.one_entry)


@pytest.mark.rule("NI2004-492", "17.11")
@pytest.mark.rule("NI2005-67", "20.12")
@pytest.mark.rule("NI2005-74", "20.12")
@pytest.mark.rule("NI2017-583", "20.13")
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.game)
def test_a_substitute_takes_the_entry_over_if_the_director_agrees(rules):
    entries = entered(rules, "Ada", "Ben")
    numbers = rules.numbers
    had = ("has_had_an_entry", numbers.one_entry)
    refused = entries.why_not_substitute("Ada", "Cyd", director_agrees=False)
    assert refused == ("director_does_not_agree", numbers.substitute)
    refused = entries.why_not_substitute("Eve", "Cyd", director_agrees=True)
    assert refused == ("is_not_playing", numbers.substitute)
    assert entries.why_not_substitute("Ada", "Ben", director_agrees=True) == had
    assert entries.why_not_substitute("Ada", "Cyd", director_agrees=True) is None
    entries = entries.substitute("Ada", "Cyd")
    assert [(entry.number, entry.person, entry.first_person) for entry in entries.players] == [
        (1, "Cyd", "Ada"),
        (2, "Ben", "Ben"),
    ]
    assert entries.why_not_enter("Ada") == had
    assert entries.why_not_substitute("Ben", "Ada", director_agrees=True) == had


def test_a_substitute_has_no_more_re_buys_than_were_left():
    entries = entered(OMAHA_RULES, "Ada", most_rebuys=1).rebuy("Ada").substitute("Ada", "Ben")
    refused = entries.why_not_rebuy("Ben", chips_cents=0, in_time=True)
    assert refused == ("no_more_rebuys", OMAHA_RULES.numbers.one_entry)


@pytest.mark.rule("NI2017-583", "20.11")
def test_a_seat_that_is_sold_again_brings_a_new_entry_into_a_full_tournament():
    entries = entered(OMAHA_RULES, "Ada", "Ben", most=2)
    assert entries.why_not_enter("Cyd", in_place_of=1) is None
    entries = entries.enter("Cyd", in_place_of=1)
    assert [entry.person for entry in entries.players] == ["Ben", "Cyd"]
    refused = entries.why_not_enter("Ada", in_place_of=2)
    assert refused == ("has_had_an_entry", OMAHA_RULES.numbers.one_entry)
