"""The contract every driver keeps.

A driver is pure: bytes and the time come in, reports and answers go out. The thread, the port,
the reconnecting and the clock belong to `controller/lines/keeper.py`, so a driver can be tested with
nothing but bytes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import BaseModel

from drivers.reports import Report
from drivers.slip import Slip


class Heard(NamedTuple):
    """The last report of this device that is safely on disk."""

    boot: int | None
    sequence: int | None
    said: tuple[Report, ...] = ()  # all that came under this number, as far as the journal keeps it


@dataclass(frozen=True, slots=True)
class Step:
    """What one push of a driver brings: reports for the table, bytes for the device."""

    reports: tuple[Report, ...] = ()
    send: bytes = b""  # on USB packed by drivers/hid.py
    silent: str = ""  # not empty: the device has gone quiet for too long; says how long


class Driver(ABC):
    Options: ClassVar[type[BaseModel]]
    introduces_itself: ClassVar[bool] = False  # it reports Identified; until then it is not ready
    may_have_a_secret: ClassVar[bool] = (
        False  # over TCP the device can be asked for one: docs/device-secrets.md
    )
    reads: ClassVar[Literal["bytes", "reports"]] = "bytes"  # "reports": on USB, one report each time
    by_way_of: ClassVar[Literal["", "pcscd"]] = ""  # a program of this computer that owns the device

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        """What it can be at a table (drivers/roles.py), the usual one first; none: whatever a table says."""
        return ()

    @abstractmethod
    def __init__(self, options: Any, heard: Heard | None) -> None:
        """`heard` is what the journal knows; reports up to it are repeats, a jump past it is a gap."""

    def connected(self, now_ms: int) -> Step:
        """The link has just come up, for the first time or again."""
        return Step()

    @abstractmethod
    def received(self, data: bytes, now_ms: int) -> Step:
        """Bytes as they come, split anywhere; for a driver that reads reports, one whole HID input report."""

    def idle(self, now_ms: int) -> Step:
        """No bytes came for a while."""
        return Step()

    @classmethod
    def lamps(cls, options: Any) -> frozenset[int]:
        """The numbers of the lamps, or lit keys, that the table may switch."""
        return frozenset()

    def lights(self, on: frozenset[int]) -> bytes:
        """These are on from now, all others off: the bytes, if any, that tell the device so."""
        return b""

    def prints(self, slip: Slip, now_ms: int) -> Step:
        """A printer begins with this one. It says SlipPrinted or SlipNotPrinted of each; one at a time."""
        raise NotImplementedError

    def committed(self, boot: int | None, sequence: int | None) -> bytes:
        """That report is on disk now: the bytes, if any, that tell the device so."""
        return b""
