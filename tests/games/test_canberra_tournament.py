"""Tournament play at a Canberra Poker table (NI2004-492, rule 17)."""

import pytest

from games import events as e
from games.canberra_poker.tournament import players
from games.outcomes import (
    ChipsCounted,
    ChipsStand,
    EntrantExcluded,
    Payment,
    TournamentRoundBegun,
    TournamentRoundPlayed,
)
from tests.games.canberra_tournament_talk import at_the_tournament_table
from tests.games.table_talk import (
    DEALER_ACE_KING,
    FLUSH,
    QUEEN_HIGH,
    at_the_holdem_table,
    at_the_table,
    at_the_whole_table,
)

OFFERS_FOR_CASH = {
    "place_jackpot_wager",
    "seed_jackpot",
    "adjust_sign",
    "correct_pools",
    "set_box_maximum",
    "change_limits",
    "new_player",
    "player_left",
}


def rule(*numbers):
    def marked(test):
        for number in numbers:
            test = pytest.mark.rule("NI2004-492", number)(test)
        return test

    return marked


def offered(table, command, box=None):
    found = [offer for offer in table.game.offers() if offer.command == command]
    return [offer for offer in found if box is None or offer.args.get("box") == box]


def heard(table, kind):
    return [outcome for outcome in table.heard if isinstance(outcome, kind)]


# ---------------------------------------------------------------- orders


@rule("17.7", "17.8")
def test_orders_are_followed_in_turn_and_between_two_rounds():
    table = at_the_table()
    table.says(e.JoinTournament, order=1, tournament="Monday final")
    table.expect_accepted()
    table.says(e.SeatEntrant, order=3, box=1, entry=7, chips_cents=100_000)
    table.expect_refusal("17.8", "order_out_of_turn")
    holdem = at_the_holdem_table()
    holdem.says(e.JoinTournament, order=1, tournament="Monday final")
    assert holdem.heard[0].say.code == "no_tournament_in_rules"
    table = at_the_tournament_table()
    table.antes_in_turn({1: 25})
    table.session(rounds=3)
    table.expect_refusal("17.8", "orders_wait_for_round")
    table.antes_in_turn({2: 25, 3: 25})
    table.deal({})
    table.session(rounds=3)
    table.expect_refusal("17.8", "orders_wait_for_round")


@rule("17.7")
def test_only_entrants_play_each_at_his_box():
    table = at_the_tournament_table({1: 500, 3: 500})
    table.ante(2, 25)
    table.expect_refusal("17.7", "nobody_plays_there")
    table.asks(2)
    table.expect_refusal("17.15", "ask_in_order")
    table.seats_one(3, 500, entry=99)
    table.expect_refusal("17.7", "seat_is_taken")


@rule("17.4(g)", "3.1")
def test_the_level_sets_the_limits_between_rounds_and_never_under_an_ante():
    table = at_the_tournament_table(level=(10, 500, 5))
    table.level(50, 500, 25, number=2, minutes=5)
    table.antes_in_turn({1: 10})
    table.minutes_pass(10)
    assert table.game.state.limits.minimum_cents == 1_000
    table.antes_in_turn({2: 10, 3: 10})
    table.deal({})
    table.folds(1, 2, 3)
    table.collects()
    assert table.game.state.limits.minimum_cents == 5_000
    table.expect_notice("limits_changed", "17.4(g)")
    table.next_round()
    table.asks(2)
    table.ante(2, 10)
    table.expect_refusal("17.14", "under_level")


@rule("17.4(g)")
def test_a_level_that_is_ordered_otherwise_holds_anew_and_is_told_once():
    table = at_the_tournament_table(level=(10, 500, 5))
    table.level(10, 500, 5)
    assert not [one for one in table.heard if one.kind == "notice"]
    table.level(25, 500, 5)
    table.expect_notice("limits_changed", "17.4(g)")
    assert table.game.state.limits.minimum_cents == 2_500


