"""What one round hands to the next, whatever is played."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Self

from games.events.tournament_orders import Level, LinkHeld, Waiting
from games.limits import Limits


@dataclass(frozen=True, slots=True)
class Pools:
    """A jackpot between two rounds, as Canberra Poker has one."""

    prize_cents: int
    reserve_cents: int
    displayed_cents: int  # what the sign shows
    opening_cents: int  # what it was set up with
    major_won: bool = False  # since then: the pool was re-calculated, whatever the sign shows (11.3)


@dataclass(frozen=True, slots=True)
class PriorNotice:
    """To the players: some time, and a round begun after it (NOTICE-LEAST)."""

    from_ms: int
    behind_round: int = 0  # the last round that had begun when it was given


@dataclass(frozen=True, slots=True)
class Coming:
    """Limits that the players have notice of."""

    limits: Limits
    notice: PriorNotice


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """How the last round ended: what it would take to undo it."""

    round: int
    void: bool
    nets: dict[int, int]  # in cents, by box or seat
    commission_cents: int = 0
    prize_cents: int = 0  # what it has moved into the pools of a jackpot
    reserve_cents: int = 0


OF_NO_ROUND = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody has said is to be put right of a closed round, or to be moved in the pools for none."""

    round: int
    by: str
    reason: str
    boxes: dict[int, int] = field(default_factory=dict)  # in cents, to each box or seat
    commission_cents: int = 0
    prize_cents: int = 0
    reserve_cents: int = 0
    void: bool = False


@dataclass(frozen=True, slots=True)
class Disputed:
    round: int
    box: int
    claim: str


@dataclass
class Entrant:
    entry: int
    taken: bool = False  # he sits there: the dealer has said so
    expected: bool = True  # he was put there, and nobody has said yet whether he came
    chips_cents: int = 0  # against the house; in a pot game they are the table stake
    since_round: int = 0  # closed rounds before were somebody else's


@dataclass
class TournamentHere:
    tournament: str
    orders: int = 0  # the last one that was followed
    session: int = 0
    played: int = 0  # rounds of the session, without void ones
    until_round: int | None = 0
    waiting: Waiting = "session"
    until_ms: int | None = None
    boxes: tuple[int, ...] = ()
    levels: tuple[Level, ...] = ()
    holds: Level | None = None  # of these, or of those before them
    entrants: dict[int, Entrant] = field(default_factory=dict)  # by box or seat
    leaving: dict[int, Entrant] = field(default_factory=dict)  # to be sent elsewhere with their chips
    round_is_on: bool = False  # the tournament was told that it began
    counted: list[int] = field(default_factory=list)  # boxes or seats, since the last round
    held: LinkHeld | None = None  # the table and its tournament do not hear each other

    @property
    def level(self) -> int:
        return self.holds.number if self.holds is not None else 0

    def takes_part(self, box: int) -> bool:
        return box in self.entrants and (not self.boxes or box in self.boxes)

    def is_absent(self, box: int) -> bool:
        entrant = self.entrants.get(box)
        return entrant is not None and not entrant.taken

    @property
    def clock_stands(self) -> bool:
        """A break without an end: the director lets play go on."""
        return self.waiting == "break" and not self.until_ms

    @property
    def is_played_out(self) -> bool:
        """As many rounds as the table may play."""
        return self.until_round is not None and self.played >= self.until_round


@dataclass
class Carry:
    """All that one round hands to the next: what a restart or an audit begins with.

    A game that hands on more has a carry of its own. The jackpot is in every game's: a table may play another
    game for a while.
    """

    round: int = 0
    maximum_cents: dict[int, int] = field(default_factory=dict)
    markers_lie: dict[int, int] = field(default_factory=dict)  # limits of markers that a device sees
    advised: list[int] = field(default_factory=list)
    abstained: dict[int, int] = field(default_factory=dict)
    barred: list[int] = field(default_factory=list)  # boxes of players who were excluded
    seated: list[int] = field(default_factory=list)  # boxes at which somebody has played, and not left
    shoe_ready: bool = True
    phase: str = "closed"
    limits: Limits | None = None  # those that a supervisor has set; otherwise the casino's own hold
    coming: Coming | None = None
    closes: PriorNotice | None = None
    no_more_rounds: bool = False
    closing: bool = False
    unchecked: bool = False  # the table was closed before the cards were checked (2.2)
    new_cards: bool = False
    jackpot: Pools | None = None
    last_round: ClosedRound | None = None
    correction: Correction | None = None  # it waits for a second person
    disputes: dict[int, Disputed] = field(default_factory=dict)  # those that nobody has decided yet
    disputes_opened: int = 0
    tournament: TournamentHere | None = None

    @classmethod
    def taken_over(cls, left: Carry) -> Self:
        """The table may have played another game before: what only that one knows is not handed on."""
        if isinstance(left, cls):
            return left
        kept = {field.name for field in fields(cls)} & {field.name for field in fields(left)}
        return cls(**{name: getattr(left, name) for name in kept})
