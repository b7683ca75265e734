"""Closed files and the running journal, read as one: nothing is lost in between, and what was changed shows."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.journal.closed import ClosedFile, write_closed
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.history import History, NotHere
from controller.journal.journal import Record
from controller.journal.keys import CLOSED
from controller.journal.records import played_again, rebuild
from controller.journal.rescue import rescued
from controller.journal.seal import load_seal
from tests.controller.room import Room, room, talk
from tests.controller.test_adjudicate import play

ROUNDS = 12


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path / "table") as running:
        for number in range(1, ROUNDS + 1):
            play(running, {1: 25, 2: 25 + 5 * number})
        talk(running).shuffle()
        talk(running).cut()
        yield running


def close_before(running: Room, round_: int) -> Path:
    """As at the end of the round before."""
    last = running.journal.first_of(round_) - 1
    path = write_closed(running.journal, running.folder / CLOSED, last)
    while running.journal.let_go(last):
        pass
    return path


def test_what_was_closed_reads_as_it_did(played: Room) -> None:
    whole, rounds = read_all(played.folder)
    for round_ in (4, 5, 9):
        close_before(played, round_)
        assert read_all(played.folder) == (whole, rounds)
    assert played.journal.first_number > 1
    assert len(list((played.folder / CLOSED).iterdir())) == 3


def read_all(folder: Path) -> tuple[list[Record], list[list[Record]]]:
    with History(folder / "journal.db") as history:
        return list(history.records()), [history.round_records(one.round) for one in history.rounds()]


def test_each_round_can_be_ruled_on_again_wherever_it_stands(played: Room) -> None:
    close_before(played, 5)
    seal = load_seal(played.folder / "seal.key", may_create=False)
    with History(played.folder / "journal.db") as history:
        for one in history.rounds():
            records = history.round_records(one.round)
            assert records[0].checkpoint
            assert rebuild(seal, records).game.state.round >= one.round
        assert sum(1 for _ in played_again(seal, history.records())) == history.last_number


def test_what_says_a_word_is_found_in_closed_files_and_in_the_running_one(played: Room) -> None:
    with History(played.folder / "journal.db") as history:
        last = history.last_number
        closing = [record for record in history.records() if b"round_closed" in record.body]
        assert len(closing) == ROUNDS
        assert list(history.saying([b"round_closed", b"nobody says this"], 1, last)) == closing
    close_before(played, 5)
    close_before(played, 9)
    with History(played.folder / "journal.db") as history:
        assert list(history.saying([b"round_closed"], 1, last)) == closing
        assert list(history.saying([b"round_closed"], closing[2].number, closing[9].number)) == closing[2:10]
        assert list(history.saying([b"nobody says this"], 1, last)) == []


def test_a_round_is_found_by_a_moment_in_it(played: Room) -> None:
    close_before(played, 7)
    with History(played.folder / "journal.db") as history:
        rounds = list(history.rounds())
        assert [one.round for one in rounds] == list(range(ROUNDS + 2))
        for one in rounds[1:]:
            assert history.round_at(one.from_ms) == one
            assert history.round_at(one.to_ms) == one
            assert history.round_at((one.from_ms + one.to_ms) // 2) == one
        assert history.round_at(rounds[-1].to_ms + 10_000_000) == rounds[-1]
        with pytest.raises(JournalError, match="nothing that was written by then"):
            history.round_at(1)


def test_the_running_table_goes_on_and_starts_from_what_is_left(played: Room) -> None:
    close_before(played, ROUNDS + 1)
    talk(played).ante(3, 25)
    played.close()
    with room(played.folder) as restarted:
        assert restarted.loop.trouble is None
        assert restarted.table.game.state.boxes[3].ante_cents == 2_500
        assert restarted.journal.first_number > 1
    with History(played.folder / "journal.db") as history:
        assert [record.number for record in history.records()] == list(range(1, history.last_number + 1))


def test_a_closed_file_can_be_read_by_itself_from_where_nobody_may_write(played: Room, tmp_path: Path) -> None:
    path = close_before(played, 6)
    alone = tmp_path / "disc"
    alone.mkdir()
    shutil.copy(path, alone)
    os.chmod(alone / path.name, 0o400)
    with History(alone / path.name) as history:
        assert [one.round for one in history.rounds()] == [0, 1, 2, 3, 4, 5]
        assert len(list(history.records())) == history.last_number


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE rounds SET records = zeroblob(length(records)) WHERE round = 3", "round 3"),
        ("UPDATE rounds SET hash = zeroblob(32) WHERE round = 3", "round 3"),
        ("UPDATE rounds SET round = 30 WHERE round = 3", "changed, lost or slipped in"),
        ("DELETE FROM rounds WHERE round = 3", "missing"),
        ("UPDATE rounds SET from_ms = from_ms + 3600000 WHERE round = 3", "when round 3"),
        ("UPDATE rounds SET to_ms = to_ms - 1 WHERE round = 3", "when round 3"),
        ("UPDATE span SET before = x'41'", "round 0"),
        ("DELETE FROM kept", "what records name"),
    ],
)
def test_what_was_changed_in_a_closed_file_shows(played: Room, sql: str, says: str) -> None:
    path = close_before(played, 6)
    db = sqlite3.connect(path)
    db.execute(sql)
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match=says), History(played.folder / "journal.db") as history:
        list(history.records())


@pytest.mark.parametrize(
    "harm",
    [
        lambda db: db.execute("UPDATE span SET hash = zeroblob(32)"),
        lambda db: db.execute("UPDATE span SET first = first + 4"),
        lambda db: db.execute("DROP TABLE rounds"),
    ],
)
def test_a_closed_file_that_cannot_be_read_costs_its_own_rounds_and_no_others(
    played: Room, harm: Callable[[sqlite3.Connection], object]
) -> None:
    first, second = close_before(played, 3), close_before(played, 6)
    with sqlite3.connect(first) as db:
        harm(db)
    db.close()
    with History(played.folder / "journal.db") as history:
        assert [one.round for one in history.rounds()] == list(range(3, ROUNDS + 2))
        assert len(history.round_records(4)) > 5
        [said] = history.missing_in_words
        assert first.name in said
        assert "Bring the file back from a backup" in said
        with pytest.raises(NotHere, match=first.name):
            history.round(2)
    assert second.exists()


def test_a_closed_file_that_is_cut_costs_its_own_rounds_and_no_others(played: Room) -> None:
    path = close_before(played, 3)
    close_before(played, 6)
    path.write_bytes(path.read_bytes()[:5_000])
    with History(played.folder / "journal.db") as history:
        assert len(history.round_records(4)) > 5
        assert path.name in history.missing_in_words[0]


def test_what_the_running_journal_says_that_it_follows_on_is_held_against_the_closed_file(played: Room) -> None:
    close_before(played, 6)
    db = sqlite3.connect(played.folder / "journal.db")
    db.execute("UPDATE base SET hash = zeroblob(32)")
    db.commit()
    db.close()
    with pytest.raises(JournalDamaged, match="does not follow on"), History(played.folder / "journal.db"):
        pass


def test_a_closed_file_that_is_gone_is_a_gap_with_its_numbers(played: Room) -> None:
    first, second = close_before(played, 4), close_before(played, 8)
    with ClosedFile(first) as one, ClosedFile(second) as other:
        gone = other.first, other.last - 1  # the last one is in the running journal too
        assert other.first == one.last + 1
    second.unlink()
    with History(played.folder / "journal.db") as history:
        assert history.gaps == [gone]
        assert [one.round for one in history.rounds()] == [*range(4), *range(7, ROUNDS + 2)]


def test_nothing_is_let_go_that_the_closed_file_does_not_hold(
    played: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read back before it gets its name."""
    monkeypatch.setattr("controller.journal.closed._packed", lambda records: b"\0" * 6)
    with pytest.raises(JournalDamaged):
        write_closed(played.journal, played.folder / CLOSED, 40)
    assert not list((played.folder / CLOSED).glob("journal-*.db"))