@rule("17.4(g)")
@pytest.mark.parametrize("level", [(0, 500, 5), (50, 25, 5), (12, 500, 5)])
def test_a_level_that_nobody_could_play_by_is_refused(level):
    table = at_the_tournament_table()
    table.level(*level, number=2)
    table.expect_refusal("17.4(g)")


@rule("17.19", "17.20")
@pytest.mark.parametrize(
    ("waiting", "rule_", "code"),
    [
        ({"waiting": "break", "until_ms": 600_000}, "17.19", "tournament_waits_break"),
        ({"waiting": "break"}, "17.20", "tournament_waits_stopped"),
        ({"waiting": "pace"}, "17.20", "tournament_waits_pace"),
    ],
)
def test_while_the_tournament_waits_nobody_is_asked_and_nothing_is_dealt(waiting, rule_, code):
    table = at_the_tournament_table()
    table.session(**waiting)
    table.expect_prompt(code, rule_)
    assert not offered(table, "ask_ante") + offered(table, "place_ante") + offered(table, "close_betting")
    table.asks(1)
    table.expect_refusal("17.20", "tournament_waits")
    table.ante(1, 25)
    table.expect_refusal(rule_, "tournament_waits")
    table.draw("As")
    table.expect_question("early_card", "5.1")
    table.answers("reshuffle")
    table.session()
    table.next_round()
    table.expect_prompt("ask_box", "17.16")


@rule("17.20")
def test_no_round_begins_once_all_are_played():
    table = at_the_tournament_table({1: 500, 2: 500}, rounds=1)
    table.plays({1: 25, 2: 25})
    table.next_round()
    table.expect_prompt("tournament_waits_pace", "17.20")
    table.asks(2)
    table.expect_refusal("17.20", "tournament_waits")


# ---------------------------------------------------------------- chips


@rule("17.13", "9.3")
def test_chips_change_by_what_a_round_pays_and_takes_alone():
    table = at_the_tournament_table({1: 1_000, 2: 1_000})
    table.plays({1: 25, 2: 50})
    table.expect_chips({1: 1_025, 2: 1_050})
    told = table.expect_round_told(1)
    assert [(one.box, one.entry, one.chips_cents) for one in told.entrants] == [
        (1, 10, 102_500),
        (2, 20, 105_000),
    ]


@rule("17.13", "9.5", "7.3")
def test_what_is_lost_is_gone():
    table = at_the_tournament_table({1: 1_000, 2: 1_000})
    table.antes_in_turn({1: 25, 2: 50})
    table.deal({1: QUEEN_HIGH, "dealer": DEALER_ACE_KING})
    table.bets(1)
    table.folds(2)
    table.shows_dealer()
    table.shows(1)
    table.settles(1)
    table.collects()
    table.expect_chips({1: 925, 2: 950})


@rule("17.13", "16.3")
def test_a_void_round_changes_nobodys_chips_and_is_played_again():
    table = at_the_tournament_table({1: 1_000, 2: 1_000})
    table.plays_void({1: 25, 2: 50})
    table.expect_chips({1: 1_000, 2: 1_000})
    table.expect_round_told(1, void=True)
    table.plays({1: 25, 2: 50})
    table.expect_round_told(1)


@rule("17.13", "16.3", "16.4")
def test_a_closed_round_that_is_put_right_puts_the_chips_right():
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, corrections_by_two=False)
    table.plays({1: 25, 2: 50})
    table.supervisor.corrects_money(2, "take", 10)
    table.expect_chips({1: 1_025, 2: 1_040})
    stand = heard(table, ChipsStand)[0]
    assert [one.chips_cents for one in stand.entrants] == [102_500, 104_000]
    table.supervisor.voids_closed_round()
    table.expect_chips({1: 1_000, 2: 990})


@rule("17.15", "16.3")
def test_a_round_that_is_void_after_it_was_closed_does_not_count_and_the_marker_goes_back():
    table = at_the_tournament_table({1: 500, 2: 500}, corrections_by_two=False, rounds=1)
    table.plays({1: 25, 2: 50})
    table.expect_marker(2)
    table.supervisor.voids_closed_round()
    table.expect_marker(1)
    table.plays({1: 25, 2: 25})
    table.expect_round_told(1)
    table.expect_chips({1: 525, 2: 525})


