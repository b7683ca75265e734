"""One switch: when it counts as changed, when it flickers, when it is stuck. Time comes from outside."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

CHATTER_MS = 2_000  # so many changes within this are no hand
QUIET_MS = 1_000  # without a change, and a flickering input is believed again


@dataclass(frozen=True, slots=True)
class Limits:
    settle_ms: int
    most_changes: int  # in CHATTER_MS
    stuck_ms: int | None  # None: it may stay on as long as it likes


class Switch:
    """What it says, one word at a time: "on", "off", "chatters", "calm", "stuck", "free"."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._raw: bool | None = None  # as the last message said
        self._raw_ms = 0
        self._state: bool | None = None  # as it was told
        self._state_ms = 0
        self._changes: deque[int] = deque(maxlen=limits.most_changes)
        self._chatters = self._stuck = False

    def hears(self, on: bool, now_ms: int) -> list[str]:
        said = self.passes(now_ms)  # what it was until now may have settled meanwhile
        if on == self._raw:
            return said
        if self._raw is not None:
            self._changes.append(now_ms)
        self._raw, self._raw_ms = on, now_ms
        return said + self._flickering(now_ms) + self.passes(now_ms)

    def passes(self, now_ms: int) -> list[str]:
        """Time goes by."""
        if self._raw is None:
            return []
        if self._chatters:
            return self._calms_down(now_ms)
        if self._raw != self._state and now_ms - self._raw_ms >= self._limits.settle_ms:
            return self._settles(now_ms)
        return self._sticks(now_ms)

    def _settles(self, now_ms: int) -> list[str]:
        self._state, self._state_ms = self._raw, now_ms
        was_stuck, self._stuck = self._stuck, False
        return [*(["free"] if was_stuck else []), "on" if self._state else "off"]

    def _flickering(self, now_ms: int) -> list[str]:
        enough = len(self._changes) == self._limits.most_changes
        if self._chatters or not enough or now_ms - self._changes[0] > CHATTER_MS:
            return []
        self._chatters = True
        return ["chatters"]

    def _calms_down(self, now_ms: int) -> list[str]:
        if now_ms - self._raw_ms < QUIET_MS:
            return []
        self._chatters = False
        self._changes.clear()
        return ["calm", *(self._settles(now_ms) if self._raw != self._state else [])]

    def _sticks(self, now_ms: int) -> list[str]:
        stuck_ms = self._limits.stuck_ms
        if self._stuck or stuck_ms is None or not self._state or now_ms - self._state_ms < stuck_ms:
            return []
        self._stuck = True
        return ["stuck"]
