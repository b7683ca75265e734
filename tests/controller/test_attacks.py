"""The list of docs/believing-the-journal.md, played: what somebody did who has the machine and its keys, and
which claims of an audit fall by it. What nothing can find is here, too, and is said to be not proven."""

from __future__ import annotations

import re
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.commands.audit import NOT_PROVEN
from controller.commands.verification_key import OnRecord, set_up
from controller.journal.closed import write_closed
from controller.journal.errors import JournalDamaged
from controller.journal.head import SLOT_BYTES
from controller.journal.journal import FIRST_HASH, Journal, chained
from controller.journal.keys import CLOSED
from controller.journal.packing import pack, unpack
from controller.journal.sealing import Seal, in_words, signed
from controller.journal.sealing_key import new_sealing_key
from controller.journal.witness import FileWitness
from games.events import ClockStepped, PastLetGo, Restarted, WitnessForgot
from tests.controller.room import Room, room, setup
from tests.controller.test_adjudicate import play

HOUR_MS = 3_600_000
EVENING_MS = 1_800_000_000_000


class Table:
    """A table's state folder, its keys, its witness, and the words that somebody keeps elsewhere."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.state, self.keys = home / "state", home / "state-keys"
        self.heads = home / "T-01.heads"
        self.now_ms = EVENING_MS

    @property
    def journal(self) -> Path:
        return self.state / "journal.db"

    def set_up(self) -> Table:
        self.words = in_words(set_up("T-01", self.state, self.keys, anew=False))
        return self

    @contextmanager
    def running(self, *, stops: bool = True) -> Iterator[Room]:
        if (self.keys / "seal.key").exists():
            shutil.copy(self.keys / "seal.key", self.state)  # a command has put it where a table keeps it
        with room(self.state) as running:
            shutil.copy(self.state / "seal.key", self.keys)
            running.now_ms = self.now_ms
            running.journal.seal_with("T-01", self.keys / "sealing.key", lambda: running.now_ms)
            running.journal.tell_head(FileWitness(self.heads).take)
            start = running.table.starts + 1
            running.handle(Restarted(start=start, boot="b-1", came_back=start > 1))
            yield running
            if stops:
                running.loop.seal("stop")
            self.now_ms = running.now_ms

    def play(self, rounds: int, *, stops: bool = True) -> None:
        with self.running(stops=stops) as running:
            for _ in range(rounds):
                play(running, {1: 25})
        self.now_ms += HOUR_MS

    def put_away(self, *rounds: int) -> list[Path]:
        """Closed files, each up to the beginning of that round."""
        made = []
        with self.running() as running:
            for round_ in rounds:
                last = running.journal.first_of(round_) - 1
                made.append(write_closed(running.journal, self.state / CLOSED, last))
                while running.journal.let_go(last):
                    pass
        return made

    def begin_sealing_anew(self, reason: str = "the key was lost") -> str:
        record = OnRecord(setup(), reason)
        return in_words(set_up("T-01", self.state, self.keys, anew=True, on_record=record))

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self.journal)
        try:
            yield db
            db.commit()
        finally:
            db.close()

    def last(self) -> int:
        with self.open() as db:
            return int(db.execute("SELECT max(number) FROM records").fetchone()[0])

    def write_head(self) -> None:
        """It is a checksum that anybody can work out."""
        with self.open() as db:
            number, hash_ = db.execute(
                "SELECT number, hash FROM records ORDER BY number DESC LIMIT 1"
            ).fetchone()
        said = b"%d %b %d" % (number, hash_.hex().encode(), self.now_ms)
        slot = (b"%b %08x\n" % (said, zlib.crc32(said))).ljust(SLOT_BYTES, b"\0")
        (self.state / "journal.head").write_bytes(slot * 2)

    def work_out_anew(self) -> None:
        """The chain, from the first record on, and the head."""
        with self.open() as db:
            previous = FIRST_HASH
            rows = db.execute("SELECT number, round, checkpoint, body FROM records ORDER BY number").fetchall()
            for number, round_, checkpoint, body in rows:
                previous = chained(previous, number, round_, bool(checkpoint), unpack(body))
                db.execute("UPDATE records SET hash = ? WHERE number = ?", (previous, number))
        self.write_head()

    def change(self, was: bytes = b'"by":"dealer"', instead: bytes = b'"by":"nobody"') -> int:
        """In the first record that says so. Who ruled is no matter to the rules; it is to whoever asks."""
        with self.open() as db:
            for number, body in db.execute("SELECT number, body FROM records ORDER BY number").fetchall():
                if was in unpack(body):
                    db.execute(
                        "UPDATE records SET body = ? WHERE number = ?",
                        (pack(unpack(body).replace(was, instead)), number),
                    )
                    return int(number)
        raise AssertionError(f"no record says {was!r}")

    def cut_off(self, *, seals: bool = True) -> int:
        """All behind the round before the last."""
        with self.open() as db:
            ends = [n for (n,) in db.execute("SELECT number FROM records WHERE checkpoint ORDER BY number")]
            db.execute("DELETE FROM records WHERE number > ?", (ends[-2],))
            if seals:
                db.execute("DELETE FROM seals WHERE record > ?", (ends[-2],))
        self.write_head()
        return ends[-2]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path).set_up()
    made.play(2)
    made.play(3)
    return made


Claims = dict[str, str]


def audited(table: Table, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, Claims, str]:
    capsys.readouterr()
    status = main(["audit", str(table.journal), *more])
    said = capsys.readouterr().out
    return status, dict(re.findall(r"^([a-z ]+): (holds|fails|not proven|not asked|told): ", said, re.M)), said


def with_all(table: Table) -> list[str]:
    return ["--key", table.words, "--witness", str(table.heads)]


# ---------------------------------------------------------------- what each attack makes fall

KEYED = {"as sealed"}


def changed(table: Table) -> None:
    table.change()
    table.work_out_anew()


def taken_out(table: Table) -> None:
    with table.open() as db:
        db.execute("DELETE FROM records WHERE number = 9")
        db.execute("UPDATE records SET number = number - 1 WHERE number > 9")
    table.work_out_anew()


def one_seal_out(table: Table) -> None:
    with table.open() as db:
        db.execute("DELETE FROM seals WHERE number = 2")


def time_of_a_seal_changed(table: Table) -> None:
    with table.open() as db:
        db.execute("UPDATE seals SET at_ms = at_ms - 60000 WHERE number = 2")


def all_seals_out(table: Table) -> None:
    with table.open() as db:
        db.execute("DROP TABLE seals")


def tail_with_its_seals(table: Table) -> None:
    table.cut_off()


def tail_without_its_seals(table: Table) -> None:
    table.cut_off(seals=False)


def tail_seals_and_the_sealing_key(table: Table) -> None:
    table.cut_off()
    (table.keys / "sealing.key").unlink()


def tail_seals_and_another_key(table: Table) -> None:
    table.cut_off()
    with table.open() as db:
        following = db.execute("SELECT max(number) + 1 FROM seals").fetchone()[0]
    (table.keys / "sealing.key").unlink()
    new_sealing_key(table.keys / "sealing.key", following)


def seals_made_by_others(table: Table) -> None:
    """Empty epochs, too: all seals by a line of keys that the verification key did not begin."""
    with table.open() as db:
        rows = [Seal(*row) for row in db.execute("SELECT * FROM seals ORDER BY number")]
        for seal in rows:
            forged = signed("T-01", seal._replace(signature=b""), bytes([seal.number]) * 32)
            db.execute("UPDATE seals SET signature = ? WHERE number = ?", (forged.signature, seal.number))


ATTACKS: list[tuple[Callable[[Table], None], set[str], set[str]]] = [
    # what falls with the verification key alone; what falls with a witness as well
    (changed, {"as sealed"}, {"as sealed", "as witnessed"}),
    (
        taken_out,
        {"as sealed", "every round as it was told"},
        {"as sealed", "as witnessed", "every round as it was told"},
    ),
    (one_seal_out, {"as sealed"}, {"as sealed"}),
    (time_of_a_seal_changed, {"as sealed"}, {"as sealed"}),
    (all_seals_out, {"as sealed", "to its end"}, {"as sealed", "to its end"}),
    (tail_with_its_seals, {"as sealed", "to its end"}, {"as sealed", "as witnessed", "to its end"}),
    (tail_without_its_seals, {"as sealed", "to its end"}, {"as sealed", "to its end", "as witnessed"}),
    (tail_seals_and_the_sealing_key, {"to its end"}, {"as witnessed", "to its end"}),
    (tail_seals_and_another_key, {"as sealed", "to its end"}, {"as sealed", "as witnessed", "to its end"}),
    (seals_made_by_others, {"as sealed"}, {"as sealed"}),
]


@pytest.mark.parametrize(("attack", "by_key", "by_both"), ATTACKS, ids=[one[0].__name__ for one in ATTACKS])
def test_what_was_done_makes_a_claim_fall(
    table: Table,
    capsys: pytest.CaptureFixture[str],
    attack: Callable[[Table], None],
    by_key: set[str],
    by_both: set[str],
) -> None:
    assert audited(table, capsys, *with_all(table))[0] == OK
    attack(table)
    for more, falls in ((["--key", table.words], by_key), (with_all(table), by_both)):
        status, claims, said = audited(table, capsys, *more)
        fell = {name for name, stands in claims.items() if stands == "fails"}
        assert status == FAILED
        assert falls <= fell, said


def test_an_untouched_table_holds_in_every_claim(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    status, claims, _ = audited(table, capsys, *with_all(table))
    assert status == OK
    assert claims == {
        "whole": "holds",
        "to its end": "holds",
        "from its beginning": "holds",
        "as sealed": "holds",
        "as witnessed": "holds",
        "every round as it was told": "holds",
        "money adds up": "holds",
        "when the table was off": "told",
        "when the clock was set": "told",
    }


# ---------------------------------------------------------------- a newer key


def test_a_newer_key_proves_nothing_of_what_was_written_before_it(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sealed record is changed, the chain worked out anew, its seals given the new hashes: only the first key
    can show it, and with the second alone nobody may believe that it was looked at."""
    table.change()
    table.work_out_anew()
    with table.open() as db:
        hashes = dict(db.execute("SELECT number, hash FROM records").fetchall())
        for number, record in db.execute("SELECT number, record FROM seals WHERE record > 0").fetchall():
            db.execute("UPDATE seals SET hash = ? WHERE number = ?", (hashes[record], number))
    first, second = table.words, table.begin_sealing_anew()
    table.heads.unlink()
    table.play(1)
    status, claims, said = audited(table, capsys, "--key", second)
    assert (status, claims["as sealed"], claims["to its end"]) == (NOT_PROVEN, "not proven", "holds")
    assert re.search(
        r"Seals 0 to \d+ belong to an earlier key and are not verified: what was written before", said
    )
    assert "sealing was begun anew" in said.lower()
    assert "the key was lost" in said
    for keys in (["--key", first], ["--key", first, "--key", second]):
        assert audited(table, capsys, *keys)[0] == FAILED


