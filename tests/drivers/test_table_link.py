from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.driver import Heard, Step
from drivers.frames import Broken
from drivers.reports import (
    Beat,
    CardDrawn,
    Damaged,
    DeckInserted,
    DoorChanged,
    FaultCleared,
    Faulted,
    Hidden,
    Identified,
    Noted,
    PackDispensed,
    PoweredUp,
    Report,
    ReportsMissed,
    ShuffleComplete,
    ShuffleStarted,
    TagArrived,
    TagGone,
    TagsPresent,
)
from drivers.table_link import messages
from drivers.table_link.codec import LARGEST_FRAME, Codec, Frame, crc, encode
from drivers.table_link.driver import TableLink, TableLinkOptions
from simulators import table_link as device
from tests.drivers.conformance import DriverConformance, Means, Numbers, Places

BOOT, OTHER_BOOT = 0x5EED0001, 0x5EED0002
TAG = bytes.fromhex("e004010203040506")
OTHER_TAG = bytes.fromhex("e0040a0b0c0d0e0f")
IDENTIFY = messages.identify()


def hello(made: int = 0, released: int = 0, boot: int = BOOT, kind: int = 3, version: int = 1) -> bytes:
    names = b"".join(device.counted(name) for name in (b"Model", b"S-1", b"2.0"))
    return device.frame(0x01, boot, made, bytes([version, kind]) + released.to_bytes(4, "big") + names)


def beat(made: int, released: int, boot: int = BOOT) -> bytes:
    return device.frame(0x02, boot, made, released.to_bytes(4, "big"))


def arrived(sequence: int, boot: int = BOOT) -> bytes:
    return device.frame(0x40, boot, sequence, b"\x03" + TAG)


def acknowledged(sequence: int, boot: int = BOOT) -> bytes:
    return device.frame(0x82, boot, sequence)


def readers(heard: Heard | None = None, **options: object) -> TableLink:
    driver = TableLink(TableLinkOptions.model_validate({"device": "reader_set", **options}), heard)
    assert driver.connected(0).send == IDENTIFY
    return driver


def greeted(heard: Heard | None = None) -> TableLink:
    driver = readers(heard)
    hear(driver, hello())
    return driver


def hear(driver: TableLink, *data: bytes) -> list[Report]:
    return [report for chunk in data for report in driver.received(chunk, 0).reports]


class TestReaderConformance(DriverConformance):
    name = "table_link"
    speaks = "regularly"
    options = {"device": "reader_set"}  # noqa: RUF012
    kind = 3  # of the device, in its hello

    def messages(self) -> list[Means]:
        tag, other = Hidden(TAG), Hidden(OTHER_TAG)
        both = device.counted(TAG) + device.counted(OTHER_TAG)
        return [
            self.met(),
            self.numbered(1, 0x40, b"\x03" + TAG, TagArrived(antenna=3, tag=tag)),
            self.numbered(2, 0x41, b"\x03" + TAG, TagGone(antenna=3, tag=tag)),
            self.numbered(3, 0x42, b"\x04\x01\x02" + both, TagsPresent(antenna=4, tags=(tag, other))),
            self.numbered(4, 0x10, b"\x05", Faulted(code="antenna_failed")),
            self.numbered(5, 0x11, b"\x05", FaultCleared(code="antenna_failed")),
            Means(beat(5, 0), Beat(boot=BOOT)),
        ]

    def met(self) -> Means:
        known = Identified(model="Model", serial="S-1", firmware="2.0", boot=BOOT)
        return Means(hello(kind=self.kind), known)

    def numbered(self, number: int, kind: int, body: bytes, report: Report, boot: int | None = BOOT) -> Means:
        frame = device.frame(kind, boot or 0, number, body)
        return Means(frame, replace(report, boot=boot, sequence=number))

    def numbers(self) -> Numbers:
        """The device keeps what was not acknowledged: its hello says that it has let go of nothing since."""

        def fault(boot: int | None, number: int) -> Means:
            return self.numbered(number, 0x10, b"\x05", Faulted(code="antenna_failed"), boot)

        def greeting(boot: int | None, used: int | None) -> bytes:
            return hello(made=used or 0, boot=boot or 0, kind=self.kind)

        return Numbers(
            message=fault,
            first=1,
            last=2**32 - 1,
            boots=(BOOT, OTHER_BOOT),
            greeting=greeting,
            jump="sent again",
            acknowledgement=lambda boot, number: acknowledged(number, boot or 0),
        )

    def places(self) -> Places | None:
        def lies(antenna: int) -> Means:
            body = bytes([antenna]) + TAG
            return self.numbered(1, 0x40, body, TagArrived(antenna=antenna, tag=Hidden(TAG)))

        return Places([1, 2, 255], lies, greeting=[self.met().data])

    def messages_after_restart(self, at: int, first: list[Report]) -> list[bytes]:
        said = self.data()[1:]
        made = sum(report.sequence is not None for report in first)
        return [hello(made=made, kind=self.kind), *said]

    def secrets(self) -> list[str]:
        return [repr(TAG)[2:-1], TAG.hex(), repr(OTHER_TAG)[2:-1], OTHER_TAG.hex()]

    def resynchronise(self) -> bytes:
        return b"\0"


