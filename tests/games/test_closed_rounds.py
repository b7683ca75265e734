"""What is found after a round was closed is put right by an entry of its own (CORRECTION), or disputed."""

from __future__ import annotations

import pytest

from games import events as e
from games.offers import Choice
from games.outcomes import DisputeDecided, DisputeOpened, JackpotPools, RoundCorrected, StakeChanged
from tests.games.pot_talk import PotTable, at_the_omaha_table
from tests.games.table_talk import ACE_KING_QUEEN, DEALER_ACE_KING, FLUSH, Table, at_the_table


def told(table: Table, kind: type) -> list:
    return [outcome for outcome in table.heard if isinstance(outcome, kind)]


def puts_right(table: Table, by: str = "2001", **said: object) -> None:
    table.says(e.CorrectMoney, by=by, role="supervisor", reason="found by surveillance", **said)


def signs(table: Table, by: str = "2002") -> None:
    table.says(e.SignCorrection, by=by, role="supervisor")


def after_a_round(**options: object) -> Table:
    """Box 1 has won with a flush, box 3 has lost ante, bet and jackpot wager; the cards are back."""
    table = at_the_table(**options)
    table.antes({1: 25, 3: 25}, jackpots=[3])
    table.closes_betting()
    table.deal({1: FLUSH, 3: ACE_KING_QUEEN.replace("Kh", "Jh"), "dealer": DEALER_ACE_KING})
    table.bets(1, 3)
    table.plays_out()
    table.expect_phase("shuffle")
    return table


# ---------------------------------------------------------------- money


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_box_that_was_paid_too_little_is_put_right_when_the_round_is_closed() -> None:
    table = after_a_round()
    puts_right(table, round=1, box=1, direction="give", amount_cents=5_000)
    table.expect_notice("correction_waits", "16.4")
    assert told(table, RoundCorrected) == []  # nothing holds before a second person has signed
    signs(table)
    [entry] = told(table, RoundCorrected)
    assert (entry.round, entry.by, entry.second_by) == (1, "2001", "2002")
    assert [(box.box, box.cents) for box in entry.boxes] == [(1, 5_000)]
    table.expect_notice("correction_give", "16.4")


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.parametrize("direction", ["give", "take"])
def test_at_a_house_game_there_is_no_drop_that_chips_could_come_from(direction: str) -> None:
    table = after_a_round()
    puts_right(table, round=1, box=1, direction=direction, holder="drop", amount_cents=5_000)
    table.expect_refusal("16.4", "no_drop_here")


@pytest.mark.rule("NI2004-492", "16.4")
def test_whoever_has_put_it_right_does_not_sign_for_it_too() -> None:
    table = after_a_round()
    puts_right(table, round=1, box=1, direction="give", amount_cents=5_000)
    signs(table, by="2001")
    table.expect_refusal("16.4", "another_signs")


@pytest.mark.rule("NI2004-492", "16.4")
def test_one_person_is_enough_where_the_casino_says_so() -> None:
    table = after_a_round(corrections_by_two=False)
    puts_right(table, round=1, box=3, direction="take", amount_cents=5_000)
    [entry] = told(table, RoundCorrected)
    assert (entry.by, entry.second_by) == ("2001", "")
    table.expect_notice("correction_take", "16.4")


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_round_that_is_played_is_not_a_closed_one() -> None:
    table = after_a_round()
    table.next_round()
    puts_right(table, round=2, box=1, direction="give", amount_cents=100)
    table.expect_refusal("16.4", "round_not_closed")
    table.ante(1, 25)
    puts_right(table, round=1, box=1, direction="give", amount_cents=100)
    table.expect_refusal("16.4", "finish_the_round")


