"""A backup is one that was brought back: taken while the table plays, read, restored, played on."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

import controller.tools.backup
from config.schema import JournalSettings
from controller.cli import main
from controller.commands import FAILED, OK
from controller.inbox import Incoming
from controller.journal.closed import ClosedFile
from controller.journal.closing import Closing, backups_in, due_to_go, files_in, last_closed
from controller.journal.errors import JournalError
from controller.journal.head import Head
from controller.journal.history import History
from controller.journal.journal import Journal
from controller.journal.keys import CLOSED
from controller.journal.times import at_ms_of
from controller.journal.witness import FileWitness, Told
from controller.tools import backup as backing_up
from controller.tools.backup import BadBackup, Loss, backup, restore
from games import events as e
from games.cards import SealedTag
from games.outcomes import RoundClosed
from tests.browser.dealing import Screen
from tests.controller.room import Room, room, talk
from tests.controller.test_adjudicate import play
from tests.controller.test_audit import audited
from tests.daemon import Daemon
from tests.journals import change

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)
MONTH_MS = 31 * 86_400_000
END = [RoundClosed(round=1, void=False, boxes=())]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path / "table") as running:
        for cents in (25, 50, 75):
            play(running, {1: cents})
        yield running


def numbers(folder: Path) -> list[int]:
    with History(folder / "journal.db") as history:
        return [record.number for record in history.records()]


def closing_of(running: Room, settings: JournalSettings, now_ms: Callable[[], int]) -> Closing:
    async def on_record(fact: e.Fact) -> None:
        running.handle(fact)

    return Closing(running.journal, settings, now_ms, on_record)


def close_now(running: Room, now_ms: int = 0, keep_months: int | None = None) -> None:
    """As at the first end of a round in another month."""

    async def close() -> None:
        settings = JournalSettings(keep_months=keep_months)
        closing = closing_of(running, settings, lambda: now_ms or running.now_ms + MONTH_MS)
        closing.heard(None, END)
        assert closing._task is not None
        await closing._task

    asyncio.run(close())


# ---------------------------------------------------------------- the past is put away


def test_in_another_month_the_past_is_put_away_and_the_table_plays_on(played: Room) -> None:
    before = numbers(played.folder)
    close_now(played)
    assert len(files_in(played.folder / CLOSED)) == 1
    assert played.journal.first_number == played.journal.last_number
    play(played, {2: 100})
    assert numbers(played.folder) == list(range(1, played.journal.last_number + 1))
    assert numbers(played.folder)[: len(before)] == before
    assert audited(played.folder).faults == []


def test_what_comes_in_one_go_with_the_end_of_a_round_stays_for_the_next_start(played: Room) -> None:
    """A reader sees the cards come to the rack while the dealer touches that they are all there."""
    reports = [e.CardSeen(place="rack", tag=SealedTag(f"e00401020304{number:04x}")) for number in range(3)]
    one_by_one = played.loop.handle

    def in_one_go(incoming: Incoming) -> None:
        if incoming.event.kind == "collected":
            played.journal.begin()
            played.loop.handle_all([incoming, *map(Incoming, reports)])
        else:
            one_by_one(incoming)

    async def play_on() -> None:
        closing = closing_of(played, JournalSettings(), lambda: played.now_ms + MONTH_MS)
        played.loop.tell(closing.heard)
        play(played, {2: 100})
        assert closing._task is not None
        await closing._task

    played.loop.handle = in_one_go  # type: ignore[method-assign]
    asyncio.run(play_on())
    assert played.journal.last_number == last_closed(played.folder / CLOSED) + len(reports)
    assert audited(played.folder).faults == []
    played.close()
    with room(played.folder) as started:
        assert started.loop.trouble is None


def test_of_a_plain_copy_of_the_state_folder_only_the_state_is_restored(played: Room, tmp_path: Path) -> None:
    """Of the disk of a broken machine: what goes with its files there fits no others."""
    (played.folder / "people.json").write_text("{}")
    talk(played).shuffle()
    copy, keys, state = tmp_path / "copy", tmp_path / "keys", tmp_path / "state"
    shutil.copytree(played.folder, copy, ignore=shutil.ignore_patterns("*-shm"))
    assert (copy / "journal.db-wal").stat().st_size
    assert restore(copy, state, keys, copy).files == ["people.json", "journal.db"]
    assert numbers(state) == numbers(played.folder)


def test_in_the_same_month_only_a_large_journal_is_closed(played: Room) -> None:
    async def heard(settings: JournalSettings) -> bool:
        closing = closing_of(played, settings, lambda: played.now_ms)
        closing.heard(None, END)
        started = closing._task is not None
        await closing.stop()
        return started

    assert not asyncio.run(heard(JournalSettings(close_at_megabytes=1)))
    for number in range(4):
        played.journal.append(os.urandom(300_000), 4 + number)
    assert asyncio.run(heard(JournalSettings(close_at_megabytes=1)))


def test_a_power_cut_between_closing_and_letting_go_loses_and_doubles_nothing(
    played: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = numbers(played.folder)

    def cut(self: object, last: int) -> bool:
        raise JournalError("the power went")

    with monkeypatch.context() as patched:
        patched.setattr("controller.journal.journal.Journal.let_go", cut)
        close_now(played)
    assert played.journal.first_number == 1
    assert last_closed(played.folder / CLOSED) == before[-1]
    assert numbers(played.folder) == before
    play(played, {2: 100})
    close_now(played)
    assert len(files_in(played.folder / CLOSED)) == 1
    assert played.journal.first_number == before[-1]
    assert audited(played.folder).faults == []


def test_what_was_never_backed_up_is_never_deleted(played: Room, tmp_path: Path) -> None:
    close_now(played)
    settings, later_ms = JournalSettings(keep_months=3), played.now_ms + 5 * MONTH_MS
    assert due_to_go(played.folder / CLOSED, settings, later_ms) == []
    backup(played.folder, tmp_path / "stick", NOW)
    assert due_to_go(played.folder / CLOSED, JournalSettings(), later_ms) == []
    assert due_to_go(played.folder / CLOSED, settings, played.now_ms + MONTH_MS) == []
    assert len(due_to_go(played.folder / CLOSED, settings, later_ms)) == 1


def test_what_is_deleted_after_its_time_is_on_record_first(played: Room, tmp_path: Path) -> None:
    """Which file, of which records, with which hash, and where the copy went. Nobody misses it then."""
    played.handle(e.Restarted(start=1, came_back=False))
    close_now(played)
    (file,) = files_in(played.folder / CLOSED)
    with ClosedFile(file) as closed:
        last, hash_ = closed.last, bytes(closed.hash).hex()
    backup(played.folder, tmp_path / "stick", NOW)
    play(played, {2: 100})
    close_now(played, played.now_ms + 6 * MONTH_MS, keep_months=3)
    assert not file.exists()
    with History(played.folder / "journal.db") as history:
        [said] = [one.body for one in history.records() if b"event past_let_go" in one.body]
    for expected in (file.name, f'"last":{last}', hash_, str(tmp_path / "stick")):
        assert expected.encode() in said
    assert played.table.gone == last
    played.loop.look()
    assert played.loop.past_is_whole


# ---------------------------------------------------------------- away and back


def test_a_list_of_backups_that_was_damaged_keeps_what_can_still_be_read(tmp_path: Path) -> None:
    good = b'{"at": "now", "closed": ["journal-000000001-000000009.db"]}'
    (tmp_path / "backups.jsonl").write_bytes(b"\n".join([b"[]", b"\xff\xfe", b"7", good, b'{"at"']))
    assert [line["at"] for line in backups_in(tmp_path)] == ["now"]


def test_what_is_restored_is_what_was_played_and_the_table_goes_on(played: Room, tmp_path: Path) -> None:
    close_now(played)
    play(played, {2: 100})
    talk(played).shuffle()
    copied = backup(played.folder, tmp_path / "stick", NOW)
    assert copied.records == len(numbers(played.folder))
    state, keys = tmp_path / "new" / "table", tmp_path / "new" / "table-keys"
    keys.mkdir(parents=True)
    shutil.copy(played.folder / "seal.key", keys)
    restore(tmp_path / "stick", state, keys)
    assert numbers(state) == numbers(played.folder)
    shutil.copy(keys / "seal.key", state)
    with room(state) as again:
        assert again.loop.trouble is None
        assert again.table.game.state.round == played.table.game.state.round
        talk(again).cut()
    assert audited(state).faults == []


def test_a_second_backup_into_the_same_folder_has_what_came_since(played: Room, tmp_path: Path) -> None:
    close_now(played)
    backup(played.folder, tmp_path / "stick", NOW)
    play(played, {2: 100})
    backup(played.folder, tmp_path / "stick", NOW)
    assert numbers(tmp_path / "stick") == numbers(played.folder)
    assert [line["through"] for line in backups_in(played.folder)][-1] == played.journal.last_number


def test_what_is_put_away_while_a_backup_is_taken_is_in_it(
    played: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The month ends between two files of the copy."""
    close_now(played)
    play(played, {2: 100})
    copy_journal = controller.tools.backup._copy_journal

    def then_the_month_ends(path: Path, copy: Path) -> None:
        copy_journal(path, copy)
        close_now(played, played.now_ms + 2 * MONTH_MS)

    monkeypatch.setattr("controller.tools.backup._copy_journal", then_the_month_ends)
    copied = backup(played.folder, tmp_path / "stick", NOW)
    assert len(files_in(played.folder / CLOSED)) == 2
    assert copied.missing == []
    assert numbers(tmp_path / "stick")[:1] == [1]
    assert numbers(tmp_path / "stick") == list(range(1, copied.records + 1))


