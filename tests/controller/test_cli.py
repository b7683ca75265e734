"""tablectl from outside: what each command says, and how it ends."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
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
from controller.cli import main
from controller.commands import FAILED, INTERRUPTED, OK, USAGE
from controller.journal.journal import Journal
from controller.journal.sealing import from_words
from controller.version import this_program
from drivers.registry import driver_names
from games.canberra_poker.phases import PHASES
from games.events import KINDS
from games.table.table import Setup
from tests.controller.room import room, setup, talk, to_the_decisions
from tests.daemon import ROOT, Daemon

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


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == OK
    assert f"usage: tablectl {command}" in capsys.readouterr().out


def test_the_version_is_that_of_the_installed_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == OK
    assert capsys.readouterr().out == f"tablectl {this_program()}\n"
    assert this_program().version == version("table-controller")


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert [command for command in cli.COMMANDS if command not in said] == []


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_what_asks_for_no_command_loads_none_and_no_rules(argument: str) -> None:
    """So it answers at once."""
    look = f"""
import sys
from controller.cli import main
try:
    main(["{argument}"])
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""
    ended = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name for name in ended.stderr.split() if not name.startswith("__editable__")}
    assert "controller.cli" in loaded
    heavy = ("pydantic", "games", "config", "structlog", "starlette", "controller.journal")
    assert [name for name in loaded if name.startswith((*heavy, "controller.commands."))] == []


@pytest.mark.parametrize("command", ["run", "rank", "check-config"])
def test_a_command_loads_no_other(command: str) -> None:
    look = f"import sys; from controller.cli import parser; parser(['{command}']); print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    modules = {name: f"controller.commands.{name.replace('-', '_')}" for name in cli.COMMANDS}
    assert [name for name, module in modules.items() if module in loaded] == [command]


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


def test_a_device_behind_tcp_is_warned_of_and_the_configuration_is_correct(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "config", tmp_path / "config")
    readers = tmp_path / "config/devices/demo_readers.toml"
    tcp = 'link = { kind = "tcp", host = "8.8.8.8", port = 4001 }'
    readers.write_text(readers.read_text().replace('link = { kind = "simulated" }', tcp))
    staff = tmp_path / "config/staff/demo.toml"
    staff.write_text(re.sub(r'demo_pin = "\d+"', f'pin_scrypt = "{"0" * 32}:{"0" * 64}"', staff.read_text()))
    staff.chmod(0o640)
    status, said, _ = here(capsys, "check-config", tmp_path / "config/tables/demo.toml")
    assert status == OK
    assert "warning: readers: 8.8.8.8 is no address of a private network" in said
    assert "warning: readers: whoever answers at 8.8.8.8:4001 is believed: give it a secret" in said
    assert "correct (canberra_poker, 7 boxes, 1 real and 1 simulated devices)" in said


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


def test_what_was_interrupted_has_not_found_that_all_is_well() -> None:
    """A script that audits goes by the exit status."""
    command = [sys.executable, "-m", "controller", "adjudicate", "-"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f'{json.dumps(FIRST)}\n{{"kind": "open_table", "by": "1"}}\n'.encode())
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == INTERRUPTED


def test_who_interrupts_before_anything_has_begun_gets_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(named: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "parser", interrupted)
    assert main(["run"]) == INTERRUPTED


def test_a_name_that_is_no_text_is_printed_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"T\xe4ble")
    with room(folder, setup(boxes=7)) as running:
        to_the_decisions(talk(running))
    done = tablectl("audit", folder)
    assert done.returncode == OK, done.stderr
    assert os.fsencode(folder / "journal.db") in done.stdout


@pytest.mark.parametrize("command", ["audit", "what-if"])
def test_of_a_journal_that_is_not_there_no_key_is_missing(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, errors = here(capsys, command, tmp_path / "nothere")
    assert status == FAILED
    assert f"{tmp_path / 'nothere'} is not there: give the journal.db of a table's state folder" in errors


def test_a_terminal_that_has_no_signs_for_cards_is_said_in_a_sentence(tmp_path: Path) -> None:
    with room(tmp_path, setup(boxes=7)) as running:
        to_the_decisions(talk(running))
    command = [sys.executable, "-m", "controller", "show-round", str(tmp_path / "journal.db"), "1"]
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run(command, cwd=ROOT, env=narrow, capture_output=True, text=True, check=False)
    assert ended.returncode == FAILED
    assert ended.stderr.startswith(
        "tablectl: what is to be printed cannot be written in ascii: put PYTHONUTF8=1"
    )


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
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin}\n"))
    ended, said, errors = here(capsys, "pin")
    assert ended == status
    assert bool(re.fullmatch(r'pin_scrypt = "[0-9a-f]{32}:[0-9a-f]{64}"\n', said)) == (status == OK)
    assert not pin or pin not in said + errors


