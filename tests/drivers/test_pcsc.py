"""A badge reader by way of pcscd. The answers are packed here from pcsc-lite's own description."""

import struct
from collections.abc import Iterable

import pytest

from drivers.pcsc import codec
from drivers.pcsc.driver import SILENT_MS, Pcsc, PcscOptions
from drivers.reports import CodeScanned, Damaged, FaultCleared, Faulted, Hidden, Identified, Report
from tests.drivers.conformance import DriverConformance, Means

READER = "ACS ACR122U PICC Interface 00 00"
SAM = "ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 01 00"
UID = bytes.fromhex("04A1B2C3D4E580")
SHORT = bytes.fromhex("DEADBEEF")
VERSION = struct.pack("=iiI", 4, 4, 0)
CONTEXT = struct.pack("=III", 2, 77, 0)
LET_GO = struct.pack("=iII", 5, 0, 0)
ABSENT, PRESENT = 0x02, 0x34


def states(*readers: tuple[str, int, int]) -> bytes:
    packed = (
        struct.pack("=128sIIi33s3xII", name.encode(), changes, state, 0, b"\x3b", 1, 0)
        for name, changes, state in readers
    )
    return b"".join(packed).ljust(16 * 184, b"\0")


def connect(result: int = 0) -> bytes:
    return struct.pack("=I128sIIiII", 77, READER.encode(), 2, 3, 5, 2, result)


def transmitted(said: bytes, result: int = 0) -> bytes:
    return struct.pack("=i7I", 5, 2, 16, 5, 2, 16, len(said), result) + said


def read(uid: bytes) -> bytes:
    return connect() + transmitted(uid + b"\x90\x00") + LET_GO


MET = VERSION + CONTEXT + states((READER, 0, ABSENT))


class TestConformance(DriverConformance):
    name = "pcsc"
    speaks = "regularly"  # it is asked five times a second, over a connection that loses nothing

    def messages(self) -> list[Means]:
        return [
            Means(MET, Identified(model=READER)),
            Means(states((READER, 1, PRESENT)) + read(UID), CodeScanned(code=Hidden("04A1B2C3D4E580"))),
            Means(states((READER, 3, PRESENT)) + read(SHORT), CodeScanned(code=Hidden("DEADBEEF"))),
            Means(states(), Faulted(code="reader_missing")),
            Means(states((READER, 0, ABSENT)), FaultCleared(code="reader_missing")),
        ]

    def test_many_messages_in_one_read_are_all_told_in_their_order(self) -> None:
        """The greeting comes once on a connection: pcscd would never say it again by itself."""
        [greeting, *rest] = self.data()
        one, several = self.driver(), self.driver()
        assert heard(one, greeting, b"".join(rest * 20)) == heard(several, greeting, *rest * 20)

    def test_a_link_that_breaks_in_a_message_says_so(self) -> None:
        driver = self.driver()
        heard(driver, self.data()[0], self.data()[1][:-1])
        assert driver.connected(1).reports == (Damaged(why="an answer stopped half-way"),)

    def secrets(self) -> list[str]:
        return ["04A1B2C3D4E580", "04a1b2c3d4e580", "DEADBEEF", "deadbeef"]


def reader(**options: str) -> Pcsc:
    driver = Pcsc(PcscOptions.model_validate(options), None)
    driver.connected(0)
    return driver


def heard(driver: Pcsc, *data: bytes) -> list[Report]:
    return [report for chunk in data for report in driver.received(chunk, 0).reports]


def asked(driver: Pcsc, data: bytes) -> bytes:
    return driver.received(data, 0).send


def codes(reports: Iterable[Report]) -> list[str]:
    return [report.code.open() for report in reports if isinstance(report, CodeScanned)]


def test_it_asks_one_thing_after_the_other() -> None:
    driver = Pcsc(PcscOptions(), None)
    assert driver.connected(0).send == bytes.fromhex("0c00000011000000040000000400000000000000")
    assert asked(driver, VERSION) == bytes.fromhex("0c00000001000000020000000000000000000000")
    look = bytes.fromhex("0000000012000000")
    assert asked(driver, CONTEXT) == look
    assert asked(driver, states((READER, 0, ABSENT))) == b"", "it is not asked in a circle"
    assert driver.idle(200).send == look
    assert driver.idle(400).send == b"", "one question at a time"
    assert asked(driver, states((READER, 1, PRESENT)))[:12] == bytes.fromhex("98000000040000004d000000")
    assert asked(driver, connect())[-5:] == bytes.fromhex("ffca000000")
    assert asked(driver, transmitted(UID + b"\x90\x00"))[:8] == bytes.fromhex("0c00000006000000")
    assert asked(driver, LET_GO) == b""
    assert driver.idle(600).send == look


