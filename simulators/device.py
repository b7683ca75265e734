"""What every simulated device can do, and what can go wrong with it from the bench."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

from simulators.wire import Damage, Traffic


class Cable(Protocol):
    damage: Damage
    up: bool  # a PC listens

    @property
    def plugged(self) -> bool: ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...

    def send(self, data: bytes) -> None: ...

    def tick(self, now_ms: int) -> Traffic: ...


class NotPossible(Exception):
    """Not with the cards and devices as they are. The text says what to do first."""


class SimulatedDevice(ABC):
    wire: Cable
    troubles: tuple[str, ...] = ()  # the methods that make it fail in its own ways
    numbers_reports = False
    forgets = False  # it has a memory to lose

    @abstractmethod
    def tick(self, now_ms: int) -> None: ...

    @property
    def can(self) -> list[str]:
        """What the bench may do to it beside pulling its cable."""
        ways = {"lose_reports": self.numbers_reports, "reboot": self.forgets}
        return [way for way, possible in ways.items() if possible] + list(self.troubles)

    def trouble(self, word: str) -> None:
        if word not in self.troubles:
            known = ", ".join(self.troubles) or "none"
            raise NotPossible(f'This device has no trouble "{word}": it has {known}.')
        getattr(self, word)()

    def skip(self, count: int) -> None:
        raise NotPossible("This device does not number its reports: there is none to lose.")

    def reboot(self) -> None:
        raise NotPossible("This device has no boot number: unplug it and replug it.")


@runtime_checkable
class ReadsTags(Protocol):
    def arrive(self, antenna: int, tag: bytes) -> None: ...

    def leave(self, antenna: int, tag: bytes) -> None: ...


@runtime_checkable
class SeesMarkers(Protocol):
    lying: dict[int, int | None]  # the marker at each sensor

    def place(self, sensor: int, mark: int) -> None: ...

    def take(self, sensor: int) -> None: ...


@runtime_checkable
class ScansCodes(Protocol):
    def scan(self, code: str) -> None: ...


@runtime_checkable
class HasKeys(Protocol):
    def press(self, button: int) -> None: ...
