"""The PN532 as the controller lives it: wake it, ask who it is, then ask for tags for ever.

A tag that was named once stays selected and keeps silent when it is asked again. So the field goes off before
each scan: then every tag is new to the chip.

Implemented from public descriptions; not yet run against the physical device.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field

from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken, Malformed
from drivers.pn532.codec import FROM_CHIP, WAKE, Answer, Codec, Frame, Piece, command
from drivers.reports import Damaged, Identified, Report
from drivers.settling import Patience, PolledOptions, Settling

ANSWER_WAIT_MS = 400
ANTENNA = 1
MOST_AT_ONCE = 2  # tags that the chip can name in one answer

_SAM, _FIRMWARE, _CONFIGURE, _LIST = 0x14, 0x02, 0x32, 0x4A
_NORMAL_MODE = bytes([_SAM, 0x01, 0x00, 0x01])  # no security chip, no time-out, with its interrupt line
_FIELD_OFF, _FIELD_ON = bytes([_CONFIGURE, 0x01, 0x00]), bytes([_CONFIGURE, 0x01, 0x01])
_TWO_TAGS = bytes([_LIST, MOST_AT_ONCE, 0x00])  # 0: 106 kbit/s, type A
_SCAN = (_FIELD_OFF, _FIELD_ON, _TWO_TAGS)
_ERROR = b"\x7f"
_UID_LENGTHS = (4, 7, 10)
_HAS_ATS = 0x20  # in the tag's SEL_RES: a length and so many bytes follow its number


class Pn532Options(PolledOptions):
    tries: Annotated[int, Field(ge=0, le=0xFE)] = 1  # how often the chip calls again before it says "no tag"


class Pn532(Driver):
    Options = Pn532Options
    introduces_itself = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("readers",)

    def __init__(self, options: Pn532Options, heard: Heard | None) -> None:
        self.options = options
        retries = bytes([_CONFIGURE, 0x05, 0xFF, 0x01, options.tries])
        self._questions = (_NORMAL_MODE, bytes([_FIRMWARE]), retries, *_SCAN)
        self._patience = Patience(ANSWER_WAIT_MS, options.silence_ms)
        self._begin()

    def _begin(self) -> None:
        self._codec = Codec()
        self._antenna = Settling(ANTENNA, self.options)
        self._asked = 0  # which question waits for its answer; the scan's are asked for ever
        self._firmware = ""
        self._send = b""

    def connected(self, now_ms: int) -> Step:
        stopped = self._codec.give_up()
        self._begin()
        self._patience.begins(now_ms)
        self._ask(0, now_ms)
        return self._step(stopped, now_ms)

    def received(self, data: bytes, now_ms: int) -> Step:
        self._patience.hears(now_ms)
        return self._step(self._codec.feed(data), now_ms)

    def idle(self, now_ms: int) -> Step:
        return self._step(self._codec.give_up() if self._patience.is_overdue(now_ms) else [], now_ms)

    def _step(self, pieces: Iterable[Piece], now_ms: int) -> Step:
        reports = [report for piece in pieces for report in self._take(piece, now_ms)]
        if self._patience.is_overdue(now_ms):
            self._ask(0, now_ms)  # it may have lost its power meanwhile
        send, self._send = self._send, b""
        return Step(tuple(reports), send, self._patience.silence(now_ms))

    def _ask(self, which: int, now_ms: int) -> None:
        self._asked = which
        self._patience.asks(now_ms)
        self._send = (b"" if which else WAKE) + command(self._questions[which])

    def _take(self, piece: Piece, now_ms: int) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        if isinstance(piece, Answer):
            if not piece.heard:
                self._ask(self._asked, now_ms)
            return []
        try:
            return self._answered(piece, now_ms)
        except Malformed as malformed:
            return [Damaged(why=str(malformed))]

    def _answered(self, frame: Frame, now_ms: int) -> list[Report]:
        if frame.data == _ERROR:
            raise Malformed("an error of the chip")
        if frame.data[:2] != bytes([FROM_CHIP, self._questions[self._asked][0] + 1]):
            raise Malformed("an answer to another question")
        reports = self._meant(frame.data[2:])
        self._patience.has_answer(now_ms)
        after = self._asked + 1
        self._ask(after if after < len(self._questions) else after - len(_SCAN), now_ms)
        return reports

    def _meant(self, data: bytes) -> list[Report]:
        if self._questions[self._asked] is _TWO_TAGS:
            tags = _tags(data)
            return self._antenna.scan(tags, whole=len(tags) < MOST_AT_ONCE)
        return self._identified(data) if self._questions[self._asked][0] == _FIRMWARE else []

    def _identified(self, data: bytes) -> list[Report]:
        if len(data) != 4:
            raise Malformed("a firmware version of the wrong length")
        chip, version, revision, _ = data
        firmware = f"{version}.{revision}"
        if firmware == self._firmware:
            return []
        self._firmware = firmware
        return [Identified(model=f"PN5{chip:02X}", firmware=firmware)]


def _tags(data: bytes) -> list[bytes]:
    if not data or data[0] > MOST_AT_ONCE:
        raise Malformed("a list of tags that does not add up")
    tags, rest = [], data[1:]
    for _ in range(data[0]):
        uid, rest = _tag(rest)
        tags.append(uid)
    if rest:
        raise Malformed("a list of tags that does not add up")
    return tags


def _tag(data: bytes) -> tuple[bytes, bytes]:
    """Its place in the list, SENS_RES in two bytes, SEL_RES, the length of its number, its number."""
    if len(data) < 5 or data[4] not in _UID_LENGTHS or len(data) < 5 + data[4]:
        raise Malformed("a list of tags that does not add up")
    uid, rest = data[5 : 5 + data[4]], data[5 + data[4] :]
    if data[3] & _HAS_ATS:
        rest = rest[rest[0] if rest else 0 :]
    return uid, rest
