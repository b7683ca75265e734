"""Figures out of a journal: every table of every game, and that the chips in them add up."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.commands import FAILED, OK
from controller.past.columns import COLUMNS
from controller.past.reading import Past
from controller.past.story import Line
from controller.past.subtitles import webvtt
from games import events as e
from games.table.table import Setup
from tests.controller.past.journals import GAMES, ROUNDS, journal_of
from tests.controller.past.test_story import disputed_round
from tests.controller.room import a_troubled_round, room, talk, to_the_decisions
from tests.controller.test_tournament_room import hall
from tests.games.pot_talk import pot_options

Rows = list[dict[str, Any]]


def exported(capsys: pytest.CaptureFixture[str], path: Path, *asked: str) -> dict[str, Rows]:
    assert main(["export", str(path), "--format", "jsonl", "--zone", "Australia/Hobart", *asked]) == OK
    tables: dict[str, Rows] = {what: [] for what in COLUMNS}
    for line in capsys.readouterr().out.splitlines():
        row = json.loads(line)
        tables[row.pop("what")].append(row)
    return tables


def sums(rows: Rows, column: str, by: str = "round") -> Counter[Any]:
    found: Counter[Any] = Counter()
    for row in rows:
        if row.get("taken_back", "") == "":
            found[row[by]] += row[column]
    return found


@pytest.mark.parametrize("kind", GAMES)
def test_the_chips_in_the_rows_add_up(kind: str, capsys: pytest.CaptureFixture[str]):
    tables = exported(capsys, journal_of(kind))
    closed = [row for row in tables["rounds"] if row["closed"]]
    assert len(closed) == ROUNDS
    net = sums(tables["boxes"], "net_cents")
    by_place: defaultdict[tuple[int, int], int] = defaultdict(int)
    for row in (*tables["payments"], *tables["pots"]):
        if row["taken_back"] == "":
            by_place[row["round"], row["box"]] += row.get("net_cents", row.get("cents", 0))
    for row in closed:
        assert row["players_net_cents"] == net[row["round"]]
        assert row["to_house_cents"] == row["time_charge_cents"] - row["players_net_cents"]
        assert row["win_cents"] == row["to_house_cents"] - row["jackpot_in_cents"] + row["jackpot_out_cents"]
        if tables["pots"]:
            assert row["win_cents"] == row["commission_cents"] + row["time_charge_cents"]
    for box in tables["boxes"]:
        won = by_place[box["round"], box["box"]]
        void = next(row["void"] for row in closed if row["round"] == box["round"])
        if tables["payments"]:
            assert won == box["net_cents"]
        elif not void:
            assert won == box["returned_cents"] + box["paid_cents"]
    for what in ("shifts", "days"):
        assert sum(row["rounds"] for row in tables[what]) == len(closed)
        assert sum(row["wagered_cents"] for row in tables[what]) == sum(
            row["wagered_cents"] for row in tables["boxes"]
        )
        for column in ("void", "players_net_cents", "commission_cents", "jackpot_in_cents"):
            assert sum(row[column] for row in tables[what]) == sum(row[column] for row in closed)
        for column in ("time_charge_cents", "to_house_cents", "win_cents"):
            assert sum(row[column] for row in tables[what]) == sum(row[column] for row in tables["rounds"])


def holds(row: dict[str, Any]) -> bool:
    return bool(row["taken_back"] == "")


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("rounds", [ROUNDS, 3 * ROUNDS])
def test_whatever_moves_chips_adds_up_to_what_lies_there(
    kind: str, rounds: int, capsys: pytest.CaptureFixture[str]
):
    """Reckoned from the tables alone, and held against what the table knew when its last round closed."""
    path = journal_of(kind, rounds)
    tables = exported(capsys, path)
    with Past(path) as past:
        ends = max(row["last_record"] for row in tables["rounds"] if row["closed"])
        left = past.record(ends).checkpoint["carry"]["game"].get("pot", {})
    stakes: Counter[int] = Counter()
    for row in sorted((*tables["stakes"], *_won(tables)), key=lambda row: row["record"]):
        if row["record"] > ends or not holds(row) or row["why"] == "time_charge":
            continue
        if row["why"] == "changed_seat":
            stakes[row["to_box"]] += stakes.pop(row["box"], 0)
        stakes[row["box"]] += row["cents"]
    lies = {int(seat): said["stake_cents"] for seat, said in left.get("seats", {}).items()}
    assert +stakes == +Counter(lies)
    charged = sum(row["cents"] for row in tables["stakes"] if row["why"] == "time_charge" and holds(row))
    for what in ("rounds", "days"):
        assert sum(row["time_charge_cents"] for row in tables[what]) == -charged
    for what in ("days", "shifts"):
        bought = [
            row["cents"] for row in tables["stakes"] if row["why"] in ("bought_in", "added") and holds(row)
        ]
        assert sum(row["bought_cents"] for row in tables[what]) == sum(bought)
    pools = [row for row in tables["jackpot"] if holds(row)]
    for before, now in pairwise(pools):
        grew = now["prize_cents"] + now["reserve_cents"] - before["prize_cents"] - before["reserve_cents"]
        came = now["fed_cents"] - now["paid_cents"] + now["corrected_cents"] + now["changed_cents"]
        assert grew == came
    by_record: Counter[int] = Counter()
    for row in tables["corrections"]:
        by_record[row["record"]] += sum(
            row[name] for name in ("cents", "commission_cents", "pools_cents", "house_cents")
        )
    assert not any(by_record.values())


def _won(tables: dict[str, Rows]) -> list[dict[str, Any]]:
    """What each seat won in a round, as a row of the round's last record."""
    ends = {row["round"]: row["last_record"] - 0.5 for row in tables["rounds"] if row["closed"]}
    return [
        {
            "record": ends[row["round"]],
            "box": row["box"],
            "cents": row["net_cents"],
            "why": "",
            "taken_back": "",
        }
        for row in (tables["boxes"] if not tables["payments"] else ())
    ]


