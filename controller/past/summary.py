"""A round in a line: when, who played, what came out, what was ruled. Nothing is played again for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.past.reading import NotThere
from controller.past.round_lines import RoundLine, Ruled, SaidOf
from controller.past.times import Zone, utc
from games.rulebook import Document

CLOCK_WAS_SET_MS = 1_000  # less is a clock that is steered
NOT_CLOSED = "not closed"


def rules_within(document: Document, asked: str) -> frozenset[str]:
    """Who asks for 16 means 16.2(b), too. Of a number that is in no rule nothing would be found, ever."""
    within = frozenset(document.within(asked.strip()))
    if not within:
        raise NotThere(f"{document.name} has no rule {asked!r}: write its number as it is written there")
    return within


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rounds somebody asks for. All that is said must be so."""

    box: int | None = None
    rules: frozenset[str] | None = None
    dealer: str | None = None
    by: str | None = None  # who ruled, decided or put right
    with_ruling: bool = False
    void: bool = False  # when it closed, or made void later
    corrected: bool = False  # something was put right of it, or in it
    card_twice: bool = False

    def fits(self, line: RoundLine, later: list[SaidOf]) -> bool:
        """`later`: what was said of it when it was over."""
        return line.is_of_the_round and all(self._asks(line, later))

    def _asks(self, line: RoundLine, later: list[SaidOf]) -> Iterator[bool]:
        if self.box is not None:
            yield self.box in line.places
        if self.dealer is not None:
            yield any(number == self.dealer for number, _ in line.dealers)
        if self.card_twice:
            yield line.seen_twice > 0
        if self.void:
            yield line.void or any(one.what == "voided" and not one.taken_back for one in later)
        if self.corrected:
            said = [*line.said_of(), *later]
            yield any(one.what in ("corrected", "voided") for one in said)
        if self.rules is not None or self.by is not None or self.with_ruling:
            meant: list[Ruled | SaidOf] = [*line.ruled(), *line.said_of(), *later]
            yield any(map(self._is_meant, meant))

    def _is_meant(self, one: Ruled | SaidOf) -> bool:
        return (self.rules is None or one.rule in self.rules) and self.by in (None, one.by)


def listed(line: RoundLine, later: list[SaidOf], zone: Zone, place: str) -> str:
    """As one reads it down a list."""
    begins, ends = zone.says(line.from_ms), zone.says(line.to_ms)
    day, _, time = ends.partition(" ")
    parts = [f"round {line.round}", f"{begins} to {time if begins.startswith(day) else ends}"]
    if not line.closed:
        parts += [f"{NOT_CLOSED}, {place} {', '.join(map(str, line.places)) or 'none'}"]
    else:
        boxes = [f"{place} {box[0]} {dollars(box[4], signed=True)}" for box in line.boxes]
        parts += [", ".join(boxes) or f"no {place}"]
        parts += [f"commission {dollars(line.commission_cents)}"] if line.commission_cents else []
        parts += ["VOID"] if line.void else []
    if line.time_charge_cents:
        parts.append(f"charged for time {dollars(line.time_charge_cents)}")
    parts += ["tournament: chips, no money"] if line.tournament else []
    if line.seen_twice:
        parts.append("a card was seen twice")
    if line.rulings:
        ruled = [one.rule + (" (taken back)" if one.taken_back else "") for one in line.ruled()]
        parts.append(f"ruled by {', '.join(ruled)}")
    if line.said:
        parts += [f"round {one.round} {_told(one, place)}" for one in line.said_of()]
    parts += [f"itself {_told(one, place)} in round {one.in_round}" for one in later]
    if abs(line.shift_ms) >= CLOCK_WAS_SET_MS:
        parts.append(f"the clock had been set: by the table's own time {zone.says(line.table_from_ms)}")
    return "  ".join(parts)


def _told(one: SaidOf, place: str) -> str:
    if one.what in ("corrected", "voided"):
        told = f"{'made void' if one.what == 'voided' else 'put right'} by {one.rule}"
    elif one.what == "disputed":
        told = f"disputed by {place} {one.box} ({one.rule})"
    else:
        decided = "upheld" if one.what == "upheld" else "not upheld"
        told = f"disputed by {place} {one.box}, {decided} by {one.rule}"
    return told + (" (taken back)" if one.taken_back else "")


def as_json(line: RoundLine, later: list[SaidOf], zone: Zone) -> dict[str, Any]:
    said_here, corrections = line.said_of(), ("corrected", "voided")
    box_names = ("box", "wagered_cents", "returned_cents", "paid_cents", "net_cents")
    return {
        "round": line.round,
        "begins": zone.at(line.from_ms).isoformat(),
        "ends": zone.at(line.to_ms).isoformat(),
        "begins_utc": utc(line.from_ms),
        "ends_utc": utc(line.to_ms),
        "begins_by_the_table_utc": utc(line.table_from_ms),
        "ends_by_the_table_utc": utc(line.table_to_ms),
        "clock_was_set": abs(line.shift_ms) >= CLOCK_WAS_SET_MS,
        "first_record": line.first,
        "last_record": line.last,
        "dealers": [{"number": number, "name": name} for number, name in line.dealers],
        "closed": line.closed,
        "void": line.void,
        "of_tournament": line.tournament,
        "commission_cents": line.commission_cents,
        "time_charge_cents": line.time_charge_cents,
        "places": line.places,
        "boxes": [dict(zip(box_names, box, strict=True)) for box in line.boxes],
        "questions": line.questions,
        "cards_seen_twice": line.seen_twice,
        "rulings": [_ruling(one) for one in line.ruled()],
        "corrections": [_said(one) for one in said_here if one.what in corrections],
        "corrected_later": [_said(one) for one in later if one.what in corrections],
        "disputes": [_said(one) for one in said_here if one.what not in corrections],
        "disputed_later": [_said(one) for one in later if one.what not in corrections],
    }


def _ruling(one: Ruled) -> dict[str, Any]:
    return {
        "record": one.record,
        "rule": one.rule,
        "about": one.about,
        "choice": one.choice,
        "by": one.by,
        "taken_back": one.taken_back,
        "asked_record": one.asked_record,
        "open_s": None if one.open_ms is None else one.open_ms / 1000,
        "opened_by": one.opened_by,
    }


def _said(one: SaidOf) -> dict[str, Any]:
    said: dict[str, Any] = {"about_round": one.round, "in_round": one.in_round}
    if one.what in ("corrected", "voided"):
        said["void"] = one.what == "voided"
    else:
        said["box"] = one.box
        said["upheld"] = None if one.what == "disputed" else one.what == "upheld"
    return {**said, "rule": one.rule, "by": one.by, "taken_back": one.taken_back}


def dollars(cents: int, *, signed: bool = False) -> str:
    sign = "-" if cents < 0 else "+" if signed and cents else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