class TestShoeConformance(TestReaderConformance):
    options = {"device": "shoe"}  # noqa: RUF012
    kind = 1

    def messages(self) -> list[Means]:
        return [
            self.met(),
            self.numbered(1, 0x20, b"\x038s", CardDrawn(face=Hidden("8s"))),
            self.numbered(2, 0x20, b"\x02Td", CardDrawn(face=Hidden("Td"), in_game=False)),
            self.numbered(3, 0x20, b"\x01", CardDrawn(face=None)),
            Means(beat(3, 0), Beat(boot=BOOT)),
        ]

    def places(self) -> None:
        """A card that leaves the shoe has no place yet."""

    def secrets(self) -> list[str]:
        return ["8s", "Td"]


class TestShufflingShoeConformance(TestReaderConformance):
    options = {"device": "shuffling_shoe"}  # noqa: RUF012
    kind = 2

    def messages(self) -> list[Means]:
        return [
            self.met(),
            self.numbered(1, 0x35, b"\0\0\1\7", PoweredUp(cycles=263)),
            self.numbered(2, 0x30, b"\x01\x34", DeckInserted(colour="blue", count=52)),
            self.numbered(3, 0x31, b"\x01\x34", ShuffleStarted(colour="blue", count=52)),
            self.numbered(4, 0x32, b"\x01\x34", ShuffleComplete(colour="blue", count=52)),
            self.numbered(5, 0x33, b"\x01\x05", PackDispensed(colour="blue", count=5)),
            self.numbered(6, 0x34, b"\x01", DoorChanged(open=True)),
            self.numbered(7, 0x10, b"\x03", Faulted(code="jammed")),
            self.numbered(8, 0x11, b"\x03", FaultCleared(code="jammed")),
            self.numbered(9, 0x20, b"\x038s", Faulted(code="tells_cards")),  # what it must never say
            Means(beat(9, 0), Beat(boot=BOOT)),
        ]

    def places(self) -> None:
        """It deals to none."""

    def secrets(self) -> list[str]:
        return ["8s"]


# The frame


def test_the_check_value() -> None:
    assert crc(b"123456789") == device.check(b"123456789") == 0xD64E


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    kind=st.integers(0, 255),
    boot=st.integers(0, 2**32 - 1),
    sequence=st.integers(0, 2**32 - 1),
    body=st.one_of(st.binary(max_size=600), st.integers(240, 520).map(lambda size: b"\x01" * size)),
)
def test_both_ends_agree_on_every_frame(kind: int, boot: int, sequence: int, body: bytes) -> None:
    ours = encode(Frame(kind, boot, sequence, body))
    assert ours == device.frame(kind, boot, sequence, body)
    assert ours.count(0) == 1
    assert Codec().feed(ours) == [Frame(kind, boot, sequence, body)]


def test_a_frame_has_a_largest_size() -> None:
    largest = LARGEST_FRAME - 11
    assert Codec().feed(encode(Frame(1, 0, 0, b"\x07" * largest))) == [Frame(1, 0, 0, b"\x07" * largest)]
    with pytest.raises(ValueError, match="split the message"):
        encode(Frame(1, 0, 0, b"\x07" * (largest + 1)))
    assert Codec().feed(device.frame(1, 0, 0, b"\x07" * (largest + 1)))[-1] == Broken(
        "a frame of impossible length"
    )


