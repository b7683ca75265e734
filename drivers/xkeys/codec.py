"""The reports of an X-keys button box, both ways. Pure: it knows keys, not what they are for.

From the box, 32 bytes (its maker counts a constant 0 in front of them as the first of 33): the unit's number,
the kind of report, then one byte for each column of keys, bit 0 being the topmost. To the box, 35 bytes: a
command and what it needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.frames import Broken
from drivers.hid import output_report

REPORT_BYTES = 32
ORDER_BYTES = 35
ROWS_IN_A_LAMP_BANK = 8

GENERATE_DATA, SET_LAMP, SET_ALL_LAMPS, GET_DESCRIPTOR = 177, 181, 182, 214
GENERATED = 0x02  # bit of the kind: the answer to GENERATE_DATA
HIGHEST_KIND_OF_KEYS = 3  # its bit 0 is the program switch on the back, which is no key
BLUE, RED = 0, 1


@dataclass(frozen=True, slots=True)
class Shape:
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class KeyStates:
    down: frozenset[int]  # 1 is the topmost of the first column, then downwards
    asked_for: bool


@dataclass(frozen=True, slots=True)
class Descriptor:
    product: int
    version: int


def read(report: bytes, shape: Shape) -> KeyStates | Descriptor | Broken:
    if len(report) == REPORT_BYTES + 1 and report[0] == 0:
        report = report[1:]
    if len(report) != REPORT_BYTES:
        return Broken("a report of another length")
    kind = report[1]
    if kind == GET_DESCRIPTOR:
        return Descriptor(int.from_bytes(report[11:13], "little"), report[10])
    if kind > HIGHEST_KIND_OF_KEYS:
        return Broken("a report of another kind")
    return _key_states(report[2 : 2 + shape.columns], shape, bool(kind & GENERATED))


def _key_states(columns: bytes, shape: Shape, asked_for: bool) -> KeyStates | Broken:
    if any(column >> shape.rows for column in columns):
        return Broken("keys that this device does not have")
    down = (
        column * shape.rows + row + 1
        for column, rows in enumerate(columns)
        for row in range(shape.rows)
        if rows >> row & 1
    )
    return KeyStates(frozenset(down), asked_for)


def generate_data() -> bytes:
    return _order(GENERATE_DATA)


def get_descriptor() -> bytes:
    return _order(GET_DESCRIPTOR)


def all_lamps_off() -> bytes:
    return _order(SET_ALL_LAMPS, BLUE, 0) + _order(SET_ALL_LAMPS, RED, 0)


def lamp_on(key: int, shape: Shape) -> bytes:
    """The blue one under a key."""
    column, row = divmod(key - 1, shape.rows)
    return _order(SET_LAMP, column * ROWS_IN_A_LAMP_BANK + row, 1)


def _order(*content: int) -> bytes:
    return output_report(0, bytes(content).ljust(ORDER_BYTES, b"\0"))
