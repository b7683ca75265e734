"""A microcontroller that writes JSON lines."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from drivers.driver import Heard
from drivers.json_lines import messages
from drivers.json_lines.driver import JsonLines, JsonLinesOptions
from drivers.json_lines.messages import NUMBERED, UNNUMBERED
from drivers.reports import (
    Beat,
    ButtonPressed,
    ButtonReleased,
    Damaged,
    FaultCleared,
    Faulted,
    Hidden,
    Identified,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    Report,
    ReportsMissed,
    TagArrived,
    TagGone,
    TagsPresent,
)
from simulators.table_link import check
from tests.drivers.conformance import DriverConformance, Means, Numbers, Places

DOCUMENT = (Path(__file__).parents[2] / "docs" / "json-lines.md").read_text()
EXAMPLES = re.findall(r'^\{"type".*\}$', DOCUMENT, re.MULTILINE)
TAG = bytes.fromhex("e004010203040506")
BOOT = 0xDEADBEEF


def line(kind: str, seq: int, boot: int | None = BOOT, **what: Any) -> bytes:
    numbers = {"seq": seq} if boot is None else {"seq": seq, "boot": boot}
    return json.dumps({"type": kind, **numbers, **what}).encode() + b"\n"


def card(seq: int, boot: int | None = BOOT) -> bytes:
    return line("card", seq, boot, card_uid=TAG.hex())


def reader(heard: Heard | None = None, **options: Any) -> JsonLines:
    driver = JsonLines(JsonLinesOptions.model_validate(options), heard)
    driver.connected(0)
    return driver


def hear(driver: JsonLines, *lines: bytes) -> list[Report]:
    """Without the introduction that every first line is."""
    reports = [report for data in lines for report in driver.received(data, 0).reports]
    return [report for report in reports if report != Identified(model="JSON lines", boot=report.boot)]


def kinds(reports: list[Report]) -> list[str]:
    return [type(report).__name__ for report in reports]


class TestConformance(DriverConformance):
    """`boots` and what of a line is checked differ below."""

    name = "json_lines"
    speaks = "regularly"
    boots: tuple[int, int] | None = (BOOT, BOOT + 1)

    def messages(self) -> list[Means]:
        """What the document's first nine lines say."""
        tag, life = Hidden(TAG), {"boot": self.boots[0] if self.boots else None}
        reports = [
            Identified(model="JSON lines", serial="boxes-6-7", firmware="1.2", sequence=1, **life),
            TagArrived(antenna=1, tag=tag, sequence=2, **life),
            TagGone(antenna=1, tag=tag, sequence=3, **life),
            TagsPresent(antenna=2, tags=(tag,), sequence=4, **life),
            ButtonPressed(button=1, sequence=5, **life),
            MarkerPlaced(sensor=2, mark=1, sequence=6, **life),
            Faulted(code="antenna_failed", places=(2,), sequence=7, **life),
            FaultCleared(code="antenna_failed", sequence=8, **life),
            Beat(**life),
        ]
        return [
            Means(self.written(example), report) for example, report in zip(EXAMPLES[:9], reports, strict=True)
        ]

    def written(self, text: str) -> bytes:
        return text.encode() + b"\n"

    def line(self, kind: str, boot: int | None, seq: int, **what: Any) -> bytes:
        return self.written(line(kind, seq, boot, **what)[:-1].decode())

    def numbers(self) -> Numbers:
        """Number 1 is the line of the boot itself."""

        def arrived(boot: int | None, seq: int) -> Means:
            said = self.line("card", boot, seq, antenna=2, card_uid=TAG.hex())
            return Means(said, TagArrived(antenna=2, tag=Hidden(TAG), boot=boot, sequence=seq))

        def greeting(boot: int | None, used: int | None) -> bytes:
            return self.line("boot", boot, 1) if used is None else self.line("hello", boot, used)

        return Numbers(message=arrived, first=2, last=2**32 - 1, boots=self.boots, greeting=greeting)

    def places(self) -> Places:
        boot = self.boots[0] if self.boots else None

        def arrives(antenna: int) -> Means:
            said = self.line("card", boot, 2, antenna=antenna, card_uid=TAG.hex())
            return Means(said, TagArrived(antenna=antenna, tag=Hidden(TAG), boot=boot, sequence=2))

        return Places([1, 2, 255], arrives, greeting=[self.data()[0]])

    def secrets(self) -> list[str]:
        return [TAG.hex(), TAG.hex().upper(), repr(TAG)[2:-1]]

    def resynchronise(self) -> bytes:
        return b"\n"


class TestConformanceWithoutBootNumbers(TestConformance):
    boots = None

    def written(self, text: str) -> bytes:
        return super().written(text.replace(',"boot":3735928559', ""))

    def messages_after_restart(self, at: int, first: list[Report]) -> list[bytes]:
        return self.data()[at:]


