"""What the casino determines for a Canberra Poker table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.canberra_poker.irregularities import IRREGULARITIES
from games.house.options import Cents, HouseOptions, Settings


class Jackpot(Settings):
    """Rules 10.2 and 11.1."""

    wager_cents: Cents
    displayed_cents: Annotated[int, Field(ge=0, le=100_000_000_000)]


class Options(HouseOptions):
    irregularities = IRREGULARITIES

    jackpot: Jackpot
