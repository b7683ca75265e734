"""The lines of docs/json-lines.md: what each holds and what it reports. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from drivers.frames import Malformed
from drivers.reports import (
    ButtonPressed,
    ButtonReleased,
    Damaged,
    FaultCleared,
    Faulted,
    FaultyPart,
    Hidden,
    MarkerPlaced,
    MarkerTaken,
    Noted,
    Report,
    TagArrived,
    TagGone,
    TagsPresent,
)
from drivers.table_link.codec import crc

HIGHEST_NUMBER = 2**32 - 1
UNNUMBERED = ("hello", "beat")  # they name the last number used and use none themselves
FAULTS = ("cannot_read", "antenna_failed", "sensor_failed", "button_stuck", "input_chatters")
HELLO = b'{"type":"hello"}\n'

_CHECKED = re.compile(rb"(.*\})\*([0-9A-F]{4})")
_TAG_LENGTHS = range(4, 11)
_LONGEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Message:
    type: str
    seq: int
    boot: int | None
    device_id: str
    fw_version: str
    body: dict[str, Any] = field(repr=False)


def read(line: bytes, *, checked: bool) -> Message:
    body = _object(_without_check(line, wanted=checked))
    kind = body.get("type")
    if not isinstance(kind, str):
        raise Malformed("a line without its type")
    return Message(
        kind,
        _number(body, "seq", 0, HIGHEST_NUMBER),
        _number(body, "boot", 1, HIGHEST_NUMBER) if "boot" in body else None,
        _name(body, "device_id"),
        _name(body, "fw_version"),
        body,
    )


def report(message: Message) -> Report:
    """Whatever it is, it carries the line's number: one that cannot be understood is a report that was lost."""
    try:
        said = _MEANINGS.get(message.type, _unknown)(message.body)
    except Malformed as malformed:
        said = Damaged(why=str(malformed))
    return replace(said, boot=message.boot, sequence=message.seq)


def _without_check(line: bytes, *, wanted: bool) -> bytes:
    found = _CHECKED.fullmatch(line)
    if found is None:
        if wanted:
            raise Malformed("a line without its check")
        return line
    if crc(found[1]) != int(found[2], 16):
        raise Malformed("a line whose check is wrong")
    return found[1]


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Malformed("a line that is no JSON object")
    return value


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def _unknown(body: dict[str, Any]) -> Report:
    return Noted(what="unknown_message")


def _card(body: dict[str, Any]) -> Report:
    return TagArrived(antenna=_antenna(body), tag=_tag(body.get("card_uid")))


def _gone(body: dict[str, Any]) -> Report:
    return TagGone(antenna=_antenna(body), tag=_tag(body.get("card_uid")))


def _present(body: dict[str, Any]) -> Report:
    uids = body.get("card_uids")
    if not isinstance(uids, list):
        raise Malformed("a message with a wrong value")
    complete = _truth(body, "complete") if "complete" in body else True
    return TagsPresent(antenna=_antenna(body), tags=tuple(_tag(uid) for uid in uids), complete=complete)


def _button(body: dict[str, Any]) -> Report:
    button = _number(body, "button", 1, 255)
    return ButtonPressed(button=button) if _truth(body, "pressed") else ButtonReleased(button=button)


def _marker(body: dict[str, Any]) -> Report:
    sensor = _number(body, "sensor", 1, 255)
    if not _truth(body, "placed"):
        return MarkerTaken(sensor=sensor)
    return MarkerPlaced(sensor=sensor, mark=_number(body, "mark", 1, 255) if "mark" in body else None)


def _error(body: dict[str, Any]) -> Report:
    """Where it is may be said: at an antenna or a sensor, or which button."""
    places = [_number(body, key, 1, 255) for key in ("antenna", "sensor") if key in body]
    keys = [_number(body, "button", 1, 255)] if "button" in body else []
    part: FaultyPart = "key" if keys else ""
    return Faulted(code=_fault(body), places=tuple(places), part=part, numbers=tuple(keys))


def _cleared(body: dict[str, Any]) -> Report:
    return FaultCleared(code=_fault(body))


_MEANINGS: dict[str, Callable[[dict[str, Any]], Report]] = {
    "card": _card,
    "gone": _gone,
    "present": _present,
    "button": _button,
    "marker": _marker,
    "error": _error,
    "cleared": _cleared,
}
NUMBERED = ("boot", *_MEANINGS)


def _number(body: dict[str, Any], key: str, lowest: int, highest: int) -> int:
    value = body.get(key)
    if type(value) is not int or not lowest <= value <= highest:
        raise Malformed("a message with a wrong value")
    return value


def _truth(body: dict[str, Any], key: str) -> bool:
    value = body.get(key)
    if not isinstance(value, bool):
        raise Malformed("a message with a wrong value")
    return value


def _antenna(body: dict[str, Any]) -> int:
    return _number(body, "antenna", 1, 255) if "antenna" in body else 1


def _tag(uid: Any) -> Hidden[bytes]:
    try:
        tag = bytes.fromhex(uid)
    except (TypeError, ValueError):
        raise Malformed("a tag that is no hexadecimal number") from None
    if len(tag) not in _TAG_LENGTHS or 2 * len(tag) != len(uid):
        raise Malformed("a tag of the wrong length")
    return Hidden(tag)


def _name(body: dict[str, Any], key: str) -> str:
    name = body.get(key, "")
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or not name.isprintable() or not name.isascii():
        raise Malformed("a message with a wrong value")
    return name


def _fault(body: dict[str, Any]) -> str:
    reason = body.get("reason")
    return reason if reason in FAULTS else "unknown_fault"
