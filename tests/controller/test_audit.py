"""Whoever asks a year later gets a true answer: what was changed shows, and what is decided otherwise now."""

from __future__ import annotations

import lzma
import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.commands.audit import NOT_PROVEN, ONLY_NOTES
from controller.commands.verification_key import set_up
from controller.journal.closed import write_closed
from controller.journal.head import Head
from controller.journal.history import History
from controller.journal.keys import CLOSED
from controller.journal.records import OtherOptions
from controller.journal.seal import Seal, load_seal
from controller.journal.sealing import in_words
from controller.tools.audit import Found, Span, audit, ruled_again
from controller.tools.invariants import Ledger
from controller.version import Program
from games.canberra_poker.game import CanberraPoker
from games.events import CloseBetting, SignCorrection, Undo, VoidClosedRound
from games.outcomes import BoxResult, CardTurned, JackpotPools, Payment, PotSettled, RoundClosed, Share
from games.rulebook.book import Rule
from games.table.table import Setup
from tests.controller.room import a_troubled_round, room, talk, to_the_antes, to_the_decisions
from tests.controller.test_adjudicate import play
from tests.golden.test_golden import HOME
from tests.journals import change, forge

RULE = Rule(document="NI2004-492", number="9.4")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        for box in (1, 2, 3):
            play(running, {box: 25 * box})
        talk(running).shuffle()
    return tmp_path / "table"


def audited(folder: Path, cores: int = 1) -> Found:
    seal = load_seal(folder / "seal.key", may_create=False)
    return audit(folder / "journal.db", seal, lambda done, total: None, cores)


def test_a_journal_as_it_was_written_has_no_fault(folder: Path) -> None:
    found = audited(folder)
    assert (found.rounds, found.faults, found.notes) == (5, [], [])
    assert found.records > 60


def test_what_was_taken_back_counts_for_nothing(tmp_path: Path) -> None:
    """A fold that was touched by mistake, and a closed round that was made void by mistake."""
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_decisions(table, {1: 25, 2: 50})
        table.folds(1)
        table.says(Undo)
        table.bets(1, 2)
        table.shows_dealer()
        table.plays_out()
        for _ in range(2):
            running.handle(VoidClosedRound(by="2001", role="supervisor", reason="a card too many"))
            running.handle(SignCorrection(by="2002", role="supervisor"))
            table.supervisor.says(Undo)
    assert audited(tmp_path / "table").faults == []


def test_all_cores_find_what_one_finds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.tools.audit.ROUNDS_A_SPAN", 2)
    assert audited(folder, cores=2) == audited(folder)
    number = forge(folder / "journal.db", b'"net_cents":-5000', b'"net_cents":5000')
    faults = audited(folder, cores=2).faults
    assert [fault.record for fault in faults] == [number]
    assert faults == audited(folder).faults


