"""What was measured: as a table to read and as JSON to keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.rounds import Round

HEADINGS = ("", "against", "ratio", "worst", "best", "ours", "theirs", "to reach", "")
FIGURE_HEADINGS = ("", "", "to reach", "")
TEXTS = frozenset({0, 1, 8})  # columns that are words; the others are numbers
REACHED = {None: "", True: "reached", False: "NOT REACHED"}


@dataclass(frozen=True, slots=True)
class Unit:
    """How seconds a piece are told: as pieces a second, where more is better, or as a time."""

    name: str
    of: Callable[[float], float]
    more_is_better: bool

    def ratio(self, found: Round) -> float:
        return self.of(found.ours) / self.of(found.theirs)


MILLIONS_A_SECOND = Unit("M/s", lambda seconds: 1e-6 / seconds, more_is_better=True)
MICROSECONDS = Unit("µs", lambda seconds: 1e6 * seconds, more_is_better=False)
MILLISECONDS = Unit("ms", lambda seconds: 1e3 * seconds, more_is_better=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison, at the median of its rounds."""

    what: str
    against: str
    unit: str
    more_is_better: bool
    ours: float
    theirs: float
    ratio: float
    ratios: tuple[float, ...]  # of each round
    to_reach: float | None

    @property
    def worst(self) -> float:
        return min(self.ratios) if self.more_is_better else max(self.ratios)

    @property
    def best(self) -> float:
        return max(self.ratios) if self.more_is_better else min(self.ratios)

    @property
    def reached(self) -> bool | None:
        if self.to_reach is None:
            return None
        return self.ratio >= self.to_reach if self.more_is_better else self.ratio <= self.to_reach

    def cells(self) -> tuple[str, ...]:
        return (
            self.what,
            self.against,
            *(f"{ratio:.2f}" for ratio in (self.ratio, self.worst, self.best)),
            *(f"{figure:.4g} {self.unit}" for figure in (self.ours, self.theirs)),
            self._wish(),
            REACHED[self.reached],
        )

    def _wish(self) -> str:
        if self.to_reach is None:
            return ""
        return f"{'≥' if self.more_is_better else '≤'} {self.to_reach:g}"

    def kept(self) -> dict[str, Any]:
        return {**asdict(self), "worst": self.worst, "best": self.best, "reached": self.reached}


def line(what: str, against: str, unit: Unit, rounds: Sequence[Round], to_reach: float | None = None) -> Line:
    ratios = tuple(unit.ratio(found) for found in rounds)
    return Line(
        what,
        against,
        unit.name,
        unit.more_is_better,
        ours=median(unit.of(found.ours) for found in rounds),
        theirs=median(unit.of(found.theirs) for found in rounds),
        ratio=median(ratios),
        ratios=ratios,
        to_reach=to_reach,
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """What is measured by itself, where nobody else does it: less is better."""

    what: str
    value: float
    unit: str
    to_reach: float | None = None

    @property
    def reached(self) -> bool | None:
        return None if self.to_reach is None else self.value <= self.to_reach

    def cells(self) -> tuple[str, ...]:
        wish = "" if self.to_reach is None else f"≤ {self.to_reach:g}"
        told = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.3g}"
        return (self.what, f"{told} {self.unit}", wish, REACHED[self.reached])


@dataclass(frozen=True, slots=True)
class Suite:
    name: str
    about: str
    lines: tuple[Line, ...] = ()
    breakdown: tuple[tuple[str, float], ...] = ()  # step -> microseconds from the beginning to its end
    figures: tuple[Figure, ...] = ()

    def text(self) -> str:
        return "\n".join([f"{self.name}: {self.about}", "", *self._tables(), *self._steps(), ""])

    def _tables(self) -> Iterable[str]:
        if self.lines:
            yield from columns([HEADINGS, *(found.cells() for found in self.lines)])
        if self.figures:
            yield from columns([FIGURE_HEADINGS, *(found.cells() for found in self.figures)], {0, 3})

    def _steps(self) -> Iterable[str]:
        if not self.breakdown:
            return
        yield ""
        before = 0.0
        for step, until in self.breakdown:
            yield f"  {until:7.0f} µs  {until - before:+6.0f}  {step}"
            before = until

    def kept(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "about": self.about,
            "lines": [found.kept() for found in self.lines],
            "figures": [{**asdict(found), "reached": found.reached} for found in self.figures],
            "breakdown_us": dict(self.breakdown),
        }


def columns(rows: Sequence[Sequence[str]], texts: Collection[int] = TEXTS) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [f"  {'  '.join(_aligned(row, widths, texts))}".rstrip() for row in rows]


def _aligned(row: Sequence[str], widths: Sequence[int], texts: Collection[int]) -> Iterable[str]:
    for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if number in texts else cell.rjust(width)


def keep(folder: Path, name: str, machine: dict[str, Any], suites: Sequence[Suite]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    found = {**machine, "suites": [suite.kept() for suite in suites]}
    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
