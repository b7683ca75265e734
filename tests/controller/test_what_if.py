"""Before an upgrade, or before other limits: which rounds of the past would have come out otherwise?"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.commands.what_if import DIFFERS
from controller.journal.closed import write_closed
from controller.journal.keys import CLOSED
from games.canberra_poker.game import CanberraPoker
from games.events import CloseBetting
from tests.controller.room import room
from tests.controller.test_adjudicate import play


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with room(tmp_path / "table") as running:
        for cents in (25, 50, 100):
            play(running, {1: cents})
    return tmp_path / "table" / "journal.db"


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    status = main(["what-if", *map(str, words)])
    told = capsys.readouterr()
    return status, told.out + told.err


def game_file(folder: Path, text: str) -> Path:
    (folder / "game.toml").write_text(f"[options]\n{text}\n")
    return folder / "game.toml"


def test_the_same_rules_and_options_make_the_same(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = asked(capsys, journal)
    assert status == OK
    assert said.startswith("3 rounds played again")
    assert "0 would be others" in said


def test_of_a_copy_without_the_closed_files_the_rest_is_played(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So it is, too, when keep_months has deleted the first of them."""
    with room(journal.parent) as running:
        last = running.journal.first_of(3) - 1
        write_closed(running.journal, journal.parent / CLOSED, last).unlink()
        running.journal.let_go(last)
    status, said = asked(capsys, journal)
    assert status == OK
    assert "round 2 is not played again: the checkpoint that it began with is not here" in said
    assert "1 rounds played again" in said


def test_a_higher_minimum_is_told_by_its_rule(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ante of 25 and that of 50 are under a minimum of 60: advised of once each (3.4)."""
    before = journal.read_bytes()
    text = "chips_cents = []\nlimits = {minimum_cents = 6_000, maximum_cents = 60_000, multiple_cents = 500}"
    status, said = asked(capsys, journal, "--options", game_file(tmp_path, text))
    assert status == DIFFERS
    lines = said.splitlines()
    assert [line.split(",")[0] for line in lines[:-1]] == ["round 1", "round 2"]
    assert all("NI2004-492 3.4" in line for line in lines[:-1])
    assert journal.read_bytes() == before


def test_other_rules_are_told_with_the_money_that_they_move(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = CanberraPoker.handlers[CloseBetting]
    monkeypatch.setitem(CanberraPoker.handlers, CloseBetting, lambda state, event: honest(state, event)[:-1])
    status, said = asked(capsys, journal)
    assert status == DIFFERS
    assert said.count("from record") == 3


def test_options_that_nobody_can_play_with_are_named(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = asked(capsys, journal, "--options", game_file(tmp_path, "maximum_payout = 5"))
    assert status == FAILED
    assert "maximum_payout" in said
    (tmp_path / "table.toml").write_text('table = "T-01"')
    status, said = asked(capsys, journal, "--options", tmp_path / "table.toml")
    assert status == FAILED
    assert "has no [options]: give a game's file" in said
    status, said = asked(capsys, journal, "--options", tmp_path / "nothing.toml")
    assert status == FAILED
    assert "give a game's file" in said
