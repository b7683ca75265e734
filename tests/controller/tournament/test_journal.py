"""A tournament's journal: whatever was said is read again as it was written."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from controller.journal.journal import Journal
from controller.tournament.loop import TournamentLoop
from games.outcomes import Notice, text
from games.tournament.tournament import Tournament
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


def test_a_tournament_whose_journal_goes_is_stopped_though_nobody_does_anything(tmp_path):
    hall = Hosted(tmp_path, "demo_omaha")
    try:
        hall.loop.look()
        shutil.copy(hall.journal.path, tmp_path / "copy.db")
        copy = Journal(tmp_path / "copy.db", reads_only=True)
        assert copy.last_number == hall.journal.last_number
        copy.close()
        hall.journal.path.unlink()
        hall.loop.look()
        assert hall.loop.trouble is not None
        assert hall.loop.trouble.code == "journal_gone"
    finally:
        hall.close()


def test_another_wording_of_a_later_version_keeps_no_tournament_from_going_on(tmp_path, monkeypatch):
    """What it said then is not what it decided."""
    hall = Hosted(tmp_path, "demo_omaha")
    play_whole(hall, 5, wild=0.2)
    hall.close()
    honest = Tournament.take

    def in_other_words(tournament, event):
        return [
            replace(outcome, say=text("other_words")) if isinstance(outcome, Notice) else outcome
            for outcome in honest(tournament, event)
        ]

    monkeypatch.setattr(Tournament, "take", in_other_words)
    journal = Journal(tmp_path / "tournament.db")
    again = TournamentLoop(journal, hall.tournament.setup, lambda: hall.now_ms)
    assert again.trouble is None
    monkeypatch.setattr(Tournament, "take", lambda tournament, event: honest(tournament, event)[:-1])
    assert TournamentLoop(journal, hall.tournament.setup, lambda: hall.now_ms).trouble is not None
    journal.close()
