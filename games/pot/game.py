"""A game of players against each other for a pot. Omaha, Faro and Seven Card Stud share this room.

What one of them does in its own way is a method or an attribute of `PotGame` that it fills in.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from games import events as e
from games.betting import Player
from games.cards import AnyCard, SealedCard
from games.deal import Due
from games.every_game.closed_rounds import Holds
from games.every_game.correcting import Chips
from games.every_game.game import Game
from games.every_game.questions import ask
from games.hands import Shape, hand_as_strong, strength_of
from games.instrument import Instrument
from games.offers import Offer
from games.outcomes import Outcome, Refusal, Text, text
from games.pot import (
    betting,
    determining,
    playing,
    posting,
    reports,
    rulings,
    seating,
    seats_seen,
    showdown,
    stakes_on_sign,
    tournament,
)
from games.pot.carry import Carry
from games.pot.determinations import determination_offers
from games.pot.numbers import Numbers
from games.pot.offers import OFFERS, between_offers, penalty_offers
from games.pot.options import PotOptions
from games.pot.phases import IN_ROUND, PHASES, SHOWN_AS, STRIP
from games.pot.plans import Seats
from games.pot.prompts import PROMPTS
from games.pot.reports import REPORTS
from games.pot.state import PotState, Showing
from games.rulebook import Rule
from games.seen import Audience, Seen, SeenBySign, Standing


class PotGame(Game):
    State = PotState
    carries = Carry
    state: PotState
    has_seats = True
    phases = PHASES
    in_round = IN_ROUND
    strip = STRIP
    shown_as = SHOWN_AS
    before_deal = "post"
    deciding = ("bet",)
    hand_order = None
    cut_deeper_than = 1  # 7.2
    effects = rulings.EFFECTS
    fitting: ClassVar[Mapping[str, rulings.Fits]] = rulings.FITS  # when a ruling can still be given
    prompts = PROMPTS
    own_offers = OFFERS
    reports = REPORTS
    asked_as: ClassVar = {
        "wrong_box": "dealt_out_of_turn",
        "too_few_cards": "hand_too_small",
        "too_many_cards": "hand_too_large",
        "extra_card_drawn": "card_nobody_was_due",
        "early_card": "card_before_posts",
        "other": "not_in_the_rules",
    }
    asked_once: ClassVar = ("wrong_box",)
    exposures: ClassVar[tuple[str, ...]] = ("hole_card_exposed",)

    numbers: ClassVar[Numbers]
    instrument: ClassVar[Instrument]

    gives_way = tournament.GIVES_WAY
    handlers: ClassVar = {
        e.TakeSeat: seating.take_seat,
        e.DrawForSeat: seating.draw_for_seat,
        e.ChangeSeat: seating.change_seat,
        e.AddToStake: seating.add_to_stake,
        e.TakeFromStake: seating.take_from_stake,
        e.SitOut: seating.sit_out,
        e.ChooseEntry: seating.choose_entry,
        e.PlayerLeft: seating.player_left,
        e.CloseTable: seating.close_table,
        e.PostOverBlind: posting.post_over_blind,
        e.CollectPosts: posting.collect_posts,
        e.CollectTimeCharge: posting.collect_time_charge,
        e.ChangeDeterminations: determining.change_determinations,
        e.ButtonPlaced: seating.button_placed,
        e.ButtonTaken: seating.button_taken,
        e.Check: betting.check,
        e.Call: betting.call,
        e.Wager: betting.wager,
        e.Fold: betting.fold,
        e.PutIn: betting.put_in,
        e.ActOutOfTurn: betting.act_out_of_turn,
        e.GiveTime: betting.give_time,
        e.TimeCame: betting.time_came,
        e.ShowBox: showdown.show,
        e.Muck: showdown.muck,
        e.PayPot: showdown.pay_pot,
        e.Penalise: rulings.penalise,
        e.Collected: rulings.collected,
    }
    supervised: ClassVar = {
        **Game.supervised,
        e.ChangeDeterminations: lambda state, _: state.numbers.determined,
        e.GiveTime: lambda state, _: state.numbers.time_given,
        e.Penalise: rulings.penalty_rule,
    }

    # ------------------------------------------------------------ what every game is asked

    def deck(self, state: PotState) -> tuple[AnyCard, ...]:
        return state.options.cards.deck_cards

    def start_deal(self, state: PotState) -> list[Outcome]:
        """A fact is never refused: a card that comes too soon is a question (7.1)."""
        return posting.start_deal(state) if posting.may_begin(state) else ask(state, "early_card")

    def wagers_lie(self, state: PotState) -> bool:
        return state.posted is not None

    def has_players(self, state: PotState) -> bool:
        return bool(state.seats)

    def may_play(self, state: PotState) -> bool:
        return posting.may_begin(state)

    def all_dealt(self, state: PotState) -> list[Outcome]:
        return playing.all_dealt(state)

    def card_not_due(self, state: PotState, card: SealedCard | None) -> list[Outcome]:
        return reports.card_not_due(state, card)

    def card_before_deal(self, state: PotState, card: SealedCard | None) -> list[Outcome]:
        return reports.card_before_deal(state, card)

    def card_entered(self, state: PotState) -> list[Outcome]:
        """In stud the last up card that was unread may be what the betting has waited for."""
        waits = state.phase == "deal" and state.deal.complete and bool(state.deal.dealt)
        return playing.all_dealt(state) if waits else []

    def own_notice_due(self, state: PotState, at_ms: int) -> list[Outcome]:
        return determining.what_is_due(state, at_ms)

    def time_turns(self, state: PotState) -> None:
        betting.time_runs(state)

    def fits(self, state: PotState, choice: str) -> bool:
        fits = self.fitting.get(choice)
        return fits is None or fits(state)

    def hand_void(self, state: PotState, box: int, rule: Rule) -> list[Outcome]:
        return rulings.put_out(state, box, rule)

    def give_all_back(self, state: PotState, rule: Rule) -> list[Outcome]:
        """Dictionary, Void: nobody wins, every chip goes back; no commission (COMM-MISDEAL)."""
        back = rulings.given_back(state, rule)
        state.current.won = []
        return back

    def chips_corrected(self, state: PotState, box: int, cents: int) -> list[Outcome]:
        return showdown.stake_corrected(state, box, cents)

    def results(self, state: PotState) -> list[Outcome]:
        return showdown.round_over(state)

    def exposure(self, state: PotState, report: e.Report) -> str:
        return "hole_card_exposed"

    def notice_offers(self, state: PotState) -> Iterator[Offer]:
        return determination_offers(state)

    # ------------------------------------------------------------ a tournament at the table

    def cannot_follow(self, state: PotState, event: e.Event) -> Refusal | None:
        return tournament.cannot_follow(state, event)

    def seat_entrant(self, state: PotState, box: int, chips_cents: int) -> list[Outcome]:
        return tournament.seat_entrant(state, box, chips_cents)

    def unseat_entrant(self, state: PotState, box: int) -> list[Outcome]:
        return tournament.unseat_entrant(state, box)

    def give_chips(self, state: PotState, box: int, cents: int) -> list[Outcome]:
        return tournament.give_chips(state, box, cents)

    def play_level(self, state: PotState, level: e.Level) -> list[Outcome]:
        return tournament.play_level(state, level)

    def entrant_chips_cents(self, state: PotState, box: int) -> int:
        return tournament.chips_cents(state, box)

    def contributed_cents(self, state: PotState, box: int) -> int:
        return tournament.contributed_cents(state, box)

    def corrected_boxes(self, state: PotState, event: e.CorrectMoney) -> dict[int, int]:
        boxes = super().corrected_boxes(state, event)
        if state.tournament is None and event.other is None:
            return boxes
        return tournament.corrected_boxes(state, event.round, boxes)

    def chips_lack(self, state: PotState, boxes: Mapping[int, int]) -> Text | None:
        return tournament.chips_lack(state, boxes) if state.tournament is not None else None

    def correct_each_other(self, state: PotState) -> Mapping[int, Holds] | None:
        return tournament.holders(state)

    def act_for_absent(self, state: PotState) -> list[Outcome]:
        return tournament.act_for_absent(state)

    def excluded_entrants(self, state: PotState) -> list[Outcome]:
        return tournament.tell_of_excluded(state)

    def tournament_left(self, state: PotState) -> list[Outcome]:
        return tournament.left(state)

    # ------------------------------------------------------------ what is seen and said of it

    def box_title(self, box: int) -> Text:
        return text("seat_title", box=box)

    def chips_moved(self, state: PotState) -> dict[int, Chips]:
        return rulings.chips_handed(state)

    def dropped_cents(self, state: PotState) -> int:
        return rulings.dropped_cents(state)

    def money_on_table(self) -> dict[str, Any]:
        return {"seats": seating.stakes_and_wagers(self.state)}

    def penalty_offers(self, state: PotState) -> Iterator[Offer]:
        return penalty_offers(state)

    def button_at(self, state: PotState) -> int | None:
        return state.button or None

    def between_offers(self, state: PotState) -> Iterator[Offer]:
        return between_offers(state)

    def seen(self, audience: Audience) -> Seen:
        return seats_seen.with_seats(super().seen(audience), self.state, audience)

    def own_standing(self, state: PotState) -> Iterator[Standing]:
        if state.tournament is not None:
            yield Standing("tournament", stakes_on_sign.tournament_standing(state.tournament))

    def seen_by_sign(self) -> SeenBySign:
        return stakes_on_sign.with_stakes(super().seen_by_sign(), self.state)

    # ------------------------------------------------------------ what differs from game to game

    @abstractmethod
    def street(self, state: PotState, seats: Seats, number: int) -> Sequence[Due]:
        """What is dealt before the betting round with that number, counted from 0."""

    @abstractmethod
    def most_players(self, cards: int, options: PotOptions) -> int: ...

    @abstractmethod
    def shape(self, state: PotState) -> Shape: ...

    @abstractmethod
    def early_card(self, state: PotState) -> str:
        """Which irregularity it is that a card came during a betting round."""

    @abstractmethod
    def face_up(self, state: PotState) -> str:
        """Which irregularity it is that the next card lies face up in the shoe."""

    def face_up_words(self, state: PotState) -> dict[str, Any]:
        return {}

    def street_dealt(self, state: PotState) -> None:
        """The cards are out, and nobody has acted yet."""

    def has_checked(self, state: PotState, player: Player) -> list[Outcome]:
        """What else his check means; it is not yet another's turn."""
        return []

    def showing(self, state: PotState, seat: int) -> Showing:
        """Opens the cards: they lie on the table."""
        hole, board = state.cards(str(seat)), state.cards("board")
        cards, shape = state.options.cards, self.shape(state)
        high = strength_of(shape, cards.high, hole, board)
        return Showing(high, strength_of(shape, cards.low, hole, board) if cards.low else 0)

    def hand_words(self, state: PotState, seat: int, *, low: bool) -> dict[str, object] | None:
        """What the dealer announces (13.1); nothing of a hand that is not shown."""
        order = state.options.cards.low if low else state.options.cards.high
        shown = state.current.shown.get(seat)
        if shown is None or order is None:
            return None
        hand = hand_as_strong(order, shown.low if low else shown.high)
        return None if hand is None else hand.words