def test_ctrl_c_which_reaches_every_core_is_answered_by_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The others go on until it ends them: none tells of it in a traceback."""
    monkeypatch.setattr("controller.tools.audit.ROUNDS_A_SPAN", 2)
    whole = audited(folder)

    def interrupted(span: Span, history: History, seal: Seal) -> Found:
        os.kill(os.getpid(), signal.SIGINT)
        return ruled_again(span, history, seal)

    monkeypatch.setattr("controller.tools.audit.ruled_again", interrupted)
    assert audited(folder, cores=2) == whole
    assert capfd.readouterr().err == ""


def test_the_past_in_closed_files_is_audited_with_the_rest(folder: Path) -> None:
    before = audited(folder)
    with room(folder) as running:
        last = running.journal.first_of(3) - 1
        write_closed(running.journal, folder / CLOSED, last)
        running.journal.let_go(last)
    assert audited(folder).rounds == before.rounds
    assert audited(folder).faults == []


def put_away(folder: Path, *rounds: int) -> list[Path]:
    """Closed files, each up to the beginning of that round."""
    with room(folder) as running:
        made = []
        for round_ in rounds:
            last = running.journal.first_of(round_) - 1
            made.append(write_closed(running.journal, folder / CLOSED, last))
            while running.journal.let_go(last):
                pass
    return made


def test_what_was_deleted_after_its_time_is_said_and_the_rest_is_audited(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _ = put_away(folder, 2, 4)
    before = audited(folder)
    first.unlink()
    assert main(["audit", str(folder)]) == NOT_PROVEN
    said = capsys.readouterr().out
    assert re.search(r"from its beginning: not proven: records 1 to \d+ are not here", said)
    assert "not round 2: the checkpoint that it began with is not here" in said
    found = audited(folder)
    assert (found.rounds, found.faults) == (before.rounds - 2, [])  # round 1 is gone, 2 has no beginning
    assert found.records > 20


def test_a_file_that_is_missing_in_the_middle_is_said_by_whatever_reads_past_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, second = put_away(folder, 2, 4)
    begins, ends = (int(part) for part in second.stem.split("-")[1:])
    missing = f"the records {begins} to {ends - 1} are not here"  # the running journal has the last one, too
    second.unlink()
    for asked in (["rounds"], ["export", "--format", "csv", "--what", "days"], ["show-round", "5"]):
        command, *rest = asked
        assert main([command, str(folder), *rest]) == OK
        assert missing in capsys.readouterr().err
    for round_ in ("2", "3"):
        assert main(["show-round", str(folder), round_]) == FAILED
        assert missing in capsys.readouterr().err
    assert main(["audit", str(folder)]) == FAILED
    assert missing.removeprefix("the ") in capsys.readouterr().out


def test_a_journal_that_cannot_be_audited_keeps_nobody_from_the_others(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(tmp_path / "gone.db"), str(folder)]) == FAILED
    said = capsys.readouterr().out
    assert "gone.db: not audited: " in said
    assert "the chain is whole" in said


@pytest.mark.parametrize("command", ["audit", "show-round 1", "export --format jsonl --what payments"])
def test_what_a_later_program_has_decided_is_one_sentence_to_this_one(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(folder / "journal.db", b'verdict payment {"box"', b'verdict payment {"alms"')
    name, *rest = command.split()
    if name == "audit":
        assert audited(folder).chain_breaks is None
    assert main([name, str(folder / "journal.db"), *rest]) == FAILED
    said = capsys.readouterr()
    assert "a later program may have written it" in said.out + said.err


@pytest.mark.parametrize(
    ("was", "instead", "what"),
    [
        (b'"net_cents":-5000', b'"net_cents":5000', "wrote round_closed"),
        (b'"prize_cents":2000000', b'"prize_cents":9000000', "is not what it came to"),
        (b'"amount_cents":5000', b'"amount_cents":9000', "answers"),
    ],
)
def test_what_was_forged_with_every_hash_made_anew_comes_out_otherwise(
    folder: Path, was: bytes, instead: bytes, what: str
) -> None:
    forge(folder / "journal.db", was, instead)
    faults = audited(folder).faults
    assert faults
    assert any(what in fault.what for fault in faults)


def test_what_was_only_changed_is_named_with_its_record(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "journal.db", b'"amount_cents":5000', b'"amount_cents":9000')
    assert main(["audit", str(folder / "journal.db")]) == FAILED
    assert re.search(r"record \d+ was changed", capsys.readouterr().out)


def test_what_was_cut_out_of_the_middle_is_named(folder: Path) -> None:
    db = sqlite3.connect(folder / "journal.db")
    db.execute("DELETE FROM records WHERE number = 20")
    db.commit()
    db.close()
    assert any("record 20" in fault.what for fault in audited(folder).faults)


def test_another_version_that_ruled_otherwise_is_a_note_with_both_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.db").write_bytes(lzma.decompress((HOME / "0.1.0" / "demo.db.xz").read_bytes()))
    (tmp_path / "seal.key").write_bytes((HOME / "0.1.0" / "demo.key").read_bytes())
    assert main(["audit", str(tmp_path / "journal.db")]) == OK
    honest = CanberraPoker.handlers[CloseBetting]
    monkeypatch.setitem(CanberraPoker.handlers, CloseBetting, lambda state, event: honest(state, event)[:-1])
    capsys.readouterr()
    assert main(["audit", str(tmp_path / "journal.db"), "--cores", "1"]) == ONLY_NOTES
    said = capsys.readouterr().out
    assert "nothing is wrong; 6 rulings of another version came out otherwise" in said
    assert "version 0.1.0 (source not recorded" in said


def test_the_same_version_that_rules_otherwise_is_a_fault(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = CanberraPoker.handlers[CloseBetting]
    monkeypatch.setitem(CanberraPoker.handlers, CloseBetting, lambda state, event: honest(state, event)[:-1])
    found = audited(folder)
    assert len(found.faults) == 4
    assert not found.notes


def test_a_round_that_the_rules_fail_on_keeps_nobody_from_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds a record that stops the rules shall not change those behind it unseen."""
    with History(folder / "journal.db") as history:
        fails = [one.number for one in history.records() if b"event close_betting" in one.body]
        changed = next(one.number for one in history.records() if b'"amount_cents":7500' in one.body)
    assert fails[-2] < changed < fails[-1]

    def fail(state: object, event: object) -> None:
        raise KeyError("nobody thought of it")

    monkeypatch.setitem(CanberraPoker.handlers, CloseBetting, fail)
    faults = audited(folder).faults
    assert [one.record for one in faults] == fails
    assert all("(KeyError at close_betting)" in one.what for one in faults)
    change(folder / "journal.db", b'"amount_cents":7500', b'"amount_cents":5000')
    found = audited(folder)
    assert [one.record for one in found.faults] == [*fails[:-1], changed]
    assert found.chain_breaks == changed


