"""Subtitles beside the cameras' footage (WebVTT): what happened, when it happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from controller.past.story import Line

SHOWN_MS, LEAST_MS = 4_000, 800
MOST_LINES = 4  # at once
LEAST_FIRST = ("prompt", "act", "card", "money")  # what goes where more was said; of its like what is older


def webvtt(head: str, lines: Iterable[Line], starts_ms: int) -> Iterator[str]:
    """`starts_ms`: when the footage begins. What was before it is not in the picture. Where the clock was put
    back one hour lies over another, and whoever reads subtitles wants them in the order of their times."""
    lines = sorted(lines, key=lambda line: line.at_ms)
    yield "WEBVTT\n"
    yield f"NOTE\n{_escaped(head)}\n"
    moments = [(at_ms, list(told)) for at_ms, told in groupby(lines, key=lambda line: line.at_ms)]
    for nth, (at_ms, told) in enumerate(moments):
        if at_ms < starts_ms:
            continue
        then_ms = moments[nth + 1][0] if nth + 1 < len(moments) else at_ms + SHOWN_MS
        ends_ms = min(at_ms + SHOWN_MS, max(then_ms, at_ms + LEAST_MS))
        yield f"{told[0].record}"
        yield f"{_clock(at_ms - starts_ms)} --> {_clock(ends_ms - starts_ms)}"
        yield "\n".join(_escaped(line.text) for line in _most_telling(told)) + "\n"


def _most_telling(told: list[Line]) -> list[Line]:
    def weight(nth: int) -> tuple[int, int]:
        tone = told[nth].tone
        return LEAST_FIRST.index(tone) if tone in LEAST_FIRST else len(LEAST_FIRST), nth

    kept = sorted(range(len(told)), key=weight)[-MOST_LINES:]
    return [told[nth] for nth in sorted(kept)]


def _clock(ms: int) -> str:
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}.{rest:03}"


def _escaped(text: str) -> str:
    """An arrow would begin another cue, an empty line end this one."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("--&gt;", "→")
