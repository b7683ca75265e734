"""One betting round of the pot games: 4.2(g), 5, 6, 10, 11, 12, 14.1 and 14.5; 17.17-17.19 of 2005."""

from dataclasses import replace
from random import Random

import pytest

from games.betting import BettingRound, Limit, Opening, Player, Turn, raise_cap
from games.faro.instrument import INSTRUMENT as FARO
from games.omaha.instrument import INSTRUMENT as OMAHA
from games.pots import form_pots
from games.seven_card_stud.instrument import INSTRUMENT as SEVEN_CARD_STUD
from tests.games.rules_in_common import pot_rules

HELD = FARO.document["17.17"]
NO_LIMIT = Limit(OMAHA, "no_limit", least_cents=200, chip_cents=100)
FULL_POT = Limit(OMAHA, "full_pot", least_cents=200, chip_cents=100)
HALF_POT = Limit(OMAHA, "half_pot", least_cents=200, chip_cents=100)
STRADDLE = Limit(OMAHA, "straddle", least_cents=200, chip_cents=100)
FIXED = Limit(OMAHA, "spread", least_cents=200, most_cents=200, chip_cents=100)
SPREAD = Limit(OMAHA, "spread", least_cents=200, most_cents=1000, chip_cents=100)
CAPPED = Limit(FARO, "no_limit", least_cents=200, chip_cents=100, raise_cap=3)
BLIND_B = Opening("blind_b", blind_cents=200)
ANTE = Opening("ante")


def seated(*stakes_cents: int) -> list[Player]:
    """Seats 1, 2, 3 …"""
    return [Player(seat, cents) for seat, cents in enumerate(stakes_cents, start=1)]


def blinds(limit: Limit, *stakes_cents: int, opening: Opening = BLIND_B) -> BettingRound:
    """The last two seats have posted 100 and 200; seat 1 opens."""
    players = seated(*stakes_cents)
    players[-2].post_blind(100)
    players[-1].post_blind(200)
    return BettingRound(limit, players, opening)


def later(limit: Limit, *stakes_cents: int) -> BettingRound:
    """A later betting round; each has put 300 into the pot before."""
    players = seated(*(cents + 300 for cents in stakes_cents))
    for player in players:
        player.pay(300)
    return BettingRound(limit, players)


def plays(betting: BettingRound, script: str) -> BettingRound:
    """`1 call, 2 to 600, 3 fold` and so on: nothing of it is refused."""
    for seat, *action in map(str.split, script.split(", ")):
        refused = do(betting, int(seat), *action)
        assert refused is None, f"{seat} {action}: {refused}"
    return betting


def do(betting: BettingRound, seat: int, action: str, cents: str = ""):
    return betting.wager(seat, int(cents)) if action == "to" else getattr(betting, action)(seat)


def refusal(betting: BettingRound, seat: int, action: str, cents: str = "") -> tuple[str, str]:
    before = snapshot(betting)
    refused = do(betting, seat, action, cents)
    assert refused is not None
    assert snapshot(betting) == before
    return refused.code, refused.rule.number


def snapshot(betting: BettingRound) -> dict:
    names = BettingRound.__slots__
    return {name: repr(getattr(betting, name)) for name in names}


def bounds(betting: BettingRound) -> tuple[int, int]:
    turn = betting.turn()
    assert turn is not None
    return turn.least_to_cents, turn.most_to_cents


def players(betting: BettingRound) -> dict[int, Player]:
    return {player.seat: player for player in betting.players}


# ---------------------------------------------------------------- 10: the first betting round


@pot_rules("8.5(a)", "10.3")
def test_the_opener_may_call_raise_or_fold():
    assert blinds(NO_LIMIT, 9000, 9000, 9000).turn() == Turn(1, 200, False, True, True, 400, 9000)


@pytest.mark.rule("NI2017-583", "10.2(b)")
@pytest.mark.rule("NI2005-67", "10.2(b)")
@pytest.mark.rule("NI2005-74", "10.1(b)")
@pytest.mark.parametrize("action", ["call", "fold", "to 400"])
def test_blind_b_is_call_raise_or_fold(action):
    assert plays(blinds(NO_LIMIT, 9000, 9000, 9000), f"1 {action}").seat == 2


@pytest.mark.rule("NI2017-583", "10.2(a)(iii)")
@pytest.mark.rule("NI2005-67", "10.2(a)(iii)")
@pytest.mark.rule("NI2005-74", "10.1(a)(iii)")
def test_under_blind_a_the_opener_who_folds_has_called_first():
    """BLIND-A. Only the opener."""
    betting = blinds(NO_LIMIT, 9000, 9000, 9000, 9000, opening=Opening("blind_a", 200))
    plays(betting, "1 fold, 2 fold")
    assert [players(betting)[seat].paid_cents for seat in (1, 2)] == [200, 0]
    assert betting.pot_cents == 500


