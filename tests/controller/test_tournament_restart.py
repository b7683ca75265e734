"""A table in the middle of a tournament is what it was, when its computer comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import events as e
from games.cards import FULL_DECK, SealedCard
from games.table.table import Setup, Table
from tests.controller.room import after_a_power_cut, room
from tests.games.pot_talk import pot_options
from tests.games.table_talk import all_of

LEVEL = (
    e.Determination(name="betting.blinds_cents", value=(1_000, 2_000)),
    e.Determination(name="betting.least_cents", value=2_000),
)


def two_rounds() -> Iterator[e.Event]:
    """With orders before, between and behind them; seat 2 is absent."""
    yield e.SignIn(by="1", name="Marta")
    yield e.OpenTable(by="1")
    yield e.DeckCheckedByHand(by="2", role="supervisor")
    yield e.JoinTournament(order=1, tournament="spring")
    for number in (1, 2, 3):
        yield e.SeatEntrant(order=1 + number, box=number, entry=10 + number, chips_cents=100_000)
        yield e.MarkSeat(box=number, taken=number != 2, by="1")
    yield e.FollowLevels(order=5, levels=(e.Level(number=1, determined=LEVEL),))
    yield e.PlaySession(order=6, session=1)
    yield from folded_round(e.Fold(box=3, by="1"), e.Fold(box=1, by="1"))
    yield e.GiveChips(order=7, box=2, entry=12, chips_cents=5_000)
    yield e.UnseatEntrant(order=8, box=3, entry=13)
    yield e.MarkSeat(box=3, taken=False, by="1")
    yield from folded_round(e.Call(box=1, amount_cents=1_000, by="1"), deals_to=2)
    yield e.PlaySession(order=9, session=1, waiting="break", until_ms=5_000)


def known(table: Table) -> Any:
    game = table.game
    return all_of(game.state), game.state.carry(), game.prompt(), game.offers(), game.seen("dealer")


def folded_round(*acts: e.Event, deals_to: int = 3) -> Iterator[e.Event]:
    yield e.Shuffled(by="1")
    yield e.CutMade(by="1")
    yield e.CollectPosts(by="1")
    for card in FULL_DECK[: 4 * deals_to]:
        yield e.CardDrawn(card=SealedCard(card))
    yield from acts
    yield e.PayPot(pot=1, by="1")
    yield e.Collected(count=4 * deals_to, by="1")


@pytest.mark.rule("NI2017-583", "20.12")
@pytest.mark.rule("NI2017-583", "20.15")
def test_a_table_in_a_tournament_comes_back_as_it_was(tmp_path: Path) -> None:
    with room(tmp_path / "table", Setup("T-01", "omaha", 6, pot_options("omaha"))) as running:
        for number, event in enumerate(two_rounds()):
            told = running.handle(event)
            assert [outcome.kind for outcome in told if outcome.kind == "refusal"] == [], event
            with after_a_power_cut(running, tmp_path / f"again-{number}") as again:
                assert known(again.table) == known(running.table), event
        assert {seat: s.stake_cents for seat, s in running.table.game.state.seats.items()} == {
            1: 101_000,
            2: 104_000,
        }
