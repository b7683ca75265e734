"""A driver that is right, and what somebody may get wrong in it: each must fall to the conformance tests.

Not collected with the others: test_the_kit.py runs it. A card lies on the reader ("T", its tag in hex) or none
does ("-"), a line each, in answer to "?".
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict

from drivers.conformance import DriverConformance, Means, Places
from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken
from drivers.lines import Line, Lines
from drivers.reports import CardDrawn, Damaged, Hidden, Report, TagArrived, TagGone

ASK = b"?\n"
ASK_AGAIN_MS, SILENT_MS = 400, 3_000
TAG, OTHER = "04a1b2c3", "04d4e5f6"


class NoOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RightReader(Driver):
    Options = NoOptions

    def __init__(self, options: NoOptions, heard: Heard | None) -> None:
        self._lines = Lines(16)
        self._tag = b""
        self._asked_ms = self._answered_ms = 0

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("readers",)

    def connected(self, now_ms: int) -> Step:
        stopped = self._reports(self._lines.give_up())
        self._tag = b""
        self._asked_ms = self._answered_ms = now_ms
        return Step(stopped, ASK)

    def received(self, data: bytes, now_ms: int) -> Step:
        reports = self._reports(self._lines.feed(data))
        if not reports:
            return Step()
        self._asked_ms = self._answered_ms = now_ms
        return Step(reports, ASK)

    def idle(self, now_ms: int) -> Step:
        silent_ms = now_ms - self._answered_ms
        silent = f"no answer for {silent_ms} ms" if silent_ms >= SILENT_MS else ""
        if now_ms - self._asked_ms < ASK_AGAIN_MS:
            return Step(silent=silent)
        self._asked_ms = now_ms
        return Step(self._reports(self._lines.give_up()), ASK, silent)

    def _reports(self, pieces: Iterable[Line | Broken]) -> tuple[Report, ...]:
        return tuple(report for piece in pieces for report in self._meant(piece))

    def _meant(self, piece: Line | Broken) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        if piece.content == b"-":
            return self._lies(b"")
        try:
            if piece.content[:1] != b"T":
                raise ValueError
            return self._lies(bytes.fromhex(piece.content[1:].decode("ascii")))
        except ValueError:
            return [Damaged(why="a line of another shape")]

    def _lies(self, tag: bytes) -> list[Report]:
        before, self._tag = self._tag, tag
        gone: list[Report] = [TagGone(antenna=1, tag=Hidden(before))] if before else []
        return [*gone, *([TagArrived(antenna=1, tag=Hidden(tag))] if tag else [])] if tag != before else []


class Prints(RightReader):
    def _lies(self, tag: bytes) -> list[Report]:
        sys.stdout.write(tag.hex())
        return super()._lies(tag)


class NeverAsksAgain(RightReader):
    def idle(self, now_ms: int) -> Step:
        return Step(silent=super().idle(now_ms).silent)


class IsNeverSilent(RightReader):
    def idle(self, now_ms: int) -> Step:
        step = super().idle(now_ms)
        return Step(step.reports, step.send)


class KeepsTheOldTag(RightReader):
    def connected(self, now_ms: int) -> Step:
        kept = self._tag
        step = super().connected(now_ms)
        self._tag = kept
        return step


class ReadsTheClock(RightReader):
    def received(self, data: bytes, now_ms: int) -> Step:
        return super().received(data, time.monotonic_ns() // 1_000_000)


class Sleeps(RightReader):
    def received(self, data: bytes, now_ms: int) -> Step:
        time.sleep(0.000_1)
        return super().received(data, now_ms)


class DrawsCards(RightReader):
    def _lies(self, tag: bytes) -> list[Report]:
        return [CardDrawn(face=Hidden("As")) if tag else report for report in super()._lies(tag)]


class Kit(DriverConformance):
    speaks = "when asked"

    def messages(self) -> list[Means]:
        tag, other = Hidden(bytes.fromhex(TAG)), Hidden(bytes.fromhex(OTHER))
        return [
            Means(f"T{TAG}\n".encode(), TagArrived(antenna=1, tag=tag)),
            Means(b"-\n", TagGone(antenna=1, tag=tag)),
            Means(f"T{OTHER}\n".encode(), TagArrived(antenna=1, tag=other)),
            Means(f"T{TAG}\n".encode(), TagGone(antenna=1, tag=other), TagArrived(antenna=1, tag=tag)),
        ]

    def places(self) -> Places:
        """It has one."""
        return Places([1], lambda antenna: self.messages()[0])

    def secrets(self) -> list[str]:
        return [TAG, OTHER, "As"]

    def resynchronise(self) -> bytes:
        return b"\n"


class TestRightReader(Kit):
    tested = RightReader


class TestPrints(Kit):
    tested = Prints


class TestNeverAsksAgain(Kit):
    tested = NeverAsksAgain


class TestIsNeverSilent(Kit):
    tested = IsNeverSilent


class TestKeepsTheOldTag(Kit):
    tested = KeepsTheOldTag


class TestReadsTheClock(Kit):
    tested = ReadsTheClock


class TestSleeps(Kit):
    tested = Sleeps


class TestDrawsCards(Kit):
    tested = DrawsCards
