"""A journal as tables: a row a round, a payment, a ruling. Read off what was decided, without playing again.

Amounts are whole cents, and their sign is said in the column. What was taken back stays in its table with the
record that took it back, as it stays in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from controller.past.columns import AMOUNTS, COLUMNS, TOTALS
from controller.past.questions import Asked, answered
from controller.past.reading import Dealer, PastRound, Written
from controller.past.times import Zone, utc
from games.outcomes import (
    Acted,
    DisputeDecided,
    DisputeOpened,
    JackpotPools,
    Notice,
    Outcome,
    Payment,
    Posted,
    PotSettled,
    Question,
    RoundCorrected,
    StakeChanged,
    UncalledReturned,
    Withdrawn,
)

Row = dict[str, Any]

CHIPS_ORDERED = ("seat_entrant", "unseat_entrant", "give_chips", "leave_tournament")
SIGN_INS = ("sign_in", "sign_out", "lock", "unlock")
OF_HOST = (
    "journal_restored",
    "usb_plugged",
    "pin_locked_out",
    "pin_let_in",
    "restarted",
    "clock_stepped",
    "witness_disagrees",
    "witness_forgot",
    "sealing_begun",
    "sealing_stopped",
    "past_let_go",
)
TROUBLE = ("device_lost", "device_faulted", "reports_missed", "door_changed", "powered_up")
BY_PEOPLE = ("report", "hold_shoe", "void_round", "penalise")


@dataclass
class Source:
    """A round, and what all its rows say alike."""

    table: str
    game: str
    zone: Zone
    round: PastRound

    def outcomes(self, *kinds: str) -> Iterator[tuple[Written, Outcome]]:
        for one in self.round.written:
            yield from ((one, outcome) for outcome in one.outcomes(kinds))

    def holding(self, kind: str) -> Iterator[Outcome]:
        return (out for one, out in self.outcomes(kind) if one.number not in self.round.taken_back)

    def is_of_tournament(self, one: Written) -> bool:
        """What its orders move, and all that is moved from the order to join on."""
        return one.kind in CHIPS_ORDERED or (
            self.round.of_tournament is not None and one.number > self._joined_in
        )

    @cached_property
    def _joined_in(self) -> int:
        return max((one.number for one in self.round.written if one.kind == "join_tournament"), default=0)

    def at(self, one: Written) -> Row:
        return {
            "table": self.table,
            "round": self.round.number,
            "record": one.number,
            "utc": utc(one.at_ms),
            "local": self.local(one.at_ms),
        }

    def back(self, one: Written) -> Row:
        return {"taken_back": self.round.taken_back.get(one.number, "")}

    def local(self, at_ms: int) -> str:
        return self.zone.at(at_ms).isoformat(timespec="milliseconds")


# ---------------------------------------------------------------- rounds and money


@dataclass
class Sums:
    rounds: int = 0
    void: int = 0
    wagered_cents: int = 0
    players_net_cents: int = 0
    commission_cents: int = 0
    time_charge_cents: int = 0
    jackpot_in_cents: int = 0
    jackpot_out_cents: int = 0
    corrected_win_cents: int = 0
    bought_cents: int = 0
    left_cents: int = 0
    begins_ms: int | None = None
    ends_ms: int = 0

    @property
    def to_house_cents(self) -> int:
        return -self.players_net_cents + self.time_charge_cents

    @property
    def win_cents(self) -> int:
        return self.to_house_cents - self.jackpot_in_cents + self.jackpot_out_cents

    def add(self, of: Source, *, is_with_chips: bool = False) -> None:
        """A tournament's chips are no money."""
        past = of.round
        self.begins_ms = past.begins_ms if self.begins_ms is None else self.begins_ms
        self.ends_ms = past.ends_ms
        if past.closed is not None:
            self.rounds += 1
            self.void += past.closed.void
        self._add_stakes(of)
        if past.of_tournament is None or is_with_chips:
            self._add_amounts(of)

    def _add_stakes(self, of: Source) -> None:
        for one, changed in of.outcomes("stake_changed"):
            assert isinstance(changed, StakeChanged)
            if one.number in of.round.taken_back or of.is_of_tournament(one):
                continue
            if changed.why == "time_charge":
                self.time_charge_cents -= changed.cents
            elif changed.why in ("bought_in", "added"):
                self.bought_cents += changed.cents
            elif changed.why in ("taken", "left"):
                self.left_cents -= changed.cents

    def _add_amounts(self, of: Source) -> None:
        for corrected in of.holding("round_corrected"):
            assert isinstance(corrected, RoundCorrected)
            self.corrected_win_cents -= sum(box.cents for box in corrected.boxes)
            self.corrected_win_cents -= corrected.prize_cents + corrected.reserve_cents
        for pools in of.holding("jackpot_pools"):
            assert isinstance(pools, JackpotPools)
            self.jackpot_in_cents += pools.fed_cents
            self.jackpot_out_cents += pools.paid_cents
        closed = of.round.closed
        if closed is None:
            return
        self.wagered_cents += sum(box.wagered_cents for box in closed.boxes)
        self.players_net_cents += sum(box.net_cents for box in closed.boxes)
        self.commission_cents += closed.commission_cents

    def row(self) -> Row:
        hours = (self.ends_ms - (self.begins_ms or self.ends_ms)) / 3_600_000
        sums = {name: getattr(self, name) for name in TOTALS if name not in ("hours", "rounds_per_hour")}
        rate = round(self.rounds / hours, 1) if hours else 0.0
        return {**sums, "hours": round(hours, 3), "rounds_per_hour": rate}


