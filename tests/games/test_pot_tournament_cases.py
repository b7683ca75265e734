"""Worked cases of tournaments from an independent reading of the instruments, played at a table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import cases, named
from tests.games.pot_tournament_talk import TournamentTable, at_a_tournament

GAME = {"omaha": "omaha", "faro": "faro", "stud": "seven_card_stud"}


def table_cases(kind: str) -> list[dict]:
    return [case for case in cases("tournaments", kind) if case["game"] in GAME]


def at_the_table_of(case: dict, players: list[int]) -> TournamentTable:
    said = case["input"]
    bets = [*said["blinds_cents"], said.get("ante_cents") or 0, said.get("bet_cents") or 0]
    level = {
        "betting__blinds_cents": tuple(said["blinds_cents"]),
        "betting__ante_cents": said.get("ante_cents"),
        "betting__maximum": "no_limit",
        "betting__least_cents": max(bets),
    }
    return at_a_tournament(GAME[case["game"]], dict.fromkeys(players, 1000), level=level)


def until_button_was(table: TournamentTable, button: int) -> None:
    """Rounds in which nobody stays in."""
    for _ in range(12):
        if table.state.button == button:
            return
        everybody_folds(table)
    raise AssertionError(f"the button never came to {button}")


def until_button_is_due(table: TournamentTable, button: int, players: list[int]) -> None:
    """Before the first round it goes to the highest seat."""
    before = max((seat for seat in players if seat < button), default=max(players))
    if button != max(players):
        until_button_was(table, before)
    table.expect_button(button)


def everybody_folds(table: TournamentTable) -> None:
    table.posts()
    table.deal({})
    while table.phase == "bet":
        turn = table.state.play.turn()
        if turn.may_fold:
            table.folds(turn.seat)
        else:
            table.bets(turn.seat, turn.least_to_cents / 100)
    table.all_paid()
    table.collects()
    table.next_round()


def turns_of_a_street(table: TournamentTable) -> list[int]:
    """Everybody stays in: whose turn it was, one after the other."""
    street, seats = table.state.play.street, []
    while table.phase == "bet" and table.state.play.street == street:
        turn = table.state.play.turn()
        seats.append(turn.seat)
        if turn.may_check:
            table.checks(turn.seat)
        elif turn.may_call:
            table.calls(turn.seat)
        else:
            table.bets(turn.seat, turn.least_to_cents / 100)
    return seats


def played(table: TournamentTable) -> dict[str, Any]:
    """A round as the cases say it."""
    table.posts()
    posts = [[seat, cents] for seat, cents in table.told_posts()]
    table.deal({})
    first = turns_of_a_street(table)
    table.deal()
    later = turns_of_a_street(table)
    button = table.state.button
    table.plays_out()
    table.next_round()
    return {
        "button": button,
        "posts": posts,
        "first_betting_round": first,
        "later_betting_rounds": later,
    }


@pytest.mark.rule("NI2017-583", "20.20")
@pytest.mark.rule("NI2005-67", "8.5(a)")
@pytest.mark.parametrize("case", table_cases("heads_up"), ids=named)
def test_two_players_at_a_table(case):
    said = case["input"]
    players = said["players_dealt_in"]
    table = at_the_table_of(case, players)
    until_button_is_due(table, said["button"], players)
    expected = list(case["expected"].values())
    assert played(table) == expected[0]
    if said["then_eliminated"] is not None:
        table.tournament.unseats(said["then_eliminated"])
        if table.state.tournament.leaving:
            table.has_left(said["then_eliminated"])
        assert played(table) == expected[1]


@pytest.mark.rule("NI2017-583", "20.9")
@pytest.mark.rule("NI2017-583", "20.1")
@pytest.mark.parametrize("case", table_cases("moved"), ids=named)
def test_a_player_who_comes_from_another_table(case):
    said = case["input"]
    table = at_the_table_of(case, said["players"])
    until_button_was(table, said["button_of_the_last_round"])
    table.tournament.seats(said["moved_to_seat"], 1000)
    table.has_come(said["moved_to_seat"])
    table.posts()
    expected = case["expected"]
    assert table.state.button == expected["button"]
    assert sorted(table.state.play.players) == expected["dealt_in"]
    assert [[seat, cents] for seat, cents in table.told_posts()] == expected["posts"]
    table.deal({})
    table.expect_turn(expected["first_to_act"])


def opens(game: str, seat: int, players: list[int]) -> dict[int, str]:
    """In stud the cards say who opens: the lowest up card."""
    if game != "stud":
        return {}
    hands = {}
    for number, other in enumerate(players):
        suit = "cdhs"[number % 4]
        up = f"2{suit}" if other == seat else f"{'QKA'[number // 4]}{suit}"
        hands[other] = f"{5 + number // 4}{suit} {8 + number // 4}{suit} {up}"
    return hands


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2005-67", "20.11")
@pytest.mark.rule("NI2005-74", "20.11")
@pytest.mark.parametrize("case", table_cases("absent"), ids=named)
def test_players_who_are_absent(case):
    said, expected = case["input"], case["expected"]
    players, bet = said["players_dealt_in"], said["bet_cents"] / 100
    table = at_the_table_of(case, players)
    until_button_is_due(table, said["button"], players)
    for seat, cents in said["stakes_cents"].items():
        table.tournament.unseats(int(seat))
        table.has_left(int(seat))
        table.tournament.seats(int(seat), cents / 100)
        table.says_who_is_there(int(seat), here=int(seat) not in said["absent"])
    before = len(table.everything)
    table.posts()
    taken = {str(seat): cents for seat, cents in table.posted().items() if seat in said["absent"]}
    assert taken == expected["taken_cents"]
    table.deal(opens(case["game"], said["first_to_act"], players))
    while table.phase == "bet" and table.state.play.street == 1:
        turn = table.state.play.turn()
        if said["present_players"][str(turn.seat)] == "fold":
            table.folds(turn.seat)
        elif turn.may_call:
            table.calls(turn.seat)
        elif turn.may_check:
            table.checks(turn.seat)
        else:
            table.bets(turn.seat, bet)
    table.everything = table.everything[before:]
    table.expect_folded_for_absent(*expected["folded_on_their_turn"])
    live = [player.seat for player in table.state.play.live()]
    assert sorted(live) == expected["live_after_the_first_betting_round"]
    pots = sum(player.paid_cents for player in table.state.play.players.values())
    back = table.state.play.uncalled
    assert pots - (back.cents if back else 0) == expected["pot_cents"]
    stakes = {str(seat): table.state.play.players[seat].stake_cents for seat in said["absent"]}
    winner = expected["wins_without_showdown"]
    assert (live[0] if len(live) == 1 else None) == winner
    assert stakes == expected["stakes_of_absent_cents"]
