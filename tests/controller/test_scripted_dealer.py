"""The scripted dealer at every kind of table that is shipped, over real wires, whatever its hardware sees."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.adjudicate import adjudicate_journal
from simulators.dealer import Given, play
from tests.browser.dealing import DEALER
from tests.daemon import Daemon

PLAY_WAIT_S = 60
ROUNDS = 3
TABLES = ("demo", "demo_holdem", "demo_shuffler", "demo_by_hand", "demo_counting")


@contextmanager
def daemon_of(table: str) -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), table).start()
        try:
            yield daemon
        finally:
            daemon.stop()


def played(daemon: Daemon) -> list[str]:
    given = Given(
        address=f"127.0.0.1:{daemon.port}",
        token=daemon.token("dealer"),
        badge=DEALER[0],
        pin=DEALER[1],
        folder=str(daemon.state),
        seed=3,
        pace_s=0.01,
        rounds=ROUNDS,
    )
    told: list[str] = []
    asyncio.run(asyncio.wait_for(play(given, told.append), PLAY_WAIT_S))
    return told


@pytest.mark.parametrize("table", TABLES)
def test_rounds_are_played_and_can_be_ruled_on_again(table: str) -> None:
    with daemon_of(table) as daemon:
        told = played(daemon)
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
