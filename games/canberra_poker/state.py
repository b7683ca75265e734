"""What a Canberra Poker table knows beside what every house game knows: the jackpot, and the shuffling shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.canberra_poker.carry import Carry, InTournament
from games.canberra_poker.jackpot import is_major, major_prizes
from games.canberra_poker.options import Options
from games.canberra_poker.pools import set_up, with_sign
from games.deal import Shoe
from games.every_game.carry import Pools
from games.every_game.state import Alarm
from games.house.game import HouseGame
from games.house.numbers import Numbers
from games.house.state import Box, State
from games.house.wagers import side_open
from games.irregularities import Irregularities
from games.shuffler import Shuffler

if TYPE_CHECKING:
    from games.canberra_poker.game import CanberraPoker


class CanberraState(State):
    game: CanberraPoker
    options: Options
    pools: Pools
    in_tournament: InTournament
    asked: list[int]  # in a tournament: boxes whose players were asked for their antes (17.16)
    asking: int  # the one whose opportunity it is; 0: nobody's
    excused: set[int]  # the round goes on without them

    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Any) -> None:
        self.shuffler = carry.shuffler.copy() if game.shoe == "shuffling" else Shuffler()
        self.in_tournament = carry.in_tournament.copy()
        super().__init__(game, options, boxes, carry)
        jackpot, carried = options.jackpot, carry.jackpot
        self.pools = set_up(jackpot) if carried is None else with_sign(carried, jackpot)
        if self.shuffling_shoe_in_use() and self.phase in ("cut", "antes") and not self.shuffler.colours:
            self.phase = "shuffle"  # the table has just been given its shuffling shoe

    def start_day(self) -> None:
        """Nobody has left a tournament over night, and its level holds again."""
        super().start_day()
        if self.tournament is not None:
            self.tournament.holds = None
            for number in self.tournament.entrants:
                self.boxes[number].seated = True

    def start_round(self) -> None:
        super().start_round()
        self.asked, self.asking, self.excused = [], 0, set()
        self.shuffler.next_round()

    def is_to_be_asked(self, box: int) -> None:
        """In his turn, whatever was said of the box before."""
        self.asked = [asked for asked in self.asked if asked != box]
        self.asking = 0 if self.asking == box else self.asking
        self.excused.discard(box)

    def carry(self) -> Carry:
        carry = super().carry()
        assert isinstance(carry, Carry)
        carry.shuffler, carry.in_tournament = self.shuffler.copy(), self.in_tournament.copy()
        carry.jackpot = self.pools
        return carry

    def maximum_cents(self, box: Box) -> int:
        """In a tournament no marker lifts a box above the limits of its conditions (17.4(g))."""
        return self.limits.maximum_cents if self.tournament is not None else super().maximum_cents(box)

    @property
    def displayed_cents(self) -> int:
        """Fixed for the round, because the pools stand still until it closes (rule 11.1)."""
        return self.pools.displayed_cents

    # ------------------------------------------------------------ the shoe in use

    @property
    def shoe(self) -> Shoe:
        return self.game.shoe_rules.shoe

    def colour_in_play(self) -> str:
        return self.game.shoe_rules.colour_in_play(self.shuffler)

    def shoe_must_be_loaded(self) -> bool:
        return self.shuffling_shoe_in_use() and self.shuffler.must_be_loaded

    @property
    def numbers(self) -> Numbers:
        return self.game.shoe_rules.numbers

    @property
    def irregularities(self) -> Irregularities:
        return self.game.shoe_rules.irregularities

    @property
    def alarm(self) -> Alarm:
        return self.game.shoe_rules.alarm(self)

    @property
    def cards_out(self) -> int:
        return super().cards_out + self.shuffler.miscounted

    def counts_as_exposed(self, place: str | None) -> bool:
        """A card that 14.2 deals with is not turned over; each further one counts (DEALER-EXPOSED-COUNT)."""
        return True

    # ------------------------------------------------------------ the Boomerang Jackpot

    @property
    def hands_lie(self) -> bool:
        return super().hands_lie or (self.phase == "jackpot" and not self.void)

    def prize_open(self) -> bool:
        return bool(self.open_prizes())

    def open_prizes(self) -> list[Box]:
        """Declared prizes that are still to be paid, the minor ones first: no other can change those (11.2)."""
        minors = [box for box in self.contesting() if box.claim and box.settled and not is_major(box.claim)]
        return [box for box in minors if side_open(self, box)] + self.open_majors()

    def undeclared(self) -> list[Box]:
        """Hands for which a prize can still be declared (10.3, CLAIM-UNTIL-COLLECTED)."""
        return [box for box in self.to_collect() if box.claim is None and side_open(self, box)]

    def major_winners(self) -> dict[int, str]:
        """A hand that was declared, and then became void, takes no share (rule 11.2)."""
        return {
            box.number: box.claim
            for box in self.playing()
            if box.claim and is_major(box.claim) and not box.void
        }

    def awaited(self) -> list[Box]:
        return self.open_prizes() if self.phase == "jackpot" else super().awaited()

    def open_majors(self) -> list[Box]:
        """Who is out of the round after all leaves his share to the others (11.2, PENALTY-REACH)."""
        prizes = self.major_prizes()
        return [self.boxes[number] for number in prizes if self.is_due(self.boxes[number], prizes[number])]

    def is_due(self, box: Box, prize_cents: int) -> bool:
        return side_open(self, box) or self.prize_paid_cents(box) < prize_cents

    def prize_paid_cents(self, box: Box) -> int:
        paid = [payment for payment in box.payments if payment.wager == "jackpot"]
        return sum(payment.paid_cents - payment.taken_back_cents for payment in paid)

    def major_prizes(self) -> dict[int, int]:
        """All of the round, the paid ones too: they share (rules 11.2 and 11.3)."""
        return major_prizes(self.major_winners(), self.displayed_cents, self.pool_cents)

    @property
    def pool_cents(self) -> int | None:
        """What limits a prize after an earlier major win, and no first one (11.3, JACKPOT-FIRST-WIN)."""
        return self.pools.prize_cents if self.pools.major_won else None