def test_options_that_this_version_does_not_know_are_a_note(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade that renames an option shuts no past."""

    def unknown(setting: object) -> Setup:
        raise OtherOptions("version 0.3.0 wrote them")

    monkeypatch.setattr("controller.journal.records.setup_of", unknown)
    found = audited(folder)
    assert found.faults == []
    assert {one.what for one in found.notes} == {"version 0.3.0 wrote them"}
    change(folder / "journal.db", b"event shuffled", b"event SHUFFLED")
    assert audited(folder).chain_breaks is not None


def test_a_round_that_is_open_is_ruled_on_as_far_as_it_goes(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        assert audited(running.folder).faults == []


# ---------------------------------------------------------------- with the key that was shown at set-up


class Sealed:
    """A table that seals its journal, and the words that only somebody else has kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = in_words(set_up("T-01", folder, folder.with_name("table-keys"), anew=False))

    def play(self, *antes: int) -> None:
        with room(self.folder) as running:
            key = self.folder.with_name("table-keys") / "sealing.key"
            running.journal.seal_with("T-01", key, lambda: running.now_ms)
            running.loop.seal("start")
            for cents in antes:
                play(running, {1: cents})
            running.loop.seal("stop")

    def audited(self, capsys: pytest.CaptureFixture[str], *more: object) -> tuple[int, str]:
        capsys.readouterr()
        status = main(["audit", str(self.folder / "journal.db"), "--key", self.key, *map(str, more)])
        return status, capsys.readouterr().out


@pytest.fixture
def sealed(tmp_path: Path) -> Sealed:
    made = Sealed(tmp_path / "table")
    made.play(25, 50)
    made.play(75)
    return made


def test_a_sealed_journal_is_proven_to_its_last_record(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = sealed.audited(capsys)
    assert status == OK
    assert re.search(
        r"as sealed: holds: seals 0 to \d+ by the key of seal 0, from record \d+ on: proven as it was "
        r"written up to record \d+, 20",
        said,
    )
    assert "to its end: holds: " in said
    with History(sealed.folder / "journal.db") as history:
        assert f"up to record {history.last_number}," in said


def test_closing_its_past_keeps_the_proof(sealed: Sealed, capsys: pytest.CaptureFixture[str]) -> None:
    with room(sealed.folder) as running:
        last = running.journal.first_of(3) - 1
        write_closed(running.journal, sealed.folder / CLOSED, last)
        running.journal.let_go(last)
    assert sealed.audited(capsys)[0] == OK


def test_what_an_older_version_has_deleted_is_said_and_is_not_proven(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(sealed.folder) as running:
        last = running.journal.first_of(2) - 1
        head = Head(last - 3, running.journal.hash_of(last - 3), 1_800_000_000_000)
        (tmp_path / "witness").write_text(f"{head.number} {head.hash.hex()} {head.at_ms} 1\n")
        path = write_closed(running.journal, sealed.folder / CLOSED, last)
        running.journal.let_go(last)
        write_closed(running.journal, sealed.folder / CLOSED, running.journal.first_of(3) - 1)
        running.journal.let_go(running.journal.first_of(3) - 1)
    path.unlink()
    status, said = sealed.audited(capsys, "--witness", tmp_path / "witness")
    assert f"records 1 to {last} are not here. The versions that wrote it did not" in said
    assert status == NOT_PROVEN
    forge_seal = "UPDATE seals SET at_ms = at_ms + 1 WHERE number = 1"
    with sqlite3.connect(sealed.folder / "journal.db") as db:
        db.execute(forge_seal)
    db.close()
    assert sealed.audited(capsys)[0] == FAILED


def second_put_away(sealed: Sealed) -> Path:
    """Two rounds, each into a file of its own: the second of these."""
    with room(sealed.folder) as running:
        for round_ in (2, 3):
            last = running.journal.first_of(round_) - 1
            path = write_closed(running.journal, sealed.folder / CLOSED, last)
            running.journal.let_go(last)
    return path


def test_a_closed_file_in_the_middle_that_is_gone_is_a_fault(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    path = second_put_away(sealed)
    path.unlink()
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert said.count("fault: ") == 1
    assert re.search(r"fault: .* records \d+ to \d+ are not here", said)


def test_a_closed_file_alone_has_no_seals_to_be_cut_off(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    path = second_put_away(sealed)
    seal_key = ["--seal-key", str(sealed.folder / "seal.key")]
    assert main(["audit", str(path), "--key", sealed.key, *seal_key]) == NOT_PROVEN
    assert "seals are in the table's journal.db: audit that one" in capsys.readouterr().out


def test_what_was_forged_so_well_that_the_rules_agree_breaks_a_seal(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who ruled is no matter to the rules; it is to whoever asks."""
    forge(sealed.folder / "journal.db", b'"by":"dealer"', b'"by":"nobody"')
    assert audited(sealed.folder).faults == []
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert re.search(r"a record that was sealed was changed\. Proven up to record 1, ", said)


def test_an_end_that_was_cut_off_is_told_with_the_time_up_to_which_all_is_proven(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    """By somebody who takes records and seals away, and the head with them."""
    with sqlite3.connect(sealed.folder / "journal.db") as db:
        last = db.execute("SELECT min(record) FROM seals WHERE why = 'round'").fetchone()[0]
        db.execute("DELETE FROM records WHERE number > ?", (last,))
        db.execute("DELETE FROM seals WHERE record > ?", (last,))
    db.close()
    (sealed.folder / "journal.head").unlink()
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert f"seals were cut off at the end: the table's key is further on. Proven up to record {last}, " in said


def test_a_journal_of_two_keys_is_proven_with_both(sealed: Sealed, capsys: pytest.CaptureFixture[str]) -> None:
    second = in_words(set_up("T-01", sealed.folder, sealed.folder.with_name("table-keys"), anew=True))
    sealed.play(25)
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert "another verification key begins there (--anew): give that one, too" in said
    status, said = sealed.audited(capsys, "--key", second)
    assert status == OK
    assert re.search(
        r"seals 0 to (\d+) by the key of seal 0, .*; seals \d+ to \d+ by the key of seal \d+", said
    )
    status, _ = sealed.audited(capsys, "--key", second, "--key", second)
    assert status == FAILED


def test_a_journal_made_anew_is_not_what_the_key_was_shown_for(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Sealed(tmp_path / "other" / "table")
    other.play(25, 50)
    other.key = sealed.key
    status, said = other.audited(capsys)
    assert status == FAILED
    assert "the first seal is not of this key" in said


def test_what_a_witness_knows_is_asked_for(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with History(sealed.folder / "journal.db") as history:
        number, hash_ = history.last_number, history.hash_of(history.last_number)
    assert hash_ is not None
    (tmp_path / "right").write_text(f"{number} {hash_.hex()} 1800000000000 3\n")
    (tmp_path / "later").write_text(f"{number + 5} {hash_.hex()} 1800000000000 3\n")
    (tmp_path / "other").write_text(f"{number} {bytes(32).hex()} 1800000000000 3\n")
    assert sealed.audited(capsys, "--witness", tmp_path / "right")[0] == OK
    status, said = sealed.audited(capsys, "--witness", tmp_path / "later")
    assert (status, "a witness knows of later records" in said) == (FAILED, True)
    status, said = sealed.audited(capsys, "--witness", tmp_path / "other")
    assert (status, "a witness knows another record" in said) == (FAILED, True)


def test_a_witness_is_asked_without_a_verification_key_too(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table may have witnesses alone: what they know was passed over in silence."""
    path = sealed.folder / "journal.db"
    with History(path) as history:
        number, hash_ = history.last_number, history.hash_of(history.last_number)
    assert hash_ is not None
    heads = tmp_path / "T-01.heads"
    heads.write_text(f"{number} {hash_.hex()} 1800000000000 3\n")
    assert main(["audit", str(path), "--witness", str(heads)]) == OK
    assert f"as witnessed: holds: 1 heads hold, the last of record {number}, " in capsys.readouterr().out
    heads.write_text(f"{number + 5} {hash_.hex()} 1800000000000 3\n")
    assert main(["audit", str(path), "--witness", str(heads)]) == FAILED
    said = capsys.readouterr().out
    assert f"a witness knows of later records than there are: record {number + 5}, " in said
    assert "it does not hold: to its end, as witnessed" in said


@pytest.mark.parametrize("holds", [b"", b"\x00\xff" * 500, b"a shopping list\n"])
def test_a_file_that_no_witness_wrote_is_not_taken_for_one(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str], holds: bytes
) -> None:
    (tmp_path / "list").write_bytes(holds)
    assert main(["audit", str(sealed.folder / "journal.db"), "--witness", str(tmp_path / "list")]) == FAILED
    assert "list is nothing that a witness wrote" in capsys.readouterr().err


def test_seals_prove_nothing_behind_a_record_that_its_own_hash_denies(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    change(sealed.folder / "journal.db", b"event place_ante", b"event plate_ante")
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert re.search(r"a record that was sealed was changed\. Proven up to record 1, ", said)


@pytest.mark.parametrize(
    ("sql", "proven"),
    [
        ("DELETE FROM kept", "nothing"),
        ("UPDATE records SET checkpoint = 0 WHERE number = (SELECT max(number) FROM records)", r"record [1-9]"),
        ("DELETE FROM records WHERE number = (SELECT max(number) FROM records) - 1", r"record [1-9]"),
    ],
)
def test_where_it_cannot_even_be_seen_which_rounds_there_are_the_seals_still_speak(
    sealed: Sealed, capsys: pytest.CaptureFixture[str], sql: str, proven: str
) -> None:
    with closing(sqlite3.connect(sealed.folder / "journal.db")) as db:
        db.execute(sql)
        db.commit()
    status, said = sealed.audited(capsys)
    assert status == FAILED
    assert re.search(rf"a record that was sealed was changed\. Proven up to {proven}", said)
    assert "is damaged" in said


def test_a_copy_without_the_tables_own_key_says_what_only_that_could_show(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "cut off at the end" not in sealed.audited(capsys)[1]
    (sealed.folder.with_name("table-keys") / "sealing.key").unlink()
    status, said = sealed.audited(capsys)
    assert status == NOT_PROVEN
    assert "the table's own sealing key, or a witness, could show it" in said
    assert re.search(r"\nwhole as far as record \d+: that it ended there nobody can say", said)


def test_without_a_key_an_audit_says_what_is_not_proven(
    sealed: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(sealed.folder / "journal.db")]) == OK
    assert "as sealed: not asked: it has 7 seals: give --key" in capsys.readouterr().out
    assert main(["audit", str(sealed.folder / "journal.db"), "--key", "T-01 0 NONSENSE"]) == FAILED
    assert "this is not a verification key" in capsys.readouterr().err


# ---------------------------------------------------------------- what must be true whatever the rules are


def faults(*outcomes: object, seats: bool = False) -> list[str]:
    return list(Ledger(seats=seats).hear("settle_box", outcomes))  # type: ignore[arg-type]


def closed(*boxes: BoxResult, commission_cents: int = 0) -> RoundClosed:
    return RoundClosed(round=1, void=False, boxes=boxes, commission_cents=commission_cents)


def box(number: int, wagered: int, net: int, returned: int = 0, paid: int = 0) -> BoxResult:
    return BoxResult(box=number, wagered_cents=wagered, returned_cents=returned, paid_cents=paid, net_cents=net)


def test_chips_that_come_from_nowhere_are_a_fault() -> None:
    assert faults(closed(box(1, 500, -400)), seats=True)
    lost = Payment(
        box=1, wager="ante", result="lose", wager_cents=500, returned_cents=0, taken_cents=500, rule=RULE
    )
    assert faults(lost, closed(box(1, 500, -500))) == []
    assert faults(closed(box(1, 500, -500)))
    assert faults(closed(box(1, 500, -500), box(2, 300, 490, 790), commission_cents=10), seats=True) == []
    assert faults(closed(box(1, 500, -500), box(2, 300, 490, 790), commission_cents=20), seats=True)


def test_a_pot_is_its_shares_and_its_commission() -> None:
    share = Share(box=1, cents=900, half="whole")
    assert faults(PotSettled(pot=1, amount_cents=1000, commission_cents=100, shares=(share,), rule=RULE)) == []
    assert faults(PotSettled(pot=1, amount_cents=1000, commission_cents=90, shares=(share,), rule=RULE))


def test_pools_grow_by_what_comes_in() -> None:
    before = JackpotPools(prize_cents=1000, reserve_cents=100, displayed_cents=1000)
    fed = JackpotPools(prize_cents=1080, reserve_cents=120, displayed_cents=1000, fed_cents=100)
    assert faults(before, fed) == []
    assert faults(fed, before)


def test_what_the_casino_puts_into_the_pools_has_come_in() -> None:
    before = JackpotPools(prize_cents=1000, reserve_cents=100, displayed_cents=1000)
    changed = JackpotPools(
        prize_cents=1500, reserve_cents=100, displayed_cents=1500, changed_cents=500, was_prize_cents=1000
    )
    assert faults(before, changed) == []
    assert faults(changed, before)


def test_a_jackpot_that_an_older_program_set_up_anew_is_explained_and_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Version 0.2.0 wrote this journal: 512.00 and 3.00 were in the pools, and 5,500.00 was configured."""
    packed = Path(__file__).parent / "journals" / "jackpot_set_up_anew.db.xz"
    (tmp_path / "journal.db").write_bytes(lzma.decompress(packed.read_bytes()))
    shutil.copy(packed.with_name("jackpot_set_up_anew.key"), tmp_path / "seal.key")
    assert main(["audit", str(tmp_path / "journal.db")]) == ONLY_NOTES
    said = capsys.readouterr().out
    assert "record 84: another opening amount was configured" in said
    assert "set the jackpot up anew with 550000 cents" in said
    assert "51200 cents of prizes and 300 of reserve are in no pool since" in said
    assert "fault" not in said


def a_jackpot_paid(folder: Path) -> Path:
    with room(folder) as running:
        table = talk(running)
        to_the_antes(table, {1: 25})
        table.jackpot(1)
        table.closes_betting()
        table.deal({1: "Kc Kd Kh 4s 4c", "dealer": "Ac Qd 8c 5d 3c"})
        table.bets(1)
        table.shows_dealer()
        table.plays_out(claims=[1])
    return folder


def test_what_an_older_program_did_not_say_is_not_held_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr("controller.journal.records.this_program", lambda: Program("0.2.0", "older", "older"))
        then.setattr("games.canberra_poker.boomerang.replace", lambda payment, **line: payment)
        folder = a_jackpot_paid(tmp_path / "table")
    found = audited(folder)
    assert (found.faults, found.notes) == ([], [])


def test_what_this_program_says_it_must_have_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = a_jackpot_paid(tmp_path / "table")
    assert audited(folder).faults == []
    monkeypatch.setattr("games.canberra_poker.boomerang.replace", lambda payment, **line: payment)
    assert "full_house" in audited(folder).faults[0].what


def test_no_card_lies_in_two_places() -> None:
    cards = [CardTurned(place="1", nth=1, card="As"), CardTurned(place="dealer", nth=1, card="As")]
    assert faults(*cards, closed()) == ["As lay in two places"]
    assert faults(cards[0], CardTurned(place="1", nth=1, card="Ks"), cards[1], closed()) == []
