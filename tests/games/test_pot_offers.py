"""What people are offered at a pot table, the rules then take."""

import pytest
from pydantic import ValidationError

from tests.games.pot_talk import GAMES, PotTable, at_the_faro_table, at_the_omaha_table, cents, pot_options
from tests.games.rules_in_common import pot_rules


def wager_offered(table: PotTable):
    return next(offer.fields[0] for offer in table.game.offers() if offer.command == "wager")


@pot_rules("13.2", "15.2")
def test_amounts_are_counted_from_odd_cents_that_lie_there_already():
    table = at_the_omaha_table(chip=5, maximum="no_limit", stakes={1: 1000, 2: 1000, 3: 200})
    table.deal({3: "As Ah Ks Kh", 1: "2c 3c 7d 8d", 2: "2s 3s 7h 8h", "board": "Ac Ad 9s Jd 4h"})
    table.plays_out()
    table.next_round()
    table.expect_stake(3, 219)  # what commission leaves of a pot need not be whole chips

    table.deal()
    table.calls(1)
    table.calls(2)
    table.taps_out(3)
    table.calls(1)
    table.raises(2, 500)
    assert wager_offered(table).lies_cents == cents(219)
    table.raises(1, 819)
    table.expect_accepted()


@pot_rules("15.2(a)")
def test_commission_from_the_pots_needs_the_maximum_that_was_approved():
    for game in GAMES:
        written = pot_options(game).model_dump()
        written["commission"]["approved_maximum_cents"] = None
        with pytest.raises(ValidationError, match="approved_maximum_cents is needed"):
            GAMES[game].Options.model_validate(written)


@pytest.mark.rule("NI2017-583", "17.5")
def test_whatever_the_dealer_called_wrongly_has_a_button():
    table = at_the_omaha_table()
    table.deal()
    said = {
        (offer.args["action"], offer.args["directed"])
        for offer in table.game.offers()
        if offer.command == "act_out_of_turn"
    }
    assert said == {(action, directed) for action in ("wager", "check", "fold") for directed in (False, True)}


@pytest.mark.rule("NI2005-67", "17.5")
def test_2005_knows_nothing_of_a_wrong_call():
    table = at_the_faro_table()
    table.deal()
    assert not any(offer.args.get("directed") for offer in table.game.offers())


@pot_rules("18.2")
def test_nobody_sits_down_once_the_last_round_is_played():
    table = at_the_omaha_table()
    table.supervisor.announces_closing(0)
    assert "take_seat" not in {offer.command for offer in table.game.offers()}


def put_in_offered(table: PotTable):
    return next(offer.fields[0] for offer in table.game.offers() if offer.command == "put_in")


def sum_said(money, dollars: float) -> tuple[str, int]:
    """The sentence beside the amount, and what its blank is filled with."""
    said = [sum for sum in money.sums if sum.from_cents <= cents(dollars)][-1]
    return said.say.code, abs(cents(dollars) - said.of_cents)


@pot_rules("17.7", "17.8")
def test_what_chips_that_were_put_in_count_as_is_said_before_they_are_entered():
    table = at_the_omaha_table(chip=1, maximum="no_limit", stakes={1: 1000, 2: 1000, 3: 1000})
    table.posts()
    table.deal()
    table.expect_turn(3, call=10)
    money = put_in_offered(table)
    assert sum_said(money, 2) == ("sum_short", cents(8))
    assert sum_said(money, 10)[0] == "sum_call"
    assert sum_said(money, 15) == ("sum_call_and_back", cents(5))
    assert sum_said(money, 20) == ("sum_raise", cents(20))
    assert sum_said(money, 1000)[0] == "sum_all_in"


@pot_rules("13.2")
def test_no_pad_asks_for_less_than_a_chip():
    table = at_the_omaha_table(chip=5, maximum="no_limit", stakes={1: 1000, 2: 1000, 3: 1000})
    table.posts()
    table.deal()
    pads = [field for offer in table.game.offers() for field in offer.fields if hasattr(field, "step_cents")]
    assert pads
    assert {pad.step_cents for pad in pads} == {cents(5)}
