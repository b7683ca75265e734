"""The scripted dealer at every kind of table that is shipped, over real wires, whatever its hardware sees."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.tools.adjudicate import adjudicate_journal
from simulators import pot_players
from simulators.dealer import play
from tests.daemon import Daemon

PLAY_WAIT_S = 300  # on a busy machine
ROUNDS = 3
PACE_S = 0.01
PACE_OF_POLLED_S = 0.12  # who deals faster than readers are asked is asked what lies where
TABLES = ("demo", "demo_holdem", "demo_shuffler", "demo_by_hand", "demo_counting", "demo_serial")
POT_TABLES = ("demo_omaha", "demo_faro", "demo_stud")
POT_ROUNDS = 8
Told = list[dict[str, Any]]


@contextmanager
def daemon_of(table: str, **changes: tuple[str, str]) -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), table, **changes).start()
        try:
            yield daemon
        finally:
            daemon.stop()


def played(daemon: Daemon, rounds: int = ROUNDS, pace_s: float = PACE_S) -> list[str]:
    given = daemon.scripted_dealer(seed=3, rounds=rounds, pace_s=pace_s)
    told: list[str] = []
    asyncio.run(asyncio.wait_for(play(given, told.append), PLAY_WAIT_S))
    return told


@pytest.mark.parametrize("table", TABLES)
def test_rounds_are_played_and_can_be_ruled_on_again(table: str) -> None:
    with daemon_of(table) as daemon:
        told = played(daemon, pace_s=PACE_OF_POLLED_S if table == "demo_serial" else PACE_S)
        assert sum("Collect all cards" in line for line in told) == ROUNDS
        assert not [line for line in told if "void" in line.lower()]
        for round_ in range(1, ROUNDS + 1):
            *_, last = adjudicate_journal(daemon.state / "journal.db", round_)
            rounds = json.loads(last)["result"]["rounds"]
            assert [(one["round"], one["void"]) for one in rounds] == [(round_, False)]


def test_the_decks_of_a_shuffling_shoe_are_all_in_it_after_a_round() -> None:
    with daemon_of("demo_shuffler") as daemon:
        played(daemon)
        held = daemon.bench.do("state")["shuffler"]
        assert {held[chamber] for chamber in ("tray", "drum", "shoe")} == {"", "blue", "red"}


# ---------------------------------------------------------------- pot games


def ruled_again(daemon: Daemon, round_: int) -> tuple[Told, dict[str, Any]]:
    *outcomes, last = map(json.loads, adjudicate_journal(daemon.state / "journal.db", round_))
    return outcomes, last["result"]


def of(kind: str, outcomes: Told) -> Told:
    return [outcome for outcome in outcomes if outcome["kind"] == kind]


def chips_in_and_out(outcomes: Told) -> int:
    """What players brought to their stakes and took with them."""
    return sum(moved["cents"] for moved in of("stake_changed", outcomes))


def only_plays(told: list[str]) -> bool:
    """It has said how each round ended, and no touch was refused."""
    return len(told) == POT_ROUNDS and all("Collect all cards" in line for line in told)


@pytest.mark.parametrize("table", POT_TABLES)
def test_pots_are_played_for_and_no_chip_comes_or_goes_unsaid(table: str) -> None:
    with daemon_of(table) as daemon:
        assert only_plays(played(daemon, POT_ROUNDS))
        stakes = 0
        for round_ in range(1, POT_ROUNDS + 1):
            outcomes, result = ruled_again(daemon, round_)
            (closed,) = result["rounds"]
            assert (closed["round"], closed["void"]) == (round_, False)
            assert sum(box["net_cents"] for box in closed["boxes"]) == -closed["commission_cents"]
            stakes += chips_in_and_out(outcomes) - closed["commission_cents"]
            assert sum(seat["stake_cents"] for seat in result["seats"]) == stakes
            assert not of("question", outcomes)
            assert "button_belongs" not in {notice["say"]["code"] for notice in of("notice", outcomes)}


@pytest.mark.rule("NI2017-583", "2.2(f)")
@pytest.mark.rule("NI2005-67", "2.2(f)")
@pytest.mark.rule("NI2005-74", "2.2(f)")
@pytest.mark.parametrize("table", POT_TABLES)
def test_a_reduced_deck_is_what_lies_in_the_shoe(table: str) -> None:
    game = {"demo_stud": "seven_card_stud"}.get(table, table.removeprefix("demo_"))
    with daemon_of(table, **{game: (r"deck = 52", "deck = 32")}) as daemon:
        assert all("Collect all cards" in line for line in played(daemon))
        outcomes = [outcome for round_ in range(1, ROUNDS + 1) for outcome in ruled_again(daemon, round_)[0]]
        assert not of("question", outcomes)
        assert not {turned["card"][0] for turned in of("card_turned", outcomes)} & set("23456")


@pytest.mark.rule("NI2005-67", "2.2(b)")
@pytest.mark.rule("NI2005-67", "2.3")
def test_a_joker_that_no_shoe_can_read_is_entered_by_people() -> None:
    with daemon_of("demo_joker") as daemon:
        assert daemon.bench.do("state")["places"]["pile"] == 49
        assert all("Collect all cards" in line for line in played(daemon, POT_ROUNDS))
        rounds = range(1, POT_ROUNDS + 1)
        outcomes = [outcome for round_ in rounds for outcome in ruled_again(daemon, round_)[0]]
        assert not of("question", outcomes)
        assert "Jk" in {turned["card"] for turned in of("card_turned", outcomes)}


def test_one_seed_plays_the_same() -> None:
    def story() -> Told:
        with daemon_of("demo_omaha") as daemon:
            played(daemon, POT_ROUNDS)
            told = [
                outcome for round_ in range(1, POT_ROUNDS + 1) for outcome in ruled_again(daemon, round_)[0]
            ]
            return [outcome for outcome in told if outcome["kind"] in ("acted", "stake_changed", "card_turned")]

    assert story() == story()


@pytest.mark.parametrize("shoe", ['"devices/demo_counting_shoe.toml", ', ""], ids=["counting", "by hand"])
@pytest.mark.parametrize("table", POT_TABLES)
def test_cards_that_no_shoe_reads_are_entered(table: str, shoe: str) -> None:
    """In stud before anybody can bet."""
    with daemon_of(table, **{table: ('"devices/demo_shoe.toml", ', shoe)}) as daemon:
        assert all("Collect all cards" in line for line in played(daemon))
        outcomes = [outcome for round_ in range(1, ROUNDS + 1) for outcome in ruled_again(daemon, round_)[0]]
        assert not of("question", outcomes)
        assert of("card_turned", outcomes)


def test_the_last_card_of_stud_is_one_for_all_if_the_deck_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """17.20: eight players stay to the end."""
    for never in ("FOLD_SHARE", "FOLD_FOR_NOTHING_SHARE", "RAISE_SHARE", "WRONG_CHIPS_SHARE"):
        monkeypatch.setattr(pot_players, never, 0)
    monkeypatch.setattr(pot_players, "FEWEST_AT_FIRST", 8)
    with daemon_of("demo_stud") as daemon:
        played(daemon, 1)
        outcomes, _ = ruled_again(daemon, 1)
    assert [turned["place"] for turned in of("card_turned", outcomes)].count("board") == 1
