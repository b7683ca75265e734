"""Devices on the simulated USB, with the real drivers and pyusb."""

from pathlib import Path

from drivers.reports import CodeScanned, Damaged
from tests.simulators.rig import Line, Rig, rig

USB_SCANNER = {"name": "scanner", "role": "scanner", "driver": "hid_scanner"}


def codes(line: Line) -> list[str]:
    return [report.code.open() for report in line.heard(CodeScanned)]


def test_a_badge_over_usb(tmp_path: Path) -> None:
    with rig(tmp_path, USB_SCANNER) as running:
        line = running.lines["scanner"]
        running.table.scan("A-1")
        running.table.trouble("scanner", "stall")
        running.table.trouble("scanner", "long_code")
        running.table.trouble("scanner", "cut_short")
        running.wait(600)
        running.settle()
        assert [code[:6] for code in codes(line)] == ["A-1", "T-1182"]
        assert [report.why for report in line.heard(Damaged)] == ["a code stopped half-way"]
        running.table.garbage("scanner")
        running.settle()
        assert line.heard(Damaged)[-1].why == "a report of another kind"


def test_it_is_unplugged_and_comes_back(tmp_path: Path) -> None:
    with rig(tmp_path, USB_SCANNER) as running:
        line = running.lines["scanner"]
        running.table.unplug("scanner")
        running.settle()
        assert "was unplugged" in line.lost
        running.table.replug("scanner")
        line.reopen(running)
        running.table.scan("A-2")
        running.settle()
        assert codes(line) == ["A-2"]


def test_something_else_is_plugged_in(tmp_path: Path) -> None:
    with rig(tmp_path, USB_SCANNER) as running:
        line = running.lines["scanner"]
        running.table.trouble("scanner", "swapped")
        running.settle()
        assert why_not(line, running) == "at port 1-1 is a device 1209:0001 that is not allowed there"
        running.table.trouble("scanner", "swapped")
        line.reopen(running)
        running.table.trouble("scanner", "not_permitted")
        running.table.unplug("scanner")
        running.settle()
        running.table.replug("scanner")
        assert "may not be opened" in why_not(line, running)


def why_not(line: Line, running: Rig) -> str:
    try:
        line.open(running.now_ms)
    except Exception as lost:
        return str(lost).partition(": it is not")[0]
    raise AssertionError("it was opened")
