"""How the instruments of the pot games differ where one engine plays them: values that each game declares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.pot.numbers import Numbers
from games.rulebook.book import Document, Rule


class Street(NamedTuple):
    """What each player or the board gets before a betting round."""

    down: int = 0
    up: int = 0
    board: int = 0


FREE = ("fold", "call", "call_and_raise")


class OutOfTurn(NamedTuple):
    wager: Literal["stands", "taken_back", "retracted", "open"]
    choices: tuple[str, ...]
    kept_if_folded: bool
    rule: Rule


class AfterSkipped(NamedTuple):
    """What becomes of a wager out of turn, by the largest action of those who were skipped (17.5, 17.6)."""

    fold: OutOfTurn
    check: OutOfTurn
    no_more: OutOfTurn  # a bet, call or raise that does not exceed it
    more: OutOfTurn
    directed: OutOfTurn | None = None  # whatever they did, if the dealer has told him to act


class MaximumStake(NamedTuple):
    """The rules by which a player's stake has a maximum."""

    bought: Rule
    added: Rule


class SmallTable(NamedTuple):
    """15.2(e): at which tables ten per cent may be taken."""

    by: Literal["minimum_stake", "maximum_buy_in"]
    most_cents: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instrument:
    document: Document
    numbers: Numbers
    streets: tuple[Street, ...]
    after_skipped: AfterSkipped
    small_table: SmallTable
    seconds_given: int  # to act, by a supervisor
    cards_open: Rule | None = None  # the cards that lie up say who opens a betting round, not the button
    raises_with_blinds: int | None = None  # 5.1; None: any number, or as the operator determines
    maximum_stake: MaximumStake | None = None
    stake_never_reduced: Rule | None = None  # not even between rounds
    tournament_of_two: Rule | None = None  # the button posts first, and opens the first betting round
    early_cards_lie_up: bool = False  # communal cards that came too soon: everybody has seen them

    def hole_cards(self, streets: int | None = None) -> int:
        """Of each player, once so many streets are out; None: all of them."""
        return sum(street.down + street.up for street in self.streets[:streets])

    def board_cards(self, streets: int | None = None) -> int:
        return sum(street.board for street in self.streets[:streets])
