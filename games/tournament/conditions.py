"""The conditions of a tournament: what they say, what they may not say, and whether entries may be taken.

NI2004-492: 17.3-17.5
NI2017-583: 20.1-20.3
NI2005-67, NI2005-74: 20.3-20.5
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, ValidationError

from games.every_game.announcing import MINUTE_MS
from games.every_game.options import Cents, Settings
from games.limits import Limits
from games.pot.options import Betting
from games.rulebook.book import Rule
from games.tournament import money
from games.tournament.entering import Entries
from games.tournament.instrument import NoTournaments, SessionEnd, TournamentRules, rules_of
from games.tournament.seating import Method
from games.tournament.session_end import SessionIs

Sentence = Annotated[str, Field(min_length=2, max_length=600)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
TableName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,16}$")]
BasisPoints = Annotated[int, Field(ge=0, le=money.WHOLE_BASIS_POINTS)]
WholeCents = Annotated[int, Field(ge=0, le=1_000_000_000)]
Many = Annotated[int, Field(ge=1, le=100_000)]


# ---------------------------------------------------------------- what they say


class Commission(Settings):
    """One of the two (TOURN-COMM-IN-FEE, TOURN-COMM-PER-FEE)."""

    cents_per_entry: WholeCents | None = None  # of entries, not of re-buys
    basis_points: BasisPoints | None = None  # of all fees, re-buys included

    @property
    def terms(self) -> money.CommissionTerms:
        return money.CommissionTerms(self.cents_per_entry or 0, self.basis_points or 0)

    @property
    def is_charged(self) -> bool:
        return bool(self.cents_per_entry or self.basis_points)


class Fee(Settings):
    entry_cents: Cents  # with the commission in it
    commission: Commission
    chips_cents: Cents  # tournament chips for one entry


class Ends(Settings):
    """One of the three; a session is over before that when one player has all the chips."""

    rounds: Many | None = None
    minutes: Many | None = None
    players_left: Many | None = None

    @property
    def by(self) -> tuple[SessionEnd, ...]:
        each: dict[SessionEnd, int | None] = {
            "rounds": self.rounds,
            "minutes": self.minutes,
            "players_left": self.players_left,
        }
        return tuple(name for name, value in each.items() if value is not None)

    @property
    def session_is(self) -> SessionIs:
        ms = self.minutes * MINUTE_MS if self.minutes is not None else None
        return SessionIs(rounds=self.rounds, ms=ms, players_left=self.players_left)


class Advance(Settings):
    """How many go on; one of the two."""

    of_each_table: Many | None = None
    in_all: Many | None = None
    equal: Literal["draw", "all"] | None = None  # chips equal on the edge; C 17.23 decides it by more rounds


class Session(Settings):
    name: Name
    kind: Literal["heat", "semi_final", "final", "session"]
    tables: Many | Sentence  # how many, or how that is decided
    ends: Ends
    advance: Advance | None = None  # None: this session decides the places
    chips_cents: Cents | None = None  # each begins it with so many; None: with what he has


class Balance(Settings):
    when_difference_is: Annotated[int, Field(ge=2, le=10)]
    who: Literal["next_big_blind"]  # of the fullest table; he goes to the shortest


class Tables(Settings):
    most_per_table: Annotated[int, Field(ge=2, le=10)]
    least_per_table: Annotated[int, Field(ge=1, le=10)] = 2  # when the first session commences
    break_order: tuple[TableName, ...] = Field(default=(), strict=False)
    balance: Balance | None = None

    @property
    def method(self) -> Method:
        return Method(
            most_per_table=self.most_per_table,
            break_order=self.break_order,
            balance_at=self.balance.when_difference_is if self.balance is not None else None,
        )


class Level(Settings):
    """The table's limits (C) or its betting (O, S, F) for some minutes or rounds; the last one stays."""

    minutes: Many | None = None
    rounds: Many | None = None
    limits: Limits | None = None
    betting: Betting | None = None
    bring_in_cents: Cents | None = None

    def determined(self) -> dict[str, Any]:
        """By the names under which a pot game's determinations are changed."""
        if self.betting is None:
            return {}
        named = {f"betting.{name}": value for name, value in self.betting.model_dump().items()}
        return named if self.bring_in_cents is None else {**named, "bring_in_cents": self.bring_in_cents}


