"""A player breaks the rules, and a supervisor decides what follows: 13.2 and 16.2, 12.3 and 15.2."""

import pytest

from games import events as e
from tests.games.table_talk import Table, at_the_holdem_table, at_the_table

REASON = "cards shown to a neighbour"


def penalises(table: Table, box: int, **penalty: object) -> None:
    table.supervisor.says(e.Penalise, box=box, reason=REASON, **penalty)


def canberra() -> Table:
    table = at_the_table()
    table.antes({1: 25, 3: 50}, jackpots=[1])
    table.deal()
    return table


def holdem() -> Table:
    table = at_the_holdem_table()
    table.antes({1: 25, 3: 50})
    table.bonus(1, 5)
    table.deal()
    return table


GAMES = {
    canberra: {"breach": "16.2", "collusion": "13.2 (closing words)", "side": "jackpot"},
    holdem: {"breach": "15.2", "collusion": "12.3", "side": "bonus"},
}
BOTH = pytest.mark.parametrize(("dealt", "says"), GAMES.items(), ids=["canberra_poker", "casino_holdem"])


@pytest.mark.rule("NI2004-492", "16.2(a)")
@pytest.mark.rule("NI2007-208", "15.2(a)")
@BOTH
def test_wagers_declared_void_go_back_and_the_others_play_on(dealt, says):
    """VOID-PARTIAL: the wagers, not the round."""
    table = dealt()
    penalises(table, 1, wagers_void=True)
    table.expect_ruling(says["breach"], "void")
    table.expect_payment(1, "ante", "returned", says["breach"], returned=25)
    table.expect_payment(1, says["side"], "returned", says["breach"], returned=5)
    table.folds(3)
    table.plays_out()
    table.expect_money({1: 0, 3: -50})


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2007-208", "15.2(b)")
@BOTH
def test_a_player_who_is_excluded_finishes_the_round_and_is_gone_after_it(dealt, says):
    table = dealt()
    penalises(table, 3, excluded=True)
    table.expect_ruling(says["breach"], "excluded")
    table.folds(1, 3)
    table.plays_out()
    assert table.game.state.boxes[3].advised is False
    assert table.game.state.boxes[3].excluded is False


@pytest.mark.rule("NI2004-492", "16.2")
@pytest.mark.rule("NI2007-208", "15.2")
@pytest.mark.parametrize(
    "at_table", [at_the_table, at_the_holdem_table], ids=["canberra_poker", "casino_holdem"]
)
def test_between_rounds_an_excluded_player_takes_his_wagers_marker_and_advice_with_him(at_table):
    table = at_table()
    table.supervisor.sets_marker(3, 1_000)
    table.ante(3, 20)
    penalises(table, 3, excluded=True)
    box = table.game.state.boxes[3]
    assert (box.ante_cents, box.maximum_cents, box.advised) == (0, None, False)


@pytest.mark.rule("NI2004-492", "16.2")
@pytest.mark.rule("NI2007-208", "15.2")
@BOTH
def test_both_penalties_together(dealt, says):
    """PENALTY-ANDOR."""
    table = dealt()
    penalises(table, 1, wagers_void=True, excluded=True)
    table.expect_ruling(says["breach"], "both")


@pytest.mark.rule("NI2004-492", "13.2 (closing words)")
@pytest.mark.rule("NI2007-208", "12.3")
@BOTH
def test_collusion_can_put_a_player_out_of_the_round(dealt, says):
    table = dealt()
    penalises(table, 1, wagers_void=True, ground="collusion")
    table.expect_ruling(says["collusion"], "out_of_round")
    table.expect_payment(1, "ante", "returned", says["collusion"], returned=25)
    penalises(table, 3, wagers_void=True, ground="collusion")
    table.expect_phase("collect")
    table.collects()
    table.expect_money({1: 0, 3: 0})


@BOTH
def test_only_a_supervisor_with_a_reason_penalises_and_only_a_hand_in_play_can_be_void(dealt, says):
    table = dealt()
    table.says(e.Penalise, box=1, wagers_void=True, reason=REASON)
    table.expect_refusal(says["breach"], "supervisor_only")
    table.supervisor.says(e.Penalise, box=1, wagers_void=True)
    table.expect_refusal(says["breach"], "reason_needed")
    penalises(table, 1)
    table.expect_refusal(says["breach"], "no_penalty")
    penalises(table, 2, wagers_void=True)
    table.expect_refusal(says["breach"], "nobody_at_box")
    penalises(table, 9, excluded=True)
    table.expect_refusal(says["breach"], "no_such_box")
    table.folds(1)
    penalises(table, 1, wagers_void=True)
    table.expect_refusal(says["breach"], "hand_is_over")


