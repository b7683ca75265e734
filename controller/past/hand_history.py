"""Past rounds, and sheets to be printed, for a screen at the table: made in a thread, because nothing there may
wait for it."""

from __future__ import annotations

import contextlib
import json
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any, NamedTuple, TypeVar

import structlog

from controller.past.incident import Listed, Sheet, listed, sheet
from controller.past.reading import OF_EARLIER, Past
from controller.past.steps import Step, TimeMachine
from controller.past.story import Line, story, whole
from controller.past.times import Zone
from controller.screens.states import Box, Rail
from games.events import Event, PrintSheet
from games.outcomes import Outcome, RoundClosed, Undone

log = structlog.get_logger()

KEPT = 8  # what need not be made again when somebody goes back and forth


class Layout(NamedTuple):
    """What lay there after one record, and what the screen asked for. Nothing of it can be touched.
    What was said of the round when it was over has no boxes."""

    record: int
    at_ms: int
    prompt: str
    rail: Rail | None
    boxes: list[Box]


@dataclass(frozen=True, slots=True)
class PastHand:
    """A closed round as the dealer saw it. Empty where it cannot be told any more."""

    steps: list[Layout]
    lines: list[Line]
    later: list[Line]  # what was said of it in later rounds; the last steps are of these


NOTHING = PastHand([], [], [])
Wanted = tuple[str | int, ...]  # what, of which round or record, in which language
M = TypeVar("M")


class HandHistory:
    def __init__(self, open_past: Callable[[], Past], ready: Callable[[], None]) -> None:
        """`ready` is called from the thread when a hand can be looked at."""
        self._open_past = open_past
        self._ready = ready
        self._kept: OrderedDict[Wanted, Any] = OrderedDict()
        self._thread: Thread | None = None
        self._printed: Counter[int] = Counter()  # by record, as far as somebody has looked at its sheet
        self._looked_back = 0  # grows with all that is said of rounds that are over
        self._turned = 0  # grows with what changes more of a sheet than stands there already

    def hand(self, round_: int, language: str) -> PastHand | None:
        """None while it is being made. One is made after the other: a screen asks again when it is told."""
        wanted = "hand", round_, language, self._looked_back
        return self._looked_up(wanted, lambda past: _played(past, round_, language), NOTHING)

    def incidents(self, round_: int, language: str, so_far: int) -> list[Listed] | None:
        """Of a round, also of the one that is on, in which there have been so many."""
        nothing: list[Listed] = []
        wanted = "incidents", round_, language, so_far, self._looked_back
        return self._looked_up(wanted, lambda past: listed(past, round_, language), nothing)

    def sheet(self, record: int, language: str) -> ToPrint | None:
        """Of a ruling, a dispute or a correction."""
        wanted = "sheet", record, language, self._looked_back, self._turned
        return self._looked_up(wanted, lambda past: self._to_print(past, record, language), NO_SHEET)

    def times_printed(self, record: int) -> int:
        return self._printed[record]

    def heard(self, event: Event | None, outcomes: list[Outcome]) -> None:
        if isinstance(event, PrintSheet):
            self._printed[event.record] += 1
            return
        undone = {outcome.what for outcome in outcomes if isinstance(outcome, Undone)}
        self._looked_back += event is not None and not OF_EARLIER.isdisjoint({event.kind, *undone})
        self._turned += bool(undone) or any(isinstance(outcome, RoundClosed) for outcome in outcomes)

    def close(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _looked_up(self, wanted: Wanted, make: Callable[[Past], M], nothing: M) -> M | None:
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            made: M = self._kept[wanted]
            return made
        if self._thread is None:
            arguments = wanted, make, nothing
            self._thread = Thread(target=self._make, args=arguments, name="hand-history", daemon=True)
            self._thread.start()
        return None

    def _make(self, wanted: Wanted, make: Callable[[Past], M], nothing: M) -> None:
        try:
            with self._open_past() as past:
                made = make(past)
        except Exception as error:
            # What cannot be told any more keeps nobody from playing.
            log.info("past_not_told", what=wanted[0], of=wanted[1], detail=str(error))
            made = nothing
        self._kept[wanted] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._thread = None
        with contextlib.suppress(RuntimeError):  # the table was closed meanwhile
            self._ready()

    def _to_print(self, past: Past, record: int, language: str) -> ToPrint:
        made = sheet(past, record, language, Zone())
        self._printed[record] = max(self._printed[record], past.times_printed(record))
        return ToPrint(made)


class ToPrint(NamedTuple):
    """Empty where there is no sheet of that record any more."""

    sheet: Sheet | None = None


NO_SHEET = ToPrint()


def _played(past: Past, round_: int, language: str) -> PastHand:
    told = story(whole(past, round_), language, Zone())
    machine = TimeMachine(past, round_, Zone(), (language,), for_archive=False)
    alike = Alike()
    steps = [_layout(step, language, alike) for step in machine.steps([])]
    later = [Layout(line.record, line.at_ms, "", None, []) for line in told.later]
    return PastHand([*steps, *later], told.lines, told.later)


V = TypeVar("V")


class Alike:
    """What is equal is kept once: from one record to the next little changes."""

    def __init__(self) -> None:
        self._kept: dict[str, object] = {}

    def one(self, value: V) -> V:
        return self._kept.setdefault(json.dumps(value), value)  # type: ignore[return-value]


def _untouched(box: Box) -> Box:
    return {**box, "touch": None}


def _layout(step: Step, language: str, alike: Alike) -> Layout:
    screen, happened = step.dealer[language], step.happened
    boxes = [alike.one(_untouched(box)) for box in screen["boxes"]]
    return Layout(
        happened.record, happened.at_ms, screen["prompt"]["title"], alike.one(screen["rail"]), alike.one(boxes)
    )
