"""Reports to a HID device, one after the other in the bytes that a driver sends. Pure.

What comes *from* the device needs nothing of the kind: on USB each call of a driver's `received` brings
one whole input report, as long as the device made it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

Kind = Literal["output", "feature"]

_KINDS: dict[Kind, int] = {"output": 2, "feature": 3}  # the numbers of the HID specification's report types
_NAMES = {number: kind for kind, number in _KINDS.items()}
_HEAD = struct.Struct(">BBH")


@dataclass(frozen=True, slots=True)
class ReportOut:
    """`number` is 0 for a device that does not number its reports; it is then not sent either."""

    kind: Kind
    number: int
    data: bytes

    @property
    def payload(self) -> bytes:
        return bytes([self.number]) + self.data if self.number else self.data


def output_report(number: int, data: bytes) -> bytes:
    return _packed("output", number, data)


def feature_report(number: int, data: bytes) -> bytes:
    return _packed("feature", number, data)


def _packed(kind: Kind, number: int, data: bytes) -> bytes:
    return _HEAD.pack(_KINDS[kind], number, len(data)) + data


def reports_out(sent: bytes) -> list[ReportOut]:
    """What `output_report` and `feature_report` packed, in its order."""
    reports, at = [], 0
    while at < len(sent):
        kind, number, length = _HEAD.unpack_from(sent, at)
        at += _HEAD.size
        reports.append(ReportOut(_NAMES[kind], number, sent[at : at + length]))
        at += length
    return reports
