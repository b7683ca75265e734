"""Whole tournaments without cards: tables that follow their orders and let chance play, and people who do
whatever is offered to them. Everything they know they have been told."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.events import Level, PlaySession
from games.outcomes import (
    AtTournament,
    ChipsCounted,
    Notice,
    OrderFollowed,
    Refusal,
    SeatMarked,
    TournamentRoundBegun,
    TournamentRoundPlayed,
)
from games.tournament import events as t
from games.tournament import seats
from games.tournament.acts import Act, acts
from games.tournament.conditions import Conditions, read_conditions
from games.tournament.outcomes import OrderGiven, Outcome
from games.tournament.tournament import Setup, Tournament

SHIPPED = Path(__file__).parents[3] / "config" / "tournaments"
DIRECTOR, MANAGER, CASHIER = "3001", "4001", "5001"
BY = {"director": DIRECTOR, "shift_manager": MANAGER, "cashier": CASHIER}


def conditions_of(name: str, **changes: Any) -> Conditions:
    values = tomllib.loads((SHIPPED / f"{name}.toml").read_text(encoding="utf-8"))
    return read_conditions({**values, **changes})


@dataclass
class Sits:
    entry: int
    chips_cents: int
    taken: bool = False


@dataclass
class ChanceTable:
    """Against the house chips come and go, for a pot they change hands."""

    name: str
    for_a_pot: bool
    chance: Random
    seats: dict[int, Sits] = field(default_factory=dict)
    followed: int = 0
    session: int = 0
    played: int = 0
    play: PlaySession | None = None
    levels: tuple[Level, ...] = ()
    told: list[Any] = field(default_factory=list)
    waiting: list[Any] = field(default_factory=list)  # orders

    def follow(self) -> None:
        while self.waiting:
            self._follow(self.waiting.pop(0))

    def _follow(self, order: Any) -> None:
        assert order.order == self.followed + 1, (order, self.followed)
        self.followed = order.order
        moved = None
        if order.kind == "seat_entrant":
            assert order.box not in self.seats, f"{self.name}: seat {order.box} is taken"
            self.seats[order.box] = Sits(order.entry, order.chips_cents)
            moved = AtTournament(box=order.box, entry=order.entry, chips_cents=order.chips_cents)
        elif order.kind == "unseat_entrant":
            gone = self.seats.pop(order.box)
            assert gone.entry == order.entry
            moved = AtTournament(box=order.box, entry=order.entry, chips_cents=gone.chips_cents)
        elif order.kind == "give_chips":
            sits = self.seats[order.box]
            assert sits.entry == order.entry
            sits.chips_cents += order.chips_cents
            moved = AtTournament(box=order.box, entry=order.entry, chips_cents=sits.chips_cents)
        elif order.kind == "play_session":
            if order.session != self.session:
                self.session, self.played = order.session, 0
            self.play = order
        elif order.kind == "follow_levels":
            self.levels = order.levels
        elif order.kind == "leave_tournament":
            assert not self.seats
        self.told.append(OrderFollowed(order=order.order, what=order.kind, moved=moved))

    def mark(self, box: int, *, taken: bool) -> None:
        sits = self.seats[box]
        sits.taken = taken
        self.told.append(SeatMarked(box=box, entry=sits.entry, taken=taken))

    # ------------------------------------------------------------ a round

    def least_cents(self, now_ms: int) -> int:
        begun = [one for one in self.levels if one.from_ms <= now_ms and one.from_round <= self.played + 1]
        return begun[-1].minimum_cents if begun else 0

    def who_plays(self, now_ms: int) -> list[int]:
        play = self.play
        if play is None or play.waiting or (play.until_round is not None and self.played >= play.until_round):
            return []
        least = max(1, 0 if self.for_a_pot else self.least_cents(now_ms))
        ready = [
            box
            for box, sits in self.seats.items()
            if sits.chips_cents >= least and (not play.boxes or box in play.boxes)
        ]
        return ready if len(ready) > self.for_a_pot else []

    def begin(self) -> None:
        self.told.append(TournamentRoundBegun(session=self.session, round=self.played + 1))

    def finish(self, ready: list[int], now_ms: int) -> None:
        void = self.chance.random() < 0.05
        put_in = dict.fromkeys(ready, 0)
        if not void:
            put_in = self._for_a_pot(ready) if self.for_a_pot else self._against_the_house(ready, now_ms)
            self.played += 1
        entrants = tuple(
            AtTournament(
                box=box,
                entry=sits.entry,
                chips_cents=sits.chips_cents,
                contributed_cents=put_in.get(box, 0) if self.for_a_pot else 0,
            )
            for box, sits in sorted(self.seats.items())
        )
        number = self.played + void
        self.told.append(
            TournamentRoundPlayed(
                session=self.session, round=number, void=void, entrants=entrants, button=ready[0]
            )
        )

    def _for_a_pot(self, ready: list[int]) -> dict[int, int]:
        most = max(self.seats[box].chips_cents for box in ready)
        bet = self.chance.choice([most, most, most // 2 or most, 500])
        put_in = {box: min(bet, self.seats[box].chips_cents) for box in ready}
        second = sorted(put_in.values())[-2]
        put_in = {box: min(cents, second) for box, cents in put_in.items()}
        for box, cents in put_in.items():
            self.seats[box].chips_cents -= cents
        best = sorted(ready, key=lambda box: self.chance.random())
        rest = dict(put_in)
        for winner in best:  # side pots: nobody wins more from each than he has put in
            share = rest[winner]
            for box in ready:
                taken = min(rest[box], share)
                rest[box] -= taken
                self.seats[winner].chips_cents += taken
        return put_in

    def _against_the_house(self, ready: list[int], now_ms: int) -> dict[int, int]:
        least = self.least_cents(now_ms)
        for box in ready:
            sits = self.seats[box]
            stake = min(sits.chips_cents, least * self.chance.choice([1, 1, 2, 3]))
            sits.chips_cents += self.chance.choice([-stake, -stake, 0, stake])
        return {}

    def count(self) -> None:
        """Before whom no chip lies, there nothing is counted."""
        for box, sits in self.seats.items():
            if cents := sits.chips_cents:
                self.told.append(
                    ChipsCounted(box=box, entry=sits.entry, counted_cents=cents, reckoned_cents=cents)
                )


# What may be refused although it was offered: a level can begin between the look and the touch.
TIME_HAS_GONE_BY = ("too_late_to_rebuy",)


class Hall:
    """The tournament, its tables, and everybody who says anything."""

    def __init__(self, conditions: Conditions, tables: dict[str, int], seed: int) -> None:
        self.chance = Random(seed)
        self.tournament = Tournament(Setup("T", conditions, tables))
        for_a_pot = conditions.rules.places_by_contributed
        self.tables = {name: ChanceTable(name, for_a_pot, self.chance) for name in tables}
        self.records = dict.fromkeys(tables, 0)
        self.start_ms = int(conditions.start.timestamp() * 1000)
        self.now_ms = self.start_ms - 3_600_000
        self.outcomes: list[Outcome] = []
        self.events: list[t.Event] = []
        self.persons = 0

    @property
    def state(self) -> Any:
        return self.tournament.state

    def say(self, event: t.Event) -> list[Outcome]:
        self.now_ms += 1_000
        outcomes = self.tournament.take(event)
        self.events.append(event)
        for outcome in outcomes:
            if isinstance(outcome, OrderGiven):
                self.tables[outcome.table].waiting.append(outcome.order)
        self.outcomes += outcomes
        return outcomes

    def do(self, kind: str, /, **args: Any) -> list[Outcome]:
        command = t.COMMANDS[kind]
        by = self.state.director or DIRECTOR if command.said_by == "director" else BY[command.said_by]
        return self.say(command(at_ms=self.now_ms, by=by, **args))

    def hear(self, table: ChanceTable) -> None:
        while table.told:
            what = table.told.pop(0)
            self.records[table.name] += 1
            self.say(
                t.TableTold(
                    at_ms=self.now_ms,
                    table=table.name,
                    record=self.records[table.name],
                    told_ms=self.now_ms,
                    what=what,
                )
            )

    def settle(self) -> None:
        """Tables between two rounds follow what was ordered, and it is heard."""
        while any(table.waiting or table.told for table in self.tables.values()):
            for table in self.tables.values():
                table.follow()
                self.hear(table)

    # ------------------------------------------------------------ what people answer

    def carry_out(self, act: Act) -> list[Outcome]:
        assert act.blocked is None
        args = dict(act.args)
        for ask in act.asks:
            args |= self.answer(ask)
        if act.draws is not None:
            args["chance"] = tuple(self.chance.randrange(most) for most in act.draws)
        if "ended" in args:
            args["ended"] = tuple(t.Ended(**one) for one in args["ended"])
        told = self.do(act.command, **args)
        refused = [one for one in told if isinstance(one, Refusal) and one.say.code not in TIME_HAS_GONE_BY]
        assert not refused, f"{act.command} {args} was offered and refused: {refused}"
        return told

    def answer(self, ask: Any) -> dict[str, Any]:
        if ask.kind == "person":
            self.persons += 1
            return {ask.name: f"P{self.persons}"}
        if ask.kind == "staff":
            number = "3002" if self.state.director == DIRECTOR else DIRECTOR
            return {"number": number, "name": "Dora"}
        if ask.kind == "place":
            table, seat = self.chance.choice(ask.options)
            return {"table": table, "seat": seat}
        if ask.kind == "draw":
            return {ask.name: self.paper_ballot()}
        if ask.options:
            return {ask.name: self.chance.choice(ask.options)}
        simple: dict[str, Any] = {
            "text": "as filed",
            "yes": True,
            "minutes": 1,
            "moment": max(self.now_ms + 60_000, ask.least),
            "money": 1_000,
        }
        return {ask.name: simple[ask.kind]}

    def paper_ballot(self) -> tuple[t.Drawn, ...]:
        who = list(seats.drawn_among(self.state))
        self.chance.shuffle(who)
        most = self.state.conditions.tables.most_per_table
        places = [(name, seat) for seat in range(1, most + 1) for name in self.tables]
        count = len(seats.to_be_seated(self.state))
        return tuple(
            t.Drawn(entry=entry.number, table=table, seat=seat)
            for entry, (table, seat) in zip(who[:count], places, strict=False)
        )

    def offered(self, *kinds: str) -> list[Act]:
        return [act for act in acts(self.tournament) if act.command in kinds and act.blocked is None]

    # ------------------------------------------------------------ the course of it

    def take_entries(self, players: int) -> None:
        for act in self.offered("record_conditions", "nominate_director"):
            self.carry_out(act)
        for _ in range(players):
            self.carry_out(self.offered("enter")[0])

    def seat_all(self, *, absent: float = 0.0) -> None:
        self.settle()
        for table in self.tables.values():
            for box, sits in table.seats.items():
                if not sits.taken and self.chance.random() >= absent:
                    table.mark(box, taken=True)
            self.hear(table)
        self.settle()

    def play_round(self) -> bool:
        playing = {
            table.name: ready for table in self.tables.values() if (ready := table.who_plays(self.now_ms))
        }
        for name in playing:
            self.tables[name].begin()
            self.hear(self.tables[name])
        for name, ready in playing.items():
            self.tables[name].finish(ready, self.now_ms)
            self.now_ms += self.chance.choice([500, 5_000, 60_000])
            self.hear(self.tables[name])
        self.settle()
        return bool(playing)

    def notices(self, code: str) -> list[Notice]:
        return [one for one in self.outcomes if isinstance(one, Notice) and one.say.code == code]


def play_whole(hall: Hall, players: int, *, wild: float = 0.0, rounds: int = 3_000) -> None:
    """From the first fee to the last payment. With `wild` people also do what nobody proposes."""
    hall.take_entries(players)
    for _ in range(rounds):
        hall.settle()
        ready = [act for act in acts(hall.tournament) if act.blocked is None and act.command != "enter"]
        if hall.state.stage in ("awarded", "cancelled"):
            due = [act for act in ready if act.command == "pay_out"]
            if not due:
                return
            hall.carry_out(hall.chance.choice(due))
            continue
        if hall.state.stage == "drawn":
            hall.seat_all(absent=wild)
            hall.now_ms = max(hall.now_ms, hall.state.specified_start_ms())
        others = [act for act in ready if not act.proposed]
        if others and hall.chance.random() < wild:
            rare = [act for act in others if act.command != "cancel" or hall.chance.random() < 0.05]
            if rare:
                hall.carry_out(hall.chance.choice(rare))
            continue
        proposed = [act for act in acts(hall.tournament) if act.proposed and act.blocked is None]
        proposed = [act for act in proposed if act.command != "enter"]
        if hall.state.stage == "entries":
            proposed += hall.offered("draw_ballot") or hall.offered("postpone_start")
        if hall.state.stage == "placing" and not proposed:
            proposed = hall.offered("cancel")  # nobody is left who could win it
        if proposed and hall.chance.random() < 0.9:
            hall.carry_out(hall.chance.choice(proposed))
            continue
        if not hall.play_round():
            _nobody_plays(hall)
    raise AssertionError(f"it does not end: {hall.state.stage}")


def _nobody_plays(hall: Hall) -> None:
    """Chips are counted at the end of a session; else time goes by."""
    for table in hall.tables.values():
        if hall.state.conditions.rules.extra_rounds_when_equal and hall.state.stage == "playing":
            table.count()
            hall.hear(table)
    hall.now_ms += 60_000
    hall.say(t.TimeCame(at_ms=hall.now_ms))
