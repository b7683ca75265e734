"""tablectl tournament: what its page says, what it answers, and how it refuses."""

import io
import json
import re
import sys

import pytest
from pydantic import BaseModel

from controller.cli import main
from controller.commands import OK, USAGE
from controller.tools.tournament.answers import COMMANDS
from tests.daemon import ROOT

PAGE = (ROOT / "docs" / "tournament-commands.md").read_text(encoding="utf-8")
KINDS = {kind: command for command, kinds in COMMANDS.items() for kind in kinds}
EXAMPLES = re.findall(r"```json\n([^`]+)\n```\n\n```json\n([^`]+)\n```", PAGE)
PREVAILS = json.dumps(
    {
        "asks": "prevails",
        "game": "omaha",
        "input": {"inconsistent_with_rule": "4.2(b)", "conditions_approved": True},
    }
)


@pytest.fixture
def ask(capsys, monkeypatch):
    """What comes back: the exit status, the answers, and the lines on the error output."""

    def asked(command: str, text: str):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = main(["tournament", command, "-"])
        told = capsys.readouterr()
        return status, [json.loads(line) for line in told.out.splitlines()], told.err.splitlines()

    return asked


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize(("question", "answer"), EXAMPLES, ids=lambda text: json.loads(text).get("asks", ""))
def test_the_examples_of_the_page_are_answered_as_it_says(question, answer, ask):
    assert ask(KINDS[json.loads(question)["asks"]], question) == (OK, [json.loads(answer)], [])


def test_every_question_has_an_example_in_its_section():
    assert sorted(json.loads(question)["asks"] for question, _ in EXAMPLES) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_names_every_field(kind):
    command = KINDS[kind]
    chapter = PAGE.partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    section = chapter.partition(f"\n### {kind}\n")[2].partition("\n### ")[0]
    shape, _ = COMMANDS[command][kind]
    assert [name for name in sorted(fields(shape) - {"note"}) if f"`{name}`" not in section] == []


def fields(shape: type[BaseModel]) -> set[str]:
    """Its own and those of all rows in it."""
    schema = shape.model_json_schema()
    return {name for model in (schema, *schema.get("$defs", {}).values()) for name in model["properties"]}


def test_every_example_file_answers_as_the_page_says(capsys):
    assert main(["tournament", "check", "config/tournaments/demo_omaha.toml"]) == OK
    assert capsys.readouterr().out.strip() in PAGE


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_every_question(command, capsys):
    with pytest.raises(SystemExit):
        main(["tournament", command, "--help"])
    help_text = capsys.readouterr().out
    assert [kind for kind in COMMANDS[command] if kind not in help_text] == []
    assert "docs/tournament-commands.md" in help_text


# ---------------------------------------------------------------- how it refuses


def test_questions_are_answered_line_by_line_in_their_order(ask):
    faro = PREVAILS.replace("omaha", "faro")
    assert ask("check", f"{PREVAILS}\n\n{faro}\n") == (
        OK,
        [{"prevails": "rule"}, {"prevails": "conditions"}],
        [],
    )


def test_one_bad_line_answers_nothing_and_is_named(ask):
    bad = PREVAILS.replace('"conditions_approved": true', '"conditions_approved": "yes"')
    status, answers, (said,) = ask("check", f"{PREVAILS}\n{bad}\n")
    assert (status, answers) == (USAGE, [])
    assert said.startswith("tablectl: standard input: line 2: input.conditions_approved: ")


@pytest.mark.parametrize(
    ("command", "text", "said"),
    [
        ("check", "", "is empty"),
        ("check", "{", "Invalid JSON"),
        ("check", "[]", "the line: "),
        ("check", '{"asks": "prevails", "input": {}}', "game: say it, or doc"),
        ("check", PREVAILS.replace("omaha", "casino_holdem"), "game: the rules of 'casino_holdem' know no"),
        ("check", PREVAILS.replace('"game": "omaha"', '"doc": "NI1"'), "doc: 'NI1' is none of"),
        ("check", PREVAILS.replace('"game"', '"doc": "NI2005-67", "game"'), "is not the document of omaha"),
        ("check", PREVAILS.replace("4.2(b)", "99"), "input.inconsistent_with_rule: NI2017-583 has no rule 99"),
        (
            "check",
            PREVAILS.replace('"input": {', '"input": {"rule_is_of_the_tournament_section": true, '),
            "4.2(b) is not of it",
        ),
        ("check", PREVAILS.replace('"input": {', '"input": {"x": 1, '), "input.x: is not a field"),
        ("prizes", PREVAILS, "asks: prevails is asked with: tablectl tournament check"),
        ("prizes", PREVAILS.replace("prevails", "luck"), "asks: 'luck' is not known here: pool, "),
        (
            "prizes",
            '{"asks": "tie_split", "game": "faro", '
            '"input": {"prizes_cents_by_place": [1], "placed": [[1], [1]]}}',
            "input.placed: entry 1 is there twice",
        ),
        (
            "prizes",
            '{"asks": "tie_split", "game": "faro", "input": {"prizes_cents_by_place": [1], "placed": []}}',
            "input.placed: nobody has a place",
        ),
        (
            "prizes",
            '{"asks": "cp_extra_rounds", "game": "faro", "input": {"chips_cents": {"1": 5}, '
            '"players_who_advance": 1, "extra_rounds_net_if_playing": []}}',
            "NI2005-67 gives nobody additional rounds",
        ),
        (
            "prizes",
            '{"asks": "session_end", "game": "canberra_poker", "input": {"session_is": {"minutes": 5}, '
            '"started_at_tables": {}, "tables": {}}}',
            "input.session_is: NI2004-492 ends no session by minutes",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(command, text, said, ask):
    status, answers, lines = ask(command, text)
    assert (status, answers, len(lines)) == (USAGE, [], 1)
    assert lines[0].startswith("tablectl: standard input: ")
    assert said in lines[0]


def test_conditions_at_fault_are_told_key_by_key_with_the_rule(tmp_path, capsys):
    demo = (ROOT / "config" / "tournaments" / "demo_omaha.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        demo.replace("[5_000, 3_000, 2_000]", "[5_000, 3_000]").replace("until_level = 4", "until_level = 9"),
        encoding="utf-8",
    )
    assert main(["tournament", "check", str(path)]) == USAGE
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        f"tablectl: {path}: rebuys.until_level: there are 5 levels (rule 20.3(a)(iii)(G))",
        f"{path}: prizes.breakdown_basis_points: add up to 8000, and the whole pool is 10000 (rule 20.19)",
    ]


def test_a_file_that_is_not_there_or_no_text(tmp_path, capsys):
    assert main(["tournament", "prizes", str(tmp_path / "nowhere")]) == USAGE
    assert "nowhere: cannot be read (No such file or directory)" in capsys.readouterr().err
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert main(["tournament", "prizes", str(tmp_path / "bytes")]) == USAGE
    assert "bytes: is no text in UTF-8" in capsys.readouterr().err
