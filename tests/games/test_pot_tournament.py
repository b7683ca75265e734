"""A tournament at the table of a pot game: orders, seats, chips, levels, and what is told of every round."""

from __future__ import annotations

from typing import Any

import pytest

from games import events as e
from games.outcomes import AtTournament, ChipsStand, EntrantExcluded, StakeChanged
from games.table.table import Setup, Table
from tests.games.pot_talk import at_a_pot_table, pot_options
from tests.games.pot_tournament_talk import TournamentTable, at_a_tournament, entry_of
from tests.games.table_talk import all_of, cents

GAMES = ("omaha", "faro", "seven_card_stud")
BY_THE_BUTTON = ("omaha", "faro")
# The same under different numbers.
SEATS = {"omaha": "20.9", "faro": "20.7", "seven_card_stud": "20.7"}
CHIPS_STAND = {"omaha": "20.15", "faro": "20.14", "seven_card_stud": "20.14"}
ABSENT = {"omaha": "20.12", "faro": "20.11", "seven_card_stud": "20.11"}
PAUSE = {"omaha": "20.16", "faro": "20.15", "seven_card_stud": "20.15"}
PACE = {"omaha": "20.17", "faro": "20.16", "seven_card_stud": "20.16"}
FEES = {"omaha": "20.22", "faro": "20.20", "seven_card_stud": "20.20"}
DIRECTOR = {"omaha": "20.9", "faro": "20.8", "seven_card_stud": "20.8"}
IN_A_TOURNAMENT = (
    *("take_seat", "draw_for_seat", "change_seat", "choose_entry", "add_to_stake", "take_from_stake"),
    *("player_left", "sit_out", "collect_time_charge", "change_determinations", "announce_closing"),
)


def offered(table: TournamentTable) -> set[str]:
    return {offer.command for offer in table.game.offers()}


def corrects(table: TournamentTable, **said: Any) -> None:
    table.supervisor.says(e.CorrectMoney, reason="counted again", **said)


