"""JSON lines as the controller lives them: each number once, and every number that was not heard counted.

Implemented from our own description (docs/json-lines.md); not yet run against a physical device.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from drivers.driver import Driver, Heard, Step
from drivers.frames import Broken, Malformed
from drivers.json_lines import messages
from drivers.json_lines.messages import Message
from drivers.lines import Line, Lines
from drivers.reports import Beat, Damaged, Faulted, Identified, Noted, Report, ReportsMissed

LONGEST_LINE = 1_024
LINE_STALLS_MS = 1_000


class JsonLinesOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    device_id: Annotated[str, Field(max_length=32)] = ""  # not empty: lines of another device are not heard
    checked: bool = False  # True: a line without its check is damage
    silence_ms: Annotated[int, Field(ge=1_500, le=600_000)] | None = 5_000  # None: it sends no beat


class JsonLines(Driver):
    Options = JsonLinesOptions
    introduces_itself = True  # by its first line, whatever that says: not every board hears a greeting
    may_have_a_secret = True

    @classmethod
    def roles(cls, options: Any) -> tuple[str, ...]:
        return ("readers", "markers", "buttons")

    def __init__(self, options: JsonLinesOptions, heard: Heard | None) -> None:
        self.options = options
        self._lines = Lines(LONGEST_LINE)
        self._boot = heard.boot if heard else None
        self._sequence = heard.sequence if heard else None  # None: this device was never heard
        self._refused = False  # another device is on this line: said once
        self._met = False  # a line of this connection was understood
        self._last_byte_ms = 0
        self._alive_ms = 0

    def connected(self, now_ms: int) -> Step:
        self._refused = self._met = False
        self._alive_ms = now_ms
        step = self._step(self._lines.give_up(), now_ms)
        return Step(step.reports, messages.HELLO, step.silent)

    def received(self, data: bytes, now_ms: int) -> Step:
        self._last_byte_ms = now_ms
        return self._step(self._lines.feed(data), now_ms)

    def idle(self, now_ms: int) -> Step:
        stalled = self._lines.unfinished and now_ms - self._last_byte_ms >= LINE_STALLS_MS
        return self._step(self._lines.give_up() if stalled else [], now_ms)

    def _step(self, pieces: Iterable[Line | Broken], now_ms: int) -> Step:
        reports = [report for piece in pieces for report in self._take(piece, now_ms)]
        return Step(tuple(reports), silent=self._silence(now_ms))

    def _silence(self, now_ms: int) -> str:
        silent_ms = now_ms - self._alive_ms
        if self.options.silence_ms is None or silent_ms < self.options.silence_ms:
            return ""
        return f"no line for {silent_ms} ms"

    def _take(self, piece: Line | Broken, now_ms: int) -> list[Report]:
        if isinstance(piece, Broken):
            return [Damaged(why=piece.why)]
        try:
            message = messages.read(piece.content, checked=self.options.checked)
        except Malformed as malformed:
            return [Damaged(why=str(malformed))]
        self._alive_ms = now_ms
        if self._is_another(message):
            return self._of_another_device()
        return [*self._introduced(message), *self._understood(message)]

    def _introduced(self, message: Message) -> list[Report]:
        first, self._met = not self._met, True
        says_it_itself = message.type in ("boot", "hello") and not self._is_repeat(message)
        return [_identified(message)] if first and not says_it_itself else []

    def _is_another(self, message: Message) -> bool:
        return bool(self.options.device_id) and message.device_id not in ("", self.options.device_id)

    def _of_another_device(self) -> list[Report]:
        if self._refused:
            return []
        self._refused = True
        return [Faulted(code="wrong_device")]

    def _understood(self, message: Message) -> list[Report]:
        if self._is_repeat(message):
            return []
        restarted = self._restarted(message)
        if message.type in messages.UNNUMBERED:
            return [*restarted, *self._missed_up_to(message.seq), self._unnumbered(message)]
        missed = [] if message.type == "boot" else self._missed_up_to(message.seq - 1)
        self._sequence = message.seq
        return [*restarted, *missed, _meant(message)]

    def _is_repeat(self, message: Message) -> bool:
        """Nothing tells a second boot without a boot number from a boot said twice, if nothing came between."""
        if self._sequence is None or message.boot != self._boot or message.type in messages.UNNUMBERED:
            return False
        return message.seq <= self._sequence if message.boot else message.seq == self._sequence

    def _restarted(self, message: Message) -> list[Report]:
        """What it had not delivered is gone with its memory, and nobody can say how much that was."""
        known = self._sequence is not None
        if not known:
            self._sequence = message.seq if message.type in messages.UNNUMBERED else max(0, message.seq - 1)
        again = known and self._begins_anew(message)
        self._boot = message.boot
        if not again:
            return []
        self._sequence = 0
        return [Noted(what="restarted", boot=message.boot)]

    def _begins_anew(self, message: Message) -> bool:
        went_back = self._sequence is not None and message.seq < self._sequence
        return message.boot != self._boot or message.type == "boot" or went_back

    def _missed_up_to(self, last: int) -> list[Report]:
        assert self._sequence is not None
        count = last - self._sequence
        if count <= 0:
            return []
        self._sequence = last
        return [ReportsMissed(count=count, boot=self._boot, sequence=last)]

    def _unnumbered(self, message: Message) -> Report:
        return _identified(message) if message.type == "hello" else Beat(boot=message.boot)


def _meant(message: Message) -> Report:
    if message.type == "boot":
        return replace(_identified(message), sequence=message.seq)
    return messages.report(message)


def _identified(message: Message) -> Identified:
    return Identified(
        model="JSON lines", serial=message.device_id, firmware=message.fw_version, boot=message.boot
    )
