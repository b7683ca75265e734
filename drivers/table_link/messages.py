"""The numbers of Table-Link and the bodies of its messages, as docs/table-link.md lists them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace

from drivers.frames import Malformed
from drivers.reports import (
    CardDrawn,
    Damaged,
    DeckInserted,
    DoorChanged,
    FaultCleared,
    Faulted,
    Hidden,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    PackDispensed,
    PoweredUp,
    Report,
    ShuffleComplete,
    ShuffleStarted,
    TagArrived,
    TagGone,
    TagsPresent,
)
from drivers.table_link.codec import Frame, encode

VERSION = 1
HELLO, BEAT = 0x01, 0x02
FAULT, FAULT_CLEARED = 0x10, 0x11
CARD_DRAWN = 0x20
DECK_INSERTED, SHUFFLE_STARTED, SHUFFLE_COMPLETE = 0x30, 0x31, 0x32
PACK_DISPENSED, DOOR_CHANGED, POWERED_UP = 0x33, 0x34, 0x35
TAG_ARRIVED, TAG_GONE, TAGS_PRESENT = 0x40, 0x41, 0x42
MARKER_PLACED, MARKER_TAKEN = 0x60, 0x61
IDENTIFY, ACKNOWLEDGE = 0x81, 0x82
NUMBERED = range(0x10, 0x80)

DEVICES = {1: "shoe", 2: "shuffling_shoe", 3: "reader_set", 4: "buttons", 5: "marker"}
FAULTS = {
    1: "cannot_read",
    2: "overdraw",
    3: "jammed",
    4: "double_feed",
    5: "antenna_failed",
    6: "motor_failed",
    7: "sensor_failed",
    8: "opened_in_cycle",
}
COLOURS = {1: "blue", 2: "red", 3: "green", 4: "black", 5: "brown", 6: "purple"}
TELL_CARDS = (*range(0x20, 0x30), *range(0x40, 0x50))  # what a shuffling shoe must never say

_RANKS, _SUITS = "23456789TJQKA", "shdc"
_IN_GAME, _FACE_READ, _COMPLETE, _OPEN = 0x01, 0x02, 0x01, 0x01
_TAG_LENGTHS = range(4, 11)
_LONGEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Hello:
    version: int
    device: str
    released: int
    model: str
    serial: str
    firmware: str


def identify() -> bytes:
    return encode(Frame(IDENTIFY, body=bytes([VERSION])))


def acknowledge(boot: int, sequence: int) -> bytes:
    return encode(Frame(ACKNOWLEDGE, boot, sequence))


def hello(body: bytes) -> Hello:
    if len(body) < 6:
        raise Malformed("a hello that is too short")
    version, device, released = struct.unpack_from(">BBI", body)
    model, rest = _name(body[6:])
    serial, rest = _name(rest)
    firmware, rest = _name(rest)
    if rest:
        raise Malformed("a hello with bytes to spare")
    return Hello(version, DEVICES.get(device, "unknown"), released, model, serial, firmware)


def released(body: bytes) -> int:
    if len(body) != 4:
        raise Malformed("a heartbeat of the wrong length")
    return int.from_bytes(body, "big")


def report(frame: Frame) -> Report:
    """Whatever it is, it carries the frame's number, so that it is written down and acknowledged."""
    try:
        said = _MEANINGS.get(frame.kind, _unknown)(frame.body)
    except Malformed as malformed:
        said = Damaged(why=str(malformed))
    return replace(said, boot=frame.boot, sequence=frame.sequence)


def dropped(frame: Frame) -> Report:
    """A shuffling shoe told of cards. What it told goes no further; that it did is a fault."""
    return Faulted(code="tells_cards", boot=frame.boot, sequence=frame.sequence)


def _unknown(body: bytes) -> Report:
    return Noted(what="unknown_message")


def _faulted(body: bytes) -> Report:
    return Faulted(code=_fault(body), places=tuple(place for place in body[1:] if place))


def _fault_cleared(body: bytes) -> Report:
    return FaultCleared(code=_fault(body))


def _card_drawn(body: bytes) -> Report:
    if len(body) not in (1, 3) or (len(body) == 3) != bool(body[0] & _FACE_READ):
        raise Malformed("a card of the wrong length")
    return CardDrawn(face=_face(body[1:]) if body[1:] else None, in_game=bool(body[0] & _IN_GAME))


def _deck_inserted(body: bytes) -> Report:
    colour, count = _deck(body)
    return DeckInserted(colour=colour, count=count)


