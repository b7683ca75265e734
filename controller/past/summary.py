"""A round in a line: when, who played, what came out, what was ruled. Nothing is played again for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from controller.past.reading import OF_OTHER_ROUNDS, Past, PastRound
from controller.past.times import Zone, utc
from games.outcomes import RoundCorrected, Ruling


@dataclass(frozen=True, slots=True)
class RuledOn:
    """A ruling, and the record that it stands in."""

    record: int
    at_ms: int
    ruling: Ruling
    taken_back: bool = False


def rulings(past: PastRound) -> list[RuledOn]:
    """Those that were taken back too: they were given."""
    return [
        RuledOn(one.number, one.at_ms, outcome, taken_back=one.number in past.taken_back)
        for one in past.written
        for outcome in one.outcomes({"ruling"})
        if isinstance(outcome, Ruling)
    ]


class PutRight(NamedTuple):
    """Something about another round, which was closed by then."""

    in_round: int
    correction: RoundCorrected
    taken_back: bool


def corrections(past: PastRound) -> list[PutRight]:
    return [
        PutRight(past.number, outcome, one.number in past.taken_back)
        for one in past.written
        for outcome in one.outcomes({"round_corrected"})
        if isinstance(outcome, RoundCorrected)
    ]


def put_right_after(past: Past, round_: int) -> dict[int, list[PutRight]]:
    """By the round that it is about: that one, and all that came after it."""
    found: dict[int, list[PutRight]] = {}
    for one in (one for later in past.looking_back(round_) for one in corrections(later)):
        found.setdefault(one.correction.round, []).append(one)
    return found


def places(past: PastRound) -> list[int]:
    """Boxes or seats that played; of a round that is still on, those that a wager has come from."""
    if past.closed is not None:
        return [box.box for box in past.closed.boxes]
    own = (one for one in past.written if one.is_of_the_round and one.kind not in OF_OTHER_ROUNDS)
    named = {one.event["box"] for one in own if "box" in one.event}
    return sorted(named)


def is_void(past: PastRound) -> bool:
    return past.closed is not None and past.closed.void


def fits(
    past: PastRound, later: list[PutRight], rule: str | None, box: int | None, *, with_ruling: bool
) -> bool:
    """`later`: what was put right of it."""
    if not any(one.is_of_the_round for one in past.written):
        return False
    if box is not None and box not in places(past):
        return False
    if rule is None and not with_ruling:
        return True
    rules = [one.ruling.rule for one in rulings(past)]
    rules += [one.correction.rule for one in (*corrections(past), *later)]
    return any(one.number.partition(" ")[0] == rule for one in rules) if rule else bool(rules)


def line(past: PastRound, later: list[PutRight], zone: Zone, place: str) -> str:
    """As one reads it down a list."""
    same_day = zone.at(past.begins_ms).date() == zone.at(past.ends_ms).date()
    ends = (zone.clock if same_day else zone.says)(past.ends_ms)
    parts = [f"round {past.number}", f"{zone.says(past.begins_ms)} to {ends}"]
    if past.closed is None:
        parts += [f"not closed, {place} {', '.join(map(str, places(past))) or 'none'}"]
    else:
        boxes = [f"{place} {box.box} {dollars(box.net_cents, signed=True)}" for box in past.closed.boxes]
        parts += [", ".join(boxes) or f"no {place}"]
        parts += [f"commission {dollars(past.closed.commission_cents)}"] if past.closed.commission_cents else []
        parts += ["VOID"] if past.closed.void else []
    parts += ["tournament: chips, no money"] if past.of_tournament else []
    ruled = [one.ruling.rule.number + (" (taken back)" if one.taken_back else "") for one in rulings(past)]
    parts += [f"ruled by {', '.join(ruled)}"] if ruled else []
    parts += [f"round {one.correction.round} {_told(one)}" for one in corrections(past)]
    parts += [f"itself {_told(one)} in round {one.in_round}" for one in later]
    return "  ".join(parts)


def _told(one: PutRight) -> str:
    what = "made void" if one.correction.void else "put right"
    back = " (taken back)" if one.taken_back else ""
    return f"{what} by {one.correction.rule.number}{back}"


def as_json(past: PastRound, later: list[PutRight], zone: Zone) -> dict[str, Any]:
    closed = past.closed
    return {
        "round": past.number,
        "begins": zone.at(past.begins_ms).isoformat(),
        "ends": zone.at(past.ends_ms).isoformat(),
        "begins_utc": utc(past.begins_ms),
        "ends_utc": utc(past.ends_ms),
        "first_record": past.written[0].number,
        "last_record": past.written[-1].number,
        "dealers": [{"number": dealer.number, "name": dealer.name} for dealer in past.dealers],
        "closed": closed is not None,
        "void": is_void(past),
        "of_tournament": past.of_tournament is not None,
        "commission_cents": closed.commission_cents if closed else 0,
        "places": places(past),
        "boxes": [
            {
                "box": box.box,
                "wagered_cents": box.wagered_cents,
                "returned_cents": box.returned_cents,
                "paid_cents": box.paid_cents,
                "net_cents": box.net_cents,
            }
            for box in (closed.boxes if closed else ())
        ],
        "rulings": [
            {
                "record": one.record,
                "rule": one.ruling.rule.number,
                "about": one.ruling.about,
                "choice": one.ruling.choice,
                "by": one.ruling.by,
                "taken_back": one.taken_back,
            }
            for one in rulings(past)
        ],
        "corrections": list(map(_as_json, corrections(past))),
        "corrected_later": list(map(_as_json, later)),
    }


def _as_json(one: PutRight) -> dict[str, Any]:
    return {
        "about_round": one.correction.round,
        "in_round": one.in_round,
        "void": one.correction.void,
        "rule": one.correction.rule.number,
        "by": one.correction.by,
        "taken_back": one.taken_back,
    }


def dollars(cents: int, *, signed: bool = False) -> str:
    sign = "-" if cents < 0 else "+" if signed and cents else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
