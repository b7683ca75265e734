"""Readers that are asked again and again, over a pty: what they see and what they mistake."""

from pathlib import Path
from typing import cast

import pytest

from drivers.reports import Damaged, FaultCleared, Faulted, Identified, TagArrived, TagGone, TagsPresent
from simulators.device import Cable
from simulators.pn532 import ACK, Pn532Reader, frame
from tests.simulators.rig import FEIG, PN532, Ends, Rig, rig

MOMENT_MS, LONG_MS = 400, 3_000


def moves(running: Rig) -> list[str]:
    told = [report for report in running.lines["readers"].reports if isinstance(report, TagArrived | TagGone)]
    return [("+" if isinstance(report, TagArrived) else "-") + str(report.antenna) for report in told]


def rests(running: Rig) -> None:
    """Until what lies there has been believed."""
    running.wait(LONG_MS)
    running.lines["readers"].reports.clear()


@pytest.mark.parametrize("damage", ["perfect", "byte-at-a-time", "repeating", "lossy"])
def test_a_pn532_sees_a_card_come_and_go(tmp_path: Path, damage: str) -> None:
    with rig(tmp_path, PN532) as running:
        running.table.damage("readers", damage)
        slowly = {"byte-at-a-time": 6, "lossy": 5}.get(damage, 1)
        running.wait(slowly * LONG_MS)
        running.table.draw("box-1")
        running.wait(slowly * LONG_MS)
        running.table.to_rack("box-1")
        running.wait(slowly * 2 * LONG_MS)
        assert moves(running) == ["+1", "-1"]


def test_a_pn532_sees_two_cards_and_keeps_seeing_them(tmp_path: Path) -> None:
    """A chip names no tag again that it did not release; our way of asking must not depend on it."""
    with rig(tmp_path, PN532) as running:
        running.table.draw("box-1")
        running.table.draw("box-1")
        running.wait(LONG_MS)
        [present] = running.lines["readers"].heard(TagsPresent)
        assert len(present.tags) == 2
        assert moves(running) == ["+1", "+1"]  # a third may lie there
        rests(running)
        running.wait(3 * LONG_MS)
        assert moves(running) == []


def test_a_pn532_names_two_then_one_then_none_if_nothing_is_released() -> None:
    """As users of the real one report."""
    reader = Pn532Reader(cast(Cable, None), [1])
    for tag in (b"\xe0\1\2\3\4\5\6\7", b"\xe0\7\6\5\4\3\2\1"):
        reader.arrive(1, tag)
    listing, off, on, release = (bytes.fromhex(data) for data in ("d44a0200", "d4320100", "d4320101", "d45200"))
    reader._answer(bytes.fromhex("d43205ff0101"))  # or it would look on until there is one
    named = [_count(reader, listing) for _ in range(6)]
    assert named == [2, 1, 0, 2, 1, 0]
    for between in ((off, on), (release,)):
        _count(reader, listing)
        for command in between:
            reader._answer(command)
        assert _count(reader, listing) == 2


def test_a_pn532_that_nobody_set_otherwise_looks_for_a_tag_until_there_is_one() -> None:
    wire = Ends()
    reader = Pn532Reader(wire, [1])
    wire.says(b"\x55" * 8 + frame(bytes.fromhex("d44a0200"))[1:])
    for now_ms in range(0, 5_000, 10):
        reader.tick(now_ms)
    assert wire.heard == ACK
    reader.arrive(1, b"\xe0\1\2\3\4\5\6\7")
    reader.tick(5_010)
    assert wire.heard[len(ACK) :].startswith(b"\0\0\xff")
    assert b"\xd5\x4b\x01" in wire.heard, "one tag"
    wire.says(frame(bytes.fromhex("d402"))[1:])
    for now_ms in range(5_020, 5_200, 10):
        reader.tick(now_ms)
    assert b"\xd5\x03\x32" in wire.heard, "another command ends the look"


def _count(reader: Pn532Reader, listing: bytes) -> int:
    return reader._answer(listing)[7]


def test_a_pn532_says_who_it_is_and_what_lies_there(tmp_path: Path) -> None:
    with rig(tmp_path, PN532) as running:
        running.wait(LONG_MS)
        running.table.draw("box-1")
        running.wait(LONG_MS)
        line = running.lines["readers"]
        assert line.heard(Identified) == [Identified(model="PN532", firmware="1.6")]
        running.table.trouble("readers", "firmware_changed")
        running.wait(LONG_MS)
        assert [report.firmware for report in line.heard(Identified)] == ["1.6", "6.6"]
        assert moves(running) == ["+1"]
        assert [len(report.tags) for report in line.heard(TagsPresent)] == [0]
        line.restart()
        line.reports.clear()
        line.reopen(running)
        running.wait(LONG_MS)
        assert [len(report.tags) for report in line.heard(TagsPresent)] == [1]


