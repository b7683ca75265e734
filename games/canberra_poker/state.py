"""What a Canberra Poker table knows beside what every house game knows: the Boomerang Jackpot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.canberra_poker.jackpot import is_major
from games.canberra_poker.options import Options
from games.canberra_poker.pools import set_up, with_sign
from games.house.game import HouseGame
from games.house.state import Box, Carry, Pools, State


class CanberraState(State):
    options: Options
    pools: Pools
    given_up: Pools | None  # for another opening amount, and the dealer has not been told yet

    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Carry) -> None:
        super().__init__(game, options, boxes, carry)
        jackpot, carried = options.jackpot, carry.jackpot
        if carried is None or carried.opening_cents != jackpot.opening_cents:
            self.pools, self.given_up = set_up(jackpot), carried
        else:
            self.pools, self.given_up = with_sign(carried, jackpot), None

    def carry(self) -> Carry:
        """Until the dealer has been told, a restart has to find what it is about."""
        return replace(super().carry(), jackpot=self.given_up or self.pools)

    @property
    def displayed_cents(self) -> int:
        """Fixed for the round, because the pools stand still until it closes (rule 11.1)."""
        return self.pools.displayed_cents

    def major_prize_open(self) -> bool:
        return bool(self.open_majors())

    def major_winners(self) -> dict[int, str]:
        return {box.number: box.claim for box in self.playing() if box.claim and is_major(box.claim)}

    def awaited(self) -> list[Box]:
        return self.open_majors() if self.phase == "jackpot" else super().awaited()

    def open_majors(self) -> list[Box]:
        return [
            self.boxes[number]
            for number in self.major_winners()
            if all(payment.wager != "jackpot" for payment in self.boxes[number].payments)
        ]
