"""A table rules on its own closed rounds again in idle time; an audit of what is new since then is short."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.proving import Proving
from controller.tools.proving import prove, proven_by_itself
from games.events import Fact
from tests.controller.room import Room, room, talk
from tests.controller.test_adjudicate import play
from tests.controller.test_attacks import Table, audited
from tests.journals import forge


def proving(running: Room) -> Proving:
    async def on_record(fact: Fact) -> None:
        running.handle(fact)

    return Proving(running.loop, running.journal, running.folder / "seal.key", on_record)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        for _ in range(3):
            play(running, {1: 25})
        talk(running).shuffle()
    return tmp_path / "table"


def test_closed_rounds_are_ruled_on_again_and_up_to_where_is_on_record(folder: Path) -> None:
    with room(folder) as running:
        end = running.journal.last_checkpoint
        asyncio.run(proving(running).prove())
        assert running.table.proven == end
        last = list(running.journal.records())[-1]
        assert b'event rounds_proven {"at_ms":' in last.body
        assert f'"record":{end},"round":3'.encode() in last.body
        numbers = running.numbers()
        asyncio.run(proving(running).prove())
        assert running.numbers() == numbers  # nothing is new
        play(running, {1: 50})
        asyncio.run(proving(running).prove())
        assert running.table.proven == running.journal.last_checkpoint > end
    with room(folder) as again:
        assert again.table.proven == again.journal.last_checkpoint


def test_a_round_that_comes_out_otherwise_is_said_and_nothing_is_called_proven(folder: Path) -> None:
    forge(folder / "journal.db", b'"net_cents":-2500', b'"net_cents":2500')
    (folder / "journal.head").unlink()
    with room(folder) as running:
        it = proving(running)
        asyncio.run(it.prove())
        assert it.differs
        assert running.table.proven == 0


def test_a_long_past_is_proven_in_portions(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.tools.proving.MOST_ROUNDS", 1)
    since, ends = 0, []
    while (done := prove(folder / "journal.db", folder / "seal.key", since)) is not None:
        assert not done.fault
        since = done.record
        ends.append(done.round)
    assert ends == [0, 1, 2, 3]


def test_an_audit_goes_on_from_where_the_last_one_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what that one has said: a record with its hash, and the key of the next seal."""
    table = Table(tmp_path).set_up()
    table.play(3)
    status, _, said = audited(table, capsys, "--key", table.words)
    assert status == OK
    point = re.search(r'to go on from here: --since (\d+:[0-9a-f]{64}) --key "(.+)"', said)
    assert point is not None
    since, key = point[1], point[2]
    table.play(2)
    status, claims, said = audited(table, capsys, "--since", since, "--key", key)
    assert (status, claims["whole"], claims["as sealed"], claims["to its end"]) == (
        OK,
        "holds",
        "holds",
        "holds",
    )
    assert ": 2 rounds, " in said.splitlines()[0]
    assert claims["from its beginning"] == "not asked"
    table.change(
        b'"net_cents":-2500', b'"net_cents":2500'
    )  # of before that point: it was proven, and is not now
    table.work_out_anew()
    status, claims, said = audited(table, capsys, "--since", since, "--key", key)
    assert (status, claims["whole"]) == (FAILED, "fails")
    assert "is not the one that all was proven up to" in said


def test_since_the_table_has_proven_itself_only_the_rest_is_ruled_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(folder) as running:
        asyncio.run(proving(running).prove())
        play(running, {1: 50})
        play(running, {1: 50})
    assert proven_by_itself(folder / "journal.db") > 0
    capsys.readouterr()
    assert main(["audit", str(folder), "--since", "proven"]) == OK
    said = capsys.readouterr().out
    assert ": 2 rounds, " in said.splitlines()[0]
    assert "what came before record" in said
    assert main(["audit", str(folder), "--since", "yesterday"]) == FAILED
    assert "is no point that was proven: give RECORD:HASH" in capsys.readouterr().err
