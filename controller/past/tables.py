"""A journal as tables: a row a round, a payment, a ruling. Read off what was decided, without playing again.

Amounts are whole cents, and their sign is said in the column. What was taken back stays in its table with the
record that took it back, as it stays in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from controller.past.reading import Dealer, PastRound, Written
from controller.past.times import Zone, utc
from games.outcomes import (
    DisputeDecided,
    DisputeOpened,
    JackpotPools,
    Outcome,
    Payment,
    PotSettled,
    Question,
    RoundCorrected,
    Ruling,
    UncalledReturned,
    Withdrawn,
)

Row = dict[str, Any]

AT = {
    "table": "the table's name",
    "round": "number of the round; what comes before the first card of it belongs to it",
    "record": "number of the journal's record",
    "utc": "time of it, UTC",
    "local": "the same in the zone, with the offset",
}
BACK = {"taken_back": "the record that took it back; empty where it holds"}
TOTALS = {
    "rounds": "rounds that were closed, a tournament's too; of its chips there is nothing in the sums",
    "void": "void ones among them",
    "wagered_cents": "all wagers",
    "players_net_cents": "what players won, below zero what they lost",
    "commission_cents": "taken from pots",
    "jackpot_in_cents": "lost jackpot wagers, into the pools",
    "jackpot_out_cents": "major prizes, out of the pools",
    "win_cents": "what the house won: -players_net - jackpot_in + jackpot_out; of a pot that is the commission",
    "corrected_win_cents": "what corrections of closed rounds, made then, have added to it",
    "hours": "from its first to its last act",
    "rounds_per_hour": "rounds by hours",
}

COLUMNS: dict[str, dict[str, str]] = {
    "rounds": {
        "table": AT["table"],
        "round": "its number",
        "game": "as the configuration names it",
        "begins_utc": "first act of a person for it, UTC",
        "ends_utc": "its last record, UTC",
        "begins_local": "the same in the zone, with the offset",
        "ends_local": "the same in the zone, with the offset",
        "dealer": "number of who dealt at its end",
        "closed": "1, or 0 if it is still on",
        "void": "1 if it was void when it was closed",
        "tournament": "1 if it was a tournament's: its amounts are chips, the house wins nothing by them",
        "boxes": "how many boxes or seats played",
        **{name: TOTALS[name] for name in list(TOTALS)[2:8]},
        "rulings": "how many hold",
        "first_record": "of the journal",
        "last_record": "of the journal",
    },
    "boxes": {
        "table": AT["table"],
        "round": "number of the round",
        "box": "box or seat",
        "wagered_cents": "all wagers of it, blinds and antes too",
        "returned_cents": "of the wagers what came back",
        "paid_cents": "won on top, or from pots",
        "net_cents": "returned + paid - wagered",
    },
    "payments": {
        **AT,
        "box": "box",
        "wager": "ante, bet, call, jackpot or bonus",
        "result": "win, lose, void or returned",
        "wager_cents": "what was wagered",
        "returned_cents": "from the layout to the player",
        "taken_cents": "from the layout to the house",
        "paid_cents": "from the house to the player",
        "given_back_cents": "taken before, and given back",
        "taken_back_cents": "paid before, and taken back",
        "net_cents": "what the player has won, below zero lost, by this",
        "odds": "to one",
        "rule": "number in the game's document",
        **BACK,
    },
    "pots": {
        **AT,
        "pot": "1 is the main pot; 0 an uncalled bet",
        "box": "seat",
        "half": "whole, high, low, both; uncalled",
        "cents": "to that seat",
        "pot_cents": "the whole pot, said once a pot",
        "commission_cents": "taken from it, said once a pot",
        "rule": "number in the game's document",
        **BACK,
    },
    "rulings": {
        **AT,
        "about": "what was asked",
        "choice": "what was ruled",
        "rule": "number in the game's document",
        "by": "staff number",
        "reported_by": "staff number of who reported it",
        "reason": "as it was given",
        **BACK,
    },
    "incidents": {
        **AT,
        "group": "irregularity, dispute, device or host",
        "kind": "what happened, as events and questions are named",
        "where": "place, box or device",
        "detail": "code, claim or reason",
        "rule": "number in the game's document",
        "by": "staff number",
    },
    "sign_ins": {
        **AT,
        "kind": "sign_in, sign_out, lock or unlock",
        "number": "staff number",
        "name": "as shown",
    },
    "devices": {
        **AT,
        "kind": "device_ready, device_lost, device_faulted and so on",
        "device": "its name in the configuration",
        "role": "shoe, shuffler, readers, markers, scanner or buttons",
        "model": "as the device reports it",
        "serial": "as the device reports it",
        "firmware": "as the device reports it",
        "detail": "why, or which fault",
    },
    "jackpot": {
        **AT,
        "fed_cents": "into both pools",
        "paid_cents": "major prizes",
        "corrected_cents": "because of a closed round that was put right",
        "prize_cents": "in the prize pool from then on",
        "reserve_cents": "in the reserve from then on",
        "displayed_cents": "on the sign from then on",
        **BACK,
    },
    "corrections": {
        **AT,
        "about_round": "the closed round that was put right",
        "void": "1 if it was made void",
        "box": "box or seat; 0 for what belongs to none",
        "cents": "to the player, below zero from him",
        "commission_cents": "said once a correction",
        "pools_cents": "into the jackpot's pools, said once a correction",
        "by": "staff number",
        "second_by": "who signed too",
        "reason": "as it was given",
        "rule": "number in the game's document",
        **BACK,
    },
    "shifts": {
        "table": AT["table"],
        "dealer": "staff number",
        "name": "as shown",
        "begins_utc": "he signed in, or was there when what is exported begins; UTC",
        "ends_utc": "his last round or record; UTC",
        "begins_local": "the same in the zone, with the offset",
        "ends_local": "the same in the zone, with the offset",
        **TOTALS,
    },
    "days": {"table": AT["table"], "day": "on which the rounds ended, in the zone", **TOTALS},
}

SIGN_INS = ("sign_in", "sign_out", "lock", "unlock")
OF_HOST = (
    "journal_restored",
    "usb_plugged",
    "pin_locked_out",
    "restarted",
    "clock_stepped",
    "witness_disagrees",
    "witness_forgot",
    "sealing_begun",
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
    jackpot_in_cents: int = 0
    jackpot_out_cents: int = 0
    corrected_win_cents: int = 0
    begins_ms: int | None = None
    ends_ms: int = 0

    @property
    def win_cents(self) -> int:
        return -self.players_net_cents - self.jackpot_in_cents + self.jackpot_out_cents

    def add(self, of: Source, *, is_with_chips: bool = False) -> None:
        """A tournament's chips are no money."""
        past = of.round
        self.begins_ms = past.begins_ms if self.begins_ms is None else self.begins_ms
        self.ends_ms = past.ends_ms
        if past.closed is not None:
            self.rounds += 1
            self.void += past.closed.void
        if past.of_tournament is None or is_with_chips:
            self._add_amounts(of)

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
    amounts = {name: getattr(sums, name) for name in list(TOTALS)[2:8]}
    if past.of_tournament is not None:
        amounts["win_cents"] = 0
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
            **{name: getattr(paid, name) for name in list(COLUMNS["payments"])[5:16]},
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
        names = list(COLUMNS["jackpot"])[5:11]
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
                "by": right.by,
                "second_by": right.second_by,
                "reason": right.reason,
                "rule": right.rule.number,
                **of.back(one),
            }


# ---------------------------------------------------------------- rulings, incidents, people, devices


def rulings(of: Source) -> Iterator[Row]:
    for one, ruled in of.outcomes("ruling"):
        assert isinstance(ruled, Ruling)
        names = ("about", "choice", "by", "reported_by", "reason")
        said = {name: getattr(ruled, name) for name in names}
        yield {**of.at(one), **said, "rule": ruled.rule.number, **of.back(one)}


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
        day = (of.zone.at(of.round.ends_ms).replace(tzinfo=None) - self.day_begins).date()
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
