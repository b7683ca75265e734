"""The pools of the Boomerang Jackpot and its sign, from round to round: rules 10.2, 10.5 and 11.1 to 11.3."""

from decimal import Decimal

import pytest

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.casino_holdem.game import CasinoHoldem
from games.every_game.carry import Carry, Pools
from games.outcomes import JackpotPools, Notice
from tests.games.table_talk import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    at_the_table,
    cents,
    holdem_options,
    house_options,
)

WEAK_DEALER = "Qc Jd 8c 5d 3c"
OTHER_ROYAL_FLUSH = "Ah Kh Qh Jh Th"
OTHER_STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"
NOTHING = "Kc Jc 9d 6c 2d"

OF_THE_POOLS = ("seed_jackpot", "adjust_sign")


def stood(*, prize, reserve=0, displayed=None, opening=20_000, won=False):
    """The jackpot as earlier rounds have left it, in dollars."""
    shown = prize if displayed is None else displayed
    return Pools(cents(prize), cents(reserve), cents(shown), cents(opening), won)


def plays(table, hands, *, jackpots=None, claims=None, folds=()):
    """A whole round. Everybody has a jackpot wager and claims."""
    if table.phase == "shuffle":
        table.next_round()
    boxes = [box for box in hands if box != "dealer"]
    table.antes(dict.fromkeys(boxes, 100), boxes if jackpots is None else jackpots)
    table.deal({"dealer": WEAK_DEALER, **hands})
    table.folds(*folds)
    table.bets(*(box for box in boxes if box not in folds))
    table.plays_out(claims=boxes if claims is None else claims)


# ---------------------------------------------------------------- 10.5: what does not win


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_wager_that_loses_is_shared_out_when_the_round_closes():
    table = at_the_table(jackpot_wager=5, prize_share=80)
    plays(table, {1: NOTHING}, claims=[])
    table.expect_pools(fed=5, paid=0, prize=20_004, reserve=1, displayed=20_004)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "7.3")
def test_a_wager_that_is_folded_is_shared_out_too():
    table = at_the_table(jackpot_wager=5, prize_share=80)
    plays(table, {1: NOTHING, 2: FLUSH}, claims=[], folds=[1, 2])
    table.expect_pools(fed=10, prize=20_008, reserve=2)


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_jackpot_hand_that_nobody_claims_is_a_wager_lost():
    table = at_the_table(jackpot_wager=5, prize_share=80)
    plays(table, {1: ROYAL_FLUSH}, claims=[])
    table.expect_pools(fed=5, paid=0, prize=20_004)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize(
    ("share", "prize", "reserve"),
    [(100, "1.01", 0), (0, "0", "1.01"), (50, "0.50", "0.51"), (99, "0.99", "0.02")],
)
def test_the_odd_cents_of_each_wager_go_to_the_reserve(share, prize, reserve):
    table = at_the_table(displayed=10_000, jackpot_wager=1.01, prize_share=share)
    plays(table, {1: NOTHING}, claims=[])
    table.expect_pools(prize=10_000 + Decimal(prize), reserve=reserve)


@pytest.mark.rule("NI2004-492", "10.5")
def test_each_wager_is_shared_for_itself():
    table = at_the_table(displayed=10_000, jackpot_wager=0.01, prize_share=50)
    plays(table, {1: NOTHING, 2: FLUSH}, claims=[])
    table.expect_pools(fed=0.02, prize=10_000, reserve=0.02)


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_wager_that_wins_goes_back_and_feeds_nothing():
    table = at_the_table()
    plays(table, {1: FLUSH})
    table.expect_pools_untouched()
    table.expect_payment(1, "jackpot", "win", "11.1", paid=100, returned=5)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.parametrize("hand", [FLUSH, FULL_HOUSE, FOUR_OF_A_KIND])
