"""The journal on a real disk: what was told is there, what is damaged is not believed."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from controller.journal.errors import JournalBusy, JournalDamaged, JournalError, JournalFull
from controller.journal.file import VERSION
from controller.journal.history import History, NotHere
from controller.journal.journal import Journal, Record

COUNT = 60
PAGE = 4096
INCOMPRESSIBLE = Random(1).randbytes(50_000)
IMPORTS = "from pathlib import Path; from controller.journal.journal import Journal"


def body(number: int) -> bytes:
    """Of what cannot be packed, so that the file has many pages."""
    return b'{"record": %d, "said": "%b"}' % (number, Random(number).randbytes(number * 37 % 400))


def fill(journal: Journal, count: int, begin: int = 1) -> None:
    for number in range(begin, begin + count):
        journal.append(body(number), round_=number // 10, checkpoint=number % 25 == 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def kept(path: Path) -> list[Record]:
    """A journal of `COUNT` records, closed in good order; its last checkpoint is record 51."""
    with opened(path) as journal:
        fill(journal, COUNT)
        return list(journal.records())


@contextmanager
def opened(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    try:
        yield journal
    finally:
        journal.close()


@contextmanager
def tampering(path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(path)
    try:
        yield db
        db.commit()
    finally:
        db.close()


@contextmanager
def crash_copy(journal: Journal, folder: Path) -> Iterator[Path]:
    """The files as a power cut would leave them: the database and what stands in front of it."""
    folder.mkdir()
    for name in (journal.path.name, f"{journal.path.name}-wal", f"{journal.path.name}-journal"):
        if (journal.path.parent / name).exists():
            shutil.copy(journal.path.parent / name, folder / name)
    yield folder / journal.path.name
    shutil.rmtree(folder)


def read_all(path: Path) -> tuple[list[Record], list[Record]]:
    with opened(path) as journal:
        return list(journal.records()), journal.since_checkpoint()


def refused_to_read(path: Path) -> str:
    """In a process of its own: a journal that could not be opened must not hold the others up."""
    with pytest.raises(JournalDamaged) as damaged:
        read_all(path)
    return str(damaged.value)


# ---------------------------------------------------------------- writing and reading


def test_what_was_appended_is_read_again_in_order(path: Path, kept: list[Record]) -> None:
    assert [record.body for record in kept] == [body(number) for number in range(1, COUNT + 1)]
    assert [record.number for record in kept] == list(range(1, COUNT + 1))
    assert read_all(path)[0] == kept


def test_a_reopened_journal_goes_on_with_the_next_number(path: Path, kept: list[Record]) -> None:
    with opened(path) as journal:
        assert not journal.empty
        assert journal.append(body(COUNT + 1)) == COUNT + 1
        assert list(journal.records())[:COUNT] == kept


def test_a_new_journal_is_empty(path: Path) -> None:
    with opened(path) as journal:
        assert journal.empty
        assert list(journal.records()) == []
        assert journal.since_checkpoint() == []


def test_a_restart_reads_from_the_last_checkpoint(path: Path, kept: list[Record]) -> None:
    with opened(path) as journal:
        assert journal.since_checkpoint() == kept[50:]


def test_a_past_round_is_read_from_the_checkpoint_before_it(path: Path, kept: list[Record]) -> None:
    with History(path) as history:
        assert history.round_records(4) == kept[25:49]  # record 26 is the checkpoint, 40 to 49 the round


def test_a_round_that_was_never_played_is_named(path: Path, kept: list[Record]) -> None:
    with History(path) as history, pytest.raises(NotHere, match="holds no round 99"):
        history.round_records(99)


def steps_to_read(path: Path, count: int) -> int:
    """How many steps the database takes for a restart, five records after the last checkpoint."""
    with opened(path) as journal:
        for number in range(1, count + 1):
            journal.append(body(number), checkpoint=number == count - 5)
        steps = 0

        def step() -> int:
            nonlocal steps
            steps += 1
            return 0

        journal._db.set_progress_handler(step, 1)
        assert len(journal.since_checkpoint()) == 6
        return steps


def test_what_a_restart_reads_does_not_grow_with_the_age_of_the_journal(tmp_path: Path) -> None:
    young, old = steps_to_read(tmp_path / "young.db", 50), steps_to_read(tmp_path / "old.db", 2_000)
    assert old <= young


# ---------------------------------------------------------------- who may open it


def test_a_second_process_is_told_to_stop_the_first(path: Path) -> None:
    with opened(path):
        other = subprocess.run(
            [sys.executable, "-c", f"{IMPORTS}; Journal(Path({str(path)!r}))"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert other.returncode != 0
    assert "JournalBusy: another daemon already has this table" in other.stderr
    assert "stop it first" in other.stderr


def test_the_same_process_cannot_open_it_twice_either(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(JournalBusy):
            Journal(path)
        assert journal.append(b"still ours") == 1


def test_a_closed_journal_can_be_opened_again_at_once(path: Path) -> None:
    for number in range(1, 4):
        with opened(path) as journal:
            assert journal.append(body(number)) == number


def test_a_killed_process_leaves_the_journal_free(path: Path) -> None:
    opening = f"{IMPORTS}; j = Journal(Path({str(path)!r}))"
    ready = f"{opening}; j.append(b'here'); print(1, flush=True)"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{ready}; import time; time.sleep(60)"], stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    with other.stdout:
        other.stdout.readline()
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert [record.body for record in read_all(path)[0]] == [b"here"]


def test_another_version_is_refused_by_name(path: Path, kept: list[Record]) -> None:
    with tampering(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(
        JournalError, match=f"is of version {VERSION + 1} and this program knows versions up to {VERSION}"
    ):
        Journal(path)


def test_a_journal_that_could_not_be_opened_is_let_go(path: Path, kept: list[Record]) -> None:
    with tampering(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with suppress(JournalError):
        Journal(path)
    with tampering(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION}")
    assert read_all(path)[0] == kept  # nothing of the first attempt holds it any more


def test_no_file_of_the_journal_can_be_read_by_others(path: Path) -> None:
    before = os.umask(0o022)
    try:
        with opened(path) as journal:
            journal.append(body(1))
            modes = {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert path.name in modes
    assert modes == dict.fromkeys(modes, oct(0o600))


# ---------------------------------------------------------------- damage in the middle

Damage = Callable[[sqlite3.Connection], object]
IN_THE_MIDDLE = 55
DAMAGES: dict[str, Damage] = {
    "a bit of the body": lambda db: db.execute(
        "UPDATE records SET body = CAST(substr(body, 1, 9) || x'00' || substr(body, 11) AS BLOB)"
        " WHERE number = 55"
    ),
    "the hash": lambda db: db.execute("UPDATE records SET hash = zeroblob(32) WHERE number = 55"),
    "the round": lambda db: db.execute("UPDATE records SET round = round + 1 WHERE number = 55"),
    "a checkpoint more": lambda db: db.execute("UPDATE records SET checkpoint = 1 WHERE number = 55"),
    "a checkpoint less": lambda db: db.execute("UPDATE records SET checkpoint = 0 WHERE number = 51"),
    "the number": lambda db: db.execute("UPDATE records SET number = 1055 WHERE number = 55"),
    "the last number": lambda db: db.execute("UPDATE records SET number = 1055 WHERE number = 60"),
    "one deleted": lambda db: db.execute("DELETE FROM records WHERE number = 55"),
    "the checkpoint deleted": lambda db: db.execute("DELETE FROM records WHERE number = 51"),
    "many deleted": lambda db: db.execute("DELETE FROM records WHERE number BETWEEN 52 AND 58"),
    "two exchanged": lambda db: db.executescript(
        "UPDATE records SET number = 1000 WHERE number = 55; UPDATE records SET number = 55 WHERE number = 56;"
        "UPDATE records SET number = 56 WHERE number = 1000"
    ),
    "one slipped in": lambda db: db.executescript(
        "UPDATE records SET number = -number - 1 WHERE number > 55;"
        "UPDATE records SET number = -number WHERE number < 0;"
        "INSERT INTO records SELECT 56, round, checkpoint, body, hash FROM records WHERE number = 55"
    ),
    "one said twice at the end": lambda db: db.execute(
        "INSERT INTO records SELECT 61, round, checkpoint, body, hash FROM records WHERE number = 60"
    ),
    "another body with the same length": lambda db: db.execute(
        "UPDATE records SET body = zeroblob(length(body)) WHERE number = 55"
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_record_is_named_with_what_to_do(path: Path, kept: list[Record], damage: Damage) -> None:
    path.with_suffix(".head").unlink()  # the chain alone shows it
    with tampering(path) as db:
        damage(db)
    with opened(path) as journal:
        for read in (journal.since_checkpoint, lambda: list(journal.records())):
            with pytest.raises(JournalDamaged) as damaged:
                read()
            said = str(damaged.value)
            assert str(path) in said
            assert "record 5" in said or "record 6" in said
            assert "must not be used" in said
            assert "restore the journal from the backup" in said


def test_every_record_before_the_damage_is_still_readable(path: Path, kept: list[Record]) -> None:
    with tampering(path) as db:
        DAMAGES["the hash"](db)
    with opened(path) as journal:
        records = journal.records()
        assert [next(records) for _ in range(54)] == kept[:54]
        with pytest.raises(JournalDamaged, match="record 55"):
            next(records)


def test_a_file_that_is_no_journal_is_refused(path: Path) -> None:
    path.write_text("This is the shopping list of a technician.\n" * 200)
    assert "not a database" in refused_to_read(path)


def test_a_whole_page_overwritten_is_never_read_as_less(path: Path, kept: list[Record]) -> None:
    pages = path.read_bytes()
    for page in range(len(pages) // PAGE):
        for filler in (bytes(PAGE), b"\xff" * PAGE, b"text " * 820):
            path.write_bytes(pages[: page * PAGE] + filler[:PAGE] + pages[(page + 1) * PAGE :])
            all_or_damaged(path, kept)


def test_a_page_written_to_the_wrong_place_is_never_read_as_less(path: Path, kept: list[Record]) -> None:
    pages = path.read_bytes()
    for page in range(1, len(pages) // PAGE):
        for other in range(1, len(pages) // PAGE):
            moved = pages[other * PAGE : (other + 1) * PAGE]
            path.write_bytes(pages[: page * PAGE] + moved + pages[(page + 1) * PAGE :])
            all_or_damaged(path, kept)


def test_a_flipped_bit_anywhere_is_noticed_or_harmless(path: Path, kept: list[Record]) -> None:
    pages, chance = path.read_bytes(), Random(1)
    for _ in range(400):
        damaged = bytearray(pages)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        all_or_damaged(path, kept)


@pytest.mark.parametrize(
    "wrong", ["round = NULL", "body = NULL", "body = 'text'", "hash = NULL", "round = 'text'"]
)
def test_a_value_of_another_type_is_damage_and_not_a_crash(path: Path, kept: list[Record], wrong: str) -> None:
    """One bit in the head of a row makes a number or a blob something else."""
    column, _, value = wrong.partition(" = ")
    declared = "INTEGER NOT NULL" if column in ("round", "checkpoint") else "BLOB NOT NULL"
    with tampering(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        strict = f"{column} {declared}"
        db.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, ?, ?), 'STRICT', '')", (strict, column))
    with tampering(path) as db:
        db.execute(f"UPDATE records SET {column} = {value} WHERE number = 55")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", (f"{column},", f"{strict},"))
    assert "record 55" in refused_to_read(path)


def all_or_damaged(path: Path, kept: list[Record]) -> None:
    """Either it says that it is damaged, or everything that was ever told is there."""
    for leftover in ("db-wal", "db-shm"):
        path.with_suffix(f".{leftover}").unlink(missing_ok=True)
    path.with_suffix(".lock").unlink(missing_ok=True)
    try:
        whole, since = read_all(path)
    except JournalError:
        return
    assert (whole, since) == (kept, kept[50:])


# ---------------------------------------------------------------- the power goes


def test_after_every_record_a_power_cut_leaves_exactly_what_was_told(tmp_path: Path, path: Path) -> None:
    with opened(path) as journal:
        for number in range(1, 41):
            journal.append(body(number), checkpoint=number % 10 == 1)
            with crash_copy(journal, tmp_path / "copy") as copy:
                assert [record.number for record in read_all(copy)[0]] == list(range(1, number + 1))


def test_a_tail_torn_anywhere_leaves_whole_records_and_the_table_goes_on(tmp_path: Path, path: Path) -> None:
    with opened(path) as journal:
        fill(journal, 30)
        with crash_copy(journal, tmp_path / "copy") as copy:
            if not Path(f"{copy}-wal").exists():
                pytest.skip("nothing stands in front of the database")
            tail = Path(f"{copy}-wal").read_bytes()
            base = copy.read_bytes()
            for length in {*range(0, len(tail), 1021), 1, 31, 32, 33, len(tail) - 1, len(tail)}:
                for leftover in copy.parent.iterdir():
                    leftover.unlink()
                copy.write_bytes(base)
                Path(f"{copy}-wal").write_bytes(tail[:length])
                with opened(copy) as torn:
                    there = list(torn.records())
                    assert [record.body for record in there] == [body(n + 1) for n in range(len(there))]
                    assert torn.append(b"goes on") == len(there) + 1
                    assert list(torn.records())[-1].body == b"goes on"


def test_damage_before_the_tail_is_not_taken_for_a_torn_tail(tmp_path: Path, path: Path) -> None:
    """What was told to the table and acknowledged to a shoe may not quietly have never happened."""
    with opened(path) as journal:
        fill(journal, 30)
        with crash_copy(journal, tmp_path / "copy") as copy:
            files = [file for file in copy.parent.iterdir() if file.stat().st_size > PAGE]
            largest = max(files, key=lambda file: file.stat().st_size)
            damaged = bytearray(largest.read_bytes())
            damaged[len(damaged) // 2] ^= 0x10
            largest.write_bytes(damaged)
            with suppress(JournalDamaged):
                assert len(read_all(copy)[0]) == 30


# ---------------------------------------------------------------- the disk is full


@contextmanager
def no_more_pages(journal: Journal) -> Iterator[None]:
    used = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {used}")
    yield
    journal._db.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def no_more_bytes(journal: Journal) -> Iterator[None]:
    """The kernel itself refuses, in the middle of a write."""
    longest = max(file.stat().st_size for file in journal.path.parent.iterdir())
    with largest_file(longest + PAGE // 2):
        yield


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("full", "remedy"), [(no_more_pages, "free the disk"), (no_more_bytes, "the disk or its cable fails")]
)
def test_what_the_disk_does_not_take_is_not_there_at_all_and_the_next_record_is(
    path: Path, full: Callable[[Journal], object], remedy: str
) -> None:
    with opened(path) as journal:
        fill(journal, 10)
        with full(journal):  # type: ignore[attr-defined]
            for _ in range(3):
                with pytest.raises(JournalFull, match=f"nothing was lost; {remedy}"):
                    journal.append(INCOMPRESSIBLE)
            assert len(list(journal.records())) == 10
        assert journal.append(INCOMPRESSIBLE) == 11
    assert len(read_all(path)[0]) == 11


def test_a_disk_that_takes_nothing_at_the_start_is_not_called_damage(tmp_path: Path, path: Path) -> None:
    """Whoever is told "restore from the backup" loses the round; the journal itself is whole."""
    said = ""
    with opened(path) as journal:
        fill(journal, 10)
        with crash_copy(journal, tmp_path / "copy") as copy, largest_file(1024):
            try:
                assert len(read_all(copy)[0]) == 10
            except JournalError as error:
                said = str(error)
    assert "damaged" not in said
    assert not said or "the disk or its cable fails" in said


def test_a_folder_that_cannot_be_written_is_not_called_damage(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "journal.db").mkdir(parents=True)  # "unable to open database file"
    with pytest.raises((JournalError, OSError)) as refused:
        Journal(folder / "journal.db")
    assert "damaged" not in str(refused.value)
