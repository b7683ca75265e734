"""The way from a table's verification key to the seal over a round, as an evidence zip carries it."""

from __future__ import annotations

import base64
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from controller.journal.sealing import Seal, is_signed, message_of_seal
from controller.journal.spans import Span

Item = Seal | Span


class Seals:
    """All seals of a journal, and the shortest way to each."""

    def __init__(self, table: str, seals: Sequence[Seal], spans: Sequence[Span]) -> None:
        self._table = table
        self._seals = seals
        self._numbers = [seal.number for seal in seals]
        self._openings = [seal.number for seal in seals if seal.opens]
        self._spans = spans

    def over(self, record: int) -> Seal | None:
        """The first that was made over that record: with a round's end there is one."""
        at = bisect_left(self._seals, record, key=attrgetter("record"))
        return self._seals[at] if at < len(self._seals) else None

    def way_to(self, seal: Seal) -> list[Item]:
        """From the seal that a verification key is of: by months, days, and the seals of the last day."""
        at = bisect_right(self._openings, seal.number) - 1
        if at < 0:  # of a version that had neither days nor months
            return list(self._chain(self._begins(seal.number), seal.number))
        opening = self._openings[at]
        to_opening = self._way_to_opening(opening)
        of_line = [span for span in self._spans if opening < span.seal <= seal.number]
        months = [span for span in of_line if span.length == "month"]
        if not months:
            return [*to_opening, *self._chain(opening + 1, seal.number)]
        days = [span for span in of_line if span.length == "day" and span.seal >= months[-1].seal]
        return [*to_opening, *months, *days, *self._chain(days[-1].seal, seal.number)]

    def _way_to_opening(self, opening: int) -> list[Item]:
        """It is nearly always the very first seal of a verification key."""
        seal = self._seal(opening)
        if self._begins_a_line(opening):
            return [seal]
        return [*self.way_to(self._seal(opening - 1)), seal]

    def _chain(self, first: int, last: int) -> Iterator[Seal]:
        at, behind = bisect_left(self._numbers, first), bisect_right(self._numbers, last)
        yield from self._seals[at:behind]

    def _begins(self, last: int) -> int:
        return next(number for number in range(last, -1, -1) if self._begins_a_line(number))

    def _begins_a_line(self, number: int) -> bool:
        """No seal before it announces its key: another verification key is shown for it."""
        if number <= self._numbers[0]:
            return True
        before, seal = self._seal(number - 1), self._seal(number)
        return not is_signed(before.next_key, seal.signature, message_of_seal(self._table, seal))

    def _seal(self, number: int) -> Seal:
        return self._seals[bisect_left(self._numbers, number)]


@dataclass
class Proofs:
    """What several files need, each item once."""

    seals: Seals
    items: list[dict[str, Any]] = field(default_factory=list)
    ways: dict[str, list[int]] = field(default_factory=dict)
    _places: dict[Item, int] = field(default_factory=dict)

    def add(self, name: str, last_record: int) -> None:
        """Of a round that is not over yet, and was not sealed, there is none."""
        seal = self.seals.over(last_record)
        if seal is not None and seal.record == last_record:
            self.ways[name] = [self._place(item) for item in self.seals.way_to(seal)]

    def _place(self, item: Item) -> int:
        if item not in self._places:
            self._places[item] = len(self.items)
            self.items.append(as_json(item))
        return self._places[item]


def as_json(item: Item) -> dict[str, Any]:
    kind = "seal" if isinstance(item, Seal) else item.length
    said = {name: _text(value) for name, value in item._asdict().items() if name != "length" and value != b""}
    return {"kind": kind, **said}


def _text(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
