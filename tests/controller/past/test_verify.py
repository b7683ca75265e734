"""An evidence zip judged elsewhere: with one small file, Python, and the key that was shown when the table was
set up. What follows from nothing else is not called proven."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.cli import main
from controller.commands import OK
from controller.journal.history import History
from controller.journal.sealing import Seal, VerificationKey, from_words, in_words, signed
from controller.journal.sealing_key import SealingKey
from controller.journal.spans import SPAN_KEYS, Span, span_signed
from controller.past import verify
from controller.past.proof import as_json
from tests.controller.room import talk
from tests.controller.test_adjudicate import play
from tests.controller.test_attacks import HOUR_MS, Table, audited

DAY_MS = 24 * HOUR_MS
SCRIPT = Path(verify.__file__)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Rounds of four months, on some days several; the daemon was started anew twice."""
    table = Table(tmp_path_factory.mktemp("year")).set_up()
    for days in (0, 1, 3, 31, 2, 30, 33, 1):
        with table.running() as running:
            running.now_ms += days * DAY_MS
            for _ in range(3):
                play(running, {1: 25})
                running.now_ms += HOUR_MS
    with table.running() as running:
        talk(running).shuffle()
    return table


@pytest.fixture
def table(year: Table, tmp_path: Path) -> Table:
    """One that may be harmed."""
    mine = Table(tmp_path / "table")
    shutil.copytree(year.home, mine.home)
    mine.words, mine.now_ms = year.words, year.now_ms
    return mine


def packed(table: Table, out: Path, *rounds: int) -> Path:
    assert main(["evidence", str(table.journal), "--round", *map(str, rounds), "--out", str(out)]) == OK
    return out