class Rebuys(Settings):
    """For who has no chips left."""

    fee_cents: Cents
    chips_cents: Cents
    until_level: Many | None = None  # to its end; one of the two
    until_after_round: Many | None = None
    most_per_player: Many


class Prizes(Settings):
    """One of the two."""

    breakdown_basis_points: tuple[BasisPoints, ...] = Field(default=(), strict=False)
    cents_by_place: tuple[WholeCents, ...] = Field(default=(), strict=False)
    unit_cents: Cents = 1
    equal: Literal["combine", "draw"] | None = None  # chips equal at the end of the last session

    @property
    def shares(self) -> tuple[int, ...]:
        """A fee that was paid for a seat once more (O 20.11, C 17.10) raises fixed prizes, too: all is paid."""
        return self.breakdown_basis_points or self.cents_by_place

    def of(self, pool_cents: int, players: int) -> tuple[int, ...]:
        """From the first place down, for so many players as have a place."""
        unit_cents = 1 if self.cents_by_place else self.unit_cents
        return money.prizes(pool_cents, self.shares, unit_cents=unit_cents, players=players)


class Switch(Settings):
    """A condition that departs from a numbered rule, and names it."""

    rule: Annotated[str, Field(min_length=3, max_length=20)]
    says: Sentence


class Conditions(Settings):
    game: str
    title: Name
    start: AwareDatetime
    entering: Sentence | None = None  # how
    eligible: Sentence | None = None
    players_least: Annotated[int, Field(ge=2, le=10_000)]
    players_most: Annotated[int, Field(ge=2, le=10_000)]
    restrictions: Sentence | None = None  # on groups of players
    agreement_required: bool = False
    time_to_bet: Sentence | None = None
    statement: Sentence | None = None  # who conducts it by what, and that the rules prevail: O 20.3(b)
    fee: Fee
    sessions: tuple[Session, ...] = Field(min_length=1, max_length=50, strict=False)
    tables: Tables
    levels: tuple[Level, ...] = Field(min_length=1, max_length=100, strict=False)
    rebuys: Rebuys | None = None
    prizes: Prizes
    switches: tuple[Switch, ...] = Field(default=(), strict=False)

    @property
    def rules(self) -> TournamentRules:
        return rules_of(self.game)

    @property
    def nobody_yet(self) -> Entries:
        """Before the first entry."""
        most_rebuys = self.rebuys.most_per_player if self.rebuys is not None else None
        return Entries(self.rules, self.players_most, most_rebuys)

    @property
    def has(self) -> Features:
        return Features(
            balances_or_breaks_tables_or_limits_time=bool(
                self.tables.break_order or self.tables.balance or self.time_to_bet
            ),
            players_progress_between_sessions=len(self.sessions) > 1,
            rebuys_offered=self.rebuys is not None,
        )


# ---------------------------------------------------------------- what they may not say


@dataclass(frozen=True, slots=True)
class Fault:
    key: str
    reason: str
    rules: tuple[Rule, ...] = ()

    @property
    def what(self) -> str:
        """With the rules that forbid it."""
        if not self.rules:
            return self.reason
        cited = ", ".join(rule.number for rule in self.rules)
        return f"{self.reason} ({'rule' if len(self.rules) == 1 else 'rules'} {cited})"

    def __str__(self) -> str:
        return f"{self.key}: {self.what}"


class BadConditions(ValueError):
    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def read_conditions(values: Mapping[str, Any]) -> Conditions:
    """Every fault at once, each with its key and, where one forbids it, the rule."""
    try:
        conditions = Conditions.model_validate(values)
    except ValidationError as error:
        raise BadConditions(
            [
                Fault(_key(fault["loc"]), _reason(fault))
                for fault in error.errors(include_url=False, include_context=False)
            ]
        ) from None
    found = list(faults_of(conditions))
    if found:
        raise BadConditions(found)
    return conditions


