"""What a checkpoint keeps of the game that wrote it."""

from __future__ import annotations

import json
from pathlib import Path

from controller.journal.journal import Record
from controller.journal.records import Entry, read, write_checkpoint
from controller.journal.seal import Seal, load_seal
from games import events as e
from games.table.table import Setup, Table
from tests.controller.room import setup
from tests.games.pot_talk import pot_options


def test_seats_and_stakes_come_back_from_a_checkpoint(tmp_path: Path) -> None:
    table = Table(Setup("T-01", "omaha", 6, pot_options("omaha")))
    table.take(e.OpenTable())
    for box in (2, 5):
        table.take(e.TakeSeat(box=box, stake_cents=50_000))
    kept = table.carry()
    seal = load_seal(tmp_path / "seal.key", may_create=True)
    checkpoint = again(seal, *write_checkpoint(seal, table, 0)).checkpoint
    assert checkpoint is not None
    assert checkpoint.carry == kept
    assert list(Table(table.setup, checkpoint.carry).game.state.seats) == [2, 5]


def test_a_checkpoint_that_says_more_than_its_game_hands_on_is_read(tmp_path: Path) -> None:
    """Every game once wrote the empty seats of a pot game."""
    seal = load_seal(tmp_path / "seal.key", may_create=True)
    table = Table(setup())
    body, kept = write_checkpoint(seal, table, 0)
    head, _, said = body.partition(b"checkpoint ")
    checkpoint = json.loads(said)
    checkpoint["carry"]["game"]["pot"] = {"seats": {}, "button": 0}
    read_again = again(seal, head + b"checkpoint " + json.dumps(checkpoint).encode() + b"\n", kept).checkpoint
    assert read_again is not None
    assert read_again.carry == table.carry()


def again(seal: Seal, body: bytes, kept: bytes | None) -> Entry:
    return read(seal, Record(1, 1, True, body, kept or b""))
