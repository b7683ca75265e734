"""When a tag lies on an antenna and when it has gone, told from scans that do not always see everything."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drivers.reports import Hidden, Report, TagArrived, TagGone, TagsPresent

MOST_TAGS = 128  # on one antenna; nobody lays a deck and a half on one


class PolledOptions(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    arrives_after: Annotated[int, Field(ge=1, le=50)] = 3  # so many scans see it,
    arrives_within: Annotated[int, Field(ge=1, le=60)] = 6  # of the last so many
    gone_after: Annotated[int, Field(ge=1, le=200)] = 10  # scans in a row that do not
    silence_ms: Annotated[int, Field(ge=1_000, le=60_000)] = 3_000  # without an answer it counts as lost

    @model_validator(mode="after")
    def _can_arrive(self) -> Self:
        if self.arrives_within < self.arrives_after:
            raise ValueError("arrives_within is at least arrives_after: 3 scans of the last 6 are usual")
        return self


class Settling:
    """One antenna. What is seen once is not yet there, what drops out for a scan or two is not gone."""

    def __init__(self, antenna: int, options: PolledOptions) -> None:
        self._antenna = antenna
        self._options = options
        self._seen: dict[bytes, int] = {}  # not there yet: in which of the last scans, a bit each
        self._resting: dict[bytes, int] = {}  # there: how often in a row it was not seen
        self._scans = 0
        self._all_whole = True

    def scan(self, tags: Collection[bytes], *, whole: bool = True, failed: bool = False) -> list[Report]:
        """`whole` is False where more may lie there than it could name, `failed` where something disturbed it:
        then a tag that it does not name has not been looked for."""
        self._scans += 1
        self._all_whole = self._all_whole and whole and not failed
        arrived = self._arrivals(tags, failed)
        gone = [] if failed else self._departures(tags)
        if self._scans < self._options.arrives_within:
            return []
        if self._scans == self._options.arrives_within:
            return self._inventory()
        return [
            *(TagGone(antenna=self._antenna, tag=Hidden(tag)) for tag in gone),
            *(TagArrived(antenna=self._antenna, tag=Hidden(tag)) for tag in arrived),
        ]

    def _inventory(self) -> list[Report]:
        """What a partial inventory names is there all the same; only what it does not name is unknown."""
        tags = tuple(Hidden(tag) for tag in self._resting)
        present = TagsPresent(antenna=self._antenna, tags=tags, complete=self._all_whole)
        if self._all_whole:
            return [present]
        return [present, *(TagArrived(antenna=self._antenna, tag=tag) for tag in tags)]

    def _arrivals(self, tags: Collection[bytes], failed: bool) -> list[bytes]:
        looked_for = dict.fromkeys(tags) if failed else {**self._seen, **dict.fromkeys(tags)}
        for tag in looked_for:
            if tag not in self._resting:
                scans = self._seen.get(tag, 0) << 1 | (tag in tags)
                self._seen[tag] = scans & (1 << self._options.arrives_within) - 1
        self._seen = dict([(tag, scans) for tag, scans in self._seen.items() if scans][:MOST_TAGS])
        arrived = [tag for tag, scans in self._seen.items() if scans.bit_count() >= self._options.arrives_after]
        for tag in arrived[: MOST_TAGS - len(self._resting)]:
            del self._seen[tag]
            self._resting[tag] = 0
        return [tag for tag in arrived if tag in self._resting]

    def _departures(self, tags: Collection[bytes]) -> list[bytes]:
        for tag in self._resting:
            self._resting[tag] = 0 if tag in tags else self._resting[tag] + 1
        gone = [tag for tag, times in self._resting.items() if times >= self._options.gone_after]
        for tag in gone:
            del self._resting[tag]
        return gone


class Patience:
    """How long one answer may take, and how long a device may give none."""

    def __init__(self, answer_ms: int, silence_ms: int) -> None:
        self._answer_ms = answer_ms
        self._silence_ms = silence_ms
        self._asked_ms = 0
        self._answered_ms = 0

    def begins(self, now_ms: int) -> None:
        self._asked_ms = self._answered_ms = now_ms

    def asks(self, now_ms: int) -> None:
        self._asked_ms = now_ms

    def hears(self, now_ms: int) -> None:
        """Bytes: the answer is on its way, or noise is; if it is noise, silence ends it."""
        self._asked_ms = now_ms

    def has_answer(self, now_ms: int) -> None:
        self._answered_ms = now_ms

    def is_overdue(self, now_ms: int) -> bool:
        return now_ms - self._asked_ms >= self._answer_ms

    def silence(self, now_ms: int) -> str:
        silent_ms = now_ms - self._answered_ms
        return f"no answer for {silent_ms} ms" if silent_ms >= self._silence_ms else ""