@pytest.mark.rule("NI2017-583", "10.2(a)")
@pytest.mark.rule("NI2005-67", "10.2(a)")
@pytest.mark.rule("NI2005-74", "10.1(a)")
def test_under_blind_a_a_short_opener_puts_in_what_he_has():
    betting = plays(
        blinds(NO_LIMIT, 150, 9000, 9000, opening=Opening("blind_a", 200)), "1 fold, 2 call, 3 check"
    )
    assert (players(betting)[1].paid_cents, players(betting)[1].stake_cents) == (150, 0)
    assert betting.over


@pytest.mark.rule("NI2017-583", "10.2(c)")
@pytest.mark.rule("NI2005-67", "10.2(c)")
@pytest.mark.rule("NI2005-74", "10.1(c)")
def test_under_blind_c_the_opener_raises_or_folds():
    """BLIND-C. Whoever comes after him may call."""
    opening = Opening("blind_c", 200)
    for instrument, number in ((OMAHA, "10.2(c)"), (SEVEN_CARD_STUD, "10.1(c)")):
        limit = Limit(instrument, "no_limit", 200)
        assert refusal(blinds(limit, 900, 900, 900, opening=opening), 1, "call") == ("must_raise", number)
    plays(blinds(NO_LIMIT, 900, 900, 900, opening=opening), "1 to 400, 2 call")
    plays(blinds(NO_LIMIT, 900, 900, 900, 900, opening=opening), "1 fold, 2 call")
    plays(blinds(NO_LIMIT, 200, 900, 900, opening=opening), "1 call")  # all he has


@pytest.mark.rule("NI2017-583", "10.2(d)")
@pytest.mark.rule("NI2005-67", "10.2(d)")
@pytest.mark.rule("NI2005-74", "10.1(d)")
@pytest.mark.parametrize(("instrument", "number"), [(OMAHA, "10.2(d)"), (SEVEN_CARD_STUD, "10.1(d)")])
def test_in_an_ante_game_the_opener_bets(instrument, number):
    """ANTE-FIRST-OPEN: no check, no fold."""
    betting = BettingRound(Limit(instrument, "no_limit", 200), seated(900, 900, 900), ANTE)
    assert betting.turn() == Turn(1, 0, False, False, False, 200, 900)
    assert refusal(betting, 1, "check") == ("must_open", number)
    assert refusal(betting, 1, "fold") == ("must_open", number)
    assert refusal(betting, 1, "call") == ("nothing_to_call", "11.1")
    plays(betting, "1 to 200, 2 fold, 3 call")
    assert betting.over


@pytest.mark.rule("NI2017-583", "10.2(d)(i)")
@pytest.mark.rule("NI2005-67", "10.2(d)(i)")
@pytest.mark.rule("NI2005-74", "10.1(d)(i)")
def test_a_short_opener_of_an_ante_game_taps_out():
    betting = BettingRound(NO_LIMIT, seated(150, 900, 900), ANTE)
    assert bounds(betting) == (150, 150)
    plays(betting, "1 to 150, 2 call, 3 call")
    assert betting.over


@pot_rules("17.9", "19.2(a)")
def test_if_the_opener_of_an_ante_game_is_put_out_the_next_one_opens():
    betting = BettingRound(NO_LIMIT, seated(900, 900, 900), ANTE)
    betting.put_out(1)
    assert betting.seat == 2
    assert refusal(betting, 2, "check")[0] == "must_open"


@pytest.mark.rule("NI2017-583", "10.2 (closing words)")
@pytest.mark.rule("NI2005-67", "10.2 (closing words)")
@pytest.mark.rule("NI2005-74", "10.1 (closing words)")
def test_the_last_blind_may_raise_or_let_it_stand_if_nobody_raised():
    """BB-OPTION."""
    betting = plays(blinds(NO_LIMIT, 9000, 9000, 9000), "1 call, 2 call")
    assert betting.turn() == Turn(3, 0, True, False, True, 400, 9000)
    plays(betting, "3 to 600, 1 call, 2 fold")
    assert betting.over
    assert plays(blinds(NO_LIMIT, 9000, 9000, 9000), "1 call, 2 call, 3 check").over


@pot_rules("10.3")
def test_after_a_raise_the_last_blind_calls_raises_or_folds():
    betting = plays(blinds(NO_LIMIT, 9000, 9000, 9000), "1 to 600, 2 fold")
    assert betting.turn() == Turn(3, 400, False, True, True, 1000, 9000)


