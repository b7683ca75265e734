"""What the table tells of its own machine, journal and devices: each by its code, with what it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import events as e
from games.outcomes import Notice
from tests.controller.room import room

READERS = {"device": "readers", "role": "readers"}


@pytest.mark.parametrize(
    ("fact", "code", "about"),
    [
        (e.SealingStopped(why="missing"), "sealing_stopped", {}),
        (e.SealingBegun(seal=302, reason="the key was lost"), "sealing_begun", {"seal": 302}),
        (
            e.WitnessForgot(witness="/media/stick/T-01.heads", record=510),
            "witness_forgot",
            {"record": 510, "knows": 0},
        ),
        (e.WitnessDisagrees(witness="/media/stick/T-01.heads", record=12), "witness_disagrees", {"record": 12}),
        (
            e.JournalRestored(known=900, reason="disk broken"),
            "journal_restored",
            {"known": 900, "reason": "disk broken"},
        ),
        (
            e.SlipPrinted(device="slips", role="printer", paper="sheet", number=26),
            "sheet_printed",
            {"record": 26},
        ),
        (
            e.SlipPrinted(device="slips", role="printer", paper="receipt", number=3),
            "receipt_printed",
            {"receipt": 3},
        ),
        (
            e.SlipNotPrinted(device="slips", role="printer", paper="sheet", number=26, why="paper_end"),
            "sheet_not_printed",
            {"record": 26, "fault": "paper_end"},
        ),
        (
            e.SlipNotPrinted(device="slips", role="printer", paper="receipt", number=3, why="paper_end"),
            "receipt_not_printed",
            {"receipt": 3, "fault": "paper_end"},
        ),
        (e.PinLetIn(number="2001"), "pin_let_in", {"number": "2001"}),
        (e.Restarted(program="0.3.0", start=2, boot="b-1"), "restarted", {}),
    ],
)
def test_it_is_told_to_the_dealer(tmp_path: Path, fact: e.Fact, code: str, about: dict[str, object]) -> None:
    with room(tmp_path / "table") as running:
        [told] = [one for one in running.handle(fact) if isinstance(one, Notice)]
        assert told.say.code == code
        assert about.items() <= dict(told.say.words).items()


def test_the_first_start_is_no_news(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        assert running.handle(e.Restarted(start=1, came_back=False)) == []


def test_a_fault_says_where_it_is_and_another_device_that_it_is_another(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        running.handle(e.DeviceReady(**READERS, model="M", serial="1", firmware="1.0"))
        [told] = running.handle(e.DeviceFaulted(**READERS, code="antenna_failed", where=e.Where(places=("3",))))
        assert (told.say.code, told.say.words["device"]) == ("device_faulted_at", "readers")
        [told] = running.handle(e.DeviceReady(**READERS, model="M", serial="2", firmware="1.0"))
        assert told.say.code == "device_changed"
