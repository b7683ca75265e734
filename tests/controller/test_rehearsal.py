"""Text scripts through the whole daemon: those that are shipped, and those that are wrong."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from config.load import load
from controller.cli import main
from controller.commands import FAILED, OK
from controller.tools.rehearsal.daemon import Daemon
from controller.tools.rehearsal.script import FORMS, ScriptError, read
from controller.tools.rehearsal.stage import Stage, rehearse
from simulators.serving import HANDS
from simulators.table import SimulatedTable
from tests.daemon import ROOT

SCRIPTS = sorted((ROOT / "config/scripts").glob("*.txt"))
TABLE = re.compile(r"^# table: (\S+)$", re.MULTILINE)
DEMO = str(ROOT / "config/tables/demo.toml")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_shipped_script_goes_as_it_says(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = TABLE.search(script.read_text())
    status = main(["rehearse", str(script), "--table", str(ROOT / table[1]) if table else DEMO])
    said = capsys.readouterr()
    assert (status, said.err) == (OK, "")
    assert re.search(r"^ +question \w+ \([0-9.]+\): .+ \[", said.out, re.MULTILINE) or "kill" in said.out
    assert re.search(r"^ +round \d+ is over: ", said.out, re.MULTILINE)


def test_what_went_otherwise_is_said_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.txt"
    script.write_text("deal 2 cards\n\nunplug shoe  # the cable\nexpect question shoe_lost\nplay 1 round\n")
    assert main(["rehearse", str(script), "--table", DEMO]) == FAILED
    error = capsys.readouterr().err
    assert "line 5: play 1 round: a person has to decide first: now question shoe_lost (6.1)" in error


def test_what_the_table_refuses_is_said_with_its_line() -> None:
    script = "deal 1 card\nanswer go_on"
    with pytest.raises(ScriptError, match="line 2: answer go_on: nothing is asked"):
        rehearse(load(Path(DEMO)), read(script), 1, lambda line: None)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("unplugg shoe", "did you mean unplug"),
        ("answr go_on", "did you mean answer"),
        ("expect qestion shoe_lost", "did you mean expect question"),
        ("shufle", "did you mean shuffle"),
        ("xyz", "tablectl rehearse --help"),
        ("swap box-1", '"swap" wants first second'),
        ("draw box-1 box-2", r'"draw" wants \[to\]'),
        ("jam now", '"jam" wants nothing behind it'),
    ],
)
def test_unknown_words_are_named_before_anything_starts(said: str, wanted: str) -> None:
    with pytest.raises(ScriptError, match=f"line 2: .*{wanted}"):
        read(f"# a comment\n{said}\nplay 1 round")


def test_every_line_that_is_wrong_is_named() -> None:
    with pytest.raises(ScriptError, match=r"(?s)line 1: .*line 3: "):
        read("one\nplay 1 round\nthree")


@pytest.mark.parametrize("verb", HANDS)
def test_every_command_of_the_bench_can_be_said(verb: str) -> None:
    wants = list(inspect.signature(getattr(SimulatedTable, verb)).parameters)[1:]
    (line,) = read(" ".join([verb.replace("_", " "), *(["1"] * len(wants))]))
    assert (line.does, line.words["verb"]) == ("hand", verb)
    assert list(line.words["with"]) == wants


def test_a_list_takes_all_words_that_are_left() -> None:
    assert read("new deck As Ks")[0].words == {"verb": "new_deck", "with": {"faces": ["As", "Ks"]}}
    assert read("next card unread")[0].words == {"verb": "next_card_goes", "with": {"mishap": "unread"}}


def test_every_sentence_is_done_by_somebody() -> None:
    assert all(hasattr(Stage, f"_{name}") for name in FORMS)


def test_a_daemon_that_cannot_start_says_why(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "none.toml", tmp_path, 1)
    try:
        with pytest.raises(ScriptError, match=r"does not start: .*none\.toml"):
            daemon.start()
    finally:
        daemon.stop()
