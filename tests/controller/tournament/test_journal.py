"""A tournament's journal: whatever was said is read again as it was written."""

from __future__ import annotations

import pytest

from controller.journal.journal import Journal
from controller.tournament.loop import TournamentLoop
from tests.controller.tournament.conducting import Hosted
from tests.games.tournament.playing import play_whole


@pytest.mark.parametrize("name", ["demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud"])
def test_a_whole_tournament_comes_back_from_its_journal(name, tmp_path):
    hall = Hosted(tmp_path, name)
    play_whole(hall, 5, wild=0.2)
    assert hall.loop.trouble is None
    hall.close()
    journal = Journal(tmp_path / "tournament.db")
    again = TournamentLoop(journal, hall.tournament.setup, lambda: hall.now_ms)
    assert again.trouble is None
    assert again.tournament.state == hall.state
    journal.close()
