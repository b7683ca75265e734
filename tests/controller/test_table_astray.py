"""A table whose journal does not follow from what its tournament has ordered: nothing of it is believed, nobody
plays on there in vain, and everybody is told."""

from __future__ import annotations

import asyncio
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from config.schema import StaffMember
from controller.inbox import Incoming
from controller.journal.journal import Journal
from controller.language import Language
from controller.language.tournaments import TournamentLanguage
from controller.screens.scene import Look
from controller.tournament.people import People
from controller.tournament.records import played_again
from controller.tournament.scene import Scene
from controller.tournament.view import page
from games import events as e
from games.outcomes import Notice
from games.table.table import is_refused
from games.tournament import events as t
from games.tournament.acts import acts, next_step
from games.tournament.seen import seen
from simulators.screen import Screen
from tests.controller.test_scripted_dealer import daemon_of
from tests.controller.test_tournament_room import adjudicated_again, hall
from tests.controller.tournament_room import Room, TableRoom
from tests.golden.record import chips_from_nobody, until_all_sit
from tests.golden.test_golden_tournaments import HOME, unpacked

TOURNAMENT = "T"


@pytest.fixture
def room(tmp_path: Path) -> Any:
    made = hall(tmp_path, "demo_canberra_poker", seed=1)
    yield made
    made.close()


def side(room: Room, name: str = "T1") -> Any:
    return room.state.tables[name]


def told(room: Room) -> list[Any]:
    """Every notice of the tournament's journal, as it is decided now."""
    again = played_again(room.journal.records())
    return [one.say for each in again for one in each.outcomes if isinstance(one, Notice)]


def prompt(table: TableRoom) -> Any:
    return table.loop.table.game.prompt()


def director_page(room: Room, folder: Path) -> Any:
    director = StaffMember(number="3001", name="Dora", role="tournament_director", demo_pin="4826")
    return page(
        Scene(
            tournament=room.loop.tournament,
            trouble=None,
            stopped=room.loop.stopped,
            language=TournamentLanguage("en"),
            look=Look.of_desk("en"),
            simulated=True,
            member=director,
            part="director",
            directors=[director],
            people=People(folder / "people.json"),
            tab="tables",
            paper=(),
            log=(),
            now_ms=room.now_ms,
        )
    )


def test_chips_that_nobody_gave_are_not_believed_and_everybody_is_told(room, tmp_path, capfd):
    until_all_sit(room)
    before = {entry.number: entry.chips_cents for entry in room.state.entries.values()}
    followed = side(room).followed
    order = chips_from_nobody(room)
    record = next(one.number for one in room.tables["T1"].journal.records() if b"event give_chips " in one.body)
    assert {entry.number: entry.chips_cents for entry in room.state.entries.values()} == before
    strayed = side(room).strayed
    assert (strayed.why, strayed.order, strayed.record) == ("never_given", order, record)
    assert side(room).followed == followed
    say, _ = next_step(room.loop.tournament)
    english = TournamentLanguage("en").say(say)
    assert english.startswith(
        f"Table T1 is not believed: record {record} of its journal is order {order}, which"
    )
    assert TournamentLanguage("de").say(say).startswith("Tisch T1 wird nicht geglaubt:")
    assert told(room)[-1].code == "strayed_never_given"
    assert [table.is_astray for table in seen(room.state).tables] == [True, False]
    shown = director_page(room, tmp_path)
    assert shown["step"]["tone"] == "fault"
    assert shown["step"]["say"] == english
    assert "Hear table T1 again" in [act["button"]["label"] for act in shown["acts"]]
    assert [("not believed" in grid["title"]) for grid in shown["section"]["grids"]] == [True, False]
    room.tables["T1"].run()
    (notice,) = room.tables["T1"].loop.table.notices
    assert Language("en").say(notice.say).startswith(f"Record {record} here is order {order}, which the")
    assert room.tables["T2"].loop.table.game.state.tournament.held is None
    out = "".join(capfd.readouterr())
    assert "hearer_failed" not in out
    assert f"order={order} record={record} table=T1" in re.sub("\x1b\\[[0-9]*m", "", out)