def test_who_reads_while_the_past_is_put_away_misses_nothing(played: Room) -> None:
    whole, rounds = read_all(played.folder)
    before = played.journal.hash_of(5)
    with History(played.folder / "journal.db", is_open=True) as history:
        close_before(played, 4)
        assert list(history.records(2, 5)) == whole[1:5]
        close_before(played, 6)
        assert history.hash_of(5) == before
        assert [one.round for one in history.rounds()] == list(range(len(rounds)))
        close_before(played, 8)
        assert [history.round_records(number) for number in range(len(rounds))] == rounds
        reading = history.records()
        assert next(reading) == whole[0]
        close_before(played, 10)
        assert list(reading) == whole[1:]
        assert history.missing == []


def test_a_saved_journal_is_read_under_the_name_that_it_was_given(tmp_path: Path) -> None:
    """Also where its folder is called as nobody would call one."""
    folder = tmp_path / os.fsdecode(b"100% #1 \xff")
    with room(folder) as running:
        play(running, {1: 25})
        number = running.journal.last_number
        told = rescued(running.journal._db, running.journal.path, number, running.journal.hash_of(number))
    assert f"All {number} records were saved" in told
    (saved,) = folder.glob("journal-rescued-*.db")
    with History(saved) as history:
        assert [record.number for record in history.records()] == list(range(1, number + 1))


def test_a_journal_that_is_being_written_is_read_beside_it(played: Room) -> None:
    with History(played.folder / "journal.db") as history:
        last = history.last_number
        talk(played).ante(3, 25)
        assert history.last_number == last
        assert len(list(history.records())) == last
    assert played.journal.last_number > last
