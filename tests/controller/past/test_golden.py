"""Journals of every version that was released can be listed, told and packed."""

from __future__ import annotations

import lzma
import shutil
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import OK
from controller.past.verify import NOT_PROVEN
from tests.controller.past.test_evidence import packed, verified
from tests.daemon import ROOT

GOLDEN = sorted((ROOT / "tests/golden").glob("*/*.db.xz"))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.name.partition('.')[0]}")
def test_its_rounds_are_listed_told_and_proven(
    golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(lzma.decompress(golden.read_bytes()))
    shutil.copy(golden.with_name(golden.name.replace(".db.xz", ".key")), tmp_path / "seal.key")
    assert main(["rounds", str(path)]) == OK
    assert capsys.readouterr().out.startswith("round 1  ")
    assert main(["show-round", str(path), "1"]) == OK
    assert capsys.readouterr().out.startswith("Round 1 at table ")
    ended = verified(packed(tmp_path, path, "--round", "1"))
    assert ended.returncode == NOT_PROVEN, ended.stdout  # those tables were never sealed