def test_every_wrong_bit_is_seen() -> None:
    good = arrived(7)
    for at in range(len(good)):
        for bit in range(8):
            wrong = bytearray(good)
            wrong[at] ^= 1 << bit
            pieces = Codec().feed(bytes(wrong) + b"\0")
            assert pieces
            assert all(isinstance(piece, Broken) for piece in pieces)


def test_zeros_between_frames_mean_nothing() -> None:
    assert len(Codec().feed(b"\0\0" + arrived(1) + b"\0" + arrived(2))) == 2


def test_an_endless_frame_is_named_once_and_the_next_one_heard() -> None:
    codec = Codec()
    pieces = [piece for _ in range(50) for piece in codec.feed(b"\x55" * 100)]
    assert pieces == [Broken("more bytes than any frame has, without an end")]
    assert [type(piece) for piece in codec.feed(b"\0" + arrived(1))] == [Frame]


# Greeting


def test_it_asks_until_the_device_says_who_it_is() -> None:
    driver = readers()
    assert driver.idle(999).send == b""
    assert driver.idle(1_000).send == IDENTIFY
    assert driver.received(hello(), 1_100) == Step(
        (Identified(boot=BOOT, model="Model", serial="S-1", firmware="2.0"),)
    )
    assert driver.idle(2_500).send == b""


def test_nothing_counts_before_the_greeting() -> None:
    driver = readers()
    assert hear(driver, arrived(1), beat(1, 0)) == []
    assert [type(report) for report in hear(driver, hello(1), arrived(1))] == [Identified, TagArrived]


@pytest.mark.parametrize(
    ("greeting", "complaint"),
    [
        (hello(kind=1), "wrong_device"),
        (hello(kind=77), "wrong_device"),
        (hello(version=2), "unsupported_protocol"),
        (hello(boot=0), "no_boot_number"),
        (hello(made=3, released=4), "numbering_went_back"),
    ],
)
def test_a_device_that_is_not_ours_is_named_once_and_not_listened_to(greeting: bytes, complaint: str) -> None:
    assert hear(readers(), greeting, greeting, arrived(1)) == [Faulted(code=complaint)]


def test_a_restart_under_the_old_boot_number_is_refused() -> None:
    driver = greeted()
    hear(driver, arrived(1), arrived(2))
    assert hear(driver, beat(1, 0)) == [Faulted(code="numbering_went_back")]
    assert hear(driver, hello(1)) == []


def test_a_greeting_again_identifies_only_once() -> None:
    assert hear(greeted(), hello()) == []


# Numbers


def test_reports_are_taken_in_order_only() -> None:
    driver = greeted()
    assert [r.sequence for r in hear(driver, arrived(2), arrived(1), arrived(3), arrived(2))] == [1, 2]


def test_a_report_sent_again_is_heard_once() -> None:
    assert len(hear(greeted(), arrived(1), arrived(1), arrived(1))) == 1


def test_an_acknowledgement_follows_the_disk() -> None:
    driver = greeted()
    assert driver.received(arrived(1) + arrived(2), 0).send == b""
    assert driver.committed(BOOT, 2) == acknowledged(2)
    assert driver.committed(BOOT, 1) == b""
    assert driver.committed(OTHER_BOOT, 3) == b""


def test_a_lost_acknowledgement_is_said_again() -> None:
    driver = greeted()
    hear(driver, arrived(1))
    driver.committed(BOOT, 1)
    assert driver.received(arrived(1), 0) == Step(send=acknowledged(1))


def test_what_is_on_disk_is_acknowledged_after_a_restart_of_the_controller() -> None:
    driver = readers(Heard(BOOT, 2))
    assert [type(report) for report in hear(driver, hello(3))] == [Identified]
    step = driver.received(arrived(1) + arrived(2) + arrived(3), 0)
    assert step.send == acknowledged(2)
    assert [report.sequence for report in step.reports] == [3]


def test_what_the_device_let_go_was_missed() -> None:
    driver = greeted()
    hear(driver, arrived(1))
    assert hear(driver, beat(9, 6), arrived(7)) == [
        ReportsMissed(count=5, boot=BOOT, sequence=6),
        Beat(boot=BOOT),
        TagArrived(boot=BOOT, sequence=7, antenna=3, tag=Hidden(TAG)),
    ]


