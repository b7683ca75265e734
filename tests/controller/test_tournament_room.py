"""Whole tournaments of all four games at two tables, the daemon killed at random, and adjudicated again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from config.load import load
from controller.journal.closed import write_closed
from controller.journal.journal import LOCK_WAIT_S
from controller.journal.keys import CLOSED
from controller.journal.records import played_again as table_played_again
from controller.tools.tournament.audit import audit
from controller.tournament.records import played_again
from games.outcomes import Refusal, RoundClosed
from games.table.table import Setup
from games.tournament import desk
from games.tournament.events import TimeCame
from games.tournament.outcomes import PlacesAwarded
from tests.controller.test_in_one_go import Holder
from tests.controller.tournament_room import Room
from tests.games.tournament.playing import conditions_of

TABLES = Path(__file__).parents[2] / "config" / "tables"
PLAYED_AT = {
    "demo_omaha": "demo_omaha",
    "demo_canberra_poker": "demo",
    "demo_faro": "demo_faro",
    "demo_seven_card_stud": "demo_stud",
}
# So that somebody is soon out.
FEW_CHIPS = {
    "demo_omaha": 20_000,
    "demo_canberra_poker": 100_000,
    "demo_faro": 20_000,
    "demo_seven_card_stud": 20_000,
}


def hall(folder: Path, name: str, seed: int) -> Room:
    config = load(TABLES / f"{PLAYED_AT[name]}.toml")
    setups = {
        table: Setup(table, config.game, config.table.boxes, config.options, "silent") for table in ("T1", "T2")
    }
    conditions = conditions_of(name)
    few = conditions.fee.model_copy(update={"chips_cents": FEW_CHIPS[name]})
    return Room(folder, conditions.model_copy(update={"fee": few}), setups, seed)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", PLAYED_AT)
def test_a_whole_tournament_with_the_daemon_killed_at_random(tmp_path: Path, name: str, seed: int) -> None:
    room = hall(tmp_path, name, seed)
    try:
        room.play(5, killed=0.004)
        in_the_till = sum(row.cents for row in room.state.cash)
        kept = desk.pool_of(room.state).commission_cents if room.state.stage == "awarded" else 0
        assert in_the_till == kept
        assert adjudicated_again(room) > 0
    finally:
        room.close()


def test_what_a_table_told_nobody_is_heard_although_its_past_was_put_away(tmp_path: Path) -> None:
    room = hall(tmp_path, "demo_omaha", seed=1)
    try:
        with pytest.raises(AssertionError, match="it does not end: playing"):
            room.play(5, steps=200)
        table = room.tables["T1"]
        heard = room.state.tables["T1"].heard[0]
        assert heard > 0
        table.loop._hearers.clear()
        round_ = table.loop.table.game.state.round
        while table.loop.table.game.state.round < round_ + 2:
            assert table.step()
        last = table.journal.first_of(round_ + 2) - 1
        records = table.journal.records(heard + 1, last)
        told = [one.number for one in records if b"verdict tournament_round_played " in one.body]
        assert len(told) == 2
        write_closed(table.journal, table.folder / CLOSED, last)
        while table.journal.let_go(last):
            pass
        room.killed()
        assert room.state.tables["T1"].heard[0] >= max(told)
        *_, again = played_again(room.journal.records())
        assert again.tournament.state == room.state
    finally:
        room.close()


def test_what_a_table_told_while_another_program_held_the_tournaments_journal_is_heard_then(
    tmp_path: Path,
) -> None:
    room = hall(tmp_path, "demo_omaha", seed=1)
    try:
        with pytest.raises(AssertionError, match="it does not end: playing"):
            room.play(5, steps=200)
        table, state, last = room.tables["T1"], room.state, room.journal.last_number
        round_, began_s = table.loop.table.game.state.round, time.monotonic()
        holder = Holder(room.journal.path)
        while table.loop.table.game.state.round < round_ + 2:
            assert table.step()
            room.loop.look()
        assert time.monotonic() - began_s < LOCK_WAIT_S, "the table had to wait"
        assert isinstance(room.loop.take(TimeCame())[0], Refusal)
        assert room.loop.trouble is not None
        assert f"(process {holder.process.pid})" in room.loop.trouble.detail
        assert (room.state, room.journal.last_number) == (state, last)
        heard = room.state.tables["T1"].heard[0]
        holder.let_go()
        room.loop.look()
        assert room.loop.trouble is None
        records = table.journal.records(heard + 1)
        told = [one.number for one in records if b"verdict tournament_round_played " in one.body]
        assert len(told) == 2
        assert room.state.tables["T1"].heard[0] >= max(told)
        room.settle()
        assert adjudicated_again(room) > 0
    finally:
        room.close()


def adjudicated_again(room: Room) -> int:
    """Every record of every journal, the tournament's and the tables': the rules answer as they did."""
    *_, last = played_again(room.journal.records())
    assert last.tournament.state == room.state
    closed = 0
    for table in room.tables.values():
        for again in table_played_again(table.seal, table.journal.records()):
            closed += sum(isinstance(outcome, RoundClosed) for outcome in again.outcomes)
    return closed


def test_an_audit_of_two_tables_that_play_side_by_side_finds_nothing(tmp_path: Path) -> None:
    """Each table's chips are those of its own players, before that round and not in the end."""
    room = hall(tmp_path, "demo_omaha", 1)
    try:
        room.play(10)
    finally:
        room.close()
    assert audit(tmp_path / "tournament.db")["findings"] == []


def test_places_are_told_once_and_paid_to_the_cent(tmp_path: Path) -> None:
    room = hall(tmp_path, "demo_canberra_poker", 2)
    try:
        room.play(6)
        told = [
            outcome
            for again in played_again(room.journal.records())
            for outcome in again.outcomes
            if isinstance(outcome, PlacesAwarded)
        ]
        assert len(told) == 1
        paid = {row.entry: -row.cents for row in room.state.cash if row.what == "prize"}
        assert paid == {one.entry: one.prize_cents for one in told[0].placed if one.prize_cents}
    finally:
        room.close()
