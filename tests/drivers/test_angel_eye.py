import pytest
from pydantic import ValidationError

from drivers.angel_eye.codec import Answer, Codec, Frame, check_digits, lock, unlock
from drivers.angel_eye.driver import FAULTS, FRAME_STALLS_MS, AngelEye, AngelEyeOptions
from drivers.driver import Heard
from drivers.frames import Broken
from drivers.reports import (
    CardDrawn,
    CardRepeated,
    CutCardSeen,
    Damaged,
    FaultCleared,
    Faulted,
    Hidden,
    Noted,
    Report,
    ReportsMissed,
)
from simulators.angel_eye import ANY_BYTE, DIGITS, FAULT_NUMBERS, HEX_DIGITS, card_data, message
from simulators.table import FACES
from tests.drivers.conformance import DriverConformance, Means, Numbers

EIGHT_OF_SPADES = bytes.fromhex("05 31 44 81 B8 03") + b"4F"


def numbered(*kinds_and_data: tuple[str, bytes], first: int = 0x30) -> list[bytes]:
    return [message(first + at, kind, data) for at, (kind, data) in enumerate(kinds_and_data)]


def shoe(heard: int | None = None, **options: object) -> AngelEye:
    return AngelEye(AngelEyeOptions.model_validate(options), Heard(None, heard))


def hear(driver: AngelEye, *messages: bytes) -> list[Report]:
    return [report for data in messages for report in driver.received(data, 0).reports]


def card(sequence: int, face: str = "8s") -> bytes:
    return message(sequence, "D", card_data(1, face))


class TestConformance(DriverConformance):
    name = "angel_eye"
    speaks = "by itself"

    def messages(self) -> list[Means]:
        data = numbered(
            ("P", b""),
            ("D", card_data(1, "8s")),
            ("D", card_data(2, "Td")),
            ("E", b"\x41"),
            ("e", b"\x81"),
            ("d", card_data(3, "Ah")),
            ("C", b""),
        )
        reports = [
            Noted(what="standby", sequence=0x30),
            CardDrawn(face=Hidden("8s"), sequence=0x31),
            CardDrawn(face=Hidden("Td"), sequence=0x32),
            Faulted(code="cannot_read", sequence=0x33),
            FaultCleared(code="cannot_read", sequence=0x34),
            CardDrawn(face=Hidden("Ah"), in_game=False, sequence=0x35),
            CutCardSeen(sequence=0x36),
        ]
        return list(map(Means, data, reports))

    def numbers(self) -> Numbers:
        """It goes round so soon that a deck passes five times; a card by its number shows which was lost."""
        faces = dict(zip(range(0x30, 0x3A), FACES, strict=False))

        def drawn(boot: int | None, number: int) -> Means:
            return Means(card(number, faces[number]), CardDrawn(face=Hidden(faces[number]), sequence=number))

        return Numbers(message=drawn, first=0x30, last=0x39, after_last=0x30)

    def secrets(self) -> list[str]:
        return ["8s", "Td", "Ah", r"\xb8", r"\x9a", r"\xc1"]

    def messages_after_restart(self, at: int, first: list[Report]) -> list[bytes]:
        return self.data()[at:]  # the shoe repeats its last message at most


# The frame


def test_the_published_example() -> None:
    assert check_digits(EIGHT_OF_SPADES[1:-2]) == b"4F"
    assert Codec().feed(EIGHT_OF_SPADES) == [Frame(0x31, "D", b"\x81\xb8")]
    assert hear(shoe(), EIGHT_OF_SPADES) == [CardDrawn(sequence=0x31, face=Hidden("8s"))]


def test_our_shoe_on_the_wire_makes_the_published_example() -> None:
    assert card(0x31) == EIGHT_OF_SPADES


@pytest.mark.parametrize("face", FACES)
def test_every_card(face: str) -> None:
    assert hear(shoe(), card(0x30, face)) == [CardDrawn(sequence=0x30, face=Hidden(face))]


def test_every_wrong_bit_is_seen() -> None:
    for at in range(len(EIGHT_OF_SPADES)):
        for bit in range(8):
            wrong = bytearray(EIGHT_OF_SPADES)
            wrong[at] ^= 1 << bit
            codec = Codec()
            pieces = codec.feed(bytes(wrong)) + codec.give_up()
            assert pieces
            assert not any(isinstance(piece, Frame) for piece in pieces)


def test_two_bad_frames_are_two() -> None:
    bad = EIGHT_OF_SPADES[:-1] + b"0"
    assert Codec().feed(bad + bad) == [Broken("a frame whose check is wrong")] * 2


