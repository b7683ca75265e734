"""What the players read of a tournament on a table's sign."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from config import schema
from controller.language.tournaments import TournamentLanguage
from controller.screens.connection import Screen
from controller.screens.sign import TableSign
from controller.tournament.on_sign import side_of_sign
from games.tournament import events as t
from games.tournament.seen import seen_by_players
from tests.controller.room import room
from tests.controller.tournament.conducting import Hosted
from tests.games.tournament.playing import play_whole

ENGLISH, GERMAN = TournamentLanguage("en"), TournamentLanguage("de")


def side(hall: Hosted, table: str = "T1", say: TournamentLanguage = ENGLISH) -> Any:
    return side_of_sign(say, seen_by_players(hall.state), table)


def rows(made: Any) -> dict[str, str]:
    return {row["name"]: row["value"] for row in made["rows"]}


def begun(hall: Hosted) -> Hosted:
    hall.take_entries(4)
    hall.carry_out(hall.offered("draw_ballot")[0])
    hall.seat_all()
    hall.now_ms = hall.state.specified_start_ms()
    hall.say(t.TimeCame())
    hall.carry_out(hall.offered("begin_session")[0])
    hall.settle()
    return hall


def test_before_the_ballot_it_says_when_it_starts_and_what_can_be_won(hall):
    hall.take_entries(4)
    assert side(hall)["wager"] == "Starts"
    assert side(hall)["amount"] == ENGLISH.moment(hall.state.specified_start_ms())
    assert rows(side(hall)) == {
        "Session": "Tournament",
        "Entries": "4",
        "Prize 1": "$100",
        "Prize 2": "$60",
        "Prize 3": "$40",
    }


def test_after_the_ballot_it_says_who_sits_at_this_table(hall):
    hall.take_entries(4)
    hall.carry_out(hall.offered("draw_ballot")[0])
    here = {
        f"Seat {entry.seat}": f"Entry {entry.number}"
        for entry in hall.state.entries.values()
        if entry.table == "T2"
    }
    assert len(here) == 2
    assert here.items() <= rows(side(hall, "T2")).items()
    assert not here.items() & rows(side(hall, "T1")).items()


def test_a_level_by_the_clock(hall):
    begun(hall)
    made = side(hall)
    assert made["wager"] == "Next level"
    assert made["amount"] == ENGLISH.moment(hall.state.level_clock[0] + 600_000).split(" ")[0]
    assert rows(made)["Level 1"] == "blinds 25 / 50"
    assert rows(made)["Level 2"] == "blinds 50 / 100"
    assert rows(made)["Players left"] == "4 of 4"


def test_levels_by_rounds(tmp_path):
    hall = begun(Hosted(tmp_path, "demo_canberra_poker"))
    assert (side(hall)["wager"], side(hall)["amount"]) == ("Rounds left", "4 of 4")
    assert side(hall, say=GERMAN)["wager"] == "Runden übrig"
    hall.close()


def test_a_break_and_a_stopped_clock(hall):
    begun(hall)
    hall.do("take_break", minutes=10)
    assert side(hall)["wager"] == "Break until"
    hall.do("go_on")
    hall.do("stop_clock")
    assert (side(hall)["wager"], side(hall)["amount"]) == ("The clock stands", "")


def test_places_once_they_are_awarded(hall):
    play_whole(hall, 5)
    assert hall.state.stage == "awarded"
    first = hall.state.placed[0][0]
    assert rows(side(hall))[f"1: entry {first}"].startswith("$")


def test_when_it_is_cancelled(hall):
    hall.take_entries(4)
    hall.do("cancel", reason="no power")
    assert side(hall)["wager"] == "Cancelled"
    assert side(hall)["note"] == "All fees are paid back at the cash desk."


@pytest.mark.parametrize("say", [ENGLISH, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize("name", ["demo_omaha", "demo_canberra_poker", "demo_faro", "demo_seven_card_stud"])
def test_it_can_be_said_at_any_moment_and_names_nobody(name, say, tmp_path):
    hall = Hosted(tmp_path, name)
    said: list[str] = []
    hall.loop.tell(lambda event, outcomes: said.append(json.dumps(side(hall, say=say))))
    play_whole(hall, 5, wild=0.2)
    hall.close()
    persons = {entry.person for entry in hall.state.entries.values()}
    assert not [line for line in said if any(f'"{person}"' in line for person in persons)]


def test_on_the_table_s_own_sign(hall: Hosted, tmp_path: Path):
    hall.take_entries(4)
    with room(tmp_path / "table") as running:
        plain, with_it = (
            TableSign(loop=running.loop, settings=schema.Sign(), hours="", simulated=True, tournament=one)
            for one in (None, hall.loop)
        )
        assert plain.state(Screen(plain))["side"]["title"] == "Boomerang Jackpot"
        screen = Screen(with_it)
        assert with_it.state(screen)["side"]["title"] == "Demonstration of Omaha"
        before = with_it.state(screen)
        assert with_it.state(screen) is before
        hall.carry_out(hall.offered("enter")[0])
        assert with_it.state(screen) is not before
        hall.journal.close()
        hall.do("stop_clock")
        hall.do("enter", person="X")
        assert with_it.state(screen)["side"]["amount"] == "Ask the dealer"


def test_when_all_is_paid_the_jackpot_is_on_the_sign_again(tmp_path, hall):
    """The table plays for money, and the players may wager on it."""
    with room(tmp_path / "table") as running:
        sign = TableSign(
            loop=running.loop, settings=schema.Sign(), hours="", simulated=True, tournament=hall.loop
        )
        play_whole(hall, 4)
        assert sign.state(Screen(sign))["side"]["title"] == "Boomerang Jackpot"
