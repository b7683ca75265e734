"""The faults are faults, and the same lot draws the same ones."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import FOLDERS, ROOMS, ROOT, first_failure, noticed_by
from tests.mutants.faults import Fault, drawn, faults_in

SOURCE = '''
def is_over(chips: int, least: int = 5, *, may: bool = True) -> bool:
    """Says it."""
    if chips < least and may:
        tell(chips)
    assert chips >= 0
    return max(chips, least) in (1, least)
'''


def becomes(tmp_path: Path, source: str) -> set[str]:
    (tmp_path / "some.py").write_text(source)
    return {f"{fault.was} -> {fault.becomes}" for fault in faults_in(tmp_path, "some.py")}


def test_faults_are_those_that_people_make(tmp_path: Path) -> None:
    assert becomes(tmp_path, SOURCE) == {
        "chips < least -> (chips <= least)",
        "chips < least -> (chips >= least)",
        "chips < least and may -> ((chips < least) or (may))",
        "chips < least and may -> (not (chips < least and may))",
        "tell(chips) -> pass",
        "max(chips, least) in (1, least) -> (max(chips, least) not in (1, least))",
        "max -> min",
        "1 -> 2",
    }


def test_each_is_python_and_differs() -> None:
    for fault in drawn(ROOT, FOLDERS, 60, seed=3):
        whole = (ROOT / fault.file).read_bytes()
        assert fault.put_into(whole) != whole
        ast.parse(fault.put_into(whole))


def test_one_seed_draws_one_lot() -> None:
    lots = [list(drawn(ROOT, ("games",), 20, seed)) for seed in (1, 1, 2)]
    assert lots[0] == lots[1] != lots[2]


def test_a_fault_is_noticed_by_name_put_right_again_and_one_that_changes_nothing_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "drivers").mkdir()
    some = tmp_path / "drivers" / "some.py"
    some.write_text("LEAST, SAID = 5, 1\n")
    (tmp_path / "test_some.py").write_text(
        "from drivers.some import LEAST\n\n\ndef test_least():\n    assert LEAST == 5\n"
    )
    monkeypatch.setattr("tests.mutants.__main__.ROOMS", (("drivers", ("test_some.py",)),))
    assert first_failure(tmp_path, ("test_some.py",), 60) is None
    assert noticed_by(tmp_path, Fault("drivers/some.py", 1, 14, 15, "5", "6"), 60) == (
        "FAILED test_some.py::test_least"
    )
    assert noticed_by(tmp_path, Fault("drivers/some.py", 1, 17, 18, "1", "2"), 60) is None
    assert some.read_text() == "LEAST, SAID = 5, 1\n"


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room[0])
def test_the_tests_of_each_room_are_there(room: tuple[str, tuple[str, ...]]) -> None:
    folder, tests = room
    assert (ROOT / folder).is_dir()
    assert [name for name in tests if not (ROOT / name).exists()] == []