def test_what_the_device_let_go_after_our_acknowledgement_was_not() -> None:
    driver = greeted()
    hear(driver, arrived(1), arrived(2))
    assert hear(driver, beat(2, 2)) == [Beat(boot=BOOT)]


def test_a_device_never_met_before_is_taken_as_it_is() -> None:
    driver = readers()
    assert [type(report) for report in hear(driver, hello(9, 7), arrived(8))] == [Identified, TagArrived]


def test_a_restarted_device_begins_again() -> None:
    driver = greeted()
    hear(driver, arrived(1), beat(4, 0))
    assert hear(driver, hello(1, 0, OTHER_BOOT), arrived(1, OTHER_BOOT)) == [
        ReportsMissed(count=3, boot=BOOT, sequence=4),
        Noted(what="restarted", boot=OTHER_BOOT),
        Identified(boot=OTHER_BOOT, model="Model", serial="S-1", firmware="2.0"),
        TagArrived(boot=OTHER_BOOT, sequence=1, antenna=3, tag=Hidden(TAG)),
    ]
    assert driver.committed(BOOT, 4) == b""
    assert driver.committed(OTHER_BOOT, 1) == acknowledged(1, OTHER_BOOT)


def test_a_restart_whose_greeting_was_lost_is_asked_for() -> None:
    driver = greeted()
    step = driver.received(arrived(1, OTHER_BOOT), 5_000)
    assert (step.reports, step.send) == ((), IDENTIFY)


def test_what_was_overwritten_while_the_controller_was_away() -> None:
    assert hear(readers(Heard(BOOT, 2)), hello(300, 44))[1:] == [
        ReportsMissed(count=42, boot=BOOT, sequence=44)
    ]
    assert hear(readers(Heard(OTHER_BOOT, 2)), hello(300, 44))[2:] == [
        ReportsMissed(count=44, boot=BOOT, sequence=44)
    ]


# Silence


def test_silence_is_said_with_its_length() -> None:
    driver = greeted()
    assert driver.idle(2_999).silent == ""
    assert driver.idle(3_000).silent == "no heartbeat for 3000 ms"
    assert driver.received(b"\x55\x55", 3_200).silent  # noise is no sign of life
    assert driver.received(b"\0" + beat(0, 0), 3_300).silent == ""
    assert driver.idle(6_000).silent == ""


# Bodies


