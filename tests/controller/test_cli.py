"""tablectl from outside: what each command says, and how it ends."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from config.load import load
from controller import cli
from controller.app import ROLES, _tokens
from controller.cli import FAILED, OK, USAGE, main
from controller.journal.journal import Journal
from drivers.registry import driver_names
from games.canberra_poker.phases import PHASES
from games.events import KINDS
from games.table.table import Setup
from tests.controller.room import room, setup, talk, to_the_decisions
from tests.daemon import ROOT, Daemon

COMMANDS = ("run", "check-config", "adjudicate", "schema", "diagram", "devices", "pin")
FIRST = {
    "game": "canberra_poker",
    "options": {
        "limits": {"minimum_cents": 500, "maximum_cents": 20_000, "multiple_cents": 500},
        "maximum_payout_cents": 500_000,
        "jackpot": {"wager_cents": 100, "opening_cents": 2_500_000, "prize_share_percent": 80},
    },
}


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path)
    yield made
    made.stop_simulators()


def tablectl(*arguments: str | Path, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """As a person types it: a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "controller", *map(str, arguments)],
        cwd=ROOT,
        input=said,
        capture_output=True,
        timeout=120,
        check=False,
    )


def fails(*arguments: str | Path, said: bytes = b"") -> str:
    """One sentence, status 1, no traceback."""
    ended = tablectl(*arguments, said=said)
    errors = ended.stderr.decode()
    assert "Traceback" not in errors, errors
    assert ended.returncode == FAILED, errors
    sentence = [line for line in errors.splitlines() if not line.startswith("{")]
    assert sentence, "nothing was said"
    assert sentence[0].startswith("tablectl: ")
    return "\n".join(sentence)


