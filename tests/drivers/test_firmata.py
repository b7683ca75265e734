"""A Firmata board: its messages, its switches, what they mean."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.driver import Driver, Heard
from drivers.firmata.codec import Codec, Other, Ports, Sysex, Version
from drivers.firmata.driver import ALIVE_MS, ASK_AGAIN_MS, Firmata, FirmataOptions
from drivers.firmata.inputs import CHATTER_MS, QUIET_MS, Limits, Switch
from drivers.frames import Broken
from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    Damaged,
    FaultCleared,
    Faulted,
    Identified,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    Report,
)
from tests.drivers.conformance import DriverConformance, Means, Places

VERSION = b"\xf9\x02\x06"
OPTIONS = {"markers": [2, 9], "buttons": [3], "lamps": [13]}


def firmware(name: str = "Board", major: int = 2, minor: int = 11) -> bytes:
    letters = b"".join(bytes([ord(letter) & 0x7F, ord(letter) >> 7]) for letter in name)
    return bytes([0xF0, 0x79, major, minor]) + letters + b"\xf7"


def capabilities(*modes: int, pins: int = 20) -> bytes:
    """Pins 0 and 1 are the serial line of an Uno."""
    each = b"".join(bytes([mode, 1]) for mode in modes or (0, 1, 0x0B))
    return b"\xf0\x6c\x7f\x7f" + (each + b"\x7f") * (pins - 2) + b"\xf7"


def port(number: int, *low: int) -> bytes:
    """All pins of the port high but these."""
    pins = 0xFF & ~sum(1 << pin for pin in low)
    return bytes([0x90 | number, pins & 0x7F, pins >> 7])


class TestConformance(DriverConformance):
    name = "firmata"
    speaks = "when asked"
    options = OPTIONS

    def driver(self, heard: Heard | None = None) -> Driver:
        """Every change counts at once, so that every message brings its report."""
        driver = super().driver(heard)
        assert isinstance(driver, Firmata)
        at_once = {"settle_ms": 0, "most_changes": 1_000, "stuck_ms": 3_600_000}
        driver.options = driver.options.model_copy(update=at_once)
        driver.connected(0)
        return driver

    def messages(self) -> list[Means]:
        known = Identified(model="Board", firmware="2.11")
        return [
            Means(VERSION + firmware() + capabilities(), known),
            Means(port(0), MarkerTaken(sensor=1), ButtonReleased(button=1)),
            Means(port(0, 2), MarkerPlaced(sensor=1, mark=1)),
            Means(port(1, 1), MarkerPlaced(sensor=2, mark=1)),
            Means(port(0, 2, 3), ButtonPressed(button=1)),
            Means(port(0, 3), MarkerTaken(sensor=1)),
        ]

    def places(self) -> Places:
        """Sensor 1 is pin 2, sensor 2 is pin 9: the second of the second port."""
        says = {
            1: Means(port(0, 2, 3), MarkerPlaced(sensor=1, mark=1), ButtonPressed(button=1)),
            2: Means(port(1, 1), MarkerPlaced(sensor=2, mark=1)),
        }
        return Places([1, 2], says.__getitem__, greeting=[self.data()[0]])

    def secrets(self) -> list[str]:
        return []  # it tells of no card and no tag

    def test_a_driver_made_anew_after_a_break_hears_all_again(self) -> None:
        driver = self.driver()
        driver.connected(1)
        assert [type(report) for report in driver.received(self.data()[0], 1).reports] == [Identified]


# Messages


@settings(max_examples=100, deadline=None, derandomize=True)
@given(number=st.integers(0, 15), pins=st.integers(0, 255), data=st.binary(max_size=60))
def test_messages_are_read(number: int, pins: int, data: bytes) -> None:
    seven = bytes(byte & 0x7F for byte in data)
    stream = bytes([0x90 | number, pins & 0x7F, pins >> 7]) + b"\xf0\x6a" + seven + b"\xf7\xe3\x01\x02"
    assert Codec().feed(stream + VERSION) == [Ports(number, pins), Sysex(0x6A, seven), Other(), Version(2, 6)]


@pytest.mark.parametrize(
    ("stream", "why"),
    [
        (b"\x90\x7f", "a message that another one ran into"),
        (b"\xf0\x79\x02", "a long message without its end"),
        (b"\xf0" + b"\x01" * 300, "a long message without its end"),
        (b"\x01\x02\xc0\x05", "bytes outside any message"),
        (b"\xf0\xf7", "a long message without its end"),
    ],
)
def test_what_does_not_fit_is_named_once_and_the_next_is_heard(stream: bytes, why: str) -> None:
    assert Codec().feed(stream + VERSION) == [Broken(why), Version(2, 6)]


# One switch


def switch(settle_ms: int = 30, most_changes: int = 6, stuck_ms: int | None = 10_000) -> Switch:
    made = Switch(Limits(settle_ms, most_changes, stuck_ms))
    made.hears(False, 0)
    assert made.passes(settle_ms) == ["off"]
    return made


def test_a_change_counts_when_it_has_lasted() -> None:
    button = switch()
    assert button.hears(True, 1_000) == []
    assert button.passes(1_029) == []
    assert button.passes(1_030) == ["on"]
    assert button.hears(False, 1_100) == []
    assert button.hears(True, 1_110) == []
    assert button.passes(2_000) == []


def test_a_short_press_is_heard_when_it_ends() -> None:
    button = switch()
    button.hears(True, 1_000)
    assert button.hears(False, 1_080) == ["on"]
    assert button.passes(1_200) == ["off"]


def test_a_flickering_input_is_one_fault_and_then_believed_again() -> None:
    button = switch()
    said = [word for number in range(200) for word in button.hears(number % 2 == 0, 1_000 + number * 10)]
    assert said == ["chatters"]
    last_ms = 1_000 + 199 * 10
    assert button.passes(last_ms + QUIET_MS - 1) == []
    assert button.passes(last_ms + QUIET_MS) == ["calm"]
    button.hears(True, last_ms + 3_000)
    assert button.passes(last_ms + 3_030) == ["on"]


def test_what_a_flickering_input_became_is_told_when_it_is_calm() -> None:
    button = switch()
    for number in range(7):
        button.hears(number % 2 == 0, 1_000 + number * 10)
    assert button.passes(3_000) == ["calm", "on"]


def test_many_changes_over_a_long_time_are_a_busy_hand() -> None:
    button = switch()
    pace_ms = CHATTER_MS // 5 + 1
    said = [word for number in range(40) for word in button.hears(number % 2 == 0, 1_000 + number * pace_ms)]
    assert "chatters" not in said


def test_a_stuck_button_is_one_fault_until_it_is_let_go() -> None:
    button = switch()
    button.hears(True, 1_000)
    assert [button.passes(now_ms) for now_ms in (1_030, 11_029, 11_030, 20_000)] == [["on"], [], ["stuck"], []]
    button.hears(False, 30_000)
    assert button.passes(30_030) == ["free", "off"]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(changes=st.lists(st.tuples(st.booleans(), st.integers(0, 400)), max_size=80))
def test_on_and_off_alternate_whatever_comes(changes: list[tuple[bool, int]]) -> None:
    button, now_ms, told = switch(), 1_000, ["off"]
    for on, pause_ms in changes:
        told += [word for word in button.hears(on, now_ms) if word in ("on", "off")]
        now_ms += pause_ms
    told += [word for word in button.passes(now_ms + 10_000) if word in ("on", "off")]
    assert all(one != other for one, other in pairwise(told))
    if changes:
        assert told[-1] == ("on" if changes[-1][0] else "off")


# The board


def board(**options: object) -> Firmata:
    driver = Firmata(FirmataOptions.model_validate({**OPTIONS, **options}), None)
    driver.connected(0)
    driver.received(VERSION + firmware() + capabilities(), 0)
    driver.received(port(5), 0)
    return driver


def hear(driver: Firmata, data: bytes, now_ms: int) -> list[Report]:
    """And a moment later, when it has settled."""
    return [*driver.received(data, now_ms).reports, *driver.idle(now_ms + 200).reports]


def test_it_is_asked_until_it_says_who_it_is_and_then_set_up() -> None:
    driver = Firmata(FirmataOptions.model_validate(OPTIONS), None)
    assert driver.connected(0).send == b"\xf9\xf0\x79\xf7"
    assert driver.idle(ASK_AGAIN_MS - 1).send == b""
    assert driver.idle(ASK_AGAIN_MS).send == b"\xf9\xf0\x79\xf7"
    step = driver.received(VERSION + firmware("Marker box"), 1_500)
    assert step.reports == (Identified(model="Marker box", firmware="2.11"),)
    assert step.send == bytes.fromhex("f0 6b f7 f4 02 0b f4 09 0b f4 03 0b f4 0d 01 f5 0d 00 d0 01 d1 01")
    assert driver.idle(1_500 + ALIVE_MS).send == bytes.fromhex("f9 d0 01 d1 01 f0 6b f7")
    driver.received(capabilities(), 3_600)
    assert driver.idle(1_500 + 2 * ALIVE_MS).send == bytes.fromhex("f9 d0 01 d1 01"), (
        "it is asked until it says so"
    )


def test_a_pin_that_the_board_cannot_read_is_a_fault_and_no_marker() -> None:
    driver = board(markers=[0, 2], buttons=[3])
    assert hear(driver, port(0, 0) + port(1), 100) == [MarkerTaken(sensor=2), ButtonReleased(button=1)]


def test_what_the_board_cannot_do_is_said_once() -> None:
    for options, pins, sensors in (
        ({"markers": [0, 2]}, (0,), (1,)),
        ({"lamps": [1]}, (1,), ()),
        ({"markers": [2, 60]}, (60,), (2,)),
    ):
        driver = Firmata(FirmataOptions.model_validate(OPTIONS | options), None)
        driver.connected(0)
        said = hear(driver, VERSION + firmware() + capabilities() * 3, 0)
        unusable = Faulted(code="pin_cannot_be_read", places=sensors, part="pin", numbers=pins)
        assert said[1:] == [unusable]
        assert hear(
            driver, capabilities(pins=64).replace(b"\x7f\x7f\x00", b"\0\1\1\1\x0b\1\x7f" * 2 + b"\0"), 0
        ) == [FaultCleared(code="pin_cannot_be_read")]


def test_a_board_of_before_the_pull_ups_is_not_ready_and_silent() -> None:
    driver = Firmata(FirmataOptions.model_validate(OPTIONS), None)
    driver.connected(0)
    refused = b"\xf0\x71" + b"".join(bytes([ord(letter), 0]) for letter in "Unknown pin mode") + b"\xf7"
    said = hear(driver, VERSION + firmware(minor=4) + capabilities(0, 1) + refused, 0)
    pins = {"places": (1, 2), "part": "pin", "numbers": (2, 3, 9)}
    assert said[1:] == [Faulted(code="pin_cannot_be_read", **pins)]
    driver = Firmata(FirmataOptions.model_validate({"markers": [2], "active": "high"}), None)
    driver.connected(0)
    hear(driver, VERSION + firmware(minor=4) + capabilities(0, 1), 0)
    not_told = Faulted(code="pins_not_told", places=(1,), part="pin", numbers=(2,))
    assert driver.idle(3_000).reports == (not_told,)
    assert hear(driver, port(0, 2), 4_000) == [FaultCleared(code="pins_not_told"), MarkerTaken(sensor=1)]


def test_a_board_that_does_not_say_what_its_pins_can_do_is_not_believed() -> None:
    driver = Firmata(FirmataOptions.model_validate(OPTIONS), None)
    driver.connected(0)
    assert [type(report) for report in hear(driver, VERSION + firmware() + port(0, 2), 0)] == [Identified]
    not_told = Faulted(code="pins_not_told", places=(1, 2), part="pin", numbers=(2, 3, 9))
    assert driver.idle(3_000).reports == (not_told,)


def test_nothing_counts_before_the_pins_are_set_up() -> None:
    driver = Firmata(FirmataOptions.model_validate(OPTIONS), None)
    driver.connected(0)
    assert hear(driver, port(0, 2), 0) == []


def test_how_everything_stands_comes_first_and_then_what_changes() -> None:
    driver = board(mark=4)
    assert hear(driver, port(0, 2) + port(1), 100) == [
        MarkerPlaced(sensor=1, mark=4),
        MarkerTaken(sensor=2),
        ButtonReleased(button=1),
    ]
    assert hear(driver, port(0, 2, 3), 500) == [ButtonPressed(button=1)]
    assert hear(driver, port(0), 1_000) == [MarkerTaken(sensor=1), ButtonReleased(button=1)]
    assert hear(driver, port(0) + port(1) + port(5, 1), 1_500) == []


def test_switches_that_close_to_the_supply() -> None:
    driver = board(active="high")
    assert hear(driver, port(0, 2), 100) == [MarkerTaken(sensor=1), ButtonPressed(button=1)]


def test_a_stuck_and_a_flickering_input_are_faults_and_no_flood() -> None:
    driver = board(stuck_ms=5_000)
    hear(driver, port(0, 3) + port(1), 100)
    said = [report for now_ms in range(1_000, 20_000, 200) for report in driver.idle(now_ms).reports]
    assert said == [Faulted(code="button_stuck", part="pin", numbers=(3,))]
    assert hear(driver, port(0), 20_000) == [FaultCleared(code="button_stuck"), ButtonReleased(button=1)]
    said = []
    for number in range(500):
        said += driver.received(port(0, 2) if number % 2 else port(0), 30_000 + number * 5).reports
    said += driver.idle(40_000).reports
    flickers = Faulted(code="input_chatters", places=(1,), part="pin", numbers=(2,))
    assert said[:2] == [flickers, FaultCleared(code="input_chatters")]
    assert len(said) == 3


def test_a_board_that_starts_anew_is_set_up_again() -> None:
    driver = board()
    assert driver.received(firmware(), 1_000).reports == ()  # it said it when it started, and when asked
    step = driver.received(VERSION + firmware(minor=12), 60_000)
    assert step.reports == (Noted(what="restarted"), Identified(model="Board", firmware="2.12"))
    assert b"\xf4\x02\x0b" in step.send


def test_another_version_of_the_protocol_is_named_once() -> None:
    driver = board()
    assert hear(driver, b"\xf9\x03\x00" * 3, 0) == [Faulted(code="unsupported_protocol")]


def test_a_silent_board_is_named() -> None:
    driver = board(silence_ms=3_000)
    assert driver.idle(2_999).silent == ""
    assert driver.idle(3_000).silent == "no message for 3000 ms"


def test_a_wrong_bit_is_put_right_by_the_next_answer() -> None:
    driver = board()
    hear(driver, port(0) + port(1), 0)
    assert hear(driver, port(0, 2), 1_000) == [MarkerPlaced(sensor=1, mark=1)]  # it never lay there
    assert hear(driver, port(0), 2_000) == [MarkerTaken(sensor=1)]


def test_lamps_follow_the_table_and_a_board_that_starts_anew_is_told_again() -> None:
    driver = board(lamps=[13, 12])
    assert driver.lights(frozenset({1})) == b"\xf5\x0d\x01\xf5\x0c\x00"
    assert b"\xf5\x0d\x01\xf5\x0c\x00" in driver.received(VERSION + firmware(minor=12), 60_000).send
    assert driver.lights(frozenset()) == b"\xf5\x0d\x00\xf5\x0c\x00"
    assert Firmata.lamps(driver.options) == {1, 2}


def test_what_is_lit_before_the_board_is_known_is_lit_when_it_is() -> None:
    driver = Firmata(FirmataOptions.model_validate(OPTIONS), None)
    driver.connected(0)
    assert driver.lights(frozenset({1})) == b""
    assert b"\xf5\x0d\x01" in driver.received(VERSION + firmware(), 0).send


def test_half_a_message_is_damage_when_the_link_breaks() -> None:
    driver = board()
    driver.received(b"\x90\x01", 0)
    assert [report for report in driver.connected(1).reports if isinstance(report, Damaged)]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"markers": [2, 3], "buttons": [3]}, "pin 3 is named twice"),
        ({}, "names no pin"),
        ({"markers": [128]}, "less than or equal to 127"),
        ({"markers": [2], "active": "up"}, "'low' or 'high'"),
    ],
)
def test_options_are_checked(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        FirmataOptions.model_validate(options)
