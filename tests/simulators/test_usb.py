"""Devices on the simulated USB, with the real drivers and pyusb."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.registry import build_driver
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
from simulators.keypad import Keypad
from simulators.stream_deck import StreamDeckDevice
from simulators.usb_wire import About
from simulators.wire import Damage
from simulators.xkeys import ABOUT as XK_24
from simulators.xkeys import XKeysDevice
from tests.simulators.rig import Line, Rig, rig

USB_SCANNER = {"name": "scanner", "role": "scanner", "driver": "hid_scanner", "options": {"wake": True}}


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


def test_a_scanner_that_nobody_wakes_says_nothing(tmp_path: Path) -> None:
    with rig(tmp_path, USB_SCANNER | {"options": {}}) as running:
        running.table.scan("A-1")
        running.settle()
        assert codes(running.lines["scanner"]) == []


@pytest.mark.parametrize("trouble", ["adds_return", "another_make"])
def test_scanners_of_other_habits(tmp_path: Path, trouble: str) -> None:
    with rig(tmp_path, USB_SCANNER) as running:
        running.table.trouble("scanner", trouble)
        running.table.scan("A-1")
        running.table.trouble("scanner", "long_code")
        running.settle()
        assert [len(code) for code in codes(running.lines["scanner"])] == [3, 127]
        assert not running.lines["scanner"].heard(Damaged)


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

XKEYS = {"name": "keys", "role": "buttons", "driver": "xkeys", "options": {"lit": [1, 24], "stuck_ms": 2_000}}
DECK = {"name": "keys", "role": "buttons", "driver": "stream_deck", "options": {"stuck_ms": 2_000}}
MINI = {**DECK, "options": {"family": "mini", "keys": 6, "stuck_ms": 2_000}}


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
        running.wait(3_000)
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


class Paper:
    """A wire that only keeps what a device says."""

    def __init__(self, about: About) -> None:
        self.about = about
        self.said: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.said.append(data)


@pytest.mark.parametrize(
    ("name", "options", "make"),
    [
        ("xkeys", {}, XKeysDevice),
        ("xkeys", {"columns": 10, "rows": 8}, lambda wire: XKeysDevice(wire, 10, 8)),
        ("stream_deck", {"keys": 32}, lambda wire: StreamDeckDevice(wire, "main", 32)),
        ("stream_deck", {"family": "mini", "keys": 6}, lambda wire: StreamDeckDevice(wire, "mini", 6)),
    ],
)
def test_any_keys_that_go_down_are_the_keys_that_are_heard(
    name: str, options: dict[str, object], make: Callable[[Any], Keypad]
) -> None:
    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(data=st.data())
    def agrees(data: st.DataObject) -> None:
        paper = Paper(XK_24)
        keypad = make(paper)
        down = data.draw(st.frozensets(st.integers(1, keypad.keys)))
        keypad.tell()
        keypad._set(down)
        driver = build_driver(name, options, None)
        driver.connected(0)
        heard = [report for said in paper.said for report in driver.received(said, 0).reports]
        assert {report.button for report in heard if isinstance(report, ButtonPressed)} == down

    agrees()


def test_a_bus_that_loses_and_doubles_reports_makes_no_key_up(tmp_path: Path) -> None:
    """Reports come whole or not at all: a press may be missed, and none is invented."""
    with rig(tmp_path, XKEYS) as running:
        line = running.lines["keys"]
        running.table._device("keys").wire.damage = Damage(lose=0.3, copies=2)
        for _ in range(100):
            running.table.press("keys", 7)
            running.wait(400)
        pressed, released = line.heard(ButtonPressed), line.heard(ButtonReleased)
        assert {report.button for report in (*pressed, *released)} == {7}
        assert 20 < len(pressed) < 100
        assert 0 <= len(pressed) - len(released) <= 1
        assert not line.heard(Damaged)
