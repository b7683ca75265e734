"""Table stakes: what a player must bring, may add, and may take away.

NI2017-583, NI2005-67, NI2005-74: 4.3-4.4
NI2017-583: 4.5-4.6
NI2017-583, NI2005-67, NI2005-74: 14.3
"""

from __future__ import annotations

from dataclasses import dataclass

from games.betting import Unfit
from games.instrument import Instrument
from games.pot.numbers import Numbers
from games.rulebook.book import Rule


@dataclass(frozen=True, slots=True)
class TableStakes:
    """What was determined under 4.2(a) and, in 2017, (i): the maximum buy-in (BUYIN-MEANING)."""

    instrument: Instrument
    minimum_cents: int
    maximum_cents: int | None = None

    def __post_init__(self) -> None:
        if self.maximum_cents is not None and self.instrument.maximum_stake is None:
            raise ValueError("the instruments of 2005 know no maximum table stake")

    @property
    def numbers(self) -> Numbers:
        return self.instrument.numbers


def buy_in(terms: TableStakes, cents: int) -> Unfit | None:
    if cents < terms.minimum_cents:
        return _refused(terms, "below_minimum_stake", terms.numbers.minimum_stake)
    if terms.instrument.maximum_stake and _above(terms, cents):
        return _refused(terms, "above_maximum_buy_in", terms.instrument.maximum_stake.bought)
    return None


def top_up(
    terms: TableStakes, stake_cents: int, adds_cents: int, *, in_round: bool = False, declared: bool = False
) -> Unfit | None:
    """A player adds chips. `in_round` is from the first post on (ROUND-START)."""
    if in_round:
        return _refused(terms, "stake_is_frozen", terms.numbers.stake_stands)
    if declared:
        return _refused(terms, "declared_player", terms.numbers.declared)
    if stake_cents + adds_cents < terms.minimum_cents:  # he may add enough, or become declared (TOPUP)
        return _refused(terms, "below_minimum_stake", terms.numbers.declared)
    if terms.instrument.maximum_stake and adds_cents and _above(terms, stake_cents + adds_cents):
        return _refused(terms, "above_maximum_buy_in", terms.instrument.maximum_stake.added)
    return None


def take_away(terms: TableStakes, stake_cents: int, takes_cents: int, *, in_round: bool) -> Unfit | None:
    """Leaving the game is not reducing (STAKE-REDUCE). 2017: never; 2005: not during a round of play."""
    if terms.instrument.stake_never_reduced:
        return _refused(terms, "stake_may_not_be_reduced", terms.instrument.stake_never_reduced)
    if in_round:
        return _refused(terms, "stake_is_frozen", terms.numbers.stake_stands)
    if stake_cents - takes_cents < terms.minimum_cents:
        return _refused(terms, "below_minimum_stake", terms.numbers.minimum_stake)
    return None


def is_declared(terms: TableStakes, stake_cents: int) -> bool:
    """As a round starts: not up to the minimum. Whoever won enough meanwhile no more is (DECLARED-CLEAR)."""
    return stake_cents < terms.minimum_cents


def must_leave(stake_cents: int, *, declared: bool) -> bool:
    """A declared player who has lost his table stake (14.3)."""
    return declared and stake_cents == 0


def _above(terms: TableStakes, cents: int) -> bool:
    return terms.maximum_cents is not None and cents > terms.maximum_cents


def _refused(terms: TableStakes, code: str, rule: Rule) -> Unfit:
    return Unfit(code, rule, terms.minimum_cents, terms.maximum_cents or 0)
