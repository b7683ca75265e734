"""A game at a table. `take` is the one door: an event goes in, outcomes come out.

What every game does is in this room. What a kind of game does in its own way, or one game alone, is a method
of `Game` that it fills in, or a handler, prompt, offer or effect of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from pydantic import BaseModel

from games import events as e
from games.cards import AnyCard, SealedCard
from games.deal import Shoe
from games.every_game import (
    announcing,
    closed_rounds,
    collecting,
    counted_chips,
    dealing,
    deck,
    devices,
    irregularities,
    layout,
    reports,
    rulings,
    standing_on_sign,
    tag_names,
    tournament,
)
from games.every_game.carry import Carry, Coming, Correction
from games.every_game.closed_rounds import Holds
from games.every_game.correcting import Chips
from games.every_game.numbers import Numbers, TournamentNumbers
from games.every_game.offers import OFFERS, in_sight, on_their_sheets
from games.every_game.prompts import PROMPTS, prompt
from games.every_game.questions import ask, check_inventory, drop_past
from games.every_game.reports import Reportable
from games.every_game.shoe_rules import Handler, ShoeRules
from games.every_game.state import Refused, State
from games.every_game.whole import faults_of
from games.hand_order import HandOrder
from games.hands import Shape
from games.irregularities import Irregularities
from games.offers import Offer
from games.outcomes import Outcome, Prompt, Refusal, Text, text
from games.phases import PhaseTable
from games.rulebook import Document, Rule
from games.seen import Audience, Seen, SeenBySign, Standing


def _nothing(state: State, event: e.Event) -> list[Outcome]:
    return []


HANDLERS: dict[type[e.Event], Handler] = {
    # the table and the deck
    e.OpenTable: deck.open_table,
    e.CloseTable: announcing.close_table,
    e.AnnounceClosing: announcing.announce_closing,
    e.ChangeCards: deck.change_cards,
    e.TimeCame: announcing.time_came,
    e.AllCardsRead: deck.all_cards_read,
    e.ReadAgain: deck.read_again,
    e.DeckCheckedByHand: deck.deck_checked_by_hand,
    e.OrderDeckCheck: deck.order_deck_check,
    e.Shuffled: deck.shuffled,
    e.CutMade: deck.cut_made,
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
    e.Collected: collecting.collected,
    # irregularities
    e.Report: reports.report,
    e.WithdrawReport: rulings.withdraw_report,
    e.Answer: rulings.answer,
    e.HoldShoe: rulings.hold_shoe,
    # a tournament
    **dict.fromkeys(e.ORDERS, tournament.follow),
    e.MarkSeat: tournament.mark_seat,
    e.CountChips: counted_chips.count_chips,
    e.LinkHeld: tournament.link_held,
    e.LinkReleased: tournament.link_released,
    # rounds that are closed
    e.Dispute: closed_rounds.dispute,
    e.DecideDispute: closed_rounds.decide_dispute,
    e.CorrectMoney: closed_rounds.correct_money,
    e.CorrectPools: closed_rounds.correct_pools,
    e.VoidClosedRound: closed_rounds.void_closed_round,
    e.SignCorrection: closed_rounds.sign_correction,
    e.VoidRound: rulings.void_round,
    # devices
    e.DeviceReady: devices.device_ready,
    e.DeviceLost: devices.device_lost,
    e.DeviceFaulted: devices.device_faulted,
    e.DeviceRecovered: devices.device_recovered,
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

RuleOf = Callable[[Any, Any], Rule]
GivesWay = Callable[[Any], Rule | None]  # None: not now

# By which rule only a supervisor may say it.
SUPERVISED: dict[type[e.Event], RuleOf] = {
    e.CloseTable: lambda state, _: state.numbers.closing,
    e.AnnounceClosing: lambda state, _: state.numbers.closing,
    e.ChangeCards: lambda state, _: state.numbers.new_cards,
    e.DeckCheckedByHand: lambda state, _: state.numbers.new_cards,
    e.OrderDeckCheck: lambda state, _: state.numbers.order_check,
    e.VoidRound: lambda state, _: state.numbers.impractical,
    e.DecideDispute: lambda state, _: state.numbers.dispute,
    e.CorrectMoney: lambda state, _: state.numbers.dispute,
    e.CorrectPools: lambda state, _: state.numbers.dispute,
    e.VoidClosedRound: lambda state, _: state.numbers.impractical,
    e.SignCorrection: lambda state, _: state.numbers.dispute,
}


class Game(ABC):
    name: ClassVar[str]
    document: ClassVar[Document]
    numbers: ClassVar[Numbers]
    Options: ClassVar[type[BaseModel]]
    State: ClassVar[type[State]]
    carries: ClassVar[type[Carry]] = Carry  # what one round of it hands to the next

    shapes: ClassVar[tuple[Shape, ...]]  # of the hands that it compares, besides five cards as they are
    hand_order: ClassVar[HandOrder | None]  # in which it compares them; None: the operator determines it
    has_rules_for_shuffling_shoe: ClassVar[bool] = False
    shoes: ClassVar[tuple[ShoeRules, ...]] = ()  # those of which its rules say something of their own

    phases: ClassVar[PhaseTable]
    before_deal: ClassVar[str]  # the phase in which the first card may come
    dealing: ClassVar[tuple[str, ...]] = ("deal",)  # phases in which cards are dealt
    deciding: ClassVar[tuple[str, ...]]  # phases in which players are asked: the dealer does not change
    in_round: ClassVar[tuple[str, ...]]  # phases in which the round can still be won, lost or void
    strip: ClassVar[tuple[str, ...]]  # phases as the screens show them
    shown_as: ClassVar[Mapping[str, str]]  # those that are shown as another
    has_seats: ClassVar[bool] = False  # players sit there; in a house game they have boxes

    irregularities: ClassVar[Irregularities]
    exposures: ClassVar[tuple[str, ...]]  # what `exposure` can find
    effects: ClassVar[Mapping[str, rulings.Effect]] = {}  # rulings of this game alone
    reports: ClassVar[Mapping[str, Reportable]] = {}  # kinds of report of this game alone
    handlers: ClassVar[Mapping[type[e.Event], Handler]] = {}  # commands of this game alone
    supervised: ClassVar[Mapping[type[e.Event], RuleOf]] = SUPERVISED
    prompts: ClassVar[Mapping[str, Callable[[Any], Prompt]]] = {}  # phase -> instead of what all games say
    own_offers: ClassVar[Mapping[str, Callable[[Any], Iterator[Offer]]]] = {}  # phase -> likewise

    asked_as: ClassVar[Mapping[str, str]] = {}  # questions that this game puts in its own words

    asked_once: ClassVar[tuple[str, ...]] = ()  # however many cards of a deal readers see astray

    has_pools: ClassVar[bool] = False  # a jackpot's, which a round feeds

    tournament: ClassVar[TournamentNumbers | None] = None  # None: its instrument knows no tournaments
    gives_way: ClassVar[Mapping[type[e.Event], GivesWay]] = {}  # what nobody says while one is on

    cut_deeper_than: ClassVar[int]  # cards from either end

    def __init_subclass__(cls) -> None:
        """What a game does not say of itself would otherwise be missed in the middle of a round."""
        faults = list(faults_of(cls)) if hasattr(cls, "name") else []
        if faults:
            raise TypeError(f"{cls.__name__} {'; '.join(faults)}")

    def __init__(self, options: Any, boxes: int, carry: Carry | None = None, *, shoe: Shoe = "reading") -> None:
        self.shoe, self.boxes = shoe, boxes
        self._in_round = frozenset((*self.in_round, "collect"))
        carried = self.carries.taken_over(carry or Carry())
        self.deal_from(self.shoe_at(carried))
        self.state = self.State(self, options, boxes, carried)

    def deal_from(self, shoe_rules: ShoeRules) -> None:
        """By the rules of that shoe, from now on."""
        self.shoe_rules = shoe_rules
        self._handlers = {**self.all_handlers(), **shoe_rules.handlers}
        self.prompt_by_phase = {**PROMPTS, **self.prompts, **shoe_rules.prompts}
        self.offers_by_phase = {**OFFERS, **self.own_offers, **shoe_rules.offers}
        self.effect_by_choice = {**rulings.EFFECTS, **self.effects, **shoe_rules.effects}

    # ------------------------------------------------------------ what it has to be whole for

    @classmethod
    def all_handlers(cls) -> dict[type[e.Event], Handler]:
        return {**HANDLERS, **cls.handlers}

    @classmethod
    def offered(cls) -> frozenset[str]:
        """Commands that the rooms it shares offer."""
        return frozenset()

    @classmethod
    def common_irregularities(cls) -> Irregularities:
        return irregularities.common(cls.numbers)

    @classmethod
    def moves(cls) -> dict[str, tuple[str, ...]]:
        """What the rooms it shares move a round by, and from which phases."""
        in_round = (*cls.in_round, "collect")
        between = tuple(phase for phase in cls.phases.phases if phase not in (*in_round, "closed", "verify"))
        return {
            "open": ("closed",),
            "deck_complete": ("verify",),
            "close": ("verify",),
            "check_deck": between,
            "last_check": between,
            "shuffled": ("shuffle",),
            "cut_made": ("cut",),
            "reshuffle": ("shuffle", "cut", cls.before_deal),
            "void": in_round,
            "collected": ("collect",),
        }

    @classmethod
    def says(cls) -> Iterator[tuple[str, str]]:
        """Group and name of sentences that are said because of what it declares here."""
        for about in cls.irregularities:
            yield "explains", cls.asked_as.get(about, about)
        for code in {choice.code for row in cls.irregularities.values() for choice in row.choices}:
            yield "choices", f"choose_{code}"
            yield "rulings", f"ruled_{code}"
        for phase in cls.strip:
            yield "phases", phase
        for kind in cls.reports:
            yield "forms", f"report_{kind}"

    # ------------------------------------------------------------ the door

    def take(self, event: e.Event) -> list[Outcome]:
        state, said = self.state, type(event)
        refusal = self.answer_first(event) if state.pending else None
        if refusal is None and isinstance(event, e.Command) and event.lacks_supervisor:
            refusal = Refusal(say=text("supervisor_only"), rule=self._supervised_by(event))
        if refusal is None and state.tournament is not None:
            refusal = self._not_in_tournament(said)
        if refusal is not None:
            return [refusal]
        try:
            outcomes = self._handlers.get(said, _not_of_this_game)(state, event)
        except Refused as refused:
            return [refused.refusal]
        state.now_ms = event.at_ms
        if state.tournament is not None:
            outcomes += [*tournament.begun(state), *self.act_for_absent(state)]
        if state.watch.hasty:
            outcomes += dealing.has_the_shoe_told(state, event.at_ms)
        if state.watch.tags.names:
            outcomes += tag_names.compare(state, event.at_ms)
        if state.pending:
            drop_past(state)
        if state.inventory_open:
            outcomes += check_inventory(state)
        if state.phase not in self._in_round:
            outcomes += announcing.what_is_due(state, event.at_ms)
        if state.turns_are_timed:
            self.time_turns(state)
        return outcomes

    def answer_first(self, event: e.Event) -> Refusal | None:
        """A question is open, and the command waits until it is answered."""
        question = self.state.question
        if question is None or not isinstance(event, e.Command) or event.while_asked:
            return None
        return Refusal(say=text("answer_first"), rule=question.question.rule)

    def _supervised_by(self, event: e.Command) -> Rule | None:
        """None for what is none of this game's: that is refused as well, whoever says it."""
        rule_of = self.supervised.get(type(event))
        return rule_of(self.state, event) if rule_of is not None else None

    def _not_in_tournament(self, said: type[e.Event]) -> Refusal | None:
        """Its place is taken by the rules for tournaments, or by what the tournament orders."""
        by = self.gives_way.get(said)
        rule = by(self.state) if by is not None else None
        return Refusal(say=text("not_in_tournament"), rule=rule) if rule is not None else None

    @property
    def next_moment_ms(self) -> int | None:
        """When the table wants to hear that the time has come."""
        return announcing.next_moment_ms(self.state)

    def prompt(self) -> Prompt:
        return prompt(self.state)

    def offers(self) -> list[Offer]:
        return [*self.offers_in_sight(), *self.offers_on_their_sheets()]

    def offers_in_sight(self) -> list[Offer]:
        may_be_said = list(self._fit(in_sight(self.state)))
        return may_be_said if self.state.tournament is None else tournament.as_prompted(self.state, may_be_said)

    def offers_on_their_sheets(self) -> Iterator[Offer]:
        return self._fit(on_their_sheets(self.state))

    def _fit(self, offers: Iterator[Offer]) -> Iterator[Offer]:
        if self.state.tournament is None:
            return offers
        return (offer for offer in offers if not self._not_in_tournament(e.COMMANDS[offer.command]))

    def seen(self, audience: Audience) -> Seen:
        return layout.seen(self.state, audience)

    def seen_by_sign(self) -> SeenBySign:
        return standing_on_sign.sign(self.state)

    @property
    def shown_phases(self) -> tuple[str, ...]:
        return self.strip

    # ------------------------------------------------------------ what a kind of game does in its own way

    @abstractmethod
    def deck(self, state: Any) -> tuple[AnyCard, ...]:
        """The cards that are played with."""

    @abstractmethod
    def wagers_lie(self, state: Any) -> bool:
        """On the layout, before the first card."""

    @abstractmethod
    def has_players(self, state: Any) -> bool:
        """At a box or seat, whether they play in this round or not."""

    def may_play(self, state: Any) -> bool:
        """Those who are there could begin a round."""
        return True

    def deal_may_begin(self, state: Any) -> bool:
        """With the first card that comes, as wagers lie there."""
        return True

    @abstractmethod
    def start_deal(self, state: Any) -> list[Outcome]:
        """The first card is about to leave the shoe."""

    @abstractmethod
    def all_dealt(self, state: Any) -> list[Outcome]:
        """The plan of the deal is complete."""

    @abstractmethod
    def exposure(self, state: Any, report: e.Report) -> str:
        """Which irregularity it is that a card was exposed."""

    @abstractmethod
    def hand_void(self, state: Any, box: int, rule: Rule) -> list[Outcome]:
        """The hand of that box or seat could not be reconstructed."""

    @abstractmethod
    def give_all_back(self, state: Any, rule: Rule) -> list[Outcome]:
        """The round is void: every wager goes back to its player."""

    @abstractmethod
    def results(self, state: Any) -> list[Outcome]:
        """The cards are collected: how the round ended (RoundClosed), and what else that moves."""

    def shoe_at(self, carry: Any) -> ShoeRules:
        """What stands at the table when the round begins."""
        return ShoeRules()

    def new_limits(self, state: Any, coming: Coming) -> list[Outcome]:
        """What the players had notice of holds from now on."""
        return []

    def own_notice_due(self, state: Any, at_ms: int) -> list[Outcome]:
        """What else the players had notice of, and what now holds."""
        return []

    def time_turns(self, state: Any) -> None:
        """A player's time to act may have begun to run, or stands still."""
        raise NotImplementedError("a game that times its turns says how")

    def fits(self, state: Any, choice: str) -> bool:
        """Whether that ruling can still be given, as the round has gone on."""
        return True

    def card_not_due(self, state: Any, card: SealedCard | None) -> list[Outcome]:
        """A card left the shoe in the round, while none was due."""
        state.set_aside += 1
        return dealing.card_in_collect(state) if state.phase == "collect" else ask(state, "extra_card_drawn")

    def card_before_deal(self, state: Any, card: SealedCard | None) -> list[Outcome]:
        """A card left the shoe before the deal could begin."""
        return ask(state, "early_card")

    def card_entered(self, state: Any) -> list[Outcome]:
        """A person has said which card it is that lies face up."""
        return []

    def chips_corrected(self, state: Any, box: int, cents: int) -> list[Outcome]:
        """So much was handed to a box or seat, or taken from it, because a closed round was put right."""
        return []

    def corrected_boxes(self, state: Any, event: e.CorrectMoney) -> dict[int, int]:
        """What is put right at each, in cents."""
        cents = event.amount_cents if event.direction == "give" else -event.amount_cents
        return {event.box: cents} if event.other is None else {event.box: cents, event.other: -cents}

    def chips_lack(self, state: Any, boxes: Mapping[int, int]) -> Text | None:
        """Where chips that are to be taken back lie no more."""
        return None

    def correct_each_other(self, state: Any) -> Mapping[int, Holds] | None:
        """Among whom alone money is put right; None: the house gives and takes."""
        return None

    def sat_there(self, state: Any, box: int, round_: int) -> bool:
        """Whoever has the box or seat now has played that closed round."""
        return True

    def pools_corrected(self, state: Any, prize_cents: int, reserve_cents: int) -> list[Outcome]:
        raise NotImplementedError("a game that has pools says how they are put right")

    def pools_changed(self, state: Any, change: Correction, second_by: str) -> list[Outcome]:
        raise NotImplementedError("a game that has pools says how the casino changes them")

    def own_standing(self, state: Any) -> Iterator[Standing]:
        """What the table's sign says first of how the table stands, in this game alone."""
        return iter(())

    def notice_offers(self, state: Any) -> Iterator[Offer]:
        """What a supervisor may give notice of, beside the closing of the table."""
        return iter(())

    @abstractmethod
    def box_title(self, box: int) -> Text:
        """What stands above all that may be done at that box or seat."""

    @abstractmethod
    def chips_moved(self, state: Any) -> dict[int, Chips]:
        """Between each box or seat, what lies before it and the house, in this round so far."""

    def dropped_cents(self, state: Any) -> int:
        """What the house has taken out of pots, in this round so far."""
        return 0

    @abstractmethod
    def money_on_table(self) -> dict[str, Any]:
        """What lies at each box or seat now, for whoever asks afterwards."""

    # ------------------------------------------------------------ a tournament at the table

    def cannot_follow(self, state: Any, event: e.Event) -> Refusal | None:
        """Why the game cannot be played by that order."""
        return None

    def act_for_absent(self, state: Any) -> list[Outcome]:
        """After every event: what the table itself does where an entrant is not there."""
        return []

    def seat_entrant(self, state: Any, box: int, chips_cents: int) -> list[Outcome]:
        """He plays here from the next round on."""
        raise NotImplementedError("a game that is played in tournaments says how")

    def unseat_entrant(self, state: Any, box: int) -> list[Outcome]:
        """He has left, and his chips with him."""
        raise NotImplementedError("a game that is played in tournaments says how")

    def give_chips(self, state: Any, box: int, cents: int) -> list[Outcome]:
        raise NotImplementedError("a game that is played in tournaments says how")

    def play_level(self, state: Any, level: e.Level) -> list[Outcome]:
        """Its limits hold from now on."""
        raise NotImplementedError("a game that is played in tournaments says how")

    def entrant_chips_cents(self, state: Any, box: int) -> int:
        """What he has between two rounds, or when one has been settled."""
        raise NotImplementedError("a game that is played in tournaments says how")

    def contributed_cents(self, state: Any, box: int) -> int:
        """To the pots of the round that was just settled."""
        return 0

    def button_at(self, state: Any) -> int | None:
        """Where the dealer button lies, in a game that has one."""
        return None

    def chips_counted(self, state: Any, box: int, cents: int) -> None:
        """A supervisor has said that the count holds."""
        raise NotImplementedError("a game that counts chips says how")

    def excluded_entrants(self, state: Any) -> list[Outcome]:
        """Who is, of those who are still seated for it."""
        return []

    def round_voided(self, state: Any) -> list[Outcome]:
        """The last round of the session, after it was closed: what moved because of it moves back."""
        return []

    def session_ordered(self, state: Any, event: e.PlaySession) -> list[Outcome]:
        """What else changes with it."""
        return []

    def entrant_marked(self, state: Any, box: int) -> list[Outcome]:
        """He has come, or is not there."""
        return []

    def tournament_left(self, state: Any) -> list[Outcome]:
        """The table is no more part of it: what the casino has configured holds again."""
        return []

    def penalty_offers(self, state: Any) -> Iterator[Offer]:
        """What a supervisor may decide of a player who has broken the rules."""
        return iter(())

    def between_offers(self, state: Any) -> Iterator[Offer]:
        """What a supervisor may do between two rounds of this game alone."""
        return iter(())


def _not_of_this_game(state: State, event: e.Event) -> list[Outcome]:
    """A device may tell what another game asks for: a fact is never refused."""
    if isinstance(event, e.Fact):
        return []
    raise Refused(Refusal(say=text("not_of_this_game")))
