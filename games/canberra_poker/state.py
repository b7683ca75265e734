"""What a Canberra Poker table knows beside what every house game knows: the Boomerang Jackpot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.canberra_poker.jackpot import is_major
from games.canberra_poker.options import Options
from games.house.game import HouseGame
from games.house.state import Box, Carry, State


class CanberraState(State):
    options: Options

    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Carry) -> None:
        sign_is_the_same = carry.jackpot_displayed_cents == options.jackpot.displayed_cents
        self.jackpot_pool_cents = carry.jackpot_pool_cents if sign_is_the_same else None
        super().__init__(game, options, boxes, carry)

    def carry(self) -> Carry:
        return replace(
            super().carry(),
            jackpot_pool_cents=self.jackpot_pool_cents,
            jackpot_displayed_cents=self.options.jackpot.displayed_cents,
        )

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
