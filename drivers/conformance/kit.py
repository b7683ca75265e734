"""What all the tests of the kit stand on: what the author says, a driver, and an end to each test."""

from __future__ import annotations

import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import FrameType
from typing import Any, ClassVar, Literal

import pytest

from drivers.conformance.says import Means, Numbers, Places
from drivers.driver import Driver, Heard
from drivers.registry import driver_class
from drivers.reports import Report

IDLE_MS = 200  # how often a driver hears at a table that no bytes came


class TookTooLong(BaseException):
    """No Exception: neither the driver nor whoever tries it with chance bytes may catch it and go on."""


class Kit(ABC):
    tested: type[Driver] | None = None
    name: str = ""  # instead of `tested`: as the configuration names it
    options: dict[str, Any] = {}  # noqa: RUF012
    roles: tuple[str, ...] = ()  # instead of the driver's own, if that says none
    speaks: Literal["when asked", "regularly", "by itself"]  # the device; "by itself": only if it has news
    silent_after_ms = 60_000  # unless by itself: at the latest, if nothing comes any more
    longest_s: ClassVar[float] = 30  # one of these tests; a driver that waits or never ends is stopped
    _stopped: ClassVar[str] = ""

    @abstractmethod
    def messages(self) -> list[Means]:
        """Whole messages as the device sends them after connecting: the greeting, if any, comes first."""

    @abstractmethod
    def secrets(self) -> list[str]:
        """How the cards and tags in `messages` would look if they were printed."""

    def numbers(self) -> Numbers | None:
        """None: the device numbers nothing."""
        return None

    def places(self) -> Places | None:
        """None: nothing that it says has a place."""
        return None

    def resynchronise(self) -> bytes:
        """What ends a damaged frame."""
        return b""

    def data(self) -> list[bytes]:
        return [said.data for said in self.messages()]

    def driver(self, heard: Heard | None = None) -> Driver:
        chosen = self.tested or driver_class(self.name)
        driver = chosen(chosen.Options.model_validate(self.options), heard)
        driver.connected(0)
        return driver

    def reports(self, driver: Driver, *chunks: bytes) -> list[Report]:
        return [report for chunk in chunks for report in driver.received(chunk, 0).reports]

    @pytest.fixture(autouse=True)
    def _has_an_end(self, request: pytest.FixtureRequest) -> Iterator[None]:
        """A driver that blocks would hold these tests for minutes, and the table's loop for ever."""
        if self._stopped:
            pytest.fail(f"not tried: the driver was stopped in {self._stopped}")
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(number: int, frame: FrameType | None) -> None:
            type(self)._stopped = request.node.name
            raise TookTooLong(f"stopped after {self.longest_s} s: a step of the driver blocks, or never ends")

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, self.longest_s)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
