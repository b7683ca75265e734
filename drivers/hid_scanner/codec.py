"""One input report of a HID POS scanner (usage page 0x8C). Pure: it knows nothing of what codes mean.

64 bytes: 2, how many bytes of the code are in here, the AIM identifier ("]" and two characters: which kind of
barcode), 56 bytes for the code, the identifier's further byte, one reserved, and in bit 0 of the last one
whether the code goes on in the next report.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.frames import Broken

REPORT_BYTES = 64
SCANNED_DATA = 2  # the report's number
IDENTIFIER = slice(2, 5)
CODE_BEGINS = 5
MOST_IN_ONE = 56
GOES_ON = 0x01


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
    identifier = report[IDENTIFIER]
    if identifier[:1] != b"]" or not identifier.isascii():
        return Broken("a report without its AIM identifier")
    content = report[CODE_BEGINS : CODE_BEGINS + report[1]]
    return Part(identifier.decode("ascii"), content, bool(report[-1] & GOES_ON))
