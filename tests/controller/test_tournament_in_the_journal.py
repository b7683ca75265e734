"""A tournament at the table, through the loop and its journal: a restart at any moment changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import events as e
from games.outcomes import EntrantExcluded, TournamentRoundPlayed, Undone
from tests.controller.room import Room, _Game, after_a_power_cut, remembered, room
from tests.games.canberra_tournament_talk import TournamentTable


def to_the_first_ante(table: Any) -> None:
    table.says(e.SignIn, by="dealer", name="Marta")
    table.happens(e.DeviceReady(device="shoe", role="shoe", model="a shoe"))
    table.open()
    table.supervisor.checks_deck_by_hand()
    table.next_round()
    table.joins()
    table.level(10, 500, 5)
    table.seats({1: 500, 2: 500, 4: 500})
    table.session(rounds=2, marker=2)


def a_troubled_session(table: Any) -> None:
    """Two rounds, one of them void, with everything that players do out of order; then the count."""
    to_the_first_ante(table)
    table.happens(e.ButtonPlaced(box=1))
    table.asks(2)
    table.ante(2, 25)
    table.says(e.Undo)
    table.ante(2, 50)
    table.ante(1, 25)
    table.is_absent(4)
    table.asks(4)
    table.answers("wait_for_entrant")
    table.takes_seat(4)
    table.asks(4)
    table.ante(4, 25)
    table.asks(1)
    table.deal({})
    table.supervisor.voids("impractical")
    table.collects()
    table.next_round()
    table.antes_in_turn({2: 25, 4: 25, 1: 25})
    table.deal({})
    table.folds(1, 2)
    table.supervisor.penalises(4, excluded=True)
    table.folds(4)
    table.collects()
    table.unseats(4)
    table.next_round()
    table.ante(1, 25)
    table.supervisor.answers("ante_void")
    table.antes_in_turn({1: 25, 2: 25})
    table.deal({})
    table.folds(1, 2)
    table.collects()
    table.session(rounds=2, waiting="session")
    table.counts(1, 440)
    table.supervisor.answers("count_holds")
    table.counts(2, 450)


class Watched(_Game):
    """Whatever has happened, another daemon on the same files knows all that this one does."""

    def __init__(self, running: Room, folder: Path) -> None:
        super().__init__(running)
        self.running, self.folder, self.heard = running, folder, 0

    def take(self, event: e.Event) -> Any:
        told = super().take(event)
        self.heard += 1
        with after_a_power_cut(self.running, self.folder / f"copy-{self.heard}") as restarted:
            assert restarted.loop.trouble is None
            assert remembered(restarted.table) == remembered(self.running.table), event
        return told


@pytest.mark.rule("NI2004-492", "17.13")
@pytest.mark.rule("NI2004-492", "17.15")
def test_killed_at_any_moment_of_a_session_the_table_is_the_same(tmp_path: Path) -> None:
    with room(tmp_path / "table") as running:
        table = TournamentTable(Watched(running, tmp_path))  # type: ignore[arg-type]
        a_troubled_session(table)
        told = [one for one in table.everything if isinstance(one, TournamentRoundPlayed)]
        assert [(one.round, one.void) for one in told] == [(1, True), (1, False), (2, False)]
        table.expect_chips({1: 440, 2: 450})


@pytest.mark.rule("NI2004-492", "16.2(b)")
def test_an_exclusion_that_is_taken_back_is_told(tmp_path: Path) -> None:
    """Whoever hears of it hears, too, that it was not so."""
    with room(tmp_path / "table") as running:
        table = TournamentTable(_Game(running))  # type: ignore[arg-type]
        to_the_first_ante(table)
        table.supervisor.penalises(4, excluded=True)
        assert [one.entry for one in table.heard if isinstance(one, EntrantExcluded)] == [40]
        table.supervisor.takes_back()
        assert [one.what for one in table.heard if isinstance(one, Undone)] == ["penalise"]
        table.expect_prompt("ask_box", "17.16", box=2)
        table.unseats(4)
        table.expect_accepted()
