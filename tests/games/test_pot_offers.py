"""What people are offered at a pot table, the rules then take."""

from tests.games.pot_talk import PotTable, at_the_omaha_table, cents
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
