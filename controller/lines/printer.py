"""The table's slip printer, if it has one: whether it can print now, and what it is given."""

from __future__ import annotations

from collections.abc import Iterable

from controller.lines.keeper import Keeper
from drivers.slip import Slip
from games.outcomes import Refusal, text

PRINTS_ON = ("paper_near_end",)


class Printer:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @property
    def name(self) -> str:
        return self._keeper.device.name

    def is_not_ready(self) -> Refusal | None:
        if self._keeper.prints_now:
            return Refusal(say=text("printer_busy"))
        health = self._keeper.health
        fault = health.detail if health.state == "faulted" else "not_answering"
        if health.state == "ready" or fault in PRINTS_ON:
            return None
        return Refusal(say=text("printer_not_ready", fault=fault, remedy=fault))

    def print(self, slip: Slip) -> None:
        self._keeper.print(slip)


def printer_of(keepers: Iterable[Keeper]) -> Printer | None:
    return next((Printer(keeper) for keeper in keepers if keeper.device.role == "printer"), None)
