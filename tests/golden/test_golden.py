"""What any version wrote, this one opens, goes on with, and rules on as it was ruled."""

from __future__ import annotations

import lzma
import shutil
from pathlib import Path

import pytest

from controller import __version__
from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.journal.records import Difference, played_again, read, setup_of
from controller.journal.seal import Seal, load_seal
from controller.loop import TableLoop
from games import events as e
from games.outcomes import Outcome
from games.table.table import Setup, is_refused

HOME = Path(__file__).parent
GOLDEN = sorted(HOME.glob("*/*.db.xz"))
IDS = [f"{path.parent.name}-{path.name.removesuffix('.db.xz')}" for path in GOLDEN]


@pytest.fixture(params=GOLDEN, ids=IDS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    packed: Path = request.param
    (tmp_path / "journal.db").write_bytes(lzma.decompress(packed.read_bytes()))
    shutil.copy(packed.with_name(packed.name.replace(".db.xz", ".key")), tmp_path / "seal.key")
    return tmp_path


def opened(folder: Path, *, reads_only: bool = False) -> tuple[Journal, Seal]:
    journal = Journal(folder / "journal.db", reads_only=reads_only)
    return journal, load_seal(folder / "seal.key", may_create=False)


def test_there_are_journals_of_every_game() -> None:
    """Of this version too: it was recorded when the version was cut."""
    versions = {path.parent.name for path in GOLDEN}
    assert versions >= {"0.1.0", __version__}
    for version in versions:
        assert len([path for path in GOLDEN if path.parent.name == version]) >= 11


def test_every_round_is_ruled_as_it_was_ruled(folder: Path) -> None:
    journal, seal = opened(folder, reads_only=True)
    differences: list[Difference] = []
    try:
        played = sum(
            again.entry.event is not None for again in played_again(seal, journal.records(), differences.append)
        )
    finally:
        journal.close()
    assert played == journal.last_number - 1
    assert differences == []


@pytest.mark.parametrize("share", [0.3, 0.6, 0.85, 1.0])
def test_a_table_goes_on_from_wherever_it_was_stopped(folder: Path, share: float) -> None:
    """In the middle of a round too: with that round, and its next record written as today."""
    last = cut(folder, share)
    journal, seal = opened(folder)
    try:
        setup = as_it_was(journal, seal)
        loop = TableLoop(journal, seal, setup, lambda: 1_800_000_000_000)
        assert loop.trouble is None
        before = loop.table.game.state.round
        assert not is_refused(handle(loop, e.CallFloor(by="1182")))
        assert journal.last_number > last
    finally:
        journal.close()
    journal, seal = opened(folder)
    try:
        again = TableLoop(journal, seal, setup, lambda: 1_800_000_001_000)
        assert again.trouble is None
        assert again.table.game.state.round == before
        assert again.table.floor_called_ms
        assert list(played_again(seal, journal.records()))
    finally:
        journal.close()


def cut(folder: Path, share: float) -> int:
    journal, _ = opened(folder)
    try:
        last = max(1, int(journal.last_number * share))
        journal._db.execute("DELETE FROM records WHERE number > ?", (last,))
    finally:
        journal.close()
    (folder / "journal.head").unlink()  # that it was longer once
    return last


def as_it_was(journal: Journal, seal: Seal) -> Setup:
    setting = read(seal, journal.since_checkpoint()[0]).setting
    assert setting is not None
    return setup_of(setting)


def handle(loop: TableLoop, event: e.Event) -> list[Outcome]:
    told: list[list[Outcome]] = []
    loop.handle(Incoming(event, told.append))
    return told[0]