def all_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("room_bytes", [4_096, 16_384, 28_672])
def test_a_disk_without_room_is_said_and_is_left_as_it_was(
    played: Room, tmp_path: Path, room_bytes: int
) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room_bytes, before[1]))
    try:
        with pytest.raises(BadBackup, match=r"journal\.db cannot be written"):
            backup(played.folder, tmp_path / "stick", NOW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "stick").iterdir()) == []
    backup(played.folder, tmp_path / "stick", NOW)


def test_a_disk_that_takes_nothing_any_more_is_backed_up(
    played: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the kernel leaves one that fails: read-only, and SQLite can make no index of a log there."""
    before = numbers(played.folder)
    played.journal.close()
    dying = tmp_path / "dying"
    dying.mkdir()
    shutil.copy(played.folder / "journal.db", dying)
    (dying / "backups.jsonl").mkdir()  # nothing is noted there any more
    monkeypatch.setattr("controller.journal.file._is_fixed", lambda folder: folder == dying)
    backup(dying, tmp_path / "stick", NOW)
    assert numbers(tmp_path / "stick") == before
    assert [path.name for path in dying.glob("journal*")] == ["journal.db"]


def test_a_copy_that_was_whole_is_never_replaced_by_a_damaged_journal(played: Room, tmp_path: Path) -> None:
    backup(played.folder, tmp_path / "stick", NOW)
    before = all_in(tmp_path / "stick")
    change(played.folder / "journal.db", b'"amount_cents":5000', b'"amount_cents":9000')
    with pytest.raises(JournalError):
        backup(played.folder, tmp_path / "stick", NOW)
    assert all_in(tmp_path / "stick") == before


def test_a_copy_of_more_or_of_another_table_is_never_replaced(played: Room, tmp_path: Path) -> None:
    """Of a journal that became shorter it is all that is left, whether a head still says so or not."""
    with room(tmp_path / "other") as other:
        play(other, {1: 25})
        backup(other.folder, tmp_path / "others", NOW)
    backup(played.folder, tmp_path / "stick", NOW)
    before = all_in(tmp_path / "stick")
    with sqlite3.connect(played.folder / "journal.db") as db:
        db.execute("DELETE FROM records WHERE number > 30")
    db.close()
    with pytest.raises(BadBackup, match=r"it holds 30 records, its head says \d+.*Nothing was copied"):
        backup(played.folder, tmp_path / "a new one", NOW)
    (played.folder / "journal.head").unlink()
    for folder in ("stick", "others"):
        with pytest.raises(BadBackup, match="the table does not hold that one: nothing there was touched"):
            backup(played.folder, tmp_path / folder, NOW)
    assert all_in(tmp_path / "stick") == before


def test_closed_files_are_read_on_both_sides(played: Room, tmp_path: Path) -> None:
    """A copy that is whole stays when the table's own file is not, and one that is damaged is made again."""
    close_now(played)
    backup(played.folder, tmp_path / "stick", NOW)
    (there,), (copy,) = files_in(played.folder / CLOSED), files_in(tmp_path / "stick" / CLOSED)
    content = copy.read_bytes()
    copy.write_bytes(content[:-500] + bytes(500))
    backup(played.folder, tmp_path / "stick", NOW)
    assert copy.read_bytes() == content
    there.write_bytes(content[:-500])
    backup(played.folder, tmp_path / "stick", NOW)
    assert copy.read_bytes() == content
    copied = backup(played.folder, tmp_path / "another", NOW)
    assert not copied.is_whole
    assert there.name in copied.missing[0]
    assert not files_in(tmp_path / "another" / CLOSED)


def test_a_backup_that_is_not_whole_says_what_is_missing(
    daemon: Daemon, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(daemon.state) as running:
        for months in range(1, 4):
            play(running, {1: 25})
            close_now(running, running.now_ms + months * MONTH_MS)
    first, second, _ = files_in(daemon.state / CLOSED)
    second.rename(tmp_path / second.name)
    assert main(["backup", str(tmp_path / "stick"), "--config", str(daemon.config)]) == FAILED
    said = capsys.readouterr().out
    assert "read back and not whole" in said
    begins, ends = (int(number) for number in second.stem.split("-")[1:])
    assert f"Records {begins} to {ends} are not in it: their closed file is missing." in said
    (tmp_path / second.name).rename(second)
    assert main(["backup", str(tmp_path / "stick"), "--config", str(daemon.config)]) == OK
    assert "read back and whole" in capsys.readouterr().out
    first.unlink()
    assert main(["backup", str(tmp_path / "another"), "--config", str(daemon.config)]) == OK
    assert f"It begins with record {begins}: " in capsys.readouterr().out


@pytest.mark.parametrize("left", ["tournament-may.db", "people.json", "journal.head", "closed/journal-1-9.db"])
def test_a_restore_overwrites_nothing_that_is_newer(played: Room, tmp_path: Path, left: str) -> None:
    (played.folder / "people.json").write_text('{"P1": "Ann"}')
    backup(played.folder, tmp_path / "stick", NOW)
    there = tmp_path / "new" / left
    there.parent.mkdir(parents=True)
    there.write_text("newer")
    with pytest.raises(
        BadBackup, match=f"holds {left.split('/', maxsplit=1)[0]}.*: move the whole folder aside first"
    ):
        restore(tmp_path / "stick", tmp_path / "new", played.folder)
    assert all_in(tmp_path / "new") == {there: b"newer"}


def test_nothing_is_ever_overwritten_and_keys_stay_apart(played: Room, tmp_path: Path) -> None:
    copy = tmp_path / "stick"
    backup(played.folder, copy, NOW)
    assert not list(copy.rglob("seal.key"))
    with pytest.raises(BadBackup, match=r"holds journal\.db: move the whole folder aside"):
        restore(copy, played.folder, tmp_path / "keys")
    with pytest.raises(BadBackup, match="name the folder of its copy with --keys"):
        restore(copy, tmp_path / "new", tmp_path / "no-keys")
    with pytest.raises(BadBackup, match=r"no-keys holds no seal\.key: name the folder"):
        restore(copy, tmp_path / "new", tmp_path / "none", tmp_path / "no-keys")
    with pytest.raises(BadBackup, match="in the table's own folder"):
        backup(played.folder, played.folder / "copy", NOW)
    with pytest.raises(BadBackup, match="keep the keys apart"):
        backup(played.folder, copy, NOW, played.folder, copy / "keys")
    with pytest.raises(BadBackup, match="holds no journal"):
        restore(tmp_path / "nothing", tmp_path / "new", tmp_path / "keys")


def test_a_backup_takes_no_place_of_one_that_knows_more(played: Room, tmp_path: Path) -> None:
    """Another table's, or what is left of rounds that this journal has lost: it may be the only copy."""
    copy = tmp_path / "stick"
    play(played, {2: 100})
    backup(played.folder, copy, NOW)
    before = (copy / "journal.db").read_bytes()
    with room(tmp_path / "anew") as anew:
        for cents in (25, 50):
            play(anew, {1: cents})
        with pytest.raises(BadBackup, match="the table does not hold that one: nothing there was touched"):
            backup(anew.folder, copy, NOW)
        for _ in range(4):  # and further than the copy
            play(anew, {1: 75})
        with pytest.raises(BadBackup, match="name another folder"):
            backup(anew.folder, copy, NOW)
    assert (copy / "journal.db").read_bytes() == before


def test_a_key_takes_no_other_keys_place_and_is_never_beside_a_journal(played: Room, tmp_path: Path) -> None:
    other, own, copy = tmp_path / "other", tmp_path / "own", tmp_path / "stick"
    for folder in (own, other):
        folder.mkdir()
    shutil.copy(played.folder / "seal.key", own)
    (other / "seal.key").write_text("another table's")
    with pytest.raises(BadBackup, match="is not the key"):
        backup(played.folder, copy, NOW, own, other)
    with pytest.raises(BadBackup, match="in the table's own folder"):
        backup(played.folder, own / "copy", NOW, own)
    with pytest.raises(BadBackup, match="in the table's own folder"):
        backup(played.folder, copy, NOW, own, played.folder)
    with pytest.raises(BadBackup, match=r"has no seal\.key: copy it from where the service is given it"):
        backup(played.folder, copy, NOW, tmp_path / "none", tmp_path / "keys")
    assert not copy.exists()  # nothing is half done
    backup(played.folder, copy, NOW, own, tmp_path / "keys")
    with pytest.raises(BadBackup, match="is not the key"):  # of a table that ran before its past was there
        restore(copy, tmp_path / "new", other, tmp_path / "keys")
    with pytest.raises(BadBackup, match=r"nowhere holds no seal\.key"):
        restore(copy, tmp_path / "new", tmp_path / "new-keys", tmp_path / "nowhere")
    assert not (tmp_path / "new").exists()
    assert (other / "seal.key").read_text() == "another table's"


def test_what_is_put_away_while_it_is_copied_is_in_the_copy(
    played: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The past went into a closed file behind the copier's back, and was in neither."""
    listed = backing_up.files_in

    def list_and_close(folder: Path) -> list[Path]:
        found = listed(folder)
        close_now(played)
        return found

    monkeypatch.setattr(backing_up, "files_in", list_and_close)
    backup(played.folder, tmp_path / "stick", NOW)
    assert numbers(tmp_path / "stick") == numbers(played.folder)


def test_what_a_witness_knows_beyond_the_backup_is_lost_only_by_somebodys_word(
    played: Room, tmp_path: Path
) -> None:
    """The word stays in the journal, and the witness stays as it is, under another name."""
    copy, witness, keys = tmp_path / "stick", tmp_path / "witness", tmp_path / "new" / "table-keys"
    backup(played.folder, copy, NOW)
    play(played, {2: 100})
    last = played.journal.last_number
    FileWitness(witness).take(Told(Head(last, played.journal.hash_of(last), played.now_ms), 0))
    keys.mkdir(parents=True)
    shutil.copy(played.folder / "seal.key", keys)
    state = tmp_path / "new" / "table"
    with pytest.raises(BadBackup, match=f"says {last}, .*--loss says why"):
        restore(copy, state, keys, witnesses=[witness])
    assert not state.exists()
    loss = Loss("the disk died", played.table.setup)
    restore(copy, state, keys, witnesses=[witness], loss=loss)
    assert not witness.exists()
    (kept,) = tmp_path.glob("witness-before-restore-*")
    assert kept.read_text().startswith(f"{last} ")
    shutil.copy(kept, witness)  # a second time: what was put aside the first time stays
    restore(copy, tmp_path / "again" / "table", keys, witnesses=[witness], loss=loss)
    assert len([*tmp_path.glob("witness-before-restore-*")]) == 2
    shutil.copy(keys / "seal.key", state)
    with room(state) as again:
        assert again.loop.trouble is None
        bodies = b"".join(record.body for record in again.journal.records())
        assert b"event journal_restored" in bodies
        assert b'"reason":"the disk died"' in bodies
        assert b'"known":%d' % last in bodies
    assert audited(state).faults == []


def test_a_loss_is_not_written_down_before_what_was_written_last(played: Room, tmp_path: Path) -> None:
    """The clock of the table that broke was ahead of the new one's."""
    played.now_ms = ahead_ms = 4_000_000_000_000
    play(played, {2: 100})
    copy, witness, state = tmp_path / "stick", tmp_path / "witness", tmp_path / "new"
    backup(played.folder, copy, NOW)
    FileWitness(witness).take(Told(Head(played.journal.last_number + 1, bytes(32), ahead_ms), 0))
    loss = Loss("the disk died", played.table.setup)
    restore(copy, state, played.folder, witnesses=[witness], loss=loss)
    with closing(Journal(state / "journal.db", reads_only=True)) as journal:
        last = list(journal.records())[-1]
    assert b"event journal_restored" in last.body
    assert at_ms_of(last.body) > ahead_ms


def test_a_damaged_backup_is_not_restored(played: Room, tmp_path: Path) -> None:
    copy = tmp_path / "stick"
    backup(played.folder, copy, NOW)
    change(copy / "journal.db", b'"amount_cents":5000', b'"amount_cents":9000')
    with pytest.raises(JournalError):
        restore(copy, tmp_path / "new", played.folder)
    assert not (tmp_path / "new").exists()


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        made = Daemon(Path(folder))
        yield made
        made.stop_simulators()


def test_the_drill(daemon: Daemon, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The daemon plays and is copied; its machine is lost; another one goes on from the copy."""
    daemon.start()
    stop = threading.Event()

    def touch() -> None:
        with Screen(daemon) as screen:
            while not stop.is_set():
                screen.send("do", {"command": "call_floor"})

    toucher = threading.Thread(target=touch)
    toucher.start()
    try:
        words = ["--config", str(daemon.config), "--keys", str(tmp_path / "safe")]
        assert main(["backup", str(tmp_path / "stick"), *words]) == OK
    finally:
        stop.set()
        toucher.join()
        daemon.kill()
        daemon.stop_simulators()
    told = capsys.readouterr().out
    assert "read back and whole" in told
    with History(tmp_path / "stick" / "journal.db") as history:
        copied = history.last_number
    shutil.rmtree(daemon.state)
    shutil.rmtree(daemon.state.with_name("state-keys"))
    assert main(["restore", str(tmp_path / "stick"), "--config", str(daemon.config)]) == FAILED
    assert "--keys" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "stick"), *words]) == OK
    daemon.start()
    assert daemon.stop() == OK
    assert numbers(daemon.state)[-1] > copied
    assert main(["audit", str(daemon.state / "journal.db")]) == OK
