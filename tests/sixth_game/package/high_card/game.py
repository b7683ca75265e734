"""High Card: one card each, bet or fold, the higher one wins."""

from typing import Any, ClassVar

from games import events as e
from games.cards import Card
from games.deal import Due, one_at_a_time
from games.hand_order import Category
from games.hands import Hand
from games.house import wagers
from games.house.game import HouseGame
from games.house.settlement import ante, given_back, lost, second
from games.house.state import Box, State
from games.outcomes import Payment
from high_card.instrument import HIGH_CARD
from high_card.instrument import HIGH_CARD as H
from high_card.irregularities import IRREGULARITIES, NUMBERS, exposure
from high_card.options import Options as HighCardOptions
from high_card.phases import IN_ROUND, PHASES, SHOWN_AS, STRIP


class OneCard(Hand):
    """A hand of one card is called by its rank alone."""

    __slots__ = ()

    @property
    def words(self) -> dict[str, object]:
        return {"hand": "one_card", "ranks": list(self.ranks)}


class HighCard(HouseGame):
    name = "high_card"
    document = HIGH_CARD
    numbers = NUMBERS
    shapes = ()
    Options = HighCardOptions
    phases = PHASES
    in_round = IN_ROUND
    strip = STRIP
    shown_as = SHOWN_AS
    irregularities = IRREGULARITIES
    exposures = ("card_exposed", "dealer_card_exposed")
    handlers: ClassVar = {**HouseGame.handlers, e.Bet: wagers.second_wager}
    cards_each = 1
    cut_deeper_than = 2
    second_wager = "bet"
    antes_in_second = 1
    capped_wager = "bet"
    no_other_amount = "bet_is_as_the_ante"
    decision_explained = "bet_or_fold_one_card"
    dealer_plays_explained = "dealer_always_plays"

    def plan(self, antes: list[int]) -> list[Due]:
        return one_at_a_time(antes, self.cards_each, H["6.3"], H["6.3"])

    def hand(self, state: State, place: str) -> Hand:
        card = state.cards(place)[0]
        assert isinstance(card, Card)
        return OneCard(Category.NO_PAIR, (card.rank,), strength=card.rank, low=False)

    def dealer_plays(self, dealer: Hand) -> bool:
        return True

    def must_be_shown(self, dealer: Hand) -> bool:
        return True

    def against_dealer(self, state: State, box: Box, hand: Hand | None) -> list[Payment]:
        assert hand is not None
        assert state.dealer is not None
        stakes, most_cents = state.stakes(box), state.options.maximum_payout_cents
        if hand.strength < state.dealer.strength:
            return lost(stakes, H["9.3"])
        if hand.strength == state.dealer.strength:
            return given_back(stakes, "void", H["9.4"])
        return [ante(stakes, "win", H["9.2"]), second(stakes, "win", H["9.2"], 1, most_cents)]

    def exposure(self, state: Any, report: e.Report) -> str:
        return exposure(report)