@rule("17.13")
def test_a_correction_of_an_earlier_players_round_is_not_the_next_ones():
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, corrections_by_two=False)
    table.plays({1: 25, 2: 50})
    table.unseats(2)
    table.seats_one(2, 500, entry=77)
    table.supervisor.corrects_money(2, "take", 10)
    table.expect_chips({1: 1_025, 2: 500})


@rule("17.13")
def test_nobody_wagers_more_than_he_has():
    table = at_the_tournament_table({1: 100, 2: 1_000})
    table.asks(1)
    table.ante(1, 105)
    table.expect_refusal("17.13", "not_so_many_chips")
    typed = [offer.fields[0] for offer in offered(table, "place_ante", 1) if offer.fields]
    assert {(field.least_cents, field.most_cents) for field in typed} == {(1_000, 10_000)}
    table.ante(1, 100)
    table.expect_accepted()


@rule("17.13")
def test_chips_are_neither_bought_nor_taken_away():
    table = at_the_tournament_table()
    table.says(e.PlayerLeft, box=1)
    table.expect_refusal("17.13", "chips_stay")
    table.supervisor.says(e.NewPlayer, box=1)
    table.expect_refusal("17.7", "seats_by_ballot")


@rule("17.18", "17.4(g)")
def test_what_belongs_to_cash_play_is_refused_and_not_offered():
    table = at_the_tournament_table({1: 1_000, 2: 1_000})
    table.antes_in_turn({1: 25})
    table.jackpot(1)
    table.expect_refusal("17.18", "no_jackpot_in_tournament")
    table.supervisor.seeds_jackpot(1)
    table.expect_refusal("17.18")
    table.supervisor.sets_marker(1, 1_000)
    table.expect_refusal("17.4(g)", "limits_of_conditions")
    table.supervisor.announces_limits(25, 2_000)
    table.expect_refusal("17.4(g)")
    table.antes_in_turn({2: 25})
    table.deal({})
    table.folds(1, 2)
    table.collects()
    for _ in range(2):
        assert not OFFERS_FOR_CASH & {offer.command for offer in table.game.offers()}
        table.to_the_antes()


@rule("17.18")
def test_the_sign_of_a_tournament_shows_rounds_and_chips_and_no_jackpot():
    table = at_the_tournament_table({1: 1_000, 2: 1_000}, rounds=12)
    table.plays({1: 25, 2: 50})
    side = table.game.seen_by_sign().side
    assert (side.title.code, side.amount) == ("tournament_side", None)
    table.session(waiting="break")
    assert table.game.seen_by_sign().side.wager == side.wager
    table.session(waiting="session")
    assert table.game.seen_by_sign().side.wager.words == {"round": 1, "rounds": 12}
    table.session(2, waiting="session")
    assert table.game.seen_by_sign().side.wager.code == "tournament_begins"
    assert (side.wager.code, side.wager.words) == ("tournament_round_of", {"round": 2, "rounds": 12})
    assert [row.value.words["amount_cents"] for row in side.rows] == [102_500, 105_000]
    assert not [note for note in table.game.seen("dealer").notes if note.label.code == "jackpot_label"]


# ---------------------------------------------------------------- the starting marker


@rule("17.15")
def test_the_marker_moves_on_after_each_round_and_stays_after_a_void_one():
    """CP-MARKER-VOID"""
    table = at_the_tournament_table({1: 500, 2: 500, 4: 500}, marker=4)
    table.plays({4: 25, 1: 25, 2: 25})
    table.expect_marker(1)
    table.plays_void({1: 25, 2: 25, 4: 25})
    table.expect_marker(1)
    table.to_the_antes()
    table.expect_prompt("ask_box", "17.16", box=1)