def test_a_session_does_not_begin_while_a_table_is_astray(room):
    until_all_sit(room)
    chips_from_nobody(room)
    mark_all(room)
    room.now_ms = room.state.specified_start_ms() + 60_000
    room.loop.take(t.TimeCame())
    begin = next(act for act in acts(room.loop.tournament) if act.command == "begin_session")
    assert begin.blocked.code == "strayed_never_given"
    refused = room.loop.take(t.BeginSession(by=room.state.director))
    assert refused[0].say.code == "strayed_never_given"


def mark_all(room: Room) -> None:
    for _ in range(60):
        for table in room.tables.values():
            for offer in table.loop.table.offers():
                if offer.command == "mark_seat" and offer.args["taken"]:
                    table.touch(offer)
                    break
        room.settle()


def test_no_round_begins_there_and_the_one_that_is_on_is_played_out(room):
    with pytest.raises(AssertionError, match="it does not end: playing"):
        room.play(6, steps=120)
    table = room.tables["T1"]
    while not table.loop.table.game.state.in_round:
        assert table.step()
    round_ = table.loop.table.game.state.round
    heard = side(room).heard
    room.loop.take(t.TableStrayed(table="T1", why="never_given", order=99, record=heard[0] + 1))
    room.settle()
    for _ in range(400):
        if not table.step():
            break
    assert table.loop.table.game.state.round == round_ + 1
    assert not table.loop.table.round_is_on
    assert prompt(table).say.code == "tournament_waits_held"
    assert side(room).heard == heard  # what was played there was not believed


def test_a_join_of_any_number_does_not_lock_later_orders_out_in_silence(tmp_path):
    """As a journal may hold it from before the doors asked who speaks."""
    room = hall(tmp_path, "demo_canberra_poker", seed=1)
    room.close()
    for name, setup in room.setups.items():
        table = TableRoom(room.folder / name, setup, room)
        table.say(e.SignIn(by="1182", name="Marta"))
        number, tournament = (1_000, TOURNAMENT) if name == "T1" else (1, "X-9")
        assert not is_refused(table.say(e.JoinTournament(order=number, tournament=tournament, by="1182")))
        table.close()
    room.open()
    room.take_entries(6)
    room.carry_out(room.offered("draw_ballot")[0])
    try:
        assert (side(room).strayed.why, side(room).strayed.order) == ("never_given", 1_000)
        assert (side(room, "T2").strayed.why, side(room, "T2").strayed.order) == ("not_taken", 1)
        assert {prompt(table).say.code for table in room.tables.values()} <= {
            "tournament_waits_held",
            "open_the_table",
        }
        assert all(table.loop.table.game.state.tournament.held is not None for table in room.tables.values())
    finally:
        room.close()


def test_another_order_of_the_same_number_is_not_the_one_that_was_given(room):
    """The table takes whichever comes first."""
    room.take_entries(6)
    table = room.tables["T1"]
    room.loop.take(t.DrawBallot(by=room.state.director, chance=(0,) * 6))
    given = next(one.event for one in table.pump.waiting if isinstance(one.event, e.SeatEntrant))
    table.loop.handle(Incoming(replace(given, chips_cents=9_999_900)))
    room.settle()
    assert side(room).strayed.why == "never_given"
    assert all(entry.chips_cents != 9_999_900 for entry in room.state.entries.values())


