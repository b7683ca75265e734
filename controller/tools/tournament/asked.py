"""What may be asked about tournaments, by name, and the shape of each question."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Cents = Annotated[int, Field(ge=0, le=10**15)]
Many = Annotated[int, Field(ge=1, le=100_000)]
Entry = Annotated[int, Field(ge=1, le=10**9)]
BasisPoints = Annotated[int, Field(ge=0, le=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Input(Shape):
    note: str = ""  # for people


class Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    asks: str
    game: str | None = None
    doc: str | None = None
    input: dict[str, object]


# ---------------------------------------------------------------- check


class Prevails(Input):
    conditions_say: str = ""
    inconsistent_with_rule: Name
    rule_is_of_the_tournament_section: bool | None = None
    conditions_approved: bool


class Features(Shape):
    balances_or_breaks_tables_or_limits_time: bool = False
    players_progress_between_sessions: bool = False
    sessions_give_points: bool = False
    repechage_offered: bool = False
    rebuys_offered: bool = False


class Conditions(Input):
    tournament: Features
    described: tuple[Name, ...]
    commission_cents_per_entry: Cents
    commission_approved: bool
    conditions_approved_in_writing: bool
    available_to_patrons: bool
    copy_sent_to_commission: bool


class RebuyTerms(Shape):
    until_after_round: Many
    most_per_player: Many


class EntryTerms(Shape):
    most_players: Many
    rebuys: RebuyTerms | None = None


class Enter(Shape):
    n: int
    ask: Literal["enter"]
    person: Name


class Rebuy(Shape):
    n: int
    ask: Literal["rebuy"]
    person: Name
    chips_cents: Cents
    after_round: Annotated[int, Field(ge=0)]


class Substitute(Shape):
    n: int
    ask: Literal["substitute"]
    for_: Annotated[Name, Field(alias="for")]
    by: Name
    director_agrees: bool


AnyEntryRequest = Annotated[Enter | Rebuy | Substitute, Field(discriminator="ask")]


class Entries(Input):
    conditions: EntryTerms
    requests: tuple[AnyEntryRequest, ...]


# ---------------------------------------------------------------- ballot


class DrawnSeat(Shape):
    entrant: Name
    table: Name
    seat: int


class Ballot(Input):
    session: Many
    tables: dict[Name, Many]
    players_per_table_at_most: dict[Name, Annotated[int, Field(ge=0)]] = {}
    entrants: tuple[Name, ...]
    drawn_ms: int | None
    session_commenced_ms: int | None
    draw: tuple[DrawnSeat, ...]


class TableNow(Shape):
    players: tuple[Many, ...]
    button: Many
    round_is_on: bool

    @model_validator(mode="after")
    def _each_seat_once(self) -> TableNow:
        if len(set(self.players)) != len(self.players):
            raise ValueError("players names a seat twice")
        return self


class BalanceMethod(Shape):
    when_difference_is: Many
    who: Literal["next_big_blind", "the next big blind of the fullest table"]


class TableMethod(Shape):
    most_per_table: Many
    break_order: tuple[Name, ...]
    balance: BalanceMethod | None


class Tables(Input):
    session_is_running: bool
    tables: dict[Name, TableNow]
    conditions: TableMethod


# ---------------------------------------------------------------- prizes


class Commission(Shape):
    cents_per_entry: Cents | None = None
    basis_points: BasisPoints | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Commission:
        if (self.cents_per_entry is None) == (self.basis_points is None):
            raise ValueError("needs cents_per_entry or basis_points, and not both")
        return self


class Pool(Input):
    entries: Annotated[int, Field(ge=0, le=100_000)]
    entry_fee_cents: Cents
    rebuys: Annotated[int, Field(ge=0, le=100_000)] = 0
    rebuy_fee_cents: Cents = 0
    commission: Commission
    breakdown_basis_points: tuple[Annotated[int, Field(ge=0)], ...]
    prize_unit_cents: Annotated[int, Field(ge=1)] = 1
    players_who_can_be_placed: Many


class TieSplit(Input):
    prizes_cents_by_place: tuple[Cents, ...]
    placed: tuple[tuple[Entry, ...], ...]


class Eliminated(Shape):
    entry: Entry
    table: Name
    round: Many
    at_ms: int
    contributed_cents: Cents


class HasChips(Shape):
    entry: Entry
    chips_cents: Cents


class WhichRound(Shape):
    table: Name
    round: Many


class Placings(Input):
    eliminations: tuple[Eliminated, ...]
    at_the_end: tuple[HasChips, ...]
    pace: Literal["free", "hand_for_hand"]
    prizes_cents_by_place: tuple[Cents, ...]
    clock_bound_ms: Annotated[int, Field(ge=0)] = 0
    director_says: tuple[WhichRound, ...] = ()


class Event(Shape):
    round: Many
    what: Literal["eliminated", "excluded", "did_not_come_to_the_session"]
    entry: Entry
    contributed_cents: Cents = 0


class Excluded(Input):
    events: tuple[Event, ...]
    at_the_end: tuple[HasChips, ...]
    prizes_cents_by_place: tuple[Cents, ...]


class NoShowEntrant(Shape):
    entry: Entry
    paid_cents: Cents
    seat_taken_ms: int | None
    director_deems_forfeited: bool = False
    seat_sold_to_reserve: bool = False


class NoShow(Input):
    session: Many
    entry_fee_cents: Cents
    commission_cents_per_entry: Cents
    starting_time_ms: int
    session_commenced_ms: int
    entrants: tuple[NoShowEntrant, ...]


class Payer(Shape):
    entry: Entry
    paid_cents: tuple[Cents, ...]
    returned_before_cents: Cents = 0
    status: str = ""

    @model_validator(mode="after")
    def _no_more_than_was_paid(self) -> Payer:
        if self.returned_before_cents > sum(self.paid_cents):
            raise ValueError("returned_before_cents is more than was paid")
        return self


class Cancellation(Input):
    commission_cents_per_entry: Cents = 0
    entrants: tuple[Payer, ...]


class SessionIs(Shape):
    rounds: Many | None = None
    minutes: Many | None = None
    ms: Many | None = None
    players_left: Many | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> SessionIs:
        if sum(value is not None for value in (self.rounds, self.minutes, self.ms, self.players_left)) != 1:
            raise ValueError("needs one of rounds, minutes, ms and players_left")
        return self


class Played(Shape):
    started_ms: int
    ended_ms: int
    void: bool
    eliminated: Annotated[int, Field(ge=0)] = 0
    players_left: Annotated[int, Field(ge=0)] | None = None


class SessionEnd(Input):
    session_is: SessionIs
    started_at_tables: dict[Name, Annotated[int, Field(ge=0)]]
    tables: dict[Name, tuple[Played, ...]]


class CpExtraRounds(Input):
    session: str = "session"
    chips_cents: dict[Entry, Cents]
    players_who_advance: Many | None = None
    prizes_cents_by_place: tuple[Cents, ...] | None = None
    extra_rounds_net_if_playing: tuple[dict[Entry, int], ...]

    @model_validator(mode="after")
    def _one_thing_at_stake(self) -> CpExtraRounds:
        if (self.players_who_advance is None) == (self.prizes_cents_by_place is None):
            raise ValueError("needs players_who_advance or prizes_cents_by_place, and not both")
        return self


class WholeEntrant(Shape):
    entry: Entry
    there_in_time: bool
    director_deems_forfeited: bool = False
    seat_sold_to_entry: Entry | None = None


class WholeElimination(Shape):
    entry: Entry
    round: Many
    contributed_cents: Cents = 0


class Whole(Input):
    entry_fee_cents: Cents
    commission_cents_per_entry: Cents
    breakdown_basis_points: tuple[BasisPoints, ...]
    entrants: tuple[WholeEntrant, ...]
    eliminations: tuple[WholeElimination, ...]
    at_the_end: tuple[HasChips, ...]
