"""The whole daemon, whose files somebody takes away while it plays."""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands.verification_key import set_up
from controller.journal.head import read_head
from controller.journal.journal import Journal
from controller.journal.sealing import VerificationKey, verify
from controller.journal.sealing_key import keys_in_use
from controller.journal.witness import heads_in
from simulators.dealer import play
from tests.daemon import Daemon
from tests.journals import texts

PLAY_WAIT_S = 300  # on a busy machine
NOTICED_WAIT_S = 20


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    """The folder is ours, because the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        stick = Path(folder) / "stick"
        stick.mkdir()
        witness = (r"(?m)^state =", f'witness = ["{stick / "T-01.heads"}"]\nstate =')
        made = Daemon(Path(folder), demo=witness)
        try:
            yield made
        finally:
            if made.process is not None and made.process.poll() is None:
                made.kill()
            made.stop_simulators()


@pytest.fixture
def key(daemon: Daemon) -> VerificationKey:
    daemon.state.mkdir(mode=0o700)
    return set_up("T-01", daemon.state, daemon.keys, anew=False)


def plays_a_round(daemon: Daemon) -> None:
    given = daemon.scripted_dealer(seed=5, rounds=1)
    asyncio.run(asyncio.wait_for(play(given, lambda line: None), PLAY_WAIT_S))


def says(daemon: Daemon, what: str) -> Callable[[], bool]:
    return lambda: re.search(what, daemon.log.read_text()) is not None


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + NOTICED_WAIT_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def records(path: Path) -> list[bytes]:
    journal = Journal(path, reads_only=True)
    try:
        return [record.body for record in journal.records()]
    finally:
        journal.close()


def head_of(daemon: Daemon) -> int:
    head = read_head(daemon.state / "journal.head")
    return head.number if head is not None else 0


def journal_of(daemon: Daemon) -> Path:
    return daemon.state / "journal.db"


def test_files_removed_while_it_runs_are_said_at_once_and_what_was_played_comes_back(
    daemon: Daemon, key: VerificationKey
) -> None:
    daemon.start()
    plays_a_round(daemon)
    told = records(journal_of(daemon))
    for name in ("journal.db", "journal.db-wal", "journal.db-shm"):
        (daemon.state / name).unlink()
    eventually(says(daemon, r"journal_gone.*were saved as"))  # though nothing happens at the table
    daemon.kill()
    daemon.start()
    eventually(says(daemon, r"journal_shorter.*is shorter than it was: it is missing"))
    daemon.kill()
    assert not journal_of(daemon).exists()
    (saved,) = daemon.state.glob("journal-rescued-*.db")
    saved.rename(journal_of(daemon))
    daemon.start()
    plays_a_round(daemon)
    assert daemon.stop() == 0
    assert records(journal_of(daemon))[: len(told)] == told
    _is_proven(daemon, key)


def test_a_killed_daemon_whose_log_is_gone_starts_stopped(daemon: Daemon, key: VerificationKey) -> None:
    daemon.start()
    plays_a_round(daemon)
    wal, told = daemon.state / "journal.db-wal", head_of(daemon)
    daemon.bench.do("unplug", device="readers")
    eventually(lambda: head_of(daemon) > told)  # and what came after the round's end stands in the log
    daemon.kill()
    wal.rename(daemon.folder / "aside")
    before = journal_of(daemon).read_bytes()
    daemon.start()
    eventually(says(daemon, r"journal_shorter.*records, its head says"))
    daemon.kill()
    assert journal_of(daemon).read_bytes() == before
    (daemon.folder / "aside").rename(wal)
    daemon.start()
    assert daemon.stop() == 0
    assert "Traceback" not in daemon.log.read_text()
    _is_proven(daemon, key)


def test_who_cuts_what_is_shared_in_memory_loses_nothing(daemon: Daemon, key: VerificationKey) -> None:
    """The kernel may end the daemon for it. It comes back with all that it had told."""
    daemon.start()
    plays_a_round(daemon)
    told = records(journal_of(daemon))
    os.truncate(daemon.state / "journal.db-shm", 0)
    process = daemon.process
    assert process is not None
    eventually(lambda: process.poll() is not None or says(daemon, "journal_gone")())
    daemon.kill()
    daemon.start()
    assert daemon.stop() == 0
    assert records(journal_of(daemon))[: len(told)] == told
    _is_proven(daemon, key)


def test_screens_keys_that_cannot_be_kept_are_said_and_the_table_opens(daemon: Daemon) -> None:
    daemon.state.mkdir(mode=0o700)
    (daemon.state / "tokens.new").symlink_to("/dev/full")
    daemon.start()
    eventually(says(daemon, "screens_keys_not_kept"))
    assert daemon.stop() == 0
    assert "No space left" in daemon.log.read_text()
    assert "Traceback" not in daemon.log.read_text()


@pytest.mark.parametrize("name", ["journal.db", "tournament-one_table_omaha.db"])
def test_a_tournaments_table_starts_stopped_without_either_of_its_journals(name: str) -> None:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        daemon = Daemon(Path(folder), "demo_omaha_tournament")
        daemon.start()
        assert daemon.stop() == 0
        (daemon.state / name).unlink()
        daemon.start()
        try:
            eventually(says(daemon, f"{name} is shorter than it was"))
        finally:
            assert daemon.stop() == 0
        assert "Traceback" not in daemon.log.read_text()
        assert not (daemon.state / name).exists()


def _is_proven(daemon: Daemon, key: VerificationKey) -> None:
    """From the first record to the last, and every witness says so."""
    journal = Journal(journal_of(daemon), reads_only=True)
    try:
        hashes = {number: journal.hash_of(number) for number in range(1, journal.last_number + 1)}
        known = heads_in(daemon.folder / "stick" / "T-01.heads")
        in_use = keys_in_use(daemon.keys / "sealing.key")
        proof = verify([key], journal.seals(), hashes.get, known=known, in_use=in_use.get)
        assert proof.fault is None
        assert proof.record == journal.last_number == known[-1].number
    finally:
        journal.close()


def test_a_sealing_key_that_is_gone_is_said_at_the_start_and_stays_on_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It deals on; but from here on nobody can prove what it says, and an audit at the table says so."""
    daemon = Daemon(tmp_path)
    assert main(["verification-key", "--config", str(daemon.config)]) == 0
    words = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("T-01 0 "))
    daemon.start()
    assert daemon.stop() == 0
    (daemon.keys / "sealing.key").unlink()
    daemon.start()
    assert daemon.stop() == 0
    assert b"event sealing_stopped" in texts(daemon.state / "journal.db")
    assert main(["audit", str(daemon.state), "--key", words]) == 1
    said = capsys.readouterr().out
    assert "to its end: fails: its sealing key is missing here, at the table" in said
    assert "its sealing key was missing" in said
    starts = re.findall(r"event restarted (\{.*?\})", texts(daemon.state / "journal.db").decode())
    assert [json.loads(one)["start"] for one in starts] == [1, 2]
    assert all(json.loads(one)["boot"] for one in starts)