def test_every_line_of_the_document_means_what_it_says() -> None:
    numbered = {"boot": BOOT}
    tag = Hidden(TAG)
    assert hear(reader(), *(example.encode() + b"\n" for example in EXAMPLES)) == [
        Identified(model="JSON lines", serial="boxes-6-7", firmware="1.2", sequence=1, **numbered),
        TagArrived(antenna=1, tag=tag, sequence=2, **numbered),
        TagGone(antenna=1, tag=tag, sequence=3, **numbered),
        TagsPresent(antenna=2, tags=(tag,), sequence=4, **numbered),
        ButtonPressed(button=1, sequence=5, **numbered),
        MarkerPlaced(sensor=2, mark=1, sequence=6, **numbered),
        Faulted(code="antenna_failed", places=(2,), sequence=7, **numbered),
        FaultCleared(code="antenna_failed", sequence=8, **numbered),
        Beat(**numbered),
        Identified(model="JSON lines", serial="boxes-6-7", firmware="1.2", **numbered),
    ]
    assert {json.loads(example)["type"] for example in EXAMPLES} == {*NUMBERED, *UNNUMBERED}
    assert all(f"`{fault}`" in DOCUMENT for fault in messages.FAULTS)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (line("button", 1, button=3, pressed=False), ButtonReleased(button=3, boot=BOOT, sequence=1)),
        (line("marker", 1, sensor=3, placed=False), MarkerTaken(sensor=3, boot=BOOT, sequence=1)),
        (line("marker", 1, sensor=3, placed=True), MarkerPlaced(sensor=3, boot=BOOT, sequence=1)),
        (line("error", 1, reason="on_fire"), Faulted(code="unknown_fault", boot=BOOT, sequence=1)),
        (
            line("error", 1, reason="sensor_failed", sensor=3),
            Faulted(code="sensor_failed", places=(3,), boot=BOOT, sequence=1),
        ),
        (
            line("error", 1, reason="button_stuck", button=2),
            Faulted(code="button_stuck", part="key", numbers=(2,), boot=BOOT, sequence=1),
        ),
        (line("error", 1, reason=["x"]), Faulted(code="unknown_fault", boot=BOOT, sequence=1)),
        (line("temperature", 1, value=21), Noted(what="unknown_message", boot=BOOT, sequence=1)),
        (
            line("present", 1, card_uids=[], complete=False),
            TagsPresent(antenna=1, tags=(), complete=False, boot=BOOT, sequence=1),
        ),
    ],
)
def test_other_lines(said: bytes, meant: Report) -> None:
    assert hear(reader(), said) == [meant]


@pytest.mark.parametrize(
    "wrong",
    [
        {"card_uid": "E0040102"[:-1]},
        {"card_uid": "e0 04 01 02"},
        {"card_uid": "E0" * 11},
        {"card_uid": "E0E0E0"},
        {"card_uid": 7},
        {},
        {"card_uid": "E0040102", "antenna": 0},
        {"card_uid": "E0040102", "antenna": True},
        {"card_uid": "E0040102", "antenna": "1"},
    ],
)
def test_a_numbered_line_with_a_wrong_value_is_a_report_that_was_lost(wrong: dict[str, Any]) -> None:
    [damaged] = hear(reader(), line("card", 1, **wrong))
    assert isinstance(damaged, Damaged)
    assert (damaged.boot, damaged.sequence) == (BOOT, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        b"E004010203040506\n",
        b"[1,2]\n",
        b'{"type":"card"}\n',
        b'{"type":"beat","seq":-1}\n',
        b'{"type":"beat","seq":1.5}\n',
        b'{"type":7,"seq":1}\n',
        b'{"type":"beat","seq":1,"seq":2}\n',
        b'{"type":"beat","seq":4294967296}\n',
        b'{"type":"beat","seq":1,"boot":0}\n',
        b'{"type":"beat","seq":1,"device_id":"\xff"}\n',
        b'{"type":"beat","seq":1,"device_id":"' + b"x" * 33 + b'"}\n',
        b"[" * 1_000 + b"\n",
    ],
)
def test_a_line_without_a_number_is_damage(wrong: bytes) -> None:
    [damaged] = hear(reader(), wrong)
    assert isinstance(damaged, Damaged)
    assert damaged.sequence is None


# The check

CHECKED = re.search(r"^(\{.*\})\*([0-9A-F]{4})$", DOCUMENT, re.MULTILINE)


def test_a_check_that_is_there_is_looked_at() -> None:
    assert CHECKED
    good = CHECKED[0].encode()
    assert int(CHECKED[2], 16) == check(CHECKED[1].encode())
    assert kinds(hear(reader(), good + b"\n")) == ["Beat"]
    wrong = good.replace(b"8", b"9", 1)
    assert hear(reader(), wrong + b"\n") == [Damaged(why="a line whose check is wrong")]
    assert hear(reader(checked=True), CHECKED[1].encode() + b"\n") == [Damaged(why="a line without its check")]


