"""A badge reader behind a simulated pcscd, with the real driver and the real socket."""

from pathlib import Path

import pytest

from drivers.links import LinkLost
from drivers.reports import CodeScanned, Damaged, FaultCleared, Faulted, Identified, Report
from simulators.pcscd import READER, SCANNED
from tests.simulators.rig import Line, Rig, rig

BADGES = {"name": "badges", "role": "scanner", "driver": "pcsc"}
LOOK_MS = 1_000


def codes(line: Line) -> list[str]:
    return [report.code.open() for report in line.heard(CodeScanned)]


def after(running: Rig, trouble: str) -> list[Report]:
    line = running.lines["badges"]
    before = len(line.reports)
    running.table.trouble("badges", trouble)
    running.wait(LOOK_MS)
    return line.reports[before:]


def test_a_badge_is_held_to_the_reader(tmp_path: Path) -> None:
    with rig(tmp_path, BADGES) as running:
        line = running.lines["badges"]
        assert line.heard(Identified) == [Identified(model=READER)]
        running.table.scan("DEADBEEF")
        running.wait(LOOK_MS)
        after(running, "badge")
        after(running, "badge")
        assert codes(line) == ["DEADBEEF", SCANNED, SCANNED]
        assert not line.silent
        assert "DEADBEEF" not in repr(line.reports)


@pytest.mark.parametrize("trouble", ["badge_too_quick", "badge_of_chance", "badge_without_number"])
def test_a_badge_that_tells_nothing_of_use(tmp_path: Path, trouble: str) -> None:
    with rig(tmp_path, BADGES) as running:
        [report] = after(running, trouble)
        assert isinstance(report, Damaged)
        assert [type(report) for report in after(running, "badge")] == [CodeScanned]


def test_the_readers_cable_is_not_pcscds(tmp_path: Path) -> None:
    with rig(tmp_path, BADGES) as running:
        line = running.lines["badges"]
        running.table.unplug("badges")
        running.wait(LOOK_MS)
        assert line.heard(Faulted) == [Faulted(code="reader_missing")]
        running.table.replug("badges")
        running.wait(LOOK_MS)
        assert line.heard(FaultCleared) == [FaultCleared(code="reader_missing")]
        after(running, "badge")
        assert codes(line) == [SCANNED]


def test_a_second_reader_must_be_told_apart(tmp_path: Path) -> None:
    with rig(tmp_path, BADGES) as running:
        assert after(running, "second_reader") == [Faulted(code="several_readers")]
        assert after(running, "second_reader") == [FaultCleared(code="several_readers")]
    with rig(tmp_path / "named", BADGES | {"options": {"reader": "ACR122U"}}) as running:
        assert after(running, "second_reader") == []
        assert [type(report) for report in after(running, "badge")] == [CodeScanned]


def test_pcscd_stops_and_starts(tmp_path: Path) -> None:
    with rig(tmp_path, BADGES) as running:
        line = running.lines["badges"]
        after(running, "pcscd_stops")
        assert "pcscd ended the connection" in line.lost
        with pytest.raises(LinkLost, match=r"systemctl enable --now pcscd\.socket"):
            line.open(running.now_ms)
        running.table.trouble("badges", "pcscd_starts")
        line.reopen(running)
        running.wait(LOOK_MS)
        assert [type(report) for report in after(running, "badge")] == [CodeScanned]


def test_pcscd_is_exchanged_for_one_of_another_version(tmp_path: Path) -> None:
    with rig(tmp_path, BADGES) as running:
        line = running.lines["badges"]
        after(running, "another_version")
        line.reopen(running)
        running.wait(LOOK_MS)
        assert [type(report) for report in after(running, "badge")] == [CodeScanned]
        after(running, "another_version")
        line.reopen(running)
        running.wait(LOOK_MS)
        assert line.reports[-1] == Faulted(code="unsupported_protocol")
