"""What any version wrote of a tournament, this one opens, goes on with, and decides as it was decided."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import pytest

from controller import __version__
from controller.journal.journal import Journal
from controller.tools.tournament.audit import audit
from controller.tournament.loop import TournamentLoop
from controller.tournament.records import played_again
from games.table.table import is_refused
from games.tournament.events import Restarted, TimeCame
from games.tournament.tournament import Setup

HOME = Path(__file__).parent
GOLDEN = sorted(HOME.glob("*/tournaments/*.db.xz"))
IDS = [f"{path.parts[-3]}-{path.name.removesuffix('.db.xz')}" for path in GOLDEN]
CONDUCTED = {"demo_canberra_poker", "demo_faro", "demo_omaha", "demo_seven_card_stud"}
LATER_MS = 1_800_000_000_000


@pytest.fixture(params=GOLDEN, ids=IDS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(request.param, tmp_path)


def unpacked(packed: Path, folder: Path) -> Path:
    journal = folder / "tournament-golden.db"
    journal.write_bytes(lzma.decompress(packed.read_bytes()))
    return journal


def setup_in(path: Path) -> Setup:
    journal = Journal(path, reads_only=True)
    try:
        return next(iter(played_again(journal.records()))).tournament.setup
    finally:
        journal.close()


def test_there_is_a_tournament_of_every_game_that_has_them() -> None:
    """Of this version too: it was recorded when the version was cut."""
    assert __version__ in {path.parts[-3] for path in GOLDEN}
    for version in {path.parts[-3] for path in GOLDEN}:
        names = {path.name.removesuffix(".db.xz") for path in GOLDEN if path.parts[-3] == version}
        assert names >= CONDUCTED


def test_everything_is_decided_as_it_was_decided(path: Path) -> None:
    journal = Journal(path, reads_only=True)
    try:
        played = [again.entry.event is not None for again in played_again(journal.records())]
    finally:
        journal.close()
    assert played == [False, *[True] * (journal.last_number - 1)]


def test_an_audit_finds_nothing_but_the_order_that_nobody_gave(path: Path, request: Any) -> None:
    found = audit(path)
    assert found["notes"] == []
    is_it = "an_order_that_nobody_gave" in request.node.name
    said = ["record 24: T1 has parted from its orders in record 30 of its journal at order 7"] if is_it else []
    assert found["findings"] == said
    if "0.2.0-" in request.node.name:
        assert found["programs"] == ["0.2.0 or before (source not recorded, rules not recorded)"]


@pytest.mark.parametrize("share", [0.1, 0.4, 0.7, 1.0])
def test_a_tournament_goes_on_from_wherever_it_was_stopped(path: Path, share: float) -> None:
    """With its next record written as today, behind those that are not."""
    last, setup = cut(path, share), setup_in(path)
    journal = Journal(path)
    try:
        loop = TournamentLoop(journal, setup, lambda: LATER_MS)
        assert loop.trouble is None
        assert not is_refused(loop.take(Restarted()))
        assert not is_refused(loop.take(TimeCame()))
        assert journal.last_number == last + 2
        state = loop.tournament.state
    finally:
        journal.close()
    journal = Journal(path)
    try:
        again = TournamentLoop(journal, setup, lambda: LATER_MS)
        assert again.trouble is None
        assert again.tournament.state == state
    finally:
        journal.close()


def cut(path: Path, share: float) -> int:
    journal = Journal(path)
    try:
        last = max(1, int(journal.last_number * share))
        journal._db.execute("DELETE FROM records WHERE number > ?", (last,))
    finally:
        journal.close()
    path.with_suffix(".head").unlink()  # that it was longer once
    return last