def test_the_bonus_payouts_are_the_houses_and_touch_no_pool(hand):
    table = at_the_table(jackpot_wager=5, prize_share=80)
    plays(table, {1: hand, 2: NOTHING}, claims=[1])
    table.expect_pools(fed=5, paid=0, prize=20_004, reserve=1)


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_round_without_jackpot_wagers_moves_nothing():
    table = at_the_table()
    plays(table, {1: NOTHING}, jackpots=[], claims=[])
    table.expect_pools_untouched()


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "16.3")
def test_a_round_that_is_void_feeds_nothing_though_somebody_had_folded():
    table = at_the_table()
    table.antes({1: 25, 2: 25}, jackpots=[1, 2])
    table.deal({})
    table.folds(1)
    table.supervisor.voids("impractical")
    table.collects()
    table.expect_pools_untouched()


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.rule("NI2004-492", "16.3")
def test_a_prize_that_is_taken_back_stays_in_the_pool():
    table = at_the_table()
    table.antes({1: 25}, jackpots=[1])
    table.deal({1: ROYAL_FLUSH, "dealer": WEAK_DEALER})
    table.bets(1)
    table.plays_out(claims=[1], collect=False)
    table.supervisor.voids("fraud")
    table.expect_moved(
        (1, "ante", "taken_back", 25),
        (1, "jackpot", "taken_back", 20_000),
    )
    table.collects()
    table.expect_pools_untouched()
    assert table.game.state.pools == stood(prize=20_000)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "14.4")
def test_the_wager_of_a_hand_that_is_void_feeds_nothing():
    table = at_the_table(jackpot_wager=5, prize_share=80)
    table.antes({1: 25, 2: 25}, jackpots=[1, 2])
    table.deal({1: NOTHING, "dealer": WEAK_DEALER})
    table.report("hand_in_discards", 1)
    table.supervisor.answers("hand_void")
    table.folds(2)
    table.collects()
    table.expect_pools(fed=5, prize=20_004, reserve=1)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "2.4")
def test_a_round_that_ends_with_a_check_of_the_deck_is_closed_like_any_other():
    table = at_the_table(jackpot_wager=5, prize_share=80)
    table.antes({1: 25}, jackpots=[1])
    table.deal({})
    table.folds(1)
    table.collects(9)
    table.supervisor.answers("check_deck")
    table.expect_phase("verify")
    table.expect_pools(fed=5, prize=20_004)


# ---------------------------------------------------------------- 11.1: what the sign shows


@pytest.mark.rule("NI2004-492", "11.1")
def test_the_sign_stands_still_during_the_round_and_follows_in_whole_dollars():
    table = at_the_table(jackpot_wager=5, prize_share=30)
    table.antes({1: 25, 2: 25}, jackpots=[1, 2])
    table.deal({})
    table.folds(1)
    assert table.game.state.displayed_cents == cents(20_000)
    table.folds(2)
    assert table.game.state.displayed_cents == cents(20_000)
    table.collects()
    table.expect_pools(prize=20_003, displayed=20_003)
    plays(table, {1: NOTHING}, claims=[])
    table.expect_pools(prize=20_004.50, displayed=20_004)


@pytest.mark.rule("NI2004-492", "11.1 Royal Flush")
def test_the_prize_is_worked_out_on_what_the_sign_showed_before_the_round():
    table = at_the_table(jackpot=stood(prize=20_000.99, displayed=20_000))
    plays(table, {1: ROYAL_FLUSH, 2: NOTHING}, claims=[1])
    table.expect_payment(1, "jackpot", "win", "11.1", paid=20_000)
    table.expect_pools(paid=20_000, fed=5, prize=4.99, displayed=4)


