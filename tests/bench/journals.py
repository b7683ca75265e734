"""Journals as tables write them: round after round on simulated devices, through the loop, onto the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from games import events as e
from games.outcomes import Outcome
from games.table.table import Setup, Table
from tests.simulation.people import People
from tests.simulation.wired import Door, Wired

SEED = 20_261_119
TABLES = {
    "Canberra Poker": "demo",
    "Casino Hold-em": "demo_holdem",
    "Poker Omaha": "demo_omaha",
    "Poker Faro": "demo_faro",
    "Seven Card Stud": "demo_stud",
}


class Clock:
    """That of the simulated table, once there is one."""

    def __init__(self) -> None:
        self.wired: Wired | None = None

    def __call__(self) -> int:
        return self.wired.now_ms if self.wired is not None else 1


def state_in(folder: Path) -> Path:
    """Of its own, for this user alone."""
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def play(state: Path, table: str, rounds: int) -> None:
    """So many rounds into the journal of that folder, by honest people at devices that work."""
    journal, clock = Journal(state / "journal.db"), Clock()
    seal = load_seal(state / "seal.key", may_create=True)

    def door(setup: Setup) -> tuple[Door, Callable[[], Table]]:
        loop = TableLoop(journal, seal, setup, clock)

        def take(event: e.Event) -> list[Outcome]:
            told: list[list[Outcome]] = []
            loop.handle(Incoming(event, told.append))
            return told[0]

        return take, lambda: loop.table

    try:
        wired = clock.wired = Wired(table, SEED, door)
        wired.open()
        wired.take(e.SignIn(by="1182", name="D. Dealer"))
        wired.take(e.OpenTable(by="1182"))
        people = People(wired, SEED)
        for _ in range(rounds):
            people.settle()
            people.play()
    finally:
        journal.close()
