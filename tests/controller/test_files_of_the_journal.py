"""A journal that became shorter, went away or was exchanged is found, said, and left as it is."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from config.load import load
from controller.cannot_go_on import CannotGoOn
from controller.journal.beforehand import Marks
from controller.journal.closed import write_closed
from controller.journal.closing import PutAway, files_in
from controller.journal.errors import JournalDamaged, JournalError, JournalGone, JournalShorter, JournalUnusable
from controller.journal.head import SLOT_BYTES, HeadFile, read_head
from controller.journal.journal import Journal
from controller.journal.no_journal import NoJournal, open_journal
from controller.journal.records import played_again
from controller.journal.seal import load_seal
from controller.journal.sealing_key import new_sealing_key
from controller.loop import OtherJournal, TableLoop
from games import events as e
from games.outcomes import Refusal
from games.table.table import Setup
from tests.controller.room import Room, a_troubled_round, room, setup, talk, to_the_antes, to_the_decisions
from tests.controller.test_adjudicate import play
from tests.daemon import ROOT

RECORDS = 40


def filled(path: Path, count: int = RECORDS) -> Journal:
    journal = Journal(path)
    for number in range(1, count + 1):
        journal.append(b"record %d" % number, number // 10, checkpoint=number % 10 == 1)
    return journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def killed(path: Path, folder: Path) -> Path:
    """The files as they lie when the daemon was killed while it wrote."""
    path.parent.mkdir(exist_ok=True)
    journal = filled(path)
    folder.mkdir()
    for file in path.parent.iterdir():
        if file.is_file() and file.suffix != ".db-shm":
            shutil.copy(file, folder)
    journal.close()
    return folder / path.name


def contents(folder: Path) -> dict[str, bytes]:
    """Of what says anything: SQLite may look at a log through a file of its own."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.suffix not in (".db-shm", ".lock") and file.stat().st_size
    }


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def cut(share: float) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        wal = wal_of(path)
        os.truncate(wal, int(wal.stat().st_size * share))

    return do


def sql(said: str) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        db = sqlite3.connect(path)
        db.execute(said)
        db.commit()
        db.close()

    return do


def an_older_one(path: Path) -> None:
    path.unlink()
    wal_of(path).unlink()
    older = path.parent / "older" / path.name
    older.parent.mkdir()
    filled(older, 20).close()
    shutil.copy(older, path)
    shutil.rmtree(older.parent)


def anothers(path: Path) -> None:
    path.unlink()
    wal_of(path).unlink()
    other = path.parent / "other" / path.name
    other.parent.mkdir()
    journal = Journal(other)
    for number in range(RECORDS + 5):
        journal.append(b"of another table %d" % number)
    journal.close()
    shutil.copy(other, path)
    shutil.rmtree(other.parent)


SHORTENED: dict[str, Callable[[Path], None]] = {
    "log deleted": lambda path: wal_of(path).unlink(),
    "log cut to its first frames": cut(0.05),
    "log cut in half": cut(0.5),
    "log less its last frames": cut(0.95),
    "journal deleted, log left": lambda path: path.unlink(),
    "journal emptied": lambda path: os.truncate(path, 0),
    "journal and log deleted": lambda path: gone(path, "journal.db", "journal.db-wal"),
    "last records deleted": sql("DELETE FROM records WHERE number > 35"),
    "last record deleted": sql("DELETE FROM records WHERE number = 40"),
    "all behind a checkpoint deleted": sql("DELETE FROM records WHERE number > 11"),
    "all deleted": sql("DELETE FROM records"),
    "an older one put there": an_older_one,
    "another one put there": anothers,
}


@pytest.mark.parametrize("done", SHORTENED.values(), ids=SHORTENED)
def test_a_journal_that_became_shorter_is_not_opened_and_nothing_of_it_is_touched(
    tmp_path: Path, path: Path, done: Callable[[Path], None]
) -> None:
    left = killed(path, tmp_path / "killed")
    done(left)
    before = contents(left.parent)
    with pytest.raises(JournalShorter) as refused:
        Journal(left)
    said = str(refused.value)
    assert str(left) in said
    assert "Do not deal" in said
    assert "Copy the folder first" in said
    assert contents(left.parent) == before


