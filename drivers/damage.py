"""The same damage again is no news: it is said once, until something good has come."""

from __future__ import annotations

from drivers.reports import Damaged, Report


class Complaints:
    def __init__(self) -> None:
        self._last = ""

    def about(self, why: str) -> list[Report]:
        if why == self._last:
            return []
        self._last = why
        return [Damaged(why=why)]

    def all_is_well(self) -> None:
        self._last = ""
