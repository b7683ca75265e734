"""What a record of a tournament says: its format, which program wrote it, and verdicts without words."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.journal.errors import JournalDamaged
from controller.journal.journal import Journal, Record
from controller.tools.tournament.audit import audit
from controller.tournament import loop as loop_module
from controller.tournament import records as records_module
from controller.tournament.loop import TournamentLoop
from controller.tournament.records import read
from controller.tournament.upcast import FORMAT, STEPS, lifted
from controller.version import Program, this_program
from games.tournament.events import Enter, TimeCame
from games.tournament.tournament import Tournament
from tests.controller.tournament.conducting import Hosted
from tests.games.tournament.playing import play_whole

ANOTHER = Program("9.9.9", "another", "others")
SAID_THEN = {
    "setup": None,
    "event": {"at_ms": 5, "by": "5001", "person": "P1", "agreed": False, "kind": "enter"},
    "outcomes": [
        {"entry": 1, "person": "P1", "by": "5001", "rule": None, "kind": "entry_taken"},
        {"say": {"code": "told", "words": {}}, "rule": None, "moved": [], "kind": "notice"},
    ],
}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    hall = Hosted(tmp_path, "demo_omaha")
    play_whole(hall, 5, wild=0.2)
    hall.close()
    return tmp_path / "tournament.db"


def bodies(path: Path) -> list[bytes]:
    with closing(Journal(path, reads_only=True)) as journal:
        return [record.body for record in journal.records()]


def programs(path: Path) -> list[tuple[int, Program]]:
    with closing(Journal(path, reads_only=True)) as journal:
        entries = [(record.number, read(record)) for record in journal.records()]
    return [(number, entry.program) for number, entry in entries if entry.program is not None]


def goes_on(path: Path, monkeypatch: pytest.MonkeyPatch, program: Program | None = None) -> TournamentLoop:
    """With one event more, by this program or another."""
    if program is not None:
        for module in (loop_module, records_module):
            monkeypatch.setattr(module, "this_program", lambda: program)
    with closing(Journal(path)) as journal:
        setup = read(next(iter(journal.records()))).setup
        assert setup is not None
        loop = TournamentLoop(journal, setup, lambda: 1_900_000_000_000)
        if loop.trouble is None:
            loop.take(TimeCame())
            loop.take(TimeCame())
    return loop


# ---------------------------------------------------------------- as they are written today


def test_each_says_its_format_and_the_first_which_program_it_is(played):
    assert {body.partition(b"\n")[0] for body in bodies(played)} == {b"2"}
    assert programs(played) == [(1, this_program())]


def test_verdicts_have_no_words(played):
    lines = [line for body in bodies(played) for line in body.splitlines() if line.startswith(b"verdict ")]
    assert lines
    assert not [line for line in lines if b'"say"' in line or line.startswith(b"verdict notice ")]


def test_another_program_that_goes_on_says_so_once(played, monkeypatch):
    last = len(bodies(played))
    goes_on(played, monkeypatch)
    assert programs(played) == [(1, this_program())]
    loop = goes_on(played, monkeypatch, ANOTHER)
    assert loop.trouble is None
    assert programs(played) == [(1, this_program()), (last + 3, ANOTHER)]


# ---------------------------------------------------------------- as they were written


def test_there_is_a_step_from_every_format_to_the_next():
    assert sorted(STEPS) == list(range(1, FORMAT))


def test_what_was_one_object_is_the_same_in_lines_without_its_words():
    body, kept = lifted(json.dumps(SAID_THEN).encode(), b"")
    assert body.splitlines() == [
        b"2",
        b'event enter {"at_ms":5,"by":"5001","person":"P1","agreed":false}',
        b'verdict entry_taken {"entry":1,"person":"P1","by":"5001","rule":null}',
    ]
    assert kept == b""
    assert read(Record(7, 1, False, json.dumps(SAID_THEN).encode())).event == Enter(
        at_ms=5, by="5001", person="P1"
    )


@pytest.mark.parametrize(
    "body", [b"3\nevent time_came {}\n", b"0\n", b"", b"nonsense", b"2\nwhat {}\n", b"2\nevent nobody {}\n"]
)
def test_what_nobody_knows_yet_is_an_error_that_says_so(body):
    with pytest.raises(JournalDamaged, match=r"record 7 cannot be read .* a later program"):
        read(Record(7, 1, False, body))


# ---------------------------------------------------------------- decided otherwise


@pytest.fixture
def otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """These rules take no commission from the pool, or something of the kind."""
    honest = Tournament.take

    def take(tournament: Tournament, event: Any) -> list[Any]:
        outcomes = honest(tournament, event)
        return outcomes[:-1] if event.kind == "enter" else outcomes

    monkeypatch.setattr(Tournament, "take", take)


def test_what_this_program_decides_otherwise_than_it_did_is_a_fault(played, otherwise, capsys):
    found = audit(played)
    assert found["notes"] == []
    assert len([one for one in found["findings"] if "wrote" in one]) == 1
    assert main(["tournament", "audit", str(played)]) == 1


def test_what_another_program_had_decided_otherwise_is_a_note(played, otherwise, monkeypatch, capsys):
    monkeypatch.setattr("controller.tools.tournament.audit.this_program", lambda: ANOTHER)
    found = audit(played)
    assert found["findings"] == []
    (note,) = found["notes"]
    assert note.startswith("record ")
    assert f"version {this_program()} wrote" in note
    assert main(["tournament", "audit", str(played)]) == 3


def test_a_tournament_that_another_version_decided_otherwise_names_it_and_is_left_as_it_is(
    played, otherwise, monkeypatch
):
    before = bodies(played)
    loop = goes_on(played, monkeypatch)
    assert loop.trouble is not None
    assert loop.trouble.code == "other_version"
    assert str(this_program()) in loop.trouble.detail
    assert loop.trouble.detail.endswith("finish the tournament with it, then upgrade")
    assert bodies(played) == before


def test_rules_that_fail_on_what_was_played_say_on_which_record(played, monkeypatch, capsys):
    honest = Tournament.take

    def fails(tournament: Tournament, event: Any) -> list[Any]:
        if event.kind == "draw_ballot":
            raise KeyError("a field of before")
        return honest(tournament, event)

    monkeypatch.setattr(Tournament, "take", fails)
    (fault,) = [one for one in audit(played)["findings"] if "KeyError" in one]
    assert "KeyError at draw_ballot" in fault
    assert goes_on(played, monkeypatch).trouble is not None