@rule("17.15")
def test_where_the_tournament_names_nobody_the_operator_gives_the_marker():
    """TOURN-STARTER"""
    table = at_the_tournament_table({1: 500, 2: 500}, marker=None)
    table.expect_prompt("who_has_marker", "17.15")
    table.asks(1)
    table.expect_refusal("17.15", "give_marker_first")
    table.gives_marker(5)
    table.expect_refusal("17.15", "nobody_plays_there")
    table.gives_marker(2)
    table.expect_prompt("ask_box", "17.16", box=2)
    table.gives_marker(1)
    table.expect_refusal("17.15", "marker_is_given")


@rule("17.15")
def test_in_another_session_the_marker_is_given_anew():
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500}, rounds=1)
    table.plays({1: 25, 2: 25, 3: 25})
    table.session(2)
    table.to_the_antes()
    table.expect_prompt("who_has_marker", "17.15")
    table.gives_marker(3)
    table.expect_prompt("ask_box", "17.16", box=3)
    table.session(3, marker=1)
    table.expect_prompt("ask_box", "17.16", box=1)


@rule("17.15")
def test_a_device_sees_the_marker_where_it_does_not_belong():
    table = at_the_tournament_table({1: 500, 2: 500}, marker=None)
    table.happens(e.ButtonPlaced(box=1))
    table.expect_marker(1)
    table.happens(e.ButtonPlaced(box=2))
    table.expect_notice("marker_belongs", "17.15")
    assert table.game.prompt().explain.code == "marker_belongs"
    table.happens(e.ButtonTaken(box=2))
    table.happens(e.ButtonPlaced(box=1))
    assert table.game.prompt().explain.code == "ask_first_explained"
    table.plays({1: 25, 2: 25})
    table.to_the_antes()
    assert table.game.prompt().explain.words == {"box": 1, "due": 2}


@rule("17.15", "17.14")
def test_the_marker_passes_who_is_out():
    table = at_the_tournament_table({1: 500, 2: 10, 3: 500})
    table.antes_in_turn({1: 25, 2: 10, 3: 25})
    table.deal({})
    table.folds(1, 2, 3)
    table.collects()
    table.expect_notice("out_of_tournament", "17.14")
    table.expect_marker(3)


@rule("17.23", "17.15")
def test_in_additional_rounds_only_these_boxes_play_and_the_marker_goes_on_among_them():
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500, 4: 500}, rounds=1)
    table.plays({1: 25, 2: 50, 3: 25, 4: 25})
    table.session(rounds=2, boxes=(1, 3))
    table.to_the_antes()
    table.expect_marker(3)
    table.ante(2, 25)
    table.expect_refusal("17.7", "nobody_plays_there")
    table.plays({3: 25, 1: 25})
    table.session(rounds=3, boxes=(1, 3))
    table.expect_marker(1)


# ---------------------------------------------------------------- antes in turn


@rule("17.15", "17.16")
def test_an_ante_may_be_changed_until_the_next_player_is_asked():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.expect_prompt("ask_box", "17.16", box=1)
    table.asks(1)
    table.expect_prompt("ante_of_box", "17.16", box=1)
    table.ante(1, 25)
    table.changes_ante(1, 25, 50)
    table.expect_notice("ante_changed", "17.16")
    table.takes_ante_back(1)
    table.expect_prompt("ante_of_box", "17.16", box=1)
    table.ante(1, 40)
    table.asks(2)
    table.changes_ante(1, 40, 25)
    table.expect_refusal("17.15", "ante_is_fixed")
    table.takes_ante_back(1)
    table.expect_refusal("17.15", "ante_is_fixed")
    assert not offered(table, "place_ante", 1)


