"""The reports of a Stream Deck, both ways. Pure. There are two families of them.

`main` (MK.2, XL, Neo, modules of 15 and 32 keys): 1, 0, how many keys as 16 bits, low byte first, then a byte
for each key; pictures are JPEG. `mini` (Mini, module of 6 keys): 1, then a byte for each key; pictures are BMP.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from drivers.frames import Broken
from drivers.hid import feature_report, output_report

Family = Literal["main", "mini"]

KEY_STATES = 1  # the number of the input report
FIRST_STATE = {"main": 4, "mini": 1}
PICTURE = 2  # the number of the output report
PICTURE_REPORT_BYTES = 1_023  # behind its number
MAIN_HEAD_BYTES, MINI_HEAD_BYTES = 7, 15  # behind the number, too
MAIN_SETTING_BYTES, MINI_SETTING_BYTES = 31, 16
PICTURE_BEGINS = {"main": b"\xff\xd8\xff", "mini": b"BM"}


@dataclass(frozen=True, slots=True)
class KeyStates:
    down: frozenset[int]  # 1 is the first key of the first row, then to the right


def read(report: bytes, family: Family, keys: int) -> KeyStates | Broken:
    first = FIRST_STATE[family]
    if len(report) < first + keys:
        return Broken("a report of another length")
    if report[0] != KEY_STATES or (family == "main" and report[1] != 0):
        return Broken("a report of another kind")
    if family == "main" and int.from_bytes(report[2:4], "little") != keys:
        return Broken("another number of keys than the options say")
    states = report[first : first + keys]
    if any(state > 1 for state in states):
        return Broken("a key that is neither up nor down")
    return KeyStates(frozenset(number for number, state in enumerate(states, start=1) if state))


def brightness(percent: int, family: Family) -> bytes:
    if family == "main":
        return feature_report(3, bytes([0x08, percent]).ljust(MAIN_SETTING_BYTES, b"\0"))
    return feature_report(5, bytes([0x55, 0xAA, 0xD1, 0x01, percent]).ljust(MINI_SETTING_BYTES, b"\0"))


def picture(key: int, image: bytes, family: Family) -> bytes:
    """One picture in as many reports as it takes."""
    head = _main_head if family == "main" else _mini_head
    room = PICTURE_REPORT_BYTES - (MAIN_HEAD_BYTES if family == "main" else MINI_HEAD_BYTES)
    pieces = list(_pieces(image, room))
    sent = b""
    for number, piece in enumerate(pieces):
        content = head(key - 1, number, number == len(pieces) - 1, len(piece)) + piece
        sent += output_report(PICTURE, content.ljust(PICTURE_REPORT_BYTES, b"\0"))
    return sent


def _pieces(image: bytes, room: int) -> Iterator[bytes]:
    for at in range(0, len(image), room):
        yield image[at : at + room]


def _main_head(key: int, number: int, last: bool, length: int) -> bytes:
    return bytes([0x07, key, last]) + length.to_bytes(2, "little") + number.to_bytes(2, "little")


def _mini_head(key: int, number: int, last: bool, length: int) -> bytes:
    return bytes([0x01, number, 0, last, key + 1]).ljust(MINI_HEAD_BYTES, b"\0")
