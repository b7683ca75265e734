"""One input report of a HID POS scanner (usage page 0x8C). Pure: it knows nothing of what codes mean.

64 bytes: 2, how many bytes of the code are in here, the AIM identifier ("]" and two characters: which kind of
barcode), 56 bytes for the code, the identifier's further byte, one reserved, and in the last one whether the
code goes on in the next report. Some makers put one byte before the identifier.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.frames import Broken
from drivers.hid import feature_report

REPORT_BYTES = 64
SCANNED_DATA = 2  # the report's number
IDENTIFIER_BEGINS = (2, 3)
IDENTIFIER_BYTES = 3
MOST_IN_ONE = 56
MODE, HID_POS = 0xFE, b"\x01"  # a feature report that some makers' scanners must be given first


@dataclass(frozen=True, slots=True)
class Part:
    """`content` can be a badge, so it stays out of `repr`."""

    identifier: str
    content: bytes = field(repr=False)
    goes_on: bool


def read(report: bytes) -> Part | Broken:
    if len(report) != REPORT_BYTES:
        return Broken("a report of another length")
    if report[0] != SCANNED_DATA:
        return Broken("a report of another kind")
    if report[1] > MOST_IN_ONE:
        return Broken("a report that says it is longer than it is")
    begins = next((at for at in IDENTIFIER_BEGINS if report[at] == ord("]")), 0)
    code = begins + IDENTIFIER_BYTES
    if not begins or not report[begins:code].isascii():
        return Broken("a report without its AIM identifier")
    return Part(report[begins:code].decode("ascii"), report[code : code + report[1]], bool(report[-1]))


def wake() -> bytes:
    return feature_report(MODE, HID_POS)
