"""A scanner in HID POS mode. The reports are made by the simulator, which has the description of its own."""

import pytest
from hypothesis import given
from hypothesis import settings as setup
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.hid import ReportOut, reports_out
from drivers.hid_scanner.codec import Part, read
from drivers.hid_scanner.driver import CODE_STALLS_MS, HidScanner, HidScannerOptions
from drivers.reports import CodeScanned, Damaged, Hidden, Report
from simulators.hid_scanner import reports as said
from tests.drivers.conformance import Means, ReportConformance

LONG = b"badge " + b"0123456789" * 14


class TestConformance(ReportConformance):
    name = "hid_scanner"
    speaks = "by itself"

    def messages(self) -> list[Means]:
        codes = {"T-1182": said(b"T-1182"), "0123456789012": said(b"0123456789012", b"]E0")}
        codes["badge 7" * 8] = said(b"badge 7" * 8)
        return [Means(data, CodeScanned(code=Hidden(code))) for code, [data] in codes.items()]

    def secrets(self) -> list[str]:
        return ["T-1182", "0123456789012", "badge 7"]


def scanner(**options: object) -> HidScanner:
    return HidScanner(HidScannerOptions.model_validate(options), None)


def heard(driver: HidScanner, *reports: bytes, now_ms: int = 0) -> list[Report]:
    return [report for data in reports for report in driver.received(data, now_ms).reports]


def test_the_report_of_the_makers_manual() -> None:
    """The example that Access-IS prints: 60 bytes of a boarding pass in two reports."""
    first = bytes([0x02, 0x38, 0x5D, 0x51, 0x30]) + b"x" * 56 + bytes([0, 0, 1])
    second = bytes([0x02, 0x04, 0x5D, 0x51, 0x30]) + b"yyyy".ljust(56, b"\0") + bytes(3)
    assert read(first) == Part("]Q0", b"x" * 56, goes_on=True)
    assert read(second) == Part("]Q0", b"yyyy", goes_on=False)
    assert heard(scanner(), first, second) == [CodeScanned(code=Hidden("x" * 56 + "yyyy"))]


def test_a_code_in_several_reports_is_one_code() -> None:
    parts = said(LONG)
    assert len(parts) == 3
    assert heard(scanner(), *parts) == [CodeScanned(code=Hidden(LONG.decode()))]


def test_a_code_cut_short_is_damage_and_never_the_beginning_of_the_next() -> None:
    driver = scanner()
    assert heard(driver, said(LONG)[0]) == []
    assert driver.idle(CODE_STALLS_MS - 1).reports == ()
    assert driver.idle(CODE_STALLS_MS).reports == (Damaged(why="a code stopped half-way"),)
    assert driver.idle(CODE_STALLS_MS + 1).reports == ()
    assert heard(driver, said(LONG)[0]) == []
    late = heard(driver, *said(b"T-1182"), now_ms=CODE_STALLS_MS)
    assert late == [Damaged(why="a code stopped half-way"), CodeScanned(code=Hidden("T-1182"))]


def test_a_cable_pulled_in_a_code_is_damage() -> None:
    driver = scanner()
    heard(driver, said(LONG)[0])
    assert driver.connected(1).reports == (Damaged(why="a code stopped half-way"),)


def test_another_kind_of_barcode_cannot_go_on_with_a_code() -> None:
    driver = scanner()
    reports = heard(driver, said(LONG)[0], *said(b"T-1182", b"]E0"))
    assert reports == [Damaged(why="a code stopped half-way"), CodeScanned(code=Hidden("T-1182"))]


def test_a_damaged_report_ends_the_code_it_stands_in() -> None:
    first, middle, last = said(LONG)
    damaged = heard(scanner(pattern="badge .*"), first, b"\x09" + middle[1:], last)
    assert [report.why for report in damaged if isinstance(report, Damaged)] == [
        *("a code stopped half-way", "a report of another kind", "a code that does not fit the pattern")
    ]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_what_a_keyboard_would_end_a_code_with_is_no_part_of_it(end: bytes) -> None:
    assert heard(scanner(), *said(b"T-1182" + end)) == [CodeScanned(code=Hidden("T-1182"))]
    at_the_limit = heard(scanner(longest=60), *said(b"x" * 60 + end))
    assert at_the_limit == [CodeScanned(code=Hidden("x" * 60))]


def test_an_identifier_that_stands_one_byte_later() -> None:
    driver = scanner(identifiers=["]C"])
    assert heard(driver, *said(b"T-1182", b"\0]C1")) == [CodeScanned(code=Hidden("T-1182"))]


@pytest.mark.parametrize("flag", [0x01, 0x02, 0x80, 0xFF])
def test_whatever_a_maker_says_that_more_follows_with(flag: int) -> None:
    assert heard(scanner(), *said(LONG, more_follows=flag)) == [CodeScanned(code=Hidden(LONG.decode()))]


def test_a_scanner_that_waits_for_it_is_told_to_speak() -> None:
    assert scanner().connected(0).send == b""
    assert reports_out(scanner(wake=True).connected(0).send) == [ReportOut("feature", 0xFE, b"\x01")]


def test_only_the_kinds_of_barcode_that_are_taken() -> None:
    driver = scanner(identifiers=["]C", "]Q3"])
    assert heard(driver, *said(b"A1", b"]C1")) == [CodeScanned(code=Hidden("A1"))]
    assert heard(driver, *said(b"A1", b"]Q1")) == [Damaged(why="a code of a kind that is not taken")]


def test_a_code_is_never_longer_than_it_may_be() -> None:
    driver = scanner(longest=60)
    assert heard(driver, *said(b"x" * 60)) == [CodeScanned(code=Hidden("x" * 60))]
    assert heard(driver, *said(b"x" * 61)) == [Damaged(why="a code that is too long")]
    assert heard(driver, *said(b"x" * 100_000)) == [Damaged(why="a code that is too long")]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"pattern": "[0-9"}, "is no regular expression"),
        ({"identifiers": ["C1"]}, "should match pattern"),
        ({"longest": 0}, "greater than or equal to 4"),
    ],
)
def test_options_are_checked(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        scanner(**options)


@setup(max_examples=100, deadline=None, derandomize=True)
@given(code=st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=256))
def test_whatever_is_printed_on_a_badge_is_read(code: str) -> None:
    assert heard(scanner(), *said(code.encode())) == [CodeScanned(code=Hidden(code))]


def test_a_part_does_not_print() -> None:
    assert "1182" not in repr(read(said(b"T-1182")[0]))