def judged(evidence: Path, words: str = "") -> tuple[int, str]:
    """By the script alone, with nothing of ours at hand."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(evidence), *(["--key", words] if words else [])]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ended.stderr == "" or "slip of the pen" in ended.stderr
    return ended.returncode, ended.stdout + ended.stderr


def changed(evidence: Path, name: str, change: Callable[[str], str]) -> Path:
    with zipfile.ZipFile(evidence) as file:
        texts = {one: file.read(one).decode() for one in file.namelist()}
    texts[name] = change(texts[name])
    forged = evidence.with_name("forged.zip")
    with zipfile.ZipFile(forged, "w") as file:
        for one, text in texts.items():
            file.writestr(one, text)
    return forged


def worked_out_anew(text: str) -> tuple[str, list[Any]]:
    """The records of a file with the hashes that follow from them."""
    first, *records = map(json.loads, text.splitlines())
    previous = bytes.fromhex(first["hash_before"])
    for one in records:
        said = f"{one['number']}|{one['round']}|{one['checkpoint']}|{one['text']}".encode()
        previous = hashlib.sha256(previous + said).digest()
        one["hash"] = previous.hex()
    return "".join(json.dumps(one) + "\n" for one in (first, *records)), [records[-1]["number"], previous.hex()]


# ---------------------------------------------------------------- what holds


def test_each_round_of_every_month_is_proven_by_the_key_that_was_shown_first(
    year: Table, tmp_path: Path
) -> None:
    for round_ in (1, 5, 9, 12, 18, 24):
        status, said = judged(packed(year, tmp_path / f"{round_}.zip", round_), year.words)
        assert status == verify.HOLDS, said
        assert f"round-{round_:06}.jsonl: " in said
        assert "records are as they were sealed 20" in said


def test_the_way_to_a_round_is_its_months_its_days_and_its_own_day(year: Table, tmp_path: Path) -> None:
    evidence = packed(year, tmp_path / "one.zip", 24)
    with zipfile.ZipFile(evidence) as file:
        items = json.loads(file.read("proof.json"))["items"]
    with History(year.journal) as history:
        seals = sum(1 for _ in history.seals())
    kinds = [one["kind"] for one in items]
    assert kinds[0] == "seal"  # that the key was shown for; it announces the months
    assert kinds[1:] == sorted(kinds[1:], key=["month", "day", "seal"].index)
    assert kinds.count("month") == 4
    assert kinds.count("day") == 2  # of the last month alone
    assert kinds.count("seal") < seals / 4


def test_several_rounds_share_what_their_ways_have_in_common(year: Table, tmp_path: Path) -> None:
    evidence = packed(year, tmp_path / "many.zip", 1, 2, 3, 22, 23, 24)
    assert judged(evidence, year.words)[0] == verify.HOLDS
    with zipfile.ZipFile(evidence) as file:
        proof = json.loads(file.read("proof.json"))
    assert len({json.dumps(one) for one in proof["items"]}) == len(proof["items"])
    assert len(proof["ways"]) == 6


def test_unpacked_it_is_judged_by_its_own_copy_as_well(year: Table, tmp_path: Path) -> None:
    evidence = packed(year, tmp_path / "one.zip", 3)
    with zipfile.ZipFile(evidence) as file:
        file.extractall(tmp_path / "one")
    command = [sys.executable, "-I", "verify.py", "--key", year.words]
    ended = subprocess.run(
        command, cwd=tmp_path / "one", capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == verify.HOLDS, ended.stdout


def test_after_sealing_was_begun_anew_the_new_key_is_enough_for_what_came_since(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = table.begin_sealing_anew()
    table.heads.unlink()
    table.play(2)
    late = packed(table, tmp_path / "late.zip", 26)
    assert judged(late, second)[0] == verify.HOLDS
    assert judged(late, table.words)[0] == verify.FAILS
    assert judged(packed(table, tmp_path / "early.zip", 3), table.words)[0] == verify.HOLDS
    assert audited(table, capsys, "--key", table.words, "--key", second)[0] == OK


# ---------------------------------------------------------------- what nobody can tell


def test_without_the_key_nothing_is_called_as_it_was_written(year: Table, tmp_path: Path) -> None:
    status, said = judged(packed(year, tmp_path / "one.zip", 3))
    assert status == verify.NOT_PROVEN
    assert "is not proven: give --key" in said
    assert "as they were" not in said


def test_a_round_that_is_not_over_is_not_proven(table: Table, tmp_path: Path) -> None:
    with table.running(stops=False) as running:
        talk(running).cut()
    status, said = judged(packed(table, tmp_path / "open.zip", 25), table.words)
    assert status == verify.NOT_PROVEN
    assert "not proven: no seal is over it" in said


def test_a_key_with_a_slip_of_the_pen_is_no_key(year: Table, tmp_path: Path) -> None:
    evidence = packed(year, tmp_path / "one.zip", 3)
    slipped = year.words[:-1] + ("A" if year.words[-1] != "A" else "B")
    status, said = judged(evidence, slipped)
    assert status == 1
    assert "slip of the pen" in said


# ---------------------------------------------------------------- what is forged


def test_a_payment_that_was_changed_with_every_hash_worked_out_anew_is_not_what_was_sealed(
    year: Table, tmp_path: Path
) -> None:
    """Without the key this hangs together; it did so when it was called as it was written, too."""
    name = "records/round-000003.jsonl"
    ends: list[Any] = []

    def more(text: str) -> str:
        assert '\\"wager_cents\\":' in text
        said, end = worked_out_anew(text.replace('\\"wager_cents\\":2500', '\\"wager_cents\\":9900'))
        ends.append(end)
        return said

    forged = changed(packed(year, tmp_path / "one.zip", 3), name, more)
    forged = changed(
        forged,
        "journal.json",
        lambda text: json.dumps({**json.loads(text), "files": {"round-000003.jsonl": ends[0]}}),
    )
    assert judged(forged)[0] == verify.NOT_PROVEN
    status, said = judged(forged, year.words)
    assert status == verify.FAILS
    assert "NOT AS IT WAS WRITTEN: round-000003.jsonl: it is not what was sealed" in said


@pytest.mark.parametrize("kind", ["seal", "day", "month"])
@pytest.mark.parametrize("field", ["at_ms", "number", "next_key", "signature", "opens", "hash", "record"])
def test_whatever_is_changed_on_the_way_shows(year: Table, tmp_path: Path, kind: str, field: str) -> None:
    evidence = packed(year, tmp_path / "one.zip", 24)

    def other(text: str) -> str:
        proof = json.loads(text)
        item = [one for one in proof["items"] if one["kind"] == kind and field in one][-1]
        if isinstance(item[field], int):
            item[field] += 1
        else:
            item[field] = base64.b64encode(bytes(len(base64.b64decode(item[field])) - 1) + b"\1").decode()
        return json.dumps(proof)

    if not any(
        one["kind"] == kind and field in one
        for one in json.loads(zipfile.ZipFile(evidence).read("proof.json"))["items"]
    ):
        pytest.skip(f"a {kind} has no {field}")
    assert judged(changed(evidence, "proof.json", other), year.words)[0] == verify.FAILS


@pytest.mark.parametrize("left_out", ["month", "day", "seal"])
def test_a_way_with_a_part_left_out_leads_nowhere(year: Table, tmp_path: Path, left_out: str) -> None:
    evidence = packed(year, tmp_path / "one.zip", 24)

    def shorter(text: str) -> str:
        proof = json.loads(text)
        way = proof["ways"]["round-000024.jsonl"]
        way.remove(next(at for at in way[1:] if proof["items"][at]["kind"] == left_out))
        return json.dumps(proof)

    assert judged(changed(evidence, "proof.json", shorter), year.words)[0] == verify.FAILS


def test_who_takes_the_machine_can_forge_no_day_that_is_over(table: Table, tmp_path: Path) -> None:
    """He has the keys of the next seal, the next day and the next month. With the next day's he signs, over an
    altered round of an earlier month, that it began now, or then."""
    with History(table.journal) as history:
        seals, spans = list(history.seals()), history.spans()
    days = [span for span in spans if span.length == "day"]
    months = [span for span in spans if span.length == "month"]
    day_key = SealingKey(table.keys / SPAN_KEYS["day"], len(days))
    mine = Ed25519PrivateKey.generate()
    mine_public = mine.public_key().public_bytes_raw()
    target = next(seal for seal in seals if seal.record and seal.why == "round")
    over = target.record, hashlib.sha256(b"an altered round").digest()

    def way(day_ms: int, seal_ms: int) -> list[dict[str, Any]]:
        span = Span("day", len(days), target.number, day_ms, mine_public, day_key.next_key)
        span = span_signed("T-01", span, day_key.secret)
        seal = Seal(target.number, *over, seal_ms, "round", mine_public)
        seal = signed("T-01", seal, mine.private_bytes_raw())
        opening = next(one for one in seals if one.opens)
        of_month = [one for one in days if one.seal >= months[-1].seal]
        return [as_json(one) for one in (opening, *months, *of_month, span, seal)]

    table_, first, key = "T-01", 0, from_words(table.words).key
    for day_ms, seal_ms in ((target.at_ms, target.at_ms), (days[-1].at_ms + 1, days[-1].at_ms + 2)):
        with pytest.raises(verify.Forged):
            verify.follow((table_, first, key), way(day_ms, seal_ms))
    # Only as of a later day; and then the round is older than its seal by days, which is not called proven.
    later_ms = days[-1].at_ms + DAY_MS
    if verify.month_of(later_ms) == verify.month_of(months[-1].at_ms):
        assert verify.follow((table_, first, key), way(later_ms, later_ms))["at_ms"] == later_ms
    day_key.close()


def test_a_day_that_leads_elsewhere_than_the_seals_do_is_found_by_an_audit(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    with table.open() as db:
        db.execute("UPDATE spans SET opens = zeroblob(32) WHERE length = 'day' AND number = 2")
    status, claims, said = audited(table, capsys, "--key", table.words)
    assert (status, claims["as sealed"]) == (1, "fails")
    assert "a day or a month leads to another key than the seals do" in said


def test_lost_keys_of_days_are_begun_anew_and_all_stays_proven(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table.keys / SPAN_KEYS["day"]).unlink()
    table.now_ms += 40 * DAY_MS
    table.play(2)
    table.now_ms += 40 * DAY_MS
    table.play(1)
    assert audited(table, capsys, "--key", table.words)[0] == OK
    for round_ in (2, 26, 27):
        assert judged(packed(table, tmp_path / f"{round_}.zip", round_), table.words)[0] == verify.HOLDS


# ---------------------------------------------------------------- the arithmetic


def test_signatures_are_judged_as_the_library_judges_them() -> None:
    chance = random.Random(8032)
    for _ in range(12):
        secret = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        public, message = secret.public_key().public_bytes_raw(), chance.randbytes(chance.randrange(200))
        signature = secret.sign(message)
        assert verify.is_signed(public, signature, message)
        assert not verify.is_signed(public, signature, message + b"!")
        at = chance.randrange(64)
        broken = signature[:at] + bytes([signature[at] ^ 1 << chance.randrange(8)]) + signature[at + 1 :]
        assert not verify.is_signed(public, broken, message)
        more = (int.from_bytes(signature[32:], "little") + verify.L).to_bytes(33, "little")[:32]
        assert not verify.is_signed(public, signature[:32] + more, message)  # the same, counted once around
    assert not verify.is_signed(bytes(32), bytes(64), b"")
    assert not verify.is_signed(b"\xff" * 32, bytes(64), b"")


def test_a_verification_key_is_read_as_the_table_wrote_it() -> None:
    key = VerificationKey("T-01", 302, random.Random(1).randbytes(32))
    assert verify.key_in(in_words(key)) == ("T-01", 302, key.key)