@pytest.mark.rule("NI2004-492", "16.4")
def test_the_second_supervisor_signs_between_two_rounds_as_it_is_offered() -> None:
    """With antes on the layout chips would move under the players' hands."""
    table = after_a_round()
    puts_right(table, round=1, box=1, direction="give", amount_cents=100)
    table.next_round()
    table.ante(1, 25)
    signs(table, by="2002")
    table.expect_refusal("16.4", "finish_the_round")
    assert not told(table, RoundCorrected)
    table.says(e.TakeBackAnte, box=1)
    signs(table, by="2002")
    assert told(table, RoundCorrected)


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_dealer_corrects_no_closed_round_and_nobody_without_a_reason() -> None:
    table = after_a_round()
    table.says(e.CorrectMoney, round=1, box=1, direction="give", amount_cents=100, reason="because")
    table.expect_refusal("16.4", "supervisor_only")
    table.says(
        e.CorrectMoney, role="supervisor", round=1, box=1, direction="give", amount_cents=100, reason=" "
    )
    table.expect_refusal("16.4", "reason_needed")


# ---------------------------------------------------------------- void after all, and the pools


@pytest.mark.rule("NI2004-492", "16.3")
@pytest.mark.rule("NI2004-492", "2.4")
def test_a_card_that_is_missing_after_the_round_was_closed_can_still_make_it_void() -> None:
    table = after_a_round(corrections_by_two=False)
    pools = table.game.state.pools
    table.supervisor.orders_deck_check()
    table.reads_deck(without="Kh")
    table.says(e.VoidClosedRound, role="supervisor", by="2001", reason="K of hearts is missing")
    [entry] = told(table, RoundCorrected)
    assert entry.void
    assert entry.rule.number == "16.3"
    nets = {box.box: box.cents for box in entry.boxes}
    assert nets[3] == 2_500 + 5_000 + 500  # ante, bet and jackpot wager go back
    assert nets[1] < 0  # what he won comes back
    now = table.game.state.pools
    assert (pools.prize_cents - now.prize_cents, pools.reserve_cents - now.reserve_cents) == (400, 100)
    assert told(table, JackpotPools)[-1].prize_cents == now.prize_cents
    table.says(e.VoidClosedRound, role="supervisor", reason="once more")
    table.expect_refusal("16.3", "no_round")


@pytest.mark.rule("NI2004-492", "16.4")
@pytest.mark.rule("NI2004-492", "11.3")
def test_a_pool_is_right_from_the_correction_on() -> None:
    table = after_a_round(corrections_by_two=False)
    before = table.game.state.pools.prize_cents
    said = {"role": "supervisor", "round": 1, "pool": "prize", "reason": "typed twice"}
    table.says(e.CorrectPools, direction="out_of", amount_cents=400, **said)
    assert table.game.state.pools.prize_cents == before - 400
    table.says(e.CorrectPools, direction="out_of", amount_cents=before, **said)
    table.expect_refusal("16.4", "pool_too_small")


# ---------------------------------------------------------------- for a pot


@pytest.mark.rule("NI2017-583", "19.4")
def test_chips_won_by_a_correction_are_part_of_the_stake() -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.all_fold()
    before = table.state.seats[2].stake_cents
    puts_right(table, round=1, box=2, direction="give", amount_cents=2_000)
    [changed] = told(table, StakeChanged)
    assert (changed.why, changed.cents) == ("corrected", 2_000)
    assert table.state.seats[2].stake_cents == before + 2_000


def which_may_give(table: PotTable) -> dict[str, list[str]]:
    """By the offer: who may give, and who may get it then."""
    [offer] = [offer for offer in table.game.offers() if offer.command == "correct_money"]
    givers, takers = (field for field in offer.fields if isinstance(field, Choice))
    said = {"round": 1}
    return {
        giver.name: [taker.name for taker in takers.options({**said, "box": giver.name})]
        for giver in givers.options(said)
    }


@pytest.mark.rule("NI2017-583", "19.4")
def test_at_a_pot_it_is_asked_from_whom_and_to_whom() -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.all_fold()
    offered = which_may_give(table)
    assert offered["2"] == ["1", "3", "drop", "house"]
    assert offered["6"] == ["drop", "house"]  # nobody sits there any more
    assert offered["house"][:6] == ["1", "2", "3", "4", "5", "6"]
    assert "drop" not in offered  # nobody here knows what lies in it