def rounds(of: Source) -> Iterator[Row]:
    past, sums = of.round, Sums()
    sums.add(of, is_with_chips=True)
    amounts = {name: getattr(sums, name) for name in AMOUNTS}
    if past.of_tournament is not None:
        amounts |= {"to_house_cents": 0, "win_cents": 0}
    closed, dealers = past.closed, past.dealers
    yield {
        "table": of.table,
        "round": past.number,
        "game": of.game,
        "begins_utc": utc(past.begins_ms),
        "ends_utc": utc(past.ends_ms),
        "begins_local": of.local(past.begins_ms),
        "ends_local": of.local(past.ends_ms),
        "dealer": dealers[-1].number if dealers else "",
        "closed": int(closed is not None),
        "void": int(closed is not None and closed.void),
        "tournament": int(past.of_tournament is not None),
        "boxes": len(closed.boxes) if closed else 0,
        **amounts,
        "rulings": len(list(of.holding("ruling"))),
        "first_record": past.written[0].number,
        "last_record": past.written[-1].number,
    }


def boxes(of: Source) -> Iterator[Row]:
    for box in of.round.closed.boxes if of.round.closed else ():
        yield {
            "table": of.table,
            "round": of.round.number,
            "box": box.box,
            "wagered_cents": box.wagered_cents,
            "returned_cents": box.returned_cents,
            "paid_cents": box.paid_cents,
            "net_cents": box.net_cents,
        }


def payments(of: Source) -> Iterator[Row]:
    for one, paid in of.outcomes("payment"):
        assert isinstance(paid, Payment)
        yield {
            **of.at(one),
            **{name: getattr(paid, name) for name in list(COLUMNS["payments"])[5:17]},
            "rule": paid.rule.number,
            **of.back(one),
        }


def pots(of: Source) -> Iterator[Row]:
    for one, settled in of.outcomes("pot_settled", "uncalled_returned"):
        if isinstance(settled, UncalledReturned):
            whole: Row = {"pot": 0, "pot_cents": settled.cents, "commission_cents": 0}
            shares = [(settled.box, "uncalled", settled.cents)]
        else:
            assert isinstance(settled, PotSettled)
            whole = {
                "pot": settled.pot,
                "pot_cents": settled.amount_cents,
                "commission_cents": settled.commission_cents,
            }
            shares = [(share.box, share.half, share.cents) for share in settled.shares]
        for nth, (box, half, cents) in enumerate(shares):
            once = whole if nth == 0 else {**whole, "pot_cents": 0, "commission_cents": 0}
            said = {"box": box, "half": half, "cents": cents, "rule": settled.rule.number}
            yield {**of.at(one), **once, **said, **of.back(one)}


def jackpot(of: Source) -> Iterator[Row]:
    for one, pools in of.outcomes("jackpot_pools"):
        names = list(COLUMNS["jackpot"])[5:15]
        yield {**of.at(one), **{name: getattr(pools, name) for name in names}, **of.back(one)}


