"""Where the instruments of the two house games say the same under different numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.rulebook.book import Rule


@dataclass(frozen=True, slots=True)
class Numbers:
    dealer_sets: Rule
    dealer_plays: Rule
    dealer_does_not: Rule
    wins: Rule
    loses: Rule
    ties: Rule
    count_back: Rule
    exchange: Rule
    exchange_voids: Rule
    exposed: Rule
    dealer_exposed: Rule
    wrong_deal: Rule
    discarded: Rule
    hours: Rule
    closing: Rule
    disturbance: Rule
    breach: Rule
    impractical: Rule
    dispute: Rule
    abstain: Rule
