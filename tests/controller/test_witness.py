"""A second place that remembers how far the journal had come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from controller.journal.beforehand import Marks
from controller.journal.errors import JournalShorter
from controller.journal.head import Head
from controller.journal.journal import Journal
from controller.journal.length import Known
from controller.journal.witness import Beside, FileWitness, Refuses, Standing, Told, Witness, heads_in, reached

DEADLINE_S = 5.0


def told(number: int, what: int = 0) -> Told:
    return Told(Head(number, bytes([number % 250, what]) * 16, 1_800_000_000_000 + number), number // 5)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / "T-01.heads"


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_it_writes_a_line_for_each_head_and_remembers_the_last(stick: Path) -> None:
    for number in (5, 10, 15):
        FileWitness(stick).take(told(number))
    assert [head.number for head in heads_in(stick)] == [5, 10, 15]
    assert FileWitness(stick).last() == told(15).head
    assert stick.read_text().splitlines()[1] == f"10 {told(10).head.hash.hex()} 1800000000010 2"
    assert stick.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("other", [told(9), told(1), told(10, what=1)])
def test_it_takes_no_smaller_number_and_no_other_hash(stick: Path, other: Told) -> None:
    FileWitness(stick).take(told(10))
    before = stick.read_bytes()
    with pytest.raises(Refuses, match="knows record 10"):
        FileWitness(stick).take(other)
    assert stick.read_bytes() == before


def test_a_line_that_was_cut_short_counts_for_nothing(stick: Path) -> None:
    for number in (5, 10):
        FileWitness(stick).take(told(number))
    whole = stick.read_bytes()
    for length in range(whole.index(b"\n") + 1, len(whole)):
        stick.write_bytes(whole[:length])
        assert FileWitness(stick).last() == told(5).head
        FileWitness(stick).take(told(20))
        assert [head.number for head in heads_in(stick)] == [5, 20]


def test_what_a_power_cut_leaves_behind_the_lines_makes_it_forget_nothing(stick: Path) -> None:
    """A stick may write its last block full of zeros."""
    witness = FileWitness(stick)
    for number in range(10_000_001, 10_000_100):
        witness.take(told(number))
    whole = stick.read_bytes()
    for behind in range(0, 40_000, 397):
        stick.write_bytes(whole + bytes(behind))
        assert witness.last() == told(10_000_099).head
    with pytest.raises(Refuses):
        witness.take(told(99))
    stick.write_bytes(b"".join(whole.splitlines(keepends=True)[-60:]))
    assert witness.last() == told(10_000_099).head


def test_one_that_cannot_be_reached_is_no_stop(tmp_path: Path, stick: Path) -> None:
    FileWitness(stick).take(told(5))
    away = FileWitness(tmp_path / "no such disk" / "T-01.heads")
    assert reached([away, FileWitness(stick)]) == [Known(f"the witness {stick}", told(5).head)]
    assert not (tmp_path / "no such disk").exists()


# ---------------------------------------------------------------- beside a table


class Heard(list[tuple[Standing, int]]):
    def __init__(self) -> None:
        super().__init__()
        self.acknowledged_records: list[int] = []
        self.forgotten: list[tuple[int, int]] = []

    def changed(self, witness: Witness, standing: Standing, record: int) -> None:
        self.append((standing, record))

    def acknowledged(self, witness: Witness, record: int) -> None:
        self.acknowledged_records.append(record)

    def forgot(self, witness: Witness, knew: int, knows: int) -> None:
        self.forgotten.append((knew, knows))


def test_a_stick_that_is_pulled_out_and_put_back_is_said_once_each(tmp_path: Path, stick: Path) -> None:
    heard = Heard()
    beside = Beside(FileWitness(stick), heard)
    beside.start()
    beside.tell(told(5))
    eventually(lambda: stick.exists() and heads_in(stick) != [])
    os.rename(stick.parent, tmp_path / "pulled out")
    for number in (10, 15):
        beside.tell(told(number))
    eventually(lambda: beside.standing == "witness_not_reached")
    os.rename(tmp_path / "pulled out", stick.parent)
    beside.tell(told(20))
    eventually(lambda: beside.standing == "witness_reached")
    beside.stop()
    written = [head.number for head in heads_in(stick)]
    assert (written[0], written[-1]) == (5, 20)
    assert [standing for standing, _ in heard] == ["witness_not_reached", "witness_reached"]


def test_what_it_refuses_is_said_with_the_record(stick: Path) -> None:
    FileWitness(stick).take(told(50))
    heard = Heard()
    beside = Beside(FileWitness(stick), heard)
    beside.start()
    beside.tell(told(20))
    beside.stop()
    assert heard == [("witness_refuses", 20)]


ANSWERS = Event()


class Stuck(FileWitness):
    """A disk that does not answer."""

    def take(self, told: Told) -> None:
        ANSWERS.wait(DEADLINE_S)


def test_one_that_never_answers_keeps_nobody_waiting(stick: Path) -> None:
    beside = Beside(Stuck(stick), Heard())
    beside.start()
    began = time.monotonic()
    for number in range(1_000):
        beside.tell(told(number))
    assert time.monotonic() - began < 1.0
    ANSWERS.set()
    beside.stop()


# ---------------------------------------------------------------- with a journal


def test_each_round_and_each_seal_is_told(tmp_path: Path, stick: Path) -> None:
    witness = FileWitness(stick)
    journal = Journal(tmp_path / "journal.db")
    journal.tell_head(witness.take)
    for number in range(1, 13):
        journal.append(b"record %d" % number)
        if number % 4 == 0:
            journal.settle()
    journal.seal("stop")
    journal.close()
    assert [head.number for head in heads_in(stick)] == [4, 8, 12, 12]


def test_a_start_behind_a_witness_is_refused(tmp_path: Path, stick: Path) -> None:
    """An older copy of the whole folder knows nothing of what came after it."""
    path = tmp_path / "journal.db"
    journal = Journal(path)
    journal.tell_head(FileWitness(stick).take)
    journal.append(b"early")
    journal.settle()
    journal.close()
    older = path.read_bytes()
    journal = Journal(path, marks=Marks(heads=reached([FileWitness(stick)])))
    journal.tell_head(FileWitness(stick).take)
    journal.append(b"late")
    journal.settle()
    journal.close()
    path.write_bytes(older)
    path.with_suffix(".head").unlink()
    with pytest.raises(JournalShorter, match=f"holds 1 records, the witness {stick} says 2"):
        Journal(path, marks=Marks(heads=reached([FileWitness(stick)])))
    path.unlink()
    with pytest.raises(JournalShorter, match=f"it is missing, and the witness {stick} of it is left"):
        Journal(path, marks=Marks(heads=reached([FileWitness(stick)])))
    assert not path.exists()


def test_what_it_has_on_its_disk_is_acknowledged(stick: Path) -> None:
    heard = Heard()
    beside = Beside(FileWitness(stick), heard)
    beside.start()
    beside.tell(told(5))
    eventually(lambda: heard.acknowledged_records == [5])
    beside.stop()
    assert heard.forgotten == []


@pytest.mark.parametrize(("left", "knows"), [((), 0), ((told(4),), 4), ((told(9),), 9)])
def test_one_that_was_emptied_or_exchanged_is_told_and_begun_anew(
    stick: Path, left: tuple[Told, ...], knows: int
) -> None:
    """It would take anything now. Only the journal remembers that it knew record 10."""
    for one in left:
        FileWitness(stick).take(one)
    heard = Heard()
    beside = Beside(FileWitness(stick), heard, knew=10)
    beside.start()
    for number in (15, 20):
        beside.tell(told(number))
    eventually(lambda: 20 in heard.acknowledged_records)
    beside.stop()
    assert heard.forgotten == [(10, knows)]


def test_one_that_knows_what_it_knew_is_told_nothing_of(stick: Path) -> None:
    FileWitness(stick).take(told(12))
    heard = Heard()
    beside = Beside(FileWitness(stick), heard, knew=10)
    beside.start()
    beside.tell(told(15))
    eventually(lambda: 15 in heard.acknowledged_records)
    beside.stop()
    assert heard.forgotten == []
