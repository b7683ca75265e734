"""What was told is on disk: commits are synced, and whatever fails, nothing is told that is not there."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.tools.audit import audit
from tests.controller.room import room
from tests.disks import Call, Disk, calls

ROOT = Path(__file__).parents[2]
LOG = "journal.db-wal"
FAILS = "the disk or its cable fails"
FULL = "free the disk"
TRIES = 70  # of each kind: every call there is if there are fewer, else evenly over the whole life


class Lives:
    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._count = 0
        command = [sys.executable, "-m", "tests.controller.a_journals_life", str(disk.library), str(folder)]
        environment = {**os.environ, **disk.environment}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def live(self, kind: str = "-", number: int = 0, error: int = 0) -> tuple[dict[str, Any], Path]:
        """What it said, and where its files are."""
        self._count += 1
        name = f"life-{self._count}"
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{name} {kind} {number} {error}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline()), self.folder / name

    def calls(self, folder: Path) -> list[Call]:
        return calls(folder.with_name(f"{folder.name}.calls").read_text())

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lives]:
    try:
        disk = Disk(tmp_path_factory.mktemp("disk"))
    except FileNotFoundError as error:
        pytest.skip(f"a disk that fails cannot be made: {error}")
    made = Lives(tmp_path_factory.mktemp("lives"), disk)
    yield made
    made.end()


def test_each_commit_is_synced_before_anybody_hears_of_it(lives: Lives) -> None:
    said, folder = lives.live()
    assert said["ended"] == ""
    written, synced, told = set(), 0, 0
    for call in lives.calls(folder):
        if call.kind == "w" and call.file in ("journal.db", LOG):
            written.add(call.file)
        elif call.kind == "s":
            written.discard(call.file)
            synced += call.file == LOG
        elif call.kind == "told":
            told += 1
            assert written == set(), f"{written} was not synced when record {call.file} was told"
            assert synced >= told, f"{synced} syncs of the log for {told} commits"
    assert told == 8


def test_how_far_the_journal_has_come_is_on_disk_when_it_settles(lives: Lives) -> None:
    _, folder = lives.live()
    of_head = [call.kind for call in lives.calls(folder) if call.file == "journal.head"]
    assert of_head.count("w") >= 8
    assert "s" in of_head, "the head is never synced"
    assert of_head[-1] == "s", "what was written last of it is not synced"


@pytest.mark.parametrize(
    ("kind", "error", "remedy"),
    [
        ("w", errno.EIO, FAILS),
        ("w", errno.ENOSPC, FULL),
        ("s", errno.EIO, FAILS),
        ("s", errno.ENOSPC, FULL),
        ("r", errno.EIO, FAILS),
        ("r", 0, ""),
    ],
    ids=[
        "a write fails",
        "a write finds it full",
        "a sync fails",
        "a sync finds it full",
        "a read fails",
        "short",
    ],
)
def test_whatever_fails_nothing_is_told_that_is_not_there(
    lives: Lives, kind: str, error: int, remedy: str
) -> None:
    _, whole = lives.live()
    number = sum(call.kind == kind for call in lives.calls(whole))
    assert number >= 8
    wrong = []
    step = max(1, number // TRIES)
    for nth in range(1, number + 1, step):
        said, folder = lives.live(kind, nth, error)
        wrong += [f"call {nth}: {what}" for what in faults(said, folder, remedy)]
    assert not wrong, "\n".join(wrong)


def faults(said: dict[str, Any], folder: Path, remedy: str) -> Iterator[str]:
    if said["ended"] in ("no words", "died"):
        yield f"{said['ended']}: {said['said']}"
    elif said["ended"] and remedy not in said["said"]:
        yield f"{said['ended']} says {said['said']}"
    elif said["ended"] and "\n" in said["said"]:
        yield f"not one sentence: {said['said']}"
    last, hash_ = said["told"][-1] if said["told"] else (0, "")
    if not (folder / "journal.db").exists():
        if last:
            yield "nothing is there"
        return
    try:
        with closing(Journal(folder / "journal.db")) as journal:
            if journal.last_number < last:
                yield f"{last} records were told, {journal.last_number} are there"
                return
            if last and journal.hash_of(last).hex() != hash_:
                yield f"record {last} is not what was told"
            if journal.empty:
                return
        with room(folder) as running:
            if running.loop.trouble is not None:
                yield f"afterwards: {running.loop.trouble.detail}"
        seal = load_seal(folder / "seal.key", may_create=False)
        if found := audit(folder / "journal.db", seal, lambda done, total: None, 1).faults:
            yield f"the audit finds {found}"
    except Exception as error:
        yield f"afterwards {type(error).__name__}: {error}"
