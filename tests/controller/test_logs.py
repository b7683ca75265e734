"""What the log of a night says, and how it is written where systemd reads it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import structlog

from controller import logs
from controller.logs import MOST_A_MINUTE, log_to
from controller.version import this_program
from tests.daemon import ROOT, Daemon

FACES = re.compile(r"\b(10|[2-9TJQKA])(♠|♥|♦|♣|[shdc])\b")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(tmp_path)
    yield made
    made.stop_simulators()


def lines(daemon: Daemon) -> list[dict[str, Any]]:
    return [json.loads(line) for line in daemon.log.read_text().splitlines() if line.startswith("{")]


def test_a_night_is_told_by_its_edges(daemon: Daemon) -> None:
    daemon.start()
    played = json.dumps(asdict(daemon.scripted_dealer(seed=1, rounds=1, pace_s=0.002)))
    subprocess.run(
        [sys.executable, "-m", "simulators.dealer"], cwd=ROOT, input=played, text=True, check=True, timeout=60
    )
    daemon.stop()
    told = lines(daemon)
    start = told[0]
    assert (start["event"], start["table"]) == ("table_starts", "T-01")
    assert (start["version"], start["source"]) == this_program()[:2]
    assert re.fullmatch("[0-9a-f]{12}", start["config_hash"])
    edges = [line for line in told if line["event"] in ("sign_in", "round_begins", "round_closed")]
    assert [(line["event"], line["round"]) for line in edges][:3] == [
        ("sign_in", 0),
        ("round_begins", 1),
        ("round_closed", 1),
    ]
    assert edges[0]["by"] == "1182"
    records = [line["record"] for line in edges]
    assert records == sorted(records)
    assert records[0] > 0
    assert all(line["table"] == "T-01" for line in edges)
    assert not FACES.search(json.dumps(told, ensure_ascii=False))


def test_two_tables_that_are_set_alike_have_one_hash(daemon: Daemon) -> None:
    daemon.start()
    daemon.stop()
    game = daemon.config.parent.parent / "games/canberra_poker.toml"
    daemon.start()
    daemon.stop()
    game.write_text(f"{game.read_text()}\n# a word more\n")
    daemon.start()
    daemon.stop()
    first, again, other = (line["config_hash"] for line in lines(daemon) if line["event"] == "table_starts")
    assert first == again != other


# ---------------------------------------------------------------- systemd's journal


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def written(monkeypatch: pytest.MonkeyPatch, say: Callable[[], object], *, into_journal: bool) -> list[str]:
    with tempfile.TemporaryFile("w+") as stream:
        about = os.fstat(stream.fileno())
        if into_journal:
            monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino}")
        else:
            monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino + 1}")
        log_to(stream)
        say()
        stream.seek(0)
        return stream.read().splitlines()


def say_all() -> None:
    log = structlog.get_logger()
    log.info("round_begins", round=3)
    log.warning("device_lost")
    log.error("table_stopped")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.exception("rules_failed")


def test_the_journal_gets_priorities_and_no_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said = written(monkeypatch, say_all, into_journal=True)
    assert [line[:3] for line in said] == ["<6>", "<4>", "<3>", "<3>"]
    assert json.loads(said[0][3:]) == {"event": "round_begins", "round": 3}
    assert "ValueError: two" in json.loads(said[3][3:])["exception"]


def test_a_file_gets_times_and_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [json.loads(line) for line in written(monkeypatch, say_all, into_journal=False)]
    assert [line["level"] for line in said] == ["info", "warning", "error", "error"]
    assert all(line["timestamp"] for line in said)


def test_libraries_fill_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    import logging  # noqa: PLC0415

    def floods() -> None:
        now_s = [1000.0]
        monkeypatch.setattr(logs.time, "monotonic", lambda: now_s[0])
        for _ in range(3):
            for _ in range(500):
                logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
            now_s[0] += 61

    said = [json.loads(line) for line in written(monkeypatch, floods, into_journal=False)]
    assert len(said) == 3 * MOST_A_MINUTE + 2
    assert [line["lines"] for line in said if line["event"] == "libraries_said_more"] == [490, 490]


def test_a_stream_that_is_no_file_is_not_the_journal() -> None:
    assert not logs.is_the_journal(io.StringIO())


def test_under_systemd_nothing_is_printed_beside_the_log(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon.log.touch()
    about = daemon.log.stat()
    monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino}")
    daemon.start()
    daemon.stop()
    said = daemon.log.read_text()
    assert all(line.startswith("<") for line in said.splitlines()), said
    assert "table_starts" in said


def test_what_ends_the_daemon_is_among_what_needs_somebody(tmp_path: Path) -> None:
    """`journalctl -p warning` told that it had failed, and not why."""
    with (tmp_path / "log").open("w") as log:
        about = os.fstat(log.fileno())
        ended = subprocess.run(
            [sys.executable, "-m", "controller", "run", str(tmp_path / "none.toml")],
            cwd=ROOT,
            env={**os.environ, "JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"},
            stderr=log,
            check=False,
        )
    assert ended.returncode == 1
    said = (tmp_path / "log").read_text().splitlines()
    assert said
    assert all(line.startswith("<3>") for line in said)
