"""A table of a pot game in a tournament: its orders come between the rounds, entrants come, go and are away.

By orders alone chips come into play or leave it, or with a player who is excluded; and by what was told at the
end of a round anybody can reckon what everybody has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import TypeAdapter

from games import events as e
from games.outcomes import ChipsStand, Outcome, PotSettled, StakeChanged, TournamentRoundPlayed
from games.pot.carry import Carry
from tests.games.rounds.pot import RARE, PotRounds

ORDERED = 0.3  # the chance, at a step between two rounds, that the tournament orders something
CHIPS = (5_000, 20_000, 60_000, 100_000)
COME_BY = {"seated", "given", "left", "corrected"}
CARRY = TypeAdapter(Carry)
WAITING = ("", "", "", "session", "break", "pace", "others")
SMALL, LARGE = (500, 1_000), (1_000, 2_000)


class TournamentRounds(PotRounds):
    rare: ClassVar = {**RARE, "mark_seat": 0.05, "correct_money": 0.02, "void_closed_round": 0.01}

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.orders = 0
        self.entries = 0
        self.pots = 0

    def play(self) -> None:
        if not self.orders:
            self.begins()
        super().play()

    def begins(self) -> None:
        self.order(e.JoinTournament, tournament="spring")
        for number in range(1, min(self.places, self.state.most_players) + 1):
            self.seat(number)
        self.order(e.PlaySession, session=1)

    # ------------------------------------------------------------ orders

    def order(self, kind: Any, /, **said: Any) -> list[Outcome]:
        self.orders += 1
        return self.take(kind(order=self.orders, **said))

    def seat(self, number: int) -> list[Outcome]:
        self.entries += 1
        chips = self.rng.choice(CHIPS)
        return self.order(e.SeatEntrant, box=number, entry=self.entries, chips_cents=chips)

    def step(self) -> list[Outcome]:
        waits = self.game.prompt().say.code.startswith("tournament_waits")
        if self._may_order() and (waits or self.rng.random() < ORDERED):
            self.at_ms += 1_000
            return self.rng.choice([*self.may_be_ordered()])()
        return super().step()

    def _may_order(self) -> bool:
        state = self.state
        return not (state.in_round or self.game.wagers_lie(state) or state.pending)

    def may_be_ordered(self) -> Iterator[Any]:
        here = self.state.tournament
        assert here is not None
        free = [number for number in range(1, self.places + 1) if number not in here.entrants]
        if free and len(self.state.seats) < self.state.most_players:
            yield lambda: self.seat(self.rng.choice(free))
        yield self.session
        yield self.levels
        for number, entrant in here.entrants.items():
            if not self.game.entrant_chips_cents(self.state, number):
                yield lambda box=number, entry=entrant.entry: self.order(e.UnseatEntrant, box=box, entry=entry)
        if here.entrants:
            box, entrant = self.rng.choice([*here.entrants.items()])
            if box in self.state.seats:
                yield lambda: self.order(e.GiveChips, box=box, entry=entrant.entry, chips_cents=5_000)
            if self.rng.random() < 0.1:
                yield lambda: self.order(e.UnseatEntrant, box=box, entry=entrant.entry)

    def session(self) -> list[Outcome]:
        here = self.state.tournament
        assert here is not None
        return self.order(
            e.PlaySession,
            session=here.session + (self.rng.random() < 0.1),
            waiting=self.rng.choice(WAITING),
            until_round=self.rng.choice((None, None, here.played + 2)),
            boxes=self.rng.choice(((), (), (), (1, 2, 3, 4))),
        )

    def levels(self) -> list[Outcome]:
        """Some that hold now, and later ones."""
        made = []
        for number in range(1, self.rng.randint(2, 4)):
            blinds = self.rng.choice((SMALL, LARGE))
            least, spread = blinds[-1], self.state.configured.betting.maximum == "spread"
            changes = {"betting.blinds_cents": blinds, "betting.least_cents": least}
            changes["betting.most_cents"] = least if spread else 0
            told = tuple(e.Determination(name=name, value=value) for name, value in changes.items())
            made.append(e.Level(number=number, from_ms=self.at_ms + (number - 1) * 300_000, determined=told))
        return self.order(e.FollowLevels, levels=tuple(made))

    # ------------------------------------------------------------ what must be so

    def begin_round(self) -> None:
        """As after a restart: from what is written of it."""
        super().begin_round()
        self.pots = 0
        self.carried = CARRY.validate_json(CARRY.dump_json(self.carried))
        self.start_again()

    def count(self, outcomes: list[Outcome]) -> None:
        super().count(outcomes)
        assert not self.commission, "commission was taken out of a pot"
        for outcome in outcomes:
            match outcome:
                case StakeChanged(why=why):
                    assert why in COME_BY, outcome
                case PotSettled():
                    self.pots += outcome.amount_cents
                case ChipsStand() | TournamentRoundPlayed():
                    self.as_told(outcome)
        state = self.state
        if state.phase == "bet" and not state.pending:
            assert not state.is_absent(state.current.turn.seat), "somebody who is absent is asked"

    def as_told(self, told: ChipsStand | TournamentRoundPlayed) -> None:
        chips = {at.box: at.chips_cents for at in told.entrants if at.chips_cents}
        stakes = {number: seat.stake_cents for number, seat in self.state.seats.items() if seat.stake_cents}
        assert chips == stakes, told
        if isinstance(told, TournamentRoundPlayed):
            put_in = sum(at.contributed_cents for at in told.entrants)
            assert put_in == (0 if told.void else self.pots), (told, self.pots)


class OmahaTournament(TournamentRounds):
    name, plays = "omaha_tournament", "omaha"


class FaroTournament(TournamentRounds):
    name, plays = "faro_tournament", "faro"


class StudTournament(TournamentRounds):
    name, plays = "seven_card_stud_tournament", "seven_card_stud"
