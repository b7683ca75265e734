"""The PN532 on a serial line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.frames import Broken
from drivers.pn532.codec import WAKE, Answer, Codec, Frame, command
from drivers.pn532.driver import ANSWER_WAIT_MS, Pn532, Pn532Options
from drivers.reports import Damaged, Hidden, Identified, Report, TagArrived, TagGone, TagsPresent
from simulators.pn532 import ACK, NACK, SYNTAX_ERROR, frame
from tests.drivers.conformance import DriverConformance, Means, Places

TAG = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("deadbeef")
SAM, FIRMWARE, CONFIGURED = (frame(bytes.fromhex(data)) for data in ("d515", "d50332010607", "d533"))
OFF, ON, LIST = (command(bytes.fromhex(data)) for data in ("320100", "320101", "4a0200"))


QUICK = {"arrives_within": 3}


def listed(*tags: bytes, ats: bytes = b"") -> bytes:
    """All that one scan brings: the field went off, and on, and the chip looked."""
    return (ACK + CONFIGURED) * 2 + found(*tags, ats=ats)


def found(*tags: bytes, ats: bytes = b"") -> bytes:
    selected = 0x20 if ats else 0x08
    entries = (bytes([n, 0, 0x44, selected, len(tag)]) + tag + ats for n, tag in enumerate(tags, 1))
    return ACK + frame(b"\xd5\x4b" + bytes([len(tags)]) + b"".join(entries))


def greeted(**options: int) -> Pn532:
    driver = Pn532(Pn532Options.model_validate(QUICK | options), None)
    driver.connected(0)
    hear(driver, ACK + SAM, ACK + FIRMWARE, ACK + CONFIGURED)
    return driver


def hear(driver: Pn532, *data: bytes) -> list[Report]:
    return [report for chunk in data for report in driver.received(chunk, 0).reports]


class TestConformance(DriverConformance):
    name = "pn532"
    speaks = "when asked"
    options = QUICK

    def messages(self) -> list[Means]:
        tag, other = Hidden(TAG), Hidden(OTHER)
        return [
            Means(ACK + SAM + ACK + FIRMWARE, Identified(model="PN532", firmware="1.6")),
            Means(ACK + CONFIGURED + listed(TAG) * 3, TagsPresent(antenna=1, tags=(tag,))),
            Means(listed(TAG, OTHER) * 3, TagArrived(antenna=1, tag=other)),
            Means(listed(OTHER, ats=b"\x05\x75\x77\x81\x02") * 10, TagGone(antenna=1, tag=tag)),
        ]

    def places(self) -> Places:
        """A chip has one antenna."""
        greeting, lies, *_ = self.messages()
        return Places([1], lambda antenna: lies, greeting=[greeting.data])

    def secrets(self) -> list[str]:
        return [TAG.hex(), OTHER.hex(), repr(TAG)[2:-1], repr(OTHER)[2:-1]]


# The frame


def test_the_frames_that_the_descriptions_show() -> None:
    assert (WAKE + command(b"\x14\x01\x00\x01")).hex(" ") == (
        "55 55 00 00 00 00 00 ff 05 fb d4 14 01 00 01 16 00"
    )
    assert command(b"\x02").hex(" ") == "00 00 ff 02 fe d4 02 2a 00"
    assert LIST.hex(" ") == "00 00 ff 04 fc d4 4a 02 00 e0 00"


@settings(max_examples=100, deadline=None, derandomize=True)
@given(data=st.binary(min_size=1, max_size=255), zeros=st.integers(0, 4))
def test_both_ends_agree_on_every_frame(data: bytes, zeros: int) -> None:
    sent = bytes(zeros) + frame(data) + bytes(zeros)
    assert Codec().feed(sent) == [Frame(data)]
    assert Codec().feed(sent[1:]) == [Frame(data)]  # one zero less before it
    if len(data) < 255:
        assert command(data) == frame(b"\xd4" + data)


def test_every_wrong_bit_is_seen() -> None:
    good = found(TAG)[len(ACK) :]
    for at in range(len(good)):
        for bit in range(8):
            wrong = bytearray(good)
            wrong[at] ^= 1 << bit
            pieces = Codec().feed(bytes(wrong) + ACK)
            assert pieces
            assert Frame(good[5:-2]) not in pieces or at in (0, len(good) - 1)  # of the zeros around it
            assert not [piece for piece in pieces if isinstance(piece, Frame) and piece.data != good[5:-2]]


def test_answers_between_frames() -> None:
    assert Codec().feed(ACK + NACK + ACK) == [Answer(True), Answer(False), Answer(True)]
    assert Codec().feed(b"\0\0\0") == []


def test_a_length_that_does_not_fit_its_check_swallows_nothing() -> None:
    good = frame(b"\xd5\x15")
    assert Codec().feed(good[:3] + b"\x50" + good[4:] + good) == [
        Broken("a frame whose length is wrong"),
        Frame(b"\xd5\x15"),
    ]


# The conversation


def test_it_wakes_the_chip_and_asks_one_thing_after_the_other() -> None:
    driver = Pn532(Pn532Options(tries=2), None)
    answers = (SAM, FIRMWARE, CONFIGURED, CONFIGURED, CONFIGURED)
    said = [driver.connected(0), *(driver.received(ACK + answer, 0) for answer in answers)]
    assert [step.send for step in said] == [
        WAKE + command(b"\x14\x01\x00\x01"),
        command(b"\x02"),
        command(b"\x32\x05\xff\x01\x02"),
        *(OFF, ON, LIST),
    ]
    assert said[2].reports == (Identified(model="PN532", firmware="1.6"),)
    assert driver.received(found(), 0).send == OFF, "or it would not name again what it named"


def test_tags_settle_before_they_are_told() -> None:
    driver = greeted(gone_after=4)
    assert hear(driver, *[listed(TAG)] * 3) == [TagsPresent(antenna=1, tags=(Hidden(TAG),))]
    assert hear(driver, *[listed(TAG, OTHER)] * 2, *[listed(TAG)] * 3) == []
    assert hear(driver, *[listed(TAG, OTHER)] * 3) == [TagArrived(antenna=1, tag=Hidden(OTHER))]
    assert hear(driver, *[listed(OTHER)] * 4) == [TagGone(antenna=1, tag=Hidden(TAG))]


def test_two_tags_may_be_three() -> None:
    [present, *arrived] = hear(greeted(), *[listed(TAG, OTHER)] * 3)
    assert isinstance(present, TagsPresent)
    assert not present.complete
    assert len(arrived) == 2


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x03",
        b"\x01",
        b"\x01\x01\x00\x44\x08\x07" + TAG[:6],
        b"\x01\x01\x00\x44\x08\x05" + TAG[:5],
        b"\x01\x01\x00\x44\x08\x04" + OTHER + b"\xff",
        b"\x01\x01\x00\x44\x20\x04" + OTHER + b"\x02\x00\x00",
    ],
)
def test_a_list_that_does_not_add_up_is_damage_and_no_tag(answer: bytes) -> None:
    driver = greeted()
    hear(driver, (ACK + CONFIGURED) * 2)
    reports = hear(driver, *[ACK + frame(b"\xd5\x4b" + answer)] * 3)
    assert reports == [Damaged(why="a list of tags that does not add up")] * 3


def test_an_answer_that_nobody_asked_for_is_damage() -> None:
    driver = greeted()
    whys = [report.why for report in hear(driver, FIRMWARE, SYNTAX_ERROR, command(b"\x02"))]
    assert whys == ["an answer to another question", "an error of the chip", "an answer to another question"]


def test_a_question_not_heard_is_asked_again() -> None:
    assert greeted().received(NACK, 0).send == OFF


def test_an_answer_that_does_not_come_is_not_waited_for() -> None:
    driver = greeted(silence_ms=1_000)
    hear(driver, *[listed(TAG)] * 3)
    assert driver.idle(ANSWER_WAIT_MS - 1).send == b""
    assert driver.idle(ANSWER_WAIT_MS).send.startswith(WAKE)
    assert driver.idle(1_000).silent == "no answer for 1000 ms"
    again = [*hear(driver, ACK + SAM, ACK + FIRMWARE, ACK + CONFIGURED), *hear(driver, listed(TAG))]
    assert again == []  # the same chip, and the tag has rested meanwhile


def test_half_a_frame_is_given_up_with_its_answer() -> None:
    driver = greeted()
    hear(driver, listed(TAG)[:-3])
    assert driver.idle(ANSWER_WAIT_MS).reports == (Damaged(why="a frame stopped half-way"),)


@pytest.mark.parametrize("options", [{"arrives_after": 0}, {"tries": 255}, {"silence_ms": 5}, {"antennas": 2}])
def test_options_are_checked(options: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Pn532Options(**options)
