"""What is said and done in a tournament, in the words of those who say it: cashier, shift manager, director;
and at its tables, where people sit down and chips change hands.

Money is in dollars. A refusal that the test does not expect fails it at the next word.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from games.events import Strayed
from games.outcomes import (
    AtTournament,
    ChipsStand,
    EntrantExcluded,
    Notice,
    Refusal,
    SeatMarked,
    TournamentRoundPlayed,
    Undone,
)
from games.tournament import desk, ending
from games.tournament import events as t
from games.tournament.acts import Act, acts, next_step
from games.tournament.conditions import Conditions, read_conditions
from games.tournament.outcomes import CashMoved, EntryChanged, Outcome
from tests.games.tournament.playing import SHIPPED, Hall

MINUTE_MS = 60_000
STAGES = ("office", "entries", "drawn", "playing")


def cents(dollars: float) -> int:
    return int(Decimal(str(dollars)) * 100)


def in_the_hall(
    conditions: str,
    tables: int = 2,
    seats: int = 8,
    players: int = 0,
    at: str = "entries",
    changes: Mapping[str, Any] | None = None,
    without: Sequence[str] = (),
) -> TournamentTalk:
    """`conditions`: a file of config/tournaments, with `changes` and without some of its sections.
    `players` have entered, as P1, P2 …; drawn, the odd ones sit at T1 and the even ones at T2, if both play."""
    assert at in STAGES, f"a tournament begins at {', '.join(STAGES)}"
    values = tomllib.loads((SHIPPED / f"{conditions}.toml").read_text(encoding="utf-8"))
    made = {name: value for name, value in _merged(values, changes or {}).items() if name not in without}
    talk = TournamentTalk(read_conditions(made), {f"T{number}": seats for number in range(1, tables + 1)})
    if at != "office":
        talk.opens_the_desk()
        for number in range(1, players + 1):
            talk.enters(f"P{number}")
    if at in ("drawn", "playing"):
        talk.draws_ballot()
    if at == "playing":
        talk.everybody_sits()
        talk.start_comes()
        talk.begins()
    return talk


def _merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(values)
    for name, value in changes.items():
        is_section = isinstance(value, Mapping) and isinstance(made.get(name), Mapping)
        made[name] = _merged(made[name], value) if is_section else value
    return made


class TournamentTalk:
    def __init__(self, conditions: Conditions, tables: dict[str, int]) -> None:
        self.hall = Hall(conditions, tables, seed=1)
        self.speaks: str | None = None
        self.heard: list[Outcome] = []
        self.everything: list[Outcome] = []
        self._ended_ms = 0
        self._last: t.Event | None = None
        self._refusal_expected = True
        self._unchanged = True

    @property
    def state(self) -> Any:
        return self.hall.state

    # ------------------------------------------------------------ how it is said

    def _do(self, kind: str, **said: Any) -> None:
        if not self._refusal_expected:
            self._fail("nobody expected this refusal")
        before = copy.deepcopy(self.state)
        command = t.COMMANDS[kind]
        if command.said_by == "director" and self.speaks is not None:
            told = self.hall.say(command(at_ms=self.hall.now_ms, by=self.speaks, **said))
        else:
            told = self.hall.do(kind, **said)
        self._refusal_expected = not any(isinstance(one, Refusal) for one in told)
        self._unchanged = self._refusal_expected or before == self.state
        since = len(self.hall.outcomes)
        if self._refusal_expected:
            self.hall.settle()
        self._hears([*told, *self.hall.outcomes[since:]])

    def _happens(self, name: str, *whats: Any) -> None:
        """A table tells it, follows what it is ordered then, and that is heard."""
        self._check(True, "")
        since = len(self.hall.outcomes)
        table = self.hall.tables[name]
        for what in whats:
            table.told.append(what)
            self.hall.hear(table)
        self.hall.settle()
        self._hears(self.hall.outcomes[since:])

    def _hears(self, told: list[Outcome]) -> None:
        self._last = self.hall.events[-1]
        self.heard = list(told)
        self.everything += self.heard

    # ------------------------------------------------------------ time

    def minutes_pass(self, minutes: float) -> None:
        self.hall.now_ms += int(minutes * MINUTE_MS)
        self._time_comes()

    def start_comes(self) -> None:
        self.hall.now_ms = max(self.hall.now_ms, self.state.specified_start_ms())
        self._time_comes()

    def _time_comes(self) -> None:
        self._check(True, "")
        since = len(self.hall.outcomes)
        self.hall.say(t.TimeCame(at_ms=self.hall.now_ms))
        self.hall.settle()
        self._hears(self.hall.outcomes[since:])

    # ------------------------------------------------------------ office and cash desk

    def opens_the_desk(self) -> None:
        for act in self.hall.offered("record_conditions", "nominate_director"):
            self.hall.carry_out(act)

    def records(self, what: t.Recorded) -> None:
        self._do("record_conditions", what=what, reference="letter 17")

    def nominates(self, number: str, name: str = "Dora") -> None:
        self._do("nominate_director", number=number, name=name)

    def director_is_now(self, number: str) -> None:
        """Who says what a director says, nominated or not."""
        self.speaks = number

    def enters(self, person: str, agreed: bool = False) -> None:
        self._do("enter", person=person, agreed=agreed)

    def buys_seat(self, entry: int, person: str, agreed: bool = False) -> None:
        self._do("buy_seat", entry=entry, person=person, agreed=agreed)

    def buys_back(self, entry: int) -> None:
        self._do("buy_back", entry=entry)

    def pays_out(self, entry: int) -> None:
        self._do("pay_out", entry=entry)

    def pays_everybody(self) -> None:
        for number, entry in list(self.state.entries.items()):
            if desk.owed_cents(self.state, entry) > 0:
                self.pays_out(number)

    def cancels(self, reason: str) -> None:
        self._do("cancel", reason=reason)

    # ------------------------------------------------------------ ballot and seats

    def draws_ballot(self, chance: list[int] | None = None) -> None:
        act = next((one for one in acts(self.hall.tournament) if one.command == "draw_ballot"), None)
        needed = len(act.draws or ()) if act is not None else 0
        self._do("draw_ballot", chance=tuple(chance if chance is not None else [0] * needed))

    def enters_ballot(self, seats: Mapping[int, str]) -> None:
        """By entry: "T1-3" is seat 3 of table T1."""
        drawn = [(entry, *where.split("-")) for entry, where in seats.items()]
        rows = tuple(t.Drawn(entry=entry, table=table, seat=int(seat)) for entry, table, seat in drawn)
        self._do("enter_ballot", draw=rows)

    def postpones_start(self, minutes: float) -> None:
        """So long after the time that was published."""
        self._do("postpone_start", from_ms=self.hall.start_ms + int(minutes * MINUTE_MS))

    def begins(self) -> None:
        self._do("begin_session")

    def decides_no_show(self, entry: int, forfeits: bool) -> None:
        self._do("decide_no_show", entry=entry, forfeits=forfeits)

    def offers_seat(self, entry: int, offered: bool = True) -> None:
        self._do("offer_seat", entry=entry, offered=offered)

    def substitutes(self, entry: int, person: str) -> None:
        self._do("substitute", entry=entry, person=person)

    def moves(self, entry: int, table: str, seat: int) -> None:
        self._do("move_entrant", entry=entry, table=table, seat=seat)

    def breaks_table(self, table: str) -> None:
        self._do("break_table", table=table)

    # ------------------------------------------------------------ the course of it

    def takes_break(self, minutes: int) -> None:
        self._do("take_break", minutes=minutes)

    def stops_clock(self) -> None:
        self._do("stop_clock")

    def goes_on(self) -> None:
        self._do("go_on")

    def directs_hand_for_hand(self, on: bool = True) -> None:
        self._do("direct_pace", hand_for_hand=on)

    def starts_rounds(self) -> None:
        self._do("start_rounds")

    def hears_table(self, table: str) -> None:
        self._do("hear_table", table=table)

    def confirms_out(self, entry: int) -> None:
        self._do("confirm_elimination", entry=entry)

    def confirms_excluded(self, entry: int) -> None:
        self._do("confirm_exclusion", entry=entry)

    def decides_order(self, rounds: list[str]) -> None:
        """First ended, first named: "T1-3" is round 3 of table T1."""
        named = [one.split("-") for one in rounds]
        ended = tuple(t.Ended(table=table, round=int(number)) for table, number in named)
        self._do("decide_order", ended=ended)

    def puts_back(
        self, entry: int, table: str, seat: int, dollars: float, reason: str = "The cards were misread."
    ) -> None:
        self._do("put_back", entry=entry, table=table, seat=seat, chips_cents=cents(dollars), reason=reason)

    def ends_session(self, chance: list[int] | None = None) -> None:
        self._do("end_session", chance=tuple(chance or ()))

    def awards(self) -> None:
        self._do("award_places")

    def undoes(self) -> None:
        self._do("undo")

    # ------------------------------------------------------------ at the tables

    def sits(self, *entries: int) -> None:
        self._mark(entries, taken=True)

    def gets_up(self, *entries: int) -> None:
        self._mark(entries, taken=False)

    def everybody_sits(self, absent: list[int] | None = None) -> None:
        away = absent or []
        self._mark([one.number for one in self.state.left() if one.number not in away], taken=True)

    def _mark(self, entries: Any, *, taken: bool) -> None:
        for number in entries:
            entry = self.state.entries[number]
            self._happens(entry.table, SeatMarked(box=entry.seat, entry=number, taken=taken))

    def round_begins(self, *tables: str) -> None:
        for name in tables:
            self.hall.tables[name].begin()
            self._happens(name)

    def round_ends(
        self,
        table: str,
        chips: Mapping[int, float] | None = None,
        contributed: Mapping[int, float] | None = None,
        void: bool = False,
    ) -> None:
        """`chips`: what entries have now, where it has changed."""
        side = self.hall.tables[table]
        side.played += not void
        told = self._lie_there(table, chips or {}, contributed or {})
        number = side.played + void
        self._happens(
            table,
            TournamentRoundPlayed(session=side.session, round=number, void=void, entrants=told, button=1),
        )

    def round(
        self,
        table: str,
        chips: Mapping[int, float] | None = None,
        contributed: Mapping[int, float] | None = None,
        void: bool = False,
    ) -> None:
        self.round_begins(table)
        self.round_ends(table, chips, contributed, void)

    def gains(self, table: str, entry: int, dollars: float) -> None:
        """A round in which chips come to lie before him that were nobody's."""
        has = self.state.entries[entry].chips_cents / 100
        self.round(table, {entry: has + dollars})

    def end_at_once(self, tables: Mapping[str, Mapping[int, float]], same_moment: bool = False) -> None:
        """What entries have after rounds that end at one moment, by table. Who is out has put in all."""
        self._ended_ms = self._ended_ms if same_moment else self.hall.now_ms
        for name, chips in tables.items():
            out = {one: self.state.entries[one].chips_cents / 100 for one in chips if not chips[one]}
            self.hall.now_ms = self._ended_ms
            self.round_ends(name, chips, out)

    def corrects(self, table: str, chips: Mapping[int, float]) -> None:
        """A supervisor puts a closed round right."""
        told = self._lie_there(table, chips, {})
        self._happens(table, ChipsStand(entrants=told, played=self.hall.tables[table].played))

    def _lie_there(
        self, table: str, chips: Mapping[int, float], contributed: Mapping[int, float]
    ) -> tuple[AtTournament, ...]:
        seats = self.hall.tables[table].seats
        for sits in seats.values():
            if sits.entry in chips:
                sits.chips_cents = cents(chips[sits.entry])
        return tuple(
            AtTournament(
                box=box,
                entry=sits.entry,
                chips_cents=sits.chips_cents,
                contributed_cents=cents(contributed.get(sits.entry, 0)),
            )
            for box, sits in sorted(seats.items())
        )

    def chips_are_counted(self) -> None:
        for table in self.hall.tables.values():
            table.count()
            self._happens(table.name)

    def table_is_cut_off(self, table: str) -> None:
        """What it is ordered it hears later."""
        cut_off = self.hall.tables[table]
        cut_off.follow = cut_off.waiting.clear  # type: ignore[method-assign]

    def is_excluded(self, entry: int) -> None:
        sits = self.state.entries[entry]
        self._happens(sits.table, EntrantExcluded(box=sits.seat, entry=entry, rule=self.state.numbers.excluded))

    def takes_exclusion_back(self, table: str) -> None:
        self._happens(table, Undone(what="penalise", by="2001"))

    def strays(self, table: str, why: Strayed) -> None:
        """Its journal has parted from what it was ordered."""
        self._check(True, "")
        told = self.hall.say(t.TableStrayed(at_ms=self.hall.now_ms, table=table, why=why, order=1, record=99))
        self._hears(told)

    # ------------------------------------------------------------ what is heard and seen

    def expect_refusal(self, rule: str, code: str) -> None:
        self._refusal_expected = True
        refusals = [one for one in self.heard if isinstance(one, Refusal)]
        self._check(len(refusals) == 1 and len(self.heard) == 1, "one refusal was expected")
        self._check(_number(refusals[0]) == rule, f"the refusal cites {refusals[0].rule}, not {rule}")
        self._check(refusals[0].say.code == code, f"the refusal says {refusals[0].say.code}, not {code}")
        self._check(self._unchanged, "a refused command has changed something")

    def expect_notice(self, code: str, rule: str, **words: Any) -> None:
        told = [
            (one.say.code, _number(one), dict(one.say.words)) for one in self.heard if isinstance(one, Notice)
        ]
        found = [said for heard, number, said in told if (heard, number) == (code, rule)]
        self._check(any(words.items() <= said.items() for said in found), f"the notices are {told}")

    def expect_no_notice(self, code: str) -> None:
        told = [one.say.code for one in self.heard if isinstance(one, Notice)]
        self._check(code not in told, f"the notices are {told}")

    def expect_changed(self, entry: int, status: str, rule: str) -> None:
        told = [(one.entry, one.status, _number(one)) for one in self.heard if isinstance(one, EntryChanged)]
        self._check((entry, status, rule) in told, f"changed are {told}")

    def expect_cash(self, entry: int, what: str, dollars: float, rule: str) -> None:
        """What comes in is more than nothing, what goes out is less."""
        told = [
            (one.entry, one.what, one.cents, _number(one)) for one in self.heard if isinstance(one, CashMoved)
        ]
        self._check((entry, what, cents(dollars), rule) in told, f"in cents: {told}")

    def expect_status(self, entries: Mapping[int, str]) -> None:
        now = {number: self.state.entries[number].status for number in entries}
        self._check(now == dict(entries), f"they are {now}")

    def expect_seats(self, entries: Mapping[int, str]) -> None:
        now = {one: f"{self.state.entries[one].table}-{self.state.entries[one].seat}" for one in entries}
        self._check(now == dict(entries), f"they sit at {now}")

    def expect_chips(self, entries: Mapping[int, float]) -> None:
        now = {number: self.state.entries[number].chips_cents for number in entries}
        self._check(now == {one: cents(dollars) for one, dollars in entries.items()}, f"in cents: {now}")

    def expect_stage(self, stage: str) -> None:
        self._check(self.state.stage == stage, f"it is at {self.state.stage}")

    def expect_owed(self, entries: Mapping[int, float]) -> None:
        now = {one: desk.owed_cents(self.state, self.state.entries[one]) for one in entries}
        self._check(now == {one: cents(dollars) for one, dollars in entries.items()}, f"in cents: {now}")

    def expect_pool(self, fees: float, commission: float, prizes: float) -> None:
        pool = desk.pool_of(self.state)
        now = (pool.entry_fees_cents, pool.commission_cents, pool.prize_pool_cents)
        self._check(now == (cents(fees), cents(commission), cents(prizes)), f"in cents: {now}")

    def expect_places(self, places: list[list[int]]) -> None:
        now = [sorted(group) for group in ending.places(self.state)]
        self._check(now == [sorted(group) for group in places], f"the places are {now}")

    def expect_time_is_up(self, up: bool = True) -> None:
        self._check(self.state.time_is_up == up, f"time is up: {self.state.time_is_up}")

    def expect_offered(self, command: str, rule: str, entry: int | None = None) -> None:
        found = self._offered(command, entry)
        numbers = [_number(act) for act in found if act.blocked is None]
        self._check(rule in numbers, f"{command} is offered under {numbers}")

    def expect_not_offered(self, command: str, entry: int | None = None) -> None:
        self._check(not self._offered(command, entry), f"{command} is offered")

    def expect_blocked(self, command: str, code: str) -> None:
        found = [act.blocked.code for act in self._offered(command, None) if act.blocked is not None]
        self._check(code in found, f"{command} waits for {found}")

    def _offered(self, command: str, entry: int | None) -> list[Act]:
        return [
            act
            for act in acts(self.hall.tournament)
            if act.command == command and entry in (None, act.args.get("entry"))
        ]

    def expect_next(self, code: str, rule: str) -> None:
        say, cited = next_step(self.hall.tournament)
        self._check((say.code, cited.number) == (code, rule), f"next is {say.code} under {cited.number}")

    def ends(self) -> None:
        self._check(True, "")

    # ------------------------------------------------------------ words for the reader of a failure

    def _check(self, right: bool, otherwise: str) -> None:
        if not self._refusal_expected:
            self._fail("nobody expected this refusal")
        if not right:
            self._fail(otherwise)

    def _fail(self, why: str) -> None:
        heard = "\n".join(f"  {outcome}" for outcome in self.heard) or "  nothing"
        raise AssertionError(f"{why}\nafter {self._last}\nat {self.state.stage} was heard\n{heard}")


def _number(said: Any) -> str | None:
    return said.rule.number if said.rule is not None else None
