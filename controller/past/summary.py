"""A round in a line: when, who played, what came out, what was ruled. Nothing is played again for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from controller.past.reading import NotThere, Past, PastRound
from controller.past.times import Zone, utc
from games.outcomes import Acted, DisputeDecided, DisputeOpened, Posted, RoundCorrected, Ruling
from games.rulebook import Document

WAGERS = ("place_ante", "place_jackpot_wager", "place_bonus_wager")


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


class SaidOf(NamedTuple):
    """A round was disputed or put right, when another was played or still in the same."""

    in_round: int
    outcome: DisputeOpened | DisputeDecided | RoundCorrected
    taken_back: bool


def disputes_and_corrections(past: PastRound) -> list[SaidOf]:
    """In that round, whichever they are of."""
    return [
        SaidOf(past.number, outcome, one.number in past.taken_back)
        for one in past.written
        for outcome in one.outcomes({"dispute_opened", "dispute_decided", "round_corrected"})
        if isinstance(outcome, DisputeOpened | DisputeDecided | RoundCorrected)
    ]


def said_after(past: Past, round_: int) -> dict[int, list[SaidOf]]:
    """By the round that it is about: that one, and all that came after it."""
    found: dict[int, list[SaidOf]] = {}
    for one in (one for later in past.looking_back(round_) for one in disputes_and_corrections(later)):
        if one.outcome.round != one.in_round:
            found.setdefault(one.outcome.round, []).append(one)
    return found


def places(past: PastRound) -> list[int]:
    """Boxes or seats that played; of a round that is still on, those that a wager has come from."""
    if past.closed is not None:
        return [box.box for box in past.closed.boxes]
    wagers = {one.event["box"] for one in past.written if one.kind in WAGERS}
    posted = (out for one in past.written for out in one.outcomes({"posted", "acted"}))
    return sorted(wagers | {out.box for out in posted if isinstance(out, Posted | Acted)})


def is_void(past: PastRound) -> bool:
    return past.closed is not None and past.closed.void


def rules_within(document: Document, asked: str) -> frozenset[str]:
    """Who asks for 16 means 16.2(b), too. Of a number that is in no rule nothing would be found, ever."""
    within = frozenset(document.within(asked.strip()))
    if not within:
        raise NotThere(f"{document.name} has no rule {asked!r}: write its number as it is written there")
    return within


def fits(
    past: PastRound, later: list[SaidOf], rules: frozenset[str] | None, box: int | None, *, with_ruling: bool
) -> bool:
    """`later`: what was said of it when it was over."""
    if not any(one.is_of_the_round for one in past.written):
        return False
    if box is not None and box not in places(past):
        return False
    if rules is None and not with_ruling:
        return True
    cited = [one.ruling.rule.number for one in rulings(past)]
    cited += [one.outcome.rule.number for one in (*disputes_and_corrections(past), *later)]
    return bool(cited) if rules is None else not rules.isdisjoint(cited)


def line(past: PastRound, later: list[SaidOf], zone: Zone, place: str) -> str:
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
    said_here = disputes_and_corrections(past)
    parts += [f"round {one.outcome.round} {_told(one, place)}" for one in said_here]
    parts += [f"itself {_told(one, place)} in round {one.in_round}" for one in later]
    return "  ".join(parts)


def _told(one: SaidOf, place: str) -> str:
    outcome, rule = one.outcome, one.outcome.rule.number
    if isinstance(outcome, RoundCorrected):
        told = f"{'made void' if outcome.void else 'put right'} by {rule}"
    elif isinstance(outcome, DisputeOpened):
        told = f"disputed by {place} {outcome.box} ({rule})"
    else:
        decided = "upheld" if outcome.upheld else "not upheld"
        told = f"disputed by {place} {outcome.box}, {decided} by {rule}"
    return told + (" (taken back)" if one.taken_back else "")


def as_json(past: PastRound, later: list[SaidOf], zone: Zone) -> dict[str, Any]:
    closed, said_here = past.closed, disputes_and_corrections(past)
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
        "corrections": [_as_json(one) for one in said_here if isinstance(one.outcome, RoundCorrected)],
        "corrected_later": [_as_json(one) for one in later if isinstance(one.outcome, RoundCorrected)],
        "disputes": [_as_json(one) for one in said_here if not isinstance(one.outcome, RoundCorrected)],
        "disputed_later": [_as_json(one) for one in later if not isinstance(one.outcome, RoundCorrected)],
    }


def _as_json(one: SaidOf) -> dict[str, Any]:
    outcome = one.outcome
    said: dict[str, Any] = {"about_round": outcome.round, "in_round": one.in_round}
    if isinstance(outcome, RoundCorrected):
        said["void"] = outcome.void
    else:
        said["box"] = outcome.box
        said["upheld"] = outcome.upheld if isinstance(outcome, DisputeDecided) else None
    return {**said, "rule": outcome.rule.number, "by": outcome.by, "taken_back": one.taken_back}


def dollars(cents: int, *, signed: bool = False) -> str:
    sign = "-" if cents < 0 else "+" if signed and cents else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