@pytest.mark.parametrize("pin", ["١٢٣٤", "²²²²"])
def test_a_pin_that_the_panel_cannot_type_is_refused(
    pin: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin}\n"))
    assert here(capsys, "pin")[0] == FAILED


LAST_RECORD_CHANGED = "UPDATE records SET body = zeroblob(9) WHERE number = (SELECT max(number) FROM records)"

# ---------------------------------------------------------------- verification-key


def test_a_verification_key_is_shown_once_as_words_and_as_a_code(daemon: Daemon) -> None:
    shown = tablectl("verification-key", "--config", daemon.config)
    assert shown.returncode == OK
    said = shown.stdout.decode()
    key = from_words(next(line for line in said.splitlines() if line.startswith("T-01 ")))
    assert (key.table, key.first) == ("T-01", 0)
    assert said.count("\u2588") > 100
    before = (daemon.keys / "sealing.key").read_bytes()
    assert "verify it with the key that was shown then" in fails("verification-key", "--config", daemon.config)
    assert (daemon.keys / "sealing.key").read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
def test_a_verification_key_that_could_not_be_shown_was_not_made(daemon: Daemon, output: str) -> None:
    make = ["verification-key", "--config", str(daemon.config)]
    assert "could not be shown" in piped(make, output).stderr
    assert not (daemon.keys / "sealing.key").exists()
    tablectl(*make)
    before = (daemon.keys / "sealing.key").read_bytes()
    assert piped([*make, "--anew"], output).returncode == FAILED
    assert [path.name for path in daemon.keys.iterdir()] == ["sealing.key"]
    assert (daemon.keys / "sealing.key").read_bytes() == before


def test_a_verification_key_is_made_by_whose_the_table_is(daemon: Daemon) -> None:
    daemon.state.mkdir()
    os.chown(daemon.state, 65_534, -1)
    assert "belongs to nobody: run this as that user" in fails("verification-key", "--config", daemon.config)
    assert not (daemon.keys / "sealing.key").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("command", ["run", "backup", "restore", "enrol", "record"])
def test_root_leaves_no_files_that_the_daemon_cannot_use(command: str, daemon: Daemon, tmp_path: Path) -> None:
    daemon.state.mkdir()
    os.chown(daemon.state, 65_534, -1)
    words: dict[str, list[str | Path]] = {
        "run": [daemon.config],
        "enrol": ["readers", "--config", daemon.config],
        "record": ["shoe", tmp_path / "file", "--seconds", "1", "--config", daemon.config],
    }
    given = words.get(command, [tmp_path / "copy", "--config", daemon.config])
    assert "belongs to nobody: run this as that user" in fails(command, *given)
    assert not [path for path in daemon.state.rglob("*") if path.is_file() and path.stat().st_uid == 0]


# ---------------------------------------------------------------- run


def test_a_table_starts_says_its_addresses_and_ends_cleanly(daemon: Daemon) -> None:
    daemon.start()
    try:
        said = daemon.log.read_text()
        for role in ("dealer", "sign", "bench"):
            assert daemon.page(role).partition("#")[0] in said
            assert daemon.token(role) not in said
        assert stat.S_IMODE(daemon.state.stat().st_mode) == 0o700
        for secret in (daemon.state / "tokens.json", daemon.state / "journal.db", daemon.keys / "seal.key"):
            assert stat.S_IMODE(secret.stat().st_mode) == 0o600
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


@pytest.mark.parametrize("done", ["DELETE FROM records WHERE number = 5", LAST_RECORD_CHANGED])
def test_a_table_with_a_damaged_journal_starts_stopped_so_that_the_panel_can_say_why(
    daemon: Daemon, done: str
) -> None:
    with room(daemon.state, _demo_setup(daemon)) as running:
        to_the_decisions(talk(running), {1: 25})
    db = sqlite3.connect(daemon.state / "journal.db")
    db.execute(done)
    db.commit()
    db.close()
    daemon.start()
    assert daemon.stop() == OK
    said = daemon.log.read_text()
    assert re.search(r"record \d+ was changed, lost or slipped in", said)
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


# ---------------------------------------------------------------- what is no use to it

