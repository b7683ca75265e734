"""JSON lines over a pty: what the device says and what can go wrong with it."""

from pathlib import Path

import pytest

from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    Damaged,
    Identified,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    ReportsMissed,
    TagArrived,
    TagGone,
    TagsPresent,
)
from simulators.device import NotPossible
from tests.simulators.rig import JSON_BUTTONS, JSON_MARKERS, JSON_READERS, rig

BELIEVED_MS = 1_200


@pytest.mark.parametrize("damage", ["perfect", "byte-at-a-time", "repeating"])
def test_tags_follow_the_cards(tmp_path: Path, damage: str) -> None:
    with rig(tmp_path, JSON_READERS) as running:
        line, table = running.lines["readers"], running.table
        assert [(r.antenna, r.tags) for r in line.heard(TagsPresent)] == [(1, ()), (2, ()), (3, ())]
        table.damage("readers", damage)
        table.draw("box-1")
        running.wait(BELIEVED_MS)
        table.move("box-1", "box-2")
        running.wait(BELIEVED_MS)
        table.to_rack("box-2")
        running.run_until(lambda: len(line.heard(TagArrived)) == 3 and len(line.heard(TagGone)) == 2)
        assert [r.antenna for r in line.heard(TagArrived)] == [1, 2, 3]
        assert [r.antenna for r in line.heard(TagGone)] == [1, 2]
        assert not line.heard(Damaged)
        assert not line.heard(ReportsMissed)


def test_what_was_said_while_unplugged_is_counted_and_said_anew(tmp_path: Path) -> None:
    with rig(tmp_path, JSON_READERS) as running:
        line, table = running.lines["readers"], running.table
        table.unplug("readers")
        running.step()
        table.draw("box-1")
        table.draw("box-1")
        running.wait(BELIEVED_MS)
        table.replug("readers")
        line.restart()
        line.reports.clear()
        line.reopen(running)
        assert [report.count for report in line.heard(ReportsMissed)] == [2]
        assert [len(report.tags) for report in line.heard(TagsPresent)] == [2, 0, 0]


def test_a_lossy_line_never_hides_a_loss(tmp_path: Path) -> None:
    with rig(tmp_path, {**JSON_READERS, "options": {"checked": True}}, seed=3) as running:
        line, table = running.lines["readers"], running.table
        before = len(line.reports)
        table.damage("readers", "lossy")
        for _ in range(40):
            table.draw("box-1")
            running.step()
        table.damage("readers", "perfect")
        running.wait(BELIEVED_MS)
        heard = [report for report in line.reports[before:] if report.sequence is not None]
        missed = sum(report.count for report in heard if isinstance(report, ReportsMissed))
        assert 0 < missed < 40
        assert missed + sum(not isinstance(report, ReportsMissed) for report in heard) == 40


def test_every_way_to_fail(tmp_path: Path) -> None:
    with rig(tmp_path, JSON_READERS) as running:
        line, table = running.lines["readers"], running.table
        table.draw("box-1")
        table.draw("box-2")
        running.wait(BELIEVED_MS)
        [resting, other] = [report.tag for report in line.heard(TagArrived)]
        line.reports.clear()
        for word in ("tag_flickers", "neighbour_read", "shifted_uid", "odd_value", "said_thrice"):
            table.trouble("readers", word)
        table.lose_reports("readers", 3)
        running.wait(1_100)
        arrived = [(report.antenna, report.tag) for report in line.heard(TagArrived)]
        assert arrived[:3] == [(1, resting), (2, other), (1, other)]
        assert len({tag for _, tag in arrived}) == 4  # two of them shifted
        assert [report.why for report in line.heard(Damaged)] == ["a tag that is no hexadecimal number"]
        assert [report.count for report in line.heard(ReportsMissed)] == [3]
        table.trouble("readers", "firmware_changed")
        running.settle()
        assert [report.what for report in line.heard(Noted)] == ["restarted"]
        assert line.heard(Identified)[-1].firmware == "6.6"
        table.trouble("readers", "wedged")
        running.run_until(lambda: bool(line.silent))
        assert line.silent.startswith("no line for 5")
        table.reboot("readers")
        running.settle()
        assert line.silent == ""


def test_a_card_that_passes_by_is_not_told(tmp_path: Path) -> None:
    with rig(tmp_path, JSON_READERS) as running:
        line, table = running.lines["readers"], running.table
        table.draw("box-1")
        running.wait(100)
        table.move("box-1", "box-2")
        running.wait(BELIEVED_MS)
        table.move("box-2", "hand")
        running.wait(900)
        table.move("hand", "box-2")
        running.wait(BELIEVED_MS)
        assert [report.antenna for report in line.heard(TagArrived)] == [2]
        assert not line.heard(TagGone)


def test_markers_and_the_dealer_button(tmp_path: Path) -> None:
    with rig(tmp_path, JSON_MARKERS) as running:
        line, table = running.lines["markers"], running.table
        assert [report.sensor for report in line.heard(MarkerTaken)] == [1, 2]
        table.place_marker(1, 2)
        table.move_button(2)
        table.take_marker(1)
        running.settle()
        assert [(r.sensor, r.mark) for r in line.heard(MarkerPlaced)] == [(1, 2), (2, 9)]
        assert table.state()["markers"] == {"box-1": None, "box-2": 9}


def test_a_button_is_pressed_and_let_go(tmp_path: Path) -> None:
    with rig(tmp_path, JSON_BUTTONS) as running:
        running.table.trouble("buttons", "press_button")
        running.settle()
        pressed, released = running.lines["buttons"].reports[-2:]
        assert (type(pressed), type(released)) == (ButtonPressed, ButtonReleased)
        with pytest.raises(NotPossible, match="No sensor for markers"):
            running.table.place_marker(1)
