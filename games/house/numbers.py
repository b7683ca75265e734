"""Where the instruments of the two house games say the same under different numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.every_game import numbers as every_game
from games.rulebook.book import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(every_game.Numbers):
    marker: Rule  # above the maximum of the sign
    multiples: Rule
    under_minimum: Rule
    over_maximum: Rule
    antes: Rule
    boxes: Rule
    one_player: Rule  # at a box
    no_more_wagers: Rule
    decision: Rule
    second_wager: Rule
    fold: Rule
    dealer_sets: Rule
    dealer_plays: Rule
    dealer_does_not: Rule
    wins: Rule
    loses: Rule
    ties: Rule
    dealer_exposed: Rule