@rule("17.15")
def test_an_ante_out_of_order_stands_with_advice_and_later_a_supervisor_decides():
    """CP-FIRST-ANTE"""
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500})
    table.asks(1)
    table.ante(3, 25)
    table.expect_notice("ante_out_of_order_advice", "17.15")
    table.changes_ante(3, 25, 50)
    table.expect_refusal("17.15", "ante_is_fixed")
    table.ante(1, 25)
    table.antes_in_turn({2: 25})
    table.asks(3)
    table.changes_ante(3, 25, 50)
    table.deal({})
    table.folds(1, 2, 3)
    table.collects()
    table.to_the_antes()
    table.ante(3, 25)
    table.expect_question("ante_out_of_order", "17.15", ("ante_stands", "ante_void"))
    table.answers("ante_stands")
    table.expect_refusal("17.15", "supervisor_only")
    table.supervisor.answers("ante_void")
    table.expect_ruling("17.15", "ante_void")
    assert [(one.result, one.returned_cents) for one in heard(table, Payment)] == [("void", 2_500)]
    assert not table.game.state.boxes[3].ante_cents
    table.antes_in_turn({2: 25, 3: 25})
    table.expect_no_question()


@rule("17.15", "17.16")
def test_an_ante_after_the_opportunity_is_out_of_order_and_stands():
    """CP-LATE-ANTE"""
    table = at_the_tournament_table({1: 500, 2: 500})
    table.asks(1)
    table.antes_in_turn({2: 25})
    table.expect_prompt("must_wager", "17.14", box=1)
    table.ante(1, 25)
    table.expect_notice("ante_out_of_order_advice", "17.15")
    table.expect_prompt("antes_are_in", "17.16")


@rule("17.15", "17.16")
def test_whose_late_ante_is_void_has_had_his_opportunity():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.ante(1, 25)  # before he is asked: he is advised
    table.asks(1)
    table.antes_in_turn({2: 25})
    table.deal({})
    table.supervisor.voids("impractical")
    table.collects()
    table.next_round()
    table.asks(1)
    table.antes_in_turn({2: 25})
    table.ante(1, 25)
    table.supervisor.answers("ante_void")
    table.expect_prompt("antes_are_in", "17.16")
    table.closes_betting()
    assert [box.number for box in table.game.state.playing()] == [2]


@rule("17.14", "3.4")
def test_an_ante_below_the_minimum_is_refused_the_first_time_too():
    """CP-UNDERMIN-TOURN"""
    table = at_the_tournament_table(level=(25, 500, 5))
    table.asks(1)
    table.ante(1, 20)
    table.expect_refusal("17.14", "under_level")
    table.ante(1, 27)
    table.expect_refusal("3.3", "not_a_multiple")


@rule("3.5")
def test_above_the_maximum_it_is_settled_to_the_maximum_as_always():
    table = at_the_tournament_table(level=(10, 50, 5))
    table.asks(1)
    table.ante(1, 100)
    table.expect_notice("over_maximum", "3.5")


@rule("17.14")
def test_everybody_who_is_there_wagers_in_each_round():
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500})
    table.closes_betting()
    table.expect_refusal("17.16", "ask_all_first")
    table.antes_in_turn({1: 25})
    table.asks(2)
    table.antes_in_turn({3: 25})
    table.expect_prompt("must_wager", "17.14", box=2)
    table.closes_betting()
    table.expect_refusal("17.14", "all_must_wager")
    assert offered(table, "close_betting")[0].blocked.code == "all_must_wager"
    table.draw("As")
    table.expect_phase("deal")
    table.expect_notice("has_not_wagered", "17.14")


@rule("17.16")
def test_a_card_before_the_last_player_was_asked_came_too_early():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.antes_in_turn({1: 25})
    table.draw("As")
    table.expect_question("early_card", "5.1")
    table.answers("reshuffle")
    table.next_round()
    table.expect_prompt("ask_box", "17.16", box=2)
    table.antes_in_turn({2: 25})
    table.draw("As")
    table.expect_phase("deal")
    assert heard(table, TournamentRoundBegun) == [TournamentRoundBegun(session=1, round=1)]


