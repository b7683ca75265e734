"""A slip printer at the end of a wire, with the real driver."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.escpos.driver import EscPos
from drivers.reports import FaultCleared, Faulted, Identified, Report, SlipNotPrinted, SlipPrinted
from drivers.slip import Slip, SlipLine
from simulators.escpos import EscPosPrinter
from tests.simulators import rig as rigs
from tests.simulators.rig import Rig

PRINTER = {"name": "printer", "role": "printer", "driver": "escpos"}
HASH = "0123456789abcdef" * 4
LINES = (SlipLine("Ruling", "title"), SlipLine(style="rule"), SlipLine("Box 3 · Größe: 5 €"))
SHORT = Slip("sheet", 7, LINES, HASH)
LONG = Slip("sheet", 8, tuple(SlipLine(f"line {number}") for number in range(1, 101)), HASH)
PRINTED = """\
Ruling
------------------------------------------
Box 3 · Größe: 5 €
[QR 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef]
"""


@contextmanager
def rig(folder: Path, *, usb: bool = False) -> Iterator[Rig]:
    """When it has said that it is there."""
    with rigs.rig(folder, PRINTER | {"usb": usb}) as running:
        running.run_until(lambda: bool(running.lines["printer"].heard(Identified)))
        yield running


def printer(running: Rig) -> EscPosPrinter:
    device = running.table._devices["printer"]
    assert isinstance(device, EscPosPrinter)
    return device


def prints(running: Rig, slip: Slip, wait_ms: int = 4_000) -> list[Report]:
    """What it says of it."""
    line = running.lines["printer"]
    assert isinstance(line.driver, EscPos)
    before = len(line.reports)
    line.take(line.driver.prints(slip, running.now_ms))
    running.wait(wait_ms)
    return line.reports[before:]


def happens(running: Rig, word: str) -> list[Report]:
    line = running.lines["printer"]
    before = len(line.reports)
    running.table.trouble("printer", word)
    running.wait(2_000)
    return line.reports[before:]


def test_a_slip_is_printed_cut_and_confirmed(tmp_path: Path) -> None:
    with rig(tmp_path) as running:
        assert running.lines["printer"].heard(Identified) == [Identified(model="ESC/POS printer")]
        assert prints(running, SHORT) == [SlipPrinted(paper="sheet", number=7)]
        assert printer(running).slips == [PRINTED]
        assert printer(running).codes == [HASH]


def test_a_long_one_waits_for_the_printer_and_not_for_the_clock(tmp_path: Path) -> None:
    with rig(tmp_path) as running:
        assert prints(running, LONG, wait_ms=500) == []
        running.wait(3_000)
        assert running.lines["printer"].heard(SlipPrinted) == [SlipPrinted(paper="sheet", number=8)]
        [slip] = printer(running).slips
        assert slip.splitlines()[:100] == [f"line {number}" for number in range(1, 101)]


@pytest.mark.parametrize(
    ("ends", "why", "mended"),
    [
        ("paper_ends_soon", "paper_end", "new_paper"),
        ("cover_opens", "cover_open", "cover_closes"),
        ("cutter_jams", "cutter_failed", "printer_recovers"),
    ],
)
def test_what_ends_it_in_mid_slip_is_told_and_the_slip_is_not_printed(
    tmp_path: Path, ends: str, why: str, mended: str
) -> None:
    with rig(tmp_path) as running:
        running.lines["printer"].take(running.lines["printer"].driver.prints(LONG, running.now_ms))
        running.wait(100)
        told = happens(running, ends)
        assert told == [Faulted(code=why), SlipNotPrinted(paper="sheet", number=8, why=why)]
        assert isinstance(happens(running, mended)[-1], FaultCleared)
        running.wait(5_000)
        assert printer(running).slips == [], "the rest of it does not come out with new paper"
        printer(running).begun = ""  # torn off
        assert prints(running, SHORT) == [SlipPrinted(paper="sheet", number=7)]
        assert printer(running).slips == [PRINTED]


def test_without_paper_nothing_is_begun(tmp_path: Path) -> None:
    with rig(tmp_path) as running:
        assert happens(running, "paper_ends") == [Faulted(code="paper_end")]
        assert prints(running, SHORT) == [SlipNotPrinted(paper="sheet", number=7, why="paper_end")]
        assert (printer(running).slips, printer(running).begun) == ([], "")


def test_paper_that_runs_low_is_told_and_printed_on(tmp_path: Path) -> None:
    with rig(tmp_path) as running:
        assert happens(running, "paper_runs_low") == [Faulted(code="paper_near_end")]
        assert prints(running, SHORT) == [SlipPrinted(paper="sheet", number=7)]


def test_over_usb_as_over_a_serial_line(tmp_path: Path) -> None:
    with rig(tmp_path, usb=True) as running:
        line = running.lines["printer"]
        assert prints(running, SHORT) == [SlipPrinted(paper="sheet", number=7)]
        assert printer(running).slips == [PRINTED]
        running.wait(3_000)
        line.take(line.driver.prints(LONG, running.now_ms))
        running.wait(100)
        running.table.unplug("printer")
        running.wait(2_000)
        assert "was unplugged" in line.lost
        assert line.heard(SlipPrinted) == [SlipPrinted(paper="sheet", number=7)]


def test_a_printer_that_answers_no_more_is_silent(tmp_path: Path) -> None:
    with rig(tmp_path) as running:
        happens(running, "goes_silent")
        running.wait(5_000)
        assert running.lines["printer"].silent.startswith("no answer for")