def test_it_says_how_many_records_there_were_and_when(tmp_path: Path, path: Path) -> None:
    left = killed(path, tmp_path / "killed")
    sql("DELETE FROM records WHERE number > 35")(left)
    head = read_head(left.with_suffix(".head"))
    assert head is not None
    with pytest.raises(
        JournalShorter, match=re.escape(f"holds 35 records, its head says 40, last written {head.when}")
    ):
        Journal(left)


@pytest.mark.parametrize("left", ["journal.head", "journal.db-wal", "seal.key"])
def test_a_journal_is_never_made_anew_beside_what_is_left_of_one(path: Path, left: str) -> None:
    path.with_name(left).write_bytes(b"of another day")
    with pytest.raises(JournalShorter, match=f"it is missing, and {left} of it is left"):
        Journal(path, marks=Marks(keys=[path.with_name("seal.key")]))
    assert not path.exists()
    assert path.with_name(left).read_bytes() == b"of another day"


def test_the_missing_file_put_back_is_all_that_it_takes(tmp_path: Path, path: Path) -> None:
    left = killed(path, tmp_path / "killed")
    left.rename(tmp_path / "aside")
    with pytest.raises(JournalShorter):
        Journal(left)
    (tmp_path / "aside").rename(left)
    journal = Journal(left)
    assert journal.last_number == RECORDS
    journal.close()


def test_a_journal_that_is_further_than_its_head_is_as_good(tmp_path: Path, path: Path) -> None:
    """The head is not waited for: after a power cut it may say a little less."""
    filled(path, 20).close()
    head = path.with_suffix(".head").read_bytes()
    journal = Journal(path)
    journal.append(b"one more")
    journal.close()
    path.with_suffix(".head").write_bytes(head)
    journal = Journal(path)
    assert journal.append(b"and one") == 22
    journal.close()


def test_a_journal_of_before_there_were_heads_gets_one(path: Path) -> None:
    journal = filled(path)
    journal.close()
    path.with_suffix(".head").unlink()
    Journal(path).close()
    head = read_head(path.with_suffix(".head"))
    assert head is not None
    assert head.number == RECORDS


# ---------------------------------------------------------------- the head


def test_a_head_torn_anywhere_says_the_record_before_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.head"
    head = HeadFile(path)
    for number in range(1, 6):
        before = path.read_bytes()
        head.note(number, bytes([number]) * 32)
        after = path.read_bytes()
        slot = next(at for at in (0, SLOT_BYTES) if before[at : at + SLOT_BYTES] != after[at : at + SLOT_BYTES])
        for torn in range(slot, slot + 130):
            mixed = after[:torn] + before[torn : slot + SLOT_BYTES].ljust(slot + SLOT_BYTES - torn, b"\0")
            path.write_bytes(mixed + after[slot + SLOT_BYTES :])
            found = read_head(path)
            assert (found.number if found else 0) in (number - 1, number)
        path.write_bytes(after)
    head.close()


def test_a_head_that_cannot_be_written_stops_nothing(path: Path) -> None:
    journal = filled(path, 3)
    file = os.dup(journal._head._file)
    read_only = os.open(path.with_suffix(".head"), os.O_RDONLY)
    os.dup2(read_only, journal._head._file)
    assert journal.append(b"one more") == 4
    os.dup2(file, journal._head._file)
    assert journal.append(b"and one") == 5
    journal.close()
    os.close(file)
    os.close(read_only)
    head = read_head(path.with_suffix(".head"))
    assert head is not None
    assert head.number == 5