@rule("17.14", "17.16")
def test_of_who_is_not_there_no_ante_is_taken_and_the_director_is_called():
    """CP-ABSENT"""
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500})
    table.is_absent(2)
    table.antes_in_turn({1: 25})
    table.ante(2, 25)
    table.expect_refusal("17.16", "absent_antes_not")
    table.asks(2)
    table.expect_question(
        "entrant_absent", "17.14", ("wait_for_entrant", "round_without_him", "exclude_entrant")
    )
    table.answers("wait_for_entrant")
    table.expect_prompt("ask_box", "17.16", box=2)
    table.asks(2)
    table.answers("round_without_him")
    table.expect_prompt("ask_box", "17.16", box=3)
    table.takes_seat(2)
    table.expect_prompt("ask_box", "17.16", box=2)
    table.is_absent(2)
    table.asks(2)
    table.answers("round_without_him")
    table.antes_in_turn({3: 25})
    table.closes_betting()
    table.expect_phase("deal")
    assert [box.number for box in table.game.state.playing()] == [1, 3]


@rule("17.14")
def test_who_goes_away_after_he_was_asked_is_asked_about():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.asks(1)
    table.antes_in_turn({2: 25})
    table.is_absent(1)
    table.asks(1)
    table.expect_question("entrant_absent", "17.14")


@rule("17.15", "17.16")
def test_an_ante_out_of_order_stands_although_its_player_goes_away():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.ante(2, 25)
    table.is_absent(2)
    table.antes_in_turn({1: 25})
    table.asks(2)
    table.expect_no_question()
    table.closes_betting()
    assert [box.number for box in table.game.state.playing()] == [1, 2]


@rule("17.9")
def test_whoever_never_came_is_not_sent_away_but_his_chips_are():
    table = at_the_tournament_table({1: 500, 2: 500, 3: 500})
    table.orders(e.UnseatEntrant, box=1, entry=10)
    table.expect_prompt("send_entrant", "17.7", place="1", amount_cents=50_000)
    table.is_absent(1)
    table.is_absent(2)
    table.orders(e.UnseatEntrant, box=2, entry=20)
    table.expect_prompt("take_chips_away", "17.7", place="2", amount_cents=50_000)
    assert [offer.say.code for offer in offered(table, "mark_seat", 2)] == ["do_chips_taken_away"]


@rule("17.14")
def test_who_cannot_wager_the_minimum_is_told_once_and_not_asked():
    table = at_the_tournament_table({1: 500, 2: 20, 3: 500})
    table.level(25, 500, 5, number=2)
    table.expect_notice("out_of_tournament", "17.14")
    assert players(table.game.state) == [1, 3]
    table.antes_in_turn({1: 25})
    assert not [one for one in table.heard if getattr(one, "say", None) and one.say.code == "out_of_tournament"]
    table.ante(2, 20)
    table.expect_refusal("17.14", "cannot_wager_minimum")
    place = table.game.seen("dealer").places[1]
    assert (place.standing, place.tone) == ("out", "out")


@rule("17.14", "7.2")
def test_who_cannot_double_his_ante_may_only_fold():
    """CP-MIN-BET"""
    table = at_the_tournament_table({1: 25, 2: 500})
    table.antes_in_turn({1: 25, 2: 25})
    table.deal({})
    assert table.game.prompt().explain.code == "cannot_bet"
    proposed = [offer.command for offer in table.game.offers() if offer.proposed]
    assert proposed == ["fold"]
    table.bet(1, 50)
    table.expect_refusal("7.2", "cannot_bet")
    table.folds(1)
    table.bets(2)
    table.expect_accepted()


@rule("8.1", "17.13")
def test_a_great_hand_is_paid_in_chips():
    table = at_the_tournament_table({1: 1_000})
    table.plays({1: 50}, hands={1: FLUSH, "dealer": DEALER_ACE_KING})
    table.expect_chips({1: 1_000 + 50 + 5 * 100})


# ---------------------------------------------------------------- excluded


@rule("16.2(b)")
def test_who_is_excluded_is_out_when_it_is_decided_and_his_chips_leave_with_him():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.supervisor.penalises(2, excluded=True)
    assert [(one.box, one.entry, one.rule.number) for one in heard(table, EntrantExcluded)] == [
        (2, 20, "16.2(b)")
    ]
    assert players(table.game.state) == [1]
    table.unseats(2)
    table.expect_followed("unseat_entrant")
    table.expect_chips({1: 500})
    table.seats_one(2, 500, entry=99)
    table.takes_seat(2)
    assert players(table.game.state) == [1, 2]


