"""Where the journals of tournaments are: each is called as the file of its conditions."""

from __future__ import annotations

from pathlib import Path


def journal_of(state: Path, name: str) -> Path:
    return state / f"tournament-{name}.db"


def journals_in(state: Path) -> list[Path]:
    return sorted(state.glob("tournament-*.db"))
