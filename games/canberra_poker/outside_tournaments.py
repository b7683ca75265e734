"""What a table does at other times, and not in a tournament: each with the rule that says so.

NI2004-492: 17.4(g), 17.7, 17.13, 17.18
"""

from __future__ import annotations

from games import events as e
from games.outcomes import Refusal, text
from games.rulebook import CANBERRA_POKER as C


def refusal_of(event: e.Event) -> Refusal | None:
    """What is not said while one is on."""
    match event:
        case e.PlaceJackpotWager() | e.TakeBackJackpotWager():
            return Refusal(say=text("no_jackpot_in_tournament"), rule=C["17.18"])
        case e.SeedJackpot() | e.ChangePools() | e.AdjustSign() | e.CorrectPools():
            return Refusal(say=text("no_jackpot_in_tournament"), rule=C["17.18"])
        case e.SetBoxMaximum() | e.ChangeLimits():
            return Refusal(say=text("limits_of_conditions"), rule=C["17.4(g)"])
        case e.NewPlayer():
            return Refusal(say=text("seats_by_ballot"), rule=C["17.7"])
        case e.PlayerLeft():
            return Refusal(say=text("chips_stay"), rule=C["17.13"])
    return None