def test_a_frame_that_ran_into_a_torn_one_is_not_lost() -> None:
    torn = EIGHT_OF_SPADES[:5]
    assert Codec().feed(torn + card(0x32, "Kd")) == [
        Broken("a frame whose check is wrong"),
        Frame(0x32, "D", card_data(1, "Kd")),
    ]


def test_a_start_byte_too_many_costs_nothing_but_a_word() -> None:
    pieces = Codec().feed(b"\x05" + EIGHT_OF_SPADES)
    assert [type(piece) for piece in pieces] == [Broken, Frame]


def test_control_bytes_as_fault_codes_do_not_end_the_frame() -> None:
    for code in (0x03, 0x05, 0x06):
        assert Codec().feed(message(0x30, "e", bytes([code]))) == [Frame(0x30, "e", bytes([code]))]


def test_a_frame_without_end_is_given_up() -> None:
    pieces = Codec().feed(b"\x051D" + b"\x81" * 100)
    assert pieces[0] == Broken("a frame without its end")
    assert len(pieces) <= 2


def test_a_frame_that_stops_is_damage_after_a_while() -> None:
    driver = shoe()
    driver.received(EIGHT_OF_SPADES[:-2], 1_000)
    assert driver.idle(1_000 + FRAME_STALLS_MS - 1).reports == ()
    assert driver.idle(1_000 + FRAME_STALLS_MS).reports == (Damaged(why="a frame stopped half-way"),)
    assert driver.idle(9_000).reports == ()


# What is repeated, what was missed


def test_a_message_sent_three_times_is_heard_once() -> None:
    assert hear(shoe(), *[card(0x31)] * 3) == [CardDrawn(sequence=0x31, face=Hidden("8s"))]


def test_one_number_may_carry_two_kinds() -> None:
    reports = hear(shoe(), card(0x31), message(0x31, "C"), card(0x31), message(0x31, "C"))
    assert [type(report) for report in reports] == [CardDrawn, CutCardSeen]


def test_a_jump_says_how_many_before_the_report_itself() -> None:
    reports = hear(shoe(), card(0x31), card(0x35, "Kd"))
    assert reports[1:] == [
        ReportsMissed(count=3, sequence=0x34),
        CardDrawn(sequence=0x35, face=Hidden("Kd")),
    ]


def test_the_number_wraps() -> None:
    assert [r.sequence for r in hear(shoe(), card(0x38), card(0x39), card(0x30), card(0x31))] == [
        *(0x38, 0x39, 0x30, 0x31)
    ]
    assert hear(shoe(), card(0x39), card(0x31))[1] == ReportsMissed(count=1, sequence=0x30)
    assert hear(shoe(), card(0x38), card(0x30))[1] == ReportsMissed(count=1, sequence=0x39)


