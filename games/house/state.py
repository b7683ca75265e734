"""What is known about a table of a house game: between rounds, and in the round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from games.deal import Deal, Dealt
from games.events import DEALER
from games.every_game import state as every_game
from games.every_game.carry import Carry
from games.hands import Hand
from games.house.numbers import Numbers
from games.house.settlement import Stakes
from games.limits import Limits
from games.outcomes import Payment, Text

if TYPE_CHECKING:
    from games.house.game import HouseGame


@dataclass
class Box:
    number: int
    marked_cents: int | None = None  # what the marker of rule 3.2 says
    maximum_cents: int | None = None  # the same, as it holds in this round
    lies_cents: int | None = (
        None  # what a device sees on the marker: it lies there until the device says otherwise
    )
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
    collected: bool = False  # the hand lies in the discard rack
    excluded: bool = False  # the player is out of the game when the round is over
    barred: bool = False  # he is, and nobody else was confirmed (EXCLUDED-STAYS)
    seated: bool = False  # a player who has played here, and has not left
    leaves: bool = False  # when the round is over
    payments: list[Payment] = field(default_factory=list)

    @property
    def has_player(self) -> bool:
        return self.seated or self.ante_cents > 0

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
        """The next player is a new one: no advice given yet, no marker but one that still lies there."""
        self.clear()
        self.advised = self.excluded = self.seated = self.leaves = False
        self.abstained = 0
        self.maximum_cents = self.marked_cents = self.lies_cents

    def clear(self) -> None:
        self.ante_cents = self.side_cents = self.second_cents = 0
        self.folded = self.void = self.shown = self.settled = self.collected = False
        self.claim = None
        self.payments = []


@dataclass(frozen=True, slots=True)
class Signature:
    """Of the first of two people."""

    by: str
    reason: str


class State(every_game.State):
    signature: Signature | None = None
    found: Text | None = None  # what a shoe has found wrong with the deck that is being checked
    game: HouseGame

    def __init__(self, game: HouseGame, options: Any, boxes: int, carry: Carry) -> None:
        self.limits: Limits = carry.limits or options.limits
        self.boxes = {
            number: Box(
                number,
                marked_cents=carry.maximum_cents.get(number),
                lies_cents=carry.markers_lie.get(number),
                advised=number in carry.advised,
                abstained=carry.abstained.get(number, 0),
                barred=number in carry.barred,
                seated=number in carry.seated,
            )
            for number in range(1, boxes + 1)
        }
        super().__init__(game, options, boxes, carry)

    def start_day(self) -> None:
        """The casino's own limits hold again, and nobody has had any advice."""
        super().start_day()
        for box in self.boxes.values():
            box.player_gone()
        self.limits = self.options.limits

    def start_round(self) -> None:
        super().start_round()
        for box in self.boxes.values():
            if box.excluded or box.leaves:
                box.barred = box.barred or box.excluded
                box.player_gone()
            box.clear()
            box.maximum_cents = box.marked_cents
        self.dealer: Hand | None = None
        self.signature = self.found = None

    def carry(self) -> Carry:
        return replace(
            super().carry(),
            maximum_cents={b.number: b.marked_cents for b in self.boxes.values() if b.marked_cents is not None},
            markers_lie={b.number: b.lies_cents for b in self.boxes.values() if b.lies_cents is not None},
            advised=[b.number for b in self.boxes.values() if b.advised],
            barred=[b.number for b in self.boxes.values() if b.barred],
            seated=[b.number for b in self.boxes.values() if b.seated],
            abstained={b.number: b.abstained for b in self.boxes.values() if b.abstained},
            limits=None if self.limits == self.options.limits else self.limits,
        )

    # ------------------------------------------------------------ what every game asks for

    def make_plan(self) -> None:
        self.deal = Deal(self.game.plan([box.number for box in self.playing()]))

    def has_hand(self, place: str) -> bool:
        box = self.box_at(place)
        return box is not None and box.ante_cents > 0

    def places_in_play(self) -> list[str]:
        return [*(str(box.number) for box in self.playing()), DEALER]

    def in_play(self, box: Box) -> bool:
        """It has still something to win or lose."""
        return self.undecided_yet and box.ante_cents > 0 and not box.over

    def hand_over(self, place: str) -> bool | None:
        box = self.box_at(place)
        return box.over if box is not None else None

    def hands_given_up(self) -> list[int]:
        return [box.number for box in self.boxes.values() if box.folded]

    def is_turned(self, dealt: Dealt) -> bool:
        place = dealt.due.place
        if dealt.up or (place == DEALER and self.phase == "reveal"):
            return True
        return place.isdigit() and self.hands_lie and self.boxes[int(place)].contests

    def counts_as_exposed(self, place: str | None) -> bool:
        return place != DEALER

    # ------------------------------------------------------------ moving on

    def has_antes(self) -> bool:
        return any(box.ante_cents for box in self.boxes.values())

    def somebody_plays_on(self) -> bool:
        return bool(self.contesting())

    # ------------------------------------------------------------ looking things up

    @property
    def numbers(self) -> Numbers:
        return self.game.numbers

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

    @property
    def hands_lie(self) -> bool:
        """The dealer's hand is turned, and those of the players are being compared, paid and collected."""
        return self.phase in ("settle", "collect") and not self.void

    def to_collect(self) -> list[Box]:
        """Settled hands that still lie on the layout, in the order in which they were settled (9.7; 9.5)."""
        return [box for box in reversed(self.contesting()) if box.settled and not box.collected]

    def awaited(self) -> list[Box]:
        """The boxes that the phase is about, the next one first."""
        return {"decide": self.undecided, "settle": self.to_settle}.get(self.phase, list)()

    def maximum_cents(self, box: Box) -> int:
        """A marker lifts a box above the sign, and never lowers it (3.2)."""
        return max(box.maximum_cents or 0, self.limits.maximum_cents)

    def stakes(self, box: Box) -> Stakes:
        game = self.game
        return Stakes(
            box=box.number,
            second=game.second_wager,
            antes_in_second=game.antes_in_second,
            ante_cents=box.ante_cents,
            second_cents=box.second_cents,
            maximum_cents=self.maximum_cents(box),
        )

    def second_of(self, box: Box) -> int:
        """What the box's second wager has to be, in cents (7.2)."""
        return self.game.antes_in_second * box.ante_cents

    def hand(self, place: str) -> Hand:
        return self.game.hand(self, place)

    def dealer_up_card(self) -> Dealt | None:
        return next((dealt for dealt in self.deal.hand(DEALER) if dealt.up), None)
