"""Which question a ruling answers, when it was asked, and who or what opened it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.past.reading import PastRound, Written
from games.outcomes import Question, Ruling, Withdrawn


@dataclass(frozen=True, slots=True)
class Asked:
    written: Written  # the record in which it was asked
    question: Question

    @property
    def by(self) -> str:
        """A staff number or a device; empty where it came of itself, as when a time had run out."""
        event = self.written.event
        return self.question.reported_by or str(event.get("by") or event.get("device") or "")


def answered(past: PastRound) -> Iterator[tuple[Written, Ruling, Asked | None]]:
    """Each ruling, taken back or not, with its question. What a person ruled unasked has none."""
    open_: dict[str, Asked] = {}
    for one in past.telling:
        for outcome in one.outcomes({"question", "withdrawn", "ruling"}):
            if isinstance(outcome, Question):
                open_[outcome.about] = Asked(one, outcome)
            elif isinstance(outcome, Withdrawn):
                open_.pop(outcome.about, None)
            elif isinstance(outcome, Ruling):
                yield one, outcome, open_.get(outcome.about)
                if one.number not in past.taken_back:
                    open_.pop(outcome.about, None)