@pytest.mark.rule("NI2005-67", "15.3")
def test_a_charge_for_time_is_what_the_house_earns(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    options = pot_options("faro", time_charge=5, every_minutes=30)
    with room(tmp_path / "table", Setup("T-01", "faro", 6, options)) as running:
        running.handle(e.SignIn(by="1182", name="D. Dealer"))
        for event in (e.OpenTable(by="1182"), e.DeckCheckedByHand(by="2040", role="supervisor")):
            running.handle(event)
        for seat in (1, 2, 3):
            running.handle(e.TakeSeat(by="1182", box=seat, stake_cents=100_000))
        running.handle(e.CollectTimeCharge(by="1182"))
    tables = exported(capsys, tmp_path / "table")
    assert [(row["box"], row["why"], row["cents"], row["stake_cents"]) for row in tables["stakes"]] == [
        *((seat, "bought_in", 100_000, 100_000) for seat in (1, 2, 3)),
        *((seat, "time_charge", -500, 100_000) for seat in (1, 2, 3)),
    ]
    for what in ("rounds", "days", "shifts"):
        [row] = tables[what]
        assert (row["time_charge_cents"], row["to_house_cents"], row["win_cents"]) == (1_500, 1_500, 1_500)
    assert tables["days"][0]["bought_cents"] == 300_000


def test_every_time_is_in_utc_and_in_the_zone(capsys: pytest.CaptureFixture[str]):
    for rows in exported(capsys, journal_of("omaha")).values():
        for row in rows:
            for name, value in row.items():
                if value == "" and name.startswith("asked_"):
                    continue  # nobody had asked
                if name.endswith("utc"):
                    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value)
                elif name.endswith("local"):
                    assert value.endswith("+11:00")


