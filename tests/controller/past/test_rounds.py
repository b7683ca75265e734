"""The list of a journal's rounds: what stands there in clear, without the key."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.past.happened import happened
from controller.past.reading import Past
from controller.past.times import NoSuchTime, Zone
from games import events as e
from tests.controller.past.journals import GAMES, ROUNDS, journal_of
from tests.controller.past.test_story import disputed_round
from tests.controller.room import room, talk, to_the_antes, to_the_decisions
from tests.controller.test_adjudicate import play
from tests.controller.test_history import close_before

HOBART = Zone("Australia/Hobart")


def listed(capsys: pytest.CaptureFixture[str], *asked: str | Path) -> list[str]:
    assert main(["rounds", *map(str, asked), "--zone", "UTC"]) == OK
    return capsys.readouterr().out.splitlines()


def as_json(capsys: pytest.CaptureFixture[str], *asked: str | Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in listed(capsys, *asked, "--json")]


@pytest.fixture
def without_key(tmp_path: Path) -> Path:
    return Path(shutil.copy(journal_of("canberra_poker"), tmp_path))


@pytest.mark.parametrize("kind", GAMES)
def test_each_round_is_told_with_what_its_boxes_won_and_lost(kind: str, capsys: pytest.CaptureFixture[str]):
    rounds = as_json(capsys, journal_of(kind))
    assert [one["round"] for one in rounds] == list(range(1, ROUNDS + 1))
    for one in rounds:
        for box in one["boxes"]:
            assert box["net_cents"] == box["returned_cents"] + box["paid_cents"] - box["wagered_cents"]


def test_rounds_of_a_pot_cost_the_players_the_commission_and_no_more(capsys: pytest.CaptureFixture[str]):
    for one in as_json(capsys, journal_of("omaha")):
        assert sum(box["net_cents"] for box in one["boxes"]) == -one["commission_cents"]


def test_a_round_is_a_line_with_both_times_in_the_zone(capsys: pytest.CaptureFixture[str]):
    first = listed(capsys, journal_of("canberra_poker"))[0]
    assert first.startswith("round 1  2023-11-14 22:1")
    assert first.count("+00:00") == 2
    assert "box 1 " in first


def test_the_list_needs_no_key(without_key: Path, capsys: pytest.CaptureFixture[str]):
    assert listed(capsys, without_key) == listed(capsys, journal_of("canberra_poker"))


def test_rounds_are_found_by_rule_and_box_and_time(capsys: pytest.CaptureFixture[str]):
    path = journal_of("omaha")
    rounds = as_json(capsys, path)
    said = ("rulings", "corrections", "corrected_later", "disputes", "disputed_later")
    ruled = [one["round"] for one in rounds if any(one[what] for what in said)]
    assert ruled
    assert [one["round"] for one in as_json(capsys, path, "--with-ruling")] == ruled
    rule = next(one for one in rounds if one["rulings"])["rulings"][0]["rule"]
    rules = {one["round"]: [by["rule"] for what in said for by in one[what]] for one in rounds}
    by_rule = [round_ for round_, by in rules.items() if rule in by]
    assert [one["round"] for one in as_json(capsys, path, "--rule", rule)] == by_rule
    box = rounds[0]["places"][0]
    by_box = [one["round"] for one in rounds if box in one["places"]]
    assert [one["round"] for one in as_json(capsys, path, "--box", str(box))] == by_box
    third = rounds[2]
    between = as_json(capsys, path, "--since", third["begins"], "--until", third["ends"])
    assert [one["round"] for one in between] == [3]


def test_a_round_that_is_on_is_listed_as_not_closed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
        (line,) = listed(capsys, tmp_path / "table")  # while it is written
    assert "not closed, box 1, 2, 3" in line


def test_a_box_whose_player_has_only_left_did_not_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table)
        running.handle(e.PlayerLeft(box=4, by="1182"))
        (line,) = listed(capsys, tmp_path / "table")
    assert line.endswith("not closed, box 1, 2, 3")


def test_a_ruling_that_was_taken_back_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_decisions(table)
        table.report("other")
        table.supervisor.answers("go_on", "looked at together")
        table.supervisor.says(e.Undo)
        table.supervisor.answers("go_on", "looked at again")
        table.supervisor.says(e.VoidRound, ground="disturbance")
        table.supervisor.says(e.Undo)
    (line,) = listed(capsys, tmp_path / "table")
    assert line.endswith("ruled by 16.4 (taken back), 16.4, 16.1 (taken back)")


def test_what_was_put_right_of_another_round_is_found_by_its_rule(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        disputed_round(running)
        running.handle(e.Undo(by="2002", role="supervisor"))
        running.handle(e.SignCorrection(by="2002", role="supervisor"))
    first, second = listed(capsys, tmp_path / "table", "--rule", "16.4")
    assert second.endswith("round 1 put right by 16.4 (taken back)  round 1 put right by 16.4")
    itself = "itself put right by 16.4"
    assert first.endswith(f"{itself} (taken back) in round 2  {itself} in round 2"), "its sums do not stand"
    said = as_json(capsys, tmp_path / "table", "--with-ruling")
    assert [one["about_round"] for one in said[1]["corrections"]] == [1, 1]
    assert said[0]["corrected_later"] == said[1]["corrections"]
    assert said[0]["corrections"] == said[1]["corrected_later"] == []


@pytest.mark.rule("NI2004-492", "16.4")
def test_a_dispute_is_listed_with_the_round_that_it_is_of_though_nothing_was_put_right(
    tmp_path: Path, capsys: Any
):
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        running.handle(e.Dispute(round=1, box=1, claim="I was paid too little", by="1182"))
        open_ = listed(capsys, tmp_path / "table", "--with-ruling")
        decided = {"number": 1, "upheld": False, "review_asked": True, "reason": "the film shows it"}
        running.handle(e.DecideDispute(**decided, by="2001", role="supervisor"))
    first, second = listed(capsys, tmp_path / "table", "--rule", "16.4")
    assert open_[0].endswith("itself disputed by box 1 (16.4) in round 2")
    assert first.endswith("itself disputed by box 1, not upheld by 16.4 in round 2")
    assert second.endswith("round 1 disputed by box 1 (16.4)  round 1 disputed by box 1, not upheld by 16.4")
    said = as_json(capsys, tmp_path / "table")
    assert [one["upheld"] for one in said[0]["disputed_later"]] == [None, False]
    assert said[0]["disputed_later"] == said[1]["disputes"]


@pytest.mark.rule("NI2005-67", "19.2")
def test_a_rule_means_all_its_parts_and_a_number_that_is_none_is_said(capsys: Any):
    path = journal_of("faro")
    rulings = {one["round"]: [by["rule"] for by in one["rulings"]] for one in as_json(capsys, path)}
    of_19_2 = [one for one, rules in rulings.items() if any(rule.startswith("19.2(") for rule in rules)]
    assert of_19_2
    found = [one["round"] for one in as_json(capsys, path, "--rule", "19.2")]
    assert found == of_19_2
    assert set(found) <= {one["round"] for one in as_json(capsys, path, "--rule", "19")}
    for none in ("99", "19,2", "9.22", ""):
        assert main(["rounds", str(path), "--rule", none]) == FAILED
        assert "NI2005-67 has no rule" in capsys.readouterr().err


def test_a_round_that_was_made_void_later_says_so_where_it_is_listed_and_told(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        running.handle(e.VoidClosedRound(reason="fraud", by="2001", role="supervisor"))
        running.handle(e.Dispute(round=1, box=3, claim="I was paid too little", by="1182"))
        before, next_one = listed(capsys, tmp_path / "table")
        running.handle(e.SignCorrection(by="2002", role="supervisor"))
    assert "made void" not in before
    assert "not closed, box none " in next_one, "box 3 disputes, and does not play"
    assert listed(capsys, tmp_path / "table")[0].endswith("itself made void by 16.3 in round 2")
    assert main(["show-round", str(tmp_path / "table"), "1", "--zone", "UTC"]) == OK
    head, _, told = capsys.readouterr().out.partition("\n\n")
    assert "The round was made void after it closed." in head
    assert "with what was put right later. Won or lost: 0" in told


def test_a_round_begins_with_its_own_first_act_and_not_the_evening_before(tmp_path: Path, capsys: Any):
    with room(tmp_path / "table") as running:
        table = talk(running)
        to_the_antes(table)
        table.closes_betting()
        table.deal({})
        table.bets(1, 2, 3)
        table.shows_dealer()
        table.supervisor.says(e.AnnounceClosing, in_minutes=10)
        table.plays_out()
        play(running, {1: 25})
        running.now_ms += 11 * 60_000
        table.says(e.Dispute, round=1, box=2, claim="I was paid too little")
        table.supervisor.says(e.CloseTable)
        table.supervisor.checks_deck_by_hand()
        running.now_ms += 8 * 3_600_000
        table.says(e.SignIn, by="dealer", name="Marta")
        table.open()
    *_, last, next_one = as_json(capsys, tmp_path / "table")
    night = datetime.fromisoformat(next_one["begins_utc"]) - datetime.fromisoformat(last["ends_utc"])
    assert night > timedelta(hours=8)


@pytest.mark.parametrize("asked", [["--since", "yesterday"], ["--zone", "Utopia"]])
def test_what_cannot_be_understood_is_said_in_a_sentence(asked: list[str]):
    ended = subprocess.run(
        [sys.executable, "-m", "controller", "rounds", str(journal_of("omaha")), *asked],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == FAILED
    assert "write" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("asked", [["rounds"], ["audit"], ["what-if"], ["adjudicate", "--round", "1"]])
def test_every_door_takes_the_folder_for_the_journal_in_it(asked: list[str], tmp_path: Path, capsys: Any):
    command, *options = asked
    assert main([command, str(journal_of("faro").parent), *options]) == OK
    assert main([command, str(tmp_path / "elsewhere"), *options]) == FAILED
    assert "elsewhere is not there: give the journal.db" in capsys.readouterr().err


def test_another_file_is_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "notes").write_text("no journal")
    assert main(["rounds", str(tmp_path / "notes")]) == FAILED
    assert "is not a journal" in capsys.readouterr().err


# ---------------------------------------------------------------- times


def test_the_hour_that_comes_twice_is_shown_with_its_offset():
    before, after = Zone("UTC").ms("2026-04-04T15:30"), Zone("UTC").ms("2026-04-04T16:30")
    assert HOBART.says(before) == "2026-04-05 02:30:00 +11:00"
    assert HOBART.says(after) == "2026-04-05 02:30:00 +10:00"


def test_a_time_within_that_hour_must_say_which():
    with pytest.raises(NoSuchTime, match=r"02:30\+11:00 or .*02:30\+10:00"):
        HOBART.ms("2026-04-05T02:30")
    first, second = HOBART.ms("2026-04-05T02:30", "first"), HOBART.ms("2026-04-05T02:30", "last")
    assert second - first == 3_600_000
    assert HOBART.ms("2026-04-05T02:30+10:00") == second


def test_a_time_that_was_skipped_was_never_there():
    with pytest.raises(NoSuchTime, match="never on the clock"):
        HOBART.ms("2026-10-04T02:30")


def test_a_time_is_the_zones_unless_it_says_another():
    assert HOBART.ms("2026-11-19 02:13") == Zone("UTC").ms("2026-11-18T15:13Z")
    assert HOBART.ms("2026-11-19T02:13+01:00") == Zone("UTC").ms("2026-11-19T01:13")


def test_a_round_is_found_by_a_moment_within_it_or_after_it():
    with Past(journal_of("faro")) as past:
        for one in past.rounds():
            assert past.round_at(one.begins_ms) == one.number
            assert past.round_at(one.ends_ms) == one.number
        assert past.round_at(one.ends_ms + 3_600_000) == one.number


def test_who_signs_in_again_in_a_round_is_named_once(tmp_path: Path) -> None:
    with room(tmp_path) as running:
        play(running, {1: 25})
        for by, name in (("1182", "Marta"), ("1182", "Marta"), ("1207", "Jonas"), ("1182", "Marta")):
            talk(running).says(e.SignIn, by=by, name=name)
        play(running, {1: 25})
    with Past(tmp_path / "journal.db") as past:
        assert [dealer.number for dealer in past.round(2).dealers][-3:] == ["1182", "1207", "1182"]


def test_times_are_those_of_the_day_though_the_computers_clock_was_set(tmp_path: Path) -> None:
    hour_ms = 3_600_000
    with room(tmp_path) as running:
        play(running, {1: 25})
        running.handle(e.ClockStepped(by_ms=hour_ms, shift_ms=hour_ms))
        play(running, {1: 50})
        play(running, {1: 75})
    with Past(tmp_path / "journal.db") as past:
        first, second, third = past.rounds()
        behind_ms = {one.number: int(one.event["at_ms"]) for one in third.written if one.event}
        assert [one.at_ms - behind_ms[one.number] for one in third.written] == [hour_ms] * len(third.written)
        assert past.round(3) == third
        assert past.round(2).shift_after_ms == hour_ms
        assert second.ends_ms - first.ends_ms > hour_ms
        for one, _ in happened(past, 3, []):
            assert one.at_ms - one.event.at_ms == hour_ms
        for one in (first, second, third):
            assert past.round_at(one.ends_ms) == one.number
        assert [one.number for one in past.rounds(third.begins_ms)] == [3]
        assert [one.number for one in past.rounds(None, first.ends_ms)] == [1]


# ---------------------------------------------------------------- what was closed


def test_closed_files_and_the_running_journal_are_listed_as_one(tmp_path: Path, capsys: Any) -> None:
    with room(tmp_path / "table") as running:
        for number in range(1, 9):
            play(running, {1: 25, 2: 25 + 5 * number})
        before = as_json(capsys, running.folder)
        for round_ in (3, 6):
            close_before(running, round_)
        assert as_json(capsys, running.folder) == before
        sixth = before[5]
        between = as_json(capsys, running.folder, "--since", before[1]["ends"], "--until", sixth["begins"])
    assert [one["round"] for one in between] == [2, 3, 4, 5, 6]


def test_a_part_that_was_taken_away_leaves_the_others(tmp_path: Path, capsys: Any) -> None:
    with room(tmp_path / "table") as running:
        for number in range(1, 9):
            play(running, {1: 25, 2: 25 + 5 * number})
        first, _ = close_before(running, 3), close_before(running, 6)
    first.unlink()
    rounds = [one["round"] for one in as_json(capsys, tmp_path / "table")]
    assert rounds == [3, 4, 5, 6, 7, 8]


def test_of_a_copy_without_the_closed_files_whole_rounds_are_listed(tmp_path: Path, capsys: Any) -> None:
    """The last record of the round before is in it as well: what the next one builds upon."""
    with room(tmp_path / "table") as running:
        for number in range(1, 5):
            play(running, {1: 25 * number})
        whole = as_json(capsys, running.folder)
        close_before(running, 3).unlink()
    assert as_json(capsys, tmp_path / "table") == whole[2:]
    assert as_json(capsys, tmp_path / "table", "--since", whole[0]["begins"]) == whole[2:]
