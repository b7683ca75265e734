"""The table's slip printer, if it has one: whether it can print now, and what it is given."""

from __future__ import annotations

from collections.abc import Iterable

from controller.lines.keeper import Keeper
from drivers.slip import Slip
from games.outcomes import Refusal, text
from games.table.table import Table

PRINTS_ON = ("paper_near_end",)


class Printer:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @property
    def name(self) -> str:
        return self._keeper.device.name

    def is_not_ready(self, table: Table) -> Refusal | None:
        """What the journal knows of it: a fault is on record before anybody is refused for it."""
        if self._keeper.prints_now:
            return Refusal(say=text("printer_busy"))
        health, known = self._keeper.health, table.devices.get(self.name)
        if health.state == "ready":
            return None
        fault = known.detail if health.state == "faulted" and known is not None else "not_answering"
        if fault in PRINTS_ON:
            return None
        return Refusal(say=text("printer_not_ready", fault=fault, remedy=fault))

    def print(self, slip: Slip) -> None:
        self._keeper.print(slip)


def printer_of(keepers: Iterable[Keeper]) -> Printer | None:
    return next((Printer(keeper) for keeper in keepers if keeper.device.role == "printer"), None)
