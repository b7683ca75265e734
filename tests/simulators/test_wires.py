"""One list of cards over each kind of wire, through a real pty, for each shoe."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.reports import (
    Beat,
    CardDrawn,
    CodeScanned,
    CutCardSeen,
    Damaged,
    FaultCleared,
    Faulted,
    Identified,
    Noted,
    ReportsMissed,
    TagArrived,
    TagGone,
    TagsPresent,
)
from simulators.angel_eye import AngelEyeShoe
from simulators.device import NotPossible
from simulators.wire import DAMAGES, SETTLE_MS, Damage, Wire
from tests.simulators.rig import LINK_SHOE, READERS, SCANNER, SHOE, Ends, Rig, is_in_order, rig

CARDS = 12
MANY_CARDS = 40
VERY_LOSSY = Damage(lose=0.03, flip=0.03)


def deal(running: Rig, count: int) -> list[str]:
    """What people at the table see when everything is turned over afterwards."""
    running.table.load_deck()
    running.table.shuffle()
    for _ in range(count):
        running.table.draw("dealer")
        running.step()
    running.settle()
    return [running.table.expose("dealer", nth) for nth in range(1, count + 1)]


def faces(running: Rig) -> list[str]:
    drawn = running.lines["shoe"].heard(CardDrawn)
    return [card.face.open() if card.face else "?" for card in drawn]


@pytest.mark.parametrize("damage", ["perfect", "byte-at-a-time", "slow", "repeating"])
@pytest.mark.parametrize("shoe", [SHOE, LINK_SHOE])
def test_every_card_arrives_once(tmp_path: Path, shoe: dict[str, object], damage: str) -> None:
    with rig(tmp_path, shoe) as running:
        running.table.damage("shoe", damage)
        assert faces(running) == [] != deal(running, CARDS) == faces(running)
        assert not running.lines["shoe"].heard(Damaged)
        assert not running.lines["shoe"].heard(ReportsMissed)


@pytest.mark.parametrize("damage", [DAMAGES["lossy"], VERY_LOSSY])
def test_the_angel_eye_on_a_lossy_wire_never_lies(tmp_path: Path, damage: Damage) -> None:
    """It cannot ask again, so cards may be missing: then it says how many, and where."""
    with rig(tmp_path, SHOE, seed=5) as running:
        line = running.lines["shoe"]
        running.table._device("shoe").wire.damage = damage
        dealt = deal(running, MANY_CARDS)
        running.table.damage("shoe", "perfect")
        running.table.jam()
        running.settle()
        assert line.heard(Damaged)
        assert _told(line.reports) == MANY_CARDS + 2  # with the standby and the jam
        assert is_in_order(faces(running), dealt)


def _told(reports: list[object]) -> int:
    missed = sum(report.count for report in reports if isinstance(report, ReportsMissed))
    return missed + sum(isinstance(report, CardDrawn | Noted | Faulted) for report in reports)


@pytest.mark.parametrize("damage", [DAMAGES["lossy"], VERY_LOSSY])
def test_table_link_on_a_lossy_wire_loses_nothing(tmp_path: Path, damage: Damage) -> None:
    with rig(tmp_path, LINK_SHOE, seed=5) as running:
        line = running.lines["shoe"]
        running.table._device("shoe").wire.damage = damage
        dealt = deal(running, MANY_CARDS)
        running.run_until(lambda: len(faces(running)) == MANY_CARDS)
        assert faces(running) == dealt
        assert line.heard(Damaged)
        assert not line.heard(ReportsMissed)


# The Angel Eye


@pytest.mark.parametrize("number_before", range(3))
def test_cards_drawn_while_unplugged_are_counted_on_return(tmp_path: Path, number_before: int) -> None:
    with rig(tmp_path, SHOE) as running:
        line, table = running.lines["shoe"], running.table
        deal(running, number_before)
        table.unplug("shoe")
        running.step()
        assert "was unplugged" in line.lost
        table.draw()
        table.draw()
        table.replug("shoe")
        line.reopen(running)
        assert [report.count for report in line.heard(ReportsMissed)] == [2]
        assert line.reports[-1] == Noted(what="standby", sequence=0x33 + number_before)


def test_cards_drawn_while_the_controller_was_down_are_counted(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE) as running:
        line = running.lines["shoe"]
        deal(running, 3)
        line.restart()
        running.step()
        running.table.draw()
        line.reports.clear()
        line.reopen(running)
        assert line.reports == [ReportsMissed(count=1, sequence=0x34), Noted(what="standby", sequence=0x35)]


@pytest.mark.parametrize("trouble", ["counts_to_f", "counts_any_byte"])
def test_a_shoe_that_numbers_as_nobody_told_the_driver_loses_no_card(tmp_path: Path, trouble: str) -> None:
    with rig(tmp_path, SHOE) as running:
        running.table.trouble("shoe", trouble)
        dealt = deal(running, MANY_CARDS)
        assert faces(running) == dealt
        assert running.lines["shoe"].heard(ReportsMissed) == [], "none was missed"
        assert len(running.lines["shoe"].heard(Damaged)) == 1, "the devices page names the option"


def test_a_shoe_that_is_made_to_count_otherwise_twice_goes_on() -> None:
    wire = Ends()
    shoe = AngelEyeShoe(wire, repeats=1)
    shoe.counts_any_byte()
    for _ in range(12):
        shoe.card("8s")
    shoe.counts_to_f()
    wire.heard = b""
    for _ in range(3):
        shoe.card("8s")
    numbers = [frame[1:2] for frame in re.findall(rb"\x05[^\x05]+", wire.heard)]
    assert numbers[1:] == [b"0", b"1"], "the number that it stood at, and then from the beginning"


def test_a_card_says_whose_of_its_game_it_would_be() -> None:
    """Decoders of others know a first, a second and a third card of two hands, and no more."""
    wire = Ends()
    shoe = AngelEyeShoe(wire, repeats=1)
    for _ in range(7):
        shoe.card("8s")
    whose = [found[0] for found in re.findall(rb"D(.)\xb8\x03", wire.heard)]
    assert whose == [0x81, 0x91, 0x82, 0x92, 0x83, 0x93, 0x81]


def test_a_card_with_the_last_number_behind_a_serial_server_is_a_new_card(tmp_path: Path) -> None:
    """The shoe does not see that the connection broke, and nine messages went by meanwhile."""
    with rig(tmp_path, SHOE) as running:
        line, table = running.lines["shoe"], running.table
        table.trouble("shoe", "behind_converter")
        before = deal(running, 3)
        line.restart()
        running.step()
        table.lose_reports("shoe", 9)
        line.reopen(running)
        table.draw("dealer")
        running.settle()
        assert faces(running) == [*before, table.expose("dealer", 4)]
        assert [report.count for report in line.heard(ReportsMissed)] == [9]


def test_everything_that_can_happen_to_one_card(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE) as running:
        running.table.load_deck()
        for mishap in ("unread", "smudged", "unheard", "garbled", "said_again", "none"):
            running.table.next_card_goes(mishap)
            running.table.draw("rack")
        running.settle()
        kinds = [type(report).__name__ for report in running.lines["shoe"].reports]
        assert kinds == [
            *("Noted", "Faulted", "CardDrawn", "Damaged", "Damaged", "Damaged"),
            *("ReportsMissed", "CardDrawn", "CardRepeated", "CardDrawn"),
        ]
        assert running.lines["shoe"].heard(ReportsMissed)[0].count == 2
        assert running.table.state()["places"]["rack"] == 6


def test_jams_faults_and_the_cut_card(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE) as running:
        running.table.load_deck()
        running.table.jam()
        running.table.clear_jam()
        running.table.fault("overdraw")
        running.table.clear_fault()
        running.table._device("shoe").cut_card()
        running.table.garbage("shoe")
        running.settle()
        heard = running.lines["shoe"].reports[1:]
        assert [type(report) for report in heard] == [
            *(Faulted, FaultCleared, Faulted, FaultCleared, CutCardSeen, Damaged)
        ]
        assert [report.code for report in heard[:4]] == ["draw_timed_out"] * 2 + ["overdraw"] * 2


def test_checking_the_deck_outside_a_game(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE) as running:
        running.table.load_deck()
        assert running.table.verify_all(pace_ms=30) == 52
        running.run_until(lambda: running.table.state()["to_check"] == 0)
        running.settle()
        drawn = running.lines["shoe"].heard(CardDrawn)
        assert not any(card.in_game for card in drawn)
        assert len({card.face for card in drawn}) == len(drawn) == 52


@pytest.mark.parametrize("with_start", [True, False])
def test_locking_the_shoe(tmp_path: Path, with_start: bool) -> None:
    spec = {**SHOE, "options": {"commands": True, "check_includes_start": with_start}}
    with rig(tmp_path, spec) as running:
        line, shoe = running.lines["shoe"], running.table._device("shoe")
        assert isinstance(shoe, AngelEyeShoe)
        for order, locked in (("lock", True), ("unlock", False)):
            line.link.write(line.driver.order(order))
            running.settle()
            assert shoe.locked is locked
        line.link.write(line.driver.order("cancel_error"))
        line.link.write(b"\x02OPLK02\x0300\x02OPXX02\x03" + (b"1C" if with_start else b"1E"))
        running.settle()
        assert [r.what for r in line.heard(Noted)][1:] == [
            *("command_accepted", "lock_changed") * 2,
            "command_accepted",
            "command_refused_check",
            "command_refused_command",
        ]


# Table-Link


def test_an_inventory_of_every_antenna_follows_the_greeting(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        [identified] = running.lines["readers"].heard(Identified)
        assert (identified.model, identified.serial) == ("Simulated reader set", "SIM-03")
        present = running.lines["readers"].heard(TagsPresent)
        assert [(report.antenna, report.tags, report.complete) for report in present] == [
            (antenna, (), True) for antenna in range(1, 6)
        ]


def test_tags_follow_the_cards(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE, READERS) as running:
        line, table = running.lines["readers"], running.table
        deal(running, 2)
        table.draw("box-2")
        table.swap("box-2", "dealer")
        table.to_rack("box-2")
        table.collect()
        running.settle()
        moves = [("+" if isinstance(r, TagArrived) else "-", r.antenna) for r in _moves(line.reports)]
        assert moves == [
            *(("+", 4), ("+", 4), ("+", 2)),
            *(("-", 2), ("-", 4), ("+", 2), ("+", 4)),
            *(("-", 2), ("+", 5)),
            *(("-", 4), ("-", 4), ("-", 5)),
        ]
        assert len({r.tag for r in _moves(line.reports)}) == 3


def _moves(reports: list[object]) -> list[TagArrived | TagGone]:
    return [report for report in reports if isinstance(report, TagArrived | TagGone)]


def test_unacknowledged_reports_survive_a_pulled_plug_and_a_killed_controller(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        line, table = running.lines["readers"], running.table
        line.commits = False
        table.draw("box-1")
        running.wait(400)
        assert len(line.heard(TagArrived)) == 1
        table.unplug("readers")
        table.draw("box-2")
        table.replug("readers")
        line.commits = True
        line.restart()
        line.reports.clear()
        line.reopen(running)
        assert [report.antenna for report in line.heard(TagArrived)] == [1, 2]
        assert not line.heard(ReportsMissed)
        assert [len(report.tags) for report in line.heard(TagsPresent)[-5:]] == [1, 1, 0, 0, 0]
        line.reports.clear()
        running.wait(400)
        assert {type(report) for report in line.reports} <= {Beat}


def test_an_overflow_is_counted(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        line, table = running.lines["readers"], running.table
        table.unplug("readers")
        for _ in range(70):
            table.draw("box-1")
            table.draw("box-2")
            table.swap("box-1", "box-2")
            table.collect()
        table.replug("readers")
        line.reports.clear()
        running.step()
        line.reopen(running)
        missed = line.heard(ReportsMissed)[0].count
        heard = len(_moves(line.reports)) + len(line.heard(TagsPresent))
        assert missed + heard == 70 * 8 + 5
        assert heard >= 256
        assert line.heard(TagsPresent)[-1].sequence == missed + heard + 5


def test_a_reader_that_loses_power_begins_again(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        line, table = running.lines["readers"], running.table
        table.draw("box-1")
        running.settle()
        table.reboot("readers")
        running.wait(1_200)
        first, second = line.heard(Identified)
        assert first.boot != second.boot
        table.draw("box-1")
        running.settle()
        assert {report.boot for report in line.heard(TagsPresent)[-5:]} == {second.boot}
        assert (line.heard(TagArrived)[-1].boot, line.heard(TagArrived)[-1].sequence) == (second.boot, 6)


def test_reports_that_can_no_longer_be_delivered_are_counted_at_once(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        running.table.lose_reports("readers", 4)
        running.settle()
        assert [report.count for report in running.lines["readers"].heard(ReportsMissed)] == [4]


def test_a_silent_reader_is_noticed(tmp_path: Path) -> None:
    with rig(tmp_path, READERS) as running:
        line = running.lines["readers"]
        running.run_until(lambda: len(line.heard(Beat)) >= 3)
        assert line.silent == ""
        running.table.damage("readers", "perfect")
        running.table._device("readers").wire.damage = Damage(lose=1.0)
        running.run_until(lambda: bool(line.silent))
        assert line.silent.startswith("no heartbeat for 3")


def test_mishaps_of_a_table_link_shoe(tmp_path: Path) -> None:
    with rig(tmp_path, LINK_SHOE) as running:
        running.table.load_deck()
        for mishap in ("unread", "smudged", "unheard", "none"):
            running.table.next_card_goes(mishap)
            running.table.draw()
        running.table.clear_fault()
        running.table.jam()
        running.settle()
        kinds = [type(r).__name__ for r in running.lines["shoe"].reports if not isinstance(r, Beat)]
        assert kinds == [
            *("Identified", "Faulted", "CardDrawn", "ReportsMissed", "CardDrawn"),
            *("FaultCleared", "Faulted"),
        ]


# A badge scanner


def test_a_badge_over_each_kind_of_wire(tmp_path: Path) -> None:
    with rig(tmp_path, SCANNER) as running:
        line = running.lines["scanner"]
        for damage in ("perfect", "byte-at-a-time", "slow"):
            running.table.damage("scanner", damage)
            running.table.scan("A-1")
            running.settle()
        assert [report.code.open() for report in line.heard(CodeScanned)] == ["A-1"] * 3


def test_a_partial_and_an_endless_line_are_damage_and_no_badge(tmp_path: Path) -> None:
    with rig(tmp_path, SCANNER) as running:
        running.table.trouble("scanner", "partial_line")
        running.wait(1_200)
        running.table.trouble("scanner", "endless_line")
        running.settle()
        whys = [report.why for report in running.lines["scanner"].heard(Damaged)]
        assert whys == ["a line stopped half-way", "a line that is too long"]
        assert not running.lines["scanner"].heard(CodeScanned)
        with pytest.raises(NotPossible, match="has no trouble"):
            running.table.trouble("scanner", "wedged")
        with pytest.raises(NotPossible, match="does not number"):
            running.table.lose_reports("scanner")


# The wire itself


def test_a_device_speaks_in_vain_until_somebody_listens(tmp_path: Path) -> None:
    wire = Wire(tmp_path / "shoe")
    wire.send(b"lost")
    assert not wire.tick(0).raised
    assert not wire.up
    wire.unplug()


def test_a_pc_that_does_not_read_costs_bounded_memory(tmp_path: Path) -> None:
    with rig(tmp_path, SHOE) as running:
        wire = running.table._device("shoe").wire
        for _ in range(200):
            wire.send(b"x" * 1_000)
        assert len(wire._queue) <= 65_536


def test_one_seed_makes_the_same_damage(tmp_path: Path) -> None:
    def damaged(seed: int) -> bytes:
        wire = Wire(tmp_path / "shoe", DAMAGES["lossy"], seed)
        try:
            return wire._damaged(bytes(range(256)) * 20)
        finally:
            wire.unplug()

    assert damaged(1) == damaged(1) != damaged(2)


@contextmanager
def opened(wire: Wire) -> Iterator[None]:
    """Not as the terminal of whoever runs the tests: unplugged, it would hang up on them."""
    port = os.open(wire.path, os.O_RDONLY | os.O_NOCTTY)
    try:
        yield
    finally:
        os.close(port)


def test_a_replugged_wire_has_the_same_name_and_another_terminal(tmp_path: Path) -> None:
    wire = Wire(tmp_path / "shoe")
    with opened(wire):  # a program that has not noticed yet
        before = wire.path.readlink()
        wire.unplug()
        assert not wire.path.is_symlink()
        wire.plug()
        wire.plug()
        assert wire.path.readlink() != before
    wire.unplug()
    wire.unplug()


def test_opening_is_noticed_after_it_settles(tmp_path: Path) -> None:
    wire = Wire(tmp_path / "shoe")
    with opened(wire):
        assert [wire.tick(now_ms).raised for now_ms in (0, 10, SETTLE_MS, SETTLE_MS + 10)] == [
            *(False, False, True, False)
        ]
    assert not wire.tick(100).raised
    assert not wire.up
    wire.unplug()
