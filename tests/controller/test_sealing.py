"""What was sealed can be proven, whatever somebody did who has the machine and all its keys."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.commands.verification_key import HasKey, set_up
from controller.journal.beforehand import Marks
from controller.journal.errors import JournalBusy, JournalShorter
from controller.journal.head import Head
from controller.journal.journal import FIRST_HASH, Journal, chained
from controller.journal.packing import pack, unpack
from controller.journal.sealing import (
    LONGEST_GAP_MS,
    Line,
    Proof,
    Seal,
    VerificationKey,
    from_words,
    in_words,
    signed,
    verify,
)
from controller.journal.sealing_key import SLOT_BYTES, keys_in_use, new_sealing_key, public_of
from controller.tools.backup import backup

TABLE = "T-01"
BEGAN_MS = 1_800_000_000_000
ROUND_MS = 120_000
PER_ROUND = 5


class Sealed:
    """A table's folder and the folder of its keys, and the time there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "state" / "journal.db"
        self.key = folder / "keys" / "sealing.key"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.now_ms = BEGAN_MS

    def set_up(self) -> VerificationKey:
        return set_up(TABLE, self.path.parent, self.key.parent, anew=False)

    @contextmanager
    def running(self, *, stops: bool = True) -> Iterator[Journal]:
        journal = Journal(self.path, marks=Marks(sealing_key=self.key))
        try:
            journal.seal_with(TABLE, self.key, lambda: self.now_ms)
            journal.seal("start")
            yield journal
            if stops:
                journal.seal("stop")
        finally:
            journal.close()

    def play(self, journal: Journal, rounds: int, said: bytes = b"record") -> None:
        for _ in range(rounds):
            self.now_ms += ROUND_MS
            with journal.writing():
                journal.seal("round")
                for _ in range(PER_ROUND):
                    number = journal.last_number + 1
                    journal.append(b"%b %d" % (said, number), number // PER_ROUND)
            journal.settle()

    def head(self) -> Head:
        with self.reading() as db:
            return Head(*db.execute("SELECT max(number), hash FROM records").fetchone(), self.now_ms)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """And writing: as somebody would who has the machine."""
        db = sqlite3.connect(self.path)
        try:
            yield db
            db.commit()
        finally:
            db.close()

    def seals(self) -> list[Seal]:
        journal = Journal(self.path, reads_only=True)
        try:
            return list(journal.seals())
        finally:
            journal.close()

    def proof(
        self,
        key: VerificationKey,
        known: list[Head] | None = None,
        *,
        later: Sequence[VerificationKey] = (),
        live: bool = False,
    ) -> Proof:
        hashes = self.hashes()
        seals = self.seals()
        in_use = keys_in_use(self.key).get if live else None
        return verify([key, *later], seals, hashes.get, known=known or [], in_use=in_use)

    def hashes(self) -> dict[int, bytes]:
        """Worked out from the records, not as they stand there."""
        found, previous = {}, FIRST_HASH
        with self.reading() as db:
            for number, round_, checkpoint, body in db.execute(
                "SELECT number, round, checkpoint, body FROM records ORDER BY number"
            ):
                previous = found[number] = chained(previous, number, round_, bool(checkpoint), unpack(body))
        return found

    def rewrite(self, from_: int, change: Callable[[bytes], bytes] = lambda body: body) -> None:
        """The chain worked out anew from a record on, so that it shows nothing."""
        with self.reading() as db:
            rows = db.execute("SELECT number, round, checkpoint, body FROM records ORDER BY number").fetchall()
            db.execute("DELETE FROM records")
            previous = FIRST_HASH
            for number, (_, round_, checkpoint, body) in enumerate(rows, start=1):
                text = change(unpack(body)) if number == from_ else unpack(body)
                previous = chained(previous, number, round_, bool(checkpoint), text)
                db.execute(
                    "INSERT INTO records VALUES (?, ?, ?, ?, ?)",
                    (number, round_, checkpoint, pack(text), previous),
                )


@pytest.fixture
def table(tmp_path: Path) -> Sealed:
    return Sealed(tmp_path / "table")


def an_evening(table: Sealed, rounds: int = 8) -> VerificationKey:
    key = table.set_up()
    with table.running() as journal:
        table.play(journal, rounds)
    return key


# ---------------------------------------------------------------- nothing was done


def test_an_evening_is_proven_to_its_last_record(table: Sealed) -> None:
    key = an_evening(table)
    proof = table.proof(key, [table.head()], live=True)
    lines = (Line(0, 9, 0, BEGAN_MS),)
    goes_on = VerificationKey(TABLE, 10, keys_in_use(table.key)[10])
    assert proof == Proof(10, lines, 0, goes_on, 8 * PER_ROUND, table.now_ms, None, (), is_to_its_end=True)
    assert proof.is_whole


def test_several_starts_and_a_night_are_one_proof(table: Sealed) -> None:
    key = table.set_up()
    for _ in range(3):
        with table.running() as journal:
            table.play(journal, 2)
        table.now_ms += 10 * 3_600_000
    proof = table.proof(key, live=True)
    assert proof.is_whole
    assert proof.record == 6 * PER_ROUND
    assert proof.gaps == ()


def test_idle_time_is_bridged(table: Sealed) -> None:
    key = table.set_up()
    with table.running() as journal:
        table.play(journal, 1)
        for _ in range(3 * 3_600):
            table.now_ms += 1_000
            journal.seal_when_due()
    assert [seal.why for seal in table.seals()] == ["start", "round", *["time"] * 12, "stop"]
    proof = table.proof(key)
    assert proof.is_whole
    assert proof.gaps == ()
    assert proof.at_ms == table.now_ms


def test_a_table_without_a_key_is_not_sealed_and_says_so(table: Sealed) -> None:
    with table.running() as journal:
        table.play(journal, 2)
        assert journal.sealing == "not_sealed"
        assert list(journal.seals()) == []


def test_a_key_that_is_set_up_later_seals_what_is_there(table: Sealed) -> None:
    with table.running() as journal:
        table.play(journal, 2)
    key = table.set_up()
    with table.running() as journal:
        assert journal.sealing == "sealed"
    assert table.proof(key).record == 2 * PER_ROUND


def test_the_verification_key_is_nowhere_on_the_machine(table: Sealed) -> None:
    key = an_evening(table)
    for file in table.folder.rglob("*"):
        content = file.read_bytes() if file.is_file() else b""
        for form in (key.key, key.key.hex().encode(), in_words(key).encode()):
            assert form not in content, file


def test_a_key_that_was_used_is_gone(table: Sealed) -> None:
    table.set_up()
    with table.running() as journal:
        for _ in range(6):
            before = table.key.read_bytes()[: 2 * SLOT_BYTES].split(b"\n")[0].split()[1]
            table.play(journal, 2)
            assert before not in table.key.read_bytes()


def test_there_is_one_verification_key(table: Sealed) -> None:
    table.set_up()
    before = table.key.read_bytes()
    with pytest.raises(HasKey):
        table.set_up()
    assert table.key.read_bytes() == before
    assert table.key.stat().st_mode & 0o777 == 0o600


def test_no_daemon_begins_while_a_key_takes_the_place_of_another(
    table: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no key that was put aside is lost: it is proof of what was sealed with it."""
    an_evening(table)
    honest = new_sealing_key

    def meanwhile(path: Path, first: int) -> bytes:
        with pytest.raises(JournalBusy):
            Journal(table.path)
        return honest(path, first)

    monkeypatch.setattr("controller.commands.verification_key.new_sealing_key", meanwhile)
    keys = [table.key.read_bytes()]
    for _ in range(2):
        set_up(TABLE, table.path.parent, table.key.parent, anew=True)
        keys.append(table.key.read_bytes())
    assert sorted(path.read_bytes() for path in table.key.parent.iterdir()) == sorted(keys)


def test_set_up_anew_each_part_is_proven_with_its_own_key(table: Sealed) -> None:
    first = an_evening(table)
    table.key.unlink()
    with table.running() as journal:
        assert journal.sealing == "sealing_key_missing"
        table.play(journal, 1)
    second = set_up(TABLE, table.path.parent, table.key.parent, anew=True)
    with table.running() as journal:
        table.play(journal, 1)
    assert table.proof(first).record == 8 * PER_ROUND
    assert table.proof(first).fault == "seal_changed"
    assert table.proof(second).is_whole
    assert table.proof(second).record == 10 * PER_ROUND
    assert (table.proof(first).seals, table.proof(second).seals) == (10, 3)


def test_set_up_anew_the_whole_is_proven_with_all_keys(table: Sealed) -> None:
    keys = [an_evening(table)]
    for _ in range(2):
        keys.append(set_up(TABLE, table.path.parent, table.key.parent, anew=True))
        with table.running() as journal:
            table.play(journal, 2)
    proof = table.proof(keys[0], later=keys[1:], live=True)
    assert (proof.fault, proof.record, proof.seals) == (None, 12 * PER_ROUND, 10 + 2 * 4)
    assert proof.is_to_its_end
    assert table.proof(keys[1], later=keys[2:]).is_whole
    another = keys[2]._replace(key=keys[0].key)
    assert table.proof(keys[0], later=[keys[1], another]).fault == "not_this_key"
    assert table.proof(keys[0], later=[keys[2]]).fault == "seal_changed"
    to_come = keys[2]._replace(first=proof.seals + 1)
    assert table.proof(keys[0], later=[*keys[1:], to_come]).fault == "seal_missing"
    assert table.proof(keys[0], later=[*keys[1:], to_come._replace(first=proof.seals)]).is_whole


def test_who_cuts_off_what_another_key_follows_is_found(table: Sealed) -> None:
    keys = [an_evening(table), set_up(TABLE, table.path.parent, table.key.parent, anew=True)]
    with table.running() as journal:
        table.play(journal, 2)
    with table.reading() as db:
        db.execute("DELETE FROM seals WHERE number IN (8, 9)")
    assert table.proof(keys[0], later=keys[1:]).fault == "seal_missing"


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6))
def test_a_verification_key_comes_back_from_its_words(key: bytes, first: int) -> None:
    made = VerificationKey(TABLE, first, key)
    assert from_words(in_words(made)) == made
    assert from_words(in_words(made).replace(TABLE, f"  {TABLE}").lower().replace("t-01", TABLE)) == made


@given(st.binary(min_size=32, max_size=32), st.data())
def test_a_slip_of_the_pen_is_noticed(key: bytes, data: st.DataObject) -> None:
    words = in_words(VerificationKey(TABLE, 0, key))
    at = data.draw(st.sampled_from([at for at in range(7, len(words) - 1) if words[at] != " "]))
    slip = data.draw(
        st.sampled_from([letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if letter != words[at]])
    )
    with pytest.raises(ValueError, match="slip of the pen"):
        from_words(words[:at] + slip + words[at + 1 :])


@pytest.mark.parametrize("words", ["", "T-01", "T-01 0", "T-01 0 ABCDE", "what is this", "T-01 x " + "A" * 56])
def test_what_is_no_verification_key_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="not a verification key"):
        from_words(words)


# ---------------------------------------------------------------- somebody has the machine


ROUNDS = 6
LAST = ROUNDS * PER_ROUND
records = st.integers(1, LAST)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sealed, VerificationKey, Head]:
    """Killed in the evening, with its key in use: nobody said goodbye."""
    table = Sealed(tmp_path_factory.mktemp("evening"))
    key = table.set_up()
    with table.running(stops=False) as journal:
        table.play(journal, ROUNDS)
    return table, key, table.head()


@contextmanager
def taken(evening: tuple[Sealed, VerificationKey, Head], tmp: pytest.TempPathFactory) -> Iterator[Sealed]:
    folder = tmp.mktemp("taken")
    shutil.copytree(evening[0].folder, folder / "table")
    table = Sealed(folder / "table")
    table.now_ms = evening[0].now_ms
    yield table
    shutil.rmtree(folder)


def sealed_before(record: int) -> int:
    """The last record that a seal stands over, before that one."""
    return (record - 1) // PER_ROUND * PER_ROUND


@settings(max_examples=15, deadline=None)
@given(record=records)
def test_a_changed_record_is_found_though_the_chain_is_right(
    evening: tuple[Sealed, VerificationKey, Head], tmp_path_factory: pytest.TempPathFactory, record: int
) -> None:
    with taken(evening, tmp_path_factory) as table:
        table.rewrite(record, lambda body: body + b", and a little more")
        proof = table.proof(evening[1])
    assert proof.fault == "record_changed"
    assert proof.record == sealed_before(record)
    assert proof.at_ms <= BEGAN_MS + proof.record // PER_ROUND * ROUND_MS


@settings(max_examples=15, deadline=None)
@given(record=records, count=st.integers(1, 7))
def test_dropped_records_are_found(
    evening: tuple[Sealed, VerificationKey, Head],
    tmp_path_factory: pytest.TempPathFactory,
    record: int,
    count: int,
) -> None:
    with taken(evening, tmp_path_factory) as table:
        with table.reading() as db:
            db.execute("DELETE FROM records WHERE number BETWEEN ? AND ?", (record, record + count - 1))
        table.rewrite(0)
        proof = table.proof(evening[1])
    assert proof.fault in ("record_changed", "record_missing")
    assert proof.record == sealed_before(record)


@settings(max_examples=15, deadline=None)
@given(record=records, seals_too=st.booleans())
def test_a_tail_that_was_cut_off_shows(
    evening: tuple[Sealed, VerificationKey, Head],
    tmp_path_factory: pytest.TempPathFactory,
    record: int,
    seals_too: bool,
) -> None:
    """By its seals; with the seals cut off too, by the key in use, and by every witness."""
    with taken(evening, tmp_path_factory) as table:
        with table.reading() as db:
            db.execute("DELETE FROM records WHERE number >= ?", (record,))
            if seals_too:
                db.execute("DELETE FROM seals WHERE record >= ?", (record,))
        proofs = [table.proof(evening[1], live=True), table.proof(evening[1], [evening[2]])]
        if seals_too:
            table.key.unlink()
            table.key.parent.mkdir(exist_ok=True)
            new_sealing_key(table.key, len(table.seals()))  # one that would fit
            proofs.append(table.proof(evening[1], live=True))
            with pytest.raises(JournalShorter, match="its head says"), table.running():
                pass
    for proof in proofs:
        assert not proof.is_whole
        assert proof.record == sealed_before(record)


@settings(max_examples=15, deadline=None)
@given(record=records, rounds=st.integers(1, 4))
def test_a_tail_that_was_cut_off_and_played_anew_is_found(
    evening: tuple[Sealed, VerificationKey, Head],
    tmp_path_factory: pytest.TempPathFactory,
    record: int,
    rounds: int,
) -> None:
    with taken(evening, tmp_path_factory) as table:
        with table.reading() as db:
            db.execute("DELETE FROM records WHERE number >= ?", (record,))
            db.execute("DELETE FROM seals WHERE record >= ?", (record,))
        table.path.with_suffix(".head").unlink()
        table.key.unlink()
        new_sealing_key(table.key, len(table.seals()))
        with table.running() as journal:
            table.play(journal, rounds, b"otherwise")
        proof = table.proof(evening[1], live=True)
    assert proof.fault == "seal_changed"
    assert proof.record == sealed_before(record)


@settings(max_examples=15, deadline=None)
@given(number=st.integers(0, ROUNDS))
def test_a_seal_that_was_taken_out_is_found(
    evening: tuple[Sealed, VerificationKey, Head], tmp_path_factory: pytest.TempPathFactory, number: int
) -> None:
    with taken(evening, tmp_path_factory) as table:
        with table.reading() as db:
            db.execute("DELETE FROM seals WHERE number = ?", (number,))
        proof = table.proof(evening[1], live=True)
    assert proof.fault == ("seal_missing" if number < ROUNDS else "other_key_in_use")
    assert proof.seals == number


@settings(max_examples=15, deadline=None)
@given(number=st.integers(0, ROUNDS), seed=st.integers(0, 2**32))
def test_a_seal_made_with_any_other_key_is_found(
    evening: tuple[Sealed, VerificationKey, Head],
    tmp_path_factory: pytest.TempPathFactory,
    number: int,
    seed: int,
) -> None:
    """Over a changed record, and all seals after it made anew with keys of his own."""
    secrets = [Random(seed + at).randbytes(32) for at in range(ROUNDS + 2)]
    with taken(evening, tmp_path_factory) as table:
        table.rewrite(max(1, number * PER_ROUND), lambda body: body + b"!")
        hashes = table.hashes()
        with table.reading() as db:
            db.execute("DELETE FROM seals WHERE number >= ?", (number,))
            for at in range(number, ROUNDS + 1):
                head = at * PER_ROUND, hashes.get(at * PER_ROUND, FIRST_HASH)
                seal = Seal(at, *head, BEGAN_MS + at * ROUND_MS, "round", public_of(secrets[at + 1]))
                forged = signed(TABLE, seal, secrets[at])
                db.execute("INSERT INTO seals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", forged)
        proof = table.proof(evening[1])
    assert proof.fault == ("seal_changed" if number else "not_this_key")
    assert proof.seals == number


def test_a_seal_whose_time_was_changed_is_found(table: Sealed) -> None:
    key = an_evening(table)
    with table.reading() as db:
        db.execute("UPDATE seals SET at_ms = at_ms + 1000 WHERE number = 4")
    assert table.proof(key).fault == "seal_changed"
    assert table.proof(key).seals == 4


def test_another_tables_seals_prove_nothing(table: Sealed) -> None:
    key = an_evening(table)
    assert table.proof(key._replace(table="T-02")).fault == "not_this_key"


def test_a_chain_made_anew_from_the_start_proves_nothing(table: Sealed, tmp_path: Path) -> None:
    key = an_evening(table)
    forged = Sealed(tmp_path / "forged")
    an_evening(forged)
    proof = forged.proof(key, live=True)
    assert proof.fault == "not_this_key"
    assert (proof.seals, proof.record) == (0, 0)


def test_an_old_copy_with_its_key_is_found_by_a_witness_and_shows_as_a_gap(
    table: Sealed, tmp_path: Path
) -> None:
    """All in it is true. What is proven is only what was before; that the table played on, others know."""
    key = table.set_up()
    with table.running(stops=False) as journal:
        table.play(journal, 3)
        shutil.copytree(table.folder, tmp_path / "old")
        copied_ms = table.now_ms
        table.play(journal, 20)
    head = table.head()
    old = Sealed(tmp_path / "old")
    proof = old.proof(key, live=True)
    assert proof.is_whole
    assert proof.at_ms == copied_ms
    old.now_ms = table.now_ms
    with old.running() as journal:
        old.play(journal, 25, b"otherwise")
    assert [(gap.from_ms, gap.to_ms, gap.record) for gap in old.proof(key).gaps] == [
        (copied_ms, table.now_ms, 3 * PER_ROUND)
    ]
    proof = old.proof(key, [head])
    assert proof.fault == "witness_knows_other"
    assert proof.record < head.number


def test_a_table_that_was_not_sealed_for_a_while_shows_a_gap(table: Sealed) -> None:
    key = table.set_up()
    with table.running(stops=False) as journal:
        table.play(journal, 1)
    since = table.now_ms
    table.now_ms += 2 * LONGEST_GAP_MS
    with table.running() as journal:
        table.play(journal, 1)
    assert [gap.from_ms for gap in table.proof(key).gaps] == [since]


# ---------------------------------------------------------------- the power goes


def test_after_a_power_cut_at_any_write_sealing_goes_on(table: Sealed, tmp_path: Path) -> None:
    """Before and after the commit, before the key moves on, and in the middle of that."""
    key = table.set_up()
    moments: list[Path] = []

    def cut(torn: int | None = None) -> None:
        folder = tmp_path / f"cut-{len(moments)}"
        shutil.copytree(table.folder, folder)
        for shm in folder.rglob("*-shm"):
            shm.unlink()
        if torn is not None:
            content = bytearray((folder / "keys" / "sealing.key").read_bytes())
            content[torn + 20 : torn + SLOT_BYTES] = bytes(SLOT_BYTES - 20)
            (folder / "keys" / "sealing.key").write_bytes(content)
        moments.append(folder)

    with table.running() as journal:
        for _ in range(4):
            cut()
            with journal.writing():
                journal.seal("round")
                journal.append(b"record")
                cut()
            cut()
            used = len(table.seals()) - 1
            cut(torn=used % 2 * SLOT_BYTES)  # its slot is being overwritten
            journal.settle()
            cut()
    assert table.proof(key, live=True).is_whole
    for folder in moments:
        there = Sealed(folder)
        with there.running() as journal:
            assert journal.sealing == "sealed"
            there.play(journal, 2)
        assert there.proof(key, live=True).is_whole


def test_an_old_key_put_back_makes_no_more_seals_and_says_so(table: Sealed) -> None:
    table.set_up()
    old = table.key.read_bytes()
    with table.running() as journal:
        table.play(journal, 3)
    table.key.write_bytes(old)
    with table.running() as journal:
        assert journal.sealing == "sealing_key_wrong"
        table.play(journal, 1)
        assert len(list(journal.seals())) == 5


def test_seals_that_are_missing_stop_the_start(table: Sealed) -> None:
    an_evening(table)
    with table.reading() as db:
        db.execute("DELETE FROM seals WHERE number > 6")
    with (
        pytest.raises(JournalShorter, match="3 of the seals that its sealing key has made are missing"),
        table.running(),
    ):
        pass


def test_a_tail_that_was_cut_off_stops_the_start_by_the_last_seal_alone(table: Sealed) -> None:
    an_evening(table)
    last = table.seals()[-1].record
    with table.reading() as db:
        db.execute("DELETE FROM records WHERE number > ?", (last - 3,))
    table.path.with_suffix(".head").unlink()
    with (
        pytest.raises(JournalShorter, match=f"holds {last - 3} records, its last seal says {last}"),
        table.running(),
    ):
        pass


def test_without_one_seal_only_the_key_in_use_shows_that_none_was_ever_made(table: Sealed) -> None:
    key = table.set_up()
    Journal(table.path).close()
    assert table.proof(key, live=True).is_whole
    with table.running():
        pass
    with table.reading() as db:
        db.execute("DROP TABLE seals")
    table.key.unlink()
    assert table.proof(key).fault == "seal_missing"


def test_a_new_table_may_have_its_key_before_its_journal(table: Sealed) -> None:
    table.set_up()
    with table.running() as journal:
        assert journal.sealing == "sealed"
    for file in table.path.parent.iterdir():
        file.unlink()
    with pytest.raises(JournalShorter, match=r"it is missing, and sealing\.key of it is left"), table.running():
        pass


def test_a_key_that_cannot_be_written_stops_sealing_and_no_card(
    table: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = table.set_up()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with table.running() as journal:
        with monkeypatch.context() as patched:
            patched.setattr("controller.journal.sealing_key.SealingKey._prepare", full)
            table.play(journal, 2)
            assert journal.sealing == "sealing_key_failed"
        table.play(journal, 1)
        assert journal.sealing == "sealed"
    assert table.proof(key).is_whole


# ---------------------------------------------------------------- a backup is brought back


def test_a_table_whose_backup_was_copied_back_is_told_what_to_do_and_is_sealed_anew(
    table: Sealed, tmp_path: Path
) -> None:
    first = table.set_up()
    with table.running() as journal:
        table.play(journal, 3)
        backup(table.path.parent, tmp_path / "backup", datetime(2026, 11, 19, tzinfo=UTC))
        table.play(journal, 2)
    table.path.parent.rename(tmp_path / "aside")
    table.path.parent.mkdir()
    shutil.copy(tmp_path / "backup" / "journal.db", table.path)
    with pytest.raises(
        JournalShorter, match="restored on purpose, make a new key with `tablectl verification-key"
    ):
        table.running().__enter__()
    second = set_up(TABLE, table.path.parent, table.key.parent, anew=True)
    with table.running() as journal:
        assert journal.sealing == "sealed"
        table.play(journal, 1, b"otherwise")
    assert table.proof(second, live=True).is_whole
    assert table.proof(first).record == 3 * PER_ROUND
