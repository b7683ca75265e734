"""One zip with everything of some rounds: what is in it, that it proves itself, and what is not in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.journal.keys import keys_beside
from controller.past.reading import Past
from controller.past.verify import NOT_PROVEN
from games.cards import FULL_DECK
from tests.controller.past.journals import GAMES, journal_of
from tests.controller.past.test_story import disputed_round, shown
from tests.controller.room import room, talk, to_the_decisions


def packed(folder: Path, path: Path, *asked: str) -> Path:
    """Unpacked again."""
    out = folder / "evidence.zip"
    assert main(["evidence", str(path), "--out", str(out), "--zone", "UTC", *asked]) == OK
    with zipfile.ZipFile(out) as file:
        file.extractall(folder / "evidence")
    return folder / "evidence"


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "verify.py"], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def time_machine(folder: Path, round_: int) -> dict[str, Any]:
    text = (folder / f"rounds/round-{round_:06}.js").read_text("utf-8")
    return dict(json.loads(text.removeprefix("window.ROUND = ").rstrip(";\n")))


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_packed_proves_itself_with_python_alone(kind: str, tmp_path: Path):
    folder = packed(tmp_path, journal_of(kind), "--round", "2", "3", "4")
    ended = verified(folder)
    assert ended.returncode == NOT_PROVEN, ended.stderr  # that table was never sealed
    with Past(journal_of(kind)) as past:
        last = past.chain(4).links[-1].hash.hex()
    assert f"the last hash is {last}; that they are those of then is not proven" in ended.stdout


def test_a_record_that_was_changed_lost_or_slipped_in_shows(tmp_path: Path):
    folder = packed(tmp_path, journal_of("omaha"), "--round", "2", "3")
    path = folder / "records/round-000002.jsonl"
    whole = path.read_text("utf-8").splitlines(keepends=True)
    changed = [*whole[:9], whole[9].replace('"text": "2', '"text": "1'), *whole[10:]]
    for broken in (changed, [*whole[:9], *whole[10:]], [*whole[:9], whole[9], *whole[9:]], whole[:-1]):
        path.write_text("".join(broken), "utf-8")
        ended = verified(folder)
        assert ended.returncode == 1
        assert ended.stdout.startswith("NOT AS IT WAS WRITTEN: round-00000")
    path.write_text("".join(whole), "utf-8")
    assert verified(folder).returncode == NOT_PROVEN


def test_a_file_of_records_that_is_missing_or_in_anothers_place_shows(tmp_path: Path):
    folder = packed(tmp_path, journal_of("omaha"), "--round", "1", "2", "3")
    first, second, third = sorted((folder / "records").glob("round-*.jsonl"))
    for gone in (second, third):
        away = gone.rename(tmp_path / "away")
        ended = verified(folder)
        assert ended.returncode == 1
        assert f"NOT AS IT WAS WRITTEN: {gone.name} was packed and is missing\n" in ended.stdout
        away.rename(gone)
    text = second.read_text("utf-8")
    second.write_text(third.read_text("utf-8"), "utf-8")
    third.write_text(text, "utf-8")
    ended = verified(folder)
    assert ended.returncode == 1
    assert ended.stdout.startswith(f"{first.name}: ")
    assert f"NOT AS IT WAS WRITTEN: {second.name}" in ended.stdout


def test_it_is_said_in_which_other_rounds_more_was_said_of_these(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
    folder = packed(tmp_path, tmp_path / "table", "--round", "1")
    assert "rounds that are not in it: 2; pack these too" in capsys.readouterr().out
    assert "later, in rounds 2." in (folder / "README.txt").read_text("utf-8")
    (tmp_path / "evidence.zip").unlink()
    folder = packed(tmp_path, tmp_path / "table", "--round", "1", "2")
    assert "not in it" not in capsys.readouterr().out
    assert "later, in rounds" not in (folder / "README.txt").read_text("utf-8")


def test_what_records_share_is_there_and_checked(tmp_path: Path):
    folder = packed(tmp_path, journal_of("omaha"), "--round", "2")
    kept = folder / "records/kept.json"
    assert json.loads(kept.read_text("utf-8"))
    kept.write_text(kept.read_text("utf-8").replace("omaha", "other"), "utf-8")
    assert "NOT AS IT WAS WRITTEN: kept.json" in verified(folder).stdout


@pytest.mark.parametrize("kind", GAMES)
def test_no_card_that_lay_face_down_is_in_it(kind: str, tmp_path: Path):
    """As a face, as people write it, or in a screen."""
    folder = packed(tmp_path, journal_of(kind), "--round", "1", "2", "3")
    for number in (1, 2, 3):
        known = shown(journal_of(kind), number)
        hidden = {str(card) for card in FULL_DECK if card.short not in known}
        machine = time_machine(folder, number)
        assert not hidden & set(re.findall(r'"face": "(\w\w)"', json.dumps(machine["pool"])))
        texts = [
            path.read_text("utf-8") for path in folder.rglob(f"round-{number:06}*") if path.suffix == ".txt"
        ]
        assert not {card.short for card in FULL_DECK if str(card) in hidden} & set(
            re.findall("(?:10|[2-9JQKA])[♠♥♦♣]", "".join(texts))
        )
        records = (folder / f"records/round-{number:06}.jsonl").read_text("utf-8")
        assert not hidden & set(re.findall(r'\\"(?:card|face|seen)\\":\\"(\w\w)\\"', records))


def test_a_step_for_each_record_and_both_languages(tmp_path: Path):
    folder = packed(tmp_path, journal_of("canberra_poker"), "--round", "2")
    machine = time_machine(folder, 2)
    with Past(journal_of("canberra_poker")) as past:
        written = past.round(2).written
    assert [step["record"] for step in machine["steps"]] == [one.number for one in written]
    assert machine["steps"][0]["dealer"].keys() == {"en", "de"}
    assert (folder / "story/round-000002.de.txt").read_text("utf-8").startswith("Runde 2 am Tisch ")
    assert json.loads((folder / "journal.json").read_text("utf-8"))["last_record"] > written[-1].number


def test_the_same_rounds_are_the_same_file(tmp_path: Path):
    one, other = tmp_path / "1.zip", tmp_path / "2.zip"
    for out in (one, other):
        assert (
            main(["evidence", str(journal_of("faro")), "--round", "2", "--out", str(out), "--zone", "UTC"])
            == OK
        )
    assert one.read_bytes() == other.read_bytes()


def test_evidence_takes_no_other_files_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    journal = Path(shutil.copy(journal_of("faro"), tmp_path / "journal.db"))
    before = journal.read_bytes()
    command = ["evidence", str(journal_of("faro")), "--round", "2", "--out", str(journal)]
    assert main(command) == FAILED
    assert journal.read_bytes() == before
    assert "is there already: name another file with --out" in capsys.readouterr().err


def test_folded_hands_are_opened_only_if_it_is_asked_for_and_then_it_says_so(tmp_path: Path):
    (tmp_path / "usual").mkdir()
    (tmp_path / "all").mkdir()
    usual = packed(tmp_path / "usual", journal_of("omaha"), "--round", "1", "2")
    opened = packed(tmp_path / "all", journal_of("omaha"), "--round", "1", "2", "--open-all-cards")
    count = {
        folder: len(
            set(re.findall(r'"face": "(\w\w)"', json.dumps([time_machine(folder, n)["pool"] for n in (1, 2)])))
        )
        for folder in (usual, opened)
    }
    assert count[usual] < count[opened]
    assert "folded" not in (usual / "README.txt").read_text("utf-8")
    assert "folded" in (opened / "README.txt").read_text("utf-8")


def test_of_a_round_that_is_on_there_is_the_dealers_view_alone(tmp_path: Path):
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        folder = packed(tmp_path, tmp_path / "table", "--round", "1", "--open-all-cards")
    assert {step["archive"] for step in time_machine(folder, 1)["steps"]} == {None}


def test_it_cannot_be_packed_without_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bare = tmp_path / "journal.db"
    bare.write_bytes(journal_of("faro").read_bytes())
    assert main(["evidence", str(bare), "--round", "1", "--out", str(tmp_path / "e.zip")]) == FAILED
    assert "--seal-key" in capsys.readouterr().err
    assert not (tmp_path / "e.zip").exists()
    packed(tmp_path, bare, "--round", "1", "--seal-key", str(key_of(journal_of("faro"))))


def key_of(journal: Path) -> Path:
    """Where it lies for who has to carry it to a copy of the journal."""
    beside = journal.with_name("seal.key")
    return beside if beside.exists() else keys_beside(journal) / "seal.key"


def test_a_key_that_is_named_and_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    missing = str(tmp_path / "stick" / "seal.key")
    assert main(["show-round", str(journal_of("faro")), "1", "--seal-key", missing]) == FAILED
    assert missing in capsys.readouterr().err


def test_rounds_are_found_by_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = journal_of("faro")
    with Past(path) as past:
        one = past.round(3)
    at = f"2023-11-14T{(one.begins_ms // 3_600_000) % 24:02}:{(one.begins_ms // 60_000) % 60:02}Z"
    assert main(["evidence", str(path), "--from", at, "--to", at, "--out", str(tmp_path / "e.zip")]) == OK
    with zipfile.ZipFile(tmp_path / "e.zip") as file:
        assert any(name.startswith("rounds/") for name in file.namelist())
    assert (
        main(["evidence", str(path), "--from", "2024-01-01T00:00", "--out", str(tmp_path / "e.zip")]) == FAILED
    )
    assert "no round was on then" in capsys.readouterr().err