@pytest.mark.rule("NI2017-583", "19.4")
def test_what_a_player_gets_from_another_leaves_that_stake() -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.all_fold()
    before = {number: seat.stake_cents for number, seat in table.state.seats.items()}
    puts_right(table, round=1, box=1, other=2, direction="take", amount_cents=2_000)
    [entry] = told(table, RoundCorrected)
    assert {box.box: box.cents for box in entry.boxes} == {1: -2_000, 2: 2_000}
    assert (entry.commission_cents, entry.house_cents) == (0, 0)
    assert table.state.seats[1].stake_cents == before[1] - 2_000
    assert table.state.seats[2].stake_cents == before[2] + 2_000


@pytest.mark.rule("NI2017-583", "19.4")
@pytest.mark.parametrize(
    ("said", "commission", "house"),
    [
        ({"holder": "house", "direction": "give"}, 0, -2_000),
        ({"holder": "house", "direction": "take"}, 0, 2_000),
        ({"holder": "drop", "direction": "take"}, 2_000, 0),
    ],
)
def test_chips_of_a_correction_come_from_the_drop_or_the_house_and_the_entry_says_which(
    said: dict[str, str], commission: int, house: int
) -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.all_fold()
    puts_right(table, round=1, box=2, amount_cents=2_000, **said)
    [entry] = told(table, RoundCorrected)
    assert (entry.commission_cents, entry.house_cents) == (commission, house)
    players = sum(box.cents for box in entry.boxes)
    assert players + entry.commission_cents + entry.house_cents == 0


@pytest.mark.rule("NI2017-583", "19.4")
def test_nobody_gives_more_to_another_than_lies_before_him() -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.all_fold()
    lies = table.state.seats[1].stake_cents
    puts_right(table, round=1, box=1, other=2, direction="take", amount_cents=lies + 50_000)
    [entry] = told(table, RoundCorrected)
    assert {box.box: box.cents for box in entry.boxes} == {1: -lies, 2: lies}
    puts_right(table, round=1, box=1, other=2, direction="take", amount_cents=1)
    table.expect_refusal("19.4", "chips_lie_no_more")


@pytest.mark.rule("NI2017-583", "19.3")
def test_a_pot_that_was_won_goes_back_when_its_round_is_void_after_all() -> None:
    table: PotTable = at_the_omaha_table(corrections_by_two=False)
    table.posts()
    table.deal()
    table.plays_out()
    table.says(e.VoidClosedRound, role="supervisor", reason="a card was marked")
    assert {seat.stake_cents for seat in table.state.seats.values()} == {100_000}


# ---------------------------------------------------------------- disputes


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_dispute_has_a_claim_a_decision_and_whether_a_review_was_asked_for() -> None:
    table = after_a_round()
    table.says(e.Dispute, round=1, box=3, claim="Hand read wrongly")
    [opened] = told(table, DisputeOpened)
    assert (opened.number, opened.round, opened.box) == (1, 1, 3)
    table.says(
        e.DecideDispute,
        role="supervisor",
        by="2001",
        number=1,
        upheld=False,
        review_asked=True,
        reason="as surveillance confirms",
    )
    [decided] = told(table, DisputeDecided)
    assert (decided.upheld, decided.review_asked, decided.rule.number) == (False, True, "16.4")
    assert table.game.state.disputes == {}


@pytest.mark.rule("NI2007-208", "15.4")
def test_a_dispute_stays_open_over_rounds_until_it_is_decided() -> None:
    table = after_a_round()
    table.says(e.Dispute, round=1, box=3, claim="Paid too little")
    table.next_round()
    table.antes({1: 25})
    table.closes_betting()
    table.deal()
    table.folds(1)
    table.collects()
    assert table.game.state.disputes[1].round == 1
    assert [offer.args for offer in table.game.offers() if offer.command == "decide_dispute"] == [{"number": 1}]


@pytest.mark.rule("NI2004-492", "16.4")
def test_nobody_disputes_a_round_that_was_never_played() -> None:
    table = after_a_round()
    table.says(e.Dispute, round=7, box=3, claim="Paid too little")
    table.expect_refusal("16.4", "no_such_round")