@pytest.mark.rule("NI2004-492", "16.2(a)")
@pytest.mark.rule("NI2004-492", "11.2")
@pytest.mark.parametrize("paid", [False, True])
def test_a_prize_is_within_reach_until_the_round_closes_and_the_others_share_it(paid):
    """PENALTY-REACH: verified or paid; what is the others' by that is paid, too."""
    table = at_the_table()
    table.antes({1: 25, 3: 25}, jackpots=[1, 3])
    table.deal({1: "As Ks Qs Js Ts", 3: "Ah Kh Qh Jh Th", "dealer": "Qc Jd 8c 5d 3c"})
    table.bets(1, 3)
    table.shows_dealer()
    for box in (3, 1):
        table.shows(box)
        table.claims(box)
        table.settles(box)
    table.pays_jackpot(1)
    table.expect_payment(1, "jackpot", "win", "11.2", paid=10_000)
    if paid:
        table.pays_jackpot(3)
    penalises(table, 3, wagers_void=True)
    prize = [(3, "jackpot", "taken_back", 10_000)] if paid else [(3, "jackpot", "returned", 5)]
    table.expect_moved((3, "ante", "taken_back", 25), *prize)
    table.expect_prompt("pay_jackpot", "11.1", box=1, amount_cents=1_000_000)
    table.pays_jackpot(1)
    table.expect_moved((1, "jackpot", "paid", 10_000))
    table.collects()
    table.expect_money({1: 25 + 20_000, 3: 0})


@pytest.mark.rule("NI2007-208", "15.2(a)")
def test_a_bonus_that_was_paid_is_within_reach():
    table = at_the_holdem_table()
    table.ante(1, 25)
    table.bonus(1, 5)
    table.deal({1: "As Ah", "board": "Qs 9h 2c 4d 7h"})
    table.declares_bonus(1)
    table.pays_bonus(1)
    penalises(table, 1, wagers_void=True)
    table.expect_moved((1, "ante", "returned", 25), (1, "bonus", "taken_back", 35))
    table.collects()
    table.expect_money({1: 0})


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2007-208", "15.2(b)")
@BOTH
def test_the_box_of_an_excluded_player_is_barred_until_another_is_confirmed(dealt, says):
    """EXCLUDED-STAYS."""
    table = dealt()
    penalises(table, 3, excluded=True)
    table.folds(1, 3)
    table.plays_out()
    table.next_round()
    table.ante(3, 25)
    table.expect_refusal(says["breach"], "box_barred")
    table.says(e.NewPlayer, box=3)
    table.expect_refusal(says["breach"], "supervisor_only")
    table.supervisor.says(e.NewPlayer, box=3)
    table.ante(3, 25)
    table.expect_accepted()
    table.supervisor.says(e.NewPlayer, box=3)
    table.expect_refusal(says["breach"], "box_not_barred")


@pytest.mark.rule("NI2004-492", "16.2(b)")
@pytest.mark.rule("NI2007-208", "15.2(b)")
@pytest.mark.parametrize(
    "at_table", [at_the_table, at_the_holdem_table], ids=["canberra_poker", "casino_holdem"]
)
def test_an_ante_that_lies_there_goes_back_to_a_player_who_is_excluded(at_table):
    table = at_table()
    table.ante(3, 50)
    penalises(table, 3, excluded=True)
    table.expect_moved((3, "ante", "returned", 50))
    table.ante(3, 50)
    table.expect_refusal({"NI2004-492": "16.2", "NI2007-208": "15.2"}[table.game.document.name], "box_barred")


@pytest.mark.rule("NI2004-492", "13.2 (closing words)")
@pytest.mark.rule("NI2007-208", "12.3")
@BOTH
def test_who_is_excluded_for_collusion_does_not_bet_on_in_the_round(dealt, says):
    """COLLUSION-WAGERS."""
    table = dealt()
    penalises(table, 3, excluded=True, ground="collusion")
    table.expect_ruling(says["collusion"], "out_of_round")
    table.expect_moved((3, "ante", "returned", 50))
    table.folds(3)
    table.expect_refusal({"jackpot": "7.1", "bonus": "7.1"}[says["side"]], "box_has_decided")
