"""Past rounds on the dealer's panel: step by step, face-up cards only, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import OK
from controller.journal.closed import write_closed
from controller.journal.keys import CLOSED
from controller.past.hand_history import HandHistory
from controller.past.incident import incidents_of
from controller.past.reading import NotThere, Past
from controller.screens.scene import time_of
from games import events as e
from tests.controller.past.test_steps import faces, steps_of
from tests.controller.room import a_troubled_round, draw, room, talk
from tests.controller.test_panel import DEALER, Desk


class DeskWithPast(Desk):
    """With a journal behind its history."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        self.opened = 0
        self.history = HandHistory(self._open, lambda: loop.call_soon_threadsafe(self.ready.set) and None)
        self.panel._history = self.history
        self.room.loop.tell(self.history.heard)

    def _open(self) -> Past:
        self.opened += 1
        return Past(self.room.folder / "journal.db", seal=self.room.seal)

    async def sheet(self, *named: Any) -> dict[str, Any]:
        """When it has come."""
        self.ready.clear()
        assert (await self.touch("open", sheet=list(named))).ok
        while "is being looked up" in str(self.state()["sheet"]):  # another one may be made before it
            await asyncio.wait_for(self.ready.wait(), 10)
            self.ready.clear()
        return dict(self.state()["sheet"])


@asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[DeskWithPast]:
    at = DeskWithPast(folder)
    table = asyncio.create_task(at.room.loop.run(at.inbox))
    try:
        yield at
    finally:
        table.cancel()
        at.history.close()
        at.room.close()


def played(test: Any) -> Any:
    def run(tmp_path: Path) -> None:
        async def go() -> None:
            async with desk(tmp_path / "table") as at:
                a_troubled_round(at.talk)
                await at.touch("sign_in", **DEALER)
                await test(at)

        asyncio.run(go())

    run.__name__ = test.__name__
    return run


@played
async def test_a_past_round_is_gone_through_step_by_step(at: DeskWithPast) -> None:
    steps = steps_of(at.room.folder, 1)
    sheet = await at.sheet("past", 1, 0)
    for step in steps:
        shown = dict(at.state()["sheet"])
        assert shown["rail"] == step.dealer["en"]["rail"]
        assert faces(shown) == faces(step.dealer["en"])
        on = next(button for button in shown["buttons"] if button["id"] == "one_on")
        if on["enabled"]:
            await at.touch("open", **on["args"])
    assert sheet["title"].endswith(f"step 1 of {len(steps)}")
    assert at.state()["sheet"]["title"].endswith(f"step {len(steps)} of {len(steps)}")
    assert at.opened == 1, "a round is made once"


@played
async def test_nothing_on_a_past_layout_can_be_touched(at: DeskWithPast) -> None:
    for step in range(0, 60, 10):
        sheet = await at.sheet("past", 1, step)
        assert [box["touch"] for box in sheet["boxes"]] == [None] * len(sheet["boxes"])
        assert {button["act"] for button in sheet["buttons"]} == {"open"}


@played
async def test_the_history_tells_this_round_and_the_one_before(at: DeskWithPast) -> None:
    at.talk.says(e.CallFloor)
    sheet = await at.sheet("history")
    lines = [block["text"] for block in sheet["blocks"]]
    assert lines[0] == "The floor is called."
    assert any("ante loses" in line for line in lines)
    assert [button["args"]["sheet"] for button in sheet["buttons"]] == [["past", 1, 0], ["incidents", 2]]


@played
async def test_this_round_and_those_before_are_told_by_one_clock(at: DeskWithPast) -> None:
    """The computer's was set: the panel's own shows it, and so does what is told of past rounds."""
    hour_ms = 3_600_000
    at.room.handle(e.ClockStepped(by_ms=hour_ms, shift_ms=hour_ms))
    at.talk.says(e.CallFloor)
    sheet = await at.sheet("history")
    with Past(at.room.folder) as past:
        called = past.round(2).written[-1]
    assert called.at_ms == int(called.event["at_ms"]) + hour_ms
    assert sheet["blocks"][0] == {
        "head": time_of(called.at_ms),
        "text": "The floor is called.",
        "tone": "plain",
    }


