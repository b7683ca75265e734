"""The list of rounds, as it is kept beside their records, and the questions that a regulator asks of it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.journal.closed import write_closed
from controller.journal.journal import Journal
from controller.journal.keys import CLOSED
from controller.past import round_lines
from controller.past.reading import Past
from controller.past.round_lines import RoundLines, beside, keep, keep_running, line_of
from games import events as e
from tests.controller.past.journals import GAMES, journal_of
from tests.controller.past.test_rounds import as_json, listed
from tests.controller.room import Room, room, talk
from tests.controller.test_adjudicate import play

HOUR_MS = 3_600_000


def closed_with(running: Room, round_: int, keeps: Any = keep) -> Path:
    last = running.journal.first_of(round_) - 1
    path = write_closed(running.journal, running.folder / CLOSED, last, keeps)
    while running.journal.let_go(last):
        pass
    return path


def some_rounds(running: Room) -> None:
    for number in range(1, 7):
        play(running, {1: 25, 2: 25 + 5 * number})


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_kept_of_a_round_is_what_its_records_say(kind: str, tmp_path: Path) -> None:
    journal = Journal(journal_of(kind), reads_only=True)
    try:
        path = write_closed(journal, tmp_path, journal.last_number, keep)
    finally:
        journal.close()
    with Past(path) as past, RoundLines(past) as lines:
        assert list(past.closed_files)
        kept = list(lines.on(None, None))
        made = [line_of(past.round(line.round)) for line in kept]
    assert [json.dumps(line) for line in kept] == [json.dumps(line) for line in made]
    assert len(kept) >= 6
    assert not beside(path).exists(), "they are in the file"


def test_a_file_that_was_closed_without_gets_its_lines_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        before = as_json(capsys, running.folder)
        path = closed_with(running, 5, None)
        assert as_json(capsys, running.folder) == before
        assert beside(path).exists()
        assert as_json(capsys, running.folder) == before


def test_lines_of_another_file_or_another_program_are_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        path = closed_with(running, 5, None)
        before = as_json(capsys, running.folder)
        for change in ("UPDATE lines_made SET hash = x'00'", "UPDATE lines_made SET made_by = 0"):
            with closing(sqlite3.connect(beside(path))) as db:
                db.execute("UPDATE lines SET line = replace(line, '2500', '9900')")
                db.execute(change)
                db.commit()
            assert as_json(capsys, running.folder) == before
        beside(path).write_bytes(b"nothing of the kind")
        assert as_json(capsys, running.folder) == before


def test_where_nobody_may_write_lines_are_made_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_: object) -> None:
        raise PermissionError("read only")

    monkeypatch.setattr(round_lines, "_write", read_only)
    with room(tmp_path / "table") as running:
        some_rounds(running)
        before = as_json(capsys, running.folder)
        path = closed_with(running, 5, None)
        assert as_json(capsys, running.folder) == before
        assert not beside(path).exists()


# ---------------------------------------------------------------- questions


def dealt(running: Room) -> Any:
    table = talk(running)
    table.next_round()
    table.antes({1: 25})
    table.closes_betting()
    table.deal({})
    return table


@pytest.fixture
def troubled(tmp_path: Path) -> Path:
    """1: plain; 2: a report, ruled on five seconds later; 3: void; 4: plain, and 1 is put right in it."""
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        table = dealt(running)
        table.report("other")
        running.now_ms += 5_000
        table.supervisor.answers("go_on", "looked at together")
        table.folds(1)
        table.collects()
        table = dealt(running)
        table.supervisor.says(e.VoidRound, ground="disturbance", by="2001")
        table.collects()
        talk(running).says(e.SignIn, by="1207", name="Jonas")
        money = {"round": 1, "box": 1, "direction": "give", "amount_cents": 500, "reason": "counted again"}
        running.handle(e.CorrectMoney(by="2001", role="supervisor", **money))
        running.handle(e.SignCorrection(by="2002", role="supervisor"))
        play(running, {1: 25})
    return tmp_path / "table"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["--void"], [3]),
        (["--corrected"], [1, 4]),
        (["--dealer", "1207"], [4]),
        (["--by", "2001"], [1, 3, 4]),
        (["--by", "2001", "--void"], [3]),
        (["--by", "nobody"], []),
        (["--card-twice"], []),
    ],
)
def test_rounds_are_found_by_what_happened_and_who_decided(
    troubled: Path, asked: list[str], found: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert [one["round"] for one in as_json(capsys, troubled, *asked) if one["closed"]] == found


def test_a_ruling_says_how_long_its_question_stood_open_and_who_opened_it(
    troubled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [ruling] = as_json(capsys, troubled)[1]["rulings"]
    assert ruling["about"] == "other"
    assert ruling["open_s"] >= 5
    assert ruling["opened_by"] == "dealer"
    assert ruling["asked_record"] < ruling["record"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ["--since", "2023-11-20", "--until", "2023-11-19"],
            "--since 2023-11-20 is later than --until 2023-11-19",
        ),
        (["--box", "12"], "this table has no box 12, but 1 to 4"),
        (["--rule", "99"], "has no rule '99'"),
    ],
)
def test_what_nothing_can_ever_fit_is_said(
    troubled: Path, asked: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rounds", str(troubled), "--zone", "UTC", *asked]) == FAILED
    assert said in capsys.readouterr().err


def test_a_round_under_a_clock_that_was_set_is_found_by_both_times_and_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three days back, as after a start without a network, and right again."""
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        running.handle(e.ClockStepped(by_ms=-72 * HOUR_MS, shift_ms=-72 * HOUR_MS))
        play(running, {1: 50})
        running.handle(e.ClockStepped(by_ms=72 * HOUR_MS, shift_ms=0))
        play(running, {1: 75})
        for closes in (False, True):
            if closes:
                closed_with(running, 3)
            whole = as_json(capsys, running.folder)
            second = whole[1]
            assert second["clock_was_set"]
            for since, until in (("begins", "ends"), ("begins_by_the_table_utc", "ends_by_the_table_utc")):
                between = ["--since", second[since], "--until", second[until]]
                assert 2 in [one["round"] for one in as_json(capsys, running.folder, *between)]
            lines = listed(capsys, running.folder)
            marked = ["the clock had been set: by the table's own time 2023-11-14" in line for line in lines]
            assert marked[:2] == [False, True]


