"""Communal cards of Faro that came too soon: they are used, and bets are limited.

NI2005-67: 17.17-17.18
"""

from __future__ import annotations

from dataclasses import replace

from games.every_game.rulings import Effect
from games.every_game.state import Pending
from games.outcomes import Outcome
from games.pot.rulings import use_it
from games.pot.state import PotState
from games.rulebook import Rule


def hold_bets(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """17.17: nobody may go above the largest bet already made; the card is used next."""
    state.current.betting.hold(rule)
    return use_it(state, pending, rule)


def least_bets_only(state: PotState, pending: Pending, rule: Rule) -> list[Outcome]:
    """17.18: laid with the card before it; bets on that are the table minimum (FARO-MIN-ONLY)."""
    betting = state.current.betting
    least_cents = betting.limit.least_cents
    betting.limit = replace(betting.limit, maximum="spread", most_cents=least_cents)
    return use_it(state, pending, rule)


EFFECTS: dict[str, Effect] = {"hold_bets": hold_bets, "least_bets_only": least_bets_only}