def _shuffle_started(body: bytes) -> Report:
    colour, count = _deck(body)
    return ShuffleStarted(colour=colour, count=count)


def _shuffle_complete(body: bytes) -> Report:
    colour, count = _deck(body)
    return ShuffleComplete(colour=colour, count=count)


def _pack_dispensed(body: bytes) -> Report:
    colour, count = _deck(body)
    if count is None:
        raise Malformed("a pack of no cards")
    return PackDispensed(colour=colour, count=count)


def _door_changed(body: bytes) -> Report:
    if len(body) != 1:
        raise Malformed("a door of the wrong length")
    return DoorChanged(open=bool(body[0] & _OPEN))


def _powered_up(body: bytes) -> Report:
    if len(body) != 4:
        raise Malformed("a power-up of the wrong length")
    return PoweredUp(cycles=int.from_bytes(body, "big"))


def _tag_arrived(body: bytes) -> Report:
    return TagArrived(antenna=_antenna(body), tag=_tag(body[1:]))


def _tag_gone(body: bytes) -> Report:
    return TagGone(antenna=_antenna(body), tag=_tag(body[1:]))


def _tags_present(body: bytes) -> Report:
    if len(body) < 3:
        raise Malformed("an inventory that is too short")
    return TagsPresent(
        antenna=body[0], complete=bool(body[1] & _COMPLETE), tags=_tags(count=body[2], data=body[3:])
    )


def _marker_placed(body: bytes) -> Report:
    if len(body) != 2:
        raise Malformed("a marker of the wrong length")
    return MarkerPlaced(sensor=body[0], mark=body[1] or None)


def _marker_taken(body: bytes) -> Report:
    if len(body) != 1:
        raise Malformed("a marker of the wrong length")
    return MarkerTaken(sensor=body[0])


_MEANINGS: dict[int, Callable[[bytes], Report]] = {
    FAULT: _faulted,
    FAULT_CLEARED: _fault_cleared,
    CARD_DRAWN: _card_drawn,
    DECK_INSERTED: _deck_inserted,
    SHUFFLE_STARTED: _shuffle_started,
    SHUFFLE_COMPLETE: _shuffle_complete,
    PACK_DISPENSED: _pack_dispensed,
    DOOR_CHANGED: _door_changed,
    POWERED_UP: _powered_up,
    TAG_ARRIVED: _tag_arrived,
    TAG_GONE: _tag_gone,
    TAGS_PRESENT: _tags_present,
    MARKER_PLACED: _marker_placed,
    MARKER_TAKEN: _marker_taken,
}


def _fault(body: bytes) -> str:
    """A second byte says at which antenna or sensor; 0 or none: it is the whole device's."""
    if len(body) not in (1, 2):
        raise Malformed("a fault of the wrong length")
    return FAULTS.get(body[0], "unknown_fault")


def _deck(body: bytes) -> tuple[str, int | None]:
    if len(body) != 2:
        raise Malformed("a deck of the wrong length")
    return COLOURS.get(body[0], "unknown"), body[1] or None


def _face(code: bytes) -> Hidden[str]:
    rank, suit = chr(code[0]), chr(code[1])
    if rank not in _RANKS or suit not in _SUITS:
        raise Malformed("a card with an unknown rank or suit")
    return Hidden(rank + suit)


def _antenna(body: bytes) -> int:
    if not body:
        raise Malformed("a tag message without its antenna")
    return body[0]


def _tag(uid: bytes) -> Hidden[bytes]:
    if len(uid) not in _TAG_LENGTHS:
        raise Malformed("a tag of the wrong length")
    return Hidden(bytes(uid))


def _tags(count: int, data: bytes) -> tuple[Hidden[bytes], ...]:
    tags = []
    for _ in range(count):
        uid, data = _counted(data)
        tags.append(_tag(uid))
    if data:
        raise Malformed("an inventory with bytes to spare")
    return tuple(tags)


def _counted(data: bytes) -> tuple[bytes, bytes]:
    if not data or len(data) <= data[0]:
        raise Malformed("a length that reaches past the end")
    return data[1 : 1 + data[0]], data[1 + data[0] :]


def _name(data: bytes) -> tuple[str, bytes]:
    name, rest = _counted(data)
    if len(name) > _LONGEST_NAME or any(not 0x20 <= byte < 0x7F for byte in name):
        raise Malformed("a name that is too long or not printable")
    return name.decode("ascii"), rest
