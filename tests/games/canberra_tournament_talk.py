"""Talk at a Canberra Poker table in a tournament. Its orders are given as a tournament gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games import events as e
from games.canberra_poker.game import CanberraPoker
from games.canberra_poker.tournament import holder
from games.deal import Shoe
from games.events.tournament_orders import Waiting
from games.every_game.carry import Carry
from games.outcomes import OrderFollowed, TournamentRoundPlayed
from tests.games.shuffling_talk import ShufflingTable
from tests.games.table_talk import DEALER_ACE_QUEEN, Table, cents, house_options

MONDAY_FINAL = "Monday final"


class TournamentTable(ShufflingTable):
    """Entry numbers are ten times the box, unless a test says otherwise."""

    # ------------------------------------------------------------ the tournament

    def orders(self, kind: type[e.Command], **said: Any) -> None:
        here = self.game.state.tournament
        number = here.orders + 1 if here is not None else 1
        self.says(kind, by="tournament", order=number, **said)

    def joins(self, tournament: str = MONDAY_FINAL) -> None:
        self.orders(e.JoinTournament, tournament=tournament)

    def is_left(self) -> None:
        self.orders(e.LeaveTournament)

    def seats(self, chips: Mapping[int, float]) -> None:
        """And they take their seats."""
        for box, amount in chips.items():
            self.seats_one(box, amount)
            self.takes_seat(box)

    def seats_one(self, box: int, chips: float, entry: int | None = None) -> None:
        self.orders(e.SeatEntrant, box=box, entry=entry or 10 * box, chips_cents=cents(chips))

    def unseats(self, box: int) -> None:
        entry = self.game.state.tournament.entrants[box].entry
        self.orders(e.UnseatEntrant, box=box, entry=entry)

    def gives_chips(self, box: int, amount: float) -> None:
        self.orders(e.GiveChips, box=box, entry=10 * box, chips_cents=cents(amount))

    def level(
        self, minimum: float, maximum: float, multiple: float, *, number: int = 1, minutes: float = 0
    ) -> None:
        """From so many minutes of the table's clock on."""
        level = e.Level(
            number=number,
            from_ms=int(minutes * 60_000),
            minimum_cents=cents(minimum),
            maximum_cents=cents(maximum),
            multiple_cents=cents(multiple),
        )
        self.orders(e.FollowLevels, levels=(level,))

    def session(
        self,
        number: int = 1,
        *,
        rounds: int | None = 12,
        marker: int | None = None,
        boxes: Iterable[int] = (),
        waiting: Waiting = "",
        until_ms: int | None = None,
    ) -> None:
        self.orders(
            e.PlaySession,
            until_ms=until_ms,
            session=number,
            until_round=rounds,
            waiting=waiting,
            boxes=tuple(boxes),
            marker=marker,
        )

    # ------------------------------------------------------------ the dealer

    def takes_seat(self, box: int) -> None:
        self.says(e.MarkSeat, box=box, taken=True)

    def is_absent(self, box: int) -> None:
        self.says(e.MarkSeat, box=box, taken=False)

    def gives_marker(self, box: int) -> None:
        self.says(e.GiveStartingMarker, box=box)

    def asks(self, box: int) -> None:
        self.says(e.AskAnte, box=box)

    def antes_in_turn(self, antes: Mapping[int, float]) -> None:
        for box, amount in antes.items():
            self.asks(box)
            self.ante(box, amount)

    def counts(self, box: int, amount: float) -> None:
        self.says(e.CountChips, box=box, amount_cents=cents(amount))

    def to_the_antes(self) -> None:
        if self.phase == "shuffle":
            self.next_round()

    def plays(self, antes: Mapping[int, float], *, hands: Mapping[int | str, str] | None = None) -> None:
        """A round in which whoever can bets. The dealer does not play, unless he is given another hand: antes
        win, and bets come back."""
        self.to_the_antes()
        self.antes_in_turn(antes)
        self.deal({"dealer": DEALER_ACE_QUEEN, **(hands or {})})
        for box in sorted(antes):
            self.bets(box)
        self.shows_dealer()
        self.settles_boxes(hands or {})
        self.collects()

    def plays_void(self, antes: Mapping[int, float]) -> None:
        self.to_the_antes()
        self.antes_in_turn(antes)
        self.deal({})
        self.supervisor.voids("impractical")
        self.collects()

    # ------------------------------------------------------------ what should be heard

    def chips(self) -> dict[int, float]:
        entrants = self.game.state.tournament.entrants
        return {box: entrant.chips_cents / 100 for box, entrant in sorted(entrants.items())}

    def expect_chips(self, chips: Mapping[int, float]) -> None:
        self._check(self.chips() == dict(chips), f"chips are {self.chips()}")

    def expect_followed(self, what: str) -> None:
        followed = [outcome.what for outcome in self.heard if isinstance(outcome, OrderFollowed)]
        self._check(followed == [what], f"followed {followed}")

    def expect_round_told(self, number: int, *, void: bool = False) -> TournamentRoundPlayed:
        told = [outcome for outcome in self.heard if isinstance(outcome, TournamentRoundPlayed)]
        self._check([(one.round, one.void) for one in told] == [(number, void)], f"told {told}")
        return told[0]

    def expect_marker(self, box: int) -> None:
        self._check(holder(self.game.state) == box, f"the marker is at {holder(self.game.state)}")


def at_the_tournament_table(
    chips: Mapping[int, float] | None = None,
    *,
    boxes: int = 9,
    shoe: Shoe = "reading",
    marker: int | None = 1,
    rounds: int | None = 12,
    level: tuple[float, float, float] = (10, 500, 5),
    **options: Any,
) -> TournamentTable:
    """Its players sit there, and the first of them is to be asked for his ante."""
    game = CanberraPoker(house_options(**options), boxes, Carry(), shoe=shoe)
    table = TournamentTable(game)
    table.open()
    if shoe == "shuffling":
        table.checks_decks()
        table.loads()
    else:
        table.supervisor.checks_deck_by_hand()
        table.next_round()
    table.joins()
    table.level(*level)
    table.seats(chips or {1: 1_000, 2: 1_000, 3: 1_000})
    table.session(marker=marker, rounds=rounds)
    assert table.phase == "antes"
    return table


def alike(boxes: Iterable[int], chips: float) -> dict[int, float]:
    return dict.fromkeys(boxes, chips)


__all__ = ["Table", "TournamentTable", "alike", "at_the_tournament_table"]
