"""tablectl tournament run and audit, over files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from tests.controller.test_tournament_room import hall
from tests.journals import change

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "config/scripts/tournament.jsonl"


def answers(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_script_is_played_to_the_last_payment(capsys):
    assert main(["tournament", "run", str(SCRIPT)]) == 0
    *told, last = answers(capsys)
    result = last["result"]
    assert (result["stage"], result["places"]) == ("awarded", [[3], [1], [2]])
    assert result["prize_pool_cents"] == 20_000, "three fees and a re-buy, less three commissions"
    assert {row["entry"]: row["prize_cents"] for row in result["entries"]} == {1: 8_000, 2: 0, 3: 12_000}
    assert result["in_the_till_cents"] == result["commission_cents"] == 1_500
    refused = [one for one in told if one["kind"] == "refusal"]
    assert [(one["line"], one["rule"]["number"]) for one in refused] == [(8, "20.6")]


def test_while_somebody_may_buy_back_the_session_goes_on(capsys):
    """20.7: who is entitled to a re-buy is not eliminated."""
    main(["tournament", "run", str(SCRIPT)])
    up = [one["line"] for one in answers(capsys) if one.get("say", {}).get("code") == "session_is_up"]
    assert up == [21]


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        ([], "line 1"),
        (["{"], "line 1"),
        (['{"conditions": "nowhere.toml", "tables": {"T1": 9}}'], "nowhere.toml"),
        (['{"conditions": {"game": "casino_holdem"}, "tables": {"T1": 9}}'], "line 1: conditions"),
        (["FIRST", '{"kind": "nonsense"}'], "line 2: kind"),
        (["FIRST", "[1]"], "line 2"),
        (["FIRST", '{"kind": "enter"}'], "line 2: enter.person"),
        (["FIRST", '{"kind": "enter", "person": "a name with blanks"}'], "line 2: enter.person"),
        (["FIRST", '{"kind": "draw_ballot", "chance": [-1]}'], "line 2: draw_ballot.chance.0"),
    ],
)
def test_what_is_wrong_in_a_script_is_said_with_its_line(tmp_path, capsys, lines, where):
    first = json.dumps({"conditions": str(ROOT / "config/tournaments/demo_faro.toml"), "tables": {"T1": 9}})
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(first if line == "FIRST" else line for line in lines))
    assert main(["tournament", "run", str(script)]) == 2
    said = capsys.readouterr().err
    assert where in said
    assert "Traceback" not in said


def test_a_fact_about_nobody_changes_nothing(tmp_path, capsys):
    first = json.dumps({"conditions": str(ROOT / "config/tournaments/demo_faro.toml"), "tables": {"T1": 9}})
    told = {"kind": "table_told", "table": "T1", "what": {"kind": "seat_marked", "box": 1, "entry": 7}}
    told["what"]["taken"] = True
    script = tmp_path / "script.jsonl"
    script.write_text(f"{first}\n{json.dumps(told)}\n{json.dumps({**told, 'table': 'T9', 'record': 1})}\n")
    assert main(["tournament", "run", str(script)]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_a_journal_is_audited(tmp_path, capsys):
    room = hall(tmp_path, "demo_omaha", 1)
    room.play(4)
    room.close()
    assert main(["tournament", "audit", str(tmp_path / "tournament.db")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["findings"] == []
    assert found["result"]["stage"] == "awarded"


def test_a_journal_that_was_changed_is_no_journal(tmp_path, capsys):
    room = hall(tmp_path, "demo_canberra_poker", 1)
    room.play(4)
    room.close()
    path = tmp_path / "tournament.db"
    change(path, b"5500", b"4400")
    assert main(["tournament", "audit", str(path)]) != 0
    assert re.search(r"record \d+ was changed", capsys.readouterr().err)