def corrections(of: Source) -> Iterator[Row]:
    for one, right in of.outcomes("round_corrected"):
        assert isinstance(right, RoundCorrected)
        shares = [(box.box, box.cents) for box in right.boxes] or [(0, 0)]
        for nth, (box, cents) in enumerate(shares):
            first = nth == 0
            yield {
                **of.at(one),
                "about_round": right.round,
                "void": int(right.void),
                "box": box,
                "cents": cents,
                "commission_cents": right.commission_cents if first else 0,
                "pools_cents": right.prize_cents + right.reserve_cents if first else 0,
                "house_cents": right.house_cents if first else 0,
                "by": right.by,
                "second_by": right.second_by,
                "reason": right.reason,
                "rule": right.rule.number,
                **of.back(one),
            }


def wagers(of: Source) -> Iterator[Row]:
    for one, put_in in of.outcomes("posted", "acted"):
        if isinstance(put_in, Posted):
            said: Row = {"act": put_in.what, "cents": put_in.cents, "rule": put_in.rule.number}
        else:
            assert isinstance(put_in, Acted)
            said = {"act": put_in.action, "cents": put_in.put_in_cents, "rule": ""}
        yield {**of.at(one), "box": put_in.box, **said, **of.back(one)}


def moves(of: Source) -> Iterator[Row]:
    for one, told in of.outcomes("notice"):
        assert isinstance(told, Notice)
        for moved in told.moved:
            said = {"source": moved.source, "dest": moved.dest, "cents": moved.cents}
            rule = told.rule.number if told.rule else ""
            box = "" if moved.box is None else moved.box
            yield {**of.at(one), "box": box, **said, "rule": rule, **of.back(one)}


def stakes(of: Source) -> Iterator[Row]:
    for one in of.round.written:
        changes: list[Row] = []
        for changed in one.outcomes({"stake_changed"}):
            assert isinstance(changed, StakeChanged)
            changes.append({name: getattr(changed, name) for name in ("box", "why", "cents", "stake_cents")})
        if one.kind == "change_seat" and not one.is_unruled:
            said = {"box": one.event["box"], "to_box": one.event["to"]}
            changes.append({**said, "why": "changed_seat", "cents": 0, "stake_cents": ""})
        for row in changes:
            tournament = int(of.is_of_tournament(one))
            yield {**of.at(one), "to_box": "", **row, "tournament": tournament, **of.back(one)}


# ---------------------------------------------------------------- rulings, incidents, people, devices


def rulings(of: Source) -> Iterator[Row]:
    for one, ruled, asked in answered(of.round):
        names = ("about", "choice", "by", "reported_by", "reason")
        said = {name: getattr(ruled, name) for name in names}
        row = {**of.at(one), **said, "rule": ruled.rule.number}
        yield {**row, **_question(of, one, asked), **of.back(one)}


def _question(of: Source, one: Written, asked: Asked | None) -> Row:
    names = ("asked_record", "asked_utc", "asked_local", "opened_by", "opened_with", "open_s")
    if asked is None:
        return dict.fromkeys(names, "")
    first = asked.written
    open_s = round((one.table_ms - first.table_ms) / 1000, 3)
    values = (first.number, utc(first.at_ms), of.local(first.at_ms), asked.by, first.kind, open_s)
    return dict(zip(names, values, strict=True))


def incidents(of: Source) -> Iterator[Row]:
    for one in of.round.written:
        for row in (*_of_event(one), *_of_outcomes(one)):
            yield {**of.at(one), "where": "", "detail": "", "rule": "", "by": "", **row}


def _of_event(one: Written) -> Iterator[Row]:
    event = one.event
    if one.is_unruled:
        yield {"group": "host", "kind": "rules_failed", "detail": one.kind}
    if one.kind in OF_HOST:
        detail = event.get("port") or event.get("number") or event.get("witness") or event.get("by_ms") or ""
        yield {"group": "host", "kind": one.kind, "detail": detail}
    elif one.kind in TROUBLE:
        yield {"group": "device", "kind": one.kind, "where": event.get("device", ""), "detail": _why(event)}
    elif one.kind in BY_PEOPLE:
        where = str(event.get("place") or event.get("box") or "")
        detail = event.get("what") or event.get("ground") or event.get("reason") or ""
        by = event.get("by", "")
        yield {"group": "irregularity", "kind": one.kind, "where": where, "detail": detail, "by": by}