@played
async def test_a_round_that_is_on_or_was_never_played_is_no_past_round(at: DeskWithPast) -> None:
    for round_ in (0, 2, 99):
        await at.touch("open", sheet=["past", round_, 0])
        assert at.state()["sheet"] is None


@played
async def test_the_panel_does_not_wait_while_a_round_is_made(at: DeskWithPast) -> None:
    may_go_on = threading.Event()
    opened = at._open

    def slowly() -> Past:
        assert may_go_on.wait(10)
        return opened()

    at.history._open_past = slowly
    at.ready.clear()
    await at.touch("open", sheet=["past", 1, 0])
    assert "is being looked up" in at.state()["sheet"]["blocks"][0]["text"]
    assert (await at.touch("close")).ok
    at.talk.says(e.CallFloor)  # the table is played on
    may_go_on.set()
    await asyncio.wait_for(at.ready.wait(), 10)
    await at.touch("open", sheet=["past", 1, 0])
    assert at.state()["sheet"]["kind"] == "past"


@played
async def test_what_cannot_be_shown_any_more_is_said(at: DeskWithPast) -> None:
    def gone() -> Past:
        raise NotThere("the closed file was taken away")

    at.history._open_past = gone
    sheet = await at.sheet("past", 1, 0)
    assert sheet["blocks"][0]["text"] == "Round 1 cannot be shown any more."


def put_right(at: DeskWithPast) -> None:
    at.talk.says(e.Dispute, round=1, box=2, claim="I was paid too little")
    at.talk.supervisor.says(e.DecideDispute, number=1, upheld=True, review_asked=False, reason="it was so")
    money = {"round": 1, "box": 2, "direction": "give", "amount_cents": 2_500, "reason": "it was so"}
    at.talk.supervisor.says(e.CorrectMoney, **money)
    at.room.handle(e.SignCorrection(by="2002", role="supervisor"))


@played
async def test_what_was_put_right_of_a_round_later_is_told_with_it(at: DeskWithPast) -> None:
    """Also to who has looked at it before."""
    own = len(steps_of(at.room.folder, 1))
    assert (await at.sheet("past", 1, 0))["title"].endswith(f"step 1 of {own}")
    put_right(at)
    sheet = await at.sheet("past", 1, 0)
    assert sheet["title"].endswith(f"step 1 of {own + 3}, said later: from {own + 1} on")
    told = [(await at.sheet("past", 1, own + nth))["detail"] for nth in range(3)]
    assert told[0].startswith("Round 1, box 2 disputes: I was paid too little.")
    assert "the player is right" in told[1]
    assert "Box 2: +25." in told[2]
    assert (at.state()["sheet"]["boxes"], at.state()["sheet"]["rail"]) == ([], None)
    at.room.handle(e.Undo(by="2002", role="supervisor"))
    assert "Taken back with record" in (await at.sheet("past", 1, own + 2))["detail"]


# ---------------------------------------------------------------- sheets


@played
async def test_a_sheet_that_was_looked_at_before_tells_what_was_put_right_since(at: DeskWithPast) -> None:
    put_right(at)
    listed = await at.sheet("incidents", 2)
    correction, _, dispute, *_ = (button["args"]["sheet"] for button in listed["buttons"])
    assert listed["buttons"][0]["label"].endswith("Correction of a closed round 16.4 (Round 1)")
    for sheet in (await at.sheet(*correction), await at.sheet(*dispute)):
        assert "Taken back" not in sheet["html"]
    at.room.handle(e.Undo(by="2002", role="supervisor"))
    for sheet in (await at.sheet(*correction), await at.sheet(*dispute)):
        assert "Taken back with record" in sheet["html"]