@pytest.mark.parametrize(
    ("kind", "body", "report"),
    [
        (0x10, b"\x03", Faulted(code="jammed")),
        (0x10, b"\xee", Faulted(code="unknown_fault")),
        (0x10, b"\x05\x03", Faulted(code="antenna_failed", places=(3,))),
        (0x10, b"\x05\x00", Faulted(code="antenna_failed")),
        (0x11, b"\x05", FaultCleared(code="antenna_failed")),
        (0x11, b"\x05\x03", FaultCleared(code="antenna_failed")),
        (0x20, b"\x03Ah", CardDrawn(face=Hidden("Ah"), in_game=True)),
        (0x20, b"\x02Ah", CardDrawn(face=Hidden("Ah"), in_game=False)),
        (0x20, b"\x01", CardDrawn(face=None, in_game=True)),
        (0x30, b"\x01\x34", DeckInserted(colour="blue", count=52)),
        (0x30, b"\x00\x00", DeckInserted(colour="unknown", count=None)),
        (0x31, b"\x02\x34", ShuffleStarted(colour="red", count=52)),
        (0x32, b"\x03\x33", ShuffleComplete(colour="green", count=51)),
        (0x33, b"\x04\x05", PackDispensed(colour="black", count=5)),
        (0x33, b"\xee\x06", PackDispensed(colour="unknown", count=6)),
        (0x34, b"\x01", DoorChanged(open=True)),
        (0x34, b"\x00", DoorChanged(open=False)),
        (0x35, b"\x00\x00\x01\x07", PoweredUp(cycles=263)),
        (0x40, b"\x07" + TAG, TagArrived(antenna=7, tag=Hidden(TAG))),
        (0x41, b"\x07" + TAG, TagGone(antenna=7, tag=Hidden(TAG))),
        (0x42, b"\x07\x01\x00", TagsPresent(antenna=7, tags=())),
        (0x42, b"\x07\x00\x01\x08" + TAG, TagsPresent(antenna=7, tags=(Hidden(TAG),), complete=False)),
        (0x7F, b"anything", Noted(what="unknown_message")),
        (0x10, b"", Damaged(why="a fault of the wrong length")),
        (0x20, b"\x03", Damaged(why="a card of the wrong length")),
        (0x20, b"\x01Ah", Damaged(why="a card of the wrong length")),
        (0x20, b"\x03Xh", Damaged(why="a card with an unknown rank or suit")),
        (0x30, b"\x01", Damaged(why="a deck of the wrong length")),
        (0x33, b"\x01\x00", Damaged(why="a pack of no cards")),
        (0x33, b"\x01\x058sTd2c9hAs", Damaged(why="a deck of the wrong length")),
        (0x34, b"", Damaged(why="a door of the wrong length")),
        (0x35, b"\x01", Damaged(why="a power-up of the wrong length")),
        (0x40, b"", Damaged(why="a tag message without its antenna")),
        (0x40, b"\x07abc", Damaged(why="a tag of the wrong length")),
        (0x42, b"\x07\x01", Damaged(why="an inventory that is too short")),
        (0x42, b"\x07\x01\x01\x08abc", Damaged(why="a length that reaches past the end")),
        (0x42, b"\x07\x01\x00\x00", Damaged(why="an inventory with bytes to spare")),
    ],
)
def test_every_body(kind: int, body: bytes, report: Report) -> None:
    [heard] = hear(greeted(), device.frame(kind, BOOT, 1, body))
    assert (heard.boot, heard.sequence) == (BOOT, 1)
    assert messages.report(Frame(kind, BOOT, 1, body)) == heard
    assert type(heard) is type(report)
    assert all(getattr(heard, name) == getattr(report, name) for name in _own_fields(report))


def _own_fields(report: Report) -> list[str]:
    return [name for name in type(report).__dataclass_fields__ if name not in ("boot", "sequence")]


TOLD_BY_A_SHUFFLING_SHOE = {
    "a card that has left it": (0x20, b"\x038s"),
    "a card that has not": (0x20, b"\x028s"),
    "a card of a kind yet to come": (0x2F, b"8sTd2c9hAs"),
    "a tag": (0x40, b"\x01" + TAG),
    "all tags": (0x42, b"\x01\x01\x01" + device.counted(TAG)),
}


@pytest.mark.parametrize(
    ("kind", "body"), TOLD_BY_A_SHUFFLING_SHOE.values(), ids=list(TOLD_BY_A_SHUFFLING_SHOE)
)
def test_what_a_shuffling_shoe_tells_of_cards_is_dropped_and_is_a_fault(kind: int, body: bytes) -> None:
    driver = TableLink(TableLinkOptions(device="shuffling_shoe"), None)
    driver.connected(0)
    hear(driver, hello(kind=2))
    assert hear(driver, device.frame(kind, BOOT, 1, body)) == [
        Faulted(code="tells_cards", boot=BOOT, sequence=1)
    ]
    assert driver.committed(BOOT, 1) == acknowledged(1)  # or it would tell it again and again


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"\x01\x03", "a hello that is too short"),
        (b"\x01\x03\0\0\0\0\x05abc", "a length that reaches past the end"),
        (b"\x01\x03\0\0\0\0\x00\x00\x00!", "a hello with bytes to spare"),
        (b"\x01\x03\0\0\0\0\x01\x07\x00\x00", "a name that is too long or not printable"),
        (b"\x01\x03\0\0\0\0\x21" + b"x" * 33 + b"\0\0", "a name that is too long or not printable"),
    ],
)
def test_a_hello_that_does_not_fit(body: bytes, why: str) -> None:
    assert hear(readers(), device.frame(0x01, BOOT, 0, body)) == [Damaged(why=why)]


def test_a_heartbeat_that_does_not_fit() -> None:
    assert hear(greeted(), device.frame(0x02, BOOT, 0, b"")) == [Damaged(why="a heartbeat of the wrong length")]