def _key(location: tuple[int | str, ...]) -> str:
    key = ""
    for part in location:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else str(part)
    return key or "the file"


def _reason(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "is no key of tournament conditions"
    return str(fault["msg"]).removeprefix("Value error, ")


def faults_of(conditions: Conditions) -> Iterator[Fault]:
    try:
        rules = conditions.rules
    except NoTournaments as error:
        yield Fault("game", str(error))
        return
    yield from _unsaid(conditions, rules)
    yield from _players_at_fault(conditions, rules)
    yield from _money_at_fault(conditions, rules)
    yield from _sessions_at_fault(conditions, rules)
    yield from _tables_at_fault(conditions, rules)
    yield from _levels_at_fault(conditions, rules)
    yield from _switches_at_fault(conditions, rules)


def _unsaid(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    """All else that O 20.3 asks for has a key that no file can leave out."""
    for item in rules.items:
        for key in item.keys:
            if getattr(conditions, key) is None:
                yield Fault(key, "has to be said in the conditions", (item.rule,))


def _players_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    numbers = rules.numbers
    if conditions.players_least > conditions.players_most:
        yield Fault("players_least", "is more than players_most", (numbers.players,))
    if conditions.agreement_required and numbers.agreement is None:
        yield Fault(
            "agreement_required", "this instrument asks players for no written agreement", (numbers.one_entry,)
        )
    if conditions.rebuys is not None:
        yield from _rebuys_at_fault(conditions, conditions.rebuys, rules)


def _rebuys_at_fault(conditions: Conditions, rebuys: Rebuys, rules: TournamentRules) -> Iterator[Fault]:
    if rules.numbers.rebuys is None:
        yield Fault("rebuys", "a player has one entry and no re-buy", (rules.numbers.one_entry,))  # TOURN-SCOPE
        return
    if (rebuys.until_level is None) == (rebuys.until_after_round is None):
        yield Fault("rebuys", "needs until_level or until_after_round, and not both", (rules.numbers.rebuys,))
    if rebuys.until_level is not None and rebuys.until_level > len(conditions.levels):
        yield Fault("rebuys.until_level", f"there are {len(conditions.levels)} levels", (rules.numbers.rebuys,))


def _money_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    numbers, prizes, commission = rules.numbers, conditions.prizes, conditions.fee.commission
    if (commission.cents_per_entry is None) == (commission.basis_points is None):
        yield Fault("fee.commission", "needs cents_per_entry or basis_points, and not both", (numbers.fee,))
    elif (commission.cents_per_entry or 0) > conditions.fee.entry_cents:
        yield Fault("fee.commission.cents_per_entry", "is more than the entry fee", (numbers.commission,))
    if bool(prizes.breakdown_basis_points) == bool(prizes.cents_by_place):
        yield Fault(
            "prizes", "needs breakdown_basis_points or cents_by_place, and not both", (numbers.breakdown,)
        )
    elif len(prizes.shares) > conditions.players_most:
        yield Fault("prizes", "has more places than there can be players", (numbers.breakdown,))
    elif prizes.cents_by_place:
        yield from _fixed_prizes_at_fault(conditions, rules)
    elif not money.is_whole(prizes.breakdown_basis_points):
        yield Fault(
            "prizes.breakdown_basis_points",
            f"add up to {sum(prizes.breakdown_basis_points)}, and the whole pool is {money.WHOLE_BASIS_POINTS}",
            (numbers.pool,),
        )


def _fixed_prizes_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    """The pool grows with each fee: amounts that are fixed can be all of it only if the fees are, too."""
    fee, named = conditions.fee, sum(conditions.prizes.cents_by_place)
    if conditions.players_least != conditions.players_most or conditions.rebuys is not None:
        yield Fault(
            "prizes.cents_by_place",
            "needs a fixed number of players and no re-buys, or the prizes would not be the whole pool: "
            "give breakdown_basis_points",
            (rules.numbers.pool,),
        )
        return
    fees = [fee.entry_cents] * conditions.players_most
    pool_cents = money.pool(fee.commission.terms, entry_fees_cents=fees).prize_pool_cents
    if named != pool_cents:
        yield Fault(
            "prizes.cents_by_place",
            f"add up to {named}, and the pool is {pool_cents}",
            (rules.numbers.pool,),
        )


def _sessions_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    numbers, sessions = rules.numbers, conditions.sessions
    for place, session in enumerate(sessions):
        key, by = f"sessions[{place}]", session.ends.by
        if len(by) != 1:
            yield Fault(f"{key}.ends", "needs one of rounds, minutes and players_left", (numbers.structure,))
        elif by[0] not in rules.counts:
            allowed = " or ".join(sorted(rules.counts))
            yield Fault(f"{key}.ends.{by[0]}", f"a session ends by {allowed} here", (numbers.structure,))
        if session is sessions[-1]:
            if session.advance is not None:
                yield Fault(f"{key}.advance", "the last session decides the places", (numbers.advance,))
        elif session.advance is None:
            yield Fault(f"{key}.advance", "has to say how many go on", (numbers.advance,))
        else:
            yield from _advance_at_fault(f"{key}.advance", session.advance, conditions)
    yield from _equal_chips_at_fault("prizes.equal", conditions.prizes.equal, rules, numbers.breakdown)


def _advance_at_fault(key: str, advance: Advance, conditions: Conditions) -> Iterator[Fault]:
    rules = conditions.rules
    rule = (rules.numbers.advance,)
    if (advance.of_each_table is None) == (advance.in_all is None):
        yield Fault(key, "needs of_each_table or in_all, and not both", rule)
    if (advance.of_each_table or 0) >= conditions.tables.most_per_table:
        yield Fault(f"{key}.of_each_table", "everybody at a table would go on", rule)
    if (advance.in_all or 0) >= conditions.players_most:
        yield Fault(f"{key}.in_all", "everybody would go on", rule)
    yield from _equal_chips_at_fault(f"{key}.equal", advance.equal, rules, rules.numbers.advance)


def _equal_chips_at_fault(key: str, said: str | None, rules: TournamentRules, rule: Rule) -> Iterator[Fault]:
    """C 17.23 says it, the other three leave it to the conditions."""
    decided = rules.numbers.equal_at_end
    if decided is not None and said is not None:
        yield Fault(key, "equal chips are decided by additional rounds", (decided,))
    if decided is None and said is None:
        yield Fault(key, "no rule says what happens with equal chips: the conditions have to", (rule,))


def _tables_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    numbers, tables = rules.numbers, conditions.tables
    if not rules.moves_within_session:  # TOURN-SEAT-OLD
        for key, said in (("tables.break_order", tables.break_order), ("tables.balance", tables.balance)):
            if said:
                yield Fault(key, "a player keeps his seat for the session", (numbers.seat_kept,))
    if len(set(tables.break_order)) != len(tables.break_order):
        yield Fault("tables.break_order", "names a table twice", (numbers.balance,))
    if tables.least_per_table > tables.most_per_table:
        yield Fault("tables.least_per_table", "is more than most_per_table", (numbers.table_size,))
    heats = [session.tables for session in conditions.sessions if session.kind == "heat"]  # everybody plays one
    counts = heats or [conditions.sessions[0].tables]
    first = sum(count for count in counts if isinstance(count, int))
    if not all(isinstance(count, int) for count in counts):
        return
    if first * tables.most_per_table < conditions.players_most:
        yield Fault(
            "sessions[0].tables",
            f"{first} tables of {tables.most_per_table} have no seats for {conditions.players_most} players",
            (numbers.table_size,),
        )
    if first * tables.least_per_table > conditions.players_least:
        yield Fault(
            "sessions[0].tables",
            f"{conditions.players_least} players are not {tables.least_per_table} at each of {first} tables",
            (numbers.table_size,),
        )


def _levels_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    needed = rules.levels_set
    needless = "betting" if needed == "limits" else "limits"
    for place, level in enumerate(conditions.levels):
        key, rule = f"levels[{place}]", (rules.numbers.levels,)
        if getattr(level, needed) is None:
            yield Fault(f"{key}.{needed}", "has to be said for each level", rule)
        if getattr(level, needless) is not None:
            yield Fault(f"{key}.{needless}", f"{conditions.game} has {needed} instead", rule)
        if level.bring_in_cents is not None and not rules.bring_in:
            yield Fault(f"{key}.bring_in_cents", f"{conditions.game} has none", rule)
        if level.minutes is not None and level.rounds is not None:
            yield Fault(key, "needs minutes or rounds, and not both", rule)
        if level.minutes is None and level.rounds is None and level is not conditions.levels[-1]:
            yield Fault(key, "needs minutes or rounds: only the last level stays", rule)
    kinds = {level.minutes is None for level in conditions.levels[:-1]}
    if len(kinds) > 1:
        yield Fault("levels", "go by minutes or by rounds, all of them", (rules.numbers.levels,))


def _switches_at_fault(conditions: Conditions, rules: TournamentRules) -> Iterator[Fault]:
    numbers = rules.numbers
    for place, switch in enumerate(conditions.switches):
        key = f"switches[{place}].rule"
        row = rules.document.entries.get(switch.rule)
        if row is None:
            yield Fault(key, f"{rules.document.name} has no rule {switch.rule}")
        elif not rules.conditions_prevail:
            said = (numbers.says_what_prevails,) if numbers.says_what_prevails is not None else ()
            yield Fault(
                key,
                f"no condition may depart from {switch.rule}: the rules prevail",
                (numbers.prevails, *said, row.rule),
            )
        elif rules.in_section(switch.rule):  # TOURN-SCOPE
            yield Fault(
                key,
                f"{switch.rule} is of the tournament section, and only the rules before it give way",
                (numbers.prevails, row.rule),
            )


def prevails(rules: TournamentRules, *, of_the_section: bool, approved: bool) -> Literal["conditions", "rule"]:
    """TOURN-PREVAIL, TOURN-SCOPE."""
    return "conditions" if rules.conditions_prevail and approved and not of_the_section else "rule"


# ---------------------------------------------------------------- whether entries may be taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """What the tournament has, and its conditions therefore have to describe."""

    balances_or_breaks_tables_or_limits_time: bool = False
    players_progress_between_sessions: bool = False
    sessions_give_points: bool = False
    repechage_offered: bool = False
    rebuys_offered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What has been done with the conditions so far."""

    conditions_approved: bool = False
    commission_approved: bool = False
    available_to_patrons: bool = False
    copy_sent_to_commission: bool = False


def missing(
    rules: TournamentRules, described: Collection[str], has: Features, facts: Facts, *, commission_charged: bool
) -> list[Rule]:
    """What stands in the way of the first entry, by number (TOURN-COND-O, TOURN-COND-OLD)."""
    return sorted(
        _missing(rules, described, has, facts, commission_charged=commission_charged),
        key=lambda rule: rule.number,
    )


def _missing(
    rules: TournamentRules, described: Collection[str], has: Features, facts: Facts, *, commission_charged: bool
) -> Iterator[Rule]:
    numbers = rules.numbers
    for item in rules.items:
        if (item.where is None or getattr(has, item.where)) and item.rule.number not in described:
            yield item.rule
    if rules.approval_needed and not facts.conditions_approved:
        yield numbers.conditions
    if numbers.published is not None and not facts.available_to_patrons:
        yield numbers.published
    if numbers.copied is not None and not facts.copy_sent_to_commission:
        yield numbers.copied
    if commission_charged and not facts.commission_approved:
        yield numbers.commission


def missing_for(conditions: Conditions, facts: Facts) -> list[Rule]:
    """Conditions that have been read say all that 20.3 asks for: only what was done with them can lack."""
    rules = conditions.rules
    described = {item.rule.number for item in rules.items}
    charged = conditions.fee.commission.is_charged
    return missing(rules, described, conditions.has, facts, commission_charged=charged)