@pytest.mark.rule("NI2005-74", "10.1 (closing words)")
def test_in_a_blind_game_of_stud_the_blinds_may_be_behind_the_opener():
    """STUD-BLIND-OPENER: the card decides who opens; the blinds count as in."""
    one, two, three = seated(900, 900, 900)
    two.post_blind(100)
    three.post_blind(200)
    betting = BettingRound(Limit(SEVEN_CARD_STUD, "no_limit", 200), [three, one, two], BLIND_B)
    assert betting.turn() == Turn(3, 0, True, False, True, 400, 900)
    assert plays(betting, "3 check, 1 call, 2 call").over


@pytest.mark.rule("NI2005-74", "10.1(c)")
def test_under_blind_c_a_blind_who_opens_does_not_let_it_stand():
    one, two, three = seated(900, 900, 900)
    two.post_blind(100)
    three.post_blind(200)
    limit = Limit(SEVEN_CARD_STUD, "no_limit", 200)
    betting = BettingRound(limit, [three, one, two], Opening("blind_c", 200))
    assert betting.turn() == Turn(3, 0, False, False, True, 400, 900)
    assert refusal(betting, 3, "check") == ("must_raise", "10.1(c)")


@pytest.mark.rule("NI2005-74", "6.1")
def test_a_bring_in_may_open_low_and_its_completion_is_a_raise():
    """STUD-BRINGIN."""
    limit = Limit(SEVEN_CARD_STUD, "spread", 400, 400, 100)
    betting = BettingRound(limit, seated(9000, 9000, 9000), Opening("ante", bring_in_cents=100))
    assert bounds(betting) == (100, 400)
    plays(betting, "1 to 100")
    assert bounds(betting) == (400, 400)
    plays(betting, "2 to 400")
    assert bounds(betting) == (800, 800)
    assert plays(betting, "3 call, 1 call").over


@pot_rules("8.4", "14.1")
def test_a_stake_below_the_blind_is_posted_and_the_highest_bet_is_to_be_called():
    """STAKE-SHORT-BLIND, CALL-AMOUNT; the blind determined is still the least raise (MIN-RAISE)."""
    betting = blinds(NO_LIMIT, 9000, 9000, 150)
    assert players(betting)[3].tapped_out
    assert betting.turn() == Turn(1, 150, False, True, True, 350, 9000)


@pot_rules("5.1", "6.2", "8.5(a)")
def test_a_blind_above_the_least_bet_is_the_least_raise():
    """MIN-RAISE."""
    betting = blinds(Limit(OMAHA, "no_limit", least_cents=100), 9000, 9000, 9000)
    assert bounds(betting) == (400, 9000)
    assert [player.posted_cents for player in betting.players] == [0, 100, 200]


@pot_rules("19.2(a)")
def test_what_binds_the_opener_does_not_bind_the_one_after_him():
    betting = blinds(NO_LIMIT, 900, 900, 900, 900, opening=Opening("blind_c", 200))
    betting.put_out(1)
    plays(betting, "2 call")


@pot_rules("8.5(b)")
def test_antes_lie_in_the_pot_and_are_no_bets():
    short, long = seated(50, 900)
    for player in (short, long):
        player.post_ante(100)
    assert (short.paid_cents, short.posted_cents, short.bet_cents, short.tapped_out) == (50, 50, 0, True)
    assert (long.paid_cents, long.posted_cents, long.bet_cents, long.tapped_out) == (100, 100, 0, False)


@pot_rules("17.4", "17.11(b)")
def test_a_big_blind_posted_late_is_a_bet_and_a_dead_one_is_not():
    """MISSED-BLIND."""
    one, two, three, late = seated(900, 900, 900, 900)
    two.post_blind(100)
    three.post_blind(200)
    late.post_blind(200)
    late.post_dead(100)
    betting = BettingRound(NO_LIMIT, [late, one, two, three], BLIND_B)
    assert betting.pot_cents == 600
    assert (late.paid_cents, late.dead_cents, late.stake_cents) == (200, 100, 600)
    assert betting.turn() == Turn(4, 0, True, False, True, 400, 800)


# ---------------------------------------------------------------- 11 and 12: later rounds


@pot_rules("11.1", "11.3", "12.2", "12.2(b)", "12.3(c)")
def test_if_all_check_the_betting_round_ends():
    betting = later(NO_LIMIT, 900, 900, 900)
    assert betting.turn() == Turn(1, 0, True, False, True, 200, 900)
    assert plays(betting, "1 check, 2 check, 3 check").over


