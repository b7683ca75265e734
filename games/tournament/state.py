"""What is known of a tournament: its entries, its money, its tables, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from games.events import Level, PlaySession, Strayed
from games.every_game.state import require
from games.rulebook import Rule
from games.tournament.conditions import Conditions, Facts, Session
from games.tournament.instrument import Numbers, TournamentRules
from games.tournament.outcomes import AnyOrder, CashWhat, EntryState
from games.tournament.placings import Groups, TableRound

Stage = Literal["entries", "drawn", "playing", "between", "placing", "awarded", "cancelled"]


# ---------------------------------------------------------------- entries


@dataclass(frozen=True, slots=True)
class Went:
    """How an entry's last round of play ended, as the cards have said it."""

    session: int
    round: int
    table: str
    at_ms: int
    contributed_cents: int
    together: int = 0  # which of the rounds that all tables began together; 0: none


@dataclass
class Entry:
    number: int
    persons: list[str]  # who has played for it, the last one now
    agreed: bool = False
    status: EntryState = "in"
    advanced: bool = True  # has not been left behind by a session
    table: str = ""
    seat: int = 0
    chips_cents: int = 0  # as last told
    given_cents: int = 0  # by the tournament, since it sits there
    moves_to: tuple[str, int] | None = None  # has still to leave the table where it sits
    taken: bool = False  # its seat, as the dealer has said
    expected_ms: int = 0  # since its table has heard who should sit there; 0: not yet
    in_time: bool = False  # took the seat, or was let off it: the place is no more forfeited in this session
    rebuys: int = 0
    went: Went | None = None
    counted: bool = False  # its chips, at the end of the session
    ended_with_cents: int = 0  # its chips then, before any additional round
    in_heat: int = 0  # the heat that it was drawn into
    is_late: bool = False  # the seat was not taken in time
    asked_of_no_show: bool = False  # the director has still to say whether the place is forfeited
    excluded_by: Rule | None = None  # as a supervisor has directed at the table
    offered: bool = False  # its seat, to a reserved player
    sold_to: int | None = None
    prize_cents: int = 0

    @property
    def person(self) -> str:
        return self.persons[-1]

    @property
    def plays(self) -> bool:
        return self.status in ("in", "out")

    def unseat(self) -> None:
        self.table, self.seat, self.given_cents, self.taken, self.moves_to = "", 0, 0, False, None


@dataclass(frozen=True, slots=True)
class CashRow:
    number: int
    entry: int
    person: str
    what: CashWhat
    cents: int


# ---------------------------------------------------------------- tables


@dataclass
class Seated:
    entry: int
    given_cents: int


@dataclass(frozen=True, slots=True)
class StrayedAt:
    why: Strayed
    order: int
    record: int


@dataclass
class TableSide:
    """A table as the tournament knows it. What was ordered is never taken back, only ordered anew."""

    name: str
    seats: int
    orders: list[AnyOrder] = field(default_factory=list)
    followed: int = 0  # the last order that the table has followed
    heard: tuple[int, int] = (0, -1)  # the last record of its journal that was heard, and what of it
    strayed: StrayedAt | None = None  # what it says does not follow from its orders: it is not believed
    joined: bool = False  # from here on: as ordered
    seated: dict[int, Seated] = field(default_factory=dict)
    levels: tuple[Level, ...] = ()
    play: PlaySession | None = None
    session: int = 0  # from here on: as told
    played: int = 0
    round_is_on: bool = False
    button: int | None = None
    until_round: int | None = None  # that all tables were started for, hand for hand
    started: tuple[int, int] = (0, 0)  # its last round that all began together, and which of those it was
    extra: tuple[int, ...] = ()  # seats of those whose chips were equal

    def keep_orders_of(self, ordered: TableSide) -> None:
        """What a table was ordered cannot be unsaid."""
        self.orders, self.joined, self.seated = ordered.orders, ordered.joined, ordered.seated
        self.levels, self.play = ordered.levels, ordered.play

    @property
    def has_followed(self) -> bool:
        return self.followed == len(self.orders) and self.strayed is None

    @property
    def next_order(self) -> AnyOrder | None:
        """That it has not followed yet."""
        return self.orders[self.followed] if self.followed < len(self.orders) else None

    @property
    def is_in(self) -> bool:
        """As far as is known it plays in this tournament now."""
        return self.followed > 0 and self.orders[self.followed - 1].kind != "leave_tournament"