NESTED = "[" * 100_000
WRONG_FILES = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "nested.json": NESTED.encode(),
    "nested.toml": f"x = {NESTED}".encode(),
    "digits": b"9" * 10_000,
    "digits.toml": b"x = " + b"9" * 10_000,
    "sqlite": b"SQLite format 3\0" + bytes(range(256)) * 20,
}
READERS = [
    *(["rounds", "FILE"], ["show-round", "FILE", "1"], ["audit", "FILE"], ["what-if", "FILE"]),
    *(["incident", "FILE", "1"], ["evidence", "FILE", "--round", "1"], ["export", "FILE"]),
    *(["adjudicate", "FILE"], ["adjudicate", "FILE", "--round", "1"], ["recorded", "FILE"], ["replay", "FILE"]),
    *(["tournament", what, "FILE"] for what in ("check", "ballot", "prizes", "run", "audit")),
    *(["check-config", "FILE"], ["run", "FILE"], ["devices", "FILE"], ["rehearse", "--table", "FILE", "x"]),
    *(["address", "--role", "dealer", "FILE"], ["listen", "shoe", "--config", "FILE"]),
    *(["backup", "copy", "--config", "FILE"], ["restore", "copy", "--config", "FILE"]),
    *(["verification-key", "--config", "FILE"], ["enrol", "readers", "--config", "FILE"]),
]


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_file_that_is_none_of_ours_is_one_sentence_and_stays_as_it_was(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "own"))
    (tmp_path / "folder").mkdir()
    for name, content in [*WRONG_FILES.items(), ("folder", None)]:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        status, said, errors = here(capsys, *(path if word == "FILE" else word for word in command))
        assert status != OK, name
        assert 0 < len(said + errors) < 1_500, name
        assert content is None or path.read_bytes() == content


@pytest.mark.parametrize(
    "command",
    [
        *(["run", "--port", port] for port in ("-1", "65536", "x", "9" * 30, "²")),
        *(["address", "--role", "sign", "--wait", seconds] for seconds in ("nan", "-1", "inf", "soon")),
        *(["listen", "shoe", "--seconds", seconds] for seconds in ("nan", "-1", "1e300")),
        *(["export", "x", "--offset", seconds] for seconds in ("nan", "inf", "1e300")),
        *(["audit", "x", "--cores", cores] for cores in ("0", "-1", "100000")),
        *(["export", "x", "--round", number] for number in ("9" * 20, "one")),
        *(["new-table", "x", "--port", port] for port in ("0", "65536")),
        *(["new-table", "x", "--name", name] for name in ("../x", "a b", "", "x" * 17, "a\n")),
    ],
    ids=" ".join,
)
def test_a_value_that_cannot_be_is_refused_by_its_option(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == USAGE
    assert re.search(rf"argument {command[-2]}: .*(give|write)", capsys.readouterr().err)


@pytest.mark.parametrize("at", ["0001-01-01T00:00", "9999-12-31T23:59", "9999-12-31T23:59-23:00"])
def test_a_time_beyond_all_years_is_no_time_or_a_time_at_which_nothing_was(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with room(tmp_path / "table") as running:
        to_the_decisions(talk(running))
    for zone in ("Asia/Dubai", "America/New_York", ""):
        _, _, errors = here(capsys, "rounds", tmp_path / "table", "--since", at, "--zone", zone)
        assert not errors or "is no time" in errors


def test_who_types_no_pin_has_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status, _, errors = here(capsys, "pin")
    assert status == FAILED
    assert errors.endswith("tablectl: a PIN is 4 to 8 digits\n")


@pytest.mark.parametrize(
    ("streams", "status", "said"),
    [
        ("<&-", OK, ""),
        ("2>&-", OK, ""),
        (">&-", FAILED, "tablectl: something could not be read or written (Bad file descriptor)"),
        (">/dev/full", FAILED, "tablectl: something could not be read or written (No space left on device)"),
        ("<&- >&- 2>&-", FAILED, ""),
    ],
)
def test_streams_that_are_closed_are_no_reason_for_a_traceback(streams: str, status: int, said: str) -> None:
    ended = piped(["diagram", "faro"], streams)
    assert ended.returncode == status
    assert ended.stderr.startswith(said)
    assert "Traceback" not in ended.stderr


def piped(arguments: list[str], streams: str) -> subprocess.CompletedProcess[str]:
    command = shlex.join([sys.executable, "-m", "controller", *arguments])
    return subprocess.run(
        ["sh", "-c", f"{command} {streams}"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_file_that_may_not_be_used_is_said_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, errors = here(capsys, "rehearse", "/nonexistent/script")
    assert errors == (
        "tablectl: /nonexistent/script cannot be used (No such file or directory): "
        "see to its name, its owner and the disk\n"
    )


def test_a_script_that_is_none_is_not_shown_as_a_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script").write_text(f"{'x' * 9_000}\n" + "what\n" * 9_000)
    status, _, errors = here(capsys, "rehearse", tmp_path / "script")
    assert status == FAILED
    assert len(errors) < 3_000
    assert errors.endswith("and 8981 more lines\n")
