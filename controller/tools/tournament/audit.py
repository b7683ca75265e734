"""Plays the journal of a tournament again, and looks whether everything in it goes together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from controller.journal.file import is_journal
from controller.journal.journal import Journal
from controller.journal.records import Difference, RulesFail
from controller.tools.adjudicate import BadLine
from controller.tools.tournament.script import result
from controller.tournament.records import Again, played_again
from controller.version import this_program
from games.outcomes import TournamentRoundPlayed
from games.tournament import desk
from games.tournament.events import TableTold
from games.tournament.outcomes import CashMoved, PlacesAwarded
from games.tournament.state import StrayedAt
from games.tournament.tournament import Tournament


def audit(path: Path) -> dict[str, Any]:
    """A record that was changed is an error of its own. What another program decided otherwise is a note."""
    if not is_journal(path):
        raise BadLine(f"{path} is not a journal: give the tournament-….db of a table's state folder")
    journal = Journal(path, reads_only=True)
    try:
        replay = played(journal)
        last = journal.last_number
    finally:
        journal.close()
    again = [step.again for step in replay.steps]
    return {
        "records": last,
        "programs": [str(each.entry.program) for each in again if each.entry.program is not None],
        "findings": replay.findings,
        "notes": replay.notes,
        "result": result(again[-1].tournament),
    }


class Step(NamedTuple):
    """A record, and what was known of chips and tables when it was played: the tournament itself goes on."""

    again: Again
    chips_cents: dict[int, int]  # before it, by entry
    strayed: dict[str, StrayedAt]  # after it, by table


@dataclass(slots=True)
class Played:
    """As far as these rules can play it."""

    steps: list[Step] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # where another program had ruled otherwise

    @property
    def findings(self) -> list[str]:
        """Where another program had ruled otherwise, what these rules make of the rest is nobody's fault."""
        return self.faults if self.notes else [*self.faults, *findings(self.steps)]


def played(journal: Journal) -> Played:
    found = Played()

    def differs(difference: Difference | RulesFail) -> None:
        is_ours = difference.program == this_program()
        (found.faults if is_ours else found.notes).append(str(difference))

    chips_cents: dict[int, int] = {}
    try:
        for one in played_again(journal.records(), differs):
            state = one.tournament.state
            strayed = {name: table.strayed for name, table in state.tables.items() if table.strayed is not None}
            found.steps.append(Step(one, chips_cents, strayed))
            chips_cents = {number: entry.chips_cents for number, entry in state.entries.items()}
    except RulesFail as error:
        differs(error)
    return found


def findings(steps: list[Step]) -> list[str]:
    again = [step.again for step in steps]
    tournament = again[-1].tournament
    return [
        *_of_the_till(again, tournament),
        *_of_the_prizes(again, tournament),
        *_of_the_chips(steps),
        *_of_the_orders(steps),
    ]


def _of_the_till(again: list[Again], tournament: Tournament) -> Iterator[str]:
    moved = [one for each in again for one in each.outcomes if isinstance(one, CashMoved)]
    if [one.number for one in moved] != list(range(1, len(moved) + 1)):
        yield "receipts are not numbered one after the other"
    if any(not one.by for one in moved):
        yield "money was moved by nobody"
    state, pool = tournament.state, desk.pool_of(tournament.state)
    if not desk.is_paid_out(state):
        return
    kept = 0 if state.stage == "cancelled" else pool.commission_cents
    till = sum(one.cents for one in moved)
    if till != kept:
        yield f"{till} cents are in the till, and the casino keeps {kept} ({state.numbers.pool})"


def _of_the_prizes(again: list[Again], tournament: Tournament) -> Iterator[str]:
    awarded = [one for each in again for one in each.outcomes if isinstance(one, PlacesAwarded)]
    pool = desk.pool_of(tournament.state)
    if tournament.state.stage != "awarded":
        return
    prizes = sum(one.prize_cents for one in awarded[-1].placed)
    if prizes != pool.prize_pool_cents:
        yield f"prizes are {prizes} cents, and the pool is {pool.prize_pool_cents} ({awarded[-1].rule})"


def _of_the_orders(steps: list[Step]) -> Iterator[str]:
    """A table is not believed from where its journal and its orders part."""
    known: dict[str, StrayedAt] = {}
    for step in steps:
        for name, at in step.strayed.items():
            if known.get(name) != at:
                where = f"in record {at.record} of its journal " if at.record else ""
                yield (
                    f"record {step.again.record.number}: {name} has parted from its orders {where}"
                    f"at order {at.order}"
                )
        known = step.strayed


def _of_the_chips(steps: list[Step]) -> Iterator[str]:
    """In a pot game a round of play gives nobody chips that another has not lost."""
    for step in steps:
        event, state = step.again.entry.event, step.again.tournament.state
        if not isinstance(event, TableTold) or not isinstance(event.what, TournamentRoundPlayed):
            continue
        entrants = event.what.entrants
        had = sum(step.chips_cents.get(one.entry, 0) for one in entrants)
        have = sum(one.chips_cents for one in entrants)
        if state.rules.places_by_contributed and had != have:
            yield (
                f"record {step.again.record.number}: {event.table} had {had} cents in chips before round "
                f"{event.what.round}, and has {have} ({state.numbers.no_adding})"
            )
