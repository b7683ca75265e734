"""Canberra Poker, NI2004-492. `take` is the one door: an event goes in, outcomes come out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import events as e
from games.canberra_poker import dealing, devices, rulings, showdown, wagers
from games.canberra_poker.irregularities import IRREGULARITIES
from games.canberra_poker.options import Options as CanberraOptions
from games.canberra_poker.phases import PHASES
from games.canberra_poker.prompts import offers, prompt
from games.canberra_poker.questions import check_inventory
from games.canberra_poker.state import Carry, Refused, State
from games.offers import Offer
from games.outcomes import Outcome, Prompt, Refusal, text
from games.rulebook import CANBERRA_POKER

Handler = Callable[[State, Any], list[Outcome]]


def _nothing(state: State, event: e.Event) -> list[Outcome]:
    return []


HANDLERS: dict[type[e.Event], Handler] = {
    # the table and the deck
    e.OpenTable: dealing.open_table,
    e.CloseTable: dealing.close_table,
    e.AllCardsRead: dealing.all_cards_read,
    e.ReadAgain: dealing.read_again,
    e.DeckCheckedByHand: dealing.deck_checked_by_hand,
    e.OrderDeckCheck: dealing.order_deck_check,
    e.Shuffled: dealing.shuffled,
    e.CutMade: dealing.cut_made,
    # wagers
    e.PlaceAnte: wagers.place_ante,
    e.TakeBackAnte: wagers.take_back_ante,
    e.PlaceJackpotWager: wagers.place_jackpot_wager,
    e.TakeBackJackpotWager: wagers.take_back_jackpot_wager,
    e.SetBoxMaximum: wagers.set_box_maximum,
    e.PlayerLeft: wagers.player_left,
    e.CloseBetting: wagers.close_betting,
    e.Bet: wagers.bet,
    e.Fold: wagers.fold,
    # cards
    e.CardDrawn: dealing.card_drawn,
    e.CardDealtByHand: dealing.card_dealt_by_hand,
    e.EnterCard: dealing.enter_card,
    e.CardSeen: dealing.card_seen,
    e.CardGone: dealing.card_gone,
    e.PlaceRead: dealing.place_read,
    e.CardRepeated: _nothing,
    e.CutCardSeen: _nothing,
    # showdown
    e.ShowDealer: showdown.show_dealer,
    e.ShowBox: showdown.show_box,
    e.ClaimJackpot: showdown.claim_jackpot,
    e.SettleBox: showdown.settle_box,
    e.PayJackpot: showdown.pay_jackpot,
    e.Collected: showdown.collected,
    # irregularities
    e.Report: rulings.report,
    e.WithdrawReport: rulings.withdraw_report,
    e.Answer: rulings.answer,
    e.HoldShoe: rulings.hold_shoe,
    e.VoidRound: rulings.void_round,
    # devices
    e.DeviceReady: devices.device_ready,
    e.DeviceLost: devices.device_lost,
    e.DeviceFaulted: devices.device_faulted,
    e.DeviceRecovered: _nothing,
    e.ReportsMissed: devices.reports_missed,
    e.DeviceNoted: _nothing,
}

# What may still be done while a question waits for its answer.
AT_ANY_TIME = (e.Report, e.WithdrawReport, e.Answer, e.HoldShoe, e.VoidRound)


class CanberraPoker:
    name = "canberra_poker"
    document = CANBERRA_POKER
    phases = PHASES
    irregularities = IRREGULARITIES
    Options = CanberraOptions

    def __init__(self, options: CanberraOptions, boxes: int, carry: Carry | None = None) -> None:
        self.state = State(options, boxes, carry)

    def take(self, event: e.Event) -> list[Outcome]:
        question = self.state.question
        if question and isinstance(event, e.Command) and not isinstance(event, AT_ANY_TIME):
            return [Refusal(say=text("answer_first"), rule=question.question.rule)]
        try:
            outcomes = HANDLERS[type(event)](self.state, event)
        except Refused as refused:
            return [refused.refusal]
        return outcomes + check_inventory(self.state)

    def prompt(self) -> Prompt:
        return prompt(self.state)

    def offers(self) -> list[Offer]:
        return offers(self.state)


PHASES.check_guards(State)
