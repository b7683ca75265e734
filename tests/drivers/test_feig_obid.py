"""OBID readers on one line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from drivers.driver import Step
from drivers.feig_obid.codec import Codec, Frame, command, crc
from drivers.feig_obid.driver import NOT_ALL_NAMED, FeigObid, FeigObidOptions
from drivers.frames import Broken
from drivers.reports import (
    Damaged,
    FaultCleared,
    Faulted,
    Hidden,
    Identified,
    Report,
    TagArrived,
    TagGone,
    TagsPresent,
)
from drivers.settling import MOST_TAGS
from simulators.feig_obid import FOREIGN_LABELS, UNKNOWN_LABEL, answer, checked, data_sets
from tests.drivers.conformance import DriverConformance, Means, Places

TAGS = [bytes.fromhex("e0040102030405") + bytes([number]) for number in range(1, 10)]
TAG, OTHER = TAGS[:2]
RESET_DONE = answer(0, 0x69, 0x00)


def version(address: int = 0, firmware: int = 4) -> bytes:
    return answer(address, 0x65, 0x00, bytes([firmware, 1, 0, 0, 0x50, 0, 8]))


def inventory(*tags: bytes, status: int = 0x00, address: int = 0) -> bytes:
    if not tags and not status:
        return answer(address, 0xB0, 0x01)
    return answer(address, 0xB0, status, data_sets(tags))


def scan(*tags: bytes, address: int = 0) -> bytes:
    return answer(address, 0x69, 0x00) + inventory(*tags, address=address)


def reader(**options: object) -> FeigObid:
    driver = FeigObid(FeigObidOptions.model_validate(options), None)
    driver.connected(0)
    return driver


def greeted(**options: object) -> FeigObid:
    driver = reader(**options)
    hear(driver, version())
    return driver


def hear(driver: FeigObid, *data: bytes, now_ms: int = 0) -> list[Report]:
    return [report for chunk in data for report in driver.received(chunk, now_ms).reports]


class TestConformance(DriverConformance):
    name = "feig_obid"
    speaks = "when asked"
    options = {"arrives_within": 3}  # noqa: RUF012

    def messages(self) -> list[Means]:
        tag, other = Hidden(TAG), Hidden(OTHER)
        return [
            Means(version(), Identified(model="OBID type 50", firmware="4.1.0")),
            Means(scan(TAG) * 3, TagsPresent(antenna=1, tags=(tag,))),
            Means(scan(TAG, OTHER) * 3, TagArrived(antenna=1, tag=other)),
            Means(scan(OTHER) * 10, TagGone(antenna=1, tag=tag)),
        ]

    def places(self) -> Places:
        lies = Means(scan(TAG) * 3, TagsPresent(antenna=1, tags=(Hidden(TAG),)))
        return Places([1], lambda antenna: lies, greeting=[version()])

    def secrets(self) -> list[str]:
        return [TAG.hex(), OTHER.hex(), repr(TAG)[2:-1], repr(OTHER)[2:-1]]


class TestConformanceOfThree(TestConformance):
    """On one line, asked one after the other; a tag lies on one of them."""

    options = {"arrives_within": 3, "addresses": [0, 7, 9]}  # noqa: RUF012
    greeting = b"".join(version(address) for address in (0, 7, 9))

    def messages(self) -> list[Means]:
        """The one that completes the greeting is the first to be asked for tags."""
        return [
            Means(self.greeting, Identified(model="OBID type 50", firmware="4.1.0")),
            Means(
                self.rounds(1, 3),
                TagsPresent(antenna=3, tags=()),
                TagsPresent(antenna=1, tags=(Hidden(TAG),)),
                TagsPresent(antenna=2, tags=()),
            ),
            Means(self.rounds(2, 3), TagArrived(antenna=2, tag=Hidden(TAG))),
        ]

    def places(self) -> Places:
        """After three rounds in which all were empty."""

        def lies(antenna: int) -> Means:
            return Means(self.rounds(antenna, 3), TagArrived(antenna=antenna, tag=Hidden(TAG)))

        return Places([1, 2, 3], lies, greeting=[self.greeting + self.rounds(0, 3)])

    def rounds(self, antenna: int, times: int) -> bytes:
        """A tag lies on that antenna, on the others none."""
        asked = {9: 3, 0: 1, 7: 2}  # in this order
        one = (scan(*([TAG] if at == antenna else []), address=address) for address, at in asked.items())
        return b"".join(one) * times


# The frame


def test_the_frame_that_the_descriptions_show() -> None:
    assert command(255, 0xB0, b"\x01\x00") == bytes.fromhex("07 FF B0 01 00 1C 56")
    assert checked(bytes.fromhex("07 FF B0 01 00")) == bytes.fromhex("07 FF B0 01 00 1C 56")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    address=st.integers(0, 254),
    control=st.sampled_from([0x65, 0x69, 0xB0]),
    status=st.integers(0, 255),
    data=st.binary(max_size=400),
    long=st.booleans(),
)
def test_both_ends_agree_on_every_frame(
    address: int, control: int, status: int, data: bytes, long: bool
) -> None:
    sent = answer(address, control, status, data, long)
    assert Codec([address]).feed(sent) == [Frame(address, control, status, data)]
    assert crc(sent) == 0  # what a CRC of everything leaves


@pytest.mark.parametrize("long", [False, True])
def test_every_wrong_bit_is_seen(long: bool) -> None:
    good = answer(0, 0xB0, 0x00, data_sets([TAG, OTHER]), long)
    for at in range(len(good)):
        for bit in range(8):
            wrong = bytearray(good)
            wrong[at] ^= 1 << bit
            codec = Codec([0])
            pieces = codec.feed(bytes(wrong)) + codec.give_up()
            assert pieces
            assert all(isinstance(piece, Broken) for piece in pieces)


def test_a_length_that_lies_swallows_no_other_frame_for_ever() -> None:
    good = inventory(TAG)
    codec = Codec([0])
    pieces = codec.feed(bytes([200]) + good[1:] + good * 30)
    assert pieces[0] == Broken("a frame whose check is wrong")
    assert len(pieces) > 20
    assert all(piece == Frame(0, 0xB0, 0, data_sets([TAG])) for piece in pieces[1:])


# The conversation


def test_one_scan_is_a_reset_and_an_inventory() -> None:
    driver = FeigObid(FeigObidOptions(), None)
    assert driver.connected(0).send == command(0, 0x65)
    step = driver.received(version(), 0)
    assert step.reports == (Identified(model="OBID type 50", firmware="4.1.0"),)
    assert step.send == command(0, 0x69)
    assert driver.received(RESET_DONE, 0).send == command(0, 0xB0, b"\x01\x00")
    assert driver.received(inventory(TAG), 0).send == command(0, 0x69)


def test_more_follows_until_it_does_not() -> None:
    driver = greeted(arrives_after=1, arrives_within=1)
    hear(driver, RESET_DONE)
    asked = driver.received(inventory(*TAGS[:3], status=0x94), 0)
    assert (asked.reports, asked.send) == ((), command(0, 0xB0, b"\x01\x80"))
    hear(driver, inventory(*TAGS[3:6], status=0x94))
    assert hear(driver, inventory(*TAGS[6:])) == [
        TagsPresent(antenna=1, tags=tuple(Hidden(tag) for tag in TAGS))
    ]


def test_an_inventory_without_end_is_cut_off() -> None:
    driver = greeted(arrives_after=1, arrives_within=1)
    hear(driver, RESET_DONE)
    for round_number in range(MOST_TAGS):
        tags = [number.to_bytes(8, "big") for number in range(round_number * 20, round_number * 20 + 20)]
        if reports := hear(driver, inventory(*tags, status=0x94)):
            break
    assert isinstance(reports[0], TagsPresent)
    assert not reports[0].complete
    assert round_number * 20 < MOST_TAGS


def test_tags_settle_before_they_are_told() -> None:
    driver = greeted(arrives_within=3, gone_after=4)
    assert hear(driver, *[scan(TAG)] * 3) == [TagsPresent(antenna=1, tags=(Hidden(TAG),))]
    assert hear(driver, *[scan(TAG, OTHER)] * 2, *[scan()] * 3, scan(TAG)) == []
    assert hear(driver, *[scan(TAG, OTHER)] * 3) == [TagArrived(antenna=1, tag=Hidden(OTHER))]
    assert hear(driver, *[scan(OTHER)] * 4) == [TagGone(antenna=1, tag=Hidden(TAG))]


@pytest.mark.parametrize("status", [0x02, 0x83, 0x84, 0x95])
def test_a_disturbed_inventory_takes_no_card_away(status: int) -> None:
    driver = greeted(arrives_within=3, gone_after=2)
    hear(driver, *[scan(TAG)] * 3)
    assert hear(driver, *[RESET_DONE + inventory(status=status)] * 10) == []


def test_a_reader_that_refuses_goes_on_being_asked() -> None:
    driver = greeted()
    step = driver.received(RESET_DONE + answer(0, 0xB0, 0x82), 0)
    assert step.reports == (Damaged(why="a reader that refuses the inventory"),)
    assert step.send == command(0, 0x69)


@pytest.mark.parametrize("data", [b"\x02" + bytes(10), b"\x00" + bytes(10), b"\x01" + bytes(9)])
def test_an_inventory_that_does_not_add_up_is_damage(data: bytes) -> None:
    driver = greeted()
    assert hear(driver, *[RESET_DONE + answer(0, 0xB0, 0x00, data)] * 3) == [Damaged(why=NOT_ALL_NAMED)]


@pytest.mark.parametrize("label", FOREIGN_LABELS, ids=lambda label: label.hex())
def test_a_foreign_label_hides_no_card(label: bytes) -> None:
    """Entries of other types are not as long as those of cards."""
    driver = greeted(arrives_after=1, arrives_within=1)
    [present] = hear(driver, RESET_DONE + answer(0, 0xB0, 0x00, data_sets(TAGS[:3], [label])))
    assert isinstance(present, TagsPresent)
    assert present.complete
    assert present.tags[1:] == tuple(Hidden(tag) for tag in TAGS[:3])


def test_a_tag_of_the_other_kind_has_the_number_that_other_readers_read() -> None:
    driver = greeted(arrives_after=1, arrives_within=1)
    [present] = hear(driver, RESET_DONE + answer(0, 0xB0, 0x00, data_sets([], FOREIGN_LABELS[3:4])))
    assert isinstance(present, TagsPresent)
    assert present.tags == (Hidden(bytes.fromhex("04a1b2c3d4e5f6")),)


def test_what_was_read_before_an_entry_that_makes_no_sense_is_kept() -> None:
    driver = greeted(arrives_after=1, arrives_within=1)
    cut_off = answer(0, 0xB0, 0x00, data_sets(TAGS[:3])[:-4])
    [damaged, present, *arrived] = hear(driver, RESET_DONE + cut_off)
    assert damaged == Damaged(why=NOT_ALL_NAMED)
    assert isinstance(present, TagsPresent)
    assert not present.complete
    assert arrived == [TagArrived(antenna=1, tag=Hidden(tag)) for tag in TAGS[:2]]
    assert hear(driver, *[RESET_DONE + cut_off] * 20) == [], "the third may still lie there"


@pytest.mark.parametrize("before", range(4))
def test_behind_a_label_of_a_kind_that_is_not_known_nothing_is_read(before: int) -> None:
    """Its length is not known: whatever is read behind it would be a card that exists nowhere."""
    driver = greeted(arrives_after=1, arrives_within=1)
    own = [bytes([0x03, 0x00]) + tag for tag in TAGS[:3]]
    entries = b"".join([*own[:before], UNKNOWN_LABEL, *own[before:]])
    names_it = answer(0, 0xB0, 0x00, bytes([4]) + entries)
    [damaged, present, *arrived] = hear(driver, RESET_DONE + names_it)
    assert damaged == Damaged(why=NOT_ALL_NAMED)
    assert present == TagsPresent(antenna=1, tags=tuple(Hidden(tag) for tag in TAGS[:before]), complete=False)
    assert arrived == [TagArrived(antenna=1, tag=Hidden(tag)) for tag in TAGS[:before]]
    assert hear(driver, *[RESET_DONE + names_it] * 20) == [], "it is said once, and the others may lie there"


@pytest.mark.parametrize("length", [0, 200])
def test_a_length_that_cannot_be_ends_the_list(length: int) -> None:
    driver = greeted(arrives_after=1, arrives_within=1)
    entries = bytes([0x03, 0x00]) + TAG + bytes([0x09, 0x00, length]) + bytes([0x03, 0x00]) + OTHER
    [damaged, present, *_] = hear(driver, RESET_DONE + answer(0, 0xB0, 0x00, bytes([3]) + entries))
    assert damaged == Damaged(why=NOT_ALL_NAMED)
    assert present == TagsPresent(antenna=1, tags=(Hidden(TAG),), complete=False)


# Several on one line


class Line:
    """Readers that answer what they are asked, those that live."""

    def __init__(self, silence_ms: int = 1_000, addresses: tuple[int, ...] = (0, 9)) -> None:
        self.alive = set(addresses)
        self.now_ms = 0
        self.silent = ""
        options = {"addresses": addresses, "arrives_after": 1, "arrives_within": 1, "silence_ms": silence_ms}
        self._driver = FeigObid(FeigObidOptions.model_validate(options), None)
        self._asked = self._driver.connected(0).send

    def runs(self, time_ms: int) -> list[Report]:
        said: list[Report] = []
        for _ in range(0, time_ms, 50):
            self.now_ms += 50
            step = self._driver.received(self._answer(), self.now_ms) if self._hears else self._idle()
            self._asked = step.send or self._asked
            self.silent = step.silent
            said += step.reports
        return said

    @property
    def _hears(self) -> bool:
        return self._asked[1] in self.alive

    def _idle(self) -> Step:
        return self._driver.idle(self.now_ms)

    def _answer(self) -> bytes:
        address, what = self._asked[1:3]
        tag = TAG if address == 0 else OTHER
        told = {0x65: version(address), 0x69: answer(address, 0x69, 0), 0xB0: inventory(tag, address=address)}
        return told[what]


def test_each_address_is_an_antenna() -> None:
    driver = greeted(addresses=[0, 9], arrives_after=1, arrives_within=1)
    reports = hear(driver, version(9), scan(OTHER, address=9), scan(TAG))
    assert sorted(reports, key=lambda report: getattr(report, "antenna", 0)) == [
        Identified(model="OBID type 50", firmware="4.1.0"),  # all are one device to the table
        TagsPresent(antenna=1, tags=(Hidden(TAG),)),
        TagsPresent(antenna=2, tags=(Hidden(OTHER),)),
    ]
    assert driver.received(scan(OTHER, address=9), 0).send == command(0, 0x69)


def test_one_that_does_not_answer_is_a_fault_and_the_others_go_on() -> None:
    line = Line()
    assert len(line.runs(2_000)) == 3  # who they are, and what lies at each
    line.alive = {0}
    second = Faulted(code="antenna_failed", places=(2,), part="address", numbers=(9,))
    assert line.runs(6_000) == [second]
    assert line.silent == ""
    line.alive = {0, 9}
    assert line.runs(2_000) == [FaultCleared(code="antenna_failed")]


def test_two_that_do_not_answer_are_both_named_and_one_that_is_back_leaves_the_other() -> None:
    line = Line(addresses=(0, 9, 12))
    line.runs(3_000)
    line.alive = {0}
    both = {"places": (2, 3), "part": "address", "numbers": (9, 12)}
    assert line.runs(9_000)[-1] == Faulted(code="antenna_failed", **both)
    line.alive = {0, 9}
    third = Faulted(code="antenna_failed", places=(3,), part="address", numbers=(12,))
    assert line.runs(3_000) == [FaultCleared(code="antenna_failed"), third]


def test_if_none_answers_the_line_is_down() -> None:
    line = Line()
    line.runs(1_000)
    line.alive = set()
    line.runs(1_500)
    assert line.silent == ""
    line.runs(500)
    assert line.silent.startswith("no answer for ")


def test_an_answer_from_another_address_is_damage() -> None:
    assert (
        hear(greeted(addresses=[0, 9]), scan(OTHER, address=9))
        == [Damaged(why="an answer to another question")] * 2
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"addresses": [1, 1]}, "names an address twice"),
        ({"addresses": [255]}, "less than or equal to 254"),
        ({"addresses": []}, "at least 1"),
        ({"gone_after": 0}, "greater than or equal to 1"),
    ],
)
def test_options_are_checked(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        FeigObidOptions.model_validate(options)