@pytest.mark.parametrize(
    "trouble", ["tag_drops_out", "neighbour_read", "shifted_uid", "duplicate_uid", "late_read", "busy"]
)
@pytest.mark.parametrize("reader", [PN532, FEIG], ids=["pn532", "feig"])
def test_what_lasts_a_moment_is_not_told(tmp_path: Path, reader: dict[str, object], trouble: str) -> None:
    with rig(tmp_path, reader) as running:
        running.table.draw("box-1")
        running.table.draw("box-1")
        running.table.to_rack("box-1")
        running.table.draw("box-1")
        rests(running)
        running.table.trouble("readers", trouble)
        running.wait(LONG_MS)
        assert moves(running) == []
        assert not running.lines["readers"].heard(Damaged)


def test_a_wedged_reader_counts_as_lost_until_its_power_was_off(tmp_path: Path) -> None:
    with rig(tmp_path, PN532) as running:
        line = running.lines["readers"]
        running.table.trouble("readers", "wedged")
        running.run_until(lambda: bool(line.silent))
        assert line.silent.startswith("no answer for 3")
        running.table.reboot("readers")
        running.wait(LONG_MS)
        assert line.silent == ""


def test_noise_between_the_answers_costs_no_tag(tmp_path: Path) -> None:
    with rig(tmp_path, PN532) as running:
        running.table.draw("box-1")
        rests(running)
        for _ in range(5):
            running.table.garbage("readers")
            running.wait(MOMENT_MS)
        assert moves(running) == []
        assert running.lines["readers"].heard(Damaged)


@pytest.mark.parametrize("damage", ["perfect", "repeating", "lossy"])
def test_feig_readers_see_hands_come_and_go(tmp_path: Path, damage: str) -> None:
    with rig(tmp_path, FEIG, seed=4) as running:
        running.table.damage("readers", damage)
        running.run_until(lambda: len(running.lines["readers"].heard(TagsPresent)) == 2)
        cards = 2 if damage == "lossy" else 7
        for _ in range(cards):
            running.table.draw("box-1")
        running.run_until(lambda: len(moves(running)) == cards)
        running.table.to_rack("box-1")
        running.run_until(lambda: len(moves(running)) == 3 * cards)
        running.wait(LONG_MS)
        assert sorted(moves(running)) == ["+1"] * cards + ["+2"] * cards + ["-1"] * cards


def test_a_disturbed_field_takes_no_card_away(tmp_path: Path) -> None:
    with rig(tmp_path, FEIG) as running:
        for _ in range(5):
            running.table.draw("box-1")
        rests(running)
        running.table.trouble("readers", "rf_warning")
        running.wait(LONG_MS)
        assert moves(running) == []


def test_two_of_five_for_long_are_three_that_are_gone_until_they_are_seen(tmp_path: Path) -> None:
    with rig(tmp_path, FEIG) as running:
        for _ in range(5):
            running.table.draw("box-1")
        rests(running)
        running.table.trouble("readers", "two_of_five")
        running.wait(5 * LONG_MS)
        assert moves(running) == ["-1"] * 3 + ["+1"] * 3


def test_foreign_labels_hide_no_card_and_leave_again(tmp_path: Path) -> None:
    with rig(tmp_path, FEIG) as running:
        rests(running)
        for _ in range(5):
            running.table.draw("box-1")
        running.table.trouble("readers", "foreign_labels")
        running.run_until(lambda: len(moves(running)) >= 5 + 2 * 6)
        running.wait(5 * LONG_MS)
        assert sorted(moves(running)) == ["+1"] * (5 + 6) + ["+2"] * 6 + ["-1"] * 6 + ["-2"] * 6
        assert not running.lines["readers"].heard(Damaged)


def test_one_antenna_that_fails_is_a_fault_and_the_other_goes_on(tmp_path: Path) -> None:
    with rig(tmp_path, FEIG) as running:
        line = running.lines["readers"]
        rests(running)
        running.table.trouble("readers", "one_reader_fails")
        running.wait(2 * LONG_MS)
        assert [report.code for report in line.heard(Faulted)] == ["antenna_failed"]
        running.table.draw("rack")
        running.wait(2 * LONG_MS)
        assert moves(running) == ["+2"]
        running.table.reboot("readers")
        running.wait(LONG_MS)
        assert [report.code for report in line.heard(FaultCleared)] == ["antenna_failed"]
        assert line.silent == ""