@pytest.mark.rule("NI2004-492", "11.1 Straight Flush")
def test_after_a_straight_flush_the_rest_is_on_the_sign():
    table = at_the_table()
    plays(table, {1: STRAIGHT_FLUSH})
    table.expect_pools(paid=2_000, fed=0, prize=18_000, displayed=18_000, reserve=0)


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_royal_flush_does_not_win_again_what_one_in_an_earlier_round_has_won():
    table = at_the_table()
    plays(table, {1: ROYAL_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.1", paid=20_000, returned=5)
    table.expect_pools(paid=20_000, prize=0, displayed=0)
    table.next_round()
    table.ante(1, 100)
    table.jackpot(1)
    table.expect_refusal("11.1", "jackpot_empty")


@pytest.mark.rule("NI2004-492", "11.2")
def test_what_rounding_leaves_over_stays_in_the_prize_pool():
    table = at_the_table(displayed=20_000)
    plays(table, {1: ROYAL_FLUSH, 2: OTHER_ROYAL_FLUSH, 3: OTHER_STRAIGHT_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.2", paid="9523.80")
    table.expect_payment(3, "jackpot", "win", "11.2", paid="952.38")
    table.expect_pools(paid="19999.98", prize="0.02", displayed=0)


# ---------------------------------------------------------------- 11.3: a sign that somebody else sets


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_sign_set_by_hand_keeps_what_it_says():
    table = at_the_table(sign="by_hand", jackpot_wager=5, prize_share=80)
    plays(table, {1: NOTHING}, claims=[])
    table.expect_pools(prize=20_004, displayed=20_000)


@pytest.mark.rule("NI2004-492", "11.3")
def test_the_pool_limits_a_prize_while_the_sign_still_shows_what_was_won():
    table = at_the_table(sign="by_hand")
    plays(table, {1: STRAIGHT_FLUSH, 2: NOTHING}, claims=[1])
    table.expect_pools(paid=2_000, prize=18_004, displayed=20_000)
    table.expect_notice("sign_above_pool", "11.3")
    table.next_round()
    table.antes({1: 100}, jackpots=[1])
    table.deal({1: ROYAL_FLUSH, "dealer": WEAK_DEALER})
    table.bets(1)
    table.plays_out(claims=[1], collect=False)
    table.expect_payment(1, "jackpot", "win", "11.3", paid=18_004)


@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.rule("NI2004-492", "11.3")
def test_the_pool_does_not_limit_a_first_win():
    """JACKPOT-FIRST-WIN: 11.3 is about a win after an earlier one; what the pool lacks is the house's."""
    table = at_the_table(sign="by_hand", jackpot=stood(prize=20_000, displayed=30_000))
    plays(table, {1: ROYAL_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.1", paid=30_000)
    table.expect_pools(paid=20_000, prize=0, displayed=30_000)
    plays(table, {1: ROYAL_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.3", paid=0)


@pytest.mark.rule("NI2004-492", "11.3")
def test_the_dealer_is_told_that_the_pool_and_not_the_sign_decides():
    table = at_the_table(sign="by_hand", jackpot=stood(prize=1_500, displayed=20_000, won=True))
    table.antes({1: 100, 2: 100}, jackpots=[1, 2])
    table.deal({1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH, "dealer": WEAK_DEALER})
    table.bets(1, 2)
    table.shows_dealer()
    for box in (2, 1):
        table.shows(box)
        table.claims(box)
        table.settles(box)
    table.expect_prompt("pay_jackpot", "11.3", box=1, amount_cents=cents(750))
    explained = table.game.prompt().explain
    assert explained.code == "pay_jackpot_from_pool_explained"
    assert explained.words["prize_cents"] == cents(1_500)


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_prize_that_the_pool_can_pay_is_a_tenth_of_the_sign_however_old_that_is():
    table = at_the_table(sign="by_hand", jackpot=stood(prize=15_000, displayed=20_000, won=True))
    plays(table, {1: STRAIGHT_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.1", paid=2_000)


@pytest.mark.rule("NI2004-492", "11.1")
def test_a_sign_below_the_pool_decides_itself():
    table = at_the_table(sign="by_hand", jackpot=stood(prize=30_000, displayed=20_000))
    plays(table, {1: ROYAL_FLUSH})
    table.expect_payment(1, "jackpot", "win", "11.1", paid=20_000)
    table.expect_pools(prize=10_000, displayed=20_000)


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_supervisor_says_what_the_sign_shows():
    table = at_the_table(sign="by_hand", jackpot=stood(prize=18_000, displayed=20_000))
    table.supervisor.sets_sign(18_000)
    table.expect_pools(prize=18_000, displayed=18_000, fed=0, paid=0)
    table.supervisor.sets_sign(18_000.01)
    table.expect_notice("sign_above_pool", "11.3")
    assert table.game.state.displayed_cents == cents(18_000.01)


@pytest.mark.rule("NI2004-492", "11.3")
def test_a_sign_that_follows_is_set_by_nobody():
    table = at_the_table()
    table.supervisor.sets_sign(18_000)
    table.expect_refusal("11.3", "sign_follows")


# ---------------------------------------------------------------- a supervisor between two rounds


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize("at", ["verify", "shuffle", "cut", "antes"])
def test_a_supervisor_moves_money_from_the_reserve_to_the_prize_pool(at):
    table = at_the_table(at=at, jackpot=stood(prize=100, reserve=312.40))
    table.supervisor.seeds_jackpot(300.25)
    table.expect_pools(prize=400.25, reserve=12.15, displayed=400, fed=0, paid=0)
    table.expect_notice("jackpot_seeded", "10.5")


@pytest.mark.rule("NI2004-492", "10.5")
def test_never_more_than_is_there():
    table = at_the_table(jackpot=stood(prize=100, reserve=312.40))
    for amount, why in ((312.41, "reserve_too_small"), (0, "no_amount")):
        table.supervisor.seeds_jackpot(amount)
        table.expect_refusal("10.5", why)
    table.supervisor.seeds_jackpot(312.40)
    table.expect_pools(prize=412.40, reserve=0)
    table.supervisor.seeds_jackpot(0.01)
    table.expect_refusal("10.5", "reserve_too_small")


@pytest.mark.rule("NI2004-492", "10.5")
def test_nobody_moves_money_without_saying_why():
    table = at_the_table(jackpot=stood(prize=100, reserve=312))
    table.supervisor.seeds_jackpot(100, reason=" ")
    table.expect_refusal("10.5", "seed_reason_needed")


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.rule("NI2004-492", "11.3")
@pytest.mark.parametrize(
    ("command", "rule"),
    [(e.SeedJackpot(amount_cents=100, reason="so", by="x"), "10.5"), (e.AdjustSign(amount_cents=100), "11.3")],
    ids=["seed", "sign"],
)
def test_pools_and_sign_are_for_a_supervisor(command, rule):
    table = at_the_table(sign="by_hand", jackpot=stood(prize=100, reserve=312))
    table.happens(command)
    table.expect_refusal(rule, "supervisor_only")


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.parametrize("phase", ["antes", "deal", "decide", "reveal", "settle", "jackpot", "collect"])
def test_what_a_player_has_wagered_on_is_not_changed(phase):
    table = at_the_table(sign="by_hand", jackpot=stood(prize=20_000, reserve=312))
    table.antes({1: 100}, jackpots=[1])
    steps = {
        "antes": table.closes_betting,
        "deal": lambda: table.deal({1: ROYAL_FLUSH, "dealer": WEAK_DEALER}),
        "decide": lambda: table.bets(1),
        "reveal": table.shows_dealer,
        "settle": lambda: (table.shows(1), table.claims(1), table.settles(1)),
        "jackpot": lambda: table.pays_jackpot(1),
        "collect": table.collects,
    }
    for before, step in steps.items():
        if before == phase:
            break
        step()
    table.expect_phase(phase)
    why = "give_antes_back" if phase == "antes" else "finish_the_round"
    table.supervisor.seeds_jackpot(100)
    table.expect_refusal("10.5", why)
    table.supervisor.sets_sign(100)
    table.expect_refusal("11.3", why)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize(
    ("sign", "offered"), [("follows", {"seed_jackpot"}), ("by_hand", {"seed_jackpot", "adjust_sign"})]
)
@pytest.mark.parametrize("at", ["shuffle", "cut", "antes"])
def test_a_supervisor_is_offered_what_there_is_to_do(at, sign, offered):
    table = at_the_table(at=at, sign=sign, jackpot=stood(prize=100.75, reserve=312.40))
    offers = {offer.command: offer for offer in table.game.offers() if offer.command in OF_THE_POOLS}
    assert set(offers) == offered
    assert all(offer.role == "supervisor" and offer.blocked is None for offer in offers.values())
    seed = offers["seed_jackpot"].fields[-1]
    assert (seed.least_cents, seed.most_cents, seed.start_cents) == (1, cents(312.40), cents(312.40))
    if sign == "by_hand":
        assert offers["adjust_sign"].fields[-1].start_cents == cents(100)


@pytest.mark.rule("NI2004-492", "10.5")
def test_what_a_supervisor_cannot_do_yet_says_why():
    def blocked(table):
        offers = [offer for offer in table.game.offers() if offer.command in OF_THE_POOLS]
        return {offer.command: offer.blocked.code for offer in offers}

    table = at_the_table()
    assert blocked(table) == {"seed_jackpot": "reserve_too_small"}
    table = at_the_table(sign="by_hand", jackpot=stood(prize=100, reserve=312))
    table.ante(1, 100)
    assert blocked(table) == {"seed_jackpot": "give_antes_back", "adjust_sign": "give_antes_back"}


# ---------------------------------------------------------------- set up, and set up anew


@pytest.mark.rule("NI2004-492", "11.1")
def test_the_opening_amount_is_on_the_sign_and_in_the_prize_pool():
    table = at_the_table(displayed=25_000)
    assert table.game.state.carry().jackpot == stood(prize=25_000, opening=25_000)
    assert not [outcome for outcome in table.everything if isinstance(outcome, JackpotPools)]


@pytest.mark.rule("NI2004-492", "10.5")
def test_the_next_round_begins_with_what_the_last_one_left():
    table = at_the_table()
    plays(table, {1: NOTHING}, claims=[])
    carried = table.game.state.carry()
    again = CanberraPoker(house_options(), 7, carried)
    assert again.state.pools == carried.jackpot == stood(prize=20_004, reserve=1)


@pytest.mark.rule("NI2004-492", "10.5")
def test_another_opening_amount_moves_nothing_and_the_dealer_is_told_once():
    """What players have fed stays in the pools (JACKPOT-OPENING-ANEW)."""
    table = at_the_table(
        at="closed", displayed=30_000, jackpot=stood(prize=21_004, reserve=312, opening=20_000)
    )
    assert table.game.state.displayed_cents == cents(21_004)
    table.open()
    table.expect_notice("jackpot_opening_changed", "10.5")
    table.expect_pools_untouched()
    table.supervisor.checks_deck_by_hand()
    told = [outcome for outcome in table.everything if isinstance(outcome, Notice)]
    assert [notice.say.code for notice in told].count("jackpot_opening_changed") == 1
    assert table.game.state.carry().jackpot == stood(prize=21_004, reserve=312, opening=30_000)


@pytest.mark.rule("NI2004-492", "11.1")
def test_until_the_dealer_has_been_told_the_old_opening_amount_is_carried_on():
    """A restart in between must not make a secret of it."""
    before = stood(prize=21_004, reserve=312, opening=20_000)
    game = CanberraPoker(house_options(displayed=30_000), 7, Carry(jackpot=before))
    assert game.state.carry().jackpot == before
    game.take(e.DeviceReady(device="shoe", role="shoe"))
    game.take(e.Shuffled())  # refused: the table is closed
    assert game.state.carry().jackpot == before
    game.take(e.OpenTable())
    assert game.state.carry().jackpot == stood(prize=21_004, reserve=312, opening=30_000)


# ---------------------------------------------------------------- the casino puts money in, or takes it out


def changes(table, **said):
    said = {"pool": "prize", "direction": "into", "amount_cents": 500_000, "reason": "a new promotion", **said}
    table.says(e.ChangePools, role="supervisor", by="2001", **said)


@pytest.mark.rule("NI2004-492", "10.5")
def test_the_casino_changes_a_pool_by_an_entry_of_two_people_that_says_what_was_there():
    table = at_the_table(jackpot=stood(prize=21_004, reserve=312))
    changes(table)
    table.expect_notice("pools_change_waits", "10.5")
    table.expect_pools_untouched()
    table.says(e.SignCorrection, role="supervisor", by="2001")
    table.expect_refusal("16.4", "another_signs")
    table.says(e.SignCorrection, role="supervisor", by="2040")
    [told] = [outcome for outcome in table.everything if isinstance(outcome, JackpotPools)]
    assert (told.prize_cents, told.reserve_cents, told.displayed_cents) == (2_600_400, 31_200, 2_600_400)
    assert (told.was_prize_cents, told.was_reserve_cents) == (2_100_400, 31_200)
    assert (told.changed_cents, told.fed_cents, told.corrected_cents) == (500_000, 0, 0)
    assert (told.by, told.second_by, told.reason) == ("2001", "2040", "a new promotion")


@pytest.mark.rule("NI2004-492", "10.5")
def test_two_people_change_a_pool_also_where_one_corrects_a_round():
    table = at_the_table(corrections_by_two=False, jackpot=stood(prize=21_004, reserve=312))
    changes(table, pool="reserve", direction="out_of", amount_cents=31_200)
    table.expect_pools_untouched()
    table.says(e.SignCorrection, role="supervisor", by="2040")
    assert table.game.state.pools == stood(prize=21_004, reserve=0)


@pytest.mark.rule("NI2004-492", "10.5")
@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({"reason": "  "}, ("10.5", "reason_needed")),
        ({"amount_cents": 0}, ("10.5", "no_amount")),
        ({"direction": "out_of", "amount_cents": 2_100_401}, ("10.5", "pool_too_small")),
        ({"pool": "reserve", "direction": "out_of", "amount_cents": 31_201}, ("10.5", "pool_too_small")),
    ],
)
def test_no_more_leaves_a_pool_than_is_in_it_and_nothing_without_a_reason(said, refused):
    table = at_the_table(jackpot=stood(prize=21_004, reserve=312))
    changes(table, **said)
    table.expect_refusal(*refused)
    assert table.game.state.correction is None


@pytest.mark.rule("NI2004-492", "11.1")
def test_no_pool_changes_under_wagers_that_lie():
    table = at_the_table(jackpot=stood(prize=21_004, reserve=312))
    table.ante(1, 100)
    changes(table)
    table.expect_refusal("10.5", "give_antes_back")


@pytest.mark.rule("NI2004-492", "10.5")
def test_a_game_without_a_jackpot_keeps_it_for_the_one_that_has_it():
    left = stood(prize=21_004, reserve=312)
    assert CasinoHoldem(holdem_options(), 7, Carry(jackpot=left)).state.carry().jackpot == left


@pytest.mark.rule("NI2004-492", "11.1")
@pytest.mark.parametrize(("sign", "shown"), [("follows", 18_000), ("by_hand", 20_000)])
def test_a_sign_that_begins_to_follow_shows_the_pool(sign, shown):
    table = at_the_table(sign=sign, jackpot=stood(prize=18_000.50, displayed=20_000))
    assert table.game.state.displayed_cents == cents(shown)
