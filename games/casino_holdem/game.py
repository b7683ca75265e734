"""Canberra Casino Hold-em Poker, NI2007-208: two cards each, five on the board, call or fold, Super Aces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from games import events as e
from games import hands
from games.cards import SealedCard
from games.casino_holdem import early_river, payouts_on_sign, super_aces
from games.casino_holdem.irregularities import IRREGULARITIES, exposure
from games.casino_holdem.numbers import NUMBERS
from games.casino_holdem.options import Options as HoldemOptions
from games.casino_holdem.phases import DEALING, IN_ROUND, PHASES, SHOWN_AS, STRIP
from games.casino_holdem.settlement import against_dealer
from games.casino_holdem.state import HoldemState
from games.deal import Due, one_at_a_time
from games.events import BOARD
from games.every_game.offers import deal_offers
from games.every_game.state import require
from games.hands import CASINO_HOLDEM as ANY_FIVE_OF_SEVEN
from games.hands import Hand, house_hand, pair_of_fours_or_higher
from games.house import wagers
from games.house.game import HouseGame
from games.house.prompts import deal_prompt
from games.house.state import Box
from games.offers import Offer
from games.outcomes import Outcome, Payment, Text
from games.rulebook import CASINO_HOLDEM
from games.rulebook import CASINO_HOLDEM as H
from games.seen import Note, SignRow, SignSide, caption


class CasinoHoldem(HouseGame):
    name = "casino_holdem"
    document = CASINO_HOLDEM
    numbers = NUMBERS
    shapes = (hands.CASINO_HOLDEM, hands.SUPER_ACES)
    Options = HoldemOptions
    State = HoldemState
    phases = PHASES
    dealing = DEALING
    in_round = IN_ROUND
    strip = STRIP
    shown_as = SHOWN_AS
    irregularities = IRREGULARITIES
    effects: ClassVar = {
        **HouseGame.effects,
        "enter_again": super_aces.enter_again,
        "as_shown": super_aces.as_shown,
        "keep_down": early_river.keep_down,
        "set_aside": early_river.set_aside,
    }
    handlers: ClassVar = {
        **HouseGame.handlers,
        e.Call: wagers.second_wager,
        e.PlaceBonusWager: super_aces.place_wager,
        e.TakeBackBonusWager: super_aces.take_back_wager,
        e.ClaimBonus: super_aces.claim,
        e.EnterHand: super_aces.enter_hand,
        e.PayBonus: super_aces.pay,
    }
    prompts: ClassVar = {**HouseGame.prompts, "decide": super_aces.decide_prompt, "river": deal_prompt}
    own_offers: ClassVar = {**HouseGame.own_offers, "decide": super_aces.decide_offers, "river": deal_offers}
    cards_each = 2
    cut_deeper_than = 4
    second_wager = "call"
    antes_in_second = 2
    capped_wager = "ante"
    side_wager = "bonus"
    no_other_amount = "call_is_twice_ante"
    decision_explained = "call_or_fold_explained"
    dealer_plays_explained = "casino_holdem_dealer_plays"

    def plan(self, antes: list[int]) -> list[Due]:
        """Hole cards and flop; the river follows when the players have decided (6.5, 6.6)."""
        flop = [Due(BOARD, nth, up=True, rule=H["6.4"]) for nth in (1, 2, 3)]
        return [*one_at_a_time(antes, self.cards_each, H["6.3(a)"], H["6.3(b)"]), *flop]

    def check_decision(self, state: HoldemState) -> None:
        """A verified bonus is paid first, so that a fold cannot lose it (10.5, SUPERACES-FOLD)."""
        require(not state.claims_open(), "pay_bonus_first", H["10.5"])

    def decisions_wait(self, state: HoldemState) -> bool:
        """A declared bonus is paid before the river, even if a void hand was the last to be waited for."""
        return bool(state.claims_open())

    def decisions_over(self, state: HoldemState) -> list[Outcome]:
        if state.somebody_plays_on():
            state.deal.plan += [Due(BOARD, nth, up=True, rule=H["6.6"]) for nth in (4, 5)]
        return [*super_aces.undeclared_lose(state)]

    def after_decisions(self, state: HoldemState) -> list[Outcome]:
        return early_river.deal(state)

    def card_not_due(self, state: HoldemState, card: SealedCard | None) -> list[Outcome]:
        asked = early_river.has_come(state, card)
        return super().card_not_due(state, card) if asked is None else asked

    def hand(self, state: HoldemState, place: str) -> Hand:
        return house_hand(ANY_FIVE_OF_SEVEN, state.cards(place), state.cards(BOARD))

    def dealer_plays(self, dealer: Hand) -> bool:
        return pair_of_fours_or_higher(dealer)

    def must_be_shown(self, dealer: Hand) -> bool:
        """The ante is paid by the player's hand even if the dealer does not qualify (HE-NQ-ANTE)."""
        return True

    def against_dealer(self, state: HoldemState, box: Box, hand: Hand | None) -> list[Payment]:
        assert hand is not None, "the hand must be shown to be paid by"
        assert state.dealer is not None
        return against_dealer(state.stakes(box), hand, state.dealer, state.options)

    def side_settled(self, state: HoldemState, box: Box) -> list[Payment]:
        return []  # paid or lost before the river (10.4, 10.5)

    def side_offers(self, state: HoldemState, box: Box) -> Iterator[Offer]:
        return super_aces.box_offers(state, box)

    def side_lines(self, box: Box) -> Iterator[Text]:
        yield caption("bonus_line", amount_cents=box.side_cents)

    def side_notes(self, state: HoldemState) -> Iterator[Note]:
        limits = state.options.bonus
        amounts = caption("bonus_range", minimum_cents=limits.minimum_cents, maximum_cents=limits.maximum_cents)
        yield Note(caption("bonus_label"), amounts)

    def payouts_on_sign(self) -> Iterator[SignRow]:
        return payouts_on_sign.payouts()

    def side_on_sign(self, state: HoldemState) -> SignSide | None:
        return payouts_on_sign.super_aces(state.options.bonus)

    def exposure(self, state: Any, report: e.Report) -> str:
        return exposure(state, report)