@pot_rules("11.2", "12.1")
def test_bets_of_the_round_before_are_no_bets_of_this_one():
    betting = plays(later(NO_LIMIT, 900, 900), "1 to 200, 2 call")
    assert BettingRound(NO_LIMIT, betting.players).turn() == Turn(1, 0, True, False, True, 200, 700)


@pot_rules("11.2")
def test_nobody_checks_once_a_bet_was_made():
    betting = plays(later(NO_LIMIT, 900, 900, 900), "1 check, 2 to 200")
    assert refusal(betting, 3, "check") == ("bet_to_meet", "11.2")
    assert plays(betting, "3 fold, 1 call").over


@pot_rules("12.2(a)", "12.2(c)", "12.3", "12.3(a)", "12.3(b)", "12.3(d)")
def test_players_act_clockwise_from_the_opener():
    """FOLD-UNFACED."""
    betting = later(NO_LIMIT, 900, 900, 900, 900)
    plays(betting, "1 fold, 2 to 200, 3 call, 4 to 400, 2 call")
    assert refusal(betting, 2, "call") == ("not_his_turn", "12.3")
    plays(betting, "3 call")
    assert betting.over
    assert betting.called == 4, "who shows first, 13.1"
    assert refusal(betting, 1, "check") == ("betting_round_is_over", "12.4")


@pot_rules("12.4", "12.4(a)")
def test_the_only_one_left_has_won():
    betting = plays(later(NO_LIMIT, 900, 900, 900), "1 to 200, 2 fold, 3 fold")
    assert betting.over
    assert betting.one_left


@pot_rules("12.4(b)")
def test_it_ends_when_everybody_has_acted_and_matched():
    """ROUND-END."""
    betting = plays(later(NO_LIMIT, 900, 900, 900), "1 check, 2 to 200, 3 call")
    assert not betting.over, "two have put in an equal amount, but the first has not spoken"
    assert plays(betting, "1 to 400, 2 call, 3 call").over


# ---------------------------------------------------------------- 4.2(g), 5, 6: how much


@pot_rules("4.2(g)", "5.1", "6.1", "6.2")
@pytest.mark.parametrize(
    ("limit", "opening", "after_a_bet_of_200", "after_a_raise_to_600"),
    [
        (NO_LIMIT, (200, 9000), (400, 9000), (1000, 9000)),
        (FULL_POT, (200, 900), (400, 200 + 1100 + 200), (1000, 600 + 1700 + 600)),
        (HALF_POT, (200, 400), (400, 200 + 600), (1000, 600 + 1100)),
        (SPREAD, (200, 1000), (400, 1200), (1000, 1600)),
        (STRADDLE, (200, 200), (400, 400), None),
        (FIXED, (200, 200), (400, 400), None),
    ],
    ids=["no limit", "full pot", "half pot", "spread", "straddle", "fixed"],
)
def test_least_and_most(limit, opening, after_a_bet_of_200, after_a_raise_to_600):
    """POT-LIMIT, HALFPOT-ROUND, STRADDLE, MIN-RAISE. The pot is 900 before the bets."""
    betting = later(limit, 9000, 9000, 9000)
    assert bounds(betting) == opening
    plays(betting, "1 to 200")
    assert bounds(betting) == after_a_bet_of_200
    if after_a_raise_to_600:
        plays(betting, "2 to 600")
        assert bounds(betting) == after_a_raise_to_600


@pot_rules("4.2(g)")
def test_half_a_pot_is_counted_in_chips():
    """HALFPOT-ROUND: half of 900 is 450."""
    assert refusal(later(HALF_POT, 9000, 9000, 9000), 1, "to", "450") == ("too_much", "4.2(g)")


@pot_rules("4.2(g)", "5.1", "6.2")
def test_a_half_pot_below_the_least_bet_is_the_least_bet():
    """HALFPOT-MIN."""
    limit = Limit(OMAHA, "half_pot", least_cents=1000, chip_cents=100)
    assert bounds(later(limit, 9000, 9000, 9000)) == (1000, 1000)


@pot_rules("4.2(g)")
def test_fixed_bets_may_differ_from_round_to_round():
    """FIXED-STREETS: a limit belongs to a betting round."""
    big = Limit(OMAHA, "spread", 400, 400)
    assert bounds(later(FIXED, 9000, 9000)) == (200, 200)
    assert bounds(plays(later(big, 9000, 9000), "1 to 400")) == (800, 800)