@rule("16.2(b)", "13.2")
def test_in_a_round_he_is_out_when_it_is_over():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.antes_in_turn({1: 25, 2: 25})
    table.deal({})
    table.supervisor.penalises(2, excluded=True)
    assert [one.box for one in heard(table, EntrantExcluded)] == [2]
    table.folds(1, 2)
    table.collects()
    assert not heard(table, EntrantExcluded)
    table.expect_chips({1: 475, 2: 475})
    assert players(table.game.state) == [1]


@rule("16.2(b)", "17.14")
def test_the_director_may_have_an_absent_player_excluded():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.is_absent(1)
    table.asks(1)
    table.supervisor.answers("exclude_entrant")
    assert [one.entry for one in heard(table, EntrantExcluded)] == [10]
    table.expect_prompt("ask_box", "17.16", box=2)


# ---------------------------------------------------------------- the end of a session


def at_the_end_of_a_session():
    table = at_the_tournament_table({1: 500, 2: 500}, rounds=1)
    table.plays({1: 25, 2: 50})
    table.session(rounds=1, waiting="session")
    return table


@rule("17.13")
def test_at_the_end_of_a_session_chips_are_counted():
    table = at_the_end_of_a_session()
    table.expect_prompt("count_chips", "17.13", place="1")
    table.counts(1, 525)
    assert heard(table, ChipsCounted) == [
        ChipsCounted(box=1, entry=10, counted_cents=52_500, reckoned_cents=52_500)
    ]
    table.expect_prompt("count_chips", "17.13", place="2")
    assert [offer.command for offer in table.game.offers() if offer.proposed] == ["count_chips"]
    table.counts(2, 550)
    table.expect_prompt("tournament_waits_session", "17.4(b)")


@rule("17.13")
@pytest.mark.parametrize(("choice", "chips"), [("count_holds", 540), ("reckoned_holds", 550)])
def test_a_count_that_differs_is_for_a_supervisor(choice, chips):
    table = at_the_end_of_a_session()
    table.counts(2, 540)
    table.expect_question("chips_differ", "17.13", ("chips_again", "count_holds", "reckoned_holds"))
    table.answers("chips_again")
    table.expect_prompt("count_chips", "17.13", place="1")
    table.counts(2, 540)
    table.supervisor.answers(choice, reason="")
    table.expect_refusal("17.13", "reason_needed")
    table.supervisor.answers(choice)
    table.expect_chips({1: 525, 2: chips})
    assert [one.counted_cents for one in heard(table, ChipsCounted)] == [54_000]
    assert [one.chips_cents for one in heard(table, ChipsStand)[0].entrants] == [52_500, chips * 100]


@rule("17.13")
def test_who_is_seated_for_the_next_session_is_not_counted_for_the_last():
    table = at_the_end_of_a_session()
    table.counts(1, 525)
    table.unseats(1)
    table.says(e.MarkSeat, box=1, taken=False)
    table.seats_one(1, 700, entry=33)
    table.expect_prompt("count_chips", "17.13", place="2")
    table.counts(2, 550)
    table.expect_prompt("entrant_comes", "17.7", place="1", entry=33, amount_cents=70_000)


@rule("17.13")
def test_chips_are_counted_when_the_session_is_over_and_not_before():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.counts(1, 500)
    table.expect_refusal("17.13", "count_when_over")


# ---------------------------------------------------------------- an automated shuffling shoe


@rule("12.4", "17.15", "17.16")
def test_with_packs_antes_come_first_too():
    table = at_the_tournament_table({1: 500, 2: 500}, shoe="shuffling")
    table.antes_in_turn({1: 25})
    table.dispenses()
    table.expect_question("early_card", "12.3")
    table.answers("reshuffle")
    table.loads()
    table.antes_in_turn({2: 25})
    table.dispenses()
    table.expect_phase("deal")
    table.deals_packs(2)
    table.turns_top_card("Ac")
    table.announces()
    table.folds(1, 2)
    table.collects()
    table.expect_chips({1: 475, 2: 475})
    assert [one.round for one in heard(table, TournamentRoundPlayed)] == [1]


