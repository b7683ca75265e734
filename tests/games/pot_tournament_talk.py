"""Talk at a pot table that plays a tournament: its orders come between the rounds.

Whoever is put into a seat plays under a number of his own, which is a hundred and his seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games import events as e
from games.outcomes import (
    Acted,
    AtTournament,
    ChipsStand,
    EntrantExcluded,
    Notice,
    OrderFollowed,
    Posted,
    TournamentRoundBegun,
    TournamentRoundPlayed,
)
from games.pot.game import PotGame
from tests.games.pot_talk import PotTable, at_a_pot_table
from tests.games.table_talk import cents

Chips = Mapping[int, float]


def entry_of(seat: int) -> int:
    return 100 + seat


class Tournament:
    """What it orders at one table."""

    def __init__(self, table: PotTable) -> None:
        self.table = table

    def orders(self, kind: Any, /, **said: Any) -> None:
        here = self.table.state.tournament
        order = said.pop("order", here.orders + 1 if here is not None else 1)
        self.table.says(kind, order=order, **said)

    def begins(self) -> None:
        self.orders(e.JoinTournament, tournament="spring")

    def ends(self) -> None:
        self.orders(e.LeaveTournament)

    def seats(self, seat: int, dollars: float, entry: int | None = None) -> None:
        self.orders(e.SeatEntrant, box=seat, entry=entry or entry_of(seat), chips_cents=cents(dollars))

    def unseats(self, seat: int, entry: int | None = None) -> None:
        self.orders(e.UnseatEntrant, box=seat, entry=entry or entry_of(seat))

    def gives(self, seat: int, dollars: float) -> None:
        self.orders(e.GiveChips, box=seat, entry=entry_of(seat), chips_cents=cents(dollars))

    def level(self, number: int, from_minutes: float = 0, **determined: Any) -> e.Level:
        """Names as in the configuration, two underscores for a dot."""
        made = tuple(
            e.Determination(name=name.replace("__", "."), value=value) for name, value in determined.items()
        )
        return e.Level(number=number, from_ms=int(from_minutes * 60_000), determined=made)

    def levels(self, *levels: e.Level) -> None:
        self.orders(e.FollowLevels, levels=levels)

    def plays(self, **said: Any) -> None:
        self.orders(e.PlaySession, **{"session": 1, **said})

    def waits(self, why: str, **said: Any) -> None:
        self.plays(waiting=why, **said)


class TournamentTable(PotTable):
    def __init__(self, game: PotGame) -> None:
        super().__init__(game)
        self.tournament = Tournament(self)

    def has_come(self, *seats: int) -> None:
        for seat in seats:
            self.says(e.MarkSeat, box=seat, taken=True)

    def is_absent(self, *seats: int) -> None:
        for seat in seats:
            self.says(e.MarkSeat, box=seat, taken=False)

    def says_who_is_there(self, seat: int, *, here: bool) -> None:
        self.says(e.MarkSeat, box=seat, taken=here)

    def has_left(self, seat: int) -> None:
        self.says(e.MarkSeat, box=seat, taken=False)

    # ------------------------------------------------------------ what should be heard

    def _last(self, kind: type) -> Any:
        told = [outcome for outcome in self.everything if isinstance(outcome, kind)]
        self._check(bool(told), f"no {kind.__name__} was told")
        return told[-1]

    def expect_followed(self, order: int, what: str, moved: AtTournament | None = None) -> None:
        told = self._last(OrderFollowed)
        self._check((told.order, told.what, told.moved) == (order, what, moved), f"followed: {told}")

    def expect_round_begun(self, session: int, number: int, times: int = 1) -> None:
        told = [o for o in self.everything if isinstance(o, TournamentRoundBegun)]
        wanted = TournamentRoundBegun(session=session, round=number)
        self._check(told.count(wanted) == times, f"begun: {told}")

    def expect_reported(self, number: int, chips: Chips, contributed: Chips, *, void: bool = False) -> None:
        told = self._last(TournamentRoundPlayed)
        self._check((told.round, told.void) == (number, void), f"played: {told}")
        self._check(_by_seat(told, "chips_cents") == _cents(chips), f"played: {told}")
        put_in = {seat: put for seat, put in _by_seat(told, "contributed_cents").items() if put}
        self._check(put_in == _cents(contributed), f"played: {told}")

    def expect_chips_stand(self, chips: Chips) -> None:
        self._check(_by_seat(self._last(ChipsStand), "chips_cents") == _cents(chips), "other chips stand")

    def expect_excluded(self, seat: int, rule: str) -> None:
        told = self._last(EntrantExcluded)
        self._check((told.box, told.entry, told.rule.number) == (seat, entry_of(seat), rule), f"{told}")

    def expect_folded_for_absent(self, *seats: int) -> None:
        """By the table itself, since the table opened, in that order."""
        told = [
            outcome.say.words["box"]
            for outcome in self.everything
            if isinstance(outcome, Notice) and outcome.say.code == "absent_is_folded"
        ]
        self._check(told == list(seats), f"folded for the absent: {told}")
        folds = [o.box for o in self.everything if isinstance(o, Acted) and o.action == "fold"]
        self._check(set(seats) <= set(folds), f"folds: {folds}")

    def chips(self) -> int:
        """All at the table, in cents."""
        state = self.state
        stakes = sum(state.stake_cents(number) for number in state.seats)
        play = None if state.void else state.play
        if play is None:
            return stakes
        won = state.current.won[: state.current.paid]
        pots = sum(player.paid_cents + player.dead_cents for player in play.players.values())
        pots -= play.uncalled.cents if play.uncalled else 0
        return stakes + pots - sum(each.pot.amount_cents for each in won)

    def told_contributions(self) -> dict[int, int]:
        """In cents, of the last round."""
        return {
            seat: put
            for seat, put in _by_seat(self._last(TournamentRoundPlayed), "contributed_cents").items()
            if put
        }

    def posted(self) -> dict[int, int]:
        """In the last round that was begun."""
        play = self.state.play
        assert play is not None
        return {player.seat: player.posted_cents for player in play.players.values() if player.posted_cents}

    def told_posts(self) -> list[tuple[int, int]]:
        return [(post.box, post.cents) for post in self._all(Posted)]


def _by_seat(told: Any, what: str) -> dict[int, int]:
    return {at.box: getattr(at, what) for at in told.entrants}


def _cents(chips: Chips) -> dict[int, int]:
    return {seat: cents(dollars) for seat, dollars in chips.items()}


def at_a_tournament(
    game: str = "omaha",
    chips: Chips | None = None,
    *,
    absent: Iterable[int] = (),
    play: bool = True,
    level: Mapping[str, Any] | None = None,
    **options: Any,
) -> TournamentTable:
    """By default three entrants with 1000 each, who have come, and no end of rounds."""
    table = TournamentTable(at_a_pot_table(game, stakes={}, **options).game)
    table.tournament.begins()
    chips = {1: 1000, 2: 1000, 3: 1000} if chips is None else chips
    for seat, dollars in chips.items():
        table.tournament.seats(seat, dollars)
    if level is not None:
        table.tournament.levels(table.tournament.level(1, **level))
    if play:
        for seat in chips:
            table.says_who_is_there(seat, here=seat not in absent)
        table.tournament.plays()
    return table
