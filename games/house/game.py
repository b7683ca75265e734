"""A game of players at boxes against the house.

Canberra Poker and Casino Hold-em share this room. What one of them does in its own way is a method of
`HouseGame` that it fills in, or a handler of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from games import events as e
from games.cards import FULL_DECK, Card
from games.deal import Due
from games.every_game.carry import Coming
from games.every_game.correcting import Chips
from games.every_game.game import Game
from games.every_game.reports import Reportable, hands_in_play, report_by_table
from games.hand_order import HOUSE
from games.hands import Hand
from games.house import (
    announcing,
    boxes_seen,
    collecting,
    deciding,
    devices,
    irregularities,
    results,
    rulings,
    showdown,
    two_signatures,
    wagers,
    wagers_on_sign,
)
from games.house.numbers import Numbers
from games.house.offers import OFFERS, notice_offers, penalty_offers
from games.house.prompts import PROMPTS
from games.house.state import Box
from games.house.state import State as HouseState
from games.irregularities import Irregularities
from games.offers import Offer
from games.outcomes import Outcome, Payment, Text, WagerName, text
from games.rulebook import Rule
from games.seen import Audience, Note, Seen, SeenBySign, SignRow, SignSide


class HouseGame(Game):
    numbers: ClassVar[Numbers]
    State = HouseState
    state: HouseState
    hand_order = HOUSE
    before_deal = "antes"
    deciding: ClassVar[tuple[str, ...]] = ("decide",)
    exposures: ClassVar[tuple[str, ...]] = ("card_exposed", "third_card_exposed", "dealer_card_exposed")
    handlers: ClassVar = {
        e.ChangeLimits: announcing.change_limits,
        # the deck
        e.AllCardsRead: two_signatures.all_cards_read,
        e.DeckCheckedByHand: two_signatures.deck_checked_by_hand,
        e.Countersign: two_signatures.countersign,
        e.ReadAgain: two_signatures.read_again,
        # wagers
        e.PlaceAnte: wagers.place_ante,
        e.TakeBackAnte: wagers.take_back_ante,
        e.SetBoxMaximum: wagers.set_box_maximum,
        e.MarkerPlaced: wagers.marker_placed,
        e.MarkerTaken: wagers.marker_taken,
        e.PlayerLeft: wagers.player_left,
        e.CloseBetting: wagers.close_betting,
        e.Fold: wagers.fold,
        e.Penalise: rulings.penalise,
        e.NewPlayer: rulings.new_player,
        # showdown
        e.ShowDealer: showdown.show_dealer,
        e.ShowBox: showdown.show_box,
        e.SettleBox: showdown.settle_box,
        e.CollectHand: collecting.collect_hand,
        e.Collected: collecting.collected,
        # devices
        e.DeviceLost: devices.device_lost,
        e.ReportsMissed: devices.reports_missed,
    }
    supervised: ClassVar = {
        **Game.supervised,
        e.ChangeLimits: lambda state, _: state.numbers.limits,
        e.SetBoxMaximum: lambda state, _: state.numbers.marker,
        e.Penalise: rulings.penalty_rule,
        e.NewPlayer: lambda state, _: state.numbers.breach,
    }
    effects: ClassVar = rulings.EFFECTS
    reports: ClassVar = {"collusion": Reportable(report_by_table, hands_in_play)}
    prompts: ClassVar = {**PROMPTS, "verify": two_signatures.verify_prompt}
    own_offers: ClassVar = {**OFFERS, "verify": two_signatures.verify_offers}

    cards_each: ClassVar[int]  # 6.3(c)
    second_wager: ClassVar[WagerName]  # the rules call it bet or call
    antes_in_second: ClassVar[int]  # how many times the ante it is (7.2)
    capped_wager: ClassVar[WagerName]  # whose winnings the maximum payout caps (8.2)
    side_wager: ClassVar[WagerName | None] = None  # placed beside the ante, if the player likes

    # Sentences that every house game says, each in its own words, by name.
    no_other_amount: ClassVar[str]  # the second wager is exactly so much
    decision_explained: ClassVar[str]  # how much it is, and what a folded hand is
    dealer_plays_explained: ClassVar[str]  # with which hands

    # ------------------------------------------------------------ what it has to be whole for

    @classmethod
    def offered(cls) -> frozenset[str]:
        return frozenset({cls.second_wager})

    @classmethod
    def common_irregularities(cls) -> Irregularities:
        return irregularities.common(cls.numbers)

    @classmethod
    def moves(cls) -> dict[str, tuple[str, ...]]:
        return {
            **super().moves(),
            "first_card": (cls.before_deal,),
            "last_card": cls.dealing,
            "all_decided": cls.deciding,
            "dealer_set": ("reveal",),
            "all_settled": ("settle",),
            "hands_gone": tuple(phase for phase in (*cls.dealing, "reveal") if phase != "deal"),
        }

    @classmethod
    def says(cls) -> Iterator[tuple[str, str]]:
        yield from super().says()
        second, side = cls.second_wager, cls.side_wager
        yield "explains", cls.decision_explained
        yield "explains", cls.dealer_plays_explained
        yield "refusals", cls.no_other_amount
        yield "prompts", f"{second}_or_fold"
        yield "forms", f"{second}_decides"
        yield "buttons", f"do_{second}"
        yield "captions", f"{second}_line"
        yield "states", f"{second}s"
        yield "sign", f"per_{cls.capped_wager}"
        if side is not None:
            yield "captions", f"{side}_mark"

    # ------------------------------------------------------------ what every game asks for

    def deck(self, state: Any) -> tuple[Card, ...]:
        return FULL_DECK

    def wagers_lie(self, state: HouseState) -> bool:
        return state.has_antes()

    def has_players(self, state: HouseState) -> bool:
        return any(box.has_player for box in state.boxes.values())

    def start_deal(self, state: Any) -> list[Outcome]:
        return wagers.start_deal(state)

    def all_dealt(self, state: Any) -> list[Outcome]:
        return deciding.all_dealt(state)

    def hand_void(self, state: Any, box: int, rule: Rule) -> list[Outcome]:
        """It has no result (CP-RECONSTRUCT)."""
        return rulings.void_wagers(state, state.boxes[box], rule)

    def give_all_back(self, state: Any, rule: Rule) -> list[Outcome]:
        return rulings.give_all_back(state, rule)

    def results(self, state: Any) -> list[Outcome]:
        return results.results(state)

    def new_limits(self, state: Any, coming: Coming) -> list[Outcome]:
        return announcing.new_limits(state, coming)

    def notice_offers(self, state: Any) -> Iterator[Offer]:
        return notice_offers(state)

    def box_title(self, box: int) -> Text:
        if self.state.phase == "decide":
            return text(f"{self.second_wager}_decides", box=box)
        return text("box_title" if self.state.phase == "antes" else "box_title_alone", box=box)

    def chips_moved(self, state: Any) -> dict[int, Chips]:
        return {box.number: results.chips_moved(box) for box in state.boxes.values() if box.payments}

    def money_on_table(self) -> dict[str, Any]:
        return {"open_boxes": results.open_boxes(self.state)}

    def penalty_offers(self, state: Any) -> Iterator[Offer]:
        return penalty_offers(state)

    def seen(self, audience: Audience) -> Seen:
        return boxes_seen.with_boxes(super().seen(audience), self.state, audience)

    def seen_by_sign(self) -> SeenBySign:
        return wagers_on_sign.with_wagers(super().seen_by_sign(), self.state)

    # ------------------------------------------------------------ what a game does in its own way

    @abstractmethod
    def plan(self, antes: list[int]) -> list[Due]:
        """The deal up to the players' decisions."""

    def check_decision(self, state: Any) -> None:
        """Refuses a decision while something else comes first."""

    def decisions_wait(self, state: Any) -> bool:
        """Something is still to be done before the decisions can be over, though everybody has acted."""
        return False

    def decisions_over(self, state: Any) -> list[Outcome]:
        """The last player has acted; the phase moves on next."""
        return []

    def after_decisions(self, state: Any) -> list[Outcome]:
        """The phase has moved on."""
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

    def payouts_on_sign(self) -> Iterator[SignRow]:
        """What wins how much; nothing where whatever wins is paid alike."""
        return iter(())

    def side_settled(self, state: Any, box: Box) -> list[Payment]:
        """What becomes of the side wager when the box is settled; nothing if that is decided elsewhere."""
        return []

    def hand_collected(self, state: Any, box: Box) -> list[Payment]:
        """What becomes of the side wager when the hand is gone: nobody can declare any more."""
        return []

    def hand_is_void(self, state: Any) -> list[Outcome]:
        """A hand is out of the round: what that changes for prizes of others."""
        return []

    def prize_of(self, state: Any, box: Box) -> bool:
        """The side wager has won, and is still to be paid."""
        return False

    def side_offers(self, state: Any, box: Box) -> Iterator[Offer]:
        """What may be done about the box's side wager while wagers are open."""
        return iter(())

    def second_blocked(self, state: Any, box: Box) -> Text | None:
        """Why the box cannot place its second wager, where it has not as much."""
        return None

    def side_lines(self, box: Box) -> Iterator[Text]:
        """What is seen of the box's side wager, beside its mark."""
        return iter(())

    def side_notes(self, state: Any) -> Iterator[Note]:
        """What the table's sign says of the side wager."""
        return iter(())

    def side_on_sign(self, state: Any) -> SignSide | None:
        """The side wager, and what is paid for it."""
        return None

    def round_over(self, state: Any) -> list[Outcome]:
        """What else the round has moved, before it is closed."""
        return []