@pot_rules("5.1", "6.1", "6.2")
def test_wagers_outside_the_limits_are_refused_with_their_rule():
    betting = later(FULL_POT, 9000, 9000)
    assert refusal(betting, 1, "to", "100") == ("too_little", "6.1")
    assert refusal(betting, 1, "to", "700") == ("too_much", "4.2(g)")
    plays(betting, "1 to 500")
    assert refusal(betting, 2, "to", "900") == ("too_little", "6.2")
    assert refusal(betting, 2, "to", "500") == ("too_little", "6.2")


@pot_rules("14.1")
def test_nobody_bets_more_than_his_table_stake():
    assert refusal(later(NO_LIMIT, 900, 5000), 1, "to", "1000") == ("too_much", "14.1")


@pytest.mark.rule("NI2017-583", "4.7")
@pytest.mark.rule("NI2005-67", "4.5")
@pytest.mark.rule("NI2005-74", "4.5")
@pytest.mark.parametrize(("instrument", "number"), [(OMAHA, "4.7"), (FARO, "4.5"), (SEVEN_CARD_STUD, "4.5")])
def test_bets_are_made_with_chips(instrument, number):
    betting = later(Limit(instrument, "no_limit", 200, chip_cents=100), 950, 9000)
    assert refusal(betting, 1, "to", "250") == ("not_in_chips", number)
    plays(betting, "1 to 950")  # all he has
    odd = plays(later(Limit(instrument, "full_pot", 200, chip_cents=100), 250, 9000, 9000), "1 to 250")
    assert bounds(odd) == (500, 1650)
    assert plays(odd, "2 to 1650, 3 call").over


# ---------------------------------------------------------------- 5.1: how many raises


@pytest.mark.rule("NI2005-67", "5.1")
@pytest.mark.rule("NI2005-74", "5.1")
def test_2005_three_raises_in_a_betting_round():
    """RAISE-CAP-COUNT: the bet is none."""
    betting = plays(later(CAPPED, 9000, 9000, 9000), "1 to 200, 2 to 400, 3 to 600, 1 to 800")
    assert bounds(betting) == (0, 0)
    assert refusal(betting, 2, "to", "1000") == ("no_more_raises", "5.1")
    assert plays(betting, "2 call, 3 call").over


@pytest.mark.rule("NI2005-67", "5.1")
@pytest.mark.rule("NI2005-74", "5.1")
def test_2005_blinds_are_bets_and_no_raises():
    plays(blinds(CAPPED, 9000, 9000, 9000), "1 to 400, 2 to 600, 3 to 800")


@pytest.mark.rule("NI2005-67", "5.1")
@pytest.mark.rule("NI2005-74", "5.1")
def test_2005_two_who_can_still_bet_raise_on():
    """RAISE-CAP-TWO: somebody else has tapped out, or folds meanwhile."""
    betting = plays(later(CAPPED, 9000, 9000, 600), "1 to 200, 2 to 400, 3 to 600, 1 to 800")
    plays(betting, "2 to 1000, 1 to 1200")
    plays(
        later(CAPPED, 9000, 9000, 9000), "1 to 200, 2 to 400, 3 fold, 1 to 600, 2 to 800, 1 to 1000, 2 to 1200"
    )


@pytest.mark.rule("NI2005-67", "5.1")
@pytest.mark.rule("NI2005-74", "5.1")
def test_2005_a_capped_player_who_is_short_calls_but_does_not_tap_out_above():
    betting = plays(later(CAPPED, 9000, 900, 9000, 9000), "1 to 200, 2 call, 3 to 400, 4 to 600, 1 to 800")
    assert bounds(betting) == (0, 0)
    plays(betting, "2 call")
    assert players(betting)[2].stake_cents == 100


@pot_rules("5.1", "6.2")
def test_how_many_raises_each_instrument_permits():
    """RAISE-CAP-ANTE, RAISE-CAP-FIXED."""
    by_2017 = {
        maximum: raise_cap(OMAHA, maximum, blinds=True, determined=4)
        for maximum in ("half_pot", "full_pot", "no_limit", "spread", "straddle")
    }
    assert by_2017 == {"half_pot": None, "full_pot": None, "no_limit": None, "spread": 4, "straddle": 4}
    assert raise_cap(OMAHA, "spread", blinds=True, determined=None) is None
    for instrument in (FARO, SEVEN_CARD_STUD):
        assert raise_cap(instrument, "no_limit", blinds=True, determined=None) == 3
        assert raise_cap(instrument, "no_limit", blinds=False, determined=None) is None


# ---------------------------------------------------------------- 14: tapping out