def test_sums_of_neighbouring_times_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round counts where it ended, exactly once, wherever the cut lies."""
    path = journal_of("omaha")
    rounds = as_json(capsys, path)
    names = ("rounds", "wagered_cents", "commission_cents", "win_cents", "bought_cents")

    def sums(*asked: str) -> list[int]:
        assert main(["export", str(path), "--format", "jsonl", "--what", "days", "--zone", "UTC", *asked]) == OK
        days = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return [sum(day[name] for day in days) for name in names]

    whole = sums()
    for one in rounds:
        for cut in (one["begins_utc"], one["ends_utc"]):
            both = [sum(pair) for pair in zip(sums("--until", cut), sums("--since", cut), strict=True)]
            assert both == whole


def test_at_a_time_when_no_round_was_on_the_one_before_is_told_and_said_to_be_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        [ended] = [one["ends_utc"] for one in as_json(capsys, running.folder) if one["closed"]]
        running.now_ms += HOUR_MS
        play(running, {1: 25})
    later = ended.replace("T22:", "T22:").replace(ended[14:16], "59")
    assert main(["show-round", str(tmp_path / "table"), "--at", later, "--zone", "UTC"]) == OK
    told = capsys.readouterr()
    assert "no round was on then" in told.err
    assert "Round 1 at table" in told.out
    assert main(["show-round", str(tmp_path / "table"), "--at", ended, "--zone", "UTC"]) == OK
    assert "no round was on then" not in capsys.readouterr().err


# ---------------------------------------------------------------- of the running month


def kept_rounds(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "journal.lines")) as db:
        return [round_ for (round_,) in db.execute("SELECT round FROM lines ORDER BY round")]


def test_the_running_journals_lines_are_kept_as_its_rounds_close(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        keep_running(running.journal.path, running.seal)
        assert kept_rounds(running.folder) == [1]
        for number in range(2, 6):
            play(running, {1: 25, 2: 25 + 5 * number})
        without = as_json(capsys, running.folder)
        keep_running(running.journal.path, running.seal)
        assert kept_rounds(running.folder) == [1, 2, 3, 4, 5]
        assert as_json(capsys, running.folder) == without
        closed_with(running, 4)
        play(running, {1: 25})
        keep_running(running.journal.path, running.seal)
        assert kept_rounds(running.folder) == [4, 5, 6], "the closed file has the others"
        assert [one["round"] for one in as_json(capsys, running.folder) if one["closed"]] == [1, 2, 3, 4, 5, 6]


def test_lines_of_another_journal_are_not_believed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with room(tmp_path / "other") as other:
        play(other, {1: 75})
        play(other, {1: 75})
        keep_running(other.journal.path, other.seal)
    with room(tmp_path / "table") as running:
        play(running, {1: 25})
        (running.folder / "journal.lines").write_bytes((tmp_path / "other/journal.lines").read_bytes())
        [line] = [line for line in listed(capsys, running.folder) if "not closed" not in line]
        assert "box 1 -25.00" in line
        keep_running(running.journal.path, running.seal)
        assert kept_rounds(running.folder) == [1]
        assert line in listed(capsys, running.folder)


def test_an_audit_proves_the_lines_by_the_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        path = closed_with(running, 5)
    assert main(["audit", str(tmp_path / "table")]) == OK
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE lines SET line = replace(line, '-2500', '+2500') WHERE round = 3")
        db.commit()
    capsys.readouterr()
    assert main(["audit", str(tmp_path / "table")]) == FAILED
    assert "fault: round 3, record" in (said := capsys.readouterr().out)
    assert "they hold, the list does not" in said


def test_lines_that_cannot_be_read_are_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        before = as_json(capsys, running.folder)
        path = closed_with(running, 5)
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE lines SET line = 'x' WHERE round = 3")
            db.commit()
        assert as_json(capsys, running.folder) == before


def _keep_all(running: Room) -> Path:
    keep_running(running.journal.path, running.seal)
    return beside(running.journal.path)


def test_a_line_of_the_running_month_that_was_changed_is_found_by_an_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        path = _keep_all(running)
    assert main(["audit", str(tmp_path / "table")]) == OK
    with sqlite3.connect(path) as db:
        changed = db.execute("UPDATE lines SET line = replace(line, '2500', '9900') WHERE round = 2").rowcount
    db.close()
    assert changed == 1
    capsys.readouterr()
    assert main(["audit", str(tmp_path / "table")]) == FAILED
    assert "fault: round 2, " in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["a row gone", "a page", "cut"])
def test_lines_of_the_running_month_that_are_not_all_there_are_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    with room(tmp_path / "table") as running:
        some_rounds(running)
        before = as_json(capsys, running.folder)
        path = _keep_all(running)
        assert as_json(capsys, running.folder) == before
        if harm == "a row gone":
            with sqlite3.connect(path) as db:
                db.execute("DELETE FROM lines WHERE round = 2")
            db.close()
        else:
            content = path.read_bytes()
            damaged = content[:4_096] + b"\x77" * 4_096 + content[8_192:]
            path.write_bytes(damaged if harm == "a page" else content[: len(content) // 2])
        assert as_json(capsys, running.folder) == before
