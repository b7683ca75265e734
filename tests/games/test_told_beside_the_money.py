"""What is told beside the money: amounts on buttons, ways that chips go, who has nothing left."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.every_game.carry import Carry
from games.every_game.correcting import Chips, _ways
from games.outcomes import Acted, Refusal
from tests.games.canberra_tournament_talk import TournamentTable
from tests.games.pot_talk import PotTable, at_the_omaha_table, at_the_stud_table
from tests.games.rounds.pot import FaroRounds, OmahaRounds, PotRounds, StudRounds
from tests.games.rules_in_common import pot_rules
from tests.games.table_talk import at_the_table, house_options

SEATS = {1: 500, 2: 500, 3: 500, 4: 500}

# ---------------------------------------------------------------- the ways of a correction

CENTS = st.integers(-1_000_000, 1_000_000)


@given(CENTS, CENTS)
@pytest.mark.parametrize("sits_down", [at_the_table, at_the_omaha_table], ids=["layout", "pots"])
def test_the_ways_of_a_correction_add_up_to_the_differences(sits_down, player, house):
    """Who has more got it, who has less gave it, and nothing goes in a circle."""
    chips, state = Chips(player, house), sits_down().game.state
    table = "pots" if state.game.has_seats else "layout"
    more = {"stake": 0, table: 0, "house": 0}
    ways = list(_ways(state, 1, chips))
    for moved in ways:
        assert moved.cents > 0
        more[moved.source] -= moved.cents
        more[moved.dest] += moved.cents
    assert more == {"stake": player, table: -player - house, "house": house}
    assert not {moved.source for moved in ways} & {moved.dest for moved in ways}


# ---------------------------------------------------------------- amounts on buttons


def quick(table: PotTable) -> dict[str, int]:
    offers = [
        offer for offer in table.game.offers() if offer.command == "wager" and "to_cents" not in offer.args
    ]
    return {
        said.code: said.words["amount_cents"]
        for offer in offers
        for form in offer.fields
        for said in getattr(form, "quick", ())
    }


@pot_rules("4.2(g)")
def test_half_the_pot_and_the_pot_are_what_they_say_before_the_flop():
    """Blinds of 5 and 10. The first to act calls 10 and raises by half of the 25 that lie there then, in whole
    dollars: to 22. By the pot: to 35."""
    table = at_the_omaha_table(maximum="no_limit", blinds=(5, 10), stakes=SEATS)
    table.posts()
    table.deal()
    assert quick(table) == {
        "quick_least": 2_000,
        "quick_half_pot": 2_200,
        "quick_pot": 3_500,
        "quick_all_in": 50_000,
    }


@pytest.mark.parametrize("kind", [OmahaRounds, FaroRounds, StudRounds])
@pytest.mark.parametrize("seed", range(3))
def test_every_quick_amount_is_taken_and_means_what_it_is_called(kind, seed: int, monkeypatch):
    """4.2(g): the pot is all that lies there, and what is due from whoever bets it."""
    tried: set[str] = set()
    rounds = kind(seed)
    take = PotRounds.take

    def looked(table: PotRounds, event: e.Event, *, may_be_refused: bool = False):
        outcomes = take(table, event, may_be_refused=may_be_refused)
        state = table.game.state
        if state.phase == "bet" and state.question is None and state.current.play.due == "turn":
            tried.update(_each_is_taken(table.game))
        return outcomes

    monkeypatch.setattr(PotRounds, "take", looked)
    for _ in range(8):
        rounds.play()
    assert tried or kind is not OmahaRounds


def _each_is_taken(game) -> set[str]:
    tried = set()
    for offer in game.offers():
        if offer.command != "wager":
            continue
        for said in (said for form in offer.fields for said in getattr(form, "quick", ())):
            to = said.words["amount_cents"]
            told = deepcopy(game).take(e.KINDS["wager"](**offer.args, to_cents=to))
            assert not any(isinstance(one, Refusal) for one in told), (said, told)
            players = game.state.current.play.players
            mine, high = players[offer.args["box"]], max(one.bet_cents for one in players.values())
            lies = sum(one.paid_cents + one.dead_cents for one in players.values())
            meant = {
                "quick_pot": high + lies + high - mine.bet_cents,
                "quick_all_in": mine.bet_cents + mine.stake_cents,
            }
            assert to == meant.get(said.code, to), (said, meant)
            tried.add(said.code)
    return tried


# ---------------------------------------------------------------- tapped out


@pot_rules("14.1")
@pytest.mark.parametrize("sits_down", [at_the_omaha_table, at_the_stud_table], ids=["omaha", "stud"])
def test_only_who_has_put_in_all_he_has_is_told_as_tapped_out(sits_down):
    table = sits_down(maximum="no_limit", stakes=SEATS)
    table.posts()
    table.deal()
    first = table.state.play.turn().seat
    table.bets(first, 100)
    assert [act.tapped_out for act in table.heard if isinstance(act, Acted)] == [False]
    table.taps_out(table.state.play.turn().seat)
    assert [act.tapped_out for act in table.heard if isinstance(act, Acted)] == [True]


# ---------------------------------------------------------------- limits of before a tournament


@pytest.mark.rule("NI2004-492", "3.1")
@pytest.mark.rule("NI2004-492", "17.4(g)")
def test_limits_that_players_had_notice_of_do_not_come_into_force_in_a_tournament():
    game = CanberraPoker(house_options(), 7, Carry())
    table = TournamentTable(game)
    table.open()
    table.supervisor.checks_deck_by_hand()
    table.supervisor.announces_limits(50, 1_000, 10, minutes=10)
    assert game.state.coming is not None
    table.joins()
    table.level(10, 500, 5)
    table.minutes_pass(11)
    assert game.state.coming is None
    assert (game.state.limits.minimum_cents, game.state.limits.maximum_cents) == (1_000, 50_000)