def test_a_head_that_the_disk_does_not_take_any_more_keeps_nobody_from_closing(path: Path) -> None:
    journal = filled(path, 3)
    reading, writing = os.pipe()  # which is never on disk
    os.dup2(writing, journal._head._file)
    journal.close()
    os.close(reading)
    os.close(writing)


# ---------------------------------------------------------------- under a running daemon


def gone(path: Path, *names: str) -> None:
    for name in names:
        path.with_name(name).unlink()


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").rename(path)


def folder_replaced(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))
    path.parent.mkdir()


UNDER_IT: dict[str, Callable[[Path], object]] = {
    "all removed": lambda path: gone(path, "journal.db", "journal.db-wal", "journal.db-shm"),
    "journal removed": lambda path: gone(path, "journal.db"),
    "log removed": lambda path: gone(path, "journal.db-wal"),
    "head removed": lambda path: gone(path, "journal.head"),
    "lock removed": lambda path: gone(path, "journal.lock"),
    "journal replaced": replaced,
    "log replaced": lambda path: replaced(wal_of(path)),
    "folder replaced": folder_replaced,
    "permissions changed": lambda path: path.chmod(0o400),
    "written by another program": sql("UPDATE records SET round = 7 WHERE number = 3"),
    "added to by another program": sql("INSERT INTO records VALUES (99, 1, 0, x'00', x'00')"),
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        running.journal.watch(running.folder / "seal.key")
        yield running


@pytest.mark.parametrize("done", UNDER_IT.values(), ids=UNDER_IT)
def test_the_table_is_held_at_the_next_event_and_all_that_was_told_is_saved(
    table: Room, done: Callable[[Path], object]
) -> None:
    told = table.numbers()
    done(table.journal.path)
    assert isinstance(table.handle(e.CallFloor(by="1182"))[0], Refusal)
    trouble = table.loop.trouble
    assert trouble is not None
    assert trouble.code == "journal_gone"
    if "replaced" in trouble.detail or "reached" in trouble.detail:
        saved = table.folder / f"journal-rescued-{len(told)}.db"
        assert str(saved) in trouble.detail
        journal = Journal(saved, reads_only=True)
        assert [again.record.number for again in played_again(table.seal, journal.records())] == told
        journal.close()


def test_what_was_saved_goes_on_in_the_same_round(table: Room) -> None:
    round_, last = table.table.game.state.round, table.numbers()[-1]
    gone(table.journal.path, "journal.db", "journal.db-wal", "journal.db-shm")
    table.handle(e.CallFloor(by="1182"))
    table.close()
    saved = table.folder / f"journal-rescued-{last}.db"
    with pytest.raises(JournalShorter, match=saved.name):
        Journal(table.journal.path)
    saved.rename(table.journal.path)
    with room(table.folder) as again:
        assert again.loop.trouble is None
        assert again.table.game.state.round == round_
        assert again.numbers()[-1] == last


def test_what_was_put_in_its_place_is_not_touched_when_the_program_ends(tmp_path: Path, table: Room) -> None:
    """SQLite deletes a log by its name when it closes: never that of another journal."""
    left = killed(tmp_path / "other" / "journal.db", tmp_path / "killed")
    path = table.journal.path
    for file in (path, wal_of(path)):
        shutil.copy(left.with_name(file.name), file.with_name("new"))
        file.with_name("new").rename(file)
    before = path.read_bytes(), wal_of(path).read_bytes()
    table.handle(e.CallFloor(by="1182"))
    assert table.loop.trouble is not None
    table.close()
    assert (path.read_bytes(), wal_of(path).read_bytes()) == before


def test_more_permissions_than_there_were_are_no_loss(table: Room) -> None:
    table.journal.path.chmod(0o640)
    assert not isinstance(table.handle(e.CallFloor(by="1182"))[0], Refusal)


def test_a_log_cut_short_is_seen(table: Room) -> None:
    os.truncate(wal_of(table.journal.path), 4_000)
    table.handle(e.CallFloor(by="1182"))
    assert table.loop.trouble is not None
    assert table.loop.trouble.code == "journal_gone"
    assert "was cut from" in table.loop.trouble.detail


def test_a_key_that_goes_is_saved_from_memory(table: Room) -> None:
    key = (table.folder / "seal.key").read_bytes()
    gone(table.journal.path, "seal.key")
    table.handle(e.CallFloor(by="1182"))
    trouble = table.loop.trouble
    assert trouble is not None
    assert "seal.key was saved as" in trouble.detail
    assert (table.folder / "seal.key.rescued").read_bytes() == key
    assert (table.folder / "seal.key.rescued").stat().st_mode & 0o777 == 0o600


def test_a_sealing_key_that_is_replaced_is_saved_and_seals_go_on_with_it(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        key = running.folder / "sealing.key"
        new_sealing_key(key)
        running.journal.seal_with("T-01", key, lambda: running.now_ms)
        running.loop.seal("start")
        replaced(key)
        key.write_bytes(bytes(8_192))
        running.loop.look()
        assert running.loop.trouble is not None
        assert "sealing.key was saved as" in running.loop.trouble.detail
    (running.folder / "sealing.key.rescued").rename(key)
    with room(tmp_path / "table") as running:
        running.journal.seal_with("T-01", key, lambda: running.now_ms)
        assert running.journal.sealing == "sealed"


@pytest.mark.parametrize("content", [b"", b"00" * 32])
def test_a_key_that_is_written_over_is_saved_from_memory(table: Room, content: bytes) -> None:
    key = table.folder / "seal.key"
    kept = key.read_bytes()
    key.write_bytes(content)
    os.utime(key, (1, 1))
    table.loop.look()
    trouble = table.loop.trouble
    assert trouble is not None
    assert "seal.key was written over while the table ran" in trouble.detail
    assert (table.folder / "seal.key.rescued").read_bytes() == kept


@pytest.mark.parametrize("done", ["journal removed", "written by another program"])
def test_it_is_seen_though_nothing_happens_at_the_table(table: Room, done: str) -> None:
    table.loop.look()
    assert table.loop.trouble is None
    UNDER_IT[done](table.journal.path)
    table.loop.look()
    assert table.loop.trouble is not None
    assert table.loop.trouble.code == "journal_gone"


def test_nobody_hears_of_what_came_after(table: Room) -> None:
    heard: list[object] = []
    table.loop.tell(lambda event, outcomes: heard.append(event))
    gone(table.journal.path, "journal.db")
    table.handle(e.CallFloor(by="1182"))
    assert heard == [None]


def test_the_start_after_it_tells_the_panel_why(table: Room) -> None:
    gone(table.journal.path, "journal.db", "journal.db-wal")
    path = table.journal.path
    table.close()
    with pytest.raises(JournalShorter) as shorter:
        Journal(path)
    stopped = NoJournal(path, shorter.value)
    try:
        loop = TableLoop(stopped, table.seal, setup(), lambda: 1)
        assert loop.trouble is not None
        assert loop.trouble.code == "journal_shorter"
        assert "is shorter than it was" in loop.trouble.detail
        assert stopped.sealing is None  # nobody could look
        assert not path.exists()
    finally:
        stopped.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_disk_that_was_made_read_only_is_said(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        journal = filled(disk / "journal.db")
        subprocess.run(["mount", "--bind", disk, disk], check=True)
        subprocess.run(["mount", "-o", "remount,ro,bind", disk], check=True)
        with pytest.raises(JournalGone, match="was made read-only"):
            journal.append(b"not any more")
        assert journal.last_number == RECORDS
        subprocess.run(["umount", disk], check=True)
        journal.close()
        journal = Journal(disk / "journal.db")
        assert journal.last_number == RECORDS
        journal.close()
    finally:
        subprocess.run(["umount", disk], check=False)


# ---------------------------------------------------------------- a copy


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    bound = subprocess.run(["mount", "--bind", folder, folder], check=False)
    if bound.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_copy_where_nothing_can_be_written_is_read_or_it_is_said_what_to_do(
    tmp_path: Path, path: Path
) -> None:
    """Of a running table's files: the log, as a copy at any moment has it, or empty, as at a round's end."""
    copy = killed(path, tmp_path / "copy")
    with write_protected(copy.parent), pytest.raises(JournalUnusable, match="copy both into another folder"):
        Journal(copy, reads_only=True)
    with closing(Journal(path, reads_only=True)) as journal:
        whole = list(journal.records())
    shutil.copy(path, copy)  # closed in order: the file alone holds it
    os.truncate(wal_of(copy), 0)
    with write_protected(copy.parent), closing(Journal(copy, reads_only=True)) as journal:
        assert list(journal.records()) == whole


def test_a_plain_copy_at_a_rounds_end_holds_the_round(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        told = running.numbers()
        copy = tmp_path / "copy.db"
        shutil.copy(running.journal.path, copy)
        journal = Journal(copy, reads_only=True)
        assert [again.record.number for again in played_again(running.seal, journal.records())] == told
        journal.close()
        assert wal_of(running.journal.path).stat().st_size == 0
        assert running.loop.trouble is None


def test_a_reader_who_still_looks_is_not_waited_for(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        to_the_antes(talk(running))
        reader = sqlite3.connect(running.journal.path, isolation_level=None)
        reader.execute("BEGIN")
        seen = reader.execute("SELECT count(*) FROM records").fetchone()
        running.handle(e.CallFloor(by="1182"))
        running.journal.settle()
        assert wal_of(running.journal.path).stat().st_size > 0
        assert reader.execute("SELECT count(*) FROM records").fetchone() == seen
        reader.close()
        running.handle(e.FloorCame(by="1182"))
        running.journal.settle()
        assert wal_of(running.journal.path).stat().st_size == 0
        running.handle(e.CallFloor(by="1182"))
        assert running.loop.trouble is None


# ---------------------------------------------------------------- the past


@pytest.mark.parametrize(
    "done",
    [
        "DELETE FROM records WHERE number < 5",
        "UPDATE records SET body = zeroblob(20) WHERE number = 3",
        "DELETE FROM records WHERE number = 7",
    ],
)
def test_what_is_wrong_before_the_last_checkpoint_is_said_while_the_table_plays(
    tmp_path: Path, done: str
) -> None:
    """A start does not read it; it is looked at later, a little at a time."""
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    sql(done)(running.journal.path)
    with room(tmp_path / "table") as running:
        for _ in range(running.journal.last_number):
            running.loop.look()
        assert not running.loop.past_is_whole
        assert running.loop.trouble is None
        assert not isinstance(running.handle(e.CallFloor(by="1182"))[0], Refusal)


def test_a_whole_past_is_looked_at_to_its_end_and_further(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        for _ in range(2):
            for _ in range(running.journal.last_number):
                running.loop.look()
            assert running.loop.past_is_whole
            assert running.journal._looked == running.journal.last_number
            running.handle(e.CallFloor(by="1182"))


@pytest.mark.parametrize("harm", ["gone", "first gone", "cut", "another", "a folder"])
def test_what_was_put_away_is_missed_while_the_table_plays(tmp_path: Path, harm: str) -> None:
    with room(tmp_path / "table") as running:
        folder = running.folder / "closed"
        for _ in range(3):
            play(running, {1: 25})
            last = running.journal.first_of(running.table.game.state.round + 1) - 1
            write_closed(running.journal, folder, last)
            running.journal.let_go(last)
        running.handle(e.Restarted(start=1))
        first, second, third = files_in(folder)
        running.loop.look()
        assert running.loop.past_is_whole
        if harm == "cut":
            os.truncate(second, second.stat().st_size - 4_096)
        elif harm == "another":
            shutil.copy(first, second)
        else:
            (first if harm == "first gone" else second).unlink()
        if harm == "a folder":
            second.mkdir()
        running.loop.look()
        assert not running.loop.past_is_whole
        assert running.loop.trouble is None
        third.unlink()
        first.unlink(missing_ok=True)
        with pytest.raises(JournalDamaged, match="any more: bring the file back from a backup"):
            PutAway(running.journal).look(0)


NAMES = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.head", "journal.lock")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("instead", ["a folder", "a link", "a pipe"])
def test_what_is_no_plain_file_is_said_in_one_sentence(tmp_path: Path, name: str, instead: str) -> None:
    with room(tmp_path / "table") as running:
        path = running.journal.path
        play(running, {1: 25})
    there = path.with_name(name)
    there.unlink(missing_ok=True)
    if instead == "a pipe":
        os.mkfifo(there)
    elif instead == "a folder":
        there.mkdir()
    else:
        there.symlink_to(tmp_path / "nowhere")
    with pytest.raises(JournalError, match=f"{name} is not a plain file but .*: move it away"):
        open_journal(path)


def test_a_restored_file_in_whose_first_moment_the_power_went_is_whole(tmp_path: Path) -> None:
    """Before it is written by a log SQLite keeps beside it what it was."""
    with room(tmp_path / "table") as running:
        path = running.journal.path
        for _ in range(3):
            play(running, {1: 25})
        last, hash_ = running.journal.last_number, running.journal.hash_of(running.journal.last_number)
    cut = f"""
import os, sqlite3
db = sqlite3.connect({str(path)!r}, isolation_level=None)
db.executescript("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; UPDATE records SET body = hash")
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", cut], check=True)
    assert path.with_name("journal.db-journal").stat().st_size > 0
    with room(tmp_path / "table") as running:
        assert running.loop.trouble is None
        assert [record.number for record in running.journal.records(last=last)][-1] == last
        assert running.journal.hash_of(last) == hash_


@pytest.mark.parametrize("content", [bytes(9_000), b"SQLite format 3\0" + bytes(5_000)])
def test_a_file_that_is_no_journal_any_more_holds_the_table_and_is_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    """The panel says it; a daemon that ended would only be started again."""
    with room(tmp_path / "table") as running:
        path = running.journal.path
    path.write_bytes(content)
    with closing(open_journal(path)) as journal:
        loop = TableLoop(journal, load_seal(path.with_name("seal.key"), may_create=False), setup(), lambda: 0)
        assert loop.trouble is not None
        assert loop.trouble.code == "journal_damaged"
    assert path.read_bytes() == content


def test_a_folder_that_was_deleted_is_made_again_for_what_is_saved(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        told, key = running.journal.last_number, (running.folder / "seal.key").read_bytes()
        shutil.rmtree(running.folder)
        running.handle(e.CallFloor(by="1182"))
        assert running.loop.trouble is not None
        assert running.loop.trouble.code == "journal_gone"
    (saved,) = running.folder.glob("journal-rescued-*.db")
    saved.rename(running.journal.path)
    (running.folder / "seal.key").write_bytes(key)
    with room(tmp_path / "table") as running:
        assert running.loop.trouble is None
        assert running.journal.last_number == told


# ---------------------------------------------------------------- another table's


OMAHA = Setup("T-01", "omaha", 9, load(ROOT / "config" / "tables" / "demo_omaha.toml").options)


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (Setup("T-02", "canberra_poker", 4, setup().options), "table T-02 playing canberra_poker"),
        (OMAHA, "table T-01 playing omaha"),
    ],
)
def test_another_tables_journal_is_refused_with_both_names(tmp_path: Path, other: Setup, named: str) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        numbers = running.numbers()
    with pytest.raises(OtherJournal, match=f"of table T-01 playing canberra_poker, .* {named}"):
        room(tmp_path / "table", other).__enter__()
    with room(tmp_path / "table") as again:
        assert again.numbers() == numbers
        assert load_seal(tmp_path / "table" / "seal.key", may_create=False)


# ---------------------------------------------------------------- whatever is done to whichever file


FILES = (
    "journal.db",
    "journal.db-wal",
    "journal.db-shm",
    "journal.head",
    "journal.lock",
    "seal.key",
    "sealing.key",
)


def removed(path: Path, chance: Random) -> None:
    path.unlink()


def cut_short(path: Path, chance: Random) -> None:
    os.truncate(path, chance.randrange(max(1, path.stat().st_size)))


def swapped(path: Path, chance: Random) -> None:
    """For another file of the folder."""
    others = [other for other in path.parent.iterdir() if other.is_file() and other != path]
    shutil.copy(chance.choice(others), path.with_name("other"))
    path.with_name("other").rename(path)


def put_back(path: Path, chance: Random) -> None:
    """An older state of the same file."""
    shutil.copy(path.parent.with_name("older") / path.name, path.with_name("older one"))
    path.with_name("older one").rename(path)


def scribbled_over(path: Path, chance: Random) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(chance.randrange(max(1, size)))
        file.write(chance.randbytes(min(600, size)))


WAYS = (removed, cut_short, swapped, put_back, scribbled_over)


class Misfortune:
    """A table that plays, and what is on its disk."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.folder = folder / "table"
        self.told: list[int] = []
        self.said: list[str] = []
        self.older = folder / "older"

    def play(self) -> None:
        with self._running() as running:
            to_the_antes(talk(running))
            shutil.copytree(self.folder, self.older)
        with self._running() as running:
            self._some(running)
            for name in self.chance.sample(FILES, self.chance.choice((1, 1, 2))):
                path = running.folder / name
                if path.exists():
                    # Who cuts what is shared in memory ends every program that has it open.
                    ways = WAYS if name != "journal.db-shm" else (removed, swapped, put_back)
                    self.chance.choice(ways)(path, self.chance)
            self._some(running)
            self.folder = self.folder.with_name("killed")
            self.folder.mkdir()
            for file in running.folder.iterdir():
                if file.suffix not in (".db-shm", ".lock"):
                    shutil.copy(file, self.folder)

    @contextmanager
    def _running(self) -> Iterator[Room]:
        with room(self.folder) as running:
            key = running.folder / "sealing.key"
            if not key.exists():
                new_sealing_key(key)
            running.journal.watch(running.folder / "seal.key")
            running.journal.seal_with("T-01", key, lambda: running.now_ms)
            running.loop.seal("start")
            yield running

    def _some(self, running: Room) -> None:
        for number in range(self.chance.randrange(1, 12)):
            event = e.CallFloor(by="1182") if number % 2 else e.FloorCame(by="1182")
            if not isinstance(running.handle(event)[0], Refusal):
                self.told.append(running.loop.told_record)
        if running.loop.trouble is not None:
            self.said.append(running.loop.trouble.code)

    def start_again(self) -> list[int] | str:
        """What stands in the journal then, or what is said instead."""
        marks = Marks(keys=[self.folder / "seal.key"], sealing_key=self.folder / "sealing.key")
        journal = open_journal(self.folder / "journal.db", marks)
        try:
            seal = load_seal(self.folder / "seal.key", may_create=journal.empty)
            loop = TableLoop(journal, seal, setup(), lambda: 1_900_000_000_000)
            if loop.trouble is not None:
                return loop.trouble.code
            return [record.number for record in journal.records()]
        finally:
            journal.close()


@pytest.mark.parametrize("seed", range(60))
def test_nothing_that_was_told_is_ever_gone_without_a_word(tmp_path: Path, seed: int) -> None:
    misfortune = Misfortune(tmp_path, seed)
    misfortune.play()
    try:
        there = misfortune.start_again()
    except CannotGoOn as refused:
        there = str(refused)
    if isinstance(there, list):
        assert there == list(range(1, len(there) + 1))
        assert set(misfortune.told) <= set(there)
    else:
        assert there
