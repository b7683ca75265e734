"""What is known about a table of a house game: between rounds, and in the round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.cards import Card, SealedCard, SealedTag
from games.deal import Deal, Dealt, Shoe
from games.events import DEALER, Report
from games.hands import Hand
from games.house.numbers import Numbers
from games.house.options import Limits
from games.house.settlement import Stakes
from games.irregularities import Irregularities
from games.outcomes import Notice, Outcome, Payment, Phase, Question, Refusal, text
from games.rulebook import Document, Rule
from games.shuffler import Shuffler
from games.watch import Watch

if TYPE_CHECKING:
    from games.house.game import HouseGame


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.say.code)
        self.refusal = refusal


def require(allowed: bool, code: str, rule: Rule | None = None, /, **words: object) -> None:
    """Checks stand before the first change, so that a refused command changes nothing."""
    if not allowed:
        raise Refused(Refusal(say=text(code, **words), rule=rule))


@dataclass
class Box:
    number: int
    marked_cents: int | None = None  # what the marker of rule 3.2 says
    maximum_cents: int | None = None  # the same, as it holds in this round
    advised: bool = False  # rule 3.4: this player has had the advice
    abstained: int = 0  # rounds in a row without a hand, while all other seats were in use
    ante_cents: int = 0
    side_cents: int = 0  # the side wager: Boomerang Jackpot or Super Aces Bonus
    second_cents: int = 0  # the second wager, bet or call
    folded: bool = False
    void: bool = False  # the hand could not be reconstructed
    shown: bool = False
    claim: str | None = None  # the line of the side wager's table that the hand is on
    settled: bool = False
    excluded: bool = False  # the player is out of the game when the round is over
    payments: list[Payment] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        return self.folded or self.void or self.second_cents > 0

    @property
    def over(self) -> bool:
        return self.folded or self.void or self.settled

    @property
    def contests(self) -> bool:
        return self.second_cents > 0 and not self.void

    def player_gone(self) -> None:
        """The next player at the box is a new one: no advice given yet, no marker."""
        self.clear()
        self.advised = self.excluded = False
        self.abstained = 0
        self.maximum_cents = self.marked_cents = None

    def clear(self) -> None:
        self.ante_cents = self.side_cents = self.second_cents = 0
        self.folded = self.void = self.shown = self.settled = False
        self.claim = None
        self.payments = []


@dataclass(frozen=True, slots=True)
class Pools:
    """A jackpot between two rounds (rules 10.5 and 11.1 of Canberra Poker)."""

    prize_cents: int
    reserve_cents: int
    displayed_cents: int  # what the sign shows
    opening_cents: int  # what it was set up with


@dataclass(frozen=True, slots=True)
class Coming:
    """Limits that the players have notice of."""

    limits: Limits
    from_ms: int


@dataclass
class Carry:
    """All that one round hands to the next: what a restart or an audit begins with."""

    round: int = 0
    maximum_cents: dict[int, int] = field(default_factory=dict)
    advised: list[int] = field(default_factory=list)
    abstained: dict[int, int] = field(default_factory=dict)
    shoe_ready: bool = True
    phase: str = "closed"
    limits: Limits | None = None  # those that a supervisor has set; otherwise the casino's own hold
    coming: Coming | None = None
    closing_ms: int | None = None
    no_more_rounds: bool = False
    closing: bool = False
    new_cards: bool = False
    jackpot: Pools | None = None
    shuffler: Shuffler = field(default_factory=Shuffler)  # rule 12 of Canberra Poker


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


class State:
    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Carry) -> None:
        self.game = game
        self.options = options
        self.phase = carry.phase
        self.round = carry.round
        self.shoe_ready = carry.shoe_ready
        self.limits: Limits = carry.limits or options.limits
        self.coming = carry.coming
        self.closing_ms = carry.closing_ms
        self.no_more_rounds = carry.no_more_rounds  # the notice of closing has run out
        self.closing = carry.closing  # the cards are checked for the last time
        self.new_cards = carry.new_cards  # both dealer and supervisor check them (rule 2.3)
        self.now_ms = 0  # the time of the last event
        self.pools = carry.jackpot  # kept by a game without a jackpot for the one that has it
        self.boxes = {
            number: Box(
                number,
                marked_cents=carry.maximum_cents.get(number),
                advised=number in carry.advised,
                abstained=carry.abstained.get(number, 0),
            )
            for number in range(1, boxes + 1)
        }
        self.start_round()

    def start_day(self) -> None:
        """The table opens: the casino's own limits hold again, and nobody has had any advice."""
        for box in self.boxes.values():
            box.player_gone()
        self.limits = self.options.limits
        self.coming = self.closing_ms = None
        self.no_more_rounds = self.closing = False

    def start_round(self) -> None:
        for box in self.boxes.values():
            if box.excluded:
                box.player_gone()
            box.clear()
            box.maximum_cents = box.marked_cents
        self.deal = Deal([])
        self.watch = Watch()
        self.checked: list[SealedCard | None] = []  # the deck check of rule 2.2
        self.pending: list[Pending] = []
        self.dealer: Hand | None = None
        self.exposed = 0  # cards of the players, rule 14.1
        self.withdrawn: set[tuple[str | None, int | None]] = set()  # cards once reported as exposed
        self.set_aside = 0  # cards out of the shoe that belong to nobody
        self.by_hand = self.shoe == "silent"  # the dealer says what has been dealt
        self.void_rule: Rule | None = None
        self.doubtful = False  # the deck must be checked before it is used again
        self.inventory_open = False  # a reader came back and has not been believed yet

    def carry(self) -> Carry:
        return Carry(
            round=self.round,
            maximum_cents={b.number: b.marked_cents for b in self.boxes.values() if b.marked_cents is not None},
            advised=[b.number for b in self.boxes.values() if b.advised],
            abstained={b.number: b.abstained for b in self.boxes.values() if b.abstained},
            shoe_ready=self.shoe_ready,
            phase=self.phase,
            limits=None if self.limits == self.options.limits else self.limits,
            coming=self.coming,
            closing_ms=self.closing_ms,
            no_more_rounds=self.no_more_rounds,
            closing=self.closing,
            new_cards=self.new_cards,
            jackpot=self.pools,
        )

    # ------------------------------------------------------------ moving on

    def move(self, trigger: str) -> Outcome:
        self.game.phases.fire(trigger, self)
        return Phase(name=self.phase)

    def has_antes(self) -> bool:
        return any(box.ante_cents for box in self.boxes.values())

    def somebody_plays_on(self) -> bool:
        return bool(self.contesting())

    def deck_doubted(self) -> bool:
        return self.doubtful

    def gaming_is_over(self) -> bool:
        return self.closing

    # ------------------------------------------------------------ looking things up

    @property
    def question(self) -> Pending | None:
        return self.pending[0] if self.pending else None

    @property
    def displayed_cents(self) -> int:
        """The jackpot that the table's sign shows in this round; nothing where the game has none."""
        return 0

    @property
    def book(self) -> Document:
        return self.game.document

    @property
    def numbers(self) -> Numbers:
        return self.game.numbers

    @property
    def irregularities(self) -> Irregularities:
        return self.game.irregularities

    @property
    def alarm(self) -> str:
        """How loudly the screen says what comes next: "", "attention" or "fault". Questions have their own."""
        return ""

    @property
    def shoe(self) -> Shoe:
        """What the cards come out of now."""
        return self.game.shoe

    def shuffling_shoe_in_use(self) -> bool:
        """Cards come in packs that no device has read (rule 12 of Canberra Poker)."""
        return self.shoe == "shuffling"

    def counts_as_exposed(self, place: str | None) -> bool:
        """Towards the number that makes a round void."""
        return place != DEALER

    @property
    def dealing(self) -> bool:
        return self.phase in self.game.dealing

    @property
    def undecided_yet(self) -> bool:
        """The round can still be won, lost or void."""
        return self.phase in self.game.in_round

    @property
    def in_round(self) -> bool:
        """Dictionary, Round of Play: until all cards are in the discard rack."""
        return self.undecided_yet or self.phase == "collect"

    @property
    def void(self) -> bool:
        return self.void_rule is not None

    @property
    def cards_out(self) -> int:
        waiting = sum(len(pending.waiting) for pending in self.pending)
        return len(self.deal.dealt) + self.set_aside + waiting

    def box_at(self, place: str) -> Box | None:
        return self.boxes.get(int(place)) if place.isdigit() else None

    def playing(self) -> list[Box]:
        return [box for box in self.boxes.values() if box.ante_cents]

    def undecided(self) -> list[Box]:
        return [box for box in self.playing() if not box.decided]

    def contesting(self) -> list[Box]:
        return [box for box in self.playing() if box.contests]

    def to_settle(self) -> list[Box]:
        """The dealer pays from the far right of the deal back to the left: highest box first."""
        return [box for box in reversed(self.contesting()) if not box.settled]

    def awaited(self) -> list[Box]:
        """The boxes that the phase is about, the next one first."""
        return {"decide": self.undecided, "settle": self.to_settle}.get(self.phase, list)()

    def maximum_cents(self, box: Box) -> int:
        return box.maximum_cents or self.limits.maximum_cents

    def stakes(self, box: Box) -> Stakes:
        return Stakes(
            box.number, self.game.second_wager, box.ante_cents, box.second_cents, self.maximum_cents(box)
        )

    def unread(self, place: str) -> list[Dealt]:
        return [dealt for dealt in self.deal.hand(place) if dealt.card is None]

    def reportable(self, place: str) -> list[tuple[int, bool]]:
        """The cards of a place that people can speak of, and which are up. By hand the next ones, too."""
        coming = self.deal.stretch if self.by_hand and self.dealing else []
        dealt = [(dealt.due.nth, dealt.up) for dealt in self.deal.hand(place)]
        return dealt + [(due.nth, due.up) for due in coming if due.place == place]

    def cards(self, place: str) -> list[Card]:
        """Opens them. Only for cards that the rules have turned up."""
        return [dealt.card.open() for dealt in self.deal.hand(place) if dealt.card is not None]

    def hand(self, place: str) -> Hand:
        return self.game.hand(self, place)

    def read_twice(self, card: SealedCard | None) -> bool:
        return card is not None and any(dealt.card == card for dealt in self.deal.dealt)

    def make_plan(self) -> None:
        self.deal = Deal(self.game.plan([box.number for box in self.playing()]))

    def checked_faces(self) -> list[Card]:
        """The deck check is done face up on the table, before the shuffle: these are public."""
        return [card.open() for card in self.checked if card is not None]

    def dealer_up_card(self) -> Dealt | None:
        return next((dealt for dealt in self.deal.hand(DEALER) if dealt.up), None)


def notice(code: str, rule: Rule | None = None, /, **words: object) -> Notice:
    return Notice(say=text(code, **words), rule=rule)
