"""The felt: which card lies where, and whose each chip is. Nothing of it is taken from the record.

Cards are those that the adversary has laid there, whatever the table was told of them. Chips move as
players put them in and as the sentences say, and as nothing else says.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from games import events as e
from games.cards import AnyCard
from games.outcomes import (
    Acted,
    JackpotPools,
    Notice,
    Outcome,
    Payment,
    Phase,
    Posted,
    PotSettled,
    RoundCorrected,
    StakeChanged,
    UncalledReturned,
    Undone,
)
from games.table.table import OWN

Purse = tuple[str, int]  # "person", "layout" or "stake" with its number; the others have none
HOUSE, POOLS, POTS, DROP, OUTSIDE = ("house", 0), ("pools", 0), ("pots", 0), ("drop", 0), ("outside", 0)
NEVER_TAKEN_BACK = tuple(kind for kind in OWN if kind is not e.CorrectCard)


@dataclass(frozen=True)
class Move:
    cents: int
    source: Purse
    dest: Purse
    of_round: bool = True  # a correction of a closed round is of no round's result


@dataclass
class Entry:
    """What an undo takes back."""

    kind: str
    moves: list[Move]
    placed: dict[tuple[int, str], int]


@dataclass
class Felt:
    has_seats: bool
    jackpot_cents: int = 0  # what a jackpot wager is
    cards: dict[tuple[str, int], AnyCard] = field(default_factory=dict)
    purses: defaultdict[Purse, int] = field(default_factory=lambda: defaultdict(int))
    nets: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))  # of this round
    placed: dict[tuple[int, str], int] = field(default_factory=dict)  # before the first card
    entries: list[Entry] = field(default_factory=list)

    def hears(self, event: e.Event, outcomes: list[Outcome]) -> None:
        """What was accepted, and what was told of it."""
        undone = next((outcome for outcome in outcomes if isinstance(outcome, Undone)), None)
        if undone is not None:
            self._take_back(undone)
            return
        placed = dict(self.placed)
        moves = [*self._put_there(event), *(move for told in outcomes for move in self._told(told))]
        for move in moves:
            self._move(move)
        self._no_longer_placed(outcomes)
        if isinstance(event, e.Command) and not isinstance(event, NEVER_TAKEN_BACK):
            self.entries.append(Entry(event.kind, moves, placed))

    def round_closed(self) -> None:
        self.cards, self.placed, self.entries = {}, {}, []
        self.nets.clear()

    def _take_back(self, undone: Undone) -> None:
        entry = self.entries.pop()
        assert entry.kind == undone.what, f"{undone.what} is taken back, not {entry.kind}, which came last"
        for move in reversed(entry.moves):
            self._move(Move(-move.cents, move.source, move.dest, move.of_round))
        self.placed = entry.placed

    def _move(self, move: Move) -> None:
        for purse, cents in ((move.source, -move.cents), (move.dest, move.cents)):
            self.purses[purse] += cents
            if purse[0] == "person" and move.of_round:
                self.nets[purse[1]] += cents

    def _no_longer_placed(self, outcomes: list[Outcome]) -> None:
        """The deal has begun, or a supervisor has given wagers back before it."""
        if any(isinstance(told, Phase) for told in outcomes):
            self.placed = {}
        for told in outcomes:
            if isinstance(told, Payment):
                self.placed.pop((told.box, "ante"), None)
                self.placed.pop((told.box, "side"), None)

    # ------------------------------------------------------------ what people do with their own chips

    def _put_there(self, event: e.Event) -> list[Move]:
        match event:
            case e.PlaceAnte(box=box, amount_cents=cents):
                return self._wager(box, "ante", cents)
            case e.PlaceBonusWager(box=box, amount_cents=cents):
                return self._wager(box, "side", cents)
            case e.PlaceJackpotWager(box=box):
                return self._wager(box, "side", self.jackpot_cents)
            case e.TakeBackAnte(box=box):
                return [*self._wager(box, "ante", 0), *self._wager(box, "side", 0)]
            case e.TakeBackBonusWager(box=box) | e.TakeBackJackpotWager(box=box):
                return self._wager(box, "side", 0)
            case e.PlayerLeft(box=box) if self.placed:
                return [*self._wager(box, "ante", 0), *self._wager(box, "side", 0)]
            case e.Bet(box=box, amount_cents=cents) | e.Call(box=box, amount_cents=cents) if not self.has_seats:
                return [Move(cents, ("person", box), ("layout", box))]
        return []

    def _wager(self, box: int, wager: str, cents: int) -> list[Move]:
        before = self.placed.get((box, wager), 0)
        self.placed[box, wager] = cents
        return [Move(cents - before, ("person", box), ("layout", box))] if cents != before else []

    # ------------------------------------------------------------ what the sentences say

    def _told(self, told: Outcome) -> list[Move]:
        match told:
            case Payment():
                return self._settled(told)
            case JackpotPools():
                return [
                    Move(
                        told.fed_cents - told.paid_cents + told.corrected_cents + told.changed_cents,
                        HOUSE,
                        POOLS,
                    )
                ]
            case RoundCorrected():
                return self._corrected(told)
            case StakeChanged(box=box, cents=cents, why=why) if why != "time_charge":
                return [Move(cents, OUTSIDE, ("stake", box))]
            case Posted(box=box, cents=cents) | Acted(box=box, put_in_cents=cents):
                return [Move(cents, ("stake", box), POTS)]
            case UncalledReturned(box=box, cents=cents):
                return [Move(cents, POTS, ("stake", box))]
            case PotSettled():
                shares = [Move(share.cents, POTS, ("stake", share.box)) for share in told.shares]
                return [*shares, Move(told.commission_cents, POTS, DROP)]
            case Notice(say=say) if say.code == "seat_changed":
                box = int(say.words["box"])
                return [Move(self.purses["stake", box], ("stake", box), ("stake", int(say.words["to"])))]
            case Notice(moved=moves):
                return [
                    Move(one.cents, self._purse(one.source, one.box), self._purse(one.dest, one.box))
                    for one in moves
                ]
        return []

    def _settled(self, told: Payment) -> list[Move]:
        person, layout = ("person", told.box), ("layout", told.box)
        return [
            Move(told.returned_cents, layout, person),
            Move(told.taken_cents, layout, HOUSE),
            Move(told.paid_cents + told.given_back_cents, HOUSE, person),
            Move(told.taken_back_cents, person, HOUSE),
        ]

    def _corrected(self, told: RoundCorrected) -> list[Move]:
        """At a pot table the stakes that changed are told as well."""
        commission = [Move(told.commission_cents, OUTSIDE, DROP, of_round=False)] if self.has_seats else []
        if self.has_seats:
            return commission
        return [Move(one.cents, HOUSE, ("person", one.box), of_round=False) for one in told.boxes]

    def _purse(self, holder: str, box: int | None) -> Purse:
        if holder in ("stake", "layout"):
            assert box is not None
            return ("stake" if self.has_seats else "person", box) if holder == "stake" else ("layout", box)
        return holder, 0
