"""What the four instruments say of tournament play, and how they differ, as values.

NI2005-74: 20.1-20.21
NI2005-67: 20.1-20.21
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rulebook import CANBERRA_POKER as C
from games.rulebook import FARO as F
from games.rulebook import OMAHA as O
from games.rulebook import SEVEN_CARD_STUD as S
from games.rulebook.book import Document, Rule

SessionEnd = Literal["rounds", "minutes", "players_left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Where each instrument says it. None: it says nothing of the kind."""

    # before entries are taken
    section: Rule  # which rules are for tournaments only
    prevails: Rule  # conditions over rules, or rules over conditions
    says_what_prevails: Rule | None
    conditions: Rule  # what they have to be: approved, or to contain
    published: Rule | None
    copied: Rule | None
    director: Rule
    agreement: Rule | None
    # what conditions are about
    start: Rule
    fee: Rule
    structure: Rule
    tables: Rule
    balance: Rule
    entry_chips: Rule
    players: Rule
    groups: Rule
    levels: Rule
    advance: Rule
    breakdown: Rule
    rebuys: Rule | None
    # players
    one_entry: Rule
    substitute: Rule
    ballot: Rule
    table_size: Rule
    seat_kept: Rule  # where it is said who may be moved, and when
    no_show: Rule
    seat_sold: Rule
    absent: Rule | None
    excluded: Rule
    eliminated: Rule
    # play
    in_view: Rule
    no_adding: Rule
    least_wager: Rule | None
    ante_order: Rule | None
    opportunity: Rule | None
    no_advice: Rule | None
    no_jackpot: Rule | None
    break_: Rule
    pace: Rule
    heads_up: Rule | None
    # places and money
    places: Rule
    pool: Rule
    same_round: Rule
    equal_at_end: Rule | None
    commission: Rule
    cancelled: Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that conditions have to say: always, or where the tournament has such a thing."""

    rule: Rule
    where: (
        Literal[
            "balances_or_breaks_tables_or_limits_time",
            "players_progress_between_sessions",
            "sessions_give_points",
            "repechage_offered",
            "rebuys_offered",
        ]
        | None
    ) = None
    keys: tuple[str, ...] = ()  # of the conditions, where other instruments let these be left out


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRules:
    game: str
    document: Document
    numbers: Numbers
    conditions_prevail: bool  # over the rules that precede the tournament section (TOURN-PREVAIL, TOURN-SCOPE)
    approval_needed: bool  # of the conditions, in writing
    items: tuple[Item, ...] = ()  # none: approval alone is needed (TOURN-COND-OLD)
    levels_set: Literal["limits", "betting"]
    bring_in: bool  # may be set with a level, too
    ballot_each_session: bool
    moves_within_session: bool
    no_show_is: Literal["forfeits", "director_decides"]  # TOURN-MAY
    no_show_at: Literal["starting_time", "commencement"]  # TOURN-LATE
    first_fee_returned_when_sold: bool  # TOURN-NOSHOW, TOURN-NOSHOW-O
    seat_sold_before: Literal["first_session", "own_first_session"]  # begins, for who has not come to it
    counts: frozenset[SessionEnd]  # what ends a session
    places_by_contributed: bool  # of those out in the same round: C 17.24 looks at no chips
    rounds_alike_over_tables: bool  # rounds of equal number are one round without any direction (TOURN-C-ROUND)

    @property
    def rebuys(self) -> bool:
        return self.numbers.rebuys is not None

    @property
    def extra_rounds_when_equal(self) -> bool:
        return self.numbers.equal_at_end is not None

    def in_section(self, number: str) -> bool:
        """Whether a rule stands in the tournament section itself."""
        return number.partition(".")[0] == self.numbers.section.number.partition(".")[0]


def _numbers_of_2005(book: Document) -> Numbers:
    """Seven Card Stud and Faro say the same under the same numbers."""
    return Numbers(
        section=book["20.1"],
        director=book["20.2"],
        conditions=book["20.3"],
        prevails=book["20.5"],
        says_what_prevails=None,
        published=None,
        copied=None,
        agreement=None,
        start=book["20.4(a)"],
        structure=book["20.4(b)"],
        tables=book["20.4(b)"],
        advance=book["20.4(b)"],
        balance=book["20.7"],
        fee=book["20.4(c)"],
        entry_chips=book["20.4(d)"],
        players=book["20.4(e)"],
        groups=book["20.4(f)"],
        levels=book["20.4(g)"],
        breakdown=book["20.4(h)"],
        rebuys=None,
        one_entry=book["20.6"],
        ballot=book["20.7"],
        seat_kept=book["20.7"],
        table_size=book["20.8"],
        no_show=book["20.9"],
        seat_sold=book["20.10"],
        absent=book["20.11"],
        substitute=book["20.12"],
        in_view=book["20.13"],
        no_adding=book["20.14"],
        break_=book["20.15"],
        pace=book["20.16"],
        places=book["20.17"],
        pool=book["20.18"],
        same_round=book["20.19"],
        eliminated=book["20.19"],  # TOURN-ELIM-SF: implied there
        commission=book["20.20"],
        cancelled=book["20.21"],
        excluded=book["19.2(b)"],
        least_wager=None,
        ante_order=None,
        opportunity=None,
        no_advice=None,
        no_jackpot=None,
        heads_up=None,
        equal_at_end=None,
    )


OMAHA_NUMBERS = Numbers(
    section=O["20.1"],
    prevails=O["20.1"],
    says_what_prevails=O["20.3(b)"],
    published=O["20.2(b)"],
    copied=O["20.2(c)"],
    conditions=O["20.3"],
    start=O["20.3(a)(i)"],
    fee=O["20.3(a)(ii)"],
    structure=O["20.3(a)(iii)(A)"],
    tables=O["20.3(a)(iii)(B)"],
    balance=O["20.3(a)(iii)(C)"],
    rebuys=O["20.3(a)(iii)(G)"],
    entry_chips=O["20.3(a)(iv)"],
    players=O["20.3(a)(v)"],
    groups=O["20.3(a)(vi)"],
    levels=O["20.3(a)(vii)"],
    advance=O["20.3(a)(viii)(B)"],
    breakdown=O["20.3(a)(ix)"],
    director=O["20.4"],
    agreement=O["20.5"],
    one_entry=O["20.6"],
    eliminated=O["20.7"],
    ballot=O["20.8"],
    table_size=O["20.9"],
    seat_kept=O["20.9"],
    no_show=O["20.10"],
    seat_sold=O["20.11"],
    absent=O["20.12"],
    substitute=O["20.13"],
    in_view=O["20.14"],
    no_adding=O["20.15"],
    break_=O["20.16"],
    pace=O["20.17"],
    places=O["20.18"],
    pool=O["20.19"],
    heads_up=O["20.20"],
    same_round=O["20.21"],
    commission=O["20.22"],
    cancelled=O["20.23"],
    excluded=O["19.2(b)"],
    least_wager=None,
    ante_order=None,
    opportunity=None,
    no_advice=None,
    no_jackpot=None,
    equal_at_end=None,
)

CANBERRA_NUMBERS = Numbers(
    section=C["17.1"],
    director=C["17.2"],
    conditions=C["17.3"],
    prevails=C["17.5"],
    says_what_prevails=None,
    published=None,
    copied=None,
    agreement=None,
    start=C["17.4(a)"],
    structure=C["17.4(b)"],
    tables=C["17.4(b)"],
    advance=C["17.4(b)"],
    balance=C["17.7"],
    fee=C["17.4(c)"],
    entry_chips=C["17.4(d)"],
    players=C["17.4(e)"],
    groups=C["17.4(f)"],
    levels=C["17.4(g)"],
    breakdown=C["17.4(h)"],
    rebuys=None,
    one_entry=C["17.6"],
    ballot=C["17.7"],
    seat_kept=C["17.7"],
    table_size=C["17.8"],
    no_show=C["17.9"],
    seat_sold=C["17.10"],
    substitute=C["17.11"],
    absent=None,
    in_view=C["17.12"],
    no_adding=C["17.13"],
    least_wager=C["17.14"],
    eliminated=C["17.14"],
    ante_order=C["17.15"],
    opportunity=C["17.16"],
    no_advice=C["17.17"],
    no_jackpot=C["17.18"],
    break_=C["17.19"],
    pace=C["17.20"],
    places=C["17.21"],
    pool=C["17.22"],
    equal_at_end=C["17.23"],
    same_round=C["17.24"],
    commission=C["17.25"],
    cancelled=C["17.26"],
    excluded=C["16.2(b)"],
    heads_up=None,
)

# TOURN-COND-O: ten of them always, the others where they apply (O-20.3-LAYOUT).
OMAHA_ITEMS = (
    Item(rule=O["20.3(a)(i)"], keys=("entering", "eligible")),
    Item(rule=O["20.3(a)(ii)"]),
    Item(rule=O["20.3(a)(iii)(A)"]),
    Item(rule=O["20.3(a)(iii)(B)"]),
    Item(rule=O["20.3(a)(iii)(C)"], where="balances_or_breaks_tables_or_limits_time"),
    Item(rule=O["20.3(a)(iii)(D)"], where="players_progress_between_sessions"),
    Item(rule=O["20.3(a)(iii)(E)b."], where="sessions_give_points"),
    Item(rule=O["20.3(a)(iii)(E)c."], where="sessions_give_points"),
    Item(rule=O["20.3(a)(iii)(F)"], where="repechage_offered"),
    Item(rule=O["20.3(a)(iii)(G)"], where="rebuys_offered"),
    Item(rule=O["20.3(a)(iv)"]),
    Item(rule=O["20.3(a)(v)"]),
    Item(rule=O["20.3(a)(vi)"], keys=("restrictions",)),
    Item(rule=O["20.3(a)(vii)"]),
    Item(rule=O["20.3(a)(viii)(A)"], where="players_progress_between_sessions"),
    Item(rule=O["20.3(a)(viii)(B)"], where="players_progress_between_sessions"),
    Item(rule=O["20.3(a)(ix)"]),
    Item(rule=O["20.3(b)"], keys=("statement",)),
)

OMAHA_RULES = TournamentRules(
    game="omaha",
    document=O,
    numbers=OMAHA_NUMBERS,
    conditions_prevail=False,
    approval_needed=False,
    items=OMAHA_ITEMS,
    levels_set="betting",
    bring_in=False,
    ballot_each_session=False,  # TOURN-BALLOT-O
    moves_within_session=True,
    no_show_is="forfeits",
    no_show_at="starting_time",
    first_fee_returned_when_sold=False,
    seat_sold_before="own_first_session",
    counts=frozenset({"rounds", "minutes", "players_left"}),
    places_by_contributed=True,
    rounds_alike_over_tables=False,
)


def _rules_of_2005(game: str, document: Document, *, bring_in: bool) -> TournamentRules:
    return TournamentRules(
        game=game,
        document=document,
        numbers=_numbers_of_2005(document),
        conditions_prevail=True,
        approval_needed=True,
        levels_set="betting",
        bring_in=bring_in,
        ballot_each_session=True,
        moves_within_session=False,
        no_show_is="director_decides",
        no_show_at="commencement",
        first_fee_returned_when_sold=True,
        seat_sold_before="first_session",
        counts=frozenset({"rounds", "minutes"}),
        places_by_contributed=True,
        rounds_alike_over_tables=False,
    )


SEVEN_CARD_STUD_RULES = _rules_of_2005("seven_card_stud", S, bring_in=True)
FARO_RULES = _rules_of_2005("faro", F, bring_in=False)

CANBERRA_RULES = TournamentRules(
    game="canberra_poker",
    document=C,
    numbers=CANBERRA_NUMBERS,
    conditions_prevail=True,
    approval_needed=True,
    levels_set="limits",
    bring_in=False,
    ballot_each_session=True,
    moves_within_session=False,
    no_show_is="forfeits",
    no_show_at="commencement",
    first_fee_returned_when_sold=False,
    seat_sold_before="first_session",
    counts=frozenset({"rounds"}),
    places_by_contributed=False,  # PLACING-C
    rounds_alike_over_tables=True,
)

TOURNAMENTS = {rules.game: rules for rules in (CANBERRA_RULES, OMAHA_RULES, FARO_RULES, SEVEN_CARD_STUD_RULES)}


class NoTournaments(ValueError):
    pass


def rules_of(game: str) -> TournamentRules:
    try:
        return TOURNAMENTS[game]
    except KeyError:
        known = ", ".join(TOURNAMENTS)
        raise NoTournaments(f"the rules of {game!r} know no tournament: {known} do") from None
