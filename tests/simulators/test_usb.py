"""Devices on the simulated USB, with the real drivers and pyusb."""

from pathlib import Path

import pytest

from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    CodeScanned,
    Damaged,
    FaultCleared,
    Faulted,
    Identified,
)
from simulators.device import NotPossible
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


# Button boxes

XKEYS = {"name": "keys", "role": "buttons", "driver": "xkeys", "options": {"lit": [1, 24]}}
DECK = {"name": "keys", "role": "buttons", "driver": "stream_deck"}
MINI = {**DECK, "options": {"family": "mini", "keys": 6}}


@pytest.mark.parametrize("box", [XKEYS, DECK, MINI], ids=["xkeys", "main", "mini"])
def test_a_key_is_pressed_and_let_go(tmp_path: Path, box: dict[str, object]) -> None:
    with rig(tmp_path, box) as running:
        for key in (1, 6):
            running.table.press("keys", key)
        running.settle()
        line = running.lines["keys"]
        assert [report.button for report in line.heard(ButtonPressed)] == [1, 6]
        assert [report.button for report in line.heard(ButtonReleased)] == [1, 6]
        with pytest.raises(NotPossible, match="has the keys 1 to"):
            running.table.press("keys", 99)


@pytest.mark.parametrize("box", [XKEYS, DECK, MINI], ids=["xkeys", "main", "mini"])
def test_a_key_that_sticks_and_one_that_chatters(tmp_path: Path, box: dict[str, object]) -> None:
    with rig(tmp_path, box) as running:
        line = running.lines["keys"]
        running.table.trouble("keys", "chattering_button")
        running.wait(6_000)
        running.table.trouble("keys", "stuck_button")
        running.wait(31_000)
        running.table.trouble("keys", "stuck_button")
        running.settle()
        edges = [(type(r).__name__, r.code) for r in line.reports if isinstance(r, Faulted | FaultCleared)]
        assert edges == [
            *(("Faulted", "input_chatters"), ("FaultCleared", "input_chatters")),
            *(("Faulted", "button_stuck"), ("FaultCleared", "button_stuck")),
        ]
        assert len(line.heard(ButtonPressed)) <= 7


def test_an_x_keys_box_is_known_and_its_keys_are_lit(tmp_path: Path) -> None:
    with rig(tmp_path, XKEYS) as running:
        line, keypad = running.lines["keys"], running.table._device("keys")
        assert [report.model for report in line.heard(Identified)] == ["X-keys 0405"]
        assert keypad.lit == {1, 24}
        running.table.trouble("keys", "stuck_button")
        running.settle()
        line.restart()
        line.reopen(running)
        running.table.trouble("keys", "stuck_button")
        running.settle()
        assert len(line.heard(ButtonPressed)) == 1  # held at the second meeting, it was not pressed again


def test_a_stream_deck_shows_what_it_is_given(tmp_path: Path) -> None:
    picture = tmp_path / "hold.jpg"
    picture.write_bytes(b"\xff\xd8\xff" + bytes(range(256)) * 20)
    deck = {**DECK, "options": {"brightness": 30, "pictures": {"15": str(picture)}}}
    with rig(tmp_path / "table", deck) as running:
        keypad = running.table._device("keys")
        assert (keypad.brightness, keypad.pictures) == (30, {15: picture.read_bytes()})
