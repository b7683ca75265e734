"""What lies on the disk tells nobody a face-down card."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.journal.journal import Journal
from controller.journal.seal import Seal, SealError, load_seal
from controller.loop import TableLoop
from games import events as e
from games.cards import FULL_DECK, SealedCard, SealedTag
from tests.controller.room import a_troubled_round, room, setup, talk, to_the_decisions
from tests.daemon import ROOT
from tests.journals import texts

TAG = "e004010203040506"


def decoded(folder: Path) -> list[Any]:
    journal = Journal(folder / "journal.db")
    try:
        return [
            {"what": what, "kind": kind, **json.loads(said)}
            for record in journal.records()
            for what, _, rest in (line.partition(" ") for line in record.body.decode().splitlines()[1:])
            for kind, said in [rest.split(" ", 1) if what != "checkpoint" else ("", rest)]
        ]
    finally:
        journal.close()


def inside(value: Any, *keys: str) -> Iterator[tuple[str, Any]]:
    """Everything in a JSON value, with the key under which it stands."""
    key = next((key for key in reversed(keys) if key), "")
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from inside(inner, *keys, name)
    elif isinstance(value, list):
        for inner in value:
            yield from inside(inner, *keys)
    else:
        yield key, value


# ---------------------------------------------------------------- on the disk


def test_a_card_that_stays_face_down_is_in_no_file_in_clear(tmp_path: Path) -> None:
    """A void round in the deal turns nothing up: then no face and no tag is in any byte of the folder."""
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_decisions(table, {1: 25, 2: 25}, {1: "Qs Jh 9d 6h 2s", 2: "Ts 9h 8s 7h 6s"})
        table.reader_sees(1, TAG)
        table.reader_lists(2, TAG[:-1] + "7")
        table.folds(1, 2)
        table.collects()
        up = {dealt.card for dealt in table.everything if dealt.kind == "card_turned"}
        files = {file.name: file.read_bytes() for file in running.folder.iterdir() if file.is_file()}
        files["the journal, in clear"] = texts(running.folder / "journal.db")
    hidden = [face for face in FULL_DECK if face not in up]
    for name, content in files.items():
        assert TAG.encode() not in content, name
        assert bytes.fromhex(TAG) not in content, name
        for face in hidden:
            assert f'"{face}"'.encode() not in content, (name, face)


def test_every_drawn_card_and_every_tag_in_the_journal_is_sealed(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    sealed = [
        value
        for record in decoded(tmp_path / "table")
        for key, value in inside(record)
        if record["what"] == "event"
        and value is not None
        and key in ("card", "tag", "tags")
        and record["kind"] not in ("enter_card", "report")
    ]
    assert len(sealed) > 15
    assert not [value for value in sealed if value in FULL_DECK or len(value) < 30]
    assert len(set(sealed)) == len(sealed)


def test_the_only_faces_in_clear_are_those_that_people_have_seen(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_troubled_round(table)
        seen = {outcome.card for outcome in table.everything if outcome.kind == "card_turned"}
        seen |= {event.seen for event in table.events if isinstance(event, e.Report) and event.seen}
        seen |= {event.card for event in table.events if isinstance(event, e.EnterCard)}
    clear = {
        value for record in decoded(tmp_path / "table") for _, value in inside(record) if value in FULL_DECK
    }
    assert clear <= seen


def test_all_faces_look_equally_long() -> None:
    seal = Seal(bytes(32))
    assert len({len(seal.close(face)) for face in FULL_DECK}) == 1


def test_the_same_face_never_looks_the_same_twice() -> None:
    seal = Seal(bytes(32))
    assert len({seal.close("As") for _ in range(500)}) == 500


def test_a_sealed_card_comes_back_as_it_was() -> None:
    seal = Seal(bytes(32))
    assert [seal.open(seal.close(face)) for face in FULL_DECK] == list(FULL_DECK)


@pytest.mark.parametrize("text", ["", "As", "??", "ä", "QUJD", "=" * 60])
def test_what_was_not_sealed_with_this_key_is_not_opened_and_not_repeated(text: str) -> None:
    with pytest.raises(ValueError, match="the seal key does not open this card") as refused:
        Seal(bytes(32)).open(text)
    assert not text or text not in str(refused.value)


def test_one_bit_of_a_sealed_card_changed_is_noticed() -> None:
    seal = Seal(bytes(32))
    closed = seal.close("As")
    other = ("A" if closed[20] != "A" else "B").join((closed[:20], closed[21:]))
    with pytest.raises(ValueError, match="does not open"):
        seal.open(other)


def test_without_a_seal_a_card_is_written_as_a_back() -> None:
    drawn = e.CardDrawn(card=SealedCard(FULL_DECK[0]))
    named = e.Enrolled(known=True, card=SealedCard(FULL_DECK[0]), colour="blue")
    seen = e.CardSeen(place="1", tag=SealedTag(TAG), enrolled=named)
    read = e.PlaceRead(place="1", tags=(SealedTag(TAG),), enrolled=(named,))
    for fact in (drawn, seen, read):
        text = repr(fact) + e.EVENT.dump_json(fact).decode()
        assert FULL_DECK[0] not in text
        assert TAG not in text
        assert "??" in text


def test_what_the_enrolment_file_says_is_written_sealed_and_an_older_record_has_nothing_of_it() -> None:
    seal = Seal(bytes(32))
    named = e.Enrolled(known=True, card=SealedCard(FULL_DECK[0]), colour="blue")
    seen = e.CardSeen(place="1", tag=SealedTag(TAG), enrolled=named)
    written = e.EVENT.dump_json(seen, context={"seal": seal})
    assert f'"{FULL_DECK[0]}"'.encode() not in written  # two letters alone can stand in anything that is sealed
    assert e.EVENT.validate_json(written, context={"seal": seal}) == seen
    older = f'{{"kind": "card_seen", "place": "1", "tag": "{seal.close(TAG)}"}}'
    assert e.EVENT.validate_json(older, context={"seal": seal}) == e.CardSeen(place="1", tag=SealedTag(TAG))


# ---------------------------------------------------------------- the key


def test_a_new_key_is_for_the_daemon_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_seal(tmp_path / "seal.key", may_create=True)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "seal.key").stat().st_mode) == 0o600


def test_a_first_start_that_was_cut_off_leaves_no_half_a_key(tmp_path: Path) -> None:
    """Nothing stands in a journal yet that would need it."""
    cut = "import resource, signal; from pathlib import Path; from controller.journal.seal import load_seal; "
    cut += "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9)); "
    cut += f"load_seal(Path({str(tmp_path / 'seal.key')!r}), may_create=True)"
    ended = subprocess.run([sys.executable, "-c", cut], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "File too large" in ended.stderr
    assert not (tmp_path / "seal.key").exists()
    load_seal(tmp_path / "seal.key", may_create=True)


def test_two_tables_get_two_keys(tmp_path: Path) -> None:
    for name in ("one", "two"):
        load_seal(tmp_path / name, may_create=True)
    assert (tmp_path / "one").read_text() != (tmp_path / "two").read_text()


def test_a_missing_key_is_never_replaced_by_a_new_one(tmp_path: Path) -> None:
    with pytest.raises(SealError, match=r"seal\.key is missing .*restore it from the backup"):
        load_seal(tmp_path / "seal.key", may_create=False)
    assert not (tmp_path / "seal.key").exists()


@pytest.mark.parametrize("content", [b"", b"00" * 31, b"00" * 33, b"not hex at all", b"\xff\xfe\x00"])
def test_a_key_that_is_none_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "seal.key").write_bytes(content)
    with pytest.raises(SealError, match=r"is not a seal key of 32 bytes in hex: restore it from the backup"):
        load_seal(tmp_path / "seal.key", may_create=True)


def another_key(folder: Path) -> None:
    (folder / "seal.key").unlink()
    load_seal(folder / "seal.key", may_create=True)


def test_with_another_key_the_table_stops_and_says_so_briefly(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    another_key(tmp_path / "table")
    with room(tmp_path / "table") as restarted:
        trouble = restarted.loop.trouble
    assert trouble is not None
    assert trouble.code == "journal_damaged"
    assert "the seal key may be another one" in trouble.detail
    assert len(trouble.detail) < 300, "one sentence for a person at a table"


def test_with_another_key_the_table_stops_even_between_two_rounds(tmp_path: Path) -> None:
    """Nothing since the checkpoint is sealed; but what was sealed before could never be read again."""
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
    another_key(tmp_path / "table")
    journal = Journal(tmp_path / "table" / "journal.db")
    try:
        seal = load_seal(tmp_path / "table" / "seal.key", may_create=False)
        assert TableLoop(journal, seal, setup(), lambda: 1).trouble is not None
    finally:
        journal.close()
