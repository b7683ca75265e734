"""A Firmata board over a pty: markers, a button, and what can go wrong with them."""

from pathlib import Path

import pytest

from drivers.firmata.driver import Firmata, FirmataOptions
from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    FaultCleared,
    Faulted,
    Identified,
    MarkerPlaced,
    MarkerTaken,
    Noted,
)
from simulators.firmata import FirmataBoard
from tests.simulators.rig import FIRMATA, Ends, Rig, rig

START_MS = 800


def opened(running: Rig) -> None:
    running.wait(START_MS)
    assert running.lines["markers"].heard(Identified) == [
        Identified(model="StandardFirmata.ino", firmware="2.11")
    ]
    assert [report.sensor for report in running.lines["markers"].heard(MarkerTaken)] == [1, 2]
    running.lines["markers"].reports.clear()


@pytest.mark.parametrize("damage", ["perfect", "byte-at-a-time", "repeating"])
def test_markers_are_laid_down_and_taken_away(tmp_path: Path, damage: str) -> None:
    with rig(tmp_path, FIRMATA) as running:
        opened(running)
        line, table = running.lines["markers"], running.table
        table.damage("markers", damage)
        table.place_marker(2, 1)
        running.wait(500)
        table.take_marker(2)
        running.wait(500)
        assert line.reports == [MarkerPlaced(sensor=2, mark=1), MarkerTaken(sensor=2)]


def test_a_lossy_line_ends_with_what_is_true(tmp_path: Path) -> None:
    with rig(tmp_path, FIRMATA, seed=2) as running:
        opened(running)
        line, table = running.lines["markers"], running.table
        table.damage("markers", "lossy")
        for _ in range(20):
            table.place_marker(1)
            running.wait(500)
            table.take_marker(1)
            running.wait(500)
        table.place_marker(1)
        table.damage("markers", "perfect")
        running.wait(3_000)
        told = [report for report in line.reports if getattr(report, "sensor", None) == 1]
        assert isinstance(told[-1], MarkerPlaced)


def test_what_buttons_do(tmp_path: Path) -> None:
    with rig(tmp_path, FIRMATA) as running:
        opened(running)
        line, table = running.lines["markers"], running.table
        table.trouble("markers", "press_button")
        running.wait(500)
        assert line.reports == [ButtonPressed(button=1), ButtonReleased(button=1)]
        line.reports.clear()
        table.trouble("markers", "chattering_button")
        running.wait(4_000)
        faults = [report for report in line.reports if isinstance(report, Faulted | FaultCleared)]
        flickers = Faulted(code="input_chatters", part="pin", numbers=(3,))
        assert faults == [flickers, FaultCleared(code="input_chatters")]
        assert len(line.reports) < 8
        line.reports.clear()
        table.trouble("markers", "stuck_button")
        running.wait(35_000)
        assert line.reports == [ButtonPressed(button=1), Faulted(code="button_stuck", part="pin", numbers=(3,))]


def test_a_board_that_restarts_or_hangs(tmp_path: Path) -> None:
    with rig(tmp_path, FIRMATA) as running:
        opened(running)
        line, table = running.lines["markers"], running.table
        running.wait(6_000)
        table.trouble("markers", "firmware_changed")
        table.place_marker(1)  # while it starts it tells of nothing
        running.wait(START_MS)
        assert line.reports == [
            *(Noted(what="restarted"), Identified(model="StandardFirmata.ino", firmware="6.6")),
            MarkerPlaced(sensor=1, mark=1),
        ]
        table.trouble("markers", "wedged")
        running.run_until(lambda: bool(line.silent))
        assert line.silent.startswith("no message for 6")
        table.reboot("markers")
        running.wait(START_MS)
        assert line.silent == ""


def test_a_pin_of_the_boards_own_serial_line_is_no_marker(tmp_path: Path) -> None:
    """It stands low for ever, as a contact would that is closed."""
    with rig(tmp_path, FIRMATA | {"options": {"markers": [0, 9]}}) as running:
        running.wait(START_MS)
        reports = running.lines["markers"].reports
        assert Faulted(code="pin_cannot_be_read", places=(1,), part="pin", numbers=(0,)) in reports
        assert [report for report in reports if isinstance(report, MarkerPlaced | MarkerTaken)] == [
            MarkerTaken(sensor=2)
        ]


def test_a_board_with_old_firmware_is_not_ready_and_silent(tmp_path: Path) -> None:
    with rig(tmp_path, FIRMATA) as running:
        running.table.trouble("markers", "old_firmware")
        running.wait(5 * START_MS)
        faults = [report.code for report in running.lines["markers"].heard(Faulted)]
        assert faults == ["pin_cannot_be_read"]


def test_a_lamp_is_lit(tmp_path: Path) -> None:
    with rig(tmp_path, FIRMATA) as running:
        opened(running)
        line, board = running.lines["markers"], running.table._device("markers")
        assert isinstance(line.driver, Firmata)
        assert isinstance(board, FirmataBoard)
        for on in (True, False):
            assert line.link
            line.link.write(line.driver.lights(frozenset({1} if on else ())))
            running.wait(100)
            assert board.lit == ({13} if on else set())


def test_a_whole_port_is_set_at_once() -> None:
    """As other people's libraries light a lamp."""
    wire = Ends()
    board = FirmataBoard(wire, FirmataOptions(lamps=(13,)))
    board.tick(0)
    board.tick(1_000)
    wire.says(b"\xf4\x0d\x01" + bytes([0x91, 0x20, 0x00]))  # pin 13 is bit 5 of port 1
    board.tick(1_010)
    assert board.lit == {13}
    wire.says(bytes([0x91, 0x5F, 0x01]))  # every other pin of the port
    board.tick(1_020)
    assert board.lit == set()
