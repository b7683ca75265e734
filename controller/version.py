"""Which program this is: its version, and hashes of its source and rules; nobody has to trust a number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from controller import __version__

ROOT = Path(__file__).parents[1]
ROOMS = ("config", "controller", "drivers", "games", "simulators")
KINDS = (".py", ".toml", ".js", ".css", ".html", ".svg")
SHOWN = 12  # characters of a hash are enough to tell two programs apart


class Program(NamedTuple):
    version: str
    source: str
    rules: str

    def __str__(self) -> str:
        return f"{self.version} (source {self.source}, rules {self.rules})"


@cache
def this_program() -> Program:
    source = _hash(path for room in ROOMS for path in (ROOT / room).rglob("*") if _is_ours(path))
    return Program(__version__, source, _hash((ROOT / "games" / "rulebook").glob("*.py")))


def _is_ours(path: Path) -> bool:
    """What a table's people change is not the program: their configuration has a hash of its own."""
    return path.suffix in KINDS and not (path.suffix == ".toml" and path.is_relative_to(ROOT / "config"))


def _hash(paths: Iterable[Path]) -> str:
    """Of names and contents: the same whether it runs from a checkout or is installed."""
    found = hashlib.sha256()
    for path in sorted(paths):
        text = path.read_bytes()
        found.update(b"%b %d\n" % (path.relative_to(ROOT).as_posix().encode(), len(text)))
        found.update(text)
    return found.hexdigest()[:SHOWN]