def here(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """In this process: quicker, for what needs no daemon."""
    status = main([*map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err


# ---------------------------------------------------------------- usage


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == OK
    assert f"usage: tablectl {command}" in capsys.readouterr().out


def test_the_version_is_that_of_the_installed_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == OK
    assert capsys.readouterr().out == f"tablectl {version('table-controller')}\n"


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert [command for command in COMMANDS if command not in said] == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["fly"], ["adjudicate"], ["diagram", "whist"], ["run", "a", "b"], ["adjudicate", "x", "--round", "y"]],
)
def test_what_is_not_understood_ends_with_the_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == USAGE


# ---------------------------------------------------------------- check-config, devices


def test_a_right_configuration_is_called_correct(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = here(capsys, "check-config", ROOT / "config/tables/demo.toml")
    assert status == OK
    assert "correct (canberra_poker, 7 boxes, simulated devices)" in said


def test_a_configuration_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    assert "nothing.toml: the file: cannot be read" in fails("check-config", tmp_path / "nothing.toml")


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    assert "cannot be read (Is a directory)" in fails("check-config", tmp_path)


@pytest.mark.parametrize(
    ("file", "wrong", "said"),
    [
        ("tables/demo.toml", "boxes = 0", "boxes"),
        ("tables/demo.toml", "][", "is not TOML"),
        (
            "games/canberra_poker.toml",
            "game = 'canberra_poker'\n[options.limits]\nminimum_cents = 1",
            "options.limits.maximum_cents",
        ),
        ("devices/demo_shoe.toml", "name = 'shoe'", "role"),
        ("staff/demo.toml", "", "staff"),
    ],
)
def test_a_broken_file_is_named_with_its_key(daemon: Daemon, file: str, wrong: str, said: str) -> None:
    broken = daemon.config.parent.parent / file
    broken.write_text(wrong)
    errors = fails("check-config", daemon.config)
    assert file in errors
    assert said in errors


def test_a_configuration_is_found_from_its_own_folder(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(daemon.config.parent)
    assert main(["check-config", "demo.toml"]) == OK


def test_the_devices_of_a_table_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = here(capsys, "devices", ROOT / "config/tables/demo.toml")
    assert status == OK
    assert re.search(r"shoe +shoe +angel_eye +simulated", said)
    assert f"known drivers: {', '.join(driver_names())}" in said


def test_a_port_that_is_not_there_is_said_in_the_list(
    daemon: Daemon, capsys: pytest.CaptureFixture[str]
) -> None:
    home = daemon.config.parent.parent
    shoe = home / "devices/demo_shoe.toml"
    real = '{ kind = "serial", path = "/dev/serial/by-id/not-there", baud = 4800 }'
    shoe.write_text(shoe.read_text().replace('link = { kind = "simulated" }', f"link = {real}"))
    for staff in (home / "staff/demo.toml",):
        staff.write_text(
            re.sub(r'demo_pin = "\d+"', f'pin_scrypt = "{"0" * 32}:{"0" * 64}"', staff.read_text())
        )
    status, said, errors = here(capsys, "devices", daemon.config)
    assert status == OK, errors
    assert "NOT THERE: check cable and udev name" in said


# ---------------------------------------------------------------- adjudicate


def test_events_from_a_file_are_ruled_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "round.jsonl").write_text(f'{json.dumps(FIRST)}\n{{"kind": "open_table"}}\n')
    status, said, _ = here(capsys, "adjudicate", tmp_path / "round.jsonl")
    lines = [json.loads(line) for line in said.splitlines()]
    assert status == OK
    assert lines[0] == {"line": 2, "name": "verify", "kind": "phase"}
    assert lines[-1]["result"]["phase"] == "verify"


def test_events_from_standard_input_are_ruled_on() -> None:
    ended = tablectl("adjudicate", "-", said=json.dumps(FIRST).encode() + b'\n{"kind": "open_table"}\n')
    assert ended.returncode == OK
    assert json.loads(ended.stdout.splitlines()[-1])["result"]["phase"] == "verify"


def test_a_bad_line_ends_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "round.jsonl").write_text(f"{json.dumps(FIRST)}\n\nnonsense\n")
    assert "tablectl: line 3: " in fails("adjudicate", tmp_path / "round.jsonl")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", "{}\n".encode("utf-16"), b"SQLite format 3\0\xff\xff"])
def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    """The likeliest slip: a journal without --round."""
    (tmp_path / "journal.db").write_bytes(content)
    fails("adjudicate", tmp_path / "journal.db")


def test_standard_input_that_is_no_text_is_one_sentence() -> None:
    fails("adjudicate", "-", said=b"\xff\xfe\x00\n")


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    assert "nothing.jsonl" in fails("adjudicate", tmp_path / "nothing.jsonl")
    assert "nothing.db" in fails("adjudicate", tmp_path / "nothing.db", "--round", "1")


def test_a_round_of_a_journal_is_ruled_on_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with room(tmp_path / "table", setup(boxes=7)) as running:
        to_the_decisions(talk(running))
    status, said, errors = here(capsys, "adjudicate", tmp_path / "table/journal.db", "--round", "1")
    assert status == OK, errors
    assert json.loads(said.splitlines()[-1])["result"]["phase"] == "decide"
    assert "holds no round 7" in fails("adjudicate", tmp_path / "table/journal.db", "--round", "7")


def test_a_text_given_as_a_journal_is_not_called_a_damaged_table(tmp_path: Path) -> None:
    (tmp_path / "round.jsonl").write_text(f'{json.dumps(FIRST)}\n{{"kind": "open_table"}}\n')
    said = fails("adjudicate", tmp_path / "round.jsonl", "--round", "1")
    assert "must not be used" not in said


# ---------------------------------------------------------------- schema, diagram, pin


def all_of(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for inner in schema.values():
            yield from all_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from all_of(inner)


TYPES = {"string", "integer", "number", "boolean", "null", "array", "object"}


@pytest.mark.parametrize("part", ["event", "outcome"])
def test_the_schema_is_a_json_schema_that_holds_together(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = here(capsys, "schema")
    assert status == OK
    schema = json.loads(said)[part]
    for inner in all_of(schema):
        if isinstance(inner.get("$ref"), str):
            assert inner["$ref"].removeprefix("#/$defs/") in schema["$defs"]
        if isinstance(inner.get("type"), str) and "properties" not in inner.get("type", ""):
            assert inner["type"] in TYPES
        if isinstance(inner.get("properties"), dict) and isinstance(inner.get("required"), list):
            assert set(inner["required"]) <= set(inner["properties"])
        if isinstance(inner.get("pattern"), str):
            re.compile(inner["pattern"])


def test_the_schema_knows_every_event_and_takes_no_unknown_field(capsys: pytest.CaptureFixture[str]) -> None:
    _, said, _ = here(capsys, "schema")
    event = json.loads(said)["event"]
    assert set(event["discriminator"]["mapping"]) == set(KINDS)
    for name in event["discriminator"]["mapping"].values():
        assert event["$defs"][name.removeprefix("#/$defs/")]["additionalProperties"] is False


def test_the_diagram_has_every_phase_and_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = here(capsys, "diagram", "canberra_poker")
    assert status == OK
    assert said.startswith("stateDiagram-v2")
    assert said == PHASES.mermaid()


@pytest.mark.parametrize(
    ("pin", "status"), [("4826", OK), ("48265555", OK), ("12", FAILED), ("abcd", FAILED), ("", FAILED)]
)
def test_a_pin_is_hashed_or_refused(
    pin: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli.getpass, "getpass", lambda prompt: pin)
    ended, said, errors = here(capsys, "pin")
    assert ended == status
    assert bool(re.fullmatch(r'pin_scrypt = "[0-9a-f]{32}:[0-9a-f]{64}"\n', said)) == (status == OK)
    assert not pin or pin not in said + errors


@pytest.mark.parametrize("pin", ["١٢٣٤", "²²²²"])
def test_a_pin_that_the_panel_cannot_type_is_refused(
    pin: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli.getpass, "getpass", lambda prompt: pin)
    assert here(capsys, "pin")[0] == FAILED


# ---------------------------------------------------------------- run


def test_a_table_starts_says_its_addresses_and_ends_cleanly(daemon: Daemon) -> None:
    daemon.start()
    try:
        said = daemon.log.read_text()
        assert daemon.page("dealer") in said
        assert daemon.page("sign") in said
        assert stat.S_IMODE(daemon.state.stat().st_mode) == 0o700
        for secret in ("tokens.json", "seal.key", "journal.db"):
            assert stat.S_IMODE((daemon.state / secret).stat().st_mode) == 0o600
    finally:
        assert daemon.stop() == OK
    assert "Traceback" not in daemon.log.read_text()


def test_a_second_daemon_on_the_same_table_is_told_to_stop_the_first(daemon: Daemon) -> None:
    daemon.state.mkdir(mode=0o700)
    journal = Journal(daemon.state / "journal.db")
    try:
        assert "another daemon already has this table" in fails("run", daemon.config)
    finally:
        journal.close()


def test_a_port_that_is_taken_is_named(daemon: Daemon) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", daemon.port))
        taken.listen()
        said = fails("run", daemon.config)
    assert f"port {daemon.port} is taken" in said
    assert "set panel.port" in said


def test_a_missing_seal_key_is_not_replaced(daemon: Daemon) -> None:
    with room(daemon.state) as running:
        to_the_decisions(talk(running))
    (daemon.state / "seal.key").unlink()
    assert "seal.key is missing but the journal needs it" in fails("run", daemon.config)
    assert not (daemon.state / "seal.key").exists()


def test_a_configuration_changed_in_the_round_is_one_sentence(daemon: Daemon) -> None:
    with room(daemon.state) as running:
        to_the_decisions(talk(running))
    assert "put the old one back" in fails("run", daemon.config)


def test_a_journal_that_is_text_is_one_sentence(daemon: Daemon) -> None:
    daemon.state.mkdir(mode=0o700)
    (daemon.state / "journal.db").write_text("shopping list " * 100)
    assert "is damaged" in fails("run", daemon.config)


def test_a_state_folder_that_cannot_be_made_is_one_sentence(daemon: Daemon) -> None:
    daemon.state.write_text("a file stands in its place")
    assert str(daemon.state) in fails("run", daemon.config)


@pytest.mark.parametrize("content", ["", "{", "[]", '["dealer", "bench"]', "5", '{"dealer": 1, "bench": 2}'])
def test_a_damaged_token_file_only_asks_for_new_addresses(tmp_path: Path, content: str) -> None:
    (tmp_path / "tokens.json").write_text(content)
    tokens = _tokens(tmp_path / "tokens.json")
    assert all(isinstance(tokens[role], str) and len(tokens[role]) > 20 for role in ROLES)
    assert _tokens(tmp_path / "tokens.json") == tokens


def test_a_token_file_of_before_there_was_a_sign_keeps_its_screens(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    path.write_text('{"dealer": "one", "bench": "two", "floor": "nobody knows"}')
    tokens = _tokens(path)
    assert (tokens["dealer"], tokens["bench"], set(tokens)) == ("one", "two", set(ROLES))
    assert len(tokens["sign"]) > 20
    assert _tokens(path) == tokens


def test_a_table_of_simulated_devices_with_real_pins_starts_or_is_refused_in_one_sentence(
    daemon: Daemon,
) -> None:
    """Right by its configuration, so it may not fall over: there is nobody whose PIN a script could type."""
    staff = daemon.config.parent.parent / "staff/demo.toml"
    staff.write_text(re.sub(r'demo_pin = "\d+"', f'pin_scrypt = "{"0" * 32}:{"0" * 64}"', staff.read_text()))
    if tablectl("check-config", daemon.config).returncode != OK:
        return
    try:
        daemon.start()
    except AssertionError:
        assert "Traceback" not in daemon.log.read_text()
    else:
        daemon.stop()


def test_a_table_with_a_damaged_journal_starts_stopped_so_that_the_panel_can_say_why(daemon: Daemon) -> None:
    with room(daemon.state, _demo_setup(daemon)) as running:
        to_the_decisions(talk(running), {1: 25})
    db = sqlite3.connect(daemon.state / "journal.db")
    db.execute("DELETE FROM records WHERE number = 5")
    db.commit()
    db.close()
    daemon.start()
    assert daemon.stop() == OK
    said = daemon.log.read_text()
    assert "record 5" in said
    assert "Traceback" not in said


def _demo_setup(daemon: Daemon) -> Any:
    config = load(daemon.config)
    return Setup(config.table.table, config.game, config.table.boxes, config.options)


def test_a_terminated_daemon_ends_cleanly(daemon: Daemon) -> None:
    daemon.start()
    assert daemon.process is not None
    daemon.process.send_signal(signal.SIGTERM)
    assert daemon.process.wait(15) == OK
    assert "Traceback" not in daemon.log.read_text()
    assert not list(daemon.state.glob("journal.db-*"))
