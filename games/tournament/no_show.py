"""Who has not taken his seat in time: what becomes of his position and of his fee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rulebook.book import Rule
from games.tournament.instrument import TournamentRules

Standing = Literal["seated", "kept", "forfeited", "sold"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Of one session."""

    starting_ms: int
    commenced_ms: int


def is_late(rules: TournamentRules, taken_ms: int | None, moments: Moments) -> bool:
    """O: prior to the starting time. The others: not taken when the session commences (TOURN-LATE)."""
    if taken_ms is None:
        return True
    if rules.no_show_at == "starting_time":
        return taken_ms >= moments.starting_ms
    return taken_ms > moments.commenced_ms


def may_sell_seat(session: int) -> bool:
    """Only of who has not come to the first session, to a reserved player."""
    return session == 1


def standing(
    rules: TournamentRules, *, late: bool, sold: bool, director_forfeits: bool
) -> tuple[Standing, Rule | None]:
    """With the rule that decides it (TOURN-MAY)."""
    numbers = rules.numbers
    if not late:
        return "seated", None
    if sold:
        return "sold", numbers.seat_sold
    if rules.no_show_is == "forfeits" or director_forfeits:
        return "forfeited", numbers.no_show
    return "kept", numbers.no_show


def returned_cents(rules: TournamentRules, position: Standing, paid_cents: int) -> int:
    """The first fee, out of the pool again, if a reserved player pays for the seat (TOURN-NOSHOW, -O)."""
    return paid_cents if position == "sold" and rules.first_fee_returned_when_sold else 0