@rule("12.6", "17.13")
def test_a_malfunction_gives_every_chip_back_and_the_marker_stays():
    table = at_the_tournament_table({1: 500, 2: 500}, shoe="shuffling")
    table.antes_in_turn({1: 25, 2: 25})
    table.dispenses()
    table.jams()
    table.collects()
    table.expect_chips({1: 500, 2: 500})
    table.expect_marker(1)


# ---------------------------------------------------------------- taken back, and started again


@rule("17.16")
def test_an_ask_and_an_ante_can_be_taken_back():
    table = at_the_whole_table(at_the_tournament_table({1: 500, 2: 500}))
    table.antes_in_turn({1: 25})
    table.asks(2)
    table.takes_back()
    table.expect_undone("ask_ante")
    table.changes_ante(1, 25, 50)
    table.takes_back()
    table.takes_back()
    table.expect_prompt("ante_of_box", "17.16", box=1)


@rule("17.15")
def test_an_entry_that_led_to_a_question_can_be_taken_back():
    table = at_the_whole_table(at_the_tournament_table({1: 500, 2: 500}))
    table.ante(2, 25)
    table.antes_in_turn({1: 25})
    table.asks(2)
    table.deal({})
    table.folds(1, 2)
    table.collects()
    table.next_round()
    table.antes_in_turn({2: 25, 1: 25})
    table.expect_no_question()
    table.deal({})
    table.folds(1, 2)
    table.collects()
    table.next_round()
    table.ante(2, 25)
    table.expect_question("ante_out_of_order", "17.15")
    table.takes_back()
    table.expect_undone("place_ante")
    table.expect_no_question()


# ---------------------------------------------------------------- the table leaves


@rule("17.1")
def test_when_it_is_over_the_table_plays_for_money_again_by_its_own_limits():
    table = at_the_tournament_table({1: 500, 2: 500}, level=(50, 100, 50))
    table.is_left()
    table.expect_refusal("17.8", "players_sit_there")
    table.supervisor.says(e.CloseTable)
    table.expect_refusal("15.2", "tournament_is_on")
    table.unseats(1)
    table.unseats(2)
    table.is_left()
    table.antes({1: 25}, jackpots=[1])
    table.closes_betting()
    table.expect_phase("deal")


@rule("15.2", "17.2")
def test_no_closing_is_announced_to_entrants_who_play_on():
    table = at_the_tournament_table({1: 500})
    assert {offer.blocked.code for offer in offered(table, "announce_closing")} == {"tournament_is_on"}
    table.supervisor.says(e.AnnounceClosing, in_minutes=15)
    table.expect_refusal("15.2", "tournament_is_on")
    table.unseats(1)
    table.supervisor.announces_closing()
    table.expect_accepted()


@rule("17.13")
def test_chips_that_leave_are_seen_to_before_the_others_are_counted():
    table = at_the_tournament_table({1: 500, 2: 500}, rounds=1)
    table.plays({1: 25, 2: 50})
    table.session(rounds=1, waiting="session")
    table.orders(e.UnseatEntrant, box=1, entry=10)
    table.expect_prompt("send_entrant", "17.7", place="1", amount_cents=52_500)
    assert [offer.command for offer in table.game.offers() if offer.proposed] == ["mark_seat"]
    table.is_absent(1)
    table.expect_prompt("count_chips", "17.13", place="2")


@rule("17.12")
def test_whoever_asks_afterwards_is_told_the_chips_of_each_entrant():
    table = at_the_tournament_table({1: 500, 2: 500})
    table.plays({1: 25, 2: 50})
    stand = [(one["box"], one["entry"], one["chips_cents"]) for one in table.game.money_on_table()["entrants"]]
    assert stand == [(1, 10, 52_500), (2, 20, 55_000)]
    assert "entrants" not in at_the_table().game.money_on_table()