@played
async def test_a_ruling_that_was_taken_back_since_says_so_on_its_sheet(at: DeskWithPast) -> None:
    at.talk.next_round()
    at.talk.antes({1: 25})
    at.talk.closes_betting()
    at.talk.stack({1: "Ks"})
    draw(at.talk, 1_000)
    at.talk.exposes(1, 1)
    at.talk.answers("turn_over")
    before = await first_sheet(at, 2)
    at.talk.supervisor.says(e.Undo)
    record = before["print"]["args"]["record"]
    assert "Taken back" not in before["html"]
    assert "Taken back" in (await at.sheet("incident", record))["html"]


async def first_sheet(at: DeskWithPast, round_: int = 1) -> dict[str, Any]:
    listed = await at.sheet("incidents", round_)
    return await at.sheet(*listed["buttons"][0]["args"]["sheet"])


@played
async def test_each_ruling_and_dispute_of_a_round_has_a_sheet_also_of_the_one_that_is_on(
    at: DeskWithPast,
) -> None:
    with Past(at.room.folder) as past:
        records = incidents_of(past, 1)
    listed = await at.sheet("incidents", 1)
    sheets = [button for button in listed["buttons"] if button["id"].startswith("sheet-")]
    assert [button["args"]["sheet"] for button in sheets] == [
        ["incident", record] for record in reversed(records)
    ]
    assert sheets[-1]["label"].endswith(" Ruling 14.1")
    assert "Nothing was ruled on" in str(await at.sheet("incidents", 2))
    at.talk.says(e.Dispute, round=1, box=2, claim="I was paid too little")
    sheet = await first_sheet(at, 2)
    assert "I was paid too little" in sheet["html"]
    assert "REPRINT" not in sheet["html"]


@played
async def test_it_is_printed_when_that_is_on_record_and_the_second_says_so(at: DeskWithPast) -> None:
    sheet = await first_sheet(at)
    record = sheet["print"]["args"]["record"]
    assert sheet["copy"] == 0
    for copy in (1, 2):
        assert (await at.touch("print_sheet", record=record)).ok
        sheet = at.state()["sheet"]
        assert (sheet["copy"], "REPRINT" in sheet["html"]) == (copy, copy > 1)
        with Past(at.room.folder) as past:
            assert past.times_printed(record) == copy
    await at.touch("close")
    sheet = await at.sheet("incident", record)
    assert (sheet["copy"], "REPRINT" in sheet["html"]) == (0, True)


@played
async def test_nothing_is_printed_that_is_not_looked_at_or_not_on_record(at: DeskWithPast) -> None:
    record = (await first_sheet(at))["print"]["args"]["record"]
    before = at.events()
    assert not (await at.touch("print_sheet", record=record + 1)).ok
    assert not (await at.touch("open", sheet=["incident", record, 1])).ok
    await at.touch("close")
    assert not (await at.touch("print_sheet", record=record)).ok
    assert at.events() == before


def test_what_was_printed_at_the_table_is_known_after_a_restart_and_to_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go(is_reprint: bool) -> str:
        async with desk(tmp_path / "table") as at:
            if not is_reprint:
                a_troubled_round(at.talk)
                await at.touch("sign_in", **DEALER)
            sheet = await first_sheet(at)
            assert ("REPRINT" in sheet["html"]) is is_reprint
            assert (await at.touch("print_sheet", **sheet["print"]["args"])).ok
            return str(sheet["print"]["args"]["record"])

    record = asyncio.run(go(is_reprint=False))
    assert asyncio.run(go(is_reprint=True)) == record
    assert main(["incident", str(tmp_path / "table"), record]) == OK
    assert "REPRINT" in capsys.readouterr().out
    assert main(["show-round", str(tmp_path / "table"), "2"]) == OK
    assert f"The sheet of record {record} was printed." in capsys.readouterr().out


def test_a_closed_file_is_read_like_the_running_journal(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        a_troubled_round(talk(running))
        last = running.journal.first_of(2) - 1
        before = steps_of(running.folder, 1)
        write_closed(running.journal, running.folder / CLOSED, last)
        while running.journal.let_go(last):
            pass
        after = steps_of(running.folder, 1)
    assert [step.dealer for step in after] == [step.dealer for step in before]
    with pytest.raises(NotThere), Past(tmp_path / "table") as past:
        past.record(10_000)
