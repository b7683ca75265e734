"""What waits in the inbox is written in one go; a program that holds the journal is waited for, and named."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.inbox import Inbox, Incoming
from controller.journal.journal import Journal
from controller.journal.seal import load_seal
from controller.loop import TableLoop
from games import events as e
from games.cards import SealedTag
from games.every_game import game as every_game
from games.outcomes import Outcome
from tests.controller.room import Room, room, setup, talk, to_the_decisions

REPORTS = 28  # of the readers, when all cards come to the rack
WAIT_S = 10.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path / "table") as made:
        yield made


def reports(count: int = REPORTS) -> list[e.Event]:
    return [e.CardSeen(place="rack", tag=SealedTag(f"e00401020304{number:04x}")) for number in range(count)]


def at_the_inbox(loop: TableLoop, happens: Callable[[Inbox], Any]) -> None:
    """The table's loop runs while that happens."""

    async def run() -> None:
        inbox = Inbox(asyncio.get_running_loop())
        task = asyncio.create_task(loop.run(inbox))
        try:
            await happens(inbox)
        finally:
            task.cancel()

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


# ---------------------------------------------------------------- a burst


def commits(journal: Journal) -> list[int]:
    """Filled with the last record's number whenever something gets on disk."""
    found: list[int] = []
    honest = journal.commit

    def commit() -> None:
        honest()
        found.append(journal.last_number)

    journal.commit = commit  # type: ignore[method-assign]
    return found


def test_a_burst_of_reports_is_on_disk_in_one_go_and_each_is_answered_in_its_order(running: Room) -> None:
    on_disk, told, heard = commits(running.journal), [], []
    before = running.journal.last_number
    running.loop.tell(lambda event, outcomes: heard.append((running.loop.told_record, list(on_disk))))

    async def burst(inbox: Inbox) -> None:
        for number, event in enumerate(reports()):
            inbox.put(Incoming(event, lambda outcomes, number=number: told.append((number, list(on_disk)))))
        await until(lambda: len(told) == REPORTS)

    at_the_inbox(running.loop, burst)
    assert on_disk == [before + REPORTS]
    assert [number for number, _ in told] == list(range(REPORTS))
    assert all(seen == on_disk for _, seen in told), "somebody was told before it was on disk"
    assert heard == [(number, on_disk) for number in range(before + 1, before + REPORTS + 1)]


def test_one_that_is_refused_among_others_changes_nothing_for_them(running: Room) -> None:
    to_the_decisions(talk(running))
    answers: list[list[Outcome]] = []
    before = running.journal.last_number

    async def burst(inbox: Inbox) -> None:
        for event in (reports(1)[0], e.PlaceAnte(by="1182", box=4, amount_cents=2_500), reports(2)[1]):
            inbox.put(Incoming(event, answers.append))
        await until(lambda: len(answers) == 3)

    at_the_inbox(running.loop, burst)
    assert [bool(answer) and answer[0].kind == "refusal" for answer in answers] == [False, True, False]
    assert running.journal.last_number == before + 2


def test_our_own_fault_in_the_middle_keeps_what_came_before_and_says_so_of_the_rest(
    running: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(state: Any, event: Any) -> list[Outcome]:
        raise AssertionError("a thing that cannot be")

    monkeypatch.setitem(running.table.game._handlers, e.CardGone, broken)
    monkeypatch.setitem(every_game.HANDLERS, e.CardGone, broken)
    answers: list[list[Outcome]] = []
    first, second = reports(2)

    async def burst(inbox: Inbox) -> None:
        for event in (first, e.CardGone(place="rack", tag=SealedTag("e004010203040000")), second):
            inbox.put(Incoming(event, answers.append))
        await until(lambda: len(answers) == 3)

    at_the_inbox(running.loop, burst)
    assert [[outcome.kind for outcome in answer] for answer in answers] == [[], ["refusal"], ["refusal"]]
    assert running.loop.trouble is not None
    bodies = [record.body for record in running.journal.records()][-3:]
    assert [body.split()[1] for body in bodies] == [b"event", b"unruled", b"unruled"]
    folder = running.folder
    running.close()
    with room(folder) as restarted:
        assert restarted.loop.trouble is None


def test_a_disk_that_fills_in_the_middle_leaves_nothing_of_the_burst(running: Room) -> None:
    answers: list[list[Outcome]] = []
    kept = list(running.journal.records())

    async def burst(inbox: Inbox) -> None:
        used = running.journal._db.execute("PRAGMA page_count").fetchone()[0]
        running.journal._db.execute(f"PRAGMA max_page_count = {used}")
        for event in reports(60):
            inbox.put(Incoming(event, answers.append))
        await until(lambda: len(answers) == 60)

    at_the_inbox(running.loop, burst)
    assert {outcome.kind for answer in answers for outcome in answer} == {"refusal"}
    assert running.loop.trouble is not None
    assert running.loop.trouble.code == "journal_failed"
    assert list(running.journal.records()) == kept


# ---------------------------------------------------------------- another program


HOLDS = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
"""


class Holder:
    """Another program, such as somebody's browser for databases."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDS, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "held\n"

    def let_go(self) -> None:
        self.process.communicate()


def test_a_journal_that_another_program_holds_is_waited_for_and_the_program_named(running: Room) -> None:
    holder = Holder(running.journal.path)
    answers: list[list[Outcome]] = []
    troubles: list[str] = []
    running.loop.tell(lambda event, outcomes: troubles.append(getattr(running.loop.trouble, "code", "")))
    turns = 0

    async def held(inbox: Inbox) -> None:
        nonlocal turns
        inbox.put(Incoming(reports(1)[0], answers.append))
        while running.loop.trouble is None:
            await asyncio.sleep(0.01)
            turns += 1
        assert not answers
        assert f"(process {holder.process.pid})" in running.loop.trouble.detail
        assert "close that program" in running.loop.trouble.detail
        assert "free the disk" not in running.loop.trouble.detail
        await asyncio.to_thread(holder.let_go)
        await until(lambda: answers)

    at_the_inbox(running.loop, held)
    assert turns > 20, "panel and devices were not heard meanwhile"
    assert running.loop.trouble is None
    assert troubles[:2] == ["journal_locked", ""]
    assert [outcome.kind for outcome in answers[0]] == []


def test_a_short_lock_is_nobodys_trouble(running: Room) -> None:
    holder = Holder(running.journal.path)
    answers: list[list[Outcome]] = []

    async def held(inbox: Inbox) -> None:
        inbox.put(Incoming(reports(1)[0], answers.append))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(holder.let_go)
        await until(lambda: answers)

    at_the_inbox(running.loop, held)
    assert running.loop.trouble is None


def test_a_reader_never_holds_the_table(running: Room) -> None:
    with sqlite3.connect(f"file:{running.journal.path}?mode=ro", uri=True, isolation_level=None) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM records").fetchone()[0]
        to_the_decisions(talk(running))
        reader.execute("ROLLBACK")
    reader.close()
    assert running.loop.trouble is None


def test_a_start_beside_a_program_that_holds_the_journal_says_which(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    journal = Journal(tmp_path / "table" / "journal.db")
    holder = Holder(journal.path)
    try:
        seal = load_seal(tmp_path / "table" / "seal.key", may_create=False)
        loop = TableLoop(journal, seal, setup(), lambda: 1_800_000_000_000)
        assert loop.trouble is None  # a round is open: nothing has to be written
    finally:
        holder.let_go()
        journal.close()
