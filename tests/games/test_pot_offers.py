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
