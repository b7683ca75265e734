"""Moments as people say them, in a zone: a journal knows only milliseconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from controller.cannot_go_on import CannotGoOn

Which = Literal["first", "last", "only"]  # of an hour that comes twice


class NoSuchTime(CannotGoOn):
    """The text says how to write it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The machine's own, unless one is named."""

    name: str = ""

    def __post_init__(self) -> None:
        _named(self.name)

    def at(self, at_ms: int) -> datetime:
        return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(_named(self.name))

    def says(self, at_ms: int) -> str:
        """With the offset: in the hour that comes twice it says which of the two."""
        said = self.at(at_ms).isoformat(" ", "seconds")  # a third of what strftime takes
        return f"{said[:-6]} {said[-6:]}"

    def clock(self, at_ms: int) -> str:
        at = self.at(at_ms)
        return f"{at:%H:%M:%S} {offset_of(at)}"

    def minute(self, at_ms: int) -> str:
        """As people are told it beforehand."""
        return f"{self.at(at_ms):%H:%M}"

    def ms(self, said: str, which: Which = "only") -> int:
        """An ISO moment, or a date and HH:MM. `which` of two where the clock was put back."""
        try:
            at = datetime.fromisoformat(said.strip())
            if at.tzinfo is None:
                at = self._in_zone(at, said, which)
            return round(at.timestamp() * 1000)
        except (ValueError, OverflowError):  # no time, or beyond the first or the last year
            raise NoSuchTime(
                f"{said!r} is no time: write it like 2026-11-19T02:13 or 2026-11-19T02:13:07+01:00"
            ) from None

    def _in_zone(self, at: datetime, said: str, which: Which) -> datetime:
        zone = _named(self.name)
        early, late = (
            (naive.astimezone() if zone is None else naive.replace(tzinfo=zone))
            for naive in (at.replace(fold=0), at.replace(fold=1))
        )
        if early.utcoffset() == late.utcoffset():
            return early
        if early.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != at:
            raise NoSuchTime(f"{said!r} was never on the clock: it was put forward over that time")
        if which == "only":
            raise NoSuchTime(
                f"{said!r} was on the clock twice: write {said}{offset_of(early)} or {said}{offset_of(late)}"
            )
        return early if which == "first" else late


def offset_of(at: datetime) -> str:
    return at.isoformat()[-6:]


def utc(at_ms: int) -> str:
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@lru_cache
def _named(name: str) -> tzinfo | None:
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise NoSuchTime(f"{name!r} is no time zone: write one like Australia/Hobart, or UTC") from None
