"""What the author of a driver says of the device: what its messages mean, how they are numbered, its places.

Write it from the device's own description, never from the driver: it is what the driver is held against.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from drivers.reports import Report

Boot = int | None  # which life of the device; None: it has no number for that


@dataclass(frozen=True, slots=True, init=False)
class Means:
    """A whole message as the device sends it, and all that it means, in its order."""

    data: bytes = field(repr=False)
    reports: tuple[Report, ...]

    def __init__(self, data: bytes, *reports: Report) -> None:
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "reports", reports)


def _says_nothing(boot: Boot, used: int | None) -> bytes:
    return b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """How the device numbers its messages: from `first` to `last`, and then on at `after_last`."""

    message: Callable[[Boot, int], Means]  # an ordinary message under that number; the device must be known
    first: int  # the first such number after power came on
    last: int
    after_last: int | None = None  # None: beyond the last one it begins a new life
    boots: tuple[int, int] | None = None  # two numbers that its lives may have; None: a life has no number
    # What it says when it is met and `used` was its last number, or when it has just started (None).
    greeting: Callable[[Boot, int | None], bytes] = _says_nothing
    # Numbers that are left out are told as missed, or the device sends them again and they are waited for.
    jump: Literal["told", "sent again"] = "told"
    acknowledgement: Callable[[Boot, int], bytes] | None = None  # None: the device is told nothing

    @property
    def boot(self) -> Boot:
        return self.boots[0] if self.boots else None

    def after(self, number: int) -> int:
        if number != self.last:
            return number + 1
        assert self.after_last is not None, "nothing follows the last number"
        return self.after_last

    def row(self, first: int, count: int) -> list[int]:
        numbers = [first]
        while len(numbers) < count:
            numbers.append(self.after(numbers[-1]))
        return numbers


@dataclass(frozen=True, slots=True)
class Places:
    """Which antennas, sensors or buttons it has, and what it says at one of them."""

    numbers: Sequence[int]
    message: Callable[[int], Means]
    greeting: Sequence[bytes] = ()  # whole messages that must have come before