def test_csv_is_a_file_a_table_with_the_columns_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = journal_of("canberra_poker")
    assert main(["export", str(path), "--format", "csv", "--out", str(tmp_path / "out"), "--zone", "UTC"]) == OK
    tables = exported(capsys, path, "--zone", "UTC")
    for what, columns in COLUMNS.items():
        with (tmp_path / "out" / f"{what}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [*map(str, (value for row in tables[what] for value in row.values()))] == [
            value for row in rows for value in row.values()
        ]
        assert all(list(row) == list(columns) for row in rows)


def test_one_table_is_printed(capsys: pytest.CaptureFixture[str]):
    assert main(["export", str(journal_of("faro")), "--format", "csv", "--what", "boxes", "--round", "2"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == ",".join(COLUMNS["boxes"])
    assert all(line.split(",")[1] == "2" for line in lines[1:])


def test_figures_need_no_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bare = Path(shutil.copy(journal_of("omaha"), tmp_path))
    assert exported(capsys, bare) == exported(capsys, journal_of("omaha"))


def test_what_was_taken_back_stays_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with room(tmp_path / "table") as running:
        table = talk(running)
        a_troubled_round(table)
    tables = exported(capsys, tmp_path / "table")
    kinds = [(row["group"], row["kind"]) for row in tables["incidents"]]
    for expected in (
        ("irregularity", "report"),
        ("irregularity", "card_exposed"),
        ("device", "device_lost"),
        ("device", "reports_missed"),
        ("device", "device_faulted"),
    ):
        assert expected in kinds
    assert [row["number"] for row in tables["sign_ins"]] == ["dealer", "1207"]
    assert "device_ready" in [row["kind"] for row in tables["devices"]]
    assert all(row["rule"] for row in tables["rulings"])


def test_a_payment_that_was_undone_counts_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with room(tmp_path / "table") as running:
        table = talk(running)
        _settled_twice(table)
    payments = exported(capsys, tmp_path / "table")["payments"]
    first = [row for row in payments if row["box"] == 1 and row["wager"] == "ante"]
    assert [row["taken_back"] != "" for row in first] == [True, False]


def _settled_twice(table: Any) -> None:
    to_the_decisions(table)
    table.folds(1)
    table.says(e.Undo)
    table.folds(1)
    table.bets(2, 3)
    table.shows_dealer()
    table.plays_out()


@pytest.mark.parametrize("kind", GAMES)
def test_subtitles_are_in_order_and_begin_with_the_footage(kind: str, capsys: pytest.CaptureFixture[str]):
    assert main(["export", str(journal_of(kind)), "--format", "vtt", "--round", "2"]) == OK
    text = capsys.readouterr().out
    assert text.startswith("WEBVTT\n\n")
    cues = re.findall(r"^(\d+)\n([\d:.]+) --> ([\d:.]+)\n(.+)", text, re.MULTILINE)
    assert len(cues) > 5
    assert cues[0][1] == "00:00:00.000"
    assert [cue[1] for cue in cues] == sorted(cue[1] for cue in cues)
    assert all(start < end for _, start, end, _ in cues)


def test_subtitles_follow_the_clock_of_the_footage(capsys: pytest.CaptureFixture[str]):
    path = journal_of("faro")

    def first(*asked: str) -> str:
        assert main(["export", str(path), "--format", "vtt", "--round", "1", "--zone", "UTC", *asked]) == OK
        return re.findall(r"^([\d:.]+) -->", capsys.readouterr().out, re.MULTILINE)[0]

    assert first("--starts", "2023-11-14T22:00:00").startswith("00:13:2")
    ahead = first("--starts", "2023-11-14T22:00:00", "--offset", "10")
    assert ahead.startswith("00:13:3")


def test_subtitles_are_in_the_order_of_their_times_where_the_clock_was_put_back():
    lines = [Line(nth, at_ms, "act", "Shuffled") for nth, at_ms in enumerate((9_000, 5_000, 20_000), start=1)]
    starts = [cue[:12] for cue in webvtt("T-01", lines, 0) if "-->" in cue]
    assert starts == ["00:00:05.000", "00:00:09.000", "00:00:20.000"]


def test_what_is_asked_wrongly_is_said(capsys: pytest.CaptureFixture[str]):
    path = str(journal_of("faro"))
    assert main(["export", path, "--format", "csv"]) == FAILED
    assert "--out FOLDER" in capsys.readouterr().err
    assert main(["export", path, "--format", "jsonl", "--day-begins", "noon"]) == FAILED
    assert "like 06:00" in capsys.readouterr().err


def test_a_ruling_is_read_beside_the_film_however_much_it_moves():
    """Nine boxes are paid back in the same moment."""
    lines = [Line(1, 1_000, "act", "Void"), Line(1, 1_000, "ruling", "Ruling 16.1: the round is void")]
    lines += [Line(1, 1_000, "money", f"Box {box}: ante void, 25") for box in range(1, 10)]
    lines += [Line(1, 1_000, "prompt", "Screen: Void")]
    cue = "\n".join(webvtt("T-01", lines, 0)).split("\n\n")[-1].strip().splitlines()[2:]
    assert cue == ["Ruling 16.1: the round is void", *(f"Box {box}: ante void, 25" for box in (7, 8, 9))]


def test_chips_of_a_tournament_are_nobodys_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    played = hall(tmp_path, "demo_canberra_poker", 1)
    try:
        played.play(5)
    finally:
        played.close()
    journal = str(tmp_path / "T1")
    told = {}
    for what in ("rounds", "days", "shifts"):
        capsys.readouterr()
        assert main(["export", journal, "--format", "jsonl", "--what", what, "--zone", "UTC"]) == OK
        told[what] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    dealt = [row for row in told["rounds"] if row["closed"]]
    assert any(row["players_net_cents"] for row in dealt)
    assert [(row["tournament"], row["win_cents"]) for row in dealt] == [(1, 0)] * len(dealt)
    for row in (*told["days"], *told["shifts"]):
        assert row["rounds"] > 0
        assert row["wagered_cents"] == row["players_net_cents"] == row["win_cents"] == 0
    assert main(["rounds", journal, "--zone", "UTC"]) == OK
    assert capsys.readouterr().out.count("tournament: chips, no money") == len(dealt)
    assert main(["show-round", journal, "1", "--zone", "UTC"]) == OK
    head, *_, result = capsys.readouterr().out.split("\n\n")
    for said in (head, result):
        assert "of a tournament: all amounts are its chips, no money." in said
    assert "Box 1 entry " in head


def test_what_somebody_typed_is_no_formula_in_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    claim = '=HYPERLINK("http://example.org","paid, ""too"" little")\nsecond line'
    with room(tmp_path / "table") as running:
        disputed_round(running)
        running.handle(e.Dispute(round=1, box=2, claim=claim, by="1182"))
        running.handle(e.SignIn(by="1190", name="@Another"))
    for what, cell in (("incidents", f"'{claim}"), ("sign_ins", "'@Another")):
        assert main(["export", str(tmp_path / "table"), "--format", "csv", "--what", what]) == OK
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert cell in (value for row in rows for value in row.values())
    assert main(["export", str(tmp_path / "table"), "--format", "csv", "--what", "boxes"]) == OK
    assert "-" in capsys.readouterr().out, "what was lost is a number and stays one"
    assert main(["export", str(tmp_path / "table"), "--format", "jsonl", "--what", "incidents"]) == OK
    assert claim in [json.loads(line)["detail"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("kind", "begins"), [("canberra_poker", '{"what": "rounds"'), ("omaha", "[1]")])
def test_without_a_format_an_export_has_the_one_of_its_game(
    kind: str, begins: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["export", str(journal_of(kind))]) == OK
    assert capsys.readouterr().out.startswith(begins)


@pytest.mark.parametrize("kind", ["canberra_poker", "omaha"])
def test_one_table_without_a_format_is_csv(kind: str, capsys: pytest.CaptureFixture[str]):
    assert main(["export", str(journal_of(kind)), "--what", "days"]) == OK
    assert capsys.readouterr().out.startswith("table,day,rounds,")
