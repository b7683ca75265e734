"""Journals in which rounds were played by chance, as a daemon leaves them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from games.catalogue import game_class
from games.table.table import Setup
from tests.controller.room import Room
from tests.same.plays import event_of, rules_of

GAMES = {  # a seed in whose rounds something goes wrong
    "canberra_poker": 3,
    "casino_holdem": 3,
    "omaha": 3,
    "faro": 7,
    "seven_card_stud": 3,
    "shuffling_shoe": 3,
}
ROUNDS = 6
_FOLDERS: list[TemporaryDirectory[str]] = []


@cache
def journal_of(kind: str, rounds: int = ROUNDS) -> Path:
    """Played once for all tests, which only read it."""
    kept = TemporaryDirectory(prefix=f"table-{kind}-")
    _FOLDERS.append(kept)  # goes when the tests end
    folder = Path(kept.name)
    room: Room | None = None
    for step in rules_of(kind)(GAMES.get(kind, 3), rounds):
        if "setup" in step:
            said = step["setup"]
            options = game_class(said["game"]).Options.model_validate_json(json.dumps(said["options"]))
            room = Room(folder, Setup(said["table"], said["game"], said["boxes"], options, said["shoe"]))
        elif room is not None and ("take" in step or "again" in step):
            room.handle(event_of({"take": step.get("take") or step["again"]}))
    assert room is not None
    room.close()
    return folder / "journal.db"