@pot_rules("14.1")
def test_who_cannot_meet_a_bet_puts_in_all_he_has_and_acts_no_more():
    """TAPOUT-UNITS: all chips."""
    betting = plays(later(NO_LIMIT, 900, 350, 900), "1 to 400")
    assert betting.turn() == Turn(2, 400, False, True, True, 0, 0)
    assert refusal(betting, 2, "to", "350") == ("stake_too_small", "14.1")
    plays(betting, "2 call, 3 to 800")
    assert players(betting)[2].tapped_out
    assert betting.seat == 1
    plays(betting, "1 call")
    assert betting.over
    assert BettingRound(NO_LIMIT, betting.players).seat == 1, "the next round is between the others"


@pot_rules("14.1")
def test_nobody_bets_against_those_who_have_tapped_out():
    betting = plays(later(NO_LIMIT, 900, 350), "1 check, 2 to 350")
    assert refusal(betting, 1, "to", "700") == ("nobody_to_bet_against", "14.1")
    plays(betting, "1 call")
    assert betting.over
    assert betting.closed
    assert BettingRound(NO_LIMIT, betting.players).over


@pot_rules("14.1")
def test_one_who_has_matched_all_tapped_out_players_need_not_act():
    assert plays(blinds(NO_LIMIT, 150, 100, 9000), "1 call").over


@pot_rules("14.5")
def test_a_short_tap_out_does_not_let_those_who_acted_raise():
    """SHORT-RAISE: those who had not acted may, from the highest bet on (CALL-AMOUNT)."""
    betting = plays(later(NO_LIMIT, 9000, 9000, 700, 9000), "1 to 400, 2 call, 3 to 700")
    assert bounds(betting) == (1100, 9000)
    plays(betting, "4 call")
    assert betting.turn() == Turn(1, 300, False, True, True, 0, 0)
    assert refusal(betting, 1, "to", "1100") == ("no_full_raise_since", "14.5")
    assert plays(betting, "1 call, 2 fold").over


@pot_rules("14.5")
def test_a_full_raise_over_a_short_tap_out_lets_everybody_raise_again():
    betting = plays(later(NO_LIMIT, 9000, 9000, 700, 9000), "1 to 400, 2 call, 3 to 700, 4 to 1100")
    assert bounds(betting) == (1500, 9000)


@pot_rules("14.5")
def test_two_short_tap_outs_make_no_full_raise():
    """SHORT-RAISE-SUM."""
    betting = plays(later(NO_LIMIT, 9000, 700, 1000, 9000), "1 to 400, 2 to 700, 3 to 1000")
    assert bounds(betting) == (1400, 9000)
    plays(betting, "4 call")
    assert bounds(betting) == (0, 0)


@pot_rules("14.5")
def test_whoever_checked_does_not_raise_a_bet_that_was_short_of_the_least():
    betting = plays(later(NO_LIMIT, 9000, 150, 9000), "1 check, 2 to 150")
    assert bounds(betting) == (350, 9000)
    plays(betting, "3 call")
    assert refusal(betting, 1, "to", "350") == ("no_full_raise_since", "14.5")


@pot_rules("14.5", "4.2(g)")
def test_in_a_fixed_limit_a_short_tap_out_is_completed_and_not_raised_upon():
    """SHORT-RAISE: to the last full bet and the fixed amount."""
    betting = plays(later(FIXED, 9000, 9000, 300, 9000), "1 to 200, 2 call, 3 to 300")
    assert bounds(betting) == (400, 400)
    plays(betting, "4 to 400")
    assert bounds(betting) == (600, 600), "everybody may raise again"


@pot_rules("14.5", "4.2(g)")
def test_in_a_fixed_limit_an_opening_tap_out_is_completed_to_the_fixed_bet():
    betting = plays(later(FIXED, 150, 9000, 9000), "1 to 150")
    assert bounds(betting) == (200, 200)
    plays(betting, "2 to 200")
    assert bounds(betting) == (400, 400)


@pot_rules("14.5", "5.1")
def test_what_completes_an_opening_tap_out_is_no_raise():
    """RAISE-CAP-COUNT: three raises stand after the bet that is now whole."""
    capped = replace(FIXED, raise_cap=3)
    betting = plays(later(capped, 150, 9000, 9000, 9000), "1 to 150, 2 to 200, 3 to 400, 4 to 600, 2 to 800")
    assert refusal(betting, 3, "to", "1000") == ("no_more_raises", "5.1")


@pot_rules("14.1", "14.5")
def test_a_tap_out_that_is_a_full_raise_is_one():
    betting = plays(later(NO_LIMIT, 9000, 800, 9000), "1 to 400, 2 to 800, 3 call")
    assert bounds(betting) == (1200, 9000)