def test_a_badge_is_told_once_however_long_it_is_held() -> None:
    driver = reader()
    heard(driver, MET)
    held = [states((READER, 1, PRESENT)) + read(UID), *[states((READER, 1, PRESENT))] * 5]
    assert codes(heard(driver, *held)) == ["04A1B2C3D4E580"]
    assert codes(heard(driver, states((READER, 2, ABSENT)))) == []
    assert codes(heard(driver, states((READER, 3, PRESENT)) + read(UID))) == ["04A1B2C3D4E580"]


def test_a_badge_that_lay_there_before_was_not_held_to_it_now() -> None:
    driver = reader()
    assert heard(driver, VERSION + CONTEXT + states((READER, 7, PRESENT))) == [Identified(model=READER)]
    assert asked(driver, states((READER, 7, PRESENT))) == b""
    heard(driver, states())
    assert asked(driver, states((READER, 0, PRESENT))) == b"", (
        "the cable was out, and the badge lies there still"
    )


def test_two_badges_between_two_looks_are_the_last_one() -> None:
    driver = reader()
    heard(driver, MET)
    assert codes(heard(driver, states((READER, 5, PRESENT)) + read(SHORT))) == ["DEADBEEF"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"\x6a\x81", "a badge that does not say its number"),
        (b"\x63\x00", "a badge that does not say its number"),
        (b"", "a badge that does not say its number"),
        (UID[:3] + b"\x90\x00", "a badge that does not say its number"),
        (UID * 3 + b"\x90\x00", "a badge that does not say its number"),
        (UID + b"\x61\x07", "a badge that does not say its number"),
        (bytes.fromhex("08112233") + b"\x90\x00", "a badge that says another number each time"),
    ],
)
def test_a_badge_without_a_number_of_its_own_is_no_code(said: bytes, why: str) -> None:
    driver = reader()
    heard(driver, MET)
    [damaged] = heard(driver, states((READER, 1, PRESENT)) + connect() + transmitted(said) + LET_GO)
    assert damaged == Damaged(why=why)
    assert codes(heard(driver, states((READER, 3, PRESENT)) + read(UID))) == ["04A1B2C3D4E580"]


def test_a_badge_taken_away_too_soon() -> None:
    driver = reader()
    heard(driver, MET)
    for lost in (connect(0x8010000C), connect() + transmitted(b"", 0x80100069)[:32] + LET_GO):
        [report] = heard(driver, states((READER, 1, PRESENT)) + lost)
        assert isinstance(report, Damaged)
        heard(driver, states((READER, 2, ABSENT)))


def test_the_slot_for_a_security_chip_is_no_second_reader() -> None:
    both = states((READER, 0, ABSENT), (SAM, 0, PRESENT))
    assert heard(reader(), VERSION + CONTEXT + both) == [Identified(model=READER)]


def test_of_two_readers_one_is_named() -> None:
    both = states((READER, 0, ABSENT), ("HID Global OMNIKEY 5022 00 00", 0, ABSENT))
    assert heard(reader(), VERSION + CONTEXT + both) == [Faulted(code="several_readers")]
    named = heard(reader(reader="OMNIKEY 5022"), VERSION + CONTEXT + both)
    assert named == [Identified(model="HID Global OMNIKEY 5022 00 00")]


@pytest.mark.parametrize("minor", [3, 5])
def test_a_pcscd_of_another_version_is_asked_in_its_own(minor: int) -> None:
    driver = reader()
    asks = asked(driver, struct.pack("=iiI", 4, minor, 0x8010001E))
    assert asks == struct.pack("=IIiiI", 12, 0x11, 4, minor, 0)
    known = struct.pack("=iiI", 4, minor, 0) + CONTEXT + states((READER, 0, ABSENT))
    assert heard(driver, known) == [Identified(model=READER)]


@pytest.mark.parametrize(("major", "minor"), [(5, 0), (4, 9)])
def test_a_pcscd_of_a_version_that_nobody_here_knows(major: int, minor: int) -> None:
    driver = reader()
    assert heard(driver, struct.pack("=iiI", major, minor, 0x8010001E)) == [
        Faulted(code="unsupported_protocol")
    ]
    assert driver.idle(SILENT_MS - 200).silent == ""
    assert driver.idle(SILENT_MS).silent


def test_what_cannot_be_understood_opens_the_connection_anew() -> None:
    driver = reader()
    step = driver.received(b"\xff" * 40, 0)
    assert step.silent
    assert [type(report) for report in step.reports] == [Damaged]
    assert step.send == b""


def test_an_answer_does_not_print() -> None:
    answers = codec.Answers()
    answers.awaited = codec.Ask.TRANSMIT
    answers.feed(transmitted(UID))
    assert "a1b2" not in repr(answers.take()).lower()
    assert UID.hex() not in repr(answers)
