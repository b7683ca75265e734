"""What each member of staff may do at a table. The rules themselves know two: who deals, and who rules."""

from __future__ import annotations

from typing import Literal, NamedTuple

StaffRole = Literal[
    "dealer",
    "supervisor",
    "shift_manager",
    "tournament_director",
    "cashier",
    "technician",
    "surveillance",
]


Part = Literal["", "director", "shift_manager", "cashier"]


class Rights(NamedTuple):
    title: str
    deals: bool  # signs in at a table, unlocks it, and gives its dealer's commands
    rules: bool  # answers and orders what the rules leave to a casino supervisor
    conducts: Part = ""  # a tournament, on its own page


RIGHTS: dict[StaffRole, Rights] = {
    "dealer": Rights("Dealer", deals=True, rules=False),
    "supervisor": Rights("Casino supervisor", deals=True, rules=True),
    "shift_manager": Rights("Gaming shift manager", deals=True, rules=True, conducts="shift_manager"),
    "tournament_director": Rights("Tournament director", deals=False, rules=False, conducts="director"),
    "cashier": Rights("Cashier", deals=False, rules=False, conducts="cashier"),
    "technician": Rights("Technician", deals=False, rules=False),
    "surveillance": Rights("Surveillance", deals=False, rules=False),
}
