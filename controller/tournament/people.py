"""Who the players are: names by the number that a tournament knows a person by.

They are in no journal, so they can be erased, and whoever reads the journal afterwards finds numbers.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated

import structlog
from pydantic import Field, TypeAdapter, ValidationError

from controller.private_file import write_privately
from games.tournament.events import Person

log = structlog.get_logger()

LONGEST_NAME = 60
Names = dict[Person, Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]]
NAMES: TypeAdapter[dict[str, str]] = TypeAdapter(Names)


class People:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._names = self._read()

    @property
    def names(self) -> Mapping[str, str]:
        return self._names

    def name_of(self, number: str) -> str:
        """Empty for whoever gave none, or had it erased."""
        return self._names.get(number, "")

    def known_as(self, name: str) -> str | None:
        """The number of somebody of that name."""
        wanted = name.casefold()
        return next((number for number, other in self._names.items() if other.casefold() == wanted), None)

    def put(self, number: str, name: str) -> None:
        """Raises OSError: then nobody knows the name."""
        self._write({**self._names, number: name})

    def erase(self, number: str) -> None:
        self._write({other: name for other, name in self._names.items() if other != number})

    def new_number(self, taken: Collection[str]) -> str:
        """For a person who has no number of the house. One that was ever used here is not used again."""
        used = {*taken, *self._names}
        return next(number for place in range(1, len(used) + 2) if (number := f"P{place}") not in used)

    # ------------------------------------------------------------ the file

    def _read(self) -> dict[str, str]:
        try:
            return NAMES.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            kept = self._path.with_suffix(".damaged")
            log.error("names_not_readable", path=str(self._path), error=type(error).__name__, kept=str(kept))
            self._path.rename(kept)
            return {}

    def _write(self, names: dict[str, str]) -> None:
        write_privately(self._path, json.dumps(names, ensure_ascii=False, indent=1))
        self._names = names
