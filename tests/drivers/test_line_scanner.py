"""A scanner on a serial port."""

import pytest
from hypothesis import given
from hypothesis import settings as setup
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.frames import Broken
from drivers.line_scanner.driver import LINE_STALLS_MS, LineScanner, LineScannerOptions
from drivers.lines import Line, Lines
from drivers.reports import CodeScanned, Damaged, Hidden, Report
from tests.drivers.conformance import DriverConformance, Means


class TestConformance(DriverConformance):
    name = "line_scanner"
    speaks = "by itself"

    def messages(self) -> list[Means]:
        lines = {"T-1182": b"\r\n", "0123456789012": b"\r", "]C1-badge 7": b"\n"}
        return [Means(code.encode() + end, CodeScanned(code=Hidden(code))) for code, end in lines.items()]

    def secrets(self) -> list[str]:
        return ["T-1182", "0123456789012", "badge 7"]

    def resynchronise(self) -> bytes:
        return b"\r\n"


def scanner(**options: object) -> LineScanner:
    return LineScanner(LineScannerOptions.model_validate(options), None)


def heard(driver: LineScanner, data: bytes) -> list[Report]:
    return list(driver.received(data, 0).reports)


def codes(driver: LineScanner, data: bytes) -> list[str]:
    return [report.code.open() for report in heard(driver, data) if isinstance(report, CodeScanned)]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\n\r", b"\r\r\n\n"])
def test_any_line_end_ends_a_code(end: bytes) -> None:
    assert codes(scanner(), b"A1" + end + b"B2" + end) == ["A1", "B2"]


def test_nothing_counts_before_the_line_ends() -> None:
    driver = scanner()
    assert heard(driver, b"T-11") == []
    assert driver.idle(LINE_STALLS_MS - 1).reports == ()
    assert heard(driver, b"82\r") == [CodeScanned(code=Hidden("T-1182"))]


def test_half_a_line_is_damage_after_a_while_and_never_a_code() -> None:
    driver = scanner()
    heard(driver, b"T-11")
    assert driver.idle(LINE_STALLS_MS).reports == (Damaged(why="a line stopped half-way"),)
    assert driver.idle(LINE_STALLS_MS + 1).reports == ()
    assert codes(driver, b"T-1182\r\n") == ["T-1182"]


@pytest.mark.parametrize("line", [b"\x00123\r", b"caf\xe9\r", b"12\t3\r", b"\x1b[A\r"])
def test_bytes_that_are_no_text_are_damage(line: bytes) -> None:
    assert heard(scanner(), line) == [Damaged(why="a code with bytes that are no text")]


def test_a_code_must_fit_the_pattern() -> None:
    driver = scanner(pattern="[0-9]{6}")
    assert heard(driver, b"12345\r1234567\r   \r") == [Damaged(why="a code that does not fit the pattern")] * 3
    assert codes(driver, b" 123456 \r") == ["123456"]


def test_a_line_is_never_longer_than_it_may_be() -> None:
    driver = scanner(longest=8)
    assert codes(driver, b"12345678\r") == ["12345678"]
    for chunks in ([b"123456789\r\n"], [b"12345678", b"9", b"0\r\n"], [b"1234567890" * 90, b"12345678\r\n"]):
        reports = [report for chunk in chunks for report in heard(driver, chunk)]
        assert reports == [Damaged(why="a line that is too long")]
        assert codes(driver, b"AB\r") == ["AB"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"pattern": "[0-9"}, "is no regular expression"),
        ({"longest": 0}, "greater than or equal to 4"),
        ({"baud": 9600}, "Extra inputs"),
    ],
)
def test_options_are_checked(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        scanner(**options)


@setup(max_examples=80, deadline=None, derandomize=True)
@given(data=st.lists(st.binary(max_size=40)), longest=st.integers(4, 30))
def test_lines_do_not_depend_on_how_the_bytes_come(data: list[bytes], longest: int) -> None:
    """How often a line is called too long may not either."""
    split, whole = Lines(longest), Lines(longest)
    pieces = [piece for chunk in data for piece in split.feed(chunk)]
    assert pieces == whole.feed(b"".join(data))
    assert all(isinstance(piece, Broken) or len(piece.content) <= longest for piece in pieces)


def test_a_line_does_not_print() -> None:
    assert repr(Line(b"T-1182")) == "Line()"
