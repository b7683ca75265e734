"""A table with its journal in a folder of its own, as the daemon keeps it, and a whole round to play on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from games import events as e
from games.cards import SealedCard, SealedTag
from games.house.state import State
from games.outcomes import Outcome, Prompt
from games.table.table import Setup
from games.table.table import Table as ControllerTable
from tests.games.table_talk import Table, all_of, house_options

BOXES = 4
Clock = Callable[[], int]


def setup(boxes: int = BOXES, **options: Any) -> Setup:
    return Setup("T-01", "canberra_poker", boxes, house_options(**options))


class Room:
    """`handle` is what the loop does with each entry of its inbox."""

    def __init__(self, folder: Path, agreed: Setup | None = None) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.now_ms = 1_700_000_000_000
        self.journal = Journal(folder / "journal.db")
        self.seal = load_seal(folder / "seal.key", may_create=self.journal.empty)
        try:
            self.loop = TableLoop(self.journal, self.seal, agreed or setup(), self._time)
        except BaseException:
            self.journal.close()
            raise

    def _time(self) -> int:
        self.now_ms += 1_000
        return self.now_ms

    @property
    def table(self) -> ControllerTable:
        return self.loop.table

    def handle(self, event: e.Event) -> list[Outcome]:
        told: list[list[Outcome]] = []
        self.loop.handle(Incoming(event, told.append))
        assert len(told) == 1, f"{event.kind} was answered {len(told)} times"
        return told[0]

    def numbers(self) -> list[int]:
        return [record.number for record in self.journal.records()]

    def close(self) -> None:
        self.journal.close()


@contextmanager
def room(folder: Path, agreed: Setup | None = None) -> Iterator[Room]:
    made = Room(folder, agreed)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def after_a_power_cut(running: Room, folder: Path, agreed: Setup | None = None) -> Iterator[Room]:
    """Another daemon on the files as they are on disk at this moment."""
    folder.mkdir()
    for file in running.folder.iterdir():
        if file.suffix != ".db-shm":
            shutil.copy(file, folder)
    with room(folder, agreed or running.table.setup) as restarted:
        yield restarted
    shutil.rmtree(folder)


class _Game:
    """What table talk needs of a game, played through the loop and its journal."""

    def __init__(self, running: Room) -> None:
        self._room = running

    @property
    def state(self) -> State:
        return self._room.table.game.state

    def take(self, event: e.Event) -> list[Outcome]:
        return self._room.handle(event)

    def prompt(self) -> Prompt:
        return self._room.table.game.prompt()


def talk(running: Room) -> Table:
    return Table(_Game(running))  # type: ignore[arg-type]


def remembered(table: ControllerTable) -> Any:
    """All that a table knows of its round, and what it would say and offer next."""
    known = {name: value for name, value in vars(table).items() if name != "_carry"}
    return all_of(known), table.game.prompt(), table.game.offers(), table.undoable()


def source(sequence: int, device: str = "shoe", boot: int | None = None) -> e.Source:
    return e.Source(device=device, boot=boot, sequence=sequence)


def draw(table: Table, sequence: int) -> None:
    """The next card of the stacked deck, with the number that the shoe gave it."""
    table.happens(e.CardDrawn(card=SealedCard(table.stacked.pop(0)), source=source(sequence)))


def to_the_antes(table: Table, antes: dict[int, float] | None = None) -> None:
    table.says(e.SignIn, by="dealer", name="Marta")
    table.happens(e.DeviceReady(device="shoe", role="shoe", model="a shoe", source=source(1)))
    table.open()
    table.supervisor.checks_deck_by_hand()
    table.next_round()
    table.antes(antes or {1: 25, 2: 50, 3: 30})


def to_the_decisions(table: Table, antes: dict[int, float] | None = None, hands: Any = None) -> None:
    to_the_antes(table, antes)
    table.closes_betting()
    table.deal(hands or {})


def a_troubled_round(table: Table) -> None:
    """From the closed table to the last card in the rack, and almost everything that can happen in between."""
    to_the_antes(table)
    table.jackpot(2)
    table.says(e.Undo)
    table.jackpot(2)
    table.supervisor.sets_marker(3, 1_000)
    table.says(e.CallFloor)
    table.closes_betting()
    table.stack({1: "As Ah Ad 4s 5s", 2: "Ks Kh Kd Kc 2s", 3: "Qs Jh 9d 6h 2h", "dealer": "Ac 3d 8c 5d 3c"})
    for number in range(2, 6):
        draw(table, number)
    table.reader_sees(1, "tag one")
    table.reader_sees(2, "tag two")
    table.reader_loses(1, "tag one")
    table.says(e.HoldShoe)
    table.exposes(1, 1)
    table.answers("turn_over")
    table.shoe_is_lost()
    table.shoe_is_back()
    table.answers("go_on")
    table.draws_unread()
    table.stacked.pop(0)
    table.happens(e.ReportsMissed(device="shoe", role="shoe", count=1, source=source(7)))
    draw(table, 8)
    table.supervisor.answers("count_as_dealt")
    table.shoe_faults()
    table.shoe_recovers()
    table.answers("not_dealt")
    table.report("wrong_box", 2)
    table.withdraws()
    table.report("other")
    table.supervisor.answers("go_on", "looked at together")
    table.happens(e.PlaceRead(place="1", tags=(SealedTag("tag one"),)))
    table.says(e.SignIn, by="1207", name="Jonas")
    for number in range(9, 9 + len(table.game.state.deal.plan) - len(table.game.state.deal.dealt)):
        draw(table, number)
    table.says(e.FloorCame)
    table.bets(1)
    table.says(e.Undo)
    table.bets(1, 2)
    table.folds(3)
    table.shows_dealer()
    table.enters(2, 2, "Kh")
    table.enters(1, 2, "Ah")
    table.plays_out(claims=[2], collect=False)
    table.collects(1)
    table.answers("count_again")
    table.collects()
