"""A game of players at boxes against the house. `take` is the one door: an event goes in, outcomes come out.

Canberra Poker and Casino Hold-em share this room. What one of them does in its own way is a method of
`HouseGame` that it fills in, or a handler of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from pydantic import BaseModel

from games import events as e
from games.deal import Due, Shoe
from games.hands import Hand
from games.house import announcing, dealing, devices, rulings, showdown, wagers
from games.house.numbers import Numbers
from games.house.prompts import offers, prompt
from games.house.questions import check_inventory
from games.house.state import Box, Carry, Refused, State
from games.irregularities import Irregularities
from games.offers import Offer
from games.outcomes import Outcome, Payment, Prompt, Refusal, WagerName, text
from games.phases import PhaseTable
from games.rulebook import Document

Handler = Callable[[Any, Any], list[Outcome]]


def _nothing(state: State, event: e.Event) -> list[Outcome]:
    return []


HANDLERS: dict[type[e.Event], Handler] = {
    # the table and the deck
    e.OpenTable: dealing.open_table,
    e.CloseTable: announcing.close_table,
    e.ChangeLimits: announcing.change_limits,
    e.AnnounceClosing: announcing.announce_closing,
    e.ChangeCards: dealing.change_cards,
    e.TimeCame: announcing.time_came,
    e.AllCardsRead: dealing.all_cards_read,
    e.ReadAgain: dealing.read_again,
    e.DeckCheckedByHand: dealing.deck_checked_by_hand,
    e.OrderDeckCheck: dealing.order_deck_check,
    e.Shuffled: dealing.shuffled,
    e.CutMade: dealing.cut_made,
    # wagers
    e.PlaceAnte: wagers.place_ante,
    e.TakeBackAnte: wagers.take_back_ante,
    e.SetBoxMaximum: wagers.set_box_maximum,
    e.MarkerPlaced: wagers.marker_placed,
    e.MarkerTaken: wagers.marker_taken,
    e.PlayerLeft: wagers.player_left,
    e.CloseBetting: wagers.close_betting,
    e.Fold: wagers.fold,
    # cards
    e.CardDrawn: dealing.card_drawn,
    e.CardDealtByHand: dealing.card_dealt_by_hand,
    e.EnterCard: dealing.enter_card,
    e.EnterHand: dealing.enter_hand,
    e.CardSeen: dealing.card_seen,
    e.CardGone: dealing.card_gone,
    e.PlaceRead: dealing.place_read,
    e.CardRepeated: _nothing,
    e.CutCardSeen: _nothing,
    # showdown
    e.ShowDealer: showdown.show_dealer,
    e.ShowBox: showdown.show_box,
    e.SettleBox: showdown.settle_box,
    e.Collected: showdown.collected,
    # irregularities
    e.Report: rulings.report,
    e.WithdrawReport: rulings.withdraw_report,
    e.Answer: rulings.answer,
    e.HoldShoe: rulings.hold_shoe,
    e.VoidRound: rulings.void_round,
    e.Penalise: rulings.penalise,
    # devices
    e.DeviceReady: devices.device_ready,
    e.DeviceLost: devices.device_lost,
    e.DeviceFaulted: devices.device_faulted,
    e.DeviceRecovered: _nothing,
    e.ReportsMissed: devices.reports_missed,
    e.DeviceNoted: _nothing,
    # an automated shuffling shoe, at a table that does not deal from it
    e.DeckInserted: _nothing,
    e.ShuffleStarted: _nothing,
    e.ShuffleComplete: _nothing,
    e.PackDispensed: _nothing,
    e.DoorChanged: _nothing,
    e.PoweredUp: _nothing,
}

# What may still be done while a question waits for its answer.
AT_ANY_TIME = (e.Report, e.WithdrawReport, e.Answer, e.HoldShoe, e.VoidRound)


class HouseGame(ABC):
    name: ClassVar[str]
    document: ClassVar[Document]
    numbers: ClassVar[Numbers]
    Options: ClassVar[type[BaseModel]]
    State: ClassVar[type[State]] = State

    phases: ClassVar[PhaseTable]
    dealing: ClassVar[tuple[str, ...]] = ("deal",)  # phases in which cards are dealt
    in_round: ClassVar[tuple[str, ...]]  # phases in which the round can still be won, lost or void
    strip: ClassVar[tuple[str, ...]]  # phases as the screens show them
    shown_as: ClassVar[Mapping[str, str]]  # those that are shown as another

    irregularities: ClassVar[Irregularities]
    effects: ClassVar[Mapping[str, rulings.Effect]] = {}  # rulings of this game alone
    handlers: ClassVar[Mapping[type[e.Event], Handler]]  # commands of this game alone
    prompts: ClassVar[Mapping[str, Callable[[Any], Prompt]]] = {}  # phase -> instead of what all games say
    own_offers: ClassVar[Mapping[str, Callable[[Any], Iterator[Offer]]]] = {}  # phase -> likewise

    cards_each: ClassVar[int]  # 6.3(c)
    cut_deeper_than: ClassVar[int]  # 5.2: cards from either end
    second_wager: ClassVar[WagerName]  # the rules call it bet or call; it is twice the ante (7.2)
    side_wager: ClassVar[WagerName]  # placed beside the ante, if the player likes

    def __init__(self, options: Any, boxes: int, carry: Carry | None = None, *, shoe: Shoe = "reading") -> None:
        self.shoe = shoe
        self.state = self.State(self, options, boxes, carry or Carry())

    # ------------------------------------------------------------ the door

    def take(self, event: e.Event) -> list[Outcome]:
        question = self.state.question
        if question and isinstance(event, e.Command) and not isinstance(event, AT_ANY_TIME):
            return [Refusal(say=text("answer_first"), rule=question.question.rule)]
        try:
            outcomes = self.handler(type(event))(self.state, event)
        except Refused as refused:
            return [refused.refusal]
        return [*outcomes, *check_inventory(self.state), *announcing.what_is_due(self.state, event)]

    def handler(self, kind: type[e.Event]) -> Handler:
        return self.handlers.get(kind) or HANDLERS.get(kind, _not_of_this_game)

    @property
    def next_moment_ms(self) -> int | None:
        """When the table wants to hear that the time has come."""
        return announcing.next_moment_ms(self.state)

    def prompt(self) -> Prompt:
        return prompt(self.state)

    def offers(self) -> list[Offer]:
        return offers(self.state)

    @property
    def shown_phases(self) -> tuple[str, ...]:
        return self.strip

    # ------------------------------------------------------------ what a game does in its own way

    @abstractmethod
    def plan(self, antes: list[int]) -> list[Due]:
        """The deal up to the players' decisions."""

    def check_decision(self, state: Any) -> None:  # noqa: B027 - most games have nothing against it
        """Refuses a decision while something else comes first."""

    def decisions_wait(self, state: Any) -> bool:
        """Something is still to be done before the decisions can be over, though everybody has acted."""
        return False

    def decisions_over(self, state: Any) -> list[Outcome]:
        """The last player has acted; the phase moves on next."""
        return []

    @abstractmethod
    def hand(self, state: Any, place: str) -> Hand:
        """Opens the cards. Only for hands that the rules have turned up."""

    @abstractmethod
    def dealer_plays(self, dealer: Hand) -> bool: ...

    @abstractmethod
    def must_be_shown(self, dealer: Hand) -> bool:
        """Whether a box's hand has to be turned up before its wagers can be settled."""

    @abstractmethod
    def against_dealer(self, state: Any, box: Box, hand: Hand | None) -> list[Payment]:
        """Ante and second wager, the dealer's hand being known (8, 9)."""

    @abstractmethod
    def side_settled(self, state: Any, box: Box) -> list[Payment]:
        """What becomes of the side wager when the box is settled; nothing if that is decided elsewhere."""

    @abstractmethod
    def side_offers(self, state: Any, box: Box) -> Iterator[Offer]:
        """What may be done about the box's side wager while wagers are open."""

    def round_over(self, state: Any) -> list[Outcome]:
        """What else the round has moved, before it is closed."""
        return []

    def between_offers(self, state: Any) -> Iterator[Offer]:
        """What a supervisor may do between two rounds of this game alone."""
        return iter(())

    @abstractmethod
    def exposure(self, state: Any, report: e.Report) -> str:
        """Which irregularity it is that a card was exposed."""


def _not_of_this_game(state: State, event: e.Event) -> list[Outcome]:
    raise Refused(Refusal(say=text("not_of_this_game")))
