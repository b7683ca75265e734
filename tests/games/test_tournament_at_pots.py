"""A tournament at the table of a pot game: orders, levels, seats, and what is told of every round."""

from __future__ import annotations

from tests.games.tournament_talk import at_a_tournament

POT_GAMES = ("omaha", "faro", "seven_card_stud")


def test_a_round_is_played_by_order_and_reported() -> None:
    table = at_a_tournament("omaha", {1: 1000, 2: 1000, 3: 1000}, boxes=3)
    table.posts()
    table.expect_round_begun(1, 1)
    table.deal()
    table.raises(3, 30)
    table.folds(1)
    table.calls(2)
    table.plays_out()
    table.expect_round_begun(1, 1)
    assert table.chips() == 300_000