@dataclass
class State:
    name: str
    conditions: Conditions
    tables: dict[str, TableSide]
    facts: Facts = field(default_factory=Facts)
    references: dict[str, str] = field(default_factory=dict)
    director: str = ""
    director_name: str = ""
    entries: dict[int, Entry] = field(default_factory=dict)
    cash: list[CashRow] = field(default_factory=list)
    stage: Stage = "entries"
    session: int = 0  # counted from 1; 0 before the first ballot
    start_ms: int = 0  # the specified starting time of the coming session, once it was said anew
    level_clock: list[int] = field(default_factory=list)  # from when each holds, where levels go by the clock
    stopped_ms: int | None = None  # the clock stands since then
    break_until_ms: int | None = None
    ends_ms: int | None = None  # of the session, by the clock
    time_is_up: bool = False
    hand_for_hand: bool = False
    together: int = 0  # rounds that all tables have begun together
    # At the session's end; by table where each is ranked by itself, else under "".
    order: dict[str, Groups] = field(default_factory=dict)
    playing_off: dict[str, Groups] = field(default_factory=dict)  # of these, equals who play on (17.23)
    chips_before: dict[int, int] = field(default_factory=dict)  # the additional round that is played
    decided: list[TableRound] = field(default_factory=list)  # which ended first, where clocks cannot say it
    # How each session has left those who did not go on; each table's by itself where it was ranked so.
    ended: dict[int, tuple[Groups, ...]] = field(default_factory=dict)
    placed: Groups = ()
    is_closed: bool = False  # over, and everything is paid
    now_ms: int = 0
    clock_shift_ms: int = 0  # what the time of day is ahead of it, and of every other time here

    def copied(self) -> State:
        """As it is now. Orders are not copied: what a table was ordered cannot be unsaid (`keep_orders_of`)."""
        return replace(
            self,
            tables={name: replace(table) for name, table in self.tables.items()},
            references=dict(self.references),
            entries={
                number: replace(entry, persons=list(entry.persons)) for number, entry in self.entries.items()
            },
            cash=list(self.cash),
            level_clock=list(self.level_clock),
            order=dict(self.order),
            playing_off=dict(self.playing_off),
            chips_before=dict(self.chips_before),
            decided=list(self.decided),
            ended=dict(self.ended),
        )

    # ------------------------------------------------------------ looking things up

    @property
    def rules(self) -> TournamentRules:
        return self.conditions.rules

    @property
    def numbers(self) -> Numbers:
        return self.rules.numbers

    @property
    def session_now(self) -> Session:
        return self.conditions.sessions[max(self.session, 1) - 1]

    @property
    def is_last_session(self) -> bool:
        return self.session == len(self.conditions.sessions)

    @property
    def is_over(self) -> bool:
        return self.stage in ("awarded", "cancelled")

    def entry(self, number: int, rule: Rule | None = None) -> Entry:
        entry = self.entries.get(number)
        require(entry is not None, "no_such_entry", rule or self.numbers.one_entry, entry=number)
        assert entry is not None
        return entry

    def playing(self) -> Iterator[Entry]:
        """Who has a seat in the session, and is not out for good."""
        return (entry for entry in self.entries.values() if entry.table and entry.plays)

    def left(self) -> list[Entry]:
        """Who still has chips to play with."""
        return [entry for entry in self.playing() if entry.status == "in" and entry.excluded_by is None]

    def in_play(self) -> list[TableSide]:
        """Tables at which somebody sits."""
        used = {entry.table for entry in self.playing()}
        return [table for name, table in self.tables.items() if name in used]

    def specified_start_ms(self) -> int:
        """The time of day that was published, or said since."""
        return self.start_ms or int(self.conditions.start.timestamp() * 1000)

    def start_comes_ms(self) -> int:
        """That moment in the tournament's own time, which does not follow the computer's clock."""
        return self.specified_start_ms() - self.clock_shift_ms

    def time_of_day_ms(self, at_ms: int) -> int:
        return at_ms + self.clock_shift_ms

    @property
    def is_stopped(self) -> bool:
        return self.stopped_ms is not None