def _of_outcomes(one: Written) -> Iterator[Row]:
    for outcome in one.outcomes({"question", "withdrawn", "dispute_opened", "dispute_decided"}):
        if isinstance(outcome, Question):
            yield {
                "group": "irregularity",
                "kind": outcome.about,
                "detail": "asked",
                "rule": outcome.rule.number,
                "by": outcome.reported_by,
            }
        elif isinstance(outcome, Withdrawn):
            yield {"group": "irregularity", "kind": outcome.about, "detail": "withdrawn", "by": outcome.by}
        else:
            assert isinstance(outcome, DisputeOpened | DisputeDecided)
            yield {
                "group": "dispute",
                "kind": outcome.kind,
                "where": f"round {outcome.round}, box {outcome.box}",
                "detail": outcome.claim if isinstance(outcome, DisputeOpened) else _decided(outcome),
                "rule": outcome.rule.number,
                "by": outcome.by,
            }


def _decided(outcome: DisputeDecided) -> str:
    return f"{'upheld' if outcome.upheld else 'stands'}: {outcome.reason}"


def _why(event: Row) -> str:
    for name in ("why", "code", "count", "open", "cycles"):
        if event.get(name) not in (None, ""):
            return f"{name} {event[name]}" if name in ("count", "open", "cycles") else str(event[name])
    return str(event.get("held", ""))


def sign_ins(of: Source) -> Iterator[Row]:
    for one in of.round.written:
        if one.kind in SIGN_INS:
            said = {"number": one.event.get("by", ""), "name": one.event.get("name", "")}
            yield {**of.at(one), "kind": one.kind, **said}


def devices(of: Source) -> Iterator[Row]:
    for one in of.round.written:
        if "device" in one.event and "role" in one.event:
            names = ("device", "role", "model", "serial", "firmware")
            said = {name: one.event.get(name, "") for name in names}
            yield {**of.at(one), "kind": one.kind, **said, "detail": _why(one.event)}


BY_ROUND: dict[str, Callable[[Source], Iterator[Row]]] = {
    "rounds": rounds,
    "boxes": boxes,
    "payments": payments,
    "pots": pots,
    "wagers": wagers,
    "moves": moves,
    "stakes": stakes,
    "rulings": rulings,
    "incidents": incidents,
    "sign_ins": sign_ins,
    "devices": devices,
    "jackpot": jackpot,
    "corrections": corrections,
}


# ---------------------------------------------------------------- shifts and days


@dataclass
class Shift:
    dealer: Dealer
    begins_ms: int
    sums: Sums = field(default_factory=Sums)


@dataclass
class Totals:
    """Fed with one round after the other. A round counts for who dealt at its end, and on the day it ended."""

    day_begins: timedelta = timedelta()
    shifts: list[Shift] = field(default_factory=list)
    days: dict[date, Sums] = field(default_factory=dict)
    _from: Source | None = None

    def add(self, of: Source) -> None:
        self._from = of
        if not self.shifts and of.round.dealer.number:
            self.shifts.append(Shift(of.round.dealer, of.round.begins_ms))
        for one in of.round.written:
            if one.kind == "sign_in":
                dealer = Dealer(one.event.get("by", ""), one.event.get("name", ""))
                if not self.shifts or self.shifts[-1].dealer.number != dealer.number:
                    self.shifts.append(Shift(dealer, one.at_ms))
        if self.shifts:
            self.shifts[-1].sums.add(of)
        day = (of.zone.at(of.round.written[-1].table_ms).replace(tzinfo=None) - self.day_begins).date()
        self.days.setdefault(day, Sums()).add(of)

    def rows(self, what: str) -> Iterator[Row]:
        of = self._from
        if of is None:
            return
        if what == "days":
            yield from (
                {"table": of.table, "day": day.isoformat(), **sums.row()} for day, sums in self.days.items()
            )
            return
        for shift in self.shifts:
            ends_ms = shift.sums.ends_ms or shift.begins_ms
            yield {
                "table": of.table,
                "dealer": shift.dealer.number,
                "name": shift.dealer.name,
                "begins_utc": utc(shift.begins_ms),
                "ends_utc": utc(ends_ms),
                "begins_local": of.local(shift.begins_ms),
                "ends_local": of.local(ends_ms),
                **shift.sums.row(),
            }


def day_begins(said: str) -> timedelta:
    at = datetime.strptime(said, "%H:%M")
    return timedelta(hours=at.hour, minutes=at.minute)


def rows(sources: Iterable[Source], whats: Iterable[str], totals: Totals) -> Iterator[tuple[str, Row]]:
    """Each with the table that it belongs to."""
    wanted = list(whats)
    for of in sources:
        for what in wanted:
            if what in BY_ROUND:
                yield from ((what, row) for row in BY_ROUND[what](of))
        totals.add(of)
    for what in wanted:
        if what not in BY_ROUND:
            yield from ((what, row) for row in totals.rows(what))