def a_deck(numbers: bytes) -> list[bytes]:
    turn = numbers * (1 + len(FACES) // len(numbers))
    return [card(number, face) for number, face in zip(turn, FACES, strict=False)]


@pytest.mark.parametrize(
    ("numbers", "runs"),
    [(DIGITS, [[48, 57]]), (HEX_DIGITS, [[48, 57], [65, 70]]), (ANY_BYTE[230:] + ANY_BYTE, [[0, 255]])],
)
def test_a_deck_in_each_numbering_that_shoes_have(numbers: bytes, runs: list[list[int]]) -> None:
    heard = hear(shoe(numbers=runs), *a_deck(numbers))
    assert [report.face.open() for report in heard if isinstance(report, CardDrawn)] == list(FACES)
    assert len(heard) == len(FACES)


@pytest.mark.parametrize("numbers", [HEX_DIGITS, ANY_BYTE, ANY_BYTE[0x39:]])
def test_no_card_is_dropped_for_its_number_and_the_dealer_is_asked_once(numbers: bytes) -> None:
    """The shoe counts otherwise than its options say."""
    heard = hear(shoe(), *a_deck(numbers))
    assert [report.face.open() for report in heard if isinstance(report, CardDrawn)] == list(FACES)
    assert [report for report in heard if isinstance(report, Damaged)] == [
        Damaged(why="a number that the option numbers does not name")
    ]
    assert sum(isinstance(report, ReportsMissed) for report in heard) <= 1


def test_a_card_under_a_letter_is_a_card() -> None:
    """As public test vectors number it."""
    vector = bytes.fromhex("05 41 44 81 B8 03 33 46")
    assert hear(shoe(), vector)[-1] == CardDrawn(sequence=0x41, face=Hidden("8s"))
    for _each_connection in range(2):
        unnamed, drawn = hear(shoe(0x39), vector)
        assert isinstance(unnamed, Damaged)
        assert drawn == CardDrawn(sequence=0x41, face=Hidden("8s")), "it comes next behind the 9"


def test_what_is_left_out_before_a_letter_is_counted() -> None:
    assert hear(shoe(0x38), card(0x42))[1:] == [
        ReportsMissed(count=2, sequence=0x41),
        CardDrawn(sequence=0x42, face=Hidden("8s")),
    ]


UNREAD = message(0x31, "D", b"\x81\x80")


def test_an_unread_card_between_whose_copies_the_line_broke_is_one_card() -> None:
    driver = after(CardDrawn(sequence=0x31, face=None))
    driver.connected(10_000)
    assert driver.received(UNREAD, 10_300).reports == ()
    assert driver.received(UNREAD, 10_350).reports == ()
    assert driver.received(card(0x32), 12_000).reports == (CardDrawn(sequence=0x32, face=Hidden("8s")),)


def test_an_unread_card_a_while_after_the_line_came_up_is_another_and_is_asked_about() -> None:
    driver = after(CardDrawn(sequence=0x31, face=None))
    driver.connected(10_000)
    assert driver.received(UNREAD, 10_400).reports == (
        ReportsMissed(count=9, sequence=0x30),
        CardDrawn(sequence=0x31, face=None),
    )


def test_a_number_that_the_journal_has_is_no_news() -> None:
    """The dealer has been asked when it was first heard."""
    assert hear(shoe(0x42), card(0x43)) == [CardDrawn(sequence=0x43, face=Hidden("8s"))]
    assert hear(shoe(0x46), card(0x31))[0] == ReportsMissed(count=1, sequence=0x30)


def test_the_journal_seeds_the_numbering() -> None:
    assert hear(shoe(heard=0x31), card(0x32)) == [CardDrawn(sequence=0x32, face=Hidden("8s"))]
    assert hear(shoe(heard=0x31), message(0x34, "P")) == [
        ReportsMissed(count=2, sequence=0x33),
        Noted(sequence=0x34, what="standby"),
    ]


def after(*said: Report) -> AngelEye:
    return AngelEye(AngelEyeOptions(), Heard(None, said[-1].sequence, said))


def test_the_last_message_in_the_journal_is_a_repeat_and_no_new_card() -> None:
    driver = after(CardDrawn(sequence=0x31, face=Hidden("8s")), CutCardSeen(sequence=0x31))
    assert hear(driver, card(0x31), message(0x31, "C"), card(0x31)) == []
    assert hear(driver, card(0x32)) == [CardDrawn(sequence=0x32, face=Hidden("8s"))]


def test_another_card_under_the_last_number_in_the_journal_is_a_new_card() -> None:
    """Nine messages may be lost before it, or the shoe counts anew: the dealer is asked."""
    driver = after(CardDrawn(sequence=0x31, face=Hidden("8s")))
    assert hear(driver, card(0x31, "2c"), card(0x31, "2c"), card(0x32, "Kd")) == [
        ReportsMissed(count=9, sequence=0x30),
        CardDrawn(sequence=0x31, face=Hidden("2c")),
        CardDrawn(sequence=0x32, face=Hidden("Kd")),
    ]


@pytest.mark.parametrize(
    "said",
    [
        Noted(sequence=0x31, what="standby"),
        CardDrawn(sequence=0x31, face=None),
        Faulted(sequence=0x31, code=""),
    ],
)
def test_a_card_is_a_repeat_only_of_the_same_face(said: Report) -> None:
    assert [type(report) for report in hear(after(said), card(0x31))] == [ReportsMissed, CardDrawn]


def test_one_number_and_two_faces_are_two_cards() -> None:
    assert hear(shoe(), card(0x31, "8s"), card(0x31, "2c"), card(0x31, "2c"))[1:] == [
        ReportsMissed(count=9, sequence=0x30),
        CardDrawn(sequence=0x31, face=Hidden("2c")),
    ]


def test_a_first_message_without_a_journal_is_no_gap() -> None:
    assert [type(report) for report in hear(shoe(), card(0x37))] == [CardDrawn]


@pytest.mark.parametrize("number", [0x31, 0x32])
def test_the_last_card_said_again_is_no_new_card(number: int) -> None:
    again = message(number, "R", card_data(1, "8s"))
    assert hear(shoe(), card(0x31), again, again)[1:] == [CardRepeated(sequence=number)]


def test_a_card_said_again_that_was_never_heard_is_a_missed_one() -> None:
    again = message(0x32, "R", card_data(2, "Kd"))
    assert hear(shoe(), card(0x31), again)[1:] == [
        ReportsMissed(count=1, sequence=0x31),
        CardRepeated(sequence=0x32),
    ]


# What messages mean


def test_a_card_outside_a_game() -> None:
    drawn = hear(shoe(), message(0x30, "d", card_data(0, "8s")))
    assert drawn == [CardDrawn(sequence=0x30, face=Hidden("8s"), in_game=False)]


@pytest.mark.parametrize(
    "data", [b"", b"\x81", b"\x81\x38", b"\x81\xb0", b"\x81\xbe", b"\x81\x88", b"\x81\xd8"]
)
def test_a_card_that_cannot_be_decoded_is_still_a_card(data: bytes) -> None:
    assert hear(shoe(), message(0x30, "D", data)) == [CardDrawn(sequence=0x30, face=None)]


@pytest.mark.parametrize("word", FAULTS.values())
def test_every_fault_and_its_end(word: str) -> None:
    code = FAULT_NUMBERS[word]
    assert hear(shoe(), message(0x30, "E", bytes([0x40 | code])), message(0x31, "e", bytes([code]))) == [
        Faulted(sequence=0x30, code=word),
        FaultCleared(sequence=0x31, code=word),
    ]


def test_a_fault_nobody_described() -> None:
    assert hear(shoe(), message(0x30, "E", b"\x7f"), message(0x31, "e")) == [
        Faulted(sequence=0x30, code="unknown_fault"),
        FaultCleared(sequence=0x31, code=""),
    ]


def test_an_error_that_the_shoe_does_not_stop_for_is_noted() -> None:
    assert hear(shoe(), message(0x30, "E", b"\x81"), card(0x31)) == [
        Noted(sequence=0x30, what="told_of_cannot_read"),
        CardDrawn(sequence=0x31, face=Hidden("8s")),
    ]


@pytest.mark.parametrize("kind", "SPGLMZ")
def test_every_numbered_message_surfaces(kind: str) -> None:
    assert [(type(r), r.sequence) for r in hear(shoe(), message(0x33, kind))] == [(Noted, 0x33)]


# Commands


def test_the_published_lock_command_with_either_check() -> None:
    assert lock(check_includes_start=True) == b"\x02OPLK02\x031B"
    assert lock(check_includes_start=False) == b"\x02OPLK02\x0319"
    assert unlock(check_includes_start=True)[5:7] == b"01"


def test_a_read_only_link_sends_nothing() -> None:
    driver = shoe()
    assert driver.order("lock") == b""
    assert driver.connected(0).send == driver.received(EIGHT_OF_SPADES, 0).send == b""


def test_commands_when_they_are_allowed() -> None:
    assert shoe(commands=True).order("lock") == b"\x02OPLK02\x031B"
    assert shoe(commands=True, check_includes_start=False).order("unlock") == b"\x02OPLK01\x031A"


def test_answers_to_commands() -> None:
    assert Codec().feed(b"\x06\x15\x21") == [Answer(), Answer("busy")]
    assert hear(shoe(commands=True), b"\x06", b"\x15", b"\x02") == [
        Noted(what="command_accepted"),
        Noted(what="command_refused_check"),
    ]


def test_an_answer_in_a_frame_of_its_own_and_any_other_refusal() -> None:
    answer = b"\x02OK\x03"
    assert Codec().feed(answer + check_digits(answer)) == [Answer()]
    assert Codec().feed(answer + check_digits(answer[1:]) + card(0x31, "Kd")) == [
        Answer(),
        Frame(0x31, "D", card_data(1, "Kd")),
    ]
    assert Codec().feed(b"\x15\xff") == [Answer("other")]


def test_an_answer_cut_off_does_not_hide_the_card_behind_it() -> None:
    pieces = Codec().feed(b"\x02OK" + card(0x31, "Kd"))
    assert pieces == [Broken("bytes outside any frame"), Frame(0x31, "D", card_data(1, "Kd"))]


def test_an_answer_nobody_asked_for() -> None:
    assert [type(report) for report in hear(shoe(), b"\x06")] == [Damaged]


def test_options_complain_in_words() -> None:
    for numbers in ([[0x39, 0x30]], [[0x41, 0x46], [0x30, 0x39]], [[0x30, 0x39], [0x39, 0x41]]):
        with pytest.raises(ValidationError, match="runs from a first to a last one"):
            AngelEyeOptions.model_validate({"numbers": numbers})