# ---------------------------------------------------------------- seats and chips come by order


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.7")
@pytest.mark.rule("NI2005-74", "20.7")
@pytest.mark.rule("NI2017-583", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_entrants_sit_where_they_are_put(game: str) -> None:
    table = at_a_tournament(game)
    seats = SEATS[game]
    table.sits_down(5, 500)
    table.expect_refusal(seats, "not_in_tournament")
    table.moves(1, 5)
    table.expect_refusal(seats, "not_in_tournament")
    table.draws_for_seat(5, "As Kd")
    table.expect_refusal(seats, "not_in_tournament")
    table.posts_to_come_in(1)
    table.expect_refusal(seats, "not_in_tournament")
    assert not offered(table) & set(IN_A_TOURNAMENT)


@pytest.mark.rule("NI2017-583", "20.15")
@pytest.mark.rule("NI2005-67", "20.14")
@pytest.mark.rule("NI2005-74", "20.14")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_adds_to_his_chips_or_takes_of_them(game: str) -> None:
    table = at_a_tournament(game, {1: 1000, 2: 1000})
    table.adds(1, 100)
    table.expect_refusal(CHIPS_STAND[game], "not_in_tournament")
    table.takes(1, 100)
    table.expect_refusal(CHIPS_STAND[game], "not_in_tournament")
    table.expect_stakes({1: 1000, 2: 1000})


@pytest.mark.rule("NI2017-583", "20.7")
def test_a_rebuy_comes_by_order() -> None:
    """REBUY: who had no chips left plays on."""
    table = at_a_tournament("omaha", {1: 1000, 2: 8, 3: 1000})
    table.posts()
    table.deal({1: "As Ah Kd Kh", 2: "2c 3d 7s 8h", 3: "4c 5c 9d Tc", "board": "Ad Ac Qs Js 6d"})
    table.calls(3, 1)
    table.plays_out()
    table.expect_stake(2, 0)
    table.expect_players(1, 3)
    table.tournament.gives(2, 500)
    moved = AtTournament(box=2, entry=entry_of(2), chips_cents=cents(500))
    table.expect_followed(6, "give_chips", moved)
    table.expect_players(1, 2, 3)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.rule("NI2005-74", "20.11")
@pytest.mark.parametrize("game", GAMES)
def test_who_walks_away_is_absent_and_keeps_his_seat(game: str) -> None:
    table = at_a_tournament(game)
    table.says(e.PlayerLeft, box=1)
    table.expect_refusal(ABSENT[game], "not_in_tournament")
    table.sits_out(1)
    table.expect_refusal(ABSENT[game], "not_in_tournament")
    table.is_absent(1)
    table.expect_players(1, 2, 3)


@pytest.mark.rule("NI2017-583", "20.22")
@pytest.mark.rule("NI2005-67", "20.20")
@pytest.mark.rule("NI2005-74", "20.20")
@pytest.mark.parametrize("game", GAMES)
def test_no_commission_is_taken_out_of_pots(game: str) -> None:
    table = at_a_tournament(game, commission=5)
    table.plays_out()
    assert table.chips() == 300_000
    assert not any(o.why == "time_charge" for o in table.everything if isinstance(o, StakeChanged))


@pytest.mark.rule("NI2017-583", "20.22")
@pytest.mark.rule("NI2005-67", "20.20")
@pytest.mark.rule("NI2005-74", "20.20")
@pytest.mark.parametrize("game", GAMES)
def test_no_time_is_charged(game: str) -> None:
    table = at_a_tournament(game, time_charge=5, every_minutes=30)
    table.minutes_pass(60)
    table.collects_time_charge()
    table.expect_refusal(FEES[game], "not_in_tournament")
    table.posts()
    table.expect_phase("deal")


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_the_levels_take_the_place_of_determinations_and_of_closing(game: str) -> None:
    table = at_a_tournament(game)
    table.supervisor.determines(10, betting__least_cents=2_000)
    table.expect_refusal(DIRECTOR[game], "not_in_tournament")
    table.supervisor.says(e.AnnounceClosing, in_minutes=30)
    table.expect_refusal(DIRECTOR[game], "not_in_tournament")
    table.supervisor.closes_without_notice()
    table.expect_refusal("18.2", "tournament_is_on")


@pytest.mark.rule("NI2017-583", "18.2")
@pytest.mark.rule("NI2005-67", "18.2")
@pytest.mark.rule("NI2005-74", "18.2")
@pytest.mark.parametrize("game", GAMES)
def test_no_entrant_is_put_to_a_table_that_closes(game: str) -> None:
    table = at_a_tournament(game, {})
    table.supervisor.says(e.AnnounceClosing, in_minutes=30)
    table.tournament.seats(1, 1000)
    table.expect_refusal("18.2", "no_more_rounds")


# ---------------------------------------------------------------- orders


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_an_order_that_is_not_the_next_changes_nothing(game: str) -> None:
    table = at_a_tournament(game)
    table.tournament.orders(e.PlaySession, order=9, session=2)
    table.expect_refusal(DIRECTOR[game], "order_out_of_turn")
    table.tournament.orders(e.PlaySession, order=1, session=2)
    table.expect_refusal(DIRECTOR[game], "order_out_of_turn")


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_orders_wait_for_the_end_of_the_round(game: str) -> None:
    table = at_a_tournament(game)
    table.posts()
    table.tournament.unseats(1)
    table.expect_refusal(DIRECTOR[game], "orders_wait_for_round")
    table.plays_out()
    table.tournament.unseats(1)
    table.expect_accepted()


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_orders_wait_for_the_new_deal_behind_a_misdeal(game: str) -> None:
    """The posts stay in: the round has not been played yet."""
    table = at_a_tournament(game)
    table.posts()
    table.deal({}, count=3)
    table.report("not_cut")
    table.supervisor.answers("misdeal")
    table.collects()
    table.tournament.waits("pace")
    table.expect_refusal(DIRECTOR[game], "orders_wait_for_round")
    table.next_round()
    table.posts()
    table.expect_round_begun(1, 1)
    table.plays_out()
    assert table.chips() == 300_000


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_comes_to_an_empty_table_and_leaves_an_empty_one(game: str) -> None:
    cash = at_a_pot_table(game)
    cash.says(e.JoinTournament, order=1, tournament="spring")
    cash.expect_refusal(DIRECTOR[game], "players_sit_there")
    table = at_a_tournament(game, {1: 1000, 2: 1000})
    table.tournament.ends()
    table.expect_refusal(DIRECTOR[game], "players_sit_there")
    for seat in (1, 2):
        table.tournament.unseats(seat)
    table.tournament.ends()
    table.expect_accepted()
    table.sits_down(1, 500)
    table.expect_stakes({1: 500})


@pytest.mark.rule("NI2017-583", "2.2")
def test_more_entrants_than_the_deck_serves_are_not_seated() -> None:
    table = at_a_tournament("omaha", {1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000, 6: 1000}, deck=32)
    table.tournament.seats(7, 1000)
    table.expect_refusal("2.2", "deck_serves_no_more")


def test_an_entrant_who_sits_elsewhere_is_not_sent_away() -> None:
    table = at_a_tournament("omaha")
    table.tournament.unseats(1, entry=777)
    table.expect_refusal("20.9", "entrant_sits_elsewhere")


# ---------------------------------------------------------------- moved, and eliminated


@pytest.mark.rule("NI2017-583", "17.11")
@pytest.mark.rule("NI2017-583", "17.13")
@pytest.mark.rule("NI2017-583", "20.9")
def test_who_comes_from_another_table_owes_what_the_seat_owes() -> None:
    """TOURN-MOVED: he is dealt in at once, even as the small blind or with the button."""
    table = at_a_tournament("omaha", {2: 1000, 5: 1000, 8: 1000})
    table.all_fold()  # the button at 8
    table.tournament.seats(3, 700)
    table.expect_prompt("entrant_comes", "20.9", place="3", entry=103, amount_cents=70_000)
    table.has_come(3)
    table.posts()
    table.expect_button(2)
    table.expect_posted({3: 5, 5: 10})


@pytest.mark.rule("NI2017-583", "20.9")
def test_nobody_plays_before_the_dealer_has_said_who_came() -> None:
    """Who has not come is absent, and is played as such."""
    table = at_a_tournament("omaha", play=False)
    table.tournament.plays()
    for seat in (1, 2, 3):
        table.expect_prompt("entrant_comes", "20.9", place=str(seat))
        assert "collect_posts" not in offered(table)
        table.is_absent(seat) if seat == 2 else table.has_come(seat)
    table.expect_prompt("collect_blinds_of_absent")
    assert "collect_posts" in offered(table)


@pytest.mark.rule("NI2017-583", "20.9")
def test_the_dealer_is_told_whom_to_send_with_how_much() -> None:
    table = at_a_tournament("omaha")
    table.tournament.unseats(3)
    moved = AtTournament(box=3, entry=entry_of(3), chips_cents=cents(1000))
    table.expect_followed(6, "unseat_entrant", moved)
    table.expect_prompt("send_entrant", "20.9", place="3", amount_cents=100_000)
    [first] = [offer for offer in table.game.offers() if offer.proposed]
    assert (first.command, first.box, dict(first.args)) == ("mark_seat", None, {"box": 3, "taken": False})
    table.has_left(3)
    table.expect_prompt("collect_blinds", "8.5(a)")
    table.expect_players(1, 2)


@pytest.mark.rule("NI2017-583", "20.7")
def test_the_table_does_not_wait_for_who_was_put_back_without_chips() -> None:
    """His elimination was taken back, and he may still buy back."""
    table = at_a_tournament("omaha")
    table.tournament.seats(5, 0)
    table.expect_prompt("collect_blinds", "8.5(a)")
    assert "collect_posts" in offered(table)
    table.tournament.gives(5, 500)
    table.expect_prompt("entrant_comes", "20.9", place="5", entry=entry_of(5), amount_cents=50_000)
    assert {offer.args["box"] for offer in table.game.offers() if offer.proposed} == {5}


@pytest.mark.rule("NI2017-583", "20.7")
def test_who_has_no_chips_is_not_dealt_in_and_is_asked_nothing() -> None:
    table = at_a_tournament("omaha", {1: 1000, 2: 80, 3: 1000})
    table.posts()
    table.deal({1: "As Ah Kd Kh", 2: "2c 3d 7s 8h", 3: "4c 5c 9d Tc", "board": "Ad Ac Qs Js 6d"})
    table.folds(3)
    table.raises(1, 30)
    table.taps_out(2)
    table.calls(1)
    table.plays_out()
    table.expect_reported(1, chips={1: 1080, 2: 0, 3: 1000}, contributed={1: 80, 2: 80})
    table.expect_players(1, 3)
    assert 2 not in {offer.box for offer in table.game.offers()}
    assert table.game.seen("dealer").places[1].standing == "out"
    table.tournament.unseats(2)
    table.expect_notice("entrant_is_out", "20.7")


# ---------------------------------------------------------------- what is told of a round


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_what_each_has_put_into_the_pots_is_reported(game: str) -> None:
    """A folded hand's chips among them, and without an uncalled bet."""
    table = at_a_tournament(game, {1: 1000, 2: 300, 3: 500, 4: 800}, maximum="no_limit")
    table.posts()
    table.deal({})
    table.expect_turn(3)
    table.raises(3, 40)
    table.taps_out(4)
    table.folds(1)
    table.calls(2)
    table.calls(3)
    table.plays_out()
    told = table.told_contributions()
    assert told == {1: 500, 2: 30_000, 3: 50_000, 4: 50_000}


@pytest.mark.rule("NI2005-74", "20.19")
def test_antes_are_put_into_the_pot_too() -> None:
    table = at_a_tournament("seven_card_stud", ante=2)
    table.posts()
    table.deal({1: "5c 6c 2c", 2: "5d 6d Kd", 3: "5h 6h Qh"})
    table.bets(1, 10)
    table.folds(2)
    table.calls(3)
    table.plays_out()
    assert table.told_contributions() == {1: 1_200, 2: 200, 3: 1_200}


@pytest.mark.rule("NI2017-583", "20.21")
@pytest.mark.rule("NI2005-67", "20.19")
@pytest.mark.rule("NI2005-74", "20.19")
@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_does_not_count(game: str) -> None:
    """TOURN-VOID-ROUND: the next one has its number, and every chip is where it was."""
    table = at_a_tournament(game)
    table.posts()
    table.deal({})
    table.supervisor.voids("impractical")
    table.collects()
    table.expect_reported(1, chips={1: 1000, 2: 1000, 3: 1000}, contributed={}, void=True)
    table.next_round()
    table.posts()
    table.expect_round_begun(1, 1, times=2)


# ---------------------------------------------------------------- breaks and pace


@pytest.mark.rule("NI2017-583", "20.16")
@pytest.mark.rule("NI2005-67", "20.15")
@pytest.mark.rule("NI2005-74", "20.15")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_plays_in_a_break(game: str) -> None:
    table = at_a_tournament(game)
    table.tournament.waits("break", until_ms=600_000)
    table.expect_prompt("tournament_waits_break", PAUSE[game], until_ms=600_000)
    assert "collect_posts" not in offered(table)
    table.posts()
    table.expect_refusal(PAUSE[game], "tournament_waits")
    table.tournament.plays()
    table.posts()
    table.expect_phase("deal")


@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2005-67", "20.16")
@pytest.mark.rule("NI2005-74", "20.16")
@pytest.mark.parametrize("game", GAMES)
def test_a_round_begins_when_the_director_lets_it(game: str) -> None:
    table = at_a_tournament(game)
    table.tournament.plays(until_round=1)
    table.plays_out()
    table.next_round()
    table.expect_prompt("tournament_waits_pace", PACE[game])
    table.posts()
    table.expect_refusal(PACE[game], "tournament_waits")
    table.tournament.plays(until_round=2)
    table.posts()
    table.expect_round_begun(1, 2)


@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2005-67", "20.16")
@pytest.mark.rule("NI2005-74", "20.16")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_comes_while_all_wait_is_early(game: str) -> None:
    table = at_a_tournament(game)
    table.tournament.waits("pace")
    table.draw("As")
    table.expect_question("early_card", "7.1")


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.7")
@pytest.mark.rule("NI2005-74", "20.7")
@pytest.mark.parametrize("game", GAMES)
def test_only_those_play_who_are_named(game: str) -> None:
    table = at_a_tournament(game, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    table.tournament.plays(boxes=(2, 4))
    table.expect_players(2, 4)
    assert table.game.seen("dealer").places[0].standing == "sits_out"


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_who_is_left_alone_waits_for_the_director(game: str) -> None:
    table = at_a_tournament(game, {1: 1000, 2: 1000})
    table.tournament.unseats(2)
    table.has_left(2)
    table.expect_prompt("tournament_waits_pace", DIRECTOR[game])
    table.posts()
    table.expect_refusal("8.5", "two_players_needed")


# ---------------------------------------------------------------- levels


@pytest.mark.rule("NI2017-583", "20.17")
@pytest.mark.rule("NI2005-67", "20.16")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_a_level_holds_from_the_round_that_is_begun_after_its_time(game: str) -> None:
    table = at_a_tournament(game, play=False)
    first = table.tournament.level(1, betting__blinds_cents=(1_000, 2_000), betting__least_cents=2_000)
    later = {"betting__blinds_cents": (2_000, 4_000), "betting__least_cents": 4_000}
    table.tournament.levels(first, table.tournament.level(2, from_minutes=20, **later))
    table.expect_notice("level_begins", PACE[game])
    table.has_come(1, 2, 3)
    table.tournament.plays()
    table.posts()
    table.expect_posted({1: 10, 2: 20})
    table.minutes_pass(20)  # in the round
    table.plays_out()
    table.expect_notice("level_begins", PACE[game])
    table.next_round()
    table.posts()
    table.expect_posted({2: 20, 3: 40})


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_a_level_that_cannot_be_played_is_refused(game: str) -> None:
    table = at_a_tournament(game)
    table.tournament.levels(table.tournament.level(1, betting__blinds_cents=(2_000, 1_000)))
    table.expect_refusal(DIRECTOR[game], "cannot_be_determined")
    for named in ({"corrections_by_two": False}, {"smallest_chip_cents": "many"}, {"betting__stakes": 5}):
        table.tournament.levels(table.tournament.level(1, **named))
        table.expect_refusal(DIRECTOR[game], "cannot_be_determined")


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2005-67", "20.8")
@pytest.mark.rule("NI2005-74", "20.8")
@pytest.mark.parametrize("game", GAMES)
def test_when_the_tournament_has_left_the_casinos_own_holds_again(game: str) -> None:
    level = {"smallest_chip_cents": 2_500, "betting__ante_cents": 5_000, "betting__least_cents": 10_000}
    table = at_a_tournament(game, {}, level=level)
    assert table.state.options.betting.ante_cents == 5_000
    before = all_of(table.state.configured.model_dump())
    table.tournament.ends()
    assert all_of(table.state.options.model_dump()) == before


@pytest.mark.rule("NI2017-583", "13.2")
def test_pots_are_divided_in_the_chips_of_the_level() -> None:
    level = {"smallest_chip_cents": 2_500, "betting__blinds_cents": (2_500, 5_000)}
    table = at_a_tournament("omaha", level={**level, "betting__least_cents": 5_000}, minimum_stake=210)
    table.posts()
    table.deal({1: "As Kd 2c 3c", 2: "Ah Ks 2d 3d", 3: "4h 5h 9c 8c", "board": "Ad Kc Qs Jh 6d"})
    table.calls(3, 1)
    table.checks(2)
    table.plays_out(collect=False)
    table.expect_pot(1, 150, {1: 75, 2: 75})


# ---------------------------------------------------------------- two players of Omaha


@pytest.mark.rule("NI2017-583", "20.20")
def test_with_antes_the_button_opens_when_two_are_left() -> None:
    """HU-ANTE."""
    table = at_a_tournament("omaha", {3: 1000, 8: 1000}, ante=2)
    table.posts()
    table.deal({})
    table.expect_button(8)
    table.expect_turn(8)
    table.bets(8, 10)
    table.calls(3)
    table.deal()
    table.expect_turn(3)


@pytest.mark.rule("NI2017-583", "20.20")
def test_with_one_blind_the_button_posts_it_and_opens() -> None:
    """HU-ONE-BLIND."""
    table = at_a_tournament("omaha", {3: 1000, 8: 1000}, blinds=(10,))
    table.posts()
    table.expect_posted({8: 10})
    table.deal({})
    table.expect_turn(8)


@pytest.mark.rule("NI2017-583", "20.20")
def test_two_who_are_left_in_a_hand_are_not_two_at_the_table() -> None:
    """HU-GAME."""
    table = at_a_tournament("omaha", {1: 1000, 2: 1000, 3: 1000})
    table.posts()
    table.deal({})
    table.folds(3)
    table.calls(1)
    table.checks(2)
    table.deal()
    table.expect_turn(1)


@pytest.mark.rule("NI2005-67", "8.5(a)")
@pytest.mark.rule("NI2005-74", "8.5(a)")
@pytest.mark.parametrize("game", ["faro", "seven_card_stud"])
def test_the_instruments_of_2005_make_no_exception_for_two(game: str) -> None:
    table = at_a_tournament(game, {3: 1000, 8: 1000}, blinds=(5, 10))
    table.posts()
    table.expect_button(8)
    table.expect_posted({3: 5, 8: 10})


@pytest.mark.rule("NI2017-583", "20.20")
@pytest.mark.rule("NI2017-583", "8.5(a)")
def test_where_no_tournament_is_played_two_players_are_no_exception() -> None:
    """HEADS-UP-CASH."""
    table = at_a_pot_table("omaha", stakes={3: 1000, 8: 1000})
    table.posts()
    table.expect_posted({3: 5, 8: 10})


# ---------------------------------------------------------------- the absent


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_the_table_posts_for_the_absent_and_folds_them_though_they_could_check(game: str) -> None:
    table = at_a_tournament(game, absent=[2])
    table.expect_prompt("collect_blinds_of_absent", "8.5(a)", seats="2")
    table.posts()
    table.expect_notice("posted_for_absent", ABSENT[game])
    table.deal({})
    table.calls(3)
    table.calls(1)
    table.expect_notice("absent_is_folded", ABSENT[game])
    table.expect_folded_for_absent(2)
    table.expect_phase("deal")
    table.expect_stake(2, 990)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_who_is_tapped_out_by_the_blind_stays_to_the_showdown(game: str) -> None:
    """ABSENT-TAPPED."""
    table = at_a_tournament(game, {1: 1000, 2: 8, 3: 1000}, absent=[2])
    table.posts()
    table.deal({})
    table.calls(3, 1)
    table.plays_out()
    table.expect_folded_for_absent()


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_to_whom_all_fold_wins_unseen(game: str) -> None:
    """ABSENT-LAST."""
    table = at_a_tournament(game, absent=[2])
    table.posts()
    table.deal({})
    table.folds(3, 1)
    table.expect_phase("pay")
    table.all_paid()
    table.collects()
    table.expect_folded_for_absent()
    table.expect_stakes({1: 995, 2: 1005, 3: 1000})


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_where_all_are_absent_the_last_wins(game: str) -> None:
    table = at_a_tournament(game, absent=[1, 2, 3])
    table.posts()
    table.deal({})
    table.expect_folded_for_absent(3, 1)
    table.expect_phase("pay")


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_who_comes_in_mid_round_acts_from_then_on(game: str) -> None:
    table = at_a_tournament(game, absent=[2])
    table.posts()
    table.deal({})
    table.calls(3)
    table.has_come(2)
    table.calls(1)
    table.expect_turn(2, check=True)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_who_goes_in_mid_round_is_folded_on_his_next_turn(game: str) -> None:
    table = at_a_tournament(game)
    table.posts()
    table.deal({})
    table.calls(3)
    table.is_absent(3)
    table.calls(1)
    table.checks(2)
    table.deal()
    table.checks(1, 2)
    table.expect_folded_for_absent(3)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_who_goes_when_it_is_his_turn_is_folded_at_once(game: str) -> None:
    table = at_a_tournament(game)
    table.posts()
    table.deal({})
    table.expect_turn(3)
    table.is_absent(3)
    table.expect_folded_for_absent(3)
    table.expect_turn(1)


@pytest.mark.rule("NI2005-74", "20.11")
@pytest.mark.rule("NI2005-74", "10.1")
def test_an_absent_opener_of_stud_is_folded_and_the_next_opens() -> None:
    table = at_a_tournament("seven_card_stud", absent=[1], ante=2)
    table.expect_prompt("collect_antes_of_absent", "8.5(b)", count=1)
    table.posts()
    table.deal({1: "5c 6c 2c", 2: "5d 6d Kd", 3: "5h 6h Qh"})
    table.expect_folded_for_absent(1)
    table.expect_turn(2, fold=False)


@pytest.mark.rule("NI2005-74", "20.11")
@pytest.mark.rule("NI2005-74", "4.2(h)")
def test_a_folded_absent_hand_opens_no_later_round_of_stud() -> None:
    table = at_a_tournament("seven_card_stud", absent=[2], ante=2)
    table.posts()
    table.deal({1: "5c 6c 2c 3c", 2: "5d 6d Ad", 3: "5h 6h Qh 9h"})
    table.bets(1, 10)
    table.calls(3)
    table.expect_folded_for_absent(2)
    table.deal()
    table.expect_turn(3)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2017-583", "4.8(a)")
def test_no_time_to_act_runs_for_the_absent() -> None:
    table = at_a_tournament("omaha", absent=[1], seconds_to_act=15)
    table.posts()
    table.deal({})
    table.seconds_pass(10)
    table.calls(3)
    table.expect_turn(2)
    table.seconds_pass(10)
    table.expect_no_question()
    table.seconds_pass(6)
    table.expect_question("announced_time_over", "4.8(a)")


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_an_absent_player_is_not_folded_while_a_question_is_open(game: str) -> None:
    table = at_a_tournament(game, absent=[1])
    table.posts()
    table.deal({})
    table.folds_out_of_turn(2)
    table.puts_in(3, 6)
    table.expect_question("short_call", "17.8")
    table.expect_folded_for_absent()
    table.answers("complete_call")
    table.expect_folded_for_absent(1)


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_nobody_says_that_an_absent_player_acts_before_his_turn(game: str) -> None:
    table = at_a_tournament(game, absent=[2])
    table.posts()
    table.deal({})
    assert 2 not in {offer.box for offer in table.game.offers() if offer.command == "act_out_of_turn"}
    table.folds_out_of_turn(2)
    table.expect_refusal("17.6", "entrant_is_absent")


def test_what_was_said_of_a_seat_can_be_taken_back() -> None:
    """By playing the round again: the hand that was folded for the absent is not folded any more."""
    table = Table(Setup("1", "omaha", 9, pot_options("omaha")))
    orders = iter(range(1, 100))
    events = [
        e.OpenTable(),
        e.DeckCheckedByHand(role="supervisor"),
        e.JoinTournament(order=next(orders), tournament="spring"),
        *(e.SeatEntrant(order=next(orders), box=n, entry=n, chips_cents=100_000) for n in (1, 2, 3)),
        *(e.MarkSeat(box=n, taken=True, by="1") for n in (1, 2, 3)),
        e.PlaySession(order=next(orders), session=1),
        *(e.Shuffled(), e.CutMade(), e.CollectPosts()),
        *(e.CardDrawn() for _ in range(12)),
    ]
    for event in events:
        table.take(event)
    assert table.game.state.current.turn.seat == 3
    table.take(e.MarkSeat(box=3, taken=False, by="1"))
    assert table.game.state.current.turn.seat == 1
    table.take(e.Undo(by="1"))
    assert table.game.state.current.turn.seat == 3


# ---------------------------------------------------------------- penalties and corrections


@pytest.mark.rule("NI2017-583", "19.2(b)")
@pytest.mark.rule("NI2005-67", "19.2(b)")
@pytest.mark.rule("NI2005-74", "19.2(b)")
@pytest.mark.parametrize("game", GAMES)
def test_who_is_excluded_leaves_the_tournament_with_his_chips(game: str) -> None:
    """TOURN-DQ."""
    table = at_a_tournament(game)
    table.supervisor.excludes(2)
    table.expect_excluded(2, "19.2(b)")
    table.expect_chips_stand({1: 1000, 2: 0, 3: 1000})
    table.expect_players(1, 3)
    assert table.game.seen("dealer").places[1].standing == "barred"
    table.tournament.gives(2, 100)
    table.expect_refusal("19.2(b)", "nobody_sits_there")
    table.tournament.unseats(2)
    table.tournament.seats(2, 1000, entry=55)
    table.expect_accepted()


@pytest.mark.rule("NI2017-583", "19.2(b)")
def test_an_exclusion_that_is_taken_back_tells_of_his_chips_and_of_who_else_is_excluded() -> None:
    """The tournament had heard that he has none."""
    table = Table(Setup("1", "omaha", 9, pot_options("omaha")))
    orders = iter(range(1, 100))
    excluded = [e.Penalise(box=n, excluded=True, reason="seen", by="2", role="supervisor") for n in (1, 2)]
    for event in (
        e.OpenTable(),
        e.DeckCheckedByHand(role="supervisor"),
        e.JoinTournament(order=next(orders), tournament="spring"),
        *(e.SeatEntrant(order=next(orders), box=n, entry=n, chips_cents=100_000) for n in (1, 2, 3)),
        *excluded,
    ):
        table.take(event)
    told = table.take(e.Undo(by="2", role="supervisor"))
    (stand,) = (one for one in told if isinstance(one, ChipsStand))
    assert [one.chips_cents for one in stand.entrants] == [0, 100_000, 100_000]
    assert [one.entry for one in told if isinstance(one, EntrantExcluded)] == [1]


@pytest.mark.rule("NI2017-583", "19.2(b)")
@pytest.mark.rule("NI2005-67", "19.2(b)")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_who_is_excluded_in_a_round_is_told_of_with_what_he_put_in(game: str) -> None:
    table = at_a_tournament(game)
    table.posts()
    table.deal({})
    table.calls(3)
    table.supervisor.folds_for_breach(3, excluded=True)
    table.expect_excluded(3, "19.2(b)")
    table.folds(1)
    table.all_paid()
    table.collects()
    table.expect_reported(1, chips={1: 995, 2: 1015, 3: 0}, contributed={1: 5, 2: 10, 3: 10})


@pytest.mark.rule("NI2017-583", "20.15")
@pytest.mark.rule("NI2005-67", "20.14")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_chips_of_a_closed_round_go_from_one_player_to_another(game: str) -> None:
    table = at_a_tournament(game, corrections_by_two=False)
    table.all_fold()
    table.expect_stakes({1: 995, 2: 1005, 3: 1000})
    corrects(table, round=1, box=2, direction="take", amount_cents=500)
    table.expect_refusal(CHIPS_STAND[game], "whose_chips")
    corrects(table, round=1, box=2, other=3, direction="take", amount_cents=500)
    table.expect_stakes({1: 995, 2: 1000, 3: 1005})
    table.expect_chips_stand({1: 995, 2: 1000, 3: 1005})
    corrects(table, round=1, box=1, other=2, direction="give", amount_cents=900_000)
    table.expect_stakes({1: 1995, 2: 0, 3: 1005})  # as far as they still lie there


@pytest.mark.rule("NI2017-583", "20.15")
@pytest.mark.rule("NI2005-67", "20.14")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_a_closed_round_is_void_only_while_its_chips_lie_there(game: str) -> None:
    table = at_a_tournament(game, {1: 1000, 2: 1000, 3: 1000}, corrections_by_two=False)
    table.all_fold()
    table.supervisor.says(e.VoidClosedRound, reason="seen")
    table.expect_chips_stand({1: 1000, 2: 1000, 3: 1000})
    table.all_fold()  # 3 wins the small blind of 2
    table.expect_stakes({1: 1000, 2: 995, 3: 1005})
    corrects(table, round=2, box=3, other=1, direction="take", amount_cents=100_500)
    table.supervisor.says(e.VoidClosedRound, reason="seen")
    table.expect_refusal("19.4", "chips_lie_no_more")
    assert table.chips() == 300_000


@pytest.mark.rule("NI2017-583", "20.15")
@pytest.mark.rule("NI2005-67", "20.14")
@pytest.mark.parametrize("game", BY_THE_BUTTON)
def test_a_closed_round_is_not_undone_once_its_players_have_left(game: str) -> None:
    """Another may sit there already: the chips would be his."""
    table = at_a_tournament(game)
    table.all_fold()
    table.tournament.unseats(2)
    table.tournament.seats(2, 1000, entry=55)
    table.supervisor.says(e.VoidClosedRound, reason="seen")
    table.expect_refusal("19.3", "no_round")
    corrects(table, round=1, box=1, other=2, direction="take", amount_cents=500)
    table.expect_refusal(CHIPS_STAND[game], "sat_not_there")


@pytest.mark.rule("NI2017-583", "20.15")
def test_a_correction_that_waits_for_a_second_person_is_none_of_who_comes_next() -> None:
    table = at_a_tournament("omaha")
    table.all_fold()
    corrects(table, round=1, box=2, other=3, direction="take", amount_cents=500)
    table.tournament.unseats(2)
    table.tournament.seats(2, 1000, entry=55)
    table.supervisor.signs_correction()
    table.expect_refusal("19.4", "nothing_to_sign_for")


# ---------------------------------------------------------------- what is seen


def test_the_panel_shows_numbers_and_who_is_absent() -> None:
    table = at_a_tournament("omaha", absent=[2])
    places = table.game.seen("dealer").places
    assert [place.tag.words["entry"] for place in places[:3] if place.tag] == [101, 102, 103]
    assert [place.standing for place in places[:4]] == ["first_blind", "absent", "", "empty"]


@pytest.mark.rule("NI2017-583", "4.1")
def test_the_sign_shows_level_and_blinds_and_nothing_to_buy() -> None:
    level = {"betting__blinds_cents": (2_500, 5_000), "betting__least_cents": 5_000}
    table = at_a_tournament("omaha", level=level)
    sign = table.game.seen_by_sign()
    assert [standing.say.code for standing in sign.standing] == ["pot_tournament"]
    assert {limit.label.code for limit in sign.limits} == {"pot_minimum_bet", "pot_maximum_bet"}
    rows = {row.name.code: row.value.words for row in sign.payouts if row.value is not None}
    assert rows["pot_level"] == {"level": 1}
    assert rows["pot_blind_2"] == {"amount_cents": 5_000}
    assert rows["pot_players_here"] == {"count": 3}
    assert sign.side is None