def test_a_table_is_heard_again_when_its_journal_was_put_right(room, tmp_path):
    until_all_sit(room)
    room.close()
    shutil.copytree(tmp_path / "T1", tmp_path / "before")
    room.open()
    chips_from_nobody(room)
    room.carry_out(room.offered("hear_table")[0])
    assert side(room).strayed.why == "never_given"  # it still stands there
    room.close()
    shutil.rmtree(tmp_path / "T1")
    shutil.copytree(tmp_path / "before", tmp_path / "T1")
    room.open()
    assert side(room).strayed is not None
    room.settle()
    room.carry_out(room.offered("hear_table")[0])
    assert side(room).strayed is None
    assert room.tables["T1"].loop.table.game.state.tournament.held is None
    for _ in range(40_000):
        if room.state.stage == "awarded":
            break
        if not room._office() and not sum(table.step() for table in room.tables.values()):
            room.now_ms += 30_000
            room.loop.take(t.TimeCame())
        room.settle()
    assert room.state.stage == "awarded"
    assert adjudicated_again(room) > 0


def test_what_a_table_played_before_in_another_tournament_concerns_nobody(tmp_path):
    room = hall(tmp_path, "demo_canberra_poker", seed=2)
    try:
        room.play(4)
        for table in room.tables.values():
            assert table.loop.table.game.state.tournament is None
    finally:
        room.close()
    (tmp_path / "tournament.db").rename(tmp_path / "first.db")
    (tmp_path / "tournament.head").unlink()
    room.name = "second"
    room.open()
    try:
        assert all(table.heard == (0, -1) for table in room.state.tables.values())
        room.play(4)
        assert room.state.stage == "awarded"
        assert all(table.strayed is None for table in room.state.tables.values())
    finally:
        room.close()


def test_a_table_whose_state_was_exchanged_says_so(room, tmp_path):
    """It knows nothing of the orders that it has followed."""
    until_all_sit(room)
    room.close()
    shutil.rmtree(tmp_path / "T1")
    room.open()
    assert side(room).strayed is None
    room.carry_out(room.offered("undo")[0])  # the ballot: all are ordered to leave their seats
    assert side(room).strayed.why == "not_taken"
    assert side(room, "T2").strayed is None
    assert next_step(room.loop.tournament)[0].code == "strayed_not_taken"


def test_what_was_believed_before_the_doors_asked_opens_and_is_held(tmp_path):
    path = unpacked(HOME / "0.2.0" / "tournaments" / "an_order_that_nobody_gave.db.xz", tmp_path)
    journal = Journal(path, reads_only=True)
    try:
        *_, last = played_again(journal.records())
    finally:
        journal.close()
    state = last.tournament.state
    assert state.tables["T1"].strayed is not None
    assert state.tables["T2"].strayed is None
    assert {entry.chips_cents for entry in state.entries.values()} == {100_000}


# ---------------------------------------------------------------- at the daemon


def test_a_table_in_a_tournament_that_nobody_conducts_says_what_to_do():
    with daemon_of("demo_tournament") as daemon:
        asyncio.run(panel(daemon))
        daemon.stop()
        text = daemon.config.read_text()
        daemon.config.write_text(re.sub(r"(?m)^tournament = .*\n", "", text))
        daemon.start()
        state = asyncio.run(panel(daemon, open_table=True))
        assert state["prompt"]["title"] == "The tournament does not hear this table"
        assert "which nobody conducts here" in state["prompt"]["detail"]
        daemon.stop()
        daemon.config.write_text(text)
        daemon.start()
        assert asyncio.run(panel(daemon))["prompt"]["title"] != "The tournament does not hear this table"


async def panel(daemon: Any, *, open_table: bool = False) -> Any:
    address = f"127.0.0.1:{daemon.port}"
    async with connect(f"ws://{address}/ws", origin=f"http://{address}") as socket:
        screen = Screen(socket, print)
        await screen.hello(daemon.token("dealer"))
        await screen.order("sign_in", {"badge": "1182", "pin": "4826"})
        for command in ("open_table",) if open_table else ():
            await screen.order("do", {"command": command})
            await screen.order("authorise", {"badge": "2001", "pin": "6058"})
            await screen.order("do", {"command": "deck_checked_by_hand"})
        await asyncio.sleep(0.3)
        await screen.catch_up()
        return screen.state
