"""Says what a tournament says. Its sentences go before those of a table that have the same name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from controller.language import Language

GROUP = "tournament"


def at_this_machine(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000)


class TournamentLanguage(Language):
    def __init__(self, name: str, at: Callable[[int], datetime] = at_this_machine) -> None:
        """`at`: what time it is where somebody reads it."""
        super().__init__(name, seats=True)
        self._at = at
        self._said = self._book[GROUP]
        self._sentences |= self._said
        self._special |= {
            "rules": listed,
            "entries": listed,
            "tables": self._one_after_the_other,
            "what": lambda command: str(self._said[f"undo_{command}"]),
            "part": lambda part: self.of("director", f"part_{part}"),
            "from_ms": self.moment,
        }

    def moment(self, at_ms: int) -> str:
        """A session may be on another day."""
        return self._as("moment", at_ms)

    def on_paper(self, at_ms: int) -> str:
        """It is kept for years."""
        return self._as("day_of_paper", at_ms)

    def _as(self, form: str, at_ms: int) -> str:
        at = self._at(at_ms)
        words = {"day": at.day, "month": at.month, "year": at.year, "time": f"{at:%H:%M}"}
        return str(self._formats[form]).format(**words)

    def _one_after_the_other(self, tables: Sequence[str]) -> str:
        return str(self._formats["then"]).join(tables)


def listed(names: Sequence[object]) -> str:
    return ", ".join(map(str, names))