# ---------------------------------------------------------------- rulings


@pytest.mark.rule("NI2017-583", "17.6(c)")
def test_2017_a_wager_out_of_turn_stays_in_the_pot_when_its_player_folds_to_a_larger_one():
    betting = plays(later(NO_LIMIT, 900, 900, 900), "1 to 600")
    assert betting.fold(2, leaving_cents=400) is None
    assert betting.pot_cents == 900 + 1000
    assert players(betting)[2].stake_cents == 500
    assert betting.turn() == Turn(3, 600, False, True, True, 900, 900)


@pot_rules("17.9", "19.2(a)")
def test_a_hand_may_be_folded_out_of_turn_and_its_bets_stay():
    betting = plays(later(NO_LIMIT, 900, 900, 900), "1 to 200, 2 to 400")
    betting.put_out(2)
    assert betting.turn() == Turn(3, 400, False, True, True, 600, 900)
    betting.put_out(2)
    betting.put_out(3)
    assert betting.one_left
    assert betting.over
    assert players(betting)[2].paid_cents == 700


@pytest.mark.rule("NI2017-583", "4.8")
@pytest.mark.rule("NI2005-67", "4.6")
@pytest.mark.rule("NI2005-74", "4.6")
def test_who_runs_out_of_time_is_out_although_he_could_check():
    """TIMEOUT."""
    betting = later(NO_LIMIT, 900, 900, 900)
    betting.put_out(1)
    assert betting.seat == 2
    assert plays(betting, "2 check, 3 check").over


@pot_rules("17.9")
def test_nothing_is_left_to_do_once_only_tapped_out_players_are_against_one():
    betting = plays(later(NO_LIMIT, 900, 300, 900), "1 check, 2 to 300, 3 call")
    betting.put_out(3)
    assert betting.seat == 1
    assert plays(betting, "1 call").over
    waiting = plays(later(NO_LIMIT, 900, 900), "1 check")
    waiting.put_out(1)
    assert waiting.over


@pytest.mark.rule("NI2005-67", "17.17")
def test_a_card_exposed_early_holds_the_bets_where_they_are():
    """FARO-CAP-RAISE."""
    betting = plays(later(Limit(FARO, "no_limit", 200), 900, 900, 900), "1 to 400")
    betting.hold(HELD)
    assert refusal(betting, 2, "to", "800") == ("card_exposed_early", "17.17")
    assert plays(betting, "2 call, 3 call").over


@pytest.mark.rule("NI2005-67", "17.17")
def test_a_card_exposed_before_any_bet_leaves_checks_only():
    """FARO-CAP-ZERO, even for the opener of an ante game; blinds count as bets."""
    betting = BettingRound(Limit(FARO, "no_limit", 200), seated(900, 900), ANTE)
    betting.hold(HELD)
    assert betting.turn() == Turn(1, 0, True, False, True, 0, 0)
    assert plays(betting, "1 check, 2 check").over
    posted = blinds(Limit(FARO, "no_limit", 200), 900, 900, 900)
    posted.hold(HELD)
    assert plays(posted, "1 call, 2 call, 3 check").over


@pytest.mark.rule("NI2005-67", "17.18")
def test_bets_restricted_to_the_table_minimum_are_a_fixed_limit():
    """FARO-MIN-ONLY: the bet and each raise."""
    betting = later(Limit(FARO, "spread", 200, 200), 900, 900)
    assert bounds(betting) == (200, 200)
    assert bounds(plays(betting, "1 to 200")) == (400, 400)


@pytest.mark.rule("NI2005-74", "17.19")
def test_whoever_checks_with_his_last_card_exposed_bets_no_more_and_keeps_his_stake():
    """STUD-DEEMED."""
    betting = plays(later(Limit(SEVEN_CARD_STUD, "no_limit", 200), 900, 900, 900), "1 check")
    betting.deem_tapped_out(1)
    plays(betting, "2 to 400, 3 call")
    assert betting.over
    assert players(betting)[1].stake_cents == 900
    two = plays(later(Limit(SEVEN_CARD_STUD, "no_limit", 200), 900, 900), "1 check")
    two.deem_tapped_out(1)
    assert two.over


# ---------------------------------------------------------------- properties of random legal play

MAXIMA = ("spread", "half_pot", "full_pot", "no_limit", "straddle")


