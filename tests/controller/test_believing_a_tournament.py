"""A tournament's journal is believed as its table's is: that one is sealed, and says how far this has come."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.commands.audit import NOT_PROVEN
from controller.commands.verification_key import set_up
from controller.journal.journal import Journal
from controller.journal.sealing import in_words
from controller.tournament.records import read
from games.tournament.events import Enter
from tests.controller.test_daemon_and_its_files import eventually, says
from tests.controller.test_tournament_daemon import conducted, conductor_of
from tests.daemon import Daemon
from tests.journals import forge

NAME = "tournament-one_table_canberra_poker.db"
FOLDERS = ("state", "state-keys")


class Paid:
    """A tournament from the first fee to the last prize, at a table that seals its journal."""

    def __init__(self, folder: Path) -> None:
        self.daemon = Daemon(folder, "demo_tournament")
        self.state = self.daemon.state
        self.state.mkdir(mode=0o700)
        self.key = in_words(set_up("T-11", self.state, self.daemon.keys, anew=False))
        self.daemon.start()
        asyncio.run(conducted(self.daemon, conductor_of(self.daemon)))
        assert self.daemon.stop() == 0
        for name in FOLDERS:
            shutil.copytree(folder / name, folder / "paid" / name, ignore=shutil.ignore_patterns("dev"))

    def as_it_was(self) -> Paid:
        for name in FOLDERS:
            shutil.rmtree(self.daemon.folder / name)
            shutil.copytree(self.daemon.folder / "paid" / name, self.daemon.folder / name)
        self.daemon.log.write_text("")
        return self

    @property
    def journal(self) -> Path:
        return self.state / NAME

    @property
    def last(self) -> int:
        with closing(Journal(self.journal, reads_only=True)) as journal:
            return journal.last_number

    def audited(self, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
        capsys.readouterr()
        status = main(["audit", str(self.state / "journal.db"), "--key", self.key])
        return status, capsys.readouterr().out


@pytest.fixture(scope="module")
def once() -> Iterator[Paid]:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        yield Paid(Path(folder))


@pytest.fixture
def paid(once: Paid) -> Paid:
    return once.as_it_was()


def test_it_is_proven_to_its_last_record(paid: Paid, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = paid.audited(capsys)
    assert status == OK
    assert f"{NAME}: {paid.last} records; proven up to record {paid.last}, " in said


def without_head(path: Path) -> None:
    path.with_suffix(".head").unlink()


def a_fee_was_higher(path: Path) -> None:
    forge(path, b'"cents":5500', b'"cents":6500')
    without_head(path)


def somebody_else_entered(path: Path) -> None:
    """Who it was is no matter to the rules, so they answer as they did."""
    with closing(Journal(path, reads_only=True)) as journal:
        events = [read(record).event for record in journal.records()]
    who = next(event.person for event in events if isinstance(event, Enter)).encode()
    forge(path, b'"%b"' % who, b'"X%b"' % who)
    without_head(path)


def the_end_was_cut_off(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM records WHERE number > (SELECT max(number) FROM records) - 5")
    db.close()
    without_head(path)


def it_is_gone(path: Path) -> None:
    path.unlink()
    without_head(path)


HARMS: dict[Callable[[Path], None], str] = {
    a_fee_was_higher: "is not the one that was written",
    somebody_else_entered: "is not the one that was written",
    the_end_was_cut_off: r"ends with record \d+; record \d+ of it was written .*, as the table's journal says",
    it_is_gone: r"is not there; record \d+ of it was written .*, as the table's journal says",
}


@pytest.mark.parametrize("harm", HARMS)
def test_who_has_the_machine_cannot_change_it_unseen(
    paid: Paid, capsys: pytest.CaptureFixture[str], harm: Callable[[Path], None]
) -> None:
    harm(paid.journal)
    left = paid.journal.read_bytes() if paid.journal.exists() else None
    status, said = paid.audited(capsys)
    assert status == FAILED
    assert re.search(f"fault: .*{HARMS[harm]}", said)
    paid.daemon.start()
    try:
        eventually(says(paid.daemon, f"{NAME} is (shorter|not the one).*the table's journal"))
    finally:
        assert paid.daemon.stop() == OK
    assert (paid.journal.read_bytes() if paid.journal.exists() else None) == left
    assert "Traceback" not in paid.daemon.log.read_text()


def test_what_the_table_says_of_it_is_sealed(paid: Paid, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Journal(paid.journal, reads_only=True)) as journal:
        hash_ = journal.hash_of(journal.last_number).hex().encode()
    at = forge(paid.state / "journal.db", b'"hash":"%b"' % hash_, b'"hash":"%b"' % hash_[::-1])
    status, said = paid.audited(capsys)
    assert status == FAILED
    (proven,) = re.findall(r"a record that was sealed was changed\. Proven up to record (\d+)", said)
    assert int(proven) < at


def test_it_comes_back_with_its_table_and_its_names(
    paid: Paid, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = (paid.state / "people.json").read_bytes()
    words = ["--config", str(paid.daemon.config), "--keys", str(tmp_path / "keys")]
    assert main(["backup", str(tmp_path / "stick"), *words]) == OK
    last = paid.last
    paid.state.rename(tmp_path / "broken")
    assert main(["restore", str(tmp_path / "stick"), *words]) == OK
    assert (paid.state / "people.json").read_bytes() == names
    assert (paid.state / "people.json").stat().st_mode & 0o777 == 0o600
    paid.daemon.start()
    assert paid.daemon.stop() == OK
    assert "tournament_stopped" not in paid.daemon.log.read_text()
    assert paid.last > last
    assert paid.audited(capsys)[0] == OK


def test_of_a_journal_that_the_table_never_spoke_of_nothing_is_proven(
    paid: Paid, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(paid.journal, paid.state / "tournament-another.db")
    status, said = paid.audited(capsys)
    assert status == NOT_PROVEN
    assert f"tournament-another.db: {paid.last} records, and nothing that proves them" in said


@pytest.mark.rule("NI2004-492", "17.7", "17.24")
def test_evidence_of_its_rounds_says_who_sat_where_with_how_much_and_who_was_placed(
    once: Paid, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    table = once.as_it_was()
    names = list(json.loads((table.state / "people.json").read_text()).values())
    assert names
    folder = unpacked(table, tmp_path / "whole")
    told = sorted(folder.glob("tournament/round-*.en.txt"))
    said = [path.read_text("utf-8") for path in told]
    assert re.search(r"Entry \d: table T-11, box \d, [\d,]+ in chips, in", said[0])
    assert "has paid 55: receipt 1." in said[0]
    assert "has paid 55: receipt 1." not in said[1], "told once"
    assert re.search(r"In the end, .*\nPlace 1: entry \d, prize 100\n", said[-1])
    on_the_page = (folder / "rounds" / told[-1].name.replace(".en.txt", ".js")).read_text("utf-8")
    assert '"tournament":{"en":' in on_the_page
    assert "Place 1: entry" in on_the_page
    assert not [name for name in names if any(name in path.read_text("utf-8") for path in folder.rglob("*.*"))]
    assert verify(folder).returncode == NOT_PROVEN
    records = folder / f"records/{Path(NAME).stem}.jsonl"
    records.write_text(records.read_text("utf-8").replace("place", "plaza", 1), "utf-8")
    assert verify(folder).returncode == 1


def test_what_a_tournament_knew_is_not_told_from_another_journal(once: Paid, tmp_path: Path):
    table = once.as_it_was()
    forge(table.journal, b'"what":"fee"', b'"what":"fie"')
    (told,) = {
        path.read_text("utf-8").splitlines()[-1] for path in unpacked(table, tmp_path / "other").glob(TOLD)
    }
    assert "What the tournament knew is not told: " in told
    table.journal.unlink()
    (told,) = {
        path.read_text("utf-8").splitlines()[-1] for path in unpacked(table, tmp_path / "none").glob(TOLD)
    }
    assert f"not told: {NAME} is not beside the journal." in told


TOLD = "tournament/round-000009.en.txt"


def unpacked(table: Paid, folder: Path) -> Path:
    folder.mkdir()
    out = folder.with_suffix(".zip")
    assert main(["evidence", str(table.state), "--from", "2020-01-01", "--out", str(out)]) == OK
    with zipfile.ZipFile(out) as file:
        file.extractall(folder)
    return folder


def verify(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "verify.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
