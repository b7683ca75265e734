"""An X-keys XK-24. What its maker's data report says of each byte is written down here once more."""

import pytest
from pydantic import ValidationError

from drivers.hid import reports_out
from drivers.reports import Beat, ButtonPressed, ButtonReleased, Damaged, Identified, Report
from drivers.xkeys.driver import ANSWERS_WITHIN_MS, ASK_AGAIN_MS, XKeys, XKeysOptions
from tests.drivers.conformance import Means, Places, ReportConformance


def keys_report(*columns: int, kind: int = 0) -> bytes:
    return (bytes([7, kind]) + bytes(columns).ljust(4, b"\0") + b"\0\0\x12\x34").ljust(32, b"\0")


ASKED = keys_report(kind=2)
DESCRIPTOR = bytes([7, 214, *[0] * 8, 30, 0x05, 0x04, *[0] * 19])


class TestConformance(ReportConformance):
    name = "xkeys"
    speaks = "by itself"

    def messages(self) -> list[Means]:
        return [
            Means(DESCRIPTOR, Identified(model="X-keys 0405", firmware="30")),
            Means(ASKED, Beat()),
            Means(keys_report(1), ButtonPressed(button=1)),
            Means(keys_report(0), ButtonReleased(button=1)),
            Means(keys_report(0, 0, 0, 0x20, kind=1), ButtonPressed(button=24)),
        ]

    def places(self) -> Places:
        """Down the columns, six to each."""

        def pressed(key: int) -> Means:
            column, row = divmod(key - 1, 6)
            columns = [1 << row if at == column else 0 for at in range(4)]
            return Means(keys_report(*columns), ButtonPressed(button=key))

        return Places(range(1, 25), pressed, greeting=[ASKED])

    def secrets(self) -> list[str]:
        return []


def box(**options: object) -> XKeys:
    driver = XKeys(XKeysOptions.model_validate(options), None)
    driver.connected(0)
    return driver


def heard(driver: XKeys, *reports: bytes) -> list[Report]:
    return [report for data in reports for report in driver.received(data, 0).reports]


def test_it_says_who_it_is_and_how_its_keys_lie() -> None:
    assert heard(box(), DESCRIPTOR, ASKED) == [Identified(model="X-keys 0405", firmware="30"), Beat()]


def test_keys_are_counted_down_the_columns() -> None:
    driver = box()
    heard(driver, ASKED)
    down = heard(driver, keys_report(0b000001, 0b100000, 0, 0b000010))
    assert down == [ButtonPressed(button=1), ButtonPressed(button=12), ButtonPressed(button=20)]
    assert heard(driver, keys_report(0b000001)) == [ButtonReleased(button=12), ButtonReleased(button=20)]


def test_a_key_held_while_it_is_plugged_in_was_not_pressed() -> None:
    assert heard(box(), keys_report(1, kind=2), keys_report(1), keys_report(0)) == [Beat()]


def test_a_stack_that_passes_the_makers_constant_on() -> None:
    driver = box()
    heard(driver, ASKED)
    assert heard(driver, b"\0" + keys_report(2)) == [ButtonPressed(button=2)]


def test_a_larger_box() -> None:
    driver = box(columns=10, rows=8, lit=[80])
    heard(driver, bytes([0, 2]) + bytes(30))
    assert heard(driver, bytes([0, 0]) + bytes(9) + b"\x80" + bytes(20)) == [ButtonPressed(button=80)]


def test_bits_of_no_key_are_damage() -> None:
    assert heard(box(), keys_report(0x40)) == [Damaged(why="keys that this device does not have")]


def test_what_it_is_told_when_it_is_met() -> None:
    driver = XKeys(XKeysOptions(lit=(1, 8)), None)
    told = reports_out(driver.connected(0).send)
    assert all((report.kind, report.number, len(report.data)) == ("output", 0, 35) for report in told)
    assert [tuple(report.data[:3]) for report in told] == [
        *((214, 0, 0), (177, 0, 0), (182, 0, 0), (182, 1, 0)),
        *((181, 0, 1), (181, 9, 1)),  # the lamps of a column begin at a multiple of 8
    ]


def test_it_is_asked_again_and_then_counts_as_silent() -> None:
    driver = box()
    assert driver.idle(ASK_AGAIN_MS - 1).send == b""
    assert driver.idle(ASK_AGAIN_MS).send
    assert driver.idle(ASK_AGAIN_MS + 1).send == b""
    heard(driver, ASKED)  # it must say who it is, too
    assert driver.idle(ANSWERS_WITHIN_MS).silent == "no answer for 4000 ms"
    heard(driver, DESCRIPTOR)
    assert driver.idle(ANSWERS_WITHIN_MS).silent == ""


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"lit": [25]}, "lit names key 25, but 4 columns of 6 are 24 keys"),
        ({"rows": 9}, "less than or equal to 8"),
        ({"light": [1]}, "Extra inputs"),
    ],
)
def test_options_are_checked(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        XKeysOptions.model_validate(options)


def test_lamps_that_the_table_switches_stand_beside_those_that_are_always_on() -> None:
    driver = box(lit=[1])
    lit = [report.data[:3] for report in reports_out(driver.lights(frozenset({8})))]
    assert lit[2:] == [bytes([181, 0, 1]), bytes([181, 9, 1])]
    assert [report.data[0] for report in reports_out(driver.lights(frozenset()))] == [182, 182, 181]
    assert XKeys.lamps(driver.options) == set(range(1, 25))