class Played:
    """A whole round of play of random legal actions, each looked at from outside."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        instrument = chance.choice((OMAHA, FARO, SEVEN_CARD_STUD))
        with_blinds = chance.random() < 0.6
        maximum = chance.choice(MAXIMA)
        cap = raise_cap(instrument, maximum, blinds=with_blinds, determined=chance.choice([None, 3, 4]))
        least = 200
        self.limit = Limit(instrument, maximum, least, chance.choice([200, 1000]), 100, cap)
        odd = chance.choice([0, 0, 30])
        self.players = seated(*(odd + 100 * chance.randint(1, 60) for _ in range(chance.randint(2, 7))))
        self.chips = sum(player.stake_cents for player in self.players)
        self.opening = self.post(with_blinds)
        self.actions = 0

    def post(self, with_blinds: bool) -> Opening:
        if not with_blinds:
            for player in self.players:
                player.post_ante(100)
            return ANTE
        for player, cents in zip(self.players[-2:], (100, 200), strict=True):
            player.post_blind(cents)
        return Opening(self.chance.choice(["blind_a", "blind_b", "blind_c"]), 200)

    def play(self) -> None:
        for number in range(4):
            betting = BettingRound(self.limit, self.players, None if number else self.opening)
            while not betting.over:
                self.step(betting)
            self.ended(betting)

    def step(self, betting: BettingRound) -> None:
        player = betting.actor
        self.expected_turn(betting)
        self.refuses(betting, player)
        if self.chance.random() < 0.03:
            self.ruling(betting)
        else:
            assert self.act(betting, player.seat, betting.turn()) is None
        self.actions += 1
        assert self.actions < 2000
        assert self.chips == betting.pot_cents + sum(each.stake_cents for each in self.players)
        assert all(each.stake_cents >= 0 for each in self.players)

    def ruling(self, betting: BettingRound) -> None:
        live = [each.seat for each in self.players if not each.folded]
        seat = self.chance.choice(live)
        self.chance.choice(
            [lambda: betting.put_out(seat), lambda: betting.deem_tapped_out(seat), lambda: betting.hold(HELD)]
        )()

    def expected_turn(self, betting: BettingRound) -> None:
        """Nobody between the last who acted and the one now had anything to do."""
        player = betting.actor
        assert not player.folded
        assert not player.tapped_out
        turn = betting.turn()
        assert turn.may_check != (turn.to_call_cents > 0) or turn.least_to_cents
        assert turn.may_check or turn.may_call or turn.least_to_cents
        assert turn.least_to_cents <= turn.most_to_cents <= player.bet_cents + player.stake_cents

    def act(self, betting: BettingRound, seat: int, turn: Turn):
        options = []
        if turn.may_check:
            options += [lambda: betting.check(seat)] * 3
        if turn.may_call:
            options += [lambda: betting.call(seat)] * 4
        if turn.may_fold:
            options += [lambda: betting.fold(seat)]
        if turn.most_to_cents:
            to = self.chance.choice([turn.least_to_cents, turn.least_to_cents, turn.most_to_cents])
            options += [lambda: betting.wager(seat, to)] * 2
        return self.chance.choice(options)()

    def refuses(self, betting: BettingRound, player: Player) -> None:
        """Whatever the turn does not offer is refused, names a rule of the document and changes nothing."""
        turn, before = betting.turn(), snapshot(betting)
        wrong = next((each.seat for each in self.players if each is not player), 0)
        tries = [betting.call(wrong), betting.wager(player.seat, turn.most_to_cents + 100)]
        if turn.least_to_cents:
            tries.append(betting.wager(player.seat, turn.least_to_cents - 100))
        if not turn.may_check:
            tries.append(betting.check(player.seat))
        if not turn.may_call:
            tries.append(betting.call(player.seat))
        if not turn.may_fold:
            tries.append(betting.fold(player.seat))
        assert None not in tries
        assert all(refused.rule.number in self.limit.instrument.document.entries for refused in tries)
        assert snapshot(betting) == before

    def ended(self, betting: BettingRound) -> None:
        live = [player for player in self.players if not player.folded]
        able = [player for player in live if not player.tapped_out]
        assert live
        if len(live) > 1 and able:
            assert {player.bet_cents for player in able} == {betting.high_cents}


@pot_rules("12.4", "14.1", "14.4")
@pytest.mark.parametrize("seed", range(150))
def test_random_legal_play_ends_and_keeps_every_chip(seed):
    played = Played(seed)
    played.play()
    paid = {player.seat: player.paid_cents for player in played.players}
    live = [player.seat for player in played.players if not player.folded]
    formed = form_pots(paid, live)
    uncalled = formed.uncalled.cents if formed.uncalled else 0
    assert sum(pot.amount_cents for pot in formed.pots) + uncalled == sum(paid.values())
    for pot in formed.pots[1:]:
        assert set(pot.eligible) < set(formed.pots[0].eligible)