class TestConformanceWithChecks(TestConformance):
    options = {"checked": True}  # noqa: RUF012

    def written(self, text: str) -> bytes:
        return text.encode() + b"*%04X\n" % check(text.encode())

    def test_every_wrong_bit_is_seen(self) -> None:
        for message in self.data():
            for at in range(len(message) - 1):
                for bit in range(8):
                    wrong = message[:at] + bytes([message[at] ^ 1 << bit]) + message[at + 1 :]
                    reports = self.reports(self.driver(), wrong)
                    assert reports
                    assert all(isinstance(report, Damaged) for report in reports)


# Numbers


@pytest.mark.parametrize("boot", [BOOT, None])
def test_a_line_said_three_times_is_heard_once(boot: int | None) -> None:
    said = [line("boot", 1, boot), card(2, boot), card(3, boot)]
    assert kinds(hear(reader(), *(data for data in said for _ in range(3)))) == [
        *("Identified", "TagArrived", "TagArrived")
    ]


@pytest.mark.parametrize("boot", [BOOT, None])
def test_a_jump_says_how_many_were_not_heard(boot: int | None) -> None:
    driver = reader(Heard(boot, 4))
    reports = hear(driver, card(5, boot), card(8, boot), line("beat", 10, boot), card(11, boot))
    assert kinds(reports) == [
        "TagArrived",
        "ReportsMissed",
        "TagArrived",
        "ReportsMissed",
        "Beat",
        "TagArrived",
    ]
    missed = [report for report in reports if isinstance(report, ReportsMissed)]
    assert [(report.count, report.sequence) for report in missed] == [(2, 7), (2, 10)]


def test_a_device_that_was_never_heard_may_begin_anywhere() -> None:
    assert kinds(hear(reader(), card(700), card(701))) == ["TagArrived", "TagArrived"]
    assert kinds(hear(reader(), line("beat", 700), card(702))) == ["Beat", "ReportsMissed", "TagArrived"]


def test_lower_numbers_of_the_same_boot_are_repeats() -> None:
    assert hear(reader(Heard(BOOT, 9)), card(3), card(9)) == []


@pytest.mark.parametrize(
    "again",
    [
        [line("boot", 1, 77), card(2, 77)],
        [card(2, 77)],
        [line("beat", 1, 77), card(2, 77)],
        [line("boot", 1, None), card(2, None)],
    ],
)
def test_a_restart_is_said_before_anything_else(again: list[bytes]) -> None:
    reports = hear(reader(Heard(BOOT, 9)), *again)
    assert isinstance(reports[0], Noted)
    assert reports[0].what == "restarted"
    assert isinstance(reports[-1], TagArrived)
    assert kinds(reports).count("Noted") == 1


def test_numbers_that_go_back_without_a_boot_number_are_a_restart() -> None:
    reports = hear(reader(Heard(None, 9)), card(3, None), card(4, None))
    assert kinds(reports) == ["Noted", "ReportsMissed", "TagArrived", "TagArrived"]


def test_numbers_that_go_back_under_the_same_boot_number_show_with_the_next_beat() -> None:
    """A board that calls every boot the same: its lines are taken for repeats, and then counted as missed."""
    reports = hear(reader(Heard(BOOT, 9)), card(1), card(2), line("beat", 2), card(3))
    assert kinds(reports) == ["Noted", "ReportsMissed", "Beat", "TagArrived"]


# Who it is, and whether it lives


def test_it_is_greeted_and_a_device_with_another_name_is_not_heard() -> None:
    driver = JsonLines(JsonLinesOptions(device_id="rack"), None)
    assert driver.connected(0).send == b'{"type":"hello"}\n'
    other = line("hello", 1, device_id="boxes")
    assert hear(driver, other, other) == [Faulted(code="wrong_device")]
    assert kinds(hear(driver, line("hello", 1, device_id="rack"), card(2))) == ["Identified", "TagArrived"]


def test_any_first_line_of_a_connection_introduces_the_device() -> None:
    driver = reader(Heard(BOOT, 4))
    introduced = Identified(model="JSON lines", boot=BOOT)
    assert driver.received(card(4), 0).reports == (introduced,)
    assert driver.received(card(4), 0).reports == ()
    assert reader(Heard(BOOT, 1)).received(line("boot", 1), 0).reports == (introduced,)
    driver.connected(1)
    assert driver.received(line("beat", 4), 1).reports == (introduced, Beat(boot=BOOT))


def test_a_silent_device_is_named() -> None:
    driver = reader(silence_ms=2_000)
    assert driver.idle(1_999).silent == ""
    assert driver.received(line("beat", 0), 1_999).silent == ""
    assert driver.idle(3_998).silent == ""
    assert driver.received(b"noise\n", 3_999).silent == "no line for 2000 ms"
    assert reader(silence_ms=None).idle(10_000_000).silent == ""
