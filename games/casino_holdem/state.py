"""What a Casino Hold-em table knows beside what every house game knows: the board, and declared bonuses."""

from __future__ import annotations

from games.cards import SealedCard
from games.casino_holdem.options import Options
from games.deal import Dealt
from games.events import BOARD
from games.house.state import Box, State
from games.house.wagers import side_open


class HoldemState(State):
    options: Options

    def start_round(self) -> None:
        super().start_round()
        self.early: dict[
            int, SealedCard | None
        ] = {}  # of the river, face down while players decide (EARLY-RIVER)

    @property
    def cards_out(self) -> int:
        return super().cards_out + len(self.early)

    def unread(self, place: str) -> list[Dealt]:
        """A hand is five of the own cards and the communal ones (2.5): all of them are needed."""
        return [dealt for dealt in (*self.deal.hand(BOARD), *self.deal.hand(place)) if dealt.card is None]

    def to_verify(self) -> Box | None:
        """Declared, and not turned up yet."""
        return next((box for box in self.claims_open() if not box.shown), None)

    def claims_open(self) -> list[Box]:
        return [box for box in self.playing() if box.claim and side_open(self, box)]
