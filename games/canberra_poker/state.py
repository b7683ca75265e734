"""What a Canberra Poker table knows beside what every house game knows: the jackpot, and the shuffling shoe."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.canberra_poker.carry import Carry
from games.canberra_poker.jackpot import is_major
from games.canberra_poker.options import Options
from games.canberra_poker.pools import set_up, with_sign
from games.deal import Shoe
from games.every_game.carry import Pools
from games.every_game.state import Alarm
from games.house.game import HouseGame
from games.house.numbers import Numbers
from games.house.state import Box, State
from games.irregularities import Irregularities
from games.shuffler import Shuffler

if TYPE_CHECKING:
    from games.canberra_poker.game import CanberraPoker


class CanberraState(State):
    game: CanberraPoker
    options: Options
    pools: Pools
    given_up: Pools | None  # for another opening amount, and the dealer has not been told yet

    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Any) -> None:
        self.shuffler = deepcopy(carry.shuffler) if game.shoe == "shuffling" else Shuffler()
        super().__init__(game, options, boxes, carry)
        jackpot, carried = options.jackpot, carry.jackpot
        if carried is None or carried.opening_cents != jackpot.opening_cents:
            self.pools, self.given_up = set_up(jackpot), carried
        else:
            self.pools, self.given_up = with_sign(carried, jackpot), None
        if self.shuffling_shoe_in_use() and self.phase in ("cut", "antes") and not self.shuffler.colours:
            self.phase = "shuffle"  # the table has just been given its shuffling shoe

    def start_round(self) -> None:
        super().start_round()
        self.shuffler.next_round()

    def carry(self) -> Carry:
        """Until the dealer has been told, a restart has to find what it is about."""
        carry = replace(Carry.taken_over(super().carry()), shuffler=deepcopy(self.shuffler))
        return replace(carry, jackpot=self.given_up or self.pools)

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
        return self.game.shoe_rules.counts_as_exposed(place)

    # ------------------------------------------------------------ the Boomerang Jackpot

    def major_prize_open(self) -> bool:
        return bool(self.open_majors())

    def major_winners(self) -> dict[int, str]:
        """A hand that was declared, and then became void, takes no share (rule 11.2)."""
        return {
            box.number: box.claim
            for box in self.playing()
            if box.claim and is_major(box.claim) and not box.void
        }

    def awaited(self) -> list[Box]:
        return self.open_majors() if self.phase == "jackpot" else super().awaited()

    def open_majors(self) -> list[Box]:
        return [
            self.boxes[number]
            for number in self.major_winners()
            if all(payment.wager != "jackpot" for payment in self.boxes[number].payments)
        ]
