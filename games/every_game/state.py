"""What is known about a table of any game: between rounds, and in the round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from games.cards import AnyCard, SealedCard, SealedTag
from games.deal import Deal, Dealt, Shoe
from games.events import Report
from games.every_game.carry import Carry
from games.every_game.numbers import Numbers
from games.irregularities import Irregularities
from games.outcomes import Notice, Outcome, Question, Refusal, text
from games.rulebook import Rule
from games.watch import Watch

if TYPE_CHECKING:
    from games.every_game.game import Game

Alarm = Literal["", "attention", "fault"]


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.say.code)
        self.refusal = refusal


def refusal(code: str, rule: Rule | None = None, /, **words: object) -> Refused:
    return Refused(Refusal(say=text(code, **words), rule=rule))


def require(allowed: bool, code: str, rule: Rule | None = None, /, **words: object) -> None:
    """Checks stand before the first change, so that a refused command changes nothing."""
    if not allowed:
        raise refusal(code, rule, **words)


def notice(code: str, rule: Rule | None = None, /, **words: object) -> Notice:
    return Notice(say=text(code, **words), rule=rule)


@dataclass
class Pending:
    """A question that waits for its answer, and what it was about."""

    question: Question
    report: Report | None = None
    box: int | None = None
    count: int = 0  # cards that may have left the shoe unheard
    tag: SealedTag | None = None  # the card that a reader saw
    words: dict[str, object] = field(default_factory=dict)
    waiting: list[SealedCard | None] = field(default_factory=list)  # cards that came behind the gap


class State(ABC):
    def __init__(self, game: Game, options: Any, boxes: int, carry: Carry) -> None:
        """The kind of game lays out its boxes, or seats, before it comes here: the round is begun here."""
        self.game = game
        self.options = options
        self.phase = carry.phase
        self.round = carry.round
        self.shoe_ready = carry.shoe_ready
        self.shoe_stopped = False  # by a fault that it has not told the end of
        self.shoe_held = False  # it is there, and not listened to before a supervisor approves it
        self.coming = carry.coming
        self.closes = carry.closes
        self.no_more_rounds = carry.no_more_rounds  # the notice of closing has run out
        self.closing = carry.closing  # the cards are checked for the last time
        self.unchecked = carry.unchecked  # the table was closed before they were
        self.new_cards = carry.new_cards  # both dealer and supervisor check them
        self.pools = carry.jackpot  # kept by a game without a jackpot for the one that has it
        self.last_round = carry.last_round
        self.correction = carry.correction
        self.disputes = dict(carry.disputes)
        self.disputes_opened = carry.disputes_opened
        self.tournament = deepcopy(carry.tournament)
        self.now_ms = 0  # the time of the last event
        self.turns_are_timed = False  # a player may have a time to act
        self.start_round()

    def start_day(self) -> None:
        """The table opens: nothing holds any more that players had notice of."""
        self.coming = self.closes = None
        self.no_more_rounds = self.closing = False

    def start_round(self) -> None:
        self.deal = Deal([])
        self.watch = Watch()
        self.checked: list[SealedCard | None] = []  # the deck check
        self.pending: list[Pending] = []
        self.exposed = 0  # cards of the players
        self.withdrawn: set[tuple[str | None, int | None]] = set()  # cards once reported as exposed
        self.set_aside = 0  # cards out of the shoe that belong to nobody
        self.by_hand = self.shoe == "silent"  # the dealer says what has been dealt
        self.void_rule: Rule | None = None
        self.doubtful = False  # the deck must be checked before it is used again
        self.inventory_open = False  # a reader came back and has not been believed yet

    def carry(self) -> Carry:
        return self.game.carries(
            round=self.round,
            shoe_ready=self.shoe_ready,
            phase=self.phase,
            coming=self.coming,
            closes=self.closes,
            no_more_rounds=self.no_more_rounds,
            closing=self.closing,
            unchecked=self.unchecked,
            new_cards=self.new_cards,
            jackpot=self.pools,
            last_round=self.last_round,
            correction=self.correction,
            disputes=dict(self.disputes),
            disputes_opened=self.disputes_opened,
            tournament=deepcopy(self.tournament),
        )

    # ------------------------------------------------------------ what a kind of game knows in its own way

    @abstractmethod
    def make_plan(self) -> None:
        """The first card may come: who is due it, and all that follow."""

    @abstractmethod
    def has_hand(self, place: str) -> bool:
        """A hand is dealt to that box or seat in this round, over or not."""

    @abstractmethod
    def places_in_play(self) -> list[str]:
        """Where hands lie that people may speak of: boxes or seats, and the dealer's if he has one."""

    @abstractmethod
    def hand_over(self, place: str) -> bool | None:
        """Whether a box or seat has nothing more to win or lose; None for a place that is neither."""

    @abstractmethod
    def hands_given_up(self) -> list[int]:
        """The boxes or seats whose cards go back to the dealer before the round is over."""

    def is_turned(self, dealt: Dealt) -> bool:
        """It lies face up for all to see, or is to be turned now."""
        return dealt.up

    def counts_as_exposed(self, place: str | None) -> bool:
        """Towards the number that makes a round void."""
        return True

    def own_moment_ms(self) -> int | None:
        """When the game, beside what every game gives notice of, wants to be told the time."""
        return None

    # ------------------------------------------------------------ moving on

    def move(self, trigger: str) -> Outcome:
        self.game.phases.fire(trigger, self)
        return self.game.phases.told[self.phase]

    def deck_doubted(self) -> bool:
        return self.doubtful

    def gaming_is_over(self) -> bool:
        return self.closing

    # ------------------------------------------------------------ looking things up

    @property
    def question(self) -> Pending | None:
        return self.pending[0] if self.pending else None

    @property
    def numbers(self) -> Numbers:
        return self.game.numbers

    @property
    def play_on_rule(self) -> Rule:
        """By which nothing is ruled on any more."""
        return self.numbers.dispute

    @property
    def irregularities(self) -> Irregularities:
        return self.game.irregularities

    @property
    def alarm(self) -> Alarm:
        """How loudly the screen says what comes next: "", "attention" or "fault". Questions have their own."""
        return ""

    @property
    def shoe(self) -> Shoe:
        """What the cards come out of now."""
        return self.game.shoe

    def shuffling_shoe_in_use(self) -> bool:
        """Cards come in packs that no device has read."""
        return self.shoe == "shuffling"

    def colour_in_play(self) -> str:
        """Of the backs, where two decks take turns; "" where there is one."""
        return ""

    @property
    def dealing(self) -> bool:
        return self.phase in self.game.dealing

    @property
    def deciding(self) -> bool:
        return self.phase in self.game.deciding

    @property
    def undecided_yet(self) -> bool:
        """The round can still be won, lost or void."""
        return self.phase in self.game.in_round

    @property
    def in_round(self) -> bool:
        """Dictionary, Round of Play: until all cards are in the discard rack."""
        return self.undecided_yet or self.phase == "collect"

    @property
    def announced_ms(self) -> int | None:
        """From when something else than now will hold, if the players have notice of that."""
        return self.coming.notice.from_ms if self.coming is not None else None

    @property
    def closing_ms(self) -> int | None:
        """From when no further round begins, if the players have notice of that."""
        return self.closes.from_ms if self.closes is not None else None

    @property
    def last_begun(self) -> int:
        """The last round that has begun."""
        return self.round if self.in_round else self.round - 1

    @property
    def may_report(self) -> bool:
        """Something can have gone wrong that is the round's business."""
        return self.in_round

    @property
    def may_be_made_void(self) -> bool:
        return self.in_round and not self.void

    @property
    def void(self) -> bool:
        return self.void_rule is not None

    @property
    def cards_out(self) -> int:
        waiting = sum(len(pending.waiting) for pending in self.pending) if self.pending else 0
        return len(self.deal.dealt) + self.set_aside + waiting

    def unread(self, place: str) -> list[Dealt]:
        return [dealt for dealt in self.deal.hand(place) if dealt.card is None] if self.deal.unread else []

    def reportable(self, place: str) -> list[tuple[int, bool]]:
        """The cards of a place that people can speak of, and which are known. By hand the next ones, too."""
        coming = self.deal.stretch if self.by_hand and self.dealing else []
        dealt = [(dealt.due.nth, dealt.up or dealt.exposed) for dealt in self.deal.hand(place)]
        return dealt + [(due.nth, due.up) for due in coming if due.place == place]

    def cards(self, place: str) -> list[AnyCard]:
        """Opens them. Only for cards that the rules have turned up."""
        return [dealt.card.open() for dealt in self.deal.hand(place) if dealt.card is not None]

    def read_twice(self, card: SealedCard | None) -> bool:
        return card is not None and self.deal.lies_already(card)

    def checked_faces(self) -> list[AnyCard]:
        """The deck check is done face up on the table, before the shuffle: these are public."""
        return [card.open() for card in self.checked if card is not None]
