"""Wagers in a wrong amount or out of turn: 17.5 to 17.8."""

import pytest

from games.faro.instrument import INSTRUMENT as FARO
from games.irregular_wagers import Deemed, Skipped, deem, out_of_turn
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from tests.games.rules_in_common import pot_rules

OF_2005 = pytest.mark.parametrize("instrument", [FARO, SEVEN_CARD_STUD], ids=["faro", "stud"])
FOLD, CHECK = Skipped("fold"), Skipped("check")


def bet(cents: int) -> Skipped:
    return Skipped("bet", cents)


def deemed(placed: int, stake: int = 9000, call: int = 400, least: int = 800, most: int = 2000) -> Deemed:
    return deem(placed, stake, call, least, most)


@pot_rules("17.7")
def test_more_than_a_call_and_less_than_a_raise_is_a_call():
    assert deemed(700) == Deemed("call", 400, returned_cents=300)
    assert deemed(400) == Deemed("call", 400)
    assert deemed(800) == Deemed("raise", 800)


@pot_rules("17.7")
def test_less_than_the_least_bet_is_a_check():
    assert deemed(100, call=0, least=200) == Deemed("call", 0, returned_cents=100)


@pot_rules("17.7")
def test_of_a_player_who_may_not_raise_all_above_the_call_goes_back():
    assert deemed(2000, least=0, most=0) == Deemed("call", 400, returned_cents=1600)


@pot_rules("14.1", "17.7")
def test_a_whole_stake_between_call_and_raise_stands():
    """CALL-DEEM."""
    assert deemed(700, stake=700) == Deemed("raise", 700)
    assert deemed(700, stake=700, least=700, most=700) == Deemed("raise", 700)


@pot_rules("17.8")
def test_less_than_a_call_is_made_up_or_folded_with_the_bet_back():
    """SHORT-CALL."""
    assert deemed(100) == Deemed("short_of_call", 100, missing_cents=300)
    assert deemed(100, stake=350) == Deemed("short_of_call", 100, missing_cents=250)


@pot_rules("14.1", "17.8")
def test_a_whole_stake_below_the_call_is_a_tap_out():
    assert deemed(350, stake=350) == Deemed("tap_out_call", 350)
    assert deemed(400, stake=400) == Deemed("tap_out_call", 400)


@pytest.mark.rule("NI2005-67", "17.5")
@pytest.mark.rule("NI2005-74", "17.5")
def test_what_exceeds_the_limit_goes_back():
    """OOT-OVER."""
    assert deemed(3000) == Deemed("raise", 2000, returned_cents=1000)


@OF_2005
@pytest.mark.rule("NI2005-67", "17.5")
@pytest.mark.rule("NI2005-74", "17.5")
@pytest.mark.parametrize("then", [FOLD, CHECK, bet(300), bet(500)])
def test_2005_a_bet_out_of_turn_stands_unless_somebody_bets_more(instrument, then):
    ruled = out_of_turn(instrument.after_skipped, 500, [then])
    assert (ruled.wager, ruled.rule) == ("stands", instrument.document["17.5"])


@OF_2005
@pytest.mark.rule("NI2005-67", "17.6")
@pytest.mark.rule("NI2005-74", "17.6")
def test_2005_after_a_larger_bet_he_is_free_and_has_his_bet_back_if_he_folds(instrument):
    """OOT-2005-FOLD."""
    ruled = out_of_turn(instrument.after_skipped, 500, [bet(600)])
    assert ruled == ("open", ("fold", "call", "call_and_raise"), False, instrument.document["17.6"])


@pytest.mark.rule("NI2017-583", "17.5")
def test_2017_who_was_directed_in_error_acts_again():
    for then in (FOLD, CHECK, bet(600)):
        ruled = out_of_turn(OMAHA.after_skipped, 500, [then], directed_by_dealer=True)
        assert (ruled.wager, ruled.rule.number) == ("retracted", "17.5")


@pytest.mark.rule("NI2017-583", "17.6(a)")
@pytest.mark.rule("NI2017-583", "17.6(b)")
@pytest.mark.rule("NI2017-583", "17.6(c)")
@pytest.mark.rule("NI2017-583", "17.6(d)")
@pytest.mark.parametrize(
    ("then", "wager", "choices", "kept_if_folded", "number"),
    [
        (CHECK, "taken_back", ("check",), False, "17.6(a)"),
        (bet(300), "open", ("call", "fold"), False, "17.6(b)"),
        (bet(500), "open", ("call", "fold"), False, "17.6(b)"),
        (bet(600), "open", ("fold", "call", "call_and_raise"), True, "17.6(c)"),
        (FOLD, "stands", (), False, "17.6(d)"),
    ],
)
def test_2017_it_depends_on_what_the_one_before_him_does(then, wager, choices, kept_if_folded, number):
    """OOT-CHECK, OOT-FOLD-B."""
    assert out_of_turn(OMAHA.after_skipped, 500, [then]) == (
        wager,
        choices,
        kept_if_folded,
        OMAHA.document[number],
    )


@pot_rules("17.5", "17.6")
def test_of_several_the_largest_action_decides():
    """OOT-MIXED."""
    assert out_of_turn(OMAHA.after_skipped, 500, [FOLD, CHECK]).rule.number == "17.6(a)"
    assert out_of_turn(OMAHA.after_skipped, 500, [CHECK, bet(300), FOLD]).rule.number == "17.6(b)"
    assert out_of_turn(OMAHA.after_skipped, 500, [bet(300), bet(600), FOLD]).rule.number == "17.6(c)"
    assert out_of_turn(FARO.after_skipped, 500, [bet(600), FOLD]).rule.number == "17.6"
