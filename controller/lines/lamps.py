"""Lamps and lit keys follow the table: what any player may see, and no card.

A device's file says of each lamp what it tells. The keeper sends it on, at its next idle moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from config.schema import Device
from controller.loop import TableLoop
from games import events as e
from games.events import BOARD
from games.outcomes import Outcome
from games.table.table import Table


class Lit(Protocol):
    def light(self, lamps: frozenset[int]) -> None: ...


class Lamps:
    def __init__(self, devices: Iterable[tuple[Device, Lit]], loop: TableLoop) -> None:
        self._devices = [(device.lamps, lit) for device, lit in devices if device.lamps]
        self._loop = loop
        self.heard(None, [])

    def heard(self, event: e.Event | None, outcomes: list[Outcome]) -> None:
        if not self._devices:
            return
        now = set(told_by_lamps(self._loop.table)) if self._loop.trouble is None else {"question"}
        for lamps, lit in self._devices:
            lit.light(frozenset(int(lamp) for lamp, tells in lamps.items() if tells in now))


def told_by_lamps(table: Table) -> Iterator[str]:
    """Every word that is so now."""
    question = table.game.state.question
    if question is not None:
        yield "question"
        if question.question.about == "shoe_held":
            yield "shoe_held"
    seen = table.seen("dealer")
    yield from (f"due-{place.number}" for place in seen.places if place.tone == "next")
    if seen.dealer is not None and seen.dealer.tone == "next":
        yield "due-dealer"
    if seen.board is not None and seen.board.tone == "next":
        yield f"due-{BOARD}"
