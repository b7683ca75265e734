"""Keys of a button box: what was pressed and let go, and which of them cannot be believed any more."""

from __future__ import annotations

from collections import deque

from drivers.reports import Beat, ButtonPressed, ButtonReleased, FaultCleared, Faulted, Report

CHANGES_BELIEVED = 10  # within CHATTER_MS; five presses in a second are more than a finger does
CHATTER_MS = 1_000
QUIET_MS = 2_000  # a key that chattered is believed again after this long without a change


class Keys:
    def __init__(self, stuck_ms: int) -> None:
        self._stuck_ms = stuck_ms
        self._down: dict[int, int] = {}  # each key that is down, since when
        self._told: set[int] = set()  # those whose press was told
        self._changes: dict[int, deque[int]] = {}
        self._stuck: set[int] = set()
        self._chattering: set[int] = set()

    def begin(self, down: frozenset[int], now_ms: int) -> list[Report]:
        """How the keys lie when the device is met. One that is held already was not pressed now."""
        self._down = dict.fromkeys(down, now_ms)
        return [Beat()]

    def are(self, down: frozenset[int], now_ms: int) -> list[Report]:
        changed = sorted(down ^ self._down.keys())
        reports = [report for key in changed for report in self._changed(key, key in down, now_ms)]
        return [*reports, *self.passed(now_ms)]

    def passed(self, now_ms: int) -> list[Report]:
        """Time passes: a key may have been down too long, or quiet for long enough."""
        quiet = {key for key in self._chattering if now_ms - self._changes[key][-1] >= QUIET_MS}
        too_long = {key for key, since_ms in self._down.items() if now_ms - since_ms >= self._stuck_ms}
        return [
            *self._faults("input_chatters", self._chattering, self._chattering - quiet),
            *self._faults("button_stuck", self._stuck, too_long - self._chattering),
        ]

    def _changed(self, key: int, is_down: bool, now_ms: int) -> list[Report]:
        if is_down:
            self._down[key] = now_ms
        else:
            del self._down[key]
        if self._chatters(key, now_ms):
            self._told.discard(key)
            return self._faults("input_chatters", self._chattering, self._chattering | {key})
        return self._told_of(key, is_down)

    def _chatters(self, key: int, now_ms: int) -> bool:
        changes = self._changes.setdefault(key, deque(maxlen=CHANGES_BELIEVED + 1))
        changes.append(now_ms)
        many = len(changes) > CHANGES_BELIEVED and now_ms - changes[0] < CHATTER_MS
        return many or key in self._chattering

    def _told_of(self, key: int, is_down: bool) -> list[Report]:
        if is_down:
            self._told.add(key)
            return [ButtonPressed(button=key)]
        if key not in self._told:
            return []
        self._told.remove(key)
        return [ButtonReleased(button=key)]

    def _faults(self, code: str, before: set[int], now: set[int]) -> list[Report]:
        """One fault however many keys have it: it is cleared with the last of them."""
        had_it = bool(before)
        before.intersection_update(now)
        before.update(now)
        if had_it == bool(now):
            return []
        if not now:
            return [FaultCleared(code=code)]
        return [Faulted(code=code, part="key", numbers=tuple(sorted(now)))]