def test_with_both_keys_a_journal_that_was_sealed_anew_is_proven_and_says_so(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    second = table.begin_sealing_anew()
    table.play(1)
    status, claims, said = audited(table, capsys, "--key", table.words, "--key", second)
    assert (status, claims["as sealed"]) == (OK, "holds")
    assert re.search(
        r"seals 0 to (\d+) by the key of seal 0, .*; seals \d+ to \d+ by the key of seal \d+", said
    )
    assert "Sealing was begun anew with seal " in said


# ---------------------------------------------------------------- an old copy of everything


def test_an_old_copy_put_back_is_found_by_a_witness_alone_and_the_table_was_off_so_long(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All in it is true. Whoever knows the house's hours sees that the table cannot have been off then."""
    copy, at_ms = tmp_path / "copy", table.now_ms
    copy.mkdir()
    for folder in (table.state, table.keys):
        shutil.copytree(folder, copy / folder.name)
    table.play(3)
    for folder in (table.state, table.keys):
        shutil.rmtree(folder)
        shutil.copytree(copy / folder.name, folder)
    table.heads.rename(tmp_path / "the true one")
    table.now_ms = at_ms + 5 * HOUR_MS
    table.play(1)
    status, claims, said = audited(table, capsys, "--key", table.words)
    assert (status, claims["as sealed"]) == (OK, "holds")
    assert re.search(r"\noff: .*, 6 h 0 min, stopped in order; record \d+, start 3, boot b-1\n", said)
    status, claims, _ = audited(table, capsys, "--witness", str(tmp_path / "the true one"))
    assert (status, claims["as witnessed"]) == (FAILED, "fails")


def test_a_stop_that_no_seal_tells_of_is_told_as_that(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.play(1, stops=False)
    table.play(1)
    _, _, said = audited(table, capsys)
    assert said.count(", stopped in order; record") == 2
    assert said.count("nothing says that it was stopped in order; record") == 1


def test_a_clock_that_was_set_is_listed_with_both_times(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    with table.running() as running:
        running.handle(ClockStepped(by_ms=-3 * 24 * HOUR_MS, shift_ms=-3 * 24 * HOUR_MS))
    _, _, said = audited(table, capsys)
    assert "when the clock was set: told: 1 times" in said
    assert re.search(
        r"\nclock: set by -259200 s at record \d+, 2027-01-15 .* of the table's time, 2027-01-12 ", said
    )


# ---------------------------------------------------------------- how long it should be


def test_the_head_alone_tells_an_audit_that_the_end_is_missing(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a technician asks, in the folder of a table that does not start."""
    with table.open() as db:
        db.execute("DELETE FROM records WHERE number > 20")
        db.execute("DELETE FROM seals WHERE record > 20")
    status, claims, said = audited(table, capsys)
    assert (status, claims["to its end"]) == (FAILED, "fails")
    assert re.search(r"it holds 20 records, its head says \d+, last written 20", said)


def test_a_copy_without_keys_or_witness_is_not_called_proven_to_its_end(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(table.state, tmp_path / "elsewhere")
    elsewhere = Table(tmp_path)
    elsewhere.state = tmp_path / "elsewhere"
    status, claims, said = audited(elsewhere, capsys, "--key", table.words)
    assert (status, claims["to its end"], claims["as sealed"]) == (NOT_PROVEN, "not proven", "holds")
    assert f"\nwhole as far as record {table.last()}: that it ended there nobody can say" in said


def test_what_was_saved_beside_a_shorter_journal_is_named_and_stops_a_start(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = f"journal-rescued-{table.last()}.db"
    shutil.copy(table.journal, table.state / saved)
    (table.state / "journal.head").unlink()
    with table.open() as db:
        db.execute("DELETE FROM records WHERE number > 20")
        db.execute("DELETE FROM seals WHERE record > 20")
    (table.keys / "sealing.key").unlink()
    with pytest.raises(JournalDamaged, match=f"put {saved}, which was saved, as journal.db"):
        Journal(table.journal)
    status, claims, said = audited(table, capsys)
    assert (status, claims["to its end"]) == (FAILED, "fails")
    assert saved in said


@pytest.mark.parametrize("left", [0.5, 0.9])
def test_a_journal_cut_short_names_what_was_saved_of_it(table: Table, left: float) -> None:
    saved = f"journal-rescued-{table.last()}.db"
    content = table.journal.read_bytes()
    (table.state / saved).write_bytes(content)
    table.journal.write_bytes(content[: int(len(content) * left)])
    with pytest.raises(JournalDamaged, match=rf"put {saved}, which was saved, (back )?as journal\.db"):
        Journal(table.journal)


# ---------------------------------------------------------------- what witnesses knew


def test_a_witness_that_forgot_stays_on_record(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with table.running() as running:
        running.handle(WitnessForgot(witness="/media/stick/T-01.heads", record=40))
    _, _, said = audited(table, capsys)
    assert "/media/stick/T-01.heads had known record 40, and then 0" in said


# ---------------------------------------------------------------- from its beginning


def test_the_oldest_file_taken_away_is_missed_by_table_and_audit(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _ = table.put_away(2, 4)
    assert audited(table, capsys, *with_all(table))[0] == OK
    kept = first.read_bytes()
    first.unlink()
    status, claims, said = audited(table, capsys, "--key", table.words)
    assert (status, claims["from its beginning"]) == (FAILED, "fails")
    assert "and the journal does not say that they were let go" in said
    with table.running() as running:
        running.loop.look()
        assert not running.loop.past_is_whole
    first.write_bytes(kept)
    assert audited(table, capsys, "--key", table.words)[1]["from its beginning"] == "holds"


def test_what_was_let_go_of_on_record_is_no_fault_and_what_is_missing_beyond_it_is(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = table.put_away(2, 4)
    ends = int(first.stem.split("-")[2])
    with table.running() as running:
        running.handle(
            PastLetGo(file=first.name, first=1, last=ends, hash="00" * 32, backed_up="/media/backup")
        )
    first.unlink()
    status, claims, said = audited(table, capsys, "--key", table.words)
    assert (status, claims["from its beginning"]) == (OK, "holds")
    assert "say" in said
    assert "/media/backup" in said
    second.unlink()
    status, claims, _ = audited(table, capsys, "--key", table.words)
    assert (status, claims["from its beginning"]) == (FAILED, "fails")


# ---------------------------------------------------------------- without the key of the cards


def test_chain_seals_witnesses_and_money_need_no_secret(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (table.state, table.keys):
        (folder / "seal.key").unlink()
    status, claims, said = audited(table, capsys, *with_all(table))
    assert status == OK
    assert claims["every round as it was told"] == "not asked"
    assert "the key of the cards (seal.key) is not here" in said
    assert {claims[name] for name in ("whole", "to its end", "as sealed", "as witnessed", "money adds up")} == {
        "holds"
    }
    assert said.rstrip().rpartition("\n")[2].startswith("the chain is whole, and money adds up in every round")
    table.change(b'"net_cents":-2500', b'"net_cents":2500')
    table.work_out_anew()
    status, claims, _ = audited(table, capsys)
    assert (status, claims["money adds up"]) == (FAILED, "fails")
    status, claims, _ = audited(table, capsys, "--key", table.words)
    assert (status, claims["as sealed"]) == (FAILED, "fails")


# ---------------------------------------------------------------- damage costs what it hits


def test_a_bad_page_anywhere_ends_in_claims_and_never_in_a_traceback(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kind of each page of the file is overwritten, one at a time."""
    with table.open() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = db.execute("PRAGMA page_size").fetchone()[0]
    content = table.journal.read_bytes()
    told = []
    for at in range(page, len(content), page):
        table.journal.write_bytes(content[:at] + b"\x77" + content[at + 1 :])
        assert main(["audit", str(table.journal), "--key", table.words]) in (OK, FAILED, NOT_PROVEN)
        told.append(capsys.readouterr())
        main(["rounds", str(table.journal)])
        told[-1] = capsys.readouterr()
    table.journal.write_bytes(content)
    main(["rounds", str(table.journal)])
    whole = capsys.readouterr().out.count("\n")
    assert any(0 < one.out.count("\n") < whole for one in told)  # some is told past what cannot be read


def test_a_round_that_cannot_be_read_costs_that_one_in_every_door(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record of round 3 is overwritten. Lists, sums and evidence tell the others, and what they leave out."""
    with table.open() as db:
        number = db.execute("SELECT min(number) + 3 FROM records WHERE round = 3").fetchone()[0]
        db.execute("UPDATE records SET body = zeroblob(40) WHERE number = ?", (number,))
    journal = str(table.journal)
    for command in (["rounds", journal], ["export", journal, "--format", "csv", "--what", "rounds"]):
        capsys.readouterr()
        assert main(command) == FAILED
        said = capsys.readouterr()
        assert "round 3 is left out" in said.err
        assert len(re.findall(r"^(?:T-01,)?[1245][ ,]|^round [1245]\b", said.out, re.M)) >= 4, said.out
    assert main(["show-round", journal, "5"]) == OK
    assert main(["show-round", journal, "3"]) == FAILED
    assert main(["evidence", journal, "--from", "2020-01-01", "--out", str(tmp_path / "all.zip")]) == FAILED
    assert (tmp_path / "all.zip").exists()
    status, claims, said = audited(table, capsys)
    assert (status, claims["whole"]) == (FAILED, "fails")
    assert claims["every round as it was told"] == "holds"  # the others
    assert re.search(rf"fault: round 3, record {number}: ", said)
    assert said.count("fault: ") == 1
