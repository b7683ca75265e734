"""Plays the journal of a tournament again, and looks whether everything in it goes together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.journal.file import is_journal
from controller.journal.journal import Journal
from controller.tools.adjudicate import BadLine
from controller.tools.tournament.script import result
from controller.tournament.records import Again, played_again
from games.outcomes import TournamentRoundPlayed
from games.tournament import desk
from games.tournament.events import TableTold
from games.tournament.outcomes import CashMoved, PlacesAwarded
from games.tournament.tournament import Tournament


def audit(path: Path) -> dict[str, Any]:
    """A record that was changed, or that these rules answer otherwise, is an error of its own."""
    if not is_journal(path):
        raise BadLine(f"{path} is not a journal: give the tournament-….db of a table's state folder")
    journal = Journal(path, reads_only=True)
    try:
        again = list(played_again(journal.records()))
    finally:
        journal.close()
    return {"records": len(again), "findings": findings(again), "result": result(again[-1].tournament)}


def findings(again: list[Again]) -> list[str]:
    tournament = again[-1].tournament
    return [*_of_the_till(again, tournament), *_of_the_prizes(again, tournament), *_of_the_chips(again)]


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


def _of_the_chips(again: list[Again]) -> Iterator[str]:
    """In a pot game a round of play gives nobody chips that another has not lost."""
    before: dict[int, int] = {}
    for each in again:
        event, state = each.entry.event, each.tournament.state
        if isinstance(event, TableTold) and isinstance(event.what, TournamentRoundPlayed):
            entrants = event.what.entrants
            had = sum(before.get(one.entry, 0) for one in entrants)
            have = sum(one.chips_cents for one in entrants)
            if state.rules.places_by_contributed and had != have:
                yield (
                    f"record {each.record.number}: {event.table} had {had} cents in chips before round "
                    f"{event.what.round}, and has {have} ({state.numbers.no_adding})"
                )
        before = {number: entry.chips_cents for number, entry in state.entries.items()}
